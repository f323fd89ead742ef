//! The smallest statements about a variable: `x = v`, `x != v`, `x <= v`, `x > v`.
//!
//! The four are closed under negation, so a clause of atoms needs no separate sign. A Boolean variable `b` is true in
//! the atom `b = 1`, which is how [`Var::is_true`] writes it.

use super::{Assignment, Domain, Var};

/// How an atom compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rel {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<=`
    Le,
    /// `>`
    Gt,
}

/// A comparison of one variable with one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The variable.
    pub var: Var,
    /// The comparison.
    pub rel: Rel,
    /// The value.
    pub value: i64,
}

impl Var {
    /// `x = value`
    pub fn is(self, value: i64) -> Atom {
        Atom { var: self, rel: Rel::Eq, value }
    }

    /// `x != value`
    pub fn is_not(self, value: i64) -> Atom {
        Atom { var: self, rel: Rel::Ne, value }
    }

    /// `x <= value`
    pub fn at_most(self, value: i64) -> Atom {
        Atom { var: self, rel: Rel::Le, value }
    }

    /// `x >= value`, stored as `x > value - 1`
    pub fn at_least(self, value: i64) -> Atom {
        match value.checked_sub(1) {
            Some(below) => Atom { var: self, rel: Rel::Gt, value: below },
            None => Atom { var: self, rel: Rel::Le, value: i64::MAX },
        }
    }

    /// `x > value`
    pub fn more_than(self, value: i64) -> Atom {
        Atom { var: self, rel: Rel::Gt, value }
    }

    /// The Boolean is true.
    pub fn is_true(self) -> Atom {
        self.is(1)
    }

    /// The Boolean is false.
    pub fn is_false(self) -> Atom {
        self.is(0)
    }
}

impl Atom {
    /// Whether a value of the variable makes the atom true.
    pub fn admits(self, value: i64) -> bool {
        match self.rel {
            Rel::Eq => value == self.value,
            Rel::Ne => value != self.value,
            Rel::Le => value <= self.value,
            Rel::Gt => value > self.value,
        }
    }

    /// Whether the atom is true under the assignment.
    pub fn holds(self, assignment: &Assignment) -> bool {
        self.admits(assignment[self.var])
    }

    /// `Some` if the domain, which must not be empty, alone decides the atom.
    pub fn decided_by(self, domain: &Domain) -> Option<bool> {
        match self.rel {
            Rel::Eq => equality_decided(domain, self.value),
            Rel::Ne => equality_decided(domain, self.value).map(|equal| !equal),
            Rel::Le => bound_decided(domain, self.value),
            Rel::Gt => bound_decided(domain, self.value).map(|below| !below),
        }
    }

    /// All integers that make the atom true.
    pub fn admitted(self) -> Domain {
        match self.rel {
            Rel::Eq => Domain::singleton(self.value),
            Rel::Ne => Domain::range(i64::MIN, i64::MAX).minus(&Domain::singleton(self.value)),
            Rel::Le => Domain::range(i64::MIN, self.value),
            Rel::Gt if self.value == i64::MAX => Domain::empty(),
            Rel::Gt => Domain::range(self.value + 1, i64::MAX),
        }
    }
}

fn equality_decided(domain: &Domain, value: i64) -> Option<bool> {
    match domain.value() {
        Some(only) => Some(only == value),
        None if domain.contains(value) => None,
        None => Some(false),
    }
}

fn bound_decided(domain: &Domain, value: i64) -> Option<bool> {
    match (domain.max() <= value, domain.min() > value) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The opposite statement.
impl std::ops::Not for Atom {
    type Output = Atom;

    fn not(self) -> Atom {
        let rel = match self.rel {
            Rel::Eq => Rel::Ne,
            Rel::Ne => Rel::Eq,
            Rel::Le => Rel::Gt,
            Rel::Gt => Rel::Le,
        };
        Atom { rel, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Domain, Var};

    #[test]
    fn negation_and_domains_agree_with_admits() {
        let x = Var(0);
        for value in -2..=5 {
            for atom in [x.is(value), x.is_not(value), x.at_most(value), x.at_least(value), x.more_than(value)] {
                for v in -3..=6 {
                    assert_ne!(atom.admits(v), (!atom).admits(v));
                    assert_eq!(atom.admits(v), atom.admitted().contains(v));
                }
                let domain = Domain::from_values([0, 1, 3]);
                let truths: Vec<bool> = domain.iter().map(|v| atom.admits(v)).collect();
                let expected = truths.iter().all(|t| *t == truths[0]).then_some(truths[0]);
                assert_eq!(atom.decided_by(&domain), expected, "{atom:?}");
            }
        }
        assert!(x.at_least(i64::MIN).admits(i64::MIN));
    }
}
