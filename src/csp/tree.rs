//! The search tree, walked depth first with a stack of its own.
//!
//! A frame is a variable that is branched on, the state before its first value, and the values still to try. Solutions
//! differ on the answer variables: they come first within a component, and once the auxiliaries behind them have a
//! solution, their frames are dropped. Components come one after another; one that has no solution at all ends the
//! search, since nothing decided before can matter to it. Optimisation adds a bound after each solution instead. Where
//! the search goes on after a failure is said in `jump.rs`.

use super::choose::{Chooser, wants_weights};
use super::components::components;
use super::jump::Blame;
use super::order::Order;
use super::restart::Schedule;
use super::space::{Mark, Space};
use super::values::Values;
use crate::model::{Assignment, Atom, Model, Objective, Var};
use crate::search::{Budget, End, Event, Found, Incumbent, Stats, Watch};

/// A variable that is branched on.
pub(super) struct Frame {
    pub var: Var,
    /// Twice its component, and one more for an auxiliary.
    pub group: u32,
    pub mark: Mark,
    pub values: Values,
    /// The values tried, the current one last, if the order wants nogoods.
    pub tried: Vec<Atom>,
    /// The decisions before it that share in its failures, if the order wants to jump.
    pub blame: Blame,
}

/// What comes after a solution.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Goal {
    /// The next one that differs on the answer variables.
    Next,
    /// A better one.
    Better(Objective),
}

/// A search in progress.
pub(super) struct Tree<'m> {
    model: &'m Model,
    pub(super) order: Order,
    pub(super) space: Space<'m>,
    chooser: Chooser<'m>,
    pub(super) frames: Vec<Frame>,
    /// By variable its component.
    component: Vec<u32>,
    /// How many components there are.
    pub n_components: u32,
    /// Components below this number are known to have a solution.
    n_solved: u32,
    /// The component to search alone, if not all.
    only: Option<u32>,
    bound: Option<Atom>,
    /// What others know of the best value, and the version of it that `bound` heeds.
    incumbent: Option<Incumbent>,
    version: u64,
    pub(super) schedule: Schedule,
    /// Where a restart begins.
    pub(super) root: Mark,
    /// Whether this run found something.
    pub(super) has_solution: bool,
    /// The variable that had no value left, until it has one.
    pub(super) last_conflict: Option<Var>,
    /// False if already the start failed.
    is_open: bool,
}

impl<'m> Tree<'m> {
    /// A search before its first decision; its end if a domain is empty or the budget is spent.
    pub fn new(model: &'m Model, order: &Order, budget: &'m Budget) -> Result<Tree<'m>, End> {
        let watch = Watch::new(budget);
        let (component, n_components) = match order.split {
            true => components(model, &watch)?,
            false => (vec![0; model.vars.len()], 1),
        };
        let mut space = Space::new(model, order.look_ahead, wants_weights(model, *order), budget, &watch)?;
        let chooser = Chooser::new(model, *order, &component, &watch)?;
        model.all_vars().for_each(|x| space.domains.mark_dirty(x));
        space.learn(order);
        space.tell(|| Event::Begin(model));
        let is_open = space.start().is_ok();
        if !is_open {
            space.tell_failure();
        }
        Ok(Tree {
            model,
            order: *order,
            space,
            chooser,
            frames: Vec::new(),
            component,
            n_components,
            n_solved: 0,
            only: None,
            bound: None,
            incumbent: None,
            version: 0,
            schedule: Schedule::new(order),
            root: Mark::default(),
            has_solution: false,
            last_conflict: None,
            is_open,
        })
    }

    /// The same search, beside others that may reach better values.
    pub fn beside(mut self, incumbent: Incumbent) -> Tree<'m> {
        self.bound = incumbent.demand(self.model.objective);
        self.incumbent = Some(incumbent);
        self.is_open = self.is_open && self.keeps_bound();
        self
    }

    /// Whether there is anything to search.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Why the search is over, if it is.
    pub fn end(&self) -> End {
        self.space.stop.map_or(End::Exhausted, End::OutOfBudget)
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        self.space.stats
    }

    /// Searches to the end, or until `found` or the budget says to stop.
    pub fn run(&mut self, goal: Goal, found: &mut Found) -> End {
        self.root = self.space.mark();
        self.space.take_root();
        self.has_solution = false;
        while self.is_open && self.space.stop.is_none() {
            match self.choose() {
                Some(frame) => self.frames.push(frame),
                None => {
                    self.n_solved = self.n_components;
                    self.has_solution = true;
                    let solution = self.solution();
                    self.space.tell(|| Event::Solution(&solution));
                    self.chooser.remember(&solution);
                    self.prepare_next(goal, &solution);
                    if found(solution).is_break() {
                        return End::Cut;
                    }
                }
            }
            self.is_open = self.is_open && self.advance(goal);
        }
        self.end()
    }

    /// Searches one component alone, and calls `found` with what the others happen to be. Forget it afterwards.
    pub fn run_component(&mut self, number: u32, found: &mut Found) -> End {
        let root = self.space.mark();
        self.only = Some(number);
        let end = self.run(Goal::Next, found);
        self.space.undo(root);
        self.frames.clear();
        end
    }

    /// Makes ready for another component.
    pub fn retire(&mut self, vars: &[Var]) {
        vars.iter().for_each(|x| self.chooser.retire(*x));
        self.is_open = true;
    }

    /// By component its variables.
    pub fn members(&self) -> Vec<Vec<Var>> {
        let mut members = vec![Vec::new(); self.n_components as usize];
        for x in self.model.all_vars() {
            members[self.component[x.index()] as usize].push(x);
        }
        members
    }

    /// The next variable to branch on, or `None` at a solution.
    fn choose(&mut self) -> Option<Frame> {
        let (mut var, group) = self.chooser.variable(&mut self.space)?;
        if self.only.is_some_and(|only| group / 2 != only) {
            return None;
        }
        self.n_solved = self.n_solved.max(group / 2);
        self.last_conflict = self.last_conflict.filter(|x| !self.space.ledger.has_value(*x));
        var = self.last_conflict.filter(|x| self.chooser.group(*x) == group).unwrap_or(var);
        let values = self.chooser.values(var, &mut self.space);
        self.space.tell(|| Event::Choice(self.frames.len(), var));
        Some(Frame { var, group, mark: self.space.mark(), values, tried: Vec::new(), blame: Blame::default() })
    }

    fn solution(&self) -> Assignment {
        Assignment::new(self.model.all_vars().map(|x| self.space.domains.lo(x)).collect())
    }

    fn prepare_next(&mut self, goal: Goal, solution: &Assignment) {
        match goal {
            Goal::Next => {
                self.drop_auxiliaries();
                self.blame_all();
            }
            Goal::Better(Objective::Satisfy) => self.is_open = false,
            Goal::Better(Objective::Minimise(x) | Objective::Maximise(x)) => {
                self.blame_value(x);
                self.reached(solution[x]);
            }
        }
    }

    fn reached(&mut self, value: i64) {
        let incumbent = self.incumbent.get_or_insert_default();
        incumbent.reached(self.model.objective, value);
        self.bound = incumbent.demand(self.model.objective);
    }

    /// Auxiliaries on top of the stack have had their solution.
    fn drop_auxiliaries(&mut self) {
        while self.frames.pop_if(|frame| frame.group % 2 == 1).is_some() {}
    }

    /// Goes on to the next value that does not fail at once; `false` if there is none in the whole tree.
    fn advance(&mut self, goal: Goal) -> bool {
        while !self.frames.is_empty() {
            if self.space.stop.is_some() {
                return false;
            }
            let Some(atom) = self.next_value() else {
                self.space.stats.backtracks += 1;
                self.space.tell(|| Event::Exhausted(self.frames.len() - 1));
                if !self.give_up(goal) {
                    return false;
                }
                continue;
            };
            self.space.stats.nodes += 1;
            self.space.tell(|| Event::Try(self.frames.len() - 1, atom));
            if self.space.decide(atom, self.frames.len() as u32 - 1).is_ok() {
                self.last_conflict = self.last_conflict.filter(|x| *x != atom.var);
                return true;
            }
            self.space.stats.backtracks += 1;
            self.space.tell_failure();
            self.blame_failure();
            let may_restart = goal != Goal::Next || !self.has_solution;
            if self.schedule.fail() && may_restart {
                return self.restart();
            }
        }
        false
    }

    /// Whether there may be better solutions than what is known by now, after heeding that.
    pub(super) fn keeps_bound(&mut self) -> bool {
        if let Some(incumbent) = self.incumbent.as_ref().filter(|i| i.version() != self.version) {
            (self.version, self.bound) = (incumbent.version(), incumbent.demand(self.model.objective));
        }
        self.bound.is_none_or(|atom| self.space.tighten(atom).is_ok())
    }

    /// Whether backtracking may go on after a frame of the component was given up.
    pub(super) fn leave(&mut self, component: u32, goal: Goal) -> bool {
        match self.frames.last() {
            None => return false,
            Some(frame) if frame.group / 2 == component => return true,
            Some(_) => {}
        }
        // All of the component is given up, and the frames below are of others, which it does not depend on.
        self.drop_auxiliaries();
        goal == Goal::Next && self.n_solved > component
    }
}
