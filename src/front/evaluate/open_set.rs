//! Sets whose members depend on variables: for everything that may be in such a set, a formula says when it is.
//!
//! Operations work member by member, so below the front end a set variable is some Booleans.

use super::declare::Element;
use super::{Evaluator, Members, from_formula, from_sum};
use crate::front::diagnostic::{Outcome, fault, fault_with, undefined};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::Op;
use crate::front::value::{EnumId, OpenSet, Set, Value};
use crate::model::{Cmp, Domain, Kind, VarDecl};
use std::sync::Arc;

/// A range with variable ends may have no more members than this.
const WIDEST: u64 = 1_000_000;

impl Evaluator<'_> {
    /// A fresh set variable: one Boolean for each member it may have, named `3 in s`.
    pub(super) fn fresh_set(&mut self, element: &Element, name: Option<&str>, span: Span) -> Outcome<Value> {
        let Some(domain) = element.domain.clone() else {
            return fault_with(
                span,
                "a set variable needs to know what may be in it",
                "write the set of all possible members instead of `int`, e.g. `var set of 1..9`",
            );
        };
        self.step(domain.members.size(), span)?;
        let mut members = Vec::new();
        for member in domain.members.iter() {
            let shown = domain.of.map_or_else(|| member.to_string().into(), |of| self.constant_name(of, member));
            let given = name.map(|name| format!("{shown} in {name}"));
            let answer = given.is_some();
            let decl = VarDecl {
                name: given.unwrap_or_default(),
                domain: Domain::boolean(),
                kind: Kind::Bool,
                encoding: None,
            };
            let var = self.flat.model.declare(decl);
            if answer {
                self.flat.model.answer.push(var);
            }
            members.push((member, Formula::Atom(var.is_true())));
        }
        Ok(from_members(members, domain.of))
    }

    /// A set, known or not, as all that may be in it.
    pub fn opened(&mut self, value: &Value, span: Span) -> Outcome<OpenSet> {
        match value {
            Value::OpenSet(set) => Ok((**set).clone()),
            Value::Set(set) => {
                self.step(set.members.size(), span)?;
                let members = set.members.iter().map(|member| (member, Formula::Const(true))).collect();
                Ok(OpenSet { members, of: set.of })
            }
            other => fault(span, format!("expected a set, found {}", other.kind())),
        }
    }

    pub(super) fn open_set_operator(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let of = self.enum_of(left).or(self.enum_of(right));
        let pairs = self.aligned(left, right, span)?;
        let each = |f: fn(Formula, Formula) -> Formula| {
            let members = pairs.iter().map(|(member, a, b)| (*member, f(a.clone(), b.clone()))).collect();
            Ok(from_members(members, of))
        };
        match op {
            Op::Union => each(|a, b| Formula::or([a, b])),
            Op::Intersect => each(|a, b| Formula::and([a, b])),
            Op::Diff => each(|a, b| Formula::and([a, b.negated()])),
            Op::SymDiff => each(|a, b| Formula::iff(a, b.negated())),
            Op::Subset => Ok(from_formula(Formula::and(pairs.into_iter().map(|(_, a, b)| Formula::implies(a, b))))),
            _ => Ok(from_formula(Formula::and(pairs.into_iter().map(|(_, a, b)| Formula::implies(b, a))))),
        }
    }

    /// `left op right`, as the sorted lists of members compare.
    pub(super) fn compare_open_sets(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let (left, right) = if matches!(op, Op::Gt | Op::Ge) { (right, left) } else { (left, right) };
        let pairs = self.aligned(left, right, span)?;
        if matches!(op, Op::Eq | Op::Ne) {
            let equal = Formula::and(pairs.into_iter().map(|(_, a, b)| Formula::iff(a, b)));
            return Ok(from_formula(if op == Op::Eq { equal } else { equal.negated() }));
        }
        // From the last member on: whether the rest is less, and whether there is anything left on either side.
        let mut less = Formula::Const(matches!(op, Op::Le | Op::Ge));
        let (mut more_left, mut more_right) = (Formula::Const(false), Formula::Const(false));
        for (_, a, b) in pairs.into_iter().rev() {
            let same = Formula::and([Formula::iff(a.clone(), b.clone()), less]);
            let only_left = Formula::and([a.clone(), b.clone().negated(), more_right.clone()]);
            let only_right = Formula::and([a.clone().negated(), b.clone(), more_left.clone().negated()]);
            less = self.flat.named(Formula::or([same, only_left, only_right]));
            more_left = self.flat.named(Formula::or([a, more_left]));
            more_right = self.flat.named(Formula::or([b, more_right]));
        }
        Ok(from_formula(less))
    }

    /// All that may be in one of two sets, with when it is in each.
    fn aligned(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Vec<(i64, Formula, Formula)>> {
        let (a, b) = (self.opened(left, span)?, self.opened(right, span)?);
        let mut out = Vec::with_capacity(a.members.len().max(b.members.len()));
        let (mut left, mut right) = (a.members.into_iter().peekable(), b.members.into_iter().peekable());
        let never = || Formula::Const(false);
        loop {
            self.flat.meter.tick(1)?;
            let order = match (left.peek(), right.peek()) {
                (None, None) => return Ok(out),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.cmp(b),
            };
            let from_left = if order.is_le() { left.next() } else { None };
            let from_right = if order.is_ge() { right.next() } else { None };
            let member = from_left.as_ref().or(from_right.as_ref()).map_or(0, |(member, _)| *member);
            let when = |found: Option<(i64, Formula)>| found.map_or_else(never, |(_, when)| when);
            out.push((member, when(from_left), when(from_right)));
        }
    }

    /// Whether a value is in a set that is not known.
    pub(super) fn in_open_set(&mut self, value: &Value, set: &OpenSet, span: Span) -> Outcome<Value> {
        if let Value::Int(at) | Value::Enum(_, at) = value {
            let found = set.members.iter().find(|(member, _)| member == at);
            return Ok(found.map_or(Value::Bool(false), |(_, when)| from_formula(when.clone())));
        }
        let sum = self.sum(value, span)?;
        let may = Domain::from_values(set.members.iter().map(|(member, _)| *member));
        let mut parts = vec![self.at(span).member(&sum, &may)?];
        for (member, when) in &set.members {
            self.flat.meter.tick(1)?;
            if *when != Formula::Const(true) {
                let here = self.flat.member(&sum, &Domain::singleton(*member))?;
                parts.push(Formula::implies(here, when.clone()));
            }
        }
        Ok(from_formula(Formula::and(parts)))
    }

    /// How many members there are.
    pub fn open_card(&mut self, set: &OpenSet, span: Span) -> Outcome<Value> {
        let cells: Vec<Value> = set.members.iter().map(|(_, when)| from_formula(when.clone())).collect();
        let total = self.sum_all(&cells, span)?;
        Ok(if let Value::Bool(one) = total { Value::Int(one.into()) } else { total })
    }

    /// The same, where no more need be known than that there are not too many, or not too few: half the clauses will do.
    pub fn open_card_bounded(&mut self, set: &OpenSet, from_above: bool, span: Span) -> Outcome<Value> {
        let literal = |ev: &mut Self, when: &Formula| match (when, from_above) {
            (Formula::Const(_) | Formula::Atom(_), _) => when.clone(),
            (when, true) => Formula::Atom(ev.flat.implied(when)),
            (when, false) => Formula::Atom(ev.flat.half(when)),
        };
        let members = set.members.iter().map(|(member, when)| (*member, literal(self, when))).collect();
        self.open_card(&OpenSet { members, of: set.of }, span)
    }

    /// The least or the largest member; undefined where the set is empty.
    pub fn open_extremum(&mut self, set: &OpenSet, largest: bool, span: Span) -> Outcome<Value> {
        let mut seen = Formula::Const(false);
        let mut sum = Sum::default();
        let members: Vec<&(i64, Formula)> = match largest {
            true => set.members.iter().rev().collect(),
            false => set.members.iter().collect(),
        };
        for (member, when) in members {
            let first = Formula::and([when.clone(), seen.clone().negated()]);
            let term = match first {
                Formula::Const(false) => continue,
                Formula::Const(true) => Sum::constant(1),
                first => Sum::term(Term::Atom(self.flat.whole(&first))),
            };
            let done = sum.add(*member, &term);
            self.at(span).checked(done)?;
            seen = self.flat.named(Formula::or([seen, when.clone()]));
        }
        if seen == Formula::Const(false) {
            return undefined(span, "the set is empty");
        }
        self.require(seen);
        let done = sum.tidy();
        self.at(span).checked(done)?;
        let Some(of) = set.of else { return Ok(from_sum(sum)) };
        match sum.terms.is_empty() {
            true => Ok(Value::Enum(of, sum.constant)),
            false => {
                let var = self.flat.var_of(&sum)?;
                self.is_of(var, of);
                Ok(Value::Var(var))
            }
        }
    }

    /// A set of values, some of which are not known or may be absent.
    pub fn set_of_values(&mut self, values: &[(Formula, Value)], span: Span) -> Outcome<Value> {
        let known = |(when, value): &(Formula, Value)| *when == Formula::Const(true) && !value.is_var();
        if values.iter().all(known) {
            let mut members = Members::default();
            values.iter().try_for_each(|(_, value)| members.add(value, span))?;
            return self.set_of(members);
        }
        let mut found: std::collections::BTreeMap<i64, Vec<Formula>> = Default::default();
        let mut of: Option<Option<EnumId>> = None;
        for (when, value) in values {
            let (when, value) = match super::option::inner(value) {
                Some(inner) => (Formula::and([when.clone(), super::option::occurs(value)]), inner.clone()),
                None => continue,
            };
            let own = self.enum_of(&value);
            of = Some(of.map_or(own, |of| of.filter(|of| own == Some(*of))));
            let sum = self.sum(&value, span)?;
            for member in self.possible(&sum, span)?.iter() {
                self.flat.meter.tick(1)?;
                let here = self.flat.member(&sum, &Domain::singleton(member))?;
                found.entry(member).or_default().push(Formula::and([when.clone(), here]));
            }
        }
        let members = found.into_iter().map(|(member, whens)| (member, Formula::or(whens))).collect();
        Ok(from_members(members, of.flatten()))
    }

    /// Exactly one branch is taken: its members.
    pub(super) fn select_set(&mut self, branches: &[(Formula, Value)], span: Span) -> Outcome<Value> {
        let mut found: std::collections::BTreeMap<i64, Vec<Formula>> = Default::default();
        let mut of = None;
        for (when, value) in branches {
            let set = self.opened(value, span)?;
            of = of.or(set.of);
            for (member, inside) in set.members {
                self.flat.meter.tick(1)?;
                found.entry(member).or_default().push(Formula::and([when.clone(), inside]));
            }
        }
        let members = found.into_iter().map(|(member, whens)| (member, self.flat.named(Formula::or(whens))));
        Ok(from_members(members.collect(), of))
    }

    /// All values a sum may take.
    pub(super) fn possible(&mut self, sum: &Sum, span: Span) -> Outcome<Domain> {
        let domain = match sum.terms.as_slice() {
            [(1, Term::Var(var))] if sum.constant == 0 => self.flat.model.vars[var.index()].domain.clone(),
            _ => self.flat.range(sum).domain(),
        };
        match domain.size() > WIDEST {
            true => fault(span, "a set with so many possible members is too large: give the variables smaller domains"),
            false => Ok(domain),
        }
    }

    /// `lo..hi` with variable ends.
    pub(super) fn variable_range(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let of = self.enum_of(left).or(self.enum_of(right));
        let (lo, hi) = (self.sum(left, span)?, self.sum(right, span)?);
        let (first, last) = (self.flat.range(&lo).domain().min(), self.flat.range(&hi).domain().max());
        let all = Domain::range(first, last);
        if all.size() > WIDEST {
            return fault(span, "a range with so many possible members is too large: give its ends smaller domains");
        }
        let mut members = Vec::new();
        for member in all.iter() {
            let (mut above, mut below) = (lo.clone(), hi.clone());
            let done = above.add(-1, &Sum::constant(member)).and_then(|()| below.add(-1, &Sum::constant(member)));
            self.at(span).checked(done)?;
            let after = self.flat.compare(&above, Cmp::Le)?;
            let before = self.flat.compare(&below, Cmp::Ge)?;
            members.push((member, Formula::and([after, before])));
        }
        Ok(from_members(members, of))
    }

    /// A set under a declared domain: what is outside must not be in it.
    pub(super) fn within(&mut self, value: &Value, domain: &Set, span: Span) -> Outcome<Value> {
        let set = self.opened(value, span)?;
        let of = domain.of.or(set.of);
        let mut kept = Vec::with_capacity(set.members.len());
        for (member, when) in set.members {
            match domain.members.contains(member) {
                true => kept.push((member, when)),
                false if when == Formula::Const(true) => {
                    return undefined(span, "the set is not within its domain");
                }
                false => self.require(when.negated()),
            }
        }
        Ok(from_members(kept, of))
    }
}

/// A set from its possible members: known if all of them are in or out.
pub(crate) fn from_members(mut members: Vec<(i64, Formula)>, of: Option<EnumId>) -> Value {
    members.retain(|(_, when)| *when != Formula::Const(false));
    match members.iter().all(|(_, when)| *when == Formula::Const(true)) {
        true => {
            let members = Domain::from_values(members.into_iter().map(|(member, _)| member));
            Value::Set(Arc::new(Set { members, of }))
        }
        false => Value::OpenSet(Arc::new(OpenSet { members, of })),
    }
}
