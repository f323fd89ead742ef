//! Random domains, and random values in and around them.

use super::Dice;
use crate::model::{Domain, Var};

/// Where a domain comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One value.
    One,
    /// `{0, 1}`.
    Boolean,
    /// One to four values between -3 and 4, with or without gaps.
    Few,
    /// A range of at most so many values that begins between -3 and 1.
    Range(i64),
    /// A range of one less, exactly, or one more than so many values, with negative ones or without.
    Near(i64),
    /// A few values with large gaps of one size.
    Sparse,
    /// A few values around this one or its negation, or everything between the two.
    Around(i64),
}

impl Dice<'_> {
    pub(super) fn domain(&mut self) -> Domain {
        match self.pick(self.shape.domains) {
            Values::One => Domain::singleton(self.roll(-2..=2)),
            Values::Boolean => Domain::boolean(),
            Values::Few => self.few(),
            Values::Range(size) => self.range(size),
            Values::Near(size) => self.near(size),
            Values::Sparse => self.sparse(),
            Values::Around(middle) => self.around(middle),
        }
    }

    fn few(&mut self) -> Domain {
        let n = self.roll(1..=4);
        Domain::from_values((0..n).map(|_| self.roll(-3..=4)))
    }

    fn range(&mut self, size: i64) -> Domain {
        let lo = self.roll(-3..=1);
        Domain::range(lo, lo + self.roll(0..=size - 1))
    }

    fn near(&mut self, size: i64) -> Domain {
        let lo = self.pick(&[0, 1, -1, -size / 2, -size, -2 * size]);
        Domain::range(lo, lo + size + self.roll(-2..=0))
    }

    fn sparse(&mut self) -> Domain {
        let (step, lo, n) = (self.roll(2..=2000), self.roll(-5..=1), self.roll(2..=6));
        Domain::from_values((lo..lo + n).map(|i| i * step))
    }

    fn around(&mut self, middle: i64) -> Domain {
        let (sign, n) = (self.pick(&[1, -1]), self.roll(1..=3));
        match self.chance(0.2) {
            true => Domain::range(-middle, middle - n),
            false => Domain::from_values((0..n).map(|_| sign * middle + self.roll(-3..=3))),
        }
    }

    /// A value of the variable.
    pub(super) fn value_of(&mut self, x: Var) -> i64 {
        let domain = self.model.domain(x).clone();
        let (lo, hi) = self.pick(domain.ranges());
        match self.roll(0..=3) {
            0 => lo,
            1 => hi,
            _ => self.roll(lo..=hi),
        }
    }

    /// A value of the variable or beside one; now and then its value at the point that constraints are drawn around.
    pub(super) fn value_near(&mut self, x: Var) -> i64 {
        let at = if self.chance(0.5) { self.point.as_ref().map(|point| point[x]) } else { None };
        at.unwrap_or_else(|| self.value_of(x) + self.pick(&[0, 0, 0, 1, -1]))
    }
}
