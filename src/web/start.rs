//! What the page begins with: the puzzles, their boards and knobs, the models, the words and what they mean.

use super::gallery::{self, Instance, Model};
use super::{Limits, MOST_BODY, MOST_TEXT, MOST_WAITING, Report, USUAL_SECONDS, VERBS};
use crate::puzzles::{self, GenerateOption, Puzzle};
use serde_json::{Map, Value, json};

/// It as one object.
pub fn json(limits: Limits, words: &Value, reports: &[Report]) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jobs": limits.n_jobs,
        "limits": {"body": MOST_BODY, "text": MOST_TEXT, "seconds": limits.seconds, "usual_seconds": USUAL_SECONDS.min(limits.seconds),
            "memory": limits.megabytes, "waiting": MOST_WAITING},
        "puzzles": puzzles::TABLE.iter().map(|row| puzzle(row, words)).collect::<Vec<_>>(),
        "models": gallery::MODELS.iter().map(model).collect::<Vec<_>>(),
        "verbs": VERBS.iter().map(|verb| json!({"do": verb.word, "what": verb.summary, "takes": verb.takes().collect::<Vec<_>>()})).collect::<Vec<_>>(),
        "reports": reports.iter().map(|report| &report.name).collect::<Vec<_>>(),
        "tables": words,
        "words": meanings(words),
    })
}

fn puzzle(row: &Puzzle, words: &Value) -> Value {
    let instances = gallery::INSTANCES.iter().filter(|instance| instance.puzzle == row.name);
    json!({
        "name": row.name,
        "title": title(row.name),
        "what": row.summary,
        "engines": engines(row, words),
        "default": row.engine,
        "formulations": row.models.iter().map(|m| json!({"name": m.name, "what": m.summary})).collect::<Vec<_>>(),
        "formats": row.formats.iter().map(|f| json!({"name": f.name, "what": f.summary})).collect::<Vec<_>>(),
        "instances": instances.map(|Instance { name, text, .. }| json!({"name": name, "text": text})).collect::<Vec<_>>(),
        "knobs": row.options.iter().filter(|option| option.name != "seed").map(knob).collect::<Vec<_>>(),
    })
}

/// A puzzle's word as people write it.
fn title(name: &str) -> String {
    match name {
        "lightup" => "Light Up".to_string(),
        _ => name[..1].to_uppercase() + &name[1..],
    }
}

/// The modes of `list`, and the puzzle's own searches.
fn engines(row: &Puzzle, words: &Value) -> Vec<Value> {
    let general = [("auto", "auto"), ("sat", "sat"), ("csp", "csp"), ("lcg", "lcg")];
    let summary = |mode: &str| {
        let named = |entry: &&Value| entry["name"].as_str().is_some_and(|name| name.starts_with(mode));
        words["engines"].as_array().and_then(|all| all.iter().find(named)).map_or(Value::Null, |e| e["summary"].clone())
    };
    let searches = row.searches.iter().map(|s| json!({"word": format!("search:{}", s.name), "what": s.summary}));
    general.iter().map(|(word, mode)| json!({"word": word, "what": summary(mode)})).chain(searches).collect()
}

/// A summary says the default at its end, in parentheses; a number there is one.
fn knob(option: &GenerateOption) -> Value {
    let bracketed = option.summary.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    let default = bracketed.and_then(|text| text.parse::<i64>().ok());
    let kind = match option.value {
        "" => "switch",
        "N" => "number",
        _ => "text",
    };
    json!({"name": option.name, "kind": kind, "default": default, "what": option.summary})
}

fn model(model: &Model) -> Value {
    let data: Vec<Value> = model.data.iter().map(|(name, dzn)| json!({"name": name, "dzn": dzn})).collect();
    json!({"name": model.name, "mzn": model.mzn, "data": data})
}

/// Every word of every table with its meaning; the first table that has a word explains it.
fn meanings(words: &Value) -> Map<String, Value> {
    let mut meanings = Map::new();
    let tables = words.as_object().into_iter().flat_map(Map::values);
    for row in tables.filter_map(Value::as_array).flatten() {
        if let Some(name) = row["name"].as_str() {
            meanings.entry(name).or_insert_with(|| row["summary"].clone());
        }
    }
    meanings
}
