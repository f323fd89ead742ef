//! The syntax tree: what the parser makes, with a span on every node.
//!
//! Operators of one precedence level that follow each other form one [`Kind::Chain`], so the depth of the tree is the depth
//! of the nesting the user wrote, not the length of a sum. Names get their [`Slot`] from the resolver; after that no name is
//! looked up as text.

use super::source::Span;
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: Kind,
    pub span: Span,
}

/// Where a name's value lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Unresolved,
    Global(u32),
    Local(u32),
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Int(i64),
    Bool(bool),
    Float(f64),
    Str(Arc<str>),
    /// Parts to be shown and joined: `"a\(x)b"`.
    Joined(Vec<Expr>),
    /// `_`, a value to be found.
    Unknown,
    Name(Arc<str>, Slot),
    Set(Vec<Expr>),
    Array(Vec<Expr>),
    /// `[| 1, 2 | 3, 4 |]`, `[| | 1 | 2 || 3 | 4 |]`: dimensions and cells in row-major order.
    Matrix(Vec<usize>, Vec<Expr>),
    /// `[body | generators]` or `{body | generators}`.
    Comprehension(Box<Comprehension>),
    Index(Box<Expr>, Vec<Expr>),
    /// `..` alone as an index: the whole dimension.
    Whole,
    Call(Arc<str>, Callee, Vec<Expr>),
    Unary(Op, Box<Expr>),
    Chain(Box<Expr>, Vec<Link>),
    If(Vec<(Expr, Expr)>, Option<Box<Expr>>),
    Let(Vec<LetItem>, Box<Expr>),
    Annotated(Box<Expr>, Vec<Expr>),
}

/// One more operand of a chain.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub op: Op,
    pub right: Expr,
}

/// What a call refers to, after resolving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Unresolved,
    /// Index of the group of user functions with this name.
    User(u32),
    /// Index into the table of built-in functions.
    Builtin(u32),
}

/// `[body | generators]`.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub set: bool,
    pub body: Expr,
    pub generators: Vec<Generator>,
}

/// `i, j in over where filter`, or `i = over`.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    pub names: Vec<(Arc<str>, u32)>,
    pub over: Expr,
    /// `i = expr` binds the name to the value itself.
    pub binds: bool,
    pub filter: Option<Expr>,
}

/// A declaration or a constraint in a `let`.
#[derive(Clone, Debug)]
pub(crate) enum LetItem {
    Declare(Declaration),
    Constraint(Expr),
}

/// Operators, unary and binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Iff,
    Implies,
    ImpliedBy,
    Or,
    Xor,
    And,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    In,
    Subset,
    Superset,
    Union,
    Diff,
    SymDiff,
    Intersect,
    Range,
    Plus,
    Minus,
    Times,
    Divide,
    Div,
    Mod,
    Pow,
    Concat,
    Default,
    Not,
    Neg,
}

/// A type such as `array[1..n] of var 1..3`.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    /// Index sets if it is an array.
    pub index: Option<Vec<Type>>,
    pub var: bool,
    pub set: bool,
    pub base: Base,
    pub span: Span,
}

/// What the elements of a type are.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    Int,
    Bool,
    Float,
    Str,
    Ann,
    /// `any`, or nothing said.
    Any,
    /// A set expression or the name of an enum.
    Domain(Box<Expr>),
}

/// `type: name :: annotations = value`.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub ty: Type,
    pub name: Arc<str>,
    pub slot: Slot,
    pub annotations: Vec<Expr>,
    pub value: Option<Expr>,
    pub span: Span,
}

/// A predicate, function, test or annotation.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Arc<str>,
    pub result: Type,
    pub params: Vec<Declaration>,
    pub body: Option<Expr>,
    pub span: Span,
    /// How many local slots a call needs; set by the resolver.
    pub n_slots: u32,
}

/// `enum Name = {A, B};` or `enum Name;`.
#[derive(Clone, Debug)]
pub(crate) struct EnumDecl {
    pub name: Arc<str>,
    pub value: Option<EnumValue>,
    pub span: Span,
}

/// How an enum is made.
#[derive(Clone, Debug)]
pub(crate) enum EnumValue {
    Names(Vec<(Arc<str>, Span)>),
    Anonymous(Expr),
}

/// What to look for.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    Satisfy,
    Minimise(Expr),
    Maximise(Expr),
}

/// An item of a model.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Include(Arc<str>, Span),
    Declare(Declaration),
    Assign(Arc<str>, Expr, Span),
    Constraint(Vec<Expr>, Expr),
    Solve(Vec<Expr>, Goal, Span),
    Output(Expr),
    Function(Function),
    Enum(EnumDecl),
}
