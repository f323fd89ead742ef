//! Cubes by meaning: what the model's own variables may be, those first on which the most hangs.
//!
//! A puzzle says where to begin: where the cops are at half time, the first move, the tile in the corner. Elsewhere the
//! variables in most constraints come first. A variable is split by the literals of its encoding, one after the other: the first that is
//! true, the second if the first is not, and so on. So the denied cubes are contradictory by themselves, whatever the encoding.

use super::Stated;
use super::lookahead::grown;
use super::propagate::Propagator;
use crate::cnf::Lit;
use crate::model::{Model, Var};
use crate::search::{Budget, Stop};
use std::cmp::Reverse;

/// Where a puzzle's variables are split first.
struct Row {
    puzzle: &'static str,
    array: &'static str,
    /// Whether the middle of the first index comes first, and not its beginning.
    is_middle: bool,
}

const fn row(puzzle: &'static str, array: &'static str, is_middle: bool) -> Row {
    Row { puzzle, array, is_middle }
}

const TABLE: &[Row] = &[
    row("cops", "number", true),
    row("cops", "at", true),
    row("cops", "cop", true),
    row("ricochet", "way", false),
    row("monkey", "tile", false),
    row("monkey", "lies", false),
    row("omino", "laid", false),
    row("queens", "target", false),
    row("queens", "from", false),
];

/// Cuts a formula into about so many cubes by what its variables mean; `None` if it means nothing.
pub fn semantic(
    stated: &Stated,
    puzzle: Option<&str>,
    target: usize,
    budget: &Budget,
) -> Option<Result<Vec<Vec<Lit>>, Stop>> {
    let (statement, map) = stated.meaning.as_ref()?;
    let order: Vec<Vec<Lit>> = ordered(&statement.model, puzzle).into_iter().map(|var| map.lits_of(var)).collect();
    let mut formula = Propagator::new(&stated.cnf);
    Some(grown(&mut formula, target, budget, |formula, _| {
        let open = |lits: &Vec<Lit>| lits.iter().copied().filter(|lit| formula.is_open(*lit)).collect::<Vec<Lit>>();
        let next = order.iter().map(open).find(|lits| !lits.is_empty());
        next.or_else(|| formula.open().next().map(|lit| vec![lit]))
    }))
}

/// The variables of the answer, those to be split first coming first.
fn ordered(model: &Model, puzzle: Option<&str>) -> Vec<Var> {
    let mut n_uses = vec![0_usize; model.vars.len()];
    for posted in &model.constraints {
        posted.constraint.visit(&mut |var| n_uses[var.index()] += 1);
    }
    let firsts: Vec<i64> = model.answer.iter().filter_map(|var| first_index(model.name(*var))).collect();
    let middle = match (firsts.iter().min(), firsts.iter().max()) {
        (Some(low), Some(high)) => (low + high) / 2,
        _ => 0,
    };
    let rank = |var: &Var| {
        let name = model.name(*var);
        let array = name.split('[').next().unwrap_or("");
        let known = TABLE.iter().position(|row| Some(row.puzzle) == puzzle && row.array == array);
        let distance = known.map_or(0, |at| {
            let index = first_index(name).unwrap_or(0);
            if TABLE[at].is_middle { (index - middle).abs() } else { index }
        });
        (known.unwrap_or(TABLE.len()), distance, Reverse(n_uses[var.index()]), var.index())
    };
    let mut order = model.answer.clone();
    order.sort_by_key(rank);
    order.dedup();
    order
}

/// The first index in a name: 3 of `number[3,1]`.
fn first_index(name: &str) -> Option<i64> {
    name.split_once('[')?.1.split([',', ']']).next()?.trim().parse().ok()
}
