//! What the user is told when a model or its data is wrong: a sentence, a place, the line with a caret, a way out.
//!
//! Inside the front end an error is a small [`Fault`] with a span; at the border it becomes a [`Diagnostic`], which owns
//! everything it prints.

use super::source::{SourceMap, Span, locate};
use crate::search::Stop;
use std::fmt;

/// Why the front end has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The model or its data is wrong.
    Wrong(Diagnostic),
    /// The budget is spent.
    Stop(Stop),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Wrong(diagnostic) => diagnostic.fmt(f),
            Halt::Stop(stop) => f.write_str(stop.word()),
        }
    }
}

impl std::error::Error for Halt {}

impl From<Diagnostic> for Halt {
    fn from(diagnostic: Diagnostic) -> Halt {
        Halt::Wrong(diagnostic)
    }
}

/// For who gave no limit: then only memory can run out.
impl From<Halt> for Diagnostic {
    fn from(halt: Halt) -> Diagnostic {
        match halt {
            Halt::Wrong(diagnostic) => diagnostic,
            Halt::Stop(stop) => Diagnostic::new(format!("stopped while reading the model: {}", stop.word())),
        }
    }
}

/// An error in a model or in data, ready to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// Where it is wrong, when there is such a place.
    pub place: Option<Box<Place>>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A place in a source, with what is needed to show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name of the source.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text of the line; of a long line the part around the place.
    pub text: String,
    /// How many characters of the text are before the place.
    pub indent: usize,
    /// How many characters the caret line underlines.
    pub width: usize,
}

impl Diagnostic {
    /// A diagnostic that has no place in any source.
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), place: None, help: None }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        if let Some(place) = &self.place {
            let number = place.line.to_string();
            let gap = " ".repeat(number.len());
            let indent: String =
                place.text.chars().take(place.indent).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            write!(f, "\n{gap} --> {}:{}:{}", place.file, place.line, place.column)?;
            write!(f, "\n{gap} |\n{number} | {}", place.text)?;
            write!(f, "\n{gap} | {indent}{}", "^".repeat(place.width.max(1)))?;
        }
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// An error on its way out of the front end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
    pub cause: Cause,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The user is wrong.
    Wrong,
    /// A partial operation had no value here; the nearest Boolean context makes this `false`.
    Undefined,
    /// Nobody is wrong: the budget is spent.
    Stopped(Stop),
}

/// The result type inside the front end.
pub(crate) type Outcome<T> = Result<T, Box<Fault>>;

/// An error at a place.
pub(crate) fn fault<T>(span: Span, message: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Fault { span, message: message.into(), help: None, cause: Cause::Wrong }))
}

/// An error at a place with a way out.
pub(crate) fn fault_with<T>(span: Span, message: impl Into<String>, help: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Fault { span, message: message.into(), help: Some(help.into()), cause: Cause::Wrong }))
}

/// A partial operation without a value.
pub(crate) fn undefined<T>(span: Span, message: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Fault { span, message: message.into(), help: None, cause: Cause::Undefined }))
}

/// The budget is spent.
pub(crate) fn stopped<T>(stop: Stop) -> Outcome<T> {
    Err(Box::new(Fault { span: Span::default(), message: String::new(), help: None, cause: Cause::Stopped(stop) }))
}

/// A feature of MiniZinc that is outside the subset, and that FlatZinc does not have.
pub(crate) fn unsupported<T>(span: Span, feature: &str) -> Outcome<T> {
    fault_with(span, format!("{feature} are not supported"), format!("{REWRITE}, or {FLATTEN}"))
}

/// Variables that are not whole numbers, which FlatZinc would have as well.
pub(crate) fn unsupported_type<T>(span: Span, feature: &str) -> Outcome<T> {
    fault_with(span, format!("{feature} are not supported"), SCALE)
}

/// Something of MiniZinc's library that is not in ours.
pub(crate) fn not_yet<T>(span: Span, name: &str) -> Outcome<T> {
    let help = format!("say it with the constraints that are (docs/language.md lists them), or {FLATTEN}");
    fault_with(span, format!("MiniZinc has `{name}`, but it is not supported here yet"), help)
}

const SCALE: &str = "count in whole units instead: `var 0..1000: tenths` says as much as `var 0.0..100.0: x`";
const REWRITE: &str = "rewrite this part with int and bool variables";
const FLATTEN: &str = "flatten the model with the real `minizinc` and solve its FlatZinc here";

/// The mark of spans in data sources, which are numbered apart from the model's.
pub(crate) const DATA: u32 = 1 << 31;

impl Fault {
    /// No Boolean context makes this false: it is an error.
    pub fn hardened(self: Box<Fault>) -> Box<Fault> {
        match self.cause {
            Cause::Undefined => Box::new(Fault { cause: Cause::Wrong, ..*self }),
            Cause::Wrong | Cause::Stopped(_) => self,
        }
    }

    /// Whether a partial operation had no value.
    pub fn is_undefined(&self) -> bool {
        self.cause == Cause::Undefined
    }

    /// What the world outside is told.
    pub fn halt(self, sources: &SourceMap) -> Halt {
        self.halt_with(sources, &SourceMap::default())
    }

    /// What the world outside is told, where spans of data carry [`DATA`].
    pub fn halt_with(self, sources: &SourceMap, data: &SourceMap) -> Halt {
        match self.cause {
            Cause::Stopped(stop) => Halt::Stop(stop),
            Cause::Wrong | Cause::Undefined => Halt::Wrong(self.diagnose(sources, data)),
        }
    }

    fn diagnose(self, sources: &SourceMap, data: &SourceMap) -> Diagnostic {
        let file = self.span.file & !DATA;
        let found = if self.span.file & DATA == 0 { sources.get(file) } else { data.get(file) };
        let place = found.map(|source| {
            let (line, column, text) = locate(&source.text, self.span.start as usize);
            let (text, indent) = excerpt(text, column - 1);
            let length = (self.span.end.saturating_sub(self.span.start)) as usize;
            let room = text.chars().count().saturating_sub(indent).max(1);
            let marked = source.text.get(self.span.start as usize..self.span.start as usize + length);
            let width = marked.map_or(1, |s| s.chars().take(room).count()).max(1);
            Box::new(Place { file: source.name.clone(), line, column, text, indent, width })
        });
        Diagnostic { message: self.message, place, help: self.help }
    }
}

/// The part of a line around a place, and how many of its characters are before the place.
fn excerpt(line: &str, before: usize) -> (String, usize) {
    const WIDEST: usize = 150;
    const BEFORE: usize = 60;
    let n = line.chars().take(WIDEST + 1).count();
    if n <= WIDEST {
        return (line.to_string(), before);
    }
    let from = before.saturating_sub(BEFORE);
    let mut rest = line.chars().skip(from);
    let part: String = rest.by_ref().take(WIDEST).collect();
    let (start, end) = (if from > 0 { "... " } else { "" }, if rest.next().is_some() { " ..." } else { "" });
    (format!("{start}{part}{end}"), before - from + start.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::source::Source;

    #[test]
    fn the_house_form() {
        let mut sources = SourceMap::default();
        let file = sources.add(&Source::new("models/x.mzn", "var int: x;\n\nconstraint x > 3"));
        let fault = Fault {
            span: Span { file, start: 29, end: 30 },
            message: "expected `;`".into(),
            help: None,
            cause: Cause::Wrong,
        };
        let expected = "error: expected `;`\n  --> models/x.mzn:3:17\n  |\n3 | constraint x > 3\n  |                 ^";
        assert_eq!(fault.halt(&sources).to_string(), expected);
    }
}
