//! Strings: showing, padding, joining.

use super::array::cells;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, float};
use crate::front::source::Span;
use crate::front::value::Value;

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
        (Value::Str(text), _) => text.to_string(),
        (value @ (Value::Float(_) | Value::Int(_)), [_, digits, _]) => {
            format!("{:.*}", width(digits, span)?.max(0) as usize, float(value, span)?)
        }
        (value, _) => ev.show(value),
    };
    match args {
        [_] => text(shown),
        [wide, ..] => text(justified(&shown, width(wide, span)?)),
        [] => fault(span, "expected a value to format"),
    }
}

pub(super) fn show_int(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    text(justified(&ev.show(&args[1]), width(&args[0], span)?))
}

pub(super) fn show_float(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (wide, digits) = (width(&args[0], span)?, width(&args[1], span)?);
    text(justified(&format!("{:.*}", digits.max(0) as usize, float(&args[2], span)?), wide))
}

pub(super) fn show2d(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    let [_, columns] = array.index.as_slice() else { return fault(span, "expected a two-dimensional array") };
    let shown: Vec<String> = array.cells.iter().map(|cell| ev.show(cell)).collect();
    if shown.is_empty() {
        return text("[| |]\n".to_string());
    }
    let rows = shown.chunks(columns.len().max(1)).map(|row| row.join(", "));
    text(format!("[| {} |]\n", rows.collect::<Vec<_>>().join(" |\n   ")))
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
    Ok(args.get(1).cloned().unwrap_or(Value::Bool(true)))
}
