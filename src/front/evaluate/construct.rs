//! Enums: what they are made of, and the functions that make their constants.
//!
//! The constants of an enum are numbered from 1, part after part. A constructor `C(S)` has one for each member of `S`, in
//! order, so that `C` and its inverse only shift numbers where `S` has no gaps.

use super::{Cell, Evaluator, from_sum};
use crate::front::data::Given;
use crate::front::diagnostic::{Outcome, fault, undefined, unsupported};
use crate::front::program::Definition;
use crate::front::resolve;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::{EnumPart, Expr, INVERSE};
use crate::front::value::{Array, EnumId, Set, Value};
use crate::model::{Cmp, Domain};
use std::sync::Arc;

/// An enum with its constants.
#[derive(Debug)]
pub(crate) struct EnumValue {
    pub name: Arc<str>,
    pub constants: Vec<Arc<str>>,
    pub constructors: Vec<Constructor>,
    /// The first and the last number of each part without names.
    pub anonymous: Vec<(i64, i64)>,
}

/// `C(S)` in an enum.
#[derive(Debug)]
pub(crate) struct Constructor {
    pub name: Arc<str>,
    /// The number of its first constant.
    pub first: i64,
    pub over: Arc<Set>,
}

impl Constructor {
    /// The member of the set that a constant is made from.
    pub fn argument(&self, at: i64) -> Option<i64> {
        self.over.members.iter().nth(usize::try_from(at - self.first).ok()?)
    }

    fn numbers(&self) -> Domain {
        Domain::range(self.first, self.first + self.over.members.size() as i64 - 1)
    }
}

impl Evaluator<'_> {
    /// The enums, each after those it is made from.
    pub(super) fn make_enums(&mut self) -> Outcome<()> {
        for (at, global) in self.parts.globals.iter().enumerate() {
            if let Definition::Enum(id) = global.definition {
                self.make_enum(at as u32, id)?;
            }
        }
        Ok(())
    }

    /// A constant that is needed before its enum was made: all are made then.
    pub(super) fn constant_of_some_enum(&mut self, at: u32, span: Span) -> Outcome<Value> {
        if !self.enums.iter().all(Option::is_some) && !self.globals.iter().any(|cell| matches!(cell, Cell::Working)) {
            self.make_enums()?;
        }
        match &self.globals[at as usize] {
            Cell::Ready(value) => Ok(value.clone()),
            Cell::Waiting | Cell::Working => {
                fault(span, format!("`{}` is not declared", self.parts.globals[at as usize].name))
            }
        }
    }

    /// The enum as a set, made when it is first needed.
    pub(super) fn make_enum(&mut self, at: u32, id: EnumId) -> Outcome<Value> {
        if let Cell::Ready(value) = &self.globals[at as usize] {
            return Ok(value.clone());
        }
        let decl = &self.parts.enums[id as usize];
        if matches!(self.globals[at as usize], Cell::Working) {
            return fault(decl.span, format!("the enum `{}` is made from itself", decl.name));
        }
        self.globals[at as usize] = Cell::Working;
        let parts = match (&decl.value, self.enum_data.remove(&id)) {
            (None, Some(parts)) => parts,
            (Some(parts), None) => parts.clone(),
            (None, None) => {
                return fault(decl.span, format!("the enum `{}` has no constants: give them in the data", decl.name));
            }
            (Some(_), Some(_)) => {
                return fault(decl.span, format!("the enum `{}` has constants in the model already", decl.name));
            }
        };
        let mut made =
            EnumValue { name: decl.name.clone(), constants: vec![], constructors: vec![], anonymous: vec![] };
        for part in &parts {
            self.add_part(&mut made, part)?;
        }
        let members = Domain::range(1, made.constants.len() as i64);
        let value = Value::Set(Arc::new(Set { members, of: Some(id) }));
        self.globals[at as usize] = Cell::Ready(value.clone());
        for (index, name) in made.constants.iter().enumerate() {
            if let Some(slot) = self.parts.names.get(name) {
                self.globals[*slot as usize] = Cell::Ready(Value::Enum(id, index as i64 + 1));
            }
        }
        self.enums[id as usize] = Some(Arc::new(made));
        Ok(value)
    }

    fn add_part(&mut self, made: &mut EnumValue, part: &EnumPart) -> Outcome<()> {
        let first = made.constants.len() as i64 + 1;
        match part {
            EnumPart::Names(names) => made.constants.extend(names.iter().map(|(name, _)| name.clone())),
            EnumPart::Anonymous(expr) => {
                let n = self.how_many(expr)?;
                let name = made.name.clone();
                made.constants.extend((first..first + n).map(|at| Arc::from(format!("to_enum({name},{at})"))));
                made.anonymous.push((first, first + n - 1));
            }
            EnumPart::Constructor(name, expr) => {
                let Value::Set(over) = self.eval(expr)? else {
                    return fault(expr.span, "expected a set to make constants from");
                };
                self.step(over.members.size(), expr.span)?;
                let shown = |at: i64| over.of.map_or_else(|| at.to_string().into(), |of| self.constant_name(of, at));
                let names: Vec<Arc<str>> =
                    over.members.iter().map(|at| format!("{name}({})", shown(at)).into()).collect();
                made.constants.extend(names);
                made.constructors.push(Constructor { name: name.clone(), first, over });
            }
        }
        Ok(())
    }

    fn how_many(&mut self, expr: &Expr) -> Outcome<i64> {
        let n = match self.eval(expr)? {
            Value::Int(n) => n.max(0),
            Value::Set(set) => i64::try_from(set.members.size()).unwrap_or(i64::MAX),
            other => return fault(expr.span, format!("expected the number of constants, found {}", other.kind())),
        };
        self.step(n as u64, expr.span)?;
        Ok(n)
    }

    /// What an enum is made of, as the data say it.
    pub(super) fn given_parts(&self, given: &Given, span: Span) -> Outcome<Vec<EnumPart>> {
        match given {
            Given::Expr(expr, _) => {
                let mut parts = resolve::enum_parts(expr)?;
                for part in &mut parts {
                    if let EnumPart::Anonymous(expr) | EnumPart::Constructor(_, expr) = part {
                        resolve::resolve_data(self.parts, expr, &self.flat.meter)?;
                    }
                }
                Ok(parts)
            }
            Given::Value(Value::Array(array), _) => {
                let named = |cell: &Value| match cell {
                    Value::Str(name) => Ok((name.clone(), span)),
                    other => fault(span, format!("expected the name of an enum constant, found {}", other.kind())),
                };
                Ok(vec![EnumPart::Names(array.cells.iter().map(named).collect::<Outcome<_>>()?)])
            }
            Given::Value(other, _) => {
                fault(span, format!("expected the names of enum constants, found {}", other.kind()))
            }
        }
    }

    /// `C(x)` or `C^-1(x)`, for a number, a constant, a set or an array of them, known or not.
    pub(super) fn constructed(&mut self, name: &str, args: &[Expr], span: Span) -> Outcome<Value> {
        let (word, inverse) = name.strip_suffix(INVERSE).map_or((name, false), |word| (word, true));
        if args.is_empty() && !inverse {
            return self.all_constructed(word, span);
        }
        let [arg] = args else { return fault(span, format!("`{name}` takes one argument, found {}", args.len())) };
        let found = self.enums.iter().enumerate().find_map(|(of, made)| {
            let at = made.as_ref()?.constructors.iter().position(|c| &*c.name == word)?;
            Some((of as EnumId, made.clone()?, at))
        });
        let Some((of, made, at)) = found else {
            return fault(span, format!("no function or predicate `{name}` is known"));
        };
        let constructor = &made.constructors[at];
        let value = self.eval(arg)?;
        let numbers = Arc::new(Set { members: constructor.numbers(), of: Some(of) });
        match inverse {
            true => self.mapped(&value, &numbers, &constructor.over, arg.span),
            false => self.mapped(&value, &constructor.over, &numbers, arg.span),
        }
    }

    /// `C()`: all constants that a constructor makes.
    fn all_constructed(&self, name: &str, span: Span) -> Outcome<Value> {
        for (of, made) in self.enums.iter().enumerate() {
            let found = made.iter().flat_map(|made| &made.constructors).find(|c| &*c.name == name);
            if let Some(constructor) = found {
                return Ok(Value::Set(Arc::new(Set { members: constructor.numbers(), of: Some(of as EnumId) })));
            }
        }
        fault(span, format!("no function or predicate `{name}` is known"))
    }

    /// The member of `to` at the position that the value has in `from`.
    fn mapped(&mut self, value: &Value, from: &Arc<Set>, to: &Arc<Set>, span: Span) -> Outcome<Value> {
        if let (Some(own), Some(other)) = (from.of, self.enum_of(value))
            && own != other
        {
            return self.two_enums(own, other, span);
        }
        let put = |at: i64| to.of.map_or(Value::Int(at), |of| Value::Enum(of, at));
        match value {
            Value::Int(at) | Value::Enum(_, at) => match from.members.iter().position(|member| member == *at) {
                Some(position) => Ok(to.members.iter().nth(position).map_or(Value::Absent, put)),
                None => undefined(span, format!("{} is not in {}", self.show(value), self.show_set(from))),
            },
            Value::Set(set) => {
                let each = |at: i64| from.members.iter().position(|member| member == at);
                let positions: Option<Vec<usize>> = set.members.iter().map(each).collect();
                let Some(positions) = positions else { return undefined(span, "the set has other members") };
                let all: Vec<i64> = to.members.iter().collect();
                let members = Domain::from_values(positions.into_iter().map(|position| all[position]));
                Ok(Value::Set(Arc::new(Set { members, of: to.of })))
            }
            Value::Array(array) => {
                let cells = array.cells.iter().map(|cell| self.mapped(cell, from, to, span)).collect::<Outcome<_>>()?;
                Ok(Value::Array(Arc::new(Array { index: array.index.clone(), cells })))
            }
            Value::Optional(optional) => {
                let inner = self.mapped(&optional.value, from, to, span)?;
                Ok(super::option::optional(optional.occurs.clone(), inner))
            }
            Value::Absent => Ok(Value::Absent),
            value => self.shifted(value, from, to, span),
        }
    }

    fn shifted(&mut self, value: &Value, from: &Set, to: &Set, span: Span) -> Outcome<Value> {
        let (&[(lo, _)], &[(first, _)]) = (from.members.ranges(), to.members.ranges()) else {
            return unsupported(span, "constructors over sets with gaps for variables");
        };
        let inside = self.is_in(value, &from.members, span)?;
        self.require(inside);
        let mut sum = self.sum(value, span)?;
        let done = sum.add(1, &Sum::constant(first - lo)).and_then(|()| sum.tidy());
        self.at(span).checked(done)?;
        let Some(of) = to.of else { return Ok(self.number(from_sum(sum))) };
        // A variable of its own: what it equals may be of another enum, or a number.
        let var = self.at(span).either([&sum].into_iter());
        let done = sum.add(-1, &Sum::term(Term::Var(var))).and_then(|()| sum.tidy());
        self.at(span).checked(done)?;
        let equal = self.flat.compare(&sum, Cmp::Eq)?;
        self.flat.define(|flat| flat.post(equal));
        self.is_of(var, of);
        Ok(Value::Var(var))
    }
}
