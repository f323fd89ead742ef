//! Solutions as text and as JSON: the model's output items, or what MiniZinc prints without any.

use super::builtin::text::table;
use super::diagnostic::{Outcome, fault};
use super::evaluate::{Evaluator, is_plain_name};
use super::json;
use super::judge::Claim;
use super::program::{Definition, Global, Parts};
use super::source::Span;
use super::syntax::{Declaration, Expr, Kind};
use super::value::{Array, Value};
use serde_json::{Map, Value as Json};

/// The text of a solution: all output items, or `name = value;` lines for the variables without definition.
pub(crate) fn render(ev: &mut Evaluator<'_>) -> Outcome<String> {
    let parts = ev.parts;
    if parts.outputs.is_empty() {
        return by_default(ev);
    }
    // Section by section, in the order in which they are first spoken of.
    let mut sections: Vec<(&Option<std::sync::Arc<str>>, String)> = Vec::new();
    for (section, item) in &parts.outputs {
        let at = sections.iter().position(|(name, _)| *name == section).unwrap_or(sections.len());
        if at == sections.len() {
            sections.push((section, String::new()));
        }
        let out = &mut sections[at].1;
        match ev.eval(item)? {
            Value::Array(array) => array.cells.iter().try_for_each(|cell| push(ev, out, cell))?,
            value @ Value::Str(_) => push(ev, out, &value)?,
            other => return fault(item.span, format!("expected an array of strings, found {}", other.kind())),
        }
    }
    let shown: String = sections.into_iter().map(|(_, text)| text).collect();
    // What was traced on the way was printed before.
    Ok(std::mem::take(&mut ev.printed) + &shown)
}

fn push(ev: &mut Evaluator<'_>, out: &mut String, value: &Value) -> Outcome<()> {
    ev.flat.meter.tick(1)?;
    match value {
        Value::Str(text) => {
            ev.spell(text.len())?;
            out.push_str(text);
        }
        value => out.push_str(&ev.show(value)),
    }
    Ok(())
}

/// Lines `name = value;` for the variables without definition.
pub(crate) fn by_default(ev: &mut Evaluator<'_>) -> Outcome<String> {
    let parts = ev.parts;
    let shows = Shows::of(parts);
    let mut out = String::new();
    for (at, global) in parts.globals.iter().enumerate() {
        let Definition::Declared(decl) = &global.definition else { continue };
        if shows.text(decl) {
            let value = ev.value_of(at as u32)?;
            out.push_str(&format!("{} = {};\n", quoted(&decl.name), literal(ev, &value)));
        }
    }
    for (path, value) in &ev.shown {
        out.push_str(&format!("{path} = {};\n", literal(ev, &ev.fixed(value))));
    }
    Ok(out)
}

/// Which variables are shown: what FlatZinc marks for output, or what the model declares.
struct Shows<'p> {
    is_flatzinc: bool,
    /// Whether some are marked as those to be shown.
    is_asked: bool,
    parts: &'p Parts,
}

impl Shows<'_> {
    fn of(parts: &Parts) -> Shows<'_> {
        let some = |is_so: fn(&Declaration) -> bool| {
            let declared = |global: &Global| matches!(&global.definition, Definition::Declared(decl) if is_so(decl));
            parts.globals.iter().any(declared)
        };
        Shows { is_flatzinc: some(is_marked), is_asked: some(|decl| decl.is_noted("add_to_output")), parts }
    }

    fn text(&self, decl: &Declaration) -> bool {
        match self.is_flatzinc {
            true => is_marked(decl),
            false if self.is_asked => decl.is_noted("add_to_output"),
            false => decl.ty.var && (decl.is_noted("output") || self.is_open(decl)) && !decl.is_noted("no_output"),
        }
    }

    /// Whether its declaration leaves it something to be found.
    fn is_open(&self, decl: &Declaration) -> bool {
        let is_unknown = |cell: &Expr| matches!(cell.kind, Kind::Unknown);
        let has_unknown = |value: &Expr| matches!(&value.kind, Kind::Array(cells) if cells.iter().any(is_unknown));
        self.parts.assigned.contains(&decl.name) || decl.value.as_ref().is_none_or(has_unknown)
    }

    fn json(&self, decl: &Declaration) -> bool {
        let marked = || decl.is_noted("output") || decl.is_noted("add_to_output");
        if self.is_flatzinc { is_marked(decl) } else { decl.ty.var || marked() }
    }
}

fn is_marked(decl: &Declaration) -> bool {
    decl.is_noted("output_var") || decl.is_noted("output_array")
}

/// A name that is no word of letters and digits stands between quotes.
fn quoted(name: &str) -> String {
    if is_plain_name(name) { name.to_string() } else { format!("'{name}'") }
}

/// A value as MiniZinc 2.6 prints it without an output item.
fn literal(ev: &Evaluator<'_>, value: &Value) -> String {
    match value {
        Value::Array(array) => array_literal(ev, array),
        value => ev.show(value),
    }
}

fn array_literal(ev: &Evaluator<'_>, array: &Array) -> String {
    let plain = array.index.iter().all(|index| index.lo == 1 && index.of.is_none());
    let shown: Vec<String> = array.cells.iter().map(|cell| ev.show(cell)).collect();
    match array.index.as_slice() {
        _ if array.cells.is_empty() => "[]".to_string(),
        [_] if plain => format!("[{}]", shown.join(", ")),
        [index] => {
            let pairs = shown.iter().zip(index.lo..).map(|(cell, at)| format!("{}: {cell}", ev.show(&index.value(at))));
            format!("[{}]", pairs.collect::<Vec<_>>().join(", "))
        }
        [rows, columns] => format!("\n{}", table(ev, array, rows, columns)),
        dimensions => {
            let sets = dimensions.iter().map(|index| match index.of {
                Some(of) => ev.enums[of as usize].as_ref().map_or_else(String::new, |e| e.name.to_string()),
                None => format!("{}..{}", index.lo, index.hi),
            });
            format!("array{}d({}, [{}])", dimensions.len(), sets.collect::<Vec<_>>().join(", "), shown.join(", "))
        }
    }
}

/// The declared variables and the free local ones with their values.
pub(crate) fn claim(ev: &mut Evaluator<'_>, free: &[(Span, Value)]) -> Outcome<Claim> {
    let parts = ev.parts;
    let mut claim = Claim::default();
    for (at, global) in parts.globals.iter().enumerate() {
        if let Definition::Declared(decl) = &global.definition
            && decl.ty.var
        {
            claim.values.push((decl.name.clone(), ev.value_of(at as u32)?));
        }
    }
    claim.locals = free.iter().map(|(span, value)| (*span, ev.fixed(value))).collect();
    Ok(claim)
}

/// The declared variables as JSON, in MiniZinc's own form.
pub(crate) fn json(ev: &mut Evaluator<'_>) -> Outcome<Json> {
    let parts = ev.parts;
    let shows = Shows::of(parts);
    let mut out = Map::new();
    for (at, global) in parts.globals.iter().enumerate() {
        let Definition::Declared(decl) = &global.definition else { continue };
        if shows.json(decl) {
            let value = ev.value_of(at as u32)?;
            out.insert(decl.name.to_string(), json::value(ev, &value));
        }
    }
    for (path, value) in &ev.shown {
        out.insert(path.clone(), json::value(ev, &ev.fixed(value)));
    }
    Ok(Json::Object(out))
}
