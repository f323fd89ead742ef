//! Calls: functions of the user by their bodies, everything else by the judge's own definitions.

use super::form::is_bool_type;
use super::native;
use super::operator::same;
use super::value::{Members, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::library;
use crate::front::program::Definition;
use crate::front::source::Span;
use crate::front::syntax::{Expr, Function, Kind};

/// Functions to which an element that is not there is as one that is left out.
const LEAVES_OUT: &[&str] = &["sum", "product", "min", "max", "count", "alldifferent", "all_different", "array2set"];

/// A function of the user that was chosen, and what goes into it.
pub(super) struct Chosen<'a> {
    pub function: &'a Function,
    args: Vec<Val>,
    varies: Vec<bool>,
    /// Which of them are variables by all means.
    open: Vec<bool>,
    /// Which of them may be absent, by what is declared.
    optional: Vec<bool>,
    bounds: Vec<Option<Members>>,
}

impl<'a> Walk<'a> {
    pub(super) fn call(&mut self, name: &str, args: &[Expr], span: Span) -> Out<Val> {
        let candidates: Vec<&'a Function> = self.candidates(name, args.len()).collect();
        if candidates.is_empty() {
            return self.call_native(name, args, span);
        }
        let values = self.arguments(args)?;
        match self.choose(&candidates, args, &values, true)? {
            Some(chosen) => {
                let known = self.choose(&candidates, args, &values, false)?;
                let known = known.filter(|known| !std::ptr::eq(known.function, chosen.function));
                let value = self.call_user(chosen, span)?;
                match known {
                    Some(known) => self.same_by(known, value, span),
                    None => Ok(value),
                }
            }
            None => self.run_native(name, &values, span),
        }
    }

    /// A variable may turn out to be known: then the function for what is known is meant, and must say the same.
    fn same_by(&mut self, known: Chosen<'a>, value: Val, span: Span) -> Out<Val> {
        let name = known.function.name.clone();
        match self.call_user(known, span) {
            Ok(other) if same(&other, &value) == Some(true) => Ok(value),
            _ => Stop::unjudged(format!("which `{name}` is meant")),
        }
    }

    /// The values of arguments, with or without a name.
    pub fn arguments(&mut self, args: &[Expr]) -> Out<Vec<Val>> {
        args.iter().map(|arg| self.eval(unnamed(arg))).collect()
    }

    /// The function that is meant: the one that fits best, the first of several that fit equally. Arguments depend on variables
    /// if they are written so, or all are taken as known that may be.
    pub fn choose(
        &mut self,
        candidates: &[&'a Function],
        args: &[Expr],
        values: &[Val],
        as_written: bool,
    ) -> Out<Option<Chosen<'a>>> {
        let mut best: Option<(u32, Chosen<'a>)> = None;
        for function in candidates {
            let Some(places) = places(function, args) else { continue };
            let chosen = self.filled(function, &places, args, values)?;
            let varies = if as_written { &chosen.varies } else { &chosen.open };
            match self.cost(function, &chosen.args, varies, &chosen.optional) {
                Some(cost) if best.as_ref().is_none_or(|(least, _)| cost < *least) => best = Some((cost, chosen)),
                _ => {}
            }
        }
        Ok(best.map(|(_, chosen)| chosen))
    }

    /// What goes into a function: arguments, and defaults, which speak of the whole program's names only.
    fn filled(
        &mut self,
        function: &'a Function,
        places: &[Option<usize>],
        args: &[Expr],
        values: &[Val],
    ) -> Out<Chosen<'a>> {
        let (optional, open) = (Vec::new(), Vec::new());
        let mut chosen = Chosen { function, args: Vec::new(), varies: Vec::new(), open, optional, bounds: Vec::new() };
        for (param, place) in function.params.iter().zip(places) {
            let (value, varies, bounds) = match (place, &param.value) {
                (Some(at), _) => {
                    let arg = unnamed(&args[*at]);
                    (values[*at].clone(), self.varies(arg), self.bounds(arg).ok().flatten())
                }
                (None, Some(default)) => {
                    self.apart(|walk| Ok((walk.eval(default)?, walk.varies(default), walk.bounds(default)?)))?
                }
                (None, None) => return Stop::unjudged(format!("`{}` is not given", param.name)),
            };
            chosen.args.push(value);
            chosen.optional.push(place.is_some_and(|at| self.is_optional(unnamed(&args[at]))));
            chosen.varies.push(varies);
            chosen.open.push(place.is_some_and(|at| self.is_open(unnamed(&args[at]), bounds.as_ref())));
            chosen.bounds.push(bounds);
        }
        Ok(chosen)
    }

    /// Whether an expression is the name of something declared as an option.
    fn is_optional(&self, expr: &Expr) -> bool {
        let Kind::Name(name, _) = &expr.kind else { return false };
        let global = self.parts.names.get(name).map(|at| &self.parts.globals[*at as usize].definition);
        self.local(name).is_none() && matches!(global, Some(Definition::Declared(decl)) if decl.ty.opt)
    }

    /// Whether an expression is a variable that nothing defines, with a choice of values.
    fn is_open(&self, expr: &Expr, bounds: Option<&Members>) -> bool {
        let Kind::Name(name, _) = &expr.kind else { return false };
        self.local(name).is_none() && bounds.is_some_and(|bounds| bounds.size() > 1)
    }

    fn call_user(&mut self, chosen: Chosen<'a>, span: Span) -> Out<Val> {
        let function = chosen.function;
        let value = self.within(chosen, span, |walk, body| walk.eval(body));
        match value {
            Err(stop) if stop.is_undefined() && is_bool_type(&function.result) => Ok(Val::Bool(false)),
            value => value,
        }
    }

    /// Evaluates the body of a function with its parameters bound, and keeps the result to its type.
    pub fn within(
        &mut self,
        chosen: Chosen<'a>,
        span: Span,
        run: impl FnOnce(&mut Self, &'a Expr) -> Out<Val>,
    ) -> Out<Val> {
        let Chosen { function, args, varies, bounds, .. } = chosen;
        let Some(body) = &function.body else {
            return Stop::unjudged(format!("`{}` has no body", function.name));
        };
        self.apart(|walk| {
            let more = args.into_iter().zip(varies).zip(bounds);
            for (param, ((arg, varies), bounds)) in function.params.iter().zip(more) {
                walk.bind(&param.name, arg, varies, bounds);
            }
            // The types of a model's function speak of the program's names first; the library's are its own.
            let n_hidden = if library::is_place(function.span) { 0 } else { function.params.len() };
            walk.n_hidden = n_hidden;
            for (at, param) in function.params.iter().enumerate() {
                let at = walk.base + at;
                let value = walk.scope[at].value.clone();
                walk.scope[at].value = walk.kept(&param.ty, value, span)?;
            }
            walk.n_hidden = 0;
            let value = run(walk, body)?;
            walk.n_hidden = n_hidden;
            walk.kept(&function.result, value, span)
        })
    }

    fn call_native(&mut self, name: &str, args: &[Expr], span: Span) -> Out<Val> {
        match (name, args) {
            ("forall", [one]) => self.quantified(one, true),
            ("exists", [one]) => self.quantified(one, false),
            ("assert", [condition, message]) => self.asserted(condition, message, None),
            ("assert", [condition, message, value]) => self.asserted(condition, message, Some(value)),
            ("lb" | "lb_array", [one]) => self.known_bounds(one).map(|set| edge(&set, set.first())),
            ("ub" | "ub_array", [one]) => self.known_bounds(one).map(|set| edge(&set, set.last())),
            ("dom" | "dom_array", [one]) => self.known_bounds(one).map(Val::set),
            ("dom_size", [one]) => self.known_bounds(one).map(|set| Val::Int(set.size() as i64)),
            ("dom_bounds_array", [one]) => self.known_bounds(one).map(|set| Val::set(hull(&set))),
            ("is_fixed", [one]) if self.varies(one) => Stop::unjudged("`is_fixed` of a variable"),
            (name, [one]) if self.is_constructor(name) => {
                let value = self.eval(one)?;
                self.constructed(name, &value, span)
            }
            (name, [Expr { kind: Kind::Comprehension(inner), .. }])
                if LEAVES_OUT.contains(&name) && inner.key.is_none() =>
            {
                let value = self.collected(inner, false)?;
                self.run_native(name, &[value], span)
            }
            _ => {
                let values = self.all(args)?;
                self.run_native(name, &values, span)
            }
        }
    }

    fn run_native(&mut self, name: &str, values: &[Val], span: Span) -> Out<Val> {
        self.step(values.iter().map(weight).sum())?;
        match native::find(name) {
            Some(row) => (row.run)(self, values, span),
            None => Stop::unjudged(format!("`{name}` is not known to the judge of the file")),
        }
    }

    fn quantified(&mut self, arg: &Expr, all: bool) -> Out<Val> {
        let mut decided = false;
        if let Kind::Comprehension(inner) = &arg.kind
            && !inner.set
        {
            self.each(&inner.generators, false, &mut |walk, _| {
                decided = walk.truth(&inner.body)? != all;
                Ok(!decided)
            })?;
            return Ok(Val::Bool(decided != all));
        }
        let Val::Array(array) = self.eval(arg)? else { return Stop::unjudged("expected an array of Booleans") };
        for cell in &array.cells {
            match cell {
                Val::Bool(truth) => decided |= *truth != all,
                Val::Absent => {}
                other => return Stop::unjudged(format!("expected a Boolean, found {}", other.kind())),
            }
        }
        Ok(Val::Bool(decided != all))
    }

    fn asserted(&mut self, condition: &Expr, message: &Expr, value: Option<&Expr>) -> Out<Val> {
        if self.truth(condition)? {
            return value.map_or(Ok(Val::Bool(true)), |value| self.eval(value));
        }
        let text = self.eval(message)?;
        let text = self.shown(&text);
        Stop::undefined(condition.span, format!("an assertion fails: {text}"))
    }
}

fn unnamed(arg: &Expr) -> &Expr {
    match &arg.kind {
        Kind::Named(_, value) => value,
        _ => arg,
    }
}

/// Which argument is meant for each parameter; none for one that is left to its default.
fn places(function: &Function, args: &[Expr]) -> Option<Vec<Option<usize>>> {
    let mut out = vec![None; function.params.len()];
    for (at, arg) in args.iter().enumerate() {
        let place = match &arg.kind {
            Kind::Named(name, _) => function.params.iter().position(|param| param.name == *name)?,
            _ => at,
        };
        if out.get_mut(place)?.replace(at).is_some() {
            return None;
        }
    }
    let full = out.iter().zip(&function.params).all(|(place, param)| place.is_some() || param.value.is_some());
    full.then_some(out)
}

fn edge(set: &Members, n: Option<i64>) -> Val {
    n.map_or(Val::Hole, |n| set.value(n))
}

fn hull(set: &Members) -> Members {
    Members::range(set.first().unwrap_or(1), set.last().unwrap_or(0))
}

fn weight(value: &Val) -> u64 {
    match value {
        Val::Array(array) => array.cells.len() as u64,
        _ => 1,
    }
}
