//! Declarations that need themselves before anything is evaluated: in the types of parameters, and in annotations.

use super::diagnostic::{Outcome, fault};
use super::library;
use super::program::{Definition, Parts};
use super::syntax::{Base, Callee, Declaration, Expr, Function, Kind, Type};

/// Refuses what goes in a circle.
pub(super) fn refuse(parts: &Parts) -> Outcome<()> {
    for global in &parts.globals {
        if let Definition::Declared(decl) = &global.definition {
            declaration(decl)?;
        }
    }
    let own = |function: &&Function| !library::is_place(function.span);
    for function in parts.functions.iter().flatten().filter(own) {
        if is_reached(parts, function, function, &mut Vec::new()) {
            return fault(
                function.span,
                format!("the types of the parameters of `{}` need `{0}` itself", function.name),
            );
        }
    }
    Ok(())
}

fn declaration(decl: &Declaration) -> Outcome<()> {
    if decl.value.is_none() && decl.is_noted("output_only") {
        return fault(decl.span, format!("`{}` is for output only, and needs a value", decl.name));
    }
    let mut named = Vec::new();
    decl.annotations.iter().for_each(|note| mentioned(note, &mut named));
    let own = |expr: &&&Expr| matches!(&expr.kind, Kind::Name(name, _) if *name == decl.name);
    match named.iter().find(own) {
        Some(expr) => fault(expr.span, format!("the annotation of `{}` speaks of `{0}` itself", decl.name)),
        None => Ok(()),
    }
}

/// Whether the parameters of a function need the goal, in any number of steps.
fn is_reached<'p>(parts: &'p Parts, goal: &Function, from: &'p Function, seen: &mut Vec<&'p Function>) -> bool {
    let mut named = Vec::new();
    from.params.iter().for_each(|param| of_type(&param.ty, &mut named));
    for expr in named {
        let Kind::Call(_, Callee::User(group), args) = &expr.kind else { continue };
        for next in parts.functions[*group as usize].iter().filter(|f| f.params.len() == args.len()) {
            if std::ptr::eq(next, goal) {
                return true;
            }
            if !seen.iter().any(|other| std::ptr::eq(*other, next)) {
                seen.push(next);
                if is_reached(parts, goal, next, seen) {
                    return true;
                }
            }
        }
    }
    false
}

fn of_type<'e>(ty: &'e Type, out: &mut Vec<&'e Expr>) {
    if let Base::Domain(domain) = &ty.base {
        mentioned(domain, out);
    }
    ty.index.iter().flatten().for_each(|index| of_type(index, out));
}

/// The names and calls of an expression, as far as types and annotations have them.
fn mentioned<'e>(expr: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &expr.kind {
        Kind::Name(..) => out.push(expr),
        Kind::Call(_, _, args) => {
            out.push(expr);
            args.iter().for_each(|arg| mentioned(arg, out));
        }
        Kind::Array(parts) | Kind::Set(parts) => parts.iter().for_each(|part| mentioned(part, out)),
        Kind::Unary(_, inner) => mentioned(inner, out),
        Kind::Index(array, args) => std::iter::once(&**array).chain(args).for_each(|arg| mentioned(arg, out)),
        Kind::Chain(first, links) => {
            mentioned(first, out);
            links.iter().for_each(|link| mentioned(&link.right, out));
        }
        _ => {}
    }
}
