//! Search trees side by side: as a table, as a picture, as a page.

mod boards;
mod layout;
mod page;
mod picture;

pub use boards::Boards;

use super::Table;
use crate::solve::{Outcome, Status};
use crate::trace::Tree;
use serde_json::{Value, json};

/// A search that was watched.
pub struct Watched {
    /// By whom.
    pub engine: String,
    /// The tree, as far as it was kept.
    pub tree: Tree,
    /// What came of it.
    pub outcome: Outcome,
    /// The board at each node, if there is one.
    pub boards: Option<Boards>,
}

/// Searches of one problem.
pub struct Trees {
    /// What was searched.
    pub title: String,
    /// The puzzle, or `model`.
    pub kind: String,
    /// By each engine.
    pub all: Vec<Watched>,
}

impl Watched {
    /// How many solutions were found.
    fn n_solutions(&self) -> u64 {
        self.outcome.n_answers
    }

    /// The verdict in a word, with the limit that ended it.
    fn verdict(&self) -> String {
        match (self.outcome.status, self.outcome.reason) {
            (Status::Unknown, Some(stop)) => stop.word().to_string(),
            (status, Some(stop)) => format!("{}, {}", status.word(), stop.word()),
            (status, None) => status.word().to_string(),
        }
    }

    /// What is said of the tree in one line.
    fn figures(&self) -> String {
        let cut = self.cut().map_or_else(String::new, |cut| format!(", {cut}"));
        format!("{}{cut}", self.counts())
    }

    /// What it took and came to.
    fn counts(&self) -> String {
        let (nodes, backtracks) = (plural(self.outcome.stats.nodes, "node"), self.outcome.stats.backtracks);
        format!("{nodes}, {}, {}", plural(backtracks, "backtrack"), self.verdict())
    }

    /// How much of it is drawn, if not all.
    fn cut(&self) -> Option<String> {
        self.tree.is_cut.then(|| format!("the first {} drawn", self.n_drawn()))
    }

    /// How many nodes are kept, without the root.
    fn n_drawn(&self) -> usize {
        self.tree.nodes.len().saturating_sub(1)
    }

    fn json(&self) -> Value {
        let (stats, outcome) = (&self.outcome.stats, &self.outcome);
        json!({
            "engine": self.engine,
            "status": outcome.status.word(),
            "reason": outcome.reason.map(|stop| stop.word()),
            "nodes": stats.nodes,
            "backtracks": stats.backtracks,
            "checks": stats.checks,
            "depth": self.tree.depth(),
            "solutions": self.n_solutions(),
            "restarts": self.tree.n_restarts,
            "drawn": self.n_drawn(),
            "cut": self.tree.is_cut,
            "horizon": outcome.horizon,
            "seconds": outcome.phases.solve,
        })
    }
}

impl Trees {
    /// One row for each engine; times are in the JSON, so that the same search prints the same.
    pub fn table(&self) -> Table {
        let header = ["engine", "nodes", "backtracks", "depth", "solutions", "verdict", "drawn"];
        let mut table = Table::new(&header);
        for one in &self.all {
            let stats = &one.outcome.stats;
            let numbers = [stats.nodes, stats.backtracks, one.tree.depth().into(), one.n_solutions()];
            let drawn = one.n_drawn().to_string() + if one.tree.is_cut { " (cut)" } else { "" };
            let numbers = numbers.iter().map(u64::to_string);
            let rest = [one.verdict(), drawn];
            table.row(std::iter::once(one.engine.clone()).chain(numbers).chain(rest).collect());
        }
        table
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let all: Vec<Value> = self.all.iter().map(Watched::json).collect();
        json!({"title": self.title, "puzzle": self.kind, "trees": all})
    }

    /// The trees themselves as JSON: what the table has, and the nodes.
    pub fn data(&self) -> Value {
        let with_tree = |one: &Watched| {
            let mut object = one.json();
            object["tree"] = one.tree.json();
            object
        };
        let all: Vec<Value> = self.all.iter().map(with_tree).collect();
        json!({"title": self.title, "puzzle": self.kind, "trees": all})
    }

    /// A picture.
    pub fn svg(&self) -> String {
        picture::draw(self)
    }

    /// A page.
    pub fn html(&self) -> String {
        page::write(self)
    }
}

/// A number with its word.
fn plural(n: u64, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}
