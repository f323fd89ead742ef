//! The library in the judge's own words: what each function and constraint means for plain values.
//!
//! Written from what the constraints are said to mean, not from the bodies in `prelude.mzn`, which the flattener uses. A
//! name that is not here is not judged.

mod array;
mod automaton;
mod chosen;
mod counting;
mod diagram;
mod geometry;
mod graph;
mod logic;
mod number;
mod option;
mod order;
mod packing;
mod set;
mod text;
mod write;

pub(super) use array::with_indices;

use super::value::{Cells, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// What computes it.
pub(super) type Run = fn(&mut Walk<'_>, &[Val], Span) -> Out<Val>;

/// A function or a constraint.
pub(super) struct Row {
    pub name: &'static str,
    /// With how many arguments it is Boolean.
    truth: Truth,
    /// Whether it is of the type of its last argument.
    pub like_last: bool,
    pub run: Run,
}

/// With how many arguments something is Boolean.
#[derive(Clone, Copy)]
enum Truth {
    Never,
    Always,
    From(usize),
}

impl Row {
    pub fn truth_with(&self, n_args: usize) -> bool {
        match self.truth {
            Truth::Never => false,
            Truth::Always => true,
            Truth::From(n) => n <= n_args,
        }
    }
}

/// A function.
const fn value(name: &'static str, run: Run) -> Row {
    Row { name, truth: Truth::Never, like_last: false, run }
}

/// A constraint.
const fn truth(name: &'static str, run: Run) -> Row {
    Row { name, truth: Truth::Always, like_last: false, run }
}

/// A constraint with so many arguments or more, a function with fewer.
const fn either(name: &'static str, n_args: usize, run: Run) -> Row {
    Row { name, truth: Truth::From(n_args), like_last: false, run }
}

/// A function of the type of its last argument.
const fn passed(name: &'static str, run: Run) -> Row {
    Row { name, truth: Truth::Never, like_last: true, run }
}

const TABLES: &[&[Row]] = &[
    array::TABLE,
    automaton::TABLE,
    chosen::TABLE,
    counting::TABLE,
    diagram::TABLE,
    geometry::TABLE,
    graph::TABLE,
    logic::TABLE,
    number::TABLE,
    option::TABLE,
    order::TABLE,
    packing::TABLE,
    set::TABLE,
    text::TABLE,
    write::TABLE,
];

/// Other names for the same.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("all_different_int", "all_different"),
    ("all_different_set", "all_different"),
    ("all_equal_int", "all_equal"),
    ("all_equal_set", "all_equal"),
    ("at_least_int", "at_least"),
    ("at_least_set", "at_least"),
    ("at_most_int", "at_most"),
    ("at_most_set", "at_most"),
    ("decreasing_set", "decreasing"),
    ("element_set", "element"),
    ("exactly_set", "exactly"),
    ("increasing_set", "increasing"),
    ("lex_leq_bool", "lex_lesseq"),
    ("lex_leq_int", "lex_lesseq"),
    ("lex_lt_bool", "lex_less"),
    ("lex_lt_int", "lex_less"),
    ("maximum_arg_bool", "maximum_arg"),
    ("member_set", "member"),
    ("minimum_arg_bool", "minimum_arg"),
    ("set_member", "member"),
    ("atleast", "at_least"),
    ("atmost", "at_most"),
    ("decreasing_bool", "decreasing"),
    ("decreasing_int", "decreasing"),
    ("element_bool", "element"),
    ("element_int", "element"),
    ("exactly_int", "exactly"),
    ("increasing_bool", "increasing"),
    ("increasing_int", "increasing"),
    ("lex_chain", "lex_chain_lesseq"),
    ("lex_chain_less_bool", "lex_chain_less"),
    ("lex_chain_less_int", "lex_chain_less"),
    ("lex_chain_lesseq_bool", "lex_chain_lesseq"),
    ("lex_chain_lesseq_int", "lex_chain_lesseq"),
    ("lex_leq", "lex_lesseq"),
    ("lex_less_bool", "lex_less"),
    ("lex_less_int", "lex_less"),
    ("lex_lesseq_bool", "lex_lesseq"),
    ("lex_lesseq_int", "lex_lesseq"),
    ("lex_lt", "lex_less"),
    ("maximum_arg_int", "maximum_arg"),
    ("member_bool", "member"),
    ("member_int", "member"),
    ("minimum_arg_int", "minimum_arg"),
    ("table_bool", "table"),
    ("table_int", "table"),
    ("value_precede_chain_int", "value_precede_chain"),
    ("value_precede_int", "value_precede"),
];

/// What a name means.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    static BY_NAME: OnceLock<FxHashMap<&'static str, &'static Row>> = OnceLock::new();
    BY_NAME.get_or_init(by_name).get(name).copied()
}

fn by_name() -> FxHashMap<&'static str, &'static Row> {
    let rows = TABLES.iter().flat_map(|table| table.iter()).map(|row| (row.name, row));
    let mut all: FxHashMap<&'static str, &'static Row> = rows.collect();
    for (other, name) in OTHER_NAMES {
        if let Some(row) = all.get(name).copied() {
            all.insert(other, row);
        }
    }
    all
}

fn holds(truth: bool) -> Out<Val> {
    Ok(Val::Bool(truth))
}

/// For a number of arguments that nothing here has.
fn strange(name: &str) -> Out<Val> {
    Stop::unjudged(format!("`{name}` with these arguments"))
}

/// The array that a value is.
fn cells(value: &Val) -> Out<&Arc<Cells>> {
    match value {
        Val::Array(array) => Ok(array),
        other => Stop::unjudged(format!("expected an array, found {}", other.kind())),
    }
}

/// The numbers of an array, all of them there.
fn numbers(value: &Val) -> Out<Vec<i64>> {
    cells(value)?.cells.iter().map(super::operator::number).collect()
}

/// The numbers of an array that are there.
fn present(value: &Val) -> Out<Vec<i64>> {
    let there = cells(value)?.cells.iter().filter(|cell| **cell != Val::Absent);
    there.map(super::operator::number).collect()
}

/// An array of numbers by its indices.
struct Indexed {
    lo: i64,
    of: Option<u32>,
    cells: Vec<i64>,
}

impl Indexed {
    fn of(value: &Val) -> Out<Indexed> {
        let array = cells(value)?;
        let first = array.index.first();
        Ok(Indexed { lo: first.map_or(1, |i| i.lo), of: first.and_then(|i| i.of), cells: numbers(value)? })
    }

    fn get(&self, at: i64) -> Option<i64> {
        self.cells.get(usize::try_from(at.checked_sub(self.lo)?).ok()?).copied()
    }

    /// The indices with their numbers.
    fn iter(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        (self.lo..).zip(self.cells.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::{OTHER_NAMES, TABLES, find};

    #[test]
    fn every_name_has_one_meaning() {
        let mut names: Vec<&str> = TABLES.iter().flat_map(|table| table.iter()).map(|row| row.name).collect();
        names.extend(OTHER_NAMES.iter().map(|(name, _)| name));
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        assert!(OTHER_NAMES.iter().all(|(_, name)| find(name).is_some()));
    }
}
