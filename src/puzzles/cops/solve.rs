//! The searches as the program runs them: decide first, then the shortest sweep.

use super::antichain::{Antichain, Counts, Verdict};
use super::bits::Bits;
use super::instance::Instance;
use super::meet::Ends;
use super::{check::Sweep, dfs};
use crate::search::{Budget, End, Stats, Stop};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Takes a sweep; `Break` ends the search.
pub type FoundSweep<'a> = dyn FnMut(Sweep) -> ControlFlow<()> + 'a;

/// Decides for ever, or for the horizon, and hands out a shortest sweep if there is one. If the budget ends between the
/// decision and the shortest sweep, or there are too many starts for layers, the one at hand is handed out as the best so far.
pub fn antichain(instance: &Instance, budget: &Budget, found: &mut FoundSweep) -> (End, Stats) {
    match instance.graph.n_vertices() {
        0..=64 => by_antichain::<u64>(instance, budget, found),
        _ => by_antichain::<u128>(instance, budget, found),
    }
}

/// The source's search; without a start given the cops stand in a row.
pub fn depth_first(instance: &Instance, budget: &Budget, found: &mut FoundSweep) -> Result<(End, Stats), String> {
    if instance.horizon.is_some() {
        return Err("search:dfs knows no horizon; search:antichain does".to_string());
    }
    let row = || (0..instance.n_cops).map(|i| i % instance.graph.n_vertices()).collect();
    let start: Vec<usize> = instance.start_vertices().unwrap_or_else(row);
    if instance.start_vertices().is_none() && !instance.graph.is_connected() {
        return Err("search:dfs needs a start on a graph that is not connected".to_string());
    }
    let (verdict, counts) = match instance.graph.n_vertices() {
        0..=64 => dfs::search::<u64>(&instance.graph, &start, budget),
        _ => dfs::search::<u128>(&instance.graph, &start, budget),
    };
    Ok((hand_out(verdict, found), stats(&[counts])))
}

fn by_antichain<B: Bits>(instance: &Instance, budget: &Budget, found: &mut FoundSweep) -> (End, Stats) {
    let mut decide = Antichain::<B>::new(&instance.graph, instance.n_cops);
    let start = instance.start_vertices();
    // Too many starts for layers from each of them.
    let is_too_wide = start.is_none() && !decide.is_tabulated();
    let mut known: Option<Sweep> = None;
    if instance.graph.is_connected() && (instance.horizon.is_none() || is_too_wide) {
        match decide.decide(budget) {
            Verdict::Won(sweep) => known = Some(joined(instance, sweep)),
            other => return (hand_out(other, found), stats(&[decide.counts])),
        }
    }
    let n_known = known.as_ref().map(|sweep| sweep.len() - 1);
    if is_too_wide && n_known != Some(0) {
        let fits = |sweep: &Sweep| instance.horizon.is_none_or(|horizon| sweep.len() - 1 <= horizon);
        return (best_so_far(known.filter(fits), Stop::Incomplete, found), stats(&[decide.counts]));
    }
    // A sweep at hand need only be beaten.
    let horizon = instance.horizon.or(n_known.map(|n| n.saturating_sub(1)));
    let mut ends = Ends::new(decide.again(start.as_deref()), horizon);
    let decided = decide.counts;
    drop(decide);
    let end = match (ends.shortest(budget), known) {
        (Verdict::Stopped(stop), known) => best_so_far(known, stop, found),
        (Verdict::Lost, Some(sweep)) => hand_out(Verdict::Won(sweep), found),
        (verdict, _) => hand_out(verdict, found),
    };
    (end, stats(&[&[decided][..], &ends.counts()].concat()))
}

/// Hands out a sweep that may not be a shortest one, if there is one.
fn best_so_far(sweep: Option<Sweep>, stop: Stop, found: &mut FoundSweep) -> End {
    match sweep.map(found) {
        Some(ControlFlow::Break(())) => End::Cut,
        _ => End::OutOfBudget(stop),
    }
}

fn hand_out(verdict: Verdict, found: &mut FoundSweep) -> End {
    match verdict {
        Verdict::Won(sweep) => found(sweep).map_break(|()| End::Cut).break_value().unwrap_or(End::Exhausted),
        Verdict::Lost => End::Exhausted,
        Verdict::Stopped(stop) => End::OutOfBudget(stop),
    }
}

fn stats(counts: &[Counts]) -> Stats {
    let sum = |of: fn(&Counts) -> u64| counts.iter().map(of).sum();
    Stats { nodes: sum(|c| c.n_expanded), checks: sum(|c| c.n_successors), ..Stats::default() }
}

/// A sweep from the instance's start: the cops walk to where the sweep begins. Walking first never hurts.
fn joined(instance: &Instance, sweep: Sweep) -> Sweep {
    let Some(start) = instance.start_vertices() else { return sweep };
    let walks: Vec<Vec<usize>> = start.iter().zip(&sweep[0]).map(|(&from, &to)| walk(instance, from, to)).collect();
    let n_steps = walks.iter().map(Vec::len).max().unwrap_or(1);
    let at = |time: usize| walks.iter().map(|walk| walk[time.min(walk.len() - 1)]).collect();
    let before: Sweep = (0..n_steps - 1).map(at).collect();
    before.into_iter().chain(sweep).collect()
}

/// A shortest walk between two vertices of a connected graph, both included.
fn walk(instance: &Instance, from: usize, to: usize) -> Vec<usize> {
    let graph = &instance.graph;
    let mut towards = vec![usize::MAX; graph.n_vertices()];
    towards[to] = to;
    let mut queue = VecDeque::from([to]);
    while let Some(v) = queue.pop_front() {
        for &u in graph.neighbours(v) {
            if towards[u] == usize::MAX {
                towards[u] = v;
                queue.push_back(u);
            }
        }
    }
    let mut walk = vec![from];
    while walk[walk.len() - 1] != to {
        walk.push(towards[walk[walk.len() - 1]]);
    }
    walk
}
