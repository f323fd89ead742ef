//! Texts that models and data come from, and places in them.
//!
//! A [`Span`] is a byte range of one source; it is turned into line and column only when a diagnostic is made.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A named text: a model file, a data file, or the words after `-D`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The name shown in diagnostics, usually a path.
    pub name: String,
    /// The text itself.
    pub text: String,
}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }
}

/// A byte range in one of the sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Which source, by its place among the sources of the program.
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place of what Rust code made.
    pub(crate) const NOWHERE: Span = Span { file: u32::MAX, start: 0, end: 0 };

    /// The span from the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start, end: other.end.max(self.start) }
    }
}

/// The sources of a program, in the order they were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceMap {
    files: Vec<Arc<Source>>,
}

impl SourceMap {
    /// Add a source and say which index its spans carry.
    pub fn add(&mut self, source: &Source) -> u32 {
        self.files.push(Arc::new(source.clone()));
        self.files.len() as u32 - 1
    }

    /// The source of a span, if the span is of this map or of the library.
    pub fn get(&self, file: u32) -> Option<&Source> {
        self.files.get(file as usize).map(|source| &**source).or_else(|| super::library::source(file))
    }

    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|source| &*source.text)
    }
}

/// Where a byte of a text is: 1-based line, 1-based column in characters, and the text of the line.
pub(crate) fn locate(text: &str, byte: usize) -> (usize, usize, &str) {
    let byte = floor_char(text, byte);
    let start = text[..byte].rfind('\n').map_or(0, |i| i + 1);
    let end = text[byte..].find('\n').map_or(text.len(), |i| byte + i);
    let line = text[..byte].matches('\n').count() + 1;
    let column = text[start..byte].chars().count() + 1;
    (line, column, text[start..end].trim_end_matches('\r'))
}

fn floor_char(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_lines_and_columns() {
        let text = "ab\ncé d\r\n";
        for (byte, expected) in [
            (0, (1, 1, "ab")),
            (2, (1, 3, "ab")),
            (3, (2, 1, "cé d")),
            (6, (2, 3, "cé d")),
            (5, (2, 2, "cé d")),
            (99, (3, 1, "")),
        ] {
            assert_eq!(locate(text, byte), expected, "byte {byte}");
        }
    }
}
