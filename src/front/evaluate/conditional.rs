//! `if` with known and with variable conditions, and `let`.

use super::{Evaluator, from_formula, from_sum, option};
use crate::front::diagnostic::{Outcome, fault, undefined};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::{Expr, Kind, LetItem, Link, Slot};
use crate::front::value::{Array, EnumId, Value};
use crate::model::Cmp;
use std::sync::Arc;

/// A branch that may be taken: when, and what its value is.
type Branch = (Formula, Value);

impl Evaluator<'_> {
    /// The value of the branch that is taken. `truth` if the conditional is a Boolean context, and then whether it must be true.
    pub(super) fn conditional(
        &mut self,
        branches: &[(Expr, Expr)],
        otherwise: Option<&Expr>,
        truth: Option<bool>,
        span: Span,
    ) -> Outcome<Value> {
        let mut open: Vec<(Formula, &Expr)> = Vec::new();
        // What is known when all earlier conditions are false.
        let mut so_far: Vec<Formula> = Vec::new();
        for (condition, value) in branches {
            let met = self.boolean(condition, false)?;
            match self.formula(met, condition.span)? {
                Formula::Const(false) => {}
                Formula::Const(true) if open.is_empty() => return self.branch(value, truth),
                Formula::Const(true) => {
                    open.push((Formula::and(so_far.iter().cloned()), value));
                    return self.choose(open, false, truth.is_some(), span);
                }
                met => {
                    open.push((Formula::and(so_far.iter().cloned().chain([met.clone()])), value));
                    so_far.push(met.negated());
                }
            }
        }
        match otherwise {
            Some(value) if open.is_empty() => self.branch(value, truth),
            Some(value) => {
                open.push((Formula::and(so_far), value));
                self.choose(open, false, truth.is_some(), span)
            }
            None if open.is_empty() => Ok(Value::Bool(true)),
            None => self.choose(open, true, truth.is_some(), span),
        }
    }

    /// A branch that is certainly taken: as if the conditional were not there.
    fn branch(&mut self, value: &Expr, truth: Option<bool>) -> Outcome<Value> {
        match (truth, &value.kind) {
            (Some(true), _) if self.is_boolean(value) => self.boolean(value, true),
            (Some(false), _) if self.is_boolean(value) => self.part(value),
            (Some(false), Kind::If(branches, otherwise)) => {
                self.conditional(branches, otherwise.as_deref(), truth, value.span)
            }
            _ => self.eval(value),
        }
    }

    /// Evaluate the branches, each defined only if it is taken, and select one.
    fn choose(&mut self, open: Vec<(Formula, &Expr)>, open_ended: bool, is_truth: bool, span: Span) -> Outcome<Value> {
        let mut branches: Vec<Branch> = Vec::new();
        // What a branch demands is only demanded where it is taken, so that nothing is denied.
        let positive = self.root || self.positive;
        for (when, expr) in open {
            let (value, demands) = self.captured(|ev| {
                ev.positive = positive;
                match is_truth {
                    true => ev.branch(expr, Some(false)),
                    false => ev.eval(expr),
                }
            });
            demands.into_iter().for_each(|demand| self.require(Formula::implies(when.clone(), demand)));
            match value {
                Ok(value) => branches.push((when, value)),
                Err(fault) if fault.is_undefined() => self.require(when.negated()),
                Err(fault) => return Err(fault),
            }
        }
        self.select(branches, open_ended, span)
    }

    /// `a default b default c`: the first that is defined and not absent.
    pub(super) fn default(&mut self, first: &Expr, links: &[Link], span: Span) -> Outcome<Value> {
        let (mut left, mut demands) = self.captured(|ev| ev.eval(first));
        for link in links {
            // What is absent gives way just like what is undefined.
            let there = left.as_ref().map_or(Formula::Const(true), option::occurs);
            let defined = Formula::and(demands.iter().cloned().chain([there.clone()]));
            match &left {
                Ok(_) if defined == Formula::Const(true) => break,
                Err(fault) if !fault.is_undefined() => break,
                _ => {}
            }
            let (right, wants) = self.captured(|ev| ev.eval(&link.right));
            (left, demands) = match (left, right) {
                (Err(_) | Ok(Value::Absent), right) => (right, wants),
                (Ok(left), Err(fault)) if fault.is_undefined() => {
                    demands.push(there);
                    (Ok(option::inner(&left).cloned().unwrap_or(left)), demands)
                }
                (Ok(_), Err(fault)) => (Err(fault), wants),
                (Ok(left), Ok(right)) => {
                    let left = option::inner(&left).cloned().unwrap_or(left);
                    let branches = vec![(defined.clone(), left), (defined.clone().negated(), right)];
                    let wants = wants.into_iter().map(|want| Formula::or([defined.clone(), want])).collect();
                    (self.select(branches, false, span), wants)
                }
            };
        }
        demands.into_iter().for_each(|demand| self.require(demand));
        left
    }

    pub(super) fn select(&mut self, branches: Vec<Branch>, open_ended: bool, span: Span) -> Outcome<Value> {
        let Some((_, first)) = branches.first() else {
            return if open_ended { Ok(Value::Bool(true)) } else { undefined(span, "no branch has a value") };
        };
        if branches.iter().any(|(_, value)| value.is_option()) {
            return self.select_option(branches, span);
        }
        if branches.iter().all(|(_, value)| value.is_bool()) {
            let mut parts = Vec::new();
            for (when, value) in branches {
                parts.push(Formula::implies(when, self.formula(value, span)?));
            }
            return Ok(from_formula(Formula::and(parts)));
        }
        if open_ended {
            return fault(span, "expected `else`: only a Boolean `if` may leave it out");
        }
        match first.clone() {
            Value::Array(array) => return self.select_cells(&array, &branches, span),
            Value::Tuple(_) | Value::Record(_) => return self.select_parts(&branches, span),
            Value::Set(_) | Value::OpenSet(_) => return self.select_set(&branches, span),
            Value::Str(_) | Value::Float(_) => {
                return fault(span, format!("the condition of an `if` with {} must be known", first.kind()));
            }
            _ => {}
        }
        let of = self.branch_enum(&branches, span)?;
        let sum = self.select_number(branches, span)?;
        if let (Some(of), [(1, Term::Var(var))]) = (of, sum.terms.as_slice()) {
            self.is_of(*var, of);
        }
        Ok(from_sum(sum))
    }

    /// The enum of all branches, if they are constants or variables of one.
    fn branch_enum(&self, branches: &[Branch], span: Span) -> Outcome<Option<EnumId>> {
        let (_, first) = &branches[0];
        branches.iter().try_for_each(|(_, value)| self.same_enum(first, value, span))?;
        Ok(self.common_enum(branches.iter().map(|(_, value)| value)))
    }

    fn select_cells(&mut self, shape: &Array, branches: &[Branch], span: Span) -> Outcome<Value> {
        let mut cells = Vec::with_capacity(shape.cells.len());
        for at in 0..shape.cells.len() {
            let mut choices = Vec::new();
            for (when, value) in branches {
                match value {
                    Value::Array(array) if array.cells.len() == shape.cells.len() => {
                        choices.push((when.clone(), array.cells[at].clone()))
                    }
                    _ => return fault(span, "the branches of this `if` have different shapes"),
                }
            }
            cells.push(self.select(choices, false, span)?);
        }
        Ok(Value::Array(Arc::new(Array { index: shape.index.clone(), cells })))
    }

    /// Exactly one branch is taken. Constants are summed up; otherwise a fresh variable equals the branch that is taken.
    fn select_number(&mut self, branches: Vec<Branch>, span: Span) -> Outcome<Sum> {
        let mut sums = Vec::new();
        for (when, value) in branches {
            sums.push((when, self.sum(&value, span)?));
        }
        let last = sums.len() - 1;
        if sums.iter().all(|(_, sum)| sum.terms.is_empty()) {
            let mut out = Sum::constant(sums[last].1.constant);
            for (when, sum) in &sums[..last] {
                let weight = sum.constant.checked_sub(sums[last].1.constant);
                let weight = self.at(span).checked(weight)?;
                let taken = self.flat.whole(when);
                let done = out.add(weight, &Sum::term(Term::Atom(taken)));
                self.flat.checked(done)?;
            }
            let done = out.tidy();
            self.flat.checked(done)?;
            return Ok(out);
        }
        let result = self.at(span).either(sums.iter().map(|(_, sum)| sum));
        for (when, sum) in &sums {
            let mut difference = sum.clone();
            let done = difference.add(-1, &Sum::term(Term::Var(result))).and_then(|()| difference.tidy());
            self.at(span).checked(done)?;
            let equal = self.flat.compare(&difference, Cmp::Eq)?;
            self.flat.define(|flat| flat.post(Formula::implies(when.clone(), equal)));
        }
        Ok(Sum::term(Term::Var(result)))
    }

    pub(super) fn let_in(&mut self, items: &[LetItem], body: &Expr) -> Outcome<Value> {
        self.let_items(items)?;
        match self.is_boolean(body) {
            true if self.root => self.boolean(body, true),
            true => self.part(body),
            false => self.eval(body),
        }
    }

    pub(super) fn let_items(&mut self, items: &[LetItem]) -> Outcome<()> {
        for item in items {
            match item {
                LetItem::Constraint(expr) if self.root => self.state(expr)?,
                LetItem::Constraint(expr) => {
                    let value = self.part(expr)?;
                    let truth = self.formula(value, expr.span)?;
                    self.require(truth);
                }
                LetItem::Declare(decl) => {
                    let value = self.declared(decl, None)?;
                    self.keep_for_output(decl, &value);
                    if let Slot::Local(slot) = decl.slot {
                        self.set_local(slot, value);
                    }
                }
            }
        }
        Ok(())
    }
}
