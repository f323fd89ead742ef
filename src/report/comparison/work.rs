//! What the engines had to do, beside the time it took: nodes and backtracks of searches, decisions and conflicts of SAT
//! solvers. They do not depend on the machine, so that two comparisons can be compared by them.

use super::Digest;
use crate::compare::{Trial, of_engine};
use crate::report::{Axis, Mark, Plot, Section, Series, Table};
use itertools::Itertools;

/// Below this the clock tells nothing.
const FLOOR: f64 = 1e-6;
/// More engines than this are hard to tell apart.
const MOST: usize = 12;

/// Nodes against time, and nodes and backtracks of every run.
pub fn nodes(digest: &Digest) -> Option<Section> {
    let counted = digest.leaders(digest.engines.len()).into_iter().filter(|i| digest.engines[*i].nodes > 0.0);
    let counted = counted.take(MOST).sorted().collect_vec();
    if counted.is_empty() {
        return None;
    }
    let columns = counted.iter().map(|i| format!("[{}]", i + 1)).collect_vec();
    let mut table = Table::new(&std::iter::once("instance").chain(columns.iter().map(String::as_str)).collect_vec());
    let by_instance = digest.of.runs.iter().into_group_map_by(|run| run.instance.as_str());
    for instance in &digest.instances {
        let cell = |i: &usize| {
            let own = by_instance[instance].iter().find(|run| run.engine == digest.engines[*i].engine);
            own.map_or(String::new(), |run| work(run))
        };
        table.row(std::iter::once(instance.to_string()).chain(counted.iter().map(cell)).collect());
    }
    let points = |i: &usize| {
        let own = of_engine(digest.of.runs, &digest.engines[*i].engine).filter(|run| run.is_ok() && run.nodes > 0);
        let at = own.map(|run| (run.nodes as f64, run.solve_seconds.max(FLOOR))).collect();
        Series::new(digest.labels[*i].clone(), Mark::Points, at)
    };
    let plot = Plot {
        title: "Nodes and the time to look for answers".into(),
        x: Axis::log("nodes"),
        y: Axis::log("seconds of solving"),
        series: counted.iter().map(points).collect(),
        diagonal: false,
    };
    let text = "Nodes / backtracks of each run: values tried and given up by a search, decisions and conflicts of a SAT \
                solver. Engines further left do less, engines further down do it faster. Those that count nothing are not listed."
        .to_string();
    Some(Section {
        heading: "Nodes and backtracks".into(),
        name: "nodes".into(),
        text,
        table: Some(table),
        plot: Some(plot),
    })
}

fn work(run: &Trial) -> String {
    match (run.is_ok(), run.nodes) {
        (true, _) => format!("{} / {}", run.nodes, run.backtracks),
        (false, 0) => run.state.word().to_string(),
        (false, n) => format!("{} ({n} / {})", run.state.word(), run.backtracks),
    }
}
