//! Tokens to syntax tree, by recursive descent with one token of look-ahead (two for generators and indexed literals).
//!
//! Nesting deeper than [`MAX_DEPTH`] is an error, so no text can exhaust the stack. Every error says what was expected and
//! points at the token that was found instead.

mod expression;
mod item;
mod level;
mod literal;
mod types;

pub(crate) use item::enum_parts;

use super::diagnostic::{Outcome, fault};
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
    let mut lexer = Lexer::new(text, start, file)?;
    let mut parser = Parser { tokens: Vec::new(), at: 0, depth: 0, meter: Meter::new(budget), before: None };
    let mut items = Vec::new();
    loop {
        parser.turn_to_next(&mut lexer)?;
        match parser.peek() {
            Tok::End => return Ok(items),
            Tok::Sign(";") => continue,
            _ => items.push(parser.item()?),
        }
        if !matches!(parser.peek(), Tok::End | Tok::Sign(";")) {
            return parser.missing("`;` after this item");
        }
    }
}

/// What reads one item.
pub(super) struct Parser {
    /// The tokens of the item, with the `;` or the end of the text behind it.
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    meter: Meter,
    /// The place of what stands before the item.
    before: Option<Span>,
}

impl Parser {
    fn turn_to_next(&mut self, lexer: &mut Lexer<'_>) -> Outcome<()> {
        self.before = self.tokens.last().map(|token| token.span);
        self.at = 0;
        lexer.item(&mut self.tokens, &mut self.meter)
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
        match self.at.checked_sub(1) {
            Some(last) => self.tokens[last].span,
            None => self.before.unwrap_or_else(|| self.span()),
        }
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
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
        let span = match ended && (self.at > 0 || self.before.is_some()) {
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
    fn list<T>(
        &mut self,
        close: &str,
        context: &str,
        mut one: impl FnMut(&mut Parser) -> Outcome<T>,
    ) -> Outcome<Vec<T>> {
        let mut out = Vec::new();
        while !self.eat(close) {
            out.push(one(self)?);
            if !self.eat(",") {
                self.expect(close, context)?;
                break;
            }
        }
        Ok(out)
    }
}
