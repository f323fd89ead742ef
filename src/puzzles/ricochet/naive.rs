//! The naive search of the source: breadth first over game states, each visited once.
//!
//! Optimal, and complete: when the queue runs empty the goal is unreachable. Each state costs its packed number twice (in
//! the queue and in the table) and the number of its parent. A slide walks field by field, as in the source.

use super::config::{Config, Move};
use super::state::{Layout, Packed, State, all_moves};
use super::verdict::Verdict;
use crate::search::Budget;
use rustc_hash::FxHashSet;

/// The shortest sequence, or the proof that there is none; and how many states were expanded.
pub fn search(config: &Config, budget: &Budget) -> (Verdict, u64) {
    let mut n_expanded = 0;
    let verdict = match Layout::of(config).is_small() {
        true => run::<u64>(config, budget, &mut n_expanded),
        false => run::<u128>(config, budget, &mut n_expanded),
    };
    (verdict, n_expanded)
}

fn run<P: Packed>(config: &Config, budget: &Budget, n_expanded: &mut u64) -> Verdict {
    if config.is_solved() {
        return Verdict::Solved(Vec::new());
    }
    let layout = Layout::of(config);
    let first = P::pack(&State::first(config), layout);
    let (mut queue, mut parents) = (vec![first], vec![0u32]);
    let mut visited: FxHashSet<P> = FxHashSet::from_iter([first]);
    while let Some(&packed) = queue.get(*n_expanded as usize) {
        if n_expanded.is_multiple_of(1024)
            && let Some(stop) = budget.spent()
        {
            return Verdict::Stopped(stop);
        }
        let state = packed.unpack(layout);
        for step in all_moves(config.robots.len()) {
            let Some(next) = state.after(config, step) else { continue };
            if next.is_won_by(config, step.robot) {
                return Verdict::Solved(path(config, &queue, &parents, *n_expanded as usize, step));
            }
            let next = P::pack(&next, layout);
            if visited.insert(next) {
                queue.push(next);
                parents.push(*n_expanded as u32);
            }
        }
        *n_expanded += 1;
    }
    Verdict::Unreachable
}

/// The moves that lead to a state of the queue, and one more.
fn path<P: Packed>(config: &Config, queue: &[P], parents: &[u32], mut number: usize, last: Move) -> Vec<Move> {
    let layout = Layout::of(config);
    let mut moves = vec![last];
    while number != 0 {
        let parent = parents[number] as usize;
        let from = queue[parent].unpack(layout);
        let leads = |step: &Move| from.after(config, *step).is_some_and(|s| P::pack(&s, layout) == queue[number]);
        moves.push(all_moves(config.robots.len()).find(leads).expect("each state comes from its parent"));
        number = parent;
    }
    moves.reverse();
    moves
}
