//! Times and memory of the decomposition on Minesweeper boards: `cargo run --release --example decomposition [ROW [SEED [SECONDS]]]`.

use num_bigint::BigUint;
use quandary::decompose::{Outcome, SatLeaf, backbone, count, probabilities, solve_split};
use quandary::model::{Model, count_true};
use quandary::presolve::{Level, presolve};
use quandary::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::Instant;

/// What a board is made of.
#[derive(Clone, Copy)]
struct Board {
    name: &'static str,
    size: usize,
    /// How likely a cell is a mine.
    density: f64,
    /// How likely a safe cell is shown.
    shown: f64,
    /// Some empty cells are opened, and what they lead to.
    opened: bool,
    /// Mines added to the true number.
    extra: i64,
}

const BOARDS: &[Board] = &[
    Board { name: "generator", size: 30, density: 0.25, shown: 0.5, opened: false, extra: 0 },
    Board { name: "generator", size: 100, density: 0.25, shown: 0.5, opened: false, extra: 0 },
    Board { name: "generator", size: 200, density: 0.25, shown: 0.5, opened: false, extra: 0 },
    Board { name: "generator, wrong total", size: 200, density: 0.25, shown: 0.5, opened: false, extra: -2000 },
    Board { name: "dense", size: 200, density: 0.25, shown: 1.0, opened: false, extra: 0 },
    Board { name: "all unknown", size: 200, density: 0.25, shown: 0.0, opened: false, extra: 0 },
    Board { name: "no mines", size: 200, density: 0.0, shown: 0.5, opened: false, extra: 0 },
    Board { name: "mid-game", size: 100, density: 0.15, shown: 0.0, opened: true, extra: 0 },
    Board { name: "mid-game", size: 200, density: 0.15, shown: 0.0, opened: true, extra: 0 },
    Board { name: "mid-game, sparse mines", size: 200, density: 0.08, shown: 0.0, opened: true, extra: 0 },
    Board { name: "shown 30 %", size: 100, density: 0.25, shown: 0.3, opened: false, extra: 0 },
    Board { name: "shown 30 %", size: 200, density: 0.25, shown: 0.3, opened: false, extra: 0 },
    Board { name: "shown 20 %", size: 200, density: 0.25, shown: 0.2, opened: false, extra: 0 },
    Board { name: "shown 10 %", size: 200, density: 0.25, shown: 0.1, opened: false, extra: 0 },
    Board { name: "tangled", size: 100, density: 0.35, shown: 0.4, opened: false, extra: 0 },
    Board { name: "tangled", size: 200, density: 0.35, shown: 0.4, opened: false, extra: 0 },
    Board { name: "shown 30 %, few mines", size: 200, density: 0.25, shown: 0.3, opened: false, extra: -1300 },
    Board { name: "shown 30 %, too few mines", size: 200, density: 0.25, shown: 0.3, opened: false, extra: -4000 },
    Board { name: "shown 20 %, many mines", size: 200, density: 0.25, shown: 0.2, opened: false, extra: 12000 },
];

fn near(size: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (r, c) = (cell / size, cell % size);
    let rows = r.saturating_sub(1)..=(r + 1).min(size - 1);
    rows.flat_map(move |i| (c.saturating_sub(1)..=(c + 1).min(size - 1)).map(move |j| i * size + j))
}

fn model(board: &Board, seed: u64) -> Model {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let n = board.size * board.size;
    let mines: Vec<bool> = (0..n).map(|_| rng.random_bool(board.density)).collect();
    let clue = |cell: usize| near(board.size, cell).filter(|i| mines[*i]).count();
    let mut shown: Vec<bool> = mines.iter().map(|m| !m && rng.random_bool(board.shown)).collect();
    if board.opened {
        // What a player sees after clicking some of the empty cells: they open up to the first numbers.
        let mut open: Vec<usize> = (0..n).filter(|i| clue(*i) == 0 && rng.random_bool(0.2)).collect();
        while let Some(cell) = open.pop() {
            for other in near(board.size, cell) {
                if !std::mem::replace(&mut shown[other], true) && clue(other) == 0 {
                    open.push(other);
                }
            }
        }
    }
    let mut model = Model::new();
    let vars: Vec<_> = (0..n).map(|i| (!shown[i]).then(|| model.bool(format!("mine[{i}]")))).collect();
    for cell in (0..n).filter(|i| shown[*i]) {
        let atoms = near(board.size, cell).filter_map(|i| vars[i]).map(|v| v.is_true());
        model.post(count_true(atoms).exactly(clue(cell) as i64));
    }
    let total = mines.iter().filter(|m| **m).count() as i64 + board.extra;
    model.post(count_true(vars.into_iter().flatten().map(|v| v.is_true())).exactly(total));
    model
}

fn shown_number(n: &BigUint) -> String {
    let text = n.to_string();
    if text.len() < 12 { text } else { format!("{}e{}", &text[..1], text.len() - 1) }
}

/// The most memory the process ever had, in megabytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// The processor time of all threads so far, in seconds; the clock where the system does not say.
fn seconds(start: Instant) -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<f64> =
        stat.rsplit(')').next().unwrap_or("").split_whitespace().filter_map(|f| f.parse().ok()).collect();
    match fields.get(10..12) {
        Some([user, system]) => (user + system) / TICKS_PER_SECOND,
        _ => start.elapsed().as_secs_f64(),
    }
}

fn timed(work: impl FnOnce() -> String) -> String {
    let start = Instant::now();
    let before = seconds(start);
    let answer = work();
    format!("{answer}, {:.2} s", seconds(start) - before)
}

fn main() {
    let which = std::env::args().nth(1);
    let seed = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    let seconds = std::env::args().nth(3).and_then(|s| s.parse().ok()).unwrap_or(20.0);
    let budget = || Budget::seconds(seconds);
    for (i, board) in BOARDS.iter().enumerate() {
        if which.as_ref().is_some_and(|w| *w != i.to_string() && w != "all") {
            continue;
        }
        let original = model(board, seed);
        let mut presolved = None;
        let presolving = timed(|| {
            presolved = presolve(&original, Level::Probing, &budget()).ok();
            presolved.as_ref().map_or("stopped".into(), |p| format!("{} constraints", p.model.constraints.len()))
        });
        let Some(model) = presolved.map(|p| p.model) else { continue };
        let mut leaf = SatLeaf::default();
        let solve = timed(|| match solve_split(&model, &mut leaf, &budget()) {
            Outcome::Sat(solution) => {
                format!("sat{}", if original.violated_by(&solution).is_some() { " WRONG" } else { "" })
            }
            Outcome::Unsat => "unsat".into(),
            Outcome::Unknown(halt) => halt.to_string(),
        });
        let memory = peak();
        let count = timed(|| count(&model, &mut leaf, &budget()).map_or_else(|h| h.to_string(), |n| shown_number(&n)));
        let backbone = timed(|| match backbone(&model, &mut leaf, &budget()) {
            Ok(fixed) => fixed.map_or("unsat".into(), |f| f.len().to_string()),
            Err(halt) => halt.to_string(),
        });
        let probabilities = timed(|| match probabilities(&model, &mut leaf, &budget()) {
            Ok(p) => shown_number(&p.total),
            Err(halt) => halt.to_string(),
        });
        let (size, cells) = (board.size, model.vars.len());
        println!(
            "| {i} {size}x{size} {} | {cells} | {presolving} | {solve} | {memory} MB | {count} | {backbone} | {probabilities} | {} MB |",
            board.name,
            peak()
        );
    }
}
