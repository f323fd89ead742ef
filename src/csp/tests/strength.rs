//! What a propagator sees at once: without a single decision.

use crate::csp::LookAhead;
use crate::csp::space::Space;
use crate::model::{Constraint, Domain, Kind, Model, Var};
use crate::search::{Budget, Watch};

fn model(domains: &[Domain], constraint: impl FnOnce(&[Var]) -> Constraint) -> Model {
    let mut model = Model::new();
    let named = |(i, domain): (usize, &Domain)| model.answer_var(format!("x[{i}]"), domain.clone(), Kind::Int);
    let vars: Vec<Var> = domains.iter().enumerate().map(named).collect();
    model.post(constraint(&vars));
    model
}

/// The domains after propagation at the root, or none if that is a contradiction.
fn at_root(model: &Model) -> Option<Vec<Domain>> {
    let (budget, watch) = (Budget::unlimited(), Watch::default());
    let mut space = Space::new(model, LookAhead::Full, false, &budget, &watch).ok()?;
    space.start().ok()?;
    Some(model.all_vars().map(|x| space.domains.to_domain(x)).collect())
}

#[test]
fn too_few_values_for_all_are_seen_without_a_decision() {
    let wide = Domain::range(1, 9);
    for n in 3..7 {
        let few = Domain::range(1, n - 1);
        for first in 0..n as usize {
            // One variable with many values stands anywhere among those with too few.
            let mut domains = vec![few.clone(); n as usize];
            domains.insert(first, wide.clone());
            assert_eq!(at_root(&model(&domains, |v| Constraint::AllDifferent(v.to_vec()))), None, "{n} {first}");
        }
    }
}

#[test]
fn a_hall_set_takes_its_values_from_the_others() {
    let domains = [Domain::range(1, 2), Domain::range(1, 2), Domain::range(1, 4), Domain::range(2, 4)];
    let found = at_root(&model(&domains, |v| Constraint::AllDifferent(v.to_vec())));
    let (pair, rest) = (Domain::range(1, 2), Domain::range(3, 4));
    assert_eq!(found, Some(vec![pair.clone(), pair, rest.clone(), rest]));
}

/// 4096 values are few enough to look at one by one.
#[test]
fn holes_of_an_absolute_value_are_seen_up_to_the_threshold() {
    let (x, z) = (Domain::from_ranges([(-4105, -20), (-10, -10)]), Domain::range(10, 4105));
    let found = at_root(&model(&[x, z], |v| Constraint::Absolute { x: v[0], z: v[1] })).expect("consistent");
    assert_eq!(found[1], Domain::from_ranges([(10, 10), (20, 4105)]));
}
