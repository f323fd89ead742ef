//! The source's comparison of Ricochet Robots searches: one board, many random starts, all sixteen targets from each.
//!
//! Each run is one search on one configuration, with a limit of its own; times are those of the search alone, without the
//! front end. A *hit* is an answer as short as the proved optimum. Every answer is judged by the rules.

use super::{Experiment, Fields, Settings, Step};
use crate::puzzles::GenerateOption;
use crate::puzzles::ricochet::row::{ALGORITHMS, is_exact};
use crate::puzzles::ricochet::{Config, Verdict, check, generate, quadrants::Pieces};
use crate::report::{Axis, Mark, Plot, Report, Section, Series, Table};
use crate::runs::Record;
use crate::search::Budget;
use itertools::Itertools;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

/// The row.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ricochet",
    summary: "all searches on many starts and sixteen targets of one board: moves, hit rates, times",
    reference: "the source's comparison: 1,000 starts, limit 40 s",
    limit: 40.0,
    options: OPTIONS,
    steps,
    run,
    report,
};

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "starts", value: "N", summary: "random starts, each with sixteen targets (100)" },
    GenerateOption { name: "pieces", value: "A,B,C,D", summary: "the board (1A,2A,3A,4A)" },
    GenerateOption { name: "searches", value: "NAMES", summary: "which searches, with commas between (all)" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same starts (1)" },
];

fn pieces(settings: &Settings) -> Result<Pieces, String> {
    let words = settings.list("pieces", "1A,2A,3A,4A");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Pieces::parse(&words).map_err(|(_, why)| format!("--pieces: {why}"))
}

fn searches(settings: &Settings) -> Result<Vec<String>, String> {
    let all = ALGORITHMS.iter().map(|(name, _)| *name).join(",");
    let names = settings.list("searches", &all);
    match names.iter().find(|name| !ALGORITHMS.iter().any(|(known, _)| known == name)) {
        Some(name) => Err(format!("--searches: there is no `{name}`; there are {all}")),
        None => Ok(names),
    }
}

fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let (pieces, names) = (pieces(settings)?, searches(settings)?);
    let n_starts: u64 = settings.number("starts", 100)?;
    let seed: u64 = settings.number("seed", 1)?;
    let n_goals = pieces.tokens().len();
    let step = |((start, goal), name): ((u64, usize), &String)| Step {
        key: format!("{start} {goal} {name}"),
        data: json!({ "seed": seed, "start": start, "goal": goal, "search": name }),
    };
    Ok((0..n_starts).cartesian_product(0..n_goals).cartesian_product(&names).map(step).collect())
}

/// The configuration of a step: the start by its number, the target by its.
fn config(settings: &Settings, step: &Step) -> Result<Config, String> {
    let pieces = pieces(settings)?;
    let number = |name: &str| step.data[name].as_u64().ok_or_else(|| format!("the step has no {name}"));
    let mut random = Pcg64Mcg::seed_from_u64(number("seed")?.wrapping_mul(1_000_003).wrapping_add(number("start")?));
    let board = pieces.board();
    let robots = generate::starts(&pieces, &board, 4, &mut random);
    let token = pieces.tokens()[number("goal")? as usize];
    let target = board.cell(token.at).expect("targets lie on the board");
    Ok(Config { board, robots, active: Some(token.colour), target, must_ricochet: false })
}

fn run(settings: &Settings, step: &Step, budget: &Budget) -> Result<Fields, String> {
    let config = config(settings, step)?;
    let name = step.data["search"].as_str().unwrap_or_default();
    let (_, search) = ALGORITHMS.iter().find(|(known, _)| *known == name).ok_or("the step has no search")?;
    let started = Instant::now();
    let (verdict, n_nodes) = search(&config, budget);
    let seconds = started.elapsed().as_secs_f64();
    let (status, length) = match &verdict {
        Verdict::Solved(moves) => ("solved", Some(moves.len())),
        Verdict::Unreachable => ("unreachable", None),
        Verdict::GaveUp => ("incomplete", None),
        Verdict::Stopped(stop) => (stop.word(), None),
    };
    if let Verdict::Solved(moves) = &verdict {
        check::check(&config, moves).map_err(|why| format!("{}: {why}", step.key))?;
    }
    let fields = json!({ "search": name, "config": format!("{} {}", step.data["start"], step.data["goal"]),
                         "status": status, "length": length, "seconds": seconds, "nodes": n_nodes });
    Ok(fields.as_object().cloned().unwrap_or_default())
}

/// The runs by required moves and search.
struct Runs<'a> {
    names: Vec<&'a str>,
    /// How many configurations need so many moves.
    moves: BTreeMap<u64, usize>,
    /// Required moves, search, whether it hit, seconds.
    runs: Vec<(u64, &'a str, bool, f64)>,
    n_unknown: usize,
}

fn sorted(records: &[Record]) -> Runs<'_> {
    let exact = |r: &&Record| is_exact(r.text("search")) && r.text("status") == "solved";
    let optima: BTreeMap<&str, u64> =
        records.iter().filter(exact).filter_map(|r| Some((r.text("config"), r.number("length")? as u64))).collect();
    let mut moves = BTreeMap::new();
    optima.values().for_each(|&required| *moves.entry(required).or_insert(0) += 1);
    let row = |r: &'_ Record| -> Option<(u64, bool, f64)> {
        let required = *optima.get(r.text("config"))?;
        Some((required, r.number("length") == Some(required as f64), r.number("seconds")?))
    };
    let runs = records.iter().filter_map(|r| row(r).map(|(m, hit, s)| (m, r.text("search"), hit, s))).collect();
    let n_unknown = records.iter().map(|r| r.text("config")).unique().filter(|c| !optima.contains_key(c)).count();
    Runs { names: records.iter().map(|r| r.text("search")).unique().collect(), moves, runs, n_unknown }
}

impl Runs<'_> {
    /// The mean over the runs of a search that need so many moves; `None` if there are none.
    fn mean(&self, name: &str, required: Option<u64>, of: impl Fn(bool, f64) -> Option<f64>) -> Option<f64> {
        let asked = self.runs.iter().filter(|(m, n, ..)| *n == name && required.is_none_or(|required| required == *m));
        let values: Vec<f64> = asked.filter_map(|(.., hit, seconds)| of(*hit, *seconds)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// A table of required moves against searches, and the plot of it.
    fn section(&self, head: [&str; 3], y: Axis, of: impl Fn(bool, f64) -> Option<f64>) -> Section {
        let [heading, name, text] = head;
        let mut table = Table::new(&std::iter::once("moves").chain(self.names.iter().copied()).collect_vec());
        let digits = if y.is_log { 3 } else { 1 };
        for &required in self.moves.keys() {
            let cell =
                |name: &&str| self.mean(name, Some(required), &of).map_or("-".into(), |v| format!("{v:.digits$}"));
            table.row(std::iter::once(required.to_string()).chain(self.names.iter().map(cell)).collect());
        }
        let points = |name: &str| {
            let point =
                |m: &u64| self.mean(name, Some(*m), &of).filter(|v| !y.is_log || *v > 0.0).map(|v| (*m as f64, v));
            self.moves.keys().filter_map(point).collect::<Vec<_>>()
        };
        let series = self.names.iter().map(|name| Series::new(*name, Mark::Line, points(name))).collect();
        let plot = Plot { title: heading.into(), x: Axis::linear("required moves"), y, series, diagonal: false };
        Section { heading: heading.into(), name: name.into(), text: text.into(), table: Some(table), plot: Some(plot) }
    }

    fn distribution(&self) -> Section {
        let n_all: usize = self.moves.values().sum();
        let total: u64 = self.moves.iter().map(|(moves, n)| moves * *n as u64).sum();
        let mut table = Table::new(&["moves", "configurations"]);
        self.moves.iter().for_each(|(moves, n)| table.row(vec![moves.to_string(), n.to_string()]));
        let points = self.moves.iter().map(|(moves, n)| (*moves as f64, *n as f64)).collect();
        let plot = Plot {
            title: "Configurations by required moves".into(),
            x: Axis::linear("required moves"),
            y: Axis::linear("configurations"),
            series: vec![Series::new("configurations", Mark::Bars, points)],
            diagonal: false,
        };
        let mean = total as f64 / n_all.max(1) as f64;
        let text = format!(
            "{n_all} configurations whose optimum is proved, {mean:.2} moves on average; {} without a proof within the limit.",
            self.n_unknown
        );
        Section { heading: "Required moves".into(), name: "moves".into(), text, table: Some(table), plot: Some(plot) }
    }

    fn totals(&self) -> Section {
        let mut table = Table::new(&["search", "hit rate in %", "average ms", "runs"]);
        for name in &self.names {
            let rate = self.mean(name, None, |hit, _| Some(if hit { 100.0 } else { 0.0 }));
            let time = self.mean(name, None, |_, seconds| Some(1e3 * seconds));
            let n_runs = self.runs.iter().filter(|run| run.1 == *name).count();
            let shown = |value: Option<f64>, digits: usize| value.map_or("-".into(), |v| format!("{v:.digits$}"));
            table.row(vec![name.to_string(), shown(rate, 1), shown(time, 3), n_runs.to_string()]);
        }
        let text = "How often a search found the optimum, over all configurations whose optimum is known.";
        Section {
            heading: "Total hit rates".into(),
            name: "totals".into(),
            text: text.into(),
            table: Some(table),
            plot: None,
        }
    }
}

fn report(settings: &Settings, records: &[Record]) -> Report {
    let runs = sorted(records);
    let board = pieces(settings).map(|pieces| pieces.names().join(" ")).unwrap_or_default();
    let rate = |hit: bool, _: f64| Some(if hit { 100.0 } else { 0.0 });
    let hit =
        ["Hit rates by required moves", "hits", "Percent of the configurations on which a search found the optimum."];
    let all = ["Average times by required moves", "times", "Milliseconds, all runs, those without an answer included."];
    let best =
        ["Average times where the optimum was found", "times-optimal", "Milliseconds, runs that found the optimum."];
    let sections = vec![
        runs.distribution(),
        runs.section(hit, Axis::linear("hit rate in %"), rate),
        runs.totals(),
        runs.section(all, Axis::log("ms"), |_, seconds| Some(1e3 * seconds)),
        runs.section(best, Axis::log("ms"), |hit, seconds| hit.then_some(1e3 * seconds)),
    ];
    Report { title: format!("Ricochet Robots on the board {board}"), sections }
}
