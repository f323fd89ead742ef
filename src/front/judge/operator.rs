//! Operators on values. What overflows is not judged.

use super::value::{Members, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use crate::front::syntax::{Expr, Link, Op};
use std::cmp::Ordering;

impl Walk<'_> {
    pub(super) fn unary(&mut self, op: Op, inner: &Expr) -> Out<Val> {
        if op == Op::Not {
            return Ok(self.maybe(inner)?.map_or(Val::Absent, |truth| Val::Bool(!truth)));
        }
        match self.eval(inner)? {
            Val::Float(x) => Ok(Val::Float(-x)),
            Val::Absent => Ok(Val::Absent),
            value => number(&value)?.checked_neg().map(Val::Int).ok_or_else(overflow),
        }
    }

    /// A run of operators of one level, from the left.
    pub(super) fn chain(&mut self, first: &Expr, links: &[Link]) -> Out<Val> {
        match links[0].op {
            Op::And | Op::Or | Op::Xor | Op::Iff | Op::Implies | Op::ImpliedBy => self.logic(first, links),
            Op::Default => self.default(first, links),
            _ => {
                let mut left = self.eval(first)?;
                for link in links {
                    let right = self.eval(&link.right)?;
                    left = binary(link.op, &left, &right, link.right.span)?;
                }
                Ok(left)
            }
        }
    }

    /// `<>` is true to `/\`, false to `\/`, and makes everything else true.
    fn logic(&mut self, first: &Expr, links: &[Link]) -> Out<Val> {
        let mut left = self.maybe(first)?;
        for link in links {
            let decided = match (link.op, left) {
                (Op::And, Some(false)) => Some(false),
                (Op::Or, Some(true)) | (Op::Implies, Some(false)) => Some(true),
                _ => None,
            };
            left = match decided {
                Some(decided) => Some(decided),
                None => Some(connected(link.op, left, self.maybe(&link.right)?)),
            };
        }
        Ok(left.map_or(Val::Absent, Val::Bool))
    }

    /// The truth of an expression, if it is there.
    fn maybe(&mut self, expr: &Expr) -> Out<Option<bool>> {
        match self.eval(expr) {
            Ok(Val::Absent) => Ok(None),
            Ok(Val::Bool(truth)) => Ok(Some(truth)),
            Ok(other) => Stop::unjudged(format!("expected a Boolean, found {}", other.kind())),
            Err(stop) if stop.is_undefined() => Ok(Some(false)),
            Err(stop) => Err(stop),
        }
    }

    /// The first that is defined and there.
    fn default(&mut self, first: &Expr, links: &[Link]) -> Out<Val> {
        let mut left = self.eval(first);
        for link in links {
            match &left {
                Ok(Val::Absent) => {}
                Err(stop) if stop.is_undefined() => {}
                _ => break,
            }
            left = self.eval(&link.right);
        }
        left
    }
}

fn connected(op: Op, left: Option<bool>, right: Option<bool>) -> bool {
    match (op, left, right) {
        (Op::And, left, right) => left.unwrap_or(true) && right.unwrap_or(true),
        (Op::Or, left, right) => left.unwrap_or(false) || right.unwrap_or(false),
        (_, None, _) | (_, _, None) => true,
        (Op::Implies, Some(left), Some(right)) => !left || right,
        (Op::ImpliedBy, Some(left), Some(right)) => left || !right,
        (Op::Xor, Some(left), Some(right)) => left != right,
        (_, Some(left), Some(right)) => left == right,
    }
}

pub(super) fn overflow() -> Box<Stop> {
    Box::new(Stop::Unjudged("a number does not fit into 64 bits".to_string()))
}

pub(super) fn number(value: &Val) -> Out<i64> {
    value.number().map_or_else(|| Stop::unjudged(format!("expected an integer, found {}", value.kind())), Ok)
}

pub(super) fn float(value: &Val) -> Out<f64> {
    match value {
        Val::Float(x) => Ok(*x),
        value => Ok(number(value)? as f64),
    }
}

pub(super) fn set(value: &Val) -> Out<&Members> {
    match value {
        Val::Set(set) => Ok(set),
        other => Stop::unjudged(format!("expected a set, found {}", other.kind())),
    }
}

/// One operator on two values.
pub(super) fn binary(op: Op, a: &Val, b: &Val, span: Span) -> Out<Val> {
    match op {
        // A comparison with `<>` holds.
        Op::Lt | Op::Le | Op::Gt | Op::Ge if *a == Val::Absent || *b == Val::Absent => Ok(Val::Bool(true)),
        Op::Eq => equal(a, b).map(Val::Bool),
        Op::Ne => equal(a, b).map(|same| Val::Bool(!same)),
        Op::Lt => Ok(Val::Bool(order(a, b)?.is_some_and(Ordering::is_lt))),
        Op::Le => Ok(Val::Bool(order(a, b)?.is_some_and(Ordering::is_le))),
        Op::Gt => Ok(Val::Bool(order(a, b)?.is_some_and(Ordering::is_gt))),
        Op::Ge => Ok(Val::Bool(order(a, b)?.is_some_and(Ordering::is_ge))),
        Op::In => member(a, b),
        Op::Subset => Ok(Val::Bool(set(a)?.within(set(b)?))),
        Op::Superset => Ok(Val::Bool(set(b)?.within(set(a)?))),
        Op::Union => Ok(Val::set(set(a)?.union(set(b)?))),
        Op::Diff => Ok(Val::set(set(a)?.minus(set(b)?))),
        Op::SymDiff => Ok(Val::set(set(a)?.minus(set(b)?).union(&set(b)?.minus(set(a)?)))),
        Op::Intersect => Ok(Val::set(set(a)?.intersect(set(b)?))),
        Op::Range => range(a, b, (0, 0)),
        Op::RangeBelow => range(a, b, (0, 1)),
        Op::AboveRange => range(a, b, (1, 0)),
        Op::AboveRangeBelow => range(a, b, (1, 1)),
        Op::Plus | Op::Minus | Op::Times | Op::Div | Op::Mod | Op::Divide | Op::Pow => arithmetic(op, a, b, span),
        Op::Concat => concat(a, b),
        Op::Iff | Op::Implies | Op::ImpliedBy | Op::Or | Op::Xor | Op::And | Op::Default | Op::Not | Op::Neg => {
            Stop::unjudged("this operator is no operator on values")
        }
    }
}

fn member(a: &Val, b: &Val) -> Out<Val> {
    match (a, b) {
        (Val::Absent, _) => Ok(Val::Bool(false)),
        (a, Val::Set(set)) => Ok(Val::Bool(set.contains(number(a)?))),
        (a, b) => Stop::unjudged(format!("{} in {}", a.kind(), b.kind())),
    }
}

/// A range, so much shorter at either end.
fn range(a: &Val, b: &Val, less: (i64, i64)) -> Out<Val> {
    let of = a.enum_id().filter(|of| b.enum_id() == Some(*of));
    let (lo, hi) = (number(a)?.checked_add(less.0), number(b)?.checked_sub(less.1));
    let (lo, hi) = (lo.ok_or_else(overflow)?, hi.ok_or_else(overflow)?);
    Ok(Val::set(Members { of, ..Members::range(lo, hi) }))
}

fn concat(a: &Val, b: &Val) -> Out<Val> {
    match (a, b) {
        (Val::Array(a), Val::Array(b)) => Ok(Val::list(a.cells.iter().chain(&b.cells).cloned().collect())),
        (Val::Str(a), Val::Str(b)) => Ok(Val::Str(format!("{a}{b}").into())),
        (a, b) => Stop::unjudged(format!("{} ++ {}", a.kind(), b.kind())),
    }
}

pub(super) fn arithmetic(op: Op, a: &Val, b: &Val, span: Span) -> Out<Val> {
    match (a, b) {
        (Val::Absent, _) | (_, Val::Absent) => with_absent(op, a, b),
        (Val::Float(_), _) | (_, Val::Float(_)) => floats(op, float(a)?, float(b)?, span),
        _ if op == Op::Divide => floats(op, float(a)?, float(b)?, span),
        _ => integers(op, number(a)?, number(b)?, span),
    }
}

/// `<>` is left out of a sum and of a product, and of what is taken away or divided by.
fn with_absent(op: Op, a: &Val, b: &Val) -> Out<Val> {
    match (op, a, b) {
        (Op::Plus, Val::Absent, Val::Absent) => Ok(Val::Int(0)),
        (Op::Times, Val::Absent, Val::Absent) => Ok(Val::Int(1)),
        (Op::Plus | Op::Times, Val::Absent, there) | (Op::Plus | Op::Times, there, _) => number(there).map(Val::Int),
        (Op::Minus | Op::Div | Op::Divide, there, Val::Absent) => Ok(there.clone()),
        _ => Ok(Val::Absent),
    }
}

fn integers(op: Op, a: i64, b: i64, span: Span) -> Out<Val> {
    let value = match op {
        Op::Plus => a.checked_add(b),
        Op::Minus => a.checked_sub(b),
        Op::Times => a.checked_mul(b),
        Op::Div | Op::Mod if b == 0 => return Stop::undefined(span, "division by zero"),
        Op::Div => a.checked_div(b),
        Op::Mod => a.checked_rem(b),
        _ => return power(a, b, span),
    };
    value.map(Val::Int).ok_or_else(overflow)
}

/// A negative power is `1 div` the positive one.
pub(super) fn power(a: i64, b: i64, span: Span) -> Out<Val> {
    let size = u32::try_from(b.unsigned_abs()).unwrap_or(u32::MAX);
    match (a, b) {
        (0, b) if b < 0 => Stop::undefined(span, "zero to a negative power"),
        (1, _) => Ok(Val::Int(1)),
        (-1, b) => Ok(Val::Int(if b % 2 == 0 { 1 } else { -1 })),
        (_, b) if b < 0 => Ok(Val::Int(0)),
        _ => a.checked_pow(size).map(Val::Int).ok_or_else(overflow),
    }
}

fn floats(op: Op, a: f64, b: f64, span: Span) -> Out<Val> {
    Ok(Val::Float(match op {
        Op::Plus => a + b,
        Op::Minus => a - b,
        Op::Times => a * b,
        Op::Divide if b == 0.0 => return Stop::undefined(span, "division by zero"),
        Op::Divide => a / b,
        Op::Pow => a.powf(b),
        _ => return Stop::unjudged("`div` and `mod` of floats"),
    }))
}

/// Whether two values are the same, as far as that makes sense.
pub(super) fn same(a: &Val, b: &Val) -> Option<bool> {
    match (a, b) {
        (Val::Float(_), Val::Absent) | (Val::Absent, Val::Float(_)) => Some(false),
        (Val::Float(a), Val::Float(b)) => Some(a == b),
        (Val::Float(a), b) => b.number().map(|b| *a == b as f64),
        (a, Val::Float(b)) => a.number().map(|a| *b == a as f64),
        (Val::Str(a), Val::Str(b)) => Some(a == b),
        (Val::Set(a), Val::Set(b)) => Some(a.ranges == b.ranges),
        (Val::Array(a), Val::Array(b)) if a.cells.len() != b.cells.len() => Some(false),
        (Val::Array(a), Val::Array(b)) => {
            a.cells.iter().zip(&b.cells).try_fold(true, |all, (a, b)| same(a, b).map(|one| all && one))
        }
        (Val::Tuple(a), Val::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b.iter()).try_fold(true, |all, (a, b)| same(a, b).map(|one| all && one))
        }
        (Val::Record(a), Val::Record(b)) if a.len() == b.len() => a.iter().try_fold(true, |all, (name, a)| {
            let other = b.iter().find(|(own, _)| own == name)?;
            same(a, &other.1).map(|one| all && one)
        }),
        (Val::Absent, Val::Absent) => Some(true),
        (Val::Absent, _) | (_, Val::Absent) => Some(false),
        (a, b) => Some(a.number()? == b.number()?),
    }
}

pub(super) fn equal(a: &Val, b: &Val) -> Out<bool> {
    same(a, b).map_or_else(|| Stop::unjudged(format!("{} = {}", a.kind(), b.kind())), Ok)
}

/// The order of two values; none of a float that is not a number.
pub(super) fn order(a: &Val, b: &Val) -> Out<Option<Ordering>> {
    match (a, b) {
        (Val::Float(_), _) | (_, Val::Float(_)) => Ok(float(a)?.partial_cmp(&float(b)?)),
        (Val::Str(a), Val::Str(b)) => Ok(Some(a.cmp(b))),
        (Val::Set(a), Val::Set(b)) => Ok(Some(a.order(b))),
        (Val::Array(a), Val::Array(b)) => listwise(&a.cells, &b.cells),
        (Val::Tuple(a), Val::Tuple(b)) => listwise(a, b),
        (a, b) => Ok(Some(number(a)?.cmp(&number(b)?))),
    }
}

fn listwise(a: &[Val], b: &[Val]) -> Out<Option<Ordering>> {
    for (a, b) in a.iter().zip(b) {
        match order(a, b)? {
            Some(Ordering::Equal) => {}
            other => return Ok(other),
        }
    }
    Ok(Some(a.len().cmp(&b.len())))
}
