//! From a model to clauses.
//!
//! [`encode`] writes the formula into any [`ClauseSink`] and returns the [`VarMap`] that lifts valuations back. The
//! valuations of the formula, seen through the map, are exactly the solutions of the model; auxiliaries may add
//! several valuations for one solution, so enumeration blocks the [`VarMap::projection`]. Choices are rows of four
//! tables, put together in an [`Encoding`]. Nothing here reads a clock: the only limit is the size of the formula.

mod all_different;
pub mod at_most_one;
mod bits;
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
mod operation;
mod signed;
mod simplify;
mod table;
#[cfg(test)]
mod tests;
mod tighten;
pub mod values;

pub use encoding::{Encoding, RowInfo};
pub use error::{EncodeError, Written};
pub use map::VarMap;

use crate::cnf::ClauseSink;
use crate::model::{Domain, Model, Posted};
use encoder::Encoder;

/// Writes the model's formula into the sink.
pub fn encode(model: &Model, encoding: &Encoding, sink: &mut dyn ClauseSink) -> Result<VarMap, EncodeError> {
    let declared: Vec<Domain> = model.vars.iter().map(|decl| decl.domain.clone()).collect();
    let domains = if declared.iter().any(Domain::is_empty) { declared.clone() } else { tighten::tightened(model) };
    if domains.iter().any(Domain::is_empty) {
        // The variables are there for the map, and nothing satisfies them.
        let mut encoder = Encoder::new(model, &declared, encoding, sink)?;
        encoder.clause(&[]);
        return Ok(encoder.map);
    }
    let mut encoder = Encoder::new(model, &domains, encoding, sink)?;
    let replaced = simplify::smaller_counts(model, &domains);
    for (index, posted) in model.constraints.iter().enumerate() {
        let constraint = replaced.get(&index).unwrap_or(&posted.constraint);
        encoder.encoding = hinted(encoding, posted)?;
        constraint::post(&mut encoder, constraint).map_err(|error| error.at(|| shown(model, posted)))?;
        if encoder.is_full() {
            return Err(EncodeError::TooLarge { what: shown(model, posted), limit: encoding.limit });
        }
    }
    match encoder.is_full() {
        true => Err(EncodeError::TooLarge { what: "the domains of the variables".into(), limit: encoding.limit }),
        false => Ok(encoder.map),
    }
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
