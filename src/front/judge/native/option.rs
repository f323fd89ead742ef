//! Options: what may be absent.

use super::{Row, holds, truth, value};
use crate::front::judge::operator::{arithmetic, equal};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop};
use crate::front::source::Span;
use crate::front::syntax::Op;

pub(super) const TABLE: &[Row] = &[
    truth("occurs", |_, args, _| holds(args[0] != Val::Absent)),
    truth("absent", |_, args, _| holds(args[0] == Val::Absent)),
    value("deopt", |_, args, span| match &args[0] {
        Val::Absent => Stop::undefined(span, "`deopt` of `<>`"),
        value => Ok(value.clone()),
    }),
    truth("~=", |_, args, _| holds(args.contains(&Val::Absent) || equal(&args[0], &args[1])?)),
    truth("~!=", |_, args, _| holds(args.contains(&Val::Absent) || !equal(&args[0], &args[1])?)),
    value("~+", |_, args, span| weak(Op::Plus, args, span)),
    value("~-", |_, args, span| weak(Op::Minus, args, span)),
    value("~*", |_, args, span| weak(Op::Times, args, span)),
    value("~/", |_, args, span| weak(Op::Divide, args, span)),
    value("~div", |_, args, span| weak(Op::Div, args, span)),
];

/// Absent if either is.
fn weak(op: Op, args: &[Val], span: Span) -> Out<Val> {
    if args.contains(&Val::Absent) { Ok(Val::Absent) } else { arithmetic(op, &args[0], &args[1], span) }
}
