//! Formulas that have a literal already, found again by what was posted for them: of most no copy is kept.
//!
//! A definition is remembered by the hash of its formula and the place of one constraint that says it as a whole. Whoever looks for
//! a formula reads that constraint: if it says the formula, the literal is in it; if it says another one whose hash is the same,
//! the formula counts as new, which costs a second definition and nothing else.

use crate::front::formula::Formula;
use crate::model::{Atom, Constraint, Posted};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Which literals stand for which formulas.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The place of the constraint that tells, by the hash of the formula.
    places: FxHashMap<u64, u32>,
    /// Formulas that no one constraint tells.
    others: FxHashMap<Formula, Atom>,
}

impl Known {
    /// The literal of a formula, if it has one.
    pub fn get(&self, formula: &Formula, posted: &[Posted]) -> Option<Atom> {
        let place = self.places.get(&FxBuildHasher.hash_one(formula));
        let told = place.and_then(|at| literal(formula, &posted.get(*at as usize)?.constraint));
        told.or_else(|| self.others.get(formula).copied())
    }

    /// The formula has this literal from now on, by constraints that were posted from a place on.
    pub fn define(&mut self, formula: &Formula, atom: Atom, from: usize, posted: &[Posted]) {
        let tells = |at: usize| literal(formula, &posted.get(at)?.constraint).filter(|told| *told == atom);
        let ends = [from, posted.len().saturating_sub(1)];
        let place = ends.into_iter().find(|at| tells(*at).is_some()).and_then(|at| u32::try_from(at).ok());
        if let Some(at) = place {
            self.places.insert(FxBuildHasher.hash_one(formula), at);
        } else {
            self.others.insert(formula.clone(), atom);
        }
    }

    /// The formula has this literal from now on, whatever was posted.
    pub fn name(&mut self, formula: Formula, atom: Atom) {
        self.others.insert(formula, atom);
    }
}

/// The literal that a constraint gives to a formula: `f -> body`, `f <-> body`, `!f \/ a \/ b` for a disjunction, and `f \/ !a \/ !b`
/// for a conjunction.
fn literal(formula: &Formula, constraint: &Constraint) -> Option<Atom> {
    match (formula, constraint) {
        (Formula::Body(body), Constraint::Implies { when, then } | Constraint::Iff { when, then }) => {
            (body == then).then_some(*when)
        }
        (Formula::Or(parts), Constraint::Clause(atoms)) => listed(parts, atoms, |atom| atom).map(|first| !first),
        (Formula::And(parts), Constraint::Clause(atoms)) => listed(parts, atoms, |atom| !atom),
        _ => None,
    }
}

/// The first atom of a clause, if the others are those of the formulas.
fn listed(parts: &[Formula], atoms: &[Atom], said: fn(Atom) -> Atom) -> Option<Atom> {
    let (first, rest) = atoms.split_first()?;
    let same = |(part, atom): (&Formula, &Atom)| matches!(part, Formula::Atom(own) if said(*own) == *atom);
    (parts.len() == rest.len() && parts.iter().zip(rest).all(same)).then_some(*first)
}

#[cfg(test)]
mod tests {
    use super::super::Flat;
    use crate::front::formula::Formula;
    use crate::model::{Constraint, Domain, Kind, Var};

    #[test]
    fn every_formula_has_one_literal() {
        let mut flat = Flat::default();
        let vars: Vec<Var> = (0..6).map(|_| flat.model.auxiliary(Domain::boolean(), Kind::Bool)).collect();
        let atoms: Vec<Formula> = vars.iter().map(|var| Formula::Atom(var.is_true())).collect();
        let mut formulas = vec![Formula::from(Constraint::AllDifferent(vars.clone()))];
        for a in &atoms {
            for b in &atoms {
                let opposite = b.clone().negated();
                formulas.push(Formula::And(vec![a.clone(), b.clone()].into()));
                formulas.push(Formula::Or(vec![a.clone(), opposite.clone()].into()));
                let nested = Formula::Or(vec![opposite, atoms[0].clone()].into());
                formulas.push(Formula::And(vec![a.clone(), nested].into()));
            }
        }
        for literal in [Flat::half, Flat::whole] {
            let first: Vec<_> = formulas.iter().map(|formula| literal(&mut flat, formula)).collect();
            let (n_vars, n_constraints) = (flat.model.vars.len(), flat.model.constraints.len());
            let again: Vec<_> = formulas.iter().map(|formula| literal(&mut flat, formula)).collect();
            assert_eq!(first, again);
            assert_eq!((flat.model.vars.len(), flat.model.constraints.len()), (n_vars, n_constraints));
        }
    }
}
