//! The step from the model to the formula: its files in a bundle, making them, and verifying them.
//!
//! `model.opb` has the model of the question in inequalities, `encoding.pbp` derives every clause of the formula from them, and
//! `formula.opb` has those clauses as the derivation leaves them. What cannot be derived says why, and claims nothing.

use super::folder::Within;
use super::formula::{Formula, encoding};
use super::manifest::Refutation;
use super::verify::{Bundle, Fault, broken};
use crate::derive::{self, Derived};
use crate::encode::EncodeError;
use crate::engine::Engine;
use crate::model::Model;
use crate::proof;
use crate::search::Budget;
use crate::solve::SolveError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::BufReader;

/// The model of a question, in OPB form.
const MODEL: &str = "model.opb";
/// The derivation of the formula, in VeriPB form.
const DERIVATION: &str = "encoding.pbp";
/// The formula as the derivation leaves it, in OPB form.
const CLAUSES: &str = "formula.opb";

/// A derivation is not kept if checking it looks at more terms.
const MOST_WORK: u64 = 2_000_000_000;
/// Why it is not kept then.
const TOO_MUCH: &str = "checking the derivation would take too long";
/// Where there is a limit of time, making a derivation gets this share of what is left of it; checking it once more takes less.
const SHARE: f64 = 1.0 / 4.0;
/// The same where further numbers of steps are still to be refuted.
const SMALL_SHARE: f64 = 1.0 / 16.0;
/// Why it is not kept if that was not enough.
const NO_TIME: &str = "there was no time for a derivation";
/// Why it is not kept if it is wrong.
const UNSOUND: &str = "the derivation that was made does not hold";

/// Whether a formula was derived from the model, and by which files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Derivation {
    /// Whether it was.
    pub derived: bool,
    /// The model in inequalities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The derivation of the formula from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The formula in inequalities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Derivation {
    /// A derivation in these files.
    pub(super) fn kept(path: &dyn Fn(&str) -> String) -> Derivation {
        let [model, proof, formula] = [MODEL, DERIVATION, CLAUSES].map(|name| Some(path(name)));
        Derivation { derived: true, model, proof, formula, why: None }
    }

    /// None is needed: what is refuted is the model itself.
    pub(super) fn needless() -> Derivation {
        Derivation { derived: true, model: None, proof: None, formula: None, why: None }
    }

    /// None, for a reason.
    pub(super) fn missing(why: &str) -> Derivation {
        Derivation { derived: false, model: None, proof: None, formula: None, why: Some(why.to_string()) }
    }

    /// Its files.
    pub(super) fn files(&self) -> impl Iterator<Item = &String> {
        [&self.model, &self.proof, &self.formula].into_iter().flatten()
    }

    /// The command by which another program checks it.
    pub(super) fn command(&self) -> Option<String> {
        let (model, proof, formula) = (self.model.as_ref()?, self.proof.as_ref()?, self.formula.as_ref()?);
        Some(format!("veripb {model} {proof} {formula}"))
    }
}

/// What the derivations show, behind the words about the proofs.
pub(super) fn in_words(refutations: &[Refutation]) -> String {
    let missing: BTreeSet<&str> = refutations.iter().filter_map(|r| r.derivation.why.as_deref()).collect();
    let what = if refutations.len() == 1 {
        "formula.cnf says no more than the model"
    } else {
        "each formula says no more than the model"
    };
    match (refutations.len(), missing.len()) {
        (0, _) => String::new(),
        _ if refutations.iter().all(Refutation::is_by_search) => String::new(),
        (_, 0) => format!("; {what}, by encoding.pbp"),
        _ => format!("; that {what} is not certified ({})", missing.into_iter().collect::<Vec<&str>>().join("; ")),
    }
}

/// Whether words are such as a reason has: a few of them, in plain letters.
pub(super) fn is_plain(why: &str) -> bool {
    (1..=200).contains(&why.len()) && why.chars().all(|c| c.is_ascii_alphanumeric() || " -:,`'+".contains(c))
}

/// The names of files, and what is in them.
type Files = [(&'static str, String); 3];

/// The files of a derivation by their names, or why there is none.
pub(super) fn made(
    formula: &Formula,
    is_last: bool,
    engine: &Engine,
    budget: &Budget,
) -> Result<Result<Files, String>, SolveError> {
    let share = if is_last { SHARE } else { SMALL_SHARE };
    let own = budget.remaining().map_or_else(|| budget.clone(), |left| budget.at_most(share * left.as_secs_f64()));
    let derived = derive::derive(&formula.model, &encoding(engine), &own);
    budget.spent().map_or(Ok(()), |stop| Err(SolveError::Stopped(stop)))?;
    let Derived { model, proof, formula, missing, .. } = match derived {
        Ok(derived) => derived,
        Err(EncodeError::Stop(_)) => return Ok(Err(NO_TIME.to_string())),
        Err(other) => return Err(SolveError::Resources(other.to_string())),
    };
    if !missing.is_empty() {
        return Ok(Err(missing.join(", ")));
    }
    let within = BufReader::new(Within { file: proof.as_bytes(), budget: &own });
    let checked = proof::check_inequalities(model.as_bytes(), within, Some(formula.as_bytes()), MOST_WORK);
    budget.spent().map_or(Ok(()), |stop| Err(SolveError::Stopped(stop)))?;
    Ok(match checked {
        _ if own.spent().is_some() => Err(NO_TIME.to_string()),
        Ok(shown) if shown.derives => Ok([(MODEL, model), (DERIVATION, proof), (CLAUSES, formula)]),
        Err(why) if why.is_too_much_work() => Err(TOO_MUCH.to_string()),
        Ok(_) | Err(_) => Err(UNSOUND.to_string()),
    })
}

impl Bundle<'_> {
    /// The formula follows from the model of the question, if that is said.
    pub(super) fn derives(
        &self,
        derivation: &Derivation,
        question: &Model,
        formula: &proof::Formula,
        engine: &Engine,
    ) -> Result<(), Fault> {
        let Derivation { model: Some(model), proof: Some(proof), formula: Some(clauses), .. } = derivation else {
            return Ok(());
        };
        let (stated, left) = (self.bytes(model)?, self.bytes(clauses)?);
        if stated != derive::stated(question, &encoding(engine)).as_bytes() {
            return broken(self.differs(model));
        }
        proof::is_same(formula, &left).map_err(|why| Fault::Broken(format!("{clauses}: {why}")))?;
        let checked = proof::check_inequalities(&stated, self.reader(proof)?, Some(&left), u64::MAX);
        self.go_on()?;
        match checked {
            Ok(shown) if shown.derives => Ok(()),
            Ok(_) => broken(format!("{proof} does not derive {clauses}")),
            Err(why) => broken(format!("{proof}: {why}")),
        }
    }
}
