//! `regular(x, "1 (2|3)* 4?")`: words that a regular expression describes.
//!
//! Every letter of the expression is a state of its own (Glushkov 1961): which letters may come first, which last, and which after
//! which. A number is one letter however many digits it has; names are constants of enums.

use super::array::cells;
use super::automaton::Letters;
use super::nfa::Nfa;
use super::reflect::values;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::Evaluator;
use crate::front::source::Span;
use crate::front::value::Value;
use crate::model::Domain;
use std::collections::BTreeSet;

/// `regular(x, expression)`.
pub(super) fn regular(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let Value::Str(text) = &args[1] else { return fault(span, "expected a regular expression") };
    let all = match cells(&args[0], span)?.cells.is_empty() {
        true => Domain::singleton(1),
        false => values(ev, &args[0], span)?,
    };
    let letters = Letters { first: all.min(), n: all.max() - all.min() + 1 };
    let tokens = tokens(ev, text, span)?;
    let mut parser = Parser { tokens, at: 0, all, span, depth: 0 };
    let tree = parser.whole()?;
    let nfa = positions(ev, &tree, letters, span)?;
    nfa.determined(ev, span)?.accepts(ev, &args[0], span)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Letter(i64),
    Sign(char),
}

fn tokens(ev: &Evaluator<'_>, text: &str, span: Span) -> Outcome<Vec<Token>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_part: fn(char) -> bool = match c {
            '0'..='9' => |c| c.is_ascii_digit(),
            c if c.is_alphabetic() || c == '_' => |c| c.is_alphanumeric() || c == '_',
            c if c.is_whitespace() => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            c if "()[]{}|*+?.,^-".contains(c) => {
                out.push(Token::Sign(c));
                rest = &rest[c.len_utf8()..];
                continue;
            }
            c => return fault(span, format!("`{c}` has no meaning in a regular expression")),
        };
        let (word, behind) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
        out.push(Token::Letter(letter(ev, word, span)?));
        rest = behind;
    }
    Ok(out)
}

/// A number, or the constant of an enum.
fn letter(ev: &Evaluator<'_>, word: &str, span: Span) -> Outcome<i64> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return word.parse().or_else(|_| fault(span, format!("{word} does not fit into 64 bits")));
    }
    let place = |constants: &[std::sync::Arc<str>]| constants.iter().position(|name| &**name == word);
    match ev.enums.iter().flatten().find_map(|e| place(&e.constants)) {
        Some(at) => Ok(at as i64 + 1),
        None => fault(span, format!("`{word}` in the regular expression is no constant of an enum")),
    }
}

/// What an expression is made of.
#[derive(Clone, Debug)]
enum Tree {
    Letters(Domain),
    Sequence(Vec<Tree>),
    Choice(Vec<Tree>),
    /// Any number of times, none among them.
    Star(Box<Tree>),
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// The letters that `.` stands for.
    all: Domain,
    span: Span,
    depth: usize,
}

/// Groups are nested no deeper, and nothing is repeated more often.
const DEEPEST: usize = 100;
const MOST: i64 = 10_000;

impl Parser {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn takes(&mut self, sign: char) -> bool {
        let there = self.peek() == Some(Token::Sign(sign));
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, sign: char) -> Outcome<()> {
        if self.takes(sign) { Ok(()) } else { fault(self.span, format!("expected `{sign}` in the regular expression")) }
    }

    fn whole(&mut self) -> Outcome<Tree> {
        let tree = self.choice()?;
        match self.peek() {
            None => Ok(tree),
            Some(token) => fault(self.span, format!("{token:?} is out of place in the regular expression")),
        }
    }

    fn choice(&mut self) -> Outcome<Tree> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return fault(self.span, format!("the regular expression is nested more than {DEEPEST} deep"));
        }
        let mut parts = vec![self.sequence()?];
        while self.takes('|') {
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Tree::Choice(parts))
    }

    fn sequence(&mut self) -> Outcome<Tree> {
        let mut parts = Vec::new();
        while let Some(token) = self.peek() {
            let one = match token {
                Token::Sign('|' | ')') => break,
                Token::Letter(letter) => Tree::Letters(Domain::singleton(letter)),
                Token::Sign('.') => Tree::Letters(self.all.clone()),
                Token::Sign('(' | '[') => Tree::Sequence(Vec::new()),
                Token::Sign(sign) => {
                    return fault(self.span, format!("`{sign}` is out of place in the regular expression"));
                }
            };
            self.at += 1;
            let one = match token {
                Token::Sign('(') => self.group()?,
                Token::Sign('[') => self.class()?,
                _ => one,
            };
            let one = self.quantified(one)?;
            parts.push(one);
        }
        Ok(Tree::Sequence(parts))
    }

    fn group(&mut self) -> Outcome<Tree> {
        let inner = self.choice()?;
        self.expect(')')?;
        Ok(inner)
    }

    /// `[3-6 7]` and `[^3 5]`.
    fn class(&mut self) -> Outcome<Tree> {
        let negated = self.takes('^');
        let mut ranges = Vec::new();
        while let Some(Token::Letter(lo)) = self.peek() {
            self.at += 1;
            ranges.push((lo, if self.takes('-') { self.number()? } else { lo }));
        }
        self.expect(']')?;
        let letters = Domain::from_ranges(ranges.into_iter().filter(|(lo, hi)| lo <= hi));
        Ok(Tree::Letters(if negated { self.all.minus(&letters) } else { letters }))
    }

    fn number(&mut self) -> Outcome<i64> {
        match self.peek() {
            Some(Token::Letter(n)) => {
                self.at += 1;
                Ok(n)
            }
            _ => fault(self.span, "expected a number in the regular expression"),
        }
    }

    fn quantified(&mut self, mut one: Tree) -> Outcome<Tree> {
        loop {
            let (least, most) = match self.peek() {
                Some(Token::Sign('*')) => (0, None),
                Some(Token::Sign('+')) => (1, None),
                Some(Token::Sign('?')) => (0, Some(1)),
                Some(Token::Sign('{')) => (-1, None),
                _ => return Ok(one),
            };
            self.at += 1;
            let (least, most) = if least < 0 { self.bounds()? } else { (least, most) };
            one = repeated(one, least, most);
        }
    }

    /// `{3}`, `{3,}` and `{3,5}`.
    fn bounds(&mut self) -> Outcome<(i64, Option<i64>)> {
        let least = self.number()?;
        let most = match self.takes(',') {
            false => Some(least),
            true if self.peek() == Some(Token::Sign('}')) => None,
            true => Some(self.number()?),
        };
        self.expect('}')?;
        match least <= MOST && most.is_none_or(|most| (least..=MOST).contains(&most)) {
            true => Ok((least, most)),
            false => fault(self.span, format!("expected bounds up to {MOST}, the smaller one first")),
        }
    }
}

fn repeated(one: Tree, least: i64, most: Option<i64>) -> Tree {
    let mut parts: Vec<Tree> = (0..least).map(|_| one.clone()).collect();
    match most {
        None => parts.push(Tree::Star(Box::new(one))),
        Some(most) => {
            let optional = Tree::Choice(vec![one, Tree::Sequence(Vec::new())]);
            parts.extend((least..most).map(|_| optional.clone()));
        }
    }
    Tree::Sequence(parts)
}

/// Which positions begin a word, which end one, and whether there need be none.
struct Ends {
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
    empty: bool,
}

fn positions(ev: &mut Evaluator<'_>, tree: &Tree, letters: Letters, span: Span) -> Outcome<Nfa> {
    // State 0 is before the word; each position of the expression is a state.
    let mut build = Build { letters: vec![Domain::empty()], after: vec![BTreeSet::new()] };
    let whole = build.tree(ev, tree, span)?;
    build.after[0] = whole.first;
    let mut accepting = whole.last;
    if whole.empty {
        accepting.insert(0);
    }
    let step = |to: &usize| (build.letters[*to].clone(), *to);
    let steps = build.after.iter().map(|after| after.iter().map(step).collect()).collect();
    Ok(Nfa { steps, start: BTreeSet::from([0]), accepting, letters })
}

struct Build {
    letters: Vec<Domain>,
    after: Vec<BTreeSet<usize>>,
}

impl Build {
    fn tree(&mut self, ev: &mut Evaluator<'_>, tree: &Tree, span: Span) -> Outcome<Ends> {
        ev.step(1, span)?;
        Ok(match tree {
            Tree::Letters(letters) => {
                let at = BTreeSet::from([self.letters.len()]);
                self.letters.push(letters.clone());
                self.after.push(BTreeSet::new());
                Ends { first: at.clone(), last: at, empty: false }
            }
            Tree::Choice(parts) => {
                let mut all = Ends { first: BTreeSet::new(), last: BTreeSet::new(), empty: false };
                for part in parts {
                    let part = self.tree(ev, part, span)?;
                    all.first.extend(part.first);
                    all.last.extend(part.last);
                    all.empty |= part.empty;
                }
                all
            }
            Tree::Sequence(parts) => {
                let mut all = Ends { first: BTreeSet::new(), last: BTreeSet::new(), empty: true };
                for part in parts {
                    let part = self.tree(ev, part, span)?;
                    self.join(&all.last, &part.first);
                    if all.empty {
                        all.first.extend(&part.first);
                    }
                    all.last = if part.empty { &all.last | &part.last } else { part.last };
                    all.empty &= part.empty;
                }
                all
            }
            Tree::Star(inner) => {
                let inner = self.tree(ev, inner, span)?;
                self.join(&inner.last, &inner.first);
                Ends { empty: true, ..inner }
            }
        })
    }

    fn join(&mut self, last: &BTreeSet<usize>, first: &BTreeSet<usize>) {
        last.iter().for_each(|at| self.after[*at].extend(first));
    }
}
