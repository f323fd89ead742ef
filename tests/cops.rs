//! The games of cops whose outcome is known, by every search and by the models.

mod common;

use quandary::puzzles::cops::antichain::{Antichain, Verdict};
use quandary::puzzles::cops::{Cops, Graph, Instance, Start, certify, check, read, solve, verify};
use quandary::puzzles::erased;
use quandary::search::{Budget, End, Stop};
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;

/// One line of the table: graph, cops, fewest moves from a free start and from a row, if the cops win.
struct Known {
    graph: String,
    n_cops: usize,
    free: Option<usize>,
    row: Option<usize>,
}

fn known() -> Vec<Known> {
    let text = std::fs::read_to_string(common::path("instances/cops/known.tsv")).expect("the table is there");
    let line = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let (free, row) = (cells[3].parse().ok(), cells[4].parse().ok());
        assert_eq!(free.is_some(), cells[2] == "yes", "{line}");
        Known { graph: cells[0].to_string(), n_cops: cells[1].parse().expect("a number"), free, row }
    };
    text.lines().skip(1).map(line).collect()
}

impl Known {
    fn games(&self) -> [(Instance, Option<usize>); 2] {
        let text = format!("graph: {}\ncops: {}\n", self.graph, self.n_cops);
        let free = read("known", &text).expect("good").remove(0);
        let row = Instance { start: Start::Row, ..free.clone() };
        [(free, self.free), (row, self.row)]
    }
}

/// The length of the judged sweep a search finds, if any, and why it ended.
fn found(instance: &Instance, depth_first: bool) -> (Option<usize>, End) {
    let mut moves = None;
    let mut take = |sweep: Vec<Vec<usize>>| {
        check::check(instance, &sweep).unwrap_or_else(|e| panic!("{}: {e}: {sweep:?}", instance.graph.name));
        moves = Some(sweep.len() - 1);
        ControlFlow::Continue(())
    };
    let end = match depth_first {
        false => solve::antichain(instance, &Budget::unlimited(), &mut take).0,
        true => solve::depth_first(instance, &Budget::unlimited(), &mut take).expect("it applies").0,
    };
    (moves, end)
}

#[test]
fn the_antichain_search_knows_every_outcome_and_every_shortest_sweep() {
    for known in known() {
        for (instance, expected) in known.games() {
            assert_eq!(found(&instance, false), (expected, End::Exhausted), "{} {:?}", known.graph, instance.start);
        }
    }
}

#[test]
fn horizons_are_kept() {
    for known in known() {
        for (instance, expected) in known.games() {
            for horizon in 0..8 {
                let limited = Instance { horizon: Some(horizon), ..instance.clone() };
                let within = expected.filter(|&moves| moves <= horizon);
                assert_eq!(found(&limited, false), (within, End::Exhausted), "{} at {horizon}", known.graph);
            }
        }
    }
}

#[test]
fn the_depth_first_search_agrees() {
    for known in known() {
        for (instance, expected) in known.games() {
            let (moves, end) = found(&instance, true);
            assert_eq!((moves.is_some(), end), (expected.is_some(), End::Exhausted), "{}", known.graph);
        }
    }
}

#[test]
fn the_models_have_the_shortest_sweeps() {
    for known in known().iter().filter(|known| known.n_cops < 4) {
        for (instance, expected) in known.games() {
            let Some(moves) = expected else { continue };
            for model in ["models/cops.mzn", "models/cops-labelled.mzn"] {
                decided(&instance, moves, model, 10);
                decided(&instance, moves - 1, model, 20);
            }
            decided(&instance, moves - 1, "models/cops-single.mzn", 20);
        }
    }
}

/// Runs the program on a model with the instance's data and looks at its exit code.
fn decided(instance: &Instance, horizon: usize, model: &str, expected: i32) {
    let limited = Instance { horizon: Some(horizon), ..instance.clone() };
    let mut file = tempfile::Builder::new().suffix(".dzn").tempfile().expect("a file");
    file.write_all(erased::<Cops>(limited.clone()).write("dzn").expect("a format").as_bytes()).expect("it is written");
    let ran = common::quandary(&["solve", model, &file.path().to_string_lossy()]);
    assert_eq!(ran.code, expected, "{} {:?} at {horizon}: {}{}", limited.graph.name, limited.start, ran.out, ran.err);
}

#[test]
fn a_spent_budget_is_no_verdict() {
    let instance = read("f", "graph: grid:5x5\ncops: 4\n").expect("good").remove(0);
    let (end, _) = solve::antichain(&instance, &Budget::seconds(0.0), &mut |_| ControlFlow::Continue(()));
    assert!(matches!(end, End::OutOfBudget(_)));
}

/// The fewest moves of a sweep by the rules alone: layers of all states, nothing left out. States are cops and dirty vertices.
fn fewest_by_brute_force(instance: &Instance) -> Option<usize> {
    let (n, k) = (instance.graph.n_vertices(), instance.n_cops);
    let all: Vec<Vec<usize>> =
        (0..n.pow(k as u32)).map(|i| (0..k).map(|j| i / n.pow(j as u32) % n).collect()).collect();
    let starts = instance.start_vertices().map_or(all, |start| vec![start]);
    let dirty = |cops: &Vec<usize>| (0..n).filter(|v| !cops.contains(v)).fold(0u32, |set, v| set | 1 << v);
    let sorted = |mut cops: Vec<usize>| {
        cops.sort_unstable();
        cops
    };
    let mut layer: BTreeSet<(Vec<usize>, u32)> = starts.into_iter().map(|c| (sorted(c.clone()), dirty(&c))).collect();
    let mut seen = layer.clone();
    for time in 0.. {
        if layer.is_empty() {
            return None;
        }
        if layer.iter().any(|(_, dirty)| *dirty == 0) {
            return Some(time);
        }
        let mut next = BTreeSet::new();
        for (cops, dirty) in &layer {
            for targets in moves(&instance.graph, cops) {
                let after = dirty_after(&instance.graph, cops, &targets, *dirty);
                next.insert((sorted(targets), after));
            }
        }
        layer = next.into_iter().filter(|state| seen.insert(state.clone())).collect();
    }
    None
}

fn moves(graph: &Graph, cops: &[usize]) -> Vec<Vec<usize>> {
    cops.iter().fold(vec![Vec::new()], |lists, &v| {
        let steps: Vec<usize> = std::iter::once(v).chain(graph.neighbours(v).iter().copied()).collect();
        lists.iter().flat_map(|list| steps.iter().map(|&u| [&list[..], &[u]].concat()).collect::<Vec<_>>()).collect()
    })
}

/// `v` is dirty if no cop stands on it and a robber could have come from a dirty `u` without meeting one.
fn dirty_after(graph: &Graph, cops: &[usize], targets: &[usize], dirty: u32) -> u32 {
    let meets = |u: usize, v: usize| cops.iter().zip(targets).any(|(&from, &to)| u != v && (from, to) == (v, u));
    let comes = |u: usize, v: usize| dirty >> u & 1 == 1 && (u == v || graph.adjacent(u, v)) && !meets(u, v);
    let n = graph.n_vertices();
    let is_dirty = |v: &usize| !targets.contains(v) && (0..n).any(|u| comes(u, *v));
    (0..n).filter(is_dirty).fold(0, |set, v| set | 1 << v)
}

#[test]
fn random_graphs_agree_with_brute_force() {
    let mut rng = rand_pcg::Pcg32::seed_from_u64(7);
    let mut below = |n: usize| rng.random_range(0..n);
    let mut n_won = [0; 2];
    for round in 0..150 {
        let n = 1 + below(if round % 3 == 0 { 7 } else { 6 });
        let n_cops = 1 + below(if n == 7 { 2 } else { 3 });
        let density = 2 + below(4);
        let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| below(6) < density).collect();
        let graph = Graph::new("edges", n, &edges).expect("good");
        let given = Start::Given((0..n_cops).map(|_| below(n)).collect());
        for start in [Start::Free, given, Start::Row] {
            if start == Start::Row && n_cops > n {
                continue;
            }
            let instance = Instance { graph: graph.clone(), n_cops, start, horizon: None, ..small() };
            let expected = fewest_by_brute_force(&instance);
            n_won[usize::from(expected.is_some())] += 1;
            let text = format!("{n_cops} cops, {:?}, {n} vertices, edges {edges:?}", instance.start);
            assert_eq!(found(&instance, false), (expected, End::Exhausted), "{text}");
        }
        let certified = certify::certify(&graph, n_cops, &Budget::unlimited()).expect("few placements").0;
        if let certify::Certified::Lost(certificate) = certified {
            let verdict = verify::verify(&certificate, &Budget::unlimited());
            assert!(matches!(verdict, verify::Verified::Lost(_)), "{n_cops} cops, edges {edges:?}: {verdict:?}");
        }
    }
    assert!(n_won.iter().all(|&n| n > 50), "{n_won:?}");
}

fn small() -> Instance {
    read("f", "graph: path:2\ncops: 1\n").expect("good").remove(0)
}

#[test]
fn seven_cops_sweep_the_cube_and_five_do_not() {
    let cube = read("f", "graph: grid:3x3x3\ncops: 7\n").expect("good").remove(0);
    let mut search = Antichain::<u64>::new(&cube.graph, 7);
    match search.decide(&Budget::unlimited()) {
        Verdict::Won(sweep) => assert_eq!(check::check(&cube, &sweep), Ok(())),
        other => panic!("{other:?}"),
    }
    let five = Instance { n_cops: 5, ..cube };
    assert_eq!(found(&five, false), (None, End::Exhausted));
}

#[test]
fn a_memory_limit_ends_in_unknown() {
    for command in [&["solve"][..], &["certify", "-o", "/dev/null"][..]] {
        let target = ["cops", "instances/cops/grid-5x5-lost.txt", "--memory", "1"];
        let ran = common::quandary(&[command, &target[..]].concat());
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        assert!(ran.out.contains("memory"), "{}", ran.out);
    }
}

#[test]
fn large_graphs_and_many_placements_work() {
    for (spec, n_cops, moves) in [("path:100", 1, Some(99)), ("grid:2x40", 2, Some(39)), ("cycle:70", 1, None)] {
        let instance = read("f", &format!("graph: {spec}\ncops: {n_cops}\n")).expect("good").remove(0);
        assert_eq!(found(&instance, false), (moves, End::Exhausted), "{spec}");
    }
}

/// Placements are too many to begin everywhere: what is found is true, and nothing is claimed beyond it. Here one move is enough
/// from some start, but not from a row.
#[test]
fn too_many_starts_are_no_proof() {
    for (horizon, expected) in [(None, Some(2)), (Some(2), Some(2)), (Some(1), None)] {
        let instance = Instance { horizon, ..read("f", "graph: path:16\ncops: 14\n").expect("good").remove(0) };
        assert_eq!(found(&instance, false), (expected, End::OutOfBudget(Stop::Incomplete)), "{horizon:?}");
    }
    let row = read("f", "graph: path:16\ncops: 14\nstart: row\n").expect("good").remove(0);
    assert_eq!(found(&row, false), (Some(2), End::Exhausted));
}
