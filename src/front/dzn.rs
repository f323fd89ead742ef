//! Data as `.dzn` text, for the real `minizinc`: what [`Data::read_dzn`] and MiniZinc read, one parameter per statement.
//!
//! Written are the values that Rust code gave. Index sets are written as they are, so that MiniZinc takes them for those of the
//! declaration.

use super::data::{Data, Given};
use super::value::{Array, Index, Set, Value};

impl Data {
    /// The parameters that were given as values, in their order.
    pub fn to_dzn(&self) -> String {
        let statement = |entry: &super::data::Entry| match &entry.given {
            Given::Value(value, _) => format!("{} = {};\n", entry.name, shown(value)),
            Given::Expr(..) => String::new(),
        };
        self.entries.iter().map(statement).collect()
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Str(text) => format!("{:?}", text.as_ref()),
        Value::Set(set) => set_text(set),
        Value::Floats(set) => set.to_string(),
        Value::Array(array) => array_text(array),
        // Neither constants of an enum nor variables can be made outside a model.
        Value::Enum(..) | Value::Var(_) | Value::Atom(_) | Value::Unknown | Value::Sum(_) | Value::Formula(_) => {
            "_".to_string()
        }
        Value::Optional(_) | Value::OpenSet(_) => "_".to_string(),
        Value::Absent => "<>".to_string(),
        Value::Tuple(parts) => format!("({},)", parts.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Record(fields) => {
            let fields = fields.iter().map(|(name, field)| format!("{name}: {}", shown(field)));
            format!("({})", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

fn set_text(set: &Set) -> String {
    let members: Vec<String> = set.members.iter().map(|member| member.to_string()).collect();
    format!("{{{}}}", members.join(", "))
}

fn array_text(array: &Array) -> String {
    let cells: Vec<String> = array.cells.iter().map(shown).collect();
    match array.index.as_slice() {
        [only] if only.lo == 1 => format!("[{}]", cells.join(", ")),
        [only] => format!("array1d({}, [{}])", range(only), cells.join(", ")),
        index => {
            let ranges: Vec<String> = index.iter().map(range).collect();
            let row = index.last().map_or(1, Index::len).max(1);
            let rows: String = cells.chunks(row).map(|row| format!("  {},\n", row.join(", "))).collect();
            format!("array{}d({}, [\n{rows}])", index.len(), ranges.join(", "))
        }
    }
}

fn range(index: &Index) -> String {
    format!("{}..{}", index.lo, index.hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::Source;
    use crate::model::Domain;

    #[test]
    fn what_is_written_is_read_and_written_again() {
        let data = Data::new()
            .with("n", -3)
            .with("b", true)
            .with("s", Value::set(Domain::range(1, 3)))
            .with("l", Value::list([1, 2]))
            .with("z", Value::list_from(0, [7, 8]))
            .with("e", Value::list(Vec::<i64>::new()))
            .with("g", Value::grid(2, 3, 0, 0..6i64));
        let text = data.to_dzn();
        let expected = "n = -3;\nb = true;\ns = {1, 2, 3};\nl = [1, 2];\nz = array1d(0..1, [7, 8]);\ne = [];\n\
                        g = array2d(0..1, 0..2, [\n  0, 1, 2,\n  3, 4, 5,\n]);\n";
        assert_eq!(text, expected);
        Data::new().read_dzn(&Source::new("d.dzn", text.as_str())).expect("MiniZinc's own form");
    }
}
