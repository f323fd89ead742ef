//! A run as the log keeps it: one engine on one instance, how it ended, what it cost.

use super::Planned;
use crate::runs::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a run ended, in the words of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The question was answered, and the judges agree.
    Ok,
    /// The time was up.
    Timeout,
    /// The memory was used up.
    Memout,
    /// It ended in a way it should not.
    Crash,
    /// It gave up: a search that does not look everywhere found nothing.
    Unknown,
    /// The engine does not take such problems.
    NotApplicable,
    /// A judge rejected its answer.
    Rejected,
}

impl State {
    /// All of them, best first.
    pub const ALL: &'static [State] = &[
        State::Ok,
        State::Timeout,
        State::Memout,
        State::Crash,
        State::Unknown,
        State::NotApplicable,
        State::Rejected,
    ];

    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            State::Ok => "ok",
            State::Timeout => "timeout",
            State::Memout => "memout",
            State::Crash => "crash",
            State::Unknown => "unknown",
            State::NotApplicable => "not applicable",
            State::Rejected => "REJECTED",
        }
    }
}

/// One engine on one instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The instance.
    pub instance: String,
    /// The puzzle, or `model`.
    pub puzzle: String,
    /// The size, if the instance is one of a family.
    pub size: Option<u64>,
    /// The engine, written in full.
    pub engine: String,
    /// Whether the engine solves a variant of the puzzle: then only its answers mean something for the puzzle.
    pub is_variant: bool,
    /// How it ended.
    pub state: State,
    /// The verdict, if it is decided: `satisfiable`, `unsatisfiable` or `optimal`.
    pub verdict: Option<String>,
    /// What the answer costs: the objective, or the number of steps; less is better unless it is to be as large as possible.
    pub value: Option<i64>,
    /// Whether more is better.
    #[serde(default)]
    pub is_maximised: bool,
    /// What went wrong, if something did.
    pub message: Option<String>,
    /// Seconds inside the program, from the model's text to the judged answer.
    pub seconds: f64,
    /// Wall-clock seconds of the whole process.
    pub wall_seconds: f64,
    /// From the model's text to the waist.
    pub flatten_seconds: f64,
    /// From the waist to clauses.
    pub encode_seconds: f64,
    /// Looking for answers.
    pub solve_seconds: f64,
    /// Judging them.
    pub judge_seconds: f64,
    /// Nodes of the search, or decisions of the SAT solver.
    pub nodes: u64,
    /// Dead ends, or conflicts.
    pub backtracks: u64,
    /// Variables of the formula.
    pub variables: u64,
    /// Clauses of the formula.
    pub clauses: u64,
    /// Literals of the formula.
    pub literals: u64,
    /// The most memory it used.
    pub peak_bytes: u64,
    /// The solution of a puzzle, for its picture; none if it is long.
    #[serde(default)]
    pub solution: Option<Value>,
    /// Which of several equal runs it is, from 1.
    #[serde(default = "first")]
    pub repeat: u32,
    /// Seconds that processors worked for it, all threads together; 0 if nobody says.
    #[serde(default)]
    pub cpu_seconds: f64,
    /// A number of the formula: equal ones have equal numbers.
    #[serde(default)]
    pub formula: Option<String>,
    /// The number by which the field's database knows the problem, if that is a formula in DIMACS.
    #[serde(default)]
    pub gbdhash: Option<String>,
}

/// Logs from before runs were repeated have one of each.
fn first() -> u32 {
    1
}

impl Trial {
    /// A run of which nothing is known but how long its process lived.
    pub(super) fn nothing(planned: &Planned, wall_seconds: f64) -> Trial {
        Trial {
            instance: planned.named.title.clone(),
            puzzle: planned.puzzle().to_string(),
            size: planned.size,
            engine: planned.engine.clone(),
            is_variant: false,
            state: State::Unknown,
            verdict: None,
            value: None,
            is_maximised: false,
            message: None,
            seconds: 0.0,
            wall_seconds,
            flatten_seconds: 0.0,
            encode_seconds: 0.0,
            solve_seconds: 0.0,
            judge_seconds: 0.0,
            nodes: 0,
            backtracks: 0,
            variables: 0,
            clauses: 0,
            literals: 0,
            peak_bytes: 0,
            solution: None,
            repeat: planned.repeat,
            cpu_seconds: 0.0,
            formula: None,
            gbdhash: planned.gbdhash(),
        }
    }

    /// Whether the question was answered.
    pub fn is_ok(&self) -> bool {
        self.state == State::Ok
    }

    /// The verdict with its value, or why there is none.
    pub fn shown(&self) -> String {
        match (&self.verdict, self.value) {
            (Some(verdict), Some(value)) if self.is_ok() => format!("{verdict} {value}"),
            (Some(verdict), None) if self.is_ok() => verdict.clone(),
            _ => self.state.word().to_string(),
        }
    }

    /// The run of a record; `None` if it is none.
    pub fn of_record(record: &Record) -> Option<Trial> {
        serde_json::from_value(Value::Object(record.fields.clone())).ok()
    }

    /// The run as a record under a key.
    pub fn record(&self, key: String) -> Record {
        let fields = match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => unreachable!("a struct becomes an object"),
        };
        Record { key, fields }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{State, Trial};

    /// A run that answered.
    pub fn run(instance: &str, engine: &str, verdict: &str, value: Option<i64>, seconds: f64) -> Trial {
        Trial {
            instance: instance.into(),
            puzzle: "model".into(),
            size: None,
            engine: engine.into(),
            is_variant: false,
            state: State::Ok,
            verdict: Some(verdict.into()),
            value,
            is_maximised: false,
            message: None,
            seconds,
            wall_seconds: seconds,
            flatten_seconds: 0.0,
            encode_seconds: 0.0,
            solve_seconds: seconds,
            judge_seconds: 0.0,
            nodes: 1,
            backtracks: 0,
            variables: 0,
            clauses: 0,
            literals: 0,
            peak_bytes: 0,
            solution: None,
            repeat: 1,
            cpu_seconds: 0.0,
            formula: None,
            gbdhash: None,
        }
    }

    /// A run that did not answer.
    pub fn ended(instance: &str, engine: &str, state: State) -> Trial {
        Trial { state, verdict: None, ..run(instance, engine, "", None, 1.0) }
    }

    #[test]
    fn runs_survive_the_log() {
        let solved = Trial { solution: Some(serde_json::json!([1, 2])), ..run("a", "sat", "optimal", Some(-3), 0.25) };
        for one in [solved, ended("b", "csp", State::NotApplicable)] {
            assert_eq!(Trial::of_record(&one.record("k".into())), Some(one));
        }
    }
}
