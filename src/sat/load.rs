//! From a model to a solver that holds its formula, within a budget.

use super::{Backend, Feed, Solver};
use crate::encode::{EncodeError, Encoding, VarMap, encode};
use crate::model::Model;
use crate::search::{Budget, Halt};

/// A solver with the formula of a model, and the map between the two.
pub type Loaded = (Box<dyn Solver>, VarMap);

/// Encodes a model straight into a new solver.
pub fn load_model(model: &Model, encoding: &Encoding, backend: &Backend, budget: &Budget) -> Result<Loaded, Halt> {
    let mut solver = backend.make().map_err(Halt::Failed)?;
    match encode(model, encoding, budget, &mut Feed(solver.as_mut())) {
        Ok(map) => Ok((solver, map)),
        Err(EncodeError::Stop(stop)) => Err(Halt::Stop(stop)),
        Err(error) => Err(Halt::TooLarge(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::load_model;
    use crate::encode::Encoding;
    use crate::model::{Model, count_true};
    use crate::sat::Backend;
    use crate::search::{Budget, Halt, Stop};

    #[test]
    fn a_formula_that_takes_too_long_or_too_much_is_not_loaded() {
        let mut model = Model::new();
        let vars = model.bools("b", 3000);
        model.post(count_true(vars.iter().map(|v| v.is_true())).exactly(1000));
        let load =
            |encoding: &Encoding, budget: &Budget| load_model(&model, encoding, &Backend::default(), budget).err();
        let sequential = Encoding::parse("sequential").expect("a row");
        assert_eq!(load(&sequential, &Budget::seconds(0.0)), Some(Halt::Stop(Stop::Timeout)));
        let small = Encoding { limit: 1000, ..sequential };
        assert!(matches!(load(&small, &Budget::unlimited()), Some(Halt::TooLarge(_))));
        assert_eq!(load(&Encoding::parse("adder").expect("a row"), &Budget::unlimited()), None);
    }
}
