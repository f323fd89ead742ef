//! Auxiliaries that the answer determines, and when.
//!
//! A flattened model is full of them: `d = x - y`, `b <-> x <= 3`. Such a variable has at most one value per answer, so
//! branching on it among the answer variables finds no answer twice, and lets its constraints speak as soon as the
//! variables it depends on have values. Found from the answer variables on, constraint by constraint, in time linear
//! in the model up to sorting (the topological order of Kahn, CACM 1962).

use crate::model::{Constraint, Model, Operand, Posted, Var};
use crate::search::{Stop, Watch};

/// What is known of each variable.
pub(super) struct Defined {
    /// Whether it is an answer variable or determined by those.
    pub is_determined: Vec<bool>,
    /// Its place: that of an answer variable is its number, that of a defined one comes right after all it depends on.
    pub place: Vec<(u32, u32)>,
}

/// Finds the variables that the answer determines.
pub(super) fn defined(model: &Model, watch: &Watch) -> Result<Defined, Stop> {
    let n = model.vars.len();
    let mut found = Defined { is_determined: vec![false; n], place: (0..n as u32).map(|i| (i, 0)).collect() };
    model.answer.iter().for_each(|x| found.is_determined[x.index()] = true);
    if found.is_determined.iter().all(|is| *is) {
        return Ok(found);
    }
    let scope = |posted: &Posted| watch.check().map(|()| posted.constraint.scope());
    let scopes: Vec<Vec<Var>> = model.constraints.iter().map(scope).collect::<Result<_, Stop>>()?;
    let mut waits: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut n_unknown = vec![0u32; scopes.len()];
    for (c, scope) in scopes.iter().enumerate() {
        for x in scope.iter().filter(|x| !found.is_determined[x.index()]) {
            waits[x.index()].push(c as u32);
            n_unknown[c] += 1;
        }
    }
    let mut ready: Vec<u32> = (0..scopes.len() as u32).rev().filter(|c| n_unknown[*c as usize] == 1).collect();
    let mut n_defined = 0;
    while let Some(c) = ready.pop() {
        watch.check()?;
        let scope = &scopes[c as usize];
        let Some(x) = scope.iter().copied().find(|x| !found.is_determined[x.index()]) else { continue };
        if !determines(&model.constraints[c as usize].constraint, x, model) {
            continue;
        }
        n_defined += 1;
        let after = scope.iter().filter(|y| **y != x).map(|y| found.place[y.index()].0).max();
        found.is_determined[x.index()] = true;
        found.place[x.index()] = (after.unwrap_or(0), n_defined);
        for &waiting in &waits[x.index()] {
            n_unknown[waiting as usize] -= 1;
            if n_unknown[waiting as usize] == 1 {
                ready.push(waiting);
            }
        }
    }
    Ok(found)
}

/// Whether the constraint leaves the variable at most one value once all others have theirs.
fn determines(constraint: &Constraint, x: Var, model: &Model) -> bool {
    let mut n_occurrences = 0;
    constraint.visit(&mut |y| n_occurrences += u32::from(x == y));
    let is = |operand: &Operand| *operand == Operand::Var(x);
    n_occurrences == 1
        && match constraint {
            Constraint::Linear { terms, cmp, .. } => {
                *cmp == crate::model::Cmp::Eq && terms.iter().any(|(c, y)| *y == x && *c != 0)
            }
            Constraint::Element { result, .. } => is(result),
            Constraint::Operation { z, .. } => is(z),
            Constraint::Absolute { z, .. } => *z == x,
            Constraint::Minimum { result, .. } | Constraint::Maximum { result, .. } => *result == x,
            Constraint::Iff { when, .. } => when.var == x && splits(*when, model),
            _ => false,
        }
}

/// Whether the atom tells the only two values of its variable apart.
fn splits(atom: crate::model::Atom, model: &Model) -> bool {
    let domain = model.domain(atom.var);
    domain.size() == 2 && atom.admits(domain.min()) != atom.admits(domain.max())
}

#[cfg(test)]
mod tests {
    use super::{Defined, Watch};
    use crate::model::{Constraint, Domain, Kind, Model, Var};

    fn defined(model: &Model) -> Defined {
        super::defined(model, &Watch::default()).expect("there is no limit")
    }

    #[test]
    fn chains_of_definitions_follow_their_last_source() {
        let mut model = Model::new();
        let answer = model.ints("x", 3, 0..=9);
        let mut auxiliary = |lo, hi| model.auxiliary(Domain::range(lo, hi), Kind::Int);
        let [total, twice, is_small, loose] = [auxiliary(0, 99), auxiliary(0, 99), auxiliary(0, 1), auxiliary(0, 9)];
        model.post((twice + 0).equals(2 * total));
        model.post((answer[0] + answer[1]).equals(total));
        model.iff(is_small.is_true(), (answer[2] + loose).le(3));
        let found = defined(&model);
        assert_eq!(found.is_determined, [true, true, true, true, true, false, false]);
        assert_eq!(found.place[total.index()], (1, 1));
        assert_eq!(found.place[twice.index()], (1, 2));
        model.answer.push(loose);
        let found = defined(&model);
        assert_eq!(found.is_determined, [true; 7]);
        assert_eq!(found.place[is_small.index()].0, loose.0);
    }

    #[test]
    fn what_is_not_a_function_defines_nothing() {
        let cases: [fn(Var, Var) -> Constraint; 4] = [
            |x, y| (x - y).le(0),
            |x, y| (x + y - y).equals(3),
            |x, y| Constraint::Absolute { x: y, z: x },
            |x, y| Constraint::Iff { when: y.at_most(1), then: Box::new((x + 0).le(2)) },
        ];
        for case in cases {
            let mut model = Model::new();
            let x = model.int("x", 0..=3);
            let y = model.auxiliary(Domain::range(0, 3), Kind::Int);
            model.post(case(x, y));
            assert_eq!(defined(&model).is_determined, [true, false], "{model:?}");
        }
    }
}
