//! Constraints that stay whole: what the library says in the language is one constraint of the waist where it must hold.
//!
//! The text in `prelude.mzn` and `library/` stays the definition: for the judge, for all other places (`not`, `<->`, conditions), and for
//! arguments that the waist does not take: options, sets, index sets that differ. So every row here may say "not me".

use crate::front::diagnostic::Outcome;
use crate::front::evaluate::{Evaluator, from_formula};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::Term;
use crate::front::value::{Array, Value};
use crate::model::global::{
    BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap, Task,
};
use crate::model::{Assignment, Atom, Cmp, Constraint, Domain, Operand, Rel, Var};

/// The constraint, with what is said beside it; nothing if the library must say it.
type Said = Outcome<Option<Formula>>;

type Say = fn(&mut Evaluator<'_>, &[Value], Span) -> Said;

/// Name, number of arguments, and how it is said.
const ROWS: &[(&str, usize, Say)] = &[
    ("cumulative", 4, cumulative),
    ("disjunctive", 2, |ev, args, span| disjunctive(ev, args, span, false)),
    ("disjunctive_strict", 2, |ev, args, span| disjunctive(ev, args, span, true)),
    ("subcircuit", 1, |ev, args, span| circuit(ev, args, span, true)),
    ("global_cardinality", 3, |ev, args, span| cardinality(ev, args, span, false)),
    ("global_cardinality_closed", 3, |ev, args, span| cardinality(ev, args, span, true)),
    ("count", 3, count),
    ("count_eq", 3, count),
    ("inverse", 2, inverse),
    ("bin_packing_load", 3, bin_packing),
    ("nvalue", 2, n_value),
    ("diffn", 4, |ev, args, span| rectangles(ev, args, span, true)),
    ("diffn_nonstrict", 4, |ev, args, span| rectangles(ev, args, span, false)),
    ("diffn_k", 2, |ev, args, span| boxes(ev, args, span, true)),
    ("diffn_nonstrict_k", 2, |ev, args, span| boxes(ev, args, span, false)),
    ("quandary_overlap_le", 3, |ev, args, span| overlap(ev, args, span, Cmp::Le)),
    ("quandary_overlap_ge", 3, |ev, args, span| overlap(ev, args, span, Cmp::Ge)),
    ("quandary_overlap_eq", 3, |ev, args, span| overlap(ev, args, span, Cmp::Eq)),
    ("quandary_overlap_ne", 3, |ev, args, span| overlap(ev, args, span, Cmp::Ne)),
];

/// From so many variables on, a count that is itself a variable stays whole.
const MANY: usize = 40;

/// A call of a predicate of the library that must hold, as one constraint if it can be.
pub(crate) fn whole(ev: &mut Evaluator<'_>, name: &str, args: &[Value], span: Span) -> Outcome<Option<Value>> {
    let row = ROWS.iter().find(|(known, n_args, _)| *known == name.trim_end() && *n_args == args.len());
    let Some((.., say)) = row else { return Ok(None) };
    ev.flat.here = span;
    Ok(say(ev, args, span)?.map(from_formula))
}

/// `nvalue(x)`: a fresh number, whatever holds.
pub(crate) fn number_of_values(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Option<Value>> {
    let [array] = args else { return Ok(None) };
    let Some(array) = numbers(array) else { return Ok(None) };
    if array.cells.len() < 2 || !array.cells.iter().any(Value::is_var) {
        return Ok(None);
    }
    let of = variables(ev, array, span)?;
    let n = ev.flat.auxiliary(Domain::range(1, of.len() as i64));
    ev.flat.define(|flat| flat.push(NValue { n: n.into(), of }.into()));
    Ok(Some(Value::Var(n)))
}

/// A constraint whose arguments may all be known: then it is true or false.
fn body(constraint: impl Into<Constraint>) -> Formula {
    let constraint = constraint.into();
    match constraint.scope().is_empty() {
        true => Formula::Const(constraint.holds(&Assignment::new(Vec::new()))),
        false => constraint.into(),
    }
}

/// The array, if all its cells are numbers.
fn numbers(value: &Value) -> Option<&Array> {
    let is_number = |cell: &Value| matches!(cell, Value::Int(_) | Value::Enum(..) | Value::Var(_) | Value::Sum(_));
    let Value::Array(array) = value else { return None };
    Some(&**array).filter(|array| array.cells.iter().all(|cell| is_number(cell) || cell.is_bool()))
}

/// The same, and it has one dimension: the first index.
fn line(value: &Value) -> Option<(&Array, i64)> {
    numbers(value).filter(|array| array.index.len() == 1).map(|array| (array, array.index[0].lo))
}

fn operands(ev: &mut Evaluator<'_>, array: &Array, span: Span) -> Outcome<Vec<Operand>> {
    ev.flat.meter.tick(array.cells.len() as u64)?;
    array.cells.iter().map(|cell| operand(ev, cell, span)).collect()
}

fn operand(ev: &mut Evaluator<'_>, cell: &Value, span: Span) -> Outcome<Operand> {
    let sum = ev.sum(cell, span)?;
    ev.flat.operand(&sum)
}

fn variables(ev: &mut Evaluator<'_>, array: &Array, span: Span) -> Outcome<Vec<Var>> {
    ev.flat.meter.tick(array.cells.len() as u64)?;
    array.cells.iter().map(|cell| ev.variable(cell, span)).collect()
}

/// The numbers of an array, if they are known.
fn known(ev: &mut Evaluator<'_>, array: &Array, span: Span) -> Outcome<Option<Vec<i64>>> {
    let known = |operand: Operand| match operand {
        Operand::Const(value) => Some(value),
        Operand::Var(_) => None,
    };
    if array.cells.iter().any(Value::is_var) {
        return Ok(None);
    }
    Ok(operands(ev, array, span)?.into_iter().map(known).collect())
}

/// `x >= 0`, where the domain leaves a doubt.
fn not_negative(ev: &Evaluator<'_>, operand: Operand) -> Option<Formula> {
    match operand {
        Operand::Var(var) => Some(ev.flat.atom(var.at_least(0))).filter(|formula| *formula != Formula::Const(true)),
        Operand::Const(_) => None,
    }
}

fn inside(ev: &Evaluator<'_>, vars: &[Var], first: i64, n: usize) -> Vec<Formula> {
    let indices = Domain::range(first, first.saturating_add(n as i64 - 1));
    vars.iter().map(|var| ev.flat.var_in(*var, &indices)).collect()
}

fn together(mut parts: Vec<Formula>, constraint: impl Into<Constraint>) -> Option<Formula> {
    parts.push(body(constraint));
    Some(Formula::and(parts))
}

fn cumulative(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Said {
    let [s, d, r, b] = args else { return Ok(None) };
    let (Some((s, _)), Some((d, _)), Some((r, _))) = (line(s), line(d), line(r)) else {
        return Ok(None);
    };
    if s.index != d.index || s.index != r.index || b.is_option() {
        return Ok(None);
    }
    let (starts, durations, demands) = (operands(ev, s, span)?, operands(ev, d, span)?, operands(ev, r, span)?);
    let capacity = operand(ev, b, span)?;
    let amounts = durations.iter().chain(&demands).copied().chain([capacity]);
    let parts = amounts.filter_map(|amount| not_negative(ev, amount)).collect();
    let tasks = starts.into_iter().zip(durations).zip(demands);
    let tasks = tasks.map(|((start, duration), demand)| Task { start, duration, demand }).collect();
    Ok(together(parts, Cumulative { tasks, capacity }))
}

fn disjunctive(ev: &mut Evaluator<'_>, args: &[Value], span: Span, strict: bool) -> Said {
    let [s, d] = args else { return Ok(None) };
    let (Some((s, _)), Some((d, _))) = (line(s), line(d)) else { return Ok(None) };
    if s.index != d.index {
        return Ok(None);
    }
    let (starts, durations) = (operands(ev, s, span)?, operands(ev, d, span)?);
    let parts = durations.iter().filter_map(|duration| not_negative(ev, *duration)).collect();
    Ok(together(parts, Disjunctive { tasks: starts.into_iter().zip(durations).collect(), strict }))
}

fn rectangles(ev: &mut Evaluator<'_>, args: &[Value], span: Span, strict: bool) -> Said {
    let [x, y, dx, dy] = args else { return Ok(None) };
    let (Some((x, _)), Some((y, _)), Some((dx, _)), Some((dy, _))) = (line(x), line(y), line(dx), line(dy)) else {
        return Ok(None);
    };
    if [y, dx, dy].iter().any(|array| array.index != x.index) {
        return Ok(None);
    }
    let (x, dx) = (operands(ev, x, span)?, operands(ev, dx, span)?);
    let (y, dy) = (operands(ev, y, span)?, operands(ev, dy, span)?);
    let sides = x.into_iter().zip(dx).zip(y.into_iter().zip(dy)).flat_map(|(x, y)| [x, y]).collect();
    Ok(together(Vec::new(), Diffn { n_dimensions: 2, sides, strict }))
}

/// A row for each box, a column for each dimension.
fn boxes(ev: &mut Evaluator<'_>, args: &[Value], span: Span, strict: bool) -> Said {
    let [at, size] = args else { return Ok(None) };
    let (Some(at), Some(size)) = (numbers(at), numbers(size)) else { return Ok(None) };
    let [_, dimensions] = at.index.as_slice() else { return Ok(None) };
    if at.index != size.index || dimensions.is_empty() {
        return Ok(None);
    }
    let n_dimensions = dimensions.len();
    let sides = operands(ev, at, span)?.into_iter().zip(operands(ev, size, span)?).collect();
    Ok(together(Vec::new(), Diffn { n_dimensions, sides, strict }))
}

/// In how many places both arrays are true.
fn overlap(ev: &mut Evaluator<'_>, args: &[Value], span: Span, cmp: Cmp) -> Said {
    let [Value::Array(x), Value::Array(y), Value::Int(bound)] = args else { return Ok(None) };
    let (x, y) = (truths(ev, x, span)?, truths(ev, y, span)?);
    let pairs = x.into_iter().zip(y).collect();
    Ok(together(Vec::new(), Overlap { pairs, cmp, bound: *bound }))
}

fn truths(ev: &mut Evaluator<'_>, array: &Array, span: Span) -> Outcome<Vec<Atom>> {
    ev.flat.meter.tick(array.cells.len() as u64)?;
    let truth = |cell: &Value| ev.variable(cell, span).map(Var::is_true);
    array.cells.iter().map(truth).collect()
}

/// The successors are indices; on a tour of several, none is its own.
pub(super) fn circuit(ev: &mut Evaluator<'_>, args: &[Value], span: Span, sub: bool) -> Said {
    let Some((array, first)) = line(&args[0]) else { return Ok(None) };
    let next = variables(ev, array, span)?;
    let mut parts = inside(ev, &next, first, next.len());
    if !sub && next.len() > 1 {
        let own = next.iter().zip(0..).map(|(next, i)| ev.flat.atom(next.is_not(first.saturating_add(i))));
        parts.extend(own);
    }
    Ok(together(parts, Circuit { next, first, sub }))
}

/// With known counts the library's counts are as good.
fn cardinality(ev: &mut Evaluator<'_>, args: &[Value], span: Span, closed: bool) -> Said {
    let [x, cover, counts] = args else { return Ok(None) };
    let (Some(x), Some(cover), Some(counts)) = (numbers(x), numbers(cover), numbers(counts)) else {
        return Ok(None);
    };
    if cover.cells.len() != counts.cells.len() || !counts.cells.iter().any(Value::is_var) {
        return Ok(None);
    }
    let Some(values) = known(ev, cover, span)? else { return Ok(None) };
    let (vars, counts) = (variables(ev, x, span)?, operands(ev, counts, span)?);
    let most = Domain::range(0, vars.len() as i64);
    let bounded = |count: &Operand| match count {
        Operand::Var(count) => Some(ev.flat.var_in(*count, &most)),
        Operand::Const(_) => None,
    };
    let mut parts: Vec<Formula> = counts.iter().filter_map(bounded).collect();
    if closed {
        let listed = Domain::from_values(values.iter().copied());
        parts.extend(vars.iter().map(|var| ev.flat.var_in(*var, &listed)));
    }
    Ok(together(parts, Cardinality { vars, counts: values.into_iter().zip(counts).collect(), closed }))
}

/// A variable number of occurrences. A short sum is as good and better known.
fn count(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Said {
    let [x, Value::Int(value), number] = args else { return Ok(None) };
    let Some(x) = numbers(x).filter(|x| x.cells.len() >= MANY && number.is_var()) else { return Ok(None) };
    let (vars, number) = (variables(ev, x, span)?, ev.variable(number, span)?);
    let bounded = ev.flat.var_in(number, &Domain::range(0, vars.len() as i64));
    Ok(together(vec![bounded], Cardinality { vars, counts: vec![(*value, number.into())], closed: false }))
}

/// `x = sum(i)(s[i] = value)` that must hold, said as the count that it is.
pub(crate) fn counted(ev: &mut Evaluator<'_>, left: &Value, right: &Value, span: Span) -> Said {
    let ((Value::Var(number), Value::Sum(sum)) | (Value::Sum(sum), Value::Var(number))) = (left, right) else {
        return Ok(None);
    };
    let Some((_, Term::Atom(first))) = sum.terms.first() else { return Ok(None) };
    let is_like_first = |(c, term): &(i64, Term)| {
        *c == 1 && matches!(term, Term::Atom(atom) if atom.rel == Rel::Eq && atom.value == first.value)
    };
    if sum.constant != 0 || sum.terms.len() < MANY || !sum.terms.iter().all(is_like_first) {
        return Ok(None);
    }
    ev.flat.here = span;
    let var = |(_, term): &(i64, Term)| match term {
        Term::Atom(atom) => atom.var,
        Term::Var(var) => *var,
    };
    let vars: Vec<Var> = sum.terms.iter().map(var).collect();
    let bounded = ev.flat.var_in(*number, &Domain::range(0, vars.len() as i64));
    let counts = vec![(first.value, (*number).into())];
    Ok(together(vec![bounded], Cardinality { vars, counts, closed: false }))
}

fn inverse(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Said {
    let [f, g] = args else { return Ok(None) };
    let (Some((f, first_f)), Some((g, first_g))) = (line(f), line(g)) else { return Ok(None) };
    let (f, g) = (variables(ev, f, span)?, variables(ev, g, span)?);
    let mut parts = inside(ev, &f, first_g, g.len());
    parts.extend(inside(ev, &g, first_f, f.len()));
    Ok(together(parts, Inverse { f, first_f, g, first_g }))
}

fn bin_packing(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Said {
    let [l, bin, w] = args else { return Ok(None) };
    let (Some((l, first)), Some((bin, _)), Some((w, _))) = (line(l), line(bin), line(w)) else {
        return Ok(None);
    };
    if bin.index != w.index {
        return Ok(None);
    }
    let Some(weights) = known(ev, w, span)? else { return Ok(None) };
    let (loads, bins) = (operands(ev, l, span)?, variables(ev, bin, span)?);
    let mut parts = inside(ev, &bins, first, loads.len());
    let (mut least, mut most) = (0i128, 0i128);
    weights
        .iter()
        .for_each(|weight| (least, most) = (least + i128::from(*weight).min(0), most + i128::from(*weight).max(0)));
    if let (Ok(least), Ok(most)) = (i64::try_from(least), i64::try_from(most)) {
        let between = Domain::range(least, most);
        parts.extend(loads.iter().filter_map(|load| match load {
            Operand::Var(load) => Some(ev.flat.var_in(*load, &between)),
            Operand::Const(_) => None,
        }));
    }
    Ok(together(parts, BinPacking { items: weights.into_iter().zip(bins).collect(), loads, first }))
}

fn n_value(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Said {
    let [n, x] = args else { return Ok(None) };
    let Some(x) = numbers(x) else { return Ok(None) };
    if n.is_option() || x.cells.is_empty() {
        return Ok(None);
    }
    let (n, of) = (operand(ev, n, span)?, variables(ev, x, span)?);
    let between = Domain::range(1, of.len() as i64);
    let parts = if let Operand::Var(n) = n { vec![ev.flat.var_in(n, &between)] } else { Vec::new() };
    Ok(together(parts, NValue { n, of }))
}

/// Arrays of numbers where one must come before the other.
pub(super) fn lexicographic(ev: &mut Evaluator<'_>, args: &[Value], span: Span, strict: bool) -> Said {
    let [x, y] = args else { return Ok(None) };
    let (Some(x), Some(y)) = (numbers(x), numbers(y)) else { return Ok(None) };
    // A comparison of two numbers is better said so.
    if x.cells.len().min(y.cells.len()) < 2 {
        return Ok(None);
    }
    let (left, right) = (operands(ev, x, span)?, operands(ev, y, span)?);
    Ok(together(Vec::new(), Lex { left, right, strict }))
}
