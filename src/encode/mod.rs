//! From a model to clauses.
//!
//! [`encode`] writes the formula into any [`ClauseSink`] and returns the [`VarMap`] that lifts valuations back. The
//! valuations of the formula, seen through the map, are exactly the solutions of the model; auxiliaries may add
//! several valuations for one solution, so enumeration blocks the [`VarMap::projection`]. Choices are rows of four
//! tables, put together in an [`Encoding`]. The limits are the size of the formula and the budget, both kept by the
//! door through which every clause goes.

mod all_different;
pub mod at_most_one;
mod bits;
mod coding;
pub mod conditional;
mod conflicts;
mod constraint;
pub mod count;
pub mod domain;
pub mod door;
mod element;
mod encoder;
mod encoding;
mod error;
mod extremum;
pub mod linear;
mod map;
mod map_file;
mod operation;
mod origin;
mod pseudo_boolean;
mod signed;
mod simplify;
mod table;
#[cfg(test)]
mod tests;
mod tighten;
pub mod values;

pub use coding::Coding;
pub use encoding::{Encoding, RowInfo};
pub use error::{EncodeError, Written};
pub use map::VarMap;
pub use map_file::{MapFile, Rule, Run};
pub use origin::Origins;
pub use pseudo_boolean::opb_of_model;

use crate::cnf::ClauseSink;
use crate::model::{Constraint, Domain, Model, Posted};
use crate::search::Budget;
use encoder::Encoder;
use rustc_hash::FxHashMap;

/// Writes the model's formula into the sink, within a budget.
pub fn encode(
    model: &Model,
    encoding: &Encoding,
    budget: &Budget,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap, EncodeError> {
    let declared: Vec<Domain> = model.vars.iter().map(|decl| decl.domain.clone()).collect();
    let domains = if declared.iter().any(Domain::is_empty) { declared.clone() } else { tighten::tightened(model) };
    if domains.iter().any(Domain::is_empty) {
        // The variables are there for the map, and nothing satisfies them.
        let mut encoder = Encoder::new(model, &declared, encoding, budget, sink)?;
        encoder.clause(&[]);
        return Ok(encoder.finish());
    }
    let replaced = simplify::smaller_counts(model, &domains);
    write(model, &domains, &replaced, encoding, budget, sink)
}

/// Writes each constraint, or what says the same in its place, over variables with these domains.
fn write(
    model: &Model,
    domains: &[Domain],
    replaced: &FxHashMap<usize, Constraint>,
    encoding: &Encoding,
    budget: &Budget,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap, EncodeError> {
    let mut encoder = Encoder::new(model, domains, encoding, budget, sink)?;
    for (index, posted) in model.constraints.iter().enumerate() {
        let constraint = replaced.get(&index).unwrap_or(&posted.constraint);
        encoder.encoding = hinted(encoding, posted)?;
        encoder.begin(index);
        let written = constraint::post(&mut encoder, constraint).and_then(|()| encoder.go_on());
        written.map_err(|error| error.at(|| shown(model, posted)))?;
    }
    Ok(encoder.finish())
}

/// The rows for one constraint: a hint of the model comes before the user's choice.
fn hinted(encoding: &Encoding, posted: &Posted) -> Result<Encoding, EncodeError> {
    posted.encoding.as_deref().map_or(Ok(*encoding), |name| encoding.with(name))
}

/// A constraint in words: its rule, its kind, and the first of its variables.
fn shown(model: &Model, posted: &Posted) -> String {
    const FEW: usize = 3;
    let scope = posted.constraint.scope();
    let names: Vec<String> = scope.iter().take(FEW).map(|var| model.shown_name(*var)).collect();
    let more = if scope.len() > FEW { ", ..." } else { "" };
    let rule = model.label(posted).map_or(String::new(), |label| format!(" of rule \"{label}\""));
    format!("{}({}{more}){rule}", posted.constraint.kind(), names.join(", "))
}
