//! The inequalities that hold, and unit propagation over them.
//!
//! Each inequality knows its slack: how much more than its degree the literals that are not false add up to. Below 0 it is
//! violated; a literal with a larger coefficient must be true. What follows from the inequalities alone stays known from one step
//! to the next, until one of them that forced something is forgotten.

use super::inequality::{Inequality, Lit};

/// Inequalities by number, and what is true.
#[derive(Default)]
pub struct Store {
    entries: Vec<Option<Entry>>,
    /// The entries in which a literal stands, with its coefficient.
    places: Vec<Vec<(u32, i128)>>,
    /// By literal.
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    /// How far the trail was followed.
    n_followed: usize,
    is_violated: bool,
    /// Whether what is true must be found anew.
    is_stale: bool,
    n_alive: usize,
    /// How many terms were looked at.
    pub work: u64,
}

struct Entry {
    says: Inequality,
    slack: i128,
    largest: i128,
    /// Whether it forced a literal that is known from one step to the next.
    is_reason: bool,
    is_core: bool,
}

impl Store {
    /// The number that the next one gets.
    pub fn next(&self) -> u64 {
        self.entries.len() as u64 + 1
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.n_alive
    }

    /// The one of a number.
    pub fn get(&self, id: u64) -> Option<&Inequality> {
        self.entry(id).map(|entry| &entry.says)
    }

    /// Makes one a part of what the proof leaves in the end; whether there is one of that number.
    pub fn mark(&mut self, id: u64) -> bool {
        let entry = index(id).and_then(|at| self.entries.get_mut(at)?.as_mut());
        entry.map(|entry| entry.is_core = true).is_some()
    }

    /// Those that are part of what the proof leaves.
    pub fn core(&self) -> impl Iterator<Item = &Inequality> {
        self.entries.iter().flatten().filter(|entry| entry.is_core).map(|entry| &entry.says)
    }

    fn entry(&self, id: u64) -> Option<&Entry> {
        self.entries.get(index(id)?)?.as_ref()
    }

    /// Keeps an inequality under the next number.
    pub fn add(&mut self, says: Inequality, is_core: bool) {
        self.attach(says, is_core);
        self.n_alive += 1;
    }

    fn attach(&mut self, says: Inequality, is_core: bool) {
        let at = self.entries.len() as u32;
        for (lit, coefficient) in &says.terms {
            let n_lits = (*lit as usize / 2 + 1) * 2;
            if self.places.len() < n_lits {
                self.places.resize_with(n_lits, Vec::new);
                self.is_true.resize(n_lits, false);
            }
            self.places[*lit as usize].push((at, *coefficient));
        }
        let largest = says.terms.iter().map(|(_, c)| *c).max().unwrap_or(0);
        // Literals on the trail that are not followed yet are taken off when they are.
        let followed = &self.trail[..self.n_followed];
        let off: i128 = match followed.len() {
            0 => 0,
            _ => says.terms.iter().filter(|(lit, _)| self.is_followed(*lit ^ 1)).map(|(_, c)| *c).sum(),
        };
        let slack = says.most().unwrap_or(i128::MAX / 2) - says.degree - off;
        self.entries.push(Some(Entry { says, slack, largest, is_reason: false, is_core }));
        self.look(at as usize, true);
    }

    /// Whether a literal is true and was followed.
    fn is_followed(&self, lit: Lit) -> bool {
        self.is_true[lit as usize] && !self.trail[self.n_followed..].contains(&lit)
    }

    /// Forgets one; whether it was there.
    pub fn delete(&mut self, id: u64) -> bool {
        let Some(entry) = index(id).and_then(|at| self.entries.get_mut(at)?.take()) else { return false };
        self.is_stale |= entry.is_reason || entry.slack < 0;
        self.n_alive -= 1;
        true
    }

    /// The entries that become weaker when a literal becomes false.
    pub fn with(&self, lit: Lit) -> Vec<Inequality> {
        let places = self.places.get(lit as usize).map_or(&[][..], Vec::as_slice);
        places
            .iter()
            .filter_map(|(at, _)| self.entries[*at as usize].as_ref())
            .map(|entry| entry.says.clone())
            .collect()
    }

    /// Whether one of those that hold implies another inequality by weakening; it has a literal in common with it.
    pub fn implies(&mut self, says: &Inequality) -> bool {
        let mut looked = 0;
        let places = says.terms.iter().filter_map(|(lit, _)| self.places.get(*lit as usize)).flatten();
        let mut entries = places.filter_map(|(at, _)| self.entries[*at as usize].as_ref());
        let is_implied = entries.any(|entry| {
            looked += entry.says.terms.len() + says.terms.len();
            entry.says.implies(says)
        });
        self.work += looked as u64;
        is_implied
    }

    /// Whether unit propagation refutes these together with all that hold.
    pub fn refutes(&mut self, more: &[Inequality]) -> bool {
        self.settle();
        if self.is_violated {
            return true;
        }
        let (n_entries, n_true) = (self.entries.len(), self.trail.len());
        more.iter().for_each(|says| self.attach(says.clone(), false));
        self.follow(false);
        let is_refuted = self.is_violated;
        self.is_violated = false;
        while self.trail.len() > n_true {
            let Some(lit) = self.trail.pop() else { break };
            self.is_true[lit as usize] = false;
            if self.trail.len() < self.n_followed {
                self.n_followed = self.trail.len();
                self.shift(lit ^ 1, 1);
            }
        }
        for entry in self.entries.drain(n_entries..).flatten() {
            for (lit, _) in &entry.says.terms {
                self.places[*lit as usize].pop();
            }
        }
        is_refuted
    }

    /// Brings what is true up to date.
    fn settle(&mut self) {
        if self.is_stale {
            (self.is_stale, self.is_violated, self.n_followed) = (false, false, 0);
            for lit in std::mem::take(&mut self.trail) {
                self.is_true[lit as usize] = false;
            }
            for at in 0..self.entries.len() {
                if let Some(entry) = &mut self.entries[at] {
                    entry.slack = entry.says.most().unwrap_or(i128::MAX / 2) - entry.says.degree;
                    entry.is_reason = false;
                    self.work += entry.says.terms.len() as u64;
                }
                self.look(at, true);
            }
        }
        self.follow(true);
    }

    /// Follows the trail to its end, or to a violated inequality.
    fn follow(&mut self, is_lasting: bool) {
        while self.n_followed < self.trail.len() && !self.is_violated {
            let falsified = self.trail[self.n_followed] ^ 1;
            self.n_followed += 1;
            self.shift(falsified, -1);
            for i in 0..self.places[falsified as usize].len() {
                let at = self.places[falsified as usize][i].0 as usize;
                self.look(at, is_lasting);
            }
        }
    }

    /// A literal becomes false, or ceases to be.
    fn shift(&mut self, lit: Lit, sign: i128) {
        self.work += self.places[lit as usize].len() as u64 + 1;
        for (at, coefficient) in &self.places[lit as usize] {
            if let Some(entry) = &mut self.entries[*at as usize] {
                entry.slack += sign * coefficient;
            }
        }
    }

    /// What an inequality forces.
    fn look(&mut self, at: usize, is_lasting: bool) {
        let Some(entry) = &mut self.entries[at] else { return };
        if entry.slack < 0 {
            self.is_violated = true;
            return;
        }
        if entry.slack >= entry.largest {
            return;
        }
        self.work += entry.says.terms.len() as u64;
        for (lit, coefficient) in &entry.says.terms {
            let is_open = !self.is_true[*lit as usize] && !self.is_true[(*lit ^ 1) as usize];
            if is_open && *coefficient > entry.slack {
                self.is_true[*lit as usize] = true;
                self.trail.push(*lit);
                entry.is_reason |= is_lasting;
            }
        }
    }
}

fn index(id: u64) -> Option<usize> {
    usize::try_from(id.checked_sub(1)?).ok()
}
