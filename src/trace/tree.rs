//! A search tree as data: its nodes, what became of each, and which domains changed there.
//!
//! Domains are kept as differences: a node says what it changed of its parent's. Equal domains and rules are stored once.
//! Nodes are in the order in which they were tried, so a parent comes before its children.

use crate::model::{Atom, Var};
use serde_json::{Value, json};

/// What became of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// The search went elsewhere: by a jump, a restart, an answer or a limit.
    #[default]
    Left,
    /// The value failed at once.
    Failed,
    /// Everything below failed.
    Refuted,
    /// A solution is below.
    Leads,
    /// A solution.
    Solution,
}

impl Outcome {
    /// All of them, in the order in which legends name them.
    pub const ALL: [Outcome; 5] = [Outcome::Solution, Outcome::Leads, Outcome::Refuted, Outcome::Failed, Outcome::Left];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Left => "left",
            Outcome::Failed => "failed",
            Outcome::Refuted => "refuted",
            Outcome::Leads => "leads",
            Outcome::Solution => "solution",
        }
    }

    /// What it means, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Outcome::Left => "not finished",
            Outcome::Failed => "failed at once",
            Outcome::Refuted => "everything below failed",
            Outcome::Leads => "leads to a solution",
            Outcome::Solution => "solution",
        }
    }
}

/// A domain that became smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The variable.
    pub var: Var,
    /// What is left, an index into [`Tree::domains`].
    pub left: u32,
    /// By whom, an index into [`Tree::rules`].
    pub by: u32,
}

/// A node of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The node above it; `None` for the root.
    pub parent: Option<u32>,
    /// How many decisions there are down to it.
    pub depth: u32,
    /// What was tried; `None` for the root.
    pub tried: Option<Atom>,
    /// The variable that is branched on below it.
    pub choice: Option<Var>,
    /// What became of it.
    pub outcome: Outcome,
    /// Who made it fail, an index into [`Tree::rules`].
    pub by: Option<u32>,
    /// The domains that changed, in the order in which they did.
    pub changes: Vec<Change>,
}

/// A search tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// By variable its name.
    pub names: Vec<String>,
    /// By variable its values before the search, an index into `domains`.
    pub initial: Vec<u32>,
    /// Domains, as `1..3,5`.
    pub domains: Vec<String>,
    /// Rules, in words.
    pub rules: Vec<String>,
    /// The nodes; the first is the root.
    pub nodes: Vec<Node>,
    /// How often the search began anew.
    pub n_restarts: u64,
    /// Whether there were more nodes, or more changes, than were kept.
    pub is_cut: bool,
}

impl Tree {
    /// How many decisions the longest path has.
    pub fn depth(&self) -> u32 {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(0)
    }

    /// How many nodes ended so.
    pub fn n_of(&self, outcome: Outcome) -> usize {
        self.nodes.iter().filter(|node| node.outcome == outcome).count()
    }

    /// What was tried at a node, as `q[1] = 3`.
    pub fn label(&self, node: &Node) -> String {
        let text = |atom: Atom| format!("{} {} {}", self.names[atom.var.index()], super::relation(atom), atom.value);
        node.tried.map_or_else(|| "start".to_string(), text)
    }

    /// By node its children, in the order in which they were tried.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (number, node) in (0..).zip(&self.nodes) {
            if let Some(parent) = node.parent {
                children[parent as usize].push(number);
            }
        }
        children
    }

    /// The tree as JSON: tables of names, domains and rules, and a list for each node, as `docs/watch.md` explains.
    pub fn json(&self) -> Value {
        json!({
            "names": self.names,
            "initial": self.initial,
            "domains": self.domains,
            "rules": self.rules,
            "nodes": self.nodes.iter().map(node_json).collect::<Vec<_>>(),
            "restarts": self.n_restarts,
            "cut": self.is_cut,
        })
    }
}

/// `[parent, variable tried, relation, value, outcome, rule, variable chosen below, changes]`, with `null` for what there is not.
fn node_json(node: &Node) -> Value {
    let changes: Vec<u32> = node.changes.iter().flat_map(|c| [c.var.0, c.left, c.by]).collect();
    let (var, relation, value) = match node.tried {
        Some(atom) => (json!(atom.var.0), json!(super::relation(atom)), json!(atom.value)),
        None => (Value::Null, Value::Null, Value::Null),
    };
    json!([node.parent, var, relation, value, node.outcome.word(), node.by, node.choice.map(|var| var.0), changes])
}
