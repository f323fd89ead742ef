//! Something to be found: variables for what a declaration declares without a value.

use super::Evaluator;
use super::compound::has_parts;
use super::declare::Element;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::flatten::HUGE;
use crate::front::formula::Formula;
use crate::front::syntax::{Base, Declaration, Expr, Kind as Node, Op, Type};
use crate::front::value::{Array, EnumId, Index, Set, Value};
use crate::model::{Domain, Kind, VarDecl};
use smallvec::SmallVec;
use std::sync::Arc;

/// What a variable takes in memory at least: its declaration, its name, its cell.
const BYTES_OF_VARIABLE: u64 = 120;

impl Evaluator<'_> {
    /// The value of an expression that is looked at more than once: what is written as `_` in it is found here.
    pub(super) fn eval_found(&mut self, expr: &Expr) -> Outcome<Value> {
        let value = self.eval(expr)?;
        // In output nothing is left to be found.
        Ok(if self.solution.is_none() && writes_unknown(expr) { self.found(value) } else { value })
    }

    /// `_`, alone or in an array, tuple or record: a variable, the same wherever the value goes. Among Booleans it is one, among
    /// constants of an enum one of them, else an integer.
    pub(super) fn found(&mut self, value: Value) -> Value {
        match value {
            Value::Unknown => self.anyone(false),
            Value::Array(array) if array.cells.iter().any(has_unknown) => {
                let known = || array.cells.iter().filter(|cell| **cell != Value::Unknown);
                let (truths, of) = (known().any(Value::is_bool), self.common_enum(known()));
                let each = |cell: &Value| match (cell, of) {
                    (Value::Unknown, Some(of)) => self.any_constant(of),
                    (Value::Unknown, None) => self.anyone(truths),
                    (cell, _) => self.found(cell.clone()),
                };
                let cells = array.cells.iter().map(each).collect();
                Value::Array(Arc::new(Array { index: array.index.clone(), cells }))
            }
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.found(part.clone())).collect()),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(name, field)| (name.clone(), self.found(field.clone()))).collect())
            }
            value => value,
        }
    }

    /// A variable without a name that nothing is said about.
    pub(super) fn anyone(&mut self, truth: bool) -> Value {
        let kind = if truth { Base::Bool } else { Base::Int };
        self.fresh_var(&Element { kind, ..Element::of_any() }, None)
    }

    /// Some constant of an enum.
    fn any_constant(&mut self, of: EnumId) -> Value {
        let n = self.enums[of as usize].as_ref().map_or(0, |made| made.constants.len() as i64);
        let domain = Some(Arc::new(Set { members: Domain::range(1, n), of: Some(of) }));
        self.fresh_var(&Element { domain, ..Element::of_any() }, None)
    }

    pub(super) fn fresh_vars(&mut self, decl: &Declaration, name: Option<&str>) -> Outcome<Value> {
        let Some(types) = &decl.ty.index else {
            let element = self.element_of(decl)?;
            return self.fresh_cell(decl, &element, name.map(String::from));
        };
        let mut index: SmallVec<[Index; 2]> = SmallVec::new();
        let mut n: u64 = 1;
        for ty in types {
            match self.index_set(ty)? {
                Some(set) => index.push(set),
                None => return fault(ty.span, "expected the index set of an array without value"),
            }
            n = n.saturating_mul(index[index.len() - 1].len() as u64);
            self.step(if n > 1 << 32 { u64::MAX } else { 0 }, ty.span)?;
        }
        self.step(n, decl.span)?;
        self.flat.meter.room(n.saturating_mul(BYTES_OF_VARIABLE))?;
        let mut array = Array { index, cells: Vec::with_capacity(n as usize) };
        let binds = types.iter().any(|ty| ty.binds.is_some());
        let mut element = if binds { Element::of_any() } else { self.element_of(decl)? };
        for position in 0..n as usize {
            self.flat.meter.tick(1)?;
            if binds {
                self.bind_indices(types, &array, position);
                element = self.element_of(decl)?;
            }
            let name = name.map(|name| self.cell_name(name, &array, position));
            let cell = self.fresh_cell(decl, &element, name)?;
            array.cells.push(cell);
        }
        Ok(Value::Array(Arc::new(array)))
    }

    /// The names of index sets stand for the indices of a cell.
    pub(super) fn bind_indices(&mut self, types: &[Type], array: &Array, position: usize) {
        let at = array.indices(position);
        for ((ty, index), at) in types.iter().zip(&array.index).zip(at) {
            if let Some((_, slot)) = &ty.binds {
                self.set_local(*slot, index.value(at));
            }
        }
    }

    /// Something to be found, of the type of an element.
    pub(super) fn fresh_cell(&mut self, decl: &Declaration, element: &Element, name: Option<String>) -> Outcome<Value> {
        if has_parts(&decl.ty) {
            return self.fresh_parts(decl, name.as_deref());
        }
        if matches!(element.kind, Base::Any | Base::Variable(_) | Base::Str | Base::Float | Base::Ann) {
            return fault(
                decl.span,
                format!("the variable `{}` needs a value: its type does not say what it is", decl.name),
            );
        }
        if decl.ty.opt && element.domain.as_ref().is_some_and(|domain| domain.members.is_empty()) {
            return Ok(Value::Absent);
        }
        if !decl.ty.opt {
            if !decl.ty.set {
                return Ok(self.fresh_var(element, name));
            }
            let set = self.fresh_set(element, name.as_deref(), decl.span)?;
            return self.counted(&decl.ty, set);
        }
        let there = Element { kind: Base::Bool, ..Element::of_any() };
        let occurs = self.fresh_var(&there, name.as_ref().map(|name| format!("occurs({name})")));
        let occurs = self.formula(occurs, decl.span)?;
        let value = match decl.ty.set {
            true => self.fresh_set(element, name.as_deref(), decl.span)?,
            false => self.fresh_var(element, name),
        };
        // What is absent has one value, so that it is counted once.
        let filler = self.filler(&value, decl.span)?;
        let same = self.comparison(Op::Eq, &value, &filler, decl.span)?;
        let same = self.formula(same, decl.span)?;
        self.flat.define(|flat| flat.post(Formula::or([occurs.clone(), same])));
        Ok(super::option::optional(occurs, value))
    }

    /// `name[i,j]`, with enum constants by name.
    pub(super) fn cell_name(&self, name: &str, array: &Array, position: usize) -> String {
        use std::fmt::Write;
        let mut out = String::with_capacity(name.len() + 10);
        out.push_str(name);
        for (i, (at, index)) in array.indices(position).iter().zip(&array.index).enumerate() {
            out.push(if i == 0 { '[' } else { ',' });
            match index.of {
                Some(of) => out.push_str(&self.constant_name(of, *at)),
                None => write!(out, "{at}").expect("writing to a string succeeds"),
            }
        }
        out.push(']');
        out
    }

    pub(super) fn fresh_var(&mut self, element: &Element, name: Option<String>) -> Value {
        let kind = if matches!(element.kind, Base::Bool) { Kind::Bool } else { Kind::Int };
        let mut domain = match (&element.domain, kind) {
            (_, Kind::Bool) => Domain::boolean(),
            (Some(set), Kind::Int) => set.members.clone(),
            (None, Kind::Int) => Domain::range(-HUGE, HUGE),
        };
        if domain.is_empty() {
            self.require(Formula::Const(false));
            domain = Domain::singleton(0);
        }
        let answer = name.is_some();
        let decl = VarDecl { name: name.unwrap_or_default(), domain, kind, encoding: element.encoding.clone() };
        let var = self.flat.model.declare(decl);
        if answer {
            self.flat.model.answer.push(var);
        }
        if let Some(of) = element.of() {
            self.is_of(var, of);
        }
        match kind {
            Kind::Bool => Value::Atom(var.is_true()),
            Kind::Int => {
                if element.domain.is_none() {
                    self.flat.unbounded.push(var);
                }
                Value::Var(var)
            }
        }
    }
}

/// Whether a literal has a `_` in it; nothing else brings one into an expression.
fn writes_unknown(expr: &Expr) -> bool {
    match &expr.kind {
        Node::Unknown => true,
        Node::Array(parts) | Node::Matrix(_, parts) | Node::Tuple(parts) => parts.iter().any(writes_unknown),
        Node::Record(fields) => fields.iter().any(|(_, field)| writes_unknown(field)),
        Node::Call(name, _, args) if name.starts_with("array") => args.iter().any(writes_unknown),
        _ => false,
    }
}

/// Whether there is a `_` in it.
pub(super) fn has_unknown(value: &Value) -> bool {
    match value {
        Value::Unknown => true,
        Value::Array(array) => array.cells.iter().any(has_unknown),
        Value::Tuple(parts) => parts.iter().any(has_unknown),
        Value::Record(fields) => fields.iter().any(|(_, field)| has_unknown(field)),
        _ => false,
    }
}
