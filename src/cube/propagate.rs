//! Unit propagation that counts: how many literals of each clause are open, and whether one is true.
//!
//! Setting a literal costs its occurrences, and so does taking it back. Nothing is learnt.

use crate::cnf::{Cnf, Lit};

/// Clauses and what is known of them.
pub(super) struct Propagator {
    clauses: Vec<Box<[Lit]>>,
    /// The clauses with a literal, by its place.
    occurrences: Vec<Vec<u32>>,
    n_open: Vec<u32>,
    n_true: Vec<u32>,
    /// By variable: 0 open, 1 true, -1 false.
    values: Vec<i8>,
    trail: Vec<Lit>,
    n_done: usize,
}

/// What setting a literal led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Led {
    /// To a contradiction.
    Conflict,
    /// To clauses that are shorter now: their weights together.
    Weight(f64),
}

fn place(lit: Lit) -> usize {
    lit.var() as usize * 2 + usize::from(lit.is_positive())
}

impl Propagator {
    /// The clauses of a formula; literals that stand twice count once, clauses that always hold do not count.
    pub fn new(cnf: &Cnf) -> Propagator {
        let n_places = cnf.n_vars() as usize * 2 + 2;
        let mut occurrences = vec![Vec::new(); n_places];
        let mut clauses: Vec<Box<[Lit]>> = Vec::new();
        for clause in cnf.clauses() {
            let mut lits = clause.to_vec();
            lits.sort_by_key(|lit| place(*lit));
            lits.dedup();
            if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
                continue;
            }
            lits.iter().for_each(|lit| occurrences[place(*lit)].push(clauses.len() as u32));
            clauses.push(lits.into());
        }
        let n_open = clauses.iter().map(|clause| clause.len() as u32).collect();
        let n_true = vec![0; clauses.len()];
        let values = vec![0; cnf.n_vars() as usize + 1];
        Propagator { clauses, occurrences, n_open, n_true, values, trail: Vec::new(), n_done: 0 }
    }

    /// Sets what the formula says without any supposition; whether it is not contradictory by that.
    pub fn units(&mut self) -> bool {
        let units: Vec<Lit> = self.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
        let is_empty = self.clauses.iter().any(|clause| clause.is_empty());
        !is_empty && units.into_iter().all(|unit| self.set(unit) != Led::Conflict)
    }

    /// How much is set.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The number of variables that are set.
    pub fn n_set(&self) -> usize {
        self.trail.len()
    }

    pub fn is_open(&self, lit: Lit) -> bool {
        self.values[lit.var() as usize] == 0
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.var() as usize] == if lit.is_positive() { 1 } else { -1 }
    }

    /// Sets a literal and what follows.
    pub fn set(&mut self, lit: Lit) -> Led {
        if !self.is_open(lit) {
            return if self.is_true(lit) { Led::Weight(0.0) } else { Led::Conflict };
        }
        self.push(lit);
        let mut weight = 0.0;
        let mut is_broken = false;
        while let Some(lit) = self.trail.get(self.n_done).copied() {
            self.n_done += 1;
            for at in 0..self.occurrences[place(lit)].len() {
                self.n_true[self.occurrences[place(lit)][at] as usize] += 1;
            }
            for at in 0..self.occurrences[place(!lit)].len() {
                let clause = self.occurrences[place(!lit)][at] as usize;
                self.n_open[clause] -= 1;
                if self.n_true[clause] > 0 {
                    continue;
                }
                match self.n_open[clause] {
                    0 => is_broken = true,
                    1 => is_broken |= !self.follow(clause),
                    n => weight += 0.2_f64.powi(n as i32 - 2),
                }
            }
            if is_broken {
                return Led::Conflict;
            }
        }
        Led::Weight(weight)
    }

    /// Sets the last open literal of a clause; false if there is none any more.
    fn follow(&mut self, clause: usize) -> bool {
        let found = self.clauses[clause].iter().copied().find(|lit| self.is_open(*lit) || self.is_true(*lit));
        match found {
            Some(lit) if self.is_open(lit) => self.push(lit),
            Some(_) => (),
            None => return false,
        }
        true
    }

    fn push(&mut self, lit: Lit) {
        self.values[lit.var() as usize] = if lit.is_positive() { 1 } else { -1 };
        self.trail.push(lit);
    }

    /// Takes back everything after a mark.
    pub fn back(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(lit) = self.trail.pop() else { return };
            self.values[lit.var() as usize] = 0;
            if self.trail.len() < self.n_done {
                self.n_done = self.trail.len();
                self.occurrences[place(lit)].iter().for_each(|clause| self.n_true[*clause as usize] -= 1);
                self.occurrences[place(!lit)].iter().for_each(|clause| self.n_open[*clause as usize] += 1);
            }
        }
    }

    /// How much the open literals of clauses that do not hold yet weigh, by place: short clauses weigh more.
    pub fn scores(&self) -> Vec<f64> {
        let mut scores = vec![0.0; self.occurrences.len()];
        for (at, clause) in self.clauses.iter().enumerate().filter(|(at, _)| self.n_true[*at] == 0) {
            let weight = 0.2_f64.powi(self.n_open[at].min(12) as i32 - 2);
            clause.iter().filter(|lit| self.is_open(**lit)).for_each(|lit| scores[place(*lit)] += weight);
        }
        scores
    }

    /// The score of a literal.
    pub fn score(scores: &[f64], lit: Lit) -> f64 {
        scores[place(lit)]
    }

    /// The open variables, as positive literals.
    pub fn open(&self) -> impl Iterator<Item = Lit> + '_ {
        (1..self.values.len()).filter(|var| self.values[*var] == 0).map(|var| Lit::new(var as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::{Led, Propagator};
    use crate::cnf::{ClauseSink, Cnf, Lit};

    #[test]
    fn everything_is_taken_back() {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(4);
        for clause in [&[1, 2][..], &[-1, 3], &[-3, -2, 4], &[-4, -3], &[1, 1, -4]] {
            cnf.clause(&clause.iter().map(|lit| Lit::new(*lit)).collect::<Vec<_>>());
        }
        let mut formula = Propagator::new(&cnf);
        assert!(formula.units());
        let before = (formula.n_open.clone(), formula.n_true.clone(), formula.values.clone());
        for lit in [1, -1, 2, -2, 3, -3, 4, -4] {
            let mark = formula.mark();
            let led = formula.set(Lit::new(lit));
            assert_eq!(led == Led::Conflict, lit == 4, "{lit}: 4 denies 3 and asks for 1, which asks for 3");
            formula.back(mark);
            assert_eq!((&formula.n_open, &formula.n_true, &formula.values), (&before.0, &before.1, &before.2), "{lit}");
        }
    }
}
