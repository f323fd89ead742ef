//! A second opinion on a solution that is none of the expected ones: a model may have many.
//!
//! The values of the solution become constraints beside the model, and the real `minizinc` says whether that can be true. What
//! it cannot read is put to the program's own judge, `check`.

use crate::Options;
use crate::expected::TEXT;
use crate::header::Case;
use crate::run::{Answer, RULE, process};
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;

/// What a judge says.
pub enum Opinion {
    /// It is a solution; the text is what `minizinc` prints for it.
    Agrees(Option<String>),
    Disagrees(String),
    /// No judge can say.
    Silent(String),
}

/// Seconds for one opinion.
const PATIENCE: f64 = 30.0;

/// Judges one solution of an answer.
pub fn judge(case: &Case, options: &Options, answer: &Answer, solution: &Json) -> Opinion {
    let Ok(folder) = tempfile::tempdir() else { return Opinion::Silent("no place for files".to_string()) };
    match by_minizinc(case, answer, solution, folder.path()) {
        Opinion::Silent(why) => by_check(case, options, solution, folder.path(), why),
        said => said,
    }
}

fn by_minizinc(case: &Case, answer: &Answer, solution: &Json, folder: &Path) -> Opinion {
    let fixed = folder.join("fixed.mzn");
    let Some(text) = constraints(solution) else {
        return Opinion::Silent("a value that MiniZinc 2.6 has not".to_string());
    };
    if std::fs::write(&fixed, text).is_err() {
        return Opinion::Silent("no place for files".to_string());
    }
    let out = match minizinc(case, &[&fixed]) {
        Ok(out) => out,
        Err(why) => return Opinion::Silent(why),
    };
    if out.contains("=====UNSATISFIABLE") {
        return Opinion::Disagrees("minizinc finds no solution with these values".to_string());
    }
    let Some((text, _)) = out.split_once(RULE) else { return Opinion::Silent("minizinc did not decide".to_string()) };
    match is_best(case, answer, worth(text)) {
        Some(why) => Opinion::Disagrees(why),
        None => Opinion::Agrees(Some(without_objective(text))),
    }
}

/// Why a value is not the best one. `minizinc` is asked for the best, and compared by its own reckoning: an objective may
/// speak of bounds that solvers infer differently. If it does not find the best in time, what the suite says counts.
fn is_best(case: &Case, answer: &Answer, judged: Option<i64>) -> Option<String> {
    let ours = answer.objective.as_i64().filter(|_| !speaks_of_bounds(case))?;
    let better = |ours: i64, best: i64| (best != ours).then(|| format!("the best is {best}, not {ours}"));
    let best = minizinc(case, &[]).ok().filter(|out| out.contains("==========")).and_then(|out| worth(&out));
    match (judged, best, case.expected.iter().find_map(|e| e.objective())) {
        (Some(judged), Some(best), _) => better(judged, best),
        (judged, None, Some(best)) => better(judged.unwrap_or(ours), best),
        (None, Some(_), Some(best)) => better(ours, best),
        _ => None,
    }
}

/// Whether what is to be best depends on how much a solver knows of bounds.
fn speaks_of_bounds(case: &Case) -> bool {
    let text = std::fs::read_to_string(&case.model).unwrap_or_default();
    let goal = text.rsplit("solve").next().and_then(|goal| goal.split(';').next()).unwrap_or("");
    goal.contains("ub(") || goal.contains("lb(")
}

/// The last objective that `minizinc` names.
fn worth(text: &str) -> Option<i64> {
    text.rsplit("_objective = ").next()?.split(';').next()?.trim().parse().ok()
}

fn without_objective(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("_objective = ")).map(|line| format!("{line}\n")).collect()
}

fn minizinc(case: &Case, further: &[&Path]) -> Result<String, String> {
    let mut command = Command::new("minizinc");
    command.args(["--solver", "gecode", "--time-limit", "20000", "--output-objective"]).arg(&case.model);
    command.args(&case.files).args(further);
    let words = case.asked.words.chunks(2).filter(|pair| pair[0] == "-D");
    command.args(words.flatten());
    let ran = process(&mut command, PATIENCE)?;
    match ran.code {
        Some(0) if !ran.out.contains("=====ERROR=====") => Ok(ran.out),
        _ => Err(format!("minizinc: {}", ran.err.lines().find(|l| l.contains("rror")).unwrap_or("failed"))),
    }
}

/// `constraint name = value;` for each value, or none if one cannot be written.
fn constraints(solution: &Json) -> Option<String> {
    let values = solution.as_object()?.iter().filter(|(name, _)| *name != TEXT);
    values.map(|(name, value)| constraint(name, value)).collect()
}

fn constraint(name: &str, value: &Json) -> Option<String> {
    match value {
        Json::Array(_) => {
            let mut cells = Vec::new();
            flat(value, &mut cells)?;
            Some(match cells.is_empty() {
                true => String::new(),
                false => format!("constraint array1d({name}) = [{}];\n", cells.join(", ")),
            })
        }
        Json::Null => Some(format!("constraint absent({name});\n")),
        _ => Some(format!("constraint {name} = {};\n", literal(value)?)),
    }
}

fn flat(value: &Json, cells: &mut Vec<String>) -> Option<()> {
    match value {
        Json::Array(items) => items.iter().try_for_each(|item| flat(item, cells)),
        _ => {
            cells.push(literal(value)?);
            Some(())
        }
    }
}

fn literal(value: &Json) -> Option<String> {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
    match value {
        Json::Number(_) | Json::Bool(_) => Some(value.to_string()),
        Json::Null => Some("<>".to_string()),
        Json::String(text) => is_name(text).then(|| text.clone()),
        Json::Object(fields) => match fields.get("set").and_then(Json::as_array) {
            Some(members) => {
                let parts: Option<Vec<String>> = members.iter().map(part).collect();
                parts.map(|parts| if parts.is_empty() { "{}".to_string() } else { parts.join(" union ") })
            }
            None if fields.len() == 1 => literal(fields.get("e")?),
            None => constructed(fields.get("c")?, fields.get("e")?),
        },
        Json::Array(_) => None,
    }
}

fn part(member: &Json) -> Option<String> {
    match member.as_array().map(Vec::as_slice) {
        Some([lo, hi]) => Some(format!("({}..{})", literal(lo)?, literal(hi)?)),
        _ => Some(format!("{{{}}}", literal(member)?)),
    }
}

fn constructed(name: &Json, argument: &Json) -> Option<String> {
    Some(format!("{}({})", name.as_str()?, literal(argument)?))
}

fn by_check(case: &Case, options: &Options, solution: &Json, folder: &Path, why: String) -> Opinion {
    let claim = folder.join("claim.json");
    let mut values = solution.clone();
    values.as_object_mut().and_then(|values| values.remove(TEXT));
    if std::fs::write(&claim, values.to_string()).is_err() {
        return Opinion::Silent(why);
    }
    let mut command = Command::new(&options.program);
    command.args(["check", "--timeout", "20"]).args(&case.asked.words);
    command.arg(&case.model).args(&case.files).arg(&claim);
    match process(&mut command, PATIENCE).map(|ran| (ran.code, ran.out)) {
        Ok((Some(10), _)) => Opinion::Agrees(None),
        Ok((Some(20), out)) => Opinion::Disagrees(format!("check says: {}", out.lines().next().unwrap_or(""))),
        _ => Opinion::Silent(why),
    }
}
