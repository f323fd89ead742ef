//! Bundles about all solutions and of searches: what they show is what the program says, and what was changed or made by
//! somebody hostile is refused with a reason.

mod common;

use common::folder::Folder;
use common::quandary;
use quandary::cnf::dimacs::sha256;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

impl Folder {
    /// Certifies into a folder of this name, checks it, and hands out what was printed and the manifest.
    fn certified(&self, name: &str, what: &[&str], code: i32) -> (Value, Value) {
        let place = self.text(name);
        let ran = quandary(&[&["certify"], what, &["-o", &place, "--json"]].concat());
        assert_eq!(ran.code, code, "{what:?}: {}{}", ran.out, ran.err);
        let checked = quandary(&["check", &place]);
        assert_eq!(checked.code, 10, "{what:?}: {}{}", checked.out, checked.err);
        let manifest = fs::read_to_string(self.at(name).join("manifest.json")).expect("a bundle has a manifest");
        let manifest = serde_json::from_str(&manifest).expect("it is JSON");
        by_others(&self.at(name), &manifest);
        (ran.json(), manifest)
    }

    /// What `check` says of a bundle that was spoiled: it ends with this code, for a reason.
    fn refused(&self, name: &str, code: i32, what: &str) -> String {
        let ran = quandary(&["check", &self.text(name), "--timeout", "60"]);
        assert_eq!(ran.code, code, "{what}: {}{}", ran.out, ran.err);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.trim().len() > 20, "{what}: a reason is given, not `{said}`");
        said
    }
}

/// Programs of others that are here check every proof of a bundle; one that is empty they need not take.
fn by_others(bundle: &Path, manifest: &Value) {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    for command in manifest["outside"].as_array().expect("a list") {
        let words: Vec<&str> = command.as_str().expect("a command").split(' ').collect();
        let is_there = std::env::split_paths(&paths).any(|folder| folder.join(words[0]).is_file());
        let is_empty = fs::metadata(bundle.join(words[2])).expect("a proof").len() == 0;
        if is_there && !is_empty && words[0] != "veripb" {
            let ran = std::process::Command::new(words[0]).args(&words[1..]).current_dir(bundle).output();
            let said = String::from_utf8_lossy(&ran.expect("it runs").stdout).into_owned();
            let is_verified = said.lines().any(|line| line.contains("VERIFIED") && !line.contains("NOT"));
            assert!(is_verified, "{command}: {said}");
        }
    }
}

/// What somebody changes in a manifest, and what it is called.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Value));

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

fn copied(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("readable");
        let place = to.join(entry.file_name());
        if entry.path().is_dir() { copied(&entry.path(), &place) } else { drop(fs::copy(entry.path(), &place)) }
    }
}

const ZEBRA: &str = "var 1..3: x; var 1..3: y; var bool: b; constraint x < y; constraint b <-> x = 1; solve satisfy;";

fn model(folder: &Folder) -> String {
    fs::write(folder.at("m.mzn"), ZEBRA).expect("our folder");
    folder.text("m.mzn")
}

/// As many as `count` says, all different, and none besides them.
#[test]
fn all_solutions_are_those_that_are_counted() {
    let folder = Folder::new();
    let own = model(&folder);
    let cases: &[(&[&str], i32)] = &[
        (&[&own], 10),
        (&["minesweeper", "instances/minesweeper/case1.txt"], 10),
        (&["minesweeper", "instances/minesweeper/contradictory-chain.txt"], 20),
        (&["lightup", "instances/lightup/small.txt"], 10),
        (&["lightup", "instances/lightup/no-numbers.txt"], 10),
        (&["monkey", "instances/monkey/square.txt"], 10),
        (&["cops", "instances/cops/triangle-tail.txt", "--horizon", "2"], 20),
    ];
    for (n, (what, code)) in cases.iter().enumerate() {
        let (said, manifest) = folder.certified(&n.to_string(), &[what, &["--all"][..]].concat(), *code);
        let counted = quandary(&[&["count"], *what, &["--engine", "sat", "--json"]].concat()).json();
        assert_eq!(said["solutions"].to_string(), counted["solutions"].to_string().replace('"', ""), "{what:?}");
        let refuted = manifest["refutations"].as_array().expect("a list");
        assert_eq!(refuted.len(), 1, "{what:?}");
        assert!(folder.at(n.to_string()).join("proof.lrat").is_file());
        assert_eq!(refuted[0]["other"] == json!(true), *code == 10, "{what:?}");
    }
    let best = ["models/examples/golomb.mzn", "models/examples/golomb-5.dzn", "--all"];
    let (said, manifest) = folder.certified("best", &best, 30);
    assert_eq!((&said["solutions"], &manifest["objective"]), (&json!(2), &json!(11)), "a ruler and its mirror image");
}

#[test]
fn a_backbone_is_what_the_program_says() {
    let folder = Folder::new();
    let own = model(&folder);
    for (n, what) in [&[own.as_str()][..], &["minesweeper", "instances/minesweeper/case1.txt"]].iter().enumerate() {
        let name = n.to_string();
        let (_, manifest) = folder.certified(&name, &[what, &["--backbone"][..]].concat(), 10);
        let shown: Value = serde_json::from_slice(&fs::read(folder.at(&name).join("backbone.json")).expect("kept"))
            .expect("it is JSON");
        assert_eq!(shown, quandary(&[&["backbone"], *what, &["--json"]].concat()).json()["backbone"], "{what:?}");
        let n_refuted = manifest["refutations"].as_array().expect("a list").len();
        assert_eq!(n_refuted, n, "nothing is forced in the small model, something on the board");
    }
}

/// Somebody who can sign leaves a solution out, repeats one, makes one up, or says that there is another number.
#[test]
fn forged_lists_are_refused() {
    let folder = Folder::new();
    let board = ["minesweeper", "instances/minesweeper/case1.txt"];
    folder.certified("all", &[&board[..], &["--all"]].concat(), 10);
    folder.certified("same", &[&board[..], &["--backbone"]].concat(), 10);
    type Forgery<'a> = (&'a str, &'a dyn Fn(Vec<String>) -> Vec<String>);
    let lists: &[Forgery] = &[
        ("one left out", &|mut lines| {
            lines.remove(2);
            lines
        }),
        ("one twice", &|mut lines| {
            lines.insert(1, lines[0].clone());
            lines
        }),
        ("another order", &|mut lines| {
            lines.swap(0, 1);
            lines
        }),
        ("no solution", &|mut lines| {
            lines[0] = lines[0].replacen("\"values\":[0", "\"values\":[1", 1).replacen(
                "\"values\":[1,1",
                "\"values\":[0,1",
                1,
            );
            lines
        }),
        ("huge values", &|mut lines| {
            lines[0] = lines[0].replacen("\"values\":[", "\"values\":[9223372036854775807,", 1);
            lines
        }),
        ("another picture", &|mut lines| {
            lines[0] = lines[0].replacen("\"solution\":{", "\"solution\":{\"x\":1,", 1);
            lines
        }),
        ("nothing", &|_| Vec::new()),
        ("no JSON", &|mut lines| {
            lines.push("so it goes".to_string());
            lines
        }),
    ];
    for name in ["all", "same"] {
        for (what, change) in lists {
            copied(&folder.at(name), &folder.at("forged"));
            let path = folder.at("forged/solutions.jsonl");
            let lines: Vec<String> = fs::read_to_string(&path).expect("kept").lines().map(str::to_string).collect();
            let changed = change(lines.clone());
            if changed == lines {
                continue;
            }
            let n = changed.len();
            fs::write(&path, changed.iter().map(|line| format!("{line}\n")).collect::<String>()).expect("our folder");
            signed(&folder.at("forged"), &|manifest| {
                if name == "all" {
                    manifest["n_solutions"] = n.into();
                    let words = manifest["because"].as_str().expect("words").replace("all 8", &format!("all {n}"));
                    manifest["because"] = words.into();
                }
            });
            // A list of fewer solutions may agree in no more, and then it shows the same.
            let ran = quandary(&["check", &folder.text("forged")]);
            assert!(ran.code == 20 || (name == "same" && *what == "one left out"), "{name}, {what}: {}", ran.out);
        }
    }
    let manifests: &[Change] = &[
        ("another number", &|m| m["n_solutions"] = 7.into()),
        ("a huge number", &|m| m["n_solutions"] = u64::MAX.into()),
        ("another question", &|m| m["asked"] = "one".into()),
        ("no question", &|m| drop(m.as_object_mut().expect("an object").shift_remove("asked"))),
        ("a refutation of nothing", &|m| m["refutations"][0]["other"] = false.into()),
        ("an objective", &|m| m["objective"] = 3.into()),
        ("optimal", &|m| m["verdict"] = "optimal".into()),
        ("a number of steps", &|m| m["horizon"] = 3.into()),
    ];
    for (what, change) in manifests {
        copied(&folder.at("all"), &folder.at("forged"));
        signed(&folder.at("forged"), change);
        folder.refused("forged", 20, what);
    }
}

#[test]
fn searches_keep_certificates_that_the_rules_check() {
    let folder = Folder::new();
    let cases: &[(&str, &[&str], i32)] = &[
        ("game", &["omino", "instances/omino/ao1.txt", "--engine", "search:alphabeta"], 30),
        ("other", &["omino", "instances/omino/ao4.txt", "--engine", "search:minimax"], 30),
        ("fewest", &["ricochet", "instances/ricochet/must-ricochet.txt", "--engine", "search:fast"], 30),
        ("never", &["ricochet", "instances/ricochet/unreachable.txt", "--engine", "search:naive"], 20),
        ("there", &["ricochet", "instances/ricochet/on-target.txt", "--engine", "search:iddfs"], 30),
    ];
    for (name, what, code) in cases {
        let (said, manifest) = folder.certified(name, what, *code);
        assert_eq!(manifest["refutations"], json!([]), "{what:?}");
        assert_eq!(manifest["verdict"], said["status"]);
        let solved = quandary(&[&["solve"], *what, &["--json"]].concat()).json();
        assert_eq!(solved["status"], said["status"], "{what:?}");
        assert_eq!(quandary(&["check", what[0], what[1], &folder.text(name)]).code, 10, "{what:?}");
    }
    assert_eq!(quandary(&["check", "omino", "instances/omino/ao2.txt", &folder.text("game")]).code, 20);
    let certificate = |name: &str, old: &str, new: &str, code: i32| {
        copied(&folder.at(name), &folder.at("forged"));
        let path = folder.at("forged/certificate.txt");
        let text = fs::read_to_string(&path).expect("kept");
        assert!(text.contains(old), "{text}");
        fs::write(&path, text.replacen(old, new, 1)).expect("our folder");
        signed(&folder.at("forged"), &|_| ());
        folder.refused("forged", code, &format!("{name}: {new}"));
    };
    certificate("game", "value: 1", "value: 2", 20);
    certificate("game", "value: 1", "value: 99999999999999999999999", 20);
    certificate("game", "player 2: ", "player 2: 1", 20);
    certificate("game", "version 1", "version 9", 20);
    certificate("fewest", "fewest: 3", "fewest: 2", 20);
    certificate("fewest", "levels: 1", "levels: 2", 20);
    certificate("never", "fewest: none", "fewest: 4", 20);
    let manifests: &[Change] = &[
        ("a search that proves nothing", &|m| m["engine"] = "search:graph1".into()),
        ("a search that is none", &|m| m["engine"] = "search:magic".into()),
        ("formulas", &|m| m["engine"] = "sat:whole+presolve0".into()),
        ("satisfiable", &|m| m["verdict"] = "satisfiable".into()),
        ("unsatisfiable", &|m| m["verdict"] = "unsatisfiable".into()),
        ("other words", &|m| m["because"] = "trust me".into()),
        ("all of them", &|m| m["asked"] = "all".into()),
        ("an objective", &|m| m["objective"] = 1.into()),
    ];
    for (what, change) in manifests {
        copied(&folder.at("fewest"), &folder.at("forged"));
        signed(&folder.at("forged"), change);
        folder.refused("forged", 20, what);
    }
}

/// What has no certificate of its own is certified by formulas, or refused with a reason.
#[test]
fn searches_without_a_certificate_say_so() {
    let folder = Folder::new();
    let (said, manifest) = folder.certified("q", &["queens", "instances/queens/tt.txt", "--engine", "search:memo"], 10);
    assert!(said["because"].as_str().expect("words").contains("keeps no proof, so the same was asked by formulas"));
    assert!(manifest["engine"].as_str().expect("an engine").starts_with("sat"));
    folder.certified("m", &["monkey", "instances/monkey/square.txt", "--engine", "search:scan"], 10);
    for what in [
        &["ricochet", "instances/ricochet/small.txt", "--engine", "search:graph1"][..],
        &["ricochet", "instances/ricochet/small.txt", "--engine", "search:none"],
        &["ricochet", "instances/ricochet/small.txt", "--all"],
        &["omino", "instances/omino/ao1.txt", "--engine", "search:alphabeta", "--all"],
        &["models/examples/golomb.mzn", "models/examples/golomb-4.dzn", "--engine", "search:scan"],
        &["minesweeper", "instances/minesweeper/case1.txt", "--all", "--backbone"],
    ] {
        let ran = quandary(&[&["certify"], what, &["-o", &folder.text("x")]].concat());
        assert!(ran.code == 2 && ran.err.len() > 20, "{what:?}: {}{}", ran.out, ran.err);
        assert!(!folder.at("x").exists(), "{what:?}");
    }
}

/// Folders that somebody made to do harm: never more than a reason and an exit code.
#[test]
fn hostile_folders_are_refused() {
    let folder = Folder::new();
    folder.certified("good", &["minesweeper", "instances/minesweeper/contradictory-chain.txt"], 20);
    let secret = folder.at("secret.txt");
    fs::write(&secret, "3\n0 1\n1 2\n").expect("our folder");
    type Spoil<'a> = (&'a str, i32, &'a dyn Fn(&Path));
    let outside = secret.to_string_lossy().into_owned();
    let spoils: &[Spoil] = &[
        ("a manifest that is a folder", 3, &|at| {
            fs::remove_file(at.join("manifest.json")).expect("ours");
            fs::create_dir(at.join("manifest.json")).expect("ours");
        }),
        ("no manifest", 3, &|at| fs::remove_file(at.join("manifest.json")).expect("ours")),
        ("a manifest of other bytes", 3, &|at| fs::write(at.join("manifest.json"), [0xff, 0xfe, 0x00]).expect("ours")),
        ("deep brackets", 3, &|at| fs::write(at.join("manifest.json"), "[".repeat(100_000)).expect("ours")),
        ("a proof that is a folder", 20, &|at| {
            fs::remove_file(at.join("proof.lrat")).expect("ours");
            fs::create_dir(at.join("proof.lrat")).expect("ours");
        }),
        ("an empty folder more", 20, &|at| fs::create_dir(at.join("more")).expect("ours")),
        ("a file deep inside", 20, &|at| {
            fs::create_dir_all(at.join("a/b/c")).expect("ours");
            fs::write(at.join("a/b/c/d"), "x").expect("ours");
        }),
        ("digests of files elsewhere", 20, &|at| {
            signed(at, &|m| m["files"]["../secret.txt"] = sha256(b"3\n0 1\n1 2\n").into());
        }),
        ("a proof elsewhere", 20, &|at| signed(at, &|m| m["refutations"][0]["proof"] = "../../proof.lrat".into())),
        ("an absolute path", 20, &|at| signed(at, &|m| m["refutations"][0]["formula"] = "/etc/passwd".into())),
        ("a graph in a file elsewhere", 20, &|at| {
            signed(at, &|m| {
                m["problem"]["puzzle"] = "cops".into();
                let text = format!("graph: edges:{outside}\ncops: 1\n");
                m["problem"]["data"] = json!([{"name": "x.txt", "text": text}]);
            });
        }),
        ("a model that includes a file", 20, &|at| {
            signed(at, &|m| {
                m["problem"]["puzzle"] = Value::Null;
                let text = format!("include \"{outside}\"; solve satisfy;");
                m["problem"]["model"] = json!([{"name": "x.mzn", "text": text}]);
            });
        }),
        ("a puzzle that is none", 20, &|at| signed(at, &|m| m["problem"]["puzzle"] = "chess".into())),
        ("a huge number of steps", 20, &|at| signed(at, &|m| m["horizon"] = u32::MAX.into())),
        ("a huge fixed number of steps", 20, &|at| signed(at, &|m| m["problem"]["horizon"] = u64::MAX.into())),
        ("a huge objective", 20, &|at| signed(at, &|m| m["objective"] = i64::MIN.into())),
        ("a huge bound", 20, &|at| signed(at, &|m| m["refutations"][0]["better_than"] = i64::MAX.into())),
        ("a number that is none", 3, &|at| signed(at, &|m| m["horizon"] = json!(1e300))),
        ("a million refutations", 20, &|at| {
            signed(at, &|m| m["refutations"] = vec![m["refutations"][0].clone(); 20_000].into());
        }),
        ("an engine that is a program", 20, &|at| signed(at, &|m| m["engine"] = "sat:whole:dimacs=/bin/false".into())),
        ("the wrong kind of field", 3, &|at| signed(at, &|m| m["files"] = json!([1, 2, 3]))),
        ("a manifest that was changed", 20, &|at| {
            let text = fs::read_to_string(at.join("manifest.json")).expect("ours").replace("unsatisfiable:", "x");
            fs::write(at.join("manifest.json"), text.replace("\"unsatisfiable\"", "\"satisfiable\"")).expect("ours");
        }),
        ("a command of somebody else", 20, &|at| signed(at, &|m| m["outside"] = json!(["sh -c 'echo mine'"]))),
        ("words that move the cursor", 20, &|at| signed(at, &|m| m["engine"] = "\u{1b}[2J\u{7}".into())),
        ("another version", 3, &|at| signed(at, &|m| m["version"] = 99.into())),
        ("an empty formula", 20, &|at| {
            fs::write(at.join("formula.cnf"), "p cnf 0 1\n0\n").expect("ours");
            fs::write(at.join("proof.lrat"), "").expect("ours");
            signed(at, &|_| ());
        }),
        ("a formula of huge numbers", 20, &|at| {
            fs::write(at.join("formula.cnf"), "p cnf 99999999999 99999999999\n99999999999 0\n").expect("ours");
            signed(at, &|_| ());
        }),
    ];
    for (what, code, spoil) in spoils {
        copied(&folder.at("good"), &folder.at("bad"));
        spoil(&folder.at("bad"));
        let said = folder.refused("bad", *code, what);
        assert!(!said.contains("0 1\n1 2"), "{what}: nothing of the file elsewhere is told");
        assert!(!said.contains('\u{1b}'), "{what}: no escape reaches the terminal");
    }
}

/// Links and pipes are never followed or waited for.
#[cfg(unix)]
#[test]
fn links_and_pipes_are_no_part_of_a_bundle() {
    let folder = Folder::new();
    folder.certified("good", &["minesweeper", "instances/minesweeper/contradictory-chain.txt"], 20);
    for (name, code) in [("manifest.json", 3), ("formula.cnf", 20), ("proof.lrat", 20)] {
        copied(&folder.at("good"), &folder.at("bad"));
        let path = folder.at("bad").join(name);
        fs::remove_file(&path).expect("ours");
        std::os::unix::fs::symlink(folder.at("good").join(name), &path).expect("a link");
        folder.refused("bad", code, &format!("a link for {name}"));
        fs::remove_file(&path).expect("ours");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        folder.refused("bad", code, &format!("a device for {name}"));
        fs::remove_file(&path).expect("ours");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if made.is_ok_and(|status| status.success()) {
            folder.refused("bad", code, &format!("a pipe for {name}"));
        }
    }
    copied(&folder.at("good"), &folder.at("bad"));
    let odd = std::ffi::OsStr::from_bytes(b"proof\xff.lrat");
    fs::write(folder.at("bad").join(odd), "x").expect("ours");
    folder.refused("bad", 20, "a name that is no text");
}

#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;
