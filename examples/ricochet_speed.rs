//! How fast the optimal searches for Ricochet Robots are, by required moves, on random games of the classic boards.
//!
//! `cargo run --release --example ricochet_speed [GAMES] [SECONDS]`: so many games (572), and a limit per run (10 s). Times are
//! CPU times, averages over as many runs as take 20 ms, for every search alike, so that a busy machine does not favour
//! one. A search that hits the limit in a row is shown with `>`: its average is a lower bound. Nodes are what each search
//! counts: states, or sets of states for `fast`.

use quandary::puzzles::ricochet::{Config, Verdict, fast, generate, iddfs, naive};
use quandary::search::Budget;
use std::collections::BTreeMap;
use std::hint::black_box;

type SearchMoves = fn(&Config, &Budget) -> (Verdict, u64);

const SEARCHES: [(&str, SearchMoves); 3] = [("naive", naive::search), ("iddfs", iddfs::search), ("fast", fast::search)];

/// Sums of one search over the games of one length.
#[derive(Clone, Copy, Default)]
struct Sums {
    milliseconds: f64,
    nodes: f64,
    n_stopped: usize,
}

fn main() {
    let number = |at: usize, default: f64| std::env::args().nth(at).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (n_games, limit) = (number(1, 572.0) as u64, number(2, 10.0));
    let mut rows: BTreeMap<usize, (usize, [Sums; 3])> = BTreeMap::new();
    for seed in 0..n_games {
        let config = generate::classic(None, 4, seed).config;
        let Verdict::Solved(moves) = fast::search(&config, &Budget::unlimited()).0 else { continue };
        let (n, sums) = rows.entry(moves.len()).or_default();
        *n += 1;
        for ((name, search), sums) in SEARCHES.into_iter().zip(sums) {
            let (verdict, nodes, milliseconds) = measure(search, &config, limit);
            match verdict {
                Verdict::Solved(found) => assert_eq!(found.len(), moves.len(), "{name}, seed {seed}"),
                _ => sums.n_stopped += 1,
            }
            sums.milliseconds += milliseconds;
            sums.nodes += nodes as f64;
        }
    }
    print(&rows);
}

/// The average over as many runs as take long enough for the clock.
fn measure(search: SearchMoves, config: &Config, limit: f64) -> (Verdict, u64, f64) {
    let start = milliseconds();
    let mut n_runs: u32 = 0;
    // To read the clock takes longer than to solve a short game: it is looked at ever more rarely.
    for doubling in 0.. {
        for _ in 1..1 << doubling {
            black_box(search(black_box(config), &Budget::seconds(limit)));
        }
        let (verdict, nodes) = search(config, &Budget::seconds(limit));
        n_runs += 1 << doubling;
        let total = milliseconds() - start;
        if total > 20.0 {
            return (verdict, nodes, total / f64::from(n_runs));
        }
    }
    unreachable!("the clock goes on")
}

/// The CPU time of this thread, where the system says it; else the time of day.
fn milliseconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    let today = || std::time::UNIX_EPOCH.elapsed().map_or(0.0, |d| d.as_secs_f64() * 1e9);
    nanoseconds.unwrap_or_else(today) / 1e6
}

fn print(rows: &BTreeMap<usize, (usize, [Sums; 3])>) {
    println!(
        "| moves | games | naive ms | iddfs ms | fast ms | naive nodes | iddfs nodes | fast nodes | naive/fast | iddfs/fast |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (moves, (n, sums)) in rows {
        let mark = |s: &Sums| if s.n_stopped > 0 { ">" } else { "" };
        let time = |s: &Sums| format!("{}{:.4}", mark(s), s.milliseconds / *n as f64);
        let nodes = |s: &Sums| format!("{}{:.0}", mark(s), s.nodes / *n as f64);
        let ratio = |s: &Sums| format!("{}{:.1}", mark(s), s.milliseconds / sums[2].milliseconds);
        let cells = [
            sums.iter().map(time).collect::<Vec<_>>(),
            sums.iter().map(nodes).collect(),
            sums[..2].iter().map(ratio).collect(),
        ];
        println!("| {moves} | {n} | {} |", cells.concat().join(" | "));
    }
}
