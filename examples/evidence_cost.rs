//! What evidence costs: formulas without solutions, solved, solved with their refutations checked, and with a proof to keep.
//!
//! ```sh
//! cargo run --release --example evidence_cost            # thirty formulas, up to a million clauses
//! cargo run --release --example evidence_cost -- 8       # the first so many
//! ```
//!
//! Processor time of varisat, one formula after the other: `unchecked` believes it, `checked` is what `solve` does, `proof`
//! writes LRAT to memory, `check` reads that text and checks it, and `outside` is a checker of other hands on files, if
//! one of them is installed. Ratios are to `unchecked`; the last lines are geometric means.

use quandary::cnf::{ClauseSink, Cnf, Lit, Names, dimacs};
use quandary::encode::{Encoding, encode};
use quandary::model::{Model, sum};
use quandary::proof;
use quandary::sat::{self, Answer, Backend};
use quandary::search::{Budget, cpu_seconds};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::process::Command;
use std::time::Instant;

/// Checkers of other hands that may be installed, each of LRAT.
const OUTSIDE: &[&str] = &["cake_lpr", "lrat-trim", "lrat-check"];

fn main() -> anyhow::Result<()> {
    let n_wanted = std::env::args().nth(1).map_or(Ok(usize::MAX), |n| n.parse())?;
    let outside = OUTSIDE.iter().find(|program| Command::new(program).output().is_ok());
    println!("outside: {}", outside.map_or("no checker is installed", |program| *program));
    println!(
        "| formula | clauses | unchecked | checked | proof | check | outside | MB | checked ratio | check ratio |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let (mut checked_ratios, mut check_ratios) = (Vec::new(), Vec::new());
    for (name, make) in formulas().into_iter().take(n_wanted) {
        let cnf = make()?;
        let run = measured(&cnf, outside.copied())?;
        let ratio = |seconds: f64| seconds / run.unchecked.max(1e-6);
        println!(
            "| {name} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {:.1} | {:.2} | {:.2} |",
            cnf.n_clauses(),
            run.unchecked,
            run.checked,
            run.proof,
            run.check,
            run.outside.map_or("-".to_string(), |seconds| format!("{seconds:.3}")),
            run.n_bytes as f64 / 1e6,
            ratio(run.checked),
            ratio(run.check),
        );
        checked_ratios.push(ratio(run.checked));
        check_ratios.push(ratio(run.check));
    }
    println!("\nchecked to unchecked: {:.3}, goal 1.33", mean(&checked_ratios));
    println!("checking inside to solving: {:.3}, goal 0.25", mean(&check_ratios));
    Ok(())
}

fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}

/// A formula that is made when it is its turn.
type Made = (String, Box<dyn Fn() -> anyhow::Result<Cnf>>);

fn formulas() -> Vec<Made> {
    let mut all: Vec<Made> = Vec::new();
    for n in [6, 7, 8] {
        all.push((format!("{} pigeons, {n} holes", n + 1), Box::new(move || encoded(&pigeons(n), "ladder"))));
    }
    for (n_vars, seed) in [(120, 1), (150, 2), (180, 3), (180, 4), (200, 5), (200, 6)] {
        all.push((
            format!("random 3-SAT, {n_vars} variables, seed {seed}"),
            Box::new(move || Ok(random(n_vars, seed))),
        ));
    }
    for (n, row) in [30, 44, 60].into_iter().flat_map(|n| ["totalizer", "sequential", "network"].map(|row| (n, row))) {
        all.push((format!("two halves of {n}, {row}"), Box::new(move || encoded(&halves(n), row))));
    }
    for (n, row) in [(300, "totalizer"), (500, "sequential"), (700, "sequential"), (1000, "sequential")] {
        all.push((format!("a crowd of {n}, {row}"), Box::new(move || encoded(&crowd(n), row))));
    }
    for (n, row) in [(7, "direct"), (7, "order"), (8, "direct"), (8, "order")] {
        all.push((format!("{} values for {n} variables, {row}", n - 1), Box::new(move || encoded(&squeezed(n), row))));
    }
    for (n, row) in [(5, "direct"), (6, "direct"), (5, "order"), (6, "order")] {
        all.push((format!("square of order {n}, two rows alike, {row}"), Box::new(move || encoded(&square(n), row))));
    }
    all
}

fn encoded(model: &Model, row: &str) -> anyhow::Result<Cnf> {
    let mut cnf = Cnf::new();
    let encoding = Encoding::parse(row).map_err(|error| anyhow::anyhow!("{error}"))?;
    encode(model, &encoding, &Budget::unlimited(), &mut cnf).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(cnf)
}

/// One pigeon too many.
fn pigeons(n: usize) -> Model {
    let mut model = Model::new();
    let at: Vec<Vec<_>> = (0..=n).map(|p| model.bools(&format!("p{p}"), n)).collect();
    at.iter().for_each(|holes| model.clause(holes.iter().map(|hole| hole.is_true())));
    for hole in 0..n {
        model.post(sum(at.iter().map(|holes| holes[hole])).le(1));
    }
    model
}

/// More than half of each half, and less than half of all.
fn halves(n: usize) -> Model {
    let mut model = Model::new();
    let all = model.bools("b", n);
    let (left, right) = all.split_at(n / 2);
    for half in [left, right] {
        model.post(sum(half.iter().copied()).ge(n as i64 / 4 + 1));
    }
    model.post(sum(all.iter().copied()).le(n as i64 / 2));
    model
}

/// All of one half, and less than that of all: much to load, and little to search.
fn crowd(n: usize) -> Model {
    let mut model = Model::new();
    let all = model.bools("b", n);
    model.post(sum(all[..n / 2].iter().copied()).ge(n as i64 / 2));
    model.post(sum(all.iter().copied()).le(n as i64 / 2 - 1));
    model
}

/// Different values, of which there are too few.
fn squeezed(n: usize) -> Model {
    let mut model = Model::new();
    let x = model.ints("x", n, 1..=n as i64 - 1);
    for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
        (1..n as i64).for_each(|value| model.clause([x[a].is_not(value), x[b].is_not(value)]));
    }
    model
}

/// A Latin square two of whose rows have the same value in every column but one.
fn square(n: usize) -> Model {
    let mut model = Model::new();
    let rows: Vec<Vec<_>> = (0..n).map(|r| model.ints(&format!("r{r}"), n, 1..=n as i64)).collect();
    rows.iter().for_each(|row| model.all_different(row));
    (0..n).for_each(|c| model.all_different(&rows.iter().map(|row| row[c]).collect::<Vec<_>>()));
    let total = (n * (n + 1) / 2) as i64;
    model.post(sum((0..n).map(|i| rows[i][i])).le(n as i64));
    model.post(sum((0..n).map(|i| rows[i][(i + 1) % n])).le(n as i64 + 1));
    model.post(sum((0..n).map(|i| rows[0][i])).ge(total));
    model.post(sum((0..n).map(|i| rows[i][(i + 2) % n])).ge(total + n as i64));
    model
}

/// Clauses of three literals, more of them than can be true together.
fn random(n_vars: i32, seed: u64) -> Cnf {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut cnf = Cnf::new();
    cnf.reserve_vars(n_vars as u32);
    for _ in 0..n_vars * 5 {
        let mut lit = || Lit::new(random.random_range(1..=n_vars) * if random.random_bool(0.5) { 1 } else { -1 });
        cnf.clause(&[lit(), lit(), lit()]);
    }
    cnf
}

/// Seconds.
struct Run {
    unchecked: f64,
    checked: f64,
    proof: f64,
    check: f64,
    outside: Option<f64>,
    n_bytes: usize,
}

fn measured(cnf: &Cnf, outside: Option<&str>) -> anyhow::Result<Run> {
    let (unchecked, checked) = (solved(cnf, false)?, solved(cnf, true)?);
    let mut proof = Vec::new();
    let (answer, proving) = timed(|| sat::refute(cnf, &mut proof, &Budget::unlimited()));
    anyhow::ensure!(matches!(answer?, Answer::Unsat(_)), "it has a solution");
    let mut text = Vec::new();
    dimacs::write(cnf, &Names::new(), &mut text)?;
    let (holds, check) = timed(|| proof::read(&text).and_then(|formula| proof::check(&formula, &proof[..])));
    holds.map_err(|why| anyhow::anyhow!("{why}"))?;
    let outside = outside.map(|program| by_others(program, &text, &proof)).transpose()?;
    Ok(Run { unchecked, checked, proof: proving, check, outside, n_bytes: proof.len() })
}

/// The best of two.
fn solved(cnf: &Cnf, is_checked: bool) -> anyhow::Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..2 {
        let mut solver = Backend::default().checked(is_checked).make().map_err(anyhow::Error::msg)?;
        let (answer, seconds) = timed(|| {
            sat::load(solver.as_mut(), cnf);
            solver.solve(&[], &Budget::unlimited())
        });
        anyhow::ensure!(matches!(answer, Answer::Unsat(_)), "it has a solution");
        anyhow::ensure!(solver.stats().checked == u64::from(is_checked), "its proof was not checked");
        best = best.min(seconds);
    }
    Ok(best)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let result = work();
    (result, cpu_seconds() - before)
}

fn by_others(program: &str, formula: &[u8], proof: &[u8]) -> anyhow::Result<f64> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("formula.cnf"), formula)?;
    std::fs::write(folder.path().join("proof.lrat"), proof)?;
    let started = Instant::now();
    let output = Command::new(program).args(["formula.cnf", "proof.lrat"]).current_dir(folder.path()).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    anyhow::ensure!(said.contains("VERIFIED") && !said.contains("NOT VERIFIED"), "{program} says: {said}");
    Ok(started.elapsed().as_secs_f64())
}
