//! A problem stated as a model, and its answers by the names the user gave.

use super::by_file::Share;
use crate::front::{self, Data, Halt, Program, Source};
use crate::model::{Assignment, Atom, Kind, Model, Objective, Rules, Var};
use crate::search::Budget;
use serde_json::{Map, Value};
use std::sync::Mutex;

/// A model, with the front end's instance if it came from a text.
pub struct Statement {
    /// What the engines solve.
    pub model: Model,
    /// Remarks of the front end for the user.
    pub notes: Vec<String>,
    /// What the user must know: values that are not looked at, though the model does not rule them out.
    pub warnings: Vec<String>,
    /// How long the front end took.
    pub seconds: f64,
    instance: Option<front::Instance>,
    /// What the judge of the file took so far, if it is asked.
    share: Option<Mutex<Share>>,
}

impl Statement {
    /// A model that Rust code built.
    pub fn of_model(model: Model) -> Statement {
        Statement { model, notes: Vec::new(), warnings: Vec::new(), seconds: 0.0, instance: None, share: None }
    }

    /// A model that the front end made in so many seconds.
    pub fn of_instance(mut instance: front::Instance, seconds: f64) -> Statement {
        let (model, mut notes) = (std::mem::take(&mut instance.model), std::mem::take(&mut instance.notes));
        notes.extend(instance.printed.lines().map(String::from));
        let warnings = std::mem::take(&mut instance.warnings);
        Statement { model, notes, warnings, seconds, instance: Some(instance), share: None }
    }

    /// The rules that the constraints come from, if the front end was asked for them.
    pub fn rules(&self) -> Option<&Rules> {
        self.instance.as_ref()?.rules()
    }

    /// The number of an enum's constant.
    pub fn constant(&self, name: &str) -> Option<i64> {
        self.instance.as_ref()?.constant(name)
    }

    /// The same statement, whose answers the file itself judges, too.
    pub fn with_file_as_judge(self) -> Statement {
        Statement { share: Some(Mutex::new(Share::new())), ..self }
    }

    /// What the judge of the file needs, if it is asked.
    pub(super) fn judged_by_file(&self) -> Option<(&front::Instance, &Mutex<Share>)> {
        self.instance.as_ref().zip(self.share.as_ref())
    }

    /// Whether there is something to be made as small or as large as possible.
    pub fn optimises(&self) -> bool {
        self.model.objective != Objective::Satisfy
    }

    /// The value of the objective, if there is one.
    pub fn objective(&self, assignment: &Assignment) -> Option<i64> {
        match self.model.objective {
            Objective::Minimise(var) | Objective::Maximise(var) => Some(assignment[var]),
            Objective::Satisfy => None,
        }
    }

    /// The declared variables by name, arrays as nested lists.
    pub fn named(&self, assignment: &Assignment) -> Result<Map<String, Value>, String> {
        let Some(instance) = &self.instance else {
            return Ok(self.named_by(&|var| shown(&self.model, var, assignment[var])));
        };
        match instance.json(assignment).map_err(|e| e.to_string())? {
            Value::Object(named) => Ok(named),
            other => Err(format!("the front end shows a solution as {other}")),
        }
    }

    /// Something about each answer variable by name, arrays as nested lists.
    pub fn named_by(&self, value: &dyn Fn(Var) -> Value) -> Map<String, Value> {
        let mut cells: Vec<(String, Vec<Cell>)> = Vec::new();
        for var in &self.model.answer {
            let (base, indices) = split_name(self.model.name(*var));
            match cells.iter_mut().rev().find(|(name, _)| name == base) {
                Some((_, list)) => list.push((indices, value(*var))),
                None => cells.push((base.to_string(), vec![(indices, value(*var))])),
            }
        }
        cells.into_iter().map(|(name, list)| (name, nested(&list, 0))).collect()
    }

    /// What the model's output item prints for a solution, or `name = value;` lines.
    pub fn render(&self, assignment: &Assignment, budget: &Budget) -> Result<String, Halt> {
        match &self.instance {
            Some(instance) => instance.render_within(assignment, budget),
            None => Ok(self.lines(assignment)),
        }
    }

    /// The solution in FlatZinc's form: what is marked for output, lines `x = 3;`.
    pub fn flatzinc(&self, assignment: &Assignment, budget: &Budget) -> Result<String, Halt> {
        match &self.instance {
            Some(instance) => instance.flatzinc_within(assignment, budget),
            None => Ok(self.lines(assignment)),
        }
    }

    /// What a checker is told of a solution.
    pub(super) fn for_checker(
        &self,
        checker: &Program,
        assignment: &Assignment,
        budget: &Budget,
    ) -> Result<Data, Halt> {
        match &self.instance {
            Some(instance) => instance.for_checker(checker, assignment, self.objective(assignment), budget),
            None => Ok(Data::new()),
        }
    }

    /// The solution by its values, for when the output item is of no use.
    pub fn render_values(&self, assignment: &Assignment) -> String {
        let by_values = self.instance.as_ref().and_then(|instance| instance.render_values(assignment).ok());
        by_values.unwrap_or_else(|| self.lines(assignment))
    }

    fn lines(&self, assignment: &Assignment) -> String {
        let line = |v: &Var| format!("{} = {};\n", self.model.shown_name(*v), assignment[*v]);
        self.model.answer.iter().map(line).collect()
    }

    /// The atoms that a JSON object of named values states; names that are no variables are an error.
    pub fn fixed_by_json(&self, source: &Source) -> Result<Vec<Atom>, String> {
        let value: Value = serde_json::from_str(&source.text).map_err(|e| format!("{}: {e}", source.name))?;
        let object =
            value.get("solution").unwrap_or(&value).as_object().ok_or("expected a JSON object of named values")?;
        let mut known: Map<String, Value> = self.named_by(&|var| var.0.into());
        let mut atoms = Vec::new();
        for (name, value) in object {
            let vars =
                known.remove(name).ok_or_else(|| format!("{}: the model has no variable `{name}`", source.name))?;
            pair(&vars, value, &mut atoms).map_err(|why| format!("{}: `{name}`: {why}", source.name))?;
        }
        Ok(atoms)
    }
}

/// Indices of an array variable's cell and what is said of it.
type Cell = (Vec<String>, Value);

/// `mine[3,4]` is `mine` and `3`, `4`.
fn split_name(name: &str) -> (&str, Vec<String>) {
    match name.strip_suffix(']').and_then(|n| n.split_once('[')) {
        Some((base, indices)) => (base, indices.split(',').map(str::to_string).collect()),
        None => (name, Vec::new()),
    }
}

/// Cells in row-major order as nested lists.
fn nested(cells: &[Cell], depth: usize) -> Value {
    match cells {
        [(indices, value)] if indices.len() == depth => value.clone(),
        _ if cells.first().is_some_and(|(indices, _)| indices.len() > depth) => {
            cells.chunk_by(|a, b| a.0.get(depth) == b.0.get(depth)).map(|chunk| nested(chunk, depth + 1)).collect()
        }
        _ => cells.last().map_or(Value::Null, |(_, value)| value.clone()),
    }
}

/// Walks variables (by number) and values in step.
fn pair(vars: &Value, value: &Value, atoms: &mut Vec<Atom>) -> Result<(), String> {
    match (vars, value) {
        (Value::Array(vars), Value::Array(values)) if vars.len() == values.len() => {
            vars.iter().zip(values).try_for_each(|(var, value)| pair(var, value, atoms))
        }
        (Value::Number(var), value) => {
            let var = Var(var.as_u64().and_then(|n| u32::try_from(n).ok()).expect("we wrote the number ourselves"));
            let number = value.as_i64().or_else(|| value.as_bool().map(i64::from));
            atoms.push(var.is(number.ok_or_else(|| format!("expected a number or a Boolean, found {value}"))?));
            Ok(())
        }
        (_, value) => Err(format!("expected a list as long as the array, found {value}")),
    }
}

fn shown(model: &Model, var: Var, value: i64) -> Value {
    match model.vars[var.index()].kind {
        Kind::Bool => Value::Bool(value != 0),
        Kind::Int => value.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::Statement;
    use crate::front::Source;
    use crate::model::{Assignment, Model};
    use serde_json::{Value, json};

    #[test]
    fn names_become_nested_lists_and_back() {
        let mut model = Model::new();
        model.int("x", 0..=9);
        for name in ["a[0,1]", "a[0,2]", "a[1,1]", "a[1,2]"] {
            model.int(name, 0..=9);
        }
        model.bools("b", 2);
        let stated = Statement::of_model(model);
        let assignment = Assignment::new(vec![5, 1, 2, 3, 4, 0, 1]);
        let named = Value::Object(stated.named(&assignment).expect("a plain model"));
        assert_eq!(named, json!({"x": 5, "a": [[1, 2], [3, 4]], "b": [false, true]}));
        let atoms = stated.fixed_by_json(&Source::new("s", named.to_string())).expect("the same form");
        assert!(atoms.len() == 7 && atoms.iter().all(|atom| atom.holds(&assignment)));
        for wrong in ["{\"y\": 1}", "{\"a\": [1]}", "{\"x\": \"five\"}", "[", "3"] {
            assert!(stated.fixed_by_json(&Source::new("s", wrong)).is_err(), "{wrong}");
        }
    }
}
