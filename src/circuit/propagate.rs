//! What follows for single variables, while a circuit is made: each step with the constraint that says so.
//!
//! The ends of a range are cut off as far as the constraint fails there, which is asked of the same judge that checks the
//! circuit. Which variables are worth asking about is a guess by kind; a wrong guess costs nodes, not truth.

use super::residual::{Part, Residual};
use super::text::{Ranged, Step};
use super::truth::TRIES;
use crate::model::{Cmp, Constraint};
use crate::search::{Budget, Pace};
use std::collections::{HashSet, VecDeque};

/// Constraints to look at, each once at a time.
#[derive(Default)]
pub(super) struct Agenda {
    waiting: VecDeque<u32>,
    waits: Vec<bool>,
    /// The constraints of each variable.
    of_var: Vec<Vec<u32>>,
}

/// A constraint that fails, and the steps that made it so.
pub(super) struct Conflict {
    pub by: u32,
    pub steps: Vec<Step>,
}

/// More steps than this are not made at once.
const MOST: usize = 1 << 16;
/// Of longer conditions under a condition that is false, no variable is asked about.
const LONG: usize = 64;

impl Agenda {
    pub fn new(residual: &Residual) -> Agenda {
        let mut of_var = vec![Vec::new(); residual.ranges.len()];
        for (c, scope) in (0..).zip(&residual.scopes) {
            scope.iter().for_each(|v| of_var[*v as usize].push(c));
        }
        Agenda { waiting: VecDeque::new(), waits: vec![false; residual.scopes.len()], of_var }
    }

    /// A constraint is to be looked at.
    pub fn add(&mut self, constraint: u32) {
        if !std::mem::replace(&mut self.waits[constraint as usize], true) {
            self.waiting.push_back(constraint);
        }
    }

    /// A variable has changed.
    pub fn touch(&mut self, var: u32, part: &Part) {
        for at in 0..self.of_var[var as usize].len() {
            let constraint = self.of_var[var as usize][at];
            if part.constraints.binary_search(&constraint).is_ok() {
                self.add(constraint);
            }
        }
    }

    fn next(&mut self) -> Option<u32> {
        let next = self.waiting.pop_front()?;
        self.waits[next as usize] = false;
        Some(next)
    }

    /// Narrows ranges until nothing more follows, or the budget is spent; the steps in order.
    pub fn propagate(&mut self, residual: &mut Residual, part: &Part, budget: &Budget) -> Result<Vec<Step>, Conflict> {
        let mut steps: Vec<Step> = Vec::new();
        let mut pace = Pace::default();
        while let Some(by) = self.next() {
            // What still waits could go on for as long as there are values.
            if steps.len() > MOST || pace.spent(budget).is_some() {
                while self.next().is_some() {}
                break;
            }
            if residual.truth(residual.constraint(by), TRIES) == Some(false) {
                while self.next().is_some() {}
                return Err(Conflict { by, steps: needed(residual, by, steps) });
            }
            for var in candidates(residual, by) {
                let Some((lo, hi)) = narrowed(residual, by, var) else { continue };
                residual.narrow(var, lo, hi);
                steps.push(Step { by, then: Ranged { var, lo, hi } });
                self.touch(var, part);
            }
        }
        Ok(steps)
    }
}

/// The steps that a failure rests on.
fn needed(residual: &Residual, by: u32, steps: Vec<Step>) -> Vec<Step> {
    let mut is_used: HashSet<u32> = residual.scopes[by as usize].iter().copied().collect();
    let mut kept = Vec::new();
    for step in steps.into_iter().rev() {
        if is_used.contains(&step.then.var) {
            is_used.extend(&residual.scopes[step.by as usize]);
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

/// The variables that the constraint may say something about.
fn candidates(residual: &Residual, by: u32) -> Vec<u32> {
    let mut vars = about(residual, residual.constraint(by));
    vars.sort_unstable();
    vars.dedup();
    vars.retain(|v| residual.is_open(*v));
    vars
}

fn about(residual: &Residual, constraint: &Constraint) -> Vec<u32> {
    let open = |constraint: &Constraint| constraint.scope().iter().map(|v| v.0).collect::<Vec<u32>>();
    match constraint {
        Constraint::Clause(atoms) => {
            let mut open = atoms.iter().filter(|atom| residual.decided(**atom).is_none()).map(|atom| atom.var.0);
            let first = open.next();
            // Two open atoms of one variable may say something; of two variables they do not.
            first.filter(|first| open.all(|other| other == *first)).into_iter().collect()
        }
        Constraint::Count { atoms, cmp, bound } => {
            let truths: Vec<Option<bool>> = atoms.iter().map(|atom| residual.decided(*atom)).collect();
            let n_true = truths.iter().filter(|truth| **truth == Some(true)).count() as i64;
            let n_open = truths.iter().filter(|truth| truth.is_none()).count() as i64;
            let is_tight = match cmp {
                Cmp::Le => n_true >= *bound,
                Cmp::Ge => n_true + n_open <= *bound,
                Cmp::Eq => n_true >= *bound || n_true + n_open <= *bound,
                Cmp::Ne => n_open <= 1,
            };
            if is_tight { open(constraint) } else { Vec::new() }
        }
        Constraint::Linear { terms, cmp, bound } => {
            let Some((least, most)) = residual.extent(terms) else { return Vec::new() };
            let (up, down) = (i128::from(*bound) - least, most - i128::from(*bound));
            let widens = |(c, v): &&(i64, crate::model::Var)| {
                let (lo, hi) = residual.ranges[v.index()];
                let spread = i128::from(*c).abs() * (i128::from(hi) - i128::from(lo));
                match cmp {
                    Cmp::Le => spread > up,
                    Cmp::Ge => spread > down,
                    Cmp::Eq => spread > up || spread > down,
                    Cmp::Ne => spread == most - least,
                }
            };
            terms.iter().filter(widens).map(|(_, v)| v.0).collect()
        }
        Constraint::Implies { when, then } | Constraint::Iff { when, then } => match residual.decided(*when) {
            None => vec![when.var.0],
            Some(true) => about(residual, then),
            Some(false) => Some(open(then)).filter(|open| open.len() <= LONG).unwrap_or_default(),
        },
        Constraint::AllDifferent(_)
        | Constraint::Table { .. }
        | Constraint::Element { .. }
        | Constraint::Operation { .. }
        | Constraint::Absolute { .. }
        | Constraint::Minimum { .. }
        | Constraint::Maximum { .. }
        | Constraint::User(_)
        | Constraint::Global(_) => open(constraint),
    }
}

/// The range without the ends at which the constraint fails; `None` if that is the same. The constraint does not fail everywhere.
fn narrowed(residual: &mut Residual, by: u32, var: u32) -> Option<(i64, i64)> {
    let (lo, hi) = residual.ranges[var as usize];
    let domain = residual.domain(var);
    let mut fails = |from: i64, to: i64| {
        let mark = residual.mark();
        residual.narrow(var, from, to);
        let fails = residual.truth(residual.constraint(by), TRIES) == Some(false);
        residual.undo(mark);
        fails
    };
    let (mut least, mut most) = (lo, hi);
    if fails(lo, lo) {
        // It fails from `lo` to `below`, and is not known to fail up to `above`.
        let (mut below, mut above) = (lo, hi);
        while let Some(middle) =
            between(below, above).and_then(|middle| domain.at_or_below(middle)).filter(|m| *m > below)
        {
            if fails(lo, middle) { below = middle } else { above = middle }
        }
        least = domain.at_or_above(below.checked_add(1)?)?;
    }
    if least > hi {
        return None;
    }
    if fails(hi, hi) {
        let (mut below, mut above) = (least, hi);
        while let Some(middle) =
            between(below, above).and_then(|middle| domain.at_or_above(middle)).filter(|m| *m < above)
        {
            if fails(middle, hi) { above = middle } else { below = middle }
        }
        most = domain.at_or_below(above.checked_sub(1)?)?;
    }
    ((least, most) != (lo, hi) && least <= most).then_some((least, most))
}

/// The middle of two numbers, if they are not neighbours.
fn between(below: i64, above: i64) -> Option<i64> {
    (above.abs_diff(below) > 1).then(|| ((i128::from(below) + i128::from(above)) >> 1) as i64)
}
