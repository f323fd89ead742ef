//! Whether an expression depends on variables by what it mentions, whatever is known of them by now.
//!
//! An element of an array whose condition depends on variables is there, as `<>`, also where the condition is known to be false:
//! how long the array is, and what stands where, must not hang on what somebody could draw from the domains.

use super::Evaluator;
use crate::front::program::Definition;
use crate::front::syntax::{Base, Comprehension, Declaration, Expr, Generator, Kind, LetItem, Op, Slot};
use crate::front::value::Value;

/// Built-in functions that speak of the form of their arguments, or of what is known of them.
const KNOWN: &[&str] =
    &["fix", "is_fixed", "has_bounds", "has_ub_set", "length", "lb", "ub", "dom", "lb_array", "ub_array", "dom_array"];

impl Evaluator<'_> {
    /// Whether some filter depends on variables.
    pub(super) fn filters_vary(&self, generators: &[Generator]) -> bool {
        let all: Vec<&Generator> = generators.iter().collect();
        generators.iter().filter_map(|generator| generator.filter.as_ref()).any(|filter| self.varies(filter, &all))
    }

    /// Whether a filter that does not hold leaves out the element: not if all of it that is false depends on variables.
    pub(super) fn leaves_out(&mut self, filter: &Expr, generators: &[Generator]) -> bool {
        let generators: &[&Generator] = &generators.iter().collect::<Vec<_>>();
        if self.solution.is_some() || !self.varies(filter, generators) {
            return true;
        }
        let known: Vec<&Expr> = conjuncts(filter).into_iter().filter(|part| !self.varies(part, generators)).collect();
        known.into_iter().any(|part| !matches!(self.truth(part), Ok(Some(true))))
    }

    /// Whether an expression depends on variables; `generators` are those of the comprehension that it is in.
    fn varies(&self, expr: &Expr, generators: &[&Generator]) -> bool {
        let varies = |expr: &Expr| self.varies(expr, generators);
        match &expr.kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::Float(_) | Kind::Str(_) | Kind::Absent | Kind::Numbers(_) => false,
            Kind::Unknown => true,
            Kind::Name(_, slot) => self.name_varies(*slot, generators),
            Kind::Call(name, ..) if KNOWN.contains(&&**name) || name.starts_with("index_set") => false,
            Kind::Call(_, _, args) => args.iter().any(varies),
            Kind::Joined(parts)
            | Kind::Set(parts)
            | Kind::Array(parts)
            | Kind::Matrix(_, parts)
            | Kind::Tuple(parts) => parts.iter().any(varies),
            Kind::Record(fields) => fields.iter().any(|(_, field)| varies(field)),
            Kind::Field(inner, _) | Kind::Named(_, inner) | Kind::Unary(_, inner) | Kind::Annotated(inner, _) => {
                varies(inner)
            }
            Kind::Open(lo, hi) => lo.iter().chain(hi).any(|end| varies(end)),
            Kind::Comprehension(inner) => self.comprehension_varies(inner, generators),
            Kind::Index(array, args) => varies(array) || args.iter().any(varies),
            Kind::Chain(first, links) => varies(first) || links.iter().any(|link| varies(&link.right)),
            Kind::If(branches, otherwise) => {
                branches.iter().any(|(condition, value)| varies(condition) || varies(value))
                    || otherwise.as_ref().is_some_and(|value| varies(value))
            }
            Kind::Let(items, body) => items.iter().any(|item| self.item_varies(item, generators)) || varies(body),
        }
    }

    fn comprehension_varies(&self, inner: &Comprehension, generators: &[&Generator]) -> bool {
        let all: Vec<&Generator> = generators.iter().copied().chain(&inner.generators).collect();
        let filters = inner.generators.iter().filter_map(|generator| generator.filter.as_ref());
        let overs = inner.generators.iter().map(|generator| &generator.over);
        std::iter::once(&inner.body).chain(filters).chain(overs).any(|expr| self.varies(expr, &all))
    }

    fn item_varies(&self, item: &LetItem, generators: &[&Generator]) -> bool {
        match item {
            LetItem::Declare(decl) => decl.ty.var || decl.value.as_ref().is_some_and(|it| self.varies(it, generators)),
            LetItem::Constraint(expr) => self.varies(expr, generators),
        }
    }

    /// A name of a generator varies as what it runs over; of other local names the value tells.
    fn name_varies(&self, slot: Slot, generators: &[&Generator]) -> bool {
        match slot {
            Slot::Global(at) => match &self.parts.globals[at as usize].definition {
                Definition::Declared(decl) => self.declared_varying(decl),
                Definition::Enum(_) | Definition::Constant => false,
            },
            Slot::Local(at) => {
                let is_of = |generator: &&&Generator| generator.names.iter().any(|(_, slot)| *slot == at);
                match generators.iter().rev().find(is_of) {
                    Some(generator) => self.varies(&generator.over, &[]),
                    None => self.locals.get(self.base + at as usize).is_some_and(is_open),
                }
            }
            Slot::Unresolved => false,
        }
    }

    fn declared_varying(&self, decl: &Declaration) -> bool {
        let is_open = matches!(decl.ty.base, Base::Any | Base::Variable(_));
        decl.ty.var || is_open && decl.value.as_ref().is_some_and(|value| self.varies(value, &[]))
    }
}

/// Whether a value depends on variables; of a long array the beginning tells.
fn is_open(value: &Value) -> bool {
    const MANY: usize = 4096;
    match value {
        Value::Array(array) => array.cells.iter().take(MANY).any(Value::is_var),
        value => value.is_var(),
    }
}

/// The parts of a conjunction.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::And) => {
            std::iter::once(&**first).chain(links.iter().map(|link| &link.right)).flat_map(conjuncts).collect()
        }
        _ => vec![expr],
    }
}
