//! `backbone`: what is the same in every solution.

use super::args::BackboneArgs;
use super::output;
use super::progress::watched;
use super::run::{Asked, Ended, Wanted, each};
use super::unanswered::Form;
use crate::puzzles::Show;
use crate::report;
use crate::solve::{self, Problem, Run};
use serde_json::Value;

/// Runs the command.
pub fn run(args: &BackboneArgs) -> anyhow::Result<u8> {
    let BackboneArgs { target, engine, limits, json, .. } = args;
    let form = Form::new(*json, &["of", "backbone"].map(|name| (name, Value::Null)));
    let asked = Asked { target, engine, limits, wanted: Wanted::Certain, form, headed: false };
    each(&asked, |problem, run| one(args, problem, run))
}

fn one(args: &BackboneArgs, problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    output::can_draw(args.svg.as_deref(), problem)?;
    let found = watched(problem, run, |run| solve::backbone(problem, run))?;
    let text = match args.json {
        true => format!("{}\n", report::backbone_json(problem, &run.engine, &found)),
        false => report::backbone_text(problem, &found, output::wants_colour()),
    };
    output::answer(&text, found.status.into())?;
    if let Some(path) = args.svg.as_ref().filter(|_| !found.shown.is_null()) {
        output::svg(path, problem, Show::Backbone(&found.shown))?;
    }
    Ok(found.status.into())
}
