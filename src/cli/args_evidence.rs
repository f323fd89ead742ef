//! The options of `certify` and `check`.

use super::args::{LimitArgs, Target};
use crate::engine::Engine;
use clap::Args;
use std::path::PathBuf;

/// What `solve` does about evidence.
#[derive(Args, Clone, Default)]
pub struct EvidenceArgs {
    /// Believe SAT solvers that something is impossible, instead of checking their proofs
    #[arg(long)]
    pub unchecked: bool,
    /// Keep the evidence as `certify` does, in this folder; for `sat` engines, which are taken whole (`sat:whole` if none is named), and `csp` engines
    #[arg(long, value_name = "DIR", conflicts_with_all = ["unchecked", "competition", "limit"])]
    pub proof: Option<PathBuf>,
}

/// `check`.
#[derive(Args)]
#[command(
    after_help = "The last WHAT is the claim: PUZZLE FILE SOLUTION, MODEL.mzn [DATA.dzn]... SOLUTION, or a folder or \
file that `certify` wrote, alone or after the instance it is about. (The sweep of a won game of cops is a claim: name the game before it.)"
)]
pub struct CheckArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// `certify`.
#[derive(Args)]
#[command(
    after_help = "The evidence is a folder: manifest.json, solution.json, and for all that is impossible formula.cnf with \
proof.lrat, and with model.opb, encoding.pbp and formula.opb, which derive the formula from the model; where they cannot, it says so; with `--count` circuit.txt, which has all solutions however many they are. `quandary check DIR` checks it again. With `search:NAME` it is a certificate that the rules of the puzzle check, \
where the puzzle has one (omino: the value of the game; ricochet: fewest moves, unreachable), else the bundle of the same \
question. A game of cops is decided for ever, whatever the number of steps, unless a `sat` engine is named: then it is one \
file, a certificate that the game is lost or the sweep that wins it."
)]
pub struct CertifyArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The engine whose formulas are refuted: one of `sat`, taken whole (`sat:whole` if not given); one of `csp`, whose search is proved; or a puzzle's search
    #[arg(short, long, value_name = "ENGINE")]
    pub engine: Option<Engine>,
    /// Show which solutions there are and that there is no other (with an objective: the best ones)
    #[arg(long, conflicts_with = "backbone")]
    pub all: bool,
    /// Show how many solutions there are, however many, as `count` says it: by a circuit that is checked against the model
    #[arg(long, conflicts_with_all = ["all", "backbone"])]
    pub count: bool,
    /// Show what is the same in every solution, and that the rest is open
    #[arg(long)]
    pub backbone: bool,
    /// Where to keep the evidence
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
