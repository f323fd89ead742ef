//! The source's report on heuristics for Minesweeper: boards of growing size, each engine with a limit, who solves how many.
//!
//! Boards are scattered as the source's program does it. The source looked at sizes 6 to 9 with 30 seconds per board;
//! engines that get further go on to larger boards.

use super::ask::ask;
use super::{Experiment, Fields, Settings, Step};
use crate::engine::Engine;
use crate::puzzles::{GenerateOption, Options, minesweeper};
use crate::report::{Axis, Mark, Plot, Report, Section, Series, Table, seconds};
use crate::runs::Record;
use crate::search::Budget;
use itertools::Itertools;
use serde_json::json;

/// The row.
pub const EXPERIMENT: Experiment = Experiment {
    name: "minesweeper",
    summary: "heuristics with and without forward checking on boards of growing size, beside SAT",
    reference: "J.-Y. Guo, Minesweeper as a constraint satisfaction problem, course report",
    limit: 30.0,
    options: OPTIONS,
    steps,
    run,
    report,
};

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "sizes", value: "A..B", summary: "sides of the boards (6..9)" },
    GenerateOption { name: "boards", value: "N", summary: "boards of each size (10)" },
    GenerateOption { name: "seed", value: "N", summary: "the first seed (1)" },
    GenerateOption {
        name: "engines",
        value: "LIST",
        summary: "engines for these sizes (the source's heuristics, and csp)",
    },
    GenerateOption { name: "far", value: "LIST", summary: "engines that also take larger boards (sat:whole and sat)" },
    GenerateOption { name: "far-sizes", value: "A..B", summary: "sides of the larger boards (10..30)" },
];

/// The heuristics of the source, with and without forward checking, and the best of ours.
const HEURISTICS: &str =
    "csp:mrv+fc,csp:degree+fc,csp:mrv+lcv+fc,csp:lcv+fc,csp:mrv,csp:degree,csp:mrv+lcv,csp:lcv,csp";
const FAR: &str = "sat:whole,sat";

/// A side, and what was solved by MRV, degree and LCV; `None` if it is not said.
type Solved = (u64, Option<u64>, Option<u64>, Option<u64>);

/// What the source solved of ten boards in thirty seconds each.
const SOURCE: &[Solved] =
    &[(7, Some(7), Some(5), Some(1)), (8, Some(2), Some(4), None), (9, Some(0), Some(0), Some(0))];

fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let (near, far) = (settings.range("sizes", (6, 9))?, settings.range("far-sizes", (10, 30))?);
    let (n_boards, first) = (settings.number("boards", 10u64)?, settings.number("seed", 1u64)?);
    let (heuristics, strong) = (settings.list("engines", HEURISTICS), settings.list("far", FAR));
    let mut steps = Vec::new();
    let all: Vec<&String> = heuristics.iter().chain(&strong).unique().collect();
    let larger = (far.0.max(near.1 + 1)..=far.1).map(|size| (size, strong.iter().collect::<Vec<_>>()));
    for (size, engines) in (near.0..=near.1).map(|size| (size, all.clone())).chain(larger) {
        for (seed, engine) in (first..first + n_boards).cartesian_product(engines) {
            let engine = engine.parse::<Engine>()?.to_string();
            let data = json!({"size": size, "seed": seed, "engine": engine});
            steps.push(Step { key: format!("{size} {seed} {engine}"), data });
        }
    }
    Ok(steps)
}

fn run(_: &Settings, step: &Step, budget: &Budget) -> Result<Fields, String> {
    let text = |name: &str| step.data[name].to_string();
    let options = [("rows", text("size")), ("seed", text("seed")), ("seed-style", String::new())];
    let instance =
        (minesweeper::ROW.generate)(&Options::from_iter(options.map(|(name, value)| (name.to_string(), value))))?;
    let engine: Engine = step.data["engine"].as_str().unwrap_or("").parse()?;
    let mut fields = ask(&minesweeper::ROW, instance, &engine, budget).fields()?;
    for name in ["size", "seed", "engine"] {
        fields.insert(name.into(), step.data[name].clone());
    }
    Ok(fields)
}

fn report(_: &Settings, records: &[Record]) -> Report {
    Report {
        title: "Minesweeper: heuristics and SAT".into(),
        sections: vec![solved(records), source(records), times(records)],
    }
}

fn size(record: &Record) -> u64 {
    record.number("size").unwrap_or(0.0) as u64
}

fn is_solved(record: &Record) -> bool {
    ["satisfiable", "unsatisfiable"].contains(&record.text("status"))
}

fn engines(records: &[Record]) -> Vec<&str> {
    records.iter().map(|r| r.text("engine")).unique().collect()
}

fn sizes(records: &[Record]) -> Vec<u64> {
    records.iter().map(size).unique().sorted().collect()
}

fn of<'a>(records: &'a [Record], engine: &'a str, side: u64) -> impl Iterator<Item = &'a Record> + Clone {
    records.iter().filter(move |r| r.text("engine") == engine && size(r) == side)
}

/// A table of engines against sizes.
fn matrix(records: &[Record], cell: impl Fn(&str, u64) -> Option<String>) -> Table {
    let sizes = sizes(records);
    let header: Vec<String> = sizes.iter().map(|s| format!("{s}x{s}")).collect();
    let mut table = Table::new(&std::iter::once("engine").chain(header.iter().map(String::as_str)).collect_vec());
    for engine in engines(records) {
        let cells = sizes.iter().map(|s| cell(engine, *s).unwrap_or_else(|| "-".into()));
        table.row(std::iter::once(engine.to_string()).chain(cells).collect());
    }
    table
}

fn solved(records: &[Record]) -> Section {
    let cell = |engine: &str, side: u64| {
        let own = of(records, engine, side);
        let n_all = own.clone().count();
        (n_all > 0).then(|| format!("{}", own.filter(|r| is_solved(r)).count()))
    };
    let n_boards = records.iter().map(|r| r.number("seed").unwrap_or(0.0) as u64).unique().count();
    let text = format!("How many of {n_boards} boards of each size are solved within the limit.");
    Section { heading: "Solved".into(), name: "solved".into(), text, table: Some(matrix(records, cell)), plot: None }
}

/// Our three heuristics beside the source's figures.
fn source(records: &[Record]) -> Section {
    let mut table = Table::new(&["size", "MRV", "source", "degree", "source", "LCV", "source"]);
    let ours = |engine: &str, side: u64| match of(records, engine, side).count() {
        0 => "-".to_string(),
        _ => of(records, engine, side).filter(|r| is_solved(r)).count().to_string(),
    };
    let theirs = |n: Option<u64>| n.map_or("-".to_string(), |n| n.to_string());
    for &(side, mrv, degree, lcv) in SOURCE {
        table.row(vec![
            format!("{side}x{side}"),
            ours("csp:mrv+fc", side),
            theirs(mrv),
            ours("csp:degree+fc", side),
            theirs(degree),
            ours("csp:lcv+fc", side),
            theirs(lcv),
        ]);
    }
    let text = "The source's program solved so many of ten boards of its own in 30 seconds each; ours are made by the same \
                rule from other seeds.";
    Section {
        heading: "Beside the source".into(),
        name: "source".into(),
        text: text.into(),
        table: Some(table),
        plot: None,
    }
}

fn times(records: &[Record]) -> Section {
    let cell = |engine: &str, side: u64| median(of(records, engine, side)).map(seconds);
    let mut series = Vec::new();
    for engine in engines(records) {
        let point = |side: &u64| Some((*side as f64, median(of(records, engine, *side))?));
        series.push(Series::new(short(engine), Mark::Line, sizes(records).iter().filter_map(point).collect()));
    }
    let plot = Plot {
        title: "Median time to solve a board".into(),
        x: Axis::linear("side of the board"),
        y: Axis::log("seconds"),
        series,
        diagonal: false,
    };
    let text = "Median times where at least half of the boards are solved.".to_string();
    let table = Some(matrix(records, cell));
    Section { heading: "Times".into(), name: "times".into(), text, table, plot: Some(plot) }
}

/// The mode and its first words: the defaults say nothing here.
fn short(engine: &str) -> String {
    engine.replace("+order+ladder+adaptive+sized:varisat", "")
}

/// The median time, unsolved boards taking for ever; `None` if it is one of those.
fn median<'a>(records: impl Iterator<Item = &'a Record>) -> Option<f64> {
    let time = |r: &Record| if is_solved(r) { r.number("seconds").unwrap_or(f64::INFINITY) } else { f64::INFINITY };
    let sorted: Vec<f64> = records.map(time).sorted_by(f64::total_cmp).collect();
    sorted.get(sorted.len() / 2).copied().filter(|t| t.is_finite())
}
