//! Words with their positions, and errors that point at them.

use std::fmt;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
    /// What may help; possibly empty.
    pub hint: String,
}

impl Error {
    /// The error as a person reads it, with the name of the file.
    pub fn in_file(&self, file: &str) -> String {
        let hint = if self.hint.is_empty() { String::new() } else { format!("\n  hint: {}", self.hint) };
        format!("{}\n  --> {file}:{}:{}{hint}", self.message, self.line, self.column)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, " ({})", self.hint) }
    }
}

impl std::error::Error for Error {}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The column of its first byte, from 1.
    pub column: usize,
    /// Its bytes, without blanks.
    pub bytes: &'a [u8],
}

impl Word<'_> {
    /// An error at the word.
    pub fn error(&self, message: impl Into<String>, hint: &str) -> Error {
        Error { line: self.line, column: self.column, message: message.into(), hint: hint.to_string() }
    }

    /// The word between backquotes, shortened when it is long or not text.
    pub fn shown(&self) -> String {
        const LONGEST: usize = 40;
        let text: String =
            String::from_utf8_lossy(self.bytes).chars().take(LONGEST).flat_map(char::escape_debug).collect();
        let dots = if self.bytes.len() > LONGEST { "..." } else { "" };
        format!("`{text}{dots}`")
    }

    /// The word as an integer: an optional minus and digits, nothing else.
    pub fn integer(&self) -> Result<i128, Error> {
        let digits = self.bytes.strip_prefix(b"-").unwrap_or(self.bytes);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.error(format!("{} is not a number", self.shown()), ""));
        }
        let text = std::str::from_utf8(self.bytes).expect("a minus and digits are text");
        text.parse().map_err(|_| self.error(format!("the number {} is too large", self.shown()), ""))
    }
}

/// A line of a file, without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its bytes, without line feed.
    pub bytes: &'a [u8],
    /// Whether a line feed ended it, as opposed to the end of the file.
    pub is_ended: bool,
}

/// The lines of a file.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    bytes.split_inclusive(|b| *b == b'\n').enumerate().map(|(i, line)| {
        let bytes = line.strip_suffix(b"\n").unwrap_or(line);
        Line { number: i + 1, bytes, is_ended: bytes.len() < line.len() }
    })
}

impl<'a> Line<'a> {
    /// The words of the line. Carriage returns are blanks.
    pub fn words(self) -> impl Iterator<Item = Word<'a>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = &self.bytes[at..];
            let start = at + rest.iter().position(|b| !b.is_ascii_whitespace())?;
            let length = self.bytes[start..].iter().position(u8::is_ascii_whitespace);
            at = length.map_or(self.bytes.len(), |n| start + n);
            Some(Word { line: self.number, column: start + 1, bytes: &self.bytes[start..at] })
        })
    }
}

/// The place just behind the last byte, where something is missing.
pub fn end(bytes: &[u8]) -> Word<'_> {
    let line = 1 + bytes.iter().filter(|b| **b == b'\n').count();
    let column = 1 + bytes.iter().rev().take_while(|b| **b != b'\n').count();
    Word { line, column, bytes: &[] }
}
