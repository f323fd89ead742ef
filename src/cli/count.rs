//! `count`: the exact number of solutions, and how likely each thing is.

use super::args::CountArgs;
use super::output;
use super::progress::watched;
use super::run::{Ended, Task, each};
use crate::puzzles::Show;
use crate::report;
use crate::solve;

/// Runs the command.
pub fn run(args: &CountArgs) -> anyhow::Result<u8> {
    each(&args.target, &args.engine, &args.limits, true, |task| match args.probabilities {
        true => with_probabilities(args, task),
        false => plain(args, task),
    })
}

fn plain(args: &CountArgs, task: &Task) -> anyhow::Result<Ended> {
    let Task { problem, engine, budget, .. } = task;
    let counted = watched(&problem.title, budget, |budget| solve::count(problem, engine, budget))?;
    if args.json {
        output::line(&report::count_json(problem, engine, &counted).to_string())?;
    } else {
        let number = counted.solutions.as_ref().map_or("unknown".to_string(), |n| n.to_string());
        output::line(&number)?;
    }
    Ok(counted.status.into())
}

fn with_probabilities(args: &CountArgs, task: &Task) -> anyhow::Result<Ended> {
    let Task { problem, engine, budget, .. } = task;
    let found = watched(&problem.title, budget, |budget| solve::probabilities(problem, engine, budget))?;
    if args.json {
        output::line(&report::probabilities_json(problem, engine, &found).to_string())?;
    } else {
        let number = found.total.as_ref().map_or("unknown".to_string(), |n| n.to_string());
        output::line(&number)?;
        output::text(&report::probabilities_text(problem, &found, output::wants_colour()))?;
    }
    if let Some(path) = args.svg.as_ref().filter(|_| !found.shown.is_null()) {
        output::svg(path, problem, Show::Probabilities(&found.shown))?;
    }
    Ok(found.status.into())
}
