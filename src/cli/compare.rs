//! `compare`: engines times instances, agreement first.

use super::args::{CompareArgs, CompareFormat};
use super::failure;
use super::progress::Progress;
use super::{input, output, signals};
use crate::compare::{self, Run};
use crate::report::Table;
use crate::search::Budget;
use serde_json::json;

/// Runs the command. Exit code 4 if engines contradict each other or an answer is rejected.
pub fn run(args: &CompareArgs) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let jobs = input::load(&args.target)?;
    let (mut runs, n_runs) = (Vec::new(), jobs.len() * args.engines.len());
    let progress = Progress::new("reading");
    for job in jobs {
        let problem = job.problem()?;
        for engine in &args.engines {
            if signals.exit_code().is_some() {
                break;
            }
            progress.say(|| format!("run {} of {n_runs}: {} by {engine}", runs.len() + 1, problem.title));
            let budget = Budget::seconds(args.timeout).with_interrupt(signals.interrupt.clone());
            runs.push(compare::run(&problem, engine, budget));
        }
    }
    drop(progress);
    print(args, &runs)?;
    let wrong = compare::disagreements(&runs);
    Ok(signals.exit_code().unwrap_or(if wrong.is_empty() { 0 } else { 4 }))
}

fn print(args: &CompareArgs, runs: &[Run]) -> anyhow::Result<()> {
    let wrong = compare::disagreements(runs);
    for sentence in &wrong {
        failure::warn(&format!("DISAGREEMENT: {sentence}"));
    }
    match if args.json { CompareFormat::Json } else { args.format } {
        CompareFormat::Text => print_text(runs, &wrong),
        CompareFormat::Csv => output::text(&filled(compare::table(runs)).csv()),
        CompareFormat::Json => print_json(runs, &wrong),
    }
}

fn print_text(runs: &[Run], wrong: &[String]) -> anyhow::Result<()> {
    output::text(&filled(compare::table(runs)).text())?;
    output::text(&format!("\n{}", filled(compare::summary(runs)).text()))?;
    let verdict =
        if wrong.is_empty() { "all engines agree".to_string() } else { format!("{} DISAGREEMENTS", wrong.len()) };
    output::line(&format!("\n{verdict}"))
}

fn print_json(runs: &[Run], wrong: &[String]) -> anyhow::Result<()> {
    for run in runs {
        output::line(&compare::run_json(run).to_string())?;
    }
    output::line(&json!({ "agreement": wrong.is_empty(), "disagreements": wrong }).to_string())
}

fn filled((header, rows): (Vec<&'static str>, Vec<Vec<String>>)) -> Table {
    let mut table = Table::new(&header);
    rows.into_iter().for_each(|row| table.row(row));
    table
}
