//! What the form of an expression says: whether it is Boolean, and whether it depends on variables.

use super::native;
use super::value::Val;
use super::walk::Walk;
use crate::front::program::Definition;
use crate::front::syntax::{Base, Declaration, Expr, Field, Function, Generator, Kind, LetItem, Op, Type};

/// Functions of what a variable may be or is made of, not of what it is.
const OF_SHAPE: &[&str] = &[
    "index_set",
    "index_sets",
    "length",
    "lb",
    "ub",
    "dom",
    "lb_array",
    "ub_array",
    "dom_array",
    "dom_size",
    "dom_bounds_array",
    "fix",
    "is_fixed",
    "has_bounds",
];

impl<'a> Walk<'a> {
    /// Whether an expression is Boolean. Asked only when it turned out to be undefined.
    pub fn is_bool(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Bool(_) => true,
            Kind::Name(name, _) => matches!(self.name(name), Ok(Val::Bool(_))),
            Kind::Chain(first, links) => match links[0].op {
                Op::Default => self.is_bool(first) || links.iter().all(|link| self.is_bool(&link.right)),
                op => is_truth_operator(op),
            },
            Kind::Unary(op, _) => *op == Op::Not,
            Kind::Annotated(inner, _) => self.is_bool(inner),
            Kind::If(branches, _) => branches.iter().all(|(_, value)| self.is_bool(value)),
            Kind::Let(items, body) => self.is_bool_let(&[items], body),
            Kind::Index(array, args) => !args.iter().any(is_slice) && self.has_bools(array),
            Kind::Call(name, _, args) => self.is_bool_call(&[], name, args),
            Kind::Int(_) | Kind::Float(_) | Kind::Str(_) | Kind::Joined(_) | Kind::Unknown | Kind::Open(..) => false,
            Kind::Field(inner, field) => self.is_bool_field(inner, field),
            Kind::Absent | Kind::Tuple(_) | Kind::Record(_) => false,
            Kind::Named(..) => false,
            Kind::Set(_) | Kind::Array(_) | Kind::Matrix(..) | Kind::Numbers(_) | Kind::Comprehension(_) => false,
        }
    }

    /// Whether an expression is an array of Booleans.
    fn has_bools(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Array(cells) | Kind::Matrix(_, cells) => cells.first().is_some_and(|cell| self.is_bool(cell)),
            Kind::Comprehension(inner) => !inner.set && self.is_bool(&inner.body),
            Kind::Annotated(inner, _) => self.has_bools(inner),
            Kind::Call(name, _, args) => {
                let mut all = self.candidates(name, args.len()).peekable();
                all.peek().is_some() && all.all(|f| f.result.index.is_some() && has_bool_cells(&f.result))
            }
            Kind::Name(name, _) => match self.name(name) {
                Ok(Val::Array(array)) => matches!(array.cells.first(), Some(Val::Bool(_))),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_bool_call(&mut self, scopes: &[&[LetItem]], name: &str, args: &[Expr]) -> bool {
        let own: Vec<&Function> = self.candidates(name, args.len()).collect();
        if !own.is_empty() {
            return own.iter().all(|function| match any_type(&function.result) {
                None => is_bool_type(&function.result),
                Some(any) => {
                    let fits = |param: &Declaration| any_type(&param.ty) == Some(any);
                    let mut of_any = function.params.iter().zip(args).filter(|(param, _)| fits(param)).peekable();
                    of_any.peek().is_some() && of_any.all(|(_, arg)| self.is_bool_let(scopes, arg))
                }
            });
        }
        if matches!(name, "forall" | "exists") {
            return true;
        }
        match native::find(name) {
            None if name == "assert" => args.len() == 2 || args.last().is_some_and(|last| self.is_bool(last)),
            Some(row) if row.like_last => args.last().is_some_and(|last| self.is_bool(last)),
            Some(row) => row.truth_with(args.len()),
            None => false,
        }
    }

    /// The body of a `let` may speak of what the `let` declares, which may have no value yet.
    fn is_bool_let(&mut self, scopes: &[&[LetItem]], body: &Expr) -> bool {
        let declared = |expr: &Expr| match &expr.kind {
            Kind::Name(name, _) => scopes.iter().rev().flat_map(|items| items.iter()).find_map(|item| match item {
                LetItem::Declare(decl) if decl.name == *name => Some(&decl.ty),
                _ => None,
            }),
            _ => None,
        };
        match &body.kind {
            Kind::Name(..) if declared(body).is_some() => declared(body).is_some_and(is_bool_type),
            Kind::Index(array, args) if declared(array).is_some() => {
                declared(array).is_some_and(has_bool_cells) && !args.iter().any(is_slice)
            }
            Kind::Field(inner, field) => {
                let whole = match &inner.kind {
                    Kind::Index(array, args) if !args.iter().any(is_slice) => array,
                    _ => inner,
                };
                declared(whole).map_or_else(|| self.is_bool_field(inner, field), |ty| is_bool_part(ty, field))
            }
            Kind::Let(items, body) => self.is_bool_let(&[scopes, &[items]].concat(), body),
            Kind::If(branches, _) => branches.iter().all(|(_, value)| self.is_bool_let(scopes, value)),
            Kind::Annotated(inner, _) => self.is_bool_let(scopes, inner),
            Kind::Call(name, _, args) => self.is_bool_call(scopes, name, args),
            _ => self.is_bool(body),
        }
    }

    /// Whether a part of a named tuple or record, or of one in a named array, is Boolean.
    fn is_bool_field(&mut self, inner: &Expr, field: &Field) -> bool {
        match &inner.kind {
            Kind::Tuple(parts) => matches!(field, Field::Position(at) if self.is_bool_at(parts, *at)),
            Kind::Record(fields) => {
                let named = |name: &str| fields.iter().find(|(other, _)| **other == *name).map(|(_, value)| value);
                matches!(field, Field::Name(name) if named(name).is_some_and(|value| self.is_bool(value)))
            }
            Kind::Name(name, _) => self.name(name).is_ok_and(|value| has_bool_part(&value, field)),
            Kind::Index(array, args) if !args.iter().any(is_slice) => match &array.kind {
                Kind::Name(name, _) => self.name(name).is_ok_and(|value| has_bool_parts(&value, field)),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_bool_at(&mut self, parts: &[Expr], at: usize) -> bool {
        parts.get(at.wrapping_sub(1)).is_some_and(|part| self.is_bool(part))
    }

    /// The functions of the user with this name that may be called with so many arguments.
    pub fn candidates(&self, name: &str, n_args: usize) -> impl Iterator<Item = &'a Function> + use<'a> {
        let (parts, library) = (self.parts, self.ground.library);
        let group = parts.function_names.get(name).map_or(&[][..], |group| &parts.functions[*group as usize]);
        group.iter().filter(move |f| f.takes(n_args) && f.span.file < library && f.body.is_some())
    }

    /// Whether a declared name is a variable.
    pub fn varies_by_type(&self, decl: &Declaration) -> bool {
        decl.ty.var
            || (matches!(decl.ty.base, Base::Any) && decl.value.as_ref().is_some_and(|value| self.varies(value)))
    }

    /// Whether the value of an expression depends on variables, by what it mentions.
    pub fn varies(&self, expr: &Expr) -> bool {
        let any = |exprs: &[Expr]| exprs.iter().any(|expr| self.varies(expr));
        match &expr.kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::Float(_) | Kind::Str(_) | Kind::Absent | Kind::Numbers(_) => false,
            Kind::Open(lo, hi) => lo.iter().chain(hi).any(|end| self.varies(end)),
            Kind::Tuple(parts) => any(parts),
            Kind::Record(fields) => fields.iter().any(|(_, field)| self.varies(field)),
            Kind::Field(inner, _) => self.varies(inner),
            Kind::Named(_, inner) => self.varies(inner),
            Kind::Unknown => true,
            Kind::Name(name, _) => self.name_varies(name),
            Kind::Joined(parts) | Kind::Set(parts) | Kind::Array(parts) | Kind::Matrix(_, parts) => any(parts),
            Kind::Comprehension(inner) => {
                self.varies(&inner.body) || inner.generators.iter().any(|g| self.generator_varies(g))
            }
            Kind::Index(array, args) => self.varies(array) || any(args),
            Kind::Call(name, _, _) if OF_SHAPE.contains(&&**name) || name.starts_with("index_set_") => false,
            Kind::Call(name, _, args) => {
                any(args) || (args.is_empty() && self.candidates(name, 0).any(|f| f.result.var))
            }
            Kind::Unary(_, inner) | Kind::Annotated(inner, _) => self.varies(inner),
            Kind::Chain(first, links) => self.varies(first) || links.iter().any(|link| self.varies(&link.right)),
            Kind::If(branches, otherwise) => {
                branches.iter().any(|(condition, value)| self.varies(condition) || self.varies(value))
                    || otherwise.as_ref().is_some_and(|value| self.varies(value))
            }
            Kind::Let(items, body) => items.iter().any(|item| self.item_varies(item)) || self.varies(body),
        }
    }

    fn name_varies(&self, name: &str) -> bool {
        if let Some(local) = self.local(name) {
            return local.varies;
        }
        let global = self.parts.names.get(name).map(|at| &self.parts.globals[*at as usize].definition);
        matches!(global, Some(Definition::Declared(decl)) if self.varies_by_type(decl))
    }

    fn generator_varies(&self, generator: &Generator) -> bool {
        self.varies(&generator.over) || generator.filter.as_ref().is_some_and(|filter| self.varies(filter))
    }

    fn item_varies(&self, item: &LetItem) -> bool {
        match item {
            LetItem::Declare(decl) => decl.ty.var || decl.value.as_ref().is_some_and(|value| self.varies(value)),
            LetItem::Constraint(expr) => self.varies(expr),
        }
    }
}

/// `$T` alone, by its name.
fn any_type(ty: &Type) -> Option<&str> {
    match &ty.base {
        Base::Variable(name) if ty.index.is_none() && !ty.set && !ty.opt => Some(name),
        _ => None,
    }
}

fn is_truth_operator(op: Op) -> bool {
    use Op::*;
    matches!(op, Iff | Implies | ImpliedBy | Or | Xor | And | Lt | Le | Gt | Ge | Eq | Ne | In | Subset | Superset)
}

pub(super) fn is_bool_type(ty: &Type) -> bool {
    ty.index.is_none() && has_bool_cells(ty)
}

fn is_bool_part(ty: &Type, field: &Field) -> bool {
    match (&ty.base, field) {
        (Base::Tuple(parts), Field::Position(at)) => parts.get(at.wrapping_sub(1)).is_some_and(is_bool_type),
        (Base::Record(fields), Field::Name(name)) => fields.iter().any(|(other, ty)| other == name && is_bool_type(ty)),
        _ => false,
    }
}

fn has_bool_part(value: &Val, field: &Field) -> bool {
    match (value, field) {
        (Val::Tuple(parts), Field::Position(at)) => matches!(parts.get(at.wrapping_sub(1)), Some(Val::Bool(_))),
        (Val::Record(fields), Field::Name(name)) => {
            fields.iter().any(|(other, value)| other == name && matches!(value, Val::Bool(_)))
        }
        _ => false,
    }
}

/// The same for the cells of an array.
fn has_bool_parts(value: &Val, field: &Field) -> bool {
    matches!(value, Val::Array(array) if array.cells.first().is_some_and(|cell| has_bool_part(cell, field)))
}

fn has_bool_cells(ty: &Type) -> bool {
    !ty.set && matches!(ty.base, Base::Bool)
}

/// An index that takes a part of the array.
fn is_slice(index: &Expr) -> bool {
    match &index.kind {
        Kind::Open(..) | Kind::Set(_) => true,
        Kind::Chain(_, links) => links[0].op == Op::Range,
        _ => false,
    }
}
