//! What the symmetric model is told: the maps that take the graph to itself, and its middle.
//!
//! Sweeps and their images under an automorphism come together, and so do a sweep and the same run backwards. The model asks
//! for one of them by sums over the middle, which no map may change: so each part of it is an orbit of the maps. With a
//! given start only the maps that keep it count, which is a group again.

use super::automorphism::{Permutation, automorphisms};
use super::graph::Graph;
use super::instance::Instance;
use crate::front::{Data, Value};
use std::collections::VecDeque;

/// The most maps that are told: each costs clauses for every vertex.
const MOST_MAPS: usize = 48;

/// The parameters of `models/cops-symmetric.mzn` beside those of `models/cops.mzn`.
pub fn data(instance: &Instance) -> Data {
    let n = instance.graph.n_vertices();
    let maps = maps(instance);
    let mut data = Data::default();
    data.set("n_maps", maps.len() as i64);
    data.set("map", Value::grid(maps.len(), n, 0, maps.iter().flatten().map(|&v| i64::from(v))));
    data.set("core", Value::list_from(0, core(&instance.graph, &maps)));
    data
}

/// The automorphisms that keep a given start, without the identity.
fn maps(instance: &Instance) -> Vec<Permutation> {
    let mut maps = automorphisms(&instance.graph, MOST_MAPS);
    maps.retain(|map| map.iter().enumerate().any(|(v, &w)| v != usize::from(w)));
    if let Some(mut start) = instance.start_vertices() {
        start.sort_unstable();
        let image = |map: &Permutation| {
            let mut image: Vec<usize> = start.iter().map(|&v| map[v].into()).collect();
            image.sort_unstable();
            image
        };
        maps.retain(|map| image(map) == start);
    }
    maps
}

/// For each vertex 1 or 2 if it is in one of the two orbits nearest to all others, else 0.
fn core(graph: &Graph, maps: &[Permutation]) -> Vec<i64> {
    let n = graph.n_vertices();
    let first_image = |v: usize| maps.iter().map(|map| map[v].into()).min().map_or(v, |w: usize| w.min(v));
    let mut orbits: Vec<(usize, usize)> =
        (0..n).filter(|&v| first_image(v) == v).map(|v| (total_distance(graph, v), v)).collect();
    orbits.sort_unstable();
    let place = |v: usize| orbits.iter().take(2).position(|orbit| orbit.1 == first_image(v));
    (0..n).map(|v| place(v).map_or(0, |at| at as i64 + 1)).collect()
}

/// The distances of a vertex to all others, summed; the number of vertices for each that is out of reach.
fn total_distance(graph: &Graph, from: usize) -> usize {
    let n = graph.n_vertices();
    let mut distance = vec![n; n];
    distance[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        for &w in graph.neighbours(v) {
            if distance[w] == n {
                distance[w] = distance[v] + 1;
                queue.push_back(w);
            }
        }
    }
    distance.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::super::instance::Start;
    use super::*;

    fn instance(spec: &str, n_cops: usize, start: Start) -> Instance {
        Instance { id: None, graph: graph(spec).expect("good"), n_cops, start, horizon: None }
    }

    #[test]
    fn the_core_is_the_middle_and_all_maps_keep_it() {
        let check = |spec: &str, sizes: [usize; 2]| {
            let instance = instance(spec, 2, Start::Free);
            let maps = maps(&instance);
            let core = core(&instance.graph, &maps);
            assert_eq!([1, 2].map(|c| core.iter().filter(|x| **x == c).count()), sizes, "{spec}");
            assert!(maps.iter().all(|map| (0..core.len()).all(|v| core[v] == core[usize::from(map[v])])), "{spec}");
        };
        check("grid:5x5", [1, 4]);
        check("grid:4x4", [4, 8]);
        check("path:3", [1, 2]);
        check("path:2", [2, 0]);
    }

    #[test]
    fn maps_keep_a_given_start() {
        let n_maps = |start| maps(&instance("grid:5x5", 3, start)).len();
        assert_eq!(n_maps(Start::Free), 7);
        assert_eq!(n_maps(Start::Given(vec![0, 0, 12])), 1);
        assert_eq!(n_maps(Start::Given(vec![2, 10, 22])), 1);
        assert_eq!(n_maps(Start::Given(vec![0, 1, 12])), 0);
    }
}
