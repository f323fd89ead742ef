//! The page's server, spoken to by plain sockets: who may ask, what becomes of jobs, that nothing is left behind.
#![cfg(all(feature = "serve", target_os = "linux"))]

mod common;
#[path = "common/served.rs"]
mod served;

use serde_json::{Value, json};
use served::{Served, endless, is_alive, leave, until, wait_for};
use std::process::Command;

const SMALL: &str = include_str!("../instances/minesweeper/simple4.txt");

fn answers<'a>(events: &'a [served::Event], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|(event, _)| event == name).map(|(_, data)| data).collect()
}

/// The file that a job made.
fn file<'a>(events: &'a [served::Event], name: &str) -> Option<&'a str> {
    answers(events, "answer").into_iter().find(|data| data["name"] == name).and_then(|data| data["text"].as_str())
}

#[test]
fn the_link_is_all_that_is_printed_and_signals_end_it_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Served::start(&["--port", "0"]);
        assert_eq!(server.link, format!("http://127.0.0.1:{}/#{}", server.port, server.token));
        assert!(server.token.len() == 32 && server.token.bytes().all(|b| b.is_ascii_hexdigit()));
        assert_eq!(server.get("/api/start").status, 200);
        let mut stream = server.begin(&endless());
        until(&mut stream, "started");
        wait_for("the child", || !server.children().is_empty());
        let children = server.children();
        assert_eq!(server.signalled(signal), (Some(0), String::new(), String::new()));
        wait_for("the end of the child", || !children.iter().any(|id| is_alive(*id)));
        assert_eq!(server.n_left(), 0, "no file of the job is left");
    }
}

#[test]
fn a_server_that_is_killed_leaves_no_child() {
    let mut server = Served::start(&[]);
    let mut stream = server.begin(&endless());
    until(&mut stream, "started");
    wait_for("the child", || !server.children().is_empty());
    let children = server.children();
    server.signalled("-KILL");
    wait_for("the end of the child", || !children.iter().any(|id| is_alive(*id)));
}

#[test]
fn two_servers_have_two_tokens_and_one_port_is_taken_once() {
    let (one, two) = (Served::start(&[]), Served::start(&[]));
    assert_ne!(one.token, two.token);
    let taken = common::quandary(&["serve", "--no-open", "--port", &one.port.to_string()]);
    assert_eq!((taken.code, taken.out.as_str()), (5, ""), "{}", taken.err);
    let all = common::quandary(&["serve", "--no-open", "--host", "0.0.0.0"]);
    assert_eq!((all.code, all.out.as_str()), (5, ""), "{}", all.err);
}

#[test]
fn another_host_is_asked_for_by_its_name_alone() {
    let server = Served::start(&["--host", "localhost"]);
    assert!(server.link.starts_with("http://localhost:"), "{}", server.link);
    let asked = |host: &str| {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.raw(&request).status
    };
    assert_eq!((asked("localhost:PORT"), asked("LocalHost:PORT")), (200, 200));
    assert_eq!((asked("127.0.0.1:PORT"), asked("localhost"), asked("localhost:1")), (403, 403, 403));
}

#[test]
fn every_answer_has_the_headers_that_keep_it_safe() {
    let server = Served::start(&[]);
    let pages =
        ["/", "/assets/page.js", "/assets/none", "/api/start", "/api/job", "/nothing"].map(|path| server.get(path));
    let job = server.post("/api/job", &json!({"do": "draw", "puzzle": "minesweeper", "board": SMALL}));
    for answer in pages.iter().chain([&job]) {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("deny"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert!(!answer.head.contains("access-control-"), "{}", answer.head);
    }
}

#[test]
fn the_page_has_nothing_written_into_it_that_its_policy_forbids() {
    let server = Served::start(&[]);
    let page = server.get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let scripts = page.body.matches("<script").count();
    assert_eq!(page.body.matches("<script type=\"module\" src=\"/assets/").count(), scripts);
    assert!(!page.body.contains("<style") && !page.body.contains(" style=") && !page.body.contains(" onclick="));
    assert!(!page.body.contains("http://") && !page.body.contains("https://"), "nothing from elsewhere");
}

#[test]
fn the_frame_of_reports_belongs_to_nobody() {
    let server = Served::start(&[]);
    let frame = server.get("/assets/frame.html");
    let policy = frame.header("content-security-policy").expect("a policy");
    assert!(policy.contains("sandbox allow-scripts;") && !policy.contains("allow-same-origin"), "{policy}");
    assert!(policy.contains("default-src 'none'") && !policy.contains("connect-src"), "{policy}");
    assert!(policy.contains("frame-ancestors 'self'") && frame.header("x-frame-options") == Some("sameorigin"));
}

#[test]
fn what_the_page_begins_with_names_everything() {
    let server = Served::start(&["--jobs", "3", "--timeout", "7"]);
    let answer = server.get("/api/start");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let start: Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!((&start["jobs"], &start["limits"]["seconds"]), (&json!(3), &json!(7.0)));
    let puzzles = start["puzzles"].as_array().expect("puzzles");
    assert_eq!(puzzles.len(), quandary::puzzles::TABLE.len());
    for puzzle in puzzles {
        let n_boards = puzzle["instances"].as_array().expect("boards").len();
        assert!((2..=8).contains(&n_boards), "{}", puzzle["name"]);
        let words: Vec<&Value> = puzzle["engines"].as_array().expect("engines").iter().map(|e| &e["word"]).collect();
        assert!(words.contains(&&puzzle["default"]), "{words:?}");
        assert!(puzzle["engines"].as_array().expect("engines").iter().all(|e| e["what"].is_string()), "{puzzle}");
    }
    assert_eq!(
        start["words"]["mrv"],
        start["tables"]["variable-order"].as_array().expect("rows").iter().find(|r| r["name"] == "mrv").expect("mrv")["summary"]
    );
    assert_eq!(
        server.job(&json!({"do": "generate", "puzzle": "minesweeper", "seconds": 7})).last().expect("an end").1["code"],
        0
    );
    let longer = server.post("/api/job", &json!({"do": "generate", "puzzle": "minesweeper", "seconds": 8}));
    assert_eq!(longer.status, 400, "more than the server allows");
}

#[test]
fn every_verb_works_for_every_puzzle() {
    let server = Served::start(&[]);
    let start: Value = serde_json::from_str(&server.get("/api/start").body).expect("JSON");
    for puzzle in start["puzzles"].as_array().expect("puzzles") {
        let (name, board) = (&puzzle["name"], &puzzle["instances"][0]["text"]);
        let asked = |verb: &str, more: Value| {
            let mut request = json!({"do": verb, "puzzle": name, "board": board, "seconds": 3});
            request.as_object_mut().expect("ours").extend(more.as_object().expect("ours").clone());
            server.job(&request)
        };
        let code = |events: &[served::Event]| events.last().expect("an end").1["code"].clone();
        let drawn = asked("draw", json!({}));
        assert!(file(&drawn, "picture.svg").is_some_and(|svg| svg.starts_with("<svg")), "{name}: {drawn:?}");
        let solved = asked("solve", json!({}));
        let solution = &answers(&solved, "answer")[0]["solution"];
        assert!(solution.is_object() && file(&solved, "picture.svg").is_some(), "{name}: {solved:?}");
        let with = asked("draw", json!({"solution": solution}));
        assert!(file(&with, "picture.svg") != file(&drawn, "picture.svg"), "{name}: a solution is seen");
        let checked = asked("check", json!({"solution": solution}));
        assert_eq!((&answers(&checked, "answer")[0]["valid"], code(&checked)), (&json!(true), json!(10)), "{name}");
        assert!(answers(&asked("replay", json!({"solution": solution})), "answer")[0]["text"].is_string(), "{name}");
        assert!(answers(&asked("solve", json!({"plain": true})), "answer")[0]["text"].is_string(), "{name}");
        // A game's formula is large, and takes its time in a build that is not optimised.
        let (format, made) = if name == "omino" { ("qdimacs", "formula.qdimacs") } else { ("dimacs", "formula.cnf") };
        let exported = asked("export", json!({"format": format, "row": "totalizer+ladder"}));
        assert!(file(&exported, made).is_some_and(|text| text.contains("p cnf ")), "{name}: {exported:?}");
        assert_eq!(file(&exported, "formula.map.json").is_some(), format == "dimacs", "{name}");
        let generated = server.job(&json!({"do": "generate", "puzzle": name, "seed": 5}));
        assert!(answers(&generated, "answer")[0]["text"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
        assert!(file(&asked("trace", json!({})), "trace.jsonl").is_some(), "{name}");
        for verb in ["count", "backbone", "explain", "tree"] {
            let events = asked(verb, json!({}));
            assert!(!answers(&events, "answer").is_empty() && !code(&events).is_null(), "{name} {verb}: {events:?}");
        }
        let compared =
            json!({"do": "compare", "puzzle": name, "boards": [board], "engines": [puzzle["default"]], "seconds": 3});
        let compared = server.job(&compared);
        assert!(file(&compared, "report/report.html").is_some(), "{name}: {compared:?}");
    }
}

#[test]
fn models_are_solved_and_their_faults_have_a_place() {
    let server = Served::start(&[]);
    let (mzn, dzn) = (include_str!("../models/examples/queens.mzn"), include_str!("../models/examples/queens-6.dzn"));
    let all = server.job(&json!({"do": "model", "mzn": mzn, "dzn": dzn, "all": true, "engine": "csp:mrv+fc"}));
    assert_eq!(answers(&all, "answer")[0]["solutions"].as_array().map(Vec::len), Some(4));
    let named = server.job(&json!({"do": "names", "mzn": mzn, "dzn": dzn, "row": "ladder"}));
    let map: Value = serde_json::from_str(file(&named, "formula.map.json").expect("a map")).expect("JSON");
    assert!(map["rules"].as_array().is_some_and(|rules| rules.iter().any(|rule| rule["label"] == "rows")), "{map}");
    let wrong = server.job(&json!({"do": "model", "mzn": "var 1..x: y;\nsolve satisfy;\n"}));
    assert_eq!(answers(&wrong, "answer")[0]["place"], "model.mzn:1:8", "{wrong:?}");
    let tree = server.job(&json!({"do": "tree", "mzn": mzn, "dzn": dzn, "engines": ["csp:mrv"], "format": "json"}));
    assert!(file(&tree, "tree.json").is_some(), "{tree:?}");
}

#[test]
fn games_are_played_move_by_move() {
    let server = Served::start(&[]);
    let game = |moves: Value| {
        let knobs = json!({"rows": 6, "mines": 5, "no-guess": true});
        server.job(&json!({"do": "play", "puzzle": "minesweeper", "knobs": knobs, "seed": 3, "moves": moves}))
    };
    let (begun, hinted) = (game(json!([])), game(json!(["hint"])));
    let text = |events: &[served::Event]| answers(events, "answer")[0]["text"].as_str().expect("a text").to_string();
    assert!(text(&hinted).starts_with(&text(&begun)) && text(&hinted).contains(" is safe"), "{}", text(&hinted));
    let board = include_str!("../instances/omino/ao1.txt");
    let omino =
        server.job(&json!({"do": "play", "puzzle": "omino", "board": board, "first": "machine", "second": "greedy"}));
    assert!(text(&omino).contains("player 1"), "{omino:?}");
}

#[test]
fn a_cancelled_job_is_gone() {
    let server = Served::start(&[]);
    let mut stream = server.begin(&endless());
    let job = until(&mut stream, "started")["job"].clone();
    wait_for("the child", || !server.children().is_empty());
    let children = server.children();
    assert_eq!(server.post("/api/cancel", &json!({ "job": job })).status, 204);
    let done = until(&mut stream, "done");
    assert_eq!((&done["cancelled"], &done["code"]), (&json!(true), &Value::Null));
    assert!(!children.iter().any(|id| is_alive(*id)), "the end is told when the child is gone");
    assert_eq!(server.post("/api/cancel", &json!({ "job": job })).status, 404);
}

#[test]
fn a_client_that_leaves_takes_its_jobs_along() {
    let server = Served::start(&["--jobs", "1"]);
    let mut running = server.begin(&endless());
    until(&mut running, "started");
    wait_for("the child", || !server.children().is_empty());
    let children = server.children();
    let mut waiting = server.begin(&endless());
    assert_eq!(until(&mut waiting, "queued")["ahead"], 0, "nobody waits before it, though one runs");
    leave(waiting);
    let mut next = server.begin(&json!({"do": "draw", "puzzle": "minesweeper", "board": SMALL}));
    until(&mut next, "queued");
    leave(running);
    wait_for("the end of the child", || !children.iter().any(|id| is_alive(*id)));
    assert_eq!(until(&mut next, "done")["code"], 0, "the one that left is not waited for");
}

#[test]
fn limits_end_jobs_and_say_so() {
    let server = Served::start(&[]);
    let mut slow = endless();
    slow["seconds"] = json!(1);
    let events = server.job(&slow);
    let answer = answers(&events, "answer")[0];
    assert_eq!((&answer["status"], &answer["reason"]), (&json!("unknown"), &json!("timeout")), "{events:?}");
    let server = Served::start(&["--memory", "64"]);
    let large = "array[1..3000,1..3000] of var 0..1: x; constraint sum(x) = 5; solve satisfy;";
    let events = server.job(&json!({"do": "model", "mzn": large, "seconds": 50}));
    assert_eq!(answers(&events, "answer")[0]["reason"], "memory", "{events:?}");
    let wordy = format!("var 0..255: {}; solve satisfy;", "x".repeat(200_000));
    let server = Served::start(&[]);
    let events = server.job(&json!({"do": "model", "mzn": wordy, "all": true, "engine": "csp", "seconds": 50}));
    let done = &events.last().expect("an end").1;
    assert_eq!((&done["limit"], &done["code"]), (&json!("output"), &Value::Null));
}

#[test]
fn texts_name_no_files_and_no_programs() {
    let server = Served::start(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let hidden = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("ours");
        path.to_string_lossy().into_owned()
    };
    let path = hidden("secret.mzn", "int: secret = 4711;\n");
    let include = format!("include \"{path}\"; var 1..9: x; constraint x = secret mod 10; solve satisfy;");
    let path = hidden("secret.txt", "0 4711\n");
    let graph = format!("graph: edges:{path}\ncops: 1\nstart: free\n");
    let as_json = json!({"graph": format!("edges:{path}"), "cops": 1}).to_string();
    for request in [
        json!({"do": "model", "mzn": include}),
        json!({"do": "solve", "puzzle": "cops", "board": graph}),
        json!({"do": "draw", "puzzle": "cops", "board": as_json}),
    ] {
        let events = server.job(&request);
        assert_eq!(events.last().expect("an end").1["code"], 3, "{events:?}");
        assert!(!format!("{events:?}").contains("4711"), "{events:?}");
    }
    // The same without the confinement: the texts themselves are right.
    let model = folder.path().join("model.mzn");
    std::fs::write(&model, &include).expect("ours");
    let run = |confined: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        command.arg("solve").arg(&model).env("QUANDARY_CONFINED", confined);
        command.output().expect("it runs").status.code()
    };
    assert_eq!((run(""), run("1")), (Some(10), Some(3)));
}

#[test]
fn what_is_typed_is_escaped_wherever_it_is_shown() {
    let server = Served::start(&[]);
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'";
    let board = json!({"id": evil, "graph": "grid:2x2", "cops": 2}).to_string();
    let model = format!("var 1..3: 'a{}'; solve satisfy;", evil.replace('\'', ""));
    let requests = [
        json!({"do": "draw", "puzzle": "cops", "board": board}),
        json!({"do": "solve", "puzzle": "cops", "board": board}),
        json!({"do": "tree", "puzzle": "cops", "board": board, "horizon": 2, "engines": ["csp"], "seconds": 3}),
        json!({"do": "compare", "puzzle": "cops", "boards": [board], "engines": ["search:antichain"], "seconds": 3}),
        json!({"do": "tree", "mzn": model, "engines": ["csp"]}),
        json!({"do": "compare", "mzn": model, "engines": ["csp"]}),
    ];
    let mut n_files = 0;
    for request in requests {
        let events = server.job(&request);
        for answer in answers(&events, "answer").into_iter().filter(|answer| answer["name"].is_string()) {
            let text = answer["text"].as_str().expect("a text");
            assert!(!text.contains("<script>alert") && !text.contains("<img src=x"), "{request}: {}", answer["name"]);
            n_files += 1;
        }
    }
    assert!(n_files >= 5, "pictures and pages were looked at: {n_files}");
}

#[test]
fn two_hundred_clients_at_once_are_all_answered() {
    let server = Served::start(&[]);
    let request = json!({"do": "solve", "puzzle": "minesweeper", "board": SMALL});
    let answered: Vec<served::Answer> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..200).map(|_| scope.spawn(|| server.post("/api/job", &request))).collect();
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    });
    let (done, told): (Vec<_>, Vec<_>) = answered.iter().partition(|answer| answer.status == 200);
    assert!(told.iter().all(|answer| answer.status == 429 && answer.header("retry-after").is_some()), "none is lost");
    for answer in &done {
        assert_eq!(answer.events().last().expect("an end").1["code"], 10);
    }
    assert!(done.len() >= 100, "{} were answered", done.len());
    wait_for("quiet", || server.children().is_empty() && server.n_left() == 0);
}

#[test]
fn more_jobs_than_may_wait_are_told_to_come_back() {
    let server = Served::start(&["--jobs", "1"]);
    let mut first = server.begin(&endless());
    until(&mut first, "started");
    let waiting: Vec<_> = (0..256)
        .map(|_| {
            let mut stream = server.begin(&endless());
            until(&mut stream, "queued");
            stream
        })
        .collect();
    let refused = server.post("/api/job", &endless());
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    waiting.into_iter().for_each(leave);
    leave(first);
    wait_for("room", || server.post("/api/job", &json!({"do": "generate", "puzzle": "queens"})).status == 200);
}

#[test]
fn connections_beyond_the_most_wait_at_the_door() {
    let server = Served::start(&[]);
    let idle: Vec<_> = (0..520).map(|_| server.connect()).collect();
    assert_eq!(server.get("/").status, 200, "those who say nothing make room");
    drop(idle);
}

#[test]
fn a_reader_who_takes_nothing_is_left() {
    let server = Served::start(&["--jobs", "1"]);
    let n_before = server.n_sockets();
    let wordy = format!("var 0..120: {}; solve satisfy;", "x".repeat(200_000));
    let unread = server.begin(&json!({"do": "model", "mzn": wordy, "all": true, "engine": "csp", "seconds": 20}));
    wait_for("the connection", || server.n_sockets() > n_before);
    let next = server.job(&json!({"do": "draw", "puzzle": "minesweeper", "board": SMALL}));
    assert_eq!(next.last().expect("an end").1["code"], 0, "others are not held up");
    wait_for("the end of patience", || server.n_sockets() == n_before && server.children().is_empty());
    drop(unread);
}

#[test]
fn long_jobs_say_how_far_they_are() {
    let server = Served::start(&[]);
    let mut stream = server.begin(&endless());
    let line = until(&mut stream, "progress")["line"].clone();
    assert!(line.as_str().is_some_and(|line| line.starts_with("board.txt: ") && line.contains(" MB")), "{line}");
}

#[test]
fn reports_made_before_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_string_lossy().into_owned();
    let none = common::quandary(&["serve", "--no-open", "--report", &path]);
    assert_eq!((none.code, none.out.as_str()), (3, ""), "{}", none.err);
    std::fs::write(folder.path().join("report.html"), "<!DOCTYPE html><title>ours</title>").expect("ours");
    let server = Served::start(&["--report", &path]);
    let start: Value = serde_json::from_str(&server.get("/api/start").body).expect("JSON");
    assert_eq!(start["reports"], json!([path]));
    let report = server.get("/api/report/0");
    assert_eq!((report.status, report.header("content-type")), (200, Some("text/plain; charset=utf-8")));
    assert!(report.body.contains("ours"));
    let others = ["/api/report/1", "/api/report/-1", "/api/report/..%2f..%2fetc%2fpasswd"];
    assert_eq!(others.map(|path| server.get(path).status), [404; 3]);
}

#[test]
fn the_document_of_the_protocol_names_every_verb_and_field() {
    let page = std::fs::read_to_string(common::path("docs/page.md")).expect("the page is there");
    for verb in quandary::web::VERBS {
        let line = page.lines().find(|line| line.starts_with(&format!("| `{}` |", verb.word)));
        let line = line.unwrap_or_else(|| panic!("docs/page.md says nothing of {}", verb.word));
        for field in verb.fields {
            assert!(line.contains(&format!("`{field}`")), "docs/page.md: {} takes {field}", verb.word);
        }
    }
}
