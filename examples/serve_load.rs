//! The page's server under load: many clients at once, then many requests one after the other, and what is left of them.
//!
//! `cargo build --release && cargo run --release --example serve_load -- [--clients 200] [--requests 10000]`. The first part lets so many
//! clients ask for the solution of a small board at the same moment and says how long they waited. The second sends requests
//! of every kind, most of them jobs, from eight clients, and looks at the server's memory, open files and children before
//! and after. The exit code is 1 if a client is lost, or if something is left.

#[path = "../tests/common/served.rs"]
mod served;

use serde_json::{Value, json};
use served::Served;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const BOARD: &str = include_str!("../instances/minesweeper/simple4.txt");
/// How many clients send the requests of the second part.
const N_CLIENTS: usize = 8;
/// What the server may have more of afterwards, in kilobytes.
const SLACK: u64 = 8 << 10;

fn main() -> ExitCode {
    let (n_clients, n_requests) = (option("--clients", 200), option("--requests", 10_000));
    let mut server = Served::start(&[]);
    let lost = at_once(&server, n_clients);
    let left = one_after_the_other(&server, n_requests);
    let (code, _, err) = server.signalled("-TERM");
    let left = left || server.n_left() > 0;
    println!("stopped with {code:?}, {} bytes on standard error", err.len());
    ExitCode::from(u8::from(lost > 0 || left || code != Some(0)))
}

fn option(name: &str, default: usize) -> usize {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(default)
}

/// Lets all clients ask at once; how many got neither an answer nor a word to wait.
fn at_once(server: &Served, n_clients: usize) -> usize {
    let request = json!({"do": "solve", "puzzle": "minesweeper", "board": BOARD});
    let began = Instant::now();
    let mut waited: Vec<(u16, f64)> = std::thread::scope(|scope| {
        let one = || {
            let began = Instant::now();
            let answer = server.post("/api/job", &request);
            let is_whole = answer.status != 200 || answer.body.contains("event: done");
            (if is_whole { answer.status } else { 0 }, began.elapsed().as_secs_f64())
        };
        let clients: Vec<_> = (0..n_clients).map(|_| scope.spawn(one)).collect();
        clients.into_iter().map(|client| client.join().unwrap_or((0, 0.0))).collect()
    });
    waited.sort_by(|a, b| a.1.total_cmp(&b.1));
    let n = |status: u16| waited.iter().filter(|(s, _)| *s == status).count();
    let at = |share: f64| waited.get((share * waited.len() as f64) as usize).map_or(0.0, |(_, seconds)| *seconds);
    let lost = n_clients - n(200) - n(429);
    println!(
        "{n_clients} clients at once: {} answered, {} told to come back, {lost} lost; median {:.2} s, p95 {:.2} s, all {:.2} s",
        n(200),
        n(429),
        at(0.5),
        at(0.95),
        began.elapsed().as_secs_f64()
    );
    lost
}

/// Sends many requests; whether something is left of them.
fn one_after_the_other(server: &Served, n_requests: usize) -> bool {
    // What is made once and kept is there by now.
    let _ = (0..64).filter(|number| send(server, *number)).count();
    let before = measured(server);
    let (next, n_failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..N_CLIENTS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= n_requests {
                        return;
                    }
                    n_failed.fetch_add(usize::from(!send(server, number)), Ordering::Relaxed);
                }
            });
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let n_failed = n_failed.into_inner();
    // Threads that wait for work end by themselves.
    std::thread::sleep(Duration::from_secs(12));
    let after = measured(server);
    println!("{n_requests} requests in {seconds:.1} s, {n_failed} not answered as they should be");
    println!("          memory      open files  children");
    for (word, (kilobytes, n_open, n_children)) in [("before", before), ("after", after)] {
        println!("{word:<8}  {kilobytes:>7} kB  {n_open:>10}  {n_children:>8}");
    }
    n_failed > 0 || after.0 > before.0 + SLACK || after.1 > before.1 + 4 || after.2 > before.2
}

/// Memory, open files and children at work.
fn measured(server: &Served) -> (u64, usize, usize) {
    (server.kilobytes(), server.n_open(), server.children().len())
}

/// Sends one request of the kind that its number says; whether the answer is as it should be.
fn send(server: &Served, number: usize) -> bool {
    let job = |request: Value| {
        let answer = server.post("/api/job", &request);
        answer.status == 200 && answer.body.contains("event: done")
    };
    match number % 8 {
        0 => server.get("/").status == 200,
        1 => server.get("/api/start").status == 200,
        2 => server.get("/assets/none").status == 404,
        3 => server.post("/api/job", &json!({"do": "nothing"})).status == 400,
        4 => job(json!({"do": "generate", "puzzle": "minesweeper", "seed": number})),
        5 => job(json!({"do": "draw", "puzzle": "minesweeper", "board": BOARD})),
        6 => job(json!({"do": "solve", "puzzle": "minesweeper", "board": BOARD})),
        _ => left(server),
    }
}

/// A job whose client leaves as soon as it is taken.
fn left(server: &Served) -> bool {
    let mut stream = server.begin(&served::endless());
    served::until(&mut stream, "queued");
    served::leave(stream);
    true
}
