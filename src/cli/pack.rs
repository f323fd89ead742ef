//! `pack`: a family of instances of growing hardness for each puzzle, with formulas, hashes and measured hardness.
//!
//! What the SAT Competition asks of who hands in formulas: instances from trivial to hard, made again from seeds by one command, each
//! with the number it has in the field's database and the answer that is expected. Everything is the same each time but for what was measured.

use super::args::PackArgs;
use super::campaign::program;
use super::failure::{Resources, Usage};
use super::nearest::unknown;
use super::pack_ladders::{LADDERS, Ladder, RUNGS, Rung};
use super::progress::{Eta, Progress};
use super::{failure, output, pack_table, signals};
use crate::cnf::dimacs::sha256;
use crate::compare::{self, Limits, Planned, State, Trial};
use crate::front::Source;
use crate::puzzles;
use crate::runs::child::{self, Ended};
use crate::solve::{Language, Named, Problem};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Who solves formulas: the default engine, and one that counts its conflicts.
const ENGINES: [&str; 2] = ["sat", "sat:batsat"];
/// How long one formula may take to be written.
const WRITING: f64 = 600.0;

/// One instance of a family, as it was made and measured.
pub struct Member {
    /// The puzzle.
    pub puzzle: &'static str,
    /// What its files are called.
    pub name: String,
    /// What the generator was told.
    pub rung: Rung,
    /// SHA-256 of the instance and of the formula.
    pub sha256: [String; 2],
    /// The formula's number in the field's database.
    pub gbdhash: String,
    /// Variables and clauses of the formula.
    pub sizes: [u64; 2],
    /// The puzzle's own engine on the instance, and then engines on the formula.
    pub trials: Vec<Trial>,
}

impl Member {
    /// What any engine answers; an optimum is an answer.
    pub fn expected(&self) -> Option<&str> {
        self.trials.iter().find_map(verdict)
    }

    /// Whether two engines answer differently.
    fn is_contradicted(&self) -> bool {
        let mut verdicts: Vec<&str> = self.trials.iter().filter_map(verdict).collect();
        verdicts.dedup();
        verdicts.len() > 1
    }
}

fn verdict(trial: &Trial) -> Option<&str> {
    let word = trial.verdict.as_deref().filter(|_| trial.state == State::Ok)?;
    Some(if word == "optimal" { "satisfiable" } else { word })
}

/// Runs the command. Exit code 4 if engines contradict each other.
pub fn run(args: &PackArgs) -> anyhow::Result<u8> {
    let ladders = chosen(&args.puzzles)?;
    let interrupt = signals::listen().interrupt.clone();
    let rungs = |ladder: &'static Ladder| picked(usize::from(args.count)).map(move |n| (ladder, n));
    let plan: Vec<(&Ladder, usize)> = ladders.into_iter().flat_map(rungs).collect();
    let (line, mut eta) = (Progress::new("packing"), Eta::new(0, plan.len()));
    let mut members = Vec::with_capacity(plan.len());
    for (ladder, n) in plan {
        let made = member(args, ladder, n, &interrupt)?;
        let Some(made) = made else { return Ok(signals::listen().exit_code().unwrap_or(0)) };
        line.say(|| eta.step(&made.name));
        members.push(made);
    }
    for (name, text) in pack_table::files(args, &members) {
        output::file(&args.folder.join(name), text.as_bytes())?;
    }
    output::text(&pack_table::text(&members))?;
    let wrong: Vec<&Member> = members.iter().filter(|member| member.is_contradicted()).collect();
    wrong.iter().for_each(|member| failure::warn(&format!("CONTRADICTION: engines disagree on {}", member.name)));
    Ok(if wrong.is_empty() { 0 } else { 4 })
}

/// The ladders of these puzzles, or all.
fn chosen(puzzles: &[String]) -> anyhow::Result<Vec<&'static Ladder>> {
    let names: Vec<&str> = LADDERS.iter().map(|ladder| ladder.puzzle).collect();
    let find = |name: &String| {
        let found = LADDERS.iter().find(|ladder| ladder.puzzle == name);
        found.ok_or_else(|| Usage(unknown("puzzle", name, &names)).into())
    };
    match puzzles {
        [] => Ok(LADDERS.iter().collect()),
        puzzles => puzzles.iter().map(find).collect(),
    }
}

/// So many rungs of a ladder, from the lowest to the highest.
fn picked(count: usize) -> impl Iterator<Item = usize> {
    let last = RUNGS - 1;
    (0..count).map(move |n| if count == 1 { 0 } else { (n * last + (count - 1) / 2) / (count - 1) })
}

/// Makes and measures one; none if the user stopped it.
fn member(
    args: &PackArgs,
    ladder: &'static Ladder,
    n: usize,
    stop: &std::sync::atomic::AtomicBool,
) -> anyhow::Result<Option<Member>> {
    let row = puzzles::find(ladder.puzzle).expect("a ladder is of a puzzle");
    let rung = Rung::read(ladder.rungs[n]);
    let name = format!("{}-{:02}", ladder.puzzle, n + 1);
    let folder = args.folder.join(ladder.puzzle);
    let instance = (row.generate)(&rung.options).map_err(Usage)?;
    let text = instance.write(row.formats[0].name).expect("people read the first format");
    let file = folder.join(format!("{name}.txt"));
    std::fs::create_dir_all(&folder).map_err(|e| Resources(format!("{}: {e}", folder.display())))?;
    output::file(&file, text.as_bytes())?;
    let Some((cnf, map)) = formula(&file, ladder.puzzle, &rung, stop)? else { return Ok(None) };
    let problem = Problem::of_puzzle(row, instance).titled(name.clone());
    let named = Named { horizon: rung.horizon, ..problem.named().expect("it was generated") };
    let clauses = Named {
        title: format!("{name}.cnf"),
        language: Language::Dimacs,
        model: vec![Source { name: format!("{name}.cnf"), text: cnf.clone() }],
        ..Named::default()
    };
    let asked = std::iter::once((named, row.engine)).chain(ENGINES.map(|engine| (clauses.clone(), engine)));
    let mut trials = Vec::new();
    for (named, engine) in asked {
        let planned = Planned { named: Arc::new(named), size: None, engine: engine.to_string(), repeat: 1 };
        let limits = Limits { seconds: args.timeout, megabytes: args.memory, jobs: 1 };
        let Some(trial) = compare::perform(&program()?, &planned, limits, stop).map_err(Resources)? else {
            return Ok(None);
        };
        trials.push(trial);
    }
    let gbdhash = map["gbdhash"].as_str().unwrap_or("").to_string();
    let sizes = header(&cnf);
    Ok(Some(Member {
        puzzle: ladder.puzzle,
        name,
        rung,
        sha256: [sha256(text.as_bytes()), sha256(cnf.as_bytes())],
        gbdhash,
        sizes,
        trials,
    }))
}

/// Writes the formula and its map beside the instance, by this program; both as they were written.
fn formula(
    instance: &Path,
    puzzle: &str,
    rung: &Rung,
    stop: &std::sync::atomic::AtomicBool,
) -> anyhow::Result<Option<(String, Value)>> {
    let cnf = instance.with_extension("cnf");
    let words = |path: &PathBuf| path.to_string_lossy().into_owned();
    let mut arguments = vec!["export".to_string(), puzzle.to_string(), words(&instance.to_path_buf())];
    arguments.extend(rung.horizon.iter().flat_map(|horizon| ["--horizon".to_string(), horizon.to_string()]));
    arguments.extend(["--output".to_string(), words(&cnf)]);
    let limits = child::Limits { seconds: WRITING, kilobytes: None };
    let spoken = child::run(&program()?, &arguments, &[], limits, stop).map_err(Resources)?;
    match spoken.ended {
        Ended::Interrupted => return Ok(None),
        Ended::Code(0) => (),
        _ => return Err(Resources(format!("{}: no formula was written: {}", cnf.display(), spoken.err.trim())).into()),
    }
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| Resources(format!("{}: {e}", path.display())));
    let map = serde_json::from_str(&read(&PathBuf::from(format!("{}.map.json", cnf.display())))?);
    let map = map.map_err(|e| Resources(format!("{}.map.json: {e}", cnf.display())))?;
    Ok(Some((read(&cnf)?, map)))
}

/// The numbers of the line `p cnf`.
fn header(cnf: &str) -> [u64; 2] {
    let line = cnf.lines().find(|line| line.starts_with("p cnf")).unwrap_or("");
    let mut numbers = line.split_whitespace().skip(2).map(|word| word.parse().unwrap_or(0));
    [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)]
}
