//! Making a bundle: decide, refute, write, verify, and only then give it its name.

use super::count::make_count;
use super::derived;
use super::formula::{Formula, Question, formula, steps};
use super::listing::{Asked, BACKBONE, SOLUTIONS, agreed, besides, found, stated, written};
use super::manifest::{By, FORMULA, MANIFEST, Manifest, PROOF, Refuted, SOLUTION, word};
use super::searched::{self, Said};
use super::verify::{Verified, verify};
use super::workplace::{Workplace, unwritten};
use crate::cnf::dimacs::sha256;
use crate::engine::{CspEngine, Engine};
use crate::model::{Assignment, Atom};
use crate::sat::{self, Answer};
use crate::search::{Budget, Stop};
use crate::solve::{
    Accepted, Named, Problem, SolveError, Statement, Status, for_all, judge_assignment, solve_model, what_is_fixed,
};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// Decides a problem and leaves the bundle in a folder.
pub fn make(
    problem: &Problem,
    engine: &Engine,
    asked: Asked,
    place: &Path,
    budget: &Budget,
) -> Result<Manifest, SolveError> {
    let no_proof = || SolveError::NotApplicable(format!("{engine} keeps no proof"));
    let engine = searched::plain(engine).ok_or_else(no_proof)?;
    let lists = matches!(asked, Asked::All | Asked::Count);
    let engine = if lists { for_all(problem, &engine)? } else { engine };
    if asked == Asked::Count {
        return make_count(problem, &engine, place, budget);
    }
    let work = Workplace::beside(place)?;
    let mut maker = Maker { problem, engine: &engine, folder: &work.path, budget, refuted: Vec::new() };
    let found = match asked {
        Asked::One | Asked::Count => maker.decide().map(|found| found.map_or(Listed::None, Listed::One)),
        Asked::All | Asked::Backbone => maker.listed(asked),
    }?;
    let refuted = maker.refuted;
    let mut manifest = Manifest::new(named(problem)?, engine.to_string(), found.status(asked), &refuted);
    manifest.variant = problem.variant(&engine).map(str::to_string);
    manifest.asked = asked;
    match &found {
        Listed::None => {}
        Listed::One(found) => {
            manifest.horizon = found.horizon;
            manifest.objective = found.answer.objective();
            manifest.values = Some(values(&found.answer));
            keep(&work.path, SOLUTION, &format!("{:#}\n", found.answer.shown()), &mut manifest)?;
        }
        Listed::Several(statement, answers, best) => {
            manifest.objective = *best;
            manifest.n_solutions = (asked == Asked::All).then_some(answers.len());
            keep(&work.path, SOLUTIONS, &written(answers), &mut manifest)?;
            if asked == Asked::Backbone {
                let shown = what_is_fixed(problem, statement, &agreed(&statement.model, answers));
                keep(&work.path, BACKBONE, &format!("{shown:#}\n"), &mut manifest)?;
            }
        }
    }
    moved_in(&work.path, &mut manifest)?;
    manifest.because = manifest.reason(word(problem));
    finished(work, manifest, budget)
}

/// What the user named, which a bundle carries.
pub(super) fn named(problem: &Problem) -> Result<Named, SolveError> {
    let code = || SolveError::NotApplicable("a model that code built has no text to keep".to_string());
    problem.named().ok_or_else(code)
}

/// Writes the manifest, verifies the bundle, and gives it its name.
pub(super) fn finished(work: Workplace, manifest: Manifest, budget: &Budget) -> Result<Manifest, SolveError> {
    write(&work.path, MANIFEST, manifest.to_json().as_bytes())?;
    match verify(&work.path, None, budget)? {
        Verified::Holds(_) => work.finish().map(|()| manifest),
        Verified::Fails(why) => Err(SolveError::Rejected(format!("the evidence does not hold: {why}"))),
    }
}

/// Writes a file and notes its digest.
pub(super) fn keep(folder: &Path, name: &str, text: &str, manifest: &mut Manifest) -> Result<(), SolveError> {
    manifest.files.insert(name.to_string(), sha256(text.as_bytes()));
    write(folder, name, text.as_bytes())
}

/// The solutions of a bundle.
enum Listed {
    None,
    One(Found),
    /// Of which statement, and how good they are if that is asked.
    Several(Arc<Statement>, Vec<Accepted>, Option<i64>),
}

impl Listed {
    fn status(&self, asked: Asked) -> Status {
        match self {
            Listed::None => Status::Unsatisfiable,
            Listed::One(found) if found.horizon.is_some() || found.answer.objective().is_some() => Status::Optimal,
            Listed::Several(_, _, Some(_)) if asked == Asked::All => Status::Optimal,
            Listed::One(_) | Listed::Several(..) => Status::Satisfiable,
        }
    }
}

/// Somebody at work on a bundle.
struct Maker<'a> {
    problem: &'a Problem,
    engine: &'a Engine,
    folder: &'a Path,
    budget: &'a Budget,
    /// What turned out to be impossible so far.
    refuted: Vec<Refuted>,
}

/// A solution, and with how many steps if the fewest were looked for.
struct Found {
    answer: Accepted,
    horizon: Option<usize>,
}

impl Maker<'_> {
    /// A best solution, or none.
    fn decide(&mut self) -> Result<Option<Found>, SolveError> {
        let Some(horizons) = steps(self.problem)? else {
            return Ok(self.at(None)?.map(|answer| Found { answer, horizon: None }));
        };
        for steps in horizons {
            if let Some(answer) = self.at(Some(steps))? {
                return Ok(Some(Found { answer, horizon: Some(steps) }));
            }
        }
        Ok(None)
    }

    /// All solutions, or as many as show what is open, and the refutation of anything else.
    fn listed(&mut self, asked: Asked) -> Result<Listed, SolveError> {
        let statement = stated(self.problem, self.engine, self.budget)?;
        let best = match (asked, statement.optimises()) {
            (Asked::All, true) => match self.best(&statement)? {
                Some((_, value)) => Some(value),
                None => return self.none(),
            },
            _ => None,
        };
        let answers = found(asked, best, (self.problem, &statement), self.engine, self.budget)?;
        if answers.is_empty() {
            return self.none();
        }
        let besides = besides(asked, &statement.model, &answers);
        match besides.map(|besides| self.refute(Question::other(best), &besides)).transpose()?.flatten() {
            None => Ok(Listed::Several(statement, answers, best)),
            Some(_) => Err(disagreement()),
        }
    }

    /// There is no solution, and that is proved.
    fn none(&mut self) -> Result<Listed, SolveError> {
        match self.refute(Question::plain(None), &[])? {
            None => Ok(Listed::None),
            Some(_) => Err(disagreement()),
        }
    }

    /// A best solution of a statement and its value, if it has one.
    fn best(&self, statement: &Arc<Statement>) -> Result<Option<(Assignment, i64)>, SolveError> {
        let by = if let Engine::Csp(_) = self.engine { self.engine.clone() } else { Engine::default() };
        let outcome = solve_model(statement.model.clone(), &by, self.budget.clone())?;
        match (outcome.status, outcome.best.and_then(|best| best.stated), outcome.objective) {
            (Status::Unsatisfiable, ..) => Ok(None),
            (Status::Optimal, Some((_, assignment)), Some(value)) => Ok(Some((assignment, value))),
            _ => Err(SolveError::Stopped(outcome.reason.unwrap_or(Stop::Timeout))),
        }
    }

    /// The best solution with so many steps, if there is one.
    fn at(&mut self, horizon: Option<usize>) -> Result<Option<Accepted>, SolveError> {
        let statement = self.problem.statement_at(self.engine, horizon, self.budget)?;
        let plain = Question::plain(horizon);
        if !statement.optimises() {
            return self.refute(plain, &[]);
        }
        let (answer, question) = match self.best(&statement)? {
            None => (None, plain),
            Some((assignment, value)) => {
                let answer = judge_assignment(self.problem, &statement, assignment, self.budget)?;
                (Some(answer), Question { better_than: Some(value), ..plain })
            }
        };
        match self.refute(question, &[])? {
            None => Ok(answer),
            Some(_) => Err(disagreement()),
        }
    }

    /// A solution of the formula, or a proof that there is none, in files that are numbered as they come.
    fn refute(&mut self, question: Question, besides: &[Vec<Atom>]) -> Result<Option<Accepted>, SolveError> {
        if let Engine::Csp(csp) = self.engine {
            return self.refute_by_search(csp, question, besides);
        }
        let made = formula(self.problem, self.engine, question, besides, self.budget)?;
        let Formula { statement, cnf, map, text, .. } = &made;
        let n = self.refuted.len();
        let path = self.folder.join(numbered(n, PROOF));
        let mut out = BufWriter::new(File::create(&path).map_err(|error| unwritten(&path, &error))?);
        let answer = sat::refute(cnf, &mut out, self.budget).and_then(|answer| out.flush().map(|()| answer));
        match answer.map_err(|error| unwritten(&path, &error))? {
            Answer::Unsat(_) => {
                write(self.folder, &numbered(n, FORMULA), text)?;
                let derived = derived::made(&made, question.horizon.is_none(), self.engine, self.budget)?;
                for (name, text) in derived.iter().flatten() {
                    write(self.folder, &numbered(n, name), text.as_bytes())?;
                }
                self.refuted.push(Refuted { question, by: By::Formula, underived: derived.err() });
                Ok(None)
            }
            Answer::Sat(valuation) => {
                fs::remove_file(&path).map_err(|error| unwritten(&path, &error))?;
                judge_assignment(self.problem, statement, map.decode(&valuation), self.budget).map(Some)
            }
            Answer::Unknown(stop) => Err(SolveError::Stopped(stop)),
            Answer::Failed(why) => Err(SolveError::Backend(why)),
        }
    }
}

impl Maker<'_> {
    /// The same by the backtracker, whose proof is about the model itself.
    fn refute_by_search(
        &mut self,
        csp: &CspEngine,
        question: Question,
        besides: &[Vec<Atom>],
    ) -> Result<Option<Accepted>, SolveError> {
        match searched::ask(self.problem, csp, question, besides, self.budget)? {
            Said::None(files) => {
                for (name, text) in &files {
                    write(self.folder, &numbered(self.refuted.len(), name), text.as_bytes())?;
                }
                self.refuted.push(Refuted { question, by: By::Search, underived: None });
                Ok(None)
            }
            Said::One(assignment) => {
                let statement = self.problem.statement_at(self.engine, question.horizon, self.budget)?;
                judge_assignment(self.problem, &statement, assignment, self.budget).map(Some)
            }
        }
    }
}

fn disagreement() -> SolveError {
    SolveError::Rejected("two solvers do not agree about a formula".to_string())
}

/// What a file of a refutation is called until it is known how many there are.
fn numbered(n: usize, name: &str) -> String {
    format!("{n}-{name}")
}

/// Gives the files of the refutations their names, and notes their digests.
fn moved_in(folder: &Path, manifest: &mut Manifest) -> Result<(), SolveError> {
    for (n, refutation) in manifest.refutations.iter().enumerate() {
        for new in refutation.files() {
            let name = new.rsplit('/').next().unwrap_or(new);
            let (from, to) = (folder.join(numbered(n, name)), folder.join(new));
            let failed = |error| unwritten(&to, &error);
            to.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::rename(&from, &to).map_err(failed)?;
            let bytes = fs::read(&to).map_err(failed)?;
            manifest.files.insert(new.clone(), sha256(&bytes));
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), SolveError> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| unwritten(&path, &error))
}

/// The values of the model's variables that have a name.
fn values(answer: &Accepted) -> serde_json::Map<String, Value> {
    let Some((statement, assignment)) = &answer.stated else { return serde_json::Map::new() };
    let model = &statement.model;
    model.answer.iter().map(|var| (model.name(*var).to_string(), assignment[*var].into())).collect()
}
