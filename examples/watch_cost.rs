//! What telling costs when nobody listens: two programs on the same searches, in turns, by the time they looked for answers.
//!
//!     cargo run --release --example watch_cost -- OLD-PROGRAM NEW-PROGRAM [PAIRS]

use std::process::{Command, Stdio};

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/minesweeper/case3_size8.txt");
const ENGINES: [&str; 3] = ["csp:lcv", "csp:mrv+fc", "csp:mrv+mac"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [old, new, rest @ ..] = args.as_slice() else {
        eprintln!("expected two programs and perhaps a number of pairs");
        std::process::exit(2);
    };
    let n_pairs: usize = rest.first().and_then(|n| n.parse().ok()).unwrap_or(20);
    for engine in ENGINES {
        let mut ratios: Vec<f64> = (0..n_pairs).filter_map(|pair| ratio(old, new, engine, pair % 2 == 0)).collect();
        ratios.sort_by(f64::total_cmp);
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
        let at = |share: f64| ratios.get((share * ratios.len() as f64) as usize).copied().unwrap_or(f64::NAN);
        println!("{engine}: {mean:.3}, quartiles {:.3}..{:.3}, {} pairs", at(0.25), at(0.75), ratios.len());
    }
}

/// The new program's time by the old one's, who runs first changed from pair to pair.
fn ratio(old: &str, new: &str, engine: &str, old_first: bool) -> Option<f64> {
    let (first, second) = if old_first { (old, new) } else { (new, old) };
    let (a, b) = (seconds(first, engine)?, seconds(second, engine)?);
    Some(if old_first { b / a } else { a / b })
}

/// How long one run looked for answers, as its statistics say.
fn seconds(program: &str, engine: &str) -> Option<f64> {
    let run =
        Command::new(program).args(["solve", BOARD, "--json", "-e", engine]).stdin(Stdio::null()).output().ok()?;
    let answer: serde_json::Value = serde_json::from_slice(&run.stdout).ok()?;
    answer["stats"]["solve_seconds"].as_f64().filter(|s| *s > 0.0)
}
