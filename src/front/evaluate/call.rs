//! Calls of functions and predicates, of the user and built in.

use super::truth;
use super::{Evaluator, from_formula};
use crate::front::builtin::{self, Run, Values};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::formula::Formula;
use crate::front::library;
use crate::front::source::Span;
use crate::front::syntax::{Callee, Expr, Function, Kind};
use crate::front::value::Value;

impl<'p> Evaluator<'p> {
    pub(super) fn call(&mut self, name: &str, callee: Callee, args: &[Expr], span: Span) -> Outcome<Value> {
        match callee {
            Callee::Builtin(index) => self.builtin(index, args, span),
            Callee::User(group) if truth::is_mixed(self.parts, group, args.len()) => self.mixed(group, args, span),
            Callee::User(group) if self.stands_before_builtin(group, args) => {
                self.before_builtin(name, group, args, span)
            }
            Callee::User(group) => {
                let (function, values) = self.arguments(group, args, span)?;
                self.called(function, values, args, span)
            }
            Callee::Unresolved => self.constructed(name, args, span),
        }
    }

    /// Whether the user's functions of a name stand before one of those built in, which is meant where they do not fit.
    pub(super) fn stands_before_builtin(&self, group: u32, args: &[Expr]) -> bool {
        let first = self.parts.functions[group as usize].first();
        let is_plain = !args.iter().any(|arg| matches!(arg.kind, Kind::Named(..)));
        is_plain && first.is_some_and(|f| !library::is_place(f.span) && builtin::takes(&f.name, args.len()))
    }

    fn before_builtin(&mut self, name: &str, group: u32, args: &[Expr], span: Span) -> Outcome<Value> {
        let values = self.values(args, span)?;
        match builtin::find(name) {
            Some(index) if !self.has_fitting(group, &values) => self.run_builtin(index, args, values, span),
            _ => {
                let (function, values) = self.chosen(group, args, values.into_vec(), span)?;
                self.called(function, values, args, span)
            }
        }
    }

    fn called(&mut self, function: &'p Function, values: Vec<Value>, args: &[Expr], span: Span) -> Outcome<Value> {
        let boolean = truth::is_boolean_type(&function.result);
        let root = self.root;
        if let Some(value) = self.kept_whole(function, &values, boolean, span)? {
            return Ok(value);
        }
        if boolean
            && (!root || function.body.is_none())
            && let Some(reified) = self.reified(function)
        {
            return self.called_reified(reified, values, args, span);
        }
        let known = if function.makes_variables { values.clone() } else { Vec::new() };
        self.repeated(function, &known, |ev| {
            ev.enter(function, values, args, span, |ev, body| match boolean {
                true if root => ev.boolean(body, true),
                true => ev.part(body),
                false => ev.eval(body).and_then(|value| ev.returned(function, value, span)),
            })
        })
    }

    /// What the library defines and the waist has as one constraint: where it must hold, or as a number.
    pub(super) fn kept_whole(
        &mut self,
        function: &Function,
        values: &[Value],
        boolean: bool,
        span: Span,
    ) -> Outcome<Option<Value>> {
        if !library::is_place(function.span) {
            return Ok(None);
        }
        match (boolean, function.name.trim_end()) {
            (true, name) if self.root => builtin::whole::whole(self, name, values, span),
            (false, "nvalue") => builtin::whole::number_of_values(self, values, span),
            _ => Ok(None),
        }
    }

    /// The user's own `name_reif(..., var bool: r)`, which says what `r <-> name(...)` means.
    fn reified(&self, function: &Function) -> Option<&'p Function> {
        let name = format!("{}_reif", function.name);
        let group = &self.parts.functions[*self.parts.function_names.get(name.as_str())? as usize];
        let fits = |f: &&Function| f.params.len() == function.params.len() + 1 && f.body.is_some();
        group.iter().find(fits).filter(|f| !library::is_place(f.span))
    }

    fn called_reified(
        &mut self,
        reified: &'p Function,
        mut values: Vec<Value>,
        args: &[Expr],
        span: Span,
    ) -> Outcome<Value> {
        let truth = self.flat.fresh();
        values.push(Value::Atom(truth));
        let outer = std::mem::replace(&mut self.root, true);
        let done = self.enter(reified, values, args, span, |ev, body| ev.state(body));
        self.root = outer;
        done.map(|()| Value::Atom(truth))
    }

    /// Only the arguments tell whether the function is Boolean, and thus a context for what is undefined in them.
    fn mixed(&mut self, group: u32, args: &[Expr], span: Span) -> Outcome<Value> {
        let mut boolean = false;
        let (value, demands) = self.captured(|ev| {
            let (function, values) = ev.arguments(group, args, span)?;
            boolean = truth::is_boolean_type(&function.result);
            ev.called(function, values, args, span)
        });
        match value {
            Err(fault) if fault.is_undefined() && boolean => Ok(Value::Bool(false)),
            Ok(value) if boolean => {
                let truth = self.formula(value, span)?;
                Ok(from_formula(Formula::and(demands.into_iter().chain([truth]))))
            }
            value => {
                demands.into_iter().for_each(|demand| self.require(demand));
                value
            }
        }
    }

    fn builtin(&mut self, index: u32, args: &[Expr], span: Span) -> Outcome<Value> {
        let row = &builtin::TABLE[index as usize];
        let (least, most) = row.arity;
        if args.len() < least || args.len() > most {
            let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return fault(span, format!("`{}` takes {expected} arguments, found {}", row.name, args.len()));
        }
        let values = if matches!(row.run, Run::Lazy(_)) { Values::new() } else { self.values(args, span)? };
        self.run_builtin(index, args, values, span)
    }

    /// Runs a function that is built in; one that is lazy evaluates the arguments itself.
    fn run_builtin(&mut self, index: u32, args: &[Expr], values: Values, span: Span) -> Outcome<Value> {
        match builtin::TABLE[index as usize].run {
            Run::Lazy(run) => run(self, args, span),
            Run::Eager(run) => run(self, &values, span),
            Run::Taking(run) => run(self, values, span),
        }
    }

    /// The arguments of what is called here.
    fn values(&mut self, args: &[Expr], span: Span) -> Outcome<Values> {
        let values = args.iter().map(|arg| self.eval_found(arg)).collect::<Outcome<_>>()?;
        self.flat.here = span;
        Ok(values)
    }

    /// Evaluate the body of a function in its own frame.
    pub(super) fn enter<T>(
        &mut self,
        function: &'p Function,
        values: Vec<Value>,
        args: &[Expr],
        span: Span,
        f: impl FnOnce(&mut Self, &'p Expr) -> Outcome<T>,
    ) -> Outcome<T> {
        let Some(body) = &function.body else {
            return fault(span, format!("`{}` has no body", function.name));
        };
        if self.depth > super::MAX_DEPTH {
            return fault(function.span, format!("`{}` calls itself without end", function.name));
        }
        self.step(1, function.span)?;
        let conditions = std::mem::take(&mut self.conditions);
        let depth = self.depth;
        self.calls.push((span, self.base));
        let out = self.framed(function.n_slots, |ev| {
            ev.depth = depth + 4;
            for (at, value) in values.into_iter().enumerate() {
                ev.set_local(at as u32, value);
            }
            ev.take_arguments(function, args)?;
            f(ev, body)
        });
        self.calls.pop();
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
