//! Pictures for the report of a comparison: the boards, each with the first solution that was found.
//!
//! A page of thousands of pictures helps nobody: at most [`MOST`] are made, spread evenly over the instances, none of
//! them larger than [`LARGEST`], and all together no larger than [`TOTAL`].

use crate::compare::{Planned, Trial};
use crate::puzzles::Show;
use crate::report::Picture;
use crate::search::Budget;
use crate::solve::Named;
use crate::solve::intake;
use itertools::Itertools;
use std::collections::HashMap;

/// The number of pictures.
const MOST: usize = 60;
/// Bytes of one.
const LARGEST: usize = 96 << 10;
/// Bytes of all.
const TOTAL: usize = 2 << 20;

/// The pictures, in the order of the instances.
pub fn pictures(plan: &[Planned], runs: &[Trial]) -> Vec<Picture> {
    let drawable: Vec<&Planned> =
        plan.iter().unique_by(|p| &p.named.title).filter(|p| p.named.puzzle.is_some()).collect();
    let mut solved: HashMap<&str, &Trial> = HashMap::new();
    for run in runs.iter().filter(|r| r.solution.is_some()) {
        solved.entry(&run.instance).or_insert(run);
    }
    let n = drawable.len();
    let chosen = (0..n.min(MOST)).map(|i| drawable[i * n / n.min(MOST)]);
    let drawn = chosen.filter_map(|planned| picture(&planned.named, solved.get(planned.named.title.as_str()).copied()));
    let mut total = 0;
    drawn
        .filter(|p| p.svg.len() <= LARGEST)
        .take_while(|p| {
            total += p.svg.len();
            total <= TOTAL
        })
        .collect()
}

fn picture(named: &Named, run: Option<&Trial>) -> Option<Picture> {
    let problem = intake::again(named, &Budget::unlimited()).ok()?;
    let instance = problem.instance()?;
    // Logs are files: what a log calls a solution is drawn only if it is one.
    let read = |kept: &serde_json::Value| instance.read_solution("the log", &kept.to_string()).ok();
    let found = run.and_then(|r| r.solution.as_ref()).and_then(read).filter(|s| instance.check(s).is_ok());
    let svg = instance.svg(found.as_ref().map_or(Show::Instance, Show::Solution));
    let what = if found.is_some() { "with a solution" } else { "as given" };
    Some(Picture { instance: named.title.clone(), caption: format!("{}, {what}", named.title), svg })
}
