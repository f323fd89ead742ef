//! Bundles of searches that a puzzle has of its own: the solution, and a certificate that the rules alone check.

use super::make::{finished, keep, named};
use super::manifest::{CERTIFICATE, Manifest, SOLUTION};
use super::verify::{Bundle, Fault, broken};
use super::workplace::Workplace;
use crate::engine::Engine;
use crate::puzzles::{Account, Accounted, Verified};
use crate::search::Budget;
use crate::solve::{Problem, SolveError, Status, judge_solution};
use std::path::Path;

/// Decides an instance of a puzzle by a search of its own and leaves the bundle in a folder.
pub fn make_by_search(
    problem: &Problem,
    search: &str,
    account: &Account,
    place: &Path,
    budget: &Budget,
) -> Result<Manifest, SolveError> {
    let no_instance = || SolveError::NotApplicable("a model has no searches of its own".to_string());
    let instance = problem.instance().ok_or_else(no_instance)?;
    let work = Workplace::beside(place)?;
    let (text, solution) = match (account.make)(instance, budget) {
        Accounted::Kept(text, solution) => (text, solution),
        Accounted::Stopped(stop) => return Err(SolveError::Stopped(stop)),
        Accounted::TooLarge(why) => return Err(SolveError::Resources(why)),
    };
    let status = if solution.is_some() { Status::Optimal } else { Status::Unsatisfiable };
    let mut manifest = Manifest::new(named(problem)?, Engine::Search(search.to_string()).to_string(), status, &[]);
    keep(&work.path, CERTIFICATE, &text, &mut manifest)?;
    manifest.because = match (account.verify)(text.as_bytes(), instance, solution.as_ref(), budget) {
        Verified::Holds(words) => words,
        Verified::Fails(why) => return Err(SolveError::Rejected(format!("the evidence does not hold: {why}"))),
        Verified::Stopped(stop) => return Err(SolveError::Stopped(stop)),
    };
    if let Some(solution) = solution {
        let answer = judge_solution(problem, solution)?;
        keep(&work.path, SOLUTION, &format!("{:#}\n", answer.shown()), &mut manifest)?;
    }
    finished(work, manifest, budget)
}

impl Bundle<'_> {
    /// The verdict follows from a certificate.
    pub(super) fn by_search(&self, problem: &Problem, name: &str, status: Status) -> Result<(), Fault> {
        let keeps = problem.row().filter(|row| row.searches.iter().any(|s| s.name == name && s.is_optimal));
        let account = keeps.and_then(|row| row.account.as_ref()).zip(problem.instance());
        let Some((account, instance)) = account else { return broken(format!("search:{name} keeps no certificate")) };
        let Manifest { asked, horizon, objective, values, n_solutions, refutations, .. } = self.manifest;
        let is_bare = asked.is_one() && horizon.is_none() && objective.is_none() && values.is_none();
        if !is_bare || n_solutions.is_some() || !refutations.is_empty() || self.manifest.problem.horizon.is_some() {
            return broken("a certificate is about one solution, whatever the number of its steps");
        }
        let solution = match status {
            Status::Unsatisfiable => None,
            Status::Optimal => {
                let text = String::from_utf8(self.bytes(SOLUTION)?).map_err(|e| Fault::Broken(e.to_string()))?;
                let solution = instance.read_solution(SOLUTION, &text).map_err(|e| Fault::Broken(e.to_string()))?;
                let answer = judge_solution(problem, solution)?;
                if text != format!("{:#}\n", answer.shown()) {
                    return broken(format!("{SOLUTION} is not the solution that was judged"));
                }
                answer.solution
            }
            Status::Satisfiable | Status::Unknown => {
                return broken("a certificate is about what is best, or that nothing is");
            }
        };
        match (account.verify)(&self.bytes(CERTIFICATE)?, instance, solution.as_ref(), self.budget) {
            Verified::Holds(words) if words == self.manifest.because => Ok(()),
            Verified::Holds(_) => broken("the words do not say what the certificate says"),
            Verified::Fails(why) => broken(format!("{CERTIFICATE}: {why}")),
            Verified::Stopped(stop) => Err(Fault::Other(SolveError::Stopped(stop))),
        }
    }
}
