//! Hostile requests and what they get: the table of `docs/page.md`, replayed. The server stays alive and does not grow.
#![cfg(all(feature = "serve", target_os = "linux"))]

mod common;
#[path = "common/served.rs"]
mod served;

use serde_json::json;
use served::{Answer, Served, posted, read};
use std::io::Write;

/// A request, what it is in words, and the status it gets; 0 if the connection is closed without one.
struct Hostile {
    what: String,
    request: String,
    status: u16,
}

fn hostile(what: &str, request: impl Into<String>, status: u16) -> Hostile {
    Hostile { what: what.to_string(), request: request.into(), status }
}

/// With the right host and token, and these lines besides.
fn asked(what: &str, line: &str, more: &str, status: u16) -> Hostile {
    let head = format!("{line} HTTP/1.1\r\nHost: HOST\r\nX-Quandary-Token: TOKEN\r\n{more}Connection: close\r\n\r\n");
    hostile(what, head, status)
}

fn host(what: &str, hosts: &str, status: u16) -> Hostile {
    let token = "X-Quandary-Token: TOKEN\r\nConnection: close\r\n";
    hostile(what, format!("GET /api/start HTTP/1.1\r\n{hosts}{token}\r\n"), status)
}

fn token(what: &str, path: &str, lines: &str) -> Hostile {
    hostile(what, format!("GET {path} HTTP/1.1\r\nHost: HOST\r\n{lines}Connection: close\r\n\r\n"), 401)
}

fn typed(what: &str, lines: &str, status: u16) -> Hostile {
    asked(what, "POST /api/job", &format!("{lines}Content-Length: 2\r\n"), status).with("{}")
}

fn job(what: &str, body: impl ToString, status: u16) -> Hostile {
    hostile(what, posted("/api/job", &body.to_string()), status)
}

impl Hostile {
    fn with(mut self, body: &str) -> Hostile {
        self.request += body;
        self
    }
}

fn hosts() -> Vec<Hostile> {
    vec![
        host("no `Host`", "", 403),
        host("an empty `Host`", "Host: \r\n", 403),
        host("a foreign `Host`", "Host: evil.example\r\n", 403),
        host("a foreign `Host` with our port, as a rebound name has", "Host: evil.example:PORT\r\n", 403),
        host("our address with another port", "Host: 127.0.0.1:1\r\n", 403),
        host("our address without a port", "Host: 127.0.0.1\r\n", 403),
        host("a name that begins with our address", "Host: 127.0.0.1.evil.example:PORT\r\n", 403),
        host("every address", "Host: 0.0.0.0:PORT\r\n", 403),
        host("a user before our address", "Host: evil@HOST\r\n", 403),
        host("two `Host`s, ours first", "Host: HOST\r\nHost: evil.example\r\n", 403),
        asked("a whole address of another host as target", "GET http://evil.example/api/start", "", 403),
        hostile("HTTP/1.0 without `Host`", "GET / HTTP/1.0\r\n\r\n", 403),
    ]
}

fn tokens() -> Vec<Hostile> {
    vec![
        token("no token", "/api/start", ""),
        token("an empty token", "/api/start", "X-Quandary-Token: \r\n"),
        token("a wrong token", "/api/start", "X-Quandary-Token: 00000000000000000000000000000000\r\n"),
        token("more than the token", "/api/start", "X-Quandary-Token: TOKEN0\r\n"),
        token("the token twice", "/api/start", "X-Quandary-Token: TOKEN\r\nX-Quandary-Token: TOKEN\r\n"),
        token("the token in the query", "/api/start?token=TOKEN", ""),
        token("the token as a cookie", "/api/start", "Cookie: X-Quandary-Token=TOKEN\r\n"),
        token("the token as a bearer's", "/api/start", "Authorization: Bearer TOKEN\r\n"),
        token("a file of the system without token", "/etc/passwd", ""),
        hostile(
            "a job from a form of another page",
            "POST /api/job HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
            403,
        ),
    ]
}

fn origins_and_methods() -> Vec<Hostile> {
    vec![
        asked("a foreign `Origin`, even with the token", "GET /api/start", "Origin: http://evil.example\r\n", 403),
        asked("`Origin: null`", "GET /api/start", "Origin: null\r\n", 403),
        asked("our origin with another port", "GET /api/start", "Origin: http://127.0.0.1:1\r\n", 403),
        asked("a preflight", "OPTIONS /api/job", "Access-Control-Request-Method: POST\r\n", 405),
        asked("a job by GET", "GET /api/job", "", 405),
        asked("POST to the page", "POST /", "", 405),
        asked("DELETE", "DELETE /api/start", "", 405),
        asked("TRACE", "TRACE /", "", 405),
        asked("a method that nobody knows", "BREW /api/start", "", 405),
        asked("an upgrade to a web socket", "GET /api/job", "Upgrade: websocket\r\n", 405),
    ]
}

fn paths() -> Vec<Hostile> {
    vec![
        asked("up and out of the files", "GET /assets/../../../etc/passwd", "", 404),
        asked("the same in disguise", "GET /assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "", 404),
        asked("the same with backslashes", "GET /assets/..%5c..%5cCargo.toml", "", 404),
        asked("an absolute path", "GET /assets//etc/passwd", "", 404),
        asked("a name with a zero byte", "GET /assets/index.html%00.png", "", 404),
        asked("a name that is no text", "GET /assets/%ff%fe", "", 400),
        asked("an unknown address", "GET /api/shutdown", "", 404),
    ]
}

fn bodies() -> Vec<Hostile> {
    let large = format!("{{\"do\":\"solve\",\"board\":\"{}\"}}", "x".repeat(1 << 20));
    let chunked = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    let json = "Content-Type: application/json\r\n";
    let board = "1".repeat(300_000);
    vec![
        typed("a body of plain text", "Content-Type: text/plain\r\n", 415),
        typed("a form", "Content-Type: application/x-www-form-urlencoded\r\n", 415),
        typed("a form of parts", "Content-Type: multipart/form-data; boundary=x\r\n", 415),
        typed("no type", "", 415),
        typed("two types", "Content-Type: application/json\r\nContent-Type: text/plain\r\n", 415),
        typed("a packed body", "Content-Type: application/json\r\nContent-Encoding: gzip\r\n", 415),
        asked("a length of 4 GB", "POST /api/job", &format!("{json}Content-Length: 4294967296\r\n"), 413),
        asked(
            "a chunked body of 1 MB and more",
            "POST /api/job",
            &format!("{json}Transfer-Encoding: chunked\r\n"),
            413,
        )
        .with(&chunked),
        asked("a length below zero", "POST /api/job", &format!("{json}Content-Length: -1\r\n"), 400),
        asked("two lengths", "POST /api/job", &format!("{json}Content-Length: 2\r\nContent-Length: 3\r\n"), 400),
        asked("a head of 64 kB", "GET /", &format!("X-Long: {}\r\n", "x".repeat(64 << 10)), 431),
        asked("300 headers", "GET /", &"X-Many: x\r\n".repeat(300), 431),
        job("a board of 300 kB", json!({"do": "solve", "puzzle": "minesweeper", "board": board}), 413),
    ]
}

fn texts() -> Vec<Hostile> {
    vec![
        job("no JSON", "{", 400),
        job("JSON that is no object", "[]", 400),
        job("100,000 brackets", "[".repeat(100_000), 400),
        job("no verb", "{}", 400),
        job("a verb that nobody knows", json!({"do": "shell", "board": "id"}), 400),
        job(
            "a field that nobody knows",
            json!({"do": "draw", "puzzle": "cops", "board": "x", "output": "/tmp/x"}),
            400,
        ),
        job("a field of another verb", json!({"do": "draw", "puzzle": "cops", "board": "x", "engine": "sat"}), 400),
        job("a number for a text", json!({"do": "draw", "puzzle": "cops", "board": 1}), 400),
        job("a puzzle that is an option", json!({"do": "draw", "puzzle": "--help", "board": "x"}), 400),
        job("a puzzle that is a path", json!({"do": "draw", "puzzle": "../../etc/passwd", "board": "x"}), 400),
        job("a year of time", json!({"do": "count", "puzzle": "queens", "board": "x", "seconds": 31_536_000}), 400),
        job("less than no time", json!({"do": "count", "puzzle": "queens", "board": "x", "seconds": -1}), 400),
        job(
            "an outside solver",
            json!({"do": "solve", "puzzle": "queens", "board": "x", "engine": "sat::process:id"}),
            403,
        ),
        job("an outside solver's tree", json!({"do": "tree", "mzn": "x", "engines": ["csp", "sat::process:id"]}), 403),
        job("an outside solver's formula", json!({"do": "export", "mzn": "x", "engine": "sat::process:id"}), 403),
        job("MiniZinc's solver", json!({"do": "compare", "mzn": "x", "engines": ["minizinc:gecode"]}), 403),
        job(
            "a graph in a file",
            json!({"do": "generate", "puzzle": "cops", "knobs": {"graph": "edges:/etc/passwd"}}),
            403,
        ),
        job("a knob that is no knob", json!({"do": "generate", "puzzle": "cops", "knobs": {"output": "/tmp/x"}}), 400),
        job("a format that is a path", json!({"do": "export", "mzn": "x", "format": "../x"}), 400),
        job(
            "a formulation that is a path",
            json!({"do": "draw", "puzzle": "cops", "board": "x", "formulation": "/x"}),
            400,
        ),
        job(
            "a million runs",
            json!({"do": "compare", "puzzle": "cops", "boards": vec!["x"; 1000], "engines": vec!["sat"; 1000]}),
            400,
        ),
        job("a move of two lines", json!({"do": "play", "puzzle": "minesweeper", "moves": ["1 1\nquit"]}), 400),
    ]
}

fn protocols() -> Vec<Hostile> {
    vec![
        hostile("bytes that are no HTTP", "\u{1}\u{2}\u{3}\r\n\r\n", 400),
        hostile("the beginning of TLS", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", 400),
        hostile("the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0),
        hostile("a line without end", "GET /".to_string() + &"a".repeat(100_000), 431),
    ]
}

fn all() -> Vec<Hostile> {
    [hosts(), tokens(), origins_and_methods(), paths(), bodies(), texts(), protocols()].into_iter().flatten().collect()
}

/// What a server says of all of them.
fn replayed(server: &Served, all: &[Hostile]) -> Vec<Answer> {
    all.iter().map(|hostile| server.raw(&hostile.request)).collect()
}

#[test]
fn all_are_refused_and_the_server_lives_on() {
    let mut server = Served::start(&[]);
    let all = all();
    assert!(all.len() >= 50, "{}", all.len());
    let wrong: Vec<String> = replayed(&server, &all)
        .iter()
        .zip(&all)
        .filter(|(answer, hostile)| answer.status != hostile.status)
        .map(|(answer, hostile)| {
            format!("{}: {} {}, expected {}", hostile.what, answer.status, answer.body, hostile.status)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let before = (server.kilobytes(), server.n_open());
    for _ in 0..5 {
        for answer in replayed(&server, &all) {
            assert!(!answer.head.contains("access-control-"), "{}", answer.head);
            assert!(!answer.body.contains(&server.token), "no answer has the token");
        }
    }
    let after = (server.kilobytes(), server.n_open());
    assert!(after.0 < before.0 + 8192, "memory grew from {} kB to {} kB", before.0, after.0);
    assert!(after.1 <= before.1 + 4, "{} and then {} files were open", before.1, after.1);
    assert_eq!((server.children(), server.n_left()), (Vec::new(), 0), "nothing was started, nothing is left");
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.signalled("-TERM"), (Some(0), String::new(), String::new()), "nothing is logged");
}

#[test]
fn slow_ones_are_cut_off() {
    let server = Served::start(&[]);
    let slow = [
        ("nothing at all", String::new()),
        ("half a head", server.filled("GET / HTTP/1.1\r\nHost: HOST\r\nX-")),
        ("half a body", server.filled(&posted("/api/job", "{}")).trim_end_matches('}').to_string()),
    ];
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let clients: Vec<_> = slow.iter().map(|(_, text)| scope.spawn(|| trickle(&server, text))).collect();
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    });
    assert!(answers[..2].iter().all(|answer| [0, 408].contains(&answer.status)), "{answers:?}");
    assert_eq!(answers[2].status, 408, "{answers:?}");
    assert_eq!(server.get("/").status, 200);
}

/// Sends a beginning and waits until the server has enough of it.
fn trickle(server: &Served, text: &str) -> Answer {
    let mut stream = server.connect();
    stream.write_all(text.as_bytes()).expect("it is taken");
    read(&mut stream)
}

#[test]
fn the_document_lists_them() {
    const START: &str = "<!-- hostile requests, written by tests/serve_hostile.rs -->\n";
    let path = common::path("docs/page.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(START).expect("a place for the table");
    let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
    let rows = (1..).zip(all()).map(|(number, one)| format!("| {number} | {} | {} |\n", one.what, shown(one.status)));
    let table = format!("| | request | answer |\n|---|---|---|\n{}", rows.collect::<String>());
    let expected = format!("{before}{START}{table}\n{after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &expected).expect("the page can be written");
    }
    let is_same = std::env::var_os("UPDATE_DOCS").is_some() || page == expected;
    assert!(is_same, "docs/page.md is out of date; run UPDATE_DOCS=1 cargo test --test serve_hostile");
}

fn shown(status: u16) -> String {
    if status == 0 { "closed".to_string() } else { status.to_string() }
}
