//! The textbook combinations, pinned: the nodes to the first solution, and nodes and backtracks to list them all.
//!
//! A lesson compares these numbers, so no new word and no change of the search may move them. A stronger propagator
//! may lower those of `mac`; then the table is to be written anew, and says by how much.

use super::answers;
use crate::csp::{Order, search};
use crate::model::{Model, count_true, sum};
use crate::search::Budget;
use itertools::{Itertools, iproduct};
use std::ops::ControlFlow;

/// On queens, map, langford, square and mines: nodes to the first solution, nodes and backtracks to the end.
type Work = [(u64, u64, u64); 5];

#[test]
fn textbook_combinations_do_what_they_always_did() {
    let models = [queens(), map(), langford(), square(), mines()];
    let work = |text: &str| -> Work {
        let order: Order = text.parse().expect("words of an order");
        models.each_ref().map(|model| {
            let first = search(model, &order, &Budget::unlimited(), &mut |_| ControlFlow::Break(())).1;
            let all = answers(model, &order).1;
            (first.nodes, all.nodes, all.backtracks)
        })
    };
    let found: Vec<(&str, Work)> = PINNED.iter().map(|(text, _)| (*text, work(text))).collect();
    let moved = found.iter().zip(PINNED).filter(|(now, pinned)| now != pinned).map(|(now, _)| format!("{now:?},"));
    let moved: Vec<String> = moved.collect();
    assert!(moved.is_empty(), "these moved:\n{}", moved.join("\n"));
}

#[test]
fn every_textbook_combination_is_pinned() {
    let variables = ["input", "mrv", "degree", "mrv+degree", "wdeg"];
    for (look, variable, value) in iproduct!(["none", "fc", "mac"], variables, ["input-value", "lcv"]) {
        let order: Order = format!("{variable}+{value}+{look}").parse().expect("words of an order");
        assert!(PINNED.iter().any(|(text, _)| *text == order.to_string()), "{order}");
    }
}

fn queens() -> Model {
    let mut model = Model::new();
    let q = model.ints("q", 6, 1..=6);
    model.all_different(&q);
    for [i, j] in (0..6).array_combinations() {
        model.post((q[i as usize] - q[j as usize]).differs(j - i));
        model.post((q[j as usize] - q[i as usize]).differs(j - i));
    }
    model
}

/// The states of Australia in three colours, the island among them.
fn map() -> Model {
    const BORDERS: [(usize, usize); 9] = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)];
    let mut model = Model::new();
    let state = model.ints("state", 7, 1..=3);
    BORDERS.iter().for_each(|(a, b)| model.post((state[*a] - state[*b]).differs(0)));
    model
}

/// Two of each number up to four, `k` places between the two `k`.
fn langford() -> Model {
    let mut model = Model::new();
    let at = model.ints("at", 8, 1..=8);
    (0..4).for_each(|k| model.post((at[2 * k + 1] - at[2 * k]).equals(k as i64 + 2)));
    model.all_different(&at);
    model
}

fn square() -> Model {
    let mut model = Model::new();
    let cell = model.ints("cell", 9, 1..=9);
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    lines.iter().for_each(|line| model.post(sum(line.map(|i| cell[i])).equals(15)));
    cell.iter().array_combinations().for_each(|[a, b]| model.post((*a - *b).differs(0)));
    model
}

/// Rows of clues, each between two rows of unknown cells: two boards that know nothing of each other.
fn mines() -> Model {
    let mut model = Model::new();
    for clues in [&[1, 2, 3, 2][..], &[2, 1]] {
        let n_cols = clues.len() + 2;
        let cells = model.bools("mine", 2 * n_cols);
        for (at, clue) in clues.iter().enumerate() {
            let near = iproduct!(0..2, at..at + 3).map(|(row, col)| cells[n_cols * row + col].is_true());
            model.post(count_true(near).exactly(*clue));
        }
    }
    model
}

/// Order, then what it takes.
const PINNED: &[(&str, Work)] = &[
    ("input", [(1323, 4902, 4899), (11, 102, 85), (3548, 11304, 11303), (3654, 21330, 21323), (33, 3774, 3695)]),
    ("lcv", [(1353, 4902, 4899), (7, 102, 85), (2258, 11304, 11303), (4715, 21330, 21323), (20, 3774, 3695)]),
    ("mrv", [(1323, 4902, 4899), (11, 102, 85), (3548, 11304, 11303), (3654, 21330, 21323), (33, 3774, 3695)]),
    ("mrv+lcv", [(1353, 4902, 4899), (7, 102, 85), (2258, 11304, 11303), (4715, 21330, 21323), (20, 3774, 3695)]),
    (
        "degree",
        [(1323, 4902, 4899), (15, 138, 121), (20636, 85064, 85063), (102393, 223218, 223211), (13860, 110046, 109967)],
    ),
    (
        "degree+lcv",
        [(1353, 4902, 4899), (7, 138, 121), (18220, 85064, 85063), (391, 223218, 223211), (8211, 110046, 109967)],
    ),
    (
        "mrv+degree",
        [(1323, 4902, 4899), (15, 138, 121), (20636, 85064, 85063), (102393, 223218, 223211), (13860, 110046, 109967)],
    ),
    (
        "mrv+degree+lcv",
        [(1353, 4902, 4899), (7, 138, 121), (18220, 85064, 85063), (391, 223218, 223211), (8211, 110046, 109967)],
    ),
    (
        "wdeg",
        [(1305, 5238, 5235), (15, 138, 121), (20636, 85064, 85063), (102159, 223218, 223211), (3526, 27594, 27515)],
    ),
    (
        "wdeg+lcv",
        [(1286, 5190, 5187), (7, 138, 121), (18220, 85064, 85063), (391, 223218, 223211), (3515, 27594, 27515)],
    ),
    ("fc", [(25, 118, 115), (7, 51, 34), (16, 57, 56), (34, 367, 360), (22, 623, 544)]),
    ("lcv+fc", [(36, 118, 115), (7, 51, 34), (8, 57, 56), (105, 367, 360), (20, 623, 544)]),
    ("mrv+fc", [(25, 112, 109), (7, 51, 34), (9, 45, 44), (26, 231, 224), (22, 576, 497)]),
    ("mrv+lcv+fc", [(33, 112, 109), (7, 51, 34), (21, 45, 44), (57, 231, 224), (20, 576, 497)]),
    ("degree+fc", [(25, 118, 115), (7, 57, 40), (14, 47, 46), (89, 315, 308), (22, 777, 698)]),
    ("degree+lcv+fc", [(36, 118, 115), (7, 57, 40), (8, 47, 46), (9, 315, 308), (22, 777, 698)]),
    ("mrv+degree+fc", [(25, 112, 109), (7, 51, 34), (9, 45, 44), (62, 175, 168), (22, 416, 337)]),
    ("mrv+degree+lcv+fc", [(33, 112, 109), (7, 51, 34), (21, 45, 44), (9, 175, 168), (22, 416, 337)]),
    ("wdeg+fc", [(25, 103, 100), (7, 51, 34), (9, 44, 43), (63, 177, 170), (22, 431, 352)]),
    ("wdeg+lcv+fc", [(25, 107, 104), (7, 51, 34), (23, 43, 42), (9, 177, 170), (22, 431, 352)]),
    ("mac", [(16, 62, 59), (3, 27, 10), (2, 6, 5), (4, 79, 72), (12, 208, 129)]),
    ("lcv+mac", [(21, 62, 59), (3, 27, 10), (3, 6, 5), (29, 79, 72), (14, 208, 129)]),
    ("mrv+mac", [(16, 62, 59), (3, 27, 10), (2, 10, 9), (4, 79, 72), (12, 208, 129)]),
    ("mrv+lcv+mac", [(21, 62, 59), (3, 27, 10), (6, 10, 9), (29, 79, 72), (14, 208, 129)]),
    ("degree+mac", [(16, 62, 59), (3, 27, 10), (2, 6, 5), (15, 47, 40), (10, 164, 85)]),
    ("degree+lcv+mac", [(21, 62, 59), (3, 27, 10), (3, 6, 5), (3, 47, 40), (10, 164, 85)]),
    ("mrv+degree+mac", [(16, 62, 59), (3, 27, 10), (2, 10, 9), (15, 47, 40), (10, 164, 85)]),
    ("mrv+degree+lcv+mac", [(21, 62, 59), (3, 27, 10), (6, 10, 9), (3, 47, 40), (10, 164, 85)]),
    ("wdeg+mac", [(14, 58, 55), (3, 27, 10), (2, 10, 9), (15, 47, 40), (10, 162, 83)]),
    ("wdeg+lcv+mac", [(21, 60, 57), (3, 27, 10), (6, 10, 9), (3, 47, 40), (10, 162, 83)]),
    ("split", [(1323, 4902, 4899), (11, 102, 85), (3548, 11304, 11303), (3654, 21330, 21323), (33, 3774, 3695)]),
    ("mrv+fc+split", [(25, 112, 109), (7, 51, 34), (9, 45, 44), (26, 231, 224), (22, 576, 497)]),
    ("mrv+degree+lcv+fc+split", [(33, 112, 109), (7, 51, 34), (21, 45, 44), (9, 175, 168), (22, 416, 337)]),
    ("wdeg+mac+split", [(14, 58, 55), (3, 27, 10), (2, 10, 9), (15, 47, 40), (10, 162, 83)]),
];
