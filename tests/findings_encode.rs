//! The findings about maps, encodings and the limits they keep, one test each.

mod common;

use common::quandary;
use quandary::cnf::{ClauseSink, Counter, Lit};
use quandary::csp::{self, Order};
use quandary::encode::{EncodeError, Encoding, MapFile, encode, opb_of_model};
use quandary::model::{Constraint, Model, arbitrary, count_true, sum};
use quandary::search::{Budget, End, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// An answer that makes every literal of the list true, as a solver prints it.
fn answer(lits: &[i32]) -> String {
    let words: Vec<String> = lits.iter().map(i32::to_string).collect();
    format!("s SATISFIABLE\nv {} 0\n", words.join(" "))
}

/// Decodes an answer with a map; what was printed on both streams, and the exit code.
fn decode(map: &str, answer: &str, more: &[&str]) -> (String, i32) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("map"), map).expect("the folder is ours");
    std::fs::write(at("answer"), answer).expect("the folder is ours");
    let run = quandary(&[&["decode", &at("map"), &at("answer"), "--json"], more].concat());
    (format!("{}{}", run.out, run.err), run.code)
}

/// The model of the frozen map: every way of coding, a fixed variable and auxiliaries.
const FROZEN: &str = include_str!("maps/every-coding.map.json");

/// A map that was frozen when version 2 of the format was new is still read, whatever the encoders do today.
#[test]
fn a_frozen_map_stays_readable() {
    let map = MapFile::from_json(FROZEN.as_bytes()).expect("it was sound when it was written");
    let names: Vec<&str> = map.coding.names().collect();
    assert_eq!(names, ["b", "f", "o", "d", "l"]);
    // b is true, o = 4 (not at most 1 nor 2), d = 3, l = 6 (5 + 1), f = 7.
    let lits = include_str!("maps/every-coding.answer");
    let (text, code) = decode(FROZEN, lits, &[]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains(r#""solution":{"b":true,"f":7,"o":4,"d":3,"l":6}"#), "{text}");
    let (text, code) = decode(FROZEN, "s UNSATISFIABLE\n", &[]);
    assert_eq!(code, 20, "{text}");
}

/// Literals that contradict the map's own structure, and values that break the model, fail verification.
#[test]
fn answers_that_cannot_be_fail_verification() {
    let (text, code) = decode(FROZEN, &answer(&[1, 2, -3, 5]), &[]);
    assert!(code == 4 && text.contains("contradict"), "{text}");
    let (text, code) = decode(FROZEN, &answer(&[-1, 2, 3, 4]), &[]);
    assert!(code == 4 && text.contains("failed verification"), "{text}");
}

/// Every row that a formula can be written with gives a map that `decode` reads without knowing the row.
#[test]
fn maps_of_every_encoding_are_read() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let model = "var 1..9: x; var {1,4,8}: y; var bool: b; constraint x = 3 * y - 1 /\\ b; solve satisfy;";
    std::fs::write(at("m.mzn"), model).expect("the folder is ours");
    for encoding in ["order", "direct+commander", "log+weighted-adder"] {
        let exported = quandary(&["export", &at("m.mzn"), "--encoding", encoding, "-o", &at("f.cnf")]);
        assert_eq!(exported.code, 0, "{}", exported.err);
        let formula = std::fs::read_to_string(at("f.cnf")).expect("it was written");
        let (cnf, _) = quandary::cnf::dimacs::read(formula.as_bytes()).expect("our own formula");
        let valuation = solved(&cnf);
        let map = std::fs::read_to_string(at("f.cnf.map.json")).expect("it was written");
        let (text, code) = decode(&map, &answer(&valuation), &["--cnf", &at("f.cnf")]);
        assert!(code == 10 && text.contains(r#""x":2,"y":1,"b":true"#), "{encoding}: {text}");
        // Another formula than the map's is noticed, if one is given.
        std::fs::write(at("g.cnf"), format!("{formula}c\n")).expect("the folder is ours");
        let (text, code) = decode(&map, &answer(&valuation), &["--cnf", &at("g.cnf")]);
        assert!(code == 3 && text.contains("another formula"), "{encoding}: {text}");
    }
}

/// The literals of some solution of a formula.
fn solved(cnf: &quandary::cnf::Cnf) -> Vec<i32> {
    let mut solver = quandary::sat::Backend::default().make().expect("the embedded one");
    quandary::sat::load(solver.as_mut(), cnf);
    let quandary::sat::Answer::Sat(valuation) = solver.solve(&[], &Budget::unlimited()) else {
        panic!("the formula has a solution")
    };
    (1..=cnf.n_vars() as i32).map(|var| if valuation.is_true(Lit::new(var)) { var } else { -var }).collect()
}

/// Counts what is written, and interrupts after so many clauses.
struct Tripwire {
    counter: Counter,
    after: u64,
    budget: Budget,
}

impl ClauseSink for Tripwire {
    fn fresh(&mut self) -> Lit {
        self.counter.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.counter.clause(lits);
        if self.counter.clauses == self.after {
            self.budget.interrupt().store(true, Ordering::Relaxed);
        }
    }
}

/// An encoding that is interrupted ends soon: nothing more is written, and the error says why.
fn is_interrupted(model: &Model, encoding: &str) {
    let encoding = Encoding::parse(encoding).expect("a row");
    let spent = encode(model, &encoding, &Budget::seconds(0.0), &mut Counter::default());
    assert_eq!(spent.err(), Some(EncodeError::Stop(Stop::Timeout)));
    let mut sink = Tripwire { counter: Counter::default(), after: 100, budget: Budget::unlimited() };
    let budget = sink.budget.clone();
    let stopped = encode(model, &encoding, &budget, &mut sink);
    assert_eq!(stopped.err(), Some(EncodeError::Stop(Stop::Interrupted)));
    assert!(sink.counter.clauses < 200, "{} clauses after the interrupt", sink.counter.clauses - 100);
    assert_eq!(opb_of_model(model, &encoding, &Budget::seconds(0.0)).err(), Some(EncodeError::Stop(Stop::Timeout)));
}

/// A search that is out of budget before it began does nothing.
fn is_not_begun(model: &Model) {
    for order in Order::all() {
        let (end, stats) = csp::search(model, &order, &Budget::seconds(0.0), &mut |_| ControlFlow::Continue(()));
        assert_eq!((end, stats.nodes), (End::OutOfBudget(Stop::Timeout), 0), "{order}");
    }
}

#[test]
fn l06_an_interrupted_all_different_ends() {
    let mut model = Model::new();
    let x = model.ints("x", 400, 1..=400);
    model.all_different(&x);
    is_interrupted(&model, "");
    is_interrupted(&model, "direct+pairwise");
    is_not_begun(&model);
}

#[test]
fn l12_interrupted_counts_and_elements_end() {
    let mut model = Model::new();
    let x = model.ints("x", 60, 0..=59);
    for (value, count) in x.iter().enumerate() {
        let n = model.ints("n", 60, 0..=1);
        n.iter().zip(&x).for_each(|(b, x)| model.iff(b.is_true(), (*x + 0).equals(value as i64)));
        model.post(sum(n).equals(*count));
    }
    for encoding in ["", "direct", "log"] {
        is_interrupted(&model, encoding);
    }
    is_not_begun(&model);
    let mut model = Model::new();
    let x = model.ints("x", 300, 0..=299);
    model.element(&x[1..], 0, x[0], x[7]);
    is_interrupted(&model, "");
    let mut model = Model::new();
    let b = model.bools("b", 2000);
    model.post(count_true(b.iter().map(|b| b.is_true())).exactly(700));
    for encoding in ["totalizer", "sequential", "network", "adder", "binomial"] {
        is_interrupted(&model, encoding);
    }
}

#[test]
fn l13_large_domains_are_interrupted() {
    let mut model = Model::new();
    let x = model.ints("x", 200, 0..=100_000_000);
    x.windows(2).for_each(|pair| model.post((pair[0] - pair[1]).differs(3)));
    is_interrupted(&model, "");
    is_not_begun(&model);
}

#[test]
fn l21_l22_interrupted_tables_end() {
    let mut model = Model::new();
    let x = model.ints("x", 4, 0..=99);
    let rows = (0..5000).map(|i| vec![i % 100, i / 100, i % 37, i % 41]).collect();
    model.table(&x, rows);
    is_interrupted(&model, "");
    let not = Constraint::Table { vars: x.clone(), rows: (0..3000).map(|i| vec![i % 100, i / 100, 1, 2]).collect() };
    let b = model.bool("b");
    model.iff(b.is_true(), not);
    is_interrupted(&model, "direct");
    is_not_begun(&model);
}

/// What `export` could not finish in time is said as such, and no file is left.
#[test]
fn f18_export_and_decode_keep_limits() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let board = "instances/minesweeper/simple4.txt";
    for format in ["dimacs", "opb"] {
        let stopped = quandary(&["export", "minesweeper", board, "-f", format, "-o", &at("f"), "--timeout", "0"]);
        assert!(stopped.code == 0 && stopped.out.contains("timeout"), "{}{}", stopped.out, stopped.err);
        assert!(!dir.path().join("f").exists());
    }
}

/// The language's document says what rules' names are for, and they are.
#[test]
fn f62_names_of_rules_are_in_the_map() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    quandary(&["export", "minesweeper", "instances/minesweeper/simple4.txt", "-o", &at("f.cnf")]);
    let map = std::fs::read(at("f.cnf.map.json")).expect("it was written");
    let map = MapFile::from_json(&map).expect("our own map");
    let labels: Vec<&str> = map.rules.iter().filter_map(|rule| rule.label.as_deref()).collect();
    assert!(labels.contains(&"total") && labels.iter().any(|label| label.starts_with("clue at ")), "{labels:?}");
}

/// The document names every place that a new constraint needs, and the places are there.
#[test]
fn f65_the_table_says_what_a_constraint_needs() {
    let text = std::fs::read_to_string(common::path("docs/architecture.md")).expect("it is shipped");
    let row = text.lines().find(|line| line.starts_with("| a constraint |")).expect("the table has a row for it");
    for word in ["`holds`", "`visit`", "`visit_mut`", "`kind`"] {
        assert!(row.contains(word), "{word} is missing: {row}");
    }
    for place in ["model/arbitrary", "encode/constraint.rs", "csp/propagate/reified.rs"] {
        assert!(row.contains(place) && std::path::Path::new("src").join(place).exists(), "{place}: {row}");
    }
    for form in arbitrary::Form::ALL {
        let model = arbitrary::model_with(*form, 1, &arbitrary::Shape::SMALL);
        assert_eq!(arbitrary::Form::of(&model.constraints[0].constraint), *form);
    }
}
