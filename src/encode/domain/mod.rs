//! How an integer becomes literals.
//!
//! A variable with one value needs no literal, one with two values needs one, whatever the row. A domain of more than
//! [`LARGE`] values is always taken by its bits: a literal per value would be no formula any more. Each file says what
//! its literals mean, which clauses tie them together, and how the other atoms are defined on demand.

pub mod direct;
pub mod log;
pub mod order;

use super::at_most_one;
use super::values::Values;
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Note, Valuation};
use crate::model::Var;

/// Domains with more values than this are encoded by bits, whatever the row or the hint says.
pub const LARGE: u64 = 20_000;

/// One way to turn an integer into literals.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name a user picks it by.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Which of the three.
    pub scheme: Scheme,
}

/// The three families of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// A literal per `x <= v`.
    Order,
    /// A literal per `x = v`.
    Direct,
    /// A literal per bit of `x - min`.
    Log,
}

/// The rows; the first is the default.
pub const TABLE: &[Row] = &[order::ROW, direct::ROW, log::ROW];

/// The literals of one variable. Those of one family have consecutive numbers.
#[derive(Clone, Debug)]
pub enum Repr {
    /// There is one value.
    Fixed(i64),
    /// The literal says that the variable has the larger of its two values.
    Two(Lit),
    /// Literal `i` says that the variable is at most its value number `i`.
    Order(Block),
    /// Literal `i` says that the variable is its value number `i`; the second block says "at most", once asked for.
    Direct(Block, Option<Block>),
    /// Literal `i` is bit `i` of the distance to the smallest value.
    Log(Block),
}

/// Consecutive variables of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    first: i32,
    n: u32,
}

impl Block {
    /// `n` fresh variables, or `None` if the sink is full.
    pub fn fresh(n: usize, sink: &mut dyn ClauseSink) -> Option<Block> {
        let first = sink.fresh().dimacs();
        for i in 1..n {
            let next = sink.fresh().dimacs();
            assert!(sink.is_full() || next == first + i as i32, "a sink hands out consecutive variables");
        }
        (!sink.is_full()).then_some(Block { first, n: n as u32 })
    }

    /// The literals of variables that exist.
    pub fn at(first: u32, n: u32) -> Block {
        Block { first: first as i32, n }
    }

    /// The number of literals.
    pub fn len(self) -> usize {
        self.n as usize
    }

    /// Whether there is no literal.
    pub fn is_empty(self) -> bool {
        self.n == 0
    }

    /// The literal at an index.
    pub fn lit(self, index: usize) -> Lit {
        debug_assert!(index < self.len(), "an index within the block");
        Lit::new(self.first + index as i32)
    }

    /// All literals in order.
    pub fn lits(self) -> impl DoubleEndedIterator<Item = Lit> {
        (self.first..self.first + self.n as i32).map(Lit::new)
    }
}

/// Gives a variable its literals and ties them together. An empty domain makes the formula false.
pub fn represent(
    var: Var,
    values: &Values,
    scheme: Scheme,
    at_most_one: &at_most_one::Row,
    sink: &mut dyn ClauseSink,
) -> Repr {
    let made = match (values.len(), scheme) {
        (0, _) => contradiction(sink),
        (1, _) => Some(Repr::Fixed(values.min())),
        (2, _) => Some(two(var, values, sink)),
        (n, _) if n > LARGE => log::represent(var, values, sink),
        (_, Scheme::Order) => order::represent(var, values, sink),
        (_, Scheme::Direct) => direct::represent(var, values, at_most_one, sink),
        (_, Scheme::Log) => log::represent(var, values, sink),
    };
    // A full sink has no variables left; the encoder will say so.
    made.unwrap_or(Repr::Fixed(values.min()))
}

fn two(var: Var, values: &Values, sink: &mut dyn ClauseSink) -> Repr {
    let lit = sink.fresh();
    sink.note(Note::Means(lit, var.is(values.max())));
    Repr::Two(lit)
}

fn contradiction(sink: &mut dyn ClauseSink) -> Option<Repr> {
    sink.clause(&[]);
    Some(Repr::Fixed(0))
}

impl Repr {
    /// The literals that determine the value.
    pub fn lits(&self) -> Vec<Lit> {
        match self {
            Repr::Fixed(_) => Vec::new(),
            Repr::Two(lit) => vec![*lit],
            Repr::Order(block) | Repr::Direct(block, _) | Repr::Log(block) => block.lits().collect(),
        }
    }

    /// The value under a valuation.
    pub fn decode(&self, values: &Values, valuation: &Valuation) -> i64 {
        match self {
            Repr::Fixed(value) => *value,
            Repr::Two(lit) => values.nth(usize::from(valuation.is_true(*lit)) as u64),
            Repr::Order(block) => order::decode(*block, values, valuation),
            Repr::Direct(block, _) => direct::decode(*block, values, valuation),
            Repr::Log(block) => log::decode(*block, values, valuation),
        }
    }
}

impl Repr {
    /// The value under a valuation that any solver may have made: `None` if the literals contradict each other.
    pub fn checked(&self, values: &Values, valuation: &Valuation) -> Option<i64> {
        let is_sound = match self {
            Repr::Fixed(_) => !values.is_empty(),
            Repr::Two(_) => true,
            Repr::Order(block) => block.lits().is_sorted_by_key(|lit| valuation.is_true(lit)),
            Repr::Direct(block, _) => block.lits().filter(|lit| valuation.is_true(*lit)).count() == 1,
            Repr::Log(block) => log::offset(*block, valuation) <= i128::from(values.max()) - i128::from(values.min()),
        };
        let value = is_sound.then(|| self.decode(values, valuation))?;
        values.domain().contains(value).then_some(value)
    }
}

/// The literal for `x = value`, where `value` is the one at `index`, newly defined if need be.
pub fn equality(repr: &Repr, values: &Values, index: u64, sink: &mut dyn ClauseSink) -> Lit {
    match repr {
        Repr::Fixed(_) => TRUE,
        Repr::Two(lit) if index == 1 => *lit,
        Repr::Two(lit) => !*lit,
        Repr::Order(block) => order::equality(*block, index as usize, sink),
        Repr::Direct(block, _) => block.lit(index as usize),
        Repr::Log(block) => log::equality(*block, values, index, sink),
    }
}

/// The literal for "one of the first `n` values".
pub fn at_most(repr: &mut Repr, values: &Values, n: u64, sink: &mut dyn ClauseSink) -> Lit {
    match repr {
        _ if n == 0 => FALSE,
        _ if n >= values.len() => TRUE,
        Repr::Fixed(_) => TRUE,
        Repr::Two(lit) => !*lit,
        Repr::Order(block) => block.lit(n as usize - 1),
        Repr::Direct(block, ladder) => direct::at_most(*block, ladder, n as usize, sink),
        Repr::Log(block) => log::at_most(*block, values, n, sink),
    }
}

/// Forbids the values from `lo` to `hi`.
pub fn exclude(repr: &mut Repr, values: &Values, lo: i64, hi: i64, sink: &mut dyn ClauseSink) {
    let below = lo.checked_sub(1).map_or(0, |below| values.n_at_most(below));
    let up_to = values.n_at_most(hi);
    if let Repr::Direct(block, _) = repr {
        return (below..up_to).for_each(|i| sink.clause(&[!block.lit(i as usize)]));
    }
    let below = at_most(repr, values, below, sink);
    let above = !at_most(repr, values, up_to, sink);
    sink.clause(&[below, above]);
}

/// Whether the literal exists without a definition, so that it needs no place in a cache.
pub fn is_native(repr: &Repr, equality: bool) -> bool {
    match repr {
        Repr::Fixed(_) | Repr::Two(_) => true,
        Repr::Order(_) => !equality,
        Repr::Direct(..) => true,
        Repr::Log(_) => false,
    }
}
