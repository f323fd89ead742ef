//! What the page can ask for: one row each, with the fields it takes and the words it becomes.

use super::Limits;
use super::refusal::Refusal;
use super::request::{OneOrMany, Request, SUBJECT, engine, needed};
use super::task::Task;
use crate::encode::Encoding;
use serde_json::Value;

/// Something that can be done.
pub struct Verb {
    /// What stands in `do`.
    pub word: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The command it becomes.
    pub command: &'static str,
    /// Whether it is about a board or a model.
    pub has_subject: bool,
    /// The fields it takes besides, but for `seconds`, which all take.
    pub fields: &'static [&'static str],
    /// Adds its words and files.
    pub say: SayFn,
}

/// Adds words and files to a task.
pub type SayFn = fn(&Request, &mut Task, Limits) -> Result<(), Refusal>;

impl Verb {
    /// All fields it takes.
    pub fn takes(&self) -> impl Iterator<Item = &'static str> {
        let subject = if self.has_subject { SUBJECT } else { &[] };
        subject.iter().chain(self.fields).chain(&["seconds"]).copied()
    }
}

/// A verb about a board or a model.
const fn about(
    (word, command): (&'static str, &'static str),
    summary: &'static str,
    fields: &'static [&'static str],
    say: SayFn,
) -> Verb {
    Verb { word, summary, command, has_subject: true, fields, say }
}

/// The most runs of a comparison.
const MOST_RUNS: usize = 64;
/// How much of a trace is written, in megabytes.
const MOST_TRACE: u64 = 8;

/// Everything that can be done.
pub const TABLE: &[Verb] = &[
    about(("draw", "draw"), "a board, or a solution on it, as SVG", &["solution"], draw),
    about(("check", "check"), "judge a claimed solution", &["solution"], check),
    about(
        ("solve", "solve"),
        "one solution, several, all, or the best",
        &["engine", "all", "limit", "presolve"],
        solve,
    ),
    about(("model", "solve"), "the same for a model", &["engine", "all", "limit", "presolve"], solve),
    about(("count", "count"), "the number of solutions", &["engine", "probabilities", "presolve"], count),
    about(("backbone", "backbone"), "what is the same in all solutions", &["engine", "presolve"], backbone),
    about(("explain", "explain"), "why there is none, why something is so", &["why", "steps", "n"], explain),
    about(("replay", "replay"), "a solution step by step, as text", &["engine", "solution"], replay),
    about(("tree", "tree"), "search trees side by side", &["engines", "all", "limit", "format"], tree),
    about(("trace", "solve"), "what an engine does, event by event", &["engine", "all", "limit"], trace),
    about(("export", "export"), "the formula and the map back", &["format", "row", "engine", "presolve"], export),
    about(("names", "export"), "which literals and clauses a name became", &["row", "engine", "presolve"], names),
    Verb {
        word: "generate",
        summary: "a random board",
        command: "generate",
        has_subject: false,
        fields: &["puzzle", "knobs", "seed", "difficulty", "format"],
        say: generate,
    },
    Verb {
        word: "compare",
        summary: "several engines on several boards, and a report",
        command: "compare",
        has_subject: false,
        fields: &["puzzle", "boards", "mzn", "dzn", "engines"],
        say: compare,
    },
];

/// What most commands are told: what it is about, the limits, that a program reads the answer.
fn common(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    request.subject(task)?;
    within(task, limits);
    Ok(())
}

fn within(task: &mut Task, limits: Limits) {
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

fn draw(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    solution_option(request, task)?;
    picture(request, task);
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

fn check(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    let claim = request.claim();
    task.file("solution.txt", needed("solution", claim.as_deref())?)?;
    task.word("--json");
    Ok(())
}

fn solve(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    many(request, task);
    picture(request, task);
    task.word("--json");
    Ok(())
}

/// How many solutions are wanted.
fn many(request: &Request, task: &mut Task) {
    task.flag("all", request.all.filter(|_| request.limit.is_none()));
    task.maybe("limit", request.limit);
}

fn count(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    if request.probabilities == Some(true) {
        task.word("--probabilities");
        picture(request, task);
    }
    task.word("--json");
    Ok(())
}

fn backbone(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    picture(request, task);
    task.word("--json");
    Ok(())
}

fn explain(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
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
    task.word("--json");
    Ok(())
}

fn replay(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    common(request, task, limits)?;
    by(request, task, limits)?;
    solution_option(request, task)?;
    task.speaks_json = false;
    Ok(())
}

fn tree(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
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

fn trace(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
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

fn export(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
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

fn names(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    export(request, task, limits)
}

/// Words that name encodings.
fn encoding(words: &str) -> Result<&str, Refusal> {
    Encoding::parse(words).map(|_| words).map_err(|error| Refusal::bad(error.to_string()))
}

fn generate(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    let row = request.row()?;
    task.word(row.name);
    for (name, value) in request.knobs.iter().flatten() {
        let known = || row.options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let option = row.options.iter().find(|option| option.name == name && *name != "seed");
        let option =
            option.ok_or_else(|| Refusal::bad(format!("`{name}` is no knob; {} has {}", row.name, known())))?;
        task.args.extend(knob(option.name, option.value.is_empty(), value)?);
    }
    task.maybe("seed", request.seed);
    task.maybe("difficulty", request.difficulty);
    if let Some(format) = &request.format {
        let known = row.formats.iter().find(|known| known.name == format);
        task.option("format", known.ok_or_else(|| Refusal::bad(format!("{} has no such format", row.name)))?.name);
    }
    within(task, limits);
    task.speaks_json = false;
    Ok(())
}

/// The word that a knob becomes, if it becomes one.
fn knob(name: &str, is_switch: bool, value: &Value) -> Result<Option<String>, Refusal> {
    match (value, is_switch) {
        (Value::Null, _) | (Value::Bool(false), true) => Ok(None),
        (Value::Bool(true), true) => Ok(Some(format!("--{name}"))),
        (Value::Number(number), false) => Ok(Some(format!("--{name}={number}"))),
        (Value::String(text), false) if text.starts_with("edges:") => {
            Err(Refusal::forbidden("the page reads no files: a graph is a family, or listed in the board"))
        }
        (Value::String(text), false) => Ok(Some(format!("--{name}={text}"))),
        (_, true) => Err(Refusal::bad(format!("`{name}` is true or false"))),
        (_, false) => Err(Refusal::bad(format!("`{name}` is a number or a text"))),
    }
}

/// Each run has the seconds; together they have so many times more, shared by the jobs that the comparison runs at once.
fn compare(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
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
