//! What is said about watching a search: traces and trees.

use super::args::{LimitArgs, Target};
use crate::engine::Engine;
use clap::Args;
use std::path::PathBuf;

/// Where a trace goes.
#[derive(Args, Clone, Default)]
pub struct TraceArgs {
    /// Write what the engine does, event by event, as lines of JSON (see docs/watch.md)
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write at most so much of it; the last line says whether something was left out
    #[arg(long, value_name = "MEGABYTES", default_value_t = 64, requires = "trace")]
    pub trace_limit: u64,
}

/// `tree`.
#[derive(Args)]
#[command(
    after_help = "Without --engine the lesson of the textbook is drawn: plain backtracking, forward checking, and \
consistency, then with the best order. A page needs no network: arrows move, Enter folds, + and - zoom, ? lists the rest."
)]
pub struct TreeArgs {
    #[command(flatten)]
    pub target: Target,
    /// An engine to watch, one of `csp`; up to four times, side by side
    #[arg(short, long, value_name = "ENGINE")]
    pub engine: Vec<Engine>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Look for all solutions
    #[arg(short, long)]
    pub all: bool,
    /// Keep at most so many nodes of each tree; the rest is counted
    #[arg(long, value_name = "NODES", default_value_t = 10_000)]
    pub limit: usize,
    /// Write the trees: a picture (.svg), a page (.html) or data (.json); several times for several
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
