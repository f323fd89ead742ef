//! Pictures for the report of a comparison: the boards, each with the first solution that was found.
//!
//! A page of thousands of pictures helps nobody: at most [`MOST`] are made, spread evenly over the instances, none of
//! them larger than [`LARGEST`], and all together no larger than [`TOTAL`].

use crate::compare::{Run, Task};
use crate::puzzles::{self, Instance, Show};
use crate::report::Picture;
use itertools::Itertools;
use std::collections::HashMap;

/// The number of pictures.
const MOST: usize = 60;
/// Bytes of one.
const LARGEST: usize = 96 << 10;
/// Bytes of all.
const TOTAL: usize = 2 << 20;

/// The pictures, in the order of the instances.
pub fn pictures(tasks: &[Task], runs: &[Run]) -> Vec<Picture> {
    let drawable: Vec<&Task> = tasks.iter().unique_by(|t| &t.instance).filter(|t| t.puzzle != "model").collect();
    let mut solved: HashMap<&str, &Run> = HashMap::new();
    for run in runs.iter().filter(|r| r.solution.is_some()) {
        solved.entry(&run.instance).or_insert(run);
    }
    let n = drawable.len();
    let chosen = (0..n.min(MOST)).map(|i| drawable[i * n / n.min(MOST)]);
    let drawn = chosen.filter_map(|task| picture(task, solved.get(task.instance.as_str()).copied()));
    let mut total = 0;
    drawn
        .filter(|p| p.svg.len() <= LARGEST)
        .take_while(|p| {
            total += p.svg.len();
            total <= TOTAL
        })
        .collect()
}

fn picture(task: &Task, run: Option<&Run>) -> Option<Picture> {
    let row = puzzles::find(&task.puzzle)?;
    let instance: Box<dyn Instance> = (row.read)(&task.instance, &task.input).ok()?.into_iter().next()?;
    // Logs are files: what a log calls a solution is drawn only if it is one.
    let read = |kept: &serde_json::Value| instance.read_solution("the log", &kept.to_string()).ok();
    let found = run.and_then(|r| r.solution.as_ref()).and_then(read).filter(|s| instance.check(s).is_ok());
    let svg = instance.svg(found.as_ref().map_or(Show::Instance, Show::Solution));
    let what = if found.is_some() { "with a solution" } else { "as given" };
    Some(Picture { instance: task.instance.clone(), caption: format!("{}, {what}", task.instance), svg })
}
