//! Whether an expression is Boolean by its form, so that it is a context for definedness.
//!
//! Operators, calls and `let` are such contexts. So is an access to an array of Booleans and a call of an overloaded
//! predicate, but that shows only when the array is there or the function is chosen. A name or an `if` is no context: what
//! is undefined in its condition belongs there, what is undefined in a branch to the expression around.

use crate::front::builtin;
use crate::front::program::{Definition, Parts};
use crate::front::syntax::{Base, Callee, Declaration, Expr, Function, Kind, LetItem, Op, Slot, Type};

pub(super) fn is_boolean(parts: &Parts, expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Chain(first, links) if links[0].op == Op::Default => {
            let mut operands = std::iter::once(&**first).chain(links.iter().map(|link| &link.right));
            operands.any(|operand| has_truth_value(parts, &[], operand))
        }
        Kind::Chain(_, links) => is_boolean_operator(links[0].op),
        Kind::Unary(op, _) => *op == Op::Not,
        Kind::Call(_, Callee::Builtin(index), _) => builtin::TABLE[*index as usize].boolean,
        Kind::Call(_, Callee::User(group), args) => {
            let mut candidates = candidates(parts, *group, args.len()).peekable();
            candidates.peek().is_some() && candidates.all(|function| is_boolean_type(&function.result))
        }
        Kind::Let(items, body) => has_truth_value(parts, items, body),
        _ => false,
    }
}

/// The functions of a group that take so many arguments.
fn candidates(parts: &Parts, group: u32, n_args: usize) -> impl Iterator<Item = &Function> {
    parts.functions[group as usize].iter().filter(move |function| function.takes(n_args))
}

/// Whether some functions of a group with so many parameters are Boolean and others are not.
pub(super) fn is_mixed(parts: &Parts, group: u32, n_args: usize) -> bool {
    let is_boolean = |function: &Function| is_boolean_type(&function.result);
    candidates(parts, group, n_args).any(is_boolean) && !candidates(parts, group, n_args).all(is_boolean)
}

/// Whether every function of a group with so many parameters is a predicate with a body.
pub(super) fn is_predicate(parts: &Parts, group: u32, n_args: usize) -> bool {
    candidates(parts, group, n_args).all(|function| is_boolean_type(&function.result) && function.body.is_some())
}

/// A single Boolean.
pub(super) fn is_boolean_type(ty: &Type) -> bool {
    ty.index.is_none() && has_boolean_cells(ty)
}

fn is_boolean_operator(op: Op) -> bool {
    use Op::*;
    matches!(op, Iff | Implies | ImpliedBy | Or | Xor | And | Lt | Le | Gt | Ge | Eq | Ne | In | Subset | Superset)
}

fn has_boolean_cells(ty: &Type) -> bool {
    !ty.set && !ty.opt && matches!(ty.base, Base::Bool)
}

/// Whether the value of the body of a `let` is Boolean: a context by its form, or something declared so.
fn has_truth_value(parts: &Parts, items: &[LetItem], body: &Expr) -> bool {
    let declared =
        |expr: &Expr| declaration(parts, items, expr).map(|decl| &decl.ty).filter(|ty| has_boolean_cells(ty));
    match &body.kind {
        Kind::Bool(_) => true,
        Kind::Name(..) => declared(body).is_some_and(|ty| ty.index.is_none()),
        Kind::Index(array, args) => declared(array).is_some() && !args.iter().any(is_slice),
        Kind::If(branches, _) => branches.iter().all(|(_, value)| has_truth_value(parts, items, value)),
        Kind::Annotated(inner, _) => has_truth_value(parts, items, inner),
        _ => is_boolean(parts, body),
    }
}

/// An index that is a set by its form.
pub(super) fn is_slice(index: &Expr) -> bool {
    match &index.kind {
        Kind::Open(..) | Kind::Set(_) => true,
        Kind::Chain(_, links) => {
            matches!(links[0].op, Op::Range | Op::RangeBelow | Op::AboveRange | Op::AboveRangeBelow)
        }
        _ => false,
    }
}

fn declaration<'a>(parts: &'a Parts, items: &'a [LetItem], expr: &Expr) -> Option<&'a Declaration> {
    match &expr.kind {
        Kind::Name(_, Slot::Global(at)) => match &parts.globals[*at as usize].definition {
            Definition::Declared(decl) => Some(decl),
            _ => None,
        },
        Kind::Name(name, Slot::Local(_)) => items.iter().find_map(|item| match item {
            LetItem::Declare(decl) if decl.name == *name => Some(decl),
            _ => None,
        }),
        _ => None,
    }
}
