//! The command line of `campaign` and `cube` as types.

use super::args::{CompareArgs, LimitArgs, Target, seconds};
use crate::engine::Engine;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `campaign`.
#[derive(Args)]
#[command(
    after_help = "A campaign is a folder of tasks. Any number of workers on any number of machines that share the folder \
work it off; a result that exists is done, and a worker that dies loses what it was doing and nothing else."
)]
pub struct CampaignArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: CampaignCommand,
}

/// What to do with a campaign.
#[derive(Subcommand)]
pub enum CampaignCommand {
    /// Write the folder: `plan DIR compare ...`, `plan DIR experiment ...`, `plan DIR cube FILE.icnf`
    Plan(PlanArgs),
    /// Work off what is missing, on this machine; ends with 0 when nothing is left to do
    Run(CampaignRunArgs),
    /// Hand it to an engine: our own pool, GNU parallel, Slurm
    Submit(SubmitArgs),
    /// Say how far it is
    Status(StatusArgs),
    /// Put the results together: the report of the comparison or experiment, or the verdict on the formula
    Collect(CollectArgs),
}

/// `campaign plan`.
#[derive(Args)]
pub struct PlanArgs {
    /// The folder; there must be nothing in it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// `compare`, `experiment` or `cube`, and what follows these words elsewhere; `cube --help` lists the options of cubes
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    pub words: Vec<String>,
}

/// A comparison as words.
#[derive(Parser)]
#[command(name = "quandary campaign plan DIR compare")]
pub struct CompareLine {
    #[command(flatten)]
    pub args: CompareArgs,
}

/// A list of cubes as words.
#[derive(Parser)]
#[command(name = "quandary campaign plan DIR cube")]
pub struct CubeLine {
    /// The formula with its cubes, as `quandary cube` writes it
    #[arg(value_name = "FILE.icnf")]
    pub file: String,
    /// How long one cube may take before it is split
    #[arg(short, long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: f64,
    /// The limit of each cube in megabytes
    #[arg(long, value_name = "MEGABYTES", default_value_t = 2048)]
    pub memory: u64,
}

/// `campaign run`.
#[derive(Args)]
pub struct CampaignRunArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Which share to work at, from 0
    #[arg(long, value_name = "I", requires = "of")]
    pub index: Option<usize>,
    /// How many shares there are
    #[arg(long, value_name = "N", requires = "index")]
    pub of: Option<usize>,
    /// How many tasks go on at once (as many as there are cores)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Forget results that say why a task could not be done, and try again
    #[arg(long)]
    pub retry: bool,
}

/// What works off a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SubmitEngine {
    /// This process
    Local,
    /// GNU parallel, on this machine or on others by ssh
    Parallel,
    /// Slurm: array jobs, and a job that collects
    Slurm,
}

/// `campaign submit`.
#[derive(Args)]
pub struct SubmitArgs {
    /// The folder; all machines must see it at the same place
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What works it off
    #[arg(long, value_enum)]
    pub engine: SubmitEngine,
    /// How many tasks a worker does at once (as many as there are cores for `local`, else 1)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// How many minutes a share should last, at most
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = seconds)]
    pub minutes: f64,
    /// How many shares to make, instead of as many as `--minutes` asks for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub shares: Option<u32>,
    /// The machines of GNU parallel, as its `--sshlogin` takes them: `4/machine`, `:` for this one
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    pub hosts: Vec<String>,
    /// A further option of `sbatch`, such as `--partition=long`
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
    /// Print what would be handed over, and hand over nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// `campaign status`.
#[derive(Args)]
pub struct StatusArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// `campaign collect`.
#[derive(Args)]
pub struct CollectArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The verdict on a formula as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a comparison for BenchExec too: task definitions, and results that its table generator reads
    #[arg(long)]
    pub benchexec: bool,
}

/// How cubes are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CubeWay {
    /// By what the model's variables may be
    Semantic,
    /// By what follows from a literal and its opposite
    Lookahead,
    /// By the variables that the first steps of a proof speak of
    Prefix,
}

/// `cube`.
#[derive(Args)]
pub struct CubeArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How to find them
    #[arg(long, value_enum, default_value_t = CubeWay::Lookahead)]
    pub by: CubeWay,
    /// About how many cubes
    #[arg(long = "target", value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub target_number: u32,
    /// The encodings and the formulation of this engine, such as `sat@boolean:totalizer`
    #[arg(short, long, value_name = "ENGINE")]
    pub engine: Option<Engine>,
    /// Where to write the formula with its cubes; the proof of cover goes beside it
    #[arg(short, long, value_name = "FILE.icnf")]
    pub output: PathBuf,
}
