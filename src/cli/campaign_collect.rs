//! `campaign collect`: what the results of a campaign say together.
//!
//! The same results give the same words and files; only `logs/` knows when and by whom they were made.

use super::args::{CollectArgs, CompareLine};
use super::campaign::{failed, parsed, sentence};
use super::{compare, experiment, failure, output, watch};
use crate::campaign::{self, Campaign, Compared, Conquest, Experimented, Kind, Standing, Verdict};
use crate::compare as comparing;
use crate::report;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;

/// Runs the command. Exit code 4 if results contradict each other or a judge rejected one.
pub fn run(args: &CollectArgs) -> anyhow::Result<u8> {
    let campaign = Campaign::open(&args.folder).map_err(failed)?;
    if args.benchexec {
        benchexec(&campaign)?;
    }
    collect(&campaign, args.json)
}

/// Writes a comparison in the form of BenchExec.
fn benchexec(campaign: &Campaign) -> anyhow::Result<()> {
    if campaign.head.kind != Kind::Compare {
        return Err(failure::Usage("--benchexec is for campaigns of `compare`".to_string()).into());
    }
    let Compared { plan, trials, .. } = campaign::trials(campaign).map_err(failed)?;
    let tasks = campaign.tasks().map_err(failed)?;
    let limits = tasks.first().map(|task| task.limits);
    let inputs: HashMap<&str, &str> = plan
        .iter()
        .zip(&tasks)
        .filter_map(|(planned, task)| Some((planned.named.title.as_str(), task.inputs.first()?.as_str())))
        .collect();
    let input = |instance: &str| inputs.get(instance).map(|digest| format!("../../../inputs/{digest}"));
    let (seconds, megabytes) = limits.map_or((0.0, 0), |limits| (limits.seconds, limits.megabytes));
    let folder = campaign.path.join("report").join("benchexec");
    let made = std::fs::create_dir_all(folder.join("tasks"));
    made.map_err(|e| failure::Resources(format!("{}: {e}", folder.display())))?;
    for (name, text) in report::benchexec(&trials, seconds, megabytes, input) {
        output::file(&folder.join(name), text.as_bytes())?;
    }
    output::file(&folder.join("tasks").join("satisfiable.prp"), b"CHECK(satisfiable)\n")
}

/// Collects, prints and writes.
pub fn collect(campaign: &Campaign, json: bool) -> anyhow::Result<u8> {
    let code = match campaign.head.kind {
        Kind::Compare => compared(campaign)?,
        Kind::Experiment => experimented(campaign)?,
        Kind::Cube => conquered(campaign, json)?,
    };
    watch::close();
    if campaign.standing().map_err(failed)?.missing == 0 {
        campaign.tidy();
    }
    Ok(code)
}

/// How far a campaign is, what is known of its formula, and what contradicts each other.
pub fn standing(campaign: &Campaign) -> anyhow::Result<(Standing, Option<Value>, Vec<String>)> {
    let standing = campaign.standing().map_err(failed)?;
    match campaign.head.kind {
        Kind::Compare => {
            let runs = campaign::trials(campaign).map_err(failed)?;
            Ok((standing, None, comparing::disagreements(&runs.trials)))
        }
        Kind::Experiment => Ok((standing, None, Vec::new())),
        Kind::Cube => {
            let conquest = campaign::conquer(campaign, false).map_err(failed)?;
            let wrong = conquest.contradictions.clone();
            Ok((standing, Some(told(&conquest)), wrong))
        }
    }
}

fn compared(campaign: &Campaign) -> anyhow::Result<u8> {
    let (_, words) = campaign.head.command.split_first().expect("a planned command has a first word");
    let args = parsed::<CompareLine>("compare", words)?.args;
    let Compared { plan, trials, failed: lost } = campaign::trials(campaign).map_err(failed)?;
    lost.iter().for_each(|why| failure::warn(&format!("FAILED: {why}")));
    let folder = args.out.clone().unwrap_or_else(|| campaign.path.join("report"));
    compare::conclude(
        &args,
        &plan,
        &trials,
        &compare::Told { command: command(campaign), folder: Some(folder), places: places(campaign) },
    )
}

/// The command that the campaign stands for, as one would type it.
fn command(campaign: &Campaign) -> String {
    compare::as_typed(campaign.head.command.iter().cloned())
}

fn places(campaign: &Campaign) -> Vec<Vec<(String, String)>> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let list = |place: &Value| {
        place.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), shown(value))).collect()
    };
    campaign::places(campaign).iter().map(list).collect()
}

fn experimented(campaign: &Campaign) -> anyhow::Result<u8> {
    let Experimented { row, settings, records, failed: lost } = campaign::records(campaign).map_err(failed)?;
    lost.iter().for_each(|why| failure::warn(&format!("FAILED: {why}")));
    let words: &[String] = campaign.head.command.get(2..).unwrap_or_default();
    let folder: PathBuf = campaign.path.join("report");
    experiment::conclude(row, words, &(row.report)(&settings, &records), &folder)?;
    Ok(if lost.is_empty() { 0 } else { 3 })
}

fn conquered(campaign: &Campaign, json: bool) -> anyhow::Result<u8> {
    let conquest = campaign::conquer(campaign, true).map_err(failed)?;
    let told = told(&conquest);
    let folder = campaign.path.join("report");
    std::fs::create_dir_all(&folder).map_err(|e| failure::Resources(format!("{}: {e}", folder.display())))?;
    output::file(&folder.join("verdict.json"), format!("{told:#}\n").as_bytes())?;
    output::line(&if json { told.to_string() } else { shown(&told) })?;
    conquest.failures.iter().for_each(|why| failure::warn(&format!("FAILED: {why}")));
    conquest.contradictions.iter().for_each(|why| failure::warn(&format!("CONTRADICTION: {why}")));
    Ok(match conquest.verdict {
        _ if !conquest.contradictions.is_empty() => 4,
        Verdict::Satisfiable => 10,
        Verdict::Unsatisfiable => 20,
        Verdict::Unknown => 0,
    })
}

/// What is known of a formula, as JSON.
fn told(conquest: &Conquest) -> Value {
    json!({
        "verdict": conquest.verdict.word(),
        "share": conquest.share,
        "cubes": conquest.standing.tasks,
        "refuted": conquest.n_refuted,
        "split": conquest.n_split,
        "missing": conquest.standing.missing,
        "failed": conquest.standing.failed,
        "seconds": conquest.seconds,
        "seconds_left": conquest.seconds_left,
        "found_by": conquest.found_by,
        "solution": conquest.solution,
        "formula": conquest.formula,
        "gbdhash": conquest.gbdhash,
        "proof": conquest.proof,
        "proof_sha256": conquest.proof_sha256,
        "proof_steps": conquest.n_steps,
        "contradictions": conquest.contradictions,
    })
}

/// The same in words.
pub fn shown(told: &Value) -> String {
    let number = |name: &str| told[name].as_u64().unwrap_or(0);
    let seconds = |name: &str| told[name].as_f64().map(report::hours);
    let mut text = told["verdict"].as_str().unwrap_or("unknown").to_string();
    match told["verdict"].as_str() {
        Some("unsatisfiable") => text += &format!(": all {} cubes refuted", number("refuted")),
        Some("satisfiable") => text += &format!(": cube {}", told["found_by"].as_str().unwrap_or("?")),
        _ => {
            let share = told["share"].as_f64().unwrap_or(0.0) * 100.0;
            text += &format!(": {share:.1} % of the space is refuted");
            text += &format!(", {} cubes refuted, {} missing", number("refuted"), number("missing"));
            if let Some(left) = seconds("seconds_left") {
                text += &format!("; about {left} of one core left if the rest is like what is done");
            }
        }
    }
    if let Some(proof) = told["proof"].as_str() {
        text += &format!(
            "\n{proof}: {} steps, checked, of the formula {}",
            number("proof_steps"),
            told["formula"].as_str().unwrap_or("?")
        );
    }
    if !told["solution"].is_null() {
        text += &format!("\n{}", told["solution"]);
    }
    text
}

/// Works off what is missing and collects: what `--campaign` and the local engine do.
pub fn through(campaign: &Campaign, jobs: Option<usize>) -> anyhow::Result<u8> {
    let standing = super::campaign::crew(campaign, None, jobs)?;
    if standing.missing > 0 {
        failure::warn(&sentence(&standing));
    }
    let code = collect(campaign, false)?;
    Ok(super::signals::listen().exit_code().unwrap_or(code))
}
