//! The JSON format: `graph`, or `vertices` and `edges`; `cops`; perhaps `start`, `horizon` and `id`. Others are ignored.

use super::edge_list;
use super::graph::Graph;
use super::instance::{Instance, Start, cops, given, horizon, vertex};
use crate::puzzles::fields::{Fields, integer, list, string};
use crate::puzzles::json::{Json, Value, read_all};
use crate::puzzles::text::InputError;
use serde_json::json;

/// Reads all instances of a text.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    read_all(file, text)?.iter().map(|json| read_one(file, json)).collect()
}

fn read_one(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let graph = match present(fields.get("graph")?) {
        Some(json) => {
            let spec = string(file, json, "a graph such as \"grid:5x5\"")?;
            edge_list::graph(file, spec).map_err(|message| InputError::new(file, json.place, message))?
        }
        None => listed_graph(file, &fields)?,
    };
    let n_cops = number(file, fields.need("cops")?, cops)?;
    let start = match present(fields.get("start")?) {
        None => Start::Free,
        Some(json) => read_start(file, json, &graph, n_cops)?,
    };
    let horizon = present(fields.get("horizon")?).map(|json| number(file, json, horizon)).transpose()?;
    let id = present(fields.get("id")?).map(|json| string(file, json, "a string").map(str::to_string)).transpose()?;
    Ok(Instance { id, graph, n_cops, start, horizon })
}

/// `null` is as good as nothing.
fn present(field: Option<&Json>) -> Option<&Json> {
    field.filter(|json| json.value != Value::Null)
}

fn number(file: &str, json: &Json, good: fn(i64) -> Result<usize, String>) -> Result<usize, InputError> {
    good(integer(file, json, "a whole number")?).map_err(|message| InputError::new(file, json.place, message))
}

fn listed_graph(file: &str, fields: &Fields) -> Result<Graph, InputError> {
    let json = fields.need("edges")?;
    let n_vertices = number(file, fields.need("vertices")?, vertex)?;
    let mut edges = Vec::new();
    for item in list(file, json, "a list of edges")? {
        let [u, v] = list(file, item, "an edge `[u, v]`")? else {
            return Err(InputError::new(file, item.place, "expected an edge `[u, v]`"));
        };
        edges.push((number(file, u, vertex)?, number(file, v, vertex)?));
    }
    Graph::new("edges", n_vertices, &edges).map_err(|message| InputError::new(file, json.place, message))
}

fn read_start(file: &str, json: &Json, graph: &Graph, n_cops: usize) -> Result<Start, InputError> {
    let wrong = |message: String| InputError::new(file, json.place, message);
    match &json.value {
        Value::Text(word) if word == "free" => Ok(Start::Free),
        Value::Text(word) if word == "row" => Ok(Start::Row),
        Value::Text(word) => Err(wrong(format!("`{word}`, expected \"free\", \"row\" or a list of vertices"))),
        _ => {
            let items = list(file, json, "\"free\", \"row\" or a list of vertices")?;
            let vertices: Result<Vec<usize>, InputError> =
                items.iter().map(|item| number(file, item, vertex)).collect();
            given(vertices?, graph, n_cops).map_err(wrong)
        }
    }
}

/// Writes an instance on one line.
pub(super) fn write(instance: &Instance) -> String {
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_string(), value);
    if let Some(id) = &instance.id {
        put("id", json!(id));
    }
    if instance.graph.name == "edges" {
        put("vertices", json!(instance.graph.n_vertices()));
        put("edges", json!(instance.graph.edges()));
    } else {
        put("graph", json!(instance.graph.name));
    }
    put("cops", json!(instance.n_cops));
    put(
        "start",
        match &instance.start {
            Start::Free => json!("free"),
            Start::Row => json!("row"),
            Start::Given(vertices) => json!(vertices),
        },
    );
    if let Some(horizon) = instance.horizon {
        put("horizon", json!(horizon));
    }
    format!("{}\n", serde_json::Value::Object(object))
}
