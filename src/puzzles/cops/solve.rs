//! The searches as the program runs them: decide first, then the shortest sweep.

use super::antichain::{Antichain, Counts, Verdict};
use super::bases::Order;
use super::bits::Bits;
use super::instance::Instance;
use super::{check::Sweep, dfs};
use crate::search::{Budget, End, Stats};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Takes a sweep; `Break` ends the search.
pub type FoundSweep<'a> = dyn FnMut(Sweep) -> ControlFlow<()> + 'a;

/// Decides for ever, or for the horizon, and hands out a shortest sweep if there is one. If the budget ends between the
/// decision and the shortest sweep, the one at hand is handed out.
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
    let mut all_counts = Vec::new();
    let mut known = None;
    if instance.horizon.is_none() && instance.graph.is_connected() {
        let mut decide = Antichain::<B>::new(&instance.graph, instance.n_cops, None);
        let verdict = decide.run(Order::Best, None, budget);
        all_counts.push(decide.counts);
        match verdict {
            Verdict::Won(sweep) => known = Some(joined(instance, sweep)),
            other => return (hand_out(other, found), stats(&all_counts)),
        }
        if !decide.starts_are_all() {
            let end = known.map_or(End::Exhausted, |sweep| hand_out(Verdict::Won(sweep), found));
            return (end, stats(&all_counts));
        }
    }
    let start = instance.start_vertices();
    let mut shortest = Antichain::<B>::new(&instance.graph, instance.n_cops, start.as_deref());
    // A sweep at hand need only be beaten.
    let n_fewer = known.as_ref().map(|sweep: &Sweep| sweep.len().saturating_sub(2));
    let verdict = match known.as_ref().is_some_and(|sweep| sweep.len() == 1) {
        true => Verdict::Lost,
        false => shortest.run(Order::Layers, instance.horizon.or(n_fewer), budget),
    };
    all_counts.push(shortest.counts);
    let end = match (verdict, known) {
        (Verdict::Stopped(stop), Some(sweep)) => match found(sweep) {
            ControlFlow::Break(()) => End::Cut,
            ControlFlow::Continue(()) => End::OutOfBudget(stop),
        },
        (Verdict::Lost, Some(sweep)) => hand_out(Verdict::Won(sweep), found),
        (verdict, _) => hand_out(verdict, found),
    };
    (end, stats(&all_counts))
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
