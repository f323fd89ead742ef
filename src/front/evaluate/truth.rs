//! Whether an expression is Boolean by its form, so that it is a context for definedness.
//!
//! Operators, calls and `let` are such contexts. So is an access to an array of Booleans and a call of an overloaded
//! predicate, but that shows only when the array is there or the function is chosen. A name or an `if` is no context: what
//! is undefined in its condition belongs there, what is undefined in a branch to the expression around.
//!
//! What a `let` stands for is as Boolean as its body. A name in it has a declaration: of the whole program, or of this `let`
//! or one in it. All other names (of a `let`, a function or a generator around it) have a value by now, which tells.

use super::Evaluator;
use crate::front::builtin;
use crate::front::program::{Definition, Parts};
use crate::front::syntax::{Base, Callee, Declaration, Expr, Field, Function, Kind, LetItem, Op, Slot, Type};
use crate::front::value::Value;

impl Evaluator<'_> {
    /// Whether an expression is a Boolean context by its form.
    pub(super) fn is_boolean(&self, expr: &Expr) -> bool {
        Sight { parts: self.parts, frame: &self.locals[self.base..], items: &[], outer: None }.is_boolean(expr)
    }
}

/// What is known where an expression stands.
#[derive(Clone, Copy)]
struct Sight<'a> {
    parts: &'a Parts,
    /// The values of local names, but for those that are declared further in.
    frame: &'a [Value],
    /// The items of the nearest `let` that was entered by looking.
    items: &'a [LetItem],
    outer: Option<&'a Sight<'a>>,
}

/// What tells whether something is Boolean.
enum Known<'a> {
    /// A type, and whether one element of the array is meant.
    Type(&'a Type, bool),
    Value(&'a Value),
    /// Nothing but the expression that gives it its value.
    Defined(&'a Expr),
}

impl<'a> Sight<'a> {
    fn is_boolean(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Chain(first, links) if links[0].op == Op::Default => {
                let mut operands = std::iter::once(&**first).chain(links.iter().map(|link| &link.right));
                operands.any(|operand| self.has_truth_value(operand))
            }
            Kind::Chain(_, links) => is_boolean_operator(links[0].op),
            Kind::Unary(op, _) => *op == Op::Not,
            Kind::Call(_, Callee::Builtin(index), _) => builtin::TABLE[*index as usize].boolean,
            Kind::Call(_, Callee::User(group), args) => {
                let mut candidates = candidates(self.parts, *group, args.len()).peekable();
                candidates.peek().is_some() && candidates.all(|function| self.gives_truth_value(function, args))
            }
            Kind::Let(items, body) => Sight { items, outer: Some(self), ..*self }.has_truth_value(body),
            Kind::Field(inner, field) => match part(inner, field) {
                Some(part) => self.has_truth_value(part),
                None => self.known(expr).is_some_and(|known| self.holds_truth(&known)),
            },
            _ => false,
        }
    }

    /// Whether a call of the function is Boolean: by its result, or where that is `$T`, by the arguments that are `$T`.
    fn gives_truth_value(&self, function: &Function, args: &[Expr]) -> bool {
        let Some(variable) = plain_variable(&function.result) else { return is_boolean_type(&function.result) };
        let mut same = function
            .params
            .iter()
            .zip(args)
            .filter(|(param, _)| plain_variable(&param.ty) == Some(variable))
            .peekable();
        same.peek().is_some() && same.all(|(_, arg)| self.has_truth_value(arg))
    }

    /// Whether the value is Boolean: a context by its form, or something known to be so.
    fn has_truth_value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Bool(_) => true,
            Kind::Name(..) | Kind::Index(..) => self.known(expr).is_some_and(|known| self.holds_truth(&known)),
            Kind::If(branches, _) => branches.iter().all(|(_, value)| self.has_truth_value(value)),
            Kind::Annotated(inner, _) => self.has_truth_value(inner),
            _ => self.is_boolean(expr),
        }
    }

    fn holds_truth(&self, known: &Known<'_>) -> bool {
        match known {
            Known::Type(ty, element) => has_boolean_cells(ty) && (*element || ty.index.is_none()),
            Known::Value(value) => value.is_bool(),
            Known::Defined(expr) => self.has_truth_value(expr),
        }
    }

    fn known(&self, expr: &Expr) -> Option<Known<'a>> {
        match &expr.kind {
            Kind::Name(_, Slot::Global(at)) => match &self.parts.globals[*at as usize].definition {
                Definition::Declared(decl) => of_declaration(decl),
                Definition::Enum(_) | Definition::Constant => None,
            },
            Kind::Name(_, slot @ Slot::Local(at)) => match self.declaration(*slot) {
                Some(decl) => of_declaration(decl),
                None => self.frame.get(*at as usize).map(Known::Value),
            },
            Kind::Index(array, args) if !args.iter().any(is_slice) => self.known(array)?.element(),
            Kind::Field(inner, field) => self.known(inner)?.field(field),
            _ => None,
        }
    }

    fn declaration(&self, slot: Slot) -> Option<&'a Declaration> {
        let declared = |item: &'a LetItem| match item {
            LetItem::Declare(decl) if decl.slot == slot => Some(decl),
            _ => None,
        };
        self.items.iter().find_map(declared).or_else(|| self.outer?.declaration(slot))
    }
}

/// A part of a tuple or record that is written out.
fn part<'e>(whole: &'e Expr, field: &Field) -> Option<&'e Expr> {
    match (&whole.kind, field) {
        (Kind::Tuple(parts), Field::Position(at)) => parts.get(at.checked_sub(1)?),
        (Kind::Record(fields), Field::Name(name)) => fields.iter().find(|(other, _)| other == name).map(|(_, e)| e),
        _ => None,
    }
}

fn of_declaration(decl: &Declaration) -> Option<Known<'_>> {
    match (&decl.ty.base, &decl.value) {
        (Base::Any | Base::Variable(_), Some(value)) if decl.ty.index.is_none() => Some(Known::Defined(value)),
        _ => Some(Known::Type(&decl.ty, false)),
    }
}

impl<'a> Known<'a> {
    fn element(self) -> Option<Known<'a>> {
        match self {
            Known::Type(ty, false) => Some(Known::Type(ty, true)),
            Known::Value(Value::Array(array)) => array.cells.first().map(Known::Value),
            _ => None,
        }
    }

    fn field(self, field: &Field) -> Option<Known<'a>> {
        match (self, field) {
            (Known::Type(ty, element), _) if !element && ty.index.is_some() => None,
            (Known::Type(Type { base: Base::Tuple(parts), .. }, _), Field::Position(at)) => {
                parts.get(at.checked_sub(1)?).map(|ty| Known::Type(ty, false))
            }
            (Known::Type(Type { base: Base::Record(fields), .. }, _), Field::Name(name)) => {
                fields.iter().find(|(other, _)| other == name).map(|(_, ty)| Known::Type(ty, false))
            }
            (Known::Value(Value::Tuple(parts)), Field::Position(at)) => parts.get(at.checked_sub(1)?).map(Known::Value),
            (Known::Value(Value::Record(fields)), Field::Name(name)) => {
                fields.iter().find(|(other, _)| other == name).map(|(_, value)| Known::Value(value))
            }
            _ => None,
        }
    }
}

/// The functions of a group that take so many arguments.
fn candidates(parts: &Parts, group: u32, n_args: usize) -> impl Iterator<Item = &Function> {
    parts.functions[group as usize].iter().filter(move |function| function.takes(n_args))
}

/// Whether some functions of a group with so many parameters are Boolean and others are not.
pub(super) fn is_mixed(parts: &Parts, group: u32, n_args: usize) -> bool {
    let is_boolean = |function: &Function| is_boolean_type(&function.result);
    candidates(parts, group, n_args).any(is_boolean) && !candidates(parts, group, n_args).all(is_boolean)
}

/// Whether every function of a group with so many parameters is a predicate with a body.
pub(super) fn is_predicate(parts: &Parts, group: u32, n_args: usize) -> bool {
    candidates(parts, group, n_args).all(|function| is_boolean_type(&function.result) && function.body.is_some())
}

/// A single Boolean.
pub(super) fn is_boolean_type(ty: &Type) -> bool {
    ty.index.is_none() && has_boolean_cells(ty)
}

/// The name of the type variable that a single value has for its type.
fn plain_variable(ty: &Type) -> Option<&str> {
    match &ty.base {
        Base::Variable(name) if ty.index.is_none() && !ty.set && !ty.opt => Some(name),
        _ => None,
    }
}

fn is_boolean_operator(op: Op) -> bool {
    use Op::*;
    matches!(op, Iff | Implies | ImpliedBy | Or | Xor | And | Lt | Le | Gt | Ge | Eq | Ne | In | Subset | Superset)
}

fn has_boolean_cells(ty: &Type) -> bool {
    !ty.set && !ty.opt && matches!(ty.base, Base::Bool)
}

/// An index that is a set by its form.
pub(super) fn is_slice(index: &Expr) -> bool {
    match &index.kind {
        Kind::Open(..) | Kind::Set(_) => true,
        Kind::Chain(_, links) => {
            matches!(links[0].op, Op::Range | Op::RangeBelow | Op::AboveRange | Op::AboveRangeBelow)
        }
        _ => false,
    }
}
