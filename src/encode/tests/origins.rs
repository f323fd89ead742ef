//! Where clauses come from: without the clauses of a constraint, the formula is that of the model without it.

use super::{Cnf, Encoding, Lit, VarMap, enumerate};
use crate::cnf::ClauseSink;
use crate::encode::encode;
use crate::model::Model;
use crate::model::arbitrary::{self, Form, Shape, Values, solutions};
use crate::search::Budget;

/// The formula of a model.
fn formula(model: &Model, encoding: &Encoding) -> (Cnf, VarMap) {
    let mut cnf = Cnf::new();
    let map = encode(model, encoding, &Budget::unlimited(), &mut cnf);
    (cnf, map.expect("tiny models can be encoded"))
}

fn check(model: &Model, encoding: &Encoding) {
    let (cnf, map) = formula(model, encoding);
    let runs: Vec<_> = map.origins().runs().collect();
    assert_eq!(runs.first().map_or(0, |(_, run)| run.start), 0);
    assert!(runs.windows(2).all(|pair| pair[0].1.end == pair[1].1.start && pair[0].0 != pair[1].0), "{runs:?}");
    assert_eq!(runs.last().map_or(0, |(_, run)| run.end), cnf.n_clauses() as u64);
    let clauses: Vec<&[Lit]> = cnf.clauses().collect();
    for left_out in 0..model.constraints.len() {
        let mut rest = Cnf::new();
        rest.reserve_vars(cnf.n_vars());
        for (_, run) in runs.iter().filter(|(owner, _)| *owner != Some(left_out as u32)) {
            clauses[run.start as usize..run.end as usize].iter().for_each(|clause| rest.clause(clause));
        }
        let mut smaller = model.clone();
        smaller.constraints.remove(left_out);
        let mut found = enumerate(model, &map, &rest);
        found.sort();
        assert_eq!(found, solutions(&smaller).collect::<Vec<_>>(), "{encoding} without {left_out}: {model:?}");
    }
}

/// Every row of every table, on models in which constraints share variables and so the definitions of their literals.
#[test]
fn a_formula_without_the_clauses_of_a_rule_is_that_of_the_model_without_it() {
    const SHAPE: Shape = Shape {
        n_vars: 2..=4,
        domains: &[Values::Boolean, Values::Few, Values::Range(5)],
        n_constraints: 2..=4,
        most_assignments: 200,
        ..Shape::SMALL
    };
    for (at, row) in Encoding::all_rows().iter().enumerate() {
        let encoding = Encoding::parse(row.name).expect("a row");
        for (seed, form) in (0..).zip(Form::ALL.iter().cycle().take(3 * Form::ALL.len())) {
            check(&arbitrary::model_with(*form, 100 * at as u64 + seed, &SHAPE), &encoding);
        }
    }
}
