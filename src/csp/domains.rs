//! The current domain of every variable, with a trail to come back on.
//!
//! A domain that spans at most [`WIDEST_BITS`] values is a bit set, a wider one a list of ranges that is copied when it
//! changes. Bounds and size are kept beside either. What holds: `lo`, `hi` and `size` describe the set, no domain is
//! empty (an operation that would empty one reports a [`Conflict`] instead), and every variable that changed since
//! the list was last drained is in `touched`. `dirty` collects changes in both directions, for the variable orders.
//! Cost: constant for a Boolean; linear in the words or ranges that an operation crosses otherwise.

use crate::model::{Atom, Domain, Model, Operand, Rel, Var};

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
    dirty: Marked,
    /// How many values were removed, ever.
    pub removed: u64,
}

impl Domains {
    /// The domains of a model, or a conflict if one of them is empty.
    pub fn new(model: &Model) -> Result<Domains, Conflict> {
        let mut domains = Domains {
            bounds: Vec::new(),
            shapes: Vec::new(),
            words: Vec::new(),
            large: Vec::new(),
            trail: Vec::new(),
            touched: Marked::new(model.vars.len()),
            dirty: Marked::new(model.vars.len()),
            removed: 0,
        };
        for decl in &model.vars {
            domains.declare(&decl.domain)?;
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
        self.removed += n_cleared;
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

    fn save(&mut self, x: Var) {
        self.trail.push(Saved::Bounds(x, self.bounds[x.index()]));
        self.touched.add(x);
        self.dirty.add(x);
    }

    /// A variable that changed and was not drained yet.
    pub fn pop_touched(&mut self) -> Option<Var> {
        self.touched.pop()
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

    /// Back to the state at the mark; changes not drained are forgotten.
    pub fn undo(&mut self, mark: usize) {
        while self.touched.pop().is_some() {}
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

fn bit(words: &[u64], first: u32, at: u64) -> bool {
    words[first as usize + (at / 64) as usize] >> (at % 64) & 1 == 1
}

/// The first bit set at or after `at`; there must be one.
fn next_bit(words: &[u64], first: u32, at: u64) -> u64 {
    let mut word = at / 64;
    let mut left = words[first as usize + word as usize] & (u64::MAX << (at % 64));
    while left == 0 {
        word += 1;
        left = words[first as usize + word as usize];
    }
    word * 64 + u64::from(left.trailing_zeros())
}

/// The last bit set at or before `at`; there must be one.
fn previous_bit(words: &[u64], first: u32, at: u64) -> u64 {
    let mut word = at / 64;
    let mut left = words[first as usize + word as usize] & (u64::MAX >> (63 - at % 64));
    while left == 0 {
        word -= 1;
        left = words[first as usize + word as usize];
    }
    word * 64 + 63 - u64::from(left.leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::{Domains, WIDEST_BITS};
    use crate::model::{Domain, Model, Var};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    const X: Var = Var(0);

    /// One random operation on both the domain and a plain set; `false` when they agree that nothing is left.
    fn step(domains: &mut Domains, set: &mut Domain, rng: &mut Pcg32, span: i64) -> bool {
        let v = rng.random_range(-span - 2..=span + 2);
        let all = |lo, hi| Domain::range(lo, hi);
        let w = Domain::from_values([v, v + 1, v + 3, v - 7]);
        let (kept, expected) = match rng.random_range(0..6) {
            0 => (domains.at_least(X, i128::from(v)), all(v, i64::MAX)),
            1 => (domains.at_most(X, i128::from(v)), all(i64::MIN, v)),
            2 => (domains.intersect(X, &w), w),
            _ => (domains.remove(X, v), all(i64::MIN, i64::MAX).minus(&Domain::singleton(v))),
        };
        *set = set.intersect(&expected);
        assert_eq!(kept.is_err(), set.is_empty());
        !set.is_empty()
    }

    fn agree(domains: &Domains, set: &Domain) {
        assert_eq!(domains.to_domain(X), *set);
        assert_eq!((domains.lo(X), domains.hi(X), domains.size(X)), (set.min(), set.max(), set.size()));
        assert!(domains.values(X).take(300).eq(set.iter().take(300)));
    }

    #[test]
    fn domains_behave_like_sets_and_come_back() {
        for (seed, span) in (0..60).flat_map(|s| [(s, 1), (s, 5), (s, 70), (s, WIDEST_BITS as i64)]) {
            let mut rng = Pcg32::seed_from_u64(seed);
            let mut model = Model::new();
            model.int("x", -span..=span);
            let Ok(mut domains) = Domains::new(&model) else { panic!("the domain is not empty") };
            let start = Domain::range(-span, span);
            for _ in 0..5 {
                let mark = domains.mark();
                let mut set = start.clone();
                while step(&mut domains, &mut set, &mut rng, span) && rng.random_range(0..12) != 0 {
                    agree(&domains, &set);
                }
                domains.undo(mark);
                agree(&domains, &start);
            }
        }
    }
}
