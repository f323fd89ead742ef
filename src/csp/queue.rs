//! Constraints waiting to be run: first in, first out, the slow ones after all others.
//!
//! No constraint waits twice. Constant time.

use std::collections::VecDeque;

/// The waiting constraints.
#[derive(Default)]
pub(super) struct Queue {
    waiting: [VecDeque<u32>; 2],
    is_slow: Vec<bool>,
    is_in: Vec<bool>,
}

impl Queue {
    /// Makes room for the next constraint.
    pub fn add(&mut self, is_slow: bool) {
        self.is_slow.push(is_slow);
        self.is_in.push(false);
    }

    /// The constraint is to be run.
    pub fn push(&mut self, c: u32) {
        if !std::mem::replace(&mut self.is_in[c as usize], true) {
            self.waiting[usize::from(self.is_slow[c as usize])].push_back(c);
        }
    }

    /// The next to run.
    pub fn pop(&mut self) -> Option<u32> {
        let [quick, slow] = &mut self.waiting;
        let c = quick.pop_front().or_else(|| slow.pop_front())?;
        self.is_in[c as usize] = false;
        Some(c)
    }

    /// Nobody waits any more.
    pub fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
