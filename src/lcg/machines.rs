//! Machines that a model has without saying so: tasks of which each two exclude each other, written pair by pair.
//!
//! `x + d <= y \/ y + e <= x` arrives as two conditions and a clause over them, or as a condition and its opposite. A set
//! of tasks with such a pair for each two of them is a machine, and edge finding sees what no pair sees. Cliques are grown greedily
//! in the order of the pairs, so that each pair is in one; linear in the pairs times the size of a machine.

use crate::model::global::Disjunctive;
use crate::model::{Atom, Cmp, Constraint, Model, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable that starts something, and how long that takes.
type Task = (Var, i64);

/// The task ends before the variable's starts.
#[derive(Clone, Copy)]
struct Before {
    task: Task,
    next: Var,
}

/// The machines with at least three tasks. Each follows from the model.
pub fn machines(model: &Model) -> Vec<Disjunctive> {
    let pairs = pairs(model);
    let mut neighbours: FxHashMap<Task, FxHashSet<Task>> = FxHashMap::default();
    for (a, b) in &pairs {
        neighbours.entry(*a).or_default().insert(*b);
        neighbours.entry(*b).or_default().insert(*a);
    }
    // By task those it shares a pair with, in the order of the pairs.
    let mut ordered: FxHashMap<Task, Vec<Task>> = FxHashMap::default();
    for (a, b) in &pairs {
        ordered.entry(*a).or_default().push(*b);
    }
    let (mut covered, mut found) = (FxHashSet::default(), Vec::new());
    for (a, b) in &pairs {
        if covered.contains(&(*a, *b)) {
            continue;
        }
        let mut clique = vec![*a, *b];
        for c in &ordered[a] {
            let fits = |t: &Task| t != c && neighbours.get(t).is_some_and(|n| n.contains(c));
            if clique.iter().all(fits) {
                clique.push(*c);
            }
        }
        covered.extend(clique.iter().flat_map(|x| clique.iter().map(|y| (*x, *y))));
        found.push(clique);
    }
    let tasks = |clique: Vec<Task>| clique.into_iter().map(|(start, d)| (start.into(), d.into())).collect();
    found.retain(|clique| clique.len() > 2);
    found.into_iter().map(|clique| Disjunctive { tasks: tasks(clique), strict: false }).collect()
}

/// Tasks of which one ends before the other starts, in the order of writing.
fn pairs(model: &Model) -> Vec<(Task, Task)> {
    let mut before: FxHashMap<Atom, Before> = FxHashMap::default();
    for posted in &model.constraints {
        if let Constraint::Implies { when, then } | Constraint::Iff { when, then } = &posted.constraint
            && let Some(found) = precedence(then)
        {
            before.entry(canonical(model, *when)).or_insert(found);
        }
    }
    let pair = |a: Atom, b: Atom| {
        let (one, other) = (before.get(&a)?, before.get(&b)?);
        let is_pair = one.next == other.task.0 && other.next == one.task.0;
        is_pair.then_some((one.task, other.task))
    };
    let mut pairs = Vec::new();
    for posted in &model.constraints {
        match &posted.constraint {
            Constraint::Clause(atoms) if atoms.len() == 2 => {
                pairs.extend(pair(canonical(model, atoms[0]), canonical(model, atoms[1])))
            }
            // Either the condition or its opposite is true.
            Constraint::Implies { when, .. } => {
                pairs.extend(pair(canonical(model, *when), canonical(model, !*when)));
            }
            _ => (),
        }
    }
    pairs
}

/// One way of writing that a Boolean is true, or false.
fn canonical(model: &Model, atom: Atom) -> Atom {
    let domain = model.domain(atom.var);
    let is_boolean = !domain.is_empty() && domain.min() >= 0 && domain.max() <= 1;
    if is_boolean { atom.var.is(i64::from(atom.admits(1))) } else { atom }
}

/// `x + d <= y` with a positive duration, if that is what a constraint says.
fn precedence(constraint: &Constraint) -> Option<Before> {
    let Constraint::Linear { terms, cmp, bound } = constraint else { return None };
    let (x, y) = match terms.as_slice() {
        [(1, x), (-1, y)] | [(-1, y), (1, x)] => (*x, *y),
        _ => return None,
    };
    let (first, duration, next) = match cmp {
        Cmp::Le => (x, bound.checked_neg()?, y),
        Cmp::Ge => (y, *bound, x),
        Cmp::Eq | Cmp::Ne => return None,
    };
    (duration > 0 && first != next).then_some(Before { task: (first, duration), next })
}

#[cfg(test)]
mod tests {
    use super::machines;
    use crate::model::arbitrary::solutions;
    use crate::model::{Constraint, Domain, Kind, Model, Operand, Var};

    fn exclude(model: &mut Model, (x, d): (Var, i64), (y, e): (Var, i64), halves: bool) {
        let p = model.auxiliary(Domain::boolean(), Kind::Bool);
        let q = if halves { p.is_false() } else { model.auxiliary(Domain::boolean(), Kind::Bool).is_true() };
        model.implies(p.is_true(), (x + d).le(y));
        model.implies(q, (y + e).le(x));
        if !halves {
            model.clause([q, p.is_true()]);
        }
    }

    #[test]
    fn pairs_become_machines_that_follow_from_them() {
        for halves in [false, true] {
            let mut model = Model::new();
            let x = model.ints("x", 5, 0..=3);
            let task = |i: usize| (x[i], 1 + i as i64 % 2);
            for (i, j) in [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)] {
                exclude(&mut model, task(i), task(j), halves);
            }
            let found = machines(&model);
            let starts: Vec<Vec<Operand>> = found.iter().map(|m| m.tasks.iter().map(|(s, _)| *s).collect()).collect();
            assert_eq!(starts.len(), 1, "{starts:?}");
            assert!((0..3).all(|i| starts[0].contains(&x[i].into())) && starts[0].len() == 3);
            let machine: Constraint = found[0].clone().into();
            assert!(solutions(&model).all(|solution| machine.holds(&solution)));
            assert!(solutions(&model).next().is_some());
        }
    }
}
