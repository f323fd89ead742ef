//! Draws random models, counts their solutions by the judge of the file, and compares with the engines.
//!
//! `cargo run --release --example grammar -- [--models N] [--seed S] [--engines LIST] [--whole] [--minizinc] [--show SEED]`. Prints every
//! difference with its seed and its text, and at the end how many models agreed. `LIST` names engines, with commas between them;
//! the word `rows` is a formula and a search with other rows for each model. `--whole` draws models around constraints that stay whole. With `--minizinc`, the real `minizinc` is asked, too.

#[path = "../tests/common/compare.rs"]
mod compare;
#[path = "../tests/common/grammar/mod.rs"]
mod grammar;
#[path = "../tests/common/rotate.rs"]
mod rotate;

use compare::{Compared, Others, compare};
use std::collections::BTreeMap;

/// What is wanted.
struct Wanted {
    models: u64,
    seed: u64,
    show: Option<u64>,
    minizinc: bool,
    engines: Vec<String>,
    draw: fn(u64) -> grammar::Drawn,
}

impl Wanted {
    fn compare(&self, drawn: &grammar::Drawn, seed: u64) -> Compared {
        let engines = rotate::engines(&self.engines, seed);
        let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
        compare(drawn, &Others { engines: &engines, minizinc: self.minizinc, mistake: None })
    }
}

fn main() {
    let wanted = wanted(std::env::args().skip(1).collect());
    if let Some(seed) = wanted.show {
        let drawn = (wanted.draw)(seed);
        println!("{}{:?}", drawn.text, wanted.compare(&drawn, seed));
        return;
    }
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let mut reasons: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut n_solutions = 0;
    for seed in wanted.seed..wanted.seed + wanted.models {
        let drawn = (wanted.draw)(seed);
        let end = match wanted.compare(&drawn, seed) {
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
    let after = |name: &str| args.get(args.iter().position(|arg| arg == name)? + 1);
    let number = |name: &str| after(name)?.parse().ok();
    let engines = after("--engines").map_or("sat,csp", String::as_str).split(',').map(str::to_string).collect();
    let minizinc = args.iter().any(|arg| arg == "--minizinc");
    let draw = if args.iter().any(|arg| arg == "--whole") { grammar::draw_whole } else { grammar::draw };
    let (models, seed) = (number("--models").unwrap_or(1000), number("--seed").unwrap_or(1));
    Wanted { models, seed, show: number("--show"), minizinc, engines, draw }
}
