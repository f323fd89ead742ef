//! The command line for completions and the manual: what can be chosen by name comes from the tables.
//!
//! Only what is printed is made here. Parsing takes more than any list could name, such as `sat@boolean:totalizer:batsat`.

use super::args::Cli;
use crate::engine::{Engine, MODES};
use crate::{experiment, puzzles, sat};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use itertools::Itertools;

/// The command line with the rows of the tables in it.
pub fn command() -> Command {
    Cli::command().mut_subcommands(|sub| sub.mut_args(with_choices)).after_long_help(choices())
}

fn with_choices(arg: Arg) -> Arg {
    let words = match arg.get_id().as_str() {
        "engine" | "engines" => engines(),
        "mode" => MODES.iter().map(|mode| mode.name.to_string()).collect(),
        "formulation" => puzzles::TABLE.iter().flat_map(|p| p.models).map(|m| m.name.to_string()).unique().collect(),
        "family" => puzzles::TABLE.iter().map(|p| p.name.to_string()).collect(),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(words))
}

/// The engines one begins with: the modes, each backend, each search.
fn engines() -> Vec<String> {
    // A search needs a name, and what is not part of this build is no use.
    let modes = MODES.iter().map(|mode| mode.name.to_string()).filter(|name| name.parse::<Engine>().is_ok());
    let whole = ["sat:whole".to_string()];
    let backends = sat::TABLE.iter().filter(|row| row.is_embedded()).map(|row| format!("sat::{}", row.name));
    let searches = puzzles::TABLE.iter().flat_map(|p| p.searches).map(|s| format!("search:{}", s.name)).unique();
    modes.chain(whole).chain(backends).chain(searches).collect()
}

/// What can be named, for the manual.
fn choices() -> String {
    let puzzles = puzzles::TABLE.iter().map(|row| format!("{}: {}", row.name, row.summary)).join("\n");
    let experiments = experiment::TABLE.iter().map(|row| format!("{}: {}", row.name, row.summary)).join("\n");
    let engines = MODES.iter().map(|mode| format!("{}: {}", mode.syntax, mode.summary)).join("\n");
    let codes = Cli::command().get_after_help().map(|help| help.to_string()).unwrap_or_default();
    format!("Puzzles:\n{puzzles}\n\nEngines:\n{engines}\n\nExperiments:\n{experiments}\n\n{codes}")
}
