//! Checkers of other hands agree: every proof of every kind of bundle, as DRAT and, where a program is installed, as it is.
//!
//! The steps of an LRAT proof without their numbers and hints are a DRAT proof. `dratify` finds by itself why each follows.

mod common;

use common::quandary;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is refuted, in all ways that a bundle knows.
const BUNDLES: &[&[&str]] = &[
    &["minesweeper", "instances/minesweeper/contradictory-chain.txt"],
    &["minesweeper", "instances/minesweeper/contradictory-clues.txt", "--engine", "sat:whole+adder"],
    &["lightup", "instances/lightup/one-number-off.txt"],
    &["ricochet", "instances/ricochet/small.txt"],
    &["cops", "instances/cops/grid-3x3.txt", "--engine", "sat:whole"],
    &["cops", "instances/cops/grid-3x3.txt", "--horizon", "1"],
    &["models/examples/golomb.mzn", "models/examples/golomb-5.dzn"],
    &["queens", "instances/queens/tt.txt", "--all"],
    &["minesweeper", "instances/minesweeper/case1.txt", "--backbone"],
];

/// Programs that take a formula and an LRAT proof, and what they print when it holds.
const PROGRAMS: &[(&str, &str)] =
    &[("cake_lpr", "s VERIFIED"), ("lrat-check", "c VERIFIED"), ("lrat-trim", "s VERIFIED")];

/// A literal as dratify has it: twice the variable from 0 on, and one more if it is negative.
fn theirs(lit: i64) -> u32 {
    2 * (lit.unsigned_abs() as u32 - 1) + u32::from(lit < 0)
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|word| word.parse().unwrap_or_else(|_| panic!("no number: {line}"))).collect()
}

/// The clauses of a formula, and how many variables it has.
fn formula(text: &str) -> (u32, Vec<Vec<u32>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head = lines.next().expect("a formula has a head");
    let n_vars = head.split_whitespace().nth(2).and_then(|n| n.parse().ok()).expect("a number of variables");
    let clause = |line: &str| numbers(line).into_iter().filter(|lit| *lit != 0).map(theirs).collect();
    (n_vars, lines.map(clause).collect())
}

/// The steps of an LRAT proof as DRAT: whether it is a deletion, and the clause.
fn steps(clauses: &[Vec<u32>], proof: &str) -> Vec<(bool, Vec<u32>)> {
    let mut known: HashMap<i64, Vec<u32>> = (1..).zip(clauses.iter().cloned()).collect();
    let mut steps = Vec::new();
    for line in proof.lines() {
        if let Some((_, gone)) = line.split_once(" d ") {
            let gone = numbers(gone).into_iter().filter(|id| *id != 0);
            steps.extend(gone.filter_map(|id| known.remove(&id)).map(|clause| (true, clause)));
            continue;
        }
        let all = numbers(line);
        let clause: Vec<u32> = all[1..].iter().take_while(|lit| **lit != 0).map(|lit| theirs(*lit)).collect();
        known.insert(all[0], clause.clone());
        steps.push((false, clause));
    }
    steps
}

/// Some checkers take the second of two equal literals for another one.
#[test]
fn a_literal_that_stands_twice_is_written_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (formula, bundle) = (folder.path().join("twice.cnf"), folder.path().join("bundle"));
    fs::write(&formula, "p cnf 2 3\n1 1 0\n-1 2 -1 2 0\n-2 -2 -2 0\n").expect("our folder");
    let ran = quandary(&["certify", &formula.to_string_lossy(), "-o", &bundle.to_string_lossy()]);
    assert_eq!(ran.code, 20, "{}", ran.err);
    let text = fs::read_to_string(bundle.join("formula.cnf")).expect("the formula");
    let clauses: Vec<&str> = text.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
    assert_eq!(clauses, ["1 0", "-1 2 0", "-2 0"]);
}

fn dratify(formula_text: &str, proof: &str) -> bool {
    let (n_vars, clauses) = formula(formula_text);
    let steps = steps(&clauses, proof);
    dratify::Checker::new(n_vars, &clauses, true, true).check(&steps).ok
}

/// Whether VeriPB accepts that the formula follows from the model.
fn veripb(part: &Path) -> Result<(), String> {
    let args = veripb::args::Args {
        formula: part.join("model.opb"),
        derivation: part.join("encoding.pbp"),
        output_formula: Some(part.join("formula.opb")),
        print_verification_result: false,
        show_warnings: false,
        ..Default::default()
    };
    veripb::run_checker(args).map_err(|error| error.to_string())
}

/// The folders below that hold a formula and its proof.
fn refutations(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()).collect();
    found.retain(|path| path.is_dir());
    found.push(folder.to_path_buf());
    found.retain(|path| path.join("proof.lrat").is_file());
    found
}

fn is_installed(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|all| std::env::split_paths(&all).any(|place| place.join(program).is_file()))
}

#[test]
fn others_accept_every_proof() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut n_proofs = 0;
    for (n, what) in BUNDLES.iter().enumerate() {
        let place = folder.path().join(n.to_string());
        let ran = quandary(&[&["certify"], *what, &["-o", &place.to_string_lossy()]].concat());
        assert!([10, 20, 30].contains(&ran.code), "{what:?}: {}{}", ran.out, ran.err);
        let all = refutations(&place);
        assert!(!all.is_empty(), "{what:?}");
        for part in all {
            let read = |name: &str| fs::read_to_string(part.join(name)).expect("a file of the bundle");
            let (formula, proof) = (read("formula.cnf"), read("proof.lrat"));
            assert!(dratify(&formula, &proof), "{what:?}: {}", part.display());
            n_proofs += 1;
            assert_eq!(veripb(&part), Ok(()), "{what:?}: {}", part.display());
            for (program, words) in PROGRAMS.iter().filter(|(program, _)| is_installed(program)) {
                let output = Command::new(program).args(["formula.cnf", "proof.lrat"]).current_dir(&part).output();
                let said = String::from_utf8_lossy(&output.expect("it runs").stdout).into_owned();
                assert!(said.contains(words), "{program}, {what:?}: {said}");
            }
        }
    }
    assert!(n_proofs >= BUNDLES.len() + 2, "{n_proofs}");
}

/// The other checker is one: it refuses what does not follow.
#[test]
fn others_refuse_what_does_not_follow() {
    let all = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    assert!(dratify(all, "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"));
    let most = "p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n";
    assert!(!dratify(most, "5 2 0 1 2 0\n6 0 5 3 4 0\n"));
}
