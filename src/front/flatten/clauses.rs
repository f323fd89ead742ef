//! Formulas to clauses: directly where that stays small, through one-sided auxiliaries where it does not.
//!
//! A disjunction is multiplied out while it makes at most [`FEW`] clauses; beyond that its largest part is replaced by a fresh
//! literal that implies it (Plaisted and Greenbaum, JSC 1986: only the direction that the polarity needs).

use super::Flat;
use crate::front::formula::{Formula, taken};
use crate::model::{Atom, Constraint, Domain, Kind};
use rustc_hash::FxHashSet;

/// How many clauses a disjunction may become by multiplying out.
const FEW: usize = 8;

impl Flat {
    /// State that the formula is true.
    pub fn post(&mut self, formula: Formula) {
        match formula {
            Formula::Const(true) => {}
            Formula::Const(false) => self.push(Constraint::falsity()),
            Formula::Atom(atom) => self.push(Constraint::Clause(vec![atom])),
            Formula::And(parts) => taken(parts).for_each(|f| self.post(f)),
            Formula::Or(parts) => self.post_or(taken(parts)),
            Formula::Iff(pair) => self.post_iff(pair.0, pair.1),
            Formula::Body(body) => self.push(*body),
            Formula::NotBody(body) => self.post_not(*body),
        }
    }

    /// A constraint is false: it is equivalent to a Boolean whose only value is 0.
    fn post_not(&mut self, body: Constraint) {
        let never = self.model.auxiliary(Domain::singleton(0), Kind::Bool).is_true();
        self.push(Constraint::Iff { when: never, then: Box::new(body) });
    }

    fn post_iff(&mut self, a: Formula, b: Formula) {
        match (a, b) {
            (Formula::Atom(a), b) | (b, Formula::Atom(a)) => self.post_equal(a, b),
            (a, b) => {
                let (small, large) = if a.n_clauses() <= b.n_clauses() { (a, b) } else { (b, a) };
                let atom = self.whole(&small);
                match Formula::iff(atom.into(), large) {
                    Formula::Iff(pair) => self.post_equal(atom, pair.1),
                    formula => self.post(formula),
                }
            }
        }
    }

    /// `atom <-> formula`, each direction in its own polarity.
    fn post_equal(&mut self, atom: Atom, formula: Formula) {
        match &formula {
            Formula::And(parts) if parts.iter().all(is_atom) => return self.post_list(atom, parts),
            Formula::Or(parts) if parts.iter().all(is_atom) => return self.post_choice(atom, parts),
            _ => {}
        }
        self.post(Formula::or([Formula::Atom(!atom), formula.clone()]));
        self.post(Formula::or([Formula::Atom(atom), formula.negated()]));
    }

    /// `atom <-> all of these`: the same clauses as the general way, without formulas in between.
    fn post_list(&mut self, atom: Atom, parts: &[Formula]) {
        parts.iter().filter_map(as_atom).for_each(|part| self.push_clause(vec![!atom, part]));
        self.push_clause(std::iter::once(atom).chain(parts.iter().filter_map(as_atom).map(|part| !part)).collect());
    }

    /// `atom <-> one of these`.
    fn post_choice(&mut self, atom: Atom, parts: &[Formula]) {
        self.push_clause(std::iter::once(!atom).chain(parts.iter().filter_map(as_atom)).collect());
        parts.iter().filter_map(as_atom).for_each(|part| self.push_clause(vec![atom, !part]));
    }

    fn post_or(&mut self, parts: impl Iterator<Item = Formula>) {
        let (atoms, mut others): (Vec<Formula>, Vec<Formula>) = parts.partition(|f| matches!(f, Formula::Atom(_)));
        let mut atoms: Vec<Atom> = atoms.iter().filter_map(as_atom).collect();
        if let [only] = others.as_mut_slice() {
            let only = std::mem::replace(only, Formula::Const(false));
            return self.post_guarded(atoms, only);
        }
        for at in too_many(&others) {
            atoms.push(self.half(&others[at]));
            others[at] = Formula::Const(false);
        }
        others.retain(|f| *f != Formula::Const(false));
        let clauses = others.iter().fold(vec![atoms], |clauses, f| cross(clauses, self.clauses(f)));
        clauses.into_iter().for_each(|clause| self.push_clause(clause));
    }

    /// Atoms, or one more formula: `atom -> body` needs no auxiliary, nor does a conjunction behind few atoms.
    fn post_guarded(&mut self, mut atoms: Vec<Atom>, formula: Formula) {
        const SHORT: usize = 2;
        match formula {
            Formula::Body(then) if atoms.len() == 1 => self.push(Constraint::Implies { when: !atoms[0], then }),
            Formula::And(parts) if atoms.len() <= SHORT || parts.len() <= FEW => {
                let guard: Vec<Formula> = atoms.into_iter().map(Formula::Atom).collect();
                taken(parts).for_each(|part| self.post(Formula::or(guard.iter().cloned().chain([part]))));
            }
            Formula::Iff(pair) if iff_is_large(&pair) => {
                let sides = [&pair.0, &pair.1].map(|side| Formula::Atom(self.whole(side)));
                let [a, b] = sides;
                let clauses = self.iff_clauses(&a, &b);
                cross(vec![atoms], clauses).into_iter().for_each(|clause| self.push_clause(clause));
            }
            formula if formula.n_clauses() <= FEW => {
                let clauses = self.clauses(&formula);
                cross(vec![atoms], clauses).into_iter().for_each(|clause| self.push_clause(clause));
            }
            formula => {
                atoms.push(self.half(&formula));
                self.push_clause(atoms);
            }
        }
    }

    /// A clause without repetition, unless it is true anyway.
    fn push_clause(&mut self, mut atoms: Vec<Atom>) {
        const SHORT: usize = 16;
        if atoms.len() > SHORT {
            let mut seen = FxHashSet::default();
            atoms.retain(|atom| seen.insert(*atom));
            if atoms.iter().any(|atom| seen.contains(&!*atom)) {
                return;
            }
            return self.push(Constraint::Clause(atoms));
        }
        let mut n_kept = 0;
        for at in 0..atoms.len() {
            let atom = atoms[at];
            if atoms[..n_kept].contains(&!atom) {
                return;
            }
            if !atoms[..n_kept].contains(&atom) {
                atoms[n_kept] = atom;
                n_kept += 1;
            }
        }
        atoms.truncate(n_kept);
        atoms.shrink_to_fit();
        self.push(Constraint::Clause(atoms));
    }

    /// The clauses of a formula known to make few.
    fn clauses(&mut self, formula: &Formula) -> Vec<Vec<Atom>> {
        match formula {
            Formula::Const(true) => vec![],
            Formula::Const(false) => vec![vec![]],
            Formula::Atom(atom) => vec![vec![*atom]],
            Formula::And(parts) => parts.iter().flat_map(|f| self.clauses(f)).collect(),
            Formula::Or(parts) => parts.iter().fold(vec![vec![]], |clauses, f| cross(clauses, self.clauses(f))),
            Formula::Iff(pair) => self.iff_clauses(&pair.0, &pair.1),
            Formula::Body(_) | Formula::NotBody(_) => vec![vec![self.half(formula)]],
        }
    }

    fn iff_clauses(&mut self, a: &Formula, b: &Formula) -> Vec<Vec<Atom>> {
        let there = Formula::implies(a.clone(), b.clone());
        let back = Formula::implies(b.clone(), a.clone());
        [there, back].iter().flat_map(|f| self.clauses(f)).collect()
    }

    /// The formula as a literal, unless it is one or a constant already.
    pub fn named(&mut self, formula: Formula) -> Formula {
        match formula {
            Formula::Const(_) | Formula::Atom(_) => formula,
            formula => Formula::Atom(self.whole(&formula)),
        }
    }

    /// A literal that implies the formula.
    pub fn half(&mut self, formula: &Formula) -> Atom {
        self.half_by(formula, |fresh| fresh)
    }

    /// A literal that the formula implies.
    pub fn implied(&mut self, formula: &Formula) -> Atom {
        !self.half_by(&formula.clone().negated(), |fresh| !fresh)
    }

    /// A literal that implies the formula: of a new variable, if there is none yet, as it is or denied.
    fn half_by(&mut self, formula: &Formula, literal: fn(Atom) -> Atom) -> Atom {
        if let Formula::Atom(atom) = formula {
            return *atom;
        }
        let posted = &self.model.constraints;
        if let Some(atom) = self.wholes.get(formula, posted).or_else(|| self.halves.get(formula, posted)) {
            return atom;
        }
        if let Formula::NotBody(_) = formula {
            return self.whole(formula);
        }
        let (fresh, from) = (literal(self.fresh()), self.model.constraints.len());
        self.define(|flat| flat.post(Formula::or([Formula::Atom(!fresh), formula.clone()])));
        self.halves.define(formula, fresh, from, &self.model.constraints);
        fresh
    }

    /// A literal that is true exactly when the formula is.
    pub fn whole(&mut self, formula: &Formula) -> Atom {
        if let Formula::Atom(atom) = formula {
            return *atom;
        }
        if let Some(atom) = self.wholes.get(formula, &self.model.constraints) {
            return atom;
        }
        if let Formula::NotBody(body) = formula {
            return !self.whole(&Formula::Body(body.clone()));
        }
        if let Some(atom) = self.wholes.get(&formula.clone().negated(), &self.model.constraints) {
            return !atom;
        }
        let (fresh, from) = (self.fresh(), self.model.constraints.len());
        self.define(|flat| flat.post(Formula::iff(fresh.into(), formula.clone())));
        self.wholes.define(formula, fresh, from, &self.model.constraints);
        fresh
    }
}

/// Which parts of a disjunction to replace, the largest first, so that the rest makes few clauses when multiplied out.
fn too_many(parts: &[Formula]) -> Vec<usize> {
    let mut sizes: Vec<(usize, usize)> = parts.iter().map(Formula::n_clauses).zip(0..).collect();
    sizes.sort_by_key(|(size, at)| (usize::MAX - size, *at));
    let mut product = 1usize;
    while let Some((size, _)) = sizes.last().filter(|(size, _)| product.saturating_mul(*size) <= FEW) {
        product *= size;
        sizes.pop();
    }
    sizes.into_iter().map(|(_, at)| at).collect()
}

fn iff_is_large(pair: &(Formula, Formula)) -> bool {
    Formula::Iff(Box::new(pair.clone())).n_clauses() > FEW
}

fn is_atom(formula: &Formula) -> bool {
    matches!(formula, Formula::Atom(_))
}

fn as_atom(formula: &Formula) -> Option<Atom> {
    match formula {
        Formula::Atom(atom) => Some(*atom),
        _ => None,
    }
}

fn cross(left: Vec<Vec<Atom>>, right: Vec<Vec<Atom>>) -> Vec<Vec<Atom>> {
    let joined = |a: &Vec<Atom>, b: &Vec<Atom>| a.iter().chain(b).copied().collect();
    left.iter().flat_map(|a| right.iter().map(move |b| joined(a, b))).collect()
}
