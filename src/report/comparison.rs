//! A comparison of engines as a report: agreement first, then the engines in figures, then every instance.

use super::{Report, Section, Table, seconds};
use crate::compare::{EngineStatistics, Run, disagreements, instances, statistics, virtual_best};
use itertools::Itertools;

/// What a comparison is made of.
pub struct Comparison<'a> {
    /// The runs.
    pub runs: &'a [Run],
    /// The limit of each in seconds.
    pub limit: f64,
    /// The engine that ratios are to; the first if none is named.
    pub baseline: Option<String>,
    /// The command that made it.
    pub command: String,
    /// How many runs there should be.
    pub n_planned: usize,
}

/// The report.
pub fn comparison(of: &Comparison) -> Report {
    let n_instances = instances(of.runs).len();
    let figures = statistics(of.runs, of.limit, of.baseline.as_deref());
    let title = format!("{} engines on {n_instances} instances", figures.len());
    Report { title, sections: vec![agreement(of), engines(of, &figures), matrix(of, &figures)] }
}

fn agreement(of: &Comparison) -> Section {
    let wrong = disagreements(of.runs);
    let mut text = match wrong.is_empty() {
        true => "All engines agree, and the judges accept every answer.".to_string(),
        false => format!("DISAGREEMENT in {} cases:\n\n{}", wrong.len(), wrong.join("\n")),
    };
    if of.runs.len() < of.n_planned {
        text += &format!("\n\nOnly {} of {} runs were done.", of.runs.len(), of.n_planned);
    }
    Section { heading: "Agreement".into(), name: "agreement".into(), text, ..Section::default() }
}

fn engines(of: &Comparison, figures: &[EngineStatistics]) -> Section {
    let header =
        ["", "engine", "solved", "PAR-2", "median", "ratio", "quartiles", "best", "nodes", "variables", "clauses"];
    let mut table = Table::new(&header);
    for (i, e) in figures.iter().enumerate() {
        let (ratio, quartiles) = e
            .ratio
            .map_or(("-".into(), "-".into()), |r| (format!("{:.2}", r.mean), format!("{:.2}..{:.2}", r.low, r.high)));
        table.row(vec![
            format!("[{}]", i + 1),
            e.engine.clone(),
            format!("{}/{}", e.n_solved, e.n_taken),
            format!("{:.2}", e.par2),
            e.median.map_or("-".into(), seconds),
            ratio,
            quartiles,
            e.n_best.to_string(),
            count(e.nodes),
            count(e.variables),
            count(e.clauses),
        ]);
    }
    let best = virtual_best(of.runs);
    let (n_best, total) = (best.len(), best.values().map(|r| r.seconds).sum::<f64>());
    let text = format!(
        "Solved of those the engine takes; PAR-2 in seconds (limit {} s); the ratio of times to {} is a geometric mean \
         with its quartiles. The virtual best of all solves {n_best} in {}.",
        of.limit,
        of.baseline.as_deref().map_or("the first engine".to_string(), |b| format!("`{b}`")),
        seconds(total),
    );
    Section { heading: "Engines".into(), name: "engines".into(), text, table: Some(table), plot: None }
}

fn count(mean: f64) -> String {
    if mean == 0.0 { "-".to_string() } else { format!("{mean:.0}") }
}

/// Instances against engines.
fn matrix(of: &Comparison, figures: &[EngineStatistics]) -> Section {
    let columns: Vec<String> = (1..=figures.len()).map(|i| format!("[{i}]")).collect();
    let mut table =
        Table::new(&["instance", "answer"].into_iter().chain(columns.iter().map(String::as_str)).collect_vec());
    for instance in instances(of.runs) {
        let own: Vec<&Run> = of.runs.iter().filter(|r| r.instance == instance).collect();
        let answer = own.iter().find(|r| r.is_ok() && !r.is_variant).map_or("?".to_string(), |r| r.shown());
        let cell = |e: &EngineStatistics| own.iter().find(|r| r.engine == e.engine).map_or(String::new(), |r| time(r));
        table.row([instance.to_string(), answer].into_iter().chain(figures.iter().map(cell)).collect());
    }
    let text = "Times, or how the run ended.".to_string();
    Section { heading: "Instances".into(), name: "instances".into(), text, table: Some(table), plot: None }
}

fn time(run: &Run) -> String {
    if run.is_ok() { seconds(run.seconds) } else { run.state.word().to_string() }
}

/// Every run with all its figures.
pub fn runs_table(runs: &[Run]) -> Table {
    let mut table = Table::new(&[
        "puzzle",
        "instance",
        "size",
        "engine",
        "state",
        "verdict",
        "value",
        "seconds",
        "wall",
        "flatten",
        "encode",
        "solve",
        "judge",
        "nodes",
        "backtracks",
        "variables",
        "clauses",
        "literals",
        "peak_bytes",
        "message",
    ]);
    let optional = |n: Option<i64>| n.map_or(String::new(), |n| n.to_string());
    for r in runs {
        let times = [r.seconds, r.wall_seconds, r.flatten_seconds, r.encode_seconds, r.solve_seconds, r.judge_seconds];
        let counters = [r.nodes, r.backtracks, r.variables, r.clauses, r.literals, r.peak_bytes];
        let mut cells = vec![
            r.puzzle.clone(),
            r.instance.clone(),
            optional(r.size.map(|s| s as i64)),
            r.engine.clone(),
            r.state.word().to_string(),
            r.verdict.clone().unwrap_or_default(),
            optional(r.value),
        ];
        cells.extend(times.iter().map(|t| format!("{t:.6}")));
        cells.extend(counters.iter().map(u64::to_string));
        cells.push(r.message.clone().unwrap_or_default());
        table.row(cells);
    }
    table
}

/// The report as files, and every run as CSV.
pub fn comparison_files(of: &Comparison) -> Vec<(String, String)> {
    let mut files = comparison(of).files();
    files.push(("runs.csv".to_string(), runs_table(of.runs).csv()));
    files
}
