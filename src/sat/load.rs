//! From a model to a solver that holds its formula, within a budget.

use super::watch::Watch;
use super::{Backend, Feed, Solver};
use crate::cnf::{ClauseSink, Lit};
use crate::encode::{EncodeError, Encoding, VarMap, encode};
use crate::model::Model;
use crate::search::{Budget, Stop};

/// Why there is no solver with the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The budget was spent before the formula was complete.
    Stop(Stop),
    /// The formula does not fit.
    TooLarge(String),
    /// The backend cannot be had.
    Backend(String),
}

/// A solver with the formula of a model, and the map between the two.
pub type Loaded = (Box<dyn Solver>, VarMap);

/// Encodes a model straight into a new solver.
pub fn load_model(model: &Model, encoding: &Encoding, backend: &Backend, budget: &Budget) -> Result<Loaded, LoadError> {
    let mut solver = backend.make().map_err(LoadError::Backend)?;
    let mut sink = Timed { feed: Feed(solver.as_mut()), watch: Watch::new(budget) };
    let map = encode(model, encoding, &mut sink);
    let stop = sink.watch.stop();
    match (map, stop) {
        (_, Some(stop)) => Err(LoadError::Stop(stop)),
        (Ok(map), None) => Ok((solver, map)),
        (Err(error), None) => Err(too_large(&error)),
    }
}

fn too_large(error: &EncodeError) -> LoadError {
    LoadError::TooLarge(error.to_string())
}

/// A solver that is full when the time has come.
struct Timed<'a> {
    feed: Feed<'a>,
    watch: Watch,
}

impl ClauseSink for Timed<'_> {
    fn fresh(&mut self) -> Lit {
        self.feed.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        if !self.watch.is_over() {
            self.feed.clause(lits);
        }
    }

    fn is_full(&self) -> bool {
        self.watch.stop().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{LoadError, load_model};
    use crate::encode::Encoding;
    use crate::model::{Model, count_true};
    use crate::sat::Backend;
    use crate::search::{Budget, Stop};

    #[test]
    fn a_formula_that_takes_too_long_or_too_much_is_not_loaded() {
        let mut model = Model::new();
        let vars = model.bools("b", 3000);
        model.post(count_true(vars.iter().map(|v| v.is_true())).exactly(1000));
        let load =
            |encoding: &Encoding, budget: &Budget| load_model(&model, encoding, &Backend::default(), budget).err();
        let sequential = Encoding::parse("sequential").expect("a row");
        assert_eq!(load(&sequential, &Budget::seconds(0.0)), Some(LoadError::Stop(Stop::Timeout)));
        let small = Encoding { limit: 1000, ..sequential };
        assert!(matches!(load(&small, &Budget::unlimited()), Some(LoadError::TooLarge(_))));
        assert_eq!(load(&Encoding::parse("adder").expect("a row"), &Budget::unlimited()), None);
    }
}
