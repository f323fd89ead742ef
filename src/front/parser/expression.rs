//! Expressions by precedence climbing; a run of operators of one level becomes one chain.

use super::Parser;
use crate::front::diagnostic::{Outcome, fault, unsupported};
use crate::front::lexer::Tok;
use crate::front::syntax::{Expr, Kind, LetItem, Link, Op, Slot};

/// Levels from loose to tight, with their operators. Levels marked `false` do not chain.
const LEVELS: &[(bool, &[(&str, Op)])] = &[
    (true, &[("<->", Op::Iff)]),
    (true, &[("->", Op::Implies), ("<-", Op::ImpliedBy)]),
    (true, &[("\\/", Op::Or), ("xor", Op::Xor)]),
    (true, &[("/\\", Op::And)]),
    (
        false,
        &[("<", Op::Lt), ("<=", Op::Le), (">", Op::Gt), (">=", Op::Ge), ("=", Op::Eq), ("==", Op::Eq), ("!=", Op::Ne)],
    ),
    (false, &[("in", Op::In), ("subset", Op::Subset), ("superset", Op::Superset)]),
    (true, &[("union", Op::Union), ("diff", Op::Diff), ("symdiff", Op::SymDiff), ("intersect", Op::Intersect)]),
    (false, &[("..", Op::Range)]),
    (true, &[("+", Op::Plus), ("-", Op::Minus)]),
    (true, &[("*", Op::Times), ("/", Op::Divide), ("div", Op::Div), ("mod", Op::Mod)]),
    (true, &[("^", Op::Pow)]),
    (true, &[("++", Op::Concat)]),
    (true, &[("default", Op::Default)]),
];

const COMPARISONS: usize = 4;
/// The first level a type may stand for: `1..n` and `S union T`, but no comparison.
pub(super) const SET_LEVEL: usize = 6;

impl Parser {
    pub fn expr(&mut self) -> Outcome<Expr> {
        self.deeper()?;
        let expr = self.level(0)?;
        self.depth -= 1;
        Ok(expr)
    }

    /// Parse an operand, then climb from the tightest level to `lowest`: one loop, no recursion per level.
    pub(super) fn level(&mut self, lowest: usize) -> Outcome<Expr> {
        let mut left = self.unary()?;
        let mut at = LEVELS.len();
        while at > lowest {
            at -= 1;
            left = self.chain(left, at)?;
        }
        Ok(left)
    }

    fn chain(&mut self, left: Expr, level: usize) -> Outcome<Expr> {
        let (chains, _) = LEVELS[level];
        let mut links = Vec::new();
        while let Some(op) = self.operator(level) {
            if !chains && !links.is_empty() {
                let what = if level == COMPARISONS {
                    "comparisons do not chain: expected `/\\` between them"
                } else {
                    "this operator does not chain"
                };
                return fault(self.span(), what);
            }
            self.advance();
            let right = self.level(level + 1)?;
            links.push(Link { op, right });
        }
        if links.is_empty() {
            return Ok(left);
        }
        let span = left.span.to(self.last_span());
        let notes = hoist(&mut links);
        let chain = Expr { kind: Kind::Chain(Box::new(left), links), span };
        Ok(match notes.is_empty() {
            true => chain,
            false => Expr { kind: Kind::Annotated(Box::new(chain), notes), span },
        })
    }

    fn operator(&self, level: usize) -> Option<Op> {
        let text = match self.peek() {
            Tok::Sign(s) => *s,
            Tok::Keyword(k) => *k,
            _ => return None,
        };
        LEVELS[level].1.iter().find(|(sign, _)| *sign == text).map(|(_, op)| *op)
    }

    fn unary(&mut self) -> Outcome<Expr> {
        self.meter.tick(1)?;
        let span = self.span();
        let op = match self.peek() {
            Tok::Sign("-") => Op::Neg,
            Tok::Sign("+") => Op::Plus,
            Tok::Keyword("not") | Tok::Sign("~") => Op::Not,
            _ => return self.annotated(),
        };
        self.advance();
        if op == Op::Neg && *self.peek() == Tok::Smallest {
            self.advance();
            return Ok(Expr { kind: Kind::Int(i64::MIN), span: span.to(self.last_span()) });
        }
        self.deeper()?;
        let inner = self.unary()?;
        self.depth -= 1;
        let span = span.to(inner.span);
        Ok(match (op, inner.kind) {
            (Op::Plus, kind) => Expr { kind, span },
            (Op::Neg, Kind::Int(value)) if value != i64::MIN => Expr { kind: Kind::Int(-value), span },
            (Op::Neg, Kind::Float(value)) => Expr { kind: Kind::Float(-value), span },
            (op, kind) => Expr { kind: Kind::Unary(op, Box::new(Expr { kind, span: inner.span })), span },
        })
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
                false => self.postfix()?,
            });
        }
        Ok(notes)
    }

    fn postfix(&mut self) -> Outcome<Expr> {
        let mut expr = self.primary()?;
        while self.is("[") {
            self.advance();
            let args = self.list("]", "to close the index", Parser::index)?;
            if args.is_empty() {
                return self.missing("an index");
            }
            let span = expr.span.to(self.last_span());
            expr = Expr { kind: Kind::Index(Box::new(expr), args), span };
        }
        Ok(expr)
    }

    fn index(&mut self) -> Outcome<Expr> {
        let span = self.span();
        if self.is("..") && matches!(self.peek_at(1), Tok::Sign("," | "]")) {
            self.advance();
            return Ok(Expr { kind: Kind::Whole, span });
        }
        self.expr()
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
            Tok::Sign("_") => self.atom(Kind::Unknown),
            Tok::Name(_) => self.name_or_call()?,
            Tok::Sign("(") => return self.parenthesised(),
            Tok::Sign("[") => self.array()?,
            Tok::Sign("[|") => self.matrix()?,
            Tok::Sign("{") => self.set()?,
            Tok::Keyword("if") => self.conditional()?,
            Tok::Keyword("let") => self.let_in()?,
            Tok::Sign("<>") => return unsupported(span, "option types (`<>`)"),
            Tok::Smallest => return fault(span, "this integer does not fit into 64 bits"),
            _ => return self.missing("an expression"),
        };
        Ok(Expr { kind, span: span.to(self.last_span()) })
    }

    fn atom(&mut self, kind: Kind) -> Kind {
        self.advance();
        kind
    }

    fn parenthesised(&mut self) -> Outcome<Expr> {
        let span = self.span();
        self.advance();
        let inner = self.expr()?;
        if self.is(",") {
            return unsupported(span, "tuples");
        }
        self.expect(")", "to close the parenthesis")?;
        let span = span.to(self.last_span());
        // An annotation inside parentheses stays on what is inside them.
        Ok(Expr { kind: inner.kind, span })
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
