//! Checking a circuit: whether it has just the solutions of a model, and how many those are.
//!
//! The model is walked through along the circuit, from the whole downwards. At each node the checker holds what is left of
//! the model there, and sees for itself that the node says all of it: a constraint that leaves nothing does so, what is
//! implied is implied, the cases are all the values there are and exclude each other, and parts share neither variables nor
//! constraints. A node that is reached several times must find the same left each time. So the circuit loses no solution
//! and has none that is not one, and the numbers of solutions are added over cases and multiplied over parts.
//!
//! Solutions are counted once for each assignment of the answer variables. Cases of an auxiliary may not both have
//! solutions; where no answer variable is open, one case that has some is enough.

use super::numbers::Numbers;
use super::residual::{Part, Residual};
use super::tally::Ledger;
use super::text::{Case, Id, Node, Ranged, Step, read};
use super::truth::TRIES;
use crate::model::Model;
use crate::search::{Budget, Pace, Stop};
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::HashMap;
use std::rc::Rc;

/// Why a circuit is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is wrong at this line.
    Wrong(usize, String),
    /// Its numbers are too large.
    TooLarge(String),
    /// A limit was reached.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

/// The number of solutions of the model, distinct on its answer variables, by a circuit that has them.
pub fn count(model: &Model, text: &[u8], budget: &Budget) -> Result<BigUint, Refusal> {
    let text = std::str::from_utf8(text).map_err(|_| Refusal::Wrong(1, "it is no text".to_string()))?;
    let (apart, nodes) = read(model, text).map_err(|(line, why)| Refusal::Wrong(line, why))?;
    let first = text.matches('\n').count() - nodes.len() + 1;
    let Some(residual) = Residual::new(model) else {
        let why = || Refusal::Wrong(first, "a variable has no value, and there is nothing more to say".to_string());
        return if nodes.is_empty() && apart.is_none() { Ok(BigUint::zero()) } else { Err(why()) };
    };
    let ledger = Ledger::new(&residual, apart).map_err(|why| Refusal::Wrong(first - 1, why))?;
    let mut n_uses = vec![0u32; nodes.len()];
    nodes.iter().flat_map(Node::children).for_each(|child| n_uses[child as usize] += 1);
    let Some(root) = nodes.len().checked_sub(1) else {
        return Err(Refusal::Wrong(first, "there is no node".to_string()));
    };
    if let Some(idle) = n_uses[..root].iter().position(|n| *n == 0) {
        return Err(Refusal::Wrong(first + idle, "no node names this one".to_string()));
    }
    let whole = Rc::new(residual.whole(apart));
    let mut checker = Checker { residual, ledger, nodes: &nodes, n_uses, known: HashMap::new(), budget, at: root };
    let numbers = checker.run(root as Id, whole);
    numbers.map(|numbers| checker.ledger.total(&numbers)).map_err(|fault| match fault {
        Fault::Wrong(why) => Refusal::Wrong(first + checker.at, why),
        Fault::TooLarge => Refusal::TooLarge("the circuit's numbers have too many terms".to_string()),
        Fault::Stopped(stop) => Refusal::Stopped(stop),
    })
}

struct Checker<'a> {
    residual: Residual<'a>,
    ledger: Ledger,
    nodes: &'a [Node],
    /// How often each node is named and was not reached yet.
    n_uses: Vec<u32>,
    /// What was left at nodes that will be reached again, and their numbers.
    known: HashMap<Id, (Box<[u8]>, Rc<Numbers>)>,
    budget: &'a Budget,
    /// The node looked at last.
    at: usize,
}

enum Fault {
    Wrong(String),
    TooLarge,
    Stopped(Stop),
}

impl From<super::numbers::TooMany> for Fault {
    fn from(_: super::numbers::TooMany) -> Fault {
        Fault::TooLarge
    }
}

fn wrong<T>(why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Wrong(why.into()))
}

/// A node whose children are looked at.
struct Frame {
    id: Id,
    /// What is left here, if the node will be reached again.
    key: Option<Box<[u8]>>,
    /// What each child is about.
    parts: Vec<Rc<Part>>,
    /// How many children are done.
    n_done: usize,
    /// Where the trail was before this node, and before the child at hand.
    mark: usize,
    child_mark: usize,
    /// The numbers so far.
    numbers: Numbers,
}

/// What a node is when it is reached.
enum Reached {
    Done(Rc<Numbers>),
    Open(Box<Frame>),
}

impl Checker<'_> {
    /// The numbers of a circuit. It may be deep, so there is no recursion.
    fn run(&mut self, root: Id, whole: Rc<Part>) -> Result<Rc<Numbers>, Fault> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut pace = Pace::default();
        let mut next = Some((root, whole));
        let mut back: Option<Rc<Numbers>> = None;
        loop {
            if let Some(stop) = pace.spent(self.budget) {
                return Err(Fault::Stopped(stop));
            }
            if let Some((id, part)) = next.take() {
                match self.reach(id, &part)? {
                    Reached::Done(numbers) => back = Some(numbers),
                    Reached::Open(frame) => stack.push(*frame),
                }
            }
            let Some(frame) = stack.last_mut() else { return Ok(back.expect("the root was reached")) };
            self.at = frame.id as usize;
            if let Some(numbers) = back.take() {
                self.child_done(frame, &numbers)?;
            }
            match self.child(frame) {
                Some(child) => next = Some(child),
                None => {
                    let frame = stack.pop().expect("there was one");
                    back = Some(self.done(frame)?);
                }
            }
        }
    }

    /// Looks at a node for what is left in a part.
    fn reach(&mut self, id: Id, part: &Rc<Part>) -> Result<Reached, Fault> {
        self.at = id as usize;
        let uses = &mut self.n_uses[id as usize];
        *uses = uses.saturating_sub(1);
        let is_last = *uses == 0;
        match &self.nodes[id as usize] {
            Node::None { by } => return self.none(*by, part).map(|()| Reached::Done(Rc::default())),
            Node::Free(vars) => return Ok(Reached::Done(Rc::new(self.free(vars, part)?))),
            Node::Branch { .. } | Node::Implied { .. } | Node::Product(_) | Node::Zero { .. } => {}
        }
        let known = if is_last { self.known.remove(&id) } else { self.known.get(&id).cloned() };
        let key = match (&known, is_last) {
            (None, true) => None,
            (Some(_), _) | (None, false) => Some(self.key(part)?),
        };
        if let Some((other, numbers)) = known {
            return match key.is_some_and(|key| key == other) {
                true => Ok(Reached::Done(numbers)),
                false => wrong("something else is left here than where the node was reached before"),
            };
        }
        let (mark, numbers) = (self.residual.mark(), Numbers::none());
        let mut frame = Frame { id, key, parts: Vec::new(), n_done: 0, mark, child_mark: mark, numbers };
        match &self.nodes[id as usize] {
            Node::Branch { var, cases } => self.branch(*var, cases, part, &mut frame)?,
            Node::Implied { steps, .. } => self.implied(steps, part, &mut frame)?,
            Node::Product(children) => self.product(children.len(), part, &mut frame)?,
            Node::Zero { place, .. } => self.zero(*place, part, &mut frame)?,
            Node::None { .. } | Node::Free(_) => unreachable!("these have no children"),
        }
        Ok(Reached::Open(Box::new(frame)))
    }

    fn key(&mut self, part: &Part) -> Result<Box<[u8]>, Fault> {
        self.residual.key(part).map_or_else(|| wrong("a constraint is broken here"), Ok)
    }

    /// A constraint of the part cannot hold.
    fn none(&mut self, by: u32, part: &Part) -> Result<(), Fault> {
        match part.constraints.binary_search(&by).is_ok() && self.fails(by) {
            true => Ok(()),
            false => wrong(format!("constraint {by} may well hold here")),
        }
    }

    fn fails(&mut self, by: u32) -> bool {
        self.residual.truth(self.residual.constraint(by), TRIES) == Some(false)
    }

    /// Nothing is said any more of what is left, which is just that.
    fn free(&mut self, vars: &[Ranged], part: &Part) -> Result<Numbers, Fault> {
        match self.residual.parts(part) {
            Ok(parts) if parts.tied.is_empty() && self.is_said(vars, &parts.free) => {
                Ok(self.ledger.free(&self.residual, &parts.free)?)
            }
            _ => wrong("these are not what is left without a constraint"),
        }
    }

    fn is_said(&self, vars: &[Ranged], free: &[u32]) -> bool {
        let ranged = |v: &u32| {
            let (lo, hi) = self.residual.ranges[*v as usize];
            Ranged { var: *v, lo, hi }
        };
        free.iter().map(ranged).eq(vars.iter().copied())
    }

    /// The cases are the values of an open variable of the part.
    fn branch(&mut self, var: u32, cases: &[Case], part: &Rc<Part>, frame: &mut Frame) -> Result<(), Fault> {
        if part.vars.binary_search(&var).is_err() || !self.residual.is_open(var) {
            return wrong(format!("variable {var} is not open here"));
        }
        let (lo, hi) = self.residual.ranges[var as usize];
        let domain = self.residual.domain(var);
        let may_leave_out = || !part.vars.iter().any(|v| self.residual.is_open(*v) && self.residual.is_answer(*v));
        let mut next = Some(lo);
        for case in cases {
            let is_within = case.lo <= case.hi && case.hi <= hi && domain.contains(case.lo) && domain.contains(case.hi);
            let is_next = next == Some(case.lo) || (cases.len() == 1 && case.lo >= lo && may_leave_out());
            if !is_within || !is_next {
                return wrong("the cases are not the values that are left, one after the other");
            }
            next = case.hi.checked_add(1).and_then(|above| domain.at_or_above(above)).filter(|next| *next <= hi);
        }
        let covers = next.is_none() && cases.first().is_some_and(|case| case.lo == lo);
        if !covers && (cases.len() != 1 || !may_leave_out()) {
            return wrong("the cases are not all the values that are left");
        }
        frame.parts = vec![part.clone(); cases.len()];
        Ok(())
    }

    /// Each step follows from a constraint of the part.
    fn implied(&mut self, steps: &[Step], part: &Rc<Part>, frame: &mut Frame) -> Result<(), Fault> {
        for Step { by, then: Ranged { var, lo, hi } } in steps.iter().copied() {
            if part.vars.binary_search(&var).is_err() || part.constraints.binary_search(&by).is_err() {
                return wrong(format!("variable {var} and constraint {by} are not both of this part"));
            }
            let (least, most) = self.residual.ranges[var as usize];
            let domain = self.residual.domain(var);
            let is_within = least <= lo && lo <= hi && hi <= most && domain.contains(lo) && domain.contains(hi);
            if !is_within || (lo, hi) == (least, most) {
                return wrong(format!("variable {var} does not lose a value, or loses all"));
            }
            let below = lo.checked_sub(1).and_then(|below| domain.at_or_below(below)).filter(|below| *below >= least);
            let above = hi.checked_add(1).and_then(|above| domain.at_or_above(above)).filter(|above| *above <= most);
            let outside = below.map(|below| (least, below)).into_iter().chain(above.map(|above| (above, most)));
            for (from, to) in outside {
                let mark = self.residual.mark();
                self.residual.narrow(var, from, to);
                let fails = self.fails(by);
                self.residual.undo(mark);
                if !fails {
                    return wrong(format!("constraint {by} does not say that variable {var} is from {lo} to {hi}"));
                }
            }
            self.residual.narrow(var, lo, hi);
        }
        frame.child_mark = self.residual.mark();
        frame.parts = vec![part.clone()];
        Ok(())
    }

    /// As many children as there are parts, the last for what is free.
    fn product(&mut self, n_children: usize, part: &Part, frame: &mut Frame) -> Result<(), Fault> {
        let Ok(parts) = self.residual.parts(part) else { return wrong("a constraint is broken here") };
        frame.parts = parts.tied;
        if !parts.free.is_empty() {
            frame.parts.push(Rc::new(Part { vars: parts.free, constraints: Vec::new() }));
        }
        frame.numbers = Numbers::one();
        match n_children == frame.parts.len() && n_children > 1 {
            true => Ok(()),
            false => wrong(format!("{} parts are left here, not {n_children}", frame.parts.len())),
        }
    }

    /// One part, which should have no solution.
    fn zero(&mut self, place: u32, part: &Part, frame: &mut Frame) -> Result<(), Fault> {
        let Ok(mut parts) = self.residual.parts(part) else { return wrong("a constraint is broken here") };
        if place as usize >= parts.tied.len() || parts.tied.len() + usize::from(!parts.free.is_empty()) < 2 {
            return wrong(format!("there is no part {place} beside another"));
        }
        frame.parts = vec![parts.tied.swap_remove(place as usize)];
        Ok(())
    }

    /// The next child and what it is about, if there is one.
    fn child(&mut self, frame: &mut Frame) -> Option<(Id, Rc<Part>)> {
        let part = frame.parts.get(frame.n_done)?.clone();
        let child = self.nodes[frame.id as usize].children().nth(frame.n_done)?;
        if let Node::Branch { var, cases } = &self.nodes[frame.id as usize] {
            let Case { lo, hi, .. } = cases[frame.n_done];
            self.residual.narrow(*var, lo, hi);
        }
        Some((child, part))
    }

    /// Takes the numbers of a child.
    fn child_done(&mut self, frame: &mut Frame, numbers: &Rc<Numbers>) -> Result<(), Fault> {
        let cap = self.ledger.cap();
        match &self.nodes[frame.id as usize] {
            Node::Branch { var, cases } => {
                let Case { lo, hi, .. } = cases[frame.n_done];
                let adds = if lo == hi { self.ledger.adds(*var, lo) } else { 0 };
                let more = Numbers::clone(numbers).shifted(adds, cap);
                if !self.residual.is_answer(*var) && !frame.numbers.is_none() && !more.is_none() {
                    return wrong(format!("two cases of the auxiliary {var} have solutions"));
                }
                frame.numbers = std::mem::take(&mut frame.numbers).plus(more);
                self.residual.undo(frame.child_mark);
            }
            Node::Implied { steps, .. } => {
                // Whoever has one value now had several before.
                let fixed = |step: &&Step| step.then.lo == step.then.hi;
                let adds = steps.iter().filter(fixed).map(|step| self.ledger.adds(step.then.var, step.then.lo)).sum();
                frame.numbers = Numbers::clone(numbers).shifted(adds, cap);
            }
            Node::Product(_) => frame.numbers = frame.numbers.times(numbers, cap)?,
            Node::Zero { .. } if numbers.is_none() => {}
            Node::Zero { .. } => return wrong("the part has a solution"),
            Node::None { .. } | Node::Free(_) => unreachable!("these have no children"),
        }
        frame.n_done += 1;
        Ok(())
    }

    /// The numbers of a node whose children are done.
    fn done(&mut self, frame: Frame) -> Result<Rc<Numbers>, Fault> {
        self.residual.undo(frame.mark);
        if let Node::Branch { var, cases } = &self.nodes[frame.id as usize] {
            let (lo, hi) = self.residual.ranges[*var as usize];
            let covers =
                cases.first().is_some_and(|case| case.lo == lo) && cases.last().is_some_and(|case| case.hi == hi);
            if !covers && frame.numbers.is_none() {
                return wrong("the only case has no solution, and others were left out");
            }
        }
        let numbers = Rc::new(frame.numbers);
        if let Some(key) = frame.key {
            self.known.insert(frame.id, (key, numbers.clone()));
        }
        Ok(numbers)
    }
}
