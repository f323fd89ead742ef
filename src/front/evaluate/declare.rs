//! Declarations: fresh variables with the user's names, and given values checked against the declared types.

use super::access::members_of;
use super::compound::has_parts;
use super::fresh::has_unknown;
use super::{Cell, Evaluator, float_set};
use crate::front::data::Given;
use crate::front::diagnostic::{Fault, Outcome, fault, fault_with, undefined, unsupported_type};
use crate::front::flatten::HUGE;
use crate::front::floats::FloatSet;
use crate::front::formula::Formula;
use crate::front::program::Definition;
use crate::front::source::Span;
use crate::front::syntax::{Base, Declaration, Expr, Kind as Node, Op, Type};
use crate::front::value::{Array, EnumId, Index, Set, Value};
use crate::model::Domain;
use smallvec::SmallVec;
use std::sync::Arc;

/// 2^63: a float from here on may have been meant as an integer.
const TOO_LARGE: f64 = 9_223_372_036_854_775_808.0;

/// What the elements of a declared thing must be.
#[derive(Clone)]
pub(super) struct Element {
    pub kind: Base,
    pub domain: Option<Arc<Set>>,
    pub floats: Option<Arc<FloatSet>>,
    pub encoding: Option<String>,
}

impl Element {
    /// Nothing is said.
    pub(super) fn of_any() -> Element {
        Element { kind: Base::Any, domain: None, floats: None, encoding: None }
    }

    pub fn of(&self) -> Option<EnumId> {
        self.domain.as_ref().and_then(|set| set.of)
    }
}

impl Evaluator<'_> {
    /// The value of a global, evaluated when it is first needed.
    pub(super) fn global(&mut self, at: u32, span: Span) -> Outcome<Value> {
        match &self.globals[at as usize] {
            Cell::Ready(value) => {
                let value = value.clone();
                return Ok(self.settle(at, value));
            }
            Cell::Working => {
                return fault(span, format!("`{}` is defined by itself", self.parts.globals[at as usize].name));
            }
            Cell::Waiting => {}
        }
        let global = &self.parts.globals[at as usize];
        let decl = match &global.definition {
            Definition::Declared(decl) => decl,
            Definition::Enum(id) => return self.make_enum(at, *id),
            Definition::Constant => return self.constant_of_some_enum(at, span),
        };
        if matches!(decl.ty.base, Base::Ann) {
            return Ok(self.annotation_text(decl));
        }
        self.globals[at as usize] = Cell::Working;
        let slots = self.parts.n_slots;
        let given = self.given[at as usize].take();
        let span = decl.ty.span.to(decl.value.as_ref().map_or(decl.span, |value| value.span));
        let value = self.outside(slots, span, |ev| match given {
            None => ev.declared(decl, Some(&decl.name)),
            Some(given) => ev.given(decl, given, Some(&decl.name)),
        });
        // Whoever asks first, even where it need not be defined: a name of the whole program has a value, or is wrong.
        let value = value.map_err(Fault::hardened)?;
        self.globals[at as usize] = Cell::Ready(value.clone());
        Ok(value)
    }

    /// In output: the value under the solution, kept for the next time.
    fn settle(&mut self, at: u32, value: Value) -> Value {
        if self.solution.is_none() || !value.is_var() {
            return value;
        }
        let value = self.fixed(&value);
        self.globals[at as usize] = Cell::Ready(value.clone());
        value
    }

    /// What a variable with a definition is claimed to be.
    pub(super) fn state_claim(&mut self, at: u32, given: Given) -> Outcome<()> {
        let Definition::Declared(decl) = &self.parts.globals[at as usize].definition else { return Ok(()) };
        let own = self.global(at, decl.span)?;
        self.outside(self.parts.n_slots, decl.span, |ev| {
            let claimed = ev.given(decl, given, None)?;
            let same = ev.binary(Op::Eq, own, claimed, decl.span)?;
            let same = ev.formula(same, decl.span)?;
            ev.flat.post(same);
            Ok(())
        })
    }

    fn given(&mut self, decl: &Declaration, given: Given, name: Option<&str>) -> Outcome<Value> {
        let (value, span, exact) = match given {
            Given::Value(value, Span::NOWHERE) => (value, decl.span, false),
            Given::Value(value, span) => (value, span, false),
            Given::Expr(expr, n_slots) => (self.framed(n_slots, |ev| ev.eval(&expr))?, expr.span, true),
        };
        let value = match exact {
            true => value,
            false => self.reshaped(&decl.ty, value, span)?,
        };
        self.defined(decl, value, name, span)
    }

    /// Annotations are looked at where they are used; what is shown of one is how it is written.
    fn annotation_text(&self, decl: &Declaration) -> Value {
        let span = decl.value.as_ref().map(|value| value.span);
        let text = span.and_then(|span| Some((self.parts.sources.get(span.file)?, span)));
        let written = text.and_then(|(source, span)| source.text.get(span.start as usize..span.end as usize));
        Value::Str(written.unwrap_or("").into())
    }

    /// What a declaration declares. Variables get names if a name is given.
    pub(super) fn declared(&mut self, decl: &Declaration, name: Option<&str>) -> Outcome<Value> {
        match &decl.value {
            Some(_) if matches!(decl.ty.base, Base::Ann) => Ok(self.annotation_text(decl)),
            Some(expr) => {
                let value = self.eval(expr)?;
                self.defined(decl, value, name, expr.span)
            }
            None if decl.ty.var && name.is_none() && !self.root && !self.positive => fault_with(
                decl.span,
                format!("the local variable `{}` is free where its constraint may be denied", decl.name),
                "define it (`var int: y = ...`), or declare it outside",
            ),
            None if decl.ty.var && name.is_none() => {
                let value = self.met_again(decl, |ev| ev.fresh_vars(decl, None))?;
                self.free.push((decl.span, value.clone()));
                // The judge passes over what makes no difference, such as the right side of an implication.
                if !self.root && (decl.ty.set || !matches!(decl.ty.base, Base::Bool | Base::Domain(_))) {
                    self.loose.insert(decl.span);
                }
                Ok(value)
            }
            None if decl.ty.var => self.fresh_vars(decl, name.filter(|_| !is_introduced(decl))),
            None => fault_with(
                decl.span,
                format!("the parameter `{}` has no value", decl.name),
                format!("give it in a data file or with `-D {}=...`", decl.name),
            ),
        }
    }

    pub(super) fn element_of(&mut self, decl: &Declaration) -> Outcome<Element> {
        let mut kind = decl.ty.base.clone();
        let (domain, floats) = match &decl.ty.base {
            Base::Domain(expr) => match self.eval(expr)? {
                Value::Floats(_) if decl.ty.var => return unsupported_type(expr.span, "float variables"),
                Value::Floats(floats) => {
                    kind = Base::Float;
                    (None, Some(floats))
                }
                value => (Some(as_domain(value, expr.span)?), None),
            },
            _ => (None, None),
        };
        let wanted =
            |name: &str| decl.annotations.iter().any(|note| matches!(&note.kind, Node::Name(n, _) if &**n == name));
        let encoding =
            ["order", "direct", "log"].into_iter().find(|row| wanted(&format!("enc_{row}"))).map(String::from);
        Ok(Element { kind, domain, floats, encoding })
    }

    pub(super) fn domain(&mut self, expr: &Expr) -> Outcome<Arc<Set>> {
        as_domain(self.eval(expr)?, expr.span)
    }

    /// Where a list without an end begins, if the type is one.
    pub(super) fn first_index(&mut self, ty: &Type) -> Outcome<Option<i64>> {
        let Base::Domain(expr) = &ty.base else { return Ok(None) };
        let Node::Open(Some(first), None) = &expr.kind else { return Ok(None) };
        match self.eval(first)? {
            Value::Int(first) => Ok(Some(first)),
            _ => Ok(None),
        }
    }

    /// A declared index set; `None` for `int`.
    pub(super) fn index_set(&mut self, ty: &Type) -> Outcome<Option<Index>> {
        let Base::Domain(expr) = &ty.base else { return Ok(None) };
        let set = self.domain(expr)?;
        match set.members.ranges() {
            [] => Ok(Some(Index { lo: 1, hi: 0, of: set.of })),
            // From somewhere on without an end: any.
            [(_, hi)] if *hi >= HUGE => Ok(None),
            [(lo, hi)] => Ok(Some(Index { lo: *lo, hi: *hi, of: set.of })),
            _ => fault(expr.span, "an index set must be a range"),
        }
    }

    /// A declaration with a value: check it against the type and, for variables, give it its name.
    pub(super) fn defined(
        &mut self,
        decl: &Declaration,
        value: Value,
        name: Option<&str>,
        span: Span,
    ) -> Outcome<Value> {
        let Some(types) = &decl.ty.index else {
            let element = self.element_of(decl)?;
            if has_parts(&decl.ty) {
                return self.defined_parts(decl, value, name, span);
            }
            let value = self.cell(decl, &element, value, span)?;
            return self.named(decl, &element, value, || name.map(String::from), span);
        };
        let value = if matches!(decl.ty.base, Base::Any) { self.found(value) } else { value };
        let array = match value {
            Value::Array(array) => array,
            Value::Set(set) if types.len() == 1 => Arc::new(members_of(&set)),
            Value::Unknown if decl.ty.var => return self.fresh_vars(decl, name),
            other => return fault(span, format!("`{}` is an array, found {}", decl.name, other.kind())),
        };
        let index = self.checked_index(decl, types, &array, span)?;
        let binds = types.iter().any(|ty| ty.binds.is_some());
        let mut element = if binds { Element::of_any() } else { self.element_of(decl)? };
        if !decl.ty.var && array.cells.iter().all(|cell| plain(&decl.ty, &element, cell)) {
            if index == array.index {
                return Ok(Value::Array(array));
            }
            if !binds {
                return Ok(Value::Array(Arc::new(Array { index, cells: Arc::unwrap_or_clone(array).cells })));
            }
        }
        let mut out = Array { index, cells: Vec::with_capacity(array.cells.len()) };
        for (position, cell) in array.cells.iter().enumerate() {
            self.flat.meter.tick(1)?;
            if binds {
                self.bind_indices(types, &Array { index: out.index.clone(), cells: Vec::new() }, position);
                element = self.element_of(decl)?;
            }
            if has_parts(&decl.ty) {
                let shape = Array { index: out.index.clone(), cells: Vec::new() };
                let named = name.map(|name| self.cell_name(name, &shape, position));
                out.cells.push(self.defined_parts(decl, cell.clone(), named.as_deref(), span)?);
                continue;
            }
            let cell = self.cell(decl, &element, cell.clone(), span)?;
            let shape = Array { index: out.index.clone(), cells: Vec::new() };
            let given = name.map(|name| (name, self.solution.is_none()));
            let cell_name = match (given, &cell) {
                (Some((name, true)), cell) if cell.is_var() || *cell == Value::Unknown => {
                    Some(self.cell_name(name, &shape, position))
                }
                _ => None,
            };
            out.cells.push(self.named(decl, &element, cell, || cell_name, span)?);
        }
        Ok(Value::Array(Arc::new(out)))
    }

    fn checked_index(
        &mut self,
        decl: &Declaration,
        types: &[Type],
        array: &Array,
        span: Span,
    ) -> Outcome<SmallVec<[Index; 2]>> {
        if types.len() != array.index.len() && !array.cells.is_empty() {
            let found = array.index.len();
            return fault(span, format!("`{}` has {} dimensions, found {found}", decl.name, types.len()));
        }
        let mut out = SmallVec::new();
        for (dimension, ty) in types.iter().enumerate() {
            let found = array.index.get(dimension).copied().unwrap_or(Index { lo: 1, hi: 0, of: None });
            let first = self.first_index(ty)?.filter(|first| *first != found.lo && !found.is_empty());
            if let Some(first) = first {
                let message =
                    format!("`{}` is a list from {first} on, but its value has {}..{}", decl.name, found.lo, found.hi);
                return fault_with(span, message, "use `array1d(...)` to give the value other indices");
            }
            match self.index_set(ty)? {
                None => out.push(found),
                Some(expected) if array.cells.is_empty() && (expected.is_empty() || is_empty_literal(decl)) => {
                    out.push(expected);
                }
                Some(expected) if (expected.lo, expected.hi) == (found.lo, found.hi) => out.push(expected),
                Some(expected) => {
                    let message = format!(
                        "the index set of `{}` is {}..{}, but its value has {}..{}",
                        decl.name, expected.lo, expected.hi, found.lo, found.hi
                    );
                    return fault_with(
                        span,
                        message,
                        "use `array1d`, `array2d`, ... to give the value other index sets",
                    );
                }
            }
        }
        if out.iter().map(Index::len).product::<usize>() != array.cells.len() {
            return fault(span, format!("`{}` has another number of cells than its index sets say", decl.name));
        }
        Ok(out)
    }

    /// One cell, converted to the declared type.
    fn cell(&mut self, decl: &Declaration, element: &Element, value: Value, span: Span) -> Outcome<Value> {
        let wrong = |found: &Value| {
            fault(span, format!("`{}` is declared as {}, found {}", decl.name, describe(&decl.ty), found.kind()))
        };
        if !decl.ty.var && value.is_var() && self.solution.is_none() && !matches!(decl.ty.base, Base::Any) {
            return fault(span, format!("`{}` is a parameter, but its value depends on variables", decl.name));
        }
        if let Value::Optional(optional) = &value {
            if !decl.ty.opt && !matches!(decl.ty.base, Base::Any | Base::Variable(_)) {
                return wrong(&value);
            }
            let (occurs, inner) = (optional.occurs.clone(), optional.value.clone());
            let inner = self.only_if(occurs.clone(), |ev| {
                let inner = ev.cell(decl, element, inner, span)?;
                ev.keep_inside(decl, element, &inner, span)?;
                Ok(inner)
            })?;
            return Ok(inner.map_or(Value::Absent, |inner| super::option::optional(occurs, inner)));
        }
        if let Some(floats) = &element.floats {
            return float_set::within(value, floats, &format!("`{}`", decl.name), span);
        }
        if decl.ty.set {
            return match &value {
                Value::Floats(_) | Value::Set(_) if matches!(element.kind, Base::Float) => {
                    Ok(Value::Floats(Arc::new(float_set::as_floats(&value, span)?)))
                }
                Value::Set(set) if !decl.ty.var => {
                    let set = self.checked_set(decl, element, set, span)?;
                    self.counted(&decl.ty, set)
                }
                Value::Set(_) | Value::OpenSet(_) => {
                    let set = self.within_declared(element, &value, span)?;
                    self.counted(&decl.ty, set)
                }
                Value::Unknown if decl.ty.var => Ok(value),
                Value::Absent if decl.ty.opt => Ok(value),
                found => wrong(found),
            };
        }
        if let (Some(own), Some(other)) = (element.of(), self.enum_of(&value))
            && own != other
        {
            return self.two_enums(own, other, span);
        }
        match (&element.kind, value) {
            (Base::Any, value) if has_unknown(&value) => Ok(self.found(value)),
            (Base::Any | Base::Ann | Base::Variable(_), value) => Ok(value),
            (_, Value::Absent) if decl.ty.opt => Ok(Value::Absent),
            (_, Value::Unknown) if decl.ty.var => Ok(Value::Unknown),
            (Base::Bool, value) if value.is_bool() => Ok(value),
            (Base::Str, Value::Str(text)) => Ok(Value::Str(text)),
            (Base::Float, Value::Int(value)) => Ok(Value::Float(value as f64)),
            (Base::Float, Value::Bool(value)) => Ok(Value::Float(f64::from(u8::from(value)))),
            (Base::Float, Value::Float(value)) => Ok(Value::Float(value)),
            (Base::Int | Base::Domain(_), value) if value.is_bool() => {
                let sum = self.sum(&value, span)?;
                Ok(super::from_sum(sum))
            }
            (Base::Int, value @ (Value::Int(_) | Value::Enum(..) | Value::Var(_) | Value::Sum(_))) => {
                Ok(self.number(value))
            }
            (Base::Domain(_), Value::Str(text)) if element.of().is_some() => self.constant(element, &text, span),
            (Base::Int, Value::Str(text)) if self.enums.iter().flatten().any(|e| e.constants.contains(&text)) => {
                self.constant_named(&text, span).map(|constant| self.number(constant))
            }
            (Base::Domain(_), value @ (Value::Int(_) | Value::Enum(..))) => {
                self.checked_member(decl, element, value, span)
            }
            (Base::Domain(_), value @ (Value::Var(_) | Value::Sum(_))) => Ok(value),
            (Base::Int, Value::Float(value)) if value.is_infinite() => {
                Ok(Value::Int(if value > 0.0 { i64::MAX } else { -i64::MAX }))
            }
            (Base::Int | Base::Domain(_), Value::Float(value)) if value.abs() >= TOO_LARGE => {
                fault(span, format!("the value of `{}` is too large: it does not fit into 64 bits", decl.name))
            }
            (_, found) => wrong(&found),
        }
    }

    /// What may be absent gets no variable of its own: if it is there, it is in its domain.
    fn keep_inside(&mut self, decl: &Declaration, element: &Element, value: &Value, span: Span) -> Outcome<()> {
        let Some(domain) = element.domain.clone().filter(|_| decl.ty.var && !decl.ty.set) else { return Ok(()) };
        let inside = self.membership(value, &Value::Set(domain), span)?;
        let inside = self.formula(inside, span)?;
        self.require(inside);
        Ok(())
    }

    /// A set with as many members as its type says.
    pub(super) fn counted(&mut self, ty: &Type, set: Value) -> Outcome<Value> {
        let Some(card) = &ty.card else { return Ok(set) };
        let opened = self.opened(&set, ty.span)?;
        let n = self.open_card(&opened, ty.span)?;
        let wanted = self.eval(card)?;
        let right = match wanted.is_set() {
            true => self.membership(&n, &wanted, card.span)?,
            false => self.comparison(Op::Eq, &n, &wanted, card.span)?,
        };
        let right = self.formula(right, card.span)?;
        match right {
            Formula::Const(false) if !ty.var => undefined(card.span, "the set has another number of members"),
            right => {
                self.require(right);
                Ok(set)
            }
        }
    }

    /// A variable set with a value: what is in it is in its domain.
    fn within_declared(&mut self, element: &Element, value: &Value, span: Span) -> Outcome<Value> {
        match &element.domain {
            None => Ok(self.number(value.clone())),
            Some(domain) => {
                self.same_enum(&Value::Set(domain.clone()), value, span)?;
                let domain = domain.clone();
                self.within(value, &domain, span)
            }
        }
    }

    fn constant(&mut self, element: &Element, name: &str, span: Span) -> Outcome<Value> {
        let of = element.of().expect("the caller checked that it is an enum");
        let found = self.enums[of as usize].as_ref().and_then(|e| e.constants.iter().position(|c| &**c == name));
        match found {
            Some(at) => Ok(Value::Enum(of, at as i64 + 1)),
            None => {
                fault(span, format!("`{name}` is no constant of the enum `{}`", self.parts.enums[of as usize].name))
            }
        }
    }

    fn checked_member(&mut self, decl: &Declaration, element: &Element, value: Value, span: Span) -> Outcome<Value> {
        let set = element.domain.as_ref().expect("a domain type has a domain");
        let (Value::Int(at) | Value::Enum(_, at)) = value else { return Ok(value) };
        if !set.members.contains(at) && !decl.ty.var {
            let at = set.of.map_or(at.to_string().into(), |of| self.constant_name(of, at));
            return undefined(span, format!("{at} is outside the domain {} of `{}`", self.show_set(set), decl.name));
        }
        Ok(set.of.map_or(value, |of| Value::Enum(of, at)))
    }

    fn checked_set(&mut self, decl: &Declaration, element: &Element, set: &Arc<Set>, span: Span) -> Outcome<Value> {
        let Some(domain) = &element.domain else { return Ok(self.number(Value::Set(set.clone()))) };
        if let (Some(own), Some(other)) = (domain.of, set.of)
            && own != other
        {
            return self.two_enums(own, other, span);
        }
        let outside = set.members.minus(&domain.members);
        if !outside.is_empty() {
            let shown = |members: &Domain| self.show_set(&Set { members: members.clone(), of: domain.of });
            let (outside, domain) = (shown(&outside), shown(&domain.members));
            return fault(span, format!("{outside} is outside the domain {domain} of `{}`", decl.name));
        }
        if set.of == domain.of {
            return Ok(Value::Set(set.clone()));
        }
        Ok(Value::Set(Arc::new(Set { members: set.members.clone(), of: domain.of })))
    }
}

pub(super) fn as_domain(value: Value, span: Span) -> Outcome<Arc<Set>> {
    match value {
        Value::Set(set) => Ok(set),
        Value::Floats(_) => unsupported_type(span, "float variables"),
        other => fault(span, format!("expected a set as type, found {}", other.kind())),
    }
}

/// `[]` and `[||]` have no index sets of their own.
fn is_empty_literal(decl: &Declaration) -> bool {
    let literal = |value: &Expr| match &value.kind {
        Node::Array(cells) | Node::Matrix(_, cells) => cells.is_empty(),
        _ => false,
    };
    decl.ty.index.as_ref().is_some_and(|types| types.len() > 1) && decl.value.as_ref().is_some_and(literal)
}

/// In FlatZinc: a variable that no user declared.
fn is_introduced(decl: &Declaration) -> bool {
    decl.annotations.iter().any(|note| matches!(&note.kind, Node::Name(name, _) if &**name == "var_is_introduced"))
}

/// A known value that needs no conversion.
fn plain(ty: &Type, element: &Element, cell: &Value) -> bool {
    !ty.set
        && !ty.opt
        && match (&element.kind, cell) {
            (Base::Int, Value::Int(_)) | (Base::Bool, Value::Bool(_)) | (Base::Str, Value::Str(_)) | (Base::Any, _) => {
                true
            }
            (Base::Domain(_), Value::Int(at)) => {
                element.domain.as_ref().is_some_and(|set| set.of.is_none() && set.members.contains(*at))
            }
            (Base::Domain(_), Value::Enum(of, at)) => {
                element.domain.as_ref().is_some_and(|set| set.of == Some(*of) && set.members.contains(*at))
            }
            _ => false,
        }
}

fn describe(ty: &Type) -> &'static str {
    match (&ty.base, ty.set) {
        (_, true) => "a set",
        (Base::Int, _) => "an integer",
        (Base::Bool, _) => "a Boolean",
        (Base::Float, _) => "a float",
        (Base::Str, _) => "a string",
        (Base::Domain(_), _) => "an integer or enum constant of its domain",
        (Base::Tuple(_), _) => "a tuple",
        (Base::Record(_), _) => "a record",
        (Base::Array(_), _) => "an array",
        (Base::Joined(_), _) => "a tuple or a record",
        (Base::Ann | Base::Any | Base::Variable(_), _) => "anything",
    }
}
