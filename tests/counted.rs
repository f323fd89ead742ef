//! Numbers of solutions and their circuits: what is certified is what the program counts, and nothing that was changed or
//! made by somebody hostile is believed.

mod common;

use common::damage::damaged;
use common::folder::Folder;
use common::quandary;
use quandary::certify::{Verified, verify};
use quandary::cnf::dimacs::sha256;
use quandary::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

impl Folder {
    /// Certifies the number of solutions and checks it; the number.
    fn counted(&self, name: &str, what: &[&str]) -> String {
        let place = self.text(name);
        let ran = quandary(&[&["certify"], what, &["--count", "--timeout", "100", "-o", &place, "--json"]].concat());
        assert!([10, 20].contains(&ran.code), "{what:?}: {}{}", ran.out, ran.err);
        let said = ran.json();
        let n =
            said["solutions"].as_str().unwrap_or_else(|| panic!("{what:?}: a number as decimals: {said}")).to_string();
        assert_eq!(ran.code == 20, n == "0", "{what:?}");
        let checked = quandary(&["check", &place]);
        assert_eq!(checked.code, 10, "{what:?}: {}{}", checked.out, checked.err);
        let words = if n == "1" { "there is 1 solution:".to_string() } else { format!("there are {n} solutions:") };
        assert!(checked.out.contains(&words), "{what:?}: {}", checked.out);
        let mut names: Vec<String> = fs::read_dir(&place)
            .expect("a folder")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, ["circuit.txt", "manifest.json"]);
        n
    }
}

/// Whether the bundle in a folder is believed; a reason if it is not.
fn is_believed(bundle: &Path) -> Option<String> {
    match verify(bundle, None, &Budget::seconds(60.0)) {
        Ok(Verified::Holds(manifest)) => Some(manifest.count.expect("it is about a number")),
        Ok(Verified::Fails(why)) => {
            assert!(why.len() > 15, "a reason is given, not `{why}`");
            None
        }
        Err(why) => {
            assert!(!why.to_string().is_empty());
            None
        }
    }
}

/// Signs a manifest again, with the digests of the files as they are now.
fn signed(bundle: &Path, change: &dyn Fn(&mut Value)) {
    let path = bundle.join("manifest.json");
    let mut value: Value = serde_json::from_slice(&fs::read(&path).expect("a manifest")).expect("it is JSON");
    let names: Vec<String> = value["files"].as_object().expect("an object").keys().cloned().collect();
    for name in names {
        if let Ok(bytes) = fs::read(bundle.join(&name)) {
            value["files"][&name] = sha256(&bytes).into();
        }
    }
    change(&mut value);
    value.as_object_mut().expect("an object").shift_remove("manifest_sha256");
    value["manifest_sha256"] = sha256(value.to_string().as_bytes()).into();
    fs::write(&path, format!("{value:#}\n")).expect("our folder");
}

fn files_of(folder: &str, suffix: &str) -> Vec<String> {
    let entries = fs::read_dir(common::path(folder)).expect("a folder of the repository");
    let names = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> =
        names.filter(|name| name.ends_with(suffix)).map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    files
}

#[test]
fn boards_have_as_many_solutions_as_count_says() {
    let folder = Folder::new();
    let mut largest = 0;
    for puzzle in ["minesweeper", "lightup"] {
        // The board of 50x50 cells has so large parts that its circuit is not a matter of seconds.
        let boards = files_of(&format!("instances/{puzzle}"), ".txt").into_iter().filter(|b| !b.contains("50x50"));
        for board in boards {
            let n = folder.counted("bundle", &[puzzle, &board]);
            let counted = quandary(&["count", puzzle, &board, "--json"]).json();
            assert_eq!(counted["solutions"], json!(n), "{board}");
            largest = largest.max(n.len());
        }
    }
    assert!(largest >= 36, "a number that nobody lists is among them: {largest} digits");
}

/// Integers, auxiliaries, objectives, formulas, and puzzles of which there is more than one step.
const OTHERS: &[&[&str]] = &[
    &["monkey", "instances/monkey/square.txt"],
    &["cops", "instances/cops/triangle-tail.txt", "--horizon", "3"],
    &["models/examples/send-more-money.mzn"],
    &["models/examples/colouring.mzn", "models/examples/colouring-petersen.dzn"],
    &["models/examples/colouring.mzn", "models/examples/colouring-petersen-2.dzn"],
    &["models/examples/knapsack.mzn", "models/examples/knapsack-camp.dzn"],
    &["models/examples/langford.mzn", "models/examples/langford-4.dzn"],
    &["models/examples/latin.mzn", "models/examples/latin-4.dzn"],
    &["models/examples/queens.mzn", "models/examples/queens-6.dzn"],
    &["models/examples/sudoku.mzn", "models/examples/sudoku-4.dzn"],
];

#[test]
fn models_and_puzzles_have_as_many_solutions_as_count_says() {
    let folder = Folder::new();
    for what in OTHERS {
        let n = folder.counted("bundle", what);
        let counted = quandary(&[&["count"], *what, &["--engine", "sat", "--json"]].concat()).json();
        assert_eq!(counted["solutions"], json!(n), "{what:?}");
    }
    let formula = "p cnf 40 2\nc p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0\n1 2 0\n-3 30 0\n";
    for (name, text) in [("projected.cnf", formula), ("plain.cnf", "p cnf 90 1\n1 -2 3 0\n")] {
        fs::write(folder.at(name), text).expect("our folder");
        let n = folder.counted("bundle", &[&folder.text(name)]);
        assert_eq!(quandary(&["count", &folder.text(name), "--json"]).json()["solutions"], json!(n), "{name}");
    }
}

/// The same command writes the same bytes, and an older bundle goes away.
#[test]
fn a_bundle_is_the_same_each_time() {
    let folder = Folder::new();
    let what = ["minesweeper", "instances/minesweeper/expert-game.txt"];
    let read = |name: &str, file: &str| fs::read(folder.at(name).join(file)).expect("kept");
    assert_eq!(folder.counted("a", &what), "785858301241436456327562874977081984");
    let first = ["circuit.txt", "manifest.json"].map(|file| read("a", file));
    folder.counted("a", &what);
    assert_eq!(["circuit.txt", "manifest.json"].map(|file| read("a", file)), first);
    let other = quandary(&["check", "minesweeper", "instances/minesweeper/expert-endgame.txt", &folder.text("a")]);
    assert_eq!((other.code, other.out.contains("another instance")), (20, true), "{}{}", other.out, other.err);
    let own = quandary(&["check", "minesweeper", what[1], &folder.text("a")]);
    assert_eq!(own.code, 10, "{}{}", own.out, own.err);
}

#[test]
fn what_cannot_be_counted_so_is_refused_and_nothing_is_kept() {
    let folder = Folder::new();
    let place = folder.text("bundle");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["ricochet", "instances/ricochet/small.txt"], 2, "how many steps"),
        (&["lightup", "instances/lightup/small.txt", "--engine", "lcg"], 2, "keeps no proof"),
        (&["lightup", "instances/lightup/small.txt", "--engine", "sat:presolve1"], 2, "not proved"),
        (&["lightup", "instances/lightup/small.txt", "--all"], 2, "--all"),
    ];
    for (what, code, why) in cases {
        let ran = quandary(&[&["certify"], *what, &["--count", "-o", &place]].concat());
        assert_eq!(ran.code, *code, "{what:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(why), "{what:?}: {}", ran.err);
        assert!(!folder.at("bundle").exists());
    }
    let hard = "array[1..60] of var 0..9: x; constraint forall(i, j in 1..60 where i < j)((x[i] * x[j]) mod 7 != 3); solve satisfy;";
    fs::write(folder.at("hard.mzn"), hard).expect("our folder");
    let ran = quandary(&["certify", &folder.text("hard.mzn"), "--count", "--timeout", "1", "-o", &place]);
    assert!([0, 3].contains(&ran.code), "{}: {}{}", ran.code, ran.out, ran.err);
    assert_eq!(fs::read_dir(folder.path()).expect("ours").count(), 1, "no unfinished folder is left");
}

/// Somebody who signs again what was changed is caught by the circuit, or by what the number must be.
#[test]
fn changed_bundles_are_refused() {
    let folder = Folder::new();
    let boards = ["expert-game.txt", "intermediate-game.txt", "case3.txt", "contradictory-clues.txt"];
    let texts: Vec<String> = boards.iter().map(|board| circuit_of(&folder, board)).collect();
    let mut random = Pcg64Mcg::seed_from_u64(26);
    let (mut n_refused, mut n_other) = (0, 0);
    for (board, text) in boards.iter().zip(&texts) {
        let bundle = folder.at(board);
        let right = is_believed(&bundle).expect("it was just made");
        let manifest = fs::read(bundle.join("manifest.json")).expect("kept");
        let foreign = texts.iter().filter(|other| *other != text).cloned();
        let spoiled = (0..150)
            .map(|_| if random.random_bool(0.5) { damaged(text, &mut random) } else { moved(text, &mut random) });
        for changed in spoiled.chain(foreign).filter(|changed| changed != text).collect::<Vec<String>>() {
            fs::write(bundle.join("circuit.txt"), &changed).expect("our folder");
            assert_eq!(is_believed(&bundle), None, "the digest is another one");
            signed(&bundle, &|_| {});
            match is_believed(&bundle) {
                None => n_refused += 1,
                Some(n) => {
                    assert_eq!(n, right, "{board}: another circuit of the same solutions\n{changed}");
                    n_other += 1;
                }
            }
            fs::write(bundle.join("manifest.json"), &manifest).expect("our folder");
        }
        fs::write(bundle.join("circuit.txt"), text).expect("our folder");
        for (name, change) in CHANGES {
            signed(&bundle, change);
            assert_eq!(is_believed(&bundle), None, "{board}: {name}");
            fs::write(bundle.join("manifest.json"), &manifest).expect("our folder");
            n_refused += 1;
        }
        fs::write(bundle.join("more.txt"), "x").expect("our folder");
        assert_eq!(is_believed(&bundle), None, "{board}: another file");
        fs::remove_file(bundle.join("more.txt")).expect("just written");
        assert_eq!(is_believed(&bundle), Some(right), "{board}: as it was");
    }
    assert!(n_refused > 400 && n_other < 40, "{n_refused} refused, {n_other} circuits of the same solutions");
}

/// What somebody changes in a manifest.
type Change = (&'static str, &'static dyn Fn(&mut Value));

const CHANGES: &[Change] = &[
    ("another number", &|m| m["count"] = json!("786")),
    ("another number in the words, too", &|m| {
        let words = m["because"].as_str().expect("words").replace(m["count"].as_str().expect("a number"), "786");
        (m["count"], m["because"]) = (json!("786"), json!(words));
    }),
    ("a zero before the number", &|m| m["count"] = json!(format!("0{}", m["count"].as_str().expect("a number")))),
    ("no number", &|m| m["count"] = Value::Null),
    ("other words", &|m| m["because"] = json!("because")),
    ("another verdict", &|m| {
        let other = if m["verdict"] == "satisfiable" { "unsatisfiable" } else { "satisfiable" };
        m["verdict"] = json!(other);
    }),
    ("optimal", &|m| m["verdict"] = json!("optimal")),
    ("a list", &|m| m["asked"] = json!("all")),
    ("one solution", &|m| m["asked"] = json!("one")),
    ("a backbone", &|m| m["asked"] = json!("backbone")),
    ("an objective", &|m| m["objective"] = json!(3)),
    ("a number of steps", &|m| m["horizon"] = json!(3)),
    ("a number of listed solutions", &|m| m["n_solutions"] = json!(3)),
    ("a solution", &|m| m["values"] = json!({"x": 1})),
    ("another engine", &|m| m["engine"] = json!("csp")),
    ("a search", &|m| m["engine"] = json!("search:scan")),
];

fn circuit_of(folder: &Folder, board: &str) -> String {
    folder.counted(board, &["minesweeper", &format!("instances/minesweeper/{board}")]);
    fs::read_to_string(folder.at(board).join("circuit.txt")).expect("kept")
}

/// A circuit with a node dropped, doubled or exchanged.
fn moved(text: &str, random: &mut Pcg64Mcg) -> String {
    let head = text.lines().take_while(|line| !line.starts_with(['n', 'f', 'b', 'i', 'p', 'z'])).count();
    let mut lines: Vec<&str> = text.lines().collect();
    let (at, other) = (random.random_range(head..lines.len()), random.random_range(head..lines.len()));
    match random.random_range(0..4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 => lines.swap(at, other),
        _ => lines[at] = lines[other],
    }
    lines.join("\n") + "\n"
}

/// A number that nobody asked for is no claim of another bundle.
#[test]
fn a_number_does_not_ride_along() {
    let folder = Folder::new();
    let place = folder.text("list");
    let made = quandary(&["certify", "lightup", "instances/lightup/small.txt", "--all", "-o", &place]);
    assert_eq!(made.code, 10, "{}", made.err);
    signed(&folder.at("list"), &|m| m["count"] = json!("7"));
    assert_eq!(quandary(&["check", &place]).code, 20);
}
