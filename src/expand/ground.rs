//! Where an expansion is written: domains to look at, fresh variables, and basic constraints that are posted.

use crate::model::{Atom, Cmp, Constraint, Domain, Operand, Var};

/// What a row writes onto.
pub trait Ground {
    /// The values a variable may take; never empty.
    fn domain(&self, var: Var) -> &Domain;
    /// A fresh variable; the domain must not be empty.
    fn fresh(&mut self, domain: Domain) -> Var;
    /// A constraint that must hold.
    fn post(&mut self, constraint: Constraint);
    /// Whether nothing is taken any more: time to stop.
    fn is_full(&self) -> bool;
    /// Whether fresh variables must be functions of the old ones where the constraint holds; it costs more.
    fn is_exact(&self) -> bool {
        false
    }
}

/// The words of the rows.
impl dyn Ground + '_ {
    /// The least and the greatest value.
    pub fn range(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Const(value) => (value, value),
            Operand::Var(var) => (self.domain(var).min(), self.domain(var).max()),
        }
    }

    /// The same, for arithmetic that must not overflow.
    pub fn wide_range(&self, operand: Operand) -> (i128, i128) {
        let (lo, hi) = self.range(operand);
        (lo.into(), hi.into())
    }

    /// The only value, if there is just one.
    pub fn value(&self, operand: Operand) -> Option<i64> {
        let (lo, hi) = self.range(operand);
        (lo == hi).then_some(lo)
    }

    /// A fresh Boolean.
    pub fn boolean(&mut self) -> Var {
        self.fresh(Domain::boolean())
    }

    /// A fresh variable from `lo` to `hi`.
    pub fn integer(&mut self, lo: i64, hi: i64) -> Var {
        self.fresh(Domain::range(lo, hi.max(lo)))
    }

    /// The variable of an operand; a constant is a fresh one with one value.
    pub fn var(&mut self, operand: Operand) -> Var {
        match operand {
            Operand::Var(var) => var,
            Operand::Const(value) => self.fresh(Domain::singleton(value)),
        }
    }

    /// At least one of the atoms is true.
    pub fn clause(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        self.post(Constraint::Clause(atoms.into_iter().collect()));
    }

    /// Nothing satisfies this.
    pub fn fail(&mut self) {
        self.post(Constraint::falsity());
    }

    /// If the atom is true, the constraint holds.
    pub fn when(&mut self, atom: Atom, constraint: Constraint) {
        self.post(implied(atom, constraint));
    }

    /// A fresh atom; if it is true, the constraint holds; on exact ground also the other way.
    pub fn reason(&mut self, constraint: Constraint) -> Atom {
        let truth = self.boolean().is_true();
        match self.is_exact() {
            true => self.post(Constraint::Iff { when: truth, then: Box::new(constraint) }),
            false => self.when(truth, constraint),
        }
        truth
    }

    /// A fresh Boolean that is true unless one of the atoms is; on exact ground only then.
    pub fn unless(&mut self, atoms: &[Atom]) -> Var {
        let truth = self.boolean();
        self.clause(atoms.iter().copied().chain([truth.is_true()]));
        if self.is_exact() {
            atoms.iter().for_each(|atom| self.clause([truth.is_false(), !*atom]));
        }
        truth
    }

    /// A Boolean that is true exactly when the atom is: the variable itself, or a fresh one.
    pub fn truth(&mut self, atom: Atom) -> Var {
        if atom == atom.var.is_true() && *self.domain(atom.var) == Domain::boolean() {
            return atom.var;
        }
        let truth = self.boolean();
        self.post(Constraint::Iff { when: truth.is_true(), then: Box::new(Constraint::Clause(vec![atom])) });
        truth
    }

    /// The operand is not negative.
    pub fn not_negative(&mut self, operand: Operand) {
        match (self.range(operand), operand) {
            ((lo, _), _) if lo >= 0 => {}
            (_, Operand::Var(var)) => self.clause([var.at_least(0)]),
            (_, Operand::Const(_)) => self.fail(),
        }
    }

    /// The variable takes one of these values.
    pub fn within(&mut self, var: Var, allowed: &Domain) {
        let excluded = self.domain(var).minus(allowed);
        for (lo, hi) in excluded.ranges() {
            self.clause([!var.at_least(*lo), var.more_than(*hi)]);
        }
    }

    /// `terms cmp bound` without its constants; a constant that does not fit stays, as a fresh variable.
    pub fn sum(&mut self, terms: &[(i64, Operand)], cmp: Cmp, bound: i64) -> Constraint {
        let constant = |(c, operand): &(i64, Operand)| match operand {
            Operand::Const(value) => i128::from(*c) * i128::from(*value),
            Operand::Var(_) => 0,
        };
        let rest = terms.iter().map(constant).try_fold(i128::from(bound), i128::checked_sub);
        if let Some(bound) = rest.and_then(|rest| i64::try_from(rest).ok()) {
            let terms = terms.iter().filter_map(|(c, operand)| match operand {
                Operand::Var(var) => Some((*c, *var)),
                Operand::Const(_) => None,
            });
            return Constraint::Linear { terms: terms.collect(), cmp, bound };
        }
        let terms = terms.iter().map(|(c, operand)| (*c, self.var(*operand))).collect();
        Constraint::Linear { terms, cmp, bound }
    }

    /// `left + gap <= right`
    pub fn before(&mut self, left: Operand, gap: Operand, right: Operand) -> Constraint {
        self.sum(&[(1, left), (1, gap), (-1, right)], Cmp::Le, 0)
    }
}

/// If the atom is true, the constraint holds.
pub(super) fn implied(when: Atom, then: Constraint) -> Constraint {
    Constraint::Implies { when, then: Box::new(then) }
}

/// The indices of an array in order. Those beyond 64 bits, which no variable reaches, come round again.
pub(super) fn numbered(first: i64, n: usize) -> impl Iterator<Item = i64> {
    (0..n as i64).map(move |i| first.wrapping_add(i))
}

/// The indices of an array, as far as they are integers of 64 bits.
pub(super) fn indices(first: i64, n: usize) -> Domain {
    let last = i128::from(first) + n as i128 - 1;
    if n == 0 { Domain::empty() } else { Domain::range(first, last.min(i64::MAX.into()) as i64) }
}
