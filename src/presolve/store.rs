//! The domains while bounds are drawn: who narrowed what, and who is to be looked at again.

use super::log::Log;
use crate::model::{Atom, Domain, Operand, Var};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A constraint cannot hold within the domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// What a rule says: nothing but that its constraint may still hold.
pub(super) type Kept = Result<(), Contradiction>;

/// Domains under propagation.
pub(super) struct Store {
    /// The values left; none is empty.
    pub domains: Vec<Domain>,
    /// The variables narrowed since somebody looked.
    pub changed: Vec<Var>,
    /// How often a domain was narrowed.
    pub n_narrowed: usize,
    /// Atoms, terms and rows visited so far.
    pub work: usize,
    /// The constraint at hand, for the log.
    pub at: u32,
    /// If not empty: the variables that may be narrowed, and those never to nothing.
    only: Vec<bool>,
    /// The columns of tables met so far, by the place of their rows: many constraints share one table.
    columns: FxHashMap<usize, Rc<[Domain]>>,
    /// What was done.
    pub log: Log,
}

impl Store {
    /// A store of these domains, none of which is empty.
    pub fn new(domains: Vec<Domain>, log: Log) -> Store {
        Store {
            domains,
            changed: Vec::new(),
            n_narrowed: 0,
            work: 0,
            at: 0,
            only: Vec::new(),
            columns: FxHashMap::default(),
            log,
        }
    }

    /// The same, but only these variables may be narrowed, and never to nothing.
    pub fn narrowing_only(self, only: Vec<bool>) -> Store {
        Store { only, ..self }
    }

    /// Whether contradictions are somebody else's affair.
    pub fn is_lenient(&self) -> bool {
        !self.only.is_empty()
    }

    /// What is left of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.domains[var.index()]
    }

    /// The least and the greatest value of an operand.
    pub fn range(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Const(value) => (value, value),
            Operand::Var(var) => (self.domain(var).min(), self.domain(var).max()),
        }
    }

    /// Whether the domains decide the atom.
    pub fn decided(&self, atom: Atom) -> Option<bool> {
        atom.decided_by(self.domain(atom.var))
    }

    /// The atom is true.
    pub fn demand(&mut self, atom: Atom) -> Kept {
        match self.decided(atom) {
            Some(true) => Ok(()),
            _ => self.keep(atom.var, &atom.admitted()),
        }
    }

    /// The operand lies between the two, both included.
    pub fn keep_between(&mut self, operand: Operand, lo: i64, hi: i64) -> Kept {
        match operand {
            Operand::Const(value) if (lo..=hi).contains(&value) => Ok(()),
            Operand::Const(_) => Err(Contradiction),
            Operand::Var(var) => self.keep(var, &Domain::range(lo, hi)),
        }
    }

    /// The values in each column of a table.
    pub fn columns(&mut self, rows: &Arc<[Vec<i64>]>, n_columns: usize) -> Rc<[Domain]> {
        let place = rows.as_ptr() as usize;
        if let Some(known) = self.columns.get(&place) {
            return known.clone();
        }
        self.work += n_columns * rows.len();
        let column = |i: usize| Domain::from_values(rows.iter().map(|row| row[i]));
        let columns: Rc<[Domain]> = (0..n_columns).map(column).collect();
        self.columns.insert(place, columns.clone());
        columns
    }

    /// The variable takes one of these values only.
    pub fn keep(&mut self, var: Var, allowed: &Domain) -> Kept {
        let domain = &self.domains[var.index()];
        if matches!(allowed.ranges(), [(lo, hi)] if *lo <= domain.min() && domain.max() <= *hi) {
            return Ok(());
        }
        let left = domain.intersect(allowed);
        if left == *domain || self.only.get(var.index()) == Some(&false) {
            return Ok(());
        }
        if left.is_empty() {
            return Err(Contradiction);
        }
        let before = std::mem::replace(&mut self.domains[var.index()], left);
        self.log.narrowed(var, &before, &self.domains[var.index()], &[self.at]);
        self.changed.push(var);
        self.n_narrowed += 1;
        Ok(())
    }
}
