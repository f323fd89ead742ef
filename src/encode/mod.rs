//! From a model to clauses.
//!
//! [`encode`] writes the formula into any [`ClauseSink`] and returns the [`VarMap`] that lifts valuations back. The
//! valuations of the formula, seen through the map, are exactly the solutions of the model; auxiliaries may add
//! several valuations for one solution, so enumeration blocks the [`VarMap::projection`]. Choices are rows of
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
mod global;
pub mod linear;
mod map;
mod map_file;
mod operation;
mod origin;
mod pseudo_boolean;
mod signed;
mod table;
#[cfg(test)]
mod tests;
pub mod values;

pub use coding::Coding;
pub use encoding::{Encoding, RowInfo};
pub use error::{EncodeError, Written};
pub use map::VarMap;
pub use map_file::{MapFile, Rule, Run};
pub use origin::Origins;
pub use pseudo_boolean::{Kept, opb_of_model, opb_of_presolved, partly_encoded};

use crate::cnf::ClauseSink;
use crate::model::{Domain, Model, Posted};
use crate::presolve::Presolved;
use crate::search::Budget;
use encoder::Encoder;

/// Writes the model's formula into the sink, within a budget.
pub fn encode(
    model: &Model,
    encoding: &Encoding,
    budget: &Budget,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap, EncodeError> {
    encode_presolved(model, &Presolved::untouched(model), encoding, budget, sink)
}

/// The same for a model that was presolved: variables with a name keep the literals of their declaration, so that the
/// formula speaks of every value the user wrote, and clauses belong to the constraints of the original.
pub fn encode_presolved(
    original: &Model,
    Presolved { model, lift }: &Presolved,
    encoding: &Encoding,
    budget: &Budget,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap, EncodeError> {
    let domains: Vec<Domain> = model.vars.iter().map(|decl| decl.domain.clone()).collect();
    let mut encoder = Encoder::new(original, &domains, encoding, budget, sink)?;
    if domains.iter().any(Domain::is_empty) {
        // The variables are there for the map, and nothing satisfies them.
        encoder.clause(&[]);
        return Ok(encoder.finish());
    }
    for (index, posted) in model.constraints.iter().enumerate() {
        encoder.encoding = hinted(encoding, posted)?;
        encoder.begin(lift.origin(index));
        let written = constraint::post(&mut encoder, &posted.constraint).and_then(|()| encoder.go_on());
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
