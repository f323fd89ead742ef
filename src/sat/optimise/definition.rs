//! The objective as a weighted sum of atoms, where a linear equality of the model defines it.
//!
//! A term `c x` is what it is at least, and a weight for each further value that `x` exceeds (or falls below, where that costs).

use crate::model::{Atom, Cmp, Constraint, Model, Objective, Var};

/// What a solution costs: a constant, and the positive weights of the atoms that hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    /// What every solution costs at least.
    pub constant: i128,
    /// What it costs on top when an atom holds.
    pub terms: Vec<(i128, Atom)>,
}

/// More atoms than this are no help.
const MANY: u64 = 20_000;

/// The cost of the model's objective as a sum; `None` if nothing defines it, or too many values do.
pub fn definition(model: &Model) -> Option<Sum> {
    let (sign, var) = match model.objective {
        Objective::Minimise(var) => (1, var),
        Objective::Maximise(var) => (-1, var),
        Objective::Satisfy => return None,
    };
    model.constraints.iter().find_map(|posted| by(model, &posted.constraint, var, sign))
}

fn by(model: &Model, constraint: &Constraint, var: Var, sign: i128) -> Option<Sum> {
    let Constraint::Linear { terms, cmp: Cmp::Eq, bound } = constraint else { return None };
    let mut own = terms.iter().filter(|(_, other)| *other == var);
    // One of the terms is the objective itself, once or its opposite: then the others tell its value.
    let scale = match (own.next(), own.next()) {
        (Some((scale @ (1 | -1), _)), None) if terms.len() > 2 => i128::from(*scale),
        _ => return None,
    };
    let others = || terms.iter().filter(|(_, other)| *other != var);
    let n_values = others().try_fold(0u64, |n, (_, other)| n.checked_add(model.domain(*other).size()))?;
    if n_values > MANY || others().any(|(_, other)| model.domain(*other).is_empty()) {
        return None;
    }
    let mut sum = Sum { constant: sign * scale * i128::from(*bound), terms: Vec::new() };
    others().for_each(|(weight, other)| add(&mut sum, -sign * scale * i128::from(*weight), *other, model));
    Some(sum)
}

/// Adds `weight * var`.
fn add(sum: &mut Sum, weight: i128, var: Var, model: &Model) {
    let domain = model.domain(var);
    let base = if weight > 0 { domain.min() } else { domain.max() };
    sum.constant += weight * i128::from(base);
    for (value, next) in domain.iter().zip(domain.iter().skip(1)) {
        let step = weight.abs() * (i128::from(next) - i128::from(value));
        match weight {
            0 => {}
            1.. => sum.terms.push((step, var.more_than(value))),
            _ => sum.terms.push((step, var.at_most(value))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::definition;
    use crate::model::arbitrary::solutions;
    use crate::model::{Cmp, Constraint, Model, Objective};

    #[test]
    fn the_sum_is_the_cost_of_every_solution() {
        for (scale, sign) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let mut model = Model::new();
            let (x, y, b) = (model.int("x", -2..=3), model.int("y", 1..=4), model.bool("b"));
            let total = model.int("total", -60..=60);
            let terms = vec![(2, x), (-5, y), (7, b), (scale, total)];
            model.post(Constraint::Linear { terms, cmp: Cmp::Eq, bound: 3 });
            model.objective = if sign == 1 { Objective::Minimise(total) } else { Objective::Maximise(total) };
            let sum = definition(&model).expect("an equality");
            assert!(sum.terms.iter().all(|(weight, _)| *weight > 0));
            for solution in solutions(&model) {
                let atoms = sum.terms.iter().filter(|(_, atom)| atom.holds(&solution));
                let cost = sum.constant + atoms.map(|(weight, _)| weight).sum::<i128>();
                assert_eq!(cost, sign * i128::from(solution[total]), "{scale} {sign} {solution:?}");
            }
            model.post(Constraint::Linear { terms: vec![(1, x)], cmp: Cmp::Le, bound: 2 });
            model.constraints.remove(0);
            assert_eq!(definition(&model), None);
        }
    }
}
