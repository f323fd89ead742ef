//! The checker of proofs and the maker of bundles in bad company: damaged texts, and a disk without room.

mod common;

use common::damage::{damaged, n_damaged};
use quandary::certify::{Verified, verify};
use quandary::cnf::{ClauseSink, Cnf, Lit, Names, dimacs};
use quandary::proof;
use quandary::sat::{Answer, refute};
use quandary::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use std::process::{Command, Stdio};

/// Variables of the formulas that are damaged.
const N_VARS: i32 = 7;

fn drawn(random: &mut Pcg64Mcg) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(N_VARS as u32);
    for _ in 0..random.random_range(20..45) {
        let lit = |random: &mut Pcg64Mcg| {
            Lit::new(random.random_range(1..=N_VARS) * if random.random_bool(0.5) { 1 } else { -1 })
        };
        let clause: Vec<Lit> = (0..random.random_range(1..=3)).map(|_| lit(random)).collect();
        if clause.len() > 1 {
            cnf.clause(&clause);
        }
    }
    cnf
}

/// Formulas without solutions, as text, and their proofs.
fn refuted(random: &mut Pcg64Mcg, n: usize) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while found.len() < n {
        let cnf = drawn(random);
        let (mut text_bytes, mut proof) = (Vec::new(), Vec::new());
        if let Ok(Answer::Unsat(_)) = refute(&cnf, &mut proof, &Budget::unlimited()) {
            dimacs::write(&cnf, &Names::new(), &mut text_bytes).expect("memory takes everything");
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
            found.push((text(text_bytes), text(proof)));
        }
    }
    found
}

/// The same formula without some of its clauses, which may give it solutions; its head says how many are left.
fn thinned(formula: &str, random: &mut Pcg64Mcg) -> String {
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let kept: Vec<&str> = formula.lines().filter(is_clause).filter(|_| random.random_bool(0.8)).collect();
    format!("p cnf {N_VARS} {}\n{}\n", kept.len(), kept.join("\n"))
}

/// Whether some values of the few variables make every clause true; `None` if there are many.
fn is_satisfiable(formula: &proof::Formula) -> Option<bool> {
    let widest = formula.clauses().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    let holds = |values: u32, lit: &i32| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0);
    let all_hold = |values: u32| formula.clauses().all(|clause| clause.iter().any(|lit| holds(values, lit)));
    (widest <= 12).then(|| (0..1u32 << widest).any(all_hold))
}

/// Nothing that is damaged makes the checker fall over, or accept a refutation of what has a solution. `QUANDARY_FUZZ=1000000`
/// for a long run.
#[test]
fn damaged_proofs_prove_nothing_false() {
    let mut random = Pcg64Mcg::seed_from_u64(1_000_003);
    let pairs = refuted(&mut random, 40);
    let (mut n_read, mut n_accepted, mut n_satisfiable) = (0, 0, 0);
    let n_inputs = n_damaged(20_000);
    for round in 0..n_inputs {
        let (formula, proof) = &pairs[random.random_range(0..pairs.len())];
        let (_, foreign) = &pairs[random.random_range(0..pairs.len())];
        let formula = match random.random_range(0..4) {
            0 => formula.clone(),
            1 => thinned(formula, &mut random),
            _ => damaged(formula, &mut random),
        };
        let proof = match random.random_range(0..4) {
            0 => proof.clone(),
            1 => foreign.clone(),
            _ => damaged(proof, &mut random),
        };
        let Ok(read) = proof::read(formula.as_bytes()) else { continue };
        n_read += 1;
        if proof::check(&read, proof.as_bytes()).is_ok() {
            n_accepted += 1;
            assert_ne!(is_satisfiable(&read), Some(true), "round {round}\n{formula}\n{proof}");
        } else if is_satisfiable(&read) == Some(true) {
            n_satisfiable += 1;
        }
    }
    eprintln!(
        "{n_inputs} inputs: {n_read} formulas read, {n_accepted} proofs accepted, {n_satisfiable} with solutions refused"
    );
    assert!(n_inputs < 1000 || (n_accepted > 0 && n_satisfiable > 0));
}

/// Bundles of several kinds, with the exit codes of their verdicts: formulas with derivations, the proof of a search, lists,
/// circuits, strategies.
const BUNDLES: &[(&str, i32)] = &[
    ("ricochet instances/ricochet/small.txt", 30),
    ("minesweeper instances/minesweeper/contradictory-chain.txt --engine csp", 20),
    ("lightup instances/lightup/small.txt --all", 10),
    ("minesweeper instances/minesweeper/expert-game.txt --count", 10),
    ("omino instances/omino/ao1.txt --engine search:alphabeta", 30),
];

fn certify_into(what: &str, place: &Path, script: &str) -> i32 {
    let program = env!("CARGO_BIN_EXE_quandary");
    let line = format!("{script} exec {program} certify {what} -o {}", place.display());
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(common::root()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().expect("a shell runs").code().unwrap_or(-1)
}

fn is_whole_or_absent(place: &Path) -> bool {
    !place.exists() || matches!(verify(place, None, &Budget::seconds(60.0)), Ok(Verified::Holds(_)))
}

/// No file may be longer than so many blocks: what is cut short has no finished name, and the program says so.
#[test]
fn files_that_cannot_be_written_leave_no_unchecked_bundle() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (what, verdict) in BUNDLES {
        let (mut n_failed, mut n_whole) = (0, 0);
        for blocks in [0, 1, 2, 4, 6, 9, 14, 20, 40, 80, 100_000] {
            let place = folder.path().join(blocks.to_string());
            let _ = std::fs::remove_dir_all(&place);
            let code = certify_into(what, &place, &format!("trap '' XFSZ; ulimit -f {blocks};"));
            assert!(is_whole_or_absent(&place), "{what}: {blocks} blocks");
            assert_eq!(code == *verdict, place.exists(), "{what}: {blocks} blocks: exit code {code}");
            if place.exists() { n_whole += 1 } else { n_failed += 1 }
        }
        assert!(n_failed > 1 && n_whole > 0, "{what}: {n_failed} failed, {n_whole} were whole");
    }
}

/// A disk that is full: a file system in memory with room for so much. Only root may make one.
#[test]
fn a_full_disk_leaves_no_unchecked_bundle() {
    let (mut n_failed, mut n_whole) = (0, 0);
    for (what, verdict) in BUNDLES {
        let Some(counts) = on_small_disks(what, *verdict) else {
            eprintln!("skipped: no file system can be mounted here");
            return;
        };
        assert!(counts.0 > 0 && counts.1 > 0, "{what}: {counts:?}");
        (n_failed, n_whole) = (n_failed + counts.0, n_whole + counts.1);
    }
    eprintln!("{n_failed} disks were too small, {n_whole} bundles were whole");
}

/// On how many disks there was no room, and on how many the bundle is whole; `None` if no disk can be made.
fn on_small_disks(what: &str, verdict: i32) -> Option<(usize, usize)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut n_failed, mut n_whole) = (0, 0);
    for kilobytes in [4, 8, 16, 32, 64, 128, 256, 4096] {
        let disk = folder.path().join(format!("disk-{kilobytes}"));
        std::fs::create_dir(&disk).expect("a folder");
        let size = format!("size={kilobytes}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&disk).stdout(Stdio::null()).stderr(Stdio::null());
        if !mount.status().is_ok_and(|status| status.success()) {
            return None;
        }
        let place = disk.join("bundle");
        let code = certify_into(what, &place, "");
        let (is_right, is_there) = (is_whole_or_absent(&place), place.exists());
        let unmounted = Command::new("umount").arg(&disk).status().is_ok_and(|status| status.success());
        assert!(unmounted && is_right, "{what}: {kilobytes} kB");
        assert_eq!(code == verdict, is_there, "{what}: {kilobytes} kB: exit code {code}");
        if is_there { n_whole += 1 } else { n_failed += 1 }
    }
    Some((n_failed, n_whole))
}

/// Where the program ends without the worker, which is busy, its folder goes, too.
#[test]
fn a_limit_leaves_no_partial_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game =
        common::quandary(&["generate", "omino", "--seed", "264617", "--rows", "5", "--stones", "4", "--numbers", "2"]);
    std::fs::write(folder.path().join("game.txt"), game.out).expect("our folder");
    let what = format!("omino {} --count --timeout 1", folder.path().join("game.txt").display());
    let code = certify_into(&what, &folder.path().join("bundle"), "");
    let names = std::fs::read_dir(folder.path()).expect("our folder").map(|entry| entry.expect("an entry").file_name());
    let names: Vec<_> = names.filter(|name| name != "game.txt").collect();
    assert!([0, 10].contains(&code) && names.len() == usize::from(code == 10), "exit code {code}: {names:?}");
}
