//! Solutions in FlatZinc's form: what is marked for output, an assignment a line.

use crate::front::diagnostic::Outcome;
use crate::front::evaluate::{Cell, Evaluator};
use crate::front::formula::Formula;
use crate::front::program::{Definition, Parts};
use crate::front::syntax::{Declaration, Expr, Kind};
use crate::front::value::Value;
use crate::model::Var;
use rustc_hash::FxHashSet;

/// Lines `x = 3;` and `a = array2d(1..2, 1..2, [1, 2, 3, 4]);`.
pub(crate) fn shown(ev: &mut Evaluator<'_>) -> Outcome<String> {
    let parts = ev.parts;
    let mut out = String::new();
    for (at, decl) in marked(parts) {
        let value = ev.value_of(at)?;
        let text = match (&value, decl.note("output_array")) {
            (Value::Array(array), Some(note)) => {
                let cells: Vec<String> = array.cells.iter().map(|cell| ev.show(cell)).collect();
                let sets = index_sets(ev, note)?;
                format!("array{}d({}, [{}])", sets.len(), sets.join(", "), cells.join(", "))
            }
            (value, _) => ev.show(value),
        };
        ev.spell(text.len())?;
        out.push_str(&format!("{} = {text};\n", decl.name));
    }
    Ok(out)
}

/// The index sets in `output_array([1..2, 1..2])`.
fn index_sets(ev: &mut Evaluator<'_>, note: &Expr) -> Outcome<Vec<String>> {
    let Kind::Call(_, _, args) = &note.kind else { return Ok(Vec::new()) };
    let sets = args.iter().flat_map(|arg| match &arg.kind {
        Kind::Array(sets) => sets.as_slice(),
        _ => std::slice::from_ref(arg),
    });
    sets.map(|set| ev.eval(set).map(|set| ev.show(&set))).collect()
}

/// The variables that are marked for output, if they are all that is needed to show a solution.
pub(crate) fn variables(parts: &Parts, globals: &[Cell]) -> Option<Vec<Var>> {
    let mut found = Vec::new();
    for (at, _) in marked(parts) {
        match &globals[at as usize] {
            Cell::Ready(value) => collect(value, &mut found)?,
            Cell::Waiting | Cell::Working => return None,
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|var| seen.insert(*var));
    Some(found)
}

/// The variables that a value consists of; none if it is made from variables in any other way.
fn collect(value: &Value, found: &mut Vec<Var>) -> Option<()> {
    match value {
        Value::Var(var) => found.push(*var),
        Value::Atom(atom) => found.push(atom.var),
        Value::Array(array) => array.cells.iter().try_for_each(|cell| collect(cell, found))?,
        Value::OpenSet(set) => set.members.iter().try_for_each(|(_, member)| match member {
            Formula::Const(_) => Some(()),
            Formula::Atom(atom) => {
                found.push(atom.var);
                Some(())
            }
            _ => None,
        })?,
        known => return (!known.is_var()).then_some(()),
    }
    Some(())
}

fn marked(parts: &Parts) -> impl Iterator<Item = (u32, &Declaration)> {
    let declared = parts.globals.iter().enumerate().filter_map(|(at, global)| match &global.definition {
        Definition::Declared(decl) => Some((at as u32, &**decl)),
        Definition::Enum(_) | Definition::Constant => None,
    });
    declared.filter(|(_, decl)| decl.is_noted("output_var") || decl.is_noted("output_array"))
}
