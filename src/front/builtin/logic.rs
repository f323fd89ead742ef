//! Quantifiers and other truth functions of arrays, and assertions.

use super::array::cells;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, from_formula};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::Expr;
use crate::front::value::Value;

pub(super) fn forall(ev: &mut Evaluator<'_>, args: &[Expr], span: Span) -> Outcome<Value> {
    quantifier(ev, args, span, true)
}

pub(super) fn exists(ev: &mut Evaluator<'_>, args: &[Expr], span: Span) -> Outcome<Value> {
    quantifier(ev, args, span, false)
}

fn quantifier(ev: &mut Evaluator<'_>, args: &[Expr], span: Span, all: bool) -> Outcome<Value> {
    if let Some(inner) = Evaluator::only_comprehension(args) {
        return ev.quantified(inner, all);
    }
    let value = ev.eval(&args[0])?;
    let listed = ev.or_else_all(&cells(&value, span)?.cells, &Value::Bool(all), span)?;
    let parts = listed.into_iter().map(|cell| ev.formula(cell, span)).collect::<Outcome<Vec<_>>>()?;
    Ok(from_formula(if all { Formula::and(parts) } else { Formula::or(parts) }))
}

/// The cells of a Boolean array.
pub(super) fn formulas(ev: &mut Evaluator<'_>, value: &Value, span: Span) -> Outcome<Vec<Formula>> {
    let array = cells(value, span)?;
    array.cells.iter().map(|cell| ev.formula(cell.clone(), span)).collect()
}

pub(super) fn itself(ev: &mut Evaluator<'_>, args: &[Expr], _: Span) -> Outcome<Value> {
    ev.truth_value(&args[0])
}

/// `assert(condition, message)` and `assert(condition, message, value)`.
pub(super) fn assert(ev: &mut Evaluator<'_>, args: &[Expr], span: Span) -> Outcome<Value> {
    match ev.truth(&args[0])? {
        Some(true) => args.get(2).map_or(Ok(Value::Bool(true)), |value| ev.eval(value)),
        None => fault(args[0].span, "expected a condition without variables in `assert`"),
        Some(false) => match ev.eval(&args[1])? {
            Value::Str(message) => fault(span, format!("assertion failed: {message}")),
            _ => fault(span, "assertion failed"),
        },
    }
}

/// An odd number of the Booleans is true.
pub(super) fn xorall(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let parts = formulas(ev, &args[0], span)?;
    Ok(from_formula(odd(ev, parts)))
}

/// An even number of the Booleans is true: the opposite of `xorall`.
pub(super) fn iffall(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let parts = formulas(ev, &args[0], span)?;
    Ok(from_formula(odd(ev, parts).negated()))
}

/// Parity in steps, each with a literal of its own so that nothing is multiplied out.
fn odd(ev: &mut Evaluator<'_>, parts: Vec<Formula>) -> Formula {
    parts.into_iter().fold(Formula::Const(false), |sofar, part| {
        let simple = |ev: &mut Evaluator<'_>, f: Formula| match f {
            Formula::Const(_) => f,
            f => Formula::Atom(ev.flat.whole(&f)),
        };
        let (a, b) = (simple(ev, sofar), simple(ev, part));
        Formula::iff(a, b).negated()
    })
}

/// One of the first is true or one of the second is false.
pub(super) fn clause(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let positive = formulas(ev, &args[0], span)?;
    let negative = formulas(ev, &args[1], span)?;
    Ok(from_formula(Formula::or(positive.into_iter().chain(negative.into_iter().map(Formula::negated)))))
}
