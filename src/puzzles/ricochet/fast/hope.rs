//! Is there hope? A lower bound that asks where blockers could stand in time.
//!
//! The question: may the active robot get to the target with at most `slack` moves more than the relaxed distance, where
//! each move of another robot, each active move that does not come nearer, costs one, and one that leads away costs two?
//! The answer "no" is a proof. It is found by a relaxed planning graph (Blum and Furst 1997; Bonet and Geffner 2001, who
//! ignore what actions delete): for `k` moves of other robots it keeps the set of *all* fields where one could then stand
//! and, for each part of the slack, *all* fields where the active robot could then be. A robot may be stopped by any of
//! them and is in the way of none. The first two rows of the graph, no move and one move of the others, are exact.
//!
//! What holds: if `slack` moves do, the answer is yes, since every true position is in the sets. A question costs some
//! tens of slides of whole sets, about as much as looking at the successors of one state, and mostly the answer is no.

use super::bits::Bits;
use super::distance::Distances;
use super::placement::Placement;
use super::slide::{Free, Met, Standing, Walls, before, met};

/// The largest slack the question is asked for: beyond it, the sets hold most of the board and the answer is yes.
pub const MOST: usize = 3;

/// The board and the target.
pub struct Terrain<const W: usize> {
    /// Its walls.
    pub walls: Walls<W>,
    /// How sets spread on it.
    pub free: Free<W>,
    /// The distances to the target.
    pub distances: Distances<W>,
}

/// The fields of the active robot by the slack it has used; the last two are never read.
type Used<const W: usize> = [Bits<W>; MOST + 3];

impl<const W: usize> Terrain<W> {
    /// Whether the active robot on one of `set`, closed under slides that come nearer, may reach the target.
    pub fn is_hopeful(&self, placement: &Placement, others: &Standing<W>, set: &Bits<W>, slack: usize) -> bool {
        if slack > MOST {
            return true;
        }
        let mut used = [Bits::EMPTY; MOST + 3];
        used[0] = *set;
        if self.alone(others, &mut used, slack) {
            return true;
        }
        let mut robots = self.first(placement, others, &union(&used[..slack]));
        for k in 1..=slack {
            if k > 1 {
                robots = self.again(&robots, &union(&used[..=slack - k]));
            }
            let stops = self.walls.stops(&robots);
            let mut done = Bits::EMPTY;
            for part in 0..=slack - k {
                used[part] = used[part].minus(&done);
                if self.spread(&mut used, part, part == slack - k, &stops) {
                    return true;
                }
                done = done.or(&used[part]);
            }
        }
        false
    }

    /// The active robot moves while the others stand still.
    #[inline(always)]
    fn alone(&self, others: &Standing<W>, used: &mut Used<W>, slack: usize) -> bool {
        let mut done = Bits::EMPTY;
        for part in 0..=slack {
            let mut left = used[part].minus(&done);
            used[part] = left;
            while !left.is_empty() {
                let mut next = Bits::EMPTY;
                for cell in left.cells() {
                    let stops: [usize; 4] = std::array::from_fn(|direction| self.walls.slide(others, cell, direction));
                    if part == slack {
                        for stop in stops {
                            if self.distances.cost(cell, stop) == 0 {
                                next.insert(stop);
                            }
                        }
                        continue;
                    }
                    for stop in stops {
                        match self.distances.cost(cell, stop) {
                            0 => next.insert(stop),
                            cost => used[part + cost].insert(stop),
                        }
                    }
                }
                done = done.or(&left);
                left = next.minus(&done);
                used[part] = used[part].or(&left);
            }
            if !used[part].and(&self.distances.rings[0]).is_empty() {
                return true;
            }
        }
        false
    }

    /// Where the others are or get by one move, the active robot being anywhere in a set.
    #[inline(always)]
    fn first(&self, placement: &Placement, others: &Standing<W>, active: &Bits<W>) -> Bits<W> {
        let mut robots = others.fields;
        let mut standing: Standing<W> = Standing { fields: Bits::EMPTY, turned: Bits::EMPTY };
        active.cells().for_each(|cell| standing.insert(cell));
        for &from in placement.cells() {
            let from = usize::from(from);
            let to: [usize; 4] = std::array::from_fn(|direction| self.walls.slide(others, from, direction));
            let met: [Met; 4] = std::array::from_fn(|direction| met(&standing, from, to[direction], direction));
            to.into_iter().for_each(|to| robots.insert(to));
            if met.iter().any(|met| !met.is_empty()) {
                for (direction, met) in met.into_iter().enumerate() {
                    met.cells::<W>().for_each(|cell| robots.insert(before::<W>(cell, direction)));
                }
            }
        }
        robots
    }

    /// Where robots on any of these fields are or get by one more move.
    #[inline(always)]
    fn again(&self, robots: &Bits<W>, active: &Bits<W>) -> Bits<W> {
        let stops = self.walls.stops(&robots.or(active));
        let mut next = *robots;
        for (direction, stops) in stops.iter().enumerate() {
            next = next.or(&self.free.fill(robots, direction).and(stops));
        }
        next
    }

    /// Spreads the active robot's fields that have used `part` of the slack; whether the target is among them.
    #[inline(always)]
    fn spread(&self, used: &mut Used<W>, part: usize, is_last: bool, stops: &[Bits<W>; 4]) -> bool {
        let rings = &self.distances.rings;
        let mut here = used[part];
        for distance in (1..rings.len()).rev() {
            let from = here.and(&rings[distance]);
            if from.is_empty() {
                continue;
            }
            let mut reached = Bits::EMPTY;
            for (direction, stops) in stops.iter().enumerate() {
                let from = if is_last { from.and(&self.distances.toward[direction]) } else { from };
                if !is_last || !from.is_empty() {
                    reached = reached.or(&self.free.fill(&from, direction).and(stops));
                }
            }
            here = here.or(&reached.and(&rings[distance - 1]));
            if !is_last {
                used[part + 1] = used[part + 1].or(&reached.and(&rings[distance]));
                if let Some(ring) = rings.get(distance + 1) {
                    used[part + 2] = used[part + 2].or(&reached.and(ring));
                }
            }
        }
        used[part] = here;
        !here.and(&rings[0]).is_empty()
    }
}

#[inline(always)]
fn union<const W: usize>(sets: &[Bits<W>]) -> Bits<W> {
    sets.iter().fold(Bits::EMPTY, |all, set| all.or(set))
}
