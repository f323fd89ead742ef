//! Questions about variables and enums: bounds, domains, fixed values, neighbours.

use crate::front::diagnostic::{Outcome, fault, undefined};
use crate::front::evaluate::{Evaluator, set};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::value::{Array, Set, Value};
use crate::model::Domain;

/// The value of a variable: known in output, or because only one is left.
pub(super) fn fix(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let value = ev.fixed(&args[0]);
    match only(ev, &value) {
        Some(value) => Ok(value),
        None => fault(span, "`fix` of a variable that is not fixed"),
    }
}

/// The only value something can have.
fn only(ev: &mut Evaluator<'_>, value: &Value) -> Option<Value> {
    match value {
        value if !value.is_var() => Some(value.clone()),
        Value::Var(var) => ev.flat.model.domain(*var).value().map(|at| match ev.enum_vars.get(var) {
            Some(of) => Value::Enum(*of, at),
            None => Value::Int(at),
        }),
        Value::Atom(atom) => match ev.flat.atom(*atom) {
            Formula::Const(truth) => Some(Value::Bool(truth)),
            _ => None,
        },
        Value::Sum(sum) => {
            let range = ev.flat.range(sum);
            (range.lo == range.hi).then(|| Value::Int(range.domain().min()))
        }
        Value::Array(array) => {
            let cells = array.cells.iter().map(|cell| only(ev, cell)).collect::<Option<_>>()?;
            Some(Value::Array(std::sync::Arc::new(Array { index: array.index.clone(), cells })))
        }
        Value::Tuple(parts) => {
            Some(Value::Tuple(parts.iter().map(|part| only(ev, part)).collect::<Option<Vec<_>>>()?.into()))
        }
        Value::Record(fields) => {
            let each = |(name, field): &(std::sync::Arc<str>, Value)| Some((name.clone(), only(ev, field)?));
            Some(Value::Record(fields.iter().map(each).collect::<Option<Vec<_>>>()?.into()))
        }
        _ => None,
    }
}

pub(super) fn is_fixed(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    Ok(Value::Bool(!args[0].is_var() || fix(ev, args, span).is_ok()))
}

/// The smallest value, or of an array the smallest of all cells.
pub(super) fn lower(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    bound(ev, &args[0], span, false)
}

pub(super) fn upper(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    bound(ev, &args[0], span, true)
}

fn bound(ev: &mut Evaluator<'_>, value: &Value, span: Span, largest: bool) -> Outcome<Value> {
    if let Value::OpenSet(set) = value {
        // What is in it for certain, and what may be.
        let kept = set.members.iter().filter(|(_, when)| largest || *when == Formula::Const(true));
        let members = Domain::from_values(kept.map(|(member, _)| *member));
        return Ok(Value::Set(std::sync::Arc::new(Set { members, of: set.of })));
    }
    if let Value::Set(_) = value {
        return Ok(value.clone());
    }
    let pick = |domain: Domain| match (domain.is_empty(), largest) {
        (true, _) => undefined(span, "there are no values"),
        (_, true) => Ok(Value::Int(domain.max())),
        (_, false) => Ok(Value::Int(domain.min())),
    };
    pick(values(ev, value, span)?)
}

pub(super) fn domain(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    values(ev, &args[0], span).map(Value::set)
}

/// The values something may take.
pub(super) fn values(ev: &mut Evaluator<'_>, value: &Value, span: Span) -> Outcome<Domain> {
    match value {
        Value::Array(array) => {
            let domains = array.cells.iter().map(|cell| values(ev, cell, span)).collect::<Outcome<Vec<_>>>()?;
            Ok(Domain::from_ranges(domains.iter().flat_map(|d| d.ranges().to_vec())))
        }
        Value::Var(var) => Ok(ev.flat.model.domain(*var).clone()),
        Value::Set(set) => Ok(set.members.clone()),
        Value::OpenSet(set) => Ok(Domain::from_values(set.members.iter().map(|(member, _)| *member))),
        Value::Absent => Ok(Domain::empty()),
        Value::Optional(optional) => values(ev, &optional.value, span),
        Value::Int(at) | Value::Enum(_, at) => Ok(Domain::singleton(*at)),
        value => {
            let sum = ev.sum(value, span)?;
            let range = ev.at(span).range(&sum);
            ev.flat.checked(range.is_small().then(|| range.domain()))
        }
    }
}

pub(super) fn next(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    step(ev, args, span, 1)
}

pub(super) fn previous(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    step(ev, args, span, -1)
}

/// `enum_next(x)` or `enum_next(E, x)`.
fn step(ev: &mut Evaluator<'_>, args: &[Value], span: Span, by: i64) -> Outcome<Value> {
    match args.last() {
        Some(Value::Enum(of, at)) => {
            let n = ev.enums[*of as usize].as_ref().map_or(0, |e| e.constants.len() as i64);
            match (1..=n).contains(&(at + by)) {
                true => Ok(Value::Enum(*of, at + by)),
                false => undefined(span, "the enum has no such constant"),
            }
        }
        Some(value) => {
            let shifted = ev.binary(crate::front::syntax::Op::Plus, value.clone(), Value::Int(by), span)?;
            if let Some(Value::Set(all)) = args.first().filter(|_| args.len() == 2) {
                let inside = ev.is_in(&shifted, &all.members, span)?;
                ev.require(inside);
            }
            Ok(shifted)
        }
        None => fault(span, "expected an enum constant"),
    }
}

pub(super) fn to_enum(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let all = set(&args[0], span)?.clone();
    match &args[1] {
        Value::Array(array) => {
            let each = |cell: &Value| to_enum(ev, &[args[0].clone(), cell.clone()], span);
            let cells = array.cells.iter().map(each).collect::<Outcome<_>>()?;
            return Ok(Value::Array(std::sync::Arc::new(Array { index: array.index.clone(), cells })));
        }
        Value::Set(members) => {
            let members = members.members.clone();
            return match members.minus(&all.members).is_empty() {
                true => Ok(Value::Set(std::sync::Arc::new(Set { members, of: all.of }))),
                false => undefined(span, "the enum has no such constants"),
            };
        }
        value if value.is_option() => {
            return ev.lifted(value, |ev, value| to_enum(ev, &[args[0].clone(), value.clone()], span));
        }
        _ => {}
    }
    match (&args[1], all.of) {
        (Value::Int(at), Some(of)) if all.members.contains(*at) => Ok(Value::Enum(of, *at)),
        (Value::Int(at), Some(_)) => undefined(span, format!("the enum has no constant number {at}")),
        (value, _) => {
            let inside = ev.is_in(value, &all.members, span)?;
            ev.require(inside);
            let Some(of) = all.of else { return Ok(value.clone()) };
            // A name of its own, so that the number keeps to be one.
            let sum = ev.sum(value, span)?;
            // With room for what is outside: that is undefined, and need not be impossible.
            let var = ev.at(span).either([&sum].into_iter());
            ev.flat.define_sum(var, &sum)?;
            ev.is_of(var, of);
            Ok(Value::Var(var))
        }
    }
}

pub(super) fn enum2int(ev: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    Ok(ev.number(args[0].clone()))
}
