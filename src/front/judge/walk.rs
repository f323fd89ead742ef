//! The walk over the tree: every expression to its value, or to the reason why it has none.

use super::ground::{Cell, Ground};
use super::operator::number;
use super::tape::Tape;
use super::value::{Cells, Members, Span1, Val};
use crate::front::data::Data;
use crate::front::program::Parts;
use crate::front::source::Span;
use crate::front::syntax::{Expr, Field, Kind, Numbers};
use crate::search::Budget;
use std::sync::Arc;

/// Why there is no value.
#[derive(Debug)]
pub(super) enum Stop {
    /// A partial operation without a value, or something that does not hold: false in the nearest Boolean expression.
    Undefined(Span, String),
    /// Something that must hold does not.
    Broken(Span, String),
    /// The judge does not know.
    Unjudged(String),
}

pub(super) type Out<T> = Result<T, Box<Stop>>;

impl Stop {
    pub fn unjudged<T>(why: impl Into<String>) -> Out<T> {
        Err(Box::new(Stop::Unjudged(why.into())))
    }

    pub fn undefined<T>(span: Span, why: impl Into<String>) -> Out<T> {
        Err(Box::new(Stop::Undefined(span, why.into())))
    }

    pub fn broken<T>(span: Span, why: impl Into<String>) -> Out<T> {
        Err(Box::new(Stop::Broken(span, why.into())))
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self, Stop::Undefined(..))
    }

    pub fn why(self) -> String {
        match self {
            Stop::Undefined(_, why) | Stop::Broken(_, why) | Stop::Unjudged(why) => why,
        }
    }
}

/// A local name.
pub(super) struct Local {
    pub name: Arc<str>,
    pub value: Val,
    /// Whether it depends on variables.
    pub varies: bool,
    /// Between which bounds its declaration keeps it, where that is known.
    pub bounds: Option<Members>,
}

/// How deep evaluation may nest.
const DEEPEST: usize = 10_000;

/// The state of one walk.
pub(super) struct Walk<'a> {
    pub parts: &'a Parts,
    pub data: &'a Data,
    pub ground: &'a Ground,
    pub globals: Vec<Cell>,
    pub scope: Vec<Local>,
    /// Where the names of the function at work begin.
    pub base: usize,
    /// So many of them count only where the program has no such name: parameters, in the types of their function.
    pub n_hidden: usize,
    pub tape: Tape,
    depth: usize,
    steps: u64,
    /// The steps that are left when the budget is looked at again.
    next_look: u64,
    budget: Budget,
}

/// How many steps go by between two looks at the budget.
const EVERY: u64 = 8192;

impl<'a> Walk<'a> {
    pub fn new(parts: &'a Parts, data: &'a Data, ground: &'a Ground, steps: u64) -> Walk<'a> {
        let (globals, tape) = (ground.globals.clone(), Tape::default());
        Walk {
            parts,
            data,
            ground,
            globals,
            scope: Vec::new(),
            base: 0,
            n_hidden: 0,
            tape,
            depth: 0,
            steps,
            next_look: 0,
            budget: Budget::unlimited(),
        }
    }

    /// The same walk, ended when the budget is spent.
    pub fn within_budget(self, budget: &Budget) -> Walk<'a> {
        Walk { budget: budget.clone(), next_look: self.steps, ..self }
    }

    /// Counts work.
    pub fn step(&mut self, n: u64) -> Out<()> {
        match self.steps.checked_sub(n) {
            Some(left) => {
                self.steps = left;
                if left < self.next_look { self.look() } else { Ok(()) }
            }
            None => Stop::unjudged("it takes too many steps"),
        }
    }

    #[cold]
    fn look(&mut self) -> Out<()> {
        self.next_look = self.steps.saturating_sub(EVERY);
        self.budget.spent().map_or(Ok(()), |stop| Stop::unjudged(stop.word()))
    }

    /// The value of an expression; what is undefined inside a Boolean one makes it false.
    pub fn eval(&mut self, expr: &Expr) -> Out<Val> {
        self.step(1)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Stop::unjudged("it nests too deep");
        }
        let value = self.walk(expr);
        self.depth -= 1;
        match value {
            Err(stop) if stop.is_undefined() && self.is_bool(expr) => Ok(Val::Bool(false)),
            value => value,
        }
    }

    /// The truth of a Boolean expression.
    pub fn truth(&mut self, expr: &Expr) -> Out<bool> {
        match self.eval(expr) {
            Ok(Val::Bool(truth)) => Ok(truth),
            Ok(Val::Absent) => Ok(true),
            Ok(other) => Stop::unjudged(format!("expected a Boolean, found {}", other.kind())),
            Err(stop) if stop.is_undefined() => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    fn walk(&mut self, expr: &Expr) -> Out<Val> {
        match &expr.kind {
            Kind::Int(n) => Ok(Val::Int(*n)),
            Kind::Bool(b) => Ok(Val::Bool(*b)),
            Kind::Float(x) => Ok(Val::Float(*x)),
            Kind::Str(text) => Ok(Val::Str(text.clone())),
            Kind::Joined(parts) => self.joined(parts),
            Kind::Unknown => Ok(Val::Hole),
            Kind::Absent => Ok(Val::Absent),
            Kind::Open(lo, hi) => self.open_range(lo.as_deref(), hi.as_deref()),
            Kind::Tuple(parts) => Ok(Val::Tuple(self.all(parts)?.into())),
            Kind::Record(fields) => self.record(fields),
            Kind::Field(inner, field) => self.field(inner, field),
            Kind::Named(..) => Stop::unjudged("named arguments"),
            Kind::Name(name, _) => self.name(name),
            Kind::Set(members) => self.all(members).and_then(|cells| self.set_of(&cells)),
            Kind::Array(cells) => Ok(Val::list(self.all(cells)?)),
            Kind::Matrix(shape, cells) => self.matrix(shape, cells),
            Kind::Numbers(numbers) => Ok(numbers_of(numbers)),
            Kind::Comprehension(inner) => self.comprehension(inner),
            Kind::Index(array, args) => self.index(array, args, expr.span),
            Kind::Call(name, _, args) => self.call(name, args, expr.span),
            Kind::Unary(op, inner) => self.unary(*op, inner),
            Kind::Chain(first, links) => self.chain(first, links),
            Kind::If(branches, otherwise) => self.conditional(branches, otherwise.as_deref()),
            Kind::Let(items, body) => self.let_in(items, body),
            Kind::Annotated(inner, _) => self.eval(inner),
        }
    }

    pub fn all(&mut self, exprs: &[Expr]) -> Out<Vec<Val>> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    /// The local of this name that is nearest.
    pub fn local(&self, name: &str) -> Option<&Local> {
        let (hidden, seen) = self.scope[self.base..].split_at(self.n_hidden);
        let is_of_program = || self.parts.names.contains_key(name) || self.ground.constants.contains_key(name);
        let of = |locals: &'_ [Local]| locals.iter().rposition(|local| &*local.name == name);
        match (of(seen), of(hidden)) {
            (Some(at), _) => Some(&seen[at]),
            (None, Some(at)) if !is_of_program() => Some(&hidden[at]),
            (None, _) => None,
        }
    }

    pub fn name(&mut self, name: &Arc<str>) -> Out<Val> {
        if let Some(local) = self.local(name) {
            return Ok(local.value.clone());
        }
        if let Some((of, at)) = self.ground.constants.get(name) {
            return Ok(Val::Enum(*of, *at));
        }
        match self.parts.names.get(name) {
            Some(at) => self.global(*at as usize),
            None => Stop::unjudged(format!("`{name}` is not known")),
        }
    }

    pub fn bind(&mut self, name: &Arc<str>, value: Val, varies: bool, bounds: Option<Members>) {
        self.scope.push(Local { name: name.clone(), value, varies, bounds });
    }

    /// Runs something without the local names at hand.
    pub fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> Out<T>) -> Out<T> {
        let (base, n_hidden, top) = (self.base, self.n_hidden, self.scope.len());
        (self.base, self.n_hidden) = (top, 0);
        let out = f(self);
        self.scope.truncate(top);
        (self.base, self.n_hidden) = (base, n_hidden);
        out
    }

    /// Runs something whose local names end with it.
    pub fn inside<T>(&mut self, f: impl FnOnce(&mut Self) -> Out<T>) -> Out<T> {
        let top = self.scope.len();
        let out = f(self);
        self.scope.truncate(top);
        out
    }

    fn joined(&mut self, parts: &[Expr]) -> Out<Val> {
        let mut text = String::new();
        for part in parts {
            let value = self.eval(part)?;
            text.push_str(&self.shown(&value));
        }
        Ok(Val::Str(text.into()))
    }

    fn matrix(&mut self, shape: &[usize], cells: &[Expr]) -> Out<Val> {
        let index = shape.iter().map(|n| Span1::counted(*n)).collect();
        Ok(Val::Array(Arc::new(Cells { index, cells: self.all(cells)? })))
    }

    fn record(&mut self, fields: &[(Arc<str>, Expr)]) -> Out<Val> {
        let made = fields.iter().map(|(name, field)| Ok((name.clone(), self.eval(field)?))).collect::<Out<Vec<_>>>()?;
        Ok(Val::Record(made.into()))
    }

    fn field(&mut self, inner: &Expr, field: &Field) -> Out<Val> {
        let found = match (self.eval(inner)?, field) {
            (Val::Tuple(parts), Field::Position(at)) => at.checked_sub(1).and_then(|at| parts.get(at).cloned()),
            (Val::Record(fields), Field::Name(name)) => {
                fields.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone())
            }
            _ => None,
        };
        found.map_or_else(|| Stop::unjudged("there is no such field"), Ok)
    }

    /// A range without one end or both.
    fn open_range(&mut self, lo: Option<&Expr>, hi: Option<&Expr>) -> Out<Val> {
        let mut end = |end: Option<&Expr>, none: i64| end.map_or(Ok(none), |end| number(&self.eval(end)?));
        Ok(Val::set(Members::range(end(lo, i64::MIN)?, end(hi, i64::MAX)?)))
    }

    /// A set from its members, which are of one enum or numbers.
    pub fn set_of(&mut self, cells: &[Val]) -> Out<Val> {
        let mut numbers = Vec::with_capacity(cells.len());
        for cell in cells.iter().filter(|cell| **cell != Val::Absent) {
            match cell.number() {
                Some(number) => numbers.push(number),
                None => return Stop::unjudged(format!("a set of {}", cell.kind())),
            }
        }
        let of = cells.first().and_then(Val::enum_id).filter(|of| cells.iter().all(|c| c.enum_id() == Some(*of)));
        Ok(Val::set(Members { of, ..Members::of_list(numbers) }))
    }

    fn conditional(&mut self, branches: &[(Expr, Expr)], otherwise: Option<&Expr>) -> Out<Val> {
        for (condition, value) in branches {
            if self.truth(condition)? {
                return self.eval(value);
            }
        }
        otherwise.map_or(Ok(Val::Bool(true)), |value| self.eval(value))
    }

    /// A value as text, roughly as it is printed.
    pub fn shown(&self, value: &Val) -> String {
        let all = |cells: &[Val]| cells.iter().map(|cell| self.shown(cell)).collect::<Vec<_>>().join(", ");
        match value {
            Val::Int(n) => n.to_string(),
            Val::Bool(b) => b.to_string(),
            Val::Float(x) => format!("{x:?}"),
            Val::Str(text) => text.to_string(),
            Val::Enum(of, n) => self.constant(*of, *n),
            Val::Set(set) => match set.ranges.as_slice() {
                [(lo, hi)] if lo < hi && set.of.is_none() => format!("{lo}..{hi}"),
                _ => format!("{{{}}}", all(&set.iter().map(|n| set.value(n)).collect::<Vec<_>>())),
            },
            Val::Array(array) => format!("[{}]", all(&array.cells)),
            Val::Tuple(parts) => format!("({})", all(parts)),
            Val::Record(fields) => {
                let field = |(name, value): &(Arc<str>, Val)| format!("{name}: {}", self.shown(value));
                format!("({})", fields.iter().map(field).collect::<Vec<_>>().join(", "))
            }
            Val::Hole => "_".to_string(),
            Val::Absent => "<>".to_string(),
        }
    }

    fn constant(&self, of: u32, n: i64) -> String {
        let names = self.ground.enums.get(of as usize);
        let name = names.and_then(|names| names.get(usize::try_from(n - 1).ok()?));
        name.map_or_else(|| n.to_string(), |name| name.to_string())
    }
}

fn numbers_of(numbers: &Numbers) -> Val {
    let index = numbers.shape.iter().map(|n| Span1::counted(*n)).collect();
    Val::Array(Arc::new(Cells { index, cells: numbers.cells.iter().map(|number| Val::Int(*number)).collect() }))
}
