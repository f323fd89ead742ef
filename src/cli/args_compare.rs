//! The command line of `compare` and `experiment` as types.

use super::args::seconds;
use crate::engine::Engine;
use crate::presolve::Level;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The formats of `compare`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Tables for people
    Text,
    /// Tables for documents
    Markdown,
    /// One line of comma-separated values per run
    Csv,
    /// One JSON object per run, and one for the agreement
    Json,
}

/// `compare`.
#[derive(Args)]
#[command(
    after_help = "A `*` in an engine stands for everything that may stand there: `sat:*:varisat` for all encodings, \
`sat@*` for all formulations, `csp:*+fc` for all variable orders, `search:*` for all searches. `minizinc:gecode` is that solver \
through an installed MiniZinc, for models."
)]
pub struct CompareArgs {
    /// [PUZZLE] FILE-OR-FOLDER..., or MODEL.mzn [DATA]...
    #[arg(value_name = "WHAT", required_unless_present = "family")]
    pub inputs: Vec<String>,
    /// One instance of the model for each of these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub data: Vec<String>,
    /// Set a parameter of the model
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub define: Vec<String>,
    /// Fix the number of steps of puzzles that ask for the fewest
    #[arg(long, value_name = "N")]
    pub horizon: Option<usize>,
    /// Ask for the best answer of puzzles that state a limit
    #[arg(long)]
    pub minimise: bool,
    /// Instances from this puzzle's generator
    #[arg(long, value_name = "PUZZLE", requires = "sizes")]
    pub family: Option<String>,
    /// The sizes of the family, `A..B` with both ends
    #[arg(long, value_name = "A..B", requires = "family")]
    pub sizes: Option<String>,
    /// How many instances of each size
    #[arg(long, value_name = "N", default_value_t = 5, requires = "family")]
    pub per_size: u64,
    /// The first seed of the family
    #[arg(long, value_name = "N", default_value_t = 1, requires = "family")]
    pub seed: u64,
    /// An option of the family's generator
    #[arg(long, value_name = "NAME=VALUE", requires = "family")]
    pub with: Vec<String>,
    /// The engines, separated by commas or by repeating the option; `*` stands for all words
    #[arg(
        short,
        long = "engine",
        visible_alias = "engines",
        value_name = "ENGINE",
        value_delimiter = ',',
        required = true
    )]
    pub engines: Vec<String>,
    /// How much the engines presolve, unless they say so themselves (`sat:presolve0`)
    #[arg(long, value_name = "LEVEL")]
    pub presolve: Option<Level>,
    /// The engine that ratios are to (the first)
    #[arg(long, value_name = "ENGINE")]
    pub baseline: Option<Engine>,
    /// Do every run so many times; tables have the median and the spread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// The limit of each run in seconds
    #[arg(short, long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: f64,
    /// The limit of each run in megabytes
    #[arg(long, value_name = "MEGABYTES", default_value_t = 2048)]
    pub memory: u64,
    /// How many runs go on at once (as many as there are cores)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// The folder of the log and the report
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue the log in that folder
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Make the runs through a campaign in this folder, alone or with others (see `quandary campaign`)
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub campaign: Option<PathBuf>,
    /// How to print the result
    #[arg(short, long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// `experiment`.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct ExperimentArgs {
    /// The experiment and its options: `cops --graphs square:2..5`; `NAME --help` lists them
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "NAME [OPTION]")]
    pub words: Vec<String>,
}
