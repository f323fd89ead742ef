//! Experiments: many runs of one question, and a report of tables, plots and words about them.
//!
//! Each is one row in [`TABLE`]: which runs there are, how one is done, and what all of them together say. The log, the
//! threads, the files and the progress are the same for all.

mod ask;
mod cops;
mod minesweeper;
mod monkey;
mod omino;
mod queens;
mod ricochet;
mod run;
mod settings;

pub use run::{Conduct, run};
pub use settings::Settings;

use crate::puzzles::GenerateOption;
use crate::report::Report;
use crate::runs::Record;
use crate::search::Budget;
use serde_json::{Map, Value};

/// An experiment.
pub struct Experiment {
    /// The word users type.
    pub name: &'static str,
    /// What it asks, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// The limit of one run in seconds, unless the user gives one.
    pub limit: f64,
    /// What it may be told.
    pub options: &'static [GenerateOption],
    /// The runs, in the order they are done.
    pub steps: fn(&Settings) -> Result<Vec<Step>, String>,
    /// Does one run. What it gives is kept; `Err` ends the experiment.
    pub run: fn(&Settings, &Step, &Budget) -> Result<Fields, String>,
    /// What the runs say together; they come in the order of the steps, some may be missing.
    pub report: fn(&Settings, &[Record]) -> Report,
}

/// What is kept of a run.
pub type Fields = Map<String, Value>;

/// One run to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What tells it from the others, and stays the same when the experiment is done again.
    pub key: String,
    /// What it is about.
    pub data: Value,
}

/// All experiments.
pub const TABLE: &[&Experiment] = &[
    &minesweeper::EXPERIMENT,
    &cops::EXPERIMENT,
    &ricochet::EXPERIMENT,
    &queens::EXPERIMENT,
    &omino::EXPERIMENT,
    &monkey::EXPERIMENT,
];

/// The experiment of a name.
pub fn find(name: &str) -> Option<&'static Experiment> {
    TABLE.iter().copied().find(|row| row.name == name)
}
