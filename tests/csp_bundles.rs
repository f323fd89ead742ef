//! Bundles by `csp` engines: every verdict is checked inside, and by VeriPB; what was changed is refused.

mod common;

use common::quandary;
use quandary::cnf::dimacs::sha256;
use serde_json::Value;
use std::fs;
use std::path::Path;
use veripb::args::Args;

/// What is asked, by which engine, and the exit code of the verdict.
const CASES: &[(&[&str], &str, i32)] = &[
    (&["minesweeper", "instances/minesweeper/contradictory-chain.txt"], "csp", 20),
    (&["minesweeper", "instances/minesweeper/contradictory-clues.txt"], "csp:mrv+degree+lcv+fc", 20),
    (&["minesweeper", "instances/minesweeper/case1.txt", "--backbone"], "csp", 10),
    (&["lightup", "instances/lightup/small.txt", "--all"], "csp", 10),
    (&["lightup", "instances/lightup/small.txt"], "csp:mac+luby+nogoods", 10),
    (&["models/examples/golomb.mzn", "models/examples/golomb-5.dzn"], "csp:mrv+degree+mac", 30),
    (&["models/examples/golomb.mzn", "models/examples/golomb-5.dzn", "--all"], "csp", 30),
];

fn by_veripb(folder: &Path) -> Result<(), String> {
    let args = Args {
        formula: folder.join("model.opb"),
        derivation: folder.join("proof.pbp"),
        print_verification_result: false,
        show_warnings: false,
        ..Args::default()
    };
    veripb::run_checker(args).map_err(|error| error.to_string())
}

#[test]
fn verdicts_of_csp_engines_are_certified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (n, (what, engine, code)) in CASES.iter().enumerate() {
        let place = folder.path().join(n.to_string());
        let shown = place.to_string_lossy();
        let ran = quandary(&[&["certify"], *what, &["--engine", engine, "-o", &shown]].concat());
        assert_eq!(ran.code, *code, "{what:?}: {}{}", ran.out, ran.err);
        let checked = quandary(&["check", &shown]);
        assert_eq!(checked.code, 10, "{what:?}: {}{}", checked.out, checked.err);
        let is_only_a_solution = !place.join("proof.pbp").is_file();
        assert_eq!(is_only_a_solution, !checked.out.contains("veripb model.opb proof.pbp"), "{}", checked.out);
        assert_eq!(is_only_a_solution, n == 4, "{what:?}");
        if !is_only_a_solution {
            by_veripb(&place).unwrap_or_else(|why| panic!("{what:?}: {why}"));
        }
    }
}

/// A bundle that somebody changed, with digests that are right again.
#[test]
fn changed_bundles_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().join("bundle");
    let shown = place.to_string_lossy();
    let (what, engine, _) = CASES[0];
    quandary(&[&["certify"], what, &["--engine", engine, "-o", &shown]].concat());
    let spoil = |name: &str, from: &str, to: &str| {
        let old = fs::read_to_string(place.join(name)).expect("a file of the bundle");
        assert!(old.contains(from), "{name}: {from}");
        let new = old.replacen(from, to, 1);
        fs::write(place.join(name), &new).expect("our folder");
        let manifest = fs::read_to_string(place.join("manifest.json")).expect("a manifest");
        let mut changed: Value = serde_json::from_str(&manifest).expect("it is JSON");
        changed["files"][name] = sha256(new.as_bytes()).into();
        changed.as_object_mut().expect("an object").shift_remove("manifest_sha256");
        changed["manifest_sha256"] = sha256(changed.to_string().as_bytes()).into();
        fs::write(place.join("manifest.json"), format!("{changed:#}\n")).expect("our folder");
        let said = quandary(&["check", &shown]);
        fs::write(place.join(name), old).expect("our folder");
        fs::write(place.join("manifest.json"), manifest).expect("our folder");
        (said.code, format!("{}{}", said.out, said.err))
    };
    let (code, said) = spoil("model.opb", ">= 1 ;", ">= 0 ;");
    assert!(code == 20 && said.contains("model.opb is not what the problem has"), "{code}: {said}");
    let (code, said) = spoil("proof.pbp", "rup ", "pol ");
    assert!(code == 20 && said.contains("proof.pbp"), "{code}: {said}");
    let (code, said) = spoil("proof.pbp", "conclusion UNSAT", "conclusion NONE ; * UNSAT");
    assert!(code == 20 && said.contains("proof.pbp"), "{code}: {said}");
    assert_eq!(quandary(&["check", &shown]).code, 10);
}

#[test]
fn what_cannot_be_certified_says_why() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().join("bundle");
    let shown = place.to_string_lossy();
    let what = CASES[0].0;
    for (engine, why) in [("csp:cbj+fc", "cbj"), ("csp:mac+presolve1", "presolving")] {
        let ran = quandary(&[&["certify"], what, &["--engine", engine, "-o", &shown]].concat());
        assert!(ran.code == 2 && ran.err.contains(why) && !place.exists(), "{engine}: {} {}", ran.code, ran.err);
    }
    let kept = quandary(&[&["solve"], what, &["--engine", "csp", "--proof", &shown]].concat());
    assert_eq!(kept.code, 20, "{}{}", kept.out, kept.err);
    assert_eq!(quandary(&["check", &shown]).code, 10);
}
