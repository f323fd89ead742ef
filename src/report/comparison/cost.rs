//! Where the time goes, and how large formulas are: for each engine a row.

use super::Digest;
use super::figures::count;
use crate::compare::of_engine;
use crate::report::{Axis, Mark, Plot, Section, Series, Table, seconds};
use itertools::Itertools;

const PHASES: [&str; 4] = ["flatten", "encode", "solve", "judge"];

/// The share of each phase in the time of each engine.
pub fn phases(digest: &Digest) -> Option<Section> {
    let timed = (0..digest.engines.len()).filter(|i| total(digest, *i) > 0.0).collect_vec();
    if timed.is_empty() {
        return None;
    }
    let mut table = Table::new(&["", "engine", "flatten", "encode", "solve", "judge", "total"]);
    for i in &timed {
        let engine = &digest.engines[*i];
        let head = [format!("[{}]", i + 1), engine.engine.clone()];
        let times = engine.phases.iter().copied().chain([total(digest, *i)]).map(seconds);
        table.row(head.into_iter().chain(times).collect());
    }
    let share = |phase: usize| {
        let of = |(row, i): (usize, &usize)| (100.0 * digest.engines[*i].phases[phase] / total(digest, *i), row as f64);
        Series::new(PHASES[phase], Mark::Stack, timed.iter().enumerate().map(of).collect())
    };
    let plot = Plot {
        title: "Where the time goes".into(),
        x: Axis::linear("per cent of the engine's time"),
        y: Axis::rows(timed.iter().map(|i| digest.labels[*i].clone()).collect()),
        series: (0..PHASES.len()).map(share).collect(),
        diagonal: false,
    };
    let text =
        "Flatten: from the model's text to constraints. Encode: from constraints to clauses. Solve: looking for \
                answers. Judge: checking them. Sums over all runs, those without an answer too."
            .to_string();
    Some(Section { heading: "Phases".into(), name: "phases".into(), text, table: Some(table), plot: Some(plot) })
}

fn total(digest: &Digest, engine: usize) -> f64 {
    digest.engines[engine].phases.iter().sum()
}

/// The mean formula of each engine that makes one.
pub fn sizes(digest: &Digest) -> Option<Section> {
    let encoders = (0..digest.engines.len()).filter(|i| digest.engines[*i].clauses > 0.0).collect_vec();
    if encoders.is_empty() {
        return None;
    }
    let mut table = Table::new(&["", "engine", "solved", "variables", "clauses", "literals"]);
    let mut points = [Vec::new(), Vec::new(), Vec::new()];
    for (row, i) in encoders.iter().enumerate() {
        let engine = &digest.engines[*i];
        let own = of_engine(digest.of.runs, &engine.engine).filter(|r| r.is_ok());
        let literals = own.map(|r| r.literals as f64).sum::<f64>() / engine.n_solved.max(1) as f64;
        let means = [engine.variables, engine.clauses, literals];
        let head = [format!("[{}]", i + 1), engine.engine.clone(), engine.n_solved.to_string()];
        table.row(head.into_iter().chain(means.map(count)).collect());
        for (list, mean) in points.iter_mut().zip(means) {
            list.push((mean, row as f64));
        }
    }
    let names = ["variables", "clauses", "literals"];
    let plot = Plot {
        title: "Mean size of the formulas".into(),
        x: Axis::log("how many"),
        y: Axis::rows(encoders.iter().map(|i| digest.labels[*i].clone()).collect()),
        series: names.iter().zip(points).map(|(name, p)| Series::new(*name, Mark::Points, p)).collect(),
        diagonal: false,
    };
    let text = "Means over the instances the engine solved; engines that solve more may well have larger formulas."
        .to_string();
    Some(Section {
        heading: "Sizes of formulas".into(),
        name: "sizes".into(),
        text,
        table: Some(table),
        plot: Some(plot),
    })
}
