//! The command line as types; help, completions and the manual page come from here.

pub use super::args_campaign::{
    CampaignArgs, CampaignCommand, CampaignRunArgs, CollectArgs, CompareLine, CubeArgs, CubeLine, CubeWay,
};
pub use super::args_campaign::{PlanArgs, StatusArgs, SubmitArgs, SubmitEngine};
pub use super::args_compare::{CompareArgs, CompareFormat, ExperimentArgs};
pub use super::args_evidence::{CertifyArgs, CheckArgs, EvidenceArgs};
pub use super::args_minizinc::{DirectArgs, FolderArgs, FznArgs, MinizincArgs, MinizincCommand, StandardArgs};
pub use super::args_pack::PackArgs;
#[cfg(feature = "serve")]
pub use super::args_serve::ServeArgs;
pub use super::args_watch::{TraceArgs, TreeArgs};
use crate::engine::Engine;
use crate::presolve::Level;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// State a puzzle once; solve it by SAT, by CSP search, or by a search of its own; keep the proof.
///
/// `certify` keeps the evidence of a verdict, lost games of cops among them; `check` checks it.
#[derive(Parser)]
#[command(name = "quandary", version, max_term_width = 110, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 10 satisfiable, 20 unsatisfiable, 30 optimum found, 0 unknown or done, 2 wrong usage, \
3 input rejected, 4 an answer failed verification, 5 out of resources, 130/143/129 stopped by a signal."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Solve puzzles or models
    Solve(SolveArgs),
    /// Find all solutions (the same as `solve --all`)
    Enumerate(SolveArgs),
    /// Count solutions exactly, without listing them where the problem falls apart
    Count(CountArgs),
    /// Find what is the same in every solution
    Backbone(BackboneArgs),
    /// Say why: which rules contradict each other, or force something
    Explain(ExplainArgs),
    /// Write the formula for other solvers: DIMACS, OPB, WCNF, KNF with names, or the model in FlatZinc
    Export(ExportArgs),
    /// Turn another solver's answer to an exported formula back into a solution
    Decode(DecodeArgs),
    /// Judge a claimed solution of an instance, or a bundle of evidence
    Check(CheckArgs),
    /// Decide an instance and keep the evidence: solution, formulas and proofs, checked
    Certify(CertifyArgs),
    /// Make a random instance
    Generate(GenerateArgs),
    /// Draw an instance
    Draw(DrawArgs),
    /// Play a game in the terminal, against the machine or each other
    Play(PlayArgs),
    /// Show a solution step by step
    Replay(ReplayArgs),
    /// Watch the backtracker: the search tree as a picture or a page, several engines side by side
    Tree(TreeArgs),
    /// Show everything that can be chosen by name
    List(ListArgs),
    /// Run several engines on several instances and compare them
    Compare(CompareArgs),
    /// Do an experiment: many runs, tables, plots
    Experiment(ExperimentArgs),
    /// Many runs or one hard formula, by many machines: a folder of tasks, worked off by our pool, GNU parallel or Slurm
    Campaign(CampaignArgs),
    /// Cut a formula into cubes that can be refuted one by one
    Cube(CubeArgs),
    /// Make a family of instances of growing hardness for each puzzle, with formulas, hashes and measured hardness
    Pack(PackArgs),
    /// Solve a model in FlatZinc as MiniZinc's solvers do
    Fzn(FznArgs),
    /// Be a solver of MiniZinc's: install, uninstall, run
    Minizinc(MinizincArgs),
    /// Open a page in the browser: boards, answers, reasons, search trees, models
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// What to work on.
#[derive(Args, Clone, Default)]
pub struct Target {
    /// PUZZLE FILE..., or FILE... that says its puzzle, or MODEL.mzn [DATA.dzn|DATA.json]..., or FORMULA.cnf|.opb...; `-` reads
    /// standard input, and any file may be compressed (.gz, .xz, .zst)
    #[arg(required = true, value_name = "WHAT")]
    pub inputs: Vec<String>,
    /// Use this model instead of the puzzle's own
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Use this one of the puzzle's models (see `quandary list formulations`)
    #[arg(long, value_name = "NAME", conflicts_with = "model")]
    pub formulation: Option<String>,
    /// Set a parameter of the model
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub define: Vec<String>,
    /// Fix the number of steps of a puzzle that asks for the fewest
    #[arg(long, value_name = "N")]
    pub horizon: Option<usize>,
    /// Ask for the best answer instead of one within the instance's own limit (queens: as few left as possible)
    #[arg(long, alias = "minimize", conflicts_with = "horizon")]
    pub minimise: bool,
    /// Where included files may lie, besides the model's own folder
    #[arg(skip)]
    pub include: Vec<PathBuf>,
    /// The sections of the output that are shown, and those that are not
    #[arg(skip)]
    pub sections: (Vec<String>, Vec<String>),
    /// The input is a problem as another process of this program named it, in JSON
    #[arg(long, hide = true, conflicts_with_all = ["model", "formulation", "define", "horizon", "minimise"])]
    pub named: bool,
}

/// How to solve.
#[derive(Args, Clone, Default)]
pub struct EngineArgs {
    /// The engine, such as `auto`, `sat:totalizer+ladder:varisat` or `csp:mrv+degree+fc` (see `quandary list`)
    #[arg(short, long, value_name = "ENGINE", conflicts_with = "mode")]
    pub engine: Option<Engine>,
    /// The default engine of a kind: auto, sat, csp, lcg or search
    #[arg(short, long, value_name = "MODE")]
    pub mode: Option<String>,
    /// How much to presolve: 0 nothing, 1 bounds, 2 bounds and probing (what suits the question if not given)
    #[arg(long, value_name = "LEVEL")]
    pub presolve: Option<Level>,
    /// How many engines `auto` may run at once; with 1 it does the same each time (as many as there are cores if not given)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

impl EngineArgs {
    /// How many engines may run at once.
    pub fn n_jobs(&self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// How long it may take.
#[derive(Args, Clone, Default)]
pub struct LimitArgs {
    /// Stop after so many seconds
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Stop when the program needs more memory than this
    #[arg(long, value_name = "MEGABYTES")]
    pub memory: Option<u64>,
}

/// `solve` and `enumerate`.
#[derive(Args, Clone)]
pub struct SolveArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Find all solutions
    #[arg(short, long)]
    pub all: bool,
    /// Show these sections of the model's output only (`output :: "name" [...]`)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only_sections: Vec<String>,
    /// Do not show these sections of the model's output
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub not_sections: Vec<String>,
    /// Find at most so many solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// One JSON object per instance
    #[arg(long)]
    pub json: bool,
    /// Answer about a formula as in the solvers' competitions: lines `s`, `v` and `o` (done for FORMULA.cnf and .opb if nothing else is
    /// asked for)
    #[arg(long, conflicts_with_all = ["json", "all", "limit"])]
    pub competition: bool,
    /// Ask this checker about every solution of a model: a model whose parameters are the solution's values (the same as naming
    /// a file X.mzc or X.mzc.mzn)
    #[arg(long, alias = "checker", value_name = "FILE", conflicts_with = "competition")]
    pub solution_checker: Option<String>,
    #[command(flatten)]
    pub trace: TraceArgs,
    #[command(flatten)]
    pub evidence: EvidenceArgs,
    /// Print statistics after the answer
    #[arg(short, long)]
    pub stats: bool,
    /// Print no drawing, only the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Write a picture of the (last) solution
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `count`.
#[derive(Args)]
pub struct CountArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Also say in how many solutions each Boolean is true
    #[arg(short, long)]
    pub probabilities: bool,
    /// One JSON object per instance
    #[arg(long)]
    pub json: bool,
    /// Write a picture (with `--probabilities` a heat map)
    #[arg(long, value_name = "FILE", requires = "probabilities")]
    pub svg: Option<PathBuf>,
}

/// `backbone`.
#[derive(Args)]
pub struct BackboneArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object per instance
    #[arg(long)]
    pub json: bool,
    /// Write a picture with what is certain marked
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `explain`.
#[derive(Args)]
#[command(
    after_help = "A rule is what stands under one label (`constraint :: \"name\" ...`), or else one constraint of the \
model, once for each round of the loops around it. `smallest` says that no fewer rules do the same, `minimal` that none of \
them can be left out. Every explanation is checked by another solver before it is printed."
)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Why is this so in every solution? An atom (`mine[3,4]=0`, `x<=5`), or the indices of a cell (`3,4`); `all` for
    /// everything that is forced
    #[arg(long, value_name = "ATOM", allow_hyphen_values = true)]
    pub why: Vec<String>,
    /// Find the solution by reasons alone, one fact after the other, the easiest first
    #[arg(long, conflicts_with_all = ["why", "limit", "svg"])]
    pub steps: bool,
    /// Show up to so many different contradictions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "why")]
    pub limit: Option<u64>,
    /// One JSON object per explanation
    #[arg(long)]
    pub json: bool,
    /// Write a picture with the cells of the (first) reason ringed
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// The formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// DIMACS CNF, for SAT solvers
    Dimacs,
    /// OPB, for pseudo-Boolean solvers
    Opb,
    /// WCNF, for MaxSAT solvers: the objective as weights of soft clauses
    Wcnf,
    /// KNF, for solvers that know counts
    Knf,
    /// FlatZinc, for MiniZinc's solvers: the flattened model
    Fzn,
    /// FlatZinc in which globals stay one constraint, under the names of our library of MiniZinc's
    FznWhole,
    /// QDIMACS, for QBF solvers: whether player 1 of a game can score at least so much
    Qdimacs,
}

/// `export`.
#[derive(Args)]
pub struct ExportArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The encodings, such as `totalizer+ladder` (see `quandary list`)
    #[arg(short, long, value_name = "WORDS")]
    pub encoding: Option<String>,
    /// The encodings and the formulation of this engine, such as `sat@boolean:totalizer`
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["encoding", "formulation"])]
    pub engine: Option<Engine>,
    /// What to write
    #[arg(short, long, value_enum, default_value_t = ExportFormat::Dimacs)]
    pub format: ExportFormat,
    /// The score that player 1 is to reach, for QDIMACS
    #[arg(long, value_name = "SCORE", default_value_t = 1, allow_negative_numbers = true)]
    pub at_least: i64,
    /// Where to write the formula; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Where to write the map back; beside the formula with `.map.json` appended if not given
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// How much to presolve: 0 nothing, 1 bounds, 2 bounds and probing (what suits the question if not given)
    #[arg(long, value_name = "LEVEL")]
    pub presolve: Option<Level>,
    /// Leave the names out of the formula's comments
    #[arg(long)]
    pub no_names: bool,
}

/// `decode`.
#[derive(Args)]
pub struct DecodeArgs {
    /// The map that `export` wrote
    #[arg(value_name = "MAP")]
    pub map: PathBuf,
    /// What the solver printed; `-` for standard input
    #[arg(value_name = "SOLVER-OUTPUT")]
    pub output: String,
    /// The formula, to check that the map is its map and that the answer satisfies it
    #[arg(long, value_name = "FILE")]
    pub cnf: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Print no drawing, only the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Write a picture of the solution
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `generate`.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct GenerateArgs {
    /// The puzzle and its generator's options: `minesweeper --rows 16 --seed 7`; `PUZZLE --help` lists them
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "PUZZLE [OPTION]")]
    pub words: Vec<String>,
}

/// `draw`.
#[derive(Args)]
pub struct DrawArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Draw this solution too
    #[arg(long, value_name = "FILE")]
    pub solution: Option<String>,
    /// Write an SVG file instead of drawing in the terminal
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `replay`.
#[derive(Args)]
#[command(after_help = "At a terminal each step waits for Enter; `q` ends. Otherwise all steps are printed.")]
pub struct ReplayArgs {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Show this solution instead of looking for one
    #[arg(long, value_name = "FILE")]
    pub solution: Option<String>,
}

/// `play`.
#[derive(Args)]
pub struct PlayArgs {
    /// The game: minesweeper or omino
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The file of a game of omino; `-` is not possible, since moves are read from standard input
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// Minesweeper: number of rows (9)
    #[arg(long, value_name = "N")]
    pub rows: Option<usize>,
    /// Minesweeper: number of columns (as many as rows)
    #[arg(long, value_name = "N")]
    pub cols: Option<usize>,
    /// Minesweeper: number of mines (10 on a board of 9 x 9, and as many for each cell on others)
    #[arg(long, value_name = "N")]
    pub mines: Option<usize>,
    /// Minesweeper: the same seed gives the same board (1)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Minesweeper: a board that logic alone can win, on which nothing that could be a mine is opened
    #[arg(long)]
    pub no_guess: bool,
    /// Who plays first: person, machine or greedy
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    pub first: String,
    /// Who plays second
    #[arg(long, value_name = "PLAYER", default_value = "machine")]
    pub second: String,
    /// How long the machine may think about a turn, in seconds
    #[arg(short, long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: f64,
    /// Stop when the program needs more memory than this
    #[arg(long, value_name = "MEGABYTES")]
    pub memory: Option<u64>,
}

/// `list`.
#[derive(Args)]
pub struct ListArgs {
    /// Only this table
    pub table: Option<String>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// `completions`.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("`{text}` is not a number of seconds"))?;
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err("expected a number of seconds from 0 up".to_string())
    }
}
