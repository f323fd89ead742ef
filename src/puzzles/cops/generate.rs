//! Random games: a connected random graph, or a named one.
//!
//! A random spanning tree first (each vertex joined to an earlier one), then further edges at random.

use super::edge_list;
use super::graph::{Graph, MAX_VERTICES};
use super::instance::{Instance, Start, cops, horizon};
use crate::puzzles::Options;
use crate::puzzles::options::{number, seed};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Makes the instance the options ask for.
pub(super) fn generate(options: &Options) -> Result<Instance, String> {
    let graph = match options.get("graph") {
        Some(spec) => edge_list::graph("", spec)?,
        None => random_graph(options)?,
    };
    let n_cops = cops(number(options, "cops", 2)? as i64)?;
    let horizon = options.get("horizon").map(|_| number(options, "horizon", 0)).transpose()?;
    let horizon = horizon.map(|n| self::horizon(n as i64)).transpose()?;
    Ok(Instance { id: None, graph, n_cops, start: Start::Free, horizon })
}

fn random_graph(options: &Options) -> Result<Graph, String> {
    let n = number(options, "vertices", 10)?;
    if !(1..=MAX_VERTICES).contains(&n) {
        return Err(format!("--vertices takes 1 to {MAX_VERTICES}, not {n}"));
    }
    let most = n * (n - 1) / 2;
    let n_edges = number(options, "edges", (n + n / 2).min(most))?;
    if !(n - 1..=most).contains(&n_edges) {
        return Err(format!("--edges takes {} to {most} for {n} vertices, not {n_edges}", n - 1));
    }
    let mut random = Pcg64Mcg::seed_from_u64(seed(options)?);
    let mut edges: Vec<(usize, usize)> = (1..n).map(|v| (random.random_range(0..v), v)).collect();
    let mut others: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    others.retain(|edge| !edges.contains(edge));
    while edges.len() < n_edges {
        edges.push(others.swap_remove(random.random_range(0..others.len())));
    }
    Graph::new("edges", n, &edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_graphs_are_connected_and_as_large_as_asked() {
        for (vertices, edges, seed) in [(1, 0, 1), (2, 1, 1), (9, 8, 2), (9, 36, 3), (40, 60, 4)] {
            let options = [("vertices", vertices), ("edges", edges), ("seed", seed)];
            let options: Options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
            let made = generate(&options).expect("good");
            assert_eq!(Ok(&made), generate(&options).as_ref());
            let graph = made.graph;
            assert_eq!((graph.n_vertices(), graph.edges().len()), (vertices, edges));
            assert!(graph.is_connected());
        }
    }

    #[test]
    fn impossible_wishes_are_explained() {
        for (name, value) in
            [("vertices", "0"), ("vertices", "129"), ("edges", "3"), ("cops", "0"), ("seed", "x"), ("graph", "x")]
        {
            let options: Options = [(name.to_string(), value.to_string())].into();
            assert!(generate(&options).is_err(), "{name} {value}");
        }
    }
}
