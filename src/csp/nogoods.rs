//! What a run refuted, kept for the next: atoms that must not all be true.
//!
//! When a run is cut short, every value that was tried and given up on the path says: not this one after the decisions
//! above it. These are the reduced nld-nogoods of Lecoutre, Sais, Tabary and Vidal (JSAT 2007). They hold for good:
//! no solution was skipped, and the bound of an objective only gets tighter. Each is watched at two of its atoms that
//! are not true; only when one of those becomes true is the nogood looked at, and when all but one are true, the last
//! is made false. Watches need no undoing: what became true after a mark is open again after it. Nogoods longer than
//! [`LONGEST`] say next to nothing, and beyond [`MOST`] atoms in all no more are kept.

use super::domains::{Conflict, Domains, Kept};
use crate::model::{Atom, Var};

/// The longest nogood that is kept.
pub(super) const LONGEST: usize = 64;

/// The most atoms that are kept, all nogoods together.
const MOST: usize = 2_000_000;

/// All nogoods.
pub(super) struct Nogoods {
    /// By nogood its atoms, the two watched ones first.
    pub atoms: Vec<Vec<Atom>>,
    n_atoms: usize,
    /// By variable the nogoods that watch it, and with which of their two.
    watches: Vec<Vec<(u32, u8)>>,
    /// Variables that changed and are watched.
    woken: Vec<Var>,
}

impl Nogoods {
    /// None yet.
    pub fn new(n_vars: usize) -> Nogoods {
        Nogoods { atoms: Vec::new(), n_atoms: 0, watches: vec![Vec::new(); n_vars], woken: Vec::new() }
    }

    /// The variable changed.
    pub fn wake(&mut self, x: Var) {
        if !self.atoms.is_empty() && !self.watches[x.index()].is_empty() {
            self.woken.push(x);
        }
    }

    /// A variable whose nogoods are to be visited.
    pub fn pop_woken(&mut self) -> Option<Var> {
        self.woken.pop()
    }

    /// Changes that were not looked at are undone.
    pub fn forget_woken(&mut self) {
        self.woken.clear();
    }

    /// How many watch the variable.
    pub fn n_on(&self, x: Var) -> usize {
        self.watches[x.index()].len()
    }

    /// Keeps a nogood, before any decision; if only one atom is open, it is returned, to be made false.
    pub fn add(&mut self, mut atoms: Vec<Atom>, domains: &Domains) -> Result<Option<Atom>, Conflict> {
        if atoms.iter().any(|atom| domains.decided(*atom) == Some(false)) {
            return Ok(None);
        }
        atoms.retain(|atom| domains.decided(*atom).is_none());
        match atoms.len() {
            0 => return Err(Conflict),
            1 => return Ok(Some(atoms[0])),
            n if n > LONGEST || self.n_atoms + n > MOST => return Ok(None),
            n => self.n_atoms += n,
        }
        let number = self.atoms.len() as u32;
        (0..2u8).for_each(|slot| self.watches[atoms[usize::from(slot)].var.index()].push((number, slot)));
        self.atoms.push(atoms);
        Ok(None)
    }

    /// Looks at the `at`-th watch of the variable. If all other atoms are true, the last one is made false.
    pub fn visit(&mut self, x: Var, at: usize, domains: &mut Domains) -> Visit {
        let (number, slot) = self.watches[x.index()][at];
        let slot = usize::from(slot);
        let atoms = &mut self.atoms[number as usize];
        let other = atoms[1 - slot];
        if domains.decided(atoms[slot]) != Some(true) || domains.decided(other) == Some(false) {
            return Visit::Stays;
        }
        if let Some(k) = (2..atoms.len()).find(|k| domains.decided(atoms[*k]) != Some(true)) {
            atoms.swap(slot, k);
            let y = atoms[slot].var;
            self.watches[x.index()].swap_remove(at);
            self.watches[y.index()].push((number, slot as u8));
            return Visit::Moved;
        }
        Visit::Forced(number, domains.make(!other))
    }
}

/// What became of a watch.
pub(super) enum Visit {
    /// It is still here.
    Stays,
    /// It is elsewhere, and another one may be in its place.
    Moved,
    /// It is still here, and the nogood of this number made an atom false.
    Forced(u32, Kept),
}
