//! Watching a search: a trace replays to the same tree and the same domains, keeps its limit, and fits its schema.
//!
//! The replay here reads the lines alone and shares no code with what wrote them.

mod common;

use common::schema::fits;
use common::{path, quandary};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// `1..3,5` as a set.
fn set(text: &str) -> BTreeSet<i64> {
    let number = |word: &str| word.parse::<i64>().expect("a number");
    let range = |part: &str| match part.split_once("..") {
        Some((lo, hi)) => number(lo)..=number(hi),
        None => number(part)..=number(part),
    };
    text.split(',').filter(|part| !part.is_empty()).flat_map(range).collect()
}

fn word<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().unwrap_or_else(|| panic!("{field} is missing in {line}"))
}

type Domains = BTreeMap<String, BTreeSet<i64>>;

/// What the lines say happened.
#[derive(Default)]
struct Replay {
    domains: Domains,
    order: Vec<String>,
    /// By depth the domains when its variable was chosen.
    choices: Vec<Domains>,
    /// The nodes down to where the search is.
    path: Vec<usize>,
    /// By node its parent and what was tried.
    nodes: Vec<(Option<usize>, String)>,
    failed: BTreeSet<usize>,
    solved: BTreeSet<usize>,
    n_given_up: u64,
    end: Option<Value>,
}

impl Replay {
    fn of(text: &str) -> Replay {
        let mut replay = Replay { nodes: vec![(None, "start".to_string())], ..Replay::default() };
        let mut n_seen: BTreeMap<String, usize> = BTreeMap::new();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("one object a line");
            let seen = n_seen.entry(word(&line, "event").to_string()).or_default();
            *seen += 1;
            if *seen <= 40 {
                fits("trace", &line);
            }
            replay.take(&line);
        }
        replay
    }

    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    fn take(&mut self, line: &Value) {
        let depth = || line["depth"].as_u64().expect("a depth") as usize;
        match word(line, "event") {
            "variable" => {
                self.order.push(word(line, "name").to_string());
                self.domains.insert(word(line, "name").to_string(), set(word(line, "domain")));
            }
            "choice" => {
                self.choices.truncate(depth());
                assert_eq!(self.choices.len(), depth(), "no depth is left out");
                self.choices.push(self.domains.clone());
                self.path.truncate(depth());
            }
            "try" => {
                self.path.truncate(depth());
                let label = format!("{} {} {}", word(line, "var"), word(line, "op"), line["value"]);
                self.nodes.push((Some(self.here()), label));
                self.path.push(self.nodes.len() - 1);
            }
            "removal" => self.remove(line),
            "fail" => {
                self.failed.insert(self.here());
                self.n_given_up += u64::from(!self.path.is_empty());
            }
            "exhausted" => self.n_given_up += 1,
            "back" => {
                self.domains = self.choices[depth()].clone();
                self.path.truncate(depth());
            }
            "restart" => {
                self.domains = self.choices[0].clone();
                self.choices.clear();
                self.path.clear();
            }
            "solution" => {
                let values = line["values"].as_array().expect("a list");
                for (name, value) in self.order.iter().zip(values) {
                    let value = value.as_i64().expect("a number");
                    assert_eq!(self.domains[name].first(), Some(&value), "{name} at a solution");
                }
                self.solved.insert(self.here());
            }
            "end" => self.end = Some(line.clone()),
            "trace" | "begin" | "answer" | "objective" => (),
            other => panic!("{other} is no event of a search tree"),
        }
    }

    fn remove(&mut self, line: &Value) {
        let (name, removed) = (word(line, "var"), set(word(line, "removed")));
        let domain = self.domains.get_mut(name).expect("a variable");
        assert!(!removed.is_empty() && removed.is_subset(domain), "{line} removes what is not there: {domain:?}");
        domain.retain(|value| !removed.contains(value));
        assert_eq!(*domain, set(word(line, "left")), "{line}");
    }
}

/// Runs that are watched: what, and by whom.
const RUNS: &[(&[&str], &str)] = &[
    (&["instances/minesweeper/case1.txt"], "csp:input"),
    (&["instances/minesweeper/case2.txt"], "csp:input+fc"),
    (&["instances/minesweeper/case2_size8.txt"], "csp:mrv+lcv+fc"),
    (&["instances/minesweeper/contradictory-chain.txt"], "csp:mrv+mac"),
    (&["instances/minesweeper/case2.txt"], "csp:degree+fc+split"),
    (&["models/examples/queens.mzn", "models/examples/queens-8.dzn"], "csp:mrv+degree+mac"),
    (&["models/examples/queens.mzn", "models/examples/queens-8.dzn"], "csp:input+fc+cbj"),
    (&["models/examples/golomb.mzn", "models/examples/golomb-5.dzn"], "csp:wdeg+mac"),
    (&["models/examples/golomb.mzn", "models/examples/golomb-5.dzn"], "csp:wdeg+mac+luby(3)+nogoods+lc"),
    (&["models/examples/knapsack.mzn", "models/examples/knapsack-ten.dzn"], "csp:random(3)+fc+phase"),
    (&["models/examples/langford.mzn", "models/examples/langford-4.dzn"], "csp:activity+mac+geometric(2)"),
];

fn traced(what: &[&str], engine: &str) -> Replay {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("trace.jsonl").to_string_lossy().into_owned();
    let what: Vec<String> = what.iter().map(|w| path(w)).collect();
    let mut args = vec!["solve"];
    args.extend(what.iter().map(String::as_str));
    args.extend(["-q", "-e", engine, "--trace", &file]);
    let ran = quandary(&args);
    assert!([10, 20, 30].contains(&ran.code), "{engine}: {}", ran.err);
    Replay::of(&std::fs::read_to_string(&file).expect("a trace"))
}

#[test]
fn a_trace_replays_to_the_tree_that_is_drawn() {
    for (what, engine) in RUNS {
        let replay = traced(what, engine);
        let end = replay.end.as_ref().expect("a last line");
        assert_eq!(end["cut"], json!(false));
        assert_eq!(end["nodes"], json!(replay.nodes.len() - 1), "{what:?} {engine}");
        assert_eq!(end["backtracks"], json!(replay.n_given_up), "{what:?} {engine}");
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("tree.json").to_string_lossy().into_owned();
        let what: Vec<String> = what.iter().map(|w| path(w)).collect();
        let mut args = vec!["tree"];
        args.extend(what.iter().map(String::as_str));
        args.extend(["-e", engine, "-o", &file, "--limit", "100000"]);
        let ran = quandary(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let data: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("data")).expect("JSON");
        fits("tree", &data);
        same_tree(&replay, &data["trees"][0]["tree"]);
    }
}

/// The tree that the program keeps is the one of the lines.
fn same_tree(replay: &Replay, tree: &Value) {
    let nodes = tree["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len(), replay.nodes.len());
    for (number, (node, (parent, label))) in nodes.iter().zip(&replay.nodes).enumerate() {
        assert_eq!(node[0], json!(parent), "the parent of {number}");
        let tried = match node[1].as_u64() {
            Some(var) => {
                let name = tree["names"][var as usize].as_str().expect("a name");
                format!("{name} {} {}", node[2].as_str().expect("a relation"), node[3])
            }
            None => "start".to_string(),
        };
        assert_eq!(tried, *label);
        let outcome = node[4].as_str().expect("an outcome");
        assert_eq!(
            outcome == "failed",
            replay.failed.contains(&number) && !replay.solved.contains(&number),
            "{number}"
        );
        assert_eq!(outcome == "solution", replay.solved.contains(&number), "{number} is {outcome}");
    }
}

/// Golomb rulers, with every engine that improves an answer: the values over time are told, and get better.
#[test]
fn an_optimisation_tells_its_values_over_time() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("trace.jsonl").to_string_lossy().into_owned();
    let what = [path("models/examples/golomb.mzn"), path("models/examples/golomb-6.dzn")];
    for engine in ["csp:input+mac", "sat", "sat::batsat", "auto", "lcg"] {
        let ran = quandary(&["solve", &what[0], &what[1], "-q", "-e", engine, "--trace", &file]);
        assert_eq!(ran.code, 30, "{engine}: {}", ran.err);
        let text = std::fs::read_to_string(&file).expect("a trace");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        lines.iter().for_each(|line| fits("trace", line));
        let of = |event: &str| lines.iter().filter(|line| line["event"] == event).collect::<Vec<_>>();
        let best: Vec<i64> = of("objective").iter().filter_map(|line| line["best"].as_i64()).collect();
        assert_eq!(best.last(), Some(&17), "{engine}: the shortest ruler with six marks");
        assert!(best.windows(2).all(|pair| pair[0] >= pair[1]), "{engine}: {best:?}");
        let worth: Vec<Option<i64>> = of("answer").iter().map(|line| line["worth"].as_i64()).collect();
        assert_eq!(worth.last(), Some(&Some(17)), "{engine}");
        assert_eq!((lines[0]["event"].clone(), of("end").len()), (json!("trace"), 1));
    }
}

#[test]
fn a_sat_solver_tells_what_it_learns_and_when_it_restarts() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let name = |file: &str| dir.path().join(file).to_string_lossy().into_owned();
    let pigeons = "array[1..8] of var 1..7: hole;\n\
        constraint forall(i, j in 1..8 where i < j)(hole[i] != hole[j]);\nsolve satisfy;\n";
    std::fs::write(name("pigeons.mzn"), pigeons).expect("ours");
    let ran = quandary(&["solve", &name("pigeons.mzn"), "-e", "sat:whole:batsat", "--trace", &name("trace.jsonl")]);
    assert_eq!(ran.code, 20, "{}", ran.err);
    let text = std::fs::read_to_string(name("trace.jsonl")).expect("a trace");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    lines.iter().for_each(|line| fits("trace", line));
    let n_of = |event: &str| lines.iter().filter(|line| line["event"] == event).count();
    assert!(n_of("learnt") > 100 && n_of("restart") > 0, "{} learnt, {} restarts", n_of("learnt"), n_of("restart"));
}

#[test]
fn a_trace_keeps_its_limit_and_says_so() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("trace.jsonl").to_string_lossy().into_owned();
    let board = path("instances/minesweeper/case3_size8.txt");
    let ran = quandary(&["solve", &board, "-q", "-e", "csp:mrv+fc", "--trace", &file, "--trace-limit", "1"]);
    assert_eq!(ran.code, 10, "the search goes on: {}", ran.err);
    let text = std::fs::read_to_string(&file).expect("a trace");
    assert!(text.len() <= 1 << 20 && text.len() > 1 << 19, "{} bytes", text.len());
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!((last["event"].clone(), last["cut"].clone()), (json!("end"), json!(true)));
    assert!(last["nodes"].as_u64().is_some_and(|n| n > 100_000), "{last}");
}

#[test]
fn looking_at_a_search_does_not_change_it() {
    for engine in ["csp:mrv+lcv+fc", "csp:wdeg+mac+cbj"] {
        let board = path("instances/minesweeper/case2_size8.txt");
        let plain = quandary(&["solve", &board, "--json", "-e", engine]).json();
        let told = traced(&["instances/minesweeper/case2_size8.txt"], engine).end.expect("a last line");
        assert_eq!(plain["stats"]["nodes"], told["nodes"], "{engine}");
        assert_eq!(plain["stats"]["backtracks"], told["backtracks"], "{engine}");
    }
}

/// Every solution is a node, a search that is cut counts on, and steps are searched one number after the other.
#[test]
fn the_table_says_what_was_searched() {
    let tree = |args: &[&str]| {
        let ran = quandary(&[&["tree", "--json"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        fits("tree", &ran.json());
        ran.json()["trees"][0].clone()
    };
    let queens = [path("models/examples/queens.mzn"), path("models/examples/queens-6.dzn")];
    let all = tree(&[&queens[0], &queens[1], "--all", "-e", "csp:mrv+mac"]);
    assert_eq!((all["solutions"].clone(), all["cut"].clone()), (json!(4), json!(false)));
    let cut = tree(&[&queens[0], &queens[1], "--all", "-e", "csp:mrv+mac", "--limit", "7"]);
    assert_eq!((cut["drawn"].clone(), cut["cut"].clone()), (json!(7), json!(true)));
    assert_eq!((&cut["nodes"], &cut["backtracks"]), (&all["nodes"], &all["backtracks"]), "all are counted");
    let cops = tree(&["cops", &path("instances/cops/grid-3x3.txt"), "-e", "csp:wdeg+mac"]);
    assert_eq!((cops["horizon"].clone(), cops["status"].clone()), (json!(2), json!("optimal")));
    assert!(cops["drawn"].as_u64() < cops["nodes"].as_u64(), "the tree of the last number of steps: {cops}");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let board = path("instances/minesweeper/case1.txt");
    let five: Vec<&str> = ["-e", "csp"].into_iter().cycle().take(10).collect();
    let cases: [(&[&str], &str); 4] = [
        (&["tree", &board, "-e", "sat"], "no search tree"),
        (&["tree", &board, "-o", "tree.png"], ".svg, .html or .json"),
        (&[&["tree", &board][..], &five[..]].concat(), "at most 4"),
        (&["solve", &board, "--trace", "/nowhere/at/all"], "cannot write"),
    ];
    for (args, why) in cases {
        let ran = quandary(args);
        assert!([2, 5].contains(&ran.code) && ran.err.contains(why), "{args:?}: {} {}", ran.code, ran.err);
    }
}

/// The pictures of `docs/csp.md`, by name, and what draws them.
const PICTURES: &[(&str, &str, &[&str])] = &[
    ("csp-lesson", "case2", &[]),
    ("csp-orders", "case2_size8", &["csp:input+fc", "csp:mrv+fc", "csp:mrv+degree+fc"]),
    ("csp-values", "case2", &["csp:input+fc", "csp:lcv+fc", "csp:mrv+fc", "csp:mrv+lcv+fc"]),
];

#[test]
fn the_pictures_of_the_page_are_what_the_program_draws() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, board, engines) in PICTURES {
        let board = format!("instances/minesweeper/{board}.txt");
        let file = dir.path().join("tree.svg").to_string_lossy().into_owned();
        let mut args = vec!["tree", &board, "-o", &file];
        args.extend(engines.iter().flat_map(|engine| ["-e", engine]));
        let ran = quandary(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let drawn = std::fs::read_to_string(&file).expect("a picture");
        let shipped = path(&format!("docs/{name}.svg"));
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&shipped, &drawn).expect("the picture can be written");
        }
        let is_same = std::fs::read_to_string(&shipped).is_ok_and(|text| text == drawn);
        assert!(is_same, "docs/{name}.svg is out of date; run UPDATE_DOCS=1 cargo test --test watch");
    }
}
