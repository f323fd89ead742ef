//! `experiment`: many runs of one question, with a log that can be continued, and a report.

use super::args::ExperimentArgs;
use super::failure::{Rejected, Usage};
use super::nearest::unknown;
use super::progress::{Eta, Progress};
use super::row_options::{Declared, is_help};
use super::{output, signals, watch};
use crate::experiment::{self, Conduct, Experiment, Settings};
use crate::puzzles::{GenerateOption, Options};
use crate::report::Report;
use std::path::{Path, PathBuf};

const COMMON: &[GenerateOption] = &[
    GenerateOption {
        name: "out",
        value: "DIR",
        summary: "folder for the log, tables and plots; a log found there is continued",
    },
    GenerateOption {
        name: "limit",
        value: "SECONDS",
        summary: "the limit of one run, instead of the experiment's own",
    },
    GenerateOption {
        name: "jobs",
        value: "N",
        summary: "how many runs go on at once (1, so that times mean something)",
    },
    GenerateOption { name: "json", value: "", summary: "print the report as JSON" },
    GenerateOption { name: "markdown", value: "", summary: "print the report as Markdown" },
];

/// Runs the command.
pub fn run(args: &ExperimentArgs) -> anyhow::Result<u8> {
    let (first, words) = args.words.split_first().expect("the parser asks for one word at least");
    let row = match experiment::find(first) {
        Some(row) => row,
        None if is_help(first) => {
            output::text(&experiment::TABLE.iter().map(|row| help(row)).collect::<Vec<_>>().join("\n"))?;
            return Ok(0);
        }
        None => return Err(Usage(unknown("experiment", first, &names())).into()),
    };
    if words.iter().any(is_help) {
        output::text(&help(row))?;
        return Ok(0);
    }
    perform(row, declared(row).parse(words)?)
}

fn perform(row: &Experiment, mut options: Options) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let folder = options.remove("out").map(PathBuf::from);
    let own = Settings::new(options.clone());
    let n_threads = own.number("jobs", 1).map_err(Usage)?;
    let limit: f64 = own.number("limit", row.limit).map_err(Usage)?;
    if !(limit.is_finite() && limit > 0.0) {
        return Err(Usage("--limit: expected a number of seconds above 0".to_string()).into());
    }
    // What changes the runs is part of the log's head; what does not is not.
    let told = COMMON.iter().map(|o| o.name);
    let settings = told.fold(options.clone(), |mut rest, name| {
        rest.remove(name);
        rest
    });
    let how = Conduct {
        settings: Settings::new(settings),
        folder: folder.clone(),
        n_threads,
        limit: Some(limit),
        interrupt: signals.interrupt.clone(),
    };
    let progress = Progress::new(row.name);
    let mut eta = None;
    let report = experiment::run(row, &how, &mut |n_done, n_all| match &mut eta {
        None => eta = Some(Eta::new(n_done, n_all)),
        Some(eta) => progress.say(|| eta.step(row.name)),
    });
    drop(progress);
    watch::close();
    let report = report.map_err(Rejected)?;
    print(&own, &report)?;
    folder.map_or(Ok(()), |folder| write(&folder, &report))?;
    Ok(signals.exit_code().unwrap_or(0))
}

fn print(options: &Settings, report: &Report) -> anyhow::Result<()> {
    match (options.is_on("json"), options.is_on("markdown")) {
        (true, _) => output::line(&report.json().to_string()),
        (false, true) => output::text(&report.markdown()),
        (false, false) => output::text(&report.text()),
    }
}

fn write(folder: &Path, report: &Report) -> anyhow::Result<()> {
    report.files().iter().try_for_each(|(name, text)| output::file(&folder.join(name), text.as_bytes()))
}

fn declared(row: &Experiment) -> Declared<'_> {
    Declared { name: row.name, options: row.options, common: COMMON }
}

fn names() -> Vec<&'static str> {
    experiment::TABLE.iter().map(|row| row.name).collect()
}

fn help(row: &Experiment) -> String {
    format!(
        "{0}: {1} ({2})\n\nUsage: quandary experiment {0} [OPTION]...\n\nOptions:\n{3}",
        row.name,
        row.summary,
        row.reference,
        declared(row).help()
    )
}
