//! Functions of arrays and sets as such: shapes, index sets, order.

use super::Values;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::access::members_of;
use crate::front::evaluate::{Evaluator, Members, option, set};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::Op;
use crate::front::value::{Array, Index, Set, Value};
use crate::model::Domain;
use std::borrow::Cow;
use std::sync::Arc;

/// The array that a value is; a set of not too many members is the list of them.
pub(super) fn cells(value: &Value, span: Span) -> Outcome<Cow<'_, Arc<Array>>> {
    const MANY: u64 = 1_000_000;
    match value {
        Value::Array(array) => Ok(Cow::Borrowed(array)),
        Value::Set(set) if set.members.size() <= MANY => Ok(Cow::Owned(Arc::new(members_of(set)))),
        other => fault(span, format!("expected an array, found {}", other.kind())),
    }
}

/// The array that a value is; a set is the list of its members.
pub(super) fn listed(ev: &mut Evaluator<'_>, value: &Value, span: Span) -> Outcome<Arc<Array>> {
    match value {
        Value::Set(set) => {
            ev.step(set.members.size(), span)?;
            Ok(Arc::new(members_of(set)))
        }
        value => cells(value, span).map(Cow::into_owned),
    }
}

/// `array1d(array)`, `array1d(S, array)`, `array2d(S, T, array)`, ...
pub(super) fn reshape(ev: &mut Evaluator<'_>, mut args: Values, span: Span) -> Outcome<Value> {
    let last = args.pop().expect("the arity is at least one");
    let array = listed(ev, &last, span)?;
    drop(last);
    let sets = args;
    if sets.is_empty() {
        return Ok(Value::Array(Arc::new(Array::list(Arc::unwrap_or_clone(array).cells))));
    }
    let mut index = smallvec::SmallVec::new();
    for value in &sets {
        index.push(range(set(value, span)?, span)?);
    }
    let n = index.iter().map(Index::len).try_fold(1usize, usize::checked_mul);
    if n != Some(array.cells.len()) {
        let n = n.map_or("too many".to_string(), |n| n.to_string());
        return fault(
            span,
            format!("the index sets have {n} members in all, but the array has {} cells", array.cells.len()),
        );
    }
    Ok(Value::Array(Arc::new(Array { index, cells: Arc::unwrap_or_clone(array).cells })))
}

fn range(set: &Set, span: Span) -> Outcome<Index> {
    match set.members.ranges() {
        [] => Ok(Index { lo: 1, hi: 0, of: set.of }),
        [(lo, hi)] => Ok(Index { lo: *lo, hi: *hi, of: set.of }),
        _ => fault(span, "an index set must be a range"),
    }
}

/// `[1: a, 2: b]`, `[0: a, b, c]` and `[(1, 1): a, (1, 2): b]`.
pub(super) fn with_indices(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (keys, array) = (cells(&args[0], span)?, cells(&args[1], span)?);
    if keys.cells.len() == array.cells.len() {
        return placed(&keys.cells, &array.cells, span);
    }
    let mut lo = None;
    for (offset, key) in keys.cells.iter().enumerate() {
        let (at, of) = match key {
            Value::Int(at) => (*at, None),
            Value::Enum(of, at) => (*at, Some(*of)),
            other => return fault(span, format!("expected an index, found {}", other.kind())),
        };
        let (first, _) = *lo.get_or_insert((at, of));
        if at != first + offset as i64 {
            return fault(span, "the indices of this array do not follow each other");
        }
    }
    let (lo, of) = lo.unwrap_or((1, None));
    let index = Index { of, ..Index::counted(lo, array.cells.len()) };
    Ok(Value::Array(Arc::new(Array { index: [index].into_iter().collect(), cells: array.cells.clone() })))
}

/// `[| A: B: | x: 1, 2 | y: 3, 4 |]`: the rows' indices, the columns', and the cells.
pub(super) fn with_headers(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let matrix = cells(&args[2], span)?;
    let mut index = matrix.index.clone();
    for (dimension, keys) in args[..2].iter().enumerate() {
        let keys = cells(keys, span)?;
        if keys.cells.is_empty() {
            continue;
        }
        if keys.cells.len() != index[dimension].len() {
            return fault(span, "the matrix has another number of indices than of rows or columns");
        }
        index[dimension] =
            placed(&keys.cells, &keys.cells, span).and_then(|value| Ok(cells(&value, span)?.index[0]))?;
    }
    Ok(Value::Array(Arc::new(Array { index, cells: matrix.cells.clone() })))
}

/// An array of any dimension from the index of each cell, in any order.
pub(crate) fn placed(keys: &[Value], values: &[Value], span: Span) -> Outcome<Value> {
    let one = |key: &Value| match key {
        Value::Int(at) => Ok((*at, None)),
        Value::Enum(of, at) => Ok((*at, Some(*of))),
        Value::Bool(at) => Ok(((*at).into(), None)),
        other => fault(span, format!("expected an index, found {}", other.kind())),
    };
    let mut places = Vec::with_capacity(keys.len());
    for key in keys {
        places.push(match key {
            Value::Tuple(parts) => parts.iter().map(one).collect::<Outcome<Vec<_>>>()?,
            key => vec![one(key)?],
        });
    }
    let n = places.first().map_or(1, Vec::len);
    let mut index = smallvec::SmallVec::new();
    for dimension in 0..n {
        let mut at = places.iter().filter_map(|place| place.get(dimension));
        let Some((first, of)) = at.next().copied() else {
            index.push(Index { lo: 1, hi: 0, of: None });
            continue;
        };
        let (lo, hi) = at.fold((first, first), |(lo, hi), (at, _)| (lo.min(*at), hi.max(*at)));
        index.push(Index { lo, hi, of });
    }
    let mut out = Array { index, cells: vec![Value::Unknown; values.len()] };
    let size = out.index.iter().map(Index::len).try_fold(1usize, usize::checked_mul);
    if size != Some(values.len()) {
        return fault(span, "the indices of this array leave gaps, or one of them is there twice");
    }
    for (place, value) in places.iter().zip(values) {
        let at: Vec<i64> = place.iter().map(|(at, _)| *at).collect();
        let position = if at.len() == n { out.position(&at).ok() } else { None };
        match position.filter(|position| out.cells[*position] == Value::Unknown) {
            Some(position) => out.cells[position] = value.clone(),
            None => return fault(span, "the indices of this array leave gaps, or one of them is there twice"),
        }
    }
    Ok(Value::Array(Arc::new(out)))
}

pub(super) fn index_set(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    match array.index.as_slice() {
        [index] => Ok(Value::Set(Arc::new(index.set()))),
        index => fault(span, format!("this array has {} dimensions: use `index_set_1of{0}`", index.len())),
    }
}

pub(super) fn index_set_of(_: &mut Evaluator<'_>, args: &[Value], span: Span, dimension: usize) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    match array.index.get(dimension) {
        Some(index) => Ok(Value::Set(Arc::new(index.set()))),
        None => fault(span, format!("this array has {} dimensions", array.index.len())),
    }
}

/// The number of cells; of a set that of its members.
pub(super) fn length(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match &args[0] {
        Value::Set(_) => card(ev, args, span),
        value => Ok(Value::Int(cells(value, span)?.cells.len() as i64)),
    }
}

pub(crate) fn card(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    if let Value::OpenSet(set) = &args[0] {
        return ev.open_card(set, span);
    }
    let size = set(&args[0], span)?.members.size();
    Ok(Value::Int(i64::try_from(size).unwrap_or(i64::MAX)))
}

pub(super) fn set2array(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    if let Value::OpenSet(set) = &args[0] {
        let put = |at: i64| set.of.map_or(Value::Int(at), |of| Value::Enum(of, at));
        return Ok(Value::list(set.members.iter().map(|(at, when)| option::optional(when.clone(), put(*at)))));
    }
    let set = set(&args[0], span)?;
    ev.step(set.members.size(), span)?;
    Ok(Value::Array(Arc::new(members_of(set))))
}

pub(super) fn array2set(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = match &args[0] {
        value if value.is_set() => return Ok(value.clone()),
        value => cells(value, span)?,
    };
    if array.cells.iter().any(|cell| cell.is_var() || cell.is_option()) {
        let values: Vec<_> = array.cells.iter().map(|cell| (Formula::Const(true), cell.clone())).collect();
        return ev.set_of_values(&values, span);
    }
    let mut members = Members::default();
    array.cells.iter().try_for_each(|cell| members.add(cell, span))?;
    ev.set_of(members)
}

pub(super) fn union(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    let none = Value::set(Domain::empty());
    array.cells.iter().try_fold(none, |all, cell| ev.binary(Op::Union, all, cell.clone(), span))
}

pub(super) fn intersection(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    let Some((first, rest)) = array.cells.split_first() else { return fault(span, "the intersection of no sets") };
    rest.iter().try_fold(first.clone(), |all, cell| ev.binary(Op::Intersect, all, cell.clone(), span))
}

/// A known array in increasing order.
pub(super) fn sort(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    let mut sorted = array.cells.clone();
    let key = |value: &Value| match value {
        Value::Int(at) | Value::Enum(_, at) => Some(*at),
        Value::Bool(at) => Some((*at).into()),
        _ => None,
    };
    if sorted.iter().any(|cell| key(cell).is_none()) {
        return fault(span, "`sort` takes an array of known integers");
    }
    sorted.sort_by_key(key);
    Ok(Value::Array(Arc::new(Array { index: array.index.clone(), cells: sorted })))
}

/// The cells from the last to the first; a set is the array of its members.
pub(super) fn reverse(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = listed(ev, &args[0], span)?;
    let reversed = array.cells.iter().rev().cloned().collect();
    Ok(Value::Array(Arc::new(Array { index: array.index.clone(), cells: reversed })))
}
