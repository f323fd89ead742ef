//! Problem and run in; judged outcome out.
//!
//! What the user named ([`Named`]) becomes a [`Problem`] through [`intake`]; a [`Run`] says how it is to be solved. No
//! answer leaves this module without its judges: the model's ([`crate::model::Model::violated_by`]), for a puzzle the
//! rules' ([`crate::puzzles::Instance::check`]), and for a model of the user's own the file's ([`crate::front::judge`]). An answer that a judge rejects is an error of its own kind and never
//! an answer.

mod assume;
pub mod auto;
mod backbone;
mod by_csp;
mod by_file;
mod by_horizon;
mod by_lcg;
mod by_names;
mod by_sat;
mod by_search;
mod checker;
mod collect;
mod count;
mod evidence;
mod formula;
mod formulations;
pub mod intake;
mod judge;
mod leaf;
mod named;
mod on_model;
mod outcome;
mod places;
mod presolved;
mod problem;
mod run;
mod second_opinion;
mod session;
mod solutions;
mod statement;
mod within;

pub use backbone::{Backbone, backbone, forced_atoms, what_is_fixed};
pub use by_file::judge_by_file;
pub use by_names::judge_named;
pub use checker::{Checker, as_comments};
pub use count::{Counted, Probabilities, count, listed, probabilities};
pub use evidence::{Evidence, Kind};
pub(crate) use formulations::for_all;
pub use judge::{judge_assignment, judge_solution};
pub use named::{Language, Named};
pub use outcome::{Accepted, Outcome, Phases, SolveError, Status};
pub use presolved::presolved_for_export;
pub use problem::{Problem, Replaced};
pub use run::Run;
pub use session::{Session, Told};
pub use solutions::{Solutions, solutions};
pub use statement::Statement;

use crate::engine::Engine;
use crate::model::Model;
use crate::search::Budget;
use std::ops::ControlFlow;
use std::time::Instant;

/// Called with each judged answer as it is found; `Break` ends the run.
pub type OnAnswer<'a> = dyn FnMut(&Accepted) -> ControlFlow<()> + 'a;

/// Solves a problem. Every answer is judged, then handed to `found`; looking for the best one, each is better than the
/// one before.
pub fn solve(problem: &Problem, run: &Run, found: &mut OnAnswer) -> Result<Outcome, SolveError> {
    let started = Instant::now();
    match by_engine(problem, run, found) {
        // The limit was reached on the way to the model.
        Err(SolveError::Stopped(stop)) => {
            let phases = Phases { flatten: started.elapsed().as_secs_f64(), ..Phases::default() };
            Ok(Outcome { phases, ..Outcome::unknown(run.engine.clone(), stop) })
        }
        result => result,
    }
}

fn by_engine(problem: &Problem, run: &Run, found: &mut OnAnswer) -> Result<Outcome, SolveError> {
    let run = &Run { engine: formulations::engine_for(problem, run)?, ..run.clone() };
    match (&run.engine, problem.horizons()) {
        (Engine::Search(name), _) => by_search::run(name, problem, run, found),
        (Engine::Auto(_) | Engine::Sat(_) | Engine::Csp(_) | Engine::Lcg(_), Some(horizons)) => {
            by_horizon::run(problem, horizons, run, found)
        }
        (Engine::Auto(_) | Engine::Sat(_) | Engine::Csp(_) | Engine::Lcg(_), None) => {
            on_model::run(problem, &problem.statement(&run.engine, &run.budget)?, run, found)
        }
    }
}

/// Solves a model that no file or puzzle stands behind: the entry for Rust users. The answer passes the model's judge.
pub fn solve_model(model: Model, engine: &Engine, budget: Budget) -> Result<Outcome, SolveError> {
    solve(&Problem::of_model(model), &Run::one(engine.clone(), budget), &mut |_| ControlFlow::Continue(()))
}
