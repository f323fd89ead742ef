//! Boolean expressions over variables, before they become constraints.
//!
//! Constants never occur below the top: the constructors fold them away, flatten nested conjunctions and disjunctions, and
//! push negation down to the leaves. A leaf is an atom or a constraint of the waist. A copy shares the parts, however deep they go.

use crate::model::{Assignment, Atom, Constraint};
use std::sync::Arc;

/// A Boolean expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Known.
    Const(bool),
    /// A statement about one variable.
    Atom(Atom),
    /// All of these; at least two.
    And(Arc<Vec<Formula>>),
    /// One of these; at least two.
    Or(Arc<Vec<Formula>>),
    /// Both or neither.
    Iff(Box<(Formula, Formula)>),
    /// A constraint of the waist.
    Body(Box<Constraint>),
    /// The opposite of a constraint that has no opposite in the waist.
    NotBody(Box<Constraint>),
}

impl From<Atom> for Formula {
    fn from(atom: Atom) -> Formula {
        Formula::Atom(atom)
    }
}

impl From<Constraint> for Formula {
    fn from(constraint: Constraint) -> Formula {
        Formula::Body(Box::new(constraint))
    }
}

impl Formula {
    /// All of the formulas.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        join(parts, true)
    }

    /// One of the formulas.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        join(parts, false)
    }

    /// `a -> b`.
    pub fn implies(a: Formula, b: Formula) -> Formula {
        Formula::or([a.negated(), b])
    }

    /// `a <-> b`.
    pub fn iff(a: Formula, b: Formula) -> Formula {
        match (a, b) {
            (Formula::Const(true), f) | (f, Formula::Const(true)) => f,
            (Formula::Const(false), f) | (f, Formula::Const(false)) => f.negated(),
            (Formula::Atom(when), Formula::Body(then)) | (Formula::Body(then), Formula::Atom(when)) => {
                Constraint::Iff { when, then }.into()
            }
            (Formula::Atom(when), Formula::NotBody(then)) | (Formula::NotBody(then), Formula::Atom(when)) => {
                Constraint::Iff { when: !when, then }.into()
            }
            (a, b) if a == b => Formula::Const(true),
            (a, b) => Formula::Iff(Box::new((a, b))),
        }
    }

    /// The opposite, with negation pushed to the leaves.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Const(value) => Formula::Const(!value),
            Formula::Atom(atom) => Formula::Atom(!atom),
            Formula::And(parts) => Formula::or(taken(parts).map(Formula::negated)),
            Formula::Or(parts) => Formula::and(taken(parts).map(Formula::negated)),
            Formula::Iff(pair) => Formula::iff(pair.0.negated(), pair.1),
            Formula::Body(body) => body.negated().map_or_else(|| Formula::NotBody(body.clone()), Formula::from),
            Formula::NotBody(body) => Formula::Body(body),
        }
    }

    /// Whether it is true under an assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        match self {
            Formula::Const(value) => *value,
            Formula::Atom(atom) => atom.holds(a),
            Formula::And(parts) => parts.iter().all(|f| f.holds(a)),
            Formula::Or(parts) => parts.iter().any(|f| f.holds(a)),
            Formula::Iff(pair) => pair.0.holds(a) == pair.1.holds(a),
            Formula::Body(body) => body.holds(a),
            Formula::NotBody(body) => !body.holds(a),
        }
    }

    /// How many clauses it makes when multiplied out, with a constraint counting as one literal.
    pub fn n_clauses(&self) -> usize {
        self.sizes().0
    }

    /// How many clauses it makes, and how many its opposite makes.
    fn sizes(&self) -> (usize, usize) {
        match self {
            Formula::Const(_) | Formula::Atom(_) | Formula::Body(_) | Formula::NotBody(_) => (1, 1),
            Formula::And(parts) => sum_and_product(parts.iter().map(|f| f.sizes())),
            Formula::Or(parts) => swap(sum_and_product(parts.iter().map(|f| swap(f.sizes())))),
            Formula::Iff(pair) => iff_sizes(pair.0.sizes(), pair.1.sizes()),
        }
    }
}

/// The parts, one by one; copied only where somebody else has them, too.
pub(crate) fn taken(parts: Arc<Vec<Formula>>) -> impl Iterator<Item = Formula> {
    Arc::unwrap_or_clone(parts).into_iter()
}

fn swap((a, b): (usize, usize)) -> (usize, usize) {
    (b, a)
}

fn sum_and_product(sizes: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    sizes.fold((0, 1), |(sum, product), (n, opposite)| (sum.saturating_add(n), product.saturating_mul(opposite)))
}

fn iff_sizes(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    let both = |x: usize, y: usize, z: usize, w: usize| x.saturating_mul(y).saturating_add(z.saturating_mul(w));
    (both(a.1, b.0, a.0, b.1), both(a.0, b.0, a.1, b.1))
}

fn join(parts: impl IntoIterator<Item = Formula>, all: bool) -> Formula {
    let mut out = Vec::new();
    for part in parts {
        match part {
            Formula::Const(value) if value == all => {}
            Formula::Const(_) => return Formula::Const(!all),
            Formula::And(inner) if all => out.extend(taken(inner)),
            Formula::Or(inner) if !all => out.extend(taken(inner)),
            part => out.push(part),
        }
    }
    match out.len() {
        0 => Formula::Const(all),
        1 => out.swap_remove(0),
        _ if all => Formula::And(Arc::new(out)),
        _ => Formula::Or(Arc::new(out)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Var, count_true};

    #[test]
    fn negation_is_the_complement_and_constants_fold() {
        let [x, y, z] = [0, 1, 2].map(|i| Formula::Atom(Var(i).is_true()));
        let count = Formula::from(count_true([Var(0).is_true(), Var(1).is_true(), Var(2).is_true()]).exactly(2));
        let different = Formula::from(Constraint::AllDifferent(vec![Var(0), Var(1)]));
        let cases = [
            Formula::and([x.clone(), Formula::or([y.clone(), z.clone().negated()])]),
            Formula::iff(x.clone(), count.clone()),
            Formula::iff(Formula::or([x.clone(), z.clone()]), Formula::and([y.clone(), different.clone()])),
            Formula::implies(different, count),
            Formula::and([Formula::Const(true), x.clone()]),
        ];
        for f in cases {
            for bits in 0..8 {
                let a = Assignment::new((0..3).map(|i| bits >> i & 1).collect());
                assert_ne!(f.holds(&a), f.clone().negated().holds(&a), "{f:?} at {a:?}");
            }
        }
        assert_eq!(Formula::or([x.clone(), Formula::Const(true)]), Formula::Const(true));
        assert_eq!(Formula::iff(Formula::Const(false), x.clone()), x.negated());
    }
}
