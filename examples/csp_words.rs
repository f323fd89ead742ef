//! The table of `docs/csp.md`: what each word of the backtracker is worth, in nodes and processor seconds, on five models.
//!
//!     cargo run --release --example csp_words -- PROGRAM [SECONDS]
//!
//! Every cell is the median of three runs of the program; `-` if the time was not enough in one of them.

use serde_json::Value;
use std::process::{Command, Stdio};

/// The models by their names in the table, and what the program is told to solve.
const MODELS: [(&str, &[&str]); 5] = [
    ("golomb 8", &["models/examples/golomb.mzn", "-D", "m=8"]),
    ("langford 9", &["models/examples/langford.mzn", "-D", "n=9"]),
    ("magic square 5", &["models/examples/magic-square.mzn", "-D", "n=5"]),
    ("queens t3", &["queens", "instances/queens/t3.txt"]),
    ("case3_size8", &["minesweeper", "instances/minesweeper/case3_size8.txt"]),
];

const ORDERS: [&str; 14] = [
    "mrv+mac",
    "wdeg+mac",
    "wdeg+mac+lc",
    "wdeg+mac+cbj",
    "wdeg+mac+luby",
    "wdeg+mac+geometric",
    "wdeg+mac+luby+nogoods",
    "wdeg+mac+geometric+nogoods",
    "wdeg+mac+best",
    "wdeg+mac+phase",
    "chs+mac",
    "activity+mac",
    "impact+mac",
    "wdeg+mac+geometric+nogoods+lc+phase",
];

const N_RUNS: usize = 3;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(program) = args.first() else {
        eprintln!("expected the program");
        std::process::exit(2);
    };
    let limit = args.get(1).map_or("5", String::as_str);
    println!("| order | {} |", MODELS.map(|(name, _)| name).join(" | "));
    println!("|---|{}", "---:|".repeat(MODELS.len()));
    for order in ORDERS {
        let cells: Vec<String> = MODELS.iter().map(|(_, what)| cell(program, what, order, limit)).collect();
        println!("| `{order}` | {} |", cells.join(" | "));
    }
}

/// Nodes and the median of the times.
fn cell(program: &str, what: &[&str], order: &str, limit: &str) -> String {
    let mut runs = Vec::new();
    for _ in 0..N_RUNS {
        let Some(run) = run(program, what, order, limit) else { return "-".to_string() };
        runs.push(run);
    }
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (nodes, seconds) = runs[N_RUNS / 2];
    format!("{nodes} / {seconds:.2} s")
}

/// Nodes and processor seconds of one run, if it answered.
fn run(program: &str, what: &[&str], order: &str, limit: &str) -> Option<(u64, f64)> {
    let engine = format!("csp:{order}");
    let options = ["--json", "-t", limit, "-e", &engine];
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(program);
    command.current_dir(folder).arg("solve").args(what).args(options).stdin(Stdio::null());
    let said = command.output().ok()?;
    let answer: Value = serde_json::from_slice(&said.stdout).ok()?;
    let stats = &answer["stats"];
    let is_done = answer["reason"].is_null() && answer["status"] != "unknown";
    Some((stats["nodes"].as_u64().unwrap_or(0), stats["cpu_seconds"].as_f64()?)).filter(|_| is_done)
}
