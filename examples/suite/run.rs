//! One process with limits: the program, or another solver that is asked for its opinion.

use crate::Options;
use crate::expected::TEXT;
use crate::header::Case;
use serde_json::Value as Json;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a process left behind.
pub struct Ran {
    /// None if it was ended by a signal.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// It did not stop by itself.
    pub late: bool,
}

/// How the program answered.
pub enum Said {
    Answer(Answer),
    Rejected(String),
    Undecided(String),
    Crashed(String),
}

/// A verdict with its solutions.
pub struct Answer {
    /// `satisfiable`, `unsatisfiable` or `optimal`.
    pub status: String,
    pub solutions: Vec<Json>,
    pub objective: Json,
    pub optimises: bool,
    /// Several solutions were asked for.
    pub listed: bool,
    /// These are all.
    pub complete: bool,
}

/// Solves a case; `with_text` puts the output text among the values of the solution.
pub fn solve(case: &Case, options: &Options, with_text: bool) -> Said {
    let ran = match process(&mut command(case, options, true), seconds(options)) {
        Ok(ran) => ran,
        Err(why) => return Said::Crashed(why),
    };
    let mut said = read(&ran);
    if let (Said::Answer(answer), true) = (&mut said, with_text) {
        let Ok(plain) = process(&mut command(case, options, false), seconds(options)) else { return said };
        put_texts(answer, &plain.out);
    }
    said
}

/// What the program is given to end by itself.
fn seconds(options: &Options) -> f64 {
    options.timeout + 10.0
}

fn command(case: &Case, options: &Options, json: bool) -> Command {
    let mut command = Command::new(&options.program);
    command.arg(if case.asked.all { "enumerate" } else { "solve" });
    command.args(["--timeout", &options.timeout.to_string(), "--memory", &options.megabytes.to_string()]);
    command.args(&case.asked.words).arg(if json { "--json" } else { "--quiet" });
    command.arg(&case.model).args(&case.files);
    command
}

/// Runs a command; its output goes through files, so that no pipe fills up.
pub fn process(command: &mut Command, seconds: f64) -> Result<Ran, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = |name: &str| folder.path().join(name);
    let file = |name: &str| File::create(path(name)).map_err(|e| e.to_string());
    command.stdin(Stdio::null()).stdout(file("out")?).stderr(file("err")?);
    let mut child = command.spawn().map_err(|e| format!("{:?}: {e}", command.get_program()))?;
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut pause = Duration::from_millis(1);
    let mut late = false;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break status;
        }
        if Instant::now() > end {
            late = true;
            child.kill().map_err(|e| e.to_string())?;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    Ok(Ran { code: status.code(), out: text(&path("out")), err: text(&path("err")), late })
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

fn read(ran: &Ran) -> Said {
    let object: Json = serde_json::from_str(ran.out.trim()).unwrap_or_default();
    let first = |text: &str| text.lines().next().unwrap_or("").to_string();
    let message = || object["message"].as_str().map_or_else(|| first(&ran.err), first);
    match ran.code {
        _ if ran.late => Said::Undecided("it did not stop".to_string()),
        Some(0 | 5) => Said::Undecided(object["reason"].as_str().map_or_else(message, str::to_string)),
        Some(10 | 20 | 30) => match object["reason"].as_str() {
            Some(reason) => Said::Undecided(reason.to_string()),
            None => Said::Answer(answer(&object)),
        },
        Some(2 | 3) => Said::Rejected(message()),
        Some(code) => Said::Crashed(format!("exit code {code}: {}", first(&ran.err))),
        None => Said::Crashed(format!("ended by a signal: {}", first(&ran.err))),
    }
}

fn answer(object: &Json) -> Answer {
    let listed = object["solutions"].as_array();
    let one = Some(&object["solution"]).filter(|solution| !solution.is_null());
    Answer {
        status: object["status"].as_str().unwrap_or("").to_string(),
        solutions: listed.map_or_else(|| one.into_iter().map(|one| with_checker(object, one)).collect(), Clone::clone),
        objective: object["objective"].clone(),
        optimises: !object["objective"].is_null(),
        listed: listed.is_some(),
        complete: object["complete"].as_bool().unwrap_or(false),
    }
}

/// A solution with what a checker said of it, under the name that minizinc gives it.
fn with_checker(object: &Json, solution: &Json) -> Json {
    let mut solution = solution.clone();
    if let (Some(text), Some(values)) = (object["checker"].as_str(), solution.as_object_mut()) {
        values.insert("_checker".to_string(), text.into());
    }
    solution
}

/// The line after each solution's text.
pub const RULE: &str = "----------\n";

/// Gives each solution its text; with an objective the last text is that of the best.
fn put_texts(answer: &mut Answer, out: &str) {
    let mut texts: Vec<&str> = out.split(RULE).collect();
    texts.pop();
    if !answer.listed {
        texts = texts.last().copied().into_iter().collect();
    }
    let optimises = answer.optimises;
    for (solution, text) in answer.solutions.iter_mut().zip(texts) {
        solution[TEXT] = if optimises { without_worth(text) } else { text }.into();
    }
}

/// The program says behind the text what the solution is worth.
fn without_worth(text: &str) -> &str {
    let lines = text.strip_suffix('\n').unwrap_or(text);
    let start = lines.rfind('\n').map_or(0, |at| at + 1);
    if lines[start..].starts_with("objective ") { &text[..start] } else { text }
}
