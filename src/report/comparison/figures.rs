//! Tables of a comparison: engines in figures, instances against engines, and every run.

use super::Digest;
use crate::compare::{EngineStatistics, Trial, spread, virtual_best};
use crate::report::{Section, Table, seconds};
use itertools::Itertools;

/// Engines in figures.
pub fn engines(digest: &Digest) -> Section {
    let spreads = digest.engines.iter().map(|e| spread(digest.of.all, &e.engine)).collect_vec();
    let is_repeated = spreads.iter().any(Option::is_some);
    let head = ["", "engine", "solved", "PAR-2", "median"];
    let middle = is_repeated.then_some("spread").into_iter().chain(["cpu", "ratio", "quartiles", "best"]);
    let header = head.into_iter().chain(middle).chain(["nodes", "backtracks", "variables", "clauses"]);
    let mut table = Table::new(&header.collect_vec());
    for (i, e) in digest.engines.iter().enumerate() {
        let share = spreads[i].map_or("-".to_string(), |share| format!("{:.0} %", 100.0 * share));
        let (ratio, quartiles) = e
            .ratio
            .map_or(("-".into(), "-".into()), |r| (format!("{:.2}", r.mean), format!("{:.2}..{:.2}", r.low, r.high)));
        let counters = [e.nodes, e.backtracks, e.variables, e.clauses].map(count);
        let figures = [
            format!("[{}]", i + 1),
            e.engine.clone(),
            format!("{}/{}", e.n_solved, e.n_taken),
            format!("{:.2}", e.par2),
            e.median.map_or("-".into(), seconds),
        ];
        let cpu = if e.cpu > 0.0 { seconds(e.cpu) } else { "-".to_string() };
        let middle = is_repeated.then_some(share).into_iter().chain([cpu, ratio, quartiles, e.n_best.to_string()]);
        table.row(figures.into_iter().chain(middle).chain(counters).collect());
    }
    Section { heading: "Engines".into(), name: "engines".into(), text: legend(digest), table: Some(table), plot: None }
}

fn legend(digest: &Digest) -> String {
    let best = virtual_best(digest.of.runs);
    let (n_best, total) = (best.len(), best.values().map(|r| r.seconds).sum::<f64>());
    let n_rounds = digest.of.all.iter().map(|run| run.repeat).max().unwrap_or(1);
    let rounds = match n_rounds {
        1 => String::new(),
        n => format!(
            " Every run was done {n} times and the one in the middle counts; the spread is the largest time less the \
             smallest, as a share of that, in the median over the instances."
        ),
    };
    format!(
        "Solved of those the engine takes; PAR-2 in seconds (limit {} s); the ratio of times to {} is a geometric mean \
         with its quartiles; the time of processors (all threads, with the start of the process), nodes, backtracks, variables \
         and clauses are means over what it solved. The virtual best of all solves {n_best} in {}.{rounds}",
        digest.of.limit,
        digest.of.baseline.as_deref().map_or("the first engine".to_string(), |b| format!("`{b}`")),
        seconds(total),
    )
}

/// A mean count.
pub fn count(mean: f64) -> String {
    if mean == 0.0 { "-".to_string() } else { format!("{mean:.0}") }
}

/// Instances against engines.
pub fn matrix(digest: &Digest) -> Section {
    let columns: Vec<String> = (1..=digest.engines.len()).map(|i| format!("[{i}]")).collect();
    let mut table =
        Table::new(&["instance", "answer"].into_iter().chain(columns.iter().map(String::as_str)).collect_vec());
    let by_instance = digest.of.runs.iter().into_group_map_by(|r| r.instance.as_str());
    for instance in &digest.instances {
        let own = &by_instance[instance];
        let answer = own.iter().find(|r| r.is_ok() && !r.is_variant).map_or("?".to_string(), |r| r.shown());
        let cell = |e: &EngineStatistics| own.iter().find(|r| r.engine == e.engine).map_or(String::new(), |r| time(r));
        table.row([instance.to_string(), answer].into_iter().chain(digest.engines.iter().map(cell)).collect());
    }
    let text = "Times, or how the run ended.".to_string();
    Section { heading: "Instances".into(), name: "instances".into(), text, table: Some(table), plot: None }
}

fn time(run: &Trial) -> String {
    if run.is_ok() { seconds(run.seconds) } else { run.state.word().to_string() }
}

/// Every run with all its figures.
pub fn runs_table(runs: &[Trial]) -> Table {
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
        "cpu",
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
        "formula",
        "gbdhash",
        "repeat",
        "message",
    ]);
    let optional = |n: Option<i64>| n.map_or(String::new(), |n| n.to_string());
    for r in runs {
        let whole = [r.seconds, r.wall_seconds, r.cpu_seconds];
        let phases = [r.flatten_seconds, r.encode_seconds, r.solve_seconds, r.judge_seconds];
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
        cells.extend(whole.iter().chain(&phases).map(|t| format!("{t:.6}")));
        cells.extend(counters.iter().map(u64::to_string));
        cells.extend([&r.formula, &r.gbdhash].map(|number| number.clone().unwrap_or_default()));
        cells.push(r.repeat.to_string());
        cells.push(r.message.clone().unwrap_or_default());
        table.row(cells);
    }
    table
}
