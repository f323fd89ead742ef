//! Refutations by the backtracker: the model of a question in inequalities, and the proof that its search wrote.
//!
//! Nothing lies between the model and the proof, so there is no formula and no derivation of one.

use super::formula::{Question, question_model};
use super::manifest::Refutation;
use super::verify::{Bundle, Fault, broken};
use crate::csp::{self, Refuted};
use crate::engine::{CspEngine, Engine};
use crate::model::{Assignment, Atom};
use crate::presolve::Level;
use crate::proof;
use crate::search::Budget;
use crate::solve::{Problem, SolveError};

/// The model of a question, in OPB form.
pub(super) const MODEL: &str = "model.opb";
/// The proof that it has no solution, in VeriPB form.
pub(super) const PROOF: &str = "proof.pbp";

/// The engine as certified runs have it, if it is one that can give evidence by formulas or by its own proof.
pub(super) fn plain(engine: &Engine) -> Option<Engine> {
    match engine {
        Engine::Sat(sat) => {
            let mut sat = sat.clone();
            (sat.split, sat.presolve) = (false, Some(Level::Nothing));
            Some(Engine::Sat(sat))
        }
        Engine::Csp(csp) => Some(Engine::Csp(CspEngine { presolve: Some(Level::Nothing), ..csp.clone() })),
        Engine::Auto(_) | Engine::Lcg(_) | Engine::Search(_) => None,
    }
}

/// What a search says to a question.
pub(super) enum Said {
    /// There is no solution: the model and the proof.
    None([(&'static str, String); 2]),
    /// There is one.
    One(Assignment),
}

/// Asks the backtracker.
pub(super) fn ask(
    problem: &Problem,
    engine: &CspEngine,
    question: Question,
    besides: &[Vec<Atom>],
    budget: &Budget,
) -> Result<Said, SolveError> {
    let (_, model) = question_model(problem, &Engine::Csp(engine.clone()), question, besides, budget)?;
    let uncertified = |why: String| Err(SolveError::NotApplicable(format!("not certified: {why}")));
    match csp::refute(&model, &engine.order, budget) {
        Refuted::Yes(refutation) => match refutation.missing {
            None => Ok(Said::None([(MODEL, refutation.model), (PROOF, refutation.proof)])),
            Some(why) => uncertified(why),
        },
        Refuted::No(assignment) => Ok(Said::One(assignment)),
        Refuted::Stopped(stop) => Err(SolveError::Stopped(stop)),
        Refuted::Unlogged(why) => uncertified(why),
    }
}

impl Bundle<'_> {
    /// The model is that of the question, and the proof refutes it.
    pub(super) fn refutes_by_search(
        &self,
        problem: &Problem,
        engine: &Engine,
        refutation: &Refutation,
        besides: &[Vec<Atom>],
    ) -> Result<(), Fault> {
        let Refutation { question, formula: name, proof, .. } = refutation;
        let (_, model) = question_model(problem, engine, *question, besides, self.budget)?;
        let (model, statement) = csp::statement(&model, self.budget).map_err(SolveError::Stopped)?;
        let stated = self.bytes(name)?;
        if !statement.missing.is_empty() {
            return broken("the model cannot be stated in inequalities");
        }
        if stated != statement.opb(&model).as_bytes() {
            return broken(self.differs(name));
        }
        let checked = proof::check_inequalities(&stated, self.reader(proof)?, None, u64::MAX);
        self.go_on()?;
        match checked {
            Ok(shown) if shown.refutes => Ok(()),
            Ok(_) => broken(format!("{proof} does not refute {name}")),
            Err(why) => broken(format!("{proof}: {why}")),
        }
    }
}
