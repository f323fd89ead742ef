//! Numbers that can be taken back: an array with a trail of old values.
//!
//! `set` is constant time, `undo` costs what was set since the mark, and a mark is just the length of the trail.

/// An array whose changes since a mark can be undone.
#[derive(Default)]
pub(super) struct Reversible<T> {
    values: Vec<T>,
    trail: Vec<(u32, T)>,
}

impl<T: Copy + PartialEq> Reversible<T> {
    /// An empty array.
    pub fn new() -> Reversible<T> {
        Reversible { values: Vec::new(), trail: Vec::new() }
    }

    /// Adds an entry for good and says where it is.
    pub fn push(&mut self, value: T) -> u32 {
        self.values.push(value);
        self.values.len() as u32 - 1
    }

    /// The entry.
    pub fn get(&self, at: u32) -> T {
        self.values[at as usize]
    }

    /// Changes the entry until the next `undo` to a mark before now.
    pub fn set(&mut self, at: u32, value: T) {
        let old = std::mem::replace(&mut self.values[at as usize], value);
        if old != value {
            self.trail.push((at, old));
        }
    }

    /// The state to come back to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Back to the state at the mark.
    pub fn undo(&mut self, mark: usize) {
        for (at, old) in self.trail.drain(mark..).rev() {
            self.values[at as usize] = old;
        }
    }
}
