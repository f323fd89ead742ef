//! Which function a call means: of several with a name the one that fits the arguments best.
//!
//! The model's own come first. Where none of them fits, the library's functions of the same name are meant.

use super::Evaluator;
use super::float_set::may_have_floats;
use super::pass::has_any_shape;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::library;
use crate::front::program::Definition;
use crate::front::source::Span;
use crate::front::syntax::{Base, Expr, Function, Kind, Slot, Type};
use crate::front::value::Value;

impl<'p> Evaluator<'p> {
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
            if self.takes(function, &values) {
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
            if self.takes(function, &values) {
                best = Some((rank, function));
            }
            fallback = Some(function);
        }
        if let Some((_, function)) = best {
            return Ok((function, values));
        }
        if let Some(library) = self.behind(group).filter(|library| self.has_fitting(*library, &values)) {
            return self.chosen(library, args, values, span);
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

    /// Whether a function of the group takes these values, or one of the library's that stands behind it.
    pub(super) fn has_fitting(&self, group: u32, values: &[Value]) -> bool {
        let functions = &self.parts.functions[group as usize];
        functions.iter().any(|function| self.takes(function, values))
            || self.behind(group).is_some_and(|library| self.has_fitting(library, values))
    }

    /// The library's functions of a name that the model has, too.
    fn behind(&self, group: u32) -> Option<u32> {
        let name = &self.parts.functions[group as usize].first()?.name;
        self.parts.function_names.get(&*library::behind(name)).copied()
    }

    fn takes(&self, function: &Function, values: &[Value]) -> bool {
        function.params.len() == values.len()
            && function.params.iter().zip(values).all(|(param, value)| self.fits(&param.ty, value))
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
