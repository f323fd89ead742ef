//! A whole model as one formula in a solver: a solution, all of them, and what is the same in all.

use super::{Answer, Feed, Loaded, backbone, enumerate};
use crate::cnf::{Lit, Valuation};
use crate::model::{Assignment, Atom};
use crate::search::{Budget, End, Found, Halt};
use rustc_hash::FxHashSet;

/// Any solution; `None` if there is none.
pub fn solution((solver, map): &mut Loaded, budget: &Budget) -> Result<Option<Assignment>, Halt> {
    match solver.solve(&[], budget) {
        Answer::Sat(valuation) => Ok(Some(map.decode(&valuation))),
        Answer::Unsat(_) => Ok(None),
        Answer::Unknown(stop) => Err(Halt::Stop(stop)),
        Answer::Failed(why) => Err(Halt::Failed(why)),
    }
}

/// Every solution that differs in the answer variables, once. Afterwards the solver knows only what was not found.
pub fn solutions((solver, map): &mut Loaded, budget: &Budget, found: &mut Found) -> Result<End, Halt> {
    let mut each = |valuation: &Valuation| found(map.decode(valuation));
    enumerate(solver.as_mut(), &map.projection(), budget, &mut each).map_err(Halt::Failed)
}

/// Those of the atoms that are true in every solution. There is a solution, and all of them are true in one.
pub fn fixed_atoms((solver, map): &mut Loaded, atoms: &[Atom], budget: &Budget) -> Result<Vec<Atom>, Halt> {
    let lits: Vec<Lit> = atoms.iter().map(|atom| map.lit(*atom, &mut Feed(solver.as_mut()))).collect();
    let found = backbone(solver.as_mut(), &lits, budget).map_err(Halt::Failed)?;
    if let End::OutOfBudget(stop) = found.end {
        return Err(Halt::Stop(stop));
    }
    let fixed: FxHashSet<Lit> = found.fixed.into_iter().collect();
    Ok(atoms.iter().zip(&lits).filter(|(_, lit)| fixed.contains(lit)).map(|(atom, _)| *atom).collect())
}

#[cfg(test)]
mod tests {
    use super::{fixed_atoms, solution, solutions};
    use crate::encode::Encoding;
    use crate::model::{Atom, Model};
    use crate::sat::{Backend, Loaded, load_model};
    use crate::search::{Budget, End, Halt, Stop};
    use std::ops::ControlFlow;

    fn loaded(model: &Model) -> Loaded {
        load_model(model, &Encoding::default(), &Backend::default(), &Budget::unlimited()).expect("it is small")
    }

    #[test]
    fn one_all_and_what_they_share() {
        let mut model = Model::new();
        let (x, y) = (model.int("x", 0..=3), model.int("y", 0..=3));
        model.post((x + y).equals(5));
        model.clause([x.is(2), y.at_least(2)]);
        let unlimited = Budget::unlimited();
        let first = solution(&mut loaded(&model), &unlimited).expect("there is time").expect("it has solutions");
        assert_eq!(model.violated_by(&first), None);
        let mut all = Vec::new();
        let end = solutions(&mut loaded(&model), &unlimited, &mut |solution| {
            all.push(solution.values);
            ControlFlow::Continue(())
        });
        all.sort();
        assert_eq!((end, all), (Ok(End::Exhausted), vec![vec![2, 3], vec![3, 2]]));
        let atoms: Vec<Atom> = vec![x.at_least(2), x.is(2), y.is_not(0)];
        assert_eq!(fixed_atoms(&mut loaded(&model), &atoms, &unlimited), Ok(vec![atoms[0], atoms[2]]));
        model.clause([x.is(0)]);
        assert_eq!(solution(&mut loaded(&model), &unlimited), Ok(None));
    }

    #[test]
    fn a_spent_budget_is_no_answer() {
        let mut model = Model::new();
        let b = model.bools("b", 3);
        model.clause(b.iter().map(|b| b.is_true()));
        let spent = Budget::seconds(0.0);
        assert_eq!(solution(&mut loaded(&model), &spent), Err(Halt::Stop(Stop::Timeout)));
        assert_eq!(fixed_atoms(&mut loaded(&model), &[b[0].is_true()], &spent), Err(Halt::Stop(Stop::Timeout)));
        let end = solutions(&mut loaded(&model), &spent, &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, Ok(End::OutOfBudget(Stop::Timeout)));
    }
}
