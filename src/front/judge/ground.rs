//! What does not change from solution to solution: enums, the names of constants, the values of parameters.

use super::value::{Members, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::data::{Data, Given};
use crate::front::parser;
use crate::front::program::{Definition, Parts};
use crate::front::source::Span;
use crate::front::syntax::{Base, EnumPart, Expr, INVERSE};
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
    /// Constructors of constants by name.
    pub constructors: FxHashMap<Arc<str>, Constructor>,
    /// The values from the data, by the number of their entry.
    pub given: FxHashMap<Arc<str>, usize>,
    /// Files are numbered from the user's on; from this number on they are the library's.
    pub library: u32,
}

/// `C(S)` in an enum: one constant for each member of a set.
#[derive(Debug)]
pub(super) struct Constructor {
    pub of: u32,
    /// The number of the first constant.
    pub first: i64,
    pub over: Members,
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
        let ground =
            Ground { globals, enums, given, library: parts.sources.texts().count() as u32, ..Ground::default() };
        let ground = ground.with_enums(parts, data)?;
        let mut walk = Walk::new(parts, data, &ground, STEPS);
        for (at, global) in parts.globals.iter().enumerate() {
            if let Definition::Declared(decl) = &global.definition
                && !walk.varies_by_type(decl)
                && !global.is_for_output()
                && !matches!(decl.ty.base, Base::Ann)
            {
                // What has no value now is asked for again with every claim.
                let _ = walk.global(at);
            }
        }
        let globals = walk.globals.into_iter().map(|cell| match cell {
            Cell::Working => Cell::Waiting,
            cell => cell,
        });
        Ok(Ground { globals: globals.collect(), ..ground })
    }

    /// Enums in any order: one may be made of another that is declared later.
    fn with_enums(mut self, parts: &Parts, data: &Data) -> Result<Ground, String> {
        let mut left: Vec<usize> = (0..parts.enums.len()).collect();
        while !left.is_empty() {
            let mut failed = Vec::new();
            let mut why = String::new();
            for id in &left {
                if let Err(error) = self.make_enum(*id, parts, data) {
                    failed.push(*id);
                    why = error;
                }
            }
            if failed.len() == left.len() {
                return Err(why);
            }
            left = failed;
        }
        Ok(self)
    }

    fn make_enum(&mut self, id: usize, parts: &Parts, data: &Data) -> Result<(), String> {
        let decl = &parts.enums[id];
        let given = match (&decl.value, self.given.get(&decl.name)) {
            (Some(made), _) => made.clone(),
            (None, Some(entry)) => given_parts(&data.entries[*entry].given)?,
            (None, None) => return Err(format!("the enum `{}` has no constants", decl.name)),
        };
        let (mut names, mut constructors) = (Vec::new(), Vec::new());
        for part in &given {
            match part {
                EnumPart::Names(found) => names.extend(found.iter().map(|(name, _)| name.clone())),
                EnumPart::Anonymous(n) => self.anonymous(parts, data, &decl.name, n, &mut names)?,
                EnumPart::Constructor(name, over) => {
                    let over = self.known_set(parts, data, over)?;
                    constructors
                        .push((name.clone(), Constructor { of: id as u32, first: names.len() as i64 + 1, over }));
                    self.constructed_names(parts, data, constructors.last(), &mut names);
                }
            }
        }
        self.constructors.extend(constructors);
        for (at, name) in names.iter().enumerate() {
            self.constants.insert(name.clone(), (id as u32, at as i64 + 1));
        }
        let all = Members { of: Some(id as u32), ..Members::range(1, names.len() as i64) };
        if let Some(at) = parts.names.get(&decl.name) {
            self.globals[*at as usize] = Cell::Ready(Val::set(all));
        }
        self.enums[id] = names.into();
        Ok(())
    }

    fn known_set(&self, parts: &Parts, data: &Data, over: &Expr) -> Result<Members, String> {
        let set = Walk::new(parts, data, self, STEPS).set(over).map_err(|stop| stop.why())?;
        if set.size() > STEPS { Err("an enum is too large".to_string()) } else { Ok((*set).clone()) }
    }

    /// `C(1)`, `C(A)`: what the constants of a constructor are called.
    fn constructed_names(
        &self,
        parts: &Parts,
        data: &Data,
        made: Option<&(Arc<str>, Constructor)>,
        names: &mut Vec<Arc<str>>,
    ) {
        let walk = Walk::new(parts, data, self, STEPS);
        let named = |(name, made): &(Arc<str>, Constructor)| -> Vec<Arc<str>> {
            made.over.iter().map(|n| format!("{name}({})", walk.shown(&made.over.value(n))).into()).collect()
        };
        names.extend(made.map(named).unwrap_or_default());
    }

    fn anonymous(
        &self,
        parts: &Parts,
        data: &Data,
        name: &str,
        n: &Expr,
        names: &mut Vec<Arc<str>>,
    ) -> Result<(), String> {
        let mut walk = Walk::new(parts, data, self, STEPS);
        let n = match walk.eval(n).map_err(|stop| stop.why())? {
            Val::Int(n) => n,
            Val::Set(set) => set.size().min(STEPS) as i64,
            other => return Err(format!("the number of constants of `{name}` is {}", other.kind())),
        };
        if n > STEPS as i64 {
            return Err("an enum is too large".to_string());
        }
        let first = names.len() as i64;
        names.extend((1..=n).map(|at| -> Arc<str> { format!("to_enum({name},{})", first + at).into() }));
        Ok(())
    }
}

/// What data says an enum is made of.
fn given_parts(given: &Given) -> Result<Vec<EnumPart>, String> {
    let unclear = || "the constants of an enum are not names".to_string();
    match given {
        Given::Expr(expr, _) => parser::enum_parts(expr).ok_or_else(unclear),
        Given::Value(Value::Array(array), _) => {
            let name = |cell: &Value| match cell {
                Value::Str(name) => Ok((name.clone(), Span::NOWHERE)),
                _ => Err(unclear()),
            };
            Ok(vec![EnumPart::Names(array.cells.iter().map(name).collect::<Result<_, _>>()?)])
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

    /// Whether a name is that of a constructor or of its inverse.
    pub fn is_constructor(&self, name: &str) -> bool {
        self.ground.constructors.contains_key(name.strip_suffix(INVERSE).unwrap_or(name))
    }

    /// What a constructor makes of a value.
    pub fn constructed(&mut self, name: &str, value: &Val, span: Span) -> Out<Val> {
        let ground = self.ground;
        let (word, back) = name.strip_suffix(INVERSE).map_or((name, false), |word| (word, true));
        let Some(made) = ground.constructors.get(word) else { return Stop::unjudged(format!("`{name}` is not known")) };
        let of_one = |value: &Val| -> Option<Val> {
            let n = value.number()?;
            match back {
                true => made.over.iter().nth(usize::try_from(n - made.first).ok()?).map(|n| made.over.value(n)),
                false => made.over.iter().position(|m| m == n).map(|at| Val::Enum(made.of, made.first + at as i64)),
            }
        };
        let found = match value {
            Val::Absent => Some(Val::Absent),
            Val::Set(set) => {
                let all: Option<Vec<Val>> = set.iter().map(|n| of_one(&set.value(n))).collect();
                return all.map_or_else(|| Stop::undefined(span, "it has no such constant"), |all| self.set_of(&all));
            }
            Val::Array(_) => return Stop::unjudged("a constructor of an array"),
            value => of_one(value),
        };
        found.map_or_else(|| Stop::undefined(span, "it has no such constant"), Ok)
    }
}
