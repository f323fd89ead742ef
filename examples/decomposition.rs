//! Times and memory of the decomposition on Minesweeper boards: `cargo run --release --example decomposition [SIZE]`.

use num_bigint::BigUint;
use quandary::decompose::{Halt, Leaf, Outcome, backbone, count, probabilities, solve_split};
use quandary::model::{Model, count_true};
use quandary::search::{Budget, Found};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::Instant;

struct None;
impl Leaf for None {
    fn solve(&mut self, _: &Model, _: &Budget) -> Outcome {
        Outcome::Unknown(Halt::Failed("leaf".into()))
    }
    fn enumerate(&mut self, _: &Model, _: &Budget, _: &mut Found) -> Result<bool, Halt> {
        Err(Halt::Failed("leaf".into()))
    }
}

/// A random board: which cells are mines, which safe cells are shown.
fn board(rows: usize, cols: usize, density: f64, shown: f64, seed: u64) -> Model {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mines: Vec<bool> = (0..rows * cols).map(|_| rng.random_bool(density)).collect();
    let shown: Vec<bool> = mines.iter().map(|m| !m && rng.random_bool(shown)).collect();
    let mut model = Model::new();
    let cell = |r: usize, c: usize| r * cols + c;
    let mut vars = vec![Option::None; rows * cols];
    for r in 0..rows {
        for c in 0..cols {
            if !shown[cell(r, c)] {
                vars[cell(r, c)] = Some(model.bool(format!("mine[{r},{c}]")));
            }
        }
    }
    for r in 0..rows {
        for c in 0..cols {
            if shown[cell(r, c)] {
                let near = (r.saturating_sub(1)..=(r + 1).min(rows - 1))
                    .flat_map(|i| (c.saturating_sub(1)..=(c + 1).min(cols - 1)).map(move |j| (i, j)));
                let near: Vec<usize> = near.map(|(i, j)| cell(i, j)).collect();
                let clue = near.iter().filter(|i| mines[**i]).count();
                let atoms = near.iter().filter_map(|i| vars[*i]).map(|v| v.is_true());
                model.post(count_true(atoms).exactly(clue as i64));
            }
        }
    }
    let total = mines.iter().filter(|m| **m).count();
    model.post(count_true(vars.into_iter().flatten().map(|v| v.is_true())).exactly(total as i64));
    model
}

fn digits(n: &BigUint) -> String {
    let text = n.to_string();
    if text.len() < 30 { text } else { format!("{}...({} digits)", &text[..6], text.len()) }
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or("").to_string()
}

fn main() {
    let arg = |i: usize, default: f64| std::env::args().nth(i).and_then(|s| s.parse().ok()).unwrap_or(default);
    let size = arg(1, 100.0) as usize;
    let (density, shown, seed) = (arg(2, 0.25), arg(3, 0.5), arg(4, 1.0) as u64);
    let start = Instant::now();
    let model = board(size, size, density, shown, seed);
    println!(
        "{size}x{size}: {} cells, {} constraints, built {:?}",
        model.vars.len(),
        model.constraints.len(),
        start.elapsed()
    );
    let budget = || Budget::seconds(60.0);
    let start = Instant::now();
    match solve_split(&model, &mut None, &budget()) {
        Outcome::Sat(solution) => println!("solve {:?} {:?}", model.violated_by(&solution), start.elapsed()),
        other => println!("solve {other:?} {:?}", start.elapsed()),
    }
    println!("{}", peak());
    let start = Instant::now();
    let n = count(&model, &mut None, &budget());
    println!("count {:?} {:?}", n.map(|n| digits(&n)), start.elapsed());
    println!("{}", peak());
    let start = Instant::now();
    let b = backbone(&model, &mut None, &budget());
    println!("backbone {:?} {:?}", b.map(|b| b.map(|b| b.len())), start.elapsed());
    let start = Instant::now();
    let p = probabilities(&model, &mut None, &budget());
    println!("probabilities {:?} {:?}", p.map(|p| digits(&p.total)), start.elapsed());
    println!("{}", peak());
}
