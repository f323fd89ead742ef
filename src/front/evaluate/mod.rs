//! The tree walk: expressions to values, constraints to the model.
//!
//! Parameters and variables go the same way; an operator folds what is known and builds a sum or a formula of the rest.
//! A partial operation hands a definedness condition to [`Evaluator::require`]: at the root of a constraint it is stated at
//! once, elsewhere it waits in `pending` until the nearest Boolean expression around it, which it joins. A partial operation
//! on parameters that has no value is an error marked `undefined`, which the same Boolean expression turns into `false`.

pub(crate) mod access;
mod call;
mod compare;
mod compound;
mod comprehension;
mod conditional;
mod construct;
mod declare;
mod enums;
mod float_set;
mod fresh;
mod instantiate;
mod lexicographic;
mod members;
mod naming;
mod open_set;
mod operator;
pub(crate) mod option;
mod overload;
mod pass;
mod path;
mod repeated;
mod search;
mod set;
mod show;
mod state;
mod truth;
mod varying;

use super::diagnostic::{Outcome, fault};
use super::flatten::Flat;
use super::formula::Formula;
use super::program::Parts;
use super::source::Span;
use super::sum::{Sum, Term};
use super::syntax::{Expr, Kind, Numbers, Slot};
use super::value::{Array, EnumId, Index, Value};
use crate::model::{Assignment, Var};
use crate::search::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

pub(crate) use construct::EnumValue;
pub(crate) use instantiate::{Built, instantiate, instantiate_once};
pub(crate) use operator::float;
pub(crate) use set::{Members, set};
pub(crate) use show::is_plain_name;

/// How deep evaluation may nest; the stack of [`super::deep`] is large enough for it.
const MAX_DEPTH: usize = 20_000;
/// How many steps of comprehensions, sets and arrays one instantiation may take.
const MAX_STEPS: u64 = 50_000_000;

/// The value of a global name.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    Waiting,
    Working,
    Ready(Value),
}

/// The state of one walk.
pub(crate) struct Evaluator<'p> {
    pub parts: &'p Parts,
    pub globals: Vec<Cell>,
    /// Values of parameters from the data.
    pub given: Vec<Option<super::data::Given>>,
    /// Values that are claimed of variables with a definition.
    claimed: Vec<(u32, super::data::Given)>,
    pub enums: Vec<Option<Arc<EnumValue>>>,
    /// What enums are made of, from the data.
    pub enum_data: FxHashMap<EnumId, Vec<super::syntax::EnumPart>>,
    pub flat: Flat,
    /// The enum that an integer variable's values belong to.
    pub enum_vars: FxHashMap<Var, EnumId>,
    /// In output: the solution to look variables up in.
    pub solution: Option<&'p Assignment>,
    locals: Vec<Value>,
    base: usize,
    /// Definedness conditions waiting for a Boolean context.
    pending: Vec<Formula>,
    /// Whether what is being evaluated must be true (or is part of something that must).
    pub root: bool,
    /// Whether what is being evaluated is in a Boolean that is nowhere denied: if some values of local variables make it true,
    /// it may be taken as true.
    pub positive: bool,
    /// Whether the Boolean that is evaluated next is no more denied than the one it is a part of.
    granted: bool,
    /// Conditions with variables from `where`.
    conditions: Vec<Formula>,
    depth: usize,
    steps: u64,
    pub notes: Vec<String>,
    /// What `trace_stdout` was told to print.
    pub printed: String,
    /// Local variables without a definition, by their declaration, for the judge of the file to try first.
    pub free: Vec<(Span, Value)>,
    /// Declarations whose variables the judge may meet in another order, and cannot try out.
    loose: FxHashSet<Span>,
    /// The calls of functions that are being evaluated, each with the frame it was made in.
    calls: Vec<(Span, usize)>,
    /// Calls of functions that make variables.
    repeated: repeated::Repeated,
    /// Local values that the output shows, by the way to them.
    pub shown: Vec<(String, Value)>,
}

impl<'p> Evaluator<'p> {
    pub fn new(parts: &'p Parts, budget: &Budget) -> Evaluator<'p> {
        Evaluator {
            parts,
            globals: vec![Cell::Waiting; parts.globals.len()],
            given: vec![None; parts.globals.len()],
            claimed: Vec::new(),
            enums: vec![None; parts.enums.len()],
            enum_data: FxHashMap::default(),
            flat: Flat::within(budget),
            enum_vars: FxHashMap::default(),
            solution: None,
            locals: vec![Value::Unknown; parts.n_slots as usize],
            base: 0,
            pending: Vec::new(),
            root: true,
            positive: false,
            granted: false,
            conditions: Vec::new(),
            depth: 0,
            steps: 0,
            notes: Vec::new(),
            printed: String::new(),
            free: Vec::new(),
            loose: FxHashSet::default(),
            calls: Vec::new(),
            repeated: repeated::Repeated::default(),
            shown: Vec::new(),
        }
    }

    /// An evaluator for output: names stand for their values in a solution.
    pub fn showing(parts: &'p Parts, built: &Built, solution: &'p Assignment, budget: &Budget) -> Evaluator<'p> {
        let mut ev = Evaluator::new(parts, budget);
        ev.globals.clone_from(&built.globals);
        ev.enums.clone_from(&built.enums);
        ev.enum_vars.clone_from(&built.enum_vars);
        ev.solution = Some(solution);
        ev.shown.clone_from(&built.shown);
        ev
    }

    /// The value of a global, in output under the solution.
    pub fn value_of(&mut self, at: u32) -> Outcome<Value> {
        self.global(at, self.parts.globals[at as usize].span)
    }

    /// The value of an expression.
    pub fn eval(&mut self, expr: &Expr) -> Outcome<Value> {
        match &expr.kind {
            Kind::Int(value) => Ok(Value::Int(*value)),
            Kind::Name(name, slot) => self.name(name, *slot, expr.span),
            _ if self.is_boolean(expr) => self.boolean(expr, false),
            _ => self.nested(expr),
        }
    }

    /// The value of a Boolean expression, with the definedness of its parts. `root` if it must be true.
    pub fn boolean(&mut self, expr: &Expr, root: bool) -> Outcome<Value> {
        match &expr.kind {
            Kind::Bool(value) => Ok(Value::Bool(*value)),
            Kind::Index(array, args) if root => self.index(array, args, expr.span, true),
            Kind::If(branches, otherwise) if root || self.granted => {
                let (otherwise, span) = (otherwise.as_deref(), expr.span);
                self.context(root, span, |ev| ev.conditional(branches, otherwise, Some(root), span))
            }
            _ => self.context(root, expr.span, |ev| ev.nested(expr)),
        }
    }

    /// The same, as a part of another Boolean that is true the sooner, the sooner this one is.
    pub fn part(&mut self, expr: &Expr) -> Outcome<Value> {
        self.granting(self.positive, |ev| ev.boolean(expr, false))
    }

    /// The Boolean that `f` begins with is no more denied than what is around, if that is so.
    fn granting<T>(&mut self, granted: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        self.granted = granted;
        let out = f(self);
        self.granted = false;
        out
    }

    /// A Boolean context: what is undefined in it is false. `root` if it must be true.
    fn context(&mut self, root: bool, span: Span, f: impl FnOnce(&mut Self) -> Outcome<Value>) -> Outcome<Value> {
        let mark = self.pending.len();
        let positive = std::mem::take(&mut self.granted) || root;
        let outer = (self.root, self.positive);
        (self.root, self.positive) = (root, positive);
        let value = f(self);
        (self.root, self.positive) = outer;
        match value {
            Err(fault) if fault.is_undefined() => {
                self.pending.truncate(mark);
                Ok(Value::Bool(false))
            }
            Ok(value) if self.pending.len() > mark => {
                let truth = self.formula(value, span)?;
                let defined = self.pending.split_off(mark);
                Ok(from_formula(Formula::and(defined.into_iter().chain([truth]))))
            }
            value => value,
        }
    }

    /// Evaluate something that need not be defined: its value, and what must hold for it to have one.
    fn captured<T>(&mut self, f: impl FnOnce(&mut Self) -> Outcome<T>) -> (Outcome<T>, Vec<Formula>) {
        let mark = self.pending.len();
        let outer = (self.root, self.positive);
        (self.root, self.positive) = (false, false);
        let value = f(self);
        (self.root, self.positive) = outer;
        (value, self.pending.split_off(mark.min(self.pending.len())))
    }

    /// A known truth value.
    pub fn truth(&mut self, expr: &Expr) -> Outcome<Option<bool>> {
        match self.boolean(expr, false)? {
            Value::Bool(value) => Ok(Some(value)),
            Value::Atom(_) | Value::Formula(_) => Ok(None),
            other => fault(expr.span, format!("expected a Boolean, found {}", other.kind())),
        }
    }

    /// State a definedness condition in the nearest Boolean context.
    pub fn require(&mut self, condition: Formula) {
        match condition {
            Formula::Const(true) => {}
            condition if self.root => self.flat.post(condition),
            condition => self.pending.push(condition),
        }
    }

    fn nested(&mut self, expr: &Expr) -> Outcome<Value> {
        self.flat.meter.tick(1)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fault(
                expr.span,
                format!("evaluation is nested more than {MAX_DEPTH} deep: is there an endless recursion?"),
            );
        }
        let value = self.walk(expr);
        self.depth -= 1;
        value
    }

    fn walk(&mut self, expr: &Expr) -> Outcome<Value> {
        match &expr.kind {
            Kind::Int(value) => Ok(Value::Int(*value)),
            Kind::Bool(value) => Ok(Value::Bool(*value)),
            Kind::Float(value) => Ok(Value::Float(*value)),
            Kind::Str(text) => Ok(Value::Str(text.clone())),
            Kind::Joined(parts) => self.joined(parts),
            Kind::Unknown => Ok(Value::Unknown),
            Kind::Absent => Ok(Value::Absent),
            Kind::Named(name, _) => fault(expr.span, format!("`{name}:` names an argument, which is not wanted here")),
            Kind::Open(lo, hi) => self.open_range(lo.as_deref(), hi.as_deref()),
            Kind::Tuple(parts) => self.tuple(parts),
            Kind::Record(fields) => self.record(fields),
            Kind::Field(inner, field) => self.field(inner, field, expr.span),
            Kind::Name(name, slot) => self.name(name, *slot, expr.span),
            Kind::Set(members) => self.set_literal(members),
            Kind::Array(cells) => self.array_literal(cells),
            Kind::Matrix(shape, cells) => self.matrix(shape, cells),
            Kind::Numbers(numbers) => self.numbers(numbers),
            Kind::Comprehension(inner) => self.comprehension(inner, expr.span),
            Kind::Index(array, args) => self.index(array, args, expr.span, false),
            Kind::Call(name, callee, args) => self.call(name, *callee, args, expr.span),
            Kind::Unary(op, inner) => self.unary(*op, inner, expr.span),
            Kind::Chain(first, links) => self.chain(first, links, expr.span),
            Kind::If(branches, otherwise) => self.conditional(branches, otherwise.as_deref(), None, expr.span),
            Kind::Let(items, body) => self.let_in(items, body),
            Kind::Annotated(inner, _) => self.nested(inner),
        }
    }

    fn name(&mut self, name: &str, slot: Slot, span: Span) -> Outcome<Value> {
        match slot {
            Slot::Local(at) => Ok(self.locals[self.base + at as usize].clone()),
            Slot::Global(at) => match &self.globals[at as usize] {
                Cell::Ready(value) if self.solution.is_none() => Ok(value.clone()),
                _ => self.global(at, span),
            },
            Slot::Unresolved => match self.parts.names.get(name) {
                Some(at) => self.name(name, Slot::Global(*at), span),
                None => self.constant_named(name, span),
            },
        }
    }

    /// A constant of an enum that only the data mentions.
    fn constant_named(&self, name: &str, span: Span) -> Outcome<Value> {
        for (of, found) in self.enums.iter().enumerate() {
            let at = found.as_ref().and_then(|e| e.constants.iter().position(|c| &**c == name));
            if let Some(at) = at {
                return Ok(Value::Enum(of as EnumId, at as i64 + 1));
            }
        }
        fault(span, format!("`{name}` is not declared"))
    }

    fn set_local(&mut self, slot: u32, value: Value) {
        let at = self.base + slot as usize;
        self.locals[at] = value;
    }

    /// Run something in a fresh frame of locals and at the root, as for a global that is needed for the first time.
    fn outside<T>(&mut self, n_slots: u32, span: Span, f: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let before = self.flat.book.as_mut().map(|book| book.begin_outside(span));
        let (base, root) = (self.base, std::mem::replace(&mut self.root, true));
        let pending = std::mem::take(&mut self.pending);
        let conditions = std::mem::take(&mut self.conditions);
        let label = self.flat.label.take();
        let hints = std::mem::take(&mut self.flat.hints);
        let call = self.put_call_aside();
        let out = self.framed(n_slots, f);
        self.take_call_up(call);
        (self.base, self.root, self.pending, self.conditions) = (base, root, pending, conditions);
        (self.flat.label, self.flat.hints) = (label, hints);
        if let (Some(book), Some(before)) = (&mut self.flat.book, before) {
            book.end(before);
        }
        out
    }

    /// Run something with a fresh frame of locals.
    fn framed<T>(&mut self, n_slots: u32, f: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let (base, depth) = (self.base, self.depth);
        self.base = self.locals.len();
        self.locals.resize(self.base + n_slots as usize, Value::Unknown);
        let out = f(self);
        self.locals.truncate(self.base);
        (self.base, self.depth) = (base, depth);
        out
    }

    /// Count steps of work, and stop when there are too many or the budget is spent.
    pub fn step(&mut self, n: u64, span: Span) -> Outcome<()> {
        self.flat.meter.tick(n)?;
        self.steps = self.steps.saturating_add(n);
        match self.steps > MAX_STEPS {
            true => fault(span, format!("the model is too large: more than {MAX_STEPS} elements are generated")),
            false => Ok(()),
        }
    }

    fn eval_all(&mut self, exprs: &[Expr]) -> Outcome<Vec<Value>> {
        self.flat.meter.tick(exprs.len() as u64)?;
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    fn array_literal(&mut self, cells: &[Expr]) -> Outcome<Value> {
        let cells = self.eval_all(cells)?;
        Ok(Value::Array(Arc::new(Array::list(self.one_kind(cells)))))
    }

    fn matrix(&mut self, shape: &[usize], cells: &[Expr]) -> Outcome<Value> {
        let cells = self.eval_all(cells)?;
        let cells = self.one_kind(cells);
        let index = shape.iter().map(|n| Index::counted(1, *n)).collect();
        Ok(Value::Array(Arc::new(Array { index, cells })))
    }

    fn numbers(&mut self, numbers: &Numbers) -> Outcome<Value> {
        self.flat.meter.tick(numbers.cells.len() as u64)?;
        let index = numbers.shape.iter().map(|n| Index::counted(1, *n)).collect();
        let cells = numbers.cells.iter().map(|number| Value::Int(*number)).collect();
        Ok(Value::Array(Arc::new(Array { index, cells })))
    }

    /// A number, known or not, as a sum.
    pub fn sum(&mut self, value: &Value, span: Span) -> Outcome<Sum> {
        match value {
            Value::Int(value) | Value::Enum(_, value) => Ok(Sum::constant(*value)),
            Value::Bool(value) => Ok(Sum::constant((*value).into())),
            Value::Var(var) => Ok(Sum::term(Term::Var(*var))),
            Value::Atom(atom) => Ok(Sum::term(Term::Atom(*atom))),
            Value::Sum(sum) => Ok((**sum).clone()),
            Value::Formula(formula) => Ok(Sum::term(Term::Atom(self.flat.whole(formula)))),
            Value::Unknown => {
                let found = self.anyone(false);
                self.sum(&found, span)
            }
            other => fault(span, format!("expected an integer, found {}", other.kind())),
        }
    }

    /// A Boolean, known or not, as a formula.
    pub fn formula(&mut self, value: Value, span: Span) -> Outcome<Formula> {
        match value {
            Value::Bool(value) => Ok(Formula::Const(value)),
            Value::Atom(atom) => Ok(Formula::Atom(atom)),
            Value::Formula(formula) => Ok(Arc::unwrap_or_clone(formula)),
            other => fault(span, format!("expected a Boolean, found {}", other.kind())),
        }
    }
}

/// A sum as a value: an integer if nothing in it is open.
pub(crate) fn from_sum(sum: Sum) -> Value {
    match sum.terms.as_slice() {
        [] => Value::Int(sum.constant),
        [(1, Term::Var(var))] if sum.constant == 0 => Value::Var(*var),
        _ => Value::Sum(Arc::new(sum)),
    }
}

/// A formula as a value: a Boolean if nothing in it is open.
pub(crate) fn from_formula(formula: Formula) -> Value {
    match formula {
        Formula::Const(value) => Value::Bool(value),
        Formula::Atom(atom) => Value::Atom(atom),
        formula => Value::Formula(Arc::new(formula)),
    }
}
