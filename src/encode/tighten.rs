//! What the domains are once the obvious has been drawn: unit clauses, full and empty counts, bounds of sums.
//!
//! Propagates clauses, counts and sums to a fixed point, first in first out, within [`WORK`] visits of atoms. Only values
//! that no solution has are removed, so an encoding may decide atoms by the smaller domains, if it also says that the
//! variables stay within them. Cost: linear in the model for each round of news.

use crate::model::{Atom, Cmp, Constraint, Domain, Model, Var};
use std::collections::VecDeque;

/// Visits of atoms and terms after which propagation stops, sound at any point.
const WORK: usize = 50_000_000;

/// Sums are left alone beyond this size, so that 128 bits never overflow.
const HUGE: u64 = 1 << 60;

/// A domain for each variable of the model, at most the declared one; empty ones mean that there is no solution.
pub fn tightened(model: &Model) -> Vec<Domain> {
    let mut state = Tighten {
        domains: model.vars.iter().map(|decl| decl.domain.clone()).collect(),
        watching: watching(model),
        queued: vec![true; model.constraints.len()],
        queue: (0..model.constraints.len()).collect(),
        work: 0,
    };
    while let Some(index) = state.queue.pop_front() {
        state.queued[index] = false;
        let sound = state.propagate(&model.constraints[index].constraint);
        if !sound || state.work > WORK {
            break;
        }
    }
    state.domains
}

struct Tighten {
    domains: Vec<Domain>,
    /// By variable: the constraints to look at again when its domain shrinks.
    watching: Vec<Vec<u32>>,
    queued: Vec<bool>,
    queue: VecDeque<usize>,
    work: usize,
}

fn watching(model: &Model) -> Vec<Vec<u32>> {
    let mut watching = vec![Vec::new(); model.vars.len()];
    for (index, posted) in model.constraints.iter().enumerate() {
        match &posted.constraint {
            Constraint::Clause(_) | Constraint::Count { .. } | Constraint::Linear { .. } => {
                posted.constraint.visit(&mut |var| watching[var.index()].push(index as u32));
            }
            _ => {}
        }
    }
    watching
}

impl Tighten {
    /// Draws what a constraint says; false when a domain became empty.
    fn propagate(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Clause(atoms) => self.clause(atoms),
            Constraint::Count { atoms, cmp, bound } => self.count(atoms, *cmp, *bound),
            Constraint::Linear { terms, cmp, bound } => self.linear(terms, *cmp, *bound),
            _ => true,
        }
    }

    fn decided(&self, atom: Atom) -> Option<bool> {
        atom.decided_by(&self.domains[atom.var.index()])
    }

    /// The variable takes one of these values only.
    fn keep(&mut self, var: Var, allowed: &Domain) -> bool {
        let domain = &mut self.domains[var.index()];
        if matches!(allowed.ranges(), [(lo, hi)] if *lo <= domain.min() && domain.max() <= *hi) {
            return true;
        }
        let kept = domain.intersect(allowed);
        if kept == *domain {
            return true;
        }
        *domain = kept;
        for index in &self.watching[var.index()] {
            if !std::mem::replace(&mut self.queued[*index as usize], true) {
                self.queue.push_back(*index as usize);
            }
        }
        !self.domains[var.index()].is_empty()
    }

    fn clause(&mut self, atoms: &[Atom]) -> bool {
        self.work += atoms.len();
        let mut open = atoms.iter().filter(|atom| self.decided(**atom) != Some(false));
        match (open.next().copied(), open.next()) {
            (Some(only), None) => self.keep(only.var, &only.admitted()),
            _ => true,
        }
    }

    fn count(&mut self, atoms: &[Atom], cmp: Cmp, bound: i64) -> bool {
        self.work += atoms.len();
        let n_with = |truth| atoms.iter().filter(|atom| self.decided(**atom) == Some(truth)).count() as i64;
        let (least, most) = (n_with(true), atoms.len() as i64 - n_with(false));
        let no_more = matches!(cmp, Cmp::Le | Cmp::Eq) && least == bound;
        let all_others = matches!(cmp, Cmp::Ge | Cmp::Eq) && most == bound;
        if least == most || !(no_more || all_others) {
            return true;
        }
        let open: Vec<Atom> = atoms.iter().copied().filter(|atom| self.decided(*atom).is_none()).collect();
        let forced = |atom: Atom| if no_more { !atom } else { atom };
        open.into_iter().map(forced).all(|atom| self.keep(atom.var, &atom.admitted()))
    }

    fn linear(&mut self, terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> bool {
        self.work += terms.len();
        let tame = |(c, var): &(i64, Var)| {
            let domain = &self.domains[var.index()];
            [*c, domain.min(), domain.max()].iter().all(|number| number.unsigned_abs() < HUGE)
        };
        if terms.len() > 1 << 20 || bound.unsigned_abs() >= HUGE || !terms.iter().all(tame) {
            return true;
        }
        let at_most = matches!(cmp, Cmp::Le | Cmp::Eq).then_some(1);
        let at_least = matches!(cmp, Cmp::Ge | Cmp::Eq).then_some(-1);
        at_most.into_iter().chain(at_least).all(|sign| self.at_most(terms, sign, bound))
    }

    /// `sign * terms <= sign * bound`: each term is at most what the least values of the others leave.
    fn at_most(&mut self, terms: &[(i64, Var)], sign: i64, bound: i64) -> bool {
        let least = |domains: &[Domain], c: i64, var: Var| {
            let domain = &domains[var.index()];
            i128::from(c) * i128::from(if c > 0 { domain.min() } else { domain.max() })
        };
        let sum: i128 = terms.iter().map(|(c, var)| least(&self.domains, sign * c, *var)).sum();
        let slack = i128::from(sign * bound) - sum;
        terms.iter().filter(|(c, _)| *c != 0).all(|(c, var)| {
            let c = sign * c;
            let most = least(&self.domains, c, *var) + slack;
            let limit = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            let allowed = match c > 0 {
                true => Domain::range(i64::MIN, limit(most.div_euclid(c.into()))),
                false => Domain::range(limit(-most.div_euclid(i128::from(-c))), i64::MAX),
            };
            self.keep(*var, &allowed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::tightened;
    use crate::model::{Domain, Model, count_true, sum};

    #[test]
    fn the_obvious_is_drawn() {
        let mut model = Model::new();
        let b = model.bools("b", 6);
        let (x, y) = (model.int("x", -5..=9), model.int("y", 0..=9));
        model.clause([b[0].is_true()]);
        model.clause([b[0].is_false(), b[1].is_true()]);
        model.post(count_true(b[..4].iter().map(|b| b.is_true())).exactly(2));
        model.post(count_true(b[2..].iter().map(|b| b.is_true())).at_least(2));
        model.post((x * 2 + y).le(-3));
        model.post(sum([x, y]).ge(-4));
        let shown: Vec<String> = tightened(&model).iter().map(Domain::to_string).collect();
        assert_eq!(shown, ["1", "1", "0", "0", "1", "1", "-5..-2", "0..7"]);
    }

    #[test]
    fn a_contradiction_empties_a_domain() {
        let mut model = Model::new();
        let x = model.int("x", 0..=3);
        model.clause([x.is(2)]);
        model.post((x * 2).equals(5));
        assert!(tightened(&model).iter().any(Domain::is_empty));
    }
}
