//! What the order by potential is worth when queens merge, and how the other engines do on the same boards.
//!
//! Boards come from the generator, so all can be solved; what differs is how long it takes to find out.

use super::ask::ask;
use super::{Experiment, Fields, Settings, Step};
use crate::engine::Engine;
use crate::puzzles::queens::generate::{Wish, default_exponent, scenario};
use crate::puzzles::{GenerateOption, erased, queens};
use crate::report::{Axis, Mark, Plot, Report, Section, Series, Table, seconds};
use crate::runs::Record;
use crate::search::Budget;
use itertools::Itertools;
use serde_json::json;

/// The row.
pub const EXPERIMENT: Experiment = Experiment {
    name: "queens",
    summary: "what the order by potential is worth on generated boards, beside other engines",
    reference: "Z. Królikowski, Potęga hetmanów, 2016",
    limit: 10.0,
    options: OPTIONS,
    steps,
    run,
    report,
};

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "rows", value: "N", summary: "number of rows (8)" },
    GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" },
    GenerateOption { name: "queens", value: "A..B", summary: "numbers of queens at first (6..16)" },
    GenerateOption { name: "step", value: "N", summary: "from one number of queens to the next (2)" },
    GenerateOption { name: "final", value: "N", summary: "number of queens left in the end (1)" },
    GenerateOption { name: "boards", value: "N", summary: "boards of each kind, with seeds from 1 (10)" },
    GenerateOption {
        name: "engines",
        value: "LIST",
        summary: "engines, with commas between (both recursive searches, memo and sat)",
    },
];

const ORDERED: &str = "search:recursive";
const UNORDERED: &str = "search:recursive-unordered";
const ENGINES: &str = "search:recursive,search:recursive-unordered,search:memo,sat";

fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let (low, high) = settings.range("queens", (6, 16))?;
    let (step, n_boards) = (settings.number("step", 2usize)?.max(1), settings.number("boards", 10u64)?);
    let engines = settings.list("engines", ENGINES);
    engines.iter().try_for_each(|engine| engine.parse::<Engine>().map(|_| ()))?;
    let mut steps = Vec::new();
    for (n_queens, seed) in (low..=high).step_by(step).cartesian_product(1..=n_boards) {
        for engine in &engines {
            let data = json!({"queens": n_queens, "seed": seed, "engine": engine});
            steps.push(Step { key: format!("{n_queens} {seed} {engine}"), data });
        }
    }
    Ok(steps)
}

fn run(settings: &Settings, step: &Step, budget: &Budget) -> Result<Fields, String> {
    let number = |name: &str| step.data[name].as_u64().unwrap_or(0);
    let (n_queens, n_final) = (number("queens") as usize, settings.number("final", 1usize)?);
    let n_captures = n_queens.checked_sub(n_final).ok_or("--queens: fewer than --final")?;
    let n_rows = settings.number("rows", 8usize)?;
    let exponent = default_exponent(n_final, n_captures) as u8;
    let wish = Wish { n_rows, n_cols: settings.number("cols", n_rows)?, n_final, n_captures, exponent };
    let instance = scenario(&wish, number("seed"))?;
    let engine: Engine = step.data["engine"].as_str().unwrap_or("").parse()?;
    let asked = ask(&queens::ROW, erased::<queens::Queens>(instance), &engine, budget);
    let mut fields = asked.fields()?;
    for name in ["queens", "seed", "engine"] {
        fields.insert(name.into(), step.data[name].clone());
    }
    Ok(fields)
}

fn report(_: &Settings, records: &[Record]) -> Report {
    let sections = vec![worth(records), engines(records)];
    Report { title: "Merging queens on generated boards".into(), sections }
}

/// Runs of one engine with one number of queens.
fn of<'a>(records: &'a [Record], engine: &str, n_queens: u64) -> Vec<&'a Record> {
    records.iter().filter(|r| r.text("engine") == engine && size(r) == n_queens).collect()
}

fn size(record: &Record) -> u64 {
    record.number("queens").unwrap_or(0.0) as u64
}

fn sizes(records: &[Record]) -> Vec<u64> {
    records.iter().map(size).unique().sorted().collect()
}

fn is_solved(record: &Record) -> bool {
    record.text("status") == "satisfiable"
}

/// The middle one of the values; the upper of the two in the middle.
fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let sorted: Vec<f64> = values.sorted_by(f64::total_cmp).collect();
    sorted.get(sorted.len() / 2).copied()
}

/// With and without the order, board by board.
fn worth(records: &[Record]) -> Section {
    let mut table =
        Table::new(&["queens", "boards", "ordered", "unordered", "nodes", "unordered nodes", "fewer", "ratio"]);
    for n_queens in sizes(records) {
        let (with, without) = (of(records, ORDERED, n_queens), of(records, UNORDERED, n_queens));
        let solved = |runs: &[&Record]| runs.iter().filter(|r| is_solved(r)).count().to_string();
        let pairs: Vec<(f64, f64)> = with.iter().filter_map(|a| pair(a, &without)).collect();
        let middle =
            |pick: fn(&(f64, f64)) -> f64| median(pairs.iter().map(pick)).map_or("-".into(), |n| format!("{n}"));
        let logs = pairs.iter().map(|(a, b)| (b / a).ln()).sum::<f64>();
        let ratio = if pairs.is_empty() { "-".into() } else { format!("{:.1}", (logs / pairs.len() as f64).exp()) };
        table.row(vec![
            n_queens.to_string(),
            with.len().to_string(),
            solved(&with),
            solved(&without),
            middle(|p| p.0),
            middle(|p| p.1),
            format!("{}/{}", pairs.iter().filter(|(a, b)| a < b).count(), pairs.len()),
            ratio,
        ]);
    }
    let text = "Boards solved within the limit by search:recursive with and without the order by potential. Then, over the \
                boards both solved: the median nodes of each, on how many the order needed fewer, and how many times as \
                many nodes it saves (geometric mean).";
    Section {
        heading: "The order by potential".into(),
        name: "order".into(),
        text: text.into(),
        table: Some(table),
        plot: None,
    }
}

/// The nodes with and without the order on the same board, if both solved it.
fn pair(with: &Record, without: &[&Record]) -> Option<(f64, f64)> {
    let other = without.iter().find(|r| r.number("seed") == with.number("seed"))?;
    (is_solved(with) && is_solved(other)).then_some((with.number("nodes")?, other.number("nodes")?))
}

fn engines(records: &[Record]) -> Section {
    let mut table = Table::new(&["queens", "engine", "solved", "median nodes", "median time", "longest"]);
    let mut series = Vec::new();
    for engine in records.iter().map(|r| r.text("engine")).unique() {
        let points = sizes(records).into_iter().filter_map(|n| {
            let time = median(of(records, engine, n).iter().filter_map(|r| r.number("seconds")))?;
            Some((n as f64, time.max(1e-6)))
        });
        series.push(Series::new(engine, Mark::Line, points.collect()));
    }
    for n_queens in sizes(records) {
        for engine in records.iter().map(|r| r.text("engine")).unique() {
            let runs = of(records, engine, n_queens);
            let times: Vec<f64> = runs.iter().filter_map(|r| r.number("seconds")).collect();
            let nodes = median(runs.iter().filter_map(|r| r.number("nodes")));
            table.row(vec![
                n_queens.to_string(),
                engine.to_string(),
                format!("{}/{}", runs.iter().filter(|r| is_solved(r)).count(), runs.len()),
                nodes.map_or("-".into(), |n| format!("{n}")),
                median(times.iter().copied()).map_or("-".into(), seconds),
                times.iter().copied().reduce(f64::max).map_or("-".into(), seconds),
            ]);
        }
    }
    let plot = Plot {
        title: "Median time until a board is solved or the limit is reached".into(),
        x: Axis::linear("queens"),
        y: Axis::log("seconds"),
        series,
        diagonal: false,
    };
    let text = "All engines on the same boards; a run that reached the limit counts with what it used until then. Nodes of a \
                SAT engine are decisions, which only some backends count.";
    Section {
        heading: "Engines".into(),
        name: "engines".into(),
        text: text.into(),
        table: Some(table),
        plot: Some(plot),
    }
}
