//! Parameters: from `.dzn` text, from JSON, from `-D name=value`, or from Rust.
//!
//! Values from Rust and JSON take the index sets of the declaration they are for; values written as text are taken as
//! written, as MiniZinc does.

use super::diagnostic::{Cause, DATA, Diagnostic, Fault, Halt, Outcome, fault};
use super::floats::FloatSet;
use super::meter::Meter;
use super::parser;
use super::source::{Source, SourceMap, Span};
use super::syntax::{Expr, Item};
use super::value::{Array, Index, Set, Value};
use crate::model::Domain;
use crate::search::Budget;
use rustc_hash::FxHashSet;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::sync::Arc;

/// Values for the parameters of a model.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub(crate) sources: SourceMap,
    pub(crate) entries: Vec<Entry>,
}

/// One assignment.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub name: Arc<str>,
    pub given: Given,
    pub span: Span,
    /// Whether it is said of a solution: a variable with a definition may have a value, too.
    pub is_claim: bool,
}

/// A value, or an expression to be evaluated with the model's parameters at hand.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    Value(Value, Span),
    Expr(Arc<Expr>, u32),
}

impl Data {
    /// No parameters.
    pub fn new() -> Data {
        Data::default()
    }

    /// The data with one more parameter.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Data {
        self.set(name, value);
        self
    }

    /// Give a parameter a value.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let span = Span::NOWHERE;
        self.entries.push(Entry { name: name.into(), given: Given::Value(value.into(), span), span, is_claim: false });
    }

    /// The values from Rust of other data, too.
    pub(crate) fn extend(&mut self, more: Data) {
        self.entries.extend(more.entries.into_iter().filter(|entry| entry.span == Span::NOWHERE));
    }

    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Read assignments `name = expression;`.
    pub fn read_dzn(&mut self, source: &Source) -> Result<(), Diagnostic> {
        Ok(self.read_dzn_within(source, &Budget::unlimited())?)
    }

    /// The same within a budget.
    pub fn read_dzn_within(&mut self, source: &Source, budget: &Budget) -> Result<(), Halt> {
        let file = self.sources.add(source) | DATA;
        let read = super::deep(|| parser::parse(&source.text, file, budget))?;
        let entries = read.and_then(|items| items.into_iter().map(assignment).collect::<Outcome<Vec<Entry>>>());
        self.accept(entries)
    }

    /// Read `name=value`, as after `-D`. Several may be separated by `;`.
    pub fn read_define(&mut self, text: &str) -> Result<(), Diagnostic> {
        self.read_dzn(&Source::new("-D", text))
    }

    /// Read an object of parameters in MiniZinc's JSON form: numbers, Booleans, strings for enum constants (or
    /// `{"e": "A"}`), nested lists for arrays, `{"set": [1, [3, 5]]}` for sets.
    pub fn read_json(&mut self, source: &Source) -> Result<(), Diagnostic> {
        Ok(self.read_json_within(source, &Budget::unlimited())?)
    }

    /// The same within a budget.
    pub fn read_json_within(&mut self, source: &Source, budget: &Budget) -> Result<(), Halt> {
        let file = self.sources.add(source) | DATA;
        let read = json_entries(&source.text, file, budget);
        self.accept(read)
    }

    /// Reads what somebody says of a solution, as JSON or as `name = expression;`.
    pub fn read_claim_within(&mut self, source: &Source, is_json: bool, budget: &Budget) -> Result<(), Halt> {
        let n = self.entries.len();
        match is_json {
            true => self.read_json_within(source, budget)?,
            false => self.read_dzn_within(source, budget)?,
        }
        self.entries[n..].iter_mut().for_each(|entry| entry.is_claim = true);
        Ok(())
    }

    fn accept(&mut self, entries: Outcome<Vec<Entry>>) -> Result<(), Halt> {
        match entries {
            Ok(entries) => {
                self.entries.extend(entries);
                Ok(())
            }
            Err(fault) => Err(fault.halt_with(&SourceMap::default(), &self.sources)),
        }
    }
}

fn assignment(item: Item) -> Outcome<Entry> {
    match item {
        Item::Assign(name, value, span) => {
            Ok(Entry { name, given: Given::Expr(Arc::new(value), 0), span, is_claim: false })
        }
        Item::Declare(decl) => fault(decl.span, "expected `name = value;` in data, found a declaration"),
        Item::Constraint(_, expr) | Item::Output(_, expr) => fault(expr.span, "expected `name = value;` in data"),
        Item::Include(_, span) => fault(span, "expected `name = value;` in data"),
        Item::Solve(goal) => fault(goal.2, "expected `name = value;` in data"),
        Item::Function(function) => fault(function.span, "expected `name = value;` in data, found a function"),
        Item::Enum(decl) => fault(decl.span, "expected `name = {A, B, ...};` in data, without `enum`"),
        Item::Alias(_, _, span) => fault(span, "expected `name = value;` in data, found a type"),
    }
}

fn json_entries(text: &str, file: u32, budget: &Budget) -> Outcome<Vec<Entry>> {
    let mut meter = Meter::new(budget);
    let Fields(fields) = serde_json::from_str(text).or_else(|error| json_fault(text, file, &error))?;
    let mut entries = Vec::new();
    for (name, value) in &fields {
        let at = text.find(&format!("\"{name}\"")).unwrap_or(0) as u32;
        let span = Span { file, start: at, end: at + name.len() as u32 + 2 };
        entries.push(Entry {
            name: name.as_str().into(),
            given: Given::Value(json_value(value, span, &mut meter)?, span),
            span,
            is_claim: false,
        });
    }
    Ok(entries)
}

/// The fields of an object, each once.
struct Fields(Vec<(String, serde_json::Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Fields, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a JSON object of parameters")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let (mut fields, mut names) = (Vec::new(), FxHashSet::default());
                while let Some(name) = map.next_key::<String>()? {
                    if !names.insert(name.clone()) {
                        return Err(serde::de::Error::custom(format!("`{name}` is given twice")));
                    }
                    fields.push((name, map.next_value()?));
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(Object)
    }
}

fn json_fault<T>(text: &str, file: u32, error: &serde_json::Error) -> Outcome<T> {
    let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (line_start + error.column().saturating_sub(1)) as u32;
    let message = error.to_string();
    let message = message.split(" at line").next().unwrap_or(&message);
    Err(Box::new(Fault {
        span: Span { file, start: at, end: at + 1 },
        message: if error.is_data() { message.to_string() } else { format!("not JSON: {message}") },
        help: None,
        cause: Cause::Wrong,
    }))
}

fn json_value(value: &serde_json::Value, span: Span, meter: &mut Meter) -> Outcome<Value> {
    use serde_json::Value as Json;
    meter.tick(1)?;
    match value {
        Json::Bool(value) => Ok(Value::Bool(*value)),
        Json::Number(number) => json_number(number, span),
        Json::String(text) => Ok(Value::Str(text.as_str().into())),
        Json::Array(items) => json_array(items, span, meter),
        Json::Object(fields) if fields.contains_key("set") => json_set(&fields["set"], span, meter),
        Json::Object(fields) => json_object(fields, span, meter),
        Json::Null => Ok(Value::Absent),
    }
}

/// `{"e": "A"}`, `{"e": "E", "i": 2}` and `{"c": "C", "e": ...}` are constants of enums, named as they are shown; other
/// objects are records.
fn json_object(fields: &serde_json::Map<String, serde_json::Value>, span: Span, meter: &mut Meter) -> Outcome<Value> {
    use serde_json::Value as Json;
    let text = |name: &str| Value::Str(name.into());
    match (fields.get("c"), fields.get("e"), fields.get("i"), fields.len()) {
        (None, Some(Json::String(name)), None, 1) => Ok(text(name)),
        (None, Some(Json::String(name)), Some(Json::Number(at)), 2) => Ok(text(&format!("to_enum({name},{at})"))),
        (Some(Json::String(name)), Some(inner), None, 2) => match json_value(inner, span, meter)? {
            Value::Str(inner) => Ok(text(&format!("{name}({inner})"))),
            Value::Int(inner) => Ok(text(&format!("{name}({inner})"))),
            other => fault(span, format!("expected what `{name}` is made from, found {}", other.kind())),
        },
        _ => {
            let each = |(name, value): (&String, &Json)| Ok((name.as_str().into(), json_value(value, span, meter)?));
            let mut fields = fields.iter().map(each).collect::<Outcome<Vec<(Arc<str>, Value)>>>()?;
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Ok(Value::Record(fields.into()))
        }
    }
}

fn json_number(number: &serde_json::Number, span: Span) -> Outcome<Value> {
    match (number.as_i64(), number.as_f64()) {
        (Some(value), _) => Ok(Value::Int(value)),
        (None, Some(value)) if number.is_f64() => Ok(Value::Float(value)),
        _ => fault(span, format!("{number} does not fit into 64 bits")),
    }
}

/// Nested lists of one shape become one array; anything else stays a list of lists and fails later.
fn json_array(items: &[serde_json::Value], span: Span, meter: &mut Meter) -> Outcome<Value> {
    let cells: Vec<Value> = items.iter().map(|item| json_value(item, span, meter)).collect::<Outcome<_>>()?;
    let Some(Value::Array(first)) = cells.first().cloned() else {
        return Ok(Value::Array(Arc::new(Array::list(cells))));
    };
    let mut flat = Vec::with_capacity(cells.len() * first.cells.len());
    for (row, cell) in cells.iter().enumerate() {
        match cell {
            Value::Array(array) if array.index == first.index => flat.extend(array.cells.iter().cloned()),
            _ => return fault(span, format!("element {} of this array has another shape than the first", row + 1)),
        }
    }
    let mut index: smallvec::SmallVec<[Index; 2]> = [Index::counted(1, cells.len())].into_iter().collect();
    index.extend(first.index.iter().copied());
    Ok(Value::Array(Arc::new(Array { index, cells: flat })))
}

fn json_set(members: &serde_json::Value, span: Span, meter: &mut Meter) -> Outcome<Value> {
    let serde_json::Value::Array(members) = members else { return fault(span, "expected a list after \"set\"") };
    let (mut ranges, mut floats, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for member in members {
        match json_value(member, span, meter)? {
            Value::Int(value) => ranges.push((value, value)),
            Value::Float(value) => floats.push((value, value)),
            Value::Array(pair) => match pair.cells.as_slice() {
                [Value::Int(lo), Value::Int(hi)] => ranges.push((*lo, *hi)),
                [Value::Float(lo), Value::Float(hi)] => floats.push((*lo, *hi)),
                [Value::Int(lo), Value::Float(hi)] => floats.push((*lo as f64, *hi)),
                [Value::Float(lo), Value::Int(hi)] => floats.push((*lo, *hi as f64)),
                _ => return fault(span, "expected `[lo, hi]` as a range of the set"),
            },
            name @ Value::Str(_) => names.push(name),
            other => return fault(span, format!("expected a member of the set, found {}", other.kind())),
        }
    }
    if !floats.is_empty() {
        let whole = ranges.iter().map(|(lo, hi)| (*lo as f64, *hi as f64));
        return Ok(Value::Floats(Arc::new(FloatSet::new(floats.into_iter().chain(whole)))));
    }
    match names.is_empty() {
        true => Ok(Value::Set(Arc::new(Set { members: Domain::from_ranges(ranges), of: None }))),
        false => Ok(Value::list(names)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_becomes_values() {
        let mut data = Data::new();
        let text = r#"{"n": 3, "a": [[1, 2], [3, 4]], "s": {"set": [1, [3, 5]]}, "c": {"e": "Red"}}"#;
        data.read_json(&Source::new("d.json", text)).expect("valid");
        let value = |name: &str| match &data.entries.iter().find(|e| &*e.name == name).expect(name).given {
            Given::Value(value, _) => value.clone(),
            Given::Expr(..) => panic!("JSON gives values"),
        };
        assert_eq!(value("n"), Value::Int(3));
        assert_eq!(value("a"), Value::grid(2, 2, 1, [1i64, 2, 3, 4]));
        assert_eq!(value("s"), Value::set(Domain::from_values([1, 3, 4, 5])));
        assert_eq!(value("c"), Value::from("Red"));
    }

    #[test]
    fn bad_data_is_refused_at_its_place() {
        for (text, json, line, column) in [
            ("n = 3;\nint: m = 4;", false, 2, 6),
            ("n = ;", false, 1, 5),
            ("{\"n\": 3,\n \"m\" 4}", true, 2, 6),
            ("{\"a\": [[1], [2, 3]]}", true, 1, 2),
        ] {
            let source = Source::new("d", text);
            let mut data = Data::new();
            let read = if json { data.read_json(&source) } else { data.read_dzn(&source) };
            let place = read.expect_err(text).place.expect("a place");
            assert_eq!((place.line, place.column), (line, column), "{text}");
        }
    }
}
