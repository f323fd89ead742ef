//! All solutions of a model, one after the other, for `for`.
//!
//! The engine runs in a thread of its own and waits until the next solution is asked for. When the iterator is dropped, it ends
//! with the next solution it finds, or with its budget.

use super::{Problem, Run, SolveError, solve};
use crate::engine::Engine;
use crate::model::{Assignment, Model};
use crate::search::Budget;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

/// As deep as the main thread's.
const STACK: usize = 64 << 20;

/// The solutions of a model, each judged, each different on the answer variables; made by [`solutions`].
#[must_use = "solutions are looked for when they are asked for"]
pub struct Solutions {
    found: Receiver<Result<Assignment, SolveError>>,
}

/// All solutions of a model; with an objective, all the best ones. If the budget is spent first, the last item says so.
///
/// ```
/// use quandary::prelude::*;
///
/// let mut model = Model::new();
/// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
/// model.post((x + y * 2).equals(7));
/// let mut sums = Vec::new();
/// for solution in solutions(model, &"csp".parse()?, Budget::unlimited()) {
///     let solution = solution?;
///     sums.push(solution[x] + solution[y]);
/// }
/// sums.sort();
/// assert_eq!(sums, [4, 5, 6, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solutions(model: Model, engine: &Engine, budget: Budget) -> Solutions {
    let (sender, found) = mpsc::sync_channel(0);
    let run = Run { engine: engine.clone(), budget, limit: None, ..Run::default() };
    match thread::Builder::new().stack_size(STACK).spawn(move || look(model, &run, &sender)) {
        Ok(_) => Solutions { found },
        Err(error) => failed(SolveError::Resources(format!("cannot start a thread: {error}"))),
    }
}

fn failed(error: SolveError) -> Solutions {
    let (sender, found) = mpsc::sync_channel(1);
    // There is room for one, so this neither waits nor fails.
    let _ = sender.send(Err(error));
    Solutions { found }
}

fn look(model: Model, run: &Run, sender: &SyncSender<Result<Assignment, SolveError>>) {
    let mut gone = false;
    let outcome = solve(&Problem::of_model(model), run, &mut |answer| {
        let assignment = answer.assignment().cloned();
        gone = assignment.is_none_or(|assignment| sender.send(Ok(assignment)).is_err());
        if gone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let last = match outcome {
        Ok(outcome) => outcome.reason.map(SolveError::Stopped),
        Err(error) => Some(error),
    };
    if let (Some(error), false) = (last, gone) {
        // Nobody may be listening any more, which is no failure.
        let _ = sender.send(Err(error));
    }
}

impl Iterator for Solutions {
    type Item = Result<Assignment, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.found.recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::solutions;
    use crate::model::arbitrary::{self, Shape};
    use crate::search::Budget;

    #[test]
    fn every_solution_comes_once() {
        let engines = [
            "sat",
            "csp",
            "sat:whole",
            "csp:mrv+fc",
            #[cfg(feature = "pumpkin")]
            "lcg",
        ];
        for (seed, engine) in (0..40).zip(engines.iter().cycle()) {
            let drawn = arbitrary::model(seed, &Shape::SMALL);
            let mut expected: Vec<Vec<i64>> = arbitrary::solutions(&drawn).map(|s| s.project(&drawn.answer)).collect();
            expected.sort();
            expected.dedup();
            let answer = drawn.answer.clone();
            let all = solutions(drawn, &engine.parse().expect("an engine"), Budget::unlimited());
            let mut found: Vec<Vec<i64>> = all.map(|s| s.expect("no limit").project(&answer)).collect();
            found.sort();
            assert_eq!(found, expected, "seed {seed} by {engine}");
        }
    }

    #[test]
    fn the_first_ones_are_enough_and_a_spent_budget_is_told() {
        let mut model = crate::model::Model::new();
        model.ints("x", 12, 0..=9);
        let engine = "csp".parse().expect("an engine");
        assert_eq!(solutions(model.clone(), &engine, Budget::unlimited()).take(5).filter(Result::is_ok).count(), 5);
        let mut none = solutions(model, &engine, Budget::seconds(0.0));
        assert!(none.next().is_some_and(|item| item.is_err()) && none.next().is_none());
    }
}
