//! Each row of each table, over tiny domains.

use crate::check;
use quandary::encode::{at_most_one, count, domain, linear};
use quandary::model::{Cmp, Constraint, Domain, Kind, Model, Op, Operand, Var, count_true, sum};

pub fn model_of(domains: &[&[i64]], constraint: Constraint) -> Model {
    let mut model = Model::new();
    for (i, values) in domains.iter().enumerate() {
        model.answer_var(format!("x[{i}]"), Domain::from_values(values.iter().copied()), Kind::Int);
    }
    model.post(constraint);
    model
}

fn reified(constraint: &Constraint, b: Var) -> [Constraint; 3] {
    let then = || Box::new(constraint.clone());
    let implies = Constraint::Implies { when: b.is_true(), then: then() };
    let iff = Constraint::Iff { when: b.is_false(), then: then() };
    [constraint.clone(), implies, iff]
}

pub fn vars(n: usize) -> Vec<Var> {
    (0..n as u32).map(Var).collect()
}

#[test]
fn at_most_one_rows() {
    for row in at_most_one::TABLE.iter().filter(|row| row.certified) {
        for n in 2..12 {
            let v = vars(n);
            let constraint = count_true(v.iter().map(|v| v.is_true())).at_most(1);
            check(&model_of(&vec![&[0, 1][..]; n], constraint), row.name);
        }
        // The values of a variable, too.
        let values: Vec<i64> = (0..11).collect();
        check(&model_of(&[&values], Constraint::Clause(vec![Var(0).at_most(4)])), &format!("direct+{}", row.name));
    }
}

#[test]
fn count_rows() {
    for row in count::TABLE.iter().filter(|row| row.certified) {
        for (n, bounds) in [(6, 0..=6), (9, 3..=5)] {
            let v = vars(n + 1);
            for bound in bounds {
                for cmp in Cmp::ALL {
                    let atoms = v[..n].iter().map(|v| v.is_true()).collect();
                    let constraint = Constraint::Count { atoms, cmp, bound };
                    for constraint in reified(&constraint, v[n]) {
                        check(&model_of(&vec![&[0, 1][..]; n + 1], constraint), row.name);
                    }
                }
            }
        }
    }
}

/// Bounds and values of integers are counted, by every row of domains.
#[test]
fn counts_of_atoms_of_integers() {
    let v = vars(5);
    let domains: &[&[i64]] = &[&[0, 1, 2, 3, 4], &[-1, 0, 2, 5], &[0, 1, 2], &[0, 1], &[0, 1]];
    let atoms = || vec![v[0].more_than(1), v[1].at_most(0), v[2].is(1), v[3].is_true()];
    for domain in domain::TABLE {
        for count in ["totalizer", "network"] {
            for (cmp, bound) in Cmp::ALL.into_iter().flat_map(|cmp| [(cmp, 1), (cmp, 2)]) {
                let constraint = Constraint::Count { atoms: atoms(), cmp, bound };
                for constraint in reified(&constraint, v[4]) {
                    check(&model_of(domains, constraint), &format!("{}+{count}", domain.name));
                }
            }
        }
    }
}

#[test]
fn sums_of_integers() {
    let v = vars(4);
    let domains: &[&[i64]] = &[&[-2, -1, 3], &[0, 1, 2, 5], &[1, 4, 5], &[0, 1]];
    let sums = [sum([v[0], v[1], v[2]]), v[0] * 2 - v[1] * 3 + v[2], v[0] * -4 + v[1] * 2 + v[2] * 6];
    for domain in domain::TABLE {
        for linear in linear::TABLE.iter().filter(|row| row.certified) {
            let encoding = format!("{}+{}", domain.name, linear.name);
            for left in &sums {
                for bound in [0, 1, 8] {
                    for cmp in Cmp::ALL {
                        let Constraint::Linear { terms, .. } = left.clone().le(bound) else { unreachable!() };
                        let constraint = Constraint::Linear { terms, cmp, bound };
                        let which = if bound == 1 { 3 } else { 1 };
                        for constraint in reified(&constraint, v[3]).into_iter().take(which) {
                            check(&model_of(domains, constraint), &encoding);
                        }
                    }
                }
            }
        }
    }
}

/// Four small domains, with holes and negative values, and a Boolean for the condition.
const DOMAINS: &[&[i64]] = &[&[-2, 0, 1, 3], &[0, 1, 2], &[-1, 1, 2, 4], &[0, 1]];

fn samples() -> Vec<Constraint> {
    let v = vars(4);
    let (x, y, z) = (v[0], v[1], v[2]);
    let var = Operand::Var;
    let rows = vec![vec![-2, 0, 1], vec![3, 2, 4], vec![3, 1, -1], vec![0, 0, 1], vec![9, 0, 1]];
    let pairs = vec![vec![0, 0], vec![0, 1], vec![3, 2], vec![-2, 2], vec![1, 7]];
    let mut all = vec![
        Constraint::falsity(),
        Constraint::Clause(vec![x.is(0), y.more_than(1), z.is_not(4)]),
        Constraint::AllDifferent(vec![x, y, z]),
        Constraint::AllDifferent(vec![x, x]),
        Constraint::Table { vars: vec![x, y, z], rows: rows.into() },
        Constraint::Table { vars: vec![x, y], rows: pairs.clone().into() },
        Constraint::Table { vars: vec![x, x], rows: pairs.into() },
        Constraint::Table { vars: vec![z, y], rows: vec![].into() },
        Constraint::Element { array: [var(x), 2.into(), var(z)].into(), first: 0, index: y, result: var(z) },
        Constraint::Element { array: [4.into(), 2.into(), 4.into()].into(), first: -1, index: x, result: var(z) },
        Constraint::Element { array: [var(y), var(x)].into(), first: 1, index: x, result: 1.into() },
        Constraint::Absolute { x, z },
        Constraint::Absolute { x: z, z: y },
        (x - y).le(1),
        (x * 2 - z).differs(0),
    ];
    for of in [vec![var(x), var(y)], vec![var(x), 1.into(), var(z)], vec![var(z)], vec![]] {
        all.push(Constraint::Minimum { of: of.clone(), result: z });
        all.push(Constraint::Maximum { of, result: x });
    }
    for op in [Op::Times, Op::Divide, Op::Modulo, Op::Power] {
        all.push(Constraint::Operation { op, x: var(x), y: var(y), z: var(z) });
        all.push(Constraint::Operation { op, x: var(x), y: var(x), z: var(z) });
        all.push(Constraint::Operation { op, x: var(x), y: 2.into(), z: var(z) });
        all.push(Constraint::Operation { op, x: 3.into(), y: var(y), z: var(x) });
    }
    all
}

#[test]
fn every_constraint_under_every_domain_row() {
    let b = Var(3);
    for row in domain::TABLE {
        for constraint in samples() {
            for constraint in reified(&constraint, b) {
                check(&model_of(DOMAINS, constraint.clone()), row.name);
                let nested = Constraint::Iff { when: Var(1).at_most(0), then: Box::new(constraint) };
                check(&model_of(DOMAINS, nested), row.name);
            }
        }
    }
}

/// As many values as variables, and one fewer.
#[test]
fn permutations_and_pigeons() {
    for domain in domain::TABLE {
        for values in [&[1i64, 2, 3, 4][..], &[1, 2, 3]] {
            let constraint = Constraint::AllDifferent(vars(4));
            check(&model_of(&[values; 4], constraint), domain.name);
        }
    }
}
