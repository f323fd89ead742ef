//! What does not change from solution to solution: enums, the names of constants, the values of parameters.

use super::library_from;
use super::value::{Members, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::data::{Data, Given};
use crate::front::program::{Definition, Parts};
use crate::front::syntax::{EnumPart, Expr, Kind};
use crate::front::value::Value;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The value of a global name.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Waiting,
    Working,
    Ready(Val),
}

/// The ground that verdicts stand on.
#[derive(Debug, Default)]
pub(super) struct Ground {
    pub globals: Vec<Cell>,
    /// The constants of each enum.
    pub enums: Vec<Arc<[Arc<str>]>>,
    /// The constants of all enums by name.
    pub constants: FxHashMap<Arc<str>, (u32, i64)>,
    /// The values from the data, by the number of their entry.
    pub given: FxHashMap<Arc<str>, usize>,
    /// Functions of files from this one on are the library's.
    pub library: u32,
}

/// How many steps parameters may take.
const STEPS: u64 = 50_000_000;

impl Ground {
    /// Evaluates enums and parameters.
    pub fn of(parts: &Parts, data: &Data) -> Result<Ground, String> {
        let given = data.entries.iter().enumerate().map(|(at, entry)| (entry.name.clone(), at)).collect();
        let globals = vec![Cell::Waiting; parts.globals.len()];
        let empty: Arc<[Arc<str>]> = Vec::new().into();
        let enums = vec![empty; parts.enums.len()];
        let ground = Ground { globals, enums, given, constants: FxHashMap::default(), library: library_from(parts) };
        let ground = ground.with_enums(parts, data)?;
        let mut walk = Walk::new(parts, data, &ground, STEPS);
        for (at, global) in parts.globals.iter().enumerate() {
            if let Definition::Declared(decl) = &global.definition
                && !walk.varies_by_type(decl)
            {
                walk.global(at).map_err(|stop| stop.why())?;
            }
        }
        let globals = walk.globals.into_iter().map(|cell| match cell {
            Cell::Working => Cell::Waiting,
            cell => cell,
        });
        Ok(Ground { globals: globals.collect(), ..ground })
    }

    fn with_enums(mut self, parts: &Parts, data: &Data) -> Result<Ground, String> {
        for (id, decl) in parts.enums.iter().enumerate() {
            let names = match (&decl.value, self.given.get(&decl.name)) {
                (Some(made), _) => match made.as_slice() {
                    [EnumPart::Names(names)] => names.iter().map(|(name, _)| name.clone()).collect(),
                    [EnumPart::Anonymous(n)] => self.anonymous(parts, data, &decl.name, n)?,
                    _ => return Err("an enum of several parts".to_string()),
                },
                (None, Some(entry)) => names_given(&data.entries[*entry].given)?,
                (None, None) => return Err(format!("the enum `{}` has no constants", decl.name)),
            };
            for (at, name) in names.iter().enumerate() {
                self.constants.insert(name.clone(), (id as u32, at as i64 + 1));
            }
            let all = Members { of: Some(id as u32), ..Members::range(1, names.len() as i64) };
            if let Some(at) = parts.names.get(&decl.name) {
                self.globals[*at as usize] = Cell::Ready(Val::set(all));
            }
            self.enums[id] = names.into();
        }
        Ok(self)
    }

    fn anonymous(&self, parts: &Parts, data: &Data, name: &str, n: &Expr) -> Result<Vec<Arc<str>>, String> {
        let mut walk = Walk::new(parts, data, self, STEPS);
        let n = match walk.eval(n).map_err(|stop| stop.why())? {
            Val::Int(n) => n,
            Val::Set(set) => set.size().min(STEPS) as i64,
            other => return Err(format!("the number of constants of `{name}` is {}", other.kind())),
        };
        if n > STEPS as i64 {
            return Err("an enum is too large".to_string());
        }
        Ok((1..=n).map(|at| format!("to_enum({name},{at})").into()).collect())
    }
}

/// The names of constants that data gives.
fn names_given(given: &Given) -> Result<Vec<Arc<str>>, String> {
    let unclear = || "the constants of an enum are not names".to_string();
    match given {
        Given::Expr(expr, _) => match &expr.kind {
            Kind::Set(members) | Kind::Array(members) => {
                let name = |expr: &Expr| match &expr.kind {
                    Kind::Name(name, _) => Ok(name.clone()),
                    _ => Err(unclear()),
                };
                members.iter().map(name).collect()
            }
            _ => Err(unclear()),
        },
        Given::Value(Value::Array(array), _) => {
            let name = |cell: &Value| match cell {
                Value::Str(name) => Ok(name.clone()),
                _ => Err(unclear()),
            };
            array.cells.iter().map(name).collect()
        }
        Given::Value(..) => Err(unclear()),
    }
}

impl Walk<'_> {
    /// The value of a global: claimed, or of its definition.
    pub fn global(&mut self, at: usize) -> Out<Val> {
        let parts = self.parts;
        match &self.globals[at] {
            Cell::Ready(value) => return Ok(value.clone()),
            Cell::Working => return Stop::unjudged(format!("`{}` is defined by itself", parts.globals[at].name)),
            Cell::Waiting => {}
        }
        let Definition::Declared(decl) = &parts.globals[at].definition else {
            return Stop::unjudged(format!("`{}` has no value", parts.globals[at].name));
        };
        self.globals[at] = Cell::Working;
        let value = self.definition(decl);
        self.globals[at] = Cell::Waiting;
        let Some(value) = value? else { return Stop::unjudged(format!("`{}` has no value", decl.name)) };
        self.globals[at] = Cell::Ready(value.clone());
        Ok(value)
    }
}
