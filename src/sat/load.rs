//! From a model to a solver that holds its formula, within a budget.

use super::signed::{Signed, Signing};
use super::{Backend, Feed, Solver};
use crate::encode::{EncodeError, Encoding, VarMap, encode};
use crate::model::Model;
use crate::search::{Budget, Halt};

/// A solver with the formula of a model, and the map between the two.
pub type Loaded = (Box<dyn Solver>, VarMap);

/// Encodes a model straight into a new solver.
pub fn load_model(model: &Model, encoding: &Encoding, backend: &Backend, budget: &Budget) -> Result<Loaded, Halt> {
    let mut solver = backend.make().map_err(Halt::Failed)?;
    let mut feed = Feed(solver.as_mut());
    let mut signing = Signing::new(&mut feed);
    let encoded = encode(model, encoding, budget, &mut signing);
    let formula = signing.formula();
    match encoded {
        Ok(map) => Ok((Box::new(Signed { solver, formula }), map)),
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

    #[test]
    fn equal_formulas_have_equal_numbers() {
        let mut model = Model::new();
        let x = model.ints("x", 4, 1..=4);
        model.all_different(&x);
        let number = |encoding: &str, backend: &str| {
            let (encoding, backend) =
                (Encoding::parse(encoding).expect("rows"), Backend::parse(backend).expect("a row"));
            let (mut solver, _) = load_model(&model, &encoding, &backend, &Budget::unlimited()).expect("it is small");
            let before = solver.stats().formula;
            solver.add(&[crate::cnf::Lit::new(1)]);
            assert_eq!(solver.stats().formula, before, "what is added later does not count");
            before
        };
        assert_eq!(number("ladder", "varisat"), number("ladder", "batsat"));
        assert_eq!(number("ladder", "varisat"), number("ladder+totalizer", "varisat"), "there is nothing to count");
        assert_ne!(number("order", "varisat"), number("direct", "varisat"));
        assert_ne!(number("order", "varisat"), 0);
    }
}
