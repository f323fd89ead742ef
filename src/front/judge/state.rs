//! Constraints: taken apart where all of their parts must hold, so that what is broken has a place, and so that the choices
//! for local variables of one part do not depend on those of another.

use super::native;
use super::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use crate::front::syntax::{Expr, Function, Kind, LetItem, Op};

impl<'a> Walk<'a> {
    /// What must hold.
    pub(super) fn state(&mut self, expr: &Expr, label: Option<&str>) -> Out<()> {
        match &expr.kind {
            Kind::Annotated(inner, notes) => {
                let own = self.label(notes);
                self.state(inner, own.as_deref().or(label))
            }
            Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::And) => {
                self.state(first, label)?;
                links.iter().try_for_each(|link| self.state(&link.right, label))
            }
            Kind::Call(name, _, args) if &**name == "forall" && args.len() == 1 => {
                self.state_all(expr, &args[0], label)
            }
            Kind::Call(name, _, args) if self.candidates(name, args.len()).next().is_some() => {
                self.state_call(expr, name, args, label)
            }
            Kind::Let(items, body) if !items.iter().any(is_free) => self.state_let(expr, items, body, label),
            _ => self.state_whole(expr, label),
        }
    }

    fn state_whole(&mut self, expr: &Expr, label: Option<&str>) -> Out<()> {
        let what = words(label);
        self.search(expr.span, &what, &mut |walk| walk.truth(expr))
    }

    fn state_all(&mut self, expr: &Expr, arg: &Expr, label: Option<&str>) -> Out<()> {
        let Kind::Comprehension(inner) = &arg.kind else { return self.state_whole(expr, label) };
        if inner.set {
            return self.state_whole(expr, label);
        }
        let done = self.each(&inner.generators, false, &mut |walk, _| walk.state(&inner.body, label).map(|()| true));
        done.map(drop).map_err(|stop| broken(*stop, expr.span, label))
    }

    /// A predicate of the user at the root: its body must hold.
    fn state_call(&mut self, expr: &Expr, name: &str, args: &[Expr], label: Option<&str>) -> Out<()> {
        let candidates: Vec<&'a Function> = self.candidates(name, args.len()).collect();
        if args.iter().any(makes_choices) {
            return self.state_whole(expr, label);
        }
        let values = self.arguments(args).map_err(|stop| broken(*stop, expr.span, label))?;
        let chosen = self.choose(&candidates, args, &values, true).map_err(|stop| broken(*stop, expr.span, label))?;
        let Some(chosen) = chosen else { return self.state_whole(expr, label) };
        let known = self.choose(&candidates, args, &values, false).ok().flatten();
        if known.is_some_and(|known| !std::ptr::eq(known.function, chosen.function)) {
            return self.state_whole(expr, label);
        }
        if !super::form::is_bool_type(&chosen.function.result) {
            return self.state_whole(expr, label);
        }
        let done = self.within(chosen, expr.span, |walk, body| {
            walk.state(body, label)?;
            Ok(super::value::Val::Bool(true))
        });
        done.map(drop).map_err(|stop| broken(*stop, expr.span, label))
    }

    fn state_let(&mut self, expr: &Expr, items: &[LetItem], body: &Expr, label: Option<&str>) -> Out<()> {
        if items
            .iter()
            .any(|item| matches!(item, LetItem::Declare(decl) if decl.value.as_ref().is_some_and(makes_choices)))
        {
            return self.state_whole(expr, label);
        }
        self.inside(|walk| {
            for item in items {
                match item {
                    LetItem::Constraint(inner) => walk.state(inner, label)?,
                    declared => {
                        walk.items(std::slice::from_ref(declared)).map_err(|stop| broken(*stop, expr.span, label))?
                    }
                }
            }
            walk.state(body, label)
        })
    }

    /// Tries until it holds, with other choices for local variables each time.
    pub(super) fn search(&mut self, span: Span, what: &str, holds: &mut dyn FnMut(&mut Self) -> Out<bool>) -> Out<()> {
        let outer = self.tape.begin();
        let done = self.attempts(span, what, holds);
        self.tape.end(outer);
        done
    }

    fn attempts(&mut self, span: Span, what: &str, holds: &mut dyn FnMut(&mut Self) -> Out<bool>) -> Out<()> {
        loop {
            self.tape.rewind();
            let (top, base) = (self.scope.len(), self.base);
            let held = holds(self);
            self.scope.truncate(top);
            self.base = base;
            let why = match held {
                Ok(true) => return Ok(()),
                Ok(false) => None,
                Err(stop) if stop.is_undefined() => Some(stop),
                Err(stop) => return Err(stop),
            };
            if !self.tape.advance() {
                let why = why.map(|stop| format!(": {}", stop.why())).unwrap_or_default();
                return Stop::broken(span, format!("{what}{why}"));
            }
        }
    }

    /// The name of a rule, if it has one.
    pub(super) fn label(&mut self, notes: &[Expr]) -> Option<String> {
        let is_text = |expr: &&Expr| matches!(expr.kind, Kind::Str(_) | Kind::Joined(_));
        let value = self.eval(notes.iter().find(is_text)?).ok()?;
        Some(self.shown(&value))
    }
}

fn words(label: Option<&str>) -> String {
    label.map_or_else(|| "this constraint does not hold".to_string(), |label| format!("`{label}` does not hold"))
}

/// What is undefined on the way to a constraint breaks it; what is broken already has its place.
fn broken(stop: Stop, span: Span, label: Option<&str>) -> Box<Stop> {
    match stop {
        Stop::Undefined(_, why) => Box::new(Stop::Broken(span, format!("{}: {why}", words(label)))),
        other => Box::new(other),
    }
}

/// A local variable that nothing defines.
fn is_free(item: &LetItem) -> bool {
    matches!(item, LetItem::Declare(decl) if decl.ty.var && decl.value.is_none())
}

/// Whether an expression may ask for choices: a call or a `let` inside it may.
fn makes_choices(expr: &Expr) -> bool {
    let any = |exprs: &[Expr]| exprs.iter().any(makes_choices);
    match &expr.kind {
        Kind::Let(..) => true,
        Kind::Call(name, _, args) => native::find(name).is_none() || any(args),
        Kind::Joined(parts) | Kind::Set(parts) | Kind::Array(parts) | Kind::Matrix(_, parts) => any(parts),
        Kind::Comprehension(inner) => {
            makes_choices(&inner.body) || inner.generators.iter().any(|g| makes_choices(&g.over))
        }
        Kind::Index(array, args) => makes_choices(array) || any(args),
        Kind::Unary(_, inner) | Kind::Annotated(inner, _) => makes_choices(inner),
        Kind::Chain(first, links) => makes_choices(first) || links.iter().any(|link| makes_choices(&link.right)),
        Kind::If(branches, otherwise) => {
            branches.iter().any(|(condition, value)| makes_choices(condition) || makes_choices(value))
                || otherwise.as_ref().is_some_and(|value| makes_choices(value))
        }
        Kind::Int(_)
        | Kind::Bool(_)
        | Kind::Float(_)
        | Kind::Str(_)
        | Kind::Unknown
        | Kind::Absent
        | Kind::Numbers(_)
        | Kind::Name(..) => false,
        Kind::Open(lo, hi) => lo.iter().chain(hi).any(|end| makes_choices(end)),
        Kind::Tuple(parts) => any(parts),
        Kind::Record(fields) => fields.iter().any(|(_, field)| makes_choices(field)),
        Kind::Field(inner, _) => makes_choices(inner),
        Kind::Named(_, inner) => makes_choices(inner),
    }
}
