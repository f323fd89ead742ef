//! Array access: by known indices in constant time, by variable indices through an element constraint, and slices.

use super::truth::is_slice;
use super::{Evaluator, from_formula, from_sum};
use crate::front::diagnostic::{Outcome, fault, undefined, unsupported};
use crate::front::flatten::Entry;
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::{Expr, Kind};
use crate::front::value::{Array, Index, Set, Value};
use crate::model::{Domain, Operand, Var};
use smallvec::SmallVec;
use std::sync::Arc;

/// One index: a known position, a variable, or a part of the dimension.
enum At {
    Known(i64),
    Open(Sum),
    Part(Index),
}

impl Evaluator<'_> {
    /// `array[args]`. An access to an array of Booleans is a Boolean context; `root` if it must be true.
    pub(super) fn index(&mut self, array: &Expr, args: &[Expr], span: Span, root: bool) -> Outcome<Value> {
        let value = self.eval(array)?;
        let array = match value {
            Value::Array(array) => array,
            // A set is the list of its members in order.
            Value::Set(set) => {
                self.step(set.members.size(), array.span)?;
                Arc::new(members_of(&set))
            }
            other => return fault(array.span, format!("expected an array before `[`, found {}", other.kind())),
        };
        if array.index.len() != args.len() {
            return fault(
                span,
                format!("this array has {} dimensions, found {} indices", array.index.len(), args.len()),
            );
        }
        match array.cells.first().is_some_and(Value::is_bool) && !args.iter().any(is_slice) {
            true => self.context(root, span, |ev| ev.index_into(&array, args, span)),
            false => self.index_into(&array, args, span),
        }
    }

    fn index_into(&mut self, array: &Array, args: &[Expr], span: Span) -> Outcome<Value> {
        let mut known: SmallVec<[i64; 3]> = SmallVec::new();
        for (dimension, arg) in args.iter().enumerate() {
            if matches!(arg.kind, Kind::Open(..)) {
                return self.general(array, &[], args, None, span);
            }
            let value = self.eval(arg)?;
            if value.is_option() {
                return self.optional_access(array, args, dimension, value, span);
            }
            self.right_index(array.index[dimension], &value, arg.span)?;
            match value {
                Value::Int(at) | Value::Enum(_, at) => known.push(at),
                Value::Bool(at) => known.push(at.into()),
                other => return self.general(array, &known, &args[dimension..], Some(other), span),
            }
        }
        match array.position(&known) {
            Ok(position) => Ok(array.cells[position].clone()),
            Err(dimension) => out_of_range(array, known[dimension], dimension, args[dimension].span),
        }
    }

    /// An access with an index that may be absent is absent where the index is.
    fn optional_access(&mut self, array: &Array, args: &[Expr], at: usize, value: Value, span: Span) -> Outcome<Value> {
        if let Value::Absent = value {
            return Ok(Value::Absent);
        }
        let mut known = Vec::new();
        for (dimension, arg) in args.iter().enumerate() {
            known.push(if dimension == at { value.clone() } else { self.eval(arg)? });
        }
        let there = Formula::and(known.iter().map(super::option::occurs));
        let Some(known) = known.iter().map(super::option::inner).map(|v| v.cloned()).collect::<Option<Vec<_>>>() else {
            return Ok(Value::Absent);
        };
        let found = self.only_if(there.clone(), |ev| {
            let mut indices = Vec::new();
            for (value, whole) in known.into_iter().zip(&array.index) {
                indices.push(ev.one_index(value, *whole, span)?);
            }
            ev.element(array, &indices, span)
        })?;
        Ok(found.map_or(Value::Absent, |value| super::option::optional(there, value)))
    }

    /// An index of another enum than the array's is no index.
    fn right_index(&self, index: Index, value: &Value, span: Span) -> Outcome<()> {
        match (index.of, self.enum_of(value)) {
            (Some(own), Some(other)) if own != other => self.two_enums(own, other, span),
            _ => Ok(()),
        }
    }

    /// Some index is not known; `args` are those from the first such on, whose value has been evaluated already.
    fn general(
        &mut self,
        array: &Array,
        known: &[i64],
        args: &[Expr],
        first: Option<Value>,
        span: Span,
    ) -> Outcome<Value> {
        let mut indices: Vec<At> = Vec::new();
        let from = if first.is_some() { known.len() } else { 0 };
        if first.is_some() {
            indices.extend(known.iter().map(|at| At::Known(*at)));
        }
        let mut first = first;
        for (offset, arg) in args.iter().enumerate() {
            let whole = array.index[from + offset];
            let at = match (first.take(), &arg.kind) {
                (Some(value), _) => self.one_index(value, whole, arg.span)?,
                (None, Kind::Open(lo, hi)) => self.open_part(lo.as_deref(), hi.as_deref(), whole, arg.span)?,
                (None, _) => {
                    let value = self.eval(arg)?;
                    self.right_index(whole, &value, arg.span)?;
                    self.one_index(value, whole, arg.span)?
                }
            };
            indices.push(at);
        }
        match indices.iter().any(|at| matches!(at, At::Part(_))) {
            true => self.slice(array, &indices, span),
            false => self.element(array, &indices, span),
        }
    }

    /// `..`, `lo..` or `..hi` as an index: up to where the dimension ends.
    fn open_part(&mut self, lo: Option<&Expr>, hi: Option<&Expr>, whole: Index, span: Span) -> Outcome<At> {
        let mut end = |expr: Option<&Expr>, otherwise: i64| match expr.map(|expr| self.eval(expr)).transpose()? {
            None => Ok(otherwise),
            Some(Value::Int(at) | Value::Enum(_, at)) => Ok(at),
            Some(other) => fault(span, format!("expected a known index, found {}", other.kind())),
        };
        let (lo, hi) = (end(lo, whole.lo)?, end(hi, whole.hi)?);
        let part = Domain::range(lo, hi);
        self.one_index(Value::set(part), whole, span)
    }

    fn one_index(&mut self, value: Value, whole: Index, span: Span) -> Outcome<At> {
        match value {
            Value::Set(set) => match set.members.ranges() {
                [] => Ok(At::Part(Index { lo: whole.lo, hi: whole.lo - 1, of: whole.of })),
                [(lo, hi)] if *lo >= whole.lo && *hi <= whole.hi => {
                    Ok(At::Part(Index { lo: *lo, hi: *hi, of: whole.of }))
                }
                [_] => undefined(span, "the slice reaches outside the array"),
                _ => fault(span, "a slice must be a range"),
            },
            value => {
                let sum = self.sum(&value, span)?;
                Ok(if sum.terms.is_empty() { At::Known(sum.constant) } else { At::Open(sum) })
            }
        }
    }

    /// The sub-array of the dimensions that are sliced.
    fn slice(&mut self, array: &Array, indices: &[At], span: Span) -> Outcome<Value> {
        let mut ranges = Vec::new();
        for (dimension, at) in indices.iter().enumerate() {
            let whole = array.index[dimension];
            match at {
                At::Part(index) => ranges.push(*index),
                At::Known(at) if *at >= whole.lo && *at <= whole.hi => {
                    ranges.push(Index { lo: *at, hi: *at, of: whole.of })
                }
                At::Known(at) => return undefined(span, format!("index {at} is outside {}..{}", whole.lo, whole.hi)),
                At::Open(_) => return self.open_slice(array, indices, span),
            }
        }
        self.flat.meter.tick(ranges.iter().map(|range: &Index| range.len() as u64).product())?;
        let cells = positions(array, &ranges).into_iter().map(|position| array.cells[position].clone()).collect();
        let index =
            indices.iter().filter_map(|at| if let At::Part(index) = at { Some(*index) } else { None }).collect();
        Ok(Value::Array(Arc::new(Array { index, cells })))
    }

    /// A slice where another index is variable: cell by cell.
    fn open_slice(&mut self, array: &Array, indices: &[At], span: Span) -> Outcome<Value> {
        let parts: Vec<Index> =
            indices.iter().filter_map(|at| if let At::Part(i) = at { Some(*i) } else { None }).collect();
        let shape = Array { index: parts.iter().copied().collect(), cells: Vec::new() };
        let n: usize = parts.iter().map(Index::len).product();
        let mut cells = Vec::with_capacity(n);
        for position in 0..n {
            let mut inside = shape.indices(position).into_iter();
            let each = |at: &At| match at {
                At::Part(_) => At::Known(inside.next().unwrap_or_default()),
                At::Known(at) => At::Known(*at),
                At::Open(sum) => At::Open(sum.clone()),
            };
            let indices: Vec<At> = indices.iter().map(each).collect();
            cells.push(self.element(array, &indices, span)?);
        }
        Ok(Value::Array(Arc::new(Array { index: shape.index, cells })))
    }

    /// Access with variable indices: the candidates in row-major order over the open dimensions, and one index over them.
    fn element(&mut self, array: &Array, indices: &[At], span: Span) -> Outcome<Value> {
        let mut ranges = Vec::new();
        let mut inside = Vec::new();
        let mut open: Vec<(Sum, Index)> = Vec::new();
        for (dimension, at) in indices.iter().enumerate() {
            let whole = array.index[dimension];
            match at {
                At::Known(at) if *at < whole.lo || *at > whole.hi => return out_of_range(array, *at, dimension, span),
                At::Known(at) => ranges.push(Index { lo: *at, hi: *at, of: None }),
                At::Open(sum) => {
                    inside.push(self.at(span).member(sum, &Domain::range(whole.lo, whole.hi))?);
                    open.push((sum.clone(), whole));
                    ranges.push(whole);
                }
                At::Part(index) => ranges.push(*index),
            }
        }
        self.flat.meter.tick(ranges.iter().map(|range: &Index| range.len() as u64).product())?;
        let cells: Vec<Value> =
            positions(array, &ranges).into_iter().map(|position| array.cells[position].clone()).collect();
        let inside = Formula::and(inside);
        if cells.is_empty() || inside == Formula::Const(false) {
            return undefined(span, "the index is outside the array");
        }
        if let (true, [cell]) = (open.is_empty(), cells.as_slice()) {
            return Ok(cell.clone());
        }
        let (sum, first) = self.joint_index(&open, span)?;
        let index = self.at(span).var_of(&sum)?;
        match cells.iter().all(Value::is_bool) {
            true => self.truth_element(&cells, first, index, inside, span),
            false if cells.iter().any(is_compound) => self.compound_element(&cells, first, index, inside, span),
            false => self.number_element(&cells, first, index, inside, span),
        }
    }

    /// Cells that are no numbers: the one whose index it is.
    fn compound_element(
        &mut self,
        cells: &[Value],
        first: i64,
        index: Var,
        inside: Formula,
        span: Span,
    ) -> Outcome<Value> {
        self.require(inside);
        let mut branches = Vec::with_capacity(cells.len());
        for (cell, at) in cells.iter().zip(first..) {
            match self.flat.atom(index.is(at)) {
                Formula::Const(false) => {}
                when => branches.push((when, cell.clone())),
            }
        }
        self.select(branches, false, span)
    }

    /// One index: itself. Several: `((i - lo_i) * width_j + (j - lo_j)) * ...`, from 0.
    fn joint_index(&mut self, open: &[(Sum, Index)], span: Span) -> Outcome<(Sum, i64)> {
        if let [(sum, index)] = open {
            return Ok((sum.clone(), index.lo));
        }
        let mut joint = Sum::default();
        for (sum, index) in open {
            let done = joint.times(index.len() as i64).and_then(|mut next| {
                next.add(1, sum)?;
                next.add(-1, &Sum::constant(index.lo))?;
                next.tidy()?;
                joint = next;
                Some(())
            });
            self.at(span).checked(done)?;
        }
        Ok((joint, 0))
    }

    /// Boolean cells: an access outside is false by itself.
    fn truth_element(
        &mut self,
        cells: &[Value],
        first: i64,
        index: Var,
        inside: Formula,
        span: Span,
    ) -> Outcome<Value> {
        let known: Option<Vec<bool>> =
            cells.iter().map(|c| if let Value::Bool(b) = c { Some(*b) } else { None }).collect();
        if let Some(known) = known {
            let set = Domain::from_values(known.iter().zip(first..).filter(|(cell, _)| **cell).map(|(_, at)| at));
            return Ok(from_formula(Formula::and([inside, self.flat.var_in(index, &set)])));
        }
        let entries: Vec<Entry> = cells.iter().map(|cell| self.entry(cell, span)).collect::<Outcome<_>>()?;
        let result = self.at(span).element(&entries, first, index, true, None)?;
        let var = self.flat.var_of(&result)?;
        Ok(from_formula(Formula::and([inside, self.flat.atom(var.is(1))])))
    }

    fn number_element(
        &mut self,
        cells: &[Value],
        first: i64,
        index: Var,
        inside: Formula,
        span: Span,
    ) -> Outcome<Value> {
        if let Some(other) = cells.iter().find(|cell| matches!(cell, Value::Str(_) | Value::Float(_))) {
            return unsupported(
                span,
                &format!("variable indices into an array of {}s", other.kind().trim_start_matches("a ")),
            );
        }
        let entries: Vec<Entry> = cells.iter().map(|cell| self.entry(cell, span)).collect::<Outcome<_>>()?;
        self.require(inside);
        let total = !self.root;
        let of = self.common_enum(cells);
        let result = self.at(span).element(&entries, first, index, total, of)?;
        if let (Some(of), [(1, Term::Var(var))]) = (of, result.terms.as_slice()) {
            self.is_of(*var, of);
        }
        Ok(from_sum(result))
    }

    fn entry(&mut self, cell: &Value, span: Span) -> Outcome<Entry> {
        match cell {
            Value::Int(value) => Ok(Entry::Plain(Operand::Const(*value))),
            Value::Var(var) => Ok(Entry::Plain(Operand::Var(*var))),
            cell => self.sum(cell, span).map(Entry::Sum),
        }
    }
}

/// Whether a cell is more than a number.
fn is_compound(cell: &Value) -> bool {
    cell.is_set() || cell.is_option() || matches!(cell, Value::Array(_) | Value::Tuple(_) | Value::Record(_))
}

/// The members of a set as a list.
pub(crate) fn members_of(set: &Set) -> Array {
    Array::list(set.members.iter().map(|at| set.of.map_or(Value::Int(at), |of| Value::Enum(of, at))).collect())
}

/// The positions of a box of cells, in row-major order.
fn positions(array: &Array, ranges: &[Index]) -> Vec<usize> {
    let mut out = vec![0];
    for (range, whole) in ranges.iter().zip(&array.index) {
        let width = whole.len();
        out = out
            .iter()
            .flat_map(|base| (range.lo..=range.hi).map(move |at| base * width + (at - whole.lo) as usize))
            .collect();
    }
    out
}

fn out_of_range(array: &Array, at: i64, dimension: usize, span: Span) -> Outcome<Value> {
    if array.cells.first().is_some_and(Value::is_bool) {
        return Ok(Value::Bool(false));
    }
    let Index { lo, hi, .. } = array.index[dimension];
    undefined(span, format!("index {at} is outside {lo}..{hi}"))
}
