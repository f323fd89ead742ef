//! `backbone`: what is the same in every solution.

use super::args::BackboneArgs;
use super::output;
use super::progress::watched;
use super::run::{Ended, Task, each};
use super::unanswered::Form;
use crate::puzzles::Show;
use crate::report;
use crate::solve;
use serde_json::Value;

/// Runs the command.
pub fn run(args: &BackboneArgs) -> anyhow::Result<u8> {
    let form = Form::new(args.json, &[("backbone", Value::Null)]);
    each(&args.target, &args.engine, &args.limits, true, form, |task| one(args, task))
}

fn one(args: &BackboneArgs, task: &Task) -> anyhow::Result<Ended> {
    let Task { problem, engine, budget, .. } = task;
    let found = watched(&problem.title, budget, |budget| solve::backbone(problem, engine, budget))?;
    let text = match args.json {
        true => format!("{}\n", report::backbone_json(problem, engine, &found)),
        false => report::backbone_text(problem, &found, output::wants_colour()),
    };
    output::answer(&text, found.status.into())?;
    if let Some(path) = args.svg.as_ref().filter(|_| !found.shown.is_null()) {
        output::svg(path, problem, Show::Backbone(&found.shown))?;
    }
    Ok(found.status.into())
}
