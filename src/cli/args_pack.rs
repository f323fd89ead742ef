//! The command line of `pack` as types.

use super::args::seconds;
use clap::Args;
use std::path::PathBuf;

/// `pack`.
#[derive(Args)]
#[command(
    after_help = "Writes for each puzzle a folder with instances, their formulas in DIMACS and the maps back, and beside them README.md, \
pack.csv and pack.json: how each was made, SHA-256, gbdhash, the expected answer, and what engines needed. Everything but times is the same each time."
)]
pub struct PackArgs {
    /// The folder to write
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The puzzles; all if none is named
    #[arg(value_name = "PUZZLE")]
    pub puzzles: Vec<String>,
    /// How many instances of each puzzle, from the easiest to the hardest of twenty
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub count: u8,
    /// The limit of each engine on each instance
    #[arg(short, long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub timeout: f64,
    /// The limit of each engine in megabytes
    #[arg(long, value_name = "MEGABYTES", default_value_t = 4096)]
    pub memory: u64,
}
