//! What explanations cost: hard sudokus step by step, smallest contradictions of killer sudokus, and the cells of an expert
//! Minesweeper board.
//!
//!     cargo run --release --example explained [sudokus] [killers] [minesweeper] [KILLER.dzn ...]
//!
//! `others.py` beside this file asks other programs about the same killer sudokus.

use quandary::explain::{Asking, steps};
use quandary::front::Source;
use quandary::puzzles::minesweeper;
use quandary::search::Budget;
use quandary::solve::intake;
use quandary::solve::{Named, Problem};
use std::ops::ControlFlow;
use std::time::Instant;

const SUDOKU: &str = include_str!("../../models/examples/sudoku.mzn");
const SUDOKUS: &[(&str, &str)] = &[
    ("easy", "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."),
    ("AI Escargot, Inkala 2006", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
    ("Inkala 2010", "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
    ("Inkala 2012", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    ("Golden Nugget", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."),
    ("Easter Monster", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"),
];
const KILLER: &str = include_str!("killer.mzn");
const KILLERS: &[(&str, &str)] = &[
    ("killer-1", include_str!("killer-1.dzn")),
    ("killer-2", include_str!("killer-2.dzn")),
    ("killer-3", include_str!("killer-3.dzn")),
    ("killer-4", include_str!("killer-4.dzn")),
];
const BOARD: &str = include_str!("../../instances/minesweeper/expert-game.txt");

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |word: &str| wanted.is_empty() || wanted.iter().any(|other| other == word);
    if is_wanted("minesweeper") {
        expert_board()?;
    }
    if is_wanted("sudokus") {
        SUDOKUS.iter().try_for_each(|(name, cells)| sudoku(name, cells))?;
    }
    if is_wanted("killers") {
        KILLERS.iter().try_for_each(|(name, data)| killer(name, data))?;
    }
    for path in wanted.iter().filter(|word| word.ends_with(".dzn")) {
        killer(path, &std::fs::read_to_string(path)?)?;
    }
    Ok(())
}

fn model(title: &str, text: &str, data: String) -> Result<Problem, Failure> {
    let (model, data) = (vec![Source::new(title, text)], vec![Source::new("data.dzn", &data)]);
    let named = Named { title: title.to_string(), model, data, ..Named::default() };
    Ok(intake::model(named, &Budget::unlimited())?)
}

/// Every forced cell of the board, each with its checked reason.
fn expert_board() -> Result<(), Failure> {
    let begun = Instant::now();
    let instance = (minesweeper::ROW.read)("expert-game.txt", BOARD)?.remove(0);
    let problem = Problem::of_puzzle(&minesweeper::ROW, instance);
    let budget = Budget::unlimited();
    let mut asking = Asking::new(&problem, &budget)?;
    let facts = asking.facts(&budget)?.ok_or("the board has no solution")?;
    let mut times = Vec::new();
    for fact in facts {
        let asked = Instant::now();
        if !asking.forced(fact, &budget)?.rules.is_empty() {
            times.push(1000.0 * asked.elapsed().as_secs_f64());
        }
    }
    times.sort_by(f64::total_cmp);
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    let all = begun.elapsed().as_secs_f64();
    println!("minesweeper 16x30: {} cells, median {median:.2} ms, most {most:.1} ms, all {all:.2} s", times.len());
    Ok(())
}

/// A sudoku to its end.
fn sudoku(name: &str, cells: &str) -> Result<(), Failure> {
    let begun = Instant::now();
    let given: Vec<String> = cells.chars().map(|c| c.to_digit(10).unwrap_or(0).to_string()).collect();
    let rows: Vec<String> = given.chunks(9).map(|row| row.join(",")).collect();
    let problem = model("sudoku.mzn", SUDOKU, format!("box = 3; given = [|{}|];", rows.join("|")))?;
    let budget = Budget::unlimited();
    let mut asking = Asking::new(&problem, &budget)?;
    let facts = asking.facts(&budget)?.ok_or("the sudoku has no solution")?;
    let (mut n, mut hardest, mut n_minimal) = (0, 0, 0);
    steps(&mut asking, &facts, &budget, &mut |_, step| {
        n += 1;
        hardest = hardest.max(step.difficulty);
        n_minimal += usize::from(!step.is_smallest);
        ControlFlow::Continue(())
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("sudoku {name}: {n} steps, difficulty {hardest}, {n_minimal} only minimal, {seconds:.2} s");
    Ok(())
}

/// A contradiction, minimal and smallest.
fn killer(name: &str, data: &str) -> Result<(), Failure> {
    let problem = model("killer.mzn", KILLER, data.to_string())?;
    let begun = Instant::now();
    let budget = Budget::unlimited();
    let mut asking = Asking::new(&problem, &budget)?;
    let minimal = asking
        .explainer
        .minimal_contradiction(&budget)
        .map_err(|halt| format!("{halt:?}"))?
        .ok_or("the killer has a solution")?;
    let first = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let found = Asking::new(&problem, &budget)?.contradiction(&budget)?;
    let word = if found.is_smallest { "smallest" } else { "minimal" };
    let (n, all) = (found.rules.len(), begun.elapsed().as_secs_f64());
    println!("{name}: minimal {} rules in {first:.2} s; {word} {n} rules in {all:.2} s", minimal.rules.len());
    Ok(())
}
