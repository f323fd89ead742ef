//! The decomposition on the Minesweeper corpus: verdict, exact count, backbone and probabilities of every board.

use num_bigint::BigUint;
use quandary::csp::Order;
use quandary::decompose::{CspLeaf, Leaf, Outcome, SatLeaf, backbone, count, probabilities, solve_split};
use quandary::model::{Atom, Model, Var, count_true};
use quandary::presolve::{Level, presolve};
use quandary::search::Budget;
use serde_json::Value;
use std::collections::BTreeSet;

const BOARDS: &str = include_str!("../instances/minesweeper/boards.jsonl");

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The board as a model, and the variable of each unknown cell.
fn model(board: &Value) -> (Model, Vec<Vec<Option<Var>>>) {
    let cells: Vec<Vec<i64>> = list(&board["cells"]).iter().map(|r| list(r).iter().map(number).collect()).collect();
    let mut model = Model::new();
    let mut cell = |r: usize, c: usize| (cells[r][c] < 0).then(|| model.bool(format!("mine[{r},{c}]")));
    let vars: Vec<Vec<Option<Var>>> =
        (0..cells.len()).map(|r| (0..cells[r].len()).map(|c| cell(r, c)).collect()).collect();
    for (r, row) in cells.iter().enumerate() {
        for (c, clue) in row.iter().enumerate().filter(|(_, clue)| **clue >= 0) {
            let rows = vars[r.saturating_sub(1)..(r + 2).min(cells.len())].iter();
            let near = rows.flat_map(|row| &row[c.saturating_sub(1)..(c + 2).min(row.len())]);
            model.post(count_true(near.flatten().map(|v| v.is_true())).exactly(*clue));
        }
    }
    let all = vars.iter().flatten().flatten().map(|v| v.is_true());
    model.post(count_true(all.collect::<Vec<_>>()).exactly(number(&board["mines"])));
    (model, vars)
}

fn expected_backbone(board: &Value, vars: &[Vec<Option<Var>>]) -> BTreeSet<Atom> {
    let cells = |key: &str, value: i64| {
        let place =
            |p: &Value| vars[number(&p[0]) as usize][number(&p[1]) as usize].expect("an unknown cell").is(value);
        list(&board[key]).iter().map(place).collect::<Vec<Atom>>()
    };
    cells("safe", 0).into_iter().chain(cells("mined", 1)).collect()
}

fn check(board: &Value, leaf: &mut dyn Leaf) {
    let name = &board["id"];
    let (model, vars) = model(board);
    let unlimited = Budget::unlimited();
    let presolved = presolve(&model, Level::Probing, &unlimited).expect("no limit");
    let (original, model) = (&model, presolved.model.as_ref());
    let n: BigUint = board["solutions"].as_str().expect("a big number").parse().expect("a big number");
    let is_satisfiable = board["satisfiable"].as_bool().expect("a verdict");
    match solve_split(model, leaf, &unlimited) {
        Outcome::Sat(solution) => assert!(is_satisfiable && original.violated_by(&solution).is_none(), "{name}"),
        other => assert!(!is_satisfiable && other == Outcome::Unsat, "{name}: {other:?}"),
    }
    assert_eq!(count(model, leaf, &unlimited), Ok(n.clone()), "{name}");
    let fixed = backbone(model, leaf, &unlimited).expect("no limit").map(BTreeSet::from_iter);
    assert_eq!(fixed, is_satisfiable.then(|| expected_backbone(board, &vars)), "{name}");
    let exact = probabilities(model, leaf, &unlimited).expect("no limit");
    assert_eq!(exact.total, n, "{name}");
    // Each solution has the same number of mines, and the backbone is where the probability is 0 or 1.
    let n_mines: BigUint = exact.n_true.iter().flatten().sum();
    assert_eq!(n_mines, &n * board["mines"].as_u64().expect("a number"), "{name}");
    for var in model.all_vars().filter(|_| is_satisfiable) {
        let n_true = exact.n_true(var).expect("cells are Booleans of the answer");
        let fixed = fixed.as_ref().expect("there is a solution");
        assert_eq!(*n_true == n, fixed.contains(&var.is(1)), "{name}");
        assert_eq!(*n_true == BigUint::ZERO, fixed.contains(&var.is(0)), "{name}");
    }
}

#[test]
fn every_board_of_the_corpus() {
    let order: Order = "mrv+fc".parse().expect("an order");
    for line in BOARDS.lines().filter(|line| !line.trim().is_empty()) {
        let board: Value = serde_json::from_str(line).expect("JSON");
        check(&board, &mut SatLeaf::default());
        check(&board, &mut CspLeaf::new(order));
    }
}
