//! What the judge computes with: plain values, nothing left to be found.

use std::cmp::Ordering;
use std::sync::Arc;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Val {
    Int(i64),
    Bool(bool),
    Float(f64),
    Str(Arc<str>),
    /// The n-th constant of an enum, from 1.
    Enum(u32, i64),
    Set(Arc<Members>),
    Array(Arc<Cells>),
    Tuple(Arc<[Val]>),
    Record(Arc<[(Arc<str>, Val)]>),
    /// `_`: a cell that may be anything its declaration allows.
    Hole,
    /// `<>`: what an option has when it has no value.
    Absent,
}

/// A set of integers or of constants of one enum: ranges in increasing order with gaps between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Members {
    pub ranges: Vec<(i64, i64)>,
    pub of: Option<u32>,
}

/// One index set: the first and the last index, and the enum they are of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span1 {
    pub lo: i64,
    pub hi: i64,
    pub of: Option<u32>,
}

/// An array: index sets, and cells in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    pub index: Vec<Span1>,
    pub cells: Vec<Val>,
}

impl Val {
    pub fn list(cells: Vec<Val>) -> Val {
        Val::Array(Arc::new(Cells { index: vec![Span1::counted(cells.len())], cells }))
    }

    pub fn set(members: Members) -> Val {
        Val::Set(Arc::new(members))
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Val::Int(_) => "an integer",
            Val::Bool(_) => "a Boolean",
            Val::Float(_) => "a float",
            Val::Str(_) => "a string",
            Val::Enum(..) => "an enum constant",
            Val::Set(_) => "a set",
            Val::Array(_) => "an array",
            Val::Tuple(_) => "a tuple",
            Val::Record(_) => "a record",
            Val::Hole => "`_`",
            Val::Absent => "`<>`",
        }
    }

    /// The number that it is or stands for.
    pub fn number(&self) -> Option<i64> {
        match self {
            Val::Int(n) | Val::Enum(_, n) => Some(*n),
            Val::Bool(b) => Some((*b).into()),
            _ => None,
        }
    }

    pub fn enum_id(&self) -> Option<u32> {
        match self {
            Val::Enum(of, _) => Some(*of),
            _ => None,
        }
    }
}

impl Span1 {
    /// `1..n`.
    pub fn counted(n: usize) -> Span1 {
        Span1 { lo: 1, hi: n as i64, of: None }
    }

    pub fn len(&self) -> usize {
        usize::try_from(i128::from(self.hi) - i128::from(self.lo) + 1).unwrap_or(0)
    }

    pub fn members(&self) -> Members {
        Members { of: self.of, ..Members::range(self.lo, self.hi) }
    }
}

impl Cells {
    /// The cell at some indices, if they are inside.
    pub fn at(&self, indices: &[i64]) -> Option<&Val> {
        let mut position = 0;
        for (index, at) in self.index.iter().zip(indices) {
            if *at < index.lo || *at > index.hi {
                return None;
            }
            position = position * index.len() + (at - index.lo) as usize;
        }
        self.cells.get(position)
    }
}

impl Members {
    pub fn range(lo: i64, hi: i64) -> Members {
        Members { ranges: if lo <= hi { vec![(lo, hi)] } else { Vec::new() }, of: None }
    }

    pub fn of_list(mut numbers: Vec<i64>) -> Members {
        numbers.sort_unstable();
        Members::of_ranges(numbers.into_iter().map(|n| (n, n)).collect())
    }

    pub fn of_ranges(mut ranges: Vec<(i64, i64)>) -> Members {
        ranges.retain(|(lo, hi)| lo <= hi);
        ranges.sort_unstable();
        let mut out: Vec<(i64, i64)> = Vec::new();
        for (lo, hi) in ranges {
            match out.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => out.push((lo, hi)),
            }
        }
        Members { ranges: out, of: None }
    }

    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges.iter().flat_map(|(lo, hi)| *lo..=*hi)
    }

    pub fn contains(&self, n: i64) -> bool {
        self.ranges.iter().any(|(lo, hi)| *lo <= n && n <= *hi)
    }

    pub fn size(&self) -> u64 {
        self.ranges.iter().map(|(lo, hi)| hi.abs_diff(*lo).saturating_add(1)).fold(0, u64::saturating_add)
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn first(&self) -> Option<i64> {
        self.ranges.first().map(|(lo, _)| *lo)
    }

    pub fn last(&self) -> Option<i64> {
        self.ranges.last().map(|(_, hi)| *hi)
    }

    /// A member as a value.
    pub fn value(&self, n: i64) -> Val {
        self.of.map_or(Val::Int(n), |of| Val::Enum(of, n))
    }

    pub fn union(&self, other: &Members) -> Members {
        let of = self.of.or(other.of);
        Members { of, ..Members::of_ranges(self.ranges.iter().chain(&other.ranges).copied().collect()) }
    }

    pub fn intersect(&self, other: &Members) -> Members {
        let of = self.of.or(other.of);
        let mut out = Vec::new();
        for (a, b) in &self.ranges {
            out.extend(other.ranges.iter().map(|(c, d)| (*a.max(c), *b.min(d))));
        }
        Members { of, ..Members::of_ranges(out) }
    }

    pub fn minus(&self, other: &Members) -> Members {
        let mut left = self.ranges.clone();
        for (c, d) in &other.ranges {
            let parts = |(a, b): (i64, i64)| match b < *c || *d < a {
                true => [(a, b), (1, 0)],
                false => [(a, c.saturating_sub(1).min(b)), (d.saturating_add(1).max(a), b)],
            };
            left = left.into_iter().flat_map(parts).filter(|(lo, hi)| lo <= hi).collect();
        }
        Members { of: self.of.or(other.of), ..Members::of_ranges(left) }
    }

    pub fn within(&self, other: &Members) -> bool {
        self.minus(other).is_empty()
    }

    /// The order of the sorted lists of members.
    pub fn order(&self, other: &Members) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::Members;

    #[test]
    fn sets_do_what_lists_do() {
        let list = |bits: u32| -> Vec<i64> { (0..5).filter(|i| bits >> i & 1 == 1).collect() };
        for a in 0..32 {
            for b in 0..32 {
                let (x, y) = (Members::of_list(list(a)), Members::of_list(list(b)));
                let same = |found: Members, bits: u32| assert_eq!(found.iter().collect::<Vec<_>>(), list(bits));
                same(x.union(&y), a | b);
                same(x.intersect(&y), a & b);
                same(x.minus(&y), a & !b);
                assert_eq!(x.within(&y), a & !b == 0);
                assert_eq!(x.order(&y), list(a).cmp(&list(b)));
                assert_eq!(x.size(), u64::from(a.count_ones()));
            }
        }
    }
}
