//! The games of cops whose outcome is known, by every search and by the models.

mod common;

use quandary::puzzles::cops::{Instance, Start, check, read, solve};
use quandary::search::{Budget, End};
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
    use quandary::puzzles::Instance as _;
    let limited = Instance { horizon: Some(horizon), ..instance.clone() };
    let mut file = tempfile::Builder::new().suffix(".dzn").tempfile().expect("a file");
    file.write_all(limited.write("dzn").expect("a format").as_bytes()).expect("it is written");
    let ran = common::quandary(&["solve", model, &file.path().to_string_lossy()]);
    assert_eq!(ran.code, expected, "{} {:?} at {horizon}: {}{}", limited.graph.name, limited.start, ran.out, ran.err);
}

#[test]
fn a_spent_budget_is_no_verdict() {
    let instance = read("f", "graph: grid:5x5\ncops: 4\n").expect("good").remove(0);
    let (end, _) = solve::antichain(&instance, &Budget::seconds(0.0), &mut |_| ControlFlow::Continue(()));
    assert!(matches!(end, End::OutOfBudget(_)));
}

#[test]
fn large_graphs_and_many_placements_work() {
    for (spec, n_cops, moves) in [("path:100", 1, Some(99)), ("grid:2x40", 2, Some(39)), ("cycle:70", 1, None)] {
        let instance = read("f", &format!("graph: {spec}\ncops: {n_cops}\n")).expect("good").remove(0);
        assert_eq!(found(&instance, false), (moves, End::Exhausted), "{spec}");
    }
}

#[test]
fn shipped_instances_are_read() {
    for path in common::files("instances/cops").iter().filter(|p| p.extension().is_some_and(|e| e != "tsv")) {
        let text = std::fs::read_to_string(path).expect("text");
        assert!(!read(&path.to_string_lossy(), &text).expect("good").is_empty());
    }
}
