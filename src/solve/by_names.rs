//! Values that came from elsewhere, by name: completed to an assignment of the model, and judged like any other.

use super::{Accepted, Problem, SolveError, Statement, judge_assignment, solve_model};
use crate::engine::Engine;
use crate::model::{Model, Objective, Var};
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Judges named values; what the model has besides is found by solving it with these values fixed. The inner error is a
/// limit that was reached first.
pub fn judge_named(
    problem: &Problem,
    statement: &Arc<Statement>,
    named: &[(&str, i64)],
    budget: &Budget,
) -> Result<Result<Accepted, Stop>, SolveError> {
    let fixed = with_values(&statement.model, named).map_err(SolveError::Unreadable)?;
    let outcome = solve_model(fixed, &Engine::default(), budget.clone())?;
    match (outcome.best.and_then(|answer| answer.stated), outcome.reason) {
        (Some((_, assignment)), _) => judge_assignment(problem, statement, assignment, budget).map(Ok),
        (None, Some(stop)) => Ok(Err(stop)),
        (None, None) => Err(SolveError::Rejected("by the model: no solution has these values".to_string())),
    }
}

/// The model with some variables fixed, without its objective.
fn with_values(model: &Model, named: &[(&str, i64)]) -> Result<Model, String> {
    let vars: FxHashMap<&str, Var> = model.all_vars().map(|var| (model.name(var), var)).collect();
    let mut fixed = Model { objective: Objective::Satisfy, ..model.clone() };
    for (name, value) in named {
        let var = vars.get(name).ok_or_else(|| format!("the model has no variable `{name}`"))?;
        fixed.clause([var.is(*value)]);
    }
    Ok(fixed)
}

#[cfg(test)]
mod tests {
    use super::judge_named;
    use crate::engine::Engine;
    use crate::model::{Domain, Kind, Model};
    use crate::search::Budget;
    use crate::solve::{Problem, SolveError};

    #[test]
    fn auxiliaries_are_found_and_wrong_values_seen() {
        let mut model = Model::new();
        let x = model.int("x", 0..=5);
        let square = model.auxiliary(Domain::range(0, 25), Kind::Int);
        model.table(&[x, square], vec![vec![2, 4], vec![3, 9]]);
        model.minimise(x);
        let (problem, budget) = (Problem::of_model(model), Budget::unlimited());
        let statement = problem.statement(&Engine::default(), &budget).expect("a model");
        let judge = |name: &str, value: i64| judge_named(&problem, &statement, &[(name, value)], &budget);
        let answer = judge("x", 3).expect("a solution, if not the best").expect("there is time");
        assert_eq!(answer.stated.expect("of the model").1.values, [3, 9]);
        assert!(matches!(judge("x", 4), Err(SolveError::Rejected(_))));
        assert!(matches!(judge("y", 4), Err(SolveError::Unreadable(_))));
    }
}
