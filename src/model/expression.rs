//! Sums of variables with operators, so that Rust users write `(x + 2 * y).le(7)`.

use super::{Atom, Cmp, Constraint, Var};
use std::ops::{Add, Mul, Neg, Sub};

/// A weighted sum of variables plus a constant. Comparing it makes a [`Constraint::Linear`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    /// Coefficient and variable.
    pub terms: Vec<(i64, Var)>,
    /// What is added to the terms.
    pub constant: i64,
}

/// A number of true atoms. Comparing it makes a [`Constraint::Count`].
#[derive(Clone, Debug, PartialEq)]
pub struct Tally(pub Vec<Atom>);

/// The sum of variables.
pub fn sum(vars: impl IntoIterator<Item = Var>) -> Sum {
    Sum { terms: vars.into_iter().map(|v| (1, v)).collect(), constant: 0 }
}

/// How many of the atoms are true.
pub fn count_true(atoms: impl IntoIterator<Item = Atom>) -> Tally {
    Tally(atoms.into_iter().collect())
}

impl Sum {
    /// `self <= other`
    pub fn le(self, other: impl Into<Sum>) -> Constraint {
        self.compare(Cmp::Le, other.into())
    }

    /// `self >= other`
    pub fn ge(self, other: impl Into<Sum>) -> Constraint {
        self.compare(Cmp::Ge, other.into())
    }

    /// `self < other`
    pub fn lt(self, other: impl Into<Sum>) -> Constraint {
        self.compare(Cmp::Le, other.into() - 1)
    }

    /// `self > other`
    pub fn gt(self, other: impl Into<Sum>) -> Constraint {
        self.compare(Cmp::Ge, other.into() + 1)
    }

    /// `self = other`
    pub fn equals(self, other: impl Into<Sum>) -> Constraint {
        self.compare(Cmp::Eq, other.into())
    }

    /// `self != other`
    pub fn differs(self, other: impl Into<Sum>) -> Constraint {
        self.compare(Cmp::Ne, other.into())
    }

    fn compare(self, cmp: Cmp, other: Sum) -> Constraint {
        let difference = self - other;
        let bound = difference.constant.checked_neg().expect("the constant of a sum fits 64 bits with either sign");
        Constraint::Linear { terms: difference.terms, cmp, bound }
    }
}

/// Comparisons of a variable, each a constraint; `x.le(y)` is short for `Sum::from(x).le(y)`.
impl Var {
    /// `self <= other`
    pub fn le(self, other: impl Into<Sum>) -> Constraint {
        Sum::from(self).le(other)
    }

    /// `self >= other`
    pub fn ge(self, other: impl Into<Sum>) -> Constraint {
        Sum::from(self).ge(other)
    }

    /// `self < other`
    pub fn lt(self, other: impl Into<Sum>) -> Constraint {
        Sum::from(self).lt(other)
    }

    /// `self > other`
    pub fn gt(self, other: impl Into<Sum>) -> Constraint {
        Sum::from(self).gt(other)
    }

    /// `self = other`
    pub fn equals(self, other: impl Into<Sum>) -> Constraint {
        Sum::from(self).equals(other)
    }

    /// `self != other`
    pub fn differs(self, other: impl Into<Sum>) -> Constraint {
        Sum::from(self).differs(other)
    }
}

impl Tally {
    /// At most so many are true.
    pub fn at_most(self, bound: i64) -> Constraint {
        Constraint::Count { atoms: self.0, cmp: Cmp::Le, bound }
    }

    /// At least so many are true.
    pub fn at_least(self, bound: i64) -> Constraint {
        Constraint::Count { atoms: self.0, cmp: Cmp::Ge, bound }
    }

    /// Exactly so many are true.
    pub fn exactly(self, bound: i64) -> Constraint {
        Constraint::Count { atoms: self.0, cmp: Cmp::Eq, bound }
    }
}

impl From<Var> for Sum {
    fn from(var: Var) -> Sum {
        sum([var])
    }
}

impl From<i64> for Sum {
    fn from(constant: i64) -> Sum {
        Sum { terms: Vec::new(), constant }
    }
}

impl<T: Into<Sum>> Add<T> for Sum {
    type Output = Sum;

    fn add(mut self, other: T) -> Sum {
        let other = other.into();
        self.terms.extend(other.terms);
        self.constant += other.constant;
        self
    }
}

impl<T: Into<Sum>> Sub<T> for Sum {
    type Output = Sum;

    fn sub(self, other: T) -> Sum {
        self + -other.into()
    }
}

impl Neg for Sum {
    type Output = Sum;

    fn neg(self) -> Sum {
        self * -1
    }
}

impl Mul<i64> for Sum {
    type Output = Sum;

    fn mul(mut self, factor: i64) -> Sum {
        self.terms.iter_mut().for_each(|(c, _)| *c *= factor);
        self.constant *= factor;
        self
    }
}

impl<T: Into<Sum>> Add<T> for Var {
    type Output = Sum;

    fn add(self, other: T) -> Sum {
        Sum::from(self) + other
    }
}

impl<T: Into<Sum>> Sub<T> for Var {
    type Output = Sum;

    fn sub(self, other: T) -> Sum {
        Sum::from(self) - other
    }
}

impl Mul<i64> for Var {
    type Output = Sum;

    fn mul(self, factor: i64) -> Sum {
        Sum::from(self) * factor
    }
}

impl Mul<Var> for i64 {
    type Output = Sum;

    fn mul(self, var: Var) -> Sum {
        var * self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Assignment, Var};
    use super::sum;

    #[test]
    fn sums_mean_what_they_say() {
        let (x, y) = (Var(0), Var(1));
        for a in -3..4 {
            for b in -3..4 {
                let at = Assignment::new(vec![a, b]);
                assert_eq!((x + 2 * y - 1).le(3).holds(&at), a + 2 * b - 1 <= 3);
                assert_eq!((x - y).lt(y + 1).holds(&at), a - b < b + 1);
                assert_eq!((x * 3).gt(y).holds(&at), 3 * a > b);
                assert_eq!(sum([x, y]).ge(-1).holds(&at), a + b >= -1);
                assert_eq!((-(x + y)).equals(2).holds(&at), -(a + b) == 2);
                assert_eq!((x + 0).differs(y).holds(&at), a != b);
                let plain = [x.le(y), x.ge(y), x.lt(y), x.gt(y), x.equals(y), x.differs(y + 1)];
                assert_eq!(plain.map(|c| c.holds(&at)), [a <= b, a >= b, a < b, a > b, a == b, a != b + 1]);
            }
        }
    }
}
