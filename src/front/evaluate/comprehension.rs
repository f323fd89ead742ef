//! Generators: loops over sets and arrays with filters.

use super::option::optional;
use super::set::Members;
use super::{Evaluator, from_formula, from_sum};
use crate::front::builtin::array;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::{Comprehension, Expr, Generator, Op};
use crate::front::value::{Array, Value};
use std::sync::Arc;

/// What is done for each round.
pub(super) type Round<'a, 'p> = &'a mut dyn FnMut(&mut Evaluator<'p>) -> Outcome<()>;

impl<'p> Evaluator<'p> {
    pub(super) fn comprehension(&mut self, inner: &Comprehension, span: Span) -> Outcome<Value> {
        if inner.set {
            return self.set_comprehension(inner);
        }
        let (mut cells, mut keys) = (Vec::new(), Vec::new());
        self.each_or_absent(&inner.generators, &mut |ev| {
            if let Some(key) = &inner.key {
                keys.push(ev.eval(key)?);
            }
            cells.push(ev.conditioned(&inner.body)?);
            Ok(())
        })?;
        match inner.key {
            None => Ok(Value::Array(Arc::new(Array::list(cells)))),
            Some(_) => array::placed(&keys, &cells, span),
        }
    }

    /// The value of a body: absent where the conditions of the round do not hold.
    fn conditioned(&mut self, body: &Expr) -> Outcome<Value> {
        if self.conditions.is_empty() {
            return self.eval(body);
        }
        let when = Formula::and(self.conditions.iter().cloned());
        if when == Formula::Const(false) {
            return Ok(Value::Absent);
        }
        let value = self.only_if(when.clone(), |ev| ev.eval(body))?;
        match value {
            None => Ok(Value::Absent),
            Some(
                Value::Str(_)
                | Value::Tuple(_)
                | Value::Record(_)
                | Value::Array(_)
                | Value::Set(_)
                | Value::OpenSet(_),
            ) => {
                fault(body.span, "what is there only under a condition with variables must be an integer or a Boolean")
            }
            Some(value) => Ok(optional(when, value)),
        }
    }

    /// As long as everything is known the members are collected as numbers.
    fn set_comprehension(&mut self, inner: &Comprehension) -> Outcome<Value> {
        let mut members = Members::default();
        let mut open: Vec<(Formula, Value)> = Vec::new();
        self.each(&inner.generators, &mut |ev| {
            let member = ev.conditioned(&inner.body)?;
            match member.is_var() || member.is_option() {
                true => open.push((Formula::Const(true), member)),
                false => members.add(&member, inner.body.span)?,
            }
            Ok(())
        })?;
        if open.is_empty() {
            return self.set_of(members);
        }
        let known = self.set_of(members)?;
        let rest = self.set_of_values(&open, inner.body.span)?;
        match &known {
            Value::Set(set) if set.members.is_empty() => Ok(rest),
            _ => self.set_operator(Op::Union, &known, &rest, inner.body.span),
        }
    }

    /// Run `round` for every combination of the generators that the filters let through.
    pub(super) fn each(&mut self, generators: &[Generator], round: Round<'_, 'p>) -> Outcome<()> {
        let outer = std::mem::take(&mut self.conditions);
        let done = self.loops(generators, &[], round);
        self.conditions = outer;
        done
    }

    /// The same, and also where a filter that depends on variables is known to let nothing through: then under a condition that is
    /// false.
    fn each_or_absent(&mut self, generators: &[Generator], round: Round<'_, 'p>) -> Outcome<()> {
        let outer = std::mem::take(&mut self.conditions);
        let kept = if self.filters_vary(generators) { generators } else { &[] };
        let done = self.loops(generators, kept, round);
        self.conditions = outer;
        done
    }

    /// The conditions with variables of the current round.
    pub(super) fn conditions(&self) -> &[Formula] {
        &self.conditions
    }

    /// `kept` are the generators whose filters, if they depend on variables, leave out nothing.
    fn loops(&mut self, generators: &[Generator], kept: &[Generator], round: Round<'_, 'p>) -> Outcome<()> {
        let Some((generator, rest)) = generators.split_first() else {
            let conditions = self.conditions.clone();
            let done = round(self);
            self.conditions = conditions;
            return done;
        };
        let over = self.eval_found(&generator.over)?;
        if generator.binds {
            self.set_local(generator.names[0].1, over);
            return self.filtered(generator.filter.as_ref(), (rest, kept), round);
        }
        self.bind(&generator.names, &over, generator, (rest, kept), round)
    }

    fn bind(
        &mut self,
        names: &[(Arc<str>, u32)],
        over: &Value,
        generator: &Generator,
        rest: (&[Generator], &[Generator]),
        round: Round<'_, 'p>,
    ) -> Outcome<()> {
        let Some(((_, slot), names)) = names.split_first() else {
            return self.filtered(generator.filter.as_ref(), rest, round);
        };
        match over {
            Value::Set(set) => {
                for (lo, hi) in set.members.ranges() {
                    for at in *lo..=*hi {
                        self.step(1, generator.over.span)?;
                        let value = set.of.map_or(Value::Int(at), |of| Value::Enum(of, at));
                        self.set_local(*slot, value);
                        self.bind(names, over, generator, rest, round)?;
                    }
                }
                Ok(())
            }
            Value::OpenSet(set) => {
                for (at, when) in &set.members {
                    self.step(1, generator.over.span)?;
                    let value = set.of.map_or(Value::Int(*at), |of| Value::Enum(of, *at));
                    self.set_local(*slot, value);
                    self.conditions.push(when.clone());
                    let done = self.bind(names, over, generator, rest, round);
                    self.conditions.pop();
                    done?;
                }
                Ok(())
            }
            Value::Array(array) => {
                for cell in &array.cells {
                    self.step(1, generator.over.span)?;
                    self.set_local(*slot, cell.clone());
                    self.bind(names, over, generator, rest, round)?;
                }
                Ok(())
            }
            other => {
                fault(generator.over.span, format!("expected a set or an array to run over, found {}", other.kind()))
            }
        }
    }

    fn filtered(
        &mut self,
        filter: Option<&Expr>,
        (rest, kept): (&[Generator], &[Generator]),
        round: Round<'_, 'p>,
    ) -> Outcome<()> {
        let Some(filter) = filter else { return self.loops(rest, kept, round) };
        let value = self.boolean(filter, false)?;
        match self.formula(value, filter.span)? {
            Formula::Const(false) if kept.is_empty() || self.leaves_out(filter, kept) => Ok(()),
            Formula::Const(true) => self.loops(rest, kept, round),
            condition => {
                self.conditions.push(condition);
                let done = self.loops(rest, kept, round);
                self.conditions.pop();
                done
            }
        }
    }

    /// `forall` or `exists` over a comprehension, stopping as soon as it is decided.
    pub(crate) fn quantified(&mut self, inner: &Comprehension, all: bool) -> Outcome<Value> {
        let mut parts = Vec::new();
        let mut decided = false;
        self.each(&inner.generators, &mut |ev| {
            if decided {
                return Ok(());
            }
            let conditions: Vec<Formula> = ev.conditions().to_vec();
            let value = ev.part(&inner.body)?;
            let value = ev.or_else(&value, Value::Bool(all), inner.body.span)?;
            let body = ev.formula(value, inner.body.span)?;
            let part = guarded(conditions, body, all);
            decided = part == Formula::Const(!all);
            parts.push(part);
            Ok(())
        })?;
        Ok(from_formula(if all { Formula::and(parts) } else { Formula::or(parts) }))
    }

    /// `sum` over a comprehension, without making the array. An element with a condition counts only if it holds.
    pub(crate) fn summed(&mut self, inner: &Comprehension, span: Span) -> Outcome<Value> {
        let mut cells = Vec::new();
        self.each(&inner.generators, &mut |ev| {
            let conditions = ev.conditions().to_vec();
            match conditions.is_empty() {
                true => cells.push(ev.eval(&inner.body)?),
                false => cells.extend(ev.counted_if(Formula::and(conditions), &inner.body)?),
            }
            Ok(())
        })?;
        self.sum_all(&cells, span)
    }

    /// The summand if the condition holds, else 0; it need be defined only if the condition holds.
    fn counted_if(&mut self, when: Formula, body: &Expr) -> Outcome<Option<Value>> {
        let (value, demands) = self.captured(|ev| ev.eval(body));
        for demand in demands {
            self.require(Formula::implies(when.clone(), demand));
        }
        match value {
            Ok(value) => {
                let value = self.or_else(&value, Value::Int(0), body.span)?;
                self.binary(Op::Times, from_formula(when), value, body.span).map(Some)
            }
            Err(fault) if fault.is_undefined() => {
                self.require(when.negated());
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// The sum of values.
    pub(crate) fn sum_all(&mut self, cells: &[Value], span: Span) -> Outcome<Value> {
        if cells.iter().any(Value::is_option) {
            let cells = self.or_else_all(cells, &Value::Int(0), span)?;
            return self.sum_all(&cells, span);
        }
        if let Some(total) = known_total(cells) {
            return self.at(span).checked(total).map(Value::Int);
        }
        if cells.iter().any(|cell| matches!(cell, Value::Float(_))) {
            let floats = cells.iter().map(|cell| super::float(cell, span)).collect::<Outcome<Vec<f64>>>()?;
            return Ok(Value::Float(floats.iter().sum()));
        }
        let mut sum = Sum { constant: 0, terms: Vec::with_capacity(cells.len()) };
        for cell in cells {
            let term = match cell {
                Value::Atom(atom) => Term::Atom(*atom),
                Value::Var(var) => Term::Var(*var),
                cell => {
                    let one = self.sum(cell, span)?;
                    let done = sum.add(1, &one);
                    self.at(span).checked(done)?;
                    continue;
                }
            };
            sum.terms.push((1, term));
        }
        let done = sum.tidy();
        self.at(span).checked(done)?;
        Ok(from_sum(sum))
    }
}

/// The sum if all are known integers; the inner `None` is an overflow.
fn known_total(cells: &[Value]) -> Option<Option<i64>> {
    let mut total = Some(0i64);
    for cell in cells {
        match cell {
            Value::Int(value) => total = total.and_then(|t| t.checked_add(*value)),
            _ => return None,
        }
    }
    Some(total)
}

/// `conditions -> body` for all, `conditions /\ body` for some.
pub(super) fn guarded(conditions: Vec<Formula>, body: Formula, all: bool) -> Formula {
    match (conditions.is_empty(), all) {
        (true, _) => body,
        (false, true) => Formula::implies(Formula::and(conditions), body),
        (false, false) => Formula::and(conditions.into_iter().chain([body])),
    }
}
