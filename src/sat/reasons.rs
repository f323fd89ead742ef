//! Which clauses a step of a proof follows from: those that its hashes name, and the clauses of one literal that it leaves out.

use super::index::Index;
use super::script::Script;
use super::values::{Value, Values};
use crate::cnf::{Cnf, Lit};

/// Where clauses are to be found.
#[derive(Default)]
pub(super) struct Reasons {
    /// Those of two literals or more.
    pub index: Index,
    /// Those of one literal.
    pub units: Values,
    /// The first one without literals.
    pub empty: Option<usize>,
    /// Two of one literal each that contradict each other.
    pub clash: Option<[usize; 2]>,
}

impl Reasons {
    /// Notes where the next clause is to be found; it has no literal twice.
    pub fn note(&mut self, id: usize, clause: &[Lit]) {
        let mut hash = None;
        match clause {
            [] => self.empty = self.empty.or(Some(id)),
            [unit] => {
                let other = self.units.note(*unit, id);
                self.clash = self.clash.or(other.map(|other| [other, id]));
            }
            _ => hash = Some(self.index.hash(clause)),
        }
        self.index.add(hash);
    }

    /// The clauses that a step follows from, in the order in which they become unit when its clause is false.
    pub fn find(&mut self, id: usize, script: &Script, cnf: &Cnf, hints: &mut Vec<usize>) {
        let clause = script.clause(id, cnf);
        let (hashes, shift) = script.hashes(id);
        self.units.begin(id);
        if let Some(both) = self.clash.filter(|_| clause.is_empty() && hashes.is_empty()) {
            return hints.extend(both);
        }
        if let Some(unit) = clause.iter().find_map(|lit| self.units.unit(*lit)) {
            return hints.push(unit);
        }
        clause.iter().for_each(|lit| self.units.set(!*lit));
        for hash in hashes {
            for named in self.index.with(*hash, shift).filter(|named| *named < id) {
                match left(&mut self.units, script.clause(named, cnf), hints) {
                    Left::Nothing => return hints.push(named),
                    Left::One(lit) => {
                        hints.push(named);
                        self.units.set(lit);
                    }
                    Left::Other => {}
                }
            }
        }
    }
}

/// What is left of a clause.
enum Left {
    /// All of it is false.
    Nothing,
    /// One literal is neither true nor false.
    One(Lit),
    /// It is true, or there are more.
    Other,
}

/// Leaves the false literals of a clause out; what makes them false for ever is a hint.
fn left(values: &mut Values, clause: &[Lit], hints: &mut Vec<usize>) -> Left {
    let mut left = Left::Nothing;
    for lit in clause {
        match (values.of(*lit), &left) {
            (Value::False, _) => {}
            (Value::Never(unit), _) => {
                hints.push(unit);
                values.set(!*lit);
            }
            (Value::Open, Left::Nothing) => left = Left::One(*lit),
            (Value::Open, Left::One(same)) if same == lit => {}
            _ => return Left::Other,
        }
    }
    left
}
