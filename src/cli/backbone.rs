//! `backbone`: what is the same in every solution.

use super::args::BackboneArgs;
use super::progress::watched;
use super::run::{Tally, budget, engine};
use super::{failure, input, output, signals};
use crate::puzzles::Show;
use crate::report;
use crate::solve::{self, Status};

/// Runs the command.
pub fn run(args: &BackboneArgs) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let jobs = input::load(&args.target)?;
    let mut tally = Tally::default();
    for job in jobs {
        let problem = job.problem()?;
        let engine = engine(&args.engine, &problem)?;
        let limit = budget(&args.limits, &signals);
        let found = watched(&problem.title, || solve::backbone(&problem, &engine, &limit))?;
        match args.json {
            true => output::line(&report::backbone_json(&problem, &engine, &found).to_string())?,
            false => output::text(&report::backbone_text(&problem, &found, output::wants_colour()))?,
        }
        if let Some(path) = &args.svg {
            let Some(puzzle) = &problem.puzzle else {
                return Err(
                    failure::Usage("--svg draws puzzles; a model of your own has no picture".to_string()).into()
                );
            };
            output::file(path, puzzle.instance.svg(Show::Backbone(&found.shown)).as_bytes())?;
        }
        tally.add(found.status.exit_code(), found.status != Status::Unknown);
    }
    Ok(tally.exit_code(&signals))
}
