//! The command line as MiniZinc uses it: the flags it passes to every solver, and the commands that bring us together.

use super::args::{EngineArgs, LimitArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The flags that MiniZinc passes to its solvers.
#[derive(Args, Clone, Default)]
pub struct StandardArgs {
    /// Find all solutions; with an objective, print every better one
    #[arg(short, long, alias = "all")]
    pub all_solutions: bool,
    /// Find at most so many solutions (without an objective)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub num_solutions: Option<u64>,
    /// Print better and better solutions as they come, which is always done
    #[arg(short, long)]
    pub intermediate: bool,
    /// Print statistics
    #[arg(short, long)]
    pub statistics: bool,
    /// Stop after so many milliseconds
    #[arg(short, long, value_name = "MS")]
    pub time_limit: Option<u64>,
    /// Taken for MiniZinc's sake: the engines leave nothing to chance
    #[arg(short, long, value_name = "SEED", allow_negative_numbers = true)]
    pub random_seed: Option<i64>,
    /// Do not follow the search annotations of the model
    #[arg(short, long)]
    pub free_search: bool,
    /// How many engines `auto` may run at once, as --jobs
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub parallel: Option<u16>,
    /// Say on standard error what is being done
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Stop when the program needs more memory than this
    #[arg(long, value_name = "MEGABYTES")]
    pub memory: Option<u64>,
}

impl StandardArgs {
    /// The limits in our own form.
    pub fn limits(&self) -> LimitArgs {
        LimitArgs { timeout: self.time_limit.map(|ms| ms as f64 / 1000.0), memory: self.memory.filter(|m| *m > 0) }
    }
}

/// `fzn`.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "This is what `minizinc --solver quandary` calls. Solutions come as they are found, each followed by \
`----------`; `==========` says that there are no more, or no better ones. The exit code is 0 unless something went wrong."
)]
pub struct FznArgs {
    /// The model in FlatZinc; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub standard: StandardArgs,
}

/// `minizinc`.
#[derive(Args)]
pub struct MinizincArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: MinizincCommand,
}

/// The commands that bring MiniZinc and us together.
#[derive(Subcommand)]
pub enum MinizincCommand {
    /// Make this program a solver of MiniZinc's: `quandary`, and `quandary-direct` without MiniZinc's compiler
    Install(FolderArgs),
    /// Take that back
    Uninstall(FolderArgs),
    /// Solve a model and answer in MiniZinc's form: what `minizinc --solver quandary-direct` calls
    Run(Box<DirectArgs>),
}

/// Where solvers are made known.
#[derive(Args)]
pub struct FolderArgs {
    /// The folder of solver configurations; MiniZinc's own for this user if not given
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// `minizinc run`.
#[derive(Args)]
#[command(args_override_self = true)]
pub struct DirectArgs {
    /// MODEL.mzn [DATA.dzn|DATA.json]...; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<String>,
    /// Set a parameter of the model
    #[arg(short = 'D', long = "cmdline-data", value_name = "NAME=VALUE")]
    pub define: Vec<String>,
    /// Look for included files here, too
    #[arg(short = 'I', long = "search-dir", value_name = "DIR")]
    pub include: Vec<PathBuf>,
    #[command(flatten)]
    pub standard: StandardArgs,
}
