//! Solving by the textbook backtracker. Assumptions make domains smaller.

use super::Statement;
use super::assume::assumed;
use super::collect::Collector;
use super::on_model::Goal;
use crate::csp;
use crate::engine::{CspEngine, Engine};
use crate::search::{End, Stats};

pub(super) fn run(engine: &CspEngine, of: &Statement, goal: Goal, out: &mut Collector) -> (Engine, End, Stats) {
    let run = out.run;
    let (end, stats) = match (assumed(&of.model, &run.assumptions), goal) {
        (None, _) => (End::Exhausted, Stats::default()),
        (Some(model), Goal::Any) => csp::search(&model, &engine.order, &run.budget, &mut |a| out.assignment(a)),
        (Some(model), Goal::Best) => csp::optimise(&model, &engine.order, &run.budget, &mut |a| out.assignment(a)),
    };
    (Engine::Csp(engine.clone()), end, stats)
}
