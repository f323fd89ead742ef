//! Bounds: of sums, and of variables declared without any.
//!
//! An unbounded variable starts between `-HUGE` and `HUGE`; when all constraints are there, bounds are propagated until they
//! stand still, and a variable that still touches `HUGE` is refused. Only variables without declared bounds and auxiliaries
//! are tightened, so a declared domain stays what the user wrote.

use super::compare::{ceil_div, floor_div};
use super::{Flat, HUGE};
use crate::front::diagnostic::{Outcome, fault_with};
use crate::front::sum::{Sum, Term};
use crate::model::{Cmp, Constraint, Domain, Op, Operand, Var};

/// From the smallest to the largest possible value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub lo: i128,
    pub hi: i128,
}

/// No domain reaches further, so that sums of a few domains fit into 64 bits.
const LIMIT: i128 = 1 << 61;

impl Range {
    /// As a domain, cut off far out.
    pub fn domain(self) -> Domain {
        Domain::range(self.lo.clamp(-LIMIT, LIMIT) as i64, self.hi.clamp(-LIMIT, LIMIT) as i64)
    }

    /// Whether it is not cut off as a domain.
    pub fn is_small(self) -> bool {
        -LIMIT < self.lo && self.hi < LIMIT
    }

    /// Whether it cannot be that of a variable that nobody has bounded yet.
    pub fn is_bounded(self) -> bool {
        -i128::from(HUGE) < self.lo && self.hi < i128::from(HUGE)
    }

    fn times(self, factor: i64) -> Range {
        let ends = [self.lo * i128::from(factor), self.hi * i128::from(factor)];
        Range { lo: ends[0].min(ends[1]), hi: ends[0].max(ends[1]) }
    }
}

const ROUNDS: usize = 200;

impl Flat {
    /// The range of a variable. A domain that is cut off says nothing about how far its values go.
    pub fn var_range(&self, var: Var) -> Range {
        let domain = self.model.domain(var);
        if domain.is_empty() {
            return Range { lo: 0, hi: 0 };
        }
        let (lo, hi) = (i128::from(domain.min()), i128::from(domain.max()));
        Range {
            lo: if lo <= -LIMIT { i64::MIN.into() } else { lo },
            hi: if hi >= LIMIT { i64::MAX.into() } else { hi },
        }
    }

    /// The range of a constant or variable.
    pub fn operand_range(&self, operand: Operand) -> Range {
        match operand {
            Operand::Const(value) => Range { lo: value.into(), hi: value.into() },
            Operand::Var(var) => self.var_range(var),
        }
    }

    /// The range of a sum.
    pub fn range(&self, sum: &Sum) -> Range {
        let start = Range { lo: sum.constant.into(), hi: sum.constant.into() };
        sum.terms.iter().fold(start, |range, (c, term)| {
            let one = match term {
                Term::Var(var) => self.var_range(*var).times(*c),
                Term::Atom(_) => Range { lo: 0, hi: 1 }.times(*c),
            };
            Range { lo: range.lo.saturating_add(one.lo), hi: range.hi.saturating_add(one.hi) }
        })
    }

    /// Find bounds for the variables that were declared without.
    pub fn infer_bounds(&mut self) -> Outcome<()> {
        if self.unbounded.is_empty() {
            return Ok(());
        }
        let constraints = std::mem::take(&mut self.model.constraints);
        for _ in 0..ROUNDS {
            let changed =
                constraints.iter().fold(false, |changed, posted| self.narrow_by(&posted.constraint) | changed);
            if !changed {
                break;
            }
        }
        self.model.constraints = constraints;
        for (var, span) in &self.unbounded {
            let range = self.var_range(*var);
            if range.lo <= i128::from(-HUGE) || range.hi >= i128::from(HUGE) {
                let name = self.model.shown_name(*var);
                return fault_with(
                    *span,
                    format!("no bounds are known for the variable `{name}`"),
                    "declare it with a range, e.g. `var 0..100`",
                );
            }
        }
        Ok(())
    }

    /// Narrow the variables of an unconditional constraint; whether anything changed.
    fn narrow_by(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Clause(atoms) if atoms.len() == 1 => self.narrow(atoms[0].var, &atoms[0].admitted()),
            Constraint::Linear { terms, cmp, bound } => self.narrow_linear(terms, *cmp, *bound),
            Constraint::Element { array, result: Operand::Var(result), .. } => self.narrow_hull(*result, array),
            Constraint::Minimum { of, result } | Constraint::Maximum { of, result } => self.narrow_hull(*result, of),
            Constraint::Absolute { x, z } => self.narrow_absolute(*x, *z),
            Constraint::Operation { op: Op::Times, x, y, z: Operand::Var(z) } => self.narrow_product(*x, *y, *z),
            Constraint::Table { vars, rows } => self.narrow_columns(vars, rows),
            _ => false,
        }
    }

    fn narrow(&mut self, var: Var, to: &Domain) -> bool {
        let decl = &mut self.model.vars[var.index()];
        let free = decl.name.is_empty() || self.unbounded.iter().any(|(v, _)| *v == var);
        let narrowed = decl.domain.intersect(to);
        // An empty domain would mean "unsatisfiable": leave that to the engines.
        if !free || narrowed.is_empty() || narrowed == decl.domain {
            return false;
        }
        decl.domain = narrowed;
        true
    }

    fn narrow_linear(&mut self, terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> bool {
        let one = |flat: &Flat, (c, v): (i64, Var)| flat.var_range(v).times(c);
        let mut changed = false;
        for (at, (c, var)) in terms.iter().enumerate() {
            if *c == 0 || cmp == Cmp::Ne {
                continue;
            }
            let others = terms.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| one(self, *t));
            let rest = others.fold(Range { lo: 0, hi: 0 }, |a, b| Range {
                lo: a.lo.saturating_add(b.lo),
                hi: a.hi.saturating_add(b.hi),
            });
            let top = (cmp != Cmp::Ge).then(|| i128::from(bound).saturating_sub(rest.lo));
            let bottom = (cmp != Cmp::Le).then(|| i128::from(bound).saturating_sub(rest.hi));
            // c x >= bottom and c x <= top
            let c = i128::from(*c);
            let (lo, hi) = if c > 0 { (bottom, top) } else { (top, bottom) };
            let lo = lo.map_or(-LIMIT, |lo| ceil_div(lo, c));
            let hi = hi.map_or(LIMIT, |hi| floor_div(hi, c));
            changed |= self.narrow(*var, &Range { lo, hi }.domain());
        }
        changed
    }

    fn narrow_hull(&mut self, result: Var, of: &[Operand]) -> bool {
        let ranges = of.iter().map(|o| self.operand_range(*o));
        match ranges.reduce(|a, b| Range { lo: a.lo.min(b.lo), hi: a.hi.max(b.hi) }) {
            Some(hull) => self.narrow(result, &hull.domain()),
            None => false,
        }
    }

    fn narrow_absolute(&mut self, x: Var, z: Var) -> bool {
        let (rx, rz) = (self.var_range(x), self.var_range(z));
        let largest = rx.lo.abs().max(rx.hi.abs());
        let changed = self.narrow(z, &Range { lo: 0, hi: largest }.domain());
        self.narrow(x, &Range { lo: -rz.hi, hi: rz.hi }.domain()) | changed
    }

    fn narrow_product(&mut self, x: Operand, y: Operand, z: Var) -> bool {
        let range = product(self.operand_range(x), self.operand_range(y));
        self.narrow(z, &range.domain())
    }

    fn narrow_columns(&mut self, vars: &[Var], rows: &[Vec<i64>]) -> bool {
        let columns = vars.iter().enumerate();
        columns
            .fold(false, |changed, (i, v)| self.narrow(*v, &Domain::from_values(rows.iter().map(|r| r[i]))) | changed)
    }
}

/// The range of a product; saturating, since factors may reach far.
pub(super) fn product(a: Range, b: Range) -> Range {
    let ends = [a.lo, a.hi].into_iter().flat_map(|x| [b.lo, b.hi].map(|y| x.saturating_mul(y)));
    let (mut lo, mut hi) = (i128::MAX, i128::MIN);
    ends.for_each(|end| (lo, hi) = (lo.min(end), hi.max(end)));
    Range { lo, hi }
}
