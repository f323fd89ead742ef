//! Draws random models, counts their solutions by the judge of the file, and compares with the engines.
//!
//! `cargo run --release --example grammar -- [--models N] [--seed S] [--minizinc] [--show SEED]`. Prints every difference with its
//! seed and its text, and at the end how many models agreed. With `--minizinc`, the real `minizinc` is asked, too.

#[path = "../tests/common/compare.rs"]
mod compare;
#[path = "../tests/common/grammar/mod.rs"]
mod grammar;

use compare::{Compared, Others, compare};
use std::collections::BTreeMap;

/// What is wanted.
struct Wanted {
    models: u64,
    seed: u64,
    show: Option<u64>,
    minizinc: bool,
}

fn main() {
    let wanted = wanted(std::env::args().skip(1).collect());
    let others = Others { engines: &["sat", "csp"], minizinc: wanted.minizinc, mistake: None };
    if let Some(seed) = wanted.show {
        let drawn = grammar::draw(seed);
        println!("{}{:?}", drawn.text, compare(&drawn, &others));
        return;
    }
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let mut reasons: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut n_solutions = 0;
    for seed in wanted.seed..wanted.seed + wanted.models {
        let drawn = grammar::draw(seed);
        let end = match compare(&drawn, &others) {
            Compared::Same(n) => {
                n_solutions += n;
                if n == 0 { "same, without solutions" } else { "same" }
            }
            Compared::Refused(why) => counted(&mut reasons, "refused", why, seed),
            Compared::Unjudged(why) => counted(&mut reasons, "not judged", why, seed),
            Compared::Different(how) => {
                println!("--- seed {seed}: {how}\n{}", drawn.text);
                "different"
            }
        };
        *ends.entry(end).or_default() += 1;
    }
    for (end, n) in &ends {
        println!("{n:>8} {end}");
    }
    println!("{n_solutions:>8} solutions in all");
    let mut reasons: Vec<((u64, u64), String)> = reasons.into_iter().map(|(why, n)| (n, why)).collect();
    reasons.sort_unstable_by(|a, b| b.cmp(a));
    for ((n, first), why) in reasons.iter().take(40) {
        println!("{n:>8} {why} (first at seed {first})");
    }
    std::process::exit(i32::from(ends.contains_key("different")));
}

/// Counts a reason, and keeps the first seed that has it.
fn counted(reasons: &mut BTreeMap<String, (u64, u64)>, end: &'static str, why: String, seed: u64) -> &'static str {
    let why: String = why.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    reasons.entry(format!("{end}: {why}")).or_insert((0, seed)).0 += 1;
    end
}

fn wanted(args: Vec<String>) -> Wanted {
    let number = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse().ok()
    };
    let minizinc = args.iter().any(|arg| arg == "--minizinc");
    let (models, seed) = (number("--models").unwrap_or(1000), number("--seed").unwrap_or(1));
    Wanted { models, seed, show: number("--show"), minizinc }
}
