//! Each row of each table, on literals: the solutions projected on them are those of the definition.

use super::{Lit, Valuation, check, model_of, reified, through_door, vars};
use crate::cnf::{ClauseSink, Cnf};
use crate::encode::linear::Term;
use crate::encode::{Encoding, at_most_one, count, linear};
use crate::model::{Cmp, Constraint, Model, Var, count_true, sum};
use crate::presolve::{Level, presolve};
use crate::search::Budget;
use batsat::{BasicSolver, SolverInterface, lbool};

/// Which values of the first `n` variables can be completed: tried one by one by assumptions.
fn admitted(n: usize, write: impl FnOnce(&[Lit], &mut dyn ClauseSink)) -> Vec<u32> {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = (0..n).map(|_| cnf.fresh()).collect();
    through_door(|sink| write(&lits, sink), &mut cnf);
    let mut solver = BasicSolver::default();
    let vars: Vec<batsat::Var> = (0..=cnf.n_vars()).map(|_| solver.new_var_default()).collect();
    for clause in cnf.clauses() {
        let lits = clause.iter().map(|lit| batsat::Lit::new(vars[lit.var() as usize], lit.is_positive()));
        solver.add_clause_reuse(&mut lits.collect());
    }
    let assume = |bits: u32, i: usize| batsat::Lit::new(vars[i + 1], bits >> i & 1 == 1);
    let possible = |bits: &u32| {
        let assumptions: Vec<batsat::Lit> = (0..n).map(|i| assume(*bits, i)).collect();
        solver.solve_limited(&assumptions) == lbool::TRUE
    };
    (0..1u32 << n).filter(possible).collect()
}

#[test]
fn at_most_one_rows() {
    for row in at_most_one::TABLE {
        for n in 0..=11 {
            let expected: Vec<u32> = (0..1u32 << n).filter(|bits| bits.count_ones() <= 1).collect();
            assert_eq!(admitted(n, |lits, sink| (row.encode)(lits, sink)), expected, "{} of {n}", row.name);
        }
    }
}

#[test]
fn count_rows() {
    for row in count::TABLE {
        for n in 2..=9 {
            for bound in 1..n {
                for cmp in Cmp::ALL {
                    let holds = |bits: &u32| cmp.holds(bits.count_ones() as usize, bound);
                    let expected: Vec<u32> = (0..1u32 << n).filter(holds).collect();
                    let found = admitted(n, |lits, sink| (row.encode)(lits, cmp, bound, sink));
                    assert_eq!(found, expected, "{} of {n} {} {bound}", row.name, cmp.sign());
                }
            }
        }
    }
}

#[test]
fn linear_rows() {
    let weights: &[&[u128]] = &[&[1, 2], &[3, 5, 7], &[1, 2, 4, 8], &[2, 2, 3, 3, 5], &[10, 1, 1, 1, 6, 7]];
    for row in linear::TABLE {
        for weights in weights {
            let total: u128 = weights.iter().sum();
            for bound in 0..=total {
                for cmp in Cmp::ALL {
                    let weight =
                        |bits: u32| (0..weights.len()).filter(|i| bits >> i & 1 == 1).map(|i| weights[i]).sum();
                    let holds = |bits: &u32| cmp.holds::<u128>(weight(*bits), bound);
                    let expected: Vec<u32> = (0..1u32 << weights.len()).filter(holds).collect();
                    let terms = |lits: &[Lit]| -> Vec<Term> {
                        lits.iter().zip(*weights).map(|(lit, weight)| Term::weighted(*weight, *lit)).collect()
                    };
                    let found = admitted(weights.len(), |lits, sink| (row.encode)(&terms(lits), cmp, bound, sink));
                    assert_eq!(found, expected, "{} of {weights:?} {} {bound}", row.name, cmp.sign());
                }
            }
        }
    }
}

/// Counts as constraints: every bound from below to above, repeated and opposite atoms, reified and not.
#[test]
fn counts_over_booleans() {
    for row in count::TABLE {
        for n in 0..=5usize {
            for bound in -1..=n as i64 + 1 {
                for cmp in Cmp::ALL {
                    let atoms = vars(n).into_iter().map(|v| if v.0 == 1 { v.is_false() } else { v.is_true() });
                    let constraint = Constraint::Count { atoms: atoms.collect(), cmp, bound };
                    for constraint in reified(&constraint, Var(n as u32)) {
                        check(&model_of(&vec![&[0, 1][..]; n + 1], constraint), row.name);
                    }
                }
            }
        }
    }
}

#[test]
fn counts_with_repeated_and_opposite_atoms() {
    let v = vars(4);
    let lists = [
        vec![v[0].is_true(), v[0].is_false(), v[1].is_true()],
        vec![v[0].is_true(), v[0].is_true(), v[1].is_true(), v[2].is_true()],
        vec![v[0].is_true(), v[1].is_false(), v[0].is_true(), v[1].is_true(), v[1].is_true(), v[2].is_true()],
        vec![v[0].is(5), v[0].at_most(0), v[1].is_true()],
    ];
    for row in count::TABLE {
        for atoms in &lists {
            for bound in -1..=atoms.len() as i64 + 1 {
                for cmp in Cmp::ALL {
                    let constraint = Constraint::Count { atoms: atoms.clone(), cmp, bound };
                    for constraint in reified(&constraint, v[3]) {
                        check(&model_of(&[&[0, 1][..]; 4], constraint), row.name);
                    }
                }
            }
        }
    }
}

/// Atoms of integers with holes and negative values, under each domain row.
#[test]
fn counts_over_integers() {
    let v = vars(4);
    let atoms = [v[0].is(2), v[0].at_most(-1), v[1].is_not(0), v[1].more_than(1), v[2].at_least(4), v[2].is(9)];
    for domain in crate::encode::domain::TABLE {
        for bound in -1..=7 {
            for cmp in Cmp::ALL {
                let constraint = Constraint::Count { atoms: atoms.to_vec(), cmp, bound };
                for constraint in reified(&constraint, v[3]) {
                    check(
                        &model_of(&[&[-3, -1, 0, 2, 5], &[0, 1, 2], &[3, 4, 9, 10], &[0, 1]], constraint),
                        domain.name,
                    );
                }
            }
        }
    }
}

/// Sums of integers under every pair of a domain row and a linear row.
#[test]
fn sums_of_integers() {
    let v = vars(4);
    let domains: &[&[i64]] = &[&[-2, -1, 3], &[0, 1, 2, 5], &[1, 4, 5], &[0, 1]];
    let sums = [
        sum([v[0], v[1], v[2]]),
        v[0] * 2 - v[1] * 3 + v[2],
        v[0] * -4 + v[1] * 2 + v[2] * 6,
        v[0] + v[1],
        v[0] * 3 - v[2] * 2,
        v[2] * -5,
        v[0] + v[3] * 7 - v[0] + v[1] - v[2],
    ];
    for domain in crate::encode::domain::TABLE {
        for linear in linear::TABLE {
            let encoding = format!("{}+{}", domain.name, linear.name);
            for left in &sums {
                for bound in -9..=13 {
                    let constraints = [
                        left.clone().le(bound),
                        left.clone().ge(bound),
                        left.clone().equals(bound),
                        left.clone().differs(bound),
                    ];
                    for constraint in constraints {
                        check(&model_of(domains, constraint), &encoding);
                    }
                }
            }
        }
    }
}

#[test]
fn sums_under_conditions() {
    let v = vars(3);
    let domains: &[&[i64]] = &[&[-2, -1, 3], &[0, 1, 2, 5], &[0, 1]];
    for domain in crate::encode::domain::TABLE {
        for linear in linear::TABLE {
            let encoding = format!("{}+{}", domain.name, linear.name);
            for bound in -6..=9 {
                for left in [v[0] * 2 + v[1], v[0] - v[1], v[0] + v[1] + v[2] * 3] {
                    for constraint in [left.clone().le(bound), left.clone().equals(bound), left.differs(bound)] {
                        for constraint in reified(&constraint, v[2]) {
                            check(&model_of(domains, constraint), &encoding);
                        }
                    }
                }
            }
        }
    }
}

/// The exact count inside a larger one is taken out by presolving: the formula is smaller, and the solutions stay.
#[test]
fn equal_sums() {
    let v = vars(13);
    let domains = vec![&[0, 1][..]; 13];
    let all = count_true(v.iter().map(|v| v.is_true()));
    let mut model = model_of(&domains, all.exactly(4));
    model.post(count_true(v[..3].iter().map(|v| v.is_true())).exactly(1));
    model.post(sum(v[3..9].iter().copied()).equals(2));
    model.post(count_true(v[8..12].iter().map(|v| v.is_true())).at_most(1));
    let presolved =
        |model: &Model| presolve(model, Level::Bounds, &Budget::unlimited()).expect("no limit").into_owned();
    for row in Encoding::all_rows() {
        check(&presolved(&model).model, row.name);
    }
    let size = |model: &Model| {
        let mut counter = crate::cnf::Counter::default();
        let presolved = presolved(model);
        crate::encode::encode_presolved(model, &presolved, &Encoding::default(), &Budget::unlimited(), &mut counter)
            .expect("it is small");
        counter.clauses
    };
    let with_parts = size(&model);
    model.constraints.truncate(1);
    assert!(with_parts < size(&model), "the parts make the whole smaller");
}

/// Nothing is decoded from a valuation that no solver gave.
#[test]
fn an_unknown_variable_is_false() {
    let model = model_of(&[&[0, 1]], Constraint::Clause(vec![vars(1)[0].is_true()]));
    let map = crate::encode::encode(&model, &Encoding::default(), &Budget::unlimited(), &mut Cnf::new())
        .expect("it is small");
    assert_eq!(map.decode(&Valuation::new(0)).values, [0]);
}
