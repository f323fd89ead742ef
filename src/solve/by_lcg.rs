//! Solving by lazy clause generation. Assumptions make domains smaller.
//!
//! A model that the backend cannot take is a reason of its own, not a lack of resources: another engine will do.

use super::collect::Collector;
use super::on_model::Goal;
use super::presolved::{Use, presolved};
use super::{SolveError, Statement};
use crate::engine::{Engine, LcgEngine};
use crate::lcg;
use crate::search::{End, Halt, Stats};
use std::time::Instant;

/// Who really ran, why it ended, what was done.
type Ran = Result<(Engine, End, Stats), SolveError>;

pub(super) fn run(engine: &LcgEngine, of: &Statement, goal: Goal, out: &mut Collector) -> Ran {
    let (run, started) = (out.run, Instant::now());
    let given = presolved(of, &run.assumptions, &run.engine, Use::Whole, &run.budget);
    out.phases.encode += started.elapsed().as_secs_f64();
    let (end, stats) = match given {
        Err(stop) => (End::OutOfBudget(stop), Stats::default()),
        Ok(None) => (End::Exhausted, Stats::default()),
        Ok(Some(given)) => {
            let model = out.take(given);
            let incumbent = out.incumbent.clone();
            let goal = match goal {
                Goal::Any => lcg::Goal::All,
                Goal::Best => lcg::Goal::Better(&incumbent),
            };
            let solved = (engine.backend.row().solve)(&model, goal, &run.budget, &mut |a| out.assignment(a));
            solved.map_err(refused)?
        }
    };
    Ok((Engine::Lcg(engine.clone()), end, stats))
}

fn refused(halt: Halt) -> SolveError {
    match halt {
        Halt::Stop(stop) => SolveError::Stopped(stop),
        Halt::TooLarge(why) => SolveError::NotApplicable(why),
        Halt::Failed(why) => SolveError::Backend(why),
    }
}

#[cfg(all(test, feature = "pumpkin"))]
mod tests {
    use crate::model::{Model, sum};
    use crate::search::Budget;
    use crate::solve::{SolveError, Status, solve_model};

    fn by_lcg(model: &Model) -> Result<(Status, bool), SolveError> {
        let outcome = solve_model(model.clone(), &"lcg".parse().expect("an engine"), Budget::unlimited())?;
        Ok((outcome.status, outcome.is_unchecked()))
    }

    #[test]
    fn only_what_is_denied_is_unchecked() {
        let mut model = Model::new();
        let x = model.ints("x", 3, 0..=5);
        model.all_different(&x);
        assert_eq!(by_lcg(&model), Ok((Status::Satisfiable, false)));
        model.minimise(x[0]);
        assert_eq!(by_lcg(&model), Ok((Status::Optimal, true)));
        model.post(sum(x.iter().copied()).le(2));
        assert_eq!(by_lcg(&model), Ok((Status::Unsatisfiable, true)));
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let mut model = Model::new();
        let x = model.int("wide", 0..=1 << 40);
        model.post((x + x).ge(1));
        let refused = by_lcg(&model);
        assert!(matches!(&refused, Err(SolveError::NotApplicable(why)) if why.contains("wide")), "{refused:?}");
    }
}
