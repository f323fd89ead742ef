//! The kernel of a model: its constraints over Booleans as `lo <= c1*x1 + ... + cn*xn <= hi`.
//!
//! Clauses, counts and linear constraints over Booleans become such sums, and so do their (half) reifications by the
//! usual big-M; whatever else the model says stays *opaque*. A column of a kernel is the model variable of the same
//! index. What holds: an assignment satisfies the model exactly when it satisfies all sums and all opaque constraints.
//! Linear in the size of the model.

use super::subset::merge;
use super::sums::Sum;
use crate::model::{Atom, Cmp, Constraint, Model, Posted, Var};
use itertools::Itertools;

/// A model as sums over Booleans and what cannot be said that way.
#[derive(Debug, Default)]
pub(crate) struct Kernel {
    /// The range of each variable; meaningless for one that is not Boolean.
    pub ranges: Vec<(i32, i32)>,
    /// Whether the variable's domain is within `{0, 1}`.
    pub is_bool: Vec<bool>,
    /// Those that may fail.
    pub sums: Vec<Sum>,
    /// The constraint that each sum comes from; one may give several.
    pub sources: Vec<u32>,
    /// The indices of the constraints that are no sums.
    pub opaque: Vec<u32>,
    /// A domain is empty or a constraint cannot be met by any value.
    pub contradiction: bool,
}

/// Sums whose coefficients could overflow are left opaque.
const LIMIT: i128 = 1 << 60;

/// The kernel of a model.
pub(crate) fn kernel(model: &Model) -> Kernel {
    let mut kernel = Kernel::default();
    for decl in &model.vars {
        let empty = decl.domain.is_empty();
        let (lo, hi) = if empty { (0, 1) } else { (decl.domain.min(), decl.domain.max()) };
        let is_bool = lo >= 0 && hi <= 1;
        kernel.contradiction |= empty;
        kernel.is_bool.push(is_bool);
        kernel.ranges.push(if is_bool { (lo as i32, hi as i32) } else { (0, 1) });
    }
    if !kernel.contradiction {
        for (index, Posted { constraint, .. }) in model.constraints.iter().enumerate() {
            kernel.take(model, constraint, index as u32);
        }
    }
    kernel
}

impl Kernel {
    fn take(&mut self, model: &Model, constraint: &Constraint, index: u32) {
        match sums_of(model, constraint) {
            Some(sums) => sums.into_iter().for_each(|sum| self.push(sum, index)),
            None => self.opaque.push(index),
        }
    }

    /// Makes one of the sums that have the same terms.
    pub fn merge(&mut self) {
        merge(&mut self.sums, &mut Vec::new());
        self.drop_empty();
        self.contradiction |= self.sums.iter().any(|sum| sum.lo > sum.hi);
    }

    /// Forgets the sums that say nothing: those without terms, unless they cannot hold.
    pub fn drop_empty(&mut self) {
        let says = |sum: &Sum| !sum.terms.is_empty() || sum.lo > 0 || sum.hi < 0;
        let mut is_left = self.sums.iter().map(says).collect::<Vec<bool>>().into_iter();
        self.sources.retain(|_| is_left.next() == Some(true));
        self.sums.retain(says);
    }

    /// Takes over narrower ranges: fixed variables leave the sums, and with them those that are always true.
    pub fn settle(&mut self, ranges: Vec<(i32, i32)>) {
        let fixed = |v: u32| Some(ranges[v as usize].0).filter(|value| *value == ranges[v as usize].1);
        for sum in &mut self.sums {
            let (min, max) = sum.extent(&ranges);
            if min >= sum.lo && max <= sum.hi {
                *sum = Sum { terms: Vec::new(), lo: 0, hi: 0 };
            }
            let gone: i64 = sum.terms.iter().filter_map(|(v, c)| fixed(*v).map(|value| c * i64::from(value))).sum();
            sum.terms.retain(|(v, _)| fixed(*v).is_none());
            (sum.lo, sum.hi) = (sum.lo - gone, sum.hi - gone);
        }
        self.ranges = ranges;
        self.drop_empty();
    }

    fn push(&mut self, sum: Sum, source: u32) {
        let (min, max) = sum.extent(&self.ranges);
        self.contradiction |= min > sum.hi || max < sum.lo;
        if min < sum.lo || max > sum.hi {
            self.sums.push(sum);
            self.sources.push(source);
        }
    }
}

/// A weighted sum of Booleans plus a constant, on the way to become a [`Sum`].
#[derive(Default)]
pub(super) struct Form {
    pub terms: Vec<(u32, i64)>,
    pub constant: i128,
}

impl Form {
    /// Adds `coefficient * [atom]`; `None` if the atom speaks of an undecided integer.
    pub fn add_atom(&mut self, model: &Model, atom: Atom, coefficient: i64) -> Option<()> {
        let domain = model.domain(atom.var);
        match atom.decided_by(domain) {
            Some(truth) => self.constant += i128::from(coefficient) * i128::from(truth),
            None if domain.min() != 0 || domain.max() != 1 => return None,
            None if atom.admits(1) => self.terms.push((atom.var.0, coefficient)),
            None => {
                self.constant += i128::from(coefficient);
                self.terms.push((atom.var.0, coefficient.checked_neg()?));
            }
        }
        Some(())
    }

    /// Adds `coefficient * var`; `None` if the variable is an undecided integer.
    fn add_var(&mut self, model: &Model, var: Var, coefficient: i64) -> Option<()> {
        let domain = model.domain(var);
        match domain.value() {
            Some(value) => self.constant += i128::from(coefficient) * i128::from(value),
            None if domain.min() == 0 && domain.max() == 1 => self.terms.push((var.0, coefficient)),
            None => return None,
        }
        Some(())
    }

    /// The terms with each variable once; `None` if the numbers are too large.
    fn merged(self) -> Option<(Vec<(u32, i64)>, i128)> {
        let sorted = self.terms.into_iter().sorted_unstable();
        let merged = sorted.map(|(v, c)| (v, i128::from(c))).coalesce(|a, b| match a.0 == b.0 {
            true => Ok((a.0, a.1 + b.1)),
            false => Err((a, b)),
        });
        let terms: Vec<(u32, i128)> = merged.filter(|(_, c)| *c != 0).collect();
        let size = terms.iter().map(|(_, c)| c.abs()).sum::<i128>() + self.constant.abs();
        (size < LIMIT).then(|| (terms.into_iter().map(|(v, c)| (v, c as i64)).collect(), self.constant))
    }

    /// `form cmp bound` as sums.
    pub fn compare(self, cmp: Cmp, bound: i128) -> Option<Vec<Sum>> {
        let (terms, constant) = self.merged()?;
        let bound = (bound - constant).clamp(-LIMIT * 2, LIMIT * 2) as i64;
        let min: i64 = terms.iter().map(|(_, c)| (*c).min(0)).sum();
        let max: i64 = terms.iter().map(|(_, c)| (*c).max(0)).sum();
        let (lo, hi) = match cmp {
            Cmp::Le => (min, bound),
            Cmp::Ge => (bound, max),
            Cmp::Eq => (bound, bound),
            Cmp::Ne if bound < min || bound > max => (min, max),
            Cmp::Ne if bound == min => (min + 1, max),
            Cmp::Ne if bound == max => (min, max - 1),
            Cmp::Ne => return None,
        };
        Some(vec![Sum { terms, lo, hi }])
    }
}

/// The constraint as sums over Booleans, if it can be said so.
fn sums_of(model: &Model, constraint: &Constraint) -> Option<Vec<Sum>> {
    match constraint {
        Constraint::Clause(atoms) => form_of_atoms(model, atoms)?.compare(Cmp::Ge, 1),
        Constraint::Count { atoms, cmp, bound } => form_of_atoms(model, atoms)?.compare(*cmp, i128::from(*bound)),
        Constraint::Linear { terms, cmp, bound } => form_of_terms(model, terms)?.compare(*cmp, i128::from(*bound)),
        Constraint::Implies { when, then } => implied(model, *when, sums_of(model, then)?),
        Constraint::Iff { when, then } => equivalent(model, *when, then),
        Constraint::AllDifferent(_)
        | Constraint::Table { .. }
        | Constraint::Element { .. }
        | Constraint::Operation { .. }
        | Constraint::Absolute { .. }
        | Constraint::Minimum { .. }
        | Constraint::Maximum { .. }
        | Constraint::User(_)
        | Constraint::Global(_) => None,
    }
}

fn form_of_atoms(model: &Model, atoms: &[Atom]) -> Option<Form> {
    let mut form = Form::default();
    atoms.iter().try_for_each(|atom| form.add_atom(model, *atom, 1))?;
    Some(form)
}

pub(super) fn form_of_terms(model: &Model, terms: &[(i64, Var)]) -> Option<Form> {
    let mut form = Form::default();
    terms.iter().try_for_each(|(c, v)| form.add_var(model, *v, *c))?;
    Some(form)
}

/// `when -> lo <= sum <= hi`, as `sum + (lo - min) * [!when] >= lo` and `sum - (max - hi) * [!when] <= hi`.
fn implied(model: &Model, when: Atom, sums: Vec<Sum>) -> Option<Vec<Sum>> {
    let mut out = Vec::new();
    for sum in sums {
        let min: i64 = sum.terms.iter().map(|(_, c)| (*c).min(0)).sum();
        let max: i64 = sum.terms.iter().map(|(_, c)| (*c).max(0)).sum();
        let sides = [(sum.lo.saturating_sub(min), Cmp::Ge, sum.lo), (max.saturating_sub(sum.hi), Cmp::Le, sum.hi)];
        for (gap, cmp, bound) in sides.into_iter().filter(|(gap, ..)| *gap > 0) {
            let mut form = Form { terms: sum.terms.clone(), constant: 0 };
            form.add_atom(model, !when, if cmp == Cmp::Ge { gap } else { -gap })?;
            out.extend(form.compare(cmp, i128::from(bound))?);
        }
    }
    Some(out)
}

fn equivalent(model: &Model, when: Atom, then: &Constraint) -> Option<Vec<Sum>> {
    let mut sums = implied(model, when, sums_of(model, then)?)?;
    sums.extend(implied(model, !when, sums_of(model, &then.negated()?)?)?);
    Some(sums)
}

#[cfg(test)]
mod tests {
    use super::{Form, Kernel, LIMIT, Sum, kernel};
    use crate::model::{Assignment, Cmp, Constraint, Domain, Kind, Model, Var, sum};
    use itertools::Itertools;

    /// Whether the sums alone say the same as the model for every assignment of Booleans.
    fn check(model: &Model) {
        let Kernel { sums, opaque, contradiction, .. } = kernel(model);
        assert!(opaque.is_empty(), "{model:?}");
        for values in model.vars.iter().map(|d| d.domain.iter().collect_vec()).multi_cartesian_product() {
            let total = |terms: &[(u32, i64)]| terms.iter().map(|(v, c)| c * values[*v as usize]).sum::<i64>();
            let mine = !contradiction && sums.iter().all(|s| (s.lo..=s.hi).contains(&total(&s.terms)));
            let truth = model.violated_by(&Assignment::new(values.clone())).is_none();
            assert_eq!(mine, truth, "{model:?} at {values:?}");
        }
    }

    #[test]
    fn sums_say_what_the_constraints_say() {
        for cmp in [Cmp::Le, Cmp::Ge, Cmp::Eq] {
            for bound in -3..=5 {
                let mut model = Model::new();
                let (a, b, c) = (model.bool("a"), model.bool("b"), model.bool("c"));
                let one = model.answer_var("one".into(), Domain::singleton(1), Kind::Bool);
                let atoms = vec![a.is_true(), b.is_false(), b.at_most(0), one.is_true(), c.is_not(0)];
                let count = Constraint::Count { atoms, cmp, bound };
                let linear = Constraint::Linear { terms: vec![(2, a), (-3, b), (1, a), (1, one)], cmp, bound };
                for constraint in [count, linear] {
                    let mut plain = model.clone();
                    plain.post(constraint.clone());
                    check(&plain);
                    let mut reified = model.clone();
                    reified.implies(c.is_false(), constraint.clone());
                    check(&reified);
                    if cmp != Cmp::Eq {
                        reified.iff(a.is_true(), constraint);
                        check(&reified);
                    }
                }
            }
        }
    }

    #[test]
    fn clauses_are_sums_and_integers_are_opaque() {
        let mut model = Model::new();
        let (a, b) = (model.bool("a"), model.bool("b"));
        model.clause([a.is_true(), b.is_false()]);
        check(&model);
        model.clause([]);
        check(&model);
        let x = model.int("x", 0..=5);
        model.post(sum([x, a]).le(3));
        model.clause([x.at_most(9), a.is_true()]);
        assert_eq!(kernel(&model).opaque, [2]);
        let huge = Constraint::Linear { terms: vec![(i64::MAX, a), (i64::MIN, b)], cmp: Cmp::Le, bound: 0 };
        model.post(huge);
        assert_eq!(kernel(&model).opaque, [2, 4]);
    }

    #[test]
    fn sums_of_the_same_terms_become_one_and_their_bounds_meet() {
        let mut model = Model::new();
        let vars: Vec<Var> =
            (0..3).map(|i| model.answer_var(format!("b{i}"), Domain::range(0, 1), Kind::Bool)).collect();
        model.post(sum(vars.iter().copied()).ge(1));
        model.post(sum(vars.iter().copied()).le(2));
        let mut kernel = kernel(&model);
        assert_eq!(kernel.sums.len(), 2);
        kernel.merge();
        assert_eq!(kernel.sums, [Sum { terms: vec![(0, 1), (1, 1), (2, 1)], lo: 1, hi: 2 }]);
    }

    #[test]
    fn numbers_that_could_overflow_are_left_alone() {
        let large = (LIMIT / 2) as i64;
        let form = |constant: i128| Form { terms: vec![(0, large)], constant };
        assert!(form(1).merged().is_some());
        assert!(form(LIMIT / 2).merged().is_none());
        assert!(form(-LIMIT / 2).merged().is_none());
    }
}
