//! The size table of `docs/encodings.md` is what the program does, and every row has its paragraph there.
//!
//! `UPDATE_DOCS=1 cargo test --test encoding_sizes` writes the table anew.

use quandary::cnf::{ClauseSink, Counter, Lit};
use quandary::encode::door::Door;
use quandary::encode::linear::Term;
use quandary::encode::values::Values;
use quandary::encode::{Encoding, at_most_one, count, domain, linear};
use quandary::model::{Cmp, Domain};
use quandary::search::Budget;
use std::fmt::Write;

const DOC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/encodings.md");
const BEGIN: &str = "<!-- sizes:begin -->\n";
const END: &str = "<!-- sizes:end -->\n";

/// What is written about `n_given` literals, beyond these.
fn size(n_given: usize, write: impl FnOnce(&[Lit], &mut dyn ClauseSink)) -> Counter {
    let mut counter = Counter::default();
    let lits: Vec<Lit> = (0..n_given).map(|_| counter.fresh()).collect();
    write(&lits, &mut Door::new(&mut counter, u64::MAX, &Budget::unlimited()));
    Counter { variables: counter.variables - n_given as u64, ..counter }
}

/// Grouped by thousands, so that a person can read it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn header(out: &mut String, title: &str) {
    writeln!(out, "\n| {title} | problem | variables | clauses | literals |\n|---|---|--:|--:|--:|").expect("a string");
}

fn line(out: &mut String, name: &str, problem: &str, size: Counter) {
    let [variables, clauses, literals] = [size.variables, size.clauses, size.literals].map(grouped);
    writeln!(out, "| {name} | {problem} | {variables} | {clauses} | {literals} |").expect("a string");
}

fn table() -> String {
    let mut out = String::new();
    header(&mut out, "domain");
    for n in [10, 100, 1000] {
        for row in domain::TABLE {
            let values = Values::new(Domain::range(1, n));
            let write = |_: &[Lit], sink: &mut dyn ClauseSink| {
                domain::represent(quandary::model::Var(0), &values, row.scheme, &at_most_one::TABLE[0], sink);
            };
            line(&mut out, row.name, &format!("{n} values"), size(0, write));
        }
    }
    header(&mut out, "at most one");
    for n in [8, 30, 100, 1000] {
        for row in at_most_one::TABLE {
            line(&mut out, row.name, &format!("n = {n}"), size(n, |lits, sink| (row.encode)(lits, sink)));
        }
    }
    header(&mut out, "count");
    for (n, cmp, k) in counts() {
        for row in count::TABLE {
            let problem = format!("n = {n}, {} {k}", cmp.sign());
            line(&mut out, row.name, &problem, size(n, |lits, sink| (row.encode)(lits, cmp, k, sink)));
        }
    }
    header(&mut out, "linear");
    for n in [10, 30, 100] {
        for row in linear::TABLE {
            // Weights 1 to n, in an order that helps nobody; at most half of the total.
            let weight = |i: usize| (i * 7 % n + 1) as u128;
            let total: u128 = (0..n).map(weight).sum();
            let write = |lits: &[Lit], sink: &mut dyn ClauseSink| {
                let terms: Vec<Term> =
                    lits.iter().enumerate().map(|(i, lit)| Term::weighted(weight(i), *lit)).collect();
                (row.encode)(&terms, Cmp::Le, total / 2, sink);
            };
            line(&mut out, row.name, &format!("n = {n}, weights 1 to n, <= {}", total / 2), size(n, write));
        }
    }
    out.push('\n');
    out
}

fn counts() -> Vec<(usize, Cmp, usize)> {
    let mut all = vec![(8, Cmp::Le, 3), (8, Cmp::Ge, 3), (8, Cmp::Eq, 3)];
    all.extend([(100, 5), (100, 25), (100, 50), (1000, 10), (1000, 100)].map(|(n, k)| (n, Cmp::Le, k)));
    all.extend([(100, 25), (1000, 100), (10_000, 100)].map(|(n, k)| (n, Cmp::Eq, k)));
    all
}

#[test]
fn the_size_table_is_true() {
    let doc = std::fs::read_to_string(DOC).expect("the document exists");
    let (before, rest) = doc.split_once(BEGIN).expect("the table has a beginning");
    let (shown, after) = rest.split_once(END).expect("the table has an end");
    let table = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(DOC, format!("{before}{BEGIN}{table}{END}{after}")).expect("the document can be written");
        return;
    }
    assert!(shown == table, "docs/encodings.md is out of date; run UPDATE_DOCS=1 cargo test --test encoding_sizes");
}

#[test]
fn every_row_has_a_paragraph_with_its_reference() {
    let doc = std::fs::read_to_string(DOC).expect("the document exists");
    // Line breaks fall where they fall.
    let doc = doc.split("## Sizes").next().expect("there is a beginning").replace('\n', " ");
    for row in Encoding::all_rows() {
        let paragraph = doc.split("**").skip_while(|part| *part != row.name).nth(1);
        let paragraph = paragraph.unwrap_or_else(|| panic!("{} has no paragraph", row.name));
        assert!(paragraph.contains(row.reference), "{} lacks its reference: {}", row.name, row.reference);
    }
}
