//! The meaning of every constraint, once.
//!
//! The verifier, the brute-force oracle, the generic encoding and the generic propagator all call [`Constraint::holds`];
//! clever encodings and propagators are tested against it. `truth_tables.rs` pins it by hand.

use super::{Assignment, Atom, Constraint, Op, Operand, Var};

impl Constraint {
    /// Whether the constraint is true under the assignment. This *is* its definition.
    pub fn holds(&self, a: &Assignment) -> bool {
        match self {
            Constraint::Clause(atoms) => atoms.iter().any(|atom| atom.holds(a)),
            Constraint::Count { atoms, cmp, bound } => cmp.holds(n_true(atoms, a), *bound),
            Constraint::Linear { terms, cmp, bound } => cmp.holds(total(terms, a), i128::from(*bound)),
            Constraint::AllDifferent(vars) => all_different(vars, a),
            Constraint::Table { vars, rows } => rows.iter().any(|row| vars.iter().zip(row).all(|(v, x)| a[*v] == *x)),
            Constraint::Element { array, first, index, result } => {
                entry(array, *first, a[*index], a) == Some(result.value(a))
            }
            Constraint::Operation { op, x, y, z } => op.apply(x.value(a), y.value(a)) == Some(i128::from(z.value(a))),
            Constraint::Absolute { x, z } => i128::from(a[*x]).abs() == i128::from(a[*z]),
            Constraint::Minimum { of, result } => of.iter().map(|o| o.value(a)).min() == Some(a[*result]),
            Constraint::Maximum { of, result } => of.iter().map(|o| o.value(a)).max() == Some(a[*result]),
            Constraint::Implies { when, then } => !when.holds(a) || then.holds(a),
            Constraint::Iff { when, then } => when.holds(a) == then.holds(a),
            Constraint::User(user) => user.holds(a),
            Constraint::Global(global) => global.holds(a),
        }
    }
}

impl Operand {
    /// The value under an assignment.
    pub fn value(self, a: &Assignment) -> i64 {
        match self {
            Operand::Const(value) => value,
            Operand::Var(var) => a[var],
        }
    }
}

impl Op {
    /// The value of the function, or `None` where it is undefined or too large to be told from any 64-bit value.
    pub fn apply(self, x: i64, y: i64) -> Option<i128> {
        let (x, y) = (i128::from(x), i128::from(y));
        match self {
            Op::Times => Some(x * y),
            Op::Divide => x.checked_div(y),
            Op::Modulo => x.checked_rem(y),
            Op::Power => power(x, y),
        }
    }
}

fn power(x: i128, y: i128) -> Option<i128> {
    match (x, y) {
        (0, y) if y < 0 => None,
        (0, 0) | (1, _) => Some(1),
        (-1, y) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (_, y) if y < 0 => Some(0),
        (x, y) => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
    }
}

fn n_true(atoms: &[Atom], a: &Assignment) -> i64 {
    atoms.iter().filter(|atom| atom.holds(a)).count() as i64
}

fn total(terms: &[(i64, Var)], a: &Assignment) -> i128 {
    terms.iter().map(|(c, v)| i128::from(*c) * i128::from(a[*v])).sum()
}

fn all_different(vars: &[Var], a: &Assignment) -> bool {
    let mut values = a.project(vars);
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}

fn entry(array: &[Operand], first: i64, index: i64, a: &Assignment) -> Option<i64> {
    let offset = usize::try_from(i128::from(index) - i128::from(first)).ok()?;
    array.get(offset).map(|o| o.value(a))
}

// Kept here so that the comparison's meaning sits beside the constraints'.
#[cfg(test)]
mod tests {
    use super::super::Cmp;

    #[test]
    fn comparisons_and_their_opposites() {
        for (left, right) in [(1, 2), (2, 2), (3, 2)] {
            assert_eq!(
                Cmp::ALL.map(|c| c.holds(left, right)),
                [left <= right, left >= right, left == right, left != right]
            );
            for cmp in Cmp::ALL {
                let (other, bound) = cmp.negated(right).expect("small bounds do not overflow");
                assert_ne!(cmp.holds(left, right), other.holds(left, bound));
            }
        }
    }
}
