//! Taking values away, and nothing else: domains only shrink between two marks.
//!
//! Every operation that removes something saves what was there, updates bounds and size, and marks the variable as
//! touched. On a conflict the domain may be half changed; the search will undo it.

use super::bits::{next_bit, previous_bit};
use super::{Bounds, Conflict, Domains, Kept, Saved, Shape};
use crate::model::{Atom, Domain, Operand, Rel, Var};

impl Domains {
    /// Removes everything below `value`.
    pub fn at_least(&mut self, x: Var, value: i128) -> Kept {
        let bounds = self.bounds[x.index()];
        if value <= i128::from(bounds.lo) {
            return Ok(());
        }
        if value > i128::from(bounds.hi) {
            return Err(Conflict);
        }
        let lo = self.at_or_above(x, value as i64).expect("a value at least as large exists: hi");
        match self.shapes[x.index()] {
            Shape::Bits { base, first } => self.clear(x, first, bounds.lo.abs_diff(base), lo.abs_diff(base)),
            Shape::Ranges(slot) => self.replace(x, slot, |d| d.intersect(&Domain::range(lo, i64::MAX))),
        }
        self.bounds[x.index()].lo = lo;
        self.moved[x.index()] = true;
        Ok(())
    }

    /// Removes everything above `value`.
    pub fn at_most(&mut self, x: Var, value: i128) -> Kept {
        let bounds = self.bounds[x.index()];
        if value >= i128::from(bounds.hi) {
            return Ok(());
        }
        if value < i128::from(bounds.lo) {
            return Err(Conflict);
        }
        let hi = self.at_or_below(x, value as i64).expect("a value at least as small exists: lo");
        match self.shapes[x.index()] {
            Shape::Bits { base, first } => self.clear(x, first, hi.abs_diff(base) + 1, bounds.hi.abs_diff(base) + 1),
            Shape::Ranges(slot) => self.replace(x, slot, |d| d.intersect(&Domain::range(i64::MIN, hi))),
        }
        self.bounds[x.index()].hi = hi;
        self.moved[x.index()] = true;
        Ok(())
    }

    /// Removes one value.
    pub fn remove(&mut self, x: Var, value: i64) -> Kept {
        let bounds = self.bounds[x.index()];
        match value {
            v if v == bounds.lo => self.at_least(x, i128::from(v) + 1),
            v if v == bounds.hi => self.at_most(x, i128::from(v) - 1),
            v if !self.contains(x, v) => Ok(()),
            v => self.punch(x, v),
        }
    }

    fn punch(&mut self, x: Var, value: i64) -> Kept {
        match self.shapes[x.index()] {
            Shape::Bits { base, first } => self.clear(x, first, value.abs_diff(base), value.abs_diff(base) + 1),
            Shape::Ranges(slot) => self.replace(x, slot, |d| d.minus(&Domain::singleton(value))),
        }
        Ok(())
    }

    /// Leaves only the value.
    pub fn assign(&mut self, x: Var, value: i64) -> Kept {
        if !self.contains(x, value) {
            return Err(Conflict);
        }
        self.at_least(x, i128::from(value))?;
        self.at_most(x, i128::from(value))
    }

    /// Leaves only the values of the set.
    pub fn intersect(&mut self, x: Var, set: &Domain) -> Kept {
        if set.is_empty() {
            return Err(Conflict);
        }
        self.at_least(x, i128::from(set.min()))?;
        self.at_most(x, i128::from(set.max()))?;
        match self.shapes[x.index()] {
            _ if set.ranges().len() == 1 => Ok(()),
            Shape::Bits { .. } => self.retain(x, |v| set.contains(v)),
            Shape::Ranges(slot) => self.intersect_ranges(x, slot, set),
        }
    }

    fn intersect_ranges(&mut self, x: Var, slot: u32, set: &Domain) -> Kept {
        let left = self.large[slot as usize].intersect(set);
        if left.is_empty() {
            return Err(Conflict);
        }
        self.at_least(x, i128::from(left.min()))?;
        self.at_most(x, i128::from(left.max()))?;
        if left.size() < self.size(x) {
            self.replace(x, slot, |_| left);
        }
        Ok(())
    }

    /// Leaves only the values listed, in any order. Costs the list and the words of the domain.
    pub fn keep(&mut self, x: Var, values: impl IntoIterator<Item = i64>) -> Kept {
        let listed = values.into_iter().filter(|v| self.contains(x, *v));
        match self.shapes[x.index()] {
            Shape::Ranges(_) => {
                let left = Domain::from_values(listed);
                self.intersect(x, &left)
            }
            Shape::Bits { base, first } => {
                let mut mask = vec![0u64; (self.hi(x).abs_diff(base) / 64 + 1) as usize];
                listed.map(|v| v.abs_diff(base)).for_each(|bit| mask[(bit / 64) as usize] |= 1 << (bit % 64));
                self.keep_mask(x, base, first, &mask)
            }
        }
    }

    /// Leaves only the bits of the mask, which has no others than the domain.
    fn keep_mask(&mut self, x: Var, base: i64, first: u32, mask: &[u64]) -> Kept {
        let size: u64 = mask.iter().map(|word| u64::from(word.count_ones())).sum();
        if size == 0 {
            return Err(Conflict);
        }
        if size == self.size(x) {
            return Ok(());
        }
        self.save(x);
        for (at, new) in (first..).zip(mask) {
            let old = std::mem::replace(&mut self.words[at as usize], *new);
            if old != *new {
                self.trail.push(Saved::Word(at, old));
            }
        }
        self.removed = self.removed.saturating_add(self.size(x) - size);
        let lo = base + next_bit(mask, 0, 0) as i64;
        let hi = base + previous_bit(mask, 0, mask.len() as u64 * 64 - 1) as i64;
        self.moved[x.index()] |= (lo, hi) != (self.lo(x), self.hi(x));
        self.bounds[x.index()] = Bounds { lo, hi, size };
        Ok(())
    }

    /// Leaves only the values that the predicate admits. Costs the size of the domain.
    pub fn retain(&mut self, x: Var, mut keep: impl FnMut(i64) -> bool) -> Kept {
        let mut next = Some(self.lo(x));
        while let Some(value) = next {
            next = value.checked_add(1).and_then(|above| self.at_or_above(x, above));
            if !keep(value) {
                self.remove(x, value)?;
            }
        }
        Ok(())
    }

    /// Leaves only values that make the atom true.
    pub fn make(&mut self, atom: Atom) -> Kept {
        match atom.rel {
            Rel::Eq => self.assign(atom.var, atom.value),
            Rel::Ne => self.remove(atom.var, atom.value),
            Rel::Le => self.at_most(atom.var, i128::from(atom.value)),
            Rel::Gt => self.at_least(atom.var, i128::from(atom.value) + 1),
        }
    }

    /// Clears the bits from `from` to before `to`, after saving what they were.
    fn clear(&mut self, x: Var, first: u32, from: u64, to: u64) {
        self.save(x);
        let mut n_cleared = 0;
        for word in from / 64..=(to - 1) / 64 {
            let low = if word == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
            let high = if word == (to - 1) / 64 { u64::MAX >> (63 - (to - 1) % 64) } else { u64::MAX };
            let at = first + word as u32;
            let old = self.words[at as usize];
            if old & low & high != 0 {
                n_cleared += u64::from((old & low & high).count_ones());
                self.trail.push(Saved::Word(at, old));
                self.words[at as usize] = old & !(low & high);
            }
        }
        self.bounds[x.index()].size -= n_cleared;
        self.removed = self.removed.saturating_add(n_cleared);
    }

    fn replace(&mut self, x: Var, slot: u32, change: impl FnOnce(&Domain) -> Domain) {
        self.save(x);
        let new = change(&self.large[slot as usize]);
        let size = new.size();
        let old = std::mem::replace(&mut self.large[slot as usize], new);
        self.trail.push(Saved::Large(slot, old));
        self.removed = self.removed.saturating_add(self.bounds[x.index()].size - size);
        self.bounds[x.index()].size = size;
    }

    /// Leaves only values from `lo` to `hi`.
    pub fn clip(&mut self, operand: Operand, lo: i128, hi: i128) -> Kept {
        match operand {
            Operand::Const(value) => {
                if lo <= i128::from(value) && i128::from(value) <= hi {
                    Ok(())
                } else {
                    Err(Conflict)
                }
            }
            Operand::Var(x) => self.at_least(x, lo).and_then(|()| self.at_most(x, hi)),
        }
    }
}
