//! The current domain of every variable, with a trail to come back on.
//!
//! A domain that spans at most [`WIDEST_BITS`] values is a bit set, a wider one a list of ranges that is copied when it
//! changes. Bounds and size are kept beside either. What holds: `lo`, `hi` and `size` describe the set, no domain is
//! empty (an operation that would empty one reports a [`Conflict`] instead), and every variable that changed since
//! the list was last drained is in `touched`, and in `moved` if a bound of it did. `dirty` collects changes in both directions, for the variable orders.
//! Cost: constant for a Boolean; linear in the words or ranges that an operation crosses otherwise.

mod bits;
mod change;
#[cfg(test)]
mod tests;

use crate::model::{Atom, Domain, Model, Operand, Rel, Var};
use crate::search::{End, Watch};
use bits::{bit, next_bit, previous_bit};
use std::ops::Range;

/// Domains that span more values than this are kept as ranges, and searched by halving.
pub(super) const WIDEST_BITS: u64 = 4096;

/// A domain would have become empty, or a constraint cannot hold.
pub(super) struct Conflict;

/// Whether all went well.
pub(super) type Kept = Result<(), Conflict>;

#[derive(Clone, Copy)]
struct Bounds {
    lo: i64,
    hi: i64,
    size: u64,
}

#[derive(Clone, Copy)]
enum Shape {
    /// Bit `v - base` of the words from `first` on says whether `v` is in.
    Bits { base: i64, first: u32 },
    /// An index into `large`.
    Ranges(u32),
}

enum Saved {
    Bounds(Var, Bounds),
    Word(u32, u64),
    Large(u32, Domain),
}

/// A list of variables without repetition.
#[derive(Default)]
struct Marked {
    list: Vec<Var>,
    is_in: Vec<bool>,
}

/// The current domains.
pub(super) struct Domains {
    bounds: Vec<Bounds>,
    shapes: Vec<Shape>,
    words: Vec<u64>,
    large: Vec<Domain>,
    trail: Vec<Saved>,
    touched: Marked,
    /// By variable: whether a bound moved since it was last drained.
    moved: Vec<bool>,
    dirty: Marked,
    /// How many values were removed, ever.
    pub removed: u64,
}

impl Domains {
    /// The domains of a model; the end of the search if one of them is empty or the budget is spent.
    pub fn new(model: &Model, watch: &Watch) -> Result<Domains, End> {
        let mut domains = Domains {
            bounds: Vec::new(),
            shapes: Vec::new(),
            words: Vec::new(),
            large: Vec::new(),
            trail: Vec::new(),
            touched: Marked::new(model.vars.len()),
            moved: vec![false; model.vars.len()],
            dirty: Marked::new(model.vars.len()),
            removed: 0,
        };
        for decl in &model.vars {
            watch.check()?;
            domains.declare(&decl.domain).map_err(|Conflict| End::Exhausted)?;
        }
        Ok(domains)
    }

    fn declare(&mut self, domain: &Domain) -> Kept {
        if domain.is_empty() {
            return Err(Conflict);
        }
        let (lo, hi) = (domain.min(), domain.max());
        self.bounds.push(Bounds { lo, hi, size: domain.size() });
        if hi.abs_diff(lo) < WIDEST_BITS {
            let first = self.words.len();
            self.words.resize(first + (hi.abs_diff(lo) / 64 + 1) as usize, 0);
            for value in domain.iter() {
                let bit = value.abs_diff(lo);
                self.words[first + (bit / 64) as usize] |= 1 << (bit % 64);
            }
            self.shapes.push(Shape::Bits { base: lo, first: first as u32 });
        } else {
            self.shapes.push(Shape::Ranges(self.large.len() as u32));
            self.large.push(domain.clone());
        }
        Ok(())
    }

    /// The smallest value.
    pub fn lo(&self, x: Var) -> i64 {
        self.bounds[x.index()].lo
    }

    /// The largest value.
    pub fn hi(&self, x: Var) -> i64 {
        self.bounds[x.index()].hi
    }

    /// The number of values.
    pub fn size(&self, x: Var) -> u64 {
        self.bounds[x.index()].size
    }

    /// The only value, if there is just one.
    pub fn value(&self, x: Var) -> Option<i64> {
        let bounds = self.bounds[x.index()];
        (bounds.lo == bounds.hi).then_some(bounds.lo)
    }

    /// Whether the value is still possible.
    pub fn contains(&self, x: Var, value: i64) -> bool {
        let bounds = self.bounds[x.index()];
        if value < bounds.lo || value > bounds.hi {
            return false;
        }
        match self.shapes[x.index()] {
            Shape::Bits { base, first } => bit(&self.words, first, value.abs_diff(base)),
            Shape::Ranges(slot) => self.large[slot as usize].contains(value),
        }
    }

    /// The smallest possible value that is at least `value`.
    pub fn at_or_above(&self, x: Var, value: i64) -> Option<i64> {
        let bounds = self.bounds[x.index()];
        if value <= bounds.lo {
            return Some(bounds.lo);
        }
        if value > bounds.hi {
            return None;
        }
        match self.shapes[x.index()] {
            Shape::Bits { base, first } => Some(base + next_bit(&self.words, first, value.abs_diff(base)) as i64),
            Shape::Ranges(slot) => self.large[slot as usize].at_or_above(value),
        }
    }

    /// The largest possible value that is at most `value`.
    pub fn at_or_below(&self, x: Var, value: i64) -> Option<i64> {
        let bounds = self.bounds[x.index()];
        if value >= bounds.hi {
            return Some(bounds.hi);
        }
        if value < bounds.lo {
            return None;
        }
        match self.shapes[x.index()] {
            Shape::Bits { base, first } => Some(base + previous_bit(&self.words, first, value.abs_diff(base)) as i64),
            Shape::Ranges(slot) => self.large[slot as usize].at_or_below(value),
        }
    }

    /// The possible values in increasing order.
    pub fn values(&self, x: Var) -> impl Iterator<Item = i64> + '_ {
        let next = move |v: &i64| v.checked_add(1).and_then(|above| self.at_or_above(x, above));
        std::iter::successors(Some(self.lo(x)), next)
    }

    /// The domain as ranges.
    pub fn to_domain(&self, x: Var) -> Domain {
        match self.shapes[x.index()] {
            Shape::Ranges(slot) => self.large[slot as usize].clone(),
            Shape::Bits { .. } if self.size(x) == self.hi(x).abs_diff(self.lo(x)) + 1 => {
                Domain::range(self.lo(x), self.hi(x))
            }
            Shape::Bits { .. } => Domain::from_values(self.values(x)),
        }
    }

    /// Whether the domain decides the atom, and how.
    pub fn decided(&self, atom: Atom) -> Option<bool> {
        let Bounds { lo, hi, .. } = self.bounds[atom.var.index()];
        match atom.rel {
            Rel::Le => decided_bound(lo, hi, atom.value),
            Rel::Gt => decided_bound(lo, hi, atom.value).map(|below| !below),
            Rel::Eq => self.decided_value(atom.var, atom.value),
            Rel::Ne => self.decided_value(atom.var, atom.value).map(|equal| !equal),
        }
    }

    fn decided_value(&self, x: Var, value: i64) -> Option<bool> {
        match self.contains(x, value) {
            false => Some(false),
            true => (self.lo(x) == self.hi(x)).then_some(true),
        }
    }

    fn save(&mut self, x: Var) {
        self.trail.push(Saved::Bounds(x, self.bounds[x.index()]));
        self.touched.add(x);
        self.dirty.add(x);
    }

    /// A variable that changed and was not drained yet, and whether a bound of it moved.
    pub fn pop_touched(&mut self) -> Option<(Var, bool)> {
        let x = self.touched.pop()?;
        Some((x, std::mem::replace(&mut self.moved[x.index()], false)))
    }

    /// A variable whose rank may have changed.
    pub fn pop_dirty(&mut self) -> Option<Var> {
        self.dirty.pop()
    }

    /// Says that the rank of the variable may have changed for another reason.
    pub fn mark_dirty(&mut self, x: Var) {
        self.dirty.add(x);
    }

    /// The state to come back to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The variables that a piece of the trail changed, oldest change first, some of them again and again.
    pub fn changed(&self, piece: Range<usize>) -> impl DoubleEndedIterator<Item = Var> + '_ {
        self.sizes_before(piece).map(|(x, _)| x)
    }

    /// The same with the number of values that each had before the change.
    pub fn sizes_before(&self, piece: Range<usize>) -> impl DoubleEndedIterator<Item = (Var, u64)> + '_ {
        self.trail[piece].iter().filter_map(|saved| match saved {
            Saved::Bounds(x, old) => Some((*x, old.size)),
            Saved::Word(..) | Saved::Large(..) => None,
        })
    }

    /// Back to the state at the mark; changes not drained are forgotten.
    pub fn undo(&mut self, mark: usize) {
        while self.pop_touched().is_some() {}
        for saved in self.trail.drain(mark..).rev() {
            match saved {
                Saved::Word(at, old) => self.words[at as usize] = old,
                Saved::Large(slot, old) => self.large[slot as usize] = old,
                Saved::Bounds(x, old) => {
                    self.bounds[x.index()] = old;
                    self.dirty.add(x);
                }
            }
        }
    }
}

/// The same questions of an operand: a constant is a domain with one value.
impl Domains {
    /// Smallest and largest value.
    pub fn span(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Const(value) => (value, value),
            Operand::Var(x) => (self.lo(x), self.hi(x)),
        }
    }

    /// The possible values of an operand.
    pub fn operand(&self, operand: Operand) -> Domain {
        match operand {
            Operand::Const(value) => Domain::singleton(value),
            Operand::Var(x) => self.to_domain(x),
        }
    }
}

impl Marked {
    fn new(n: usize) -> Marked {
        Marked { list: Vec::new(), is_in: vec![false; n] }
    }

    fn add(&mut self, x: Var) {
        if !std::mem::replace(&mut self.is_in[x.index()], true) {
            self.list.push(x);
        }
    }

    fn pop(&mut self) -> Option<Var> {
        let x = self.list.pop()?;
        self.is_in[x.index()] = false;
        Some(x)
    }
}

fn decided_bound(lo: i64, hi: i64, value: i64) -> Option<bool> {
    match (hi <= value, lo > value) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
