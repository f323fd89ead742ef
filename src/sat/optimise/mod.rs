//! The best solution by a SAT solver: a table of strategies, which differ in what they ask for next.
//!
//! All of them keep one solver and one formula. What was reached is demanded to be bettered, and what was refuted is a bound;
//! both stay in the formula. So the end is the same for all: the last solution and a refutation of anything better.

mod bisect;
mod core;
mod definition;
mod hunt;
mod linear;

pub(crate) use core::totalizer;
pub use hunt::{Hunt, Over};

use super::Loaded;
use crate::model::Model;
use crate::search::{Budget, End, Found, Halt, Incumbent};
use std::fmt;

/// One way to look for the best solution.
#[derive(Debug)]
pub struct Row {
    /// What the user writes among the words of a SAT engine.
    pub name: &'static str,
    /// One line for `list`.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Looks until nothing is better than what is known.
    pub run: fn(&mut Hunt) -> Result<(), Over>,
}

/// The strategies; the first is the default.
pub const STRATEGIES: &[Row] = &[bisect::ROW, linear::ROW, core::ROW];

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Strategy(&'static Row);

impl Strategy {
    /// The strategy of that name.
    pub fn named(name: &str) -> Option<Strategy> {
        STRATEGIES.iter().find(|row| row.name == name).map(Strategy)
    }

    /// The row of the table.
    pub fn row(self) -> &'static Row {
        self.0
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy(&STRATEGIES[0])
    }
}

impl PartialEq for Strategy {
    fn eq(&self, other: &Strategy) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Strategy {}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strategy({self})")
    }
}

/// What is looked for, and in whose company.
#[derive(Clone, Debug)]
pub struct Quest<'m> {
    /// The model that the solver was given; it has an objective.
    pub model: &'m Model,
    /// What to ask for next.
    pub strategy: Strategy,
    /// What is known of the best value, here and elsewhere.
    pub incumbent: Incumbent,
    /// Whether others tell the incumbent something meanwhile: then it is looked at within long questions, too.
    pub is_shared: bool,
    /// Whether bounds that others tell are believed; their proofs are nobody's.
    pub believes: bool,
}

/// Calls `improved` for solutions, each better than all before and than what the incumbent says; when exhausted, nothing is
/// better than what the incumbent says. Afterwards the solver knows only what is better.
pub fn optimise(loaded: &mut Loaded, quest: &Quest, budget: &Budget, improved: &mut Found) -> Result<End, Halt> {
    let hunted = Hunt::new(loaded, quest, budget, improved).and_then(|mut hunt| (quest.strategy.0.run)(&mut hunt));
    match hunted {
        Ok(()) => Ok(End::Exhausted),
        Err(Over::End(end)) => Ok(end),
        Err(Over::Failed(why)) => Err(Halt::Failed(why)),
    }
}
