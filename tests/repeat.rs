//! Comparisons whose runs are repeated: every run is there, the middle stands for them, and equal formulas are named.

mod common;

use common::quandary;
use common::schema::fits;
use serde_json::Value;
use std::collections::BTreeSet;

const WHAT: [&str; 3] = ["compare", "minesweeper", "instances/minesweeper/case1.txt"];
const ENGINES: [&str; 2] = ["-e", "csp:mrv+fc,sat:whole,sat:whole:batsat,sat:whole+presolve0"];

fn runs(out: &str) -> Vec<Value> {
    let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("one object a line"));
    lines.filter(|line| line["engine"].is_string()).collect()
}

#[test]
fn every_run_is_there_and_a_log_can_be_continued_with_more() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("log").to_string_lossy().into_owned();
    let compare = |repeat: &str| {
        let options = ["--json", "--out", &out, "--resume", "--repeat", repeat];
        let ran = quandary(&[&WHAT[..], &ENGINES[..], &options[..]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        runs(&ran.out)
    };
    let first = compare("2");
    first.iter().for_each(|run| fits("trial", run));
    let known = |runs: &[Value]| -> BTreeSet<String> {
        runs.iter().map(|run| format!("{} #{}", run["engine"], run["repeat"])).collect()
    };
    assert_eq!((first.len(), known(&first).len()), (8, 8));
    let more = compare("3");
    assert_eq!((more.len(), known(&more).len()), (12, 12));
    assert!(first.iter().all(|run| more.contains(run)), "nothing is done twice");
    for engine in more.iter().map(|run| &run["engine"]).collect::<Vec<_>>() {
        let own: BTreeSet<u64> =
            more.iter().filter(|run| run["engine"] == *engine).filter_map(|run| run["nodes"].as_u64()).collect();
        assert_eq!(own.len(), 1, "{engine} does the same each time");
    }
}

#[test]
fn tables_have_the_spread_and_name_equal_formulas() {
    let once = quandary(&[&WHAT[..], &ENGINES[..]].concat());
    assert!(!once.out.contains("spread") && once.out.contains("  cpu  "), "{}", once.out);
    let twice = quandary(&[&WHAT[..], &ENGINES[..], &["--repeat", "2"]].concat());
    assert_eq!(twice.code, 0, "{}", twice.err);
    assert!(twice.out.contains("spread") && twice.out.contains("done 2 times"), "{}", twice.out);
    let same: Vec<&str> = twice.out.lines().filter(|line| line.contains("the same formula")).collect();
    assert!(matches!(same.as_slice(), [one] if one.contains("batsat") && !one.contains("presolve0")), "{same:?}");
    assert!(twice.out.contains("38 / 2"), "nodes and backtracks of the backtracker");
}
