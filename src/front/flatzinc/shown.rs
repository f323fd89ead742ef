//! Solutions in FlatZinc's form: what is marked for output, an assignment a line.

use crate::front::diagnostic::Outcome;
use crate::front::evaluate::{Cell, Evaluator};
use crate::front::output::note;
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
        let text = match (&value, note(decl, "output_array")) {
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

/// The variables that are marked for output, if any are, and if they are all that is needed to show a solution.
pub(crate) fn variables(parts: &Parts, globals: &[Cell]) -> Option<Vec<Var>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut take = |value: &Value| {
        let var = match value {
            Value::Var(var) => *var,
            Value::Atom(atom) => atom.var,
            known => return !known.is_var(),
        };
        if seen.insert(var) {
            found.push(var);
        }
        true
    };
    for (at, _) in marked(parts) {
        let is_plain = match &globals[at as usize] {
            Cell::Ready(Value::Array(array)) => array.cells.iter().all(&mut take),
            Cell::Ready(value) => take(value),
            Cell::Waiting | Cell::Working => false,
        };
        if !is_plain {
            return None;
        }
    }
    Some(found)
}

fn marked(parts: &Parts) -> impl Iterator<Item = (u32, &Declaration)> {
    let declared = parts.globals.iter().enumerate().filter_map(|(at, global)| match &global.definition {
        Definition::Declared(decl) => Some((at as u32, &**decl)),
        Definition::Enum(_) | Definition::Constant => None,
    });
    declared.filter(|(_, decl)| note(decl, "output_var").is_some() || note(decl, "output_array").is_some())
}
