//! Which rules are near a question: a contradiction of few rules hangs together by the variables they share.
//!
//! If the rules alone are possible, every rule of a minimal contradiction with the question is reached from it by rules of
//! the same contradiction, each sharing a variable with the next. So one with fewer than `n` rules has none that is `n`
//! steps away. Definitions join their variables at no cost; variables whose value is known join nothing.

use crate::model::{Model, Owner, Rules, Var};
use rustc_hash::FxHashSet;

/// The rules by the variables they speak of.
pub struct Near {
    /// The variables of each rule, as numbers of sets of variables that definitions join.
    scopes: Vec<Vec<u32>>,
    /// The rules of each set.
    rules: Vec<Vec<u32>>,
    set_of: Vec<u32>,
    known: Vec<bool>,
}

impl Near {
    /// The neighbours of the rules of a model.
    pub fn new(model: &Model, rules: &Rules) -> Near {
        let set_of = joined(model, rules);
        let mut near = Near {
            scopes: vec![Vec::new(); rules.list.len()],
            rules: vec![Vec::new(); model.vars.len()],
            known: vec![false; model.vars.len()],
            set_of,
        };
        for (posted, owner) in model.constraints.iter().zip(&rules.owners) {
            if let Owner::Rule(rule) = owner {
                let sets = posted.constraint.scope().into_iter().map(|var| near.set_of[var.index()]);
                near.scopes[*rule as usize].extend(sets);
            }
        }
        for (scope, rule) in near.scopes.iter_mut().zip(0..) {
            scope.sort_unstable();
            scope.dedup();
            scope.iter().for_each(|set| near.rules[*set as usize].push(rule));
        }
        near
    }

    /// The value of the variable is known from now on. Variables that a definition joins may be known apart.
    pub fn know(&mut self, var: Var) {
        let set = self.set_of[var.index()];
        let is_alone = self.set_of.iter().filter(|other| **other == set).count() == 1;
        self.known[set as usize] |= is_alone;
    }

    /// How many steps a variable is away from another, if that is at most `most`.
    pub fn distance(&self, from: Var, to: Var, most: usize) -> Option<usize> {
        let speaks_of = |rule: &u32| self.scopes[*rule as usize].contains(&self.set_of[to.index()]);
        (1..=most).find(|steps| self.within(from, *steps, &|_| true).iter().any(speaks_of))
    }

    /// The rules at most so many steps away from a variable, those that speak of it being one step away; nearest first.
    pub fn within(&self, var: Var, steps: usize, is_in: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let first = self.set_of[var.index()];
        let mut sets: FxHashSet<u32> = FxHashSet::from_iter([first]);
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let (mut found, mut frontier) = (Vec::new(), vec![first]);
        for _ in 0..steps {
            let mut next = Vec::new();
            for set in std::mem::take(&mut frontier) {
                for rule in self.rules[set as usize].iter().filter(|rule| is_in(**rule) && seen.insert(**rule)) {
                    found.push(*rule);
                    let fresh = self.scopes[*rule as usize].iter();
                    next.extend(fresh.filter(|set| !self.known[**set as usize] && sets.insert(**set)));
                }
            }
            frontier = next;
        }
        found
    }
}

/// For each variable the number of its set.
fn joined(model: &Model, rules: &Rules) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..model.vars.len() as u32).collect();
    fn root(parent: &mut [u32], mut at: u32) -> u32 {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    }
    for (posted, owner) in model.constraints.iter().zip(&rules.owners) {
        if matches!(owner, Owner::Definition(_)) {
            let scope = posted.constraint.scope();
            for pair in scope.windows(2) {
                let (a, b) = (root(&mut parent, pair[0].0), root(&mut parent, pair[1].0));
                parent[a as usize] = b;
            }
        }
    }
    (0..parent.len() as u32).map(|var| root(&mut parent, var)).collect()
}
