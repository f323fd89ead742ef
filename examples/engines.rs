//! Engines side by side on models, one process a run: verdict, objective and seconds, and how many each engine decides.
//!
//! ```sh
//! cargo build --release && cargo run --release --example engines -- benches/engines
//! cargo run --release --example engines -- LIST --root FOLDER --engines auto,sat,csp,minizinc:gecode --timeout 20
//! ```
//!
//! What is named is a folder, each of whose models is run with each data file that begins with its name (`jobshop-ft06.dzn`
//! for `jobshop.mzn`), or a file with a line for each run: model and data, relative to the root. Runs come one after the other,
//! so `auto` has all cores. What a model includes is read from its folder. PAR-2 is the mean of the seconds, where what is not decided counts twice the limit.

use anyhow::{Context, bail};
use quandary::compare::{Limits, Planned, Trial, disagreements, perform};
use quandary::front::{Program, Source};
use quandary::solve::Named;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// What is asked for.
struct Wish {
    what: PathBuf,
    root: PathBuf,
    engines: Vec<String>,
    timeout: f64,
    program: String,
}

fn main() -> anyhow::Result<()> {
    let wish = wish()?;
    let problems = if wish.what.is_dir() { of_folder(&wish.what)? } else { of_list(&wish.what, &wish.root)? };
    let limits = Limits { seconds: wish.timeout, megabytes: 6000, jobs: cores() };
    println!("{:<34} {}", "instance", wish.engines.iter().map(|e| format!("{e:>24}")).collect::<String>());
    let mut all: Vec<Trial> = Vec::new();
    for named in problems {
        let named = Arc::new(named);
        let mut cells = String::new();
        for engine in &wish.engines {
            let planned = Planned { named: named.clone(), size: None, engine: engine.clone(), repeat: 1 };
            let trial = perform(&wish.program, &planned, limits, &AtomicBool::new(false));
            let trial = trial.map_err(anyhow::Error::msg)?.context("nobody stops it")?;
            cells += &format!("{:>24}", cell(&trial));
            all.push(trial);
        }
        println!("{:<34} {cells}", named.title);
    }
    summary(&wish, &all);
    Ok(())
}

fn cell(trial: &Trial) -> String {
    format!("{} {:.2}", trial.shown().replace("satisfiable", "sat").replace("optimal", "opt"), trial.wall_seconds)
}

/// How many each engine decides, and PAR-2; then what they disagree about, which must be nothing.
fn summary(wish: &Wish, all: &[Trial]) {
    println!();
    for engine in &wish.engines {
        let runs: Vec<&Trial> = all.iter().filter(|trial| trial.engine == *engine).collect();
        let seconds = |t: &&Trial| if t.is_ok() { t.wall_seconds } else { 2.0 * wish.timeout };
        let par2 = runs.iter().map(seconds).sum::<f64>() / runs.len().max(1) as f64;
        let n_ok = runs.iter().filter(|trial| trial.is_ok()).count();
        println!("{engine:<24} {n_ok} of {} decided, PAR-2 {par2:.2} s", runs.len());
    }
    disagreements(all).iter().for_each(|sentence| println!("DISAGREEMENT: {sentence}"));
}

fn wish() -> anyhow::Result<Wish> {
    let mut words = std::env::args().skip(1);
    let (mut what, mut root, mut timeout) = (None, PathBuf::from("."), 20.0);
    let mut engines = "auto,sat,csp,minizinc:gecode".to_string();
    let mut program = "target/release/quandary".to_string();
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} takes a value"));
        match word.as_str() {
            "--root" => root = value()?.into(),
            "--engines" => engines = value()?,
            "--timeout" => timeout = value()?.parse()?,
            "--program" => program = value()?,
            _ if what.is_none() => what = Some(PathBuf::from(&word)),
            _ => {
                bail!("usage: engines FOLDER|LIST [--root FOLDER] [--engines E,E] [--timeout SECONDS] [--program PATH]")
            }
        }
    }
    let what = what.context("expected a folder of models or a list")?;
    Ok(Wish { what, root, engines: engines.split(',').map(str::to_string).collect(), timeout, program })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Each model of a folder with each data file that has its name.
fn of_folder(folder: &Path) -> anyhow::Result<Vec<Named>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    files.sort();
    let stem = |path: &PathBuf| path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let of_kind =
        |kind: &str| files.iter().filter(|path| path.extension().is_some_and(|e| e == kind)).collect::<Vec<_>>();
    let mut problems = Vec::new();
    for model in of_kind("mzn") {
        let prefix = format!("{}-", stem(model));
        for data in of_kind("dzn").into_iter().filter(|data| stem(data).starts_with(&prefix)) {
            problems.push(named(&stem(data), model, std::slice::from_ref(data))?);
        }
    }
    Ok(problems)
}

/// One problem a line: model, then data.
fn of_list(list: &Path, root: &Path) -> anyhow::Result<Vec<Named>> {
    let text = std::fs::read_to_string(list)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let files: Vec<PathBuf> = line.split_whitespace().map(|file| root.join(file)).collect();
            let [model, data @ ..] = files.as_slice() else { bail!("{line}: expected a model") };
            let title = line.split_whitespace().last().unwrap_or(line);
            named(title, model, data)
        })
        .collect()
}

fn named(title: &str, model: &Path, data: &[PathBuf]) -> anyhow::Result<Named> {
    let source = |path: &Path| -> anyhow::Result<Source> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(Source::new(path.to_string_lossy(), text))
    };
    let data = data.iter().map(|path| source(path)).collect::<anyhow::Result<_>>()?;
    let beside = model.parent().unwrap_or(Path::new("."));
    Ok(Named { title: title.to_string(), model: with_includes(source(model)?, beside), data, ..Named::default() })
}

/// The model behind what it includes from its folder. What is wrong with it, the engines say.
fn with_includes(model: Source, beside: &Path) -> Vec<Source> {
    let found = Mutex::new(Vec::new());
    let find = |name: &str, text: &str| {
        let near = quandary::front::beside(text, name);
        let read = |path: &Path| std::fs::read_to_string(path).ok();
        let source = match read(Path::new(&near)) {
            Some(text) => Source::new(near, text),
            None => Source::new(name, read(&beside.join(name))?),
        };
        let mut found = found.lock().ok()?;
        if found.iter().all(|other: &Source| other.name != source.name) {
            found.push(source.clone());
        }
        Some(source)
    };
    let _ = Program::parse_with(std::slice::from_ref(&model), &find);
    let found = found.into_inner().unwrap_or_default();
    found.into_iter().rev().chain([model]).collect()
}
