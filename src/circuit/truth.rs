//! What the ranges of the variables say of a constraint: that it is true, that it is false, or nothing.
//!
//! This is what a circuit is checked by. It says no more than follows from [`Constraint::holds`] for every assignment within
//! the ranges, and when all variables of a constraint have one value it always says it. Sums are judged by their least and
//! greatest values, a few kinds by what is plain to see, and the rest by trying assignments, if there are few.

use super::residual::Residual;
use crate::model::{Atom, Cmp, Constraint, Var};

/// What is tried at most to show that a constraint fails.
pub(super) const TRIES: u64 = 1024;

impl<'m> Residual<'m> {
    /// What the ranges say of a constraint of the model; at most so many assignments are tried.
    pub fn truth(&mut self, constraint: &'m Constraint, tries: u64) -> Option<bool> {
        match constraint {
            Constraint::Clause(atoms) => self.any(atoms),
            Constraint::Count { atoms, cmp, bound } => {
                let truths = || atoms.iter().map(|atom| self.decided(*atom));
                let n_true = truths().filter(|truth| *truth == Some(true)).count() as i128;
                let n_open = truths().filter(Option::is_none).count() as i128;
                compared(*cmp, (n_true, n_true + n_open), (*bound).into())
            }
            Constraint::Linear { terms, cmp, bound } => compared(*cmp, self.extent(terms)?, (*bound).into()),
            Constraint::AllDifferent(vars) => self.all_different(vars),
            Constraint::Table { vars, rows } => {
                let fits = |row: &Vec<i64>| vars.iter().zip(row).all(|(v, x)| self.admits(*v, *x));
                let is_open = vars.iter().any(|v| self.is_open(v.0));
                let some = rows.iter().any(fits);
                if some && is_open { None } else { Some(some) }
            }
            Constraint::Implies { when, then } => match self.decided(*when) {
                Some(false) => Some(true),
                Some(true) => self.truth(then, tries),
                None => self.truth(then, tries).filter(|truth| *truth),
            },
            Constraint::Iff { when, then } => {
                let when = self.decided(*when)?;
                self.truth(then, tries).map(|truth| truth == when)
            }
            Constraint::Element { .. }
            | Constraint::Operation { .. }
            | Constraint::Absolute { .. }
            | Constraint::Minimum { .. }
            | Constraint::Maximum { .. }
            | Constraint::User(_)
            | Constraint::Global(_) => self.tried(constraint, tries),
        }
    }

    fn any(&self, atoms: &[Atom]) -> Option<bool> {
        let mut all_false = Some(false);
        for atom in atoms {
            match self.decided(*atom) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => all_false = None,
            }
        }
        all_false
    }

    /// Whether the value is one that the variable still has.
    fn admits(&self, var: Var, value: i64) -> bool {
        let (lo, hi) = self.ranges[var.index()];
        (lo..=hi).contains(&value) && self.domain(var.0).contains(value)
    }

    /// The least and the greatest value of a sum; `None` if they are too large to tell.
    pub(super) fn extent(&self, terms: &[(i64, Var)]) -> Option<(i128, i128)> {
        let mut extent = (0i128, 0i128);
        for (c, v) in terms {
            let (lo, hi) = self.ranges[v.index()];
            let (a, b) = (i128::from(*c) * i128::from(lo), i128::from(*c) * i128::from(hi));
            extent = (extent.0.checked_add(a.min(b))?, extent.1.checked_add(a.max(b))?);
        }
        Some(extent)
    }

    /// False if two have the same value, or one has no value left that none of those has.
    fn all_different(&self, vars: &[Var]) -> Option<bool> {
        let is_open = |v: &&Var| self.is_open(v.0);
        let mut taken: Vec<i64> = vars.iter().filter(|v| !is_open(v)).map(|v| self.values[*v]).collect();
        taken.sort_unstable();
        if taken.windows(2).any(|pair| pair[0] == pair[1]) {
            return Some(false);
        }
        let mut open = vars.iter().filter(is_open).peekable();
        if open.peek().is_none() {
            return Some(true);
        }
        let is_stuck = |v: &Var| {
            let (lo, hi) = self.ranges[v.index()];
            self.domain(v.0).within(lo, hi).all(|x| taken.binary_search(&x).is_ok())
        };
        open.any(is_stuck).then_some(false)
    }

    /// By trying all assignments within the ranges, if they are few.
    fn tried(&mut self, constraint: &Constraint, tries: u64) -> Option<bool> {
        let open: Vec<Var> = constraint.scope().into_iter().filter(|v| self.is_open(v.0)).collect();
        let mut n_tries = 1u64;
        let mut choices = Vec::with_capacity(open.len());
        for v in &open {
            let (lo, hi) = self.ranges[v.index()];
            let values: Vec<i64> = self.domain(v.0).within(lo, hi).take(tries as usize + 1).collect();
            n_tries = n_tries.saturating_mul(values.len() as u64);
            if n_tries > tries {
                return None;
            }
            choices.push(values);
        }
        let mut at = vec![0; open.len()];
        let mut first = None;
        let truth = loop {
            let truth = constraint.holds(&self.values);
            if *first.get_or_insert(truth) != truth {
                break None;
            }
            // The next assignment: the last variable that has another value takes it, those behind begin again.
            let Some(turn) = (0..open.len()).rev().find(|i| at[*i] + 1 < choices[*i].len()) else { break first };
            at[turn] += 1;
            at[turn + 1..].fill(0);
            (turn..open.len()).for_each(|i| self.values[open[i]] = choices[i][at[i]]);
        };
        open.iter().for_each(|v| self.values[*v] = self.ranges[v.index()].0);
        truth
    }
}

/// What a comparison says of a number between two others.
fn compared(cmp: Cmp, (least, most): (i128, i128), bound: i128) -> Option<bool> {
    let is_equal = || match (least == most, (least..=most).contains(&bound)) {
        (true, within) => Some(within),
        (false, within) => (!within).then_some(false),
    };
    let said = |is_true: bool, is_false: bool| if is_true { Some(true) } else { is_false.then_some(false) };
    match cmp {
        Cmp::Le => said(most <= bound, least > bound),
        Cmp::Ge => said(least >= bound, most < bound),
        Cmp::Eq => is_equal(),
        Cmp::Ne => is_equal().map(|truth| !truth),
    }
}
