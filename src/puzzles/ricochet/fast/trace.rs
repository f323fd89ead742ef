//! The moves that lead to the target, read back from the log.
//!
//! No entry keeps where it came from. A state known to take `n` moves has a neighbour known to take `n - 1`, and there
//! are at most a few dozen places a robot can have come from. Along the way to the target the numbers of moves are exact,
//! for if one could be lower, so could the bound.

use super::bits::Bits;
use super::levels::Search;
use super::placement::{Placement, axis};
use super::slide::{Standing, before};

/// One move: from which field, in which direction.
pub type Step = (usize, usize);

/// A state and the moves that lead to it.
#[derive(Clone, Copy)]
struct State {
    placement: Placement,
    active: usize,
    n_moves: usize,
}

/// The moves from the start to the target, which a search has just reached.
pub fn trace<const W: usize>(search: &Search<W>, target: usize) -> Vec<Step> {
    let bound = search.queue.bound;
    let placement = search.placement(search.reached.expect("the target was reached"));
    let mut state = State { placement, active: target, n_moves: bound };
    let mut steps = Vec::with_capacity(bound);
    while state.n_moves > 0 {
        let (step, from) = active_from(search, &state)
            .or_else(|| other_from(search, &state))
            .expect("a state comes from one that takes a move less");
        steps.push(step);
        state = from;
    }
    steps.reverse();
    steps
}

/// How many moves a state is known to take.
fn n_moves<const W: usize>(search: &Search<W>, placement: &Placement, active: usize) -> Option<usize> {
    Some(search.queue.level(placement.key(), active)? - search.terrain.distances.of(active)?)
}

/// A state before, if the last move was the active robot's.
fn active_from<const W: usize>(search: &Search<W>, to: &State) -> Option<(Step, State)> {
    let (others, axes) = (to.placement.standing(), to.placement.axes());
    for direction in (0..4).filter(|&direction| axes & axis(direction) != 0) {
        for active in sources(search, &others, to.active, direction) {
            for axes in [axes, axes & !axis(direction)] {
                let placement = to.placement.with_axes(axes);
                if n_moves(search, &placement, active) == Some(to.n_moves - 1) {
                    return Some(((active, direction), State { placement, active, n_moves: to.n_moves - 1 }));
                }
            }
        }
    }
    None
}

/// A state before, if the last move was another robot's.
fn other_from<const W: usize>(search: &Search<W>, to: &State) -> Option<(Step, State)> {
    for (robot, &cell) in to.placement.cells().iter().enumerate() {
        let mut rest = Standing { fields: Bits::EMPTY, turned: Bits::EMPTY };
        rest.insert(to.active);
        let others = to.placement.cells().iter().filter(|&&other| other != cell);
        others.for_each(|&other| rest.insert(usize::from(other)));
        for direction in 0..4 {
            for from in sources(search, &rest, usize::from(cell), direction) {
                let placement = to.placement.moved(robot, from);
                if n_moves(search, &placement, to.active) == Some(to.n_moves - 1) {
                    return Some(((from, direction), State { placement, n_moves: to.n_moves - 1, ..*to }));
                }
            }
        }
    }
    None
}

/// The fields from which a robot slides to a field.
fn sources<const W: usize>(
    search: &Search<W>,
    robots: &Standing<W>,
    to: usize,
    direction: usize,
) -> impl Iterator<Item = usize> {
    let walls = &search.terrain.walls;
    let rests = walls.slide(robots, to, direction) == to;
    let back = move |at: &usize| {
        let is_open = rests && !walls.sides[direction ^ 2].has(*at);
        let at = is_open.then(|| before::<W>(*at, direction))?;
        (!robots.fields.has(at)).then_some(at)
    };
    std::iter::successors(Some(to), back).skip(1)
}
