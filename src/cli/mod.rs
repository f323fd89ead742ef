//! The command line: the only place that prints, reads files, knows clap and exits.
//!
//! Every command is one file with one function from its arguments to an exit code. What the user did wrong comes back as
//! an error value that knows its exit code.

mod args;
mod args_campaign;
mod args_compare;
mod args_evidence;
mod args_minizinc;
mod args_pack;
#[cfg(feature = "serve")]
mod args_serve;
mod args_watch;
mod backbone;
mod campaign;
mod campaign_collect;
mod campaign_submit;
mod certify;
mod check;
mod check_bundle;
mod checker;
mod compare;
mod compare_pictures;
mod compare_places;
mod compare_plan;
mod competition;
mod compress;
mod count;
mod cube;
mod decode;
mod described;
mod difficulty;
mod draw;
mod experiment;
mod explain;
mod export;
mod failure;
mod fzn;
mod generate;
mod input;
mod list;
mod minizinc;
mod nearest;
mod output;
mod pack;
mod pack_ladders;
mod pack_table;
mod play;
mod play_minesweeper;
mod progress;
mod proof;
mod protocol;
mod provenance;
mod replay;
mod row_options;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod signals;
mod solve;
mod supervisor;
mod tracing;
mod tree;
mod unanswered;
pub mod watch;

use args::{Cli, Command};
use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs the program with these arguments (the first is its name) and says how it ended.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(called_by_minizinc(arguments.into_iter().collect())) {
        Ok(cli) => cli,
        Err(error) => return failure::report_usage(&error),
    };
    supervisor::supervise(Arc::new(move || dispatch(&cli.command)))
}

/// MiniZinc names no command: it calls a solver with flags and files. The files say which command is meant.
fn called_by_minizinc(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let ends = |arg: &OsString, ending: &str| arg.to_string_lossy().ends_with(ending);
    let is_bare =
        |arg: &OsString| arg.to_string_lossy().starts_with('-') || [".fzn", ".mzn"].iter().any(|e| ends(arg, e));
    let command: &[&str] = match arguments.get(1).is_some_and(is_bare) {
        true if arguments.iter().any(|arg| ends(arg, ".fzn")) => &["fzn"],
        true if arguments.iter().any(|arg| ends(arg, ".mzn")) => &["minizinc", "run"],
        true | false => &[],
    };
    arguments.splice(1.min(arguments.len())..1.min(arguments.len()), command.iter().map(OsString::from));
    arguments
}

fn dispatch(command: &Command) -> anyhow::Result<u8> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Enumerate(args) => solve::run(&args::SolveArgs { all: args.limit.is_none(), ..args.clone() }),
        Command::Count(args) => count::run(args),
        Command::Backbone(args) => backbone::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Export(args) => export::run(args),
        Command::Decode(args) => decode::run(args),
        Command::Check(args) => check::run(args),
        Command::Certify(args) => certify::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Play(args) => play::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Tree(args) => tree::run(args),
        Command::List(args) => list::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Experiment(args) => experiment::run(args),
        Command::Campaign(args) => campaign::run(args),
        Command::Cube(args) => cube::run(args),
        Command::Pack(args) => pack::run(args),
        Command::Fzn(args) => fzn::run(args),
        Command::Minizinc(args) => minizinc::run(args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(args),
        Command::Completions(args) => completions(args.shell),
        Command::Man => manual(),
    }
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut described::command(), "quandary", &mut script);
    output::bytes(&script)?;
    Ok(0)
}

fn manual() -> anyhow::Result<u8> {
    let mut page = Vec::new();
    clap_mangen::Man::new(described::command()).render(&mut page)?;
    output::bytes(&page)?;
    Ok(0)
}
