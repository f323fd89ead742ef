//! A program and its data to a model: enums, declarations, constraints, goal, search hints, in this order.

use super::compound::has_parts;
use super::{Cell, EnumValue, Evaluator, Members};
use crate::front::data::{Data, Entry, Given};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::flatten::book::Book;
use crate::front::program::{Definition, Parts, Stated};
use crate::front::resolve;
use crate::front::source::Span;
use crate::front::syntax::{Base, Declaration, Expr, Goal, Kind, Type};
use crate::front::value::{Array, EnumId, Index, Value};
use crate::model::{Model, Objective, Rules, Var};
use crate::search::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Borrow;
use std::sync::Arc;

/// Everything that is left of an instantiation.
#[derive(Debug)]
pub(crate) struct Built {
    pub model: Model,
    pub globals: Vec<Cell>,
    pub enums: Vec<Option<Arc<EnumValue>>>,
    pub enum_vars: FxHashMap<Var, EnumId>,
    pub notes: Vec<String>,
    /// What is not looked at, though the model does not rule it out.
    pub warnings: Vec<String>,
    pub printed: String,
    pub free: Vec<(Span, Value)>,
    pub shown: Vec<(String, Value)>,
    /// The rules, if they were asked for.
    pub rules: Option<Rules>,
}

/// Run the whole instantiation.
pub(crate) fn instantiate(parts: &Parts, data: &Data, with_rules: bool, budget: &Budget) -> Outcome<Built> {
    let mut ev = Evaluator::new(parts, budget);
    ev.flat.book = with_rules.then(Book::default);
    data.entries.iter().try_for_each(|entry| ev.take_data(entry))?;
    ev.instantiated(&parts.constraints)
}

/// The same for the model alone: what was given and what is stated goes as soon as it was looked at.
pub(crate) fn instantiate_once(parts: &mut Parts, data: Vec<Entry>, budget: &Budget) -> Outcome<Model> {
    let constraints = std::mem::take(&mut parts.constraints);
    let mut ev = Evaluator::new(parts, budget);
    data.into_iter().try_for_each(|entry| ev.take_data(&entry))?;
    Ok(ev.instantiated(constraints)?.model)
}

impl<'p> Evaluator<'p> {
    fn instantiated<C: Borrow<Stated>>(mut self, constraints: impl IntoIterator<Item = C>) -> Outcome<Built> {
        self.make_enums()?;
        for (at, global) in self.parts.globals.iter().enumerate() {
            if !global.is_for_output() {
                self.global(at as u32, global.span)?;
            }
        }
        for stated in constraints {
            let (notes, expr): &Stated = stated.borrow();
            self.root = true;
            self.annotated(notes, expr.span, |ev| ev.state(expr))?;
        }
        for (at, given) in std::mem::take(&mut self.claimed) {
            self.state_claim(at, given)?;
        }
        self.goal()?;
        self.flat.infer_bounds()?;
        let warnings = self.flat.bound_the_rest();
        if !warnings.is_empty() {
            self.flat.infer_bounds()?;
        }
        self.flat.refuse_overflow()?;
        self.sort_answer();
        let rules = self.flat.book.take().map(|book| book.finish(&self.parts.sources));
        let Evaluator { flat, globals, enums, enum_vars, notes, printed, mut free, loose, shown, .. } = self;
        free.retain(|(span, _)| !loose.contains(span));
        Ok(Built { model: flat.model, globals, enums, enum_vars, notes, warnings, printed, free, shown, rules })
    }

    fn take_data(&mut self, entry: &Entry) -> Outcome<()> {
        let Some(at) = self.parts.names.get(&*entry.name).copied() else {
            return fault(entry.span, format!("the model has no parameter `{}`", entry.name));
        };
        match &self.parts.globals[at as usize].definition {
            Definition::Declared(decl) if decl.value.is_some() && decl.ty.var && entry.is_claim => {
                let given = self.resolved(&entry.given, decl)?;
                self.claimed.push((at, given));
            }
            Definition::Declared(decl) if decl.value.is_some() => {
                return fault(entry.span, format!("`{}` has a value in the model already", entry.name));
            }
            Definition::Declared(_) if self.given[at as usize].is_some() => {
                return fault(entry.span, format!("`{}` is given twice", entry.name));
            }
            Definition::Declared(decl) => self.given[at as usize] = Some(self.resolved(&entry.given, decl)?),
            Definition::Enum(id) => {
                let parts = self.given_parts(&entry.given, entry.span)?;
                self.enum_data.insert(*id, parts);
            }
            Definition::Constant => return fault(entry.span, format!("`{}` is an enum constant", entry.name)),
        }
        Ok(())
    }

    /// Long arrays of names are not copied for that: their cells are looked up when they are evaluated.
    fn resolved(&self, given: &Given, decl: &Declaration) -> Outcome<Given> {
        let Given::Expr(expr, _) = given else { return Ok(given.clone()) };
        if !matches!(decl.ty.base, Base::Ann) && is_literal(expr) {
            return Ok(given.clone());
        }
        let mut expr = (**expr).clone();
        let n_slots = resolve::resolve_data(self.parts, &mut expr, &self.flat.meter)?;
        Ok(Given::Expr(Arc::new(expr), n_slots))
    }

    fn goal(&mut self) -> Outcome<()> {
        let Some((notes, goal, _)) = &self.parts.solve else { return Ok(()) };
        self.flat.model.objective = match goal {
            Goal::Satisfy => Objective::Satisfy,
            Goal::Minimise(expr) => Objective::Minimise(self.objective(expr)?),
            Goal::Maximise(expr) => Objective::Maximise(self.objective(expr)?),
        };
        notes.iter().try_for_each(|note| self.search(note))
    }

    fn objective(&mut self, expr: &Expr) -> Outcome<Var> {
        self.root = true;
        if let Some(book) = &mut self.flat.book {
            book.begin_outside(expr.span);
        }
        let value = self.eval(expr)?;
        self.variable(&value, expr.span)
    }

    /// Answer variables in the order of their declarations, whatever was needed first.
    fn sort_answer(&mut self) {
        let mut left: FxHashSet<Var> = self.flat.model.answer.iter().copied().collect();
        let mut sorted = Vec::with_capacity(left.len());
        let mut take = |value: &Value| {
            let var = match value {
                Value::Var(var) => *var,
                Value::Atom(atom) => atom.var,
                _ => return,
            };
            if left.remove(&var) {
                sorted.push(var);
            }
        };
        for cell in &self.globals {
            match cell {
                Cell::Ready(Value::Array(array)) => array.cells.iter().for_each(&mut take),
                Cell::Ready(value) => take(value),
                _ => {}
            }
        }
        let rest = self.flat.model.answer.iter().filter(|var| left.contains(var));
        sorted.extend(rest);
        self.flat.model.answer = sorted;
    }

    /// Data without index sets of its own takes those of the declaration.
    pub(super) fn reshaped(&mut self, ty: &Type, value: Value, span: Span) -> Outcome<Value> {
        match (&ty.index, &value) {
            (Some(types), Value::Array(array)) if array.index.len() > types.len() && has_parts(ty) => {
                // Lists of lists are one array in the data, but here the inner ones are tuples or arrays.
                let value = Value::Array(Arc::new(nested(array, types.len())));
                self.reshaped(ty, value, span)
            }
            (Some(types), Value::Array(array)) => {
                let index = self.shape_of(types, array)?;
                let expected = index.iter().map(Index::len).try_fold(1usize, usize::checked_mul);
                if expected != Some(array.cells.len()) {
                    return fault(
                        span,
                        format!("the value has {} cells, which does not fit the index sets", array.cells.len()),
                    );
                }
                let cells =
                    array.cells.iter().map(|cell| self.reshaped_cell(ty, cell, span)).collect::<Outcome<_>>()?;
                Ok(Value::Array(Arc::new(Array { index, cells })))
            }
            _ => self.reshaped_cell(ty, &value, span),
        }
    }

    /// The index sets of data: those of the declaration; where it says none, as many as there are cells.
    fn shape_of(&mut self, types: &[Type], array: &Array) -> Outcome<smallvec::SmallVec<[Index; 2]>> {
        let said: Vec<Option<Index>> = types.iter().map(|ty| self.index_set(ty)).collect::<Outcome<_>>()?;
        let known: usize = said.iter().flatten().map(Index::len).product();
        let same = array.index.len() == types.len();
        let each = |(dimension, said): (usize, &Option<Index>)| match said {
            Some(index) => *index,
            None if same => array.index[dimension],
            None => Index::counted(1, array.cells.len() / known.max(1)),
        };
        Ok(said.iter().enumerate().map(each).collect())
    }

    /// A list given for a set is the set of its members.
    fn reshaped_cell(&mut self, ty: &Type, value: &Value, span: Span) -> Outcome<Value> {
        match value {
            Value::Array(array) if ty.set => {
                let named = |cell: &Value| match cell {
                    Value::Str(name) => self.constant_named(name, span),
                    cell => Ok(cell.clone()),
                };
                let mut members = Members::default();
                array.cells.iter().try_for_each(|cell| members.add(&named(cell)?, span))?;
                self.set_of(members)
            }
            value => Ok(value.clone()),
        }
    }
}

/// An array of fewer dimensions, whose cells are arrays of the others.
fn nested(array: &Array, dimensions: usize) -> Array {
    let index = array.index[..dimensions].iter().copied().collect();
    let inner: smallvec::SmallVec<[Index; 2]> = array.index[dimensions..].iter().copied().collect();
    let width = inner.iter().map(Index::len).product::<usize>().max(1);
    let cell = |cells: &[Value]| Value::Array(Arc::new(Array { index: inner.clone(), cells: cells.to_vec() }));
    Array { index, cells: array.cells.chunks(width).map(cell).collect() }
}

/// Whether it consists of constants and names.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::Float(_) | Kind::Str(_) | Kind::Unknown | Kind::Absent => true,
        Kind::Numbers(_) => true,
        Kind::Name(name, _) => &**name != "infinity",
        Kind::Array(cells) | Kind::Matrix(_, cells) | Kind::Set(cells) => cells.iter().all(is_literal),
        _ => false,
    }
}
