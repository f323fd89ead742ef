//! Whether an expression is Boolean by its form, so that it is a context for definedness.
//!
//! Operators, calls and `let` are such contexts; a name, an access or an `if` is not, even if its value is Boolean: what is
//! undefined in it belongs to the expression around.

use crate::front::builtin;
use crate::front::program::{Definition, Parts};
use crate::front::syntax::{Base, Callee, Declaration, Expr, Kind, LetItem, Op, Slot, Type};

pub(super) fn is_boolean(parts: &Parts, expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Chain(_, links) => is_boolean_operator(links[0].op),
        Kind::Unary(op, _) => *op == Op::Not,
        Kind::Call(_, Callee::Builtin(index), _) => builtin::TABLE[*index as usize].boolean,
        Kind::Call(_, Callee::User(group), _) => {
            let result = &parts.functions[*group as usize][0].result;
            result.index.is_none() && has_boolean_cells(result)
        }
        Kind::Let(items, body) => has_truth_value(parts, items, body),
        _ => false,
    }
}

fn is_boolean_operator(op: Op) -> bool {
    use Op::*;
    matches!(op, Iff | Implies | ImpliedBy | Or | Xor | And | Lt | Le | Gt | Ge | Eq | Ne | In | Subset | Superset)
}

fn has_boolean_cells(ty: &Type) -> bool {
    !ty.set && matches!(ty.base, Base::Bool)
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

fn is_slice(index: &Expr) -> bool {
    match &index.kind {
        Kind::Whole | Kind::Set(_) => true,
        Kind::Chain(_, links) => links[0].op == Op::Range,
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
