//! What other people's tools make of ours: the number of a formula in the field's database, and BenchExec's table generator.
//!
//! Skipped without `QUANDARY_PYTHON`, unless `QUANDARY_REQUIRE_TOOLS` is set.

mod common;

use common::{Ran, path, quandary};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

fn python(args: &[&str]) -> Option<Ran> {
    let python: OsString = common::installed::python()?;
    Some(Ran::of(Command::new(python).args(args).output().expect("Python runs")))
}

fn ends(code: i32, args: &[&str]) -> Ran {
    let ran = quandary(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    ran
}

/// Ten formulas of ten sizes, as their own tool numbers them.
#[test]
fn formulas_have_the_number_that_the_database_gives_them() {
    let keep = tempfile::tempdir().expect("a folder");
    let file = |name: &str| keep.path().join(name).to_string_lossy().into_owned();
    let mut ours = Vec::new();
    for size in 3..13 {
        let (board, cnf) = (file(&format!("{size}.txt")), file(&format!("{size}.cnf")));
        let made = ends(0, &["generate", "minesweeper", "--rows", &size.to_string(), "--seed", "5"]);
        fs::write(&board, made.out).expect("written");
        ends(0, &["export", "minesweeper", &board, "-o", &cnf]);
        let map: serde_json::Value =
            serde_json::from_slice(&fs::read(format!("{cnf}.map.json")).expect("a map")).expect("JSON");
        ours.push((cnf, map["gbdhash"].as_str().expect("a number").to_string()));
    }
    let files: Vec<&str> = ours.iter().map(|(file, _)| file.as_str()).collect();
    let script = "import sys, gbdc\nfor name in sys.argv[1:]: print(gbdc.gbdhash(name))";
    let Some(ran) = python(&[&["-c", script], files.as_slice()].concat()) else { return };
    assert_eq!(ran.code, 0, "{}", ran.err);
    let theirs: Vec<&str> = ran.out.split_whitespace().collect();
    assert_eq!(theirs, ours.iter().map(|(_, hash)| hash.as_str()).collect::<Vec<_>>());
}

#[test]
fn a_formula_has_its_number_in_the_log_and_the_report() {
    let keep = tempfile::tempdir().expect("a folder");
    let file = |name: &str| keep.path().join(name).to_string_lossy().into_owned();
    fs::write(file("f.cnf"), "c x\np cnf 2 2\n1 -2\n0 2 0\n").expect("written");
    let ran = ends(0, &["compare", &file("f.cnf"), "--engines", "sat", "--json", "--out", &file("report")]);
    let first: serde_json::Value = serde_json::from_str(ran.out.lines().next().expect("a line")).expect("JSON");
    let number = first["gbdhash"].as_str().expect("a number").to_string();
    for name in ["runs.jsonl", "runs.csv"] {
        let text = fs::read_to_string(keep.path().join("report").join(name)).expect(name);
        assert!(text.contains(&number), "{name}: {text}");
    }
}

/// A comparison by campaign, as BenchExec's own program reads it.
#[test]
fn the_table_generator_reads_our_results() {
    let keep = tempfile::tempdir().expect("a folder");
    let dir = keep.path().join("c").to_string_lossy().into_owned();
    let what = path("instances/minesweeper/case1.txt");
    ends(0, &["campaign", "plan", &dir, "compare", "minesweeper", &what, "--engines", "sat,csp:mrv+fc"]);
    ends(0, &["campaign", "run", &dir]);
    ends(0, &["campaign", "collect", &dir, "--benchexec"]);
    let folder = Path::new(&dir).join("report/benchexec");
    let task = fs::read_to_string(folder.join("tasks/000001.yml")).expect("a task");
    assert!(task.contains("format_version: \"2.0\"") && task.contains("expected_verdict: true"), "{task}");
    let results: Vec<String> = ["engine-001.results.xml", "engine-002.results.xml"]
        .map(|name| folder.join(name).to_string_lossy().into_owned())
        .to_vec();
    let out = keep.path().join("table").to_string_lossy().into_owned();
    let script = "import sys, benchexec.tablegenerator as generator; sys.exit(generator.main())";
    let words = ["-c", script, "-o", &out, "-n", "table", &results[0], &results[1]];
    let Some(ran) = python(&words) else { return };
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let table = fs::read_to_string(Path::new(&out).join("table.csv"))
        .or_else(|_| fs::read_to_string(Path::new(&out).join("table.table.csv")))
        .expect("a table");
    assert!(table.contains("true") && table.contains("000001.yml"), "{table}");
}
