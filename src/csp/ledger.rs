//! Who has a value: for each constraint how many variables are open, for each variable how much depends on it.
//!
//! What holds: `n_open[c]` counts the variables of constraint `c` without a value; `last[c]` is the one that was left
//! when that count reached one; `degree` and `weighted` of an open variable sum up 1 and the weight over its
//! constraints that have another open variable. Giving or taking a value costs the constraints on the variable,
//! whatever their length: the last open variable is known as the sum of the open ones. Values are taken back in
//! reverse order. A new weight costs the length of the constraint (dom/wdeg, ECAI 2004).

use super::domains::Domains;
use crate::model::Var;

/// The ledger of a search.
pub(super) struct Ledger {
    /// By constraint: its variables.
    pub scopes: Vec<Vec<Var>>,
    /// By variable: the constraints with it in scope.
    pub constraints_on: Vec<Vec<u32>>,
    n_open: Vec<u32>,
    open_sum: Vec<u64>,
    last: Vec<Var>,
    weight: Vec<u64>,
    degree: Vec<u32>,
    weighted: Vec<u64>,
    has_value: Vec<bool>,
    given: Vec<Var>,
}

impl Ledger {
    /// No constraints yet, and no variable has a value.
    pub fn new(n_vars: usize) -> Ledger {
        Ledger {
            scopes: Vec::new(),
            constraints_on: vec![Vec::new(); n_vars],
            n_open: Vec::new(),
            open_sum: Vec::new(),
            last: Vec::new(),
            weight: Vec::new(),
            degree: vec![0; n_vars],
            weighted: vec![0; n_vars],
            has_value: vec![false; n_vars],
            given: Vec::new(),
        }
    }

    /// Adds the next constraint.
    pub fn add(&mut self, scope: Vec<Var>) {
        let c = self.scopes.len() as u32;
        let has_others = u32::from(scope.len() > 1);
        for x in &scope {
            self.constraints_on[x.index()].push(c);
            self.degree[x.index()] += has_others;
            self.weighted[x.index()] += u64::from(has_others);
        }
        self.n_open.push(scope.len() as u32);
        self.open_sum.push(scope.iter().map(|x| u64::from(x.0)).sum());
        self.last.push(scope.first().copied().unwrap_or(Var(0)));
        self.weight.push(1);
        self.scopes.push(scope);
    }

    /// The variable has a value now.
    pub fn give(&mut self, x: Var, domains: &mut Domains) {
        self.has_value[x.index()] = true;
        self.given.push(x);
        domains.mark_dirty(x);
        for &c in &self.constraints_on[x.index()] {
            let c = c as usize;
            self.n_open[c] -= 1;
            self.open_sum[c] -= u64::from(x.0);
            if self.n_open[c] == 1 {
                let y = Var(self.open_sum[c] as u32);
                self.last[c] = y;
                self.degree[y.index()] -= 1;
                self.weighted[y.index()] -= self.weight[c];
                domains.mark_dirty(y);
            }
        }
    }

    /// How many values were given.
    pub fn mark(&self) -> usize {
        self.given.len()
    }

    /// Takes back the values given since the mark.
    pub fn undo(&mut self, mark: usize, domains: &mut Domains) {
        while self.given.len() > mark {
            let x = self.given.pop().expect("longer than the mark");
            self.take(x, domains);
        }
    }

    fn take(&mut self, x: Var, domains: &mut Domains) {
        self.has_value[x.index()] = false;
        domains.mark_dirty(x);
        for &c in &self.constraints_on[x.index()] {
            let c = c as usize;
            if self.n_open[c] == 1 {
                let y = self.last[c];
                self.degree[y.index()] += 1;
                self.weighted[y.index()] += self.weight[c];
                domains.mark_dirty(y);
            }
            self.n_open[c] += 1;
            self.open_sum[c] += u64::from(x.0);
        }
    }

    /// The constraint failed: its weight grows, for all variables that count it.
    pub fn blame(&mut self, c: u32, domains: &mut Domains) {
        self.weigh(c, self.weight[c as usize] + 1, domains);
    }

    /// The constraint has another weight now, for all variables that count it.
    pub fn weigh(&mut self, c: u32, weight: u64, domains: &mut Domains) {
        let c = c as usize;
        let old = std::mem::replace(&mut self.weight[c], weight);
        for x in &self.scopes[c] {
            if self.n_open[c] > 1 || *x != self.last[c] {
                self.weighted[x.index()] = self.weighted[x.index()] - old + weight;
                domains.mark_dirty(*x);
            }
        }
    }

    /// Whether the variable has a value.
    pub fn has_value(&self, x: Var) -> bool {
        self.has_value[x.index()]
    }

    /// Whether all variables of the constraint have values.
    pub fn is_full(&self, c: u32) -> bool {
        self.n_open[c as usize] == 0
    }

    /// The constraints on an open variable that have other open variables.
    pub fn degree(&self, x: Var) -> u32 {
        self.degree[x.index()]
    }

    /// The weight of those constraints.
    pub fn weighted_degree(&self, x: Var) -> u64 {
        self.weighted[x.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::Ledger;
    use crate::csp::domains::Domains;
    use crate::model::{Model, Var};
    use crate::search::Watch;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Compares the sums of every open variable with their definition.
    fn agree(ledger: &Ledger) {
        for x in (0..ledger.has_value.len() as u32).map(Var).filter(|x| !ledger.has_value(*x)) {
            let has_other = |c: &&u32| ledger.scopes[**c as usize].iter().any(|y| *y != x && !ledger.has_value(*y));
            let counted: Vec<u32> = ledger.constraints_on[x.index()].iter().filter(has_other).copied().collect();
            assert_eq!(ledger.degree(x), counted.len() as u32);
            assert_eq!(ledger.weighted_degree(x), counted.iter().map(|c| ledger.weight[*c as usize]).sum::<u64>());
        }
    }

    #[test]
    fn degrees_and_weights_follow_their_definition() {
        const N_VARS: u32 = 6;
        for seed in 0..40 {
            let mut rng = Pcg32::seed_from_u64(seed);
            let mut model = Model::new();
            model.bools("x", N_VARS as usize);
            let Ok(mut domains) = Domains::new(&model, &Watch::default()) else { panic!("no domain is empty") };
            let mut ledger = Ledger::new(N_VARS as usize);
            for _ in 0..5 {
                ledger.add((0..N_VARS).filter(|_| rng.random_bool(0.4)).map(Var).collect());
            }
            for _ in 0..200 {
                let x = Var(rng.random_range(0..N_VARS));
                match rng.random_range(0..3) {
                    0 if !ledger.has_value(x) => ledger.give(x, &mut domains),
                    1 if rng.random_bool(0.5) => ledger.blame(rng.random_range(0..5), &mut domains),
                    1 => ledger.weigh(rng.random_range(0..5), rng.random_range(1..9), &mut domains),
                    _ => ledger.undo(ledger.mark().saturating_sub(2), &mut domains),
                }
                agree(&ledger);
            }
        }
    }
}
