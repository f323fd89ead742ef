//! How fast formulas are written, by row. Only prints; run it with
//! `cargo test --release --test encoding_speed -- --ignored --nocapture`.

use quandary::cnf::Cnf;
use quandary::encode::{Encoding, encode};
use quandary::model::{Model, count_true};
use quandary::search::Budget;
use std::time::Instant;

fn a_large_count() -> Model {
    let mut model = Model::new();
    let bools = model.bools("b", 3000);
    model.post(count_true(bools.iter().map(|b| b.is_true())).exactly(1000));
    model
}

fn a_large_permutation() -> Model {
    let mut model = Model::new();
    let vars = model.ints("x", 300, 1..=300);
    model.all_different(&vars);
    model
}

fn many_differences() -> Model {
    let mut model = Model::new();
    let vars = model.ints("x", 200, 1..=200);
    for (i, x) in vars.iter().enumerate() {
        vars[..i].iter().for_each(|y| model.post((*x - *y).le(150)));
    }
    model
}

#[test]
#[ignore = "prints figures, checks nothing that depends on the machine"]
fn clauses_per_second() {
    let models =
        [("count", a_large_count()), ("permutation", a_large_permutation()), ("differences", many_differences())];
    for (name, model) in &models {
        for row in Encoding::all_rows() {
            let encoding = Encoding::parse(row.name).expect("a row's name parses");
            let mut cnf = Cnf::new();
            let start = Instant::now();
            encode(model, &encoding, &Budget::unlimited(), &mut cnf).expect("it fits the limit");
            let seconds = start.elapsed().as_secs_f64();
            let millions = cnf.n_clauses() as f64 / seconds / 1e6;
            println!("{name:12} {:20} {:9} clauses {seconds:7.3} s {millions:6.1} M/s", row.name, cnf.n_clauses());
        }
    }
}
