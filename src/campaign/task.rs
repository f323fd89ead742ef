//! One task: a line of `tasks.jsonl`. Whoever has the line and the inputs it names can do it.

use serde::{Deserialize, Serialize};

/// What a task is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One engine on one problem.
    Compare,
    /// One step of an experiment.
    Experiment,
    /// One cube of a formula.
    Cube,
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Compare => "compare",
            Kind::Experiment => "experiment",
            Kind::Cube => "cube",
        }
    }
}

/// What a task may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds.
    pub seconds: f64,
    /// Megabytes.
    pub megabytes: u64,
}

/// One task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// What tells it from the others; its result is `results/ID.json`.
    pub id: String,
    /// What it is of.
    pub kind: Kind,
    /// What it is told, as words; those of a cube are its literals.
    pub arguments: Vec<String>,
    /// What it may use.
    pub limits: Limits,
    /// The SHA-256 of what it reads in `inputs/`.
    pub inputs: Vec<String>,
}

impl Task {
    /// The identity of the task with this number.
    pub fn number(n: usize) -> String {
        format!("{n:07}")
    }

    /// The word after an option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let at = self.arguments.iter().position(|word| word == name)?;
        self.arguments.get(at + 1).map(String::as_str)
    }

    /// Whether the identity may be part of a file's name.
    pub fn is_sound(&self) -> bool {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !self.id.is_empty() && self.id.len() <= 100 && self.id.chars().all(is_plain)
    }

    /// Which of so many shares it is in. What a task was split into stays with it.
    pub fn share(&self, n_shares: usize) -> usize {
        let digits = self.id.split('-').next().unwrap_or("");
        digits.parse::<usize>().unwrap_or(0) % n_shares.max(1)
    }
}
