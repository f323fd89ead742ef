//! Plots of time: how many instances an engine solves within a time, one engine against another, time over size.
//!
//! The first is the cactus plot of the competitions with its axes exchanged, so that higher is better (a distribution
//! function of run times: Brglez, Li and Stallmann, SAT 2002). A run that did not answer stands at the limit.

use super::{Digest, counted};
use crate::compare::{Trial, of_engine, virtual_best};
use crate::report::{Axis, Look, Mark, Plot, Section, Series, Table, seconds};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// More lines than this are hard to tell apart.
const MOST_LINES: usize = 12;
/// Pairs are drawn of so many engines.
const MOST_PAIRED: usize = 6;
/// Below this the clock tells nothing.
const FLOOR: f64 = 1e-6;

/// The engines that are drawn, in their own order.
fn drawn(digest: &Digest) -> Vec<usize> {
    digest.leaders(MOST_LINES).into_iter().sorted().collect()
}

/// How many instances each engine solves within a time.
pub fn solved(digest: &Digest) -> Option<Section> {
    let shown = drawn(digest);
    let steps = |times: Vec<f64>| {
        let sorted = times.into_iter().map(|t| t.max(FLOOR)).sorted_by(f64::total_cmp);
        sorted.zip(1..).map(|(t, n)| (t, f64::from(n))).collect_vec()
    };
    let mut series = Vec::new();
    for (look, i) in shown.iter().enumerate() {
        let own = of_engine(digest.of.runs, &digest.engines[*i].engine).filter(|r| r.is_ok());
        let points = steps(own.map(|r| r.seconds).collect());
        series.push(Series::new(digest.labels[*i].clone(), Mark::Steps, points).looking(Look::Number(look)));
    }
    let best = steps(virtual_best(digest.of.runs).values().map(|r| r.seconds).collect());
    if best.is_empty() {
        return None;
    }
    series.push(Series::new("virtual best", Mark::Steps, best).looking(Look::Ink));
    let left_out = digest.engines.len() - shown.len();
    let text = format!(
        "How many instances each engine solves when each may take so long: higher and further left is better. The \
         virtual best takes the fastest engine for each instance.{}",
        if left_out > 0 {
            format!(" Of all engines the {MOST_LINES} that solve most or are most often the fastest are drawn.")
        } else {
            String::new()
        }
    );
    let plot = Plot {
        title: "Instances solved within a time".into(),
        x: Axis::log("seconds for each instance"),
        y: Axis::linear("instances solved"),
        series,
        diagonal: false,
    };
    Some(Section { heading: "Solved over time".into(), name: "cactus".into(), text, table: None, plot: Some(plot) })
}

/// The pairs of engines worth a plot: those of the best engines, the baseline's first.
pub fn pairs(digest: &Digest) -> Vec<(usize, usize)> {
    let base = digest.baseline();
    let rest = digest.leaders(digest.engines.len()).into_iter().filter(|i| Some(*i) != base);
    let chosen = base.into_iter().chain(rest).filter(|i| digest.engines[*i].n_taken > 0).take(MOST_PAIRED);
    chosen.array_combinations().map(|[a, b]| (a, b)).filter(|(a, b)| !shared(digest, *a, *b).is_empty()).collect()
}

/// One engine's times against another's, where at least one of them answered.
pub fn pair(digest: &Digest, (a, b): (usize, usize)) -> Plot {
    let limit = digest.of.limit;
    let mut by_puzzle: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (one, other) in shared(digest, a, b) {
        by_puzzle.entry(&one.puzzle).or_default().push((time(one, limit), time(other, limit)));
    }
    let lowest = by_puzzle.values().flatten().map(|p| p.0.min(p.1)).fold(limit, f64::min);
    let mut series: Vec<Series> = by_puzzle.into_iter().map(|(p, at)| Series::new(p, Mark::Points, at)).collect();
    series.push(Series::new("", Mark::Guide, vec![(limit, lowest), (limit, limit)]));
    series.push(Series::new("", Mark::Guide, vec![(lowest, limit), (limit, limit)]));
    Plot {
        title: format!("{} against {}", digest.labels[b], digest.labels[a]),
        x: Axis::log(&format!("{}, seconds", digest.labels[a])),
        y: Axis::log(&format!("{}, seconds", digest.labels[b])),
        series,
        diagonal: true,
    }
}

/// The runs of two engines on the same instances, where one of them answered.
fn shared<'a>(digest: &'a Digest, a: usize, b: usize) -> Vec<(&'a Trial, &'a Trial)> {
    let of = |i: usize| of_engine(digest.of.runs, &digest.engines[i].engine);
    let others: BTreeMap<&str, &Trial> = of(b).map(|r| (r.instance.as_str(), r)).collect();
    let both = of(a).filter_map(|r| Some((r, *others.get(r.instance.as_str())?)));
    both.filter(|(r, s)| r.is_ok() || s.is_ok()).collect()
}

fn time(run: &Trial, limit: f64) -> f64 {
    if run.is_ok() { run.seconds.clamp(FLOOR, limit) } else { limit }
}

/// The median time of each size, for each puzzle that has sizes.
pub fn by_size(digest: &Digest) -> Vec<Section> {
    let puzzles = digest.of.runs.iter().filter(|r| r.size.is_some()).map(|r| r.puzzle.as_str()).unique().collect_vec();
    puzzles.iter().map(|puzzle| growth(digest, puzzle, puzzles.len() > 1)).collect()
}

fn growth(digest: &Digest, puzzle: &str, is_named: bool) -> Section {
    let own = digest.of.runs.iter().filter(|r| r.puzzle == puzzle).collect_vec();
    let sizes: BTreeSet<u64> = own.iter().filter_map(|r| r.size).collect();
    let mut header = vec!["size".to_string(), "instances".to_string()];
    header.extend((1..=digest.engines.len()).map(|i| format!("[{i}]")));
    let mut table = Table::new(&header.iter().map(String::as_str).collect_vec());
    let mut lines = vec![Vec::new(); digest.engines.len()];
    for size in sizes {
        let here = own.iter().filter(|r| r.size == Some(size)).collect_vec();
        let mut cells = vec![size.to_string(), here.iter().map(|r| &r.instance).unique().count().to_string()];
        for (line, engine) in lines.iter_mut().zip(&digest.engines) {
            let times = here.iter().filter(|r| r.engine == engine.engine).map(|r| time(r, digest.of.limit));
            let median = median(times.collect());
            line.extend(median.map(|t| (size as f64, t)));
            cells.push(median.map_or("-".into(), |t| cell(t, digest.of.limit)));
        }
        table.row(cells);
    }
    // An engine looks the same in all plots, whether or not it has a line in this one.
    let line = |(look, i): (usize, usize)| {
        Series::new(digest.labels[i].clone(), Mark::Line, lines[i].clone()).looking(Look::Number(look))
    };
    let n_sizes = counted(lines.iter().map(Vec::len).max().unwrap_or(0), "size");
    let of = if is_named { format!(" of {puzzle}") } else { String::new() };
    let plot = Plot {
        title: format!("Median time by size{of}"),
        x: Axis::linear("size"),
        y: Axis::log("seconds"),
        series: drawn(digest).into_iter().enumerate().filter(|(_, i)| !lines[*i].is_empty()).map(line).collect(),
        diagonal: false,
    };
    Section {
        heading: format!("Growth by size{of}"),
        name: if is_named { format!("growth-{puzzle}") } else { "growth".into() },
        text: format!("Median times over {n_sizes}. A run that did not answer counts with the limit."),
        table: Some(table),
        plot: Some(plot),
    }
}

fn cell(median: f64, limit: f64) -> String {
    if median >= limit { "limit".to_string() } else { seconds(median) }
}

/// The middle value; of two, the larger, so that half of the runs are within it.
fn median(times: Vec<f64>) -> Option<f64> {
    let sorted = times.into_iter().sorted_by(f64::total_cmp).collect_vec();
    sorted.get(sorted.len() / 2).copied()
}
