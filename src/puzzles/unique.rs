//! Generators that promise one solution: whether an instance has exactly one, by the puzzle's own first model.

use super::typed::Rules;
use crate::encode::Encoding;
use crate::front::{Program, Source};
use crate::sat::{self, Backend};
use crate::search::{Budget, End};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The model of a puzzle, parsed once.
pub struct Unique<R> {
    program: Program,
    rules: PhantomData<fn(R)>,
}

impl<R: Rules> Unique<R> {
    /// The first model.
    pub fn new() -> Result<Unique<R>, String> {
        let model = &R::MODELS[0];
        let program = Program::parse(&[Source::new(model.file, model.text)]).map_err(|e| e.to_string())?;
        Ok(Unique { program, rules: PhantomData })
    }

    /// Whether an instance has one solution.
    pub fn is_unique(&self, instance: &R::Instance) -> Result<bool, String> {
        let model = self.program.instantiate(&R::data(instance)).map_err(|e| e.to_string())?.model;
        let budget = Budget::unlimited();
        let loaded = sat::load_model(&model, &Encoding::default(), &Backend::default(), &budget);
        let (mut solver, map) = loaded.map_err(|e| format!("{e:?}"))?;
        let mut n_found = 0;
        let end = sat::enumerate(solver.as_mut(), &map.projection(), &budget, &mut |_| {
            n_found += 1;
            if n_found > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Ok(end? == End::Exhausted && n_found == 1)
    }

    /// The first of some instances that has one solution.
    pub fn first(&self, instances: impl IntoIterator<Item = R::Instance>) -> Result<R::Instance, String> {
        for instance in instances {
            if self.is_unique(&instance)? {
                return Ok(instance);
            }
        }
        Err("none of the boards that were tried has one solution: try another seed".to_string())
    }

    /// An instance with all changes that leave it one solution, tried one after the other.
    pub fn thinned<C>(
        &self,
        mut instance: R::Instance,
        changes: impl IntoIterator<Item = C>,
        change: impl Fn(&mut R::Instance, C),
    ) -> Result<R::Instance, String> {
        for one in changes {
            let mut changed = instance.clone();
            change(&mut changed, one);
            if self.is_unique(&changed)? {
                instance = changed;
            }
        }
        Ok(instance)
    }
}
