//! Comparisons that must hold of how many members a set has.
//!
//! What two sets have in common, against a known number, stays one constraint: it needs no literal for each place. Of other sets
//! only that is stated what the comparison needs: that there are not too many members, or not too few.

use super::{Evaluator, from_formula};
use crate::front::builtin::{self, array, whole};
use crate::front::diagnostic::Outcome;
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::{Callee, Expr, Kind as Form, Op};
use crate::front::value::{OpenSet, Value};
use crate::model::global::Overlap;
use crate::model::{Atom, Cmp, Constraint};
use std::sync::Arc;

/// A side of a comparison.
enum Side {
    Value(Value),
    /// How many members the set has.
    Members(Arc<OpenSet>, Span),
}

impl Evaluator<'_> {
    /// `left op right`, which must hold.
    pub(super) fn held(&mut self, op: Op, left: &Expr, right: &Expr, span: Span) -> Outcome<Value> {
        let sides = (self.side(left)?, self.side(right)?);
        let common = match &sides {
            (Side::Members(set, _), Side::Value(Value::Int(bound))) => common(set, op, *bound),
            (Side::Value(Value::Int(bound)), Side::Members(set, _)) => common(set, mirrored(op), *bound),
            _ => None,
        };
        if let Some(common) = common {
            self.flat.meter.tick(common.pairs.len() as u64)?;
            return Ok(from_formula(Constraint::from(common).into()));
        }
        let left = self.number_of(sides.0, op)?;
        let right = self.number_of(sides.1, mirrored(op))?;
        let counted = if op == Op::Eq { whole::counted(self, &left, &right, span)? } else { None };
        counted.map_or_else(|| self.binary(op, left, right, span), |formula| Ok(from_formula(formula)))
    }

    fn side(&mut self, side: &Expr) -> Outcome<Side> {
        let is_card = |index: u32| builtin::TABLE[index as usize].name == "card";
        match &side.kind {
            Form::Call(_, Callee::Builtin(index), args) if is_card(*index) && self.solution.is_none() => {
                match args.as_slice() {
                    [arg] => match self.eval_found(arg)? {
                        Value::OpenSet(set) => Ok(Side::Members(set, side.span)),
                        value => array::card(self, &[value], side.span).map(Side::Value),
                    },
                    _ => self.eval(side).map(Side::Value),
                }
            }
            _ => self.eval(side).map(Side::Value),
        }
    }

    /// The number that stands on the left of the sign.
    fn number_of(&mut self, side: Side, op: Op) -> Outcome<Value> {
        match (side, op) {
            (Side::Value(value), _) => Ok(value),
            (Side::Members(set, span), Op::Lt | Op::Le) => self.open_card_bounded(&set, true, span),
            (Side::Members(set, span), Op::Gt | Op::Ge) => self.open_card_bounded(&set, false, span),
            (Side::Members(set, span), _) => self.open_card(&set, span),
        }
    }
}

/// The sign when the sides change places.
fn mirrored(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Le => Op::Ge,
        Op::Gt => Op::Lt,
        Op::Ge => Op::Le,
        op => op,
    }
}

/// The set as what two others have in common, and how much of it there must be.
fn common(set: &OpenSet, op: Op, bound: i64) -> Option<Overlap> {
    let (cmp, bound) = match op {
        Op::Lt => (Cmp::Le, bound.checked_sub(1)?),
        Op::Gt => (Cmp::Ge, bound.checked_add(1)?),
        Op::Le => (Cmp::Le, bound),
        Op::Ge => (Cmp::Ge, bound),
        Op::Eq => (Cmp::Eq, bound),
        _ => (Cmp::Ne, bound),
    };
    let is_pair = |when: &Formula| matches!(when, Formula::And(_));
    if set.members.iter().filter(|(_, when)| is_pair(when)).count() < 2 {
        return None;
    }
    let mut bound = Some(bound);
    let mut pairs = Vec::with_capacity(set.members.len());
    for (_, when) in &set.members {
        match when {
            Formula::Const(false) => {}
            Formula::Const(true) => bound = bound?.checked_sub(1),
            when => pairs.push(pair(when)?),
        }
    }
    Some(Overlap { pairs, cmp, bound: bound? })
}

/// Two atoms of which both must be true.
fn pair(when: &Formula) -> Option<(Atom, Atom)> {
    match when {
        Formula::Atom(atom) => Some((*atom, *atom)),
        Formula::And(parts) => match parts.as_slice() {
            [Formula::Atom(one), Formula::Atom(other)] => Some((*one, *other)),
            _ => None,
        },
        _ => None,
    }
}
