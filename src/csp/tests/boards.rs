//! The shipped Minesweeper boards up to 9x9: verdicts and counts by several orders, and the work they take.

use super::answers;
use crate::csp::{Order, count, search};
use crate::model::{Model, count_true};
use crate::search::{Budget, End};
use itertools::iproduct;
use num_bigint::BigUint;
use std::fmt::Write;
use std::ops::ControlFlow;

const BOARDS: &str = include_str!("../../../instances/minesweeper/boards.jsonl");

/// A board with what is known of it.
#[derive(serde::Deserialize)]
struct Board {
    id: String,
    rows: usize,
    cols: usize,
    mines: i64,
    cells: Vec<Vec<i64>>,
    solutions: String,
}

impl Board {
    /// One Boolean per unknown cell, an exact count per clue, and one over the board.
    fn model(&self) -> Model {
        let mut model = Model::new();
        let mut var = vec![vec![None; self.cols]; self.rows];
        for (r, c) in iproduct!(0..self.rows, 0..self.cols) {
            var[r][c] = (self.cells[r][c] < 0).then(|| model.bool(format!("mine[{r},{c}]")));
        }
        for (r, c) in iproduct!(0..self.rows, 0..self.cols).filter(|(r, c)| self.cells[*r][*c] >= 0) {
            let around = |at: usize, end: usize| at.saturating_sub(1)..end.min(at + 2);
            let near = iproduct!(around(r, self.rows), around(c, self.cols)).filter_map(|(r, c)| var[r][c]);
            model.post(count_true(near.map(|x| x.is_true())).exactly(self.cells[r][c]));
        }
        let all = count_true(model.all_vars().map(|x| x.is_true()));
        model.post(all.exactly(self.mines));
        model
    }

    fn n_solutions(&self) -> BigUint {
        self.solutions.parse().expect("the number of solutions is a number")
    }
}

fn small_boards() -> Vec<Board> {
    let boards = BOARDS.lines().map(|line| serde_json::from_str(line).expect("a board per line"));
    boards.filter(|b: &Board| b.rows <= 9 && b.cols <= 9).collect()
}

fn order(text: &str) -> Order {
    text.parse().expect("these are words of an order")
}

/// Nodes until the first solution or the proof that there is none.
fn nodes_to_decide(model: &Model, text: &str, is_satisfiable: bool) -> u64 {
    let mut n_found = 0;
    let (end, stats) = search(model, &order(text), &Budget::unlimited(), &mut |a| {
        assert_eq!(model.violated_by(&a), None);
        n_found += 1;
        ControlFlow::Break(())
    });
    assert_eq!((end, n_found), if is_satisfiable { (End::Cut, 1) } else { (End::Exhausted, 0) }, "{text}");
    stats.nodes
}

#[test]
fn every_small_board_is_decided_and_counted() {
    let boards = small_boards();
    assert!(boards.len() >= 15 && boards.iter().any(|b| b.n_solutions() == BigUint::ZERO));
    for board in boards {
        let model = board.model();
        let n = board.n_solutions();
        for text in ["mrv+fc", "degree+fc", "mrv+lcv+fc", "lcv+fc", "mrv+degree+lcv+fc", "wdeg+mac+split"] {
            // A node is well under a microsecond: a million of them is "under a second".
            let nodes = nodes_to_decide(&model, text, n != BigUint::ZERO);
            assert!(nodes < 1_000_000, "{text} needs {nodes} nodes for {}", board.id);
        }
        for text in ["degree+fc", "mrv+degree+fc", "wdeg+mac", "mrv+mac+split"] {
            let (counted, end, _) = count(&model, &order(text), &Budget::unlimited());
            assert_eq!((counted, end), (n.clone(), End::Exhausted), "{text} on {}", board.id);
        }
    }
}

#[test]
fn no_order_loses_a_solution_of_a_board() {
    let board = small_boards().into_iter().find(|b| b.id == "case2").expect("the board is shipped");
    let model = board.model();
    let expected = answers(&model, &order("input")).0;
    for order in Order::all() {
        assert_eq!(answers(&model, &order).0, expected, "{order}");
    }
}

/// The tables of `docs/csp.md` are what the program does.
#[test]
fn the_documented_nodes_are_true() {
    let docs = include_str!("../../../docs/csp.md");
    let boards = small_boards();
    let mut table = String::new();
    let named = ["case1", "case2", "case3", "case4", "case2_size8", "case3_size8"];
    writeln!(table, "| order | {} |", named.join(" | ")).expect("strings take everything");
    writeln!(table, "|---|{}", "---:|".repeat(named.len())).expect("strings take everything");
    for text in DOCUMENTED {
        let nodes = named.map(|id| {
            let board = boards.iter().find(|b| b.id == id).expect("the board is shipped");
            nodes_to_decide(&board.model(), text, true).to_string()
        });
        writeln!(table, "| `{text}` | {} |", nodes.join(" | ")).expect("strings take everything");
    }
    assert!(docs.contains(&table), "docs/csp.md should contain:\n{table}");
}

/// Orders of the table, from the plainest on. Some of the plainest take too long on the larger boards.
const DOCUMENTED: [&str; 11] = [
    "lcv",
    "input+fc",
    "lcv+fc",
    "mrv+fc",
    "mrv+lcv+fc",
    "degree+fc",
    "mrv+degree+fc",
    "mrv+degree+lcv+fc",
    "mrv+mac",
    "mrv+degree+mac",
    "wdeg+mac",
];
