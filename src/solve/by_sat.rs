//! Solving by SAT: one answer, all answers, or the best one.
//!
//! One answer of a model that falls apart is looked for part by part; everything else is one formula, and the engine
//! that is reported is the one that takes models whole.

use super::collect::Collector;
use super::on_model::Goal;
use super::presolved::{Use, presolved};
use super::second_opinion::{BY_PRESOLVING, is_refuted, seek};
use super::{Evidence, Kind, SolveError, Statement};
use crate::decompose::{self, Ground, Halt, Outcome, SatLeaf};
use crate::engine::{Engine, SatEngine};
use crate::model::{Atom, Model};
use crate::sat::{self, Feed, Loaded, Quest};
use crate::search::{End, Stats, Stop};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Instant;

/// Who really ran, why it ended, what was done.
type Ran = Result<(Engine, End, Stats), SolveError>;

/// What a solver holds, and the solver.
type Held<'m> = (Cow<'m, Model>, Loaded);

pub(super) fn run(engine: &SatEngine, of: &Statement, goal: Goal, out: &mut Collector) -> Ran {
    let started = Instant::now();
    let (ran, end, mut stats) = search(engine, of, goal, out)?;
    seek(engine, of, goal, out, (end, &mut stats), started.elapsed().as_secs_f64())?;
    Ok((ran, end, stats))
}

fn search(engine: &SatEngine, of: &Statement, goal: Goal, out: &mut Collector) -> Ran {
    match (goal, out.run.limit == Some(1) && engine.split) {
        (Goal::Any, true) => by_parts(engine, of, out),
        (Goal::Any, false) => whole(engine, of, out, all),
        (Goal::Best, _) => whole(engine, of, out, best),
    }
}

/// One formula for the whole model.
fn whole<'m>(
    engine: &SatEngine,
    of: &'m Statement,
    out: &mut Collector,
    search: impl FnOnce(&SatEngine, &'m Statement, &mut Collector) -> Result<(End, Stats), SolveError>,
) -> Ran {
    let (end, stats) = search(engine, of, out)?;
    Ok((Engine::Sat(SatEngine { split: false, ..engine.clone() }), end, stats))
}

fn by_parts(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Ran {
    let mut leaf = SatLeaf::new(engine.encoding, engine.backend.clone());
    let (run, started) = (out.run, Instant::now());
    let given = presolved(of, &run.assumptions, &run.engine, Use::Apart, &run.budget);
    out.phases.encode += started.elapsed().as_secs_f64();
    let outcome = match given {
        Ok(Some(given)) => {
            let model = out.take(given);
            let (outcome, ground) = decompose::solve_split_on(&model, &mut leaf, &run.budget);
            out.ground = match ground {
                _ if is_refuted(&model, &of.model) => Some(BY_PRESOLVING),
                Ground::Part => None,
                Ground::Together => Some(Evidence { kind: Kind::Parts, checked: false }),
            };
            outcome
        }
        Ok(None) => {
            out.ground = Some(BY_PRESOLVING);
            Outcome::Unsat
        }
        Err(stop) => Outcome::Unknown(Halt::Stop(stop)),
    };
    out.phases.encode += leaf.encode_seconds;
    let end = match outcome {
        Outcome::Sat(assignment) => ended(out.assignment(assignment)),
        Outcome::Unsat => End::Exhausted,
        // The parts together have too many sums, and there is memory left: one formula is smaller.
        Outcome::Unknown(Halt::Stop(Stop::Memory)) if run.budget.spent().is_none() => {
            out.ground = None;
            return whole(engine, of, out, all);
        }
        Outcome::Unknown(Halt::Stop(stop)) => End::OutOfBudget(stop),
        Outcome::Unknown(Halt::TooLarge(why)) => return Err(SolveError::Resources(why)),
        Outcome::Unknown(Halt::Failed(why)) => return Err(SolveError::Backend(why)),
    };
    Ok((Engine::Sat(engine.clone()), end, leaf.stats))
}

fn ended(flow: ControlFlow<()>) -> End {
    if flow.is_break() { End::Cut } else { End::Exhausted }
}

/// The whole model, presolved and as clauses in a solver, or which limit was reached on the way.
fn load<'m>(engine: &SatEngine, of: &'m Statement, out: &mut Collector) -> Result<Result<Held<'m>, Stop>, SolveError> {
    let (run, started) = (out.run, Instant::now());
    // Assumptions are literals of the formula, so they play no part before it is written.
    let given = presolved(of, &[], &run.engine, Use::Whole, &run.budget).map_err(Halt::Stop);
    let loaded = given.and_then(|given| {
        let model = out.take(given.expect("nothing was assumed"));
        out.ground = is_refuted(&model, &of.model).then_some(BY_PRESOLVING);
        let loaded = sat::load_model(&model, &engine.encoding, &engine.backend, &run.budget)?;
        Ok((model, loaded))
    });
    out.phases.encode += started.elapsed().as_secs_f64();
    match loaded {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(Halt::Stop(stop)) => Ok(Err(stop)),
        Err(Halt::TooLarge(why)) => Err(SolveError::Resources(why)),
        Err(Halt::Failed(why)) => Err(SolveError::Backend(why)),
    }
}

/// What is assumed may as well be clauses: the solver serves this run only.
fn assume((solver, map): &mut Loaded, assumptions: &[Atom]) {
    for atom in assumptions {
        let lit = map.lit(*atom, &mut Feed(solver.as_mut()));
        solver.add(&[lit]);
    }
}

fn all(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Result<(End, Stats), SolveError> {
    let mut loaded = match load(engine, of, out)? {
        Ok((_, loaded)) => loaded,
        Err(stop) => return Ok((End::OutOfBudget(stop), Stats::default())),
    };
    let run = out.run;
    assume(&mut loaded, &run.assumptions);
    match sat::solutions(&mut loaded, &run.budget, &mut |solution| out.assignment(solution)) {
        Ok(end) => Ok((end, loaded.0.stats())),
        Err(halt) => Err(SolveError::Backend(halt.to_string())),
    }
}

fn best(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Result<(End, Stats), SolveError> {
    let (model, mut loaded) = match load(engine, of, out)? {
        Ok(loaded) => loaded,
        Err(stop) => return Ok((End::OutOfBudget(stop), Stats::default())),
    };
    assume(&mut loaded, &out.run.assumptions);
    let run = out.run;
    let (incumbent, is_shared) = (out.incumbent.clone(), run.incumbent.is_some());
    let believes = !engine.backend.is_checked();
    let quest = Quest { model: &model, strategy: engine.strategy, incumbent, is_shared, believes };
    let end = sat::optimise(&mut loaded, &quest, &run.budget, &mut |solution| out.assignment(solution))?;
    Ok((end, loaded.0.stats()))
}

#[cfg(test)]
mod tests {
    use crate::model::{Cmp, Constraint, Model};
    use crate::search::Budget;
    use crate::solve::{Status, solve_model};

    /// Every item is a part of its own, and the parts have a million sums together.
    #[test]
    fn parts_with_too_many_sums_become_one_formula() {
        let mut model = Model::new();
        let items = model.bools("take", 30);
        let weight = |i: usize| 10_000 + (i as i64 * 7_919 + 3) % 89_989;
        let total: i64 = (0..30).step_by(2).map(weight).sum();
        let terms = items.iter().enumerate().map(|(i, x)| (weight(i), *x)).collect();
        model.post(Constraint::Linear { terms, cmp: Cmp::Eq, bound: total });
        let outcome = solve_model(model, &"sat::batsat".parse().expect("an engine"), Budget::unlimited());
        assert_eq!(outcome.expect("no error").status, Status::Satisfiable);
    }
}
