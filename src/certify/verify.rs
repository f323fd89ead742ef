//! Verifying a bundle: whether it is whole, whether its formulas are the problem's, whether its proofs are proofs, whether its
//! solution is one, and whether the verdict follows from all that.

use super::count::CIRCUIT;
use super::derived;
use super::folder::{self, Within};
use super::formula::{Question, formula, steps};
use super::listing::{Asked, BACKBONE, SOLUTIONS};
use super::manifest::{CERTIFICATE, MANIFEST, Manifest, Refutation, Refuted, SOLUTION, word};
use super::searched;
use crate::cnf::dimacs::sha256;
use crate::engine::Engine;
use crate::front::Source;
use crate::model::Atom;
use crate::outside::confined;
use crate::proof;
use crate::search::{Budget, Stop};
use crate::solve::intake::{self, printable};
use crate::solve::{Named, Problem, SolveError, Status, judge_named};
use std::collections::BTreeSet;
use std::io::{self, BufReader};
use std::path::Path;

/// What came of it.
pub enum Verified {
    /// The verdict follows.
    Holds(Box<Manifest>),
    /// It does not, for this reason.
    Fails(String),
}

/// Why a bundle is not accepted: because of what is in it, or because of something else.
pub(super) enum Fault {
    Broken(String),
    Other(SolveError),
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Fault {
        match error {
            SolveError::Stopped(_) | SolveError::Resources(_) | SolveError::Backend(_) => Fault::Other(error),
            other => Fault::Broken(other.to_string()),
        }
    }
}

pub(super) fn broken<T>(why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Broken(why.into()))
}

/// Verifies the bundle in a folder; if a problem is given, also that the bundle is about it. A folder without a readable manifest is no bundle, and that is an error.
pub fn verify(folder: &Path, about: Option<&Problem>, budget: &Budget) -> Result<Verified, SolveError> {
    let path = folder.join(MANIFEST);
    let unreadable = |why: String| SolveError::Unreadable(format!("{}: {why}", path.display()));
    let bytes = folder::read(&path).map_err(|error| unreadable(error.to_string()))?;
    let (manifest, is_intact) = Manifest::from_json(&bytes).map_err(unreadable)?;
    if !is_intact {
        return Ok(Verified::Fails(format!("{MANIFEST} was changed since it was written")));
    }
    match (Bundle { folder, manifest: &manifest, budget }.holds(about)) {
        Ok(()) => Ok(Verified::Holds(Box::new(manifest))),
        Err(Fault::Broken(why)) => Ok(Verified::Fails(why)),
        Err(Fault::Other(error)) => Err(error),
    }
}

pub(super) struct Bundle<'a> {
    pub folder: &'a Path,
    pub manifest: &'a Manifest,
    pub budget: &'a Budget,
}

impl Bundle<'_> {
    fn holds(&self, about: Option<&Problem>) -> Result<(), Fault> {
        let Some(status) = self.manifest.status() else {
            return broken(format!("there is no verdict `{}`", self.manifest.verdict));
        };
        // The texts are a stranger's: whatever they name outside of the bundle is not read.
        let problem = confined(|| intake::again(&self.manifest.problem, self.budget))?;
        if about.and_then(Problem::named).is_some_and(|other| !is_same(&other, &self.manifest.problem)) {
            return broken("the bundle is about another instance");
        }
        let engine: Engine = self.manifest.engine.parse().map_err(Fault::Broken)?;
        if problem.variant(&engine) != self.manifest.variant.as_deref() {
            return broken("the model changes the rules of the puzzle in another way");
        }
        if self.manifest.count.is_some() && self.manifest.asked != Asked::Count {
            return broken("a number of solutions is said, and nobody asked for one");
        }
        self.is_whole(&engine)?;
        match engine {
            Engine::Search(name) => self.by_search(&problem, &name, status),
            Engine::Auto(_) | Engine::Sat(_) | Engine::Csp(_) | Engine::Lcg(_) => {
                let engine = certain(engine)?;
                match self.manifest.asked {
                    Asked::Count => self.by_circuit(&problem, &engine, status),
                    Asked::One | Asked::All | Asked::Backbone => self.by_formulas(&problem, &engine, status),
                }
            }
        }
    }

    /// The verdict follows from formulas that are refuted, and from solutions.
    fn by_formulas(&self, problem: &Problem, engine: &Engine, status: Status) -> Result<(), Fault> {
        let Manifest { asked, refutations, .. } = self.manifest;
        let besides = match asked {
            Asked::One | Asked::Count => Vec::new(),
            Asked::All | Asked::Backbone => self.list(problem, engine, status)?,
        };
        let needed = match asked {
            Asked::One | Asked::Count => self.needed(problem, engine, status)?,
            Asked::All | Asked::Backbone => self.needed_besides(status, &besides),
        };
        let claimed: Vec<Question> = refutations.iter().map(|r| r.question).collect();
        if claimed != needed {
            return broken(format!("`{}` does not follow from what is refuted", status.word()));
        }
        if self.manifest.because != self.manifest.reason(word(problem)) {
            return broken("the words do not say what the data say");
        }
        if asked.is_one() {
            self.solution(problem, engine, status)?;
        }
        refutations.iter().try_for_each(|refutation| self.refutes(problem, engine, refutation, &besides))
    }

    /// Every file is there as it was written, and no other.
    fn is_whole(&self, engine: &Engine) -> Result<(), Fault> {
        let Manifest { refutations, files, .. } = self.manifest;
        let refuted: Vec<Refuted> = refutations.iter().map(Refutation::refuted).collect();
        if *refutations != Refutation::of(&refuted) {
            return broken("the files of a refutation have other names than they should");
        }
        if let Some(why) = refuted.iter().find_map(|r| r.underived.as_deref().filter(|why| !derived::is_plain(why))) {
            return broken(format!("`{}` is no reason that this program gives", printable(why)));
        }
        if self.manifest.outside != Manifest::outside(refutations) {
            return broken("the commands for other programs are not those for these files");
        }
        let parts = refutations.iter().flat_map(Refutation::files).cloned();
        let others = self.others(engine).into_iter().map(str::to_string);
        let mut named: BTreeSet<String> = parts.chain(others).collect();
        if !files.keys().eq(named.iter()) {
            return broken("the manifest has digests of other files than it should");
        }
        named.insert(MANIFEST.to_string());
        match folder::listed(self.folder).map_err(|e| Fault::Broken(e.to_string()))?.symmetric_difference(&named).next()
        {
            Some(other) if named.contains(other) => return broken(format!("{other} is not there, or is no file")),
            Some(other) => return broken(format!("{other} is no part of the bundle")),
            None => {}
        }
        for (name, digest) in files {
            let bytes = self.bytes(name)?;
            self.go_on()?;
            if sha256(&bytes) != *digest {
                return broken(format!("{name} was changed since it was written"));
            }
        }
        Ok(())
    }

    /// The files beside those of refutations.
    fn others(&self, engine: &Engine) -> Vec<&'static str> {
        let has_solution = self.manifest.verdict != Status::Unsatisfiable.word();
        let list: &[&str] = match (self.manifest.asked, engine) {
            (Asked::One, _) => &[SOLUTION],
            (Asked::All, _) => &[SOLUTIONS],
            (Asked::Backbone, _) => &[SOLUTIONS, BACKBONE],
            (Asked::Count, _) => &[CIRCUIT],
        };
        let certificate = matches!(engine, Engine::Search(_)).then_some(CERTIFICATE);
        list.iter().copied().filter(|name| has_solution || *name == CIRCUIT).chain(certificate).collect()
    }

    /// A file of the bundle.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, Fault> {
        folder::read(&self.folder.join(name)).map_err(|error| Fault::Broken(format!("{name}: {error}")))
    }

    /// What must be impossible for the verdict to follow.
    fn needed(&self, problem: &Problem, engine: &Engine, status: Status) -> Result<Vec<Question>, Fault> {
        let Manifest { horizon, objective, .. } = *self.manifest;
        let plain = Question::plain;
        let steps = steps(problem)?;
        let first = steps.as_ref().map(|steps| *steps.start());
        let optimises = problem.statement_at(engine, first, self.budget)?.optimises();
        let better = Question { horizon, better_than: objective, other: false };
        // One more than there are, if there should be so many.
        let enough = self.manifest.refutations.len() + 1;
        if status == Status::Unsatisfiable && (horizon.is_some() || objective.is_some()) {
            return broken("what has no solution has no objective and no number of steps");
        }
        match (status, steps) {
            (Status::Unsatisfiable, None) => Ok(vec![plain(None)]),
            (Status::Unsatisfiable, Some(all)) => Ok(all.take(enough).map(|steps| plain(Some(steps))).collect()),
            (Status::Optimal, Some(all)) if horizon.is_some_and(|steps| all.contains(&steps)) => {
                let fewer =
                    all.take_while(|steps| Some(*steps) != horizon).take(enough).map(|steps| plain(Some(steps)));
                Ok(fewer.chain(optimises.then_some(better)).collect())
            }
            (Status::Optimal, None) if optimises && objective.is_some() && horizon.is_none() => Ok(vec![better]),
            (Status::Satisfiable, None) if !optimises && objective.is_none() && horizon.is_none() => Ok(Vec::new()),
            _ => broken(format!(
                "`{}` with this objective and number of steps is not what the problem asks",
                status.word()
            )),
        }
    }

    /// The solution is one, and is worth what is said.
    fn solution(&self, problem: &Problem, engine: &Engine, status: Status) -> Result<(), Fault> {
        let Some(values) = &self.manifest.values else {
            return if status == Status::Unsatisfiable { Ok(()) } else { broken("there is no solution in it") };
        };
        if status == Status::Unsatisfiable {
            return broken("there is a solution in it");
        }
        let number = |(name, value): (&'_ String, &serde_json::Value)| Some((name.clone(), value.as_i64()?));
        let Some(named) = values.iter().map(number).collect::<Option<Vec<_>>>() else {
            return broken("a value is no number");
        };
        let named: Vec<(&str, i64)> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let statement = problem.statement_at(engine, self.manifest.horizon, self.budget)?;
        let judged = judge_named(problem, &statement, &named, self.budget)?;
        let answer = judged.map_err(|stop| Fault::Other(SolveError::Stopped(stop)))?;
        if answer.objective() != self.manifest.objective {
            return broken("the solution has another value of the objective");
        }
        match self.bytes(SOLUTION)? == format!("{:#}\n", answer.shown()).as_bytes() {
            true => Ok(()),
            false => broken(format!("{SOLUTION} is not the solution that was judged")),
        }
    }

    /// The formula is the problem's, and the proof refutes it.
    fn refutes(
        &self,
        problem: &Problem,
        engine: &Engine,
        refutation: &Refutation,
        besides: &[Vec<Atom>],
    ) -> Result<(), Fault> {
        if refutation.is_by_search() != matches!(engine, Engine::Csp(_)) {
            return broken(format!("{engine} keeps no such proof"));
        }
        if refutation.is_by_search() {
            return self.refutes_by_search(problem, engine, refutation, besides);
        }
        let Refutation { question, formula: name, proof, derivation } = refutation;
        let text = self.bytes(name)?;
        let again = formula(problem, engine, *question, besides, self.budget)?;
        if text != again.text {
            return broken(self.differs(name));
        }
        let read = proof::read(&text).map_err(|why| Fault::Broken(format!("{name}: {why}")))?;
        let checked = proof::check(&read, self.reader(proof)?);
        self.go_on()?;
        checked.map_err(|why| Fault::Broken(format!("{proof}: {why}")))?;
        self.derives(derivation, &again.model, &read, engine)
    }

    /// A file of the bundle that is read line by line.
    pub fn reader(&self, name: &str) -> Result<BufReader<Within<'_>>, Fault> {
        let unreadable = |error: io::Error| Fault::Broken(format!("{name}: {error}"));
        let file = folder::open(&self.folder.join(name)).map_err(unreadable)?;
        Ok(BufReader::with_capacity(1 << 16, Within { file, budget: self.budget }))
    }

    /// Why a file that can be made again is not the one that is there.
    pub fn differs(&self, name: &str) -> String {
        let own = env!("CARGO_PKG_VERSION");
        let by = match &self.manifest.program {
            other if other == own => String::new(),
            other => format!(" (it was made by version {other}, this is {own})"),
        };
        format!("{name} is not what the problem has{by}")
    }

    pub fn go_on(&self) -> Result<(), Fault> {
        let stopped = |stop: Stop| Err(Fault::Other(SolveError::Stopped(stop)));
        self.budget.spent().map_or(Ok(()), stopped)
    }
}

/// The engine, which must be one that makes such formulas.
fn certain(engine: Engine) -> Result<Engine, Fault> {
    match searched::plain(&engine) == Some(engine.clone()) {
        true => Ok(engine),
        false => broken(format!("{engine} makes no such bundles")),
    }
}

/// Whether two problems are the same, whatever their files are called.
fn is_same(one: &Named, other: &Named) -> bool {
    let texts = |sources: &[Source]| -> Vec<String> { sources.iter().map(|source| source.text.to_string()).collect() };
    let said = |named: &Named| {
        (texts(&named.model), texts(&named.data), named.puzzle.clone(), named.language, named.define.clone())
    };
    said(one) == said(other)
}
