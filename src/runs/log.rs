//! A log of runs: one JSON object per line, appended as they come.
//!
//! The first line says what the log is of. A run is known by its key, so that a log can be continued: what is there is
//! not done again. A line that a kill cut short is removed when the log is opened; lines before it are whole, as each
//! is written at once and ends with its line break. A log has one writer: it is locked while it is open, and only who has
//! the lock reads what is to be continued.

use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

/// A finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What tells it from the others.
    pub key: String,
    /// What came of it.
    pub fields: Map<String, Value>,
}

/// An open log.
pub struct Log {
    file: Option<File>,
    keys: HashSet<String>,
    records: Vec<Record>,
}

/// Why there is no log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogError {
    /// The file is no log, the log of something else, or somebody writes it.
    Refused(String),
    /// The system does not let us read or write it.
    System(String),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Refused(why) | LogError::System(why) => f.write_str(why),
        }
    }
}

impl Record {
    /// A number of the record.
    pub fn number(&self, field: &str) -> Option<f64> {
        self.fields.get(field).and_then(Value::as_f64)
    }

    /// A text of the record; empty if there is none.
    pub fn text(&self, field: &str) -> &str {
        self.fields.get(field).and_then(Value::as_str).unwrap_or("")
    }

    fn line(&self) -> String {
        let mut fields = self.fields.clone();
        fields.insert("key".to_string(), Value::from(self.key.as_str()));
        format!("{}\n", Value::Object(fields))
    }

    fn of_line(line: &str) -> Option<Record> {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(line) else { return None };
        let key = fields.remove("key")?.as_str()?.to_string();
        Some(Record { key, fields })
    }
}

impl Log {
    /// A log that no file keeps.
    pub fn in_memory() -> Log {
        Log { file: None, keys: HashSet::new(), records: Vec::new() }
    }

    /// Opens a log, or begins one. An error if the file is a log of something else, or no log, or being written.
    pub fn open(path: &Path, head: &Value) -> Result<Log, LogError> {
        let failed = |error: std::io::Error| LogError::System(format!("cannot open {}: {error}", path.display()));
        let refused = |why: String| LogError::Refused(format!("{}{why}", path.display()));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => {
                return Err(refused(" is being written by another run: wait for its end".to_string()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| refused(" is no log".to_string()))?;
        let mut lines = text.lines();
        match lines.next() {
            None if bytes.len() > 1 << 16 => return Err(refused(" is no log".to_string())),
            None => (),
            Some(first) => is_same(first, head).map_err(|why| refused(format!(": {why}")))?,
        }
        let mut log = Log::in_memory();
        for (number, line) in (2..).zip(lines) {
            let record = Record::of_line(line)
                .ok_or_else(|| refused(format!(":{number}: expected a JSON object with a `key`")))?;
            log.keys.insert(record.key.clone());
            log.records.push(record);
        }
        file.set_len(whole as u64).map_err(failed)?;
        log.file = Some(file);
        if whole == 0 {
            log.write(&format!("{}\n", json!({ "log": head })))?;
        }
        Ok(log)
    }

    /// Whether a run is in the log.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// All runs, in the order they ended.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Adds a run.
    pub fn add(&mut self, record: Record) -> Result<(), LogError> {
        self.write(&record.line())?;
        self.keys.insert(record.key.clone());
        self.records.push(record);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), LogError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write_all(line.as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| LogError::System(format!("cannot write the log: {error}")))
    }
}

/// Whether a first line has this head.
fn is_same(line: &str, head: &Value) -> Result<(), String> {
    let found: Value = serde_json::from_str(line).unwrap_or(Value::Null);
    match found.get("log") {
        None => Err("this is no log of runs".to_string()),
        Some(other) if other == head => Ok(()),
        Some(other) => Err(format!("this is the log of something else: {other}, not {head}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, LogError, Record};
    use serde_json::{Map, json};
    use std::io::Write;

    fn record(key: &str, n: u64) -> Record {
        Record { key: key.to_string(), fields: Map::from_iter([("n".to_string(), json!(n))]) }
    }

    #[test]
    fn a_log_goes_on_where_it_was_cut() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("runs.jsonl");
        let head = json!({"of": "tests"});
        let mut log = Log::open(&path, &head).expect("a new log");
        log.add(record("a", 1)).expect("written");
        log.add(record("b", 2)).expect("written");
        drop(log);
        let whole = std::fs::read(&path).expect("the log");
        // However the last line was cut, what came before is there, and the rest can be written again.
        let before = whole[..whole.len() - 1].iter().rposition(|b| *b == b'\n').expect("two lines") + 1;
        for cut in before..whole.len() {
            std::fs::write(&path, &whole[..cut]).expect("cut");
            let mut log = Log::open(&path, &head).expect("the same log");
            let second = Log::open(&path, &head).err();
            assert!(matches!(second, Some(LogError::Refused(_))), "one writer at a time: {second:?}");
            assert!(log.has("a") && !log.has("b"), "cut at {cut}");
            log.add(record("b", 2)).expect("written");
            assert_eq!(std::fs::read(&path).expect("the log"), whole, "cut at {cut}");
        }
        assert_eq!(Log::open(&path, &head).expect("whole").records(), [record("a", 1), record("b", 2)]);
        assert!(Log::open(&path, &json!({"of": "others"})).is_err());
    }

    #[test]
    fn other_files_are_left_alone() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("letter.txt");
        let mut file = std::fs::File::create(&path).expect("a file");
        file.write_all(b"Dear reader,\nthis is no log\n").expect("written");
        assert!(Log::open(&path, &json!(1)).is_err());
        assert_eq!(std::fs::read(&path).expect("the file"), b"Dear reader,\nthis is no log\n");
    }
}
