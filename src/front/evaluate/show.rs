//! Values as text, the way MiniZinc shows them, and values under a solution.

use super::Evaluator;
use crate::front::diagnostic::Outcome;
use crate::front::flatten::HUGE;
use crate::front::syntax::{Expr, Kind};
use crate::front::value::{Array, EnumId, Set, Value};
use crate::model::Domain;
use std::fmt::Write;
use std::sync::Arc;

/// A set with more members is shown by its ranges.
const MANY: u64 = 1_000_000;

impl Evaluator<'_> {
    /// The parts in between are as `show` writes them, texts too.
    pub(super) fn joined(&mut self, parts: &[Expr]) -> Outcome<Value> {
        let mut out = String::new();
        for part in parts {
            self.spell(out.len())?;
            match &part.kind {
                Kind::Str(text) => out.push_str(text),
                _ => {
                    let value = self.eval(part)?;
                    self.write(&mut out, &value);
                }
            }
        }
        Ok(Value::Str(out.into()))
    }

    /// Count the work and the memory of a text of so many bytes.
    pub fn spell(&mut self, bytes: usize) -> Outcome<()> {
        const BYTES_OF_STEP: u64 = 64;
        const LARGE: usize = 1 << 20;
        self.flat.meter.tick(bytes as u64 / BYTES_OF_STEP)?;
        if bytes < LARGE { Ok(()) } else { self.flat.meter.room(2 * bytes as u64) }
    }

    /// The value as `show` writes it.
    pub fn show(&self, value: &Value) -> String {
        let mut out = String::new();
        self.write(&mut out, value);
        out
    }

    fn write(&self, out: &mut String, value: &Value) {
        let done = match value {
            Value::Int(value) => write!(out, "{value}"),
            Value::Bool(value) => write!(out, "{value}"),
            Value::Float(value) => write!(out, "{value:?}"),
            Value::Str(text) => write!(out, "{text:?}"),
            Value::Enum(of, at) => write!(out, "{}", self.constant_name(*of, *at)),
            Value::Set(set) => write!(out, "{}", self.show_set(set)),
            Value::Floats(set) => write!(out, "{set}"),
            Value::Array(array) => {
                self.write_list(out, &array.cells);
                Ok(())
            }
            Value::Var(var) => write!(out, "{}", self.flat.model.shown_name(*var)),
            Value::Atom(atom) => write!(out, "{}", self.flat.model.shown_name(atom.var)),
            Value::Absent => write!(out, "<>"),
            Value::Tuple(parts) => {
                self.write_tuple(out, parts);
                Ok(())
            }
            Value::Record(fields) => {
                self.write_record(out, fields);
                Ok(())
            }
            Value::Sum(_) | Value::Formula(_) | Value::Unknown | Value::Optional(_) | Value::OpenSet(_) => {
                write!(out, "_")
            }
        };
        done.expect("writing to a string succeeds");
    }

    fn write_list(&self, out: &mut String, cells: &[Value]) {
        out.push('[');
        for (i, cell) in cells.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            self.write(out, cell);
        }
        out.push(']');
    }

    /// `(1, 2)`, and `(1,)` for a tuple of one.
    fn write_tuple(&self, out: &mut String, parts: &[Value]) {
        out.push('(');
        for (i, part) in parts.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            self.write(out, part);
        }
        out.push_str(if parts.len() == 1 { ",)" } else { ")" });
    }

    fn write_record(&self, out: &mut String, fields: &[(Arc<str>, Value)]) {
        out.push('(');
        for (i, (name, field)) in fields.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            let quote = if is_plain_name(name) { "" } else { "'" };
            out.extend([quote, name, quote, ": "]);
            self.write(out, field);
        }
        out.push(')');
    }

    pub(super) fn show_set(&self, set: &Set) -> String {
        match (set.of, set.members.ranges()) {
            (_, []) => "{}".to_string(),
            (None, [(lo, hi)]) => format!("{}..{}", end(*lo), end(*hi)),
            (None, ranges) => match (ranges[0].0 <= -HUGE, ranges[ranges.len() - 1].1 >= HUGE) {
                (false, false) => listed(ranges),
                (below, above) => without_end(ranges, below, above),
            },
            (Some(of), _) => {
                format!("{{{}}}", set.members.iter().map(|m| self.constant_name(of, m)).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The name of an enum constant.
    pub fn constant_name(&self, of: EnumId, at: i64) -> Arc<str> {
        let constants = self.enums[of as usize].as_ref().map(|e| &e.constants);
        let name = usize::try_from(at - 1).ok().and_then(|i| constants.and_then(|c| c.get(i)));
        name.cloned().unwrap_or_else(|| at.to_string().into())
    }

    /// The value under the solution; itself if there is none.
    pub fn fixed(&self, value: &Value) -> Value {
        let Some(a) = self.solution else { return value.clone() };
        match value {
            Value::Var(var) => self.enum_vars.get(var).map_or(Value::Int(a[*var]), |of| Value::Enum(*of, a[*var])),
            Value::Sum(sum) => Value::Int(sum.value(a)),
            Value::Atom(atom) => Value::Bool(atom.holds(a)),
            Value::Formula(formula) => Value::Bool(formula.holds(a)),
            Value::Array(array) if value.is_var() => {
                let cells = array.cells.iter().map(|cell| self.fixed(cell)).collect();
                Value::Array(Arc::new(Array { index: array.index.clone(), cells }))
            }
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.fixed(part)).collect()),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(name, field)| (name.clone(), self.fixed(field))).collect())
            }
            Value::Optional(optional) if optional.occurs.holds(a) => self.fixed(&optional.value),
            Value::Optional(_) => Value::Absent,
            Value::OpenSet(set) => {
                let members = set.members.iter().filter(|(_, when)| when.holds(a)).map(|(member, _)| *member);
                Value::Set(Arc::new(Set { members: Domain::from_values(members), of: set.of }))
            }
            value => value.clone(),
        }
    }
}

/// Whether a name can be written without quotes.
pub(crate) fn is_plain_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The end of a range, which may be as far as numbers go.
fn end(at: i64) -> String {
    match at.abs() >= HUGE {
        true => format!("{}infinity", if at < 0 { "-" } else { "" }),
        false => at.to_string(),
    }
}

/// All members, or the ranges if there are too many.
fn listed(ranges: &[(i64, i64)]) -> String {
    match ranges.iter().map(|(lo, hi)| hi.abs_diff(*lo)).sum::<u64>() > MANY {
        true => ranges.iter().map(|(lo, hi)| format!("{}..{}", end(*lo), end(*hi))).collect::<Vec<_>>().join(" union "),
        false => {
            let members = ranges.iter().flat_map(|(lo, hi)| *lo..=*hi);
            format!("{{{}}}", members.map(|m| m.to_string()).collect::<Vec<_>>().join(","))
        }
    }
}

/// The range without a beginning, what lies between, the range without an end.
fn without_end(ranges: &[(i64, i64)], below: bool, above: bool) -> String {
    let between = &ranges[usize::from(below)..ranges.len() - usize::from(above)];
    let range = |(lo, hi): (i64, i64)| format!("{}..{}", end(lo), end(hi));
    let first = below.then(|| range(ranges[0]));
    let last = above.then(|| range(ranges[ranges.len() - 1]));
    first.into_iter().chain([listed(between)]).chain(last).collect::<Vec<_>>().join(" union ")
}
