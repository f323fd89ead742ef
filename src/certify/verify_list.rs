//! Verifying a bundle about all solutions: its list is one of solutions, and they are worth and agree in what is said.

use super::formula::Question;
use super::listing::{Asked, BACKBONE, SOLUTIONS, agreed, besides, read, stated};
use super::verify::{Bundle, Fault, broken};
use crate::engine::Engine;
use crate::model::Atom;
use crate::solve::{Accepted, Problem, Statement, Status, what_is_fixed};
use std::sync::Arc;

impl Bundle<'_> {
    /// Judges the list, and says what a solution besides it would have to satisfy.
    pub(super) fn list(&self, problem: &Problem, engine: &Engine, status: Status) -> Result<Vec<Vec<Atom>>, Fault> {
        let manifest = self.manifest;
        let statement = stated(problem, engine, self.budget)?;
        if status == Status::Unsatisfiable {
            let is_bare = manifest.n_solutions.is_none() && manifest.values.is_none() && manifest.objective.is_none();
            return if is_bare { Ok(Vec::new()) } else { broken("there is a solution in it") };
        }
        let Ok(text) = String::from_utf8(self.bytes(SOLUTIONS)?) else {
            return broken(format!("{SOLUTIONS}: no text"));
        };
        let answers = read(&text, problem, &statement, self.budget)?.map_err(Fault::Broken)?;
        self.are_as_said(&statement, &answers, status)?;
        if manifest.asked == Asked::Backbone {
            let shown = what_is_fixed(problem, &statement, &agreed(&statement.model, &answers));
            if self.bytes(BACKBONE)? != format!("{shown:#}\n").as_bytes() {
                return broken(format!("{BACKBONE} is not what the solutions agree in"));
            }
        }
        Ok(besides(manifest.asked, &statement.model, &answers).unwrap_or_default())
    }

    /// As many, as good, and for the verdict that is claimed.
    fn are_as_said(&self, statement: &Arc<Statement>, answers: &[Accepted], status: Status) -> Result<(), Fault> {
        let manifest = self.manifest;
        if answers.is_empty() || manifest.horizon.is_some() || manifest.values.is_some() {
            return broken("a list of solutions has one at least, and no values beside it");
        }
        let is_all = manifest.asked == Asked::All;
        if manifest.n_solutions != is_all.then_some(answers.len()) {
            return broken("there is another number of solutions in it");
        }
        let is_best = is_all && statement.optimises();
        if (status == Status::Optimal) != is_best || manifest.objective.is_some() != is_best {
            return broken(format!("`{}` is not what is asked of all solutions", status.word()));
        }
        match answers.iter().all(|answer| !is_best || answer.objective() == manifest.objective) {
            true => Ok(()),
            false => broken("a solution has another value of the objective"),
        }
    }

    /// What must be impossible for a list to be all there is to say.
    pub(super) fn needed_besides(&self, status: Status, besides: &[Vec<Atom>]) -> Vec<Question> {
        match status {
            Status::Unsatisfiable => vec![Question::plain(None)],
            _ if besides.is_empty() => Vec::new(),
            _ => vec![Question::other(self.manifest.objective)],
        }
    }
}
