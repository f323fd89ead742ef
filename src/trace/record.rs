//! A tree from what a search tells, as far as there is room.
//!
//! What holds between events: `path` leads from the root to the node that the search is at, without the root. Removals
//! belong to the node that was just tried; those after a step back, by a bound that became known, to the node tried next.

use super::tree::{Change, Node, Outcome, Tree};
use super::{rule, values};
use crate::model::{Atom, Domain, Model, Var};
use crate::search::{Event, Listener, Rule};
use rustc_hash::FxHashMap;

/// The most changes of domains that are kept, over all nodes.
const MOST_CHANGES: usize = 4_000_000;

/// Keeps the tree that it hears of; of several searches the last one.
pub struct Recorder {
    limit: usize,
    n_changes: usize,
    tree: Tree,
    path: Vec<u32>,
    /// Whether removals belong to the node at the end of the path.
    is_fresh: bool,
    /// Removals that belong to the next node.
    pending: Vec<Change>,
    domains: FxHashMap<String, u32>,
    rules: FxHashMap<Rule, u32>,
    /// By constraint its name.
    labels: Vec<String>,
}

impl Recorder {
    /// Nothing was heard yet; at most so many nodes will be kept.
    pub fn new(limit: usize) -> Recorder {
        Recorder {
            limit,
            n_changes: 0,
            tree: Tree::default(),
            path: Vec::new(),
            is_fresh: false,
            pending: Vec::new(),
            domains: FxHashMap::default(),
            rules: FxHashMap::default(),
            labels: Vec::new(),
        }
    }

    /// What was heard so far.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    fn begin(&mut self, model: &Model) {
        *self = Recorder::new(self.limit);
        self.labels = (0..model.constraints.len() as u32).map(|c| rule(model, Rule::Constraint(c))).collect();
        self.tree.names = model.all_vars().map(|var| model.shown_name(var)).collect();
        self.tree.initial = model.all_vars().map(|var| self.domain(model.domain(var))).collect();
        self.tree.nodes.push(Node::default());
        self.is_fresh = true;
    }

    fn domain(&mut self, domain: &Domain) -> u32 {
        let (domains, text) = (&mut self.tree.domains, values(domain));
        *self.domains.entry(text).or_insert_with_key(|text| {
            domains.push(text.clone());
            domains.len() as u32 - 1
        })
    }

    fn rule(&mut self, by: Rule) -> u32 {
        let (rules, labels) = (&mut self.tree.rules, &self.labels);
        *self.rules.entry(by).or_insert_with(|| {
            let label = match by {
                Rule::Constraint(c) => labels.get(c as usize).cloned(),
                Rule::Decision | Rule::Nogood | Rule::Bound => None,
            };
            rules.push(label.unwrap_or_else(|| rule(&Model::new(), by)));
            rules.len() as u32 - 1
        })
    }

    /// The node that the search is at.
    fn here(&mut self) -> Option<&mut Node> {
        let number = self.path.last().copied().unwrap_or(0);
        self.tree.nodes.get_mut(number as usize)
    }

    /// Goes up to the node under so many decisions.
    fn go_up(&mut self, depth: usize) {
        self.path.truncate(depth);
        self.is_fresh = false;
    }

    fn choice(&mut self, depth: usize, var: Var) {
        self.go_up(depth);
        if let Some(node) = self.here() {
            node.choice = Some(var);
        }
    }

    fn tried(&mut self, depth: usize, atom: Atom) {
        self.go_up(depth);
        if self.tree.nodes.len() > self.limit || self.n_changes > MOST_CHANGES {
            self.tree.is_cut = true;
            return;
        }
        let parent = Some(self.path.last().copied().unwrap_or(0));
        let changes = std::mem::take(&mut self.pending);
        let (number, depth) = (self.tree.nodes.len() as u32, depth as u32 + 1);
        self.tree.nodes.push(Node { parent, depth, tried: Some(atom), changes, ..Node::default() });
        self.path.push(number);
        self.is_fresh = true;
    }

    fn removal(&mut self, var: Var, left: &Domain, by: Rule) {
        let change = Change { var, left: self.domain(left), by: self.rule(by) };
        self.n_changes += 1;
        match (self.is_fresh, self.here()) {
            (true, Some(node)) => node.changes.push(change),
            (true, None) | (false, _) => self.pending.push(change),
        }
    }

    fn failed(&mut self, by: Rule) {
        let by = self.rule(by);
        if let Some(node) = self.here() {
            (node.outcome, node.by) = (Outcome::Failed, Some(by));
        }
    }

    fn exhausted(&mut self, depth: usize) {
        self.go_up(depth);
        if let Some(node) = self.here().filter(|node| node.outcome == Outcome::Left) {
            node.outcome = Outcome::Refuted;
        }
    }

    fn solution(&mut self) {
        for number in std::iter::once(0).chain(self.path.iter().copied()) {
            self.tree.nodes[number as usize].outcome = Outcome::Leads;
        }
        if let Some(node) = self.here() {
            node.outcome = Outcome::Solution;
        }
    }
}

impl Listener for Recorder {
    fn hear(&mut self, event: &Event) -> bool {
        match event {
            Event::Begin(model) => self.begin(model),
            Event::Choice(depth, var) => self.choice(*depth, *var),
            Event::Try(depth, atom) => self.tried(*depth, *atom),
            Event::Removal { var, left, by, .. } => self.removal(*var, left, *by),
            Event::Fail(by) => self.failed(*by),
            Event::Exhausted(depth) => self.exhausted(*depth),
            Event::Back(depth) => {
                self.go_up(*depth);
                self.pending.clear();
            }
            Event::Restart if !self.tree.nodes.is_empty() => {
                self.go_up(0);
                self.pending.clear();
                self.tree.n_restarts += 1;
            }
            Event::Solution(_) if !self.tree.nodes.is_empty() => self.solution(),
            Event::Restart | Event::Solution(_) => {}
            Event::Learnt(_) | Event::Known(..) | Event::Answer(_) | Event::News(_) | Event::Stopped(_) => {}
        }
        !self.tree.is_cut
    }
}
