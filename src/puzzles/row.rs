//! What a puzzle is to the rest of the program: a row of a table, instances behind one protocol, solutions that only the
//! puzzle looks into.
//!
//! Rows are made from types by [`puzzle`](super::typed::puzzle), which is also the only implementation of [`Instance`].

use super::Solution;
use super::text::InputError;
use crate::front::Data;
use crate::grid::Pos;
use crate::look::{Around, Rings};
use crate::search::{Budget, End, Stats, Stop};
use serde_json::{Map, Value};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

/// A puzzle.
pub struct Puzzle {
    /// The word users type.
    pub name: &'static str,
    /// What it asks, in one line.
    pub summary: &'static str,
    /// Its models: ways to state the same question. The first is used unless the user names another.
    pub models: &'static [Formulation],
    /// Fields of its JSON form that no other puzzle has all of.
    pub fields: &'static [&'static str],
    /// Reads all instances of a file, at least one.
    pub read: ReadFn,
    /// Makes a random instance.
    pub generate: fn(&Options) -> Result<Box<dyn Instance>, String>,
    /// What the generator may be told.
    pub options: &'static [GenerateOption],
    /// Which of these says how large the instance is, for families of growing size.
    pub size: &'static str,
    /// The formats an instance can be written in. The first is the one people read.
    pub formats: &'static [Format],
    /// The searches made for this puzzle.
    pub searches: &'static [Search],
    /// The engine that is used unless the user names one.
    pub engine: &'static str,
    /// How it proves that there is no answer, if it can.
    pub proof: Option<Proof>,
    /// What its searches keep for the verdict that an answer is best or that there is none, if they do.
    pub account: Option<Account>,
}

/// A way to write an instance.
pub struct Format {
    /// The name the user picks it by.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Whether what is written can be read again as the same instance.
    pub is_read: bool,
    /// Writes an instance; `None` if the format cannot hold it.
    pub write: fn(&dyn Instance) -> Option<String>,
}

impl Format {
    /// What serde makes of the instance.
    pub const JSON: Format = Format {
        name: "json",
        summary: "one JSON object on one line",
        is_read: true,
        write: |instance| Some(format!("{}\n", instance.json())),
    };

    /// What the model is told, as MiniZinc's data.
    pub const fn dzn(summary: &'static str) -> Format {
        Format { name: "dzn", summary, is_read: false, write: |instance| Some(instance.data().to_dzn()) }
    }
}

/// One way to state a puzzle as a model.
pub struct Formulation {
    /// The name, in `--formulation NAME` and `sat@NAME`.
    pub name: &'static str,
    /// What sets it apart.
    pub summary: &'static str,
    /// Its file.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
    /// What it changes of the rules. Its answers are answers; that it has none, or no better one, proves nothing.
    pub variant: Option<&'static str>,
    /// For the model that SAT engines use for a single answer unless the user names another: what it is told besides.
    pub one: Option<fn(&dyn Instance) -> Data>,
    /// Why it is never used for listing or counting, if it is not: its answers are not each answer once.
    pub partial: Option<&'static str>,
}

impl Puzzle {
    /// The formulation for a single answer, if there is one.
    pub fn for_one(&self) -> Option<&'static Formulation> {
        self.models.iter().find(|m| m.one.is_some())
    }

    /// The formulation of a name, or what there is instead.
    pub fn formulation(&self, name: &str) -> Result<&'static Formulation, String> {
        let names = || self.models.iter().map(|m| m.name).collect::<Vec<_>>().join(", ");
        let found = self.models.iter().find(|m| m.name == name);
        found.ok_or_else(|| format!("{} has no formulation `{name}`; it has {}", self.name, names()))
    }
}

impl Puzzle {
    /// Whether its own engine lists all solutions.
    pub fn default_lists_all(&self) -> bool {
        let name = self.engine.strip_prefix("search:");
        name.is_none_or(|name| self.searches.iter().any(|s| s.name == name && s.lists_all))
    }
}

/// Proofs that there is no answer, as files that anybody can check.
pub struct Proof {
    /// How such a file begins.
    pub magic: &'static str,
    /// Decides an instance and keeps the proof.
    pub certify: fn(&dyn Instance, &Budget) -> Result<Certified, String>,
    /// Checks a proof; with an instance, also that it is about that instance. Shares no code with the search.
    pub verify: VerifyFn,
}

/// Checks the bytes of a proof.
pub type VerifyFn = fn(&[u8], Option<&dyn Instance>, &Budget) -> Result<Verified, String>;

/// What came of making a proof.
pub enum Certified<S = Solution> {
    /// There is no answer; the proof as a file, and what it has in words.
    Proof(Vec<u8>, String),
    /// There is an answer, which is its own proof.
    Solution(S),
    /// The budget was spent first.
    Stopped(Stop),
    /// The instance is too large for a proof, and why.
    TooLarge(String),
}

/// What came of checking a proof.
pub enum Verified {
    /// It holds; what it proves, in words.
    Holds(String),
    /// It does not hold, and why.
    Fails(String),
    /// The budget was spent first.
    Stopped(Stop),
}

/// What a search keeps for its verdict: a text that the rules alone check.
pub struct Account {
    /// Decides an instance and writes the text.
    pub make: fn(&dyn Instance, &Budget) -> Accounted,
    /// Checks the text: that no solution is better than this one, or that there is none. Shares no code with the searches.
    pub verify: fn(&[u8], &dyn Instance, Option<&Solution>, &Budget) -> Verified,
}

/// What came of keeping it.
pub enum Accounted<S = Solution> {
    /// The text, and a best solution if there is one.
    Kept(String, Option<S>),
    /// The budget was spent first.
    Stopped(Stop),
    /// The instance is too large for that, and why.
    TooLarge(String),
}

/// Reads a file's text; the name is for messages.
pub type ReadFn = fn(file: &str, text: &str) -> Result<Vec<Box<dyn Instance>>, InputError>;

/// What users tell a generator, by option name.
pub type Options = BTreeMap<String, String>;

/// One thing a generator may be told.
pub struct GenerateOption {
    /// The name, typed as `--name`.
    pub name: &'static str,
    /// What its value is called in the help; empty for a switch.
    pub value: &'static str,
    /// What it does, and what happens without it.
    pub summary: &'static str,
}

/// A search made for one puzzle.
pub struct Search {
    /// The name in `search:NAME`.
    pub name: &'static str,
    /// What it does, and whether its answers are proved best.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Whether its last answer is proved best when it ends by itself.
    pub is_optimal: bool,
    /// Whether it hands out every solution when nobody stops it.
    pub lists_all: bool,
    /// Runs it.
    pub run: SearchFn,
}

/// A dedicated search: hands out solutions until it is told to stop.
pub type SearchFn =
    fn(&dyn Instance, &Budget, &mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<(End, Stats), String>;

/// What a picture shows besides the instance.
#[derive(Clone, Copy, Debug)]
pub enum Show<'a, S = Solution> {
    /// Nothing: the instance as it is.
    Instance,
    /// A solution.
    Solution(&'a S),
    /// What is the same in every solution, as [`Instance::backbone`] gives it.
    Backbone(&'a Value),
    /// How likely things are, as [`Instance::probabilities`] gives it.
    Probabilities(&'a Value),
    /// The cells of some rules.
    Reason(&'a Ringed),
}

/// Cells of a board that a drawing rings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ringed {
    /// The cells.
    pub cells: Vec<Pos>,
    /// A cell of which something is said, and its value.
    pub fact: Option<(Pos, i64)>,
    /// The cells of a claimed solution.
    pub claimed: Vec<Pos>,
}

impl<S> Show<'_, S> {
    /// Rings around the squares of a reason; none for other pictures.
    pub fn rings(&self) -> Rings {
        let Show::Reason(ringed) = self else { return Rings::default() };
        let around = ringed.cells.iter().map(|(row, col)| Around::Square(*row, *col)).collect();
        Rings { around, is_clash: ringed.fact.is_none() }
    }
}

/// What the rules judge found out about a solution it accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What holds.
    pub holds: String,
    /// What was asked for but not judged, if there is something.
    pub not_judged: Option<String>,
}

/// A fact and the rules that force it.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// The variable of the model.
    pub name: &'a str,
    /// Its value.
    pub value: i64,
    /// The names of the rules.
    pub rules: &'a [&'a str],
}

/// One puzzle to solve. Solutions it is given are of its own puzzle.
pub trait Instance: Send + Sync {
    /// The puzzle's own instance, for the adapter.
    fn as_any(&self) -> &dyn Any;

    /// Its name, if its file gives one.
    fn id(&self) -> Option<&str>;

    /// The instance as JSON, on one line.
    fn json(&self) -> String;

    /// The parameters for the model.
    fn data(&self) -> Data;

    /// For a puzzle whose answer is a sequence of steps: the numbers of steps to try, in order, none left out below
    /// which there could be an answer. `None` if the model has no such number or the instance fixes it.
    fn horizons(&self) -> Option<RangeInclusive<usize>>;

    /// What the numbers of [`horizons`](Instance::horizons) count, for reports.
    fn horizon_word(&self) -> &'static str;

    /// The same instance asking for the best answer instead of one within a limit of its own, if it has such a limit.
    fn minimised(&self) -> Option<Box<dyn Instance>>;

    /// The parameters for the model with this number of steps.
    fn data_at(&self, horizon: usize) -> Data;

    /// The instance in one of the puzzle's formats.
    fn write(&self, format: &str) -> Option<String>;

    /// The solution that the values of the model's variables stand for, by the model's names.
    fn solution(&self, named: &Map<String, Value>) -> Result<Solution, String>;

    /// Reads a claimed solution.
    fn read_solution(&self, file: &str, text: &str) -> Result<Solution, InputError>;

    /// The rules judge: whether a solution is right, and if not, why not, as one sentence. Knows nothing of the model.
    fn check(&self, solution: &Solution) -> Result<(), String>;

    /// What the judge's "right" means for a solution it accepted.
    fn judged(&self, solution: &Solution) -> Judged;

    /// What a solution costs, if fewer is better: the number of its steps.
    fn cost(&self, solution: &Solution) -> Option<i64>;

    /// The solution on one line, as the puzzle's own people write it.
    fn line(&self, solution: &Solution) -> String;

    /// What is the same in every solution. `named` has `null` where solutions differ.
    fn backbone(&self, named: &Map<String, Value>) -> Value;

    /// How likely things are. `named` has the number of solutions in which a variable is true, as a decimal string.
    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value;

    /// Rules of its models that are never part of a reason, by their labels: they only say what the others mean.
    fn background(&self) -> &'static [&'static str];

    /// The array of its models that a question about a cell alone means; empty for the only one that fits.
    fn asked(&self) -> &'static str;

    /// The cells that a rule is about, by its label; `None` for the places of the variables it speaks of.
    fn cells_of(&self, rule: &str) -> Option<Vec<Pos>>;

    /// The cells of the board, or of a graph times and vertices, that a variable of its models is about.
    fn places(&self, variable: &str) -> Vec<Pos>;

    /// Cells in words, where the drawing for the terminal does not ring them.
    fn places_in_words(&self, cells: &[Pos]) -> Option<String>;

    /// Why a fact holds, as one sentence in the words of the puzzle's people.
    fn sentence(&self, fact: &Fact) -> Option<String>;

    /// The values of the model's variables that a claimed solution stands for, by the model's names; `None` where a solution
    /// says less than the model asks.
    fn claimed(&self, solution: &Solution) -> Option<Map<String, Value>>;

    /// A drawing for the terminal.
    fn draw(&self, show: Show, colour: bool) -> String;

    /// A solution as drawings for the terminal, one for each of its steps.
    fn frames(&self, solution: &Solution, colour: bool) -> Vec<String>;

    /// For a game of two players: a QDIMACS formula that is true if player 1 can score at least so much.
    fn qdimacs(&self, at_least: i64) -> Option<Result<String, String>>;

    /// A drawing as SVG.
    fn svg(&self, show: Show) -> String;
}
