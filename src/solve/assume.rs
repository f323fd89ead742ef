//! A model under assumptions: the same variables with smaller domains.

use crate::model::{Atom, Model};
use std::borrow::Cow;

/// The model under the assumptions; `None` if they leave a variable no value.
pub(super) fn assumed<'m>(model: &'m Model, assumptions: &[Atom]) -> Option<Cow<'m, Model>> {
    let mut model = Cow::Borrowed(model);
    for atom in assumptions {
        let domain = model.domain(atom.var).intersect(&atom.admitted());
        if domain.is_empty() {
            return None;
        }
        model.to_mut().vars[atom.var.index()].domain = domain;
    }
    Some(model)
}

#[cfg(test)]
mod tests {
    use super::super::{Problem, Run, Status, backbone, count, solve};
    use crate::model::{Atom, Model, Sum, Var};
    use num_bigint::BigUint;
    use std::ops::ControlFlow;

    const ENGINES: &[&str] = &[
        "sat",
        "sat:whole",
        "csp",
        "csp:mrv+fc",
        #[cfg(feature = "pumpkin")]
        "lcg",
    ];

    /// `x < y < z` within 1..5.
    fn chain() -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars = model.ints("x", 3, 1..=5);
        vars.windows(2).for_each(|pair| model.post(Sum::from(pair[0]).lt(pair[1])));
        (model, vars)
    }

    fn check(model: &Model, assumptions: &[Atom], expected: u64) {
        for engine in ENGINES {
            let run =
                Run { engine: engine.parse().expect("an engine"), assumptions: assumptions.to_vec(), ..Run::default() };
            let problem = Problem::of_model(model.clone());
            let mut n = 0;
            let outcome = solve(&problem, &run, &mut |answer| {
                let (_, assignment) = answer.stated.as_ref().expect("a model");
                assert!(assumptions.iter().all(|a| a.holds(assignment)), "{engine}");
                n += 1;
                ControlFlow::Continue(())
            });
            let status = if expected == 0 { Status::Unsatisfiable } else { Status::Satisfiable };
            assert_eq!((outcome.expect("it applies").status, n), (status, expected), "{engine} {assumptions:?}");
            let counted = count(&problem, &run).expect("it counts");
            assert_eq!(counted.solutions, Some(BigUint::from(expected)), "{engine} {assumptions:?}");
            let one = solve(&problem, &Run { limit: Some(1), ..run.clone() }, &mut |_| ControlFlow::Continue(()));
            assert_eq!(one.expect("it applies").status, status, "{engine} {assumptions:?}");
            assert_eq!(backbone(&problem, &run).expect("it applies").status, status, "{engine} {assumptions:?}");
        }
    }

    #[test]
    fn assumptions_hold_in_every_answer_of_every_engine() {
        let (model, vars) = chain();
        check(&model, &[], 10);
        check(&model, &[vars[0].is(2)], 3);
        check(&model, &[vars[0].at_least(2), vars[2].is_not(5)], 1);
        check(&model, &[vars[1].at_most(2), vars[2].at_least(4)], 2);
        check(&model, &[vars[0].is(4)], 0);
        check(&model, &[vars[0].is(9)], 0);
        check(&model, &[vars[0].is(1), vars[0].is(2)], 0);
    }

    #[test]
    fn the_best_under_assumptions_is_found() {
        let (mut model, vars) = chain();
        model.maximise(vars[0]);
        for engine in ENGINES {
            let run = Run {
                engine: engine.parse().expect("an engine"),
                limit: Some(1),
                assumptions: vec![vars[1].at_most(3)],
                ..Run::default()
            };
            let outcome = solve(&Problem::of_model(model.clone()), &run, &mut |_| ControlFlow::Continue(()));
            let outcome = outcome.expect("it applies");
            assert_eq!(
                (outcome.status, outcome.objective, outcome.value(vars[0])),
                (Status::Optimal, Some(2), Some(2))
            );
        }
    }
}
