//! A backtracker's search as a proof that there is no solution.
//!
//! [`Backtrack`] listens to the search. Whenever a try fails or the values of a variable are used up, it writes one line: not all of
//! these decisions. Before it stand the deductions that led there and that the checker's unit propagation over the statement does not make
//! (`book.rs`). What holds between two events: under the decisions of the current path, the checker's unit propagation knows at least
//! the domains that the search told. The search is not believed: a removal is derived from the lines of its constraint, and one that
//! does not follow is written down as if it did, and named in [`Backtrack::missing`].

mod book;
mod hall;
mod view;

use super::statement::Statement;
use super::vocabulary::Vocabulary;
use crate::cnf::Lit;
use crate::model::{Atom, Domain, Model, Var};
use crate::search::{Budget, Event, Listener, Rule};
use book::Book;
use std::mem;
use view::View;

/// More bytes of a proof are not written.
const MOST_BYTES: usize = 1 << 26;

/// Events between two looks at the clock.
const PATIENCE: u32 = 200;

/// What a variable lost, and what it has still.
struct Removal {
    var: Var,
    left: Domain,
}

/// A proof in the making.
pub struct Backtrack {
    book: Book,
    words: Vocabulary,
    budget: Budget,
    /// By variable its component, if components are searched one by one.
    components: Option<Vec<u32>>,
    /// Whether what was refuted is kept when the search begins anew.
    keeps_refuted: bool,
    domains: Vec<Domain>,
    /// What domains were, and under how many decisions they changed.
    trail: Vec<(usize, Var, Domain)>,
    decisions: Vec<Atom>,
    /// The variables branched on.
    frames: Vec<Var>,
    /// What the constraint that is running removed so far.
    running: Option<u32>,
    removals: Vec<Removal>,
    n_events: u32,
    proof: Option<String>,
    /// Why nothing is claimed, if something is not derived.
    pub missing: Option<String>,
}

impl Backtrack {
    /// Listens to a search of the model that was stated. `components` has the component of each variable if they are searched one
    /// by one.
    pub fn new(
        model: &Model,
        statement: Statement,
        components: Option<Vec<u32>>,
        keeps_refuted: bool,
        budget: &Budget,
    ) -> Backtrack {
        let missing = statement.missing.iter().next().map(|word| word.to_string());
        let domains = model.vars.iter().map(|decl| decl.domain.clone()).collect();
        let (book, words) = Book::new(model.clone(), statement);
        Backtrack {
            book,
            words,
            budget: budget.clone().with_ear(None),
            components,
            keeps_refuted,
            domains,
            trail: Vec::new(),
            decisions: Vec::new(),
            frames: Vec::new(),
            running: None,
            removals: Vec::new(),
            n_events: 0,
            proof: None,
            missing,
        }
    }

    /// The proof, after the search said that there is no solution.
    pub fn finished(&mut self) -> String {
        if self.proof.is_none() {
            self.settle();
            self.back_to(0);
            if self.domains.iter().all(|domain| !domain.is_empty()) {
                self.contradict(None, Vec::new(), 0);
            }
            self.end();
        }
        self.proof.take().unwrap_or_default()
    }

    fn end(&mut self) {
        if self.proof.is_none() {
            self.proof = Some(self.book.finished(&self.words));
        }
    }

    /// That not all decisions that matter to the variable are as they are.
    fn not_these(&self, var: Option<Var>) -> Vec<Lit> {
        let component = |x: Var| self.components.as_ref().map(|all| all[x.index()]);
        let matters = |atom: &&Atom| var.is_none_or(|x| component(x) == component(atom.var));
        self.decisions.iter().filter(matters).map(|atom| self.words.lit(!*atom)).collect()
    }

    /// Derives what the constraint that was running removed.
    fn settle(&mut self) {
        let Some(c) = self.running.take() else { return };
        let removals = mem::take(&mut self.removals);
        let c = c as usize;
        let level = self.decisions.len();
        let unless: Vec<Vec<Lit>> = removals.iter().map(|removal| self.not_these(Some(removal.var))).collect();
        let Backtrack { book, words, domains, .. } = self;
        let mut known = View::new(domains, words);
        book.propagate(c, &mut known);
        let mut is_derived = true;
        for (Removal { var, left }, unless) in removals.iter().zip(&unless) {
            for atom in losses(*var, &known.domain(*var), left, book.is_all_different(c)) {
                let follows = known.is_broken || known.domain(*var).intersect(&(!atom).admitted()).is_empty();
                is_derived &= follows || book.derive(c, atom, &mut known, unless, level);
            }
        }
        if !is_derived {
            self.missing = self.missing.take().or(Some(underivable(self.book.kind(c))));
        }
        removals.into_iter().for_each(|Removal { var, left }| self.narrow(var, left));
    }

    fn narrow(&mut self, var: Var, left: Domain) {
        let old = mem::replace(&mut self.domains[var.index()], left);
        self.trail.push((self.decisions.len(), var, old));
    }

    /// The state of the choice under so many decisions.
    fn back_to(&mut self, depth: usize) {
        self.decisions.truncate(depth);
        while let Some((_, var, old)) = self.trail.pop_if(|(level, ..)| *level > depth) {
            self.domains[var.index()] = old;
        }
        self.book.keep(depth);
    }

    /// The constraint is contradictory, or whichever is: one of the literals is true.
    fn contradict(&mut self, c: Option<u32>, goal: Vec<Lit>, level: usize) {
        let Backtrack { book, words, domains, .. } = self;
        let all = c.map(|c| c as usize).into_iter().chain(0..book.n_constraints());
        for c in all {
            if book.refute(c, View::new(domains, words), &goal, level) {
                return;
            }
        }
        let kind = c.map_or("a search", |c| book.kind(c as usize));
        self.missing = self.missing.take().or(Some(underivable(kind)));
        self.book.clause(&goal, &self.words, level);
    }

    fn fail(&mut self, rule: Rule) {
        let goal = self.not_these(self.decisions.last().map(|atom| atom.var));
        let is_root = self.decisions.is_empty() || goal.is_empty();
        let level = self.decisions.len().saturating_sub(1);
        match rule {
            Rule::Constraint(c) => self.contradict(Some(c), goal, level),
            Rule::Nogood | Rule::Bound | Rule::Decision => self.book.clause(&goal, &self.words, level),
        }
        if is_root {
            self.end();
        }
    }

    fn exhausted(&mut self, depth: usize) {
        self.back_to(depth);
        let goal = self.not_these(self.frames.get(depth).copied());
        if depth == 0 || goal.is_empty() {
            return self.end();
        }
        self.book.clause(&goal, &self.words, depth - 1);
    }

    fn begin_anew(&mut self) {
        if self.keeps_refuted {
            self.book.keep_refuted();
        }
        self.frames.clear();
        self.back_to(0);
    }

    fn removed(&mut self, var: Var, left: &Domain, by: Rule) {
        let c = match by {
            Rule::Constraint(c) => c,
            Rule::Decision | Rule::Nogood | Rule::Bound => {
                self.settle();
                return self.narrow(var, left.clone());
            }
        };
        if self.running != Some(c) {
            self.settle();
        }
        self.running = Some(c);
        self.removals.push(Removal { var, left: left.clone() });
    }

    fn choose(&mut self, depth: usize, var: Var) {
        self.frames.truncate(depth);
        self.frames.push(var);
    }

    fn attempt(&mut self, depth: usize, atom: Atom) {
        self.back_to(depth);
        self.decisions.push(atom);
    }
}

impl Listener for Backtrack {
    fn hear(&mut self, event: &Event) -> bool {
        self.n_events += 1;
        if self.n_events.is_multiple_of(PATIENCE) && self.budget.spent().is_some() {
            return false;
        }
        if self.book.len() > MOST_BYTES {
            self.missing = self.missing.take().or(Some("a proof of so many lines".to_string()));
            self.proof = Some(String::new());
        }
        if self.proof.is_some() {
            return false;
        }
        if !matches!(event, Event::Removal { .. }) {
            self.settle();
        }
        match event {
            Event::Removal { var, left, by, .. } => self.removed(*var, left, *by),
            Event::Choice(depth, var) => self.choose(*depth, *var),
            Event::Try(depth, atom) => self.attempt(*depth, *atom),
            Event::Fail(rule) => self.fail(*rule),
            Event::Exhausted(depth) => self.exhausted(*depth),
            Event::Restart => self.begin_anew(),
            Event::Begin(_) | Event::Back(_) | Event::Solution(_) | Event::Stopped(_) => {}
            Event::Learnt(_) | Event::Known(..) | Event::Answer(_) | Event::News(_) => {}
        }
        self.proof.is_none()
    }
}

fn underivable(kind: &str) -> String {
    format!("what {kind} says by more than its lines")
}

/// What was lost as atoms that hold: new bounds, then single values; or only those.
fn losses(var: Var, before: &Domain, left: &Domain, one_by_one: bool) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut rest = before.minus(left);
    if !one_by_one && !left.is_empty() && !before.is_empty() {
        if before.min() < left.min() {
            atoms.push(var.at_least(left.min()));
        }
        if before.max() > left.max() {
            atoms.push(var.at_most(left.max()));
        }
        rest = rest.intersect(&Domain::range(left.min(), left.max()));
    }
    atoms.extend(rest.iter().map(|value| var.is_not(value)));
    atoms
}
