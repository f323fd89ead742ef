//! An oracle: all solutions of a small model by plain search with [`Constraint::holds`].
//!
//! Answer variables are assigned in order; an auxiliary follows as soon as some constraint has no other open variable. A
//! constraint is checked when its last variable gets a value. Solutions are told apart by the answer variables only.

use quandary::model::{Assignment, Constraint, Model, Objective, Var};

/// How many solutions there are, as far as the answer variables can tell.
pub fn count_solutions(model: &Model) -> usize {
    let mut distinct = std::collections::BTreeSet::new();
    solutions(model, &mut |a| {
        distinct.insert(a.project(&model.answer));
    });
    distinct.len()
}

/// The best value of the objective.
pub fn best_value(model: &Model) -> Option<i64> {
    let mut values = Vec::new();
    let var = match model.objective {
        Objective::Satisfy => return None,
        Objective::Minimise(var) | Objective::Maximise(var) => var,
    };
    solutions(model, &mut |a| values.push(a[var]));
    match model.objective {
        Objective::Minimise(_) => values.into_iter().min(),
        _ => values.into_iter().max(),
    }
}

/// Call `found` for each solution.
pub fn solutions(model: &Model, found: &mut dyn FnMut(&Assignment)) {
    let constraints: Vec<&Constraint> = model.constraints.iter().map(|posted| &posted.constraint).collect();
    if constraints.iter().any(|c| c.scope().is_empty() && !c.holds(&Assignment::new(vec![]))) {
        return;
    }
    let (order, last_answer) = order(model, &constraints);
    let mut position = vec![0; model.vars.len()];
    order.iter().enumerate().for_each(|(at, var)| position[var.index()] = at);
    let mut due: Vec<Vec<&Constraint>> = vec![Vec::new(); order.len()];
    for constraint in constraints {
        if let Some(at) = constraint.scope().iter().map(|var| position[var.index()]).max() {
            due[at].push(constraint);
        }
    }
    let mut a = Assignment::new(vec![0; model.vars.len()]);
    descend(model, &order, &due, 0, last_answer, &mut a, found);
}

/// The order of assignment, and how many of it are needed to have all answer variables.
fn order(model: &Model, constraints: &[&Constraint]) -> (Vec<Var>, usize) {
    let mut open: Vec<Vec<Var>> = constraints.iter().map(|c| c.scope()).filter(|scope| scope.len() > 1).collect();
    let mut order = Vec::new();
    let mut placed = vec![false; model.vars.len()];
    let mut last_answer = 0;
    let rest: Vec<Var> = model.all_vars().filter(|v| !model.answer.contains(v)).collect();
    for var in model.answer.iter().chain(&rest) {
        let mut next = Some(*var);
        while let Some(var) = next {
            if !placed[var.index()] {
                placed[var.index()] = true;
                order.push(var);
                open.iter_mut().for_each(|scope| scope.retain(|v| *v != var));
            }
            if model.answer.contains(&var) {
                last_answer = order.len();
            }
            next =
                open.iter().find(|scope| scope.len() == 1 && !model.answer.contains(&scope[0])).map(|scope| scope[0]);
        }
    }
    (order, last_answer)
}

/// Whether there is a solution below; behind the answer variables one is enough.
fn descend(
    model: &Model,
    order: &[Var],
    due: &[Vec<&Constraint>],
    at: usize,
    last_answer: usize,
    a: &mut Assignment,
    found: &mut dyn FnMut(&Assignment),
) -> bool {
    if at == order.len() {
        assert_eq!(model.violated_by(a), None, "the oracle agrees with the judge");
        found(a);
        return true;
    }
    let mut any = false;
    for value in model.domain(order[at]).iter() {
        a[order[at]] = value;
        if due[at].iter().all(|c| c.holds(a)) {
            any |= descend(model, order, due, at + 1, last_answer, a, found);
            if any && at >= last_answer {
                return true;
            }
        }
    }
    any
}
