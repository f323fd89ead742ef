//! Options that a row of a table declares: `--name value`, `--name=value` and `--switch`.

use super::failure::Usage;
use crate::puzzles::{GenerateOption, Options};
use std::fmt::Write;

/// What a command of its own options is about.
pub struct Declared<'a> {
    /// The name in messages.
    pub name: &'a str,
    /// The row's options.
    pub options: &'a [GenerateOption],
    /// The options that the command itself has.
    pub common: &'a [GenerateOption],
}

impl Declared<'_> {
    /// Reads the words after the name.
    pub fn parse(&self, words: &[String]) -> anyhow::Result<Options> {
        let mut options = Options::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let bare = word.strip_prefix("--").ok_or_else(|| Usage(format!("expected an option, found `{word}`")))?;
            let (name, given) =
                bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value.to_string())));
            let takes_value = self.takes_value(name).ok_or_else(|| Usage(self.unknown(name)))?;
            let value = match (takes_value, given) {
                (true, Some(value)) => value,
                (true, None) => words.next().cloned().ok_or_else(|| Usage(format!("--{name} needs a value")))?,
                (false, None) => String::new(),
                (false, Some(_)) => return Err(Usage(format!("--{name} takes no value")).into()),
            };
            if options.insert(name.to_string(), value).is_some() {
                return Err(Usage(format!("--{name} is given twice")).into());
            }
        }
        Ok(options)
    }

    fn all(&self) -> impl Iterator<Item = &GenerateOption> {
        self.options.iter().chain(self.common)
    }

    fn takes_value(&self, name: &str) -> Option<bool> {
        self.all().find(|o| o.name == name).map(|o| !o.value.is_empty())
    }

    fn unknown(&self, name: &str) -> String {
        let known: Vec<String> = self.all().map(|o| format!("--{}", o.name)).collect();
        format!("{} has no option --{name}; it has {}", self.name, known.join(", "))
    }

    /// One line per option.
    pub fn help(&self) -> String {
        let mut text = String::new();
        for option in self.all() {
            let _ = writeln!(text, "  {:<24} {}", format!("--{} {}", option.name, option.value), option.summary);
        }
        text
    }
}

/// Whether a word asks for help.
pub fn is_help(word: &String) -> bool {
    word == "--help" || word == "-h"
}
