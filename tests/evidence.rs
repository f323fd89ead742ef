//! Evidence: what `certify` keeps holds, follows the answers of `solve`, and nothing that was changed is believed.

mod common;

use common::folder::Folder;
use common::{examples, quandary};
use quandary::certify::{Manifest, Verified, verify};
use quandary::cnf::dimacs::sha256;
use quandary::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Puzzles that are decided quickly, each with the exit code of its verdict.
const PUZZLES: &[(&[&str], i32)] = &[
    (&["minesweeper", "instances/minesweeper/contradictory-chain.txt"], 20),
    (&["minesweeper", "instances/minesweeper/contradictory-clues.txt"], 20),
    (&["minesweeper", "instances/minesweeper/case1.txt"], 10),
    (&["lightup", "instances/lightup/one-number-off.txt"], 20),
    (&["lightup", "instances/lightup/small.txt"], 10),
    (&["ricochet", "instances/ricochet/small.txt"], 30),
    (&["ricochet", "instances/ricochet/on-target.txt"], 30),
    (&["monkey", "instances/monkey/square.txt"], 10),
    (&["queens", "instances/queens/tt.txt"], 10),
    (&["cops", "instances/cops/grid-3x3.txt", "--engine", "sat:whole"], 30),
    (&["cops", "instances/cops/grid-3x3.txt", "--horizon", "1"], 20),
];

/// Certifies, checks, and hands out the manifest.
fn certified(what: &[&str], code: i32, folder: &Folder, name: &str) -> Value {
    let place = folder.text(name);
    let ran = quandary(&[&["certify"], what, &["-o", &place]].concat());
    assert_eq!(ran.code, code, "{what:?}: {}{}", ran.out, ran.err);
    let checked = quandary(&["check", &place]);
    assert_eq!(checked.code, 10, "{what:?}: {}{}", checked.out, checked.err);
    let text = fs::read_to_string(folder.at(name).join("manifest.json")).expect("a bundle has a manifest");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn puzzles_are_certified() {
    let folder = Folder::new();
    for (n, (what, code)) in PUZZLES.iter().enumerate() {
        let manifest = certified(what, *code, &folder, &n.to_string());
        let refutations = manifest["refutations"].as_array().expect("a list").len();
        match *code {
            10 => assert_eq!(refutations, 0, "{what:?}"),
            20 => assert!(folder.at(n.to_string()).join("formula.cnf").is_file() && refutations == 1, "{what:?}"),
            _ => assert_eq!(manifest["horizon"].as_u64(), Some(refutations as u64), "{what:?}: a proof for each below"),
        }
    }
}

/// A model that changes the rules of its puzzle says so in the evidence.
#[test]
fn another_game_is_called_so() {
    let folder = Folder::new();
    let manifest = certified(&["omino", "instances/omino/ao1.txt"], 30, &folder, "o");
    assert!(manifest["variant"].is_string(), "{manifest}");
    forged(&folder.at("o"), &|m| m["variant"] = Value::Null);
    assert!(!is_believed(&folder.at("o")));
}

/// Every example model: the verdict and the best value are those of the real MiniZinc.
#[test]
fn examples_are_certified_as_minizinc_answers() {
    let folder = Folder::new();
    for (n, example) in examples().iter().enumerate() {
        let code = match example.status.as_str() {
            "satisfiable" => 10,
            "unsatisfiable" => 20,
            _ => 30,
        };
        let what: Vec<&str> = example.inputs.iter().map(String::as_str).collect();
        let manifest = certified(&what, code, &folder, &n.to_string());
        assert_eq!(manifest["verdict"], example.status, "{what:?}");
        assert_eq!(manifest["objective"].as_i64(), example.optimum, "{what:?}");
    }
}

/// Where a row has no derivation, the bundle says so in words and in data, and holds all the same.
#[test]
fn what_is_not_derived_says_so() {
    let folder = Folder::new();
    let counted = "array[1..14] of var bool: x; constraint sum(x) >= 7 /\\ sum(x) <= 6; solve satisfy;";
    let multiplied = "var 2..300: x; var 2..300: y; constraint x * y = 10007; solve satisfy;";
    for (text, engine, is_derived) in
        [(multiplied, "sat:whole", false), (counted, "sat:whole+totalizer", true), (counted, "sat:whole+network", true)]
    {
        fs::write(folder.at("m.mzn"), text).expect("our folder");
        let what = ["certify", &folder.text("m.mzn"), "--engine", engine, "-o", &folder.text("b"), "--json"];
        let said = quandary(&what);
        assert_eq!(said.code, 20, "{}", said.err);
        let said = said.json();
        assert_eq!(said["derived"], is_derived, "{said}");
        let words = said["because"].as_str().expect("words");
        assert_eq!(words.contains("not certified ("), !is_derived, "{words}");
        assert_eq!(folder.at("b/model.opb").is_file(), is_derived);
        assert_eq!(quandary(&["check", &folder.text("b")]).code, 10, "{engine}");
    }
    forged(&folder.at("b"), &|m| m["refutations"][0]["derivation"] = json!({"derived": false, "why": "no reason"}));
    assert!(!is_believed(&folder.at("b")), "files that nobody speaks of");
}

#[test]
fn every_encoding_is_refuted() {
    let folder = Folder::new();
    for encoding in ["direct+pairwise", "order+sequential", "log+totalizer", "adder"] {
        let engine = format!("sat:whole+{encoding}");
        let what = ["models/examples/golomb.mzn", "models/examples/golomb-5.dzn", "--engine", &engine];
        let ran = quandary(&[&["certify"], &what[..], &["-o", &folder.text("x")]].concat());
        assert!([30, 2].contains(&ran.code), "{encoding}: {}", ran.err);
        assert!(ran.code == 2 || quandary(&["check", &folder.text("x")]).code == 10, "{encoding}");
    }
}

#[test]
fn what_keeps_no_evidence_says_so() {
    let folder = Folder::new();
    let board = "instances/minesweeper/case1.txt";
    for engine in ["lcg", "auto", "search:x", "sat:whole+presolve1"] {
        let ran = quandary(&["certify", "minesweeper", board, "--engine", engine, "-o", &folder.text("x")]);
        assert_eq!(ran.code, 2, "{engine}: {}", ran.err);
    }
    fs::create_dir(folder.at("mine")).expect("a folder");
    fs::write(folder.at("mine/thesis.tex"), "all of it").expect("a file");
    let ran = quandary(&["certify", "minesweeper", board, "-o", &folder.text("mine")]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(folder.at("mine/thesis.tex").is_file(), "nothing of the user's is touched");
    assert_eq!(quandary(&["check", &folder.text("mine")]).code, 3, "no bundle");
    assert_eq!(quandary(&["certify", "queens", "instances/queens/known.jsonl", "-o", &folder.text("y")]).code, 2);
}

/// The same command writes the same bytes; a bundle takes the place of an older one.
#[test]
fn bundles_are_the_same_each_time() {
    let folder = Folder::new();
    let what = ["models/examples/golomb.mzn", "models/examples/golomb-4.dzn"];
    certified(&what, 30, &folder, "a");
    let first: Vec<Vec<u8>> = parts(&folder.at("a")).iter().map(|p| fs::read(p).expect("a file")).collect();
    certified(&["minesweeper", "instances/minesweeper/contradictory-chain.txt"], 20, &folder, "a");
    certified(&what, 30, &folder, "a");
    let again: Vec<Vec<u8>> = parts(&folder.at("a")).iter().map(|p| fs::read(p).expect("a file")).collect();
    assert_eq!(first, again);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
}

#[test]
fn a_bundle_belongs_to_its_instance() {
    let folder = Folder::new();
    let (own, other) =
        ("instances/minesweeper/contradictory-chain.txt", "instances/minesweeper/contradictory-clues.txt");
    certified(&["minesweeper", own], 20, &folder, "b");
    let place = folder.text("b");
    assert_eq!(quandary(&["check", "minesweeper", own, &place]).code, 10);
    let ran = quandary(&["check", "minesweeper", other, &place]);
    assert!(ran.code == 20 && ran.out.contains("another instance"), "{}", ran.out);
    let data = "models/examples/golomb-4.dzn";
    certified(&["models/examples/golomb.mzn", data], 30, &folder, "g");
    assert_eq!(quandary(&["check", "models/examples/golomb.mzn", data, &folder.text("g")]).code, 10);
    let ran = quandary(&["check", "models/examples/golomb.mzn", "models/examples/golomb-5.dzn", &folder.text("g")]);
    assert_eq!(ran.code, 20, "{}", ran.out);
    let json = quandary(&["check", &folder.text("g"), "--json"]).json();
    assert_eq!(json["valid"], true);
}

/// A limit leaves nothing behind, and says so.
#[test]
fn limits_are_kept() {
    let folder = Folder::new();
    let hard = ["certify", "cops", "instances/cops/grid-5x5-lost.txt", "--engine", "sat", "-o", &folder.text("x")];
    let ran = quandary(&[&hard[..], &["--timeout", "1", "--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.json()["status"], "unknown");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left");
}

/// The files of a bundle, those of its folders too.
fn parts(bundle: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(bundle).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() { found.extend(parts(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// A copy of a bundle, to be spoiled.
fn copied(bundle: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    for part in parts(bundle) {
        let place = to.join(part.strip_prefix(bundle).expect("it is within"));
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::copy(&part, &place).expect("a copy");
    }
}

fn is_believed(bundle: &Path) -> bool {
    matches!(verify(bundle, None, &Budget::seconds(20.0)), Ok(Verified::Holds(_)))
}

/// A manifest with other content, signed again by somebody who knows how.
fn forged(bundle: &Path, change: &dyn Fn(&mut Value)) {
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

fn three_bundles(folder: &Folder) -> Vec<PathBuf> {
    certified(&["minesweeper", "instances/minesweeper/contradictory-chain.txt"], 20, folder, "none");
    certified(&["models/examples/golomb.mzn", "models/examples/golomb-4.dzn"], 30, folder, "best");
    certified(&["ricochet", "instances/ricochet/small.txt"], 30, folder, "steps");
    ["none", "best", "steps"].map(|name| folder.at(name)).to_vec()
}

/// A bit, a line, a file, two files swapped: nothing of it is believed, with or without new digests, and nothing panics.
#[test]
fn spoiled_bundles_are_rejected() {
    let folder = Folder::new();
    let bundles = three_bundles(&folder);
    let mut random = Pcg64Mcg::seed_from_u64(17);
    let spoiled = folder.at("spoiled");
    for round in 0..common::damage::n_damaged(340) * bundles.len() {
        let bundle = &bundles[round % bundles.len()];
        copied(bundle, &spoiled);
        let all = parts(&spoiled);
        let part = &all[random.random_range(0..all.len())];
        let bytes = fs::read(part).expect("a file");
        let at = random.random_range(0..bytes.len().max(1));
        let kind = random.random_range(0..5);
        match kind {
            0 if !bytes.is_empty() => {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << random.random_range(0..8);
                fs::write(part, changed).expect("our folder");
            }
            1 => {
                let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
                let gone = random.random_range(0..lines.len().max(1));
                let kept: Vec<u8> =
                    lines.iter().enumerate().filter(|(n, _)| *n != gone).flat_map(|(_, l)| l.to_vec()).collect();
                fs::write(part, kept).expect("our folder");
            }
            2 => fs::remove_file(part).expect("our folder"),
            3 => {
                let other = &all[random.random_range(0..all.len())];
                let theirs = fs::read(other).expect("a file");
                fs::write(part, theirs).expect("our folder");
                fs::write(other, &bytes).expect("our folder");
            }
            _ => fs::write(part, &bytes[..at]).expect("our folder"),
        }
        let same = parts(&spoiled).len() == parts(bundle).len()
            && parts(bundle).iter().zip(parts(&spoiled)).all(|(a, b)| fs::read(a).ok() == fs::read(b).ok());
        assert_eq!(is_believed(&spoiled), same, "round {round}: {kind} of {}", part.display());
        let is_formula = part.extension().is_some_and(|e| e == "cnf") || part.ends_with("model.opb");
        if !same && kind != 3 && is_formula && part.is_file() {
            forged(&spoiled, &|_| ());
            assert!(!is_believed(&spoiled), "round {round}: {kind} of {}, signed again", part.display());
        }
    }
}

/// Somebody who can sign writes what does not follow.
#[test]
fn forged_verdicts_are_rejected() {
    type Forgery<'a> = (&'a str, &'a str, &'a dyn Fn(&mut Value));
    let folder = Folder::new();
    let _ = three_bundles(&folder);
    let forgeries: &[Forgery] = &[
        ("none", "a verdict that needs no proof", &|m| m["verdict"] = "satisfiable".into()),
        ("none", "no refutation", &|m| m["refutations"] = json!([])),
        ("none", "an easier question", &|m| m["refutations"][0]["better_than"] = 3.into()),
        ("none", "another engine", &|m| m["engine"] = "sat:whole+presolve1".into()),
        ("none", "an engine that is none", &|m| m["engine"] = "magic".into()),
        ("none", "another board", &|m| {
            let text =
                m["problem"]["data"][0]["text"].as_str().expect("a text").replace("14,\"cells\"", "13,\"cells\"");
            m["problem"]["data"][0]["text"] = text.into();
        }),
        ("none", "an old version", &|m| m["version"] = 0.into()),
        ("none", "a field too much", &|m| m["trust me"] = true.into()),
        ("none", "other words", &|m| m["because"] = "it is well known".into()),
        ("none", "a file elsewhere", &|m| m["refutations"][0]["proof"] = "../none/proof.lrat".into()),
        ("none", "no derivation, and no reason", &|m| m["refutations"][0]["derivation"]["derived"] = false.into()),
        ("none", "a reason of somebody's own", &|m| {
            m["refutations"][0]["derivation"] = json!({"derived": false, "why": "trust me <because>"});
        }),
        ("none", "a derivation without files", &|m| m["refutations"][0]["derivation"] = json!({"derived": true})),
        ("none", "another derivation", &|m| {
            m["refutations"][0]["derivation"]["proof"] = m["refutations"][0]["proof"].clone();
        }),
        ("best", "a better objective", &|m| m["objective"] = 5.into()),
        ("best", "a worse one", &|m| m["objective"] = 7.into()),
        ("best", "no objective", &|m| m["objective"] = Value::Null),
        ("best", "other values", &|m| {
            let values = m["values"].as_object_mut().expect("values");
            values.values_mut().for_each(|value| *value = 0.into());
        }),
        ("best", "no values", &|m| m["values"] = Value::Null),
        ("best", "no solution at all", &|m| m["verdict"] = "unsatisfiable".into()),
        ("steps", "fewer steps", &|m| m["horizon"] = (m["horizon"].as_u64().expect("steps") - 1).into()),
        ("steps", "one refutation less", &|m| drop(m["refutations"].as_array_mut().expect("a list").remove(0))),
        ("steps", "one twice", &|m| m["refutations"][0] = m["refutations"][1].clone()),
    ];
    for (name, what, change) in forgeries {
        copied(&folder.at(name), &folder.at("forged"));
        forged(&folder.at("forged"), &|_| ());
        assert!(is_believed(&folder.at("forged")), "{name} signed again as it was");
        forged(&folder.at("forged"), change);
        assert!(!is_believed(&folder.at("forged")), "{what}");
    }
    copied(&folder.at("none"), &folder.at("forged"));
    fs::write(folder.at("forged/more.txt"), "a stranger").expect("our folder");
    assert!(!is_believed(&folder.at("forged")), "a file too much");
}

/// What is killed on its way: formulas for several numbers of steps, the proof of a search, lists, circuits, strategies.
const KILLED: &[&[&str]] = &[
    &["ricochet", "instances/ricochet/small.txt"],
    &["minesweeper", "instances/minesweeper/contradictory-chain.txt", "--engine", "csp"],
    &["models/examples/golomb.mzn", "models/examples/golomb-5.dzn", "--all"],
    &["minesweeper", "instances/minesweeper/expert-game.txt", "--count"],
    &["omino", "instances/omino/ao1.txt", "--engine", "search:alphabeta"],
];

/// A run that is killed leaves a bundle that holds, or none of that name.
#[test]
fn a_kill_leaves_no_unchecked_bundle() {
    let n_kills = std::env::var("QUANDARY_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(15);
    let share = |at: usize| (n_kills + KILLED.len() - 1 - at) / KILLED.len();
    let all: Vec<usize> = KILLED.iter().enumerate().map(|(at, what)| killed(what, share(at), at as u64)).collect();
    eprintln!("of {n_kills} kills, these came after the bundle was whole: {all:?}");
}

/// How many bundles were whole when the program that makes them was killed.
fn killed(what: &[&str], n_kills: usize, seed: u64) -> usize {
    let folder = Folder::new();
    let mut random = Pcg64Mcg::seed_from_u64(9 + seed);
    let mut n_whole = 0;
    let started = |place: &str| {
        Command::new(env!("CARGO_BIN_EXE_quandary"))
            .arg("certify")
            .args(what)
            .args(["-o", place])
            .current_dir(common::root())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs")
    };
    // Moments are spread over what a whole run takes here, and a little more.
    let begun = std::time::Instant::now();
    started(&folder.text("whole")).wait().expect("it ends");
    let longest = begun.elapsed().as_micros() as u64 * 5 / 4;
    for round in 0..n_kills {
        let place = folder.text(&round.to_string());
        let mut child = started(&place);
        std::thread::sleep(Duration::from_micros(random.random_range(0..longest)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        if Path::new(&place).exists() {
            n_whole += 1;
            assert!(is_believed(Path::new(&place)), "{what:?}: round {round}");
        }
    }
    n_whole
}

/// Manifests are plain data that others can read.
#[test]
fn the_manifest_says_what_the_files_are() {
    let folder = Folder::new();
    let manifest = certified(&["models/examples/golomb.mzn", "models/examples/golomb-4.dzn"], 30, &folder, "g");
    let read: Manifest = {
        let mut plain = manifest.clone();
        plain.as_object_mut().expect("an object").shift_remove("manifest_sha256");
        serde_json::from_value(plain).expect("all fields are known")
    };
    assert_eq!((read.objective, read.refutations.len(), read.files.len()), (Some(6), 1, 6));
    for (name, digest) in &read.files {
        assert_eq!(sha256(&fs::read(folder.at("g").join(name)).expect("it is there")), *digest, "{name}");
    }
}
