//! The command line of `serve` as types.

use super::args::seconds;
use clap::Args;
use std::path::PathBuf;

/// `serve`.
#[derive(Args)]
#[command(
    after_help = "Prints the link of the page and nothing else. The link holds a secret: who has it may run jobs. Ctrl-C ends \
the server and its jobs."
)]
pub struct ServeArgs {
    /// The port; any that is free if not given
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// The address or name to listen at; with another one than this, other machines can reach the page
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    /// Open the page in a browser (done at a terminal if not said otherwise)
    #[arg(long, conflicts_with = "no_open")]
    pub open: bool,
    /// Do not open the page in a browser
    #[arg(long)]
    pub no_open: bool,
    /// Also show the report of a comparison: the folder that `compare --out` wrote (several times for several)
    #[arg(long, value_name = "DIR")]
    pub report: Vec<PathBuf>,
    /// How many jobs run at once (as many as there are cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,
    /// The most seconds that a job may ask for
    #[arg(short, long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: f64,
    /// What a job may use
    #[arg(long, value_name = "MEGABYTES", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: u64,
}
