//! A trace as lines of JSON: one event a line, as many as fit.
//!
//! `docs/watch.md` explains the lines, `docs/schema/trace.json` is their schema. When the room is used up nothing more is
//! written but the last line, which says so. Lines about answers and bounds are flushed, so that a run that is killed
//! leaves them behind.

use super::{relation, rule, values};
use crate::model::{Kind, Model};
use crate::search::{Event, Listener, Rule};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Instant;

/// Writes what it hears.
pub struct Lines<W> {
    out: W,
    /// Bytes that may still be written.
    room: u64,
    /// Whether something did not fit.
    is_cut: bool,
    failure: Option<io::Error>,
    started: Instant,
    /// The variables' names of the search at hand, and its constraints' in words.
    names: Vec<String>,
    rules: Vec<String>,
}

/// What the last line needs.
const RESERVED: u64 = 400;

impl<W: Write> Lines<W> {
    /// Nothing is written yet; at most so many bytes will be.
    pub fn new(out: W, bytes: u64) -> Lines<W> {
        let (names, rules, started) = (Vec::new(), Vec::new(), Instant::now());
        let room = bytes.saturating_sub(RESERVED);
        Lines { out, room, is_cut: false, failure: None, started, names, rules }
    }

    /// Begins the trace of one run, of what and by whom.
    pub fn begin(&mut self, what: &str, engine: &str) {
        self.started = Instant::now();
        self.line(&json!({"event": "trace", "version": 1, "what": what, "engine": engine}));
    }

    /// Ends the trace of one run with the fields of this object, and says what could not be written.
    pub fn end(&mut self, fields: Value) -> io::Result<()> {
        let mut last = json!({"event": "end", "seconds": self.seconds()});
        if let (Some(last), Value::Object(fields)) = (last.as_object_mut(), fields) {
            last.extend(fields);
            last.insert("cut".to_string(), self.is_cut.into());
        }
        self.write(&last);
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        self.out.flush()
    }

    fn seconds(&self) -> f64 {
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }

    /// Writes a line if there is room.
    fn line(&mut self, line: &Value) {
        if !self.is_cut {
            self.write(line);
        }
    }

    fn write(&mut self, line: &Value) {
        let text = format!("{line}\n");
        let is_last = line["event"] == "end";
        match self.room.checked_sub(text.len() as u64) {
            None if !is_last => self.is_cut = true,
            left => {
                self.room = left.unwrap_or(0);
                if let Err(error) = self.out.write_all(text.as_bytes()) {
                    self.failure.get_or_insert(error);
                    self.is_cut = true;
                }
            }
        }
    }

    /// Writes a line and flushes it.
    fn news(&mut self, line: &Value) {
        self.line(line);
        // What cannot be written is told at the end.
        let _ = self.out.flush();
    }

    fn model(&mut self, model: &Model) {
        self.names = model.all_vars().map(|var| model.shown_name(var)).collect();
        self.rules = (0..model.constraints.len() as u32).map(|c| rule(model, Rule::Constraint(c))).collect();
        let (variables, constraints) = (model.vars.len(), model.constraints.len());
        let seconds = self.seconds();
        self.line(&json!({"event": "begin", "seconds": seconds, "variables": variables, "constraints": constraints}));
        let is_answer: FxHashSet<_> = model.answer.iter().copied().collect();
        for var in model.all_vars() {
            if self.is_cut {
                return;
            }
            let kind = if model.vars[var.index()].kind == Kind::Bool { "bool" } else { "int" };
            let (name, domain) = (&self.names[var.index()], values(model.domain(var)));
            let line = json!({"event": "variable", "name": name, "kind": kind, "domain": domain,
                "answer": is_answer.contains(&var)});
            self.line(&line);
        }
    }

    fn by(&self, rule: Rule) -> Value {
        match rule {
            Rule::Decision => json!({"by": "decision"}),
            Rule::Nogood => json!({"by": "nogood"}),
            Rule::Bound => json!({"by": "bound"}),
            Rule::Constraint(c) => json!({"by": "constraint", "constraint": c, "rule": self.rules.get(c as usize)}),
        }
    }
}

impl<W: Write + Send> Listener for Lines<W> {
    fn hear(&mut self, event: &Event) -> bool {
        match event {
            Event::Begin(model) => self.model(model),
            Event::Choice(depth, var) => {
                self.line(&json!({"event": "choice", "depth": depth, "var": self.names[var.index()]}));
            }
            Event::Try(depth, atom) => {
                let (var, op) = (&self.names[atom.var.index()], relation(*atom));
                self.line(&json!({"event": "try", "depth": depth, "var": var, "op": op, "value": atom.value}));
            }
            Event::Removal { var, removed, left, by } => {
                let var = &self.names[var.index()];
                let line = json!({"event": "removal", "var": var, "removed": values(removed), "left": values(left)});
                self.line(&joined(line, self.by(*by)));
            }
            Event::Fail(by) => self.line(&joined(json!({"event": "fail"}), self.by(*by))),
            Event::Exhausted(depth) => self.line(&json!({"event": "exhausted", "depth": depth})),
            Event::Back(depth) => self.line(&json!({"event": "back", "depth": depth})),
            Event::Restart => self.line(&json!({"event": "restart", "seconds": self.seconds()})),
            Event::Solution(assignment) => self.line(&json!({"event": "solution", "values": assignment.values})),
            Event::Learnt(size) => self.line(&json!({"event": "learnt", "size": size})),
            Event::Known(best, bound) => {
                self.news(&json!({"event": "objective", "seconds": self.seconds(), "best": best, "bound": bound}));
            }
            Event::Answer(worth) => {
                self.news(&json!({"event": "answer", "seconds": self.seconds(), "worth": worth}));
            }
            Event::News(text) => self.news(&json!({"event": "news", "seconds": self.seconds(), "text": text})),
            Event::Stopped(stop) => self.line(&json!({"event": "stopped", "reason": stop.word()})),
        }
        !self.is_cut
    }
}

/// The fields of both.
fn joined(mut line: Value, more: Value) -> Value {
    if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
        line.extend(more);
    }
    line
}
