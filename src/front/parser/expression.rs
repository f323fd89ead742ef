//! Expressions by precedence climbing; a run of operators of one level becomes one chain.

use super::Parser;
use super::level::Operator::{Calls, Is};
use super::level::{COMPARISONS, INFIX, LEVELS, POWERS, RANGES};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::lexer::Tok;
use crate::front::source::Span;
use crate::front::syntax::{Callee, Expr, Field, Kind, LetItem, Link, Op, Slot};

impl Parser<'_> {
    pub fn expr(&mut self) -> Outcome<Expr> {
        self.deeper()?;
        let expr = self.level(0)?;
        self.depth -= 1;
        Ok(expr)
    }

    /// Parse an operand, then climb from the tightest level to `lowest`: one loop, no recursion per level.
    pub(super) fn level(&mut self, lowest: usize) -> Outcome<Expr> {
        let mut left = self.unary()?;
        let mut above = LEVELS.len();
        while let Some(at) = self.next_level().filter(|at| (lowest..above).contains(at)) {
            left = self.chain(left, at)?;
            above = at;
        }
        Ok(left)
    }

    /// The level of the operator that comes next, if one does.
    fn next_level(&self) -> Option<usize> {
        let text = match self.peek() {
            // Most operands end here.
            Tok::Sign("," | ")" | "]" | ";" | "}" | "|" | "|]") => return None,
            Tok::Sign(text) | Tok::Keyword(text) => *text,
            Tok::Infix(_) => return Some(INFIX),
            _ => return None,
        };
        LEVELS.iter().position(|(_, operators)| operators.iter().any(|(sign, _)| *sign == text))
    }

    fn chain(&mut self, left: Expr, level: usize) -> Outcome<Expr> {
        let (chains, _) = LEVELS[level];
        let (mut left, mut links) = (left, Vec::new());
        let mut first = true;
        while let Some(operator) = self.operator(level) {
            if !chains && !first {
                return fault(self.span(), does_not_chain(level));
            }
            first = false;
            self.advance();
            if level == RANGES && !self.starts_operand() {
                return Ok(open_range(left, operator, self.last_span()));
            }
            let right = self.level(level + 1)?;
            match operator {
                Between::Op(op) => links.push(Link { op, right }),
                Between::Function(name) => {
                    left = joined(left, std::mem::take(&mut links), self.last_span());
                    let span = left.span.to(right.span);
                    left = Expr { kind: Kind::Call(name, Callee::Unresolved, vec![left, right]), span };
                }
            }
        }
        Ok(joined(left, links, self.last_span()))
    }

    fn operator(&self, level: usize) -> Option<Between> {
        let text = match self.peek() {
            Tok::Sign(s) => *s,
            Tok::Keyword(k) => *k,
            Tok::Infix(name) if level == INFIX => return Some(Between::Function(name.clone())),
            _ => return None,
        };
        match LEVELS[level].1.iter().find(|(sign, _)| *sign == text)?.1 {
            Is(op) => Some(Between::Op(op)),
            Calls(name) => Some(Between::Function(name.into())),
        }
    }

    /// Whether the next token may begin an operand.
    fn starts_operand(&self) -> bool {
        match self.peek() {
            Tok::Sign(sign) => ["(", "[", "[|", "{", "-", "+", "~", "_", "<>"].contains(sign),
            Tok::Keyword(word) => ["true", "false", "if", "let", "not"].contains(word),
            Tok::Name(_) | Tok::Int(_) | Tok::Smallest | Tok::Float(_) | Tok::Str(_) | Tok::StrOpen(_) => true,
            Tok::Infix(_) | Tok::TypeVariable(_) | Tok::StrMid(_) | Tok::StrClose(_) | Tok::End => false,
        }
    }

    fn unary(&mut self) -> Outcome<Expr> {
        self.meter.tick(1)?;
        let span = self.span();
        let op = match self.peek() {
            Tok::Sign("-") => Op::Neg,
            Tok::Sign("+") => Op::Plus,
            Tok::Keyword("not") | Tok::Sign("~") => Op::Not,
            Tok::Sign(".." | "..<") => return self.range_from_nowhere(),
            _ => return self.annotated(),
        };
        self.advance();
        if op == Op::Neg && *self.peek() == Tok::Smallest {
            self.advance();
            return Ok(Expr { kind: Kind::Int(i64::MIN), span: span.to(self.last_span()) });
        }
        self.deeper()?;
        let inner = self.level(if op == Op::Not { POWERS + 1 } else { POWERS })?;
        self.depth -= 1;
        let span = span.to(inner.span);
        Ok(match (op, inner.kind) {
            (Op::Plus, kind) => Expr { kind, span },
            (Op::Neg, Kind::Int(value)) if value != i64::MIN => Expr { kind: Kind::Int(-value), span },
            (Op::Neg, Kind::Float(value)) => Expr { kind: Kind::Float(-value), span },
            (op, kind) => Expr { kind: Kind::Unary(op, Box::new(Expr { kind, span: inner.span })), span },
        })
    }

    /// `..`, `..n` or `..<n`.
    fn range_from_nowhere(&mut self) -> Outcome<Expr> {
        let span = self.span();
        let below = self.is("..<");
        self.advance();
        let hi = match self.starts_operand() {
            true => Some(self.level(RANGES + 1)?),
            false => None,
        };
        let hi = hi.map(|hi| Box::new(if below { shifted(hi, Op::Minus) } else { hi }));
        Ok(Expr { kind: Kind::Open(None, hi), span: span.to(self.last_span()) })
    }

    fn annotated(&mut self) -> Outcome<Expr> {
        let expr = self.postfix()?;
        let notes = self.annotations()?;
        let span = expr.span.to(self.last_span());
        Ok(match notes.is_empty() {
            true => expr,
            false => Expr { kind: Kind::Annotated(Box::new(expr), notes), span },
        })
    }

    pub fn annotations(&mut self) -> Outcome<Vec<Expr>> {
        let mut notes = Vec::new();
        while self.eat("::") {
            // `output` is a keyword and an annotation.
            notes.push(match self.is("output") {
                true => Expr { span: self.span(), kind: self.atom(Kind::Name("output".into(), Slot::Unresolved)) },
                // A string ends there: what follows in brackets is not its index.
                false if matches!(self.peek(), Tok::Str(_) | Tok::StrOpen(_)) => self.primary()?,
                false => self.postfix()?,
            });
        }
        Ok(notes)
    }

    fn postfix(&mut self) -> Outcome<Expr> {
        let mut expr = self.primary()?;
        loop {
            let kind = if self.eat("[") {
                let args = self.list("]", "to close the index", Self::expr)?;
                if args.is_empty() {
                    return self.missing("an index");
                }
                Kind::Index(Box::new(expr), args)
            } else if self.eat(".") {
                Kind::Field(Box::new(expr), self.field()?)
            } else {
                return Ok(expr);
            };
            expr = Expr { span: self.span_from(&kind), kind };
        }
    }

    /// From where what is inside begins to the last token.
    fn span_from(&self, kind: &Kind) -> Span {
        let from = match kind {
            Kind::Index(inner, _) | Kind::Field(inner, _) => inner.span,
            _ => self.last_span(),
        };
        from.to(self.last_span())
    }

    fn field(&mut self) -> Outcome<Field> {
        match self.peek().clone() {
            Tok::Int(position) => {
                self.advance();
                Ok(Field::Position(usize::try_from(position).unwrap_or(usize::MAX)))
            }
            _ => Ok(Field::Name(self.name("of a field")?.0)),
        }
    }

    fn primary(&mut self) -> Outcome<Expr> {
        let span = self.span();
        let kind = match self.peek().clone() {
            Tok::Int(value) => self.atom(Kind::Int(value)),
            Tok::Float(value) => self.atom(Kind::Float(value)),
            Tok::Str(text) => self.atom(Kind::Str(text)),
            Tok::StrOpen(_) => self.joined()?,
            Tok::Keyword("true") => self.atom(Kind::Bool(true)),
            Tok::Keyword("false") => self.atom(Kind::Bool(false)),
            Tok::Sign("_") if matches!(self.peek_at(1), Tok::Sign("(")) => self.anonymous_enum()?,
            Tok::Sign("_") => self.atom(Kind::Unknown),
            Tok::Name(_) => self.name_or_call()?,
            Tok::Sign("(") => return self.parenthesised(),
            Tok::Sign("[") => self.array()?,
            Tok::Sign("[|") => self.matrix()?,
            Tok::Sign("{") => self.set()?,
            Tok::Keyword("if") => self.conditional()?,
            Tok::Keyword("let") => self.let_in()?,
            Tok::Sign("<>") => self.atom(Kind::Absent),
            Tok::Smallest => return fault(span, "this integer does not fit into 64 bits"),
            _ => return self.missing("an expression"),
        };
        Ok(Expr { kind, span: span.to(self.last_span()) })
    }

    /// `_(S)`: an enum of as many constants without names.
    fn anonymous_enum(&mut self) -> Outcome<Kind> {
        self.advance();
        self.advance();
        let over = self.expr()?;
        self.expect(")", "to close the enum")?;
        Ok(Kind::Call("anon_enum".into(), Callee::Unresolved, vec![over]))
    }

    fn atom(&mut self, kind: Kind) -> Kind {
        self.advance();
        kind
    }

    /// `(a)`, the tuple `(a, b)`, or the record `(name: a, other: b)`.
    fn parenthesised(&mut self) -> Outcome<Expr> {
        let span = self.span();
        self.advance();
        if matches!((self.peek(), self.peek_at(1)), (Tok::Name(_), Tok::Sign(":"))) {
            let fields = self.list(")", "or `,` in the record", Self::record_field)?;
            return Ok(Expr { kind: Kind::Record(fields), span: span.to(self.last_span()) });
        }
        let inner = self.expr()?;
        if self.eat(",") {
            let mut parts = vec![inner];
            parts.extend(self.list(")", "or `,` in the tuple", Self::expr)?);
            return Ok(Expr { kind: Kind::Tuple(parts), span: span.to(self.last_span()) });
        }
        self.expect(")", "to close the parenthesis")?;
        let span = span.to(self.last_span());
        // An annotation inside parentheses stays on what is inside them.
        Ok(Expr { kind: inner.kind, span })
    }

    fn record_field(&mut self) -> Outcome<(std::sync::Arc<str>, Expr)> {
        let (name, _) = self.name("of a field")?;
        self.expect(":", "after the name of the field")?;
        Ok((name, self.expr()?))
    }

    fn conditional(&mut self) -> Outcome<Kind> {
        let mut branches = Vec::new();
        self.advance();
        loop {
            let condition = self.expr()?;
            self.expect("then", "after the condition")?;
            branches.push((condition, self.expr()?));
            if self.eat("elseif") {
                continue;
            }
            let otherwise = if self.eat("else") { Some(Box::new(self.expr()?)) } else { None };
            self.expect("endif", "to end the conditional")?;
            return Ok(Kind::If(branches, otherwise));
        }
    }

    fn let_in(&mut self) -> Outcome<Kind> {
        self.advance();
        self.expect("{", "after `let`")?;
        let mut items = Vec::new();
        while !self.eat("}") {
            items.push(self.let_item()?);
            if !self.eat(",") && !self.eat(";") {
                self.expect("}", "or `;` after this item of the `let`")?;
                break;
            }
        }
        self.expect("in", "after the items of the `let`")?;
        Ok(Kind::Let(items, Box::new(self.expr()?)))
    }

    fn let_item(&mut self) -> Outcome<LetItem> {
        if self.eat("constraint") {
            let notes = self.annotations()?;
            let body = self.expr()?;
            let span = body.span;
            return Ok(LetItem::Constraint(match notes.is_empty() {
                true => body,
                false => Expr { kind: Kind::Annotated(Box::new(body), notes), span },
            }));
        }
        Ok(LetItem::Declare(self.declaration()?))
    }
}

/// What an operator of the table, or a name in backquotes, becomes.
enum Between {
    Op(Op),
    Function(std::sync::Arc<str>),
}

fn does_not_chain(level: usize) -> &'static str {
    match level {
        COMPARISONS => "comparisons do not chain: expected `/\\` between them",
        _ => "this operator does not chain",
    }
}

/// One chain of an operand and its links.
fn joined(left: Expr, mut links: Vec<Link>, last: Span) -> Expr {
    if links.is_empty() {
        return left;
    }
    let span = left.span.to(last);
    links.shrink_to_fit();
    let notes = hoist(&mut links);
    let chain = Expr { kind: Kind::Chain(Box::new(left), links), span };
    match notes.is_empty() {
        true => chain,
        false => Expr { kind: Kind::Annotated(Box::new(chain), notes), span },
    }
}

/// `a..` and `a<..`.
fn open_range(left: Expr, operator: Between, last: Span) -> Expr {
    let span = left.span.to(last);
    let lo = match operator {
        Between::Op(Op::AboveRange | Op::AboveRangeBelow) => shifted(left, Op::Plus),
        _ => left,
    };
    Expr { kind: Kind::Open(Some(Box::new(lo)), None), span }
}

/// One more or one less.
fn shifted(expr: Expr, op: Op) -> Expr {
    let span = expr.span;
    let one = Expr { kind: Kind::Int(1), span };
    Expr { kind: Kind::Chain(Box::new(expr), vec![Link { op, right: one }]), span }
}

/// An annotation binds to the last operand, yet a label is meant for the whole: `sum(x) = 3 :: "three"`.
fn hoist(links: &mut [Link]) -> Vec<Expr> {
    let Some(last) = links.last_mut() else { return Vec::new() };
    match std::mem::replace(&mut last.right.kind, Kind::Unknown) {
        Kind::Annotated(inner, notes) => {
            last.right = *inner;
            notes
        }
        kind => {
            last.right.kind = kind;
            Vec::new()
        }
    }
}
