//! A rule as it is told: its name, its words, and where on a board it matters.

use crate::grid::Pos;
use crate::model::{Kind, Model, Owner, Rules, Var};
use crate::puzzles::place;
use crate::solve::Problem;

/// A rule as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it is called.
    pub name: String,
    /// Where it is; empty if it has no text.
    pub place: String,
    /// Its words.
    pub text: String,
    /// The cells of a board that it is about.
    pub cells: Vec<Pos>,
    /// The same in words, where drawings for the terminal do not show them.
    pub at: Option<String>,
}

/// A rule with its cells: as the puzzle sees them, or those of the variables that its constraints speak of, as far as they
/// are needed.
pub(super) fn told_of(
    problem: &Problem,
    model: &Model,
    rules: &Rules,
    rule: u32,
    is_needed: &dyn Fn(usize) -> bool,
) -> Told {
    let words = rules.list[rule as usize].clone();
    let instance = problem.instance();
    let of_puzzle = instance.and_then(|instance| instance.cells_of(&words.name));
    let places = |name: &str| match instance {
        Some(instance) => instance.places(name),
        None => place::cell(name).into_iter().collect(),
    };
    let near = |is_needed: &dyn Fn(usize) -> bool| cells(model, rules, rule, is_needed, &places);
    // What is needed may be of no place at all: a constant that is false.
    let somewhere = || Some(near(is_needed)).filter(|cells| !cells.is_empty()).unwrap_or_else(|| near(&|_| true));
    let cells = of_puzzle.unwrap_or_else(somewhere);
    let at = instance.and_then(|instance| instance.places_in_words(&cells));
    Told { name: words.name, place: words.place, text: words.text, cells, at }
}

fn cells(
    model: &Model,
    rules: &Rules,
    rule: u32,
    is_needed: &dyn Fn(usize) -> bool,
    places: &dyn Fn(&str) -> Vec<Pos>,
) -> Vec<Pos> {
    let mut cells = Vec::new();
    for (at, (posted, owner)) in model.constraints.iter().zip(&rules.owners).enumerate() {
        if *owner == Owner::Rule(rule) && is_needed(at) {
            posted.constraint.visit(&mut |var| cells.extend(places(model.name(var))));
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The values of the integers that some rules speak of: arrays by their name, each kind once.
pub(super) fn domains(model: &Model, rules: &Rules, chosen: &[u32]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut see = |var: Var| {
        let decl = &model.vars[var.index()];
        if decl.kind == Kind::Int && !decl.name.is_empty() {
            let base = decl.name.split('[').next().unwrap_or_default();
            let ranges = decl.domain.ranges().iter().map(|(lo, hi)| match lo == hi {
                true => lo.to_string(),
                false => format!("{lo}..{hi}"),
            });
            let words = format!("{base} in {}", ranges.collect::<Vec<_>>().join(" union "));
            if !found.contains(&words) {
                found.push(words);
            }
        }
    };
    for (posted, owner) in model.constraints.iter().zip(&rules.owners) {
        if matches!(owner, Owner::Rule(rule) if chosen.contains(rule)) {
            posted.constraint.visit(&mut see);
        }
    }
    found
}
