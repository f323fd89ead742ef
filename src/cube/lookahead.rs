//! Cubes by lookahead: the next variable is the one whose two values both lead far.
//!
//! A tree of suppositions, always split where most is still open. At a leaf the variables with the heaviest occurrences are
//! tried: each literal is set, what follows is set, and the clauses that got shorter are weighed; the product of both weights
//! decides. A literal that leads to a contradiction sets its opposite. Heule and van Maaren, Handbook of Satisfiability, 2009.

use super::propagate::{Led, Propagator};
use crate::cnf::{Cnf, Lit};
use crate::search::{Budget, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So many variables are tried at a leaf.
const CANDIDATES: usize = 48;

/// Cuts a formula into about so many cubes.
pub fn lookahead(cnf: &Cnf, target: usize, budget: &Budget) -> Result<Vec<Vec<Lit>>, Stop> {
    let mut formula = Propagator::new(cnf);
    let choose = |formula: &mut Propagator, _: &[Lit]| chosen(formula).map(|lit| vec![lit]);
    grown(&mut formula, target, budget, choose)
}

/// The two halves of a cube that was too hard; none if nothing is open under it.
pub fn branch(cnf: &Cnf, cube: &[Lit]) -> Option<[Vec<Lit>; 2]> {
    let mut formula = Propagator::new(cnf);
    // Where propagation alone refutes it any variable would do, but then it was not too hard.
    let _ = formula.units() && cube.iter().all(|lit| formula.set(*lit) != Led::Conflict);
    let lit = chosen(&mut formula)?;
    Some([lit, !lit].map(|half| cube.iter().copied().chain([half]).collect()))
}

/// Grows a tree. At a leaf `choose` names literals; the leaf becomes one for the first of them being true, one for the second being the first
/// that is, and so on, and one for none: the denied cubes are contradictory whatever is chosen.
pub(super) fn grown(
    formula: &mut Propagator,
    target: usize,
    budget: &Budget,
    choose: impl Fn(&mut Propagator, &[Lit]) -> Option<Vec<Lit>>,
) -> Result<Vec<Vec<Lit>>, Stop> {
    let mut closed: Vec<(usize, Vec<Lit>)> = Vec::new();
    let mut leaves = BinaryHeap::from([(Reverse(0_usize), Reverse(0_usize), Vec::new())]);
    let mut n_leaves = 1;
    let is_sound = formula.units();
    let root = formula.mark();
    while let Some((_, Reverse(number), cube)) = leaves.pop() {
        if let Some(stop) = budget.spent() {
            return Err(stop);
        }
        let is_open = is_sound && closed.len() + leaves.len() + 1 < target && supposed(formula, &cube);
        let lits = if is_open { choose(formula, &cube) } else { None };
        let Some(lits) = lits else {
            formula.back(root);
            closed.push((number, cube));
            continue;
        };
        formula.back(root);
        for child in list(&cube, &lits) {
            let is_alive = supposed(formula, &child);
            let n_set = formula.n_set();
            formula.back(root);
            match is_alive {
                true => leaves.push((Reverse(n_set), Reverse(n_leaves), child)),
                // It stays a cube, whose refutation is propagation alone.
                false => closed.push((n_leaves, child)),
            }
            n_leaves += 1;
        }
    }
    closed.sort();
    Ok(closed.into_iter().map(|(_, cube)| cube).collect())
}

/// Supposes a cube; whether that is no contradiction at once.
fn supposed(formula: &mut Propagator, cube: &[Lit]) -> bool {
    cube.iter().all(|lit| formula.set(*lit) != Led::Conflict)
}

/// The cubes of a list of literals below a cube.
fn list<'a>(cube: &'a [Lit], lits: &'a [Lit]) -> impl Iterator<Item = Vec<Lit>> + 'a {
    (0..=lits.len()).map(move |n| {
        let denied = lits[..n].iter().map(|lit| !*lit);
        cube.iter().copied().chain(denied).chain(lits.get(n).copied()).collect()
    })
}

/// The variable to split at, if one is open, as the literal to try first.
fn chosen(formula: &mut Propagator) -> Option<Lit> {
    let scores = formula.scores();
    let weight = |lit: Lit| {
        let (a, b) = (Propagator::score(&scores, lit), Propagator::score(&scores, !lit));
        a * b + a + b
    };
    let mut open: Vec<(f64, Lit)> = formula.open().map(|lit| (weight(lit), lit)).collect();
    open.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.var().cmp(&b.1.var())));
    open.truncate(CANDIDATES);
    let mut best: Option<(f64, Lit)> = None;
    for (_, lit) in open {
        if !formula.is_open(lit) {
            continue;
        }
        let tries = [lit, !lit].map(|lit| tried(formula, lit));
        let value = match tries {
            [Led::Conflict, _] => {
                let _ = formula.set(!lit);
                continue;
            }
            [_, Led::Conflict] => {
                let _ = formula.set(lit);
                continue;
            }
            [Led::Weight(a), Led::Weight(b)] => 1024.0 * a * b + a + b,
        };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, lit));
        }
    }
    let found = best.map(|(_, lit)| lit).filter(|lit| formula.is_open(*lit));
    found.or_else(|| formula.open().next())
}

fn tried(formula: &mut Propagator, lit: Lit) -> Led {
    let mark = formula.mark();
    let led = formula.set(lit);
    formula.back(mark);
    led
}
