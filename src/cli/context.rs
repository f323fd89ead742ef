//! Where a formula came from, as JSON inside its map: enough to make the same problem again.

use super::failure::Rejected;
use super::input::{self, Job, What};
use crate::encode::Encoding;
use crate::front::{Program, Source};
use crate::puzzles;
use crate::solve::Formulated;
use serde_json::{Value, json};
use std::rc::Rc;

/// The context of a job's formula under an encoding.
pub fn of(job: &Job, encoding: &Encoding) -> Value {
    let encoding = encoding.to_string();
    let model = texts(&job.model);
    match &job.what {
        What::Puzzle(row, instance) => {
            let text = instance.write("json").expect("every puzzle has a JSON form");
            json!({
                "encoding": encoding,
                "puzzle": row.name,
                "title": job.title,
                "formulation": job.program.name,
                "model": model,
                "horizon": job.horizon,
                "instance": text.trim(),
            })
        }
        What::Model(files, define) => {
            json!({"encoding": encoding, "title": job.title, "model": model, "data": texts(files), "define": define})
        }
    }
}

fn texts(sources: &[Source]) -> Value {
    sources.iter().map(|s| json!({"name": s.name, "text": s.text})).collect()
}

/// The job of a context. How the formula was written does not matter any more.
pub fn restore(context: &Value) -> anyhow::Result<Job> {
    let model = sources(context, "model")?;
    let title = context.get("title").and_then(Value::as_str).unwrap_or("the exported problem").to_string();
    match context.get("puzzle").and_then(Value::as_str) {
        Some(name) => restore_puzzle(name, context, model, title),
        None => restore_model(context, model, title),
    }
}

fn restore_puzzle(name: &str, context: &Value, model: Vec<Source>, title: String) -> anyhow::Result<Job> {
    let row = puzzles::find(name)
        .ok_or_else(|| Rejected(format!("the map is of a puzzle `{name}` that is not known here")))?;
    let text = context.get("instance").and_then(Value::as_str).ok_or_else(|| missing("instance"))?;
    let instance = (row.read)("the map's instance", text)?.pop().ok_or_else(|| missing("instance"))?;
    let formulation = context.get("formulation").and_then(Value::as_str);
    let program = Rc::new(input::parse(row, &model, formulation)?);
    let horizon = context.get("horizon").and_then(Value::as_u64).and_then(|h| usize::try_from(h).ok());
    Ok(Job { title, program, model: Rc::new(model), paths: Vec::new(), what: What::Puzzle(row, instance), horizon })
}

fn restore_model(context: &Value, model: Vec<Source>, title: String) -> anyhow::Result<Job> {
    let define = context.get("define").and_then(Value::as_array).ok_or_else(|| missing("define"))?;
    let define = define.iter().filter_map(Value::as_str).map(str::to_string).collect();
    let what = What::Model(sources(context, "data")?, define);
    let program = Rc::new(Formulated { name: String::new(), program: Program::parse(&model)? });
    Ok(Job { title, program, model: Rc::new(model), paths: Vec::new(), what, horizon: None })
}

fn sources(context: &Value, field: &str) -> anyhow::Result<Vec<Source>> {
    let list = context.get(field).and_then(Value::as_array).ok_or_else(|| missing(field))?;
    let text = |entry: &Value, name: &str| entry.get(name).and_then(Value::as_str).map(str::to_string);
    let source = |entry: &Value| Some(Source::new(text(entry, "name")?, text(entry, "text")?));
    Ok(list.iter().map(source).collect::<Option<Vec<_>>>().ok_or_else(|| missing(field))?)
}

fn missing(field: &str) -> Rejected {
    Rejected(format!("the map's context has no proper `{field}`: was the map written by `quandary export`?"))
}
