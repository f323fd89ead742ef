//! Names in FlatZinc: what a user declared keeps its name; cells of an array are variables of their own, gathered for output.

use crate::model::{Model, Var};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What is shown of a solution.
pub(super) enum Output {
    /// One variable under its own name.
    One(Var),
    /// An array: its name, its index sets, its cells row by row.
    Array(String, Vec<(i64, i64)>, Vec<Var>),
}

/// A variable and its place in an array, if its name tells one.
type Cell = (Var, Option<Vec<i64>>);

/// The names of all variables, and what is shown.
pub(super) struct Names {
    /// The name of each variable that is not called `X_` and its number.
    pub of: Vec<Option<Box<str>>>,
    /// What is shown, in order of declaration.
    pub outputs: Vec<Output>,
}

/// Words that name something else.
const RESERVED: &[&str] =
    &["array", "bool", "constraint", "false", "float", "int", "of", "predicate", "set", "solve", "true", "var"];

impl Names {
    /// The names of a model's variables.
    pub fn new(model: &Model) -> Names {
        let mut groups: Vec<(&str, Vec<Cell>)> = Vec::new();
        let mut at: FxHashMap<&str, usize> = FxHashMap::default();
        for var in &model.answer {
            let (base, index) = parts(model.name(*var));
            let group = *at.entry(base).or_insert(groups.len());
            if group == groups.len() {
                groups.push((base, Vec::new()));
            }
            groups[group].1.push((*var, index));
        }
        let mut names = Names { of: vec![None; model.vars.len()], outputs: Vec::new() };
        let mut taken: BTreeSet<String> = RESERVED.iter().map(|word| word.to_string()).collect();
        for (base, cells) in groups {
            names.group(model, base, &cells, &mut taken);
        }
        names.avoid(&mut taken);
        names
    }

    /// Where somebody else has the name of a variable that no user named, it gets another.
    fn avoid(&mut self, taken: &mut BTreeSet<String>) {
        let numbers = taken.iter().filter_map(|name| name.strip_prefix("X_")?.parse::<usize>().ok());
        let numbers: Vec<usize> = numbers.filter(|at| self.of.get(*at).is_some_and(Option::is_none)).collect();
        for at in numbers {
            self.of[at] = Some(fresh(&format!("X_{at}"), taken).into());
        }
    }

    fn group(&mut self, model: &Model, base: &str, cells: &[Cell], taken: &mut BTreeSet<String>) {
        if let Some(sets) = rectangle(cells) {
            let vars = cells.iter().map(|(var, _)| *var).collect();
            self.outputs.push(Output::Array(fresh(base, taken), sets, vars));
            return;
        }
        for (var, _) in cells {
            self.of[var.index()] = Some(fresh(model.name(*var), taken).into());
            self.outputs.push(Output::One(*var));
        }
    }
}

/// `a[3,4]` is `a` and 3, 4; an index that is no number is none.
fn parts(name: &str) -> (&str, Option<Vec<i64>>) {
    match name.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
        Some((base, index)) => (base, index.split(',').map(|number| number.parse().ok()).collect()),
        None => (name, None),
    }
}

/// The index sets of cells that fill an array, row by row.
fn rectangle(cells: &[Cell]) -> Option<Vec<(i64, i64)>> {
    let indices: Vec<&Vec<i64>> = cells.iter().map(|(_, index)| index.as_ref()).collect::<Option<_>>()?;
    let (first, last) = (indices.first()?, indices.last()?);
    if first.len() != last.len() {
        return None;
    }
    let sets: Vec<(i64, i64)> = first.iter().zip(last.iter()).map(|(low, high)| (*low, *high)).collect();
    let mut expected = (*first).clone();
    for index in &indices {
        if **index != expected {
            return None;
        }
        for (at, (low, high)) in expected.iter_mut().zip(&sets).rev() {
            if *at < *high {
                *at += 1;
                break;
            }
            *at = *low;
        }
    }
    // After the last cell the count begins again.
    (expected == **first).then_some(sets)
}

/// An identifier like this that nothing else has.
fn fresh(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    name.truncate(name.trim_end_matches('_').len());
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "X_");
    }
    while !taken.insert(name.clone()) {
        name.push_str("_1");
    }
    name
}
