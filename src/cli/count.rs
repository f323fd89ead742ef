//! `count`: the exact number of solutions, and how likely each thing is.

use super::args::CountArgs;
use super::output;
use super::progress::watched;
use super::run::{Asked, Ended, Wanted, each};
use super::unanswered::Form;
use crate::puzzles::Show;
use crate::report;
use crate::solve::{self, Problem, Run};
use serde_json::Value;

/// Runs the command.
pub fn run(args: &CountArgs) -> anyhow::Result<u8> {
    let CountArgs { target, engine, limits, json, .. } = args;
    let own = if args.probabilities { "probabilities" } else { "at_least" };
    let form = Form::new(*json, &["solutions", "of", own].map(|name| (name, Value::Null)));
    let asked = Asked { target, engine, limits, wanted: Wanted::All, form, headed: false };
    each(&asked, |problem, run| match args.probabilities {
        true => with_probabilities(args, problem, run),
        false => plain(args, problem, run),
    })
}

fn plain(args: &CountArgs, problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    let counted = watched(problem, run, |run| solve::count(problem, run))?;
    let line = match args.json {
        true => report::count_json(problem, &run.engine, &counted).to_string(),
        false => report::count_text(&counted),
    };
    output::answer(&format!("{line}\n"), counted.status.into())?;
    Ok(counted.status.into())
}

fn with_probabilities(args: &CountArgs, problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    output::can_draw(args.svg.as_deref(), problem)?;
    let found = watched(problem, run, |run| solve::probabilities(problem, run))?;
    let text = match args.json {
        true => format!("{}\n", report::probabilities_json(problem, &run.engine, &found)),
        false => report::probabilities_text(problem, &found, output::wants_colour()),
    };
    output::answer(&text, found.status.into())?;
    if let Some(path) = args.svg.as_ref().filter(|_| !found.shown.is_null()) {
        output::svg(path, problem, Show::Probabilities(&found.shown))?;
    }
    Ok(found.status.into())
}
