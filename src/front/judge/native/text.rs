//! Strings, as far as they may matter to truth.

use super::{Row, cells, strange, value};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    value("show", |walk, args, _| Ok(Val::Str(walk.shown(&args[0]).into()))),
    value("format", |walk, args, _| Ok(Val::Str(args.last().map(|v| walk.shown(v)).unwrap_or_default().into()))),
    value("concat", |walk, args, span| join(walk, "", &args[0], span)),
    value("join", |walk, args, span| match args {
        [Val::Str(between), array] => join(walk, between, array, span),
        _ => strange("join"),
    }),
    value("string_length", |walk, args, _| Ok(Val::Int(walk.shown(&args[0]).chars().count() as i64))),
];

fn join(walk: &mut Walk<'_>, between: &str, array: &Val, _: Span) -> Out<Val> {
    let texts: Vec<String> = cells(array)?.cells.iter().map(|cell| walk.shown(cell)).collect();
    Ok(Val::Str(texts.join(between).into()))
}
