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
    /// `<>`, no value.
    Absent,
    Name(Arc<str>, Slot),
    Set(Vec<Expr>),
    Array(Vec<Expr>),
    /// `[| 1, 2 | 3, 4 |]`, `[| | 1 | 2 || 3 | 4 |]`: dimensions and cells in row-major order.
    Matrix(Vec<usize>, Vec<Expr>),
    /// A long list or matrix of plain numbers.
    Numbers(Arc<Numbers>),
    /// `[body | generators]` or `{body | generators}`.
    Comprehension(Box<Comprehension>),
    Index(Box<Expr>, Vec<Expr>),
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// `(name: a, other: b)`.
    Record(Vec<(Arc<str>, Expr)>),
    /// `x.1` or `x.name`.
    Field(Box<Expr>, Field),
    /// A range without one end or both: `..`, `3..`, `..n`. As an index it ends where the dimension does.
    Open(Option<Box<Expr>>, Option<Box<Expr>>),
    Call(Arc<str>, Callee, Vec<Expr>),
    /// `name: value`, as an argument.
    Named(Arc<str>, Box<Expr>),
    Unary(Op, Box<Expr>),
    Chain(Box<Expr>, Vec<Link>),
    If(Vec<(Expr, Expr)>, Option<Box<Expr>>),
    Let(Vec<LetItem>, Box<Expr>),
    Annotated(Box<Expr>, Vec<Expr>),
}

impl Declaration {
    /// The annotation of this name.
    pub fn note(&self, annotation: &str) -> Option<&Expr> {
        let named =
            |note: &&Expr| matches!(&note.kind, Kind::Name(name, _) | Kind::Call(name, ..) if &**name == annotation);
        self.annotations.iter().find(named)
    }

    /// Whether it has this annotation.
    pub fn is_noted(&self, annotation: &str) -> bool {
        self.note(annotation).is_some()
    }
}

/// One more operand of a chain.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub op: Op,
    pub right: Expr,
}

/// Ends the name of the inverse of a constructor: `C^-1(x)`.
pub(crate) const INVERSE: &str = "^-1";

/// Plain numbers in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// The length of each dimension.
    pub shape: Vec<usize>,
    pub cells: Vec<i64>,
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

/// A part of a tuple, from 1, or of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Position(usize),
    Name(Arc<str>),
}

/// `[body | generators]`, `{body | generators}` or `[key: body | generators]`.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub set: bool,
    /// The index of each element, if it is said.
    pub key: Option<Expr>,
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
    /// `a ..< b`: without the last.
    RangeBelow,
    /// `a <.. b`: without the first.
    AboveRange,
    /// `a <..< b`: without both.
    AboveRangeBelow,
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
    pub opt: bool,
    pub set: bool,
    pub base: Base,
    /// How many members a set has: a number or a set of numbers.
    pub card: Option<Box<Expr>>,
    /// The name that an index set gives its members, for the type of the elements.
    pub binds: Option<(Arc<str>, u32)>,
    pub span: Span,
}

impl Type {
    /// Parameters of a kind.
    pub fn plain(base: Base, span: Span) -> Type {
        Type { index: None, var: false, opt: false, set: false, base, card: None, binds: None, span }
    }
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
    /// `$T` or `$$E`: whatever fits, the same wherever the name stands.
    Variable(Arc<str>),
    /// A set expression, the name of an enum or of a type.
    Domain(Box<Expr>),
    Tuple(Vec<Type>),
    Record(Vec<(Arc<str>, Type)>),
    /// The elements are arrays themselves.
    Array(Box<Type>),
    /// `T ++ U`: two tuples or two records as one. Written out before anything is evaluated.
    Joined(Box<(Type, Type)>),
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
    /// Whether its body declares variables that it does not define; set by the resolver.
    pub makes_variables: bool,
}

impl Function {
    /// Whether it may be called with so many arguments: a parameter with a default need not be given.
    pub fn takes(&self, n_args: usize) -> bool {
        let needed = self.params.iter().filter(|param| param.value.is_none()).count();
        (needed..=self.params.len()).contains(&n_args)
    }
}

/// `enum Name = {A, B} ++ C(Other);` or `enum Name;`.
#[derive(Clone, Debug)]
pub(crate) struct EnumDecl {
    pub name: Arc<str>,
    pub value: Option<Vec<EnumPart>>,
    pub span: Span,
}

/// A part of what an enum is made of.
#[derive(Clone, Debug)]
pub(crate) enum EnumPart {
    /// `{A, B}`.
    Names(Vec<(Arc<str>, Span)>),
    /// `anon_enum(5)`, `_(1..5)`.
    Anonymous(Expr),
    /// `C(S)`: one constant for each member of a set.
    Constructor(Arc<str>, Expr),
}

/// What to look for.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    Satisfy,
    Minimise(Expr),
    Maximise(Expr),
}

/// An item of a model. Most are constraints; larger ones are boxed, so that a long model stays small.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Include(Arc<str>, Span),
    Declare(Box<Declaration>),
    Assign(Arc<str>, Expr, Span),
    Constraint(Vec<Expr>, Expr),
    Solve(Box<(Vec<Expr>, Goal, Span)>),
    /// `output :: "section" [...]`.
    Output(Option<Arc<str>>, Expr),
    Function(Box<Function>),
    Enum(Box<EnumDecl>),
    /// `type Name = ...`.
    Alias(Arc<str>, Box<Type>, Span),
}
