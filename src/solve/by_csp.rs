//! Solving by the textbook backtracker. Assumptions make domains smaller.

use super::Statement;
use super::collect::Collector;
use super::on_model::Goal;
use super::presolved::{Use, presolved};
use crate::csp;
use crate::engine::{CspEngine, Engine};
use crate::search::{End, Stats};

pub(super) fn run(engine: &CspEngine, of: &Statement, goal: Goal, out: &mut Collector) -> (Engine, End, Stats) {
    let run = out.run;
    let given = presolved(of, &run.assumptions, &run.engine, Use::Whole, &run.budget);
    let (end, stats) = match (given, goal) {
        (Err(stop), _) => (End::OutOfBudget(stop), Stats::default()),
        (Ok(None), _) => (End::Exhausted, Stats::default()),
        (Ok(Some(given)), goal) => {
            let model = out.take(given);
            let incumbent = out.incumbent.clone();
            match goal {
                Goal::Any => csp::search(&model, &engine.order, &run.budget, &mut |a| out.assignment(a)),
                Goal::Best => csp::optimise(&model, &engine.order, &run.budget, &incumbent, &mut |a| out.assignment(a)),
            }
        }
    };
    (Engine::Csp(engine.clone()), end, stats)
}
