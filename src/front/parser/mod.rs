//! Tokens to syntax tree, by recursive descent with one token of look-ahead (more for generators and the inverse of a constructor).
//!
//! Nesting deeper than [`MAX_DEPTH`] is an error, so no text can exhaust the stack. Every error says what was expected and
//! points at the token that was found instead.

mod cells;
mod expression;
mod item;
mod level;
mod literal;
mod types;

pub(crate) use item::enum_parts;

use super::diagnostic::{Fault, Outcome, fault};
use super::lexer::{Lexer, Tok, Token};
use super::meter::Meter;
use super::source::Span;
use super::syntax::Item;
use crate::search::Budget;
use std::sync::Arc;

/// The deepest nesting of expressions the parser follows.
pub(crate) const MAX_DEPTH: usize = 250;

/// The items of a model, data or FlatZinc text.
pub(crate) fn parse(text: &str, file: u32, budget: &Budget) -> Outcome<Vec<Item>> {
    parse_from(text, 0, file, budget)
}

/// The items of a text from a byte on.
pub(crate) fn parse_from(text: &str, start: usize, file: u32, budget: &Budget) -> Outcome<Vec<Item>> {
    let lexer = Lexer::new(text, start, file)?;
    let mut parser =
        Parser { lexer, tokens: Vec::new(), at: 0, depth: 0, meter: Meter::new(budget), last: None, broken: None };
    let items = parser.items();
    // Behind the place where reading broke off the parser sees the end of the text: what it says of that is not the reason.
    match parser.broken {
        Some(reason) if parser.tokens[parser.at].kind == Tok::End => Err(reason),
        _ => items,
    }
}

/// How many tokens behind the next one are there to be looked at.
const AHEAD: usize = 4;

/// How many tokens that were taken are kept until they are dropped together.
const TAKEN: usize = 1024;

/// What reads the items of a text.
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// A window of the text: the next token at `at`, and at least [`AHEAD`] behind it if there are as many.
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    meter: Meter,
    /// The place of the token that was taken last.
    last: Option<Span>,
    /// Why the text could not be read further than the window.
    broken: Option<Box<Fault>>,
}

impl Parser<'_> {
    fn items(&mut self) -> Outcome<Vec<Item>> {
        let mut items = Vec::new();
        self.fill(AHEAD);
        loop {
            match self.peek() {
                Tok::End => return Ok(items),
                Tok::Sign(";") => {
                    self.advance();
                    continue;
                }
                _ => items.push(self.item()?),
            }
            if !matches!(self.peek(), Tok::End | Tok::Sign(";")) {
                return self.missing("`;` after this item");
            }
        }
    }

    /// Reads on until so many tokens are there behind the next one, or the text ends.
    fn fill(&mut self, ahead: usize) {
        while self.tokens.len() <= self.at + ahead && self.tokens.last().is_none_or(|token| token.kind != Tok::End) {
            let read = self.meter.tick(1).and_then(|()| self.lexer.next(&mut self.tokens));
            if let Err(reason) = read {
                let span = reason.span;
                self.tokens.push(Token { kind: Tok::End, span });
                self.broken = Some(reason);
            }
        }
    }

    fn peek(&self) -> &Tok {
        &self.tokens[self.at].kind
    }

    fn peek_at(&self, ahead: usize) -> &Tok {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place just before the next token.
    fn last_span(&self) -> Span {
        self.last.unwrap_or_else(|| self.span())
    }

    /// Takes the next token; the end of the text stays.
    fn advance(&mut self) -> Token {
        let token = &mut self.tokens[self.at];
        let (span, kind) = (token.span, std::mem::replace(&mut token.kind, Tok::End));
        if kind != Tok::End {
            self.last = Some(span);
            self.at += 1;
            self.fill(AHEAD);
            if self.at == TAKEN {
                self.tokens.drain(..TAKEN);
                self.at = 0;
            }
        }
        Token { kind, span }
    }

    fn is(&self, word: &str) -> bool {
        match self.peek() {
            Tok::Keyword(k) => *k == word,
            Tok::Sign(s) => *s == word,
            _ => false,
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.is(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, word: &str, context: &str) -> Outcome<Span> {
        let span = self.span();
        match self.eat(word) {
            true => Ok(span),
            false => self.missing(&format!("`{word}` {context}")),
        }
    }

    fn name(&mut self, context: &str) -> Outcome<(Arc<str>, Span)> {
        let span = self.span();
        match self.peek() {
            Tok::Name(name) => {
                let name = name.clone();
                self.advance();
                Ok((name, span))
            }
            _ => self.missing(&format!("a name {context}")),
        }
    }

    /// The error that something else was expected here. Points behind the previous token when a line ended too early.
    fn missing<T>(&self, expected: &str) -> Outcome<T> {
        let found = match self.peek() {
            Tok::End => "the end of the text".to_string(),
            Tok::Name(name) => format!("`{name}`"),
            Tok::Keyword(word) => format!("`{word}`"),
            Tok::Sign(sign) => format!("`{sign}`"),
            Tok::Int(value) => format!("`{value}`"),
            Tok::Float(value) => format!("`{value}`"),
            Tok::Infix(name) => format!("`{name}` in backquotes"),
            Tok::TypeVariable(name) => format!("`{name}`"),
            Tok::Smallest => "a number that does not fit into 64 bits".to_string(),
            _ => "a string".to_string(),
        };
        let before = self.last_span();
        let ended = expected.starts_with("`;`") || *self.peek() == Tok::End;
        let span = match ended && self.last.is_some() {
            true => Span { start: before.end, end: before.end + 1, ..before },
            false => self.span(),
        };
        fault(span, format!("expected {expected}, found {found}"))
    }

    /// Go one level deeper, or refuse.
    fn deeper(&mut self) -> Outcome<()> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => fault(self.span(), format!("expressions are nested more than {MAX_DEPTH} deep")),
            false => Ok(()),
        }
    }

    /// Comma-separated things up to a closing sign; a trailing comma is fine.
    fn list<T>(&mut self, close: &str, context: &str, mut one: impl FnMut(&mut Self) -> Outcome<T>) -> Outcome<Vec<T>> {
        let mut out = Vec::new();
        while !self.eat(close) {
            out.push(one(self)?);
            if !self.eat(",") {
                self.expect(close, context)?;
                break;
            }
        }
        out.shrink_to_fit();
        Ok(out)
    }
}
