//! Sets of floats, which parameters may have: closed ranges, in order and apart from each other.

use std::fmt;

/// A set of floats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FloatSet {
    ranges: Vec<(f64, f64)>,
}

impl FloatSet {
    /// What lies in one of the ranges; a range whose ends are the wrong way round has nothing in it.
    pub fn new(ranges: impl IntoIterator<Item = (f64, f64)>) -> FloatSet {
        let mut sorted: Vec<(f64, f64)> = ranges.into_iter().filter(|(lo, hi)| lo <= hi).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut out: Vec<(f64, f64)> = Vec::with_capacity(sorted.len());
        for (lo, hi) in sorted {
            match out.last_mut() {
                Some(last) if lo <= last.1 => last.1 = last.1.max(hi),
                _ => out.push((lo, hi)),
            }
        }
        FloatSet { ranges: out }
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> &[(f64, f64)] {
        &self.ranges
    }

    pub(crate) fn contains(&self, value: f64) -> bool {
        self.ranges.iter().any(|(lo, hi)| (*lo..=*hi).contains(&value))
    }

    pub(crate) fn union(&self, other: &FloatSet) -> FloatSet {
        FloatSet::new(self.ranges.iter().chain(&other.ranges).copied())
    }

    pub(crate) fn intersect(&self, other: &FloatSet) -> FloatSet {
        let both = |a: &(f64, f64)| other.ranges.iter().map(|b| (a.0.max(b.0), a.1.min(b.1))).collect::<Vec<_>>();
        FloatSet::new(self.ranges.iter().flat_map(both))
    }

    pub(crate) fn is_subset(&self, other: &FloatSet) -> bool {
        self.intersect(other) == *self
    }
}

/// As MiniZinc writes it: a list if there are single numbers only, else ranges.
impl fmt::Display for FloatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = match self.ranges.iter().all(|(lo, hi)| lo == hi) {
            true => {
                let numbers: Vec<String> = self.ranges.iter().map(|(lo, _)| shown(*lo)).collect();
                return write!(f, "{{{}}}", numbers.join(","));
            }
            false => self.ranges.iter().map(|(lo, hi)| format!("{}..{}", shown(*lo), shown(*hi))).collect(),
        };
        f.write_str(&shown.join(" union "))
    }
}

fn shown(end: f64) -> String {
    match end.is_infinite() {
        true => format!("{}infinity", if end < 0.0 { "-" } else { "" }),
        false => format!("{end:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_where_they_meet_and_are_written_like_minizinc() {
        let inf = f64::INFINITY;
        let of = |ranges: &[(f64, f64)]| FloatSet::new(ranges.iter().copied());
        for (set, expected) in [
            (of(&[]), "{}"),
            (of(&[(3.0, 3.0), (2.0, 2.0)]), "{2.0,3.0}"),
            (of(&[(1.0, 2.0), (2.0, 2.5), (4.0, 3.0)]), "1.0..2.5"),
            (of(&[(4.0, inf), (2.0, 2.0), (-inf, -4.0)]), "-infinity..-4.0 union 2.0..2.0 union 4.0..infinity"),
        ] {
            assert_eq!(set.to_string(), expected);
        }
        assert!(of(&[(1.0, 2.0)]).is_subset(&of(&[(0.0, 3.0)])) && !of(&[(1.0, 4.0)]).is_subset(&of(&[(0.0, 3.0)])));
        assert!(of(&[(1.0, 2.0)]).contains(1.5) && !of(&[(1.0, 2.0)]).contains(2.5));
    }
}
