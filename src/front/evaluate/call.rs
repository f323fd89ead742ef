//! Calls of functions and predicates, of the user and built in.

use super::float_set::may_have_floats;
use super::pass::has_any_shape;
use super::truth;
use super::{Evaluator, from_formula};
use crate::front::builtin::{self, Run, Values};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::formula::Formula;
use crate::front::library;
use crate::front::program::Definition;
use crate::front::source::Span;
use crate::front::syntax::{Base, Callee, Expr, Function, Kind, Slot, Type};
use crate::front::value::Value;

impl<'p> Evaluator<'p> {
    pub(super) fn call(&mut self, name: &str, callee: Callee, args: &[Expr], span: Span) -> Outcome<Value> {
        match callee {
            Callee::Builtin(index) => self.builtin(index, args, span),
            Callee::User(group) if self.stands_before(group, args) => self.before_library(name, group, args, span),
            Callee::User(group) if truth::is_mixed(self.parts, group, args.len()) => self.mixed(group, args, span),
            Callee::User(group) => {
                let (function, values) = self.arguments(group, args, span)?;
                self.called(function, values, args, span)
            }
            Callee::Unresolved => self.constructed(name, args, span),
        }
    }

    /// Whether the user's functions of a name stand before one of the library's with as many parameters, which is meant where they do
    /// not fit.
    pub(super) fn stands_before(&self, group: u32, args: &[Expr]) -> bool {
        let Some(first) = self.parts.functions[group as usize].first() else { return false };
        let is_plain = !library::is_place(first.span) && !args.iter().any(|arg| matches!(arg.kind, Kind::Named(..)));
        is_plain && (self.behind(&first.name).is_some() || builtin::takes(&first.name, args.len()))
    }

    /// The library's functions of a name that the user's have, too.
    fn behind(&self, name: &str) -> Option<u32> {
        self.parts.function_names.get(&*library::behind(name)).copied()
    }

    fn before_library(&mut self, name: &str, group: u32, args: &[Expr], span: Span) -> Outcome<Value> {
        let values: Vec<Value> = args.iter().map(|arg| self.eval_found(arg)).collect::<Outcome<_>>()?;
        let library = self.behind(name).filter(|library| self.has_fitting(*library, &values));
        match (self.has_fitting(group, &values), library, builtin::find(name)) {
            (false, Some(library), _) => {
                let (function, values) = self.chosen(library, args, values, span)?;
                self.called(function, values, args, span)
            }
            (false, None, Some(index)) if builtin::takes(name, args.len()) => {
                self.flat.here = span;
                match builtin::TABLE[index as usize].run {
                    Run::Lazy(run) => run(self, args, span),
                    Run::Eager(run) => run(self, &values, span),
                    Run::Taking(run) => run(self, values.into_iter().collect(), span),
                }
            }
            _ => {
                let (function, values) = self.chosen(group, args, values, span)?;
                self.called(function, values, args, span)
            }
        }
    }

    /// Whether a function of the group takes these values.
    fn has_fitting(&self, group: u32, values: &[Value]) -> bool {
        let takes = |f: &Function| {
            f.params.len() == values.len()
                && f.params.iter().zip(values).all(|(param, value)| self.fits(&param.ty, value))
        };
        self.parts.functions[group as usize].iter().any(takes)
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
        match row.run {
            Run::Lazy(run) => run(self, args, span),
            Run::Eager(run) => {
                let values = self.values(args, span)?;
                run(self, &values, span)
            }
            Run::Taking(run) => {
                let values = self.values(args, span)?;
                run(self, values, span)
            }
        }
    }

    /// The arguments of what is called here.
    fn values(&mut self, args: &[Expr], span: Span) -> Outcome<Values> {
        let values = args.iter().map(|arg| self.eval_found(arg)).collect::<Outcome<_>>()?;
        self.flat.here = span;
        Ok(values)
    }

    /// The function of a group that fits the arguments, and their values.
    pub(super) fn arguments(&mut self, group: u32, args: &[Expr], span: Span) -> Outcome<(&'p Function, Vec<Value>)> {
        let by_position = !args.iter().any(|arg| matches!(arg.kind, Kind::Named(..)));
        let functions = &self.parts.functions[group as usize];
        let exact = functions.iter().any(|f| f.params.len() == args.len());
        let shorter = functions.iter().any(|f| f.params.len() > args.len() && f.params[args.len()].value.is_some());
        if !by_position || !exact || shorter {
            return self.arranged(group, args, span);
        }
        let values: Vec<Value> = args.iter().map(|arg| self.eval_found(arg)).collect::<Outcome<_>>()?;
        self.chosen(group, args, values, span)
    }

    /// Arguments by name, and defaults for those that are not given.
    fn arranged(&mut self, group: u32, args: &[Expr], span: Span) -> Outcome<(&'p Function, Vec<Value>)> {
        let mut best: Option<(Rank, &'p Function, Vec<Value>)> = None;
        for function in &self.parts.functions[group as usize] {
            let Some(exprs) = in_order(function, args) else { continue };
            let rank = rank(function);
            if best.as_ref().is_some_and(|(least, ..)| *least <= rank) {
                continue;
            }
            let mut values = Vec::with_capacity(exprs.len());
            for expr in exprs {
                values.push(self.eval_found(expr)?);
            }
            if function.params.iter().zip(&values).all(|(param, value)| self.fits(&param.ty, value)) {
                best = Some((rank, function, values));
            }
        }
        match best {
            Some((_, function, values)) => Ok((function, values)),
            None => fault(span, "no function of this name takes these arguments"),
        }
    }

    pub(super) fn chosen(
        &mut self,
        group: u32,
        args: &[Expr],
        values: Vec<Value>,
        span: Span,
    ) -> Outcome<(&'p Function, Vec<Value>)> {
        let parts = self.parts;
        let candidates = parts.functions[group as usize].iter().filter(|f| f.params.len() == values.len());
        let (mut best, mut fallback) = (None, None);
        for function in candidates {
            let rank = rank(function);
            if best.is_some_and(|(least, _)| least <= rank) {
                continue;
            }
            if function.params.iter().zip(&values).all(|(param, value)| self.fits(&param.ty, value)) {
                best = Some((rank, function));
            }
            fallback = Some(function);
        }
        if let Some((_, function)) = best {
            return Ok((function, values));
        }
        match fallback {
            Some(function) => {
                let mut pairs = function.params.iter().zip(&values);
                let wrong = pairs.position(|(param, value)| !self.fits(&param.ty, value)).unwrap_or(0);
                let (param, found) = (&function.params[wrong], values[wrong].kind());
                let message = format!("`{}` does not fit the parameter `{}` of `{}`", found, param.name, function.name);
                fault(args[wrong].span, message)
            }
            None => fault(span, "no function with this number of arguments"),
        }
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

    /// Whether a value may be passed for a type: a rough check that chooses between overloads.
    fn fits(&self, ty: &Type, value: &Value) -> bool {
        let fits = |cell: &Value| fits_element(ty, cell) && self.fits_enum(ty, cell);
        match (value, &ty.index) {
            (Value::Array(array), Some(index)) => {
                (has_any_shape(index) || array.index.len() == index.len()) && array.cells.iter().all(fits)
            }
            // A set is passed for an array as the list of its members.
            (Value::Set(_), Some(index)) => index.len() == 1 && !ty.set,
            (Value::Array(_), None) | (_, Some(_)) => matches!(ty.base, Base::Any | Base::Variable(_)),
            (value, None) => fits(value),
        }
    }

    /// A type that is the name of an enum takes its constants only, and numbers.
    fn fits_enum(&self, ty: &Type, value: &Value) -> bool {
        let Base::Domain(domain) = &ty.base else { return true };
        let Kind::Name(_, Slot::Global(at)) = domain.kind else { return true };
        match (&self.parts.globals[at as usize].definition, self.enum_of(value)) {
            (Definition::Enum(own), Some(other)) => *own == other,
            _ => true,
        }
    }

    /// The comprehension that is the only argument of `forall(i in S)(body)`, if it is written that way.
    pub(crate) fn only_comprehension(args: &[Expr]) -> Option<&crate::front::syntax::Comprehension> {
        match args {
            [Expr { kind: Kind::Comprehension(inner), .. }] if !inner.set => Some(inner),
            _ => None,
        }
    }
}

/// What comes first of several functions that fit: one with a body, the model's own, one that takes no options, and of `f(int)`
/// and `f(var int)` the one for what is known.
type Rank = (bool, bool, usize, usize);

fn rank(function: &Function) -> Rank {
    let n = |of: fn(&Type) -> bool| function.params.iter().filter(|param| of(&param.ty)).count();
    (function.body.is_none(), library::is_place(function.span), n(|ty| ty.opt), n(|ty| ty.var))
}

/// The argument for each parameter, if the function takes them.
fn in_order<'a>(function: &'a Function, args: &'a [Expr]) -> Option<Vec<&'a Expr>> {
    let mut out: Vec<Option<&Expr>> = vec![None; function.params.len()];
    for (at, arg) in args.iter().enumerate() {
        let (place, value) = match &arg.kind {
            Kind::Named(name, value) => (function.params.iter().position(|param| param.name == *name)?, &**value),
            _ => (at, arg),
        };
        if out.get(place)?.is_some() {
            return None;
        }
        out[place] = Some(value);
    }
    out.into_iter().zip(&function.params).map(|(given, param)| given.or(param.value.as_ref())).collect()
}

fn fits_element(ty: &Type, value: &Value) -> bool {
    let kind = match value {
        Value::Absent => ty.opt,
        Value::Optional(optional) => return ty.opt && ty.var && fits_element(ty, &optional.value),
        Value::Set(_) | Value::OpenSet(_) => ty.set,
        Value::Floats(_) => ty.set && takes_floats(&ty.base),
        _ if ty.set => false,
        Value::Bool(_) | Value::Atom(_) | Value::Formula(_) => {
            matches!(ty.base, Base::Bool | Base::Int | Base::Float | Base::Domain(_))
        }
        Value::Int(_) => matches!(ty.base, Base::Int | Base::Float | Base::Domain(_)),
        Value::Enum(..) | Value::Var(_) | Value::Sum(_) => matches!(ty.base, Base::Int | Base::Domain(_)),
        Value::Float(_) => takes_floats(&ty.base),
        Value::Str(_) => matches!(ty.base, Base::Str | Base::Ann),
        Value::Tuple(parts) => return fits_tuple(ty, parts),
        Value::Record(fields) => return fits_record(ty, fields),
        Value::Array(array) => match &ty.base {
            Base::Array(inner) => array.cells.iter().all(|cell| fits_element(inner, cell)),
            _ => false,
        },
        Value::Unknown => true,
    };
    let any = match &ty.base {
        Base::Any | Base::Ann => true,
        // `$$E` stands for numbers and constants only.
        Base::Variable(name) => !name.starts_with("$$") || is_number(value),
        _ => false,
    };
    (kind || any && ty.set == value.is_set() && (ty.opt || !value.is_option()))
        && (ty.var || matches!(ty.base, Base::Any) || !value.is_var())
}

fn takes_floats(base: &Base) -> bool {
    match base {
        Base::Float => true,
        Base::Domain(domain) => may_have_floats(domain),
        _ => false,
    }
}

fn is_number(value: &Value) -> bool {
    let scalar = matches!(value, Value::Int(_) | Value::Enum(..) | Value::Var(_) | Value::Sum(_) | Value::Absent);
    scalar || value.is_bool() || value.is_set()
}

fn fits_tuple(ty: &Type, parts: &[Value]) -> bool {
    match &ty.base {
        Base::Any | Base::Variable(_) => !ty.set,
        Base::Tuple(types) => {
            types.len() == parts.len() && types.iter().zip(parts).all(|(ty, part)| fits_part(ty, part))
        }
        _ => false,
    }
}

fn fits_record(ty: &Type, fields: &[(std::sync::Arc<str>, Value)]) -> bool {
    let fits = |types: &[(std::sync::Arc<str>, Type)], (name, field): &(std::sync::Arc<str>, Value)| {
        types.iter().any(|(other, ty)| other == name && fits_part(ty, field))
    };
    match &ty.base {
        Base::Any | Base::Variable(_) => !ty.set,
        Base::Record(types) => types.len() == fields.len() && fields.iter().all(|field| fits(types, field)),
        _ => false,
    }
}

fn fits_part(ty: &Type, value: &Value) -> bool {
    match (value, &ty.index) {
        (Value::Array(array), Some(index)) => {
            array.index.len() == index.len() && array.cells.iter().all(|c| fits_element(ty, c))
        }
        (Value::Array(_), None) | (_, Some(_)) => matches!(ty.base, Base::Any | Base::Variable(_) | Base::Array(_)),
        (value, None) => fits_element(ty, value),
    }
}
