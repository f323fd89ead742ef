//! What is left of a model: the ranges of its variables on the way down, the parts that the rest falls into, and a key that
//! tells what is left apart.
//!
//! A *part* has variables and constraints; what its constraints say of other variables is settled, since those have one
//! value each. A constraint leaves only when the ranges alone make it true. So two parts with the same key have the same
//! solutions: the same open variables with the same ranges, and the same constraints with the same signs.

use crate::model::{Assignment, Atom, Constraint, Domain, Model, Rel, Var};
use std::rc::Rc;

/// Variables and constraints, both in increasing order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Every variable that its constraints leave open is among them.
    pub vars: Vec<u32>,
    /// By their index in the model.
    pub constraints: Vec<u32>,
}

/// What a part falls into.
pub(super) struct Parts {
    /// Those that are held together by constraints, in the order of their first variables.
    pub tied: Vec<Rc<Part>>,
    /// The open variables of which nothing is said any more.
    pub free: Vec<u32>,
}

/// The ranges of all variables, and the way back.
pub(super) struct Residual<'m> {
    pub model: &'m Model,
    /// The least and the greatest value left; both are in the domain.
    pub ranges: Vec<(i64, i64)>,
    /// The least values: those of the variables that have one value only.
    pub(super) values: Assignment,
    /// The variables of each constraint.
    pub scopes: Vec<Vec<u32>>,
    /// What changed: the variable and its range before.
    trail: Vec<(u32, (i64, i64))>,
    /// Where a variable is among those of the part at hand.
    place: Vec<u32>,
    is_answer: Vec<bool>,
}

impl<'m> Residual<'m> {
    /// The model as it was stated; `None` if a variable has no value.
    pub fn new(model: &'m Model) -> Option<Residual<'m>> {
        if model.vars.iter().any(|decl| decl.domain.is_empty()) {
            return None;
        }
        let ranges: Vec<(i64, i64)> = model.vars.iter().map(|decl| (decl.domain.min(), decl.domain.max())).collect();
        let scope = |posted: &crate::model::Posted| posted.constraint.scope().iter().map(|v| v.0).collect();
        let mut is_answer = vec![false; ranges.len()];
        model.answer.iter().for_each(|var| is_answer[var.index()] = true);
        Some(Residual {
            values: Assignment::new(ranges.iter().map(|range| range.0).collect()),
            scopes: model.constraints.iter().map(scope).collect(),
            trail: Vec::new(),
            place: vec![u32::MAX; ranges.len()],
            is_answer,
            ranges,
            model,
        })
    }

    /// All variables, and all constraints but one.
    pub fn whole(&self, but: Option<u32>) -> Part {
        let vars = (0..self.ranges.len() as u32).filter(|v| self.is_open(*v)).collect();
        let constraints = (0..self.scopes.len() as u32).filter(|c| Some(*c) != but).collect();
        Part { vars, constraints }
    }

    /// Whether the variable has more than one value left.
    pub fn is_open(&self, var: u32) -> bool {
        let (lo, hi) = self.ranges[var as usize];
        lo < hi
    }

    /// Whether the variable is part of the answer.
    pub fn is_answer(&self, var: u32) -> bool {
        self.is_answer[var as usize]
    }

    pub fn domain(&self, var: u32) -> &'m Domain {
        &self.model.vars[var as usize].domain
    }

    pub fn constraint(&self, index: u32) -> &'m Constraint {
        &self.model.constraints[index as usize].constraint
    }

    /// A point to return to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Cuts the range of a variable to one within it, whose ends are values.
    pub fn narrow(&mut self, var: u32, lo: i64, hi: i64) {
        self.trail.push((var, self.ranges[var as usize]));
        self.set(var, (lo, hi));
    }

    /// Undoes everything since the mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let (var, range) = self.trail.pop().expect("the trail is longer than the mark");
            self.set(var, range);
        }
    }

    fn set(&mut self, var: u32, range: (i64, i64)) {
        self.ranges[var as usize] = range;
        self.values.values[var as usize] = range.0;
    }

    /// Whether the ranges alone decide an atom.
    pub fn decided(&self, atom: Atom) -> Option<bool> {
        let (lo, hi) = self.ranges[atom.var.index()];
        let equal = || match (lo == hi, (lo..=hi).contains(&atom.value)) {
            (true, within) => Some(within),
            (false, within) => (!within || !self.domain(atom.var.0).contains(atom.value)).then_some(false),
        };
        let below = || match (hi <= atom.value, lo > atom.value) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        match atom.rel {
            Rel::Eq => equal(),
            Rel::Ne => equal().map(|truth| !truth),
            Rel::Le => below(),
            Rel::Gt => below().map(|truth| !truth),
        }
    }

    /// What a part falls into, or a constraint of it that is broken.
    pub fn parts(&mut self, part: &Part) -> Result<Parts, u32> {
        let live = self.live(part)?;
        let open: Vec<u32> = part.vars.iter().copied().filter(|v| self.is_open(*v)).collect();
        (0..).zip(&open).for_each(|(at, v)| self.place[*v as usize] = at);
        let mut above: Vec<u32> = (0..open.len() as u32).collect();
        let mut is_tied = vec![false; open.len()];
        for c in &live {
            let mut places = self.open_places(*c);
            let first = places.next().expect("a constraint that is not decided has an open variable");
            is_tied[first as usize] = true;
            for other in places {
                is_tied[other as usize] = true;
                let (a, b) = (root(&mut above, first), root(&mut above, other));
                // The least one is the root, so that parts come in the order of their first variables.
                above[a.max(b) as usize] = a.min(b);
            }
        }
        let mut tied: Vec<Part> = Vec::new();
        let mut number = vec![u32::MAX; open.len()];
        for at in (0..open.len() as u32).filter(|at| is_tied[*at as usize]) {
            let root = root(&mut above, at) as usize;
            if number[root] == u32::MAX {
                number[root] = tied.len() as u32;
                tied.push(Part::default());
            }
            tied[number[root] as usize].vars.push(open[at as usize]);
        }
        for c in live {
            let first = self.open_places(c).next().expect("as above");
            tied[number[root(&mut above, first) as usize] as usize].constraints.push(c);
        }
        let free = open.iter().zip(&is_tied).filter(|(_, is_tied)| !**is_tied).map(|(v, _)| *v).collect();
        Ok(Parts { tied: tied.into_iter().map(Rc::new).collect(), free })
    }

    fn open_places(&self, constraint: u32) -> impl Iterator<Item = u32> + '_ {
        let open = self.scopes[constraint as usize].iter().filter(|v| self.is_open(**v));
        open.map(|v| self.place[*v as usize])
    }

    /// The constraints of a part that the ranges do not make true, or one that they make false.
    fn live(&mut self, part: &Part) -> Result<Vec<u32>, u32> {
        let mut live = Vec::new();
        for c in &part.constraints {
            let is_open = self.scopes[*c as usize].iter().any(|v| self.is_open(*v));
            match self.truth(self.constraint(*c), 1) {
                Some(true) => {}
                None if is_open => live.push(*c),
                Some(false) | None => return Err(*c),
            }
        }
        Ok(live)
    }

    /// What tells the rest of a part apart; `None` if a constraint is broken.
    pub fn key(&mut self, part: &Part) -> Option<Box<[u8]>> {
        let live = self.live(part).ok()?;
        let mut key = Vec::with_capacity(4 * part.vars.len() + 2 * live.len());
        let open: Vec<u32> = part.vars.iter().copied().filter(|v| self.is_open(*v)).collect();
        number(&mut key, open.len() as i128);
        for v in open {
            let (lo, hi) = self.ranges[v as usize];
            [v.into(), lo.into(), hi.into()].into_iter().for_each(|n| number(&mut key, n));
        }
        for c in live {
            number(&mut key, c.into());
            self.sign(self.constraint(c), &mut key);
        }
        Some(key.into())
    }

    /// What a constraint that is not decided still depends on, besides the ranges of its open variables.
    fn sign(&self, constraint: &Constraint, key: &mut Vec<u8>) {
        let value = |v: Var| Some(self.values[v]).filter(|_| !self.is_open(v.0));
        match constraint {
            Constraint::Clause(atoms) => {
                let is_true = |atom: &Atom| value(atom.var).is_some_and(|x| atom.admits(x));
                number(key, i128::from(atoms.iter().any(is_true)));
            }
            Constraint::Count { atoms, .. } => {
                let is_true = |atom: &&Atom| value(atom.var).is_some_and(|x| atom.admits(x));
                number(key, atoms.iter().filter(is_true).count() as i128);
            }
            Constraint::Linear { terms, .. } => {
                let fixed = terms.iter().filter_map(|(c, v)| Some(i128::from(*c) * i128::from(value(*v)?)));
                let sum = fixed.clone().try_fold(0i128, i128::checked_add);
                number(key, i128::from(sum.is_some()));
                match sum {
                    Some(sum) => number(key, sum),
                    None => fixed.for_each(|one| number(key, one)),
                }
            }
            Constraint::AllDifferent(vars) => {
                let mut fixed: Vec<i64> = vars.iter().filter_map(|v| value(*v)).collect();
                fixed.sort_unstable();
                fixed.into_iter().for_each(|x| number(key, x.into()));
            }
            Constraint::Implies { when, then } | Constraint::Iff { when, then } => {
                number(key, value(when.var).map_or(2, |x| i128::from(when.admits(x))));
                self.sign(then, key);
            }
            Constraint::Table { .. }
            | Constraint::Element { .. }
            | Constraint::Operation { .. }
            | Constraint::Absolute { .. }
            | Constraint::Minimum { .. }
            | Constraint::Maximum { .. }
            | Constraint::User(_)
            | Constraint::Global(_) => {
                constraint.scope().into_iter().filter_map(value).for_each(|x| number(key, x.into()))
            }
        }
    }
}

fn root(above: &mut [u32], mut at: u32) -> u32 {
    while above[at as usize] != at {
        above[at as usize] = above[above[at as usize] as usize];
        at = above[at as usize];
    }
    at
}

/// A number of any size, which ends where it ends: seven bits a byte, least first, the sign in the lowest.
fn number(key: &mut Vec<u8>, n: i128) {
    let mut left = ((n << 1) ^ (n >> 127)) as u128;
    while left >= 128 {
        key.push(left as u8 | 128);
        left >>= 7;
    }
    key.push(left as u8);
}
