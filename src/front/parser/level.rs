//! The operators by how tightly they bind.

use crate::front::syntax::Op;

/// Levels from loose to tight, with their operators. Levels marked `false` do not chain.
pub(super) const LEVELS: &[(bool, &[(&str, Operator)])] = &[
    (true, &[("<->", Is(Op::Iff))]),
    (true, &[("->", Is(Op::Implies)), ("<-", Is(Op::ImpliedBy))]),
    (true, &[("\\/", Is(Op::Or)), ("xor", Is(Op::Xor))]),
    (true, &[("/\\", Is(Op::And))]),
    (
        false,
        &[
            ("<", Is(Op::Lt)),
            ("<=", Is(Op::Le)),
            (">", Is(Op::Gt)),
            (">=", Is(Op::Ge)),
            ("=", Is(Op::Eq)),
            ("==", Is(Op::Eq)),
            ("!=", Is(Op::Ne)),
            ("~=", Calls("~=")),
            ("~!=", Calls("~!=")),
        ],
    ),
    (false, &[("in", Is(Op::In)), ("subset", Is(Op::Subset)), ("superset", Is(Op::Superset))]),
    (true, &[("union", Is(Op::Union)), ("diff", Is(Op::Diff)), ("symdiff", Is(Op::SymDiff))]),
    (true, &[("intersect", Is(Op::Intersect))]),
    (
        false,
        &[
            ("..", Is(Op::Range)),
            ("..<", Is(Op::RangeBelow)),
            ("<..", Is(Op::AboveRange)),
            ("<..<", Is(Op::AboveRangeBelow)),
        ],
    ),
    (true, &[("+", Is(Op::Plus)), ("-", Is(Op::Minus)), ("~+", Calls("~+")), ("~-", Calls("~-"))]),
    (
        true,
        &[
            ("*", Is(Op::Times)),
            ("/", Is(Op::Divide)),
            ("div", Is(Op::Div)),
            ("mod", Is(Op::Mod)),
            ("~*", Calls("~*")),
            ("~/", Calls("~/")),
            ("~div", Calls("~div")),
        ],
    ),
    (true, &[("^", Is(Op::Pow))]),
    (true, &[("++", Is(Op::Concat))]),
    (true, &[("default", Is(Op::Default))]),
    // Names in backquotes.
    (true, &[]),
];

/// What stands between two operands.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    Is(Op),
    /// The operator is a function of this name.
    Calls(&'static str),
}
use Operator::{Calls, Is};

pub(super) const COMPARISONS: usize = 4;
/// The first level a type may stand for: `1..n` and `S union T`, but no comparison.
pub(super) const SET_LEVEL: usize = 6;
pub(super) const RANGES: usize = 8;
/// `-x` takes what binds tighter than a product, `not x` what binds tighter than a power.
pub(super) const POWERS: usize = 11;
pub(super) const INFIX: usize = 14;

/// The operator of a sign, for `'+'(a, b)`.
pub(super) fn operator_named(sign: &str) -> Option<Op> {
    let all = LEVELS.iter().flat_map(|(_, operators)| *operators);
    let found = all.filter_map(|(text, operator)| if let Is(op) = operator { Some((*text, *op)) } else { None });
    found.into_iter().find(|(text, _)| *text == sign).map(|(_, op)| op)
}
