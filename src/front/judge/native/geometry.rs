//! Objects made of boxes: `geost` and its bounds.

use super::{Row, cells, holds, numbers, strange, truth};
use crate::front::judge::operator::{number, set};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    truth("geost", geost),
    truth("geost_bb", |_, args, _| bounded(args, false)),
    truth("geost_smallest_bb", |_, args, _| bounded(args, true)),
    truth("geost_nonoverlap_k", |_, args, _| match args {
        [x, dx, y, dy] => holds(apart(&spans(x, dx)?, &spans(y, dy)?)),
        _ => strange("geost_nonoverlap_k"),
    }),
];

/// Where a box begins and how long it is, in each dimension.
type Box = Vec<(i64, i64)>;

fn spans(at: &Val, size: &Val) -> Out<Box> {
    Ok(numbers(at)?.into_iter().zip(numbers(size)?).collect())
}

fn apart(a: &Box, b: &Box) -> bool {
    a.iter().zip(b).any(|((x, dx), (y, dy))| x + dx <= *y || y + dy <= *x)
}

/// The boxes of each object; none if an object has a shape that is not there.
fn objects(args: &[Val]) -> Out<Option<Vec<Vec<Box>>>> {
    let [sizes, offsets, shapes, at, kinds] = args else { return Stop::unjudged("`geost` with these arguments") };
    let [_, dimensions] = cells(sizes)?.index.as_slice() else { return Stop::unjudged("sizes that are no matrix") };
    let first = cells(at)?.index.first().map_or(1, |index| index.lo);
    let lines = cells(at)?.index.get(1).copied().unwrap_or(*dimensions);
    let mut out = Vec::new();
    for (object, kind) in (first..).zip(numbers(kinds)?) {
        let Some(shape) = cells(shapes)?.at(&[kind]) else { return Ok(None) };
        let mut boxes = Vec::new();
        for one in set(shape)?.iter() {
            let place = |table: &Val, i: i64, k: i64| match cells(table)?.at(&[i, k]) {
                Some(cell) => number(cell),
                None => Stop::unjudged("a box that is not there"),
            };
            let span = |k: i64| -> Out<(i64, i64)> {
                Ok((place(at, object, k)? + place(offsets, one, k)?, place(sizes, one, k)?))
            };
            boxes.push((lines.lo..=lines.hi).map(span).collect::<Out<Box>>()?);
        }
        out.push(boxes);
    }
    Ok(Some(out))
}

/// The arguments without the number of dimensions.
fn bare(args: &[Val]) -> &[Val] {
    match args {
        [Val::Int(_), rest @ ..] => rest,
        args => args,
    }
}

fn free(objects: &[Vec<Box>]) -> bool {
    let beside = |a: &Vec<Box>, b: &Vec<Box>| a.iter().all(|a| b.iter().all(|b| apart(a, b)));
    objects.iter().enumerate().all(|(i, a)| objects[..i].iter().all(|b| beside(a, b)))
}

fn geost(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    holds(objects(bare(args))?.is_some_and(|objects| free(&objects)))
}

/// Everything lies between the bounds; as small as may be, they are met.
fn bounded(args: &[Val], smallest: bool) -> Out<Val> {
    let [inner @ .., low, up] = bare(args) else { return strange("geost_bb") };
    let Some(objects) = objects(inner)? else { return holds(false) };
    let all: Vec<&Box> = objects.iter().flatten().collect();
    let mut inside = free(&objects);
    for (k, (low, up)) in numbers(low)?.into_iter().zip(numbers(up)?).enumerate() {
        let spans = || all.iter().filter_map(|one| one.get(k).copied());
        inside &= spans().all(|(at, size)| low <= at && at + size <= up);
        inside &= !smallest || (spans().any(|(at, _)| at == low) && spans().any(|(at, size)| at + size == up));
    }
    holds(inside)
}
