//! Options: what may be absent.

use super::{Row, holds, truth, value};
use crate::front::judge::operator::equal;
use crate::front::judge::value::Val;
use crate::front::judge::walk::Stop;

pub(super) const TABLE: &[Row] = &[
    truth("occurs", |_, args, _| holds(args[0] != Val::Absent)),
    truth("absent", |_, args, _| holds(args[0] == Val::Absent)),
    value("deopt", |_, args, span| match &args[0] {
        Val::Absent => Stop::undefined(span, "`deopt` of `<>`"),
        value => Ok(value.clone()),
    }),
    truth("weak_eq", |_, args, _| holds(args.contains(&Val::Absent) || equal(&args[0], &args[1])?)),
];
