//! The words that verbs about a board or a model become.

use super::Limits;
use super::refusal::Refusal;
use super::request::{OneOrMany, Request, engine, needed};
use super::task::Task;
use crate::encode::Encoding;

/// The most runs of a comparison.
const MOST_RUNS: usize = 64;
/// How much of a trace is written, in megabytes.
const MOST_TRACE: u64 = 8;

/// What most commands are told: what it is about, the limits, that a program reads the answer.
fn common(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    request.subject(task)?;
    within(task, limits);
    Ok(())
}

/// The limits, as every command takes them.
pub fn within(task: &mut Task, limits: Limits) {
    task.option("timeout", task.seconds);
    task.option("memory", limits.megabytes);
}

/// The engine, how much it presolves, and how many cores it may use.
fn by(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    task.maybe("engine", request.engine.as_deref().map(engine).transpose()?);
    task.maybe("presolve", request.presolve);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    task.option("jobs", (cores / limits.n_jobs).max(1));
    Ok(())
}

/// A picture, where there is a puzzle.
fn picture(request: &Request, task: &mut Task) {
    if request.puzzle.is_some() {
        task.makes("svg", "picture.svg");
    }
}

/// A picture of the board, or of a solution on it; in letters if that is wanted.
pub fn draw(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    solution_option(request, task)?;
    task.speaks_json = false;
    if request.plain != Some(true) {
        picture(request, task);
    }
    Ok(())
}

/// The claimed solution, if there is one, by an option.
fn solution_option(request: &Request, task: &mut Task) -> Result<(), Refusal> {
    if let Some(claim) = request.claim() {
        task.file("solution.txt", &claim)?;
        let name = task.args.pop().unwrap_or_default();
        task.option("solution", name);
    }
    Ok(())
}

/// A judgement of a claim.
pub fn check(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    let claim = request.claim();
    task.file("solution.txt", needed("solution", claim.as_deref())?)?;
    task.word("--json");
    Ok(())
}

/// Solutions, and a picture of the last one.
pub fn solve(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    many(request, task);
    picture(request, task);
    in_json(request, task);
    Ok(())
}

/// An answer for programs, unless one for people is wanted.
fn in_json(request: &Request, task: &mut Task) {
    task.speaks_json = request.plain != Some(true);
    task.flag("json", Some(task.speaks_json));
}

/// How many solutions are wanted.
fn many(request: &Request, task: &mut Task) {
    task.flag("all", request.all.filter(|_| request.limit.is_none()));
    task.maybe("limit", request.limit);
}

/// How many solutions there are, or how likely each thing is.
pub fn count(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    if request.probabilities == Some(true) {
        task.word("--probabilities");
        picture(request, task);
    }
    task.word("--json");
    Ok(())
}

/// What all solutions share.
pub fn backbone(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    picture(request, task);
    task.word("--json");
    Ok(())
}

/// Reasons: of a contradiction, of facts, of the whole solution.
pub fn explain(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    let why = match &request.why {
        None => &[],
        Some(OneOrMany::One(one)) => std::slice::from_ref(one),
        Some(OneOrMany::Many(all)) => all.as_slice(),
    };
    why.iter().for_each(|atom| task.option("why", atom));
    task.flag("steps", request.steps);
    task.maybe("limit", request.n);
    if request.steps != Some(true) {
        picture(request, task);
    }
    in_json(request, task);
    Ok(())
}

/// A solution step by step.
pub fn replay(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    solution_option(request, task)?;
    task.speaks_json = false;
    Ok(())
}

/// The trees of up to four engines.
pub fn tree(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    for words in request.engines.iter().flatten() {
        task.option("engine", engine(words)?);
    }
    task.flag("all", request.all);
    task.maybe("limit", request.limit);
    match request.format.as_deref() {
        None | Some("html") => task.makes("output", "tree.html"),
        Some("json") => task.makes("output", "tree.json"),
        Some("svg") => task.makes("output", "tree.svg"),
        Some(_) => return Err(Refusal::bad("`format` is html, json or svg")),
    }
    task.word("--json");
    Ok(())
}

/// What an engine does.
pub fn trace(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    many(request, task);
    task.makes("trace", "trace.jsonl");
    task.option("trace-limit", MOST_TRACE);
    task.word("--json");
    Ok(())
}

/// The formats of an export, the file each is written to, and whether there is a map.
const FORMATS: &[(&str, &str, bool)] = &[
    ("dimacs", "formula.cnf", true),
    ("opb", "formula.opb", false),
    ("wcnf", "formula.wcnf", true),
    ("knf", "formula.knf", false),
    ("fzn", "model.fzn", false),
    ("fzn-whole", "model.fzn", false),
    ("qdimacs", "formula.qdimacs", false),
];

/// The files of a bundle; a certificate has the name of the whole.
const EVIDENCE: &[&str] = &[
    "evidence",
    "evidence/manifest.json",
    "evidence/solution.json",
    "evidence/formula.cnf",
    "evidence/proof.lrat",
    "evidence/model.opb",
    "evidence/encoding.pbp",
    "evidence/formula.opb",
];

/// A formula for other solvers.
pub fn export(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    let word = request.format.as_deref().unwrap_or("dimacs");
    let known = || FORMATS.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
    // A map by itself is that of the DIMACS file.
    let wanted = if word == "map" { "dimacs" } else { word };
    let (format, file, has_map) = FORMATS
        .iter()
        .find(|(name, ..)| *name == wanted)
        .ok_or_else(|| Refusal::bad(format!("`format` is one of {}, map", known())))?;
    common(request, task, limits)?;
    task.option("format", format);
    task.makes("output", file);
    if *has_map {
        task.makes("map", "formula.map.json");
    }
    task.made.retain(|made| word != "map" || made != file);
    task.maybe("encoding", request.row.as_deref().map(encoding).transpose()?);
    task.maybe("engine", request.engine.as_deref().map(engine).transpose()?);
    task.maybe("presolve", request.presolve);
    Ok(())
}

/// A verdict with its evidence: a solution, or a formula with the proof that it has none. A lost game of cops has a certificate, one file.
pub fn certify(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    task.maybe("engine", request.engine.as_deref().map(engine).transpose()?);
    task.option("output", "evidence");
    task.made.extend(EVIDENCE);
    task.word("--json");
    Ok(())
}

/// What became of names and constraints.
pub fn names(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    export(request, task, limits)
}

/// Words that name encodings.
fn encoding(words: &str) -> Result<&str, Refusal> {
    Encoding::parse(words).map(|_| words).map_err(|error| Refusal::bad(error.to_string()))
}

/// Engines side by side. Each run has the seconds; together they have so many times more, shared by the jobs that the comparison runs at once.
pub fn compare(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    let engines = needed("engines", request.engines.as_deref())?;
    let n_boards = request.boards.as_ref().map_or(1, Vec::len);
    let n_runs = n_boards.saturating_mul(engines.len());
    if n_runs == 0 || n_runs > MOST_RUNS {
        return Err(Refusal::bad(format!("{n_runs} runs; a comparison has 1 to {MOST_RUNS}")));
    }
    match &request.mzn {
        Some(_) => request.subject(task)?,
        None => {
            task.word(request.row()?.name);
            for (number, board) in (1..).zip(needed("boards", request.boards.as_deref())?) {
                task.file(&format!("board-{number}.txt"), board)?;
            }
        }
    }
    for words in engines {
        task.option("engine", engine(words)?);
    }
    within(task, limits);
    task.option("jobs", 1);
    task.option("out", "report");
    task.word("--json");
    task.made.push("report/report.html");
    task.seconds *= n_runs as f64;
    Ok(())
}
