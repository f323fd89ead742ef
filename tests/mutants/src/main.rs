//! Do the tests bite? Small faults are put into the sources, and the tests must notice.
//!
//! All faults of a sample go into one copy of the tree, each behind a switch, so that one build serves them all; a run of
//! the tests with `QUANDARY_MUTANT=17` in its environment meets fault 17 only. A fault is *caught* when a test fails or
//! does not come to its end, and *survives* when every test it was shown passes.
//!
//! ```sh
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- --per-folder 60 --seed 1
//! ```

mod plant;
mod sites;
mod trial;

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// What the faults are put into, which unit tests are likely to notice, and which other tests may: programs, and after the name
/// which of their tests if not all.
const FOLDERS: &[(&str, &str, &[&str])] = &[
    ("src/encode", "encode::", &["quandary", "findings_encode", "encoding_sizes", "backends", "flattening", "cli"]),
    ("src/csp/propagate", "csp::", &["quandary", "flattening", "backends", "puzzles"]),
    ("src/front/flatten", "front::", &["quandary", "flattening", "language boolean_ every_", "findings_front", "cli"]),
    ("src/presolve", "presolve::", &["quandary", "flattening", "backends", "findings_program", "puzzles"]),
    ("src/puzzles/*/check.rs", "check::", PUZZLES),
];

/// The tests of the puzzles.
const PUZZLES: &[&str] = &[
    "quandary",
    "puzzles",
    "findings_puzzles",
    "cops",
    "lightup",
    "minesweeper",
    "monkey",
    "omino",
    "queens",
    "ricochet",
    "cli",
];

/// What the user asked for.
struct Asked {
    per_folder: usize,
    seed: u64,
    only: Option<String>,
    work: PathBuf,
    /// How many of a folder's sample are tried.
    tries: usize,
    /// Only these, by their numbers.
    ids: Vec<u32>,
}

fn main() -> anyhow::Result<()> {
    let asked = asked()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let folders: Vec<_> =
        FOLDERS.iter().filter(|(f, ..)| asked.only.as_deref().is_none_or(|only| *f == only)).collect();
    if folders.is_empty() {
        bail!("--only takes one of {}", FOLDERS.iter().map(|(f, ..)| *f).collect::<Vec<_>>().join(", "));
    }
    let wanted: Vec<&str> = folders.iter().flat_map(|(.., others)| others.iter().copied()).collect();
    let mut sample = Vec::new();
    for (folder, ..) in &folders {
        sample.extend(sites::sample(&root, folder, asked.per_folder, asked.seed)?);
    }
    let (sample, tests) = trial::build(&root, &asked.work, sample, &wanted)?;
    let log = asked.work.join("mutants.tsv");
    let mut lines = String::new();
    let mut figures = Vec::new();
    for (folder, filter, others) in folders {
        let all: Vec<_> = sample.iter().filter(|s| s.folder == *folder).collect();
        let n = asked.tries.min(all.len());
        let mine: Vec<_> = match asked.ids.is_empty() {
            true => (0..n).map(|i| all[i * all.len() / n]).collect(),
            false => all.into_iter().filter(|site| asked.ids.contains(&site.id)).collect(),
        };
        let mut caught = 0;
        // Two at a time: much of a test program runs on one core.
        for pair in mine.chunks(2) {
            let try_one = |site: &sites::Site| trial::try_one(&tests, &asked.work, (filter, others), site.id);
            let fates = std::thread::scope(|scope| {
                let running: Vec<_> = pair.iter().map(|site| scope.spawn(|| try_one(site))).collect();
                running
                    .into_iter()
                    .map(|r| r.join().expect("a trial does not panic"))
                    .collect::<anyhow::Result<Vec<_>>>()
            })?;
            for (site, fate) in pair.iter().zip(fates) {
                caught += usize::from(fate != "survived");
                let line = format!("{folder}\t{}\t{}:{}\t{}\t{fate}\n", site.id, site.file, site.line, site.what);
                print!("{line}");
                lines.push_str(&line);
            }
            std::fs::write(&log, &lines)?;
        }
        figures.push((*folder, mine.len(), caught));
    }
    println!("\n{:<24} {:>7} {:>7} {:>6}", "folder", "mutants", "caught", "share");
    for (folder, n, caught) in figures {
        println!("{folder:<24} {n:>7} {caught:>7} {:>5.1}%", 100.0 * caught as f64 / n.max(1) as f64);
    }
    println!("every fault and its fate: {}", log.display());
    Ok(())
}

fn asked() -> anyhow::Result<Asked> {
    let work = std::env::temp_dir().join("quandary-mutants");
    let mut asked = Asked { per_folder: 40, seed: 1, only: None, work, tries: usize::MAX, ids: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--per-folder" => asked.per_folder = value.parse()?,
            "--seed" => asked.seed = value.parse()?,
            "--only" => asked.only = Some(value),
            "--work" => asked.work = value.into(),
            "--tries" => asked.tries = value.parse()?,
            "--ids" => asked.ids = value.split(',').map(str::parse).collect::<Result<_, _>>()?,
            _ => bail!("no option {word}; there are --per-folder N, --tries N, --seed N, --only FOLDER, --ids N,N, --work DIR"),
        }
    }
    Ok(asked)
}
