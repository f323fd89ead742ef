//! Calls of functions and predicates, of the user and built in.

use super::Evaluator;
use crate::front::builtin::{self, Run};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::source::Span;
use crate::front::syntax::{Base, Callee, Expr, Function, Kind, Type};
use crate::front::value::Value;

impl<'p> Evaluator<'p> {
    pub(super) fn call(&mut self, name: &str, callee: Callee, args: &[Expr], span: Span) -> Outcome<Value> {
        match callee {
            Callee::Builtin(index) => self.builtin(index, args, span),
            Callee::User(group) => {
                let (function, values) = self.arguments(group, args, span)?;
                let boolean = is_boolean_type(&function.result);
                let root = self.root;
                self.enter(function, values, |ev, body| if boolean { ev.boolean(body, root) } else { ev.eval(body) })
            }
            Callee::Unresolved => fault(span, format!("no function or predicate `{name}` is known")),
        }
    }

    fn builtin(&mut self, index: u32, args: &[Expr], span: Span) -> Outcome<Value> {
        let row = &builtin::TABLE[index as usize];
        let (least, most) = row.arity;
        if args.len() < least || args.len() > most {
            let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return fault(span, format!("`{}` takes {expected} arguments, found {}", row.name, args.len()));
        }
        match row.run {
            Run::Lazy(run) => run(self, args, span),
            Run::Eager(run) => {
                let values: smallvec::SmallVec<[Value; 4]> =
                    args.iter().map(|arg| self.eval(arg)).collect::<Outcome<_>>()?;
                self.flat.here = span;
                run(self, &values, span)
            }
        }
    }

    /// The function of a group that fits the arguments, and their values.
    pub(super) fn arguments(&mut self, group: u32, args: &[Expr], span: Span) -> Outcome<(&'p Function, Vec<Value>)> {
        let values: Vec<Value> = args.iter().map(|arg| self.eval(arg)).collect::<Outcome<_>>()?;
        let parts = self.parts;
        let candidates = parts.functions[group as usize].iter().filter(|f| f.params.len() == values.len());
        let mut fallback = None;
        for function in candidates {
            if function.params.iter().zip(&values).all(|(param, value)| fits(&param.ty, value)) {
                return Ok((function, values));
            }
            fallback = Some(function);
        }
        match fallback {
            Some(function) => {
                let wrong =
                    function.params.iter().zip(&values).position(|(param, value)| !fits(&param.ty, value)).unwrap_or(0);
                let (param, found) = (&function.params[wrong], values[wrong].kind());
                fault(
                    args[wrong].span,
                    format!("`{}` does not fit the parameter `{}` of `{}`", found, param.name, function.name),
                )
            }
            None => fault(span, "no function with this number of arguments"),
        }
    }

    pub(super) fn is_predicate(&self, group: u32, n_args: usize) -> bool {
        let functions = self.parts.functions[group as usize].iter();
        functions.filter(|f| f.params.len() == n_args).all(|f| is_boolean_type(&f.result) && f.body.is_some())
    }

    /// Evaluate the body of a function in its own frame.
    pub(super) fn enter<T>(
        &mut self,
        function: &'p Function,
        values: Vec<Value>,
        f: impl FnOnce(&mut Self, &'p Expr) -> Outcome<T>,
    ) -> Outcome<T> {
        let Some(body) = &function.body else {
            return fault(self.flat.here, format!("`{}` has no body", function.name));
        };
        if self.depth > super::MAX_DEPTH {
            return fault(function.span, format!("`{}` calls itself without end", function.name));
        }
        self.step(1, function.span)?;
        let conditions = std::mem::take(&mut self.conditions);
        let depth = self.depth;
        let out = self.framed(function.n_slots, |ev| {
            ev.depth = depth + 4;
            for (at, value) in values.into_iter().enumerate() {
                ev.set_local(at as u32, value);
            }
            f(ev, body)
        });
        self.conditions = conditions;
        out
    }

    /// The comprehension that is the only argument of `forall(i in S)(body)`, if it is written that way.
    pub(crate) fn only_comprehension(args: &[Expr]) -> Option<&crate::front::syntax::Comprehension> {
        match args {
            [Expr { kind: Kind::Comprehension(inner), .. }] if !inner.set => Some(inner),
            _ => None,
        }
    }
}

fn is_boolean_type(ty: &Type) -> bool {
    ty.index.is_none() && !ty.set && matches!(ty.base, Base::Bool)
}

/// Whether a value may be passed for a type: a rough check that chooses between overloads.
fn fits(ty: &Type, value: &Value) -> bool {
    match (value, &ty.index) {
        (Value::Array(array), Some(index)) => {
            array.index.len() == index.len() && array.cells.first().is_none_or(|cell| fits_element(ty, cell))
        }
        (Value::Array(_), None) | (_, Some(_)) => matches!(ty.base, Base::Any),
        (value, None) => fits_element(ty, value),
    }
}

fn fits_element(ty: &Type, value: &Value) -> bool {
    let kind = match value {
        Value::Set(_) => ty.set,
        _ if ty.set => false,
        Value::Bool(_) | Value::Atom(_) | Value::Formula(_) => {
            matches!(ty.base, Base::Bool | Base::Int | Base::Float | Base::Domain(_))
        }
        Value::Int(_) => matches!(ty.base, Base::Int | Base::Float | Base::Domain(_)),
        Value::Enum(..) | Value::Var(_) | Value::Sum(_) => matches!(ty.base, Base::Int | Base::Domain(_)),
        Value::Float(_) => matches!(ty.base, Base::Float),
        Value::Str(_) => matches!(ty.base, Base::Str | Base::Ann),
        Value::Array(_) => false,
        Value::Unknown => true,
    };
    (kind || matches!(ty.base, Base::Any | Base::Ann)) && (ty.var || !value.is_var())
}
