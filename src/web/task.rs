//! What a child is to do: its arguments, the files it reads, the files whose text is an answer.
//!
//! Files lie in a private folder, where the child runs; their names are ours.

use super::MOST_TEXT;
use super::refusal::Refusal;

/// What a child is to do.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Its arguments.
    pub args: Vec<String>,
    /// The files it reads, by name.
    pub files: Vec<(String, String)>,
    /// The files it writes, in the order in which they are told. One that is not there was not asked for.
    pub made: Vec<&'static str>,
    /// What it reads on standard input.
    pub input: String,
    /// Whether it says one JSON value a line.
    pub speaks_json: bool,
    /// After so many seconds it is ended from outside.
    pub seconds: f64,
}

impl Task {
    /// A task of a command.
    pub fn of(command: &str, seconds: f64) -> Task {
        Task { args: vec![command.to_string()], seconds, speaks_json: true, ..Task::default() }
    }

    /// Adds a word.
    pub fn word(&mut self, word: impl Into<String>) {
        self.args.push(word.into());
    }

    /// Adds an option with a value, in one word, so that no value is taken for an option.
    pub fn option(&mut self, name: &str, value: impl std::fmt::Display) {
        self.args.push(format!("--{name}={value}"));
    }

    /// Adds an option if there is a value for it.
    pub fn maybe(&mut self, name: &str, value: Option<impl std::fmt::Display>) {
        if let Some(value) = value {
            self.option(name, value);
        }
    }

    /// Adds a flag.
    pub fn flag(&mut self, name: &str, is_set: Option<bool>) {
        if is_set == Some(true) {
            self.args.push(format!("--{name}"));
        }
    }

    /// Adds a file that the child reads, and its name to the arguments.
    pub fn file(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        if text.len() > MOST_TEXT {
            return Err(Refusal::too_large(format!("{name} is larger than {MOST_TEXT} bytes")));
        }
        self.files.push((name.to_string(), text.to_string()));
        self.args.push(name.to_string());
        Ok(())
    }

    /// Asks for a file by an option.
    pub fn makes(&mut self, option: &str, name: &'static str) {
        self.option(option, name);
        self.made.push(name);
    }
}
