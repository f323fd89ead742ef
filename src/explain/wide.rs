//! Counts over a whole board, such as the number of all mines: left out of the formula as long as they cannot matter.
//!
//! A count of hundreds of Booleans makes a formula large and its contradictions hard to find, and a few rules seldom come
//! near to it. Rules that together make at most `t` of the counted atoms true and at most `f` of them false leave enough of
//! the others to get any number between `t` and all but `f`: then the count says nothing that these rules do not say.

use crate::model::{Atom, Cmp, Constraint, Model, Owner, Rules};
use rustc_hash::FxHashSet;

/// A count of more atoms than this is wide.
const WIDE: usize = 40;

/// The only wide count of a model, if there is one.
pub struct Wide {
    /// Its rule.
    pub rule: u32,
    cmp: Cmp,
    bound: i64,
    n_atoms: i64,
    atoms: FxHashSet<Atom>,
    /// How many of its atoms each other rule can make true at most, the largest first.
    n_true: Vec<i64>,
    /// How many it can make false.
    n_false: Vec<i64>,
}

impl Wide {
    /// Finds it. A definition that speaks of what is counted speaks against it: then nothing is left out.
    pub fn find(model: &Model, rules: &Rules, members: &[Vec<usize>]) -> Option<Wide> {
        let is_wide = |rule: &u32| match members[*rule as usize].as_slice() {
            [only] => {
                matches!(&model.constraints[*only].constraint, Constraint::Count { atoms, .. } if atoms.len() > WIDE)
            }
            _ => false,
        };
        let found: Vec<u32> = (0..members.len() as u32).filter(is_wide).collect();
        let [rule] = found[..] else { return None };
        let Constraint::Count { atoms: list, cmp, bound } = &model.constraints[members[rule as usize][0]].constraint
        else {
            return None;
        };
        let vars: FxHashSet<u32> = list.iter().map(|atom| atom.var.0).collect();
        let is_free = |constraint: &Constraint| constraint.scope().iter().all(|var| !vars.contains(&var.0));
        let mut definitions =
            model.constraints.iter().zip(&rules.owners).filter(|(_, o)| matches!(o, Owner::Definition(_)));
        if *cmp == Cmp::Ne || vars.len() < list.len() || !definitions.all(|(posted, _)| is_free(&posted.constraint)) {
            return None;
        }
        let mut wide = Wide {
            rule,
            cmp: *cmp,
            bound: *bound,
            n_atoms: list.len() as i64,
            atoms: list.iter().copied().collect(),
            n_true: Vec::new(),
            n_false: Vec::new(),
        };
        for (other, constraints) in members.iter().enumerate().filter(|(other, _)| *other as u32 != rule) {
            let _ = other;
            let (t, f) = wide.reach(&vars, constraints.iter().map(|c| &model.constraints[*c].constraint));
            wide.n_true.push(t);
            wide.n_false.push(f);
        }
        wide.n_true.sort_unstable_by(|a, b| b.cmp(a));
        wide.n_false.sort_unstable_by(|a, b| b.cmp(a));
        Some(wide)
    }

    /// How many of the counted atoms a rule can make true, and how many false, at most.
    fn reach<'c>(&self, vars: &FxHashSet<u32>, constraints: impl Iterator<Item = &'c Constraint>) -> (i64, i64) {
        let (mut n_true, mut n_false) = (0, 0);
        for constraint in constraints {
            let n = constraint.scope().iter().filter(|var| vars.contains(&var.0)).count() as i64;
            let (t, f) = match constraint {
                Constraint::Count { atoms, cmp, bound } if atoms.iter().all(|atom| self.atoms.contains(atom)) => (
                    if matches!(cmp, Cmp::Eq | Cmp::Le) { n.min((*bound).max(0)) } else { n },
                    if matches!(cmp, Cmp::Eq | Cmp::Ge) { n.min((n - *bound).max(0)) } else { n },
                ),
                _ => (n, n),
            };
            n_true += t;
            n_false += f;
        }
        (n_true, n_false)
    }

    /// Whether the count says nothing beside any `n` of the other rules, the facts and one more atom.
    pub fn is_idle(&self, n: usize, facts: &[Atom]) -> bool {
        let counted: Vec<bool> = facts.iter().filter_map(|fact| self.says(*fact)).collect();
        let known = counted.iter().filter(|says| **says).count() as i64;
        let sum = |list: &[i64]| list.iter().take(n).sum::<i64>() + 1;
        let most_true = sum(&self.n_true) + known;
        let most_false = sum(&self.n_false) + counted.len() as i64 - known;
        let is_below = matches!(self.cmp, Cmp::Ge) || most_true <= self.bound;
        let is_above = matches!(self.cmp, Cmp::Le) || most_false <= self.n_atoms - self.bound;
        is_below && is_above
    }

    /// What a fact says about the atom of its variable that is counted.
    fn says(&self, fact: Atom) -> Option<bool> {
        let positive = self.atoms.iter().find(|atom| atom.var == fact.var)?;
        Some(*positive == fact)
    }
}
