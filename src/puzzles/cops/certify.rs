//! Makes a certificate that the cops lose, from the states of a finished search.
//!
//! The search keeps cores of depth one, so that the checker needs no look ahead.

use super::antichain::{Antichain, Counts, Verdict};
use super::automorphism::automorphisms;
use super::bits::Bits;
use super::certificate::{Certificate, Placed};
use super::graph::Graph;
use crate::search::{Budget, Stop};

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
    let mut search = Antichain::<B>::new(graph, n_cops);
    if !search.is_tabulated() {
        return Err("there are too many placements of the cops for a certificate".to_string());
    }
    search.depth = 1;
    let certified = match search.decide(budget) {
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

/// All states, by placement. Orbits are numbered in the order of their ranks.
fn states<B: Bits>(search: &Antichain<B>) -> Vec<Placed> {
    let placed = |orbit: u32| {
        let mut sets: Vec<u128> = search.store.sets(orbit).iter().map(|set| set.wide()).collect();
        sets.sort_unstable();
        (search.cops(orbit)[..search.game.n_cops].to_vec(), sets)
    };
    let n_orbits = search.places.n_orbits().unwrap_or(0) as u32;
    (0..n_orbits).map(placed).filter(|(_, sets)| !sets.is_empty()).collect()
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

    /// Certificates to be broken: all states of a small one, some of a larger one.
    fn samples() -> [(Certificate, usize); 3] {
        [(certificate("grid:3x3", 2), 1), (certificate("petersen", 3), 3), (certificate("grid:4x4", 3), 7)]
    }

    fn is_rejected(certificate: &Certificate) -> bool {
        matches!(verify(certificate, &Budget::unlimited()), Verified::Rejected(_))
    }

    /// The place of every state, and its clean set.
    fn places(certificate: &Certificate) -> Vec<(usize, usize, u128)> {
        let of = |(i, (_, sets)): (usize, &Placed)| sets.iter().enumerate().map(move |(j, &set)| (i, j, set)).collect();
        certificate.states.iter().enumerate().flat_map::<Vec<_>, _>(of).collect()
    }

    #[test]
    fn a_certificate_without_one_of_its_states_is_rejected() {
        for (good, step) in samples() {
            for (i, j, _) in places(&good).into_iter().step_by(step) {
                let mut broken = good.clone();
                broken.states[i].1.remove(j);
                assert!(is_rejected(&broken), "{:?} {j}", good.states[i]);
            }
            let mut broken = good.clone();
            broken.states.pop();
            assert!(is_rejected(&broken), "without a placement");
        }
    }

    #[test]
    fn a_certificate_with_a_changed_bit_is_rejected() {
        for (good, step) in samples() {
            let n_vertices = good.graph.n_vertices();
            let mut n_rejected = 0;
            for (i, j, set) in places(&good).into_iter().step_by(step) {
                for bit in 0..=n_vertices {
                    let mut broken = good.clone();
                    broken.states[i].1[j] ^= 1 << bit;
                    // A vertex less covers too little, and a vertex that does not exist is none. A vertex more asks for more,
                    // which may be there.
                    let must_fail = set >> bit & 1 == 1 || bit == n_vertices;
                    assert!(is_rejected(&broken) || !must_fail, "{:?} {j} {bit}", good.states[i]);
                    n_rejected += usize::from(!must_fail && is_rejected(&broken));
                }
            }
            assert!(n_rejected > 0, "no added vertex was too much on {}", good.graph.name);
        }
    }

    #[test]
    fn a_damaged_file_is_rejected_whatever_it_proves() {
        let good = certificate("grid:3x3", 2);
        let bytes = good.write();
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 1 << (at % 8);
            assert!(Certificate::read(&broken).is_err(), "byte {at}");
            assert!(Certificate::read(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert!(Certificate::read(&[&bytes[..], &[0]].concat()).is_err(), "a byte more");
        // One more state, contained in another: a proof all the same, but not the one that was signed.
        let mut other = good.clone();
        let occupied = |cops: &[u8]| cops.iter().fold(0, |set, &v| set | 1 << v);
        let lacks = |(cops, sets): &&mut (Vec<u8>, Vec<u128>)| !sets.contains(&occupied(cops));
        let (cops, sets) =
            other.states.iter_mut().find(lacks).expect("some cops keep more than their own vertices clean");
        sets.push(occupied(cops));
        sets.sort_unstable();
        let text =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().take(9).map(str::to_string).collect::<Vec<_>>();
        let (signed, unsigned) = (text(&bytes), text(&other.write()));
        let digest = |lines: &[String]| lines.iter().find(|line| line.starts_with("sha256: ")).expect("signed").clone();
        assert!(!is_rejected(&other));
        let forged = replaced(&other.write(), &digest(&unsigned), &digest(&signed));
        let refused = Err("the digest does not fit: the certificate is damaged".to_string());
        assert_eq!(Certificate::read(&forged), refused);
    }

    /// The bytes with one text in the place of another of the same length.
    fn replaced(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
        let at = bytes.windows(old.len()).position(|w| w == old.as_bytes()).expect("it is there");
        [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat()
    }

    #[test]
    fn false_claims_and_false_symmetries_are_rejected() {
        for other in ["path:9", "cycle:9", "star:8", "grid:2x4"] {
            let mut changed = certificate("grid:3x3", 2);
            changed.graph = graph(other).expect("good");
            assert!(is_rejected(&changed), "{other}");
        }
        let changes: [fn(&mut Certificate); 7] = [
            |c| c.group[1].swap(0, 1),
            |c| c.group.clear(),
            |c| c.group[0].truncate(3),
            |c| c.n_cops = 3,
            |c| c.n_cops = 0,
            |c| c.states.push(c.states[0].clone()),
            |c| c.states[0].0[1] = 9,
        ];
        for (i, change) in changes.iter().enumerate() {
            let mut changed = certificate("grid:3x3", 2);
            change(&mut changed);
            assert!(is_rejected(&changed), "change {i}");
        }
    }

    #[test]
    fn won_games_have_sweeps() {
        let (certified, _) = certify(&graph("grid:3x3").expect("good"), 3, &Budget::unlimited()).expect("few");
        assert!(matches!(certified, Certified::Won(_)));
    }
}
