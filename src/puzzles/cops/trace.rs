//! From the states of a search back to a sweep on the graph.
//!
//! Each state is in the orientation of its canonical form. Walking from the start, every parent is expanded once more; the
//! child's own permutation is undone step by step, and each cop keeps its place in the list.

use super::antichain::Antichain;
use super::bits::Bits;
use super::store::ROOT;
use std::ops::ControlFlow;

/// The sweep that ends with a move from `last` to a clean graph.
pub(super) fn sweep<B: Bits>(search: &Antichain<B>, last: u32) -> Vec<Vec<usize>> {
    let mut chain = vec![last];
    while search.store.states[chain[chain.len() - 1] as usize].parent != ROOT {
        chain.push(search.store.states[chain[chain.len() - 1] as usize].parent);
    }
    chain.reverse();
    let n_cops = search.game.n_cops;
    let first = search.cops(search.store.states[chain[0] as usize].orbit());
    // `real[v]` is where vertex `v` of the canonical form lies; `order[i]` is the place in the list of the i-th cop.
    let mut real: Vec<u8> = search.places.permutation(search.places.inverse(search.turn)).to_vec();
    let mut order: Vec<usize> = (0..n_cops).collect();
    let mut sweep = vec![first[..n_cops].iter().map(|&v| real[usize::from(v)].into()).collect::<Vec<usize>>()];
    for (i, &id) in chain.iter().enumerate() {
        let (targets, g) = step(search, id, chain.get(i + 1).copied());
        let mut row = vec![0; n_cops];
        for (j, &target) in targets.iter().enumerate() {
            row[order[j]] = real[usize::from(target)].into();
        }
        sweep.push(row);
        let image = search.places.permutation(g);
        let mut moved: Vec<(u8, usize)> =
            targets.iter().zip(&order).map(|(&v, &o)| (image[usize::from(v)], o)).collect();
        moved.sort_unstable();
        order = moved.into_iter().map(|(_, o)| o).collect();
        let back = search.places.permutation(search.places.inverse(g));
        real = back.iter().map(|&v| real[usize::from(v)]).collect();
    }
    sweep
}

/// The move from a state to a child (or to a clean graph) and the permutation to the child's canonical form.
fn step<B: Bits>(search: &Antichain<B>, id: u32, child: Option<u32>) -> (Vec<u8>, usize) {
    let state = search.store.states[id as usize];
    let cops = search.cops(state.orbit());
    let child = child.map(|child| search.store.states[child as usize]);
    let mut found = None;
    let _ended = search.game.expand(&cops[..search.game.n_cops], state.clean, &mut |step| {
        let next = step.targets;
        let g = match child {
            None => (step.clean == search.game.full).then_some(0),
            Some(child) => {
                let leads = |g: &usize| {
                    child.clean.within(search.places.map(step.clean, *g))
                        && search.places.rank(&search.places.image(next, *g)[..next.len()])
                            == search.rank(child.orbit())
                };
                (0..search.places.n_permutations()).find(leads)
            }
        };
        found = g.map(|g| (step.targets.to_vec(), g));
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.expect("the child was reached from its parent")
}
