//! `solve` and `enumerate`: one answer, several, all, or the best.

use super::args::SolveArgs;
use super::progress::Progress;
use super::run::{Tally, budget, engine};
use super::{failure, input, output, signals};
use crate::engine::Engine;
use crate::puzzles::Show;
use crate::report;
use crate::solve::{self, Answer, Outcome, Problem, Request};
use std::ops::ControlFlow;

/// Runs the command.
pub fn run(args: &SolveArgs) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let jobs = input::load(&args.target)?;
    let several = jobs.len() > 1;
    let mut tally = Tally::default();
    for job in jobs {
        if signals.exit_code().is_some() {
            break;
        }
        let problem = job.problem()?;
        let engine = engine(&args.engine, &problem)?;
        if several && !args.json {
            output::line(&format!("== {}", problem.title))?;
        }
        let (code, decided) = one(args, &problem, &engine, &signals)?;
        tally.add(code, decided);
    }
    Ok(tally.exit_code(&signals))
}

fn one(args: &SolveArgs, problem: &Problem, engine: &Engine, signals: &signals::Signals) -> anyhow::Result<(u8, bool)> {
    let limit = if args.all { None } else { Some(args.limit.unwrap_or(1)) };
    let request = Request { budget: budget(&args.limits, signals), limit };
    let listed = limit != Some(1);
    let mut shown = Vec::new();
    let mut failed = None;
    let progress = Progress::new(&problem.title);
    let mut n_found = 0u64;
    let outcome = solve::solve(problem, engine, &request, &mut |answer: &Answer| {
        n_found += 1;
        match (listed, args.json) {
            (true, true) => shown.push(answer.shown(problem)),
            (true, false) => failed = show_answer(args, problem, answer).err(),
            (false, _) => (),
        }
        progress.say(|| format!("{}, {n_found} found", problem.title));
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(progress);
    if let Some(error) = failed {
        return Err(error);
    }
    finish(args, problem, engine, outcome?, shown, listed)
}

fn finish(
    args: &SolveArgs,
    problem: &Problem,
    engine: &Engine,
    outcome: Outcome,
    shown: Vec<serde_json::Value>,
    listed: bool,
) -> anyhow::Result<(u8, bool)> {
    let decided = outcome.reason.is_none();
    if args.json {
        let solutions = listed.then_some(shown);
        output::line(&report::outcome_json(problem, engine, &outcome, solutions).to_string())?;
    } else {
        if let Some(answer) = outcome.best.as_ref().filter(|_| !listed || problem_optimises(problem)) {
            show_answer(args, problem, answer)?;
        }
        output::text(&report::outcome_text(problem, engine, &outcome, args.stats, listed))?;
    }
    if let (Some(path), Some(answer)) = (&args.svg, &outcome.best) {
        write_svg(path, problem, answer)?;
    }
    Ok((outcome.status.exit_code(), decided))
}

fn problem_optimises(problem: &Problem) -> bool {
    problem.flat.model.objective != crate::model::Objective::Satisfy
}

/// Prints an answer: the puzzle's line and drawing, or the model's output.
fn show_answer(args: &SolveArgs, problem: &Problem, answer: &Answer) -> anyhow::Result<()> {
    output::text(&report::answer_text(problem, answer, !args.quiet, output::wants_colour()))
}

/// Writes the picture of an answer.
pub fn write_svg(path: &std::path::Path, problem: &Problem, answer: &Answer) -> anyhow::Result<()> {
    let (Some(puzzle), Some(solution)) = (&problem.puzzle, &answer.solution) else {
        return Err(failure::Usage("--svg draws puzzles; a model of your own has no picture".to_string()).into());
    };
    output::file(path, puzzle.instance.svg(Show::Solution(solution)).as_bytes())
}
