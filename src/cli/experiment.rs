//! `experiment`: many runs of one question, with a log that can be continued, and a report.

use super::args::ExperimentArgs;
use super::failure::{Rejected, Resources, Usage};
use super::nearest::unknown;
use super::progress::{Eta, Progress};
use super::row_options::{Declared, is_help};
use super::{campaign as campaigning, campaign_collect, output, signals, watch};
use crate::campaign::{self, Campaign};
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
    GenerateOption {
        name: "campaign",
        value: "DIR",
        summary: "make the runs through a campaign in this folder (see `quandary campaign`)",
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
    let mut options = declared(row).parse(words)?;
    match options.remove("campaign").map(PathBuf::from) {
        Some(folder) => through(row, &args.words, &options, &folder),
        None => perform(row, options),
    }
}

/// Makes the runs through a campaign, alone or with others.
fn through(row: &Experiment, words: &[String], options: &Options, folder: &Path) -> anyhow::Result<u8> {
    let mut command = vec!["experiment".to_string()];
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--campaign" => drop(words.next()),
            word if word.starts_with("--campaign=") => (),
            _ => command.push(word.clone()),
        }
    }
    let campaign = match folder.join("campaign.json").exists() {
        false => plan(row, options, folder, &command)?,
        true => Campaign::open(folder).map_err(campaigning::failed)?,
    };
    if campaign.head.command != command {
        return Err(Usage(format!("{} is the campaign of something else", folder.display())).into());
    }
    let n_threads = Settings::new(options.clone()).number("jobs", 1).map_err(Usage)?;
    campaign_collect::through(&campaign, Some(n_threads))
}

/// Plans an experiment as a campaign; the words come after `experiment`.
pub fn planned(words: &[String], folder: &Path, command: &[String]) -> anyhow::Result<Campaign> {
    let (first, rest) =
        words.split_first().ok_or_else(|| Usage(format!("which experiment? {}", names().join(", "))))?;
    let row = experiment::find(first).ok_or_else(|| Usage(unknown("experiment", first, &names())))?;
    plan(row, &declared(row).parse(rest)?, folder, command)
}

fn plan(row: &Experiment, options: &Options, folder: &Path, command: &[String]) -> anyhow::Result<Campaign> {
    let limits = campaign::Limits { seconds: limit(row, options)?, megabytes: 0 };
    campaign::planned_experiment(folder, command, row, &without_common(options), limits).map_err(campaigning::failed)
}

/// What the runs of a campaign say together: printed as the words ask for, and as files.
pub fn conclude(row: &Experiment, words: &[String], report: &Report, folder: &Path) -> anyhow::Result<()> {
    let options = declared(row).parse(words)?;
    let folder = options.get("out").map_or_else(|| folder.to_path_buf(), PathBuf::from);
    print(&Settings::new(options), report)?;
    std::fs::create_dir_all(&folder).map_err(|e| Resources(format!("{}: {e}", folder.display())))?;
    write(&folder, report)
}

/// The limit of one run.
fn limit(row: &Experiment, options: &Options) -> anyhow::Result<f64> {
    let limit: f64 = Settings::new(options.clone()).number("limit", row.limit).map_err(Usage)?;
    match limit.is_finite() && limit > 0.0 {
        true => Ok(limit),
        false => Err(Usage("--limit: expected a number of seconds above 0".to_string()).into()),
    }
}

/// What changes the runs is part of the log's head; what does not is not.
fn without_common(options: &Options) -> Options {
    let is_own = |name: &str| COMMON.iter().all(|option| option.name != name);
    options.iter().filter(|(name, _)| is_own(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn perform(row: &Experiment, mut options: Options) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let folder = options.remove("out").map(PathBuf::from);
    let own = Settings::new(options.clone());
    let n_threads = own.number("jobs", 1).map_err(Usage)?;
    let limit = limit(row, &options)?;
    let how = Conduct {
        settings: Settings::new(without_common(&options)),
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
