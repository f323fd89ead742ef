//! Who did what: each worker has a file of its own in `logs/`, a line for each thing it did.

use super::{Campaign, Trouble, Who};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// A worker's log.
pub(super) struct Journal {
    file: Mutex<File>,
}

impl Journal {
    /// Begins a log: who writes it, and where it works.
    pub fn begin(
        campaign: &Campaign,
        who: &Who,
        place: &Value,
        share: Option<(usize, usize)>,
    ) -> Result<Journal, Trouble> {
        let path = campaign.path.join("logs").join(format!("worker-{}.jsonl", who.name()));
        let file = File::options().create(true).append(true).open(&path).map_err(|e| Trouble::at(&path, &e))?;
        let journal = Journal { file: Mutex::new(file) };
        journal.note(&json!({"did": "began", "who": who, "place": place, "share": share}));
        Ok(journal)
    }

    /// Adds a line with the time. A log that cannot be written ends nothing.
    pub fn note(&self, what: &Value) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64());
        let mut line = json!({ "time": (now * 1000.0).round() / 1000.0 });
        if let (Some(line), Some(what)) = (line.as_object_mut(), what.as_object()) {
            line.extend(what.clone());
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// The places where workers began, each once but for its day, in an order that does not depend on who was first.
pub fn places(campaign: &Campaign) -> Vec<Value> {
    let entries = fs::read_dir(campaign.path.join("logs")).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "jsonl")).collect();
    names.sort();
    let first = |path: &std::path::PathBuf| -> Option<Value> {
        let mut line = String::new();
        BufReader::new(File::open(path).ok()?).read_line(&mut line).ok()?;
        let line: Value = serde_json::from_str(&line).ok()?;
        line.get("place").filter(|place| place.is_object()).cloned()
    };
    let mut found: Vec<Value> = Vec::new();
    for place in names.iter().filter_map(first) {
        if !found.iter().any(|other| is_same(other, &place)) {
            found.push(place);
        }
    }
    found.sort_by_key(Value::to_string);
    found
}

fn is_same(a: &Value, b: &Value) -> bool {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return false };
    a.iter().all(|(name, value)| name == "date" || b.get(name) == Some(value))
}
