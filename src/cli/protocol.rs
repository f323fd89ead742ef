//! MiniZinc's protocol with its solvers: solutions as they come, a line after each, and a last line that says what they were.
//!
//! Standard output is for nothing else. A run that ends as runs do has the exit code 0, also when a limit or a signal ended it:
//! what was found is printed by then.

use super::args::StandardArgs;
use super::run::{chosen, done, within};
use super::watch::{Ended, Words};
use super::{failure, output, signals, watch};
use crate::engine::Engine;
use crate::front::Halt;
use crate::search::{Budget, Stop, peak_bytes};
use crate::solve::{self, Accepted, Outcome, Problem, Run, SolveError, Status};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Shows an answer.
pub type Show = Box<dyn Fn(&Accepted, &Budget) -> Result<String, Halt>>;

/// What is solved.
pub struct Asked {
    /// The problem.
    pub problem: Problem,
    /// How its answers are shown.
    pub show: Show,
    /// Whether answers that differ may be shown alike.
    pub repeats: bool,
}

/// Solves what `load` reads, and tells it by the protocol.
pub fn run(args: &StandardArgs, load: impl FnOnce(&Budget) -> anyhow::Result<Asked>) -> anyhow::Result<u8> {
    signals::listen().welcome();
    let unanswered = |_, _| Words { out: unfinished().to_string(), err: String::new(), ended: ENDED };
    let told = within(&args.limits(), Arc::new(unanswered), |budget| told(args, &load(budget)?, budget));
    let text = match told {
        Ok(text) => text,
        Err(error) if is_stop(&error) => unfinished().to_string(),
        Err(error) => return Err(error),
    };
    output::answer(&text, ENDED)?;
    done(ENDED.code)
}

/// The end of every run that is no failure.
const ENDED: Ended = Ended { code: 0, decided: true };

/// What is said at the end when a limit came first: nothing where there are solutions.
fn unfinished() -> &'static str {
    if watch::has_answer() { "" } else { "=====UNKNOWN=====\n" }
}

fn is_stop(error: &anyhow::Error) -> bool {
    error.is::<Stop>() || matches!(error.downcast_ref(), Some(SolveError::Stopped(_)))
}

/// Prints the solutions; what is left to say.
fn told(args: &StandardArgs, asked: &Asked, budget: &Budget) -> anyhow::Result<String> {
    let engine = chosen(&args.engine, None, || Ok(Engine::auto()))?;
    let statement = asked.problem.statement(&engine, budget)?;
    statement.warnings.iter().for_each(|warning| failure::warn(&format!("% warning: {warning}")));
    if args.verbose {
        statement.notes.iter().for_each(|note| failure::warn(&format!("% {note}")));
        failure::warn(&format!("% solving by {engine}"));
    }
    // The number of solutions is counted here where two of the engine's may be one.
    let wanted = if args.all_solutions { None } else { Some(args.num_solutions.unwrap_or(1)) };
    let limit = if statement.optimises() { Some(1) } else { wanted.filter(|n| *n == 1 || !asked.repeats) };
    let jobs = args.parallel.map_or_else(|| args.engine.n_jobs(), usize::from);
    let run = Run { engine, budget: budget.clone(), limit, jobs, ..Run::default() };
    let mut printer = Printer { asked, seen: HashSet::new(), n_shown: 0, failed: Ok(()) };
    let outcome = solve::solve(&asked.problem, &run, &mut |answer| {
        if let Some(why) = answer.not_judged.as_ref().filter(|_| args.verbose) {
            failure::warn(&format!("% not judged by the file: {why}"));
        }
        let flow = printer.print(answer, budget);
        if wanted.is_some_and(|n| printer.n_shown >= n && !statement.optimises()) {
            ControlFlow::Break(())
        } else {
            flow
        }
    });
    printer.failed?;
    let (outcome, mut text) = (outcome?, String::new());
    text.push_str(verdict(&outcome));
    if args.statistics {
        text.push_str(&statistics(&outcome, printer.n_shown));
    }
    Ok(text)
}

/// Prints each solution as it comes.
struct Printer<'a> {
    asked: &'a Asked,
    /// What was shown, by its hash, where answers may be shown alike.
    seen: HashSet<[u8; 32]>,
    n_shown: u64,
    failed: anyhow::Result<()>,
}

impl Printer<'_> {
    fn print(&mut self, answer: &Accepted, budget: &Budget) -> ControlFlow<()> {
        self.failed = self.show(answer, budget);
        if self.failed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn show(&mut self, answer: &Accepted, budget: &Budget) -> anyhow::Result<()> {
        let mut text = (self.asked.show)(answer, &budget.for_showing()).map_err(SolveError::from)?;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        if self.asked.repeats && !self.seen.insert(Sha256::digest(&text).into()) {
            return Ok(());
        }
        output::text(&format!("{text}----------\n"))?;
        self.n_shown += 1;
        watch::note_answer();
        Ok(())
    }
}

/// The line after the last solution.
fn verdict(outcome: &Outcome) -> &'static str {
    match (outcome.status, outcome.complete) {
        (Status::Unsatisfiable, _) => "=====UNSATISFIABLE=====\n",
        (Status::Unknown, _) => unfinished(),
        (Status::Satisfiable | Status::Optimal, true) => "==========\n",
        (Status::Satisfiable | Status::Optimal, false) => "",
    }
}

/// What was done, in MiniZinc's words as far as it has any.
fn statistics(outcome: &Outcome, n_shown: u64) -> String {
    const MEGABYTE: f64 = (1 << 20) as f64;
    let (phases, stats, mut out) = (&outcome.phases, &outcome.stats, String::new());
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "%%%mzn-stat: {name}={value}");
    };
    if let Some(value) = outcome.objective {
        line("objective", value.to_string());
    }
    if let Some(value) = outcome.bound {
        line("objectiveBound", value.to_string());
    }
    line("solutions", n_shown.to_string());
    if let Some(statement) = &outcome.statement {
        line("variables", statement.model.vars.len().to_string());
        line("propagators", statement.model.constraints.len().to_string());
    }
    line("initTime", format!("{:.3}", phases.flatten + phases.encode));
    line("solveTime", format!("{:.3}", phases.solve + phases.judge));
    line("nodes", stats.nodes.to_string());
    line("failures", stats.backtracks.to_string());
    line("propagations", stats.propagations.to_string());
    line("satVariables", stats.variables.to_string());
    line("satClauses", stats.clauses.to_string());
    line("peakMem", format!("{:.2}", peak_bytes() as f64 / MEGABYTE));
    line("engine", format!("{:?}", outcome.engine.to_string()));
    out + "%%%mzn-stat-end\n"
}
