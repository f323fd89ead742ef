//! What is fixed when the literals of a clause are false, and whether a few inequalities contradict that.
//!
//! This is what a checker's unit propagation does, over the lines at hand alone: bounds and values of a variable of the model
//! follow from each other, and an inequality fixes whatever it cannot spare.

use super::inequality::Inequality;
use super::vocabulary::Vocabulary;
use crate::cnf::Lit;
use crate::model::{Domain, Var};
use rustc_hash::FxHashMap;

/// Bits of variables: which variable, and which bit.
pub type Bits = FxHashMap<u32, (Var, u32)>;

/// Variables that have a value.
pub struct Known<'a> {
    vocabulary: &'a Vocabulary,
    bits: &'a Bits,
    fixed: FxHashMap<u32, bool>,
    domains: FxHashMap<Var, Domain>,
    is_contradictory: bool,
}

impl<'a> Known<'a> {
    /// All of these literals are false.
    pub fn none_of(lits: &[Lit], vocabulary: &'a Vocabulary, bits: &'a Bits) -> Known<'a> {
        let (fixed, domains) = Default::default();
        let mut known = Known { vocabulary, bits, fixed, domains, is_contradictory: false };
        lits.iter().for_each(|lit| known.fix(lit.var(), !lit.is_positive()));
        known
    }

    fn domain(&self, var: Var) -> Option<&Domain> {
        self.domains.get(&var).or_else(|| self.vocabulary.coded(var).map(|coded| &coded.domain))
    }

    fn fix(&mut self, var: u32, value: bool) {
        if self.value(var).is_some_and(|known| known != value) {
            self.is_contradictory = true;
        }
        self.fixed.insert(var, value);
        if let Some(atom) = self.vocabulary.atom(var) {
            let atom = if value { atom } else { !atom };
            let left = self.domain(atom.var).map(|domain| domain.intersect(&atom.admitted()));
            self.narrow(atom.var, left);
        }
        if let Some((owner, bit)) = self.bits.get(&var) {
            let left = self.domain(*owner).map(|domain| self.with_bit(*owner, domain, *bit, value));
            self.narrow(*owner, left);
        }
    }

    fn narrow(&mut self, var: Var, left: Option<Domain>) {
        let Some(left) = left else { return };
        self.is_contradictory |= left.is_empty();
        self.domains.insert(var, left);
    }

    fn with_bit(&self, var: Var, domain: &Domain, bit: u32, value: bool) -> Domain {
        let min = self.vocabulary.coded(var).map_or(0, |coded| coded.values.first().copied().unwrap_or(0));
        Domain::from_values(domain.iter().filter(|v| (v.abs_diff(min) >> bit & 1 == 1) == value))
    }

    fn value(&self, var: u32) -> Option<bool> {
        if let Some(value) = self.fixed.get(&var) {
            return Some(*value);
        }
        if let Some(atom) = self.vocabulary.atom(var) {
            return self.domains.get(&atom.var).filter(|domain| !domain.is_empty()).and_then(|d| atom.decided_by(d));
        }
        let (owner, bit) = self.bits.get(&var)?;
        let domain = self.domains.get(owner).filter(|domain| !domain.is_empty())?;
        let with = self.with_bit(*owner, domain, *bit, true).size();
        if with == 0 { Some(false) } else { (with == domain.size()).then_some(true) }
    }

    /// Whether propagating the inequalities leads to a contradiction.
    pub fn contradicts(mut self, lines: &[&Inequality]) -> bool {
        loop {
            let mut changed = false;
            for line in lines {
                if self.is_contradictory {
                    return true;
                }
                let (mut slack, mut largest) = (-line.bound, 0);
                for (var, weight) in &line.terms {
                    match self.value(*var) {
                        Some(true) => slack += weight,
                        Some(false) => {}
                        None => {
                            slack += weight.max(&0);
                            largest = largest.max(weight.abs());
                        }
                    }
                }
                if slack < 0 {
                    return true;
                }
                if largest <= slack {
                    continue;
                }
                for (var, weight) in &line.terms {
                    if weight.abs() > slack && self.value(*var).is_none() {
                        self.fix(*var, *weight > 0);
                        changed = true;
                    }
                }
            }
            if !changed {
                return self.is_contradictory;
            }
        }
    }
}
