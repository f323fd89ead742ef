//! Values as JSON, in MiniZinc's own form.
//!
//! Arrays are nested lists, `{"set": [[1, 3], [5, 5]]}` is a set, `{"e": "A"}` an enum constant, `{"c": "C", "e": 3}` one that
//! a constructor made, `{"e": "E", "i": 2}` one without a name, `null` what is absent; a tuple is a list, a record an object.

use super::evaluate::Evaluator;
use super::value::{Array, EnumId, Set, Value};
use serde_json::{Map, Value as Json, json};

/// A known value.
pub(crate) fn value(ev: &Evaluator<'_>, of: &Value) -> Json {
    match of {
        Value::Int(number) => Json::from(*number),
        Value::Bool(truth) => Json::from(*truth),
        Value::Float(number) => Json::from(*number),
        Value::Str(text) => Json::from(&**text),
        Value::Enum(of, at) => constant(ev, *of, *at),
        Value::Set(members) => set(ev, members),
        Value::Floats(set) => json!({ "set": set.ranges().iter().map(|(lo, hi)| json!([lo, hi])).collect::<Vec<_>>() }),
        Value::Array(array) => nested(ev, array, 0, &array.cells),
        Value::Absent => Json::Null,
        Value::Tuple(parts) => Json::Array(parts.iter().map(|part| value(ev, part)).collect()),
        Value::Record(fields) => {
            Json::Object(fields.iter().map(|(name, field)| (name.to_string(), value(ev, field))).collect::<Map<_, _>>())
        }
        // Nothing of this kind is left under a solution.
        Value::Var(_) | Value::Atom(_) | Value::Sum(_) | Value::Formula(_) | Value::Unknown => Json::from(ev.show(of)),
        Value::Optional(_) | Value::OpenSet(_) => Json::from(ev.show(of)),
    }
}

fn constant(ev: &Evaluator<'_>, of: EnumId, at: i64) -> Json {
    let made = ev.enums[of as usize].as_ref();
    let constructor = made.and_then(|made| made.constructors.iter().find_map(|c| Some((c, c.argument(at)?))));
    if let Some((constructor, argument)) = constructor {
        let inner = constructor.over.of.map_or_else(|| Json::from(argument), |of| constant(ev, of, argument));
        return json!({ "c": &*constructor.name, "e": inner });
    }
    match made.filter(|made| made.anonymous.iter().any(|(first, last)| (*first..=*last).contains(&at))) {
        Some(made) => json!({ "e": &*made.name, "i": at }),
        None => json!({ "e": &*ev.constant_name(of, at) }),
    }
}

fn set(ev: &Evaluator<'_>, set: &Set) -> Json {
    let members: Vec<Json> = match set.of {
        Some(of) => set.members.iter().map(|member| constant(ev, of, member)).collect(),
        None => set.members.ranges().iter().map(|(lo, hi)| json!([lo, hi])).collect(),
    };
    json!({ "set": members })
}

fn nested(ev: &Evaluator<'_>, array: &Array, dimension: usize, cells: &[Value]) -> Json {
    let n = array.index[dimension].len();
    if dimension + 1 == array.index.len() || n == 0 {
        return Json::Array(cells.iter().map(|cell| value(ev, cell)).collect());
    }
    let width = cells.len() / n;
    Json::Array((0..n).map(|i| nested(ev, array, dimension + 1, &cells[i * width..(i + 1) * width])).collect())
}

/// The keys of objects that are no records.
const KEYS: &[&[&str]] = &[&["set"], &["e"], &["c", "e"], &["e", "i"]];

/// The text of JSON as MiniZinc writes it: a blank after each comma, and after the colons of a record.
pub(crate) fn spaced(of: &Json) -> String {
    match of {
        Json::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Json::Object(fields) => {
            let colon = if KEYS.iter().any(|keys| fields.keys().eq(*keys)) { ":" } else { ": " };
            let field =
                |(name, value): (&String, &Json)| format!("{}{colon}{}", Json::from(name.as_str()), spaced(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}
