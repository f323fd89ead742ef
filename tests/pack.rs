//! A family pack by the whole program: the same each time but for what was measured, and everything in it holds.

mod common;

use common::{Ran, quandary, schema};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn ends(code: i32, args: &[&str]) -> Ran {
    let ran = quandary(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    ran
}

fn pack(folder: &Path, puzzles: &[&str], count: &str) -> Vec<Value> {
    let folder = folder.to_string_lossy().into_owned();
    ends(0, &[&["pack", &folder], puzzles, &["--count", count, "--timeout", "1"]].concat());
    let text = fs::read_to_string(Path::new(&folder).join("pack.json")).expect("pack.json");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    schema::fits("pack", &told);
    told["instances"].as_array().expect("a list").clone()
}

fn contents(dir: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>, root: &Path) {
    for path in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match path.is_dir() {
            true => contents(&path, found, root),
            false => {
                drop(found.insert(path.strip_prefix(root).expect("below").into(), fs::read(&path).expect("a file")))
            }
        }
    }
}

#[test]
fn a_pack_is_the_same_but_for_times() {
    let keep = tempfile::tempdir().expect("a folder");
    let [first, again] = ["first", "again"].map(|name| keep.path().join(name));
    let members = pack(&first, &["cops", "lightup"], "2");
    let names: Vec<&str> = members.iter().filter_map(|member| member["formula"].as_str()).collect();
    assert_eq!(names, ["cops/cops-01.cnf", "cops/cops-20.cnf", "lightup/lightup-01.cnf", "lightup/lightup-20.cnf"]);
    pack(&again, &["cops", "lightup"], "2");
    let all = |folder: &Path| {
        let mut found = BTreeMap::new();
        contents(folder, &mut found, folder);
        found.retain(|path, _| path.components().count() > 1);
        found
    };
    let (first, again) = (all(&first), all(&again));
    assert_eq!(first.len(), 4 * 3, "instance, formula and map: {:?}", first.keys());
    // Where a map lies is all that two folders differ in.
    let differ: Vec<&PathBuf> = first.keys().filter(|path| first[*path] != again[*path]).collect();
    assert!(differ.iter().all(|path| path.to_string_lossy().ends_with(".map.json")), "{differ:?}");
}

/// The easiest of each puzzle: decided, and its hashes and its expected answer are those of the files.
#[test]
fn what_a_pack_says_of_its_files_is_true() {
    let keep = tempfile::tempdir().expect("a folder");
    let members = pack(keep.path(), &[], "1");
    assert_eq!(members.len(), 7, "one of each puzzle");
    for member in &members {
        let file = |name: &str| keep.path().join(member[name].as_str().expect("a name"));
        for (name, digest) in [("instance", "instance_sha256"), ("formula", "formula_sha256")] {
            let bytes = fs::read(file(name)).expect("a file");
            assert_eq!(quandary::cnf::dimacs::sha256(&bytes), member[digest], "{member}");
        }
        let (cnf, _) = quandary::cnf::dimacs::read(&fs::read(file("formula")).expect("a formula")).expect("it is one");
        assert_eq!(quandary::cnf::dimacs::gbdhash(&cnf), member["gbdhash"], "{member}");
        let [formula, instance] = ["formula", "instance"].map(|name| file(name).to_string_lossy().into_owned());
        let code = match member["expected"].as_str() {
            Some("satisfiable") => 10,
            Some("unsatisfiable") => 20,
            _ => panic!("the easiest is decided: {member}"),
        };
        ends(code, &["solve", &formula, "--engine", "sat:whole", "--quiet"]);
        let puzzle = member["puzzle"].as_str().expect("a puzzle");
        let words = format!("generate {puzzle} {}", member["generate"].as_str().expect("options"));
        let made = ends(0, &words.split_whitespace().collect::<Vec<_>>());
        assert_eq!(made.out, fs::read_to_string(&instance).expect("an instance"), "{words}");
    }
}

#[test]
fn unknown_puzzles_are_refused() {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = keep.path().to_string_lossy().into_owned();
    let ran = ends(2, &["pack", &folder, "monky"]);
    assert!(ran.err.contains("monkey"), "{}", ran.err);
    ends(2, &["pack", &folder, "--count", "21"]);
}
