//! The cops through the whole program: known games by every engine, certificates, and answers of outside solvers.

mod common;

use common::{has_tool, path, quandary, quandary_with_input};
use serde_json::{Value, json};
use std::process::Command;

/// Graph, cops, and the fewest moves from a free start and from a row, `None` where the cops lose.
type Known = (String, u64, Option<(u64, u64)>);

fn known() -> Vec<Known> {
    let text = std::fs::read_to_string(path("instances/cops/known.tsv")).expect("the table is shipped");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let moves = cells[3].parse().ok().zip(cells[4].parse().ok());
        (cells[0].to_string(), cells[1].parse().expect("a number of cops"), moves)
    };
    text.lines().skip(1).filter(|l| !l.is_empty()).map(row).collect()
}

fn solve(games: &[Value], options: &[&str]) -> Vec<Value> {
    let lines: String = games.iter().map(|g| format!("{g}\n")).collect();
    let args = [&["solve", "cops", "-", "--json"], options].concat();
    let answers = quandary_with_input(&args, lines.as_bytes()).json_lines();
    assert_eq!(answers.len(), games.len());
    answers
}

#[test]
fn the_search_reproduces_every_known_game() {
    for (start, pick) in [("free", 0), ("row", 1)] {
        let games: Vec<Value> =
            known().iter().map(|(g, k, _)| json!({"graph": g, "cops": k, "start": start})).collect();
        for ((graph, cops, moves), answer) in known().iter().zip(solve(&games, &[])) {
            let expected = moves.map(|(free, row)| [free, row][pick]);
            let status = if expected.is_some() { "optimal" } else { "unsatisfiable" };
            assert_eq!(answer["status"], status, "{graph} with {cops} cops, {start}");
            assert_eq!(answer["solution"]["moves"].as_u64(), expected, "{graph} with {cops} cops, {start}");
        }
    }
}

#[test]
fn sat_finds_every_known_shortest_sweep() {
    for (start, pick) in [("free", 0), ("row", 1)] {
        let won: Vec<(String, u64, u64)> =
            known().into_iter().filter_map(|(g, k, moves)| Some((g, k, moves.map(|(f, r)| [f, r][pick])?))).collect();
        let games: Vec<Value> = won.iter().map(|(g, k, _)| json!({"graph": g, "cops": k, "start": start})).collect();
        for ((graph, cops, moves), answer) in won.iter().zip(solve(&games, &["--engine", "sat"])) {
            assert_eq!(answer["status"], "optimal", "{graph} with {cops} cops, {start}");
            assert_eq!(answer["horizon"], *moves, "{graph} with {cops} cops, {start}");
        }
    }
}

#[test]
fn sharing_a_vertex_helps() {
    let cricket = json!({"vertices": 5, "edges": [[0, 1], [0, 2], [1, 2], [1, 3], [1, 4]], "cops": 2, "start": "free"});
    for (engine, moves) in [("search:antichain", 2), ("sat", 2), ("sat@labelled", 2), ("csp", 2)] {
        assert_eq!(
            solve(std::slice::from_ref(&cricket), &["--engine", engine])[0]["solution"]["moves"],
            moves,
            "{engine}"
        );
    }
    let single = &solve(&[cricket], &["--engine", "sat@single"])[0];
    assert_eq!((&single["solution"]["moves"], &single["variant"]), (&json!(3), &json!("at most one cop on a vertex")));
}

#[test]
fn sat_and_csp_find_the_same_shortest_sweeps() {
    let short = |(_, _, moves): &&Known| moves.is_some_and(|(free, _)| free <= 3);
    for (engine, most) in [("sat@labelled", 12), ("sat::batsat", 12), ("csp", 6), ("csp@labelled", 6)] {
        for (graph, cops, moves) in known().iter().filter(short).take(most) {
            let game = json!({"graph": graph, "cops": cops, "start": "free"});
            let answer = &solve(&[game], &["--engine", engine])[0];
            assert_eq!(answer["status"], "optimal", "{graph} with {cops} cops by {engine}");
            assert_eq!(answer["horizon"].as_u64(), moves.map(|m| m.0), "{graph} with {cops} cops by {engine}");
        }
    }
}

#[test]
fn a_horizon_is_kept() {
    let game = |horizon: u64| json!({"graph": "grid:3x3", "cops": 3, "start": "free", "horizon": horizon});
    for engine in ["sat", "search:antichain"] {
        let answers = solve(&[game(1), game(2), game(3)], &["--engine", engine]);
        let solved: Vec<bool> = answers.iter().map(|a| a["status"] != "unsatisfiable").collect();
        assert_eq!(solved, [false, true, true], "{engine}");
    }
}

#[test]
fn certificates_are_made_checked_and_rejected() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let lost = "instances/cops/grid-4x4-lost.txt";
    assert_eq!(quandary(&["certify", "cops", lost, "-o", &at("c")]).code, 20);
    let good = quandary(&["check", "cops", lost, &at("c")]);
    assert!(good.code == 10 && good.out.starts_with("valid"), "{}", good.out);
    assert_eq!(quandary(&["check", &at("c")]).code, 10, "a certificate says what it is about");
    assert_eq!(quandary(&["check", "cops", "instances/cops/grid-3x3.txt", &at("c")]).code, 20, "another game");
    let bytes = std::fs::read(at("c")).expect("it was written");
    for place in [bytes.len() / 2, bytes.len() - 1] {
        let mut broken = bytes.clone();
        broken[place] ^= 1;
        std::fs::write(at("broken"), &broken).expect("the folder is ours");
        assert_eq!(quandary(&["check", &at("broken")]).code, 20, "byte {place} changed");
    }
    let won = quandary(&["certify", "cops", "instances/cops/grid-3x3.txt", "-o", &at("sweep")]);
    assert_eq!(won.code, 10, "{}", won.err);
    assert_eq!(
        quandary(&["check", "cops", "instances/cops/grid-3x3.txt", &at("sweep")]).code,
        10,
        "a sweep is its own proof"
    );
}

#[test]
fn an_outside_solver_sweeps_too() {
    if !has_tool("minisat") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    for (horizon, code) in [("1", 20), ("2", 10)] {
        let game = "instances/cops/grid-3x3.txt";
        quandary(&["export", "cops", game, "--horizon", horizon, "-o", &at("f")]);
        let _ = Command::new("minisat").args(["-verb=0", &at("f"), &at("out")]).output().expect("minisat runs");
        let decoded = quandary(&["decode", &at("f.map.json"), &at("out")]);
        assert_eq!(decoded.code, code, "{}{}", decoded.out, decoded.err);
    }
}

#[test]
fn pictures_and_random_games_are_made() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let svg = dir.path().join("sweep.svg").to_string_lossy().into_owned();
    assert_eq!(quandary(&["solve", "cops", "instances/cops/grid-3x3.txt", "--svg", &svg]).code, 30);
    assert!(std::fs::read_to_string(&svg).expect("it was written").contains("<animate"));
    let game = quandary(&["generate", "cops", "--vertices", "8", "--cops", "3", "--seed", "5"]);
    let answer = quandary_with_input(&["solve", "cops", "-", "--json"], game.out.as_bytes()).json();
    assert!(["optimal", "unsatisfiable"].contains(&answer["status"].as_str().expect("a status")), "{answer}");
}

#[test]
fn graphs_may_lie_in_files_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("path.txt", "# a path\n0 1\n1 2\n2-3\n");
    write("game.txt", "graph: edges:path.txt\ncops: 1\n");
    write("broken.txt", "0 1\n1 x\n");
    write("broken-game.txt", "cops: 1\ngraph: edges:broken.txt\n");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let answer = quandary(&["solve", "cops", &file("game.txt"), "--json"]).json();
    assert_eq!(answer["solution"]["moves"], 3);
    let broken = quandary(&["solve", "cops", &file("broken-game.txt")]);
    assert_eq!(broken.code, 3);
    assert!(broken.err.contains("broken-game.txt:2:8") && broken.err.contains("broken.txt:2:1"), "{}", broken.err);
}

#[test]
fn the_table_of_games_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_string_lossy().into_owned();
    let table = |more: &[&str]| {
        quandary(
            &[&["experiment", "cops", "--graphs", "square:2..3 star:3", "--cops", "1..3", "--out", &out], more]
                .concat(),
        )
    };
    let first = table(&[]);
    assert_eq!(first.code, 0, "{}", first.err);
    let rows: Vec<String> = first.out.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in ["grid:2x2 lost 1 1", "grid:3x3 lost lost 2", "star:3 lost 2 1"] {
        assert!(rows.iter().any(|r| r == row), "{row} is missing:\n{}", first.out);
    }
    // Cut in the middle of a line, the log is continued; what it had is kept as it was.
    let log = folder.path().join("runs.jsonl");
    let whole = std::fs::read_to_string(&log).expect("the log");
    std::fs::write(&log, &whole[..whole.len() / 2]).expect("cut");
    let kept = whole[..whole.len() / 2].rfind('\n').expect("whole lines") + 1;
    let again = table(&[]);
    assert_eq!(again.code, 0, "{}", again.err);
    let lines = std::fs::read_to_string(&log).expect("the log");
    assert!(lines.starts_with(&whole[..kept]));
    assert_eq!(lines.lines().count(), whole.lines().count());
    // Another table does not go into this log.
    assert_eq!(table(&["--search", "dfs"]).code, 3);
    for name in ["report.md", "winners.csv", "games.csv", "games.svg", "report.json"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

/// As many sweeps as a search by the rules alone finds, each once.
#[test]
fn every_sweep_is_listed_once() {
    let folder = common::folder::Folder::new();
    for (graph, horizon, n) in [("path:2", 1, 8), ("path:3", 2, 74), ("star:3", 2, 42)] {
        let path = folder.text("game.json");
        std::fs::write(&path, format!("{{\"graph\":\"{graph}\",\"cops\":2,\"horizon\":{horizon}}}")).expect("a file");
        assert_eq!(quandary(&["count", "cops", &path]).out.trim(), n.to_string(), "{graph}");
        let listed = quandary(&["solve", "cops", &path, "--all", "--json"]).json();
        let solutions = listed["solutions"].as_array().expect("a list");
        let different: std::collections::BTreeSet<String> = solutions.iter().map(|one| one.to_string()).collect();
        assert_eq!((solutions.len(), different.len()), (n, n), "{graph}");
    }
}
