//! Campaigns by the whole program: the same report as without one, tasks done once, nothing lost by a kill.

mod common;

use common::{Ran, command, path, quandary};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn folder() -> (TempDir, String) {
    let dir = tempfile::tempdir().expect("a folder");
    let name = dir.path().join("c").to_string_lossy().into_owned();
    (dir, name)
}

/// Runs the program and expects an exit code.
fn ends(code: i32, args: &[&str]) -> Ran {
    let ran = quandary(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    ran
}

const FAMILY: &[&str] = &[
    "compare",
    "--family",
    "minesweeper",
    "--sizes",
    "4..5",
    "--per-size",
    "3",
    "--engines",
    "sat,csp:mrv+fc",
    "--jobs",
    "2",
];

fn plan(dir: &str, words: &[&str]) {
    ends(0, &[&["campaign", "plan", dir], words].concat());
}

/// The runs of a comparison in JSON, without what is never twice the same.
fn without_times(text: &str) -> Vec<Value> {
    let timeless = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|name, _| !name.ends_with("seconds") && name != "peak_bytes");
        }
        value
    };
    text.lines().map(timeless).collect()
}

/// What workers say they did: how often each task, and how many had been lost at it.
fn did(dir: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for entry in fs::read_dir(Path::new(dir).join("logs")).expect("logs") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a log");
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            if line["did"] == "did" {
                *counts.entry(line["task"].as_str().expect("a task").to_string()).or_default() += 1;
            }
        }
    }
    counts
}

fn results(dir: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(dir).join("results")).expect("results");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn a_campaign_reports_what_compare_reports() {
    let (_keep, dir) = folder();
    let words = [FAMILY, &["--json"]].concat();
    plan(&dir, &words);
    let status = ends(0, &["campaign", "status", &dir, "--json"]).json();
    assert_eq!((status["tasks"].as_u64(), status["missing"].as_u64()), (Some(12), Some(12)), "{status}");
    ends(0, &["campaign", "run", &dir, "--index", "0", "--of", "2"]);
    assert_eq!(results(&dir).len(), 6, "a share is what it is");
    ends(0, &["campaign", "run", &dir]);
    ends(0, &["campaign", "run", &dir]);
    assert_eq!(did(&dir).values().copied().collect::<Vec<_>>(), [1; 12], "every task once");
    let collected = ends(0, &["campaign", "collect", &dir]);
    let direct = ends(0, &words);
    assert_eq!(without_times(&collected.out), without_times(&direct.out));
    let (_other, through) = folder();
    let by_campaign = ends(0, &[words.as_slice(), &["--campaign", &through]].concat());
    assert_eq!(without_times(&by_campaign.out), without_times(&direct.out));
    let head: Value =
        serde_json::from_slice(&fs::read(Path::new(&dir).join("campaign.json")).expect("a head")).expect("JSON");
    assert_eq!(head["version"], env!("CARGO_PKG_VERSION"));
    assert!(head["features"].as_array().is_some_and(|list| list.contains(&"program".into())), "{head}");
    let left = fs::read_dir(Path::new(&dir).join("claims")).expect("claims").count();
    assert_eq!(left, 0, "no claim is left");
}

/// All files of a folder but its logs.
fn contents(dir: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry").path()) {
        match entry.is_dir() {
            true if entry.ends_with("logs") => (),
            true => contents(&entry, found),
            false => drop(found.insert(entry.clone(), fs::read(&entry).expect("a file"))),
        }
    }
}

#[test]
fn collecting_twice_writes_the_same() {
    let (_keep, dir) = folder();
    plan(&dir, FAMILY);
    ends(0, &["campaign", "run", &dir]);
    let all = || {
        let mut found = BTreeMap::new();
        ends(0, &["campaign", "collect", &dir]);
        contents(Path::new(&dir), &mut found);
        found
    };
    let first = all();
    assert!(first.keys().any(|path| path.ends_with("report.md")), "{:?}", first.keys());
    assert!(first == all(), "something differs");
}

#[test]
fn an_experiment_is_the_same_through_a_campaign() {
    let words = ["experiment", "cops", "--graphs", "path:3..4", "--cops", "1..2", "--json"];
    let direct = ends(0, &words);
    let (_keep, dir) = folder();
    let through = ends(0, &[&words[..], &["--campaign", &dir]].concat());
    let (_other, planned) = folder();
    plan(&planned, &words);
    ends(0, &["campaign", "submit", &planned, "--engine", "local"]);
    let collected = ends(0, &["campaign", "collect", &planned]);
    // Seconds are all that may differ, and they have a digit after a point.
    let shape = |text: &str| text.split(|c: char| c.is_ascii_digit() || c == '.').collect::<String>();
    assert_eq!(shape(&through.out), shape(&direct.out));
    assert_eq!(shape(&collected.out), shape(&direct.out));
}

/// A solution ends a campaign of cubes, and no other.
#[test]
fn solutions_of_an_experiment_do_not_end_it() {
    let words = ["experiment", "monkey", "--sizes", "2..3", "--colours", "1..12", "--boards", "2", "--json"];
    let (_keep, dir) = folder();
    plan(&dir, &words);
    let ran = ends(0, &["campaign", "run", &dir, "--jobs", "1"]);
    assert!(ran.out.contains("92 tasks: 92 done, 0 missing, 0 failed"), "{}", ran.out);
    let collected = ends(0, &["campaign", "collect", &dir]);
    assert_eq!(did(&dir).len(), 92);
    // Times differ, in digits and in units; what was found does not.
    let told = |text: &str| -> Value {
        let report: Value = serde_json::from_str(text).expect("JSON");
        report["sections"][0]["table"].clone()
    };
    assert_eq!(told(&collected.out), told(&ends(0, &words).out));
}

fn worker(dir: &str) -> Child {
    let args = ["campaign", "run", dir, "--jobs", "1"];
    command(&args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker")
}

/// Two workers at a time on one folder, killed as they go: every task has one result, and what a dead one had is free at once.
#[test]
fn workers_may_die_at_any_moment() {
    let (_keep, dir) = folder();
    plan(
        &dir,
        &["compare", "--family", "minesweeper", "--sizes", "4..4", "--per-size", "30", "--engines", "sat,csp:mrv+fc"],
    );
    for _ in 0..5 {
        let mut two = [worker(&dir), worker(&dir)];
        std::thread::sleep(Duration::from_millis(120));
        for one in &mut two {
            one.kill().expect("it is killed");
            one.wait().expect("it ended");
        }
    }
    let mut two = [worker(&dir), worker(&dir)];
    two.iter_mut().for_each(|one| assert!(one.wait().expect("it ended").success()));
    assert_eq!(results(&dir).iter().filter(|path| path.extension().is_some_and(|e| e == "json")).count(), 60);
    let status = ends(0, &["campaign", "status", &dir, "--json"]).json();
    assert_eq!(
        (status["done"].as_u64(), status["missing"].as_u64(), status["failed"].as_u64()),
        (Some(60), Some(0), Some(0))
    );
    assert!(did(&dir).values().all(|n| *n == 1), "{:?}", did(&dir));
    ends(0, &["campaign", "collect", &dir]);
}

#[test]
fn other_versions_and_damaged_folders_are_refused() {
    let (_keep, dir) = folder();
    plan(&dir, FAMILY);
    let path = Path::new(&dir).join("campaign.json");
    let head = fs::read_to_string(&path).expect("a head");
    let refused = |text: String, why: &str| {
        fs::write(&path, text).expect("written");
        let ran = ends(3, &["campaign", "run", &dir]);
        assert!(ran.err.contains(why), "{}", ran.err);
    };
    refused(
        head.replace(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION")), "\"version\": \"9.9.9\""),
        "9.9.9",
    );
    refused(head.replace("\"program\"", "\"other\""), "other");
    refused("{}".to_string(), "names no campaign");
    fs::write(&path, &head).expect("written");
    let tasks = Path::new(&dir).join("tasks.jsonl");
    let text = fs::read_to_string(&tasks).expect("tasks");
    fs::write(&tasks, text.replacen("csp", "sat", 1)).expect("written");
    let ran = ends(3, &["campaign", "run", &dir]);
    assert!(ran.err.contains("SHA-256"), "{}", ran.err);
    ends(3, &["campaign", "status", &path_of(&dir, "nowhere")]);
    ends(3, &[&["campaign", "plan", &dir], FAMILY].concat());
    ends(2, &["campaign", "plan", &path_of(&dir, "new"), "solve", "x"]);
    ends(2, &["campaign", "run", &dir, "--index", "2", "--of", "2"]);
}

fn path_of(dir: &str, name: &str) -> String {
    Path::new(dir).join(name).to_string_lossy().into_owned()
}

#[test]
fn what_is_handed_over_can_be_seen() {
    let (_keep, dir) = folder();
    plan(&dir, &[FAMILY, &["--timeout", "50", "--memory", "100"]].concat());
    let slurm =
        ends(0, &["campaign", "submit", &dir, "--engine", "slurm", "--dry-run", "--sbatch", "--partition=long"]);
    for line in ["#SBATCH --array=0-1", "#SBATCH --requeue", "#SBATCH --mem=356M", "#SBATCH --partition=long"] {
        assert!(slurm.out.lines().any(|found| found == line), "{line}: {}", slurm.out);
    }
    let words =
        ["campaign", "submit", &dir, "--engine", "parallel", "--dry-run", "--hosts", "1/:,2/far", "--shares", "5"];
    let parallel = ends(0, &words);
    assert!(parallel.out.contains("--joblog") && parallel.out.contains("--sshlogin 2/far"), "{}", parallel.out);
}

const ANSWERS: &str = "p cnf 4 3\n1 2 0\n-1 3 0\n-2 4 0\n";

/// Pigeons that do not fit: small, and work enough for every way.
fn pigeons(n: i32) -> String {
    let at = |pigeon: i32, hole: i32| pigeon * n + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=n).map(|p| (0..n).map(|h| at(p, h)).collect()).collect();
    for hole in 0..n {
        clauses.extend((0..=n).flat_map(|a| (0..a).map(move |b| vec![-at(a, hole), -at(b, hole)])));
    }
    let mut text = format!("p cnf {} {}\n", n * (n + 1), clauses.len());
    for clause in clauses {
        clause.iter().for_each(|lit| text += &format!("{lit} "));
        text += "0\n";
    }
    text
}

fn cubes(dir: &Path, formula: &str, way: &str, target: &str) -> String {
    let (cnf, icnf) = (dir.join("f.cnf"), dir.join("f.icnf").to_string_lossy().into_owned());
    fs::write(&cnf, formula).expect("written");
    ends(0, &["cube", &cnf.to_string_lossy(), "--by", way, "--target", target, "-o", &icnf]);
    icnf
}

/// Every way to cut: covered, refuted, composed, checked; spoiled proofs are seen.
#[test]
fn refuted_cubes_become_one_proof() {
    for way in ["lookahead", "prefix"] {
        let keep = tempfile::tempdir().expect("a folder");
        let icnf = cubes(keep.path(), &pigeons(6), way, "12");
        let text = fs::read_to_string(&icnf).expect("cubes");
        assert!(text.starts_with("p inccnf\n") && text.lines().filter(|l| l.starts_with("a ")).count() >= 8, "{text}");
        let dir = path_of(&keep.path().to_string_lossy(), "c");
        plan(&dir, &["cube", &icnf]);
        let before = ends(0, &["campaign", "collect", &dir, "--json"]).json();
        assert_eq!((before["verdict"].as_str(), before["share"].as_f64()), (Some("unknown"), Some(0.0)));
        ends(0, &["campaign", "run", &dir]);
        let told = ends(20, &["campaign", "collect", &dir, "--json"]).json();
        assert_eq!(told["verdict"], "unsatisfiable");
        let proof = Path::new(&dir).join("proofs/composed.lrat");
        let formula = Path::new(&dir).join(told["formula"].as_str().expect("a name"));
        holds(&formula, &proof, true);
        spoil(&proof, &formula);
        // A proof that lost a line refutes nothing, and no composed proof has its name.
        let one = Path::new(&dir).join("proofs/0000001.lrat");
        fs::remove_file(&proof).expect("removed");
        fs::write(&one, "").expect("spoiled");
        let ran = ends(4, &["campaign", "collect", &dir]);
        assert!(ran.err.contains("CONTRADICTION") && !proof.exists(), "{}", ran.err);
    }
}

fn holds(formula: &Path, proof: &Path, expected: bool) {
    let formula = quandary::proof::read(&fs::read(formula).expect("the formula")).expect("a formula");
    let proof = fs::read(proof).expect("the proof");
    assert_eq!(quandary::proof::check(&formula, proof.as_slice()).is_ok(), expected);
}

/// Lines of a composed proof left out, one at a time: where the rest still refutes, it does so without them.
fn spoil(proof: &Path, formula: &Path) {
    let text = fs::read_to_string(proof).expect("the proof");
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains(" d ")).collect();
    let read = quandary::proof::read(&fs::read(formula).expect("the formula")).expect("a formula");
    let last: Vec<&str> = lines.last().expect("a line").split(' ').collect();
    let needed = &last[2..last.len() - 1];
    let mut n_seen = 0;
    for (at, line) in
        lines.iter().enumerate().filter(|(_, line)| needed.contains(&line.split(' ').next().unwrap_or("")))
    {
        let without: String = lines[..at].iter().chain(&lines[at + 1..]).map(|line| format!("{line}\n")).collect();
        assert!(quandary::proof::check(&read, without.as_bytes()).is_err(), "without {line}");
        n_seen += 1;
    }
    assert!(n_seen > 0, "{last:?}");
}

#[test]
fn one_solution_ends_it_and_is_judged() {
    let keep = tempfile::tempdir().expect("a folder");
    let icnf = cubes(keep.path(), ANSWERS, "lookahead", "4");
    let dir = path_of(&keep.path().to_string_lossy(), "c");
    plan(&dir, &["cube", &icnf]);
    ends(0, &["campaign", "run", &dir, "--jobs", "1"]);
    let told = ends(10, &["campaign", "collect", &dir, "--json"]).json();
    assert_eq!(told["verdict"], "satisfiable");
    // A claimed solution that is none is a contradiction.
    let found = Path::new(&dir).join("results").join(format!("{}.json", told["found_by"].as_str().expect("a cube")));
    let text = r#"{"id":"ID","found":{"status":"satisfiable","literals":[-1,-2,3,4]}}"#;
    fs::write(&found, text.replace("ID", told["found_by"].as_str().expect("a cube"))).expect("written");
    let ran = ends(4, &["campaign", "collect", &dir]);
    assert!(ran.err.contains("CONTRADICTION"), "{}", ran.err);
}

/// A puzzle by meaning: the answer is one to the puzzle.
#[test]
fn cubes_of_a_puzzle_speak_of_the_puzzle() {
    let keep = tempfile::tempdir().expect("a folder");
    let file = |name: &str| keep.path().join(name).to_string_lossy().into_owned();
    let (icnf, dir) = (file("f.icnf"), file("c"));
    let what = path("instances/minesweeper/case1.txt");
    ends(0, &["cube", "minesweeper", &what, "--by", "semantic", "--target", "6", "-o", &icnf]);
    plan(&dir, &["cube", &icnf]);
    ends(0, &["campaign", "run", &dir]);
    let told = ends(10, &["campaign", "collect", &dir, "--json"]).json();
    assert_eq!(told["verdict"], "satisfiable", "{told}");
    assert!(told["solution"].is_object(), "a solution of the puzzle: {told}");
}

#[test]
fn a_cube_that_is_too_hard_is_split() {
    let keep = tempfile::tempdir().expect("a folder");
    let icnf = cubes(keep.path(), &pigeons(8), "lookahead", "2");
    let dir = path_of(&keep.path().to_string_lossy(), "c");
    plan(&dir, &["cube", &icnf, "--timeout", "0.05"]);
    ends(0, &["campaign", "run", &dir]);
    let told = ends(20, &["campaign", "collect", &dir, "--json"]).json();
    assert!(told["split"].as_u64().is_some_and(|n| n > 0), "{told}");
    holds(
        &Path::new(&dir).join(told["formula"].as_str().expect("a name")),
        &Path::new(&dir).join("proofs/composed.lrat"),
        true,
    );
}

#[test]
fn cubes_that_leave_something_out_are_refused() {
    let keep = tempfile::tempdir().expect("a folder");
    let icnf = keep.path().join("f.icnf").to_string_lossy().into_owned();
    fs::write(&icnf, "p inccnf\n1 2 0\na 1 0\na -1 2 0\n").expect("written");
    let dir = path_of(&keep.path().to_string_lossy(), "c");
    let ran = ends(3, &["campaign", "plan", &dir, "cube", &icnf]);
    assert!(ran.err.contains("cover"), "{}", ran.err);
    // With the clause that says that one of both is true nothing is left out.
    fs::write(&icnf, "p inccnf\nc cover 1 0\n1 2 0\na 1 0\na -1 2 0\n").expect("written");
    plan(&dir, &["cube", &icnf]);
}
