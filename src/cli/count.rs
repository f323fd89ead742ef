//! `count`: the exact number of solutions, and how likely each thing is.

use super::args::CountArgs;
use super::output;
use super::progress::watched;
use super::run::{Ended, Task, each};
use super::unanswered::Form;
use crate::puzzles::Show;
use crate::report;
use crate::solve;
use serde_json::Value;

/// Runs the command.
pub fn run(args: &CountArgs) -> anyhow::Result<u8> {
    let mut fields = vec![("solutions", Value::Null)];
    fields.extend(args.probabilities.then_some(("probabilities", Value::Null)));
    let form = Form::new(args.json, &fields);
    each(&args.target, &args.engine, &args.limits, true, form, |task| match args.probabilities {
        true => with_probabilities(args, task),
        false => plain(args, task),
    })
}

fn plain(args: &CountArgs, task: &Task) -> anyhow::Result<Ended> {
    let Task { problem, engine, budget, .. } = task;
    let counted = watched(&problem.title, budget, |budget| solve::count(problem, engine, budget))?;
    let text = if args.json {
        report::count_json(problem, engine, &counted).to_string()
    } else {
        counted.solutions.as_ref().map_or("unknown".to_string(), |n| n.to_string())
    };
    output::answer(&format!("{text}\n"), counted.status.into())?;
    Ok(counted.status.into())
}

fn with_probabilities(args: &CountArgs, task: &Task) -> anyhow::Result<Ended> {
    let Task { problem, engine, budget, .. } = task;
    let found = watched(&problem.title, budget, |budget| solve::probabilities(problem, engine, budget))?;
    let text = if args.json {
        format!("{}\n", report::probabilities_json(problem, engine, &found))
    } else {
        let number = found.total.as_ref().map_or("unknown".to_string(), |n| n.to_string());
        format!("{number}\n{}", report::probabilities_text(problem, &found, output::wants_colour()))
    };
    output::answer(&text, found.status.into())?;
    if let Some(path) = args.svg.as_ref().filter(|_| !found.shown.is_null()) {
        output::svg(path, problem, Show::Probabilities(&found.shown))?;
    }
    Ok(found.status.into())
}
