//! The bounds that the incremental propagators draw from sums before the first decision are those of presolving.

use crate::csp::rows::LookAhead;
use crate::csp::space::Space;
use crate::model::arbitrary::{self, Form, Shape};
use crate::model::{Domain, Model};
use crate::presolve::all_bounds;
use crate::search::{Budget, Watch};

/// The domains when no propagator has anything to say; `None` on a conflict.
fn by_propagators(model: &Model) -> Option<Vec<Domain>> {
    let budget = Budget::unlimited();
    let mut space = Space::new(model, LookAhead::Full, false, &budget, &Watch::new(&budget)).ok()?;
    space.start().ok()?;
    Some(model.all_vars().map(|x| space.domains.to_domain(x)).collect())
}

#[test]
fn the_bounds_of_sums_are_those_of_presolving() {
    const SUMS: &[Form] = &[Form::Clause, Form::Count, Form::Linear];
    let integers = Shape { forms: SUMS, n_constraints: 1..=5, ..Shape::SMALL };
    let booleans = Shape { forms: SUMS, ..Shape::BOOLEAN };
    let (mut n_open, mut n_narrowed) = (0, 0);
    for (seed, shape) in itertools::iproduct!(0..1500, [&integers, &booleans]) {
        let model = arbitrary::model(seed, shape);
        let bounds = all_bounds(&model);
        assert_eq!(bounds, by_propagators(&model), "seed {seed}: {model:#?}");
        n_open += usize::from(bounds.is_some());
        let narrowed = |domains: Vec<Domain>| model.all_vars().any(|x| *model.domain(x) != domains[x.index()]);
        n_narrowed += usize::from(bounds.is_some_and(narrowed));
    }
    assert!(n_open > 1000 && n_narrowed > 300, "{n_open} without a contradiction, {n_narrowed} narrowed");
}
