//! Strings: showing, padding, joining.

use super::array::cells;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, float};
use crate::front::source::Span;
use crate::front::value::{Array, Index, Value};

/// No field is wider than this.
const WIDEST: i64 = 10_000;

fn text(value: String) -> Outcome<Value> {
    Ok(Value::Str(value.into()))
}

pub(super) fn show(ev: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    text(ev.show(&args[0]))
}

pub(super) fn show_json(ev: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    let value = ev.fixed(&args[0]);
    text(crate::front::json::spaced(&crate::front::json::value(ev, &value)))
}

fn width(value: &Value, span: Span) -> Outcome<i64> {
    match value {
        Value::Int(width) if width.abs() <= WIDEST => Ok(*width),
        _ => fault(span, format!("expected a width between -{WIDEST} and {WIDEST}")),
    }
}

/// Right-justified for a positive width, left-justified for a negative one.
fn justified(text: &str, width: i64) -> String {
    let n = width.unsigned_abs() as usize;
    if width >= 0 { format!("{text:>n$}") } else { format!("{text:<n$}") }
}

/// `format(x)`, `format(width, x)`, `format(width, precision, x)`.
pub(super) fn format(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let value = &args[args.len() - 1];
    let shown = match (value, args) {
        (value @ (Value::Float(_) | Value::Int(_)), [_, digits, _]) => {
            format!("{:.*}", width(digits, span)?.max(0) as usize, float(value, span)?)
        }
        (value, [_, digits, _]) => ev.show(value).chars().take(width(digits, span)?.max(0) as usize).collect(),
        (value, _) => ev.show(value),
    };
    match args {
        [_] => text(shown),
        [wide, ..] => text(justified(&shown, width(wide, span)?)),
        [] => fault(span, "expected a value to format"),
    }
}

/// `format_justify_string(width, text)`, or with the most characters between them.
pub(super) fn justify(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match args {
        [wide, Value::Str(text)] => self::text(justified(text, width(wide, span)?)),
        [wide, most, Value::Str(text)] => {
            let cut: String = text.chars().take(width(most, span)?.max(0) as usize).collect();
            self::text(justified(&cut, width(wide, span)?))
        }
        _ => fault(span, "expected a string"),
    }
}

pub(super) fn show_int(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    text(justified(&ev.show(&args[1]), width(&args[0], span)?))
}

pub(super) fn show_float(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (wide, digits) = (width(&args[0], span)?, width(&args[1], span)?);
    text(justified(&format!("{:.*}", digits.max(0) as usize, float(&args[2], span)?), wide))
}

/// Rows in columns of even width, with headers where the indices do not count from 1.
pub(super) fn show2d(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    match array.index.as_slice() {
        [_, _] if array.cells.is_empty() => text("[| |]".to_string()),
        [rows, columns] => text(table(ev, &array, rows, columns)),
        _ => fault(span, "expected a two-dimensional array"),
    }
}

/// Rows and columns of cells, with their indices where these are not 1, 2, 3, ...
pub(crate) fn table(ev: &Evaluator<'_>, array: &Array, rows: &Index, columns: &Index) -> String {
    let shown: Vec<String> = array.cells.iter().map(|cell| ev.show(cell)).collect();
    let headers = |index: &Index| match index.of.is_some() || index.lo != 1 {
        true => (index.lo..=index.hi).map(|at| ev.show(&index.value(at))).collect(),
        false => Vec::new(),
    };
    let (row_headers, column_headers) = (headers(rows), headers(columns));
    let length = |text: &String| text.chars().count();
    let row_width = row_headers.iter().map(length).max();
    let width = |column: usize| {
        let of_column = shown.iter().skip(column).step_by(columns.len()).chain(column_headers.get(column));
        of_column.map(length).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut out = "[".to_string();
    if !column_headers.is_empty() {
        out.push('|');
        out.push_str(&" ".repeat(row_width.map_or(1, |n| n + 3)));
        column_headers.iter().zip(&widths).for_each(|(header, n)| out.push_str(&format!("{header:>n$}: ")));
        out.push_str("\n ");
    }
    for (at, row) in shown.chunks(columns.len()).enumerate() {
        out.push_str("| ");
        if let (Some(header), Some(n)) = (row_headers.get(at), row_width) {
            out.push_str(&format!("{header:>n$}: "));
        }
        let padded: Vec<String> = row.iter().zip(&widths).map(|(cell, n)| format!("{cell:>n$}")).collect();
        out.push_str(&padded.join(", "));
        out.push_str("\n ");
    }
    out + "|]"
}

/// Layer by layer.
pub(super) fn show3d(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    let [_, rows, columns] = array.index.as_slice() else { return fault(span, "expected a three-dimensional array") };
    if array.cells.is_empty() {
        return text("[| | | |]".to_string());
    }
    let shown: Vec<String> = array.cells.iter().map(|cell| ev.show(cell)).collect();
    let n = shown.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let row = |row: &[String]| row.iter().map(|cell| format!("{cell:>n$}")).collect::<Vec<_>>().join(", ");
    let layer = |layer: &[String]| layer.chunks(columns.len()).map(row).collect::<Vec<_>>().join(" |\n     ");
    let layers: Vec<String> = shown.chunks(rows.len() * columns.len()).map(layer).collect();
    text(format!("[| | {} | |]\n", layers.join(" |,\n\n   | ")))
}

/// `string_split(text, between)`; every character by itself if there is nothing between.
pub(super) fn split(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (Value::Str(whole), Value::Str(between)) = (&args[0], &args[1]) else {
        return fault(span, "expected two strings");
    };
    ev.spell(whole.len())?;
    let words: Vec<Value> = match between.is_empty() {
        true => whole.chars().map(|c| Value::Str(c.to_string().into())).collect(),
        false => whole.split(&**between).map(Value::from).collect(),
    };
    Ok(Value::list(words))
}

pub(super) fn concat(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    join(ev, &[Value::Str("".into()), args[0].clone()], span)
}

pub(super) fn join(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (Value::Str(between), array) = (&args[0], cells(&args[1], span)?) else {
        return fault(span, "expected a string");
    };
    let mut words = Vec::new();
    for cell in &array.cells {
        match cell {
            Value::Str(word) => words.push(&**word),
            other => return fault(span, format!("expected an array of strings, found {}", other.kind())),
        }
    }
    ev.spell(words.iter().map(|word| word.len() + between.len()).sum())?;
    text(words.join(between))
}

pub(super) fn length(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match &args[0] {
        Value::Str(text) => Ok(Value::Int(text.chars().count() as i64)),
        other => fault(span, format!("expected a string, found {}", other.kind())),
    }
}

/// `trace(message, value)`: the value; the message becomes a note.
pub(super) fn trace(ev: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    if let Value::Str(message) = &args[0] {
        ev.notes.push(message.trim_end().to_string());
    }
    Ok(traced(args))
}

/// `trace_stdout(message, value)`: the value; the message is printed as it is.
pub(super) fn trace_stdout(ev: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    if let Value::Str(message) = &args[0] {
        ev.spell(message.len())?;
        ev.printed.push_str(message);
    }
    Ok(traced(args))
}

fn traced(args: &[Value]) -> Value {
    args.get(1).cloned().unwrap_or(Value::Bool(true))
}
