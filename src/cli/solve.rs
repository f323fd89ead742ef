//! `solve` and `enumerate`: one answer, several, all, or the best.

use super::args::SolveArgs;
use super::progress::Progress;
use super::run::{Ended, Task, each};
use super::unanswered::{Best, Current, Form};
use super::{failure, output};
use crate::puzzles::Show;
use crate::report;
use crate::search::Stop;
use crate::solve::{self, Answer, Outcome, Problem, Request, SolveError};
use serde_json::Value;
use std::ops::ControlFlow;

/// Runs the command.
pub fn run(args: &SolveArgs) -> anyhow::Result<u8> {
    let wants_all = args.all || args.limit.is_some_and(|limit| limit > 1);
    let form = form(args);
    let current = form.current.clone();
    each(&args.target, &args.engine, &args.limits, wants_all, form, |task| one(args, task, &current))
}

/// What an object says that was not found in time.
fn form(args: &SolveArgs) -> Form {
    let listed = limit(args) != Some(1);
    let mut fields = vec![("solution", Value::Null)];
    if listed {
        fields.extend([("solutions", Value::Array(Vec::new())), ("complete", false.into())]);
    }
    Form::new(args.json, &fields)
}

fn limit(args: &SolveArgs) -> Option<u64> {
    if args.all { None } else { Some(args.limit.unwrap_or(1)) }
}

fn one(args: &SolveArgs, task: &Task, current: &Current) -> anyhow::Result<Ended> {
    if task.is_one_of_several && !args.json {
        output::line(&format!("== {}", task.problem.title))?;
    }
    let limit = limit(args);
    let listed = limit != Some(1);
    let (outcome, shown) = search(args, task, limit, current)?;
    match outcome {
        Ok(outcome) => finish(args, task, &outcome, shown, listed),
        Err(SolveError::Resources(why)) if args.json => too_large(task, &why),
        Err(error) => Err(error.into()),
    }
}

/// The outcome, and the answers kept for the JSON object.
type Found = (Result<Outcome, SolveError>, Vec<Value>);

/// Runs the engine; listed answers are printed as they come, or kept for the JSON object.
fn search(args: &SolveArgs, task: &Task, limit: Option<u64>, current: &Current) -> anyhow::Result<Found> {
    let problem = &task.problem;
    let listed = limit != Some(1);
    let (mut shown, mut failed, mut n_found) = (Vec::new(), None, 0u64);
    let progress = Progress::new(&problem.title);
    let request = Request { budget: progress.watching(&task.budget), limit };
    let outcome = solve::solve(problem, &task.engine, &request, &mut |answer: &Answer| {
        n_found += 1;
        match (listed, args.json) {
            (true, true) => shown.push(answer.shown(problem)),
            (true, false) => failed = show_answer(args, task, answer).err(),
            (false, true) => current.note(Best { text: String::new(), value: answer.shown(problem) }),
            (false, false) => current.note(Best { text: shown_text(args, task, answer).text, value: Value::Null }),
        }
        progress.say(|| format!("{}, {n_found} found", problem.title));
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(progress);
    failed.map_or(Ok((outcome, shown)), Err)
}

/// A formula that does not fit is one undecided instance, not the end of all.
fn too_large(task: &Task, why: &str) -> anyhow::Result<Ended> {
    failure::warn(&format!("{}: out of resources: {why}", task.problem.title));
    let outcome = Outcome::unknown(Stop::Memory);
    let ended = Ended { code: SolveError::Resources(String::new()).exit_code(), decided: false };
    let object = report::outcome_json(&task.problem, &task.engine, &outcome, None);
    output::answer(&format!("{object}\n"), ended)?;
    Ok(ended)
}

fn finish(args: &SolveArgs, task: &Task, outcome: &Outcome, shown: Vec<Value>, listed: bool) -> anyhow::Result<Ended> {
    let Task { problem, engine, .. } = task;
    let ended = Ended { code: outcome.status.exit_code(), decided: outcome.reason.is_none() };
    let mut failed = None;
    let text = if args.json {
        format!("{}\n", report::outcome_json(problem, engine, outcome, listed.then_some(shown)))
    } else {
        let last = outcome.best.as_ref().filter(|_| !listed || problem_optimises(problem));
        let last = last.map_or_else(report::Shown::default, |answer| shown_text(args, task, answer));
        failed = last.failed;
        last.text + &report::outcome_text(problem, engine, outcome, args.stats, listed)
    };
    output::answer(&text, ended)?;
    failure::of_output(failed)?;
    if let (Some(path), Some(answer)) = (&args.svg, &outcome.best) {
        write_svg(path, problem, answer)?;
    }
    Ok(ended)
}

fn problem_optimises(problem: &Problem) -> bool {
    problem.flat.model.objective != crate::model::Objective::Satisfy
}

/// Prints an answer: the puzzle's line and drawing, or the model's output.
fn show_answer(args: &SolveArgs, task: &Task, answer: &Answer) -> anyhow::Result<()> {
    let shown = shown_text(args, task, answer);
    output::text(&shown.text)?;
    failure::of_output(shown.failed)
}

fn shown_text(args: &SolveArgs, task: &Task, answer: &Answer) -> report::Shown {
    report::answer_text(&task.problem, answer, !args.quiet, output::wants_colour(), &task.budget)
}

/// Writes the picture of an answer.
pub fn write_svg(path: &std::path::Path, problem: &Problem, answer: &Answer) -> anyhow::Result<()> {
    output::svg(path, problem, answer.solution.as_ref().map_or(Show::Instance, Show::Solution))
}
