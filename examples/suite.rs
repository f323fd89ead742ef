//! Runs a suite of MiniZinc models that lies somewhere on the machine, and prints how many pass, by folder.
//!
//! `cargo run --release --example suite -- PATH [SECONDS]`. A model may open with a comment `/*** !Test ... ***/` that says what
//! is expected (an error, unsatisfiable, an objective, extra data files), as MiniZinc's own test suite does; a model
//! without one passes when it is decided, with each data file beside it. Nothing of such a suite is part of this project.

use quandary::engine::Engine;
use quandary::front::{Data, Program, Source};
use quandary::search::Budget;
use quandary::solve::{Named, Outcome, Problem, Run, Status, solve};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What a model's opening comment expects.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Error,
    Unsatisfiable,
    Solved(Option<i64>),
    /// Nothing is said; any verdict will do.
    Decided,
    /// Something this runner does not look at, such as the exact FlatZinc.
    Other,
}

/// How a case ended, in the order of the columns.
const ENDS: [&str; 6] = ["passed", "wrong", "rejected", "undecided", "crashed", "skipped"];

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(root), seconds) = (args.next(), args.next()) else {
        eprintln!("usage: suite PATH [SECONDS]");
        std::process::exit(2);
    };
    let seconds: f64 = seconds.and_then(|s| s.parse().ok()).unwrap_or(10.0);
    let mut table: BTreeMap<String, [usize; ENDS.len()]> = BTreeMap::new();
    for model in models(Path::new(&root)) {
        let folder =
            model.parent().and_then(|p| p.strip_prefix(&root).ok()).unwrap_or(Path::new(".")).display().to_string();
        for (data, expected) in cases(&model) {
            let end = std::panic::catch_unwind(|| run(&model, &data, expected, seconds))
                .unwrap_or((4, "a panic".to_string()));
            table.entry(folder.clone()).or_default()[end.0] += 1;
            if ![0, 5].contains(&end.0) {
                println!(
                    "{:<10} {} {}: {}",
                    ENDS[end.0],
                    model.display(),
                    shown(&data),
                    end.1.lines().next().unwrap_or("")
                );
            }
        }
    }
    print(&table);
}

fn print(table: &BTreeMap<String, [usize; ENDS.len()]>) {
    let mut total = [0; ENDS.len()];
    println!("\n{:<40} {}", "folder", ENDS.map(|e| format!("{e:>10}")).join(""));
    for (folder, row) in table {
        println!("{folder:<40} {}", row.map(|n| format!("{n:>10}")).join(""));
        total.iter_mut().zip(row).for_each(|(t, n)| *t += n);
    }
    println!("{:<40} {}", "all", total.map(|n| format!("{n:>10}")).join(""));
}

fn shown(data: &[PathBuf]) -> String {
    data.iter().filter_map(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// All models below a folder, sorted.
fn models(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut stack = vec![root.to_path_buf()];
    while let Some(path) = stack.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => stack.extend(entries.flatten().map(|e| e.path())),
            Err(_) if path.extension().is_some_and(|e| e == "mzn") => found.push(path),
            Err(_) => (),
        }
    }
    found.sort();
    found
}

/// The data files and expectation of each run of a model.
fn cases(model: &Path) -> Vec<(Vec<PathBuf>, Expected)> {
    let text = std::fs::read_to_string(model).unwrap_or_default();
    let folder = model.parent().unwrap_or(Path::new("."));
    let header = text.split_once("/***").and_then(|(_, rest)| rest.split_once("***/")).map(|(header, _)| header);
    match header {
        Some(header) => header.split("!Test").skip(1).map(|test| (extra_files(test, folder), expected(test))).collect(),
        None => beside(folder),
    }
}

fn beside(folder: &Path) -> Vec<(Vec<PathBuf>, Expected)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut data: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "dzn")).collect();
    data.sort();
    match data.is_empty() {
        true => vec![(Vec::new(), Expected::Decided)],
        false => data.into_iter().map(|d| (vec![d], Expected::Decided)).collect(),
    }
}

fn extra_files(test: &str, folder: &Path) -> Vec<PathBuf> {
    let after = test.split_once("extra_files:").map_or("", |(_, rest)| rest);
    let name = |n: &str| n.trim().trim_matches(['\'', '"']).to_string();
    let names: Vec<String> = match after.trim_start().strip_prefix('[') {
        Some(list) => list.split(']').next().unwrap_or("").split(',').map(name).collect(),
        // One per line: `- file`.
        None => after.lines().skip(1).map_while(|line| line.trim().strip_prefix("- ")).map(name).collect(),
    };
    names.iter().filter(|n| !n.is_empty()).map(|name| folder.join(name)).collect()
}

fn expected(test: &str) -> Expected {
    let objective = test.split_once("objective:").and_then(|(_, rest)| rest.lines().next()?.trim().parse().ok());
    match test {
        t if t.contains("!Error") => Expected::Error,
        t if t.contains("UNSATISFIABLE") => Expected::Unsatisfiable,
        t if t.contains("!FlatZinc") || t.contains("!OutputModel") || t.contains("type: compile") => Expected::Other,
        _ => Expected::Solved(objective),
    }
}

/// The column the case belongs to, and why.
fn run(model: &Path, data: &[PathBuf], expected: Expected, seconds: f64) -> (usize, String) {
    if expected == Expected::Other {
        return (5, String::new());
    }
    match (attempt(model, data, seconds), expected) {
        (Err(_), Expected::Error) => (0, String::new()),
        (Err(why), _) => (2, why),
        (Ok(outcome), _) if outcome.reason.is_some() => (3, "out of time".to_string()),
        (Ok(outcome), expected) if fits(&outcome, expected) => (0, String::new()),
        (Ok(outcome), expected) => {
            (1, format!("{} {:?}, expected {expected:?}", outcome.status.word(), outcome.objective))
        }
    }
}

fn fits(outcome: &Outcome, expected: Expected) -> bool {
    match expected {
        Expected::Unsatisfiable => outcome.status == Status::Unsatisfiable,
        Expected::Solved(Some(value)) => outcome.objective.is_none_or(|o| o == value) && outcome.best.is_some(),
        Expected::Solved(None) => outcome.best.is_some(),
        Expected::Decided => true,
        Expected::Error | Expected::Other => false,
    }
}

fn attempt(model: &Path, files: &[PathBuf], seconds: f64) -> Result<Outcome, String> {
    let read = |p: &Path| std::fs::read_to_string(p).map_err(|e| format!("{}: {e}", p.display()));
    let folder = model.parent().unwrap_or(Path::new("."));
    let find = |name: &str| std::fs::read_to_string(folder.join(name)).ok().map(|text| Source::new(name, text));
    let source = Source::new(model.display().to_string(), read(model)?);
    let program = Program::parse_with(&[source], &find).map_err(|e| e.to_string())?;
    let mut data = Data::new();
    for file in files {
        let source = Source::new(file.display().to_string(), read(file)?);
        let json = file.extension().is_some_and(|e| e == "json");
        if json { data.read_json(&source) } else { data.read_dzn(&source) }.map_err(|e| e.to_string())?;
    }
    let problem = Problem::of_program(program, data, Named::default());
    let run = Run::one(Engine::default(), Budget::seconds(seconds));
    solve(&problem, &run, &mut |_| ControlFlow::Continue(())).map_err(|e| e.to_string())
}
