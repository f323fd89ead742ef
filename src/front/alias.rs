//! Types with names of their own, written out where they are used.

use super::diagnostic::{Outcome, fault};
use super::syntax::{Base, Expr, Kind, Op, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many names may stand for each other in turn.
const DEEPEST: usize = 100;

/// Write out every named type in a type. A tuple or record that is variable has variable parts only; one with a variable
/// part is variable.
pub(crate) fn expand(ty: &mut Type, aliases: &FxHashMap<Arc<str>, Type>) -> Outcome<()> {
    written_out(ty, aliases, 0)
}

fn written_out(ty: &mut Type, aliases: &FxHashMap<Arc<str>, Type>, depth: usize) -> Outcome<()> {
    if depth > DEEPEST {
        return fault(ty.span, "this type is defined by itself");
    }
    if let Base::Domain(expr) = &ty.base
        && let Kind::Name(name, _) = &expr.kind
        && let Some(alias) = aliases.get(name)
    {
        let mut alias = alias.clone();
        written_out(&mut alias, aliases, depth + 1)?;
        substitute(ty, alias);
    }
    if let Some(base) = names_joined(ty, aliases) {
        ty.base = base;
    }
    if let Base::Joined(pair) = &mut ty.base {
        let (mut left, mut right) = (**pair).clone();
        written_out(&mut left, aliases, depth + 1)?;
        written_out(&mut right, aliases, depth + 1)?;
        ty.base = match (left.base, right.base) {
            (Base::Tuple(a), Base::Tuple(b)) => Base::Tuple(a.into_iter().chain(b).collect()),
            (Base::Record(a), Base::Record(b)) => Base::Record(a.into_iter().chain(b).collect()),
            _ => return fault(ty.span, "`++` joins two tuple types or two record types"),
        };
        ty.var = false;
    }
    let var = ty.var;
    let mut any = false;
    for part in parts(&mut ty.base) {
        part.var |= var;
        written_out(part, aliases, depth + 1)?;
        any |= part.var;
    }
    ty.var |= any;
    ty.index.iter_mut().flatten().try_for_each(|index| written_out(index, aliases, depth + 1))
}

/// `A ++ B` of named types, which reads like an expression.
fn names_joined(ty: &Type, aliases: &FxHashMap<Arc<str>, Type>) -> Option<Base> {
    let Base::Domain(expr) = &ty.base else { return None };
    let Kind::Chain(first, links) = &expr.kind else { return None };
    let is_alias = |expr: &Expr| matches!(&expr.kind, Kind::Name(name, _) if aliases.contains_key(name));
    if !is_alias(first) || !links.iter().all(|link| link.op == Op::Concat) {
        return None;
    }
    let plain = Type { index: None, var: false, opt: false, set: false, ..ty.clone() };
    let named = |expr: &Expr| Type { base: Base::Domain(Box::new(expr.clone())), ..plain.clone() };
    let join = |left: Type, right: Type| Type { base: Base::Joined(Box::new((left, right))), ..plain.clone() };
    Some(links.iter().fold(named(first), |all, link| join(all, named(&link.right))).base)
}

fn substitute(ty: &mut Type, alias: Type) {
    ty.var |= alias.var;
    ty.opt |= alias.opt;
    ty.set |= alias.set;
    ty.base = match (&ty.index, &alias.index) {
        (Some(_), Some(_)) => Base::Array(Box::new(alias)),
        _ => {
            ty.index = ty.index.take().or(alias.index);
            alias.base
        }
    };
}

fn parts(base: &mut Base) -> Vec<&mut Type> {
    match base {
        Base::Tuple(parts) => parts.iter_mut().collect(),
        Base::Record(fields) => fields.iter_mut().map(|(_, field)| field).collect(),
        Base::Array(element) => vec![element],
        Base::Int | Base::Bool | Base::Float | Base::Str | Base::Ann | Base::Any => Vec::new(),
        Base::Variable(_) | Base::Domain(_) | Base::Joined(_) => Vec::new(),
    }
}
