//! Every row and every constraint against `holds`: whole sets of solutions on tiny domains.
//!
//! The oracle tries all assignments. The formula is enumerated by an embedded solver with blocking clauses over the
//! literals of all variables, so a solution too few or too many shows.

mod constraints;
mod estimates;
mod globals;
mod origins;
mod rows;
mod strength;
mod thresholds;

use super::{Encoding, VarMap, encode};
use crate::cnf::{ClauseSink, Cnf, Lit, Valuation};
use crate::model::arbitrary::solutions;
use crate::model::{Assignment, Constraint, Domain, Kind, Model, Var};
use crate::search::Budget;
use batsat::{BasicSolver, SolverInterface, lbool};

/// A model of unnamed variables with these domains and one constraint.
fn model_of(domains: &[&[i64]], constraint: Constraint) -> Model {
    let mut model = Model::new();
    for (i, values) in domains.iter().enumerate() {
        let domain = Domain::from_values(values.iter().copied());
        model.answer_var(format!("x[{i}]"), domain, Kind::Int);
    }
    model.post(constraint);
    model
}

/// The formula of the model has exactly the model's solutions.
fn check(model: &Model, encoding: &str) {
    let expected: Vec<Assignment> = solutions(model).collect();
    let found = by_formula(model, encoding);
    assert_eq!(found, expected, "{encoding}: {:?} over {:?}", model.constraints, domains(model));
}

fn domains(model: &Model) -> Vec<&Domain> {
    model.vars.iter().map(|decl| &decl.domain).collect()
}

fn by_formula(model: &Model, encoding: &str) -> Vec<Assignment> {
    let encoding = Encoding::parse(encoding).expect("the tests name known rows");
    let mut cnf = Cnf::new();
    let map = encode(model, &encoding, &Budget::unlimited(), &mut cnf).expect("tiny models can be encoded");
    let mut found = enumerate(model, &map, &cnf);
    found.sort();
    found
}

/// All assignments that the formula allows, each once.
fn enumerate(model: &Model, map: &VarMap, cnf: &Cnf) -> Vec<Assignment> {
    let mut solver = BasicSolver::default();
    let vars: Vec<batsat::Var> = (0..=cnf.n_vars()).map(|_| solver.new_var_default()).collect();
    let convert = |lit: Lit| batsat::Lit::new(vars[lit.var() as usize], lit.is_positive());
    for clause in cnf.clauses() {
        solver.add_clause_reuse(&mut clause.iter().map(|lit| convert(*lit)).collect());
    }
    let projection: Vec<Lit> = model.all_vars().flat_map(|var| map.lits_of(var)).collect();
    let mut found = Vec::new();
    while solver.solve_limited(&[]) == lbool::TRUE {
        let mut valuation = Valuation::new(cnf.n_vars());
        for var in 1..=cnf.n_vars() {
            let lit = Lit::new(var as i32);
            let is_true = solver.value_lit(convert(lit)) == lbool::TRUE;
            valuation.set(if is_true { lit } else { !lit });
        }
        assert!(cnf.is_satisfied_by(&valuation));
        let block = projection.iter().map(|lit| if valuation.is_true(*lit) { !*lit } else { *lit });
        solver.add_clause_reuse(&mut block.map(convert).collect());
        found.push(map.decode(&valuation));
    }
    found
}

/// One variable per index.
fn vars(n: usize) -> Vec<Var> {
    (0..n as u32).map(Var).collect()
}

/// The constraint itself and under a condition that is variable `b`.
fn reified(constraint: &Constraint, b: Var) -> [Constraint; 3] {
    let then = || Box::new(constraint.clone());
    let implies = Constraint::Implies { when: b.is_true(), then: then() };
    let iff = Constraint::Iff { when: b.is_false(), then: then() };
    [constraint.clone(), implies, iff]
}

/// A sink for rows: constants leave, nothing is limited.
fn through_door(write: impl FnOnce(&mut dyn ClauseSink), cnf: &mut Cnf) {
    write(&mut super::door::Door::new(cnf, u64::MAX, &Budget::unlimited()));
}
