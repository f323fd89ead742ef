//! A model as a pseudo-Boolean problem: counts and sums in one line each, everything else through its clauses.
//!
//! A count is a sum of the literals of its atoms. An integer is a sum too, over any encoding: its smallest value, and for
//! each next value the step from the last, weighted by the literal of "larger than the last". A condition `b -> sum >= k`
//! becomes a weight of `!b` that makes up for the smallest sum. What is native so is left out of the formula.

use super::{EncodeError, Encoding, VarMap, encode_presolved};
use crate::cnf::opb::{Opb, Weighted};
use crate::cnf::{Cnf, Lit, Names};
use crate::model::{Atom, Cmp, Constraint, Domain, Model, Objective, Posted, Var};
use crate::presolve::Presolved;
use crate::search::{Budget, Watch};

/// What stays as it is; everything else becomes clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Counts and sums.
    Sums,
    /// Counts of different variables that must hold.
    Counts,
    /// Nothing but the objective.
    Objective,
}

/// Integers with more values than this are left to the encoding.
const MANY_VALUES: u64 = 1 << 10;

/// An objective may have more, since there is no other way for it.
const TOO_MANY_VALUES: u64 = 1 << 16;

/// Weights stay below this, so that no sum of them comes near 128 bits.
const LARGE: i128 = 1 << 90;

/// The pseudo-Boolean problem whose solutions are those of the model; its cost differs from the objective by a constant,
/// and by its sign where the model maximises.
pub fn opb_of_model(model: &Model, encoding: &Encoding, budget: &Budget) -> Result<Opb, EncodeError> {
    opb_of_presolved(model, model, encoding, budget)
}

/// The same for a model whose domains may be narrower than declared: variables with a name keep their literals.
pub fn opb_of_presolved(
    original: &Model,
    model: &Model,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Opb, EncodeError> {
    partly_encoded(original, &Presolved::untouched(model), encoding, Kept::Sums, budget).map(|(opb, _)| opb)
}

/// The same, keeping more or less, with the map back. Where only the objective is kept, it knows where clauses came from.
pub fn partly_encoded(
    original: &Model,
    presolved: &Presolved,
    encoding: &Encoding,
    kept: Kept,
    budget: &Budget,
) -> Result<(Opb, VarMap), EncodeError> {
    let model: &Model = &presolved.model;
    let is_possible = model.vars.iter().all(|decl| !decl.domain.is_empty());
    let is_kept = |constraint: &Constraint| match kept {
        Kept::Sums => is_native(model, constraint),
        Kept::Counts => is_plain_count(constraint),
        Kept::Objective => false,
    };
    let is_native = |posted: &&Posted| is_possible && is_kept(&posted.constraint);
    let (native, rest): (Vec<&Posted>, Vec<&Posted>) = model.constraints.iter().partition(is_native);
    let mut formula = Cnf::new();
    let map = match native.is_empty() {
        true => encode_presolved(original, presolved, encoding, budget, &mut formula)?,
        false => {
            let rest = with_constraints(model, &rest);
            encode_presolved(original, &Presolved::untouched(&rest), encoding, budget, &mut formula)?
        }
    };
    let mut names = Names::new();
    map.names().for_each(|(var, name)| names.insert(Lit::new(var as i32), &name));
    let mut lines = Lines { model, map, formula, constraints: Vec::new() };
    let watch = Watch::new(budget);
    for posted in native {
        watch.check().map_err(EncodeError::Stop)?;
        lines.post(&posted.constraint, None);
    }
    let objective = if is_possible { lines.objective()? } else { None };
    Ok((Opb { objective, formula: lines.formula, constraints: lines.constraints, names }, lines.map))
}

fn with_constraints(model: &Model, constraints: &[&Posted]) -> Model {
    Model {
        vars: model.vars.clone(),
        constraints: constraints.iter().map(|posted| (*posted).clone()).collect(),
        labels: model.labels.clone(),
        answer: model.answer.clone(),
        objective: model.objective,
        search: Vec::new(),
    }
}

/// Whether a constraint becomes lines of its own. Clauses are left to the encoding, which knows what they are.
fn is_native(model: &Model, constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Count { cmp, .. } => *cmp != Cmp::Ne,
        Constraint::Linear { terms, cmp, .. } => *cmp != Cmp::Ne && terms.iter().all(|term| is_small(model, *term)),
        Constraint::Implies { then, .. } => is_sum(then) && is_native(model, then),
        Constraint::Iff { then, .. } => is_sum(then) && is_native(model, then) && opposite(model, then).is_some(),
        _ => false,
    }
}

/// Each atom of a variable of its own: then no literal is counted twice.
fn is_plain_count(constraint: &Constraint) -> bool {
    let Constraint::Count { atoms, cmp, .. } = constraint else { return false };
    *cmp != Cmp::Ne && constraint.scope().len() == atoms.len()
}

fn is_sum(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Count { .. } | Constraint::Linear { .. })
}

fn opposite(model: &Model, constraint: &Constraint) -> Option<Constraint> {
    constraint.negated().filter(|negated| is_native(model, negated))
}

fn is_small(model: &Model, (weight, var): (i64, Var)) -> bool {
    let domain = model.domain(var);
    let largest = domain.min().unsigned_abs().max(domain.max().unsigned_abs());
    domain.size() <= MANY_VALUES && u128::from(weight.unsigned_abs()) * u128::from(largest) < LARGE as u128
}

/// The lines written so far, and the literals they speak of.
struct Lines<'a> {
    model: &'a Model,
    map: VarMap,
    formula: Cnf,
    constraints: Vec<Weighted>,
}

/// A weighted sum of literals plus a constant.
#[derive(Default)]
struct Sum {
    terms: Vec<(i128, Lit)>,
    constant: i128,
}

impl Lines<'_> {
    /// A native constraint, under a condition if there is one.
    fn post(&mut self, constraint: &Constraint, when: Option<Atom>) {
        match constraint {
            Constraint::Count { atoms, cmp, bound } => {
                let sum = self.count(atoms);
                self.compare(sum, *cmp, *bound, when);
            }
            Constraint::Linear { terms, cmp, bound } => {
                let sum = self.weighted_sum(terms);
                self.compare(sum, *cmp, *bound, when);
            }
            Constraint::Implies { when, then } => self.post(then, Some(*when)),
            Constraint::Iff { when, then } => {
                let negated = opposite(self.model, then).expect("only native constraints come here");
                self.post(then, Some(*when));
                self.post(&negated, Some(!*when));
            }
            _ => unreachable!("only native constraints come here"),
        }
    }

    fn count(&mut self, atoms: &[Atom]) -> Sum {
        let mut sum = Sum::default();
        atoms.iter().for_each(|atom| self.add(&mut sum, 1, *atom));
        sum
    }

    fn weighted_sum(&mut self, terms: &[(i64, Var)]) -> Sum {
        let mut sum = Sum::default();
        for (weight, var) in terms {
            self.add_var(&mut sum, i128::from(*weight), *var);
        }
        sum
    }

    fn add(&mut self, sum: &mut Sum, weight: i128, atom: Atom) {
        match atom.decided_by(self.model.domain(atom.var)) {
            Some(truth) => sum.constant += weight * i128::from(truth),
            None => sum.terms.push((weight, self.map.lit(atom, &mut self.formula))),
        }
    }

    /// The smallest value, and a step for each value that is exceeded.
    fn add_var(&mut self, sum: &mut Sum, weight: i128, var: Var) {
        let domain: &Domain = self.model.domain(var);
        sum.constant += weight * i128::from(domain.min());
        for (value, next) in domain.iter().zip(domain.iter().skip(1)) {
            self.add(sum, weight * (i128::from(next) - i128::from(value)), var.more_than(value));
        }
    }

    fn compare(&mut self, sum: Sum, cmp: Cmp, bound: i64, when: Option<Atom>) {
        let bound = i128::from(bound) - sum.constant;
        let lines = match (cmp, when) {
            (Cmp::Ge, _) => vec![Weighted::at_least(sum.terms, bound)],
            (Cmp::Le, _) => vec![Weighted::at_most(sum.terms, bound)],
            (Cmp::Eq, None) => vec![Weighted::equal(sum.terms, bound)],
            (Cmp::Eq, Some(_)) => {
                vec![Weighted::at_least(sum.terms.clone(), bound), Weighted::at_most(sum.terms, bound)]
            }
            (Cmp::Ne, _) => unreachable!("only native constraints come here"),
        };
        lines.into_iter().for_each(|line| self.line(line, when));
    }

    fn line(&mut self, mut line: Weighted, when: Option<Atom>) {
        if let Some(when) = when {
            let smallest: i128 = line.terms.iter().map(|(weight, _)| *weight.min(&0)).sum();
            let mut excuse = Sum::default();
            // when -> sum >= bound, that is: sum + (bound - smallest) * !when >= bound
            self.add(&mut excuse, (line.bound - smallest).max(0), !when);
            line.terms.extend(excuse.terms);
            line.bound -= excuse.constant;
        }
        self.constraints.push(line);
    }

    fn objective(&mut self) -> Result<Option<Vec<(i128, Lit)>>, EncodeError> {
        let (weight, var) = match self.model.objective {
            Objective::Satisfy => return Ok(None),
            Objective::Minimise(var) => (1, var),
            Objective::Maximise(var) => (-1, var),
        };
        if self.model.domain(var).size() > TOO_MANY_VALUES {
            let what = format!("the objective {} in a pseudo-Boolean problem", self.model.shown_name(var));
            return Err(EncodeError::TooLarge { what, limit: TOO_MANY_VALUES });
        }
        let mut sum = Sum::default();
        self.add_var(&mut sum, weight, var);
        Ok(Some(sum.terms))
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, partly_encoded};
    use crate::cnf::{Lit, Valuation};
    use crate::encode::Encoding;
    use crate::model::arbitrary::{self, Form, Shape, Values, solutions};
    use crate::model::{Cmp, Constraint, Model, Objective, Var};
    use crate::presolve::Presolved;
    use crate::search::Budget;
    use std::collections::BTreeSet;

    const SHAPE: Shape = Shape {
        n_vars: 3..=3,
        domains: &[Values::Boolean, Values::Few, Values::One],
        forms: &[
            Form::Count,
            Form::Linear,
            Form::Count,
            Form::Linear,
            Form::Implies,
            Form::Iff,
            Form::AllDifferent,
            Form::Clause,
        ],
        n_arguments: 3,
        depth: 1,
        goals: true,
        auxiliaries: 0.0,
        ..Shape::SMALL
    };

    fn valuations(n_vars: u32) -> impl Iterator<Item = Valuation> {
        (0..1u32 << n_vars).map(move |bits| {
            let mut valuation = Valuation::new(n_vars);
            (1..=n_vars).filter(|v| bits >> (v - 1) & 1 == 1).for_each(|v| valuation.set(Lit::new(v as i32)));
            valuation
        })
    }

    #[test]
    fn the_solutions_and_their_order_are_those_of_the_model() {
        let mut n_checked = 0;
        for round in 0..400 {
            let model = arbitrary::model(round as u64, &SHAPE);
            let encoding = Encoding::parse(["order", "direct", "log"][round % 3]).expect("a row");
            let kept = [Kept::Sums, Kept::Counts, Kept::Objective][round / 3 % 3];
            let (opb, map) =
                partly_encoded(&model, &Presolved::untouched(&model), &encoding, kept, &Budget::unlimited())
                    .expect("it is small");
            assert!(kept != Kept::Objective || opb.constraints.is_empty());
            if opb.formula.n_vars() > 12 {
                continue;
            }
            n_checked += 1;
            let mut found = BTreeSet::new();
            let mut gaps = BTreeSet::new();
            for valuation in valuations(opb.formula.n_vars()).filter(|v| opb.is_satisfied_by(v)) {
                let assignment = map.decode(&valuation);
                let value = match model.objective {
                    Objective::Satisfy => 0,
                    Objective::Minimise(var) => assignment[var],
                    Objective::Maximise(var) => -assignment[var],
                };
                gaps.insert(opb.cost(&valuation) - i128::from(value));
                found.insert(assignment.values);
            }
            assert_eq!(found, solutions(&model).map(|a| a.values).collect(), "{model:?}\n{opb:?}");
            assert!(gaps.len() <= 1, "{model:?}");
        }
        assert!(n_checked > 200, "only {n_checked} models were small enough");
    }

    #[test]
    fn counts_are_one_line() {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..500).map(|i| model.bool(format!("b{i}"))).collect();
        model.post(Constraint::Count { atoms: vars.iter().map(|v| v.is_true()).collect(), cmp: Cmp::Eq, bound: 77 });
        for kept in [Kept::Sums, Kept::Counts] {
            let made =
                partly_encoded(&model, &Presolved::untouched(&model), &Encoding::default(), kept, &Budget::unlimited());
            let (opb, _) = made.expect("it is small");
            assert_eq!((opb.formula.n_vars(), opb.formula.n_clauses(), opb.constraints.len()), (500, 0, 1));
        }
    }
}
