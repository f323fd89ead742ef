//! From formula back to model: the model as a pseudo-Boolean problem, and a derivation of every clause of its formula.
//!
//! [`derive()`] encodes a model through a sink that takes the encoders' notes ([`crate::cnf::Note`]) and writes a proof in the format of
//! VeriPB 3.0. The model is stated over words of its own ("x is at least 3", "x is 3"), so that the statement does not depend on the
//! encoding; the proof defines each variable of the formula by those words and derives the clauses. What it claims is one direction:
//! every solution of the model is one of the formula, so a refuted formula is a refuted model. Where a row has no derivation,
//! [`Derived::missing`] says so and nothing is claimed.

mod backtrack;
mod cases;
mod inequality;
mod kinds;
mod known;
mod log;
mod network;
mod notes;
mod sink;
mod statement;
mod sums;
#[cfg(test)]
mod table;
mod vocabulary;

pub use backtrack::Backtrack;
pub use statement::{Statement, TOO_LARGE};
pub use sums::UNSTATED;

use crate::cnf::{ClauseSink, Cnf, Lit};
use crate::encode::{self, EncodeError, Encoding};
use crate::model::Model;
use crate::search::Budget;
use inequality::Inequality;
use sink::Deriver;

/// A formula with its derivation.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The model, in OPB form.
    pub model: String,
    /// The derivation, in VeriPB form.
    pub proof: String,
    /// The formula, in OPB form: what the derivation ends with.
    pub formula: String,
    /// The formula itself.
    pub cnf: Cnf,
    /// What has no derivation, as far as was found; if there is anything, nothing is claimed, and the rest breaks off.
    pub missing: Vec<&'static str>,
}

/// More bytes of a derivation are not written.
pub const MOST_BYTES: usize = 1 << 24;

/// Encodes a model, and derives its formula.
pub fn derive(model: &Model, encoding: &Encoding, budget: &Budget) -> Result<Derived, EncodeError> {
    derived(model, model, encoding, true, budget)
}

/// The same for a formula that may be another model's; a derivation of what does not follow is not accepted.
#[doc(hidden)]
pub fn derive_as(
    stated: &Model,
    encoded: &Model,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Derived, EncodeError> {
    derived(stated, encoded, encoding, false, budget)
}

fn derived(
    stated: &Model,
    encoded: &Model,
    encoding: &Encoding,
    breaks_off: bool,
    budget: &Budget,
) -> Result<Derived, EncodeError> {
    let statement = Statement::of(stated, encoding);
    let (n_stated, model) = (statement.lines.len(), statement.opb(stated));
    let mut deriver = Deriver::new(statement);
    deriver.breaks_off = breaks_off;
    match encode::encode(encoded, encoding, budget, &mut deriver) {
        // Nothing is claimed any more, and the reason is known.
        Err(_) if !deriver.stated.missing.is_empty() => {}
        Err(_) if deriver.is_full() => drop(deriver.stated.missing.insert(TOO_LARGE)),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    let Deriver { cnf, log, kept, stated, .. } = deriver;
    let missing = stated.missing.into_iter().collect();
    Ok(Derived { model, proof: log.output(&kept, n_stated), formula: opb(&cnf), cnf, missing })
}

/// The model in OPB form, as [`derive()`] states it.
pub fn stated(model: &Model, encoding: &Encoding) -> String {
    Statement::of(model, encoding).opb(model)
}

/// The formula in OPB form.
pub fn opb(cnf: &Cnf) -> String {
    let mut text = format!("* #variable= {} #constraint= {}\n", cnf.n_vars(), cnf.n_clauses());
    for clause in cnf.clauses() {
        let clause: &[Lit] = clause;
        text.push_str(&Inequality::clause(clause).text(&|var| format!("x{var}")));
        text.push_str(" ;\n");
    }
    text
}
