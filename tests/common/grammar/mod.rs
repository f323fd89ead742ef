//! Tiny random models over the language, from a seed: the same seed gives the same model.
//!
//! A model declares a few variables over small domains, parameters, functions and predicates, and some constraints drawn from
//! the grammar. What is drawn is well typed; it may be undefined, which is the point.

mod compound;
mod expression;
mod function;
mod global;
mod item;
mod list;
mod set;
mod truth;
mod whole;

pub use global::{GLOBALS, INTEGERS, LISTS, SETS};

use quandary::front::Value;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::Value as Json;

/// A drawn model.
pub struct Drawn {
    /// Its text.
    pub text: String,
    /// The variables that nothing defines, with every value of their domains.
    pub vars: Vec<(String, Vec<Candidate>)>,
    /// Whether the least or the greatest value of something is asked for.
    pub goal: Option<Goal>,
}

/// What is asked for besides a solution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    Least,
    Greatest,
}

/// A value that a variable may have: for the judge, and as a solution shows it.
#[derive(Clone)]
pub struct Candidate {
    pub value: Value,
    pub json: Json,
}

/// A model from a seed.
pub fn draw(seed: u64) -> Drawn {
    Dice::new(seed).model()
}

/// A model around constraints that stay whole, from a seed.
pub fn draw_whole(seed: u64) -> Drawn {
    Dice::new(seed).whole_model()
}

/// A name that expressions may use.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// An integer that depends on variables.
    Int,
    Bool,
    /// A constant or variable of the enum `E`.
    Enum,
    /// A known integer.
    Par,
    /// A known set of integers.
    Set,
    /// A set of integers that depends on variables.
    VarSet,
    /// An integer that may be absent.
    Option,
    /// `(integer, Boolean)`.
    Pair,
    /// `(f: integer, g: Boolean)`.
    Record,
    /// Arrays over `1..2` of sets that depend on variables, of options, of pairs.
    Sets,
    Options,
    Pairs,
    /// A constant or variable of the enum `F`, which has constructors.
    Made,
    /// Arrays of integers over `1..3`, `0..2`, `E`; of Booleans over `1..3`; of two dimensions.
    List,
    Based,
    ByEnum,
    Bools,
    Grid,
}

/// A function or predicate of the model.
struct Function {
    name: String,
    /// The names and kinds of its parameters.
    params: Vec<(String, Kind)>,
    /// How many of them have a default; they are the last ones.
    n_defaults: usize,
    gives: Kind,
}

struct Dice {
    random: Pcg64Mcg,
    scope: Vec<(String, Kind)>,
    functions: Vec<Function>,
    /// The names of functions that tell known arguments from others.
    told_apart: Vec<String>,
    n_names: usize,
    has_enum: bool,
    has_made: bool,
    /// Whether there is a function for all types, and one that calls itself.
    has_pick: bool,
    has_repeat: bool,
    text: String,
    vars: Vec<(String, Vec<Candidate>)>,
    /// How many assignments there are so far.
    size: usize,
    /// Whether free local variables are allowed here.
    root: bool,
}

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice {
            random: Pcg64Mcg::seed_from_u64(seed),
            scope: Vec::new(),
            functions: Vec::new(),
            told_apart: Vec::new(),
            n_names: 0,
            has_enum: false,
            has_made: false,
            has_pick: false,
            has_repeat: false,
            text: String::new(),
            vars: Vec::new(),
            size: 1,
            root: false,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn fresh(&mut self, letter: &str) -> String {
        self.n_names += 1;
        format!("{letter}{}", self.n_names)
    }

    /// A name of one of these kinds, if there is one.
    fn named(&mut self, kinds: &[Kind]) -> Option<String> {
        let all: Vec<String> =
            self.scope.iter().filter(|(_, kind)| kinds.contains(kind)).map(|(name, _)| name.clone()).collect();
        if all.is_empty() { None } else { Some(all[self.below(all.len())].clone()) }
    }

    /// Draws something with more names in scope.
    fn with<T>(&mut self, names: &[(String, Kind)], f: impl FnOnce(&mut Self) -> T) -> T {
        let n = self.scope.len();
        self.scope.extend(names.iter().cloned());
        let out = f(self);
        self.scope.truncate(n);
        out
    }

    /// Draws something in a place where free local variables are not allowed.
    fn inside<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let root = std::mem::replace(&mut self.root, false);
        let out = f(self);
        self.root = root;
        out
    }
}
