//! Text to tokens, in one pass, one at a time.
//!
//! A string with `\(...)` parts becomes `StrOpen, tokens of the expression, StrMid or StrClose`: the lexer keeps a stack of
//! open parentheses per interpolation, so strings may nest. Comments are `%` to the end of the line and `/* */`.

mod number;
mod tables;

use super::diagnostic::{Outcome, fault};
use super::source::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tables::{KEYWORDS, SIGNS, SYMBOLS};

/// One token and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub kind: Tok,
    pub span: Span,
}

/// The kinds of token. Keywords and operators are `Word` and `Sign` with their text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tok {
    Name(Arc<str>),
    /// A name in backquotes: a function between its arguments.
    Infix(Arc<str>),
    /// `$T`, `$$E`.
    TypeVariable(Arc<str>),
    Keyword(&'static str),
    Int(i64),
    /// 2^63, which is an integer only behind a minus sign.
    Smallest,
    Float(f64),
    Str(Arc<str>),
    StrOpen(Arc<str>),
    StrMid(Arc<str>),
    StrClose(Arc<str>),
    Sign(&'static str),
    End,
}

/// Reads the tokens of a text one by one: a model of megabytes is never there as tokens in one piece.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    file: u32,
    at: usize,
    out: Vec<Token>,
    /// One entry per interpolation we are inside of: how many parentheses are open in it.
    open: Vec<usize>,
    /// Every name read so far: the same text is kept once.
    names: FxHashMap<&'a str, Arc<str>>,
}

impl<'a> Lexer<'a> {
    /// Reads a text from a byte on.
    pub fn new(text: &'a str, start: usize, file: u32) -> Outcome<Lexer<'a>> {
        let lexer = Lexer { text, file, at: start, out: Vec::new(), open: Vec::new(), names: FxHashMap::default() };
        match text.len() > u32::MAX as usize / 2 {
            true => fault(lexer.span(0), "the text is longer than 2 GB"),
            false => Ok(lexer),
        }
    }

    /// Reads the next token behind those in `out`, or the end of the text. A point and the part behind it come together.
    pub fn next(&mut self, out: &mut Vec<Token>) -> Outcome<()> {
        std::mem::swap(out, &mut self.out);
        let read = self.read();
        std::mem::swap(out, &mut self.out);
        read
    }

    fn read(&mut self) -> Outcome<()> {
        if self.skip_blank()? {
            return self.token();
        }
        let span = self.span(self.at);
        if !self.open.is_empty() {
            return fault(span, "the string is not closed: expected `)` and `\"`");
        }
        self.out.push(Token { kind: Tok::End, span });
        Ok(())
    }

    /// A name, kept once.
    fn kept(&mut self, name: &'a str) -> Arc<str> {
        self.names.entry(name).or_insert_with(|| name.into()).clone()
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, start: usize, kind: Tok) {
        let span = self.span(start);
        self.out.push(Token { kind, span });
    }

    /// Skip blanks and comments; false at the end.
    fn skip_blank(&mut self) -> Outcome<bool> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with('%') {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                match trimmed.find("*/") {
                    Some(end) => self.at += end + 2,
                    None => {
                        return fault(
                            Span { end: self.at as u32 + 2, ..self.span(self.at) },
                            "the comment is not closed: expected `*/`",
                        );
                    }
                }
            } else {
                return Ok(!trimmed.is_empty());
            }
        }
    }

    fn token(&mut self) -> Outcome<()> {
        let start = self.at;
        let c = self.rest().chars().next().expect("skip_blank said there is more");
        match c {
            '"' => self.string(start, true),
            '\'' => self.quoted(start, '\'', Tok::Name),
            '`' => self.quoted(start, '`', Tok::Infix),
            '$' => self.type_variable(start),
            '.' if self.starts_field() => self.field(start),
            '0'..='9' => self.number(start),
            _ if c.is_ascii_alphabetic() || (c == '_' && self.name_len() > 1) => self.word(start),
            ')' if self.open.last() == Some(&0) => self.resume(start),
            _ => self.sign(start),
        }
    }

    fn name_len(&self) -> usize {
        self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(self.rest().len())
    }

    fn word(&mut self, start: usize) -> Outcome<()> {
        self.at += self.name_len();
        let text: &'a str = self.text;
        let word = &text[start..self.at];
        match KEYWORDS.binary_search(&word) {
            Ok(index) => self.push(start, Tok::Keyword(KEYWORDS[index])),
            Err(_) => {
                let name = self.kept(word);
                self.push(start, Tok::Name(name));
            }
        }
        Ok(())
    }

    fn quoted(&mut self, start: usize, quote: char, kind: fn(Arc<str>) -> Tok) -> Outcome<()> {
        match self.text[start + 1..].find([quote, '\n']) {
            Some(end) if self.text[start + 1 + end..].starts_with(quote) => {
                self.at = start + end + 2;
                let text: &'a str = self.text;
                let name = self.kept(&text[start + 1..start + 1 + end]);
                self.push(start, kind(name));
                Ok(())
            }
            _ => fault(self.span(start), format!("the quoted name is not closed: expected `{quote}`")),
        }
    }

    fn type_variable(&mut self, start: usize) -> Outcome<()> {
        self.at += self.rest().find(|c| c != '$').unwrap_or(self.rest().len());
        self.at += self.name_len();
        self.push(start, Tok::TypeVariable(self.text[start..self.at].into()));
        Ok(())
    }

    /// A point directly before a name or a number, and not after another: `x.name`, `x.1`.
    fn starts_field(&self) -> bool {
        let next = self.text.as_bytes().get(self.at + 1);
        next.is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_' || *c == b'\'')
    }

    /// `.1` or `.name`, where `.1.2` is two of them and no number with a point.
    fn field(&mut self, start: usize) -> Outcome<()> {
        self.at += 1;
        self.push(start, Tok::Sign("."));
        let from = self.at;
        if !self.text.as_bytes()[from].is_ascii_digit() {
            return Ok(());
        }
        self.at += self.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest().len());
        match self.text[from..self.at].parse() {
            Ok(position) => self.push(from, Tok::Int(position)),
            Err(_) => return fault(self.span(from), "this integer does not fit into 64 bits"),
        }
        Ok(())
    }

    /// The part of a string after its opening quote or after an interpolation.
    fn string(&mut self, start: usize, first: bool) -> Outcome<()> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.rest().chars().next().filter(|&c| c != '\n') else {
                return fault(
                    Span { end: self.at as u32, ..self.span(start) },
                    "the string is not closed: expected `\"`",
                );
            };
            self.at += c.len_utf8();
            match c {
                '"' => {
                    let kind = if first { Tok::Str(text.into()) } else { Tok::StrClose(text.into()) };
                    self.push(start, kind);
                    return Ok(());
                }
                '\\' if self.rest().starts_with('(') => {
                    self.at += 1;
                    let kind = if first { Tok::StrOpen(text.into()) } else { Tok::StrMid(text.into()) };
                    self.push(start, kind);
                    self.open.push(0);
                    return Ok(());
                }
                '\\' => text.push(self.escape()?),
                _ => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Outcome<char> {
        let start = self.at - 1;
        let c = self.rest().chars().next().unwrap_or('\n');
        self.at += if c == '\n' { 0 } else { c.len_utf8() };
        match c {
            'n' => Ok('\n'),
            't' => Ok('\t'),
            'r' => Ok('\r'),
            '"' | '\'' | '\\' => Ok(c),
            _ => fault(self.span(start), "unknown escape in a string: expected one of \\n \\t \\\" \\\\ \\("),
        }
    }

    /// The `)` that ends an interpolation: go on with the string.
    fn resume(&mut self, start: usize) -> Outcome<()> {
        self.open.pop();
        self.string(start, false)
    }

    fn sign(&mut self, start: usize) -> Outcome<()> {
        let first = self.text.as_bytes()[start];
        let fits = |sign: &&&str| sign.as_bytes()[0] == first && self.rest().starts_with(**sign);
        let Some(sign) = SIGNS.iter().find(fits) else {
            let c = self.rest().chars().next().unwrap_or(' ');
            self.at += c.len_utf8();
            return match SYMBOLS.iter().find(|(symbol, _)| *symbol == c) {
                Some((_, kind)) => {
                    self.push(start, kind.clone());
                    Ok(())
                }
                None => fault(self.span(start), format!("`{c}` is not part of the language")),
            };
        };
        if let Some(depth) = self.open.last_mut() {
            match *sign {
                "(" => *depth += 1,
                ")" => *depth -= 1,
                _ => {}
            }
        }
        self.at += sign.len();
        self.push(start, Tok::Sign(sign));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Outcome<Vec<Token>> {
        let (mut lexer, mut out) = (Lexer::new(text, 0, 0)?, Vec::new());
        while out.last().is_none_or(|token: &Token| token.kind != Tok::End) {
            lexer.next(&mut out)?;
        }
        Ok(out)
    }

    fn check(text: &str, expected: &[&str]) {
        let shown: Vec<String> = tokens(text).expect(text).iter().map(|t| format!("{:?}", t.kind)).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn keywords_are_sorted_for_the_search() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn texts_become_tokens() {
        check("1..3", &["Int(1)", "Sign(\"..\")", "Int(3)", "End"]);
        check("1.5 0x1F 2e3", &["Float(1.5)", "Int(31)", "Float(2000.0)", "End"]);
        check("x % c\n /* d */ _", &["Name(\"x\")", "Sign(\"_\")", "End"]);
        check(r#""a\n""#, &["Str(\"a\\n\")", "End"]);
        check(r#""a\((1))b""#, &["StrOpen(\"a\")", "Sign(\"(\")", "Int(1)", "Sign(\")\")", "StrClose(\"b\")", "End"]);
        check(
            "a/\\b<->'c d'",
            &["Name(\"a\")", "Sign(\"/\\\\\")", "Name(\"b\")", "Sign(\"<->\")", "Name(\"c d\")", "End"],
        );
    }

    #[test]
    fn bad_texts_are_refused_where_they_go_wrong() {
        for (text, at) in [
            ("x # 1", 2),
            ("\"abc", 0),
            ("99999999999999999999", 0),
            ("/* x", 0),
            ("'a", 0),
            ("\"\\(x", 4),
            ("\"\\q\"", 1),
        ] {
            assert_eq!(tokens(text).expect_err(text).span.start, at, "{text}");
        }
    }
}
