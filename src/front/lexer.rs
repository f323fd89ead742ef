//! Text to tokens, in one pass.
//!
//! A string with `\(...)` parts becomes `StrOpen, tokens of the expression, StrMid or StrClose`: the lexer keeps a stack of
//! open parentheses per interpolation, so strings may nest. Comments are `%` to the end of the line and `/* */`.

use super::diagnostic::{Outcome, fault, stopped};
use super::meter::Meter;
use super::source::Span;
use crate::search::Stop;
use std::sync::Arc;

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

const KEYWORDS: &[&str] = &[
    "ann",
    "annotation",
    "any",
    "array",
    "bool",
    "case",
    "constraint",
    "default",
    "diff",
    "div",
    "else",
    "elseif",
    "endif",
    "enum",
    "false",
    "float",
    "function",
    "if",
    "in",
    "include",
    "int",
    "intersect",
    "let",
    "list",
    "maximize",
    "minimize",
    "mod",
    "not",
    "of",
    "op",
    "opt",
    "output",
    "par",
    "predicate",
    "record",
    "satisfy",
    "set",
    "solve",
    "string",
    "subset",
    "superset",
    "symdiff",
    "test",
    "then",
    "true",
    "tuple",
    "type",
    "union",
    "var",
    "where",
    "xor",
];

/// Of those that begin alike the longest first, so that the first match is the longest; what data consist of comes first.
const SIGNS: &[&str] = &[
    ",", "(", ")", ";", "]", "{", "}", "[|", "[", "|]", "|", "<..<", "..<", "<..", "<->", "~div", "~!=", "->", "<-",
    "\\/", "/\\", "<=", ">=", "==", "!=", "::", "..", "++", "<>", "~=", "~+", "~-", "~*", "~/", "<", ">", "=", "+",
    "-", "*", "/", "^", ":", "~", "_", ".",
];

/// Signs of mathematics, and how they are written in ASCII.
const SYMBOLS: &[(char, Tok)] = &[
    ('↔', Tok::Sign("<->")),
    ('⇔', Tok::Sign("<->")),
    ('→', Tok::Sign("->")),
    ('⇒', Tok::Sign("->")),
    ('←', Tok::Sign("<-")),
    ('⇐', Tok::Sign("<-")),
    ('∨', Tok::Sign("\\/")),
    ('∧', Tok::Sign("/\\")),
    ('¬', Tok::Keyword("not")),
    ('≤', Tok::Sign("<=")),
    ('≥', Tok::Sign(">=")),
    ('≠', Tok::Sign("!=")),
    ('∈', Tok::Keyword("in")),
    ('⊆', Tok::Keyword("subset")),
    ('⊇', Tok::Keyword("superset")),
    ('∪', Tok::Keyword("union")),
    ('∩', Tok::Keyword("intersect")),
    ('⊻', Tok::Keyword("xor")),
];

/// All tokens of a text from a byte on, ending with `Tok::End`.
pub(crate) fn tokens(text: &str, start: usize, file: u32, meter: &mut Meter) -> Outcome<Vec<Token>> {
    let mut lexer = Lexer { text, file, at: start, out: Vec::new(), open: Vec::new() };
    if text.len() > u32::MAX as usize / 2 {
        return fault(lexer.span(0), "the text is longer than 2 GB");
    }
    while lexer.skip_blank()? {
        meter.tick(1)?;
        if lexer.out.try_reserve(1).is_err() {
            return stopped(Stop::Memory);
        }
        lexer.token()?;
    }
    let span = lexer.span(lexer.at);
    if !lexer.open.is_empty() {
        return fault(span, "the string is not closed: expected `)` and `\"`");
    }
    lexer.out.push(Token { kind: Tok::End, span });
    Ok(lexer.out)
}

struct Lexer<'a> {
    text: &'a str,
    file: u32,
    at: usize,
    out: Vec<Token>,
    /// One entry per interpolation we are inside of: how many parentheses are open in it.
    open: Vec<usize>,
}

impl Lexer<'_> {
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
        let word = &self.text[start..self.at];
        match KEYWORDS.binary_search(&word) {
            Ok(index) => self.push(start, Tok::Keyword(KEYWORDS[index])),
            Err(_) => self.push(start, Tok::Name(word.into())),
        }
        Ok(())
    }

    fn quoted(&mut self, start: usize, quote: char, kind: fn(Arc<str>) -> Tok) -> Outcome<()> {
        match self.text[start + 1..].find([quote, '\n']) {
            Some(end) if self.text[start + 1 + end..].starts_with(quote) => {
                self.at = start + end + 2;
                self.push(start, kind(self.text[start + 1..start + 1 + end].into()));
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

    fn number(&mut self, start: usize) -> Outcome<()> {
        let bytes = self.text.as_bytes();
        let radix = match bytes.get(start + 1) {
            Some(b'x') if bytes[start] == b'0' => 16,
            Some(b'o') if bytes[start] == b'0' => 8,
            _ => 10,
        };
        let digits_from = if radix == 10 { start } else { start + 2 };
        let digits =
            |from: usize| from + self.text[from..].find(|c: char| !c.is_digit(radix)).unwrap_or(self.text.len() - from);
        let mut end = digits(digits_from);
        let mut float = false;
        if radix == 10 {
            if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                (float, end) = (true, digits(end + 1));
            }
            if matches!(bytes.get(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
                if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                    (float, end) = (true, digits(end + 1 + sign));
                }
            }
        }
        if radix == 16
            && let Some((value, length)) = hexadecimal_float(&self.text[digits_from..])
        {
            self.at = digits_from + length;
            self.push(start, Tok::Float(value));
            return Ok(());
        }
        self.at = end;
        if end == digits_from {
            return fault(self.span(start), "the digits of this number are missing");
        }
        let kind = match float {
            true => self.text[start..end].parse().ok().map(Tok::Float),
            false => integer(&self.text[digits_from..end], radix),
        };
        let Some(kind) = kind else { return fault(self.span(start), "this integer does not fit into 64 bits") };
        self.push(start, kind);
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

/// The value and the length of `1.8p+1`: sixteenths after the point, then a power of two.
fn hexadecimal_float(text: &str) -> Option<(f64, usize)> {
    let digits = |from: usize| from + text[from..].find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len() - from);
    let whole_end = digits(0);
    let fraction_end = match text[whole_end..].starts_with('.') {
        true => digits(whole_end + 1),
        false => whole_end,
    };
    let exponent = text[fraction_end..].strip_prefix(['p', 'P'])?;
    let sign = usize::from(exponent.starts_with(['+', '-']));
    let n = exponent[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len() - sign);
    let power: i32 = exponent[..sign + n].parse().ok()?;
    let mut value = 0.0;
    for digit in text[..fraction_end].chars().filter_map(|c| c.to_digit(16)) {
        value = value * 16.0 + f64::from(digit);
    }
    let places = (fraction_end.saturating_sub(whole_end + 1) * 4) as i32;
    // In two steps, so that the smallest numbers do not vanish on the way.
    let power = power.clamp(-5000, 5000) - places;
    Some((value * 2f64.powi(power / 2) * 2f64.powi(power - power / 2), fraction_end + 1 + sign + n))
}

fn integer(digits: &str, radix: u32) -> Option<Tok> {
    const SMALLEST: u64 = 1 << 63;
    match u64::from_str_radix(digits, radix) {
        Ok(SMALLEST) => Some(Tok::Smallest),
        Ok(value) => i64::try_from(value).ok().map(Tok::Int),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let shown: Vec<String> =
            tokens(text, 0, 0, &mut Meter::default()).expect(text).iter().map(|t| format!("{:?}", t.kind)).collect();
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
            assert_eq!(tokens(text, 0, 0, &mut Meter::default()).expect_err(text).span.start, at, "{text}");
        }
    }
}
