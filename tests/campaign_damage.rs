//! Campaigns whose folder or machine is not what it should be: no task fails for that, nothing goes on for ever, and what is
//! damaged is named and can be done again.

mod common;

use common::{Ran, quandary};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn ends(code: i32, args: &[&str]) -> Ran {
    let ran = quandary(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    ran
}

/// A campaign in a folder that goes in the end.
struct Folder {
    keep: tempfile::TempDir,
    dir: String,
}

impl Folder {
    /// A campaign of the cubes of a file.
    fn of(icnf: &str, options: &[&str]) -> Folder {
        let keep = tempfile::tempdir().expect("a folder");
        let name = |name: &str| keep.path().join(name).to_string_lossy().into_owned();
        let (file, dir) = (name("f.icnf"), name("c"));
        fs::write(&file, icnf).expect("written");
        ends(0, &[&["campaign", "plan", &dir, "cube", &file], options].concat());
        Folder { keep, dir }
    }

    fn at(&self, name: &str) -> PathBuf {
        Path::new(&self.dir).join(name)
    }

    fn ends(&self, code: i32, command: &str, options: &[&str]) -> Ran {
        ends(code, &[&["campaign", command, &self.dir], options].concat())
    }

    fn status(&self, code: i32) -> Value {
        self.ends(code, "status", &["--json"]).json()
    }

    /// The files below, but logs.
    fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut found, mut open) = (BTreeMap::new(), vec![PathBuf::from(&self.dir)]);
        while let Some(dir) = open.pop() {
            for path in fs::read_dir(&dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                match path.is_dir() {
                    true if path.ends_with("logs") => (),
                    true => open.push(path),
                    false => drop(found.insert(path.clone(), fs::read(&path).expect("a file"))),
                }
            }
        }
        found
    }
}

/// Pigeons that do not fit, cut at the places of the first one.
fn pigeons(n: i32) -> String {
    let at = |pigeon: i32, hole: i32| pigeon * n + hole + 1;
    let mut text = "p inccnf\n".to_string();
    let mut line = |lits: Vec<i32>, word: &str| {
        text += word;
        lits.iter().for_each(|lit| text += &format!("{lit} "));
        text += "0\n";
    };
    (0..=n).for_each(|pigeon| line((0..n).map(|hole| at(pigeon, hole)).collect(), ""));
    for hole in 0..n {
        (0..=n).for_each(|a| (0..a).for_each(|b| line(vec![-at(a, hole), -at(b, hole)], "")));
    }
    let denied = |hole: i32| (0..hole).map(move |other| -at(0, other));
    (0..n).for_each(|hole| line(denied(hole).chain([at(0, hole)]).collect(), "a "));
    line(denied(n).collect(), "a ");
    text
}

/// Cubes that ran out of memory before they began were split into cubes that did the same.
#[test]
fn what_memory_does_not_let_begin_is_not_split_for_ever() {
    let folder = Folder::of(&pigeons(5), &["--memory", "1"]);
    folder.ends(0, "run", &[]);
    let status = folder.status(0);
    assert_eq!(status["missing"], 0, "{status}");
    assert!(status["tasks"].as_u64().is_some_and(|n| n < 6 * 16), "{status}");
    let told = folder.ends(0, "collect", &[]);
    assert!(told.out.starts_with("unknown") && told.err.contains("within 60 s and 1 MB"), "{}{}", told.out, told.err);
}

#[test]
fn a_formula_with_the_clause_without_literals_is_refuted() {
    let folder = Folder::of("p inccnf\n1 2 0\n0\na 1 0\na -1 0\n", &[]);
    folder.ends(0, "run", &[]);
    folder.ends(20, "collect", &[]);
    assert_eq!(fs::read_to_string(folder.at("proofs/composed.lrat")).expect("a proof"), "3 0 2 0\n");
}

/// A file that a machine could not read made all its tasks fail, for everybody.
#[test]
fn inputs_that_cannot_be_read_fail_no_task() {
    let folder = Folder::of(&pigeons(5), &[]);
    let input = fs::read_dir(folder.at("inputs")).expect("inputs").flatten().next().expect("the formula").path();
    let text = fs::read(&input).expect("the formula");
    let said = |code: i32, why: &str| {
        let ran = folder.ends(code, "run", &[]);
        assert!(ran.err.contains(why), "{}", ran.err);
        let status = folder.status(0);
        assert_eq!((&status["missing"], &status["failed"]), (&6.into(), &0.into()), "{status}");
    };
    fs::remove_file(&input).expect("removed");
    said(5, "No such file");
    fs::write(&input, &text[1..]).expect("damaged");
    said(3, "SHA-256");
    fs::write(&input, &text).expect("mended");
    folder.ends(0, "run", &[]);
    folder.ends(20, "collect", &[]);
}

#[test]
fn damaged_results_and_lost_proofs_are_made_again() {
    let folder = Folder::of(&pigeons(5), &[]);
    folder.ends(0, "run", &[]);
    folder.ends(20, "collect", &[]);
    let again = |damage: &dyn Fn()| {
        damage();
        let ran = folder.ends(3, "collect", &[]);
        assert!(ran.err.contains("0000002") && ran.err.contains("--retry"), "{}", ran.err);
        folder.ends(0, "run", &["--retry"]);
        folder.ends(20, "collect", &[]);
    };
    let result = folder.at("results/0000002.json");
    again(&|| fs::write(&result, "{\"id\":\"0000002\",\"fou").expect("damaged"));
    again(&|| fs::write(&result, "").expect("damaged"));
    again(&|| fs::remove_file(folder.at("proofs/0000002.lrat")).expect("removed"));
    let first = folder.contents();
    folder.ends(20, "collect", &[]);
    assert!(first == folder.contents(), "something differs");
}

#[test]
fn damaged_results_of_a_comparison_are_made_again() {
    let keep = tempfile::tempdir().expect("a folder");
    let dir = keep.path().join("c").to_string_lossy().into_owned();
    let words = ["--family", "minesweeper", "--sizes", "3..3", "--per-size", "2", "--engines", "sat"];
    ends(0, &[&["campaign", "plan", &dir, "compare"], &words[..]].concat());
    ends(0, &["campaign", "run", &dir]);
    fs::write(Path::new(&dir).join("results/0000001.json"), "").expect("damaged");
    let ran = ends(3, &["campaign", "collect", &dir]);
    assert!(ran.err.contains("--retry"), "{}", ran.err);
    ends(0, &["campaign", "run", &dir, "--retry"]);
    ends(0, &["campaign", "collect", &dir]);
}

/// What a disk that is full does to the composed proof was called a contradiction.
#[test]
#[cfg(unix)]
fn a_composed_proof_that_has_no_room_is_no_contradiction() {
    let folder = Folder::of(&pigeons(6), &[]);
    folder.ends(0, "run", &[]);
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" campaign collect \"$1\"";
    let mut shell = std::process::Command::new("sh");
    let ran = shell.args(["-c", script, env!("CARGO_BIN_EXE_quandary"), &folder.dir]).output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(5), "{said}");
    assert!(said.contains("composed.lrat") && !said.contains("CONTRADICTION"), "{said}");
    folder.ends(20, "collect", &[]);
}

/// What packs folders may leave out empty ones.
#[test]
fn folders_that_a_copy_left_out_are_made_again() {
    let folder = Folder::of(&pigeons(4), &[]);
    ["claims", "logs", "proofs", "results"]
        .iter()
        .for_each(|name| fs::remove_dir(folder.at(name)).expect("it is empty"));
    folder.ends(0, "run", &[]);
    folder.ends(20, "collect", &[]);
}

#[test]
fn unfinished_proofs_of_dead_workers_go() {
    let folder = Folder::of(&pigeons(4), &[]);
    folder.ends(0, "run", &[]);
    let part = folder.at("proofs/.0000001.gone-1-2.part");
    fs::write(&part, "1 2").expect("written");
    folder.ends(20, "collect", &[]);
    assert!(!part.exists());
}

/// A worker that ended between its result and its word to the others.
#[test]
fn a_solution_ends_it_though_nobody_was_told() {
    let folder = Folder::of("p inccnf\n1 2 3 0\na 1 0\na -1 2 0\na -1 -2 0\n", &[]);
    let results = || fs::read_dir(folder.at("results")).expect("results").count();
    folder.ends(0, "run", &["--index", "0", "--of", "1", "--jobs", "1"]);
    assert_eq!(results(), 1, "the first has a solution");
    fs::remove_file(folder.at("claims/found")).expect("removed");
    folder.ends(0, "run", &["--index", "0", "--of", "1", "--jobs", "1"]);
    assert_eq!(results(), 1, "nothing more is tried");
    folder.ends(10, "collect", &[]);
    assert!(folder.keep.path().exists());
}

#[test]
fn help_of_a_plan_says_how_it_is_called() {
    let ran = ends(0, &["campaign", "plan", "DIR", "cube", "--help"]);
    assert!(ran.out.contains("Usage: quandary campaign plan DIR cube [OPTIONS] <FILE.icnf>"), "{}", ran.out);
}
