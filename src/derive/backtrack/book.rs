//! Writing what constraints say: each deduction that the checker would not make by itself becomes lines of the proof.
//!
//! A deduction is a clause that holds by one constraint. Where unit propagation over the lines of the constraint is too weak for it,
//! a variable is split: one clause for each of its values, and then the clause itself. All-different adds the lines of the variables
//! and values of a Hall set, which says all that the set says, whatever was decided. Lines belong to a number of decisions, and are
//! deleted when fewer are left.

use super::super::inequality::Inequality;
use super::super::log::{Line as Written, Log};
use super::super::statement::{Stated, Statement};
use super::super::vocabulary::Vocabulary;
use super::hall::{self, Hall};
use super::view::{Line, View};
use crate::cnf::Lit;
use crate::model::{Atom, Constraint, Model, Var};
use rustc_hash::FxHashMap;
use std::mem;
use std::ops::Range;

/// The most lines that one deduction may take.
const PATIENCE: u32 = 20_000;

/// Lines that are there as long as so many decisions are.
#[derive(Default)]
struct Level {
    /// Deductions.
    facts: Vec<u64>,
    /// Decisions that were refuted.
    refuted: Vec<u64>,
}

/// The proof, and what its lines say.
pub struct Book {
    model: Model,
    log: Log,
    stated: Vec<Inequality>,
    of: Vec<Range<usize>>,
    /// By constraint its lines.
    lines: Vec<Vec<Line>>,
    /// What Hall sets say, each with the number of decisions under which it is kept, and its constraint.
    sets: Vec<(usize, usize, Line)>,
    levels: Vec<Level>,
    /// "The variable has a value", by variable.
    some_value: FxHashMap<Var, (u64, Inequality)>,
}

impl Book {
    /// The proof before its first line, and the words of its statement.
    pub fn new(model: Model, statement: Statement) -> (Book, Vocabulary) {
        let Statement { vocabulary, lines: stated, of, .. } = statement;
        let stated: Vec<Inequality> = stated.iter().map(|line| line.whole.clone()).collect();
        let line = |at: usize| Line::new(&stated[at], &vocabulary);
        let lines = of.iter().map(|lines| lines.clone().map(line).collect()).collect();
        let log = Log::new(stated.len());
        let (sets, levels, some_value) = Default::default();
        (Book { model, log, stated, of, lines, sets, levels, some_value }, vocabulary)
    }

    /// The number of constraints.
    pub fn n_constraints(&self) -> usize {
        self.lines.len()
    }

    /// How many bytes were written.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// What the constraint is.
    pub fn kind(&self, c: usize) -> &'static str {
        self.model.constraints[c].constraint.kind()
    }

    /// Whether the constraint is an all-different without conditions.
    pub fn is_all_different(&self, c: usize) -> bool {
        matches!(self.model.constraints[c].constraint, Constraint::AllDifferent(_))
    }

    /// Takes in all that the lines of the constraint say by unit propagation.
    pub fn propagate(&self, c: usize, view: &mut View) {
        let sets = self.sets.iter().filter(|set| set.1 == c).map(|set| &set.2);
        view.propagate(self.lines[c].iter().chain(sets));
    }

    /// Derives that the atom is true unless one of the literals is; whether that was possible.
    pub fn derive(&mut self, c: usize, atom: Atom, known: &mut View, unless: &[Lit], level: usize) -> bool {
        if self.is_all_different(c) && self.use_hall_set(c, known, Some((atom.var, atom.value)), level) {
            return true;
        }
        let mut view = known.clone();
        view.assume(!atom);
        let mut goal = unless.to_vec();
        goal.push(known.words.lit(atom));
        let mut patience = PATIENCE;
        let proved = self.prove(c, view, &mut goal, &mut patience);
        let is_proved = proved.is_some();
        let id = proved.unwrap_or_else(|| self.log.rup(&Inequality::clause(&goal), known.words));
        self.level(level).facts.push(id);
        known.assume(atom);
        self.propagate(c, known);
        is_proved
    }

    /// Derives that one of the literals is true, since the constraint is contradictory; whether that was possible.
    pub fn refute(&mut self, c: usize, mut known: View, goal: &[Lit], level: usize) -> bool {
        self.propagate(c, &mut known);
        if !known.is_broken && self.is_all_different(c) {
            self.use_hall_set(c, &mut known, None, level + 1);
        }
        let mut patience = PATIENCE;
        let proved = self.prove(c, known, &mut goal.to_vec(), &mut patience);
        let is_proved = proved.is_some();
        self.level(level).refuted.extend(proved);
        is_proved
    }

    /// That one of the literals is true, as a refuted decision, which the checker sees by itself.
    pub fn clause(&mut self, goal: &[Lit], words: &Vocabulary, level: usize) {
        let id = self.log.rup(&Inequality::clause(goal), words);
        self.level(level).refuted.push(id);
    }

    fn level(&mut self, at: usize) -> &mut Level {
        if self.levels.len() <= at {
            self.levels.resize_with(at + 1, Level::default);
        }
        &mut self.levels[at]
    }

    /// Deletes what stands under more decisions.
    pub fn keep(&mut self, n_decisions: usize) {
        let above = self.levels.split_off(self.levels.len().min(n_decisions + 1));
        let ids: Vec<u64> = above.into_iter().flat_map(|level| [level.facts, level.refuted]).flatten().collect();
        self.log.delete(&ids);
        while self.sets.pop_if(|set| set.0 > n_decisions).is_some() {}
    }

    /// Keeps what was refuted under decisions for good.
    pub fn keep_refuted(&mut self) {
        let refuted: Vec<u64> = self.levels.iter_mut().flat_map(|level| mem::take(&mut level.refuted)).collect();
        self.level(0).refuted = refuted;
    }

    /// The clause, by splitting variables until unit propagation is enough; its number.
    fn prove(&mut self, c: usize, mut view: View, goal: &mut Vec<Lit>, patience: &mut u32) -> Option<u64> {
        *patience = patience.checked_sub(1)?;
        self.propagate(c, &mut view);
        let mut parts = Vec::new();
        if !view.is_broken {
            let scope = self.model.constraints[c].constraint.scope();
            let open = scope.into_iter().map(|x| (view.domain(x).size(), x)).filter(|(size, _)| *size > 1);
            let (_, x) = open.min()?;
            for value in view.domain(x).iter() {
                let mut part = view.clone();
                part.assume(x.is(value));
                goal.push(view.words.lit(x.is_not(value)));
                let proved = self.prove(c, part, goal, patience);
                goal.pop();
                parts.push(proved?);
            }
        }
        let id = self.log.rup(&Inequality::clause(goal), view.words);
        self.log.delete(&parts);
        Some(id)
    }

    /// Adds what a Hall set says, of those that take the value from the variable, or of those with too few values.
    fn use_hall_set(&mut self, c: usize, known: &mut View, taken: Option<(Var, i64)>, level: usize) -> bool {
        let Constraint::AllDifferent(vars) = &self.model.constraints[c].constraint else { return false };
        let Some(found) = hall::find(vars, &|x| known.domain(x), taken) else { return false };
        let Some(written) = self.hall_line(c, &found, known.words) else { return false };
        self.level(level).facts.push(written.id);
        self.sets.push((level, c, Line::new(&written.says.whole, known.words)));
        self.propagate(c, known);
        known.is_broken || taken.is_some_and(|(x, value)| !known.domain(x).contains(value))
    }

    /// The variables have a value each, and nobody else has one of those values.
    fn hall_line(&mut self, c: usize, hall: &Hall, words: &Vocabulary) -> Option<Written> {
        let mut parts = Vec::new();
        for x in &hall.vars {
            let (id, says) = self.some_value(*x, words)?;
            parts.push(written(id, says));
        }
        let Constraint::AllDifferent(vars) = &self.model.constraints[c].constraint else { return None };
        for value in &hall.values {
            let lits = vars.iter().map(|x| (-1, words.lit(x.is(*value))));
            let wanted = Inequality::at_least(lits, -1);
            // A line that says nothing was not stated.
            if let Some(at) = self.of[c].clone().find(|at| self.stated[*at] == wanted) {
                parts.push(written(at as u64 + 1, self.stated[at].clone()));
            }
        }
        let parts: Vec<(i128, &Written)> = parts.iter().map(|part| (1, part)).collect();
        let written = self.log.sum(&parts, 1);
        // A sum of one line is that line, which is there already.
        (parts.len() > 1 && written.id != 0).then_some(written)
    }

    fn some_value(&mut self, x: Var, words: &Vocabulary) -> Option<(u64, Inequality)> {
        if let Some(known) = self.some_value.get(&x) {
            return Some(known.clone());
        }
        let whole = Inequality::at_least(words.coded(x)?.sum(), 1);
        let id = if whole.terms.is_empty() { 0 } else { self.log.rup(&whole, words) };
        self.some_value.insert(x, (id, whole.clone()));
        Some((id, whole))
    }

    /// The whole proof, whose last line is a contradiction.
    pub fn finished(&mut self, words: &Vocabulary) -> String {
        self.log.rup(&Inequality::clause(&[]), words);
        mem::replace(&mut self.log, Log::new(0)).refuted()
    }
}

/// A line under no conditions.
fn written(id: u64, whole: Inequality) -> Written {
    Written { id, says: Stated { bare: whole.clone(), whole }.into() }
}
