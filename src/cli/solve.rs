//! `solve` and `enumerate`: one answer, several, all, or the best.
//!
//! Answers are printed as they come: those that were asked for, and with an objective every better one. With `--json`
//! there is one object at the end.

use super::args::{SolveArgs, Target};
use super::failure::{Usage, settled};
use super::progress::Progress;
use super::run::{Asked, Ended, Wanted, each};
use super::tracing::Tracing;
use super::unanswered::{Best, Current, Form};
use super::{checker, competition, failure, output, proof, watch};
use crate::front::Halt;
use crate::puzzles::Show;
use crate::report::{self, Shown};
use crate::search::{Budget, Stop};
use crate::solve::{self, Accepted, Checker, Outcome, Problem, Run, SolveError, as_comments};
use serde_json::Value;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;

/// Runs the command.
pub fn run(args: &SolveArgs) -> anyhow::Result<u8> {
    let SolveArgs { target, limits, json, .. } = args;
    let engine = &proof::engine(args)?;
    let wants_all = wants_list(args);
    let in_lines = competition::is_wanted(args);
    let form = Form { aside: in_lines, ..Form::new(*json, &report::nothing_found(wants_all)) };
    let current = form.current.clone();
    let sections = (args.only_sections.clone(), args.not_sections.clone());
    let (target, checker) = checker::apart(target, args.solution_checker.as_deref())?;
    let target = Target { sections, ..target };
    if args.competition && checker.is_some() {
        return Err(Usage("--competition is for formulas, and a solution checker for models".to_string()).into());
    }
    if args.competition && args.trace.trace.is_some() {
        return Err(Usage("--competition prints no trace; leave it out".to_string()).into());
    }
    let tracing = Tracing::of(&args.trace)?;
    let wanted = if wants_all { Wanted::All } else { Wanted::One };
    let asked = Asked { target: &target, engine, limits, wanted, form, headed: !json && !in_lines };
    let n_kept = Cell::new(0);
    each(&asked, |problem, run| match in_lines {
        _ if args.evidence.proof.is_some() && n_kept.replace(n_kept.get() + 1) > 0 => {
            Err(Usage("--proof keeps the evidence of one instance: name one".to_string()).into())
        }
        true => competition::run(problem, &believing(args, run)),
        false => {
            let load = |path: &String| checker::load(path, &target.include, problem, &run.budget);
            let checker = checker.as_ref().map(load).transpose()?;
            one(&Wish { args, checker, tracing: tracing.as_ref() }, problem, &believing(args, run), &current)
        }
    })
}

/// The run with an engine whose refutations are believed, if the user says so.
fn believing(args: &SolveArgs, run: &Run) -> Run {
    let engine = if args.evidence.unchecked { run.engine.clone().unchecked() } else { run.engine.clone() };
    Run { engine, ..run.clone() }
}

/// What is asked about a problem.
struct Wish<'a> {
    args: &'a SolveArgs,
    /// Who is asked about each solution.
    checker: Option<Checker>,
    /// Where to tell what the engine does.
    tracing: Option<&'a Tracing>,
}

impl Wish<'_> {
    /// An answer as it is printed: what the checker says, the puzzle's line and drawing or the model's output, and what it is worth.
    fn text(&self, problem: &Problem, answer: &Accepted, budget: &Budget) -> Shown {
        let report = self.report(answer, budget).map_or_else(String::new, |report| as_comments(&report));
        let shown = report::answer_text(problem, answer, !self.args.quiet, output::wants_colour(), budget);
        Shown { text: report + &shown.text, ..shown }
    }

    /// What the checker says of an answer, if there is one.
    fn report(&self, answer: &Accepted, budget: &Budget) -> Option<String> {
        self.checker.as_ref().map(|checker| checker.report(answer, &budget.for_showing()))
    }

    fn print(&self, problem: &Problem, answer: &Accepted, budget: &Budget) -> anyhow::Result<()> {
        let shown = self.text(problem, answer, budget);
        output::text(&shown.text)?;
        failure::of_output(shown.failed)
    }
}

/// How many answers are wanted at most.
fn limit(args: &SolveArgs) -> Option<u64> {
    if args.all { args.limit } else { Some(args.limit.unwrap_or(1)) }
}

/// Whether a list is wanted, however short.
fn wants_list(args: &SolveArgs) -> bool {
    args.all || limit(args) != Some(1)
}

fn one(wish: &Wish, problem: &Problem, run: &Run, current: &Current) -> anyhow::Result<Ended> {
    let args = wish.args;
    output::can_draw(args.svg.as_deref(), problem)?;
    let budget = wish.tracing.map_or_else(|| run.budget.clone(), |tracing| tracing.begin(problem, run));
    let run = Run { limit: limit(args), budget, ..run.clone() };
    let found = search(wish, problem, &run, current);
    wish.tracing.map_or(Ok(()), |tracing| tracing.end(&found.outcome))?;
    match found.outcome {
        Ok(mut outcome) => {
            let code = outcome.status.exit_code();
            if let Some(place) = &args.evidence.proof {
                proof::keep(place, problem, &run, &mut outcome)?;
            }
            settled(found.printed.and_then(|()| finish(wish, problem, &run, &outcome, found.listed)), code)
        }
        Err(SolveError::Resources(why)) if args.json => too_large(problem, &run, &why),
        Err(error) => Err(error.into()),
    }
}

/// What came of a run.
struct Found {
    outcome: Result<Outcome, SolveError>,
    /// The answers, kept for the JSON object when several were asked for.
    listed: Option<Listed>,
    /// Whether the answers could be printed.
    printed: anyhow::Result<()>,
}

/// Answers, and what the checker says of each.
#[derive(Default)]
struct Listed {
    answers: Vec<Value>,
    reports: Vec<Value>,
}

/// Runs the engine.
fn search(wish: &Wish, problem: &Problem, run: &Run, current: &Current) -> Found {
    let wants_list = wants_list(wish.args);
    let (mut listed, mut printed, mut n_found) = (wants_list.then(Listed::default), Ok(()), 0u64);
    let progress = Progress::new(&problem.title);
    let run = Run { budget: progress.watching(&run.budget), ..run.clone() };
    let outcome = solve::solve(problem, &run, &mut |answer: &Accepted| {
        n_found += 1;
        watch::note_answer();
        match (wish.args.json, &mut listed) {
            (true, Some(list)) => {
                list.answers.push(answer.shown());
                list.reports.extend(wish.report(answer, &run.budget).map(Value::from));
            }
            (true, None) => current.note(Best::of(answer, answer.shown())),
            (false, _) => {
                printed = wish.print(problem, answer, &run.budget);
                current.note(Best::of(answer, Value::Null));
            }
        }
        progress.say(|| so_far(problem, answer, n_found, wants_list));
        if printed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Found { outcome, listed: listed.filter(|_| wish.args.json), printed }
}

/// How far the search is, for the progress line.
fn so_far(problem: &Problem, answer: &Accepted, n_found: u64, listed: bool) -> String {
    match answer.objective().or_else(|| answer.cost(problem)) {
        Some(value) if !listed => {
            let bound = answer.bound.filter(|bound| *bound != value);
            let bound = bound.map_or_else(String::new, |bound| format!(", bound {bound}"));
            format!("{}, best so far {value}{bound}", problem.title)
        }
        _ => format!("{}, {n_found} found", problem.title),
    }
}

/// A formula that does not fit is one undecided instance, not the end of all.
fn too_large(problem: &Problem, run: &Run, why: &str) -> anyhow::Result<Ended> {
    failure::warn(&format!("{}: out of resources: {why}", problem.title));
    let outcome = Outcome::unknown(run.engine.clone(), Stop::Memory);
    let ended = Ended { code: SolveError::Resources(String::new()).exit_code(), decided: false };
    output::answer(&format!("{}\n", report::outcome_json(problem, &outcome, None, Value::Null)), ended)?;
    Ok(ended)
}

fn finish(
    wish: &Wish,
    problem: &Problem,
    run: &Run,
    outcome: &Outcome,
    listed: Option<Listed>,
) -> anyhow::Result<Ended> {
    let args = wish.args;
    let ended = Ended { code: outcome.status.exit_code(), decided: outcome.reason.is_none() };
    let failed;
    let closing = match args.json {
        true => {
            let best = outcome.best.as_ref();
            let of_best = || best.and_then(|answer| wish.report(answer, &run.budget)).map_or(Value::Null, Value::from);
            let (answers, checker) = match listed {
                Some(list) => (Some(list.answers), wish.checker.as_ref().map_or(Value::Null, |_| list.reports.into())),
                None => (None, of_best()),
            };
            let mut object = report::outcome_json(problem, outcome, answers, checker);
            failed = best.and_then(|answer| wish.text(problem, answer, &run.budget).failed);
            if let Some(halt) = &failed {
                object["message"] = halt.to_string().into();
            }
            format!("{object}\n")
        }
        false => {
            // The best so far, when no proof of it was found that would make it one of those asked for.
            let unlisted = outcome.best.as_ref().filter(|_| outcome.n_answers == 0);
            let last = unlisted.map_or_else(Shown::default, |answer| wish.text(problem, answer, &run.budget));
            failed = last.failed;
            last.text + &report::outcome_text(problem, outcome, args.stats, wants_list(args))
        }
    };
    let ended = Ended { code: if matches!(failed, Some(Halt::Wrong(_))) { 3 } else { ended.code }, ..ended };
    output::answer(&closing, ended)?;
    match failure::of_output(failed) {
        Err(error) if args.json => failure::warn(&failure::message(&error)),
        done => done?,
    }
    if let (Some(path), Some(answer)) = (&args.svg, &outcome.best) {
        write_svg(path, problem, answer)?;
    }
    Ok(ended)
}

/// Writes the picture of an answer.
pub fn write_svg(path: &Path, problem: &Problem, answer: &Accepted) -> anyhow::Result<()> {
    output::svg(path, problem, answer.solution.as_ref().map_or(Show::Instance, Show::Solution))
}
