//! The source's search: depth first over all states, each visited once up to symmetry.
//!
//! Exact but slow: no state is left out because another contains it. The source used products of primes for sets and the eight
//! symmetries of the square; here sets are bits and the symmetries those of the graph. M. T. J. Overby, *Cops and Robbers*, 2018.

use super::antichain::{Counts, GROUP_LIMIT, Verdict};
use super::automorphism::automorphisms;
use super::bits::Bits;
use super::game::{Game, sorted};
use super::graph::Graph;
use super::placements::Placements;
use crate::search::{Budget, Pace, Stop};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// A state on the way: its cops, its clean set, and its untried successors, last one first.
struct Frame<B> {
    targets: Vec<u8>,
    untried: Vec<(Vec<u8>, B)>,
}

/// Searches from one start. The sweep it finds is any, not a shortest one.
pub fn search<B: Bits>(graph: &Graph, start: &[usize], budget: &Budget) -> (Verdict, Counts) {
    let game = Game::<B>::new(graph, start.len());
    let places = Placements::<B>::new(game.n_vertices, start.len(), start.len(), automorphisms(graph, GROUP_LIMIT));
    let mut counts = Counts::default();
    let mut visited: FxHashSet<(u128, B)> = FxHashSet::default();
    let first: Vec<u8> = sorted(&start.iter().map(|&v| v as u8).collect::<Vec<u8>>())[..start.len()].to_vec();
    let clean = game.occupied(&first);
    if clean == game.full {
        return (Verdict::Won(vec![start.to_vec()]), counts);
    }
    let mut pace = Pace::default();
    let mut stack = match open(&game, first, clean, &mut counts, &mut || pace.spent(budget)) {
        Ok(frame) => vec![frame],
        Err(stop) => return (Verdict::Stopped(stop), counts),
    };
    while let Some(frame) = stack.last_mut() {
        let Some((targets, clean)) = frame.untried.pop() else {
            stack.pop();
            continue;
        };
        if clean == game.full {
            let mut rows: Vec<Vec<u8>> = stack.into_iter().map(|frame| frame.targets).collect();
            rows.push(targets);
            return (Verdict::Won(labelled(&rows)), counts);
        }
        let cops = sorted(&targets);
        let (rank, image, _) = places.canonical(&cops[..targets.len()], clean);
        if visited.insert((rank, image)) {
            counts.n_states += 1;
            match open(&game, targets, clean, &mut counts, &mut || pace.spent(budget)) {
                Ok(frame) => stack.push(frame),
                Err(stop) => return (Verdict::Stopped(stop), counts),
            }
        }
    }
    (Verdict::Lost, counts)
}

/// All moves from a state; there may be millions, so each asks whether the budget is spent.
fn open<B: Bits>(
    game: &Game<B>,
    targets: Vec<u8>,
    clean: B,
    counts: &mut Counts,
    spent: &mut impl FnMut() -> Option<Stop>,
) -> Result<Frame<B>, Stop> {
    let cops = sorted(&targets);
    let (mut untried, mut stopped) = (Vec::new(), None);
    let _all = game.expand(&cops[..targets.len()], clean, &mut |step| {
        untried.push((step.targets.to_vec(), step.clean));
        stopped = spent();
        if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    counts.n_expanded += 1;
    counts.n_successors += untried.len() as u64;
    stopped.map_or(Ok(Frame { targets, untried }), Err)
}

/// Rows whose `i`-th entry is where the `i`-th cop of the sorted row before went, as rows in which each cop keeps its place.
fn labelled(rows: &[Vec<u8>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..rows[0].len()).collect();
    let mut out = Vec::new();
    for row in rows {
        let mut cops = vec![0; row.len()];
        row.iter().zip(&order).for_each(|(&v, &cop)| cops[cop] = v.into());
        let mut pairs: Vec<(u8, usize)> = row.iter().copied().zip(order).collect();
        pairs.sort_unstable();
        order = pairs.into_iter().map(|(_, cop)| cop).collect();
        out.push(cops);
    }
    out
}
