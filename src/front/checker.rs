//! A solution as a solution checker sees it: MiniZinc's checkers are models whose parameters are the values of a solution.
//!
//! What the checker leaves open and the model has, variable or parameter, gets the value it has there; `_objective` is the
//! value of the objective. Constants of enums go by their names, since the checker has enums of its own.

use super::diagnostic::{Diagnostic, Halt, Outcome, fault_with};
use super::evaluate::Evaluator;
use super::program::{Definition, Global};
use super::value::{Array, EnumId, Index, Set, Value};
use super::{Data, Instance, Program};
use crate::model::Assignment;
use crate::search::Budget;
use std::sync::Arc;

/// What a checker calls the value of the objective.
const OBJECTIVE: &str = "_objective";

impl Program {
    /// Whether a checker asks only for what this model has.
    pub fn suits_checker(&self, checker: &Program) -> Result<(), Diagnostic> {
        let is_known = |name: &str| name == OBJECTIVE || self.parts.names.contains_key(name);
        let unknown = checker.open().find(|global| !is_known(&global.name));
        let suits: Outcome<()> = unknown.map_or(Ok(()), |global| {
            let why = format!("the model has no `{}`", global.name);
            fault_with(global.span, why, "what a checker leaves open is a variable or a parameter of the model")
        });
        suits.map_err(|fault| fault.halt(&checker.parts.sources).into())
    }
}

impl Instance {
    /// The parameters of a checker in a solution.
    pub fn for_checker(
        &self,
        checker: &Program,
        solution: &Assignment,
        objective: Option<i64>,
        budget: &Budget,
    ) -> Result<Data, Halt> {
        let open: Vec<&Global> = checker.open().collect();
        let known = open.iter().filter_map(|global| Some((*global, *self.program.parts.names.get(&global.name)?)));
        let known: Vec<(&Global, u32)> = known.collect();
        let values = self.shown(solution, budget, |ev| {
            known.iter().map(|(_, at)| global_value(ev, *at)).collect::<Outcome<Vec<Value>>>()
        })?;
        let mut data = Data::new();
        known.iter().zip(values).for_each(|((global, _), value)| data.set(&global.name, value));
        let is_open = open.iter().any(|global| &*global.name == OBJECTIVE);
        if let (Some(value), false) = (objective.filter(|_| is_open), self.program.parts.names.contains_key(OBJECTIVE))
        {
            data.set(OBJECTIVE, value);
        }
        Ok(data)
    }
}

/// The value of a name of the model, or the constants of an enum.
fn global_value(ev: &mut Evaluator<'_>, at: u32) -> Outcome<Value> {
    match &ev.parts.globals[at as usize].definition {
        Definition::Enum(of) => {
            let all = ev.enums[*of as usize].as_ref().map_or(0, |made| made.constants.len());
            Ok(Value::list((1..=all as i64).map(|at| constant(ev, *of, at))))
        }
        Definition::Declared(_) | Definition::Constant => {
            let value = ev.value_of(at)?;
            Ok(by_names(ev, &value))
        }
    }
}

/// A value that no enum of the model is needed for.
fn by_names(ev: &Evaluator<'_>, value: &Value) -> Value {
    let each = |parts: &[Value]| parts.iter().map(|part| by_names(ev, part)).collect::<Vec<_>>();
    match value {
        Value::Enum(of, at) => constant(ev, *of, *at),
        Value::Set(set) => named_set(ev, set),
        Value::Array(array) => {
            let index = array.index.iter().map(|index| Index { of: None, ..*index }).collect();
            Value::Array(Arc::new(Array { index, cells: each(&array.cells) }))
        }
        Value::Tuple(parts) => Value::Tuple(each(parts).into()),
        Value::Record(fields) => {
            Value::Record(fields.iter().map(|(name, field)| (name.clone(), by_names(ev, field))).collect())
        }
        value => value.clone(),
    }
}

fn named_set(ev: &Evaluator<'_>, set: &Arc<Set>) -> Value {
    match set.of {
        Some(of) => Value::list(set.members.iter().map(|at| constant(ev, of, at))),
        None => Value::Set(set.clone()),
    }
}

fn constant(ev: &Evaluator<'_>, of: EnumId, at: i64) -> Value {
    Value::Str(ev.constant_name(of, at).to_string().into())
}
