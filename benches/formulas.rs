//! How fast formulas are made: millions of clauses per second, by count encoding, and how much memory a clause takes.
//!
//! `cargo bench --bench formulas`. The model is a Minesweeper board with its board-wide count, flattened once; then each
//! encoding is run several times into a formula in memory, and the fastest run counts.

use quandary::cnf::Cnf;
use quandary::encode::{Encoding, encode};
use quandary::front::{Program, Source};
use quandary::presolve::{Level, presolve};
use quandary::puzzles::Options;
use quandary::puzzles::minesweeper::ROW;
use quandary::search::Budget;
use std::time::Instant;

const SIZE: &str = "60";
const REPEATS: usize = 5;

fn main() {
    let options = Options::from([("rows".to_string(), SIZE.to_string())]);
    let instance = (ROW.generate)(&options).expect("the generator takes these options");
    let program = Program::parse(&[Source::new(ROW.models[0].file, ROW.models[0].text)]).expect("the model is sound");
    let started = Instant::now();
    let model = program.instantiate(&instance.data()).expect("the data fit").model;
    let presolved = presolve(&model, Level::Bounds, &Budget::unlimited()).expect("there is no limit");
    let model = &*presolved.model;
    println!(
        "{SIZE}x{SIZE} board flattened in {:.1} ms: {} constraints",
        started.elapsed().as_secs_f64() * 1e3,
        model.constraints.len()
    );
    println!(
        "{:<14} {:>10} {:>10} {:>11} {:>12} {:>13}",
        "count", "variables", "clauses", "literals", "seconds", "clauses/s"
    );
    for row in Encoding::all_rows().into_iter().filter(|row| row.kind == "count" && row.name != "binomial") {
        let encoding = Encoding::parse(row.name).expect("a row's name parses");
        let mut best = f64::INFINITY;
        let mut size = (0, 0, 0);
        for _ in 0..REPEATS {
            let mut cnf = Cnf::new();
            let started = Instant::now();
            if let Err(error) = encode(model, &encoding, &Budget::unlimited(), &mut cnf) {
                println!("{:<14} {error}", row.name);
                break;
            }
            best = best.min(started.elapsed().as_secs_f64());
            size = (cnf.n_vars(), cnf.n_clauses(), cnf.n_lits());
        }
        println!(
            "{:<14} {:>10} {:>10} {:>11} {best:>12.4} {:>13.0}",
            row.name,
            size.0,
            size.1,
            size.2,
            size.1 as f64 / best
        );
    }
}
