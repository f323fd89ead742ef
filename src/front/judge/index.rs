//! Access to arrays: one cell, or a part.

use super::operator::number;
use super::value::{Cells, Span1, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use crate::front::syntax::{Expr, Kind};
use std::sync::Arc;

impl Walk<'_> {
    pub(super) fn index(&mut self, array: &Expr, args: &[Expr], span: Span) -> Out<Val> {
        let array = match self.eval(array)? {
            Val::Array(array) => array,
            Val::Set(set) => Arc::new(Cells {
                index: vec![Span1::counted(set.size().min(u64::from(u32::MAX)) as usize)],
                cells: set.iter().map(|n| set.value(n)).collect(),
            }),
            other => return Stop::unjudged(format!("an index into {}", other.kind())),
        };
        if array.index.len() != args.len() {
            return Stop::unjudged("another number of indices than dimensions");
        }
        let mut parts: Vec<(Span1, bool)> = Vec::with_capacity(args.len());
        for (arg, whole) in args.iter().zip(&array.index) {
            parts.push(self.part(arg, *whole)?);
        }
        for ((part, _), whole) in parts.iter().zip(&array.index) {
            if part.lo <= part.hi && (part.lo < whole.lo || part.hi > whole.hi) {
                return Stop::undefined(span, "an index is outside the array");
            }
        }
        match parts.iter().any(|(_, is_slice)| *is_slice) {
            true => self.slice(&array, &parts),
            false => {
                let at: Vec<i64> = parts.iter().map(|(part, _)| part.lo).collect();
                array.at(&at).cloned().map_or_else(|| Stop::undefined(span, "an index is outside the array"), Ok)
            }
        }
    }

    /// One index as a range, and whether it is a slice.
    fn part(&mut self, arg: &Expr, whole: Span1) -> Out<(Span1, bool)> {
        if let Kind::Open(lo, hi) = &arg.kind {
            let mut end = |end: Option<&Expr>, none: i64| end.map_or(Ok(none), |end| number(&self.eval(end)?));
            let (lo, hi) = (end(lo.as_deref(), whole.lo)?, end(hi.as_deref(), whole.hi)?);
            return Ok((Span1 { lo, hi, of: whole.of }, true));
        }
        match self.eval(arg)? {
            Val::Set(set) => match set.ranges.as_slice() {
                [] => Ok((Span1 { lo: whole.lo, hi: whole.lo - 1, of: whole.of }, true)),
                [(lo, hi)] => Ok((Span1 { lo: *lo, hi: *hi, of: whole.of }, true)),
                _ => Stop::unjudged("a slice with gaps"),
            },
            value => match value.number() {
                Some(n) => Ok((Span1 { lo: n, hi: n, of: whole.of }, false)),
                None => Stop::unjudged(format!("{} as an index", value.kind())),
            },
        }
    }

    fn slice(&mut self, array: &Cells, parts: &[(Span1, bool)]) -> Out<Val> {
        let index: Vec<Span1> = parts.iter().filter(|(_, is_slice)| *is_slice).map(|(part, _)| *part).collect();
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for (part, _) in parts {
            self.step((all.len() as u64).saturating_mul(part.len() as u64))?;
            all = all.iter().flat_map(|at| (part.lo..=part.hi).map(move |n| [&at[..], &[n]].concat())).collect();
        }
        let cells = all.iter().filter_map(|at| array.at(at).cloned()).collect();
        Ok(Val::Array(Arc::new(Cells { index, cells })))
    }
}
