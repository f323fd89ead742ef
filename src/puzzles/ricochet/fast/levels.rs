//! The search: bounds rise one by one, and below a bound every state is looked at that has hope to keep it.
//!
//! A state is a placement of the other robots and a field of the active one; all fields of a placement that have the same
//! *level*, moves so far plus relaxed distance, are one entry. Under a bound the levels are gone through upwards, so the
//! first bound at which the active robot gets to the target is the fewest moves. An entry is first closed under slides
//! of the active robot that come nearer, which stay on its level. If there is hope that the slack, bound minus level,
//! does (`hope.rs`), its other moves are made; if not, it waits for the next bound. A* with lazy successors; set-wise
//! reachability as in symbolic search; because hope is asked of sets, a field may later be found again on a lower level,
//! and is then taken over.

use super::bits::Bits;
use super::hope::Terrain;
use super::placement::{Placement, TURNED, axis};
use super::queue::Queue;
use super::slide::{Standing, before, met};

/// The search for one active robot.
pub struct Search<'a, const W: usize> {
    /// The board and the target.
    pub terrain: &'a Terrain<W>,
    /// What is known.
    pub queue: Queue<W>,
    n_others: usize,
    /// The placement with which the target was reached.
    pub reached: Option<u64>,
    /// How many entries were looked at.
    pub n_nodes: u64,
    /// How many moves of other robots were made.
    pub n_moves: u64,
}

/// What came of trying a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The target was reached: the bound is the fewest moves.
    Reached,
    /// It was not; there are states left.
    Open,
    /// It was not, and there is nothing left to try.
    Exhausted,
    /// The caller had enough.
    Stopped,
}

impl<'a, const W: usize> Search<'a, W> {
    /// A search; `None` if walls alone keep the robot from the target.
    pub fn new(terrain: &'a Terrain<W>, start: &Placement, active: usize) -> Option<Search<'a, W>> {
        let level = terrain.distances.of(active)?;
        let mut queue = Queue::new(level);
        queue.add(start.key(), &Bits::one(active), level);
        Some(Search { terrain, queue, n_others: start.cells().len(), reached: None, n_nodes: 0, n_moves: 0 })
    }

    /// The placement of a key.
    #[inline(always)]
    pub fn placement(&self, key: u64) -> Placement {
        Placement::unpack(key, self.n_others)
    }

    /// Tries the present bound and raises it. Asks `stop` now and then whether to go on.
    pub fn try_bound(&mut self, stop: &mut dyn FnMut() -> bool) -> Tried {
        let bound = self.queue.bound;
        let mut level = bound;
        loop {
            let Some(at) = self.queue.pop(level) else {
                if level == 0 {
                    break;
                }
                level -= 1;
                continue;
            };
            self.n_nodes += 1;
            if self.n_nodes.is_multiple_of(1024) && stop() {
                return Tried::Stopped;
            }
            if self.visit(at, level) {
                return Tried::Reached;
            }
            level = bound.min(level + 2);
        }
        if self.queue.raise() { Tried::Open } else { Tried::Exhausted }
    }

    /// Looks at an entry; whether the target is reached.
    #[inline(always)]
    fn visit(&mut self, at: usize, level: usize) -> bool {
        let slack = self.queue.bound - level;
        let entry = &mut self.queue.log[at];
        if entry.set.is_empty() {
            return false;
        }
        let is_closed = std::mem::replace(&mut entry.is_closed, true);
        let key = self.queue.table.records[entry.placement as usize].key;
        let placement = self.placement(key);
        let others = placement.standing();
        if !is_closed && self.close(at, level, &placement, &others) {
            self.reached = Some(key);
            return true;
        }
        let set = self.queue.log[at].set;
        if slack > 0 && self.terrain.is_hopeful(&placement, &others, &set, slack) {
            self.move_active(&set, level, &placement, &others);
            self.move_others(&set, level, &placement, &others);
        } else {
            self.queue.put_off(at);
        }
        false
    }

    /// Makes all slides of the active robot that come nearer; whether one ends on the target.
    #[inline(always)]
    fn close(&mut self, at: usize, level: usize, placement: &Placement, others: &Standing<W>) -> bool {
        let distances = &self.terrain.distances;
        let (number, axes) = (self.queue.log[at].placement, placement.axes());
        let mut left = self.queue.log[at].set;
        let mut fresh = Bits::EMPTY;
        while !left.is_empty() {
            let mut next = Bits::EMPTY;
            for cell in left.cells() {
                for direction in 0..4 {
                    if !distances.toward[direction].has(cell) {
                        continue;
                    }
                    let stop = self.terrain.walls.slide(others, cell, direction);
                    if distances.cost(cell, stop) == 0 {
                        if axes | axis(direction) == axes {
                            next.insert(stop);
                        } else {
                            let turned = placement.with_axes(axes | axis(direction));
                            self.queue.add(turned.key(), &Bits::one(stop), level);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            left = self.queue.claim(number, &next, level);
            fresh = fresh.or(&left);
        }
        let entry = &mut self.queue.log[at];
        entry.set = entry.set.or(&fresh);
        axes == TURNED && !entry.set.and(&distances.rings[0]).is_empty()
    }

    /// Makes the slides of the active robot that do not come nearer.
    #[inline(always)]
    fn move_active(&mut self, set: &Bits<W>, level: usize, placement: &Placement, others: &Standing<W>) {
        let distances = &self.terrain.distances;
        let axes = placement.axes();
        let mut reached = [Bits::EMPTY; 2];
        for cell in set.cells() {
            for direction in 0..4 {
                let stop = self.terrain.walls.slide(others, cell, direction);
                let cost = distances.cost(cell, stop);
                if stop == cell || cost == 0 {
                    continue;
                }
                if axes | axis(direction) == axes {
                    reached[cost - 1].insert(stop);
                } else {
                    let turned = placement.with_axes(axes | axis(direction));
                    self.queue.add(turned.key(), &Bits::one(stop), level + cost);
                }
            }
        }
        for (reached, level) in reached.iter().zip(level + 1..) {
            let reached = reached.minus(set);
            if !reached.is_empty() {
                self.queue.add(placement.key(), &reached, level);
            }
        }
    }

    /// Makes the slides of the other robots. The active robot stops some of them early where it is on their way.
    #[inline(always)]
    fn move_others(&mut self, set: &Bits<W>, level: usize, placement: &Placement, others: &Standing<W>) {
        let mut active = Standing { fields: *set, turned: Bits::EMPTY };
        set.cells().for_each(|cell| active.insert(cell));
        for (robot, &from) in placement.cells().iter().enumerate() {
            let from = usize::from(from);
            for direction in 0..4 {
                let to = self.terrain.walls.slide(others, from, direction);
                if to == from {
                    continue;
                }
                self.n_moves += 1;
                let met = met(&active, from, to, direction);
                let mut rest = *set;
                if !met.is_empty() {
                    for cell in met.cells::<W>() {
                        rest = rest.minus(&Bits::one(cell));
                        let stop = before::<W>(cell, direction);
                        if stop != from {
                            self.queue.add(placement.moved(robot, stop).key(), &Bits::one(cell), level + 1);
                        }
                    }
                    if rest.is_empty() {
                        continue;
                    }
                }
                self.queue.add(placement.moved(robot, to).key(), &rest, level + 1);
            }
        }
    }
}
