//! Formulas over domains on both sides of every threshold, where there are too many assignments to try.
//!
//! A model comes with one solution: the formula accepts it, and points beside it exactly when the definition does.

use super::{Cnf, Encoding, Lit, check, model_of};
use crate::encode::{EncodeError, encode};
use crate::model::arbitrary::{Form, Shape, planted};
use crate::model::{Assignment, Constraint, Model, Var, sum};
use crate::search::Budget;
use batsat::{BasicSolver, SolverInterface, lbool};

/// Points at which a formula is asked.
fn points(model: &Model, point: &Assignment) -> Vec<Assignment> {
    let mut all = vec![point.clone()];
    for x in model.all_vars() {
        let domain = model.domain(x);
        let (below, above) = (point[x].saturating_sub(1), point[x].saturating_add(1));
        for value in [domain.at_or_below(below), domain.at_or_above(above)].into_iter().flatten() {
            let mut other = point.clone();
            other[x] = value;
            all.push(other);
        }
    }
    all
}

/// Asks the formula at each point; the error says that there is none.
fn ask(model: &Model, encoding: &Encoding, points: &[Assignment]) -> Result<(), EncodeError> {
    let mut cnf = Cnf::new();
    let mut map = encode(model, encoding, &Budget::unlimited(), &mut cnf)?;
    let assumptions: Vec<Vec<Lit>> =
        points.iter().map(|at| model.all_vars().map(|x| map.lit(x.is(at[x]), &mut cnf)).collect()).collect();
    let mut solver = BasicSolver::default();
    let vars: Vec<batsat::Var> = (0..=cnf.n_vars()).map(|_| solver.new_var_default()).collect();
    let convert = |lit: &Lit| batsat::Lit::new(vars[lit.var() as usize], lit.is_positive());
    for clause in cnf.clauses() {
        solver.add_clause_reuse(&mut clause.iter().map(convert).collect());
    }
    for (at, assumptions) in points.iter().zip(assumptions) {
        let found = solver.solve_limited(&assumptions.iter().map(convert).collect::<Vec<_>>()) == lbool::TRUE;
        assert_eq!(found, model.violated_by(at).is_none(), "{encoding}: {at:?} of {model:#?}");
    }
    Ok(())
}

#[test]
fn formulas_of_wide_domains_say_what_holds_says() {
    const N_SEEDS: u64 = 12;
    let mut n_asked = 0;
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..N_SEEDS) {
        let (model, point) = planted(*form, seed, &Shape { n_constraints: 1..=2, n_vars: 1..=3, ..Shape::WIDE });
        let small = Encoding::parse(["order", "direct", "log"][seed as usize % 3]).expect("a row");
        let encoding = Encoding { limit: 150_000, ..small };
        n_asked += u64::from(ask(&model, &encoding, &points(&model, &point)).is_ok());
    }
    assert!(n_asked > N_SEEDS * Form::ALL.len() as u64 / 2, "only {n_asked} models were small enough");
}

/// Coefficients near the end of 64 bits.
#[test]
fn a_coefficient_of_two_to_the_62_leaves_four_solutions() {
    let terms = vec![(1 << 62, Var(0)), (1, Var(1))];
    let model = model_of(&[&[0, 3], &[0, 1, 2, 3]], Constraint::Linear { terms, cmp: crate::model::Cmp::Le, bound: 3 });
    for row in ["order", "direct", "log", "weighted-totalizer", "weighted-adder"] {
        check(&model, row);
    }
}

/// A sum whose steps have a common divisor that the bound does not have.
#[test]
fn a_sum_of_even_numbers_of_at_least_five_has_seventeen_solutions() {
    let even: &[i64] = &[0, 2, 4];
    for row in ["order", "direct", "log", "weighted-totalizer", "weighted-adder"] {
        for bound in 0..=13 {
            for constraint in [
                sum([Var(0), Var(1), Var(2)]).ge(bound),
                sum([Var(0), Var(1), Var(2)]).le(bound),
                sum([Var(0), Var(1), Var(2)]).equals(bound),
                sum([Var(0), Var(1), Var(2)]).differs(bound),
            ] {
                check(&model_of(&[even, even, even], constraint), row);
            }
        }
    }
}
