//! This program as a solver of the real `minizinc`, beside another one, on a collection of models.
//!
//! ```sh
//! cargo run --release --example clients -- FOLDER [--program PATH] [--against SOLVER] [--timeout SECONDS] [--data N] [--all N]
//! ```
//!
//! Every folder below FOLDER is a family: each of its models with its N smallest data files. Both solvers get the same time.
//! Compared are what they say and the objectives they prove; where Gecode proves that there are at most N solutions (`--all`),
//! `-a` must print the same ones. Our last solution, proved or only the best when the time was over, goes back into `minizinc` as data: the other solver must
//! accept it with the same objective, by its own constraints or by the standard library's. Any difference ends the run with 1.

#[path = "common/families.rs"]
mod families;

use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the user asked for.
struct Wanted {
    folder: PathBuf,
    program: PathBuf,
    against: String,
    timeout: f64,
    n_data: usize,
    n_all: usize,
}

/// What a solver says of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Complete,
    Satisfied,
    Unsatisfiable,
    Unknown,
    /// Not taken, or failed.
    Error,
}

/// What a solver printed.
struct Run {
    word: Word,
    solutions: Vec<String>,
    objective: Option<f64>,
    said: String,
}

fn main() -> anyhow::Result<()> {
    let wanted = wanted()?;
    let place = tempfile::tempdir()?;
    let installed = Command::new(&wanted.program)
        .args(["minizinc", "install"])
        .arg(place.path())
        .output()
        .context("the program")?;
    if !installed.status.success() {
        bail!("`quandary minizinc install` failed: {}", String::from_utf8_lossy(&installed.stderr));
    }
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = Vec::new();
    let mut n_runs = 0;
    for member in families::members(&wanted.folder)? {
        let alone = [None];
        let some: Vec<Option<&PathBuf>> = member.data.iter().map(Some).take(wanted.n_data).collect();
        for data in if some.is_empty() { &alone[..] } else { &some } {
            let files: Vec<&Path> = std::iter::once(&member.model).chain(*data).map(PathBuf::as_path).collect();
            n_runs += 1;
            let (verdict, difference) = compare(&wanted, place.path(), &files)?;
            let name: Vec<String> =
                files.iter().filter_map(|f| f.file_name()).map(|n| n.to_string_lossy().into()).collect();
            let mark = if difference.is_some() { "  DIFFERENT" } else { "" };
            println!("{:<60} {verdict}{mark}", name.join(" "));
            *tally.entry(verdict).or_default() += 1;
            differences.extend(difference.map(|why| format!("{}: {why}", name.join(" "))));
        }
    }
    println!("\n{n_runs} runs");
    tally.iter().for_each(|(verdict, n)| println!("{n:>6}  {verdict}"));
    println!("{} differences", differences.len());
    differences.iter().for_each(|difference| println!("  {difference}"));
    std::process::exit(i32::from(!differences.is_empty()));
}

fn wanted() -> anyhow::Result<Wanted> {
    let mut words = std::env::args().skip(1);
    let (mut folder, mut program, mut against) = (None, PathBuf::from("target/release/quandary"), "gecode".to_string());
    let (mut timeout, mut n_data, mut n_all) = (8.0, 1, 200);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} takes a value"));
        match word.as_str() {
            "--program" => program = value()?.into(),
            "--against" => against = value()?,
            "--timeout" => timeout = value()?.parse()?,
            "--data" => n_data = value()?.parse()?,
            "--all" => n_all = value()?.parse()?,
            _ if folder.is_none() => folder = Some(PathBuf::from(&word)),
            _ => bail!(
                "usage: clients FOLDER [--program PATH] [--against SOLVER] [--timeout SECONDS] [--data N] [--all N]"
            ),
        }
    }
    let folder = folder.context("expected a folder of models")?;
    Ok(Wanted { folder, program: program.canonicalize().context("the program")?, against, timeout, n_data, n_all })
}

/// What both say of an instance, and where they contradict each other.
fn compare(wanted: &Wanted, place: &Path, files: &[&Path]) -> anyhow::Result<(String, Option<String>)> {
    let theirs = run(wanted, place, &wanted.against, &[], files)?;
    let ours = run(wanted, place, "quandary", &[], files)?;
    let verdict = format!("{:?} / {:?}", ours.word, theirs.word);
    if ours.word == Word::Error && theirs.word != Word::Error {
        println!("  {}", ours.said.lines().find(|line| line.contains("rror")).unwrap_or(&ours.said));
    }
    let difference = match contradiction(&ours, &theirs, files)? {
        Some(why) => Some(why),
        None => match put_back(wanted, place, &ours, files)? {
            None => same_solutions(wanted, place, &theirs, files)?,
            why => why,
        },
    };
    Ok((verdict, difference))
}

fn contradiction(ours: &Run, theirs: &Run, files: &[&Path]) -> anyhow::Result<Option<String>> {
    let is_solved = |run: &Run| matches!(run.word, Word::Complete | Word::Satisfied);
    for (a, b) in [(ours, theirs), (theirs, ours)] {
        if a.word == Word::Unsatisfiable && is_solved(b) {
            return Ok(Some(format!("{:?} against {:?}", ours.word, theirs.word)));
        }
    }
    let (Some(a), Some(b)) = (ours.objective, theirs.objective) else { return Ok(None) };
    let text = code(files[0])?;
    let is_better = |x: f64, y: f64| if text.contains("maximize") { x > y } else { x < y };
    let beaten = ours.word == Word::Complete && is_better(b, a) || theirs.word == Word::Complete && is_better(a, b);
    Ok(beaten.then(|| format!("objective {a} ({:?}) against {b} ({:?})", ours.word, theirs.word)))
}

/// Our last solution as data: whether the other solver refuses it.
fn put_back(wanted: &Wanted, place: &Path, ours: &Run, files: &[&Path]) -> anyhow::Result<Option<String>> {
    let Some(last) = ours.solutions.last() else { return Ok(None) };
    let text = code(files[0])?;
    if ["lb(", "ub(", "dom(", "lb_array(", "ub_array(", "dom_array("].iter().any(|asked| text.contains(asked)) {
        // A model that asks for bounds is another one with the values in it.
        return Ok(None);
    }
    let data = place.join("solution.dzn");
    std::fs::write(&data, last)?;
    let with: Vec<&Path> = files.iter().copied().chain([data.as_path()]).collect();
    let mut judged = run(wanted, place, &wanted.against, &[], &with)?;
    if judged.word == Word::Unsatisfiable {
        // Its own constraints may mean something else, such as tasks that take no time.
        judged = run(wanted, place, &wanted.against, &["-G", "std"], &with)?;
    }
    Ok(match judged.word {
        Word::Unsatisfiable => Some("the solution is refused".to_string()),
        Word::Complete | Word::Satisfied if judged.objective != ours.objective => {
            Some(format!("the solution has the objective {:?}, not {:?}", judged.objective, ours.objective))
        }
        // Where a variable has a value in the model already, nothing is said.
        _ => None,
    })
}

/// The text of a model without its comments.
fn code(model: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(model)?;
    Ok(text.lines().filter_map(|line| line.split('%').next()).collect::<Vec<&str>>().join("\n"))
}

/// All solutions of both, where there are few.
fn same_solutions(wanted: &Wanted, place: &Path, theirs: &Run, files: &[&Path]) -> anyhow::Result<Option<String>> {
    if theirs.objective.is_some() || !matches!(theirs.word, Word::Complete | Word::Satisfied) {
        return Ok(None);
    }
    let most = (wanted.n_all + 1).to_string();
    let few = run(wanted, place, &wanted.against, &["-n", &most], files)?;
    if few.word != Word::Complete || few.solutions.len() > wanted.n_all {
        return Ok(None);
    }
    let all = run(wanted, place, "quandary", &["-a"], files)?;
    let sorted = |run: &Run| {
        let mut solutions = run.solutions.clone();
        solutions.sort();
        solutions
    };
    let is_same = all.word != Word::Complete || sorted(&all) == sorted(&few);
    Ok((!is_same).then(|| format!("{} solutions against {}", all.solutions.len(), few.solutions.len())))
}

fn run(wanted: &Wanted, place: &Path, solver: &str, options: &[&str], files: &[&Path]) -> anyhow::Result<Run> {
    let millis = (wanted.timeout * 1e3).to_string();
    // Flattening is not always within minizinc's own limit.
    let output = Command::new("timeout")
        .arg((wanted.timeout + 5.0).to_string())
        .args(["minizinc", "--solver", solver, "-t", &millis, "--output-mode", "dzn", "--output-objective"])
        .args(options)
        .args(files)
        .env("MZN_SOLVER_PATH", place)
        .stdin(Stdio::null())
        .output()
        .context("minizinc is needed")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut parts: Vec<&str> = text.split("----------\n").collect();
    let end = parts.pop().unwrap_or_default();
    let value =
        |solution: &str| solution.lines().find_map(|line| line.strip_prefix("_objective = ").map(str::to_string));
    let objective = parts.last().and_then(|last| value(last)).and_then(|n| n.trim_end_matches(';').parse().ok());
    let own = |solution: &&str| -> String {
        let lines = solution.lines().filter(|line| !line.starts_with("_objective") && !line.starts_with('%'));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let word = match end {
        end if end.contains("=====UNSATISFIABLE=====") => Word::Unsatisfiable,
        end if end.contains("=====ERROR=====") => Word::Error,
        end if end.contains("==========") => Word::Complete,
        _ if !parts.is_empty() => Word::Satisfied,
        _ if output.status.success() || output.status.code() == Some(124) => Word::Unknown,
        _ => Word::Error,
    };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(Run { word, solutions: parts.iter().map(own).collect(), objective, said })
}
