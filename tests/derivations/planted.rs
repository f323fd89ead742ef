//! Bugs planted in encoders: what is written is not what is stated, and VeriPB rejects each of them.
//!
//! An encoder with a bug writes the clauses of another constraint, and notes what it believes. All of these lose solutions, which a
//! refutation of the formula would never show.

use crate::rows::{model_of, vars};
use crate::verdict;
use quandary::derive::derive_as;
use quandary::encode::{Encoding, at_most_one, count, domain, linear};
use quandary::model::arbitrary::solutions;
use quandary::model::global::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use quandary::model::{Cmp, Constraint, Domain, Model, Op, Operand, Var, count_true};
use quandary::search::Budget;
use std::sync::Arc;

/// What is stated, what a wrong encoder writes, and the rows.
struct Bug {
    stated: Model,
    written: Model,
    rows: String,
}

fn bug(domains: &[&[i64]], stated: Constraint, written: Constraint, rows: impl Into<String>) -> Bug {
    Bug { stated: model_of(domains, stated), written: model_of(domains, written), rows: rows.into() }
}

fn bugs() -> Vec<Bug> {
    let mut all = Vec::new();
    let booleans = [&[0i64, 1][..]; 9];
    let counted = || count_true(vars(9).into_iter().map(Var::is_true));
    for row in at_most_one::TABLE {
        all.push(bug(&booleans, counted().at_most(2), counted().at_most(1), row.name));
    }
    for row in count::TABLE.iter().filter(|row| row.certified) {
        all.push(bug(&booleans, counted().at_most(4), counted().at_most(3), row.name));
        all.push(bug(&booleans, counted().at_least(3), counted().at_least(4), row.name));
    }
    let v = vars(3);
    let (x, y, z) = (v[0], v[1], v[2]);
    let domains: &[&[i64]] = &[&[0, 1, 2, 4], &[0, 1, 3], &[0, 2, 3, 4]];
    let weighted = || x * 2 + y * 3 + z;
    for domain in domain::TABLE {
        for row in linear::TABLE.iter().filter(|row| row.certified) {
            let rows = format!("{}+{}", domain.name, row.name);
            all.push(bug(domains, weighted().le(9), weighted().le(8), rows.as_str()));
            all.push(bug(domains, weighted().le(9), (x * 2 + y * 3 + z * 2).le(9), rows));
        }
        let name = domain.name;
        all.push(bug(domains, (x - z).le(1), (x - z).le(0), name));
        all.push(bug(domains, Constraint::AllDifferent(vec![x, y]), Constraint::AllDifferent(vec![x, y, z]), name));
        let rows = |n: usize| vec![vec![0, 0, 0], vec![1, 1, 2], vec![4, 3, 3], vec![2, 0, 4]][..n].to_vec();
        let table = |n: usize| Constraint::Table { vars: v.clone(), rows: rows(n).into() };
        all.push(bug(domains, table(4), table(3), name));
        let element = |first| Constraint::Element {
            array: [0.into(), 3.into(), Operand::Var(z)].into(),
            first,
            index: y,
            result: x.into(),
        };
        all.push(bug(domains, element(0), element(-1), name));
        let operation = |op| Constraint::Operation { op, x: x.into(), y: y.into(), z: z.into() };
        all.push(bug(domains, operation(Op::Times), operation(Op::Power), name));
        let of = || vec![Operand::Var(x), Operand::Var(y)];
        let largest = Constraint::Maximum { of: of(), result: z };
        all.push(bug(domains, largest, Constraint::Minimum { of: of(), result: z }, name));
    }
    all
}

/// Bugs in how constraints that stay whole are said; for each row, what is written has the same variables as what is stated.
fn bugs_in_whole_constraints() -> Vec<Bug> {
    let mut all = Vec::new();
    let v = vars(4);
    let four = [&[0i64, 1, 2, 3][..]; 4];
    let mut by = |rows: [&str; 2], domains: &[&[i64]], stated: Constraint, written: Constraint| {
        all.extend(rows.map(|row| bug(domains, stated.clone(), written.clone(), row)));
    };
    let task = |start: Var, duration: i64| Task { start: start.into(), duration: duration.into(), demand: 1.into() };
    let cumulative =
        |n| Cumulative { tasks: vec![task(v[0], n), task(v[1], 2), task(v[2], 2)], capacity: 2.into() }.into();
    by(["cumulative-task", "cumulative-time"], &four[..3], cumulative(2), cumulative(3));
    let disjunctive =
        |n: i64| Disjunctive { tasks: vec![(v[0].into(), n.into()), (v[1].into(), 2.into())], strict: true }.into();
    by(["disjunctive-pairs", "disjunctive-time"], &four[..2], disjunctive(1), disjunctive(2));
    let turned = v.iter().rev().copied().collect::<Vec<Var>>();
    let circuit = |next: &[Var]| Circuit { next: next.to_vec(), first: 0, sub: false }.into();
    by(["circuit-order", "circuit-steps"], &four, circuit(&v), circuit(&turned));
    let word = |step: i64| {
        let automaton = Automaton {
            n_states: 2,
            first: 1,
            n_letters: 2,
            steps: vec![1, 2, 2, step],
            start: 1,
            accepting: Domain::range(1, 2),
        };
        Regular { word: vars(3), automaton: Arc::new(automaton) }.into()
    };
    by(["regular-states", "regular-steps"], &[&[1, 2][..]; 3], word(1), word(0));
    let cardinality =
        |n: i64| Cardinality { vars: vars(3), counts: vec![(1, v[3].into()), (2, n.into())], closed: false }.into();
    by(["gcc-sums", "gcc-chain"], &[&[0, 1, 2][..]; 4], cardinality(1), cardinality(2));
    let inverse = |f: [Var; 2], g: [Var; 2]| Inverse { f: f.to_vec(), first_f: 0, g: g.to_vec(), first_g: 0 }.into();
    let domains = [&[0i64, 1][..]; 4];
    by(
        ["inverse-channel", "inverse-half"],
        &domains,
        inverse([v[0], v[1]], [v[2], v[3]]),
        inverse([v[1], v[0]], [v[2], v[3]]),
    );
    let lex = |strict| {
        let side = |at: usize| vec![v[at].into(), v[at + 1].into()];
        Lex { left: side(0), right: side(2), strict }.into()
    };
    by(["lex-chain", "lex-place"], &[&[0, 1, 2][..]; 4], lex(false), lex(true));
    let packing = |weight| {
        BinPacking { items: vec![(2, v[0]), (weight, v[1]), (1, v[2])], loads: vec![v[3].into()], first: 0 }.into()
    };
    by(["packing-sums", "packing-chain"], &[&[0], &[0], &[0], &[3, 4, 5, 6]], packing(1), packing(2));
    let n_value = |n: i64| NValue { n: n.into(), of: vars(3) }.into();
    by(["nvalue-values", "nvalue-first"], &[&[0, 1, 2][..]; 3], n_value(2), n_value(1));
    let diffn = |length: i64| {
        let side = |at: usize, length: i64| (v[at].into(), length.into());
        Diffn { n_dimensions: 2, sides: vec![side(0, length), side(1, 1), side(2, 1), side(3, 2)], strict: true }.into()
    };
    by(["diffn-pairs", "diffn-loads"], &four, diffn(1), diffn(2));
    let overlap = |bound: i64| {
        let pairs = vec![(v[0].is_true(), v[1].is_true()), (v[2].is_true(), v[3].is_true())];
        Overlap { pairs, cmp: Cmp::Le, bound }.into()
    };
    by(["overlap-half", "overlap-whole"], &domains, overlap(1), overlap(0));
    all
}

#[test]
fn every_planted_bug_is_rejected() {
    let basic = bugs();
    assert!(basic.len() >= 20, "only {} bugs", basic.len());
    let all: Vec<Bug> = basic.into_iter().chain(bugs_in_whole_constraints()).collect();
    for Bug { stated, written, rows } in &all {
        let lost = solutions(stated).filter(|at| written.violated_by(at).is_some()).count();
        assert!(lost > 0, "nothing is lost by {:?}", written.constraints);
        let encoding = Encoding::parse(rows).expect("the tests name known rows");
        let derived = derive_as(stated, written, &encoding, &Budget::unlimited()).expect("tiny models can be encoded");
        assert!(verdict(&derived).is_err(), "{rows}: {:?} for {:?}", written.constraints, stated.constraints);
    }
    println!("{} planted bugs, all rejected", all.len());
}

/// A proof with a line less, or for a formula with a literal less, is no proof.
#[test]
fn spoiled_derivations_are_rejected() {
    let model = model_of(&[&[0, 1][..]; 9], count_true(vars(9).into_iter().map(Var::is_true)).at_most(4));
    for row in count::TABLE.iter().filter(|row| row.certified) {
        let encoding = Encoding::parse(row.name).expect("a row");
        let good = derive_as(&model, &model, &encoding, &Budget::unlimited()).expect("it is small");
        assert_eq!(verdict(&good), Ok(()), "{}", row.name);
        let mut bad = good.clone();
        bad.formula = good.formula.replacen("1 x1 ", "", 1).replacen("1 ~x1 ", "", 1);
        assert!(verdict(&bad).is_err(), "{}: another formula", row.name);
        let mut bad = good.clone();
        bad.model = good.model.replace(">= 5", ">= 4");
        assert!(verdict(&bad).is_err(), "{}: another model", row.name);
    }
}
