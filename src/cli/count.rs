//! `count`: the exact number of solutions, and how likely each thing is.

use super::args::CountArgs;
use super::progress::watched;
use super::run::{Tally, budget, engine};
use super::{failure, input, output, signals};
use crate::engine::Engine;
use crate::puzzles::Show;
use crate::report;
use crate::solve::{self, Problem, Status};

/// Runs the command.
pub fn run(args: &CountArgs) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let jobs = input::load(&args.target)?;
    let mut tally = Tally::default();
    for job in jobs {
        let problem = job.problem()?;
        let engine = engine(&args.engine, &problem)?;
        let budget = budget(&args.limits, &signals);
        let status = match args.probabilities {
            true => with_probabilities(args, &problem, &engine, &budget)?,
            false => plain(args, &problem, &engine, &budget)?,
        };
        tally.add(status.exit_code(), status != Status::Unknown);
    }
    Ok(tally.exit_code(&signals))
}

fn plain(
    args: &CountArgs,
    problem: &Problem,
    engine: &Engine,
    budget: &crate::search::Budget,
) -> anyhow::Result<Status> {
    let counted = watched(&problem.title, || solve::count(problem, engine, budget))?;
    if args.json {
        output::line(&report::count_json(problem, engine, &counted).to_string())?;
    } else {
        let number = counted.solutions.as_ref().map_or("unknown".to_string(), |n| n.to_string());
        output::line(&number)?;
    }
    Ok(counted.status)
}

fn with_probabilities(
    args: &CountArgs,
    problem: &Problem,
    engine: &Engine,
    budget: &crate::search::Budget,
) -> anyhow::Result<Status> {
    let found = watched(&problem.title, || solve::probabilities(problem, engine, budget))?;
    if args.json {
        output::line(&report::probabilities_json(problem, engine, &found).to_string())?;
    } else {
        let number = found.total.as_ref().map_or("unknown".to_string(), |n| n.to_string());
        output::line(&number)?;
        output::text(&report::probabilities_text(problem, &found, output::wants_colour()))?;
    }
    if let Some(path) = &args.svg {
        let Some(puzzle) = &problem.puzzle else {
            return Err(failure::Usage("--svg draws puzzles; a model of your own has no picture".to_string()).into());
        };
        output::file(path, puzzle.instance.svg(Show::Probabilities(&found.shown)).as_bytes())?;
    }
    Ok(found.status)
}
