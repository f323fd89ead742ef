//! Makes a certificate that the cops lose, from the states of a finished search.
//!
//! The search keeps cores of depth one, so that the checker needs no look ahead.

use super::antichain::{Antichain, Counts, Verdict};
use super::automorphism::automorphisms;
use super::bits::Bits;
use super::certificate::{Certificate, Placed};
use super::graph::Graph;
use super::groups::Order;
use crate::search::{Budget, Stop};
use std::collections::BTreeMap;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// The cops lose; here is why.
    Lost(Certificate),
    /// The cops win by this sweep from a start of their choice.
    Won(Vec<Vec<usize>>),
    /// The budget was spent.
    Stopped(Stop),
}

/// Decides a game with free starts and keeps the proof. The graph must be small enough for all placements to be tabulated.
pub fn certify(graph: &Graph, n_cops: usize, budget: &Budget) -> Result<(Certified, Counts), String> {
    match graph.n_vertices() {
        0..=64 => certify_by::<u64>(graph, n_cops, budget),
        _ => certify_by::<u128>(graph, n_cops, budget),
    }
}

fn certify_by<B: Bits>(graph: &Graph, n_cops: usize, budget: &Budget) -> Result<(Certified, Counts), String> {
    let mut search = Antichain::<B>::new(graph, n_cops, None);
    if !search.starts_are_all() {
        return Err("there are too many placements of the cops for a certificate".to_string());
    }
    search.depth = 1;
    let certified = match search.run(Order::Best, None, budget) {
        Verdict::Won(sweep) => Certified::Won(sweep),
        Verdict::Stopped(stop) => Certified::Stopped(stop),
        Verdict::Lost => Certified::Lost(Certificate {
            graph: graph.clone(),
            n_cops,
            group: automorphisms(graph, super::antichain::GROUP_LIMIT),
            states: states(&search),
        }),
    };
    Ok((certified, search.counts))
}

fn states<B: Bits>(search: &Antichain<B>) -> Vec<Placed> {
    let mut by_rank: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
    for state in search.store.states.iter().filter(|state| state.alive) {
        by_rank.entry(state.rank).or_default().push(state.clean.wide());
    }
    let placed = |(rank, mut sets): (u128, Vec<u128>)| {
        let (cops, n_cops) = search.places.unrank(rank);
        sets.sort_unstable();
        (cops[..n_cops].to_vec(), sets)
    };
    by_rank.into_iter().map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::super::verify::{Verified, verify};
    use super::*;

    fn certificate(spec: &str, n_cops: usize) -> Certificate {
        match certify(&graph(spec).expect("good"), n_cops, &Budget::unlimited()).expect("few placements").0 {
            Certified::Lost(certificate) => certificate,
            other => panic!("{spec}: {other:?}"),
        }
    }

    #[test]
    fn lost_games_have_certificates_that_check() {
        let cases =
            [("grid:2x2", 1), ("grid:3x3", 2), ("grid:4x3", 2), ("grid:4x4", 3), ("petersen", 3), ("star:3", 1)];
        for (spec, n_cops) in
            cases.into_iter().chain([("complete:4", 2), ("torus:3x3", 3), ("grid:2x2x2", 2), ("tree:2,3", 1)])
        {
            let certificate = certificate(spec, n_cops);
            let verdict = verify(&certificate, &Budget::unlimited());
            assert!(matches!(verdict, Verified::Lost(_)), "{spec} {n_cops}: {verdict:?}");
            assert_eq!(Certificate::read(&certificate.write()), Ok(certificate), "{spec}");
        }
    }

    #[test]
    fn a_certificate_without_one_of_its_states_is_rejected() {
        let good = certificate("grid:3x3", 2);
        for i in 0..good.states.len() {
            for j in 0..good.states[i].1.len() {
                let mut broken = good.clone();
                broken.states[i].1.remove(j);
                let verdict = verify(&broken, &Budget::unlimited());
                assert!(matches!(verdict, Verified::Rejected(_)), "{:?} {j}: {verdict:?}", good.states[i]);
            }
        }
    }

    #[test]
    fn a_certificate_with_a_changed_bit_is_rejected() {
        let good = certificate("grid:3x3", 2);
        for i in 0..good.states.len() {
            for bit in 0..9 {
                let mut broken = good.clone();
                broken.states[i].1[0] ^= 1 << bit;
                // A vertex more claims more than can be had; a vertex less claims too little. Sets that are not cores may be
                // equivalent to the true one, so only those that the checker accepts as different must fail.
                let verdict = verify(&broken, &Budget::unlimited());
                let smaller = good.states[i].1[0] >> bit & 1 == 1;
                assert!(
                    !smaller || matches!(verdict, Verified::Rejected(_)),
                    "{:?} {bit}: {verdict:?}",
                    good.states[i]
                );
            }
        }
        let bytes = good.write();
        for at in (0..bytes.len()).step_by(7) {
            let mut broken = bytes.clone();
            broken[at] ^= 1;
            assert!(Certificate::read(&broken).is_err() || broken == bytes, "byte {at}");
        }
        for end in (0..bytes.len()).step_by(11) {
            assert!(Certificate::read(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn false_claims_and_false_symmetries_are_rejected() {
        let mut won = certificate("grid:3x3", 2);
        won.graph = graph("path:9").expect("good");
        assert!(matches!(verify(&won, &Budget::unlimited()), Verified::Rejected(_)));
        let mut twisted = certificate("grid:3x3", 2);
        twisted.group[1].swap(0, 1);
        assert!(matches!(verify(&twisted, &Budget::unlimited()), Verified::Rejected(_)));
    }

    #[test]
    fn won_games_have_sweeps() {
        let (certified, _) = certify(&graph("grid:3x3").expect("good"), 3, &Budget::unlimited()).expect("few");
        assert!(matches!(certified, Certified::Won(_)));
    }
}
