//! Minesweeper boards from file to judged answer, one process per run: seconds, memory, and the ratio to the default.
//!
//! `cargo bench --bench boards [-- SIZE...]` (sizes 16 50 100 200 unless given). Boards are the source's: a quarter mines,
//! half of the rest revealed. Machines are noisy, so read the ratios within one run, not the seconds.

use std::process::{Command, Stdio};
use std::time::Instant;

const ENGINES: &[&str] = &[
    "sat:split:varisat",
    "sat:split:batsat",
    "sat:whole+adder:varisat",
    "sat:whole+adder:batsat",
    "sat:whole+totalizer:varisat",
    "sat:whole+sequential:varisat",
    "sat:whole+network:varisat",
    "csp:mrv+fc",
    "csp:mrv+degree+mac",
];
const LIMIT: &str = "10";

fn main() {
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![16, 50, 100, 200] } else { sizes };
    println!(
        "{:<9} {:<32} {:<14} {:>9} {:>9} {:>9} {:>11} {:>11}",
        "board", "engine", "verdict", "seconds", "ratio", "MB", "variables", "clauses"
    );
    for size in sizes {
        let board = board(size);
        let mut base = None;
        for engine in ENGINES {
            let (seconds, json) = solve(&board, engine);
            let base = *base.get_or_insert(seconds);
            let number = |name: &str| json["stats"][name].as_u64().unwrap_or(0);
            let verdict = json["status"].as_str().unwrap_or("failed");
            let memory = number("peak_bytes") as f64 / 1e6;
            println!(
                "{:<9} {engine:<32} {verdict:<14} {seconds:>9.3} {:>9.2} {memory:>9.0} {:>11} {:>11}",
                format!("{size}x{size}"),
                seconds / base,
                number("variables"),
                number("clauses")
            );
        }
    }
}

/// A board of the source's generator, in a file.
fn board(size: u32) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let out = file.reopen().expect("the file is ours");
    let size = size.to_string();
    let args = ["generate", "minesweeper", "--rows", &size, "--seed", "1"];
    let status = Command::new(env!("CARGO_BIN_EXE_quandary")).args(args).stdout(out).status();
    assert!(status.expect("the program runs").success());
    file
}

fn solve(board: &tempfile::NamedTempFile, engine: &str) -> (f64, serde_json::Value) {
    let path = board.path().to_string_lossy().into_owned();
    let args = ["solve", "minesweeper", &path, "--json", "--engine", engine, "--timeout", LIMIT, "--memory", "4000"];
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_quandary")).args(args).stderr(Stdio::null()).output();
    let seconds = started.elapsed().as_secs_f64();
    let text = output.expect("the program runs").stdout;
    (seconds, serde_json::from_slice(&text).unwrap_or_default())
}
