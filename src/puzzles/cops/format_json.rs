//! The JSON format: `graph`, or `vertices` and `edges`; `cops`; perhaps `start`, `horizon` and `id`. Others are ignored.

use super::edge_list;
use super::graph::Graph;
use super::instance::{Instance, Start, cops, given, horizon, vertex};
use crate::puzzles::fields::{Fields, WHOLE, list, number, string};
use crate::puzzles::json::{Json, Value};
use crate::puzzles::text::InputError;
use crate::puzzles::typed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads an instance.
pub(super) fn read(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let graph = match fields.present("graph")? {
        Some(json) => {
            let spec = string(file, json, "a graph such as \"grid:5x5\"")?;
            edge_list::graph(file, spec).map_err(|message| InputError::new(file, json.place, message))?
        }
        None => listed_graph(file, &fields)?,
    };
    let n_cops = number(file, fields.need("cops")?, WHOLE, cops)?;
    let start = match fields.present("start")? {
        None => Start::Free,
        Some(json) => read_start(file, json, &graph, n_cops)?,
    };
    let horizon = fields.present("horizon")?.map(|json| number(file, json, WHOLE, horizon)).transpose()?;
    Ok(Instance { id: fields.id()?, graph, n_cops, start, horizon })
}

fn listed_graph(file: &str, fields: &Fields) -> Result<Graph, InputError> {
    let json = fields.need("edges")?;
    let n_vertices = number(file, fields.need("vertices")?, WHOLE, vertex)?;
    let mut edges = Vec::new();
    for item in list(file, json, "a list of edges")? {
        let [u, v] = list(file, item, "an edge `[u, v]`")? else {
            return Err(InputError::new(file, item.place, "expected an edge `[u, v]`"));
        };
        edges.push((number(file, u, WHOLE, vertex)?, number(file, v, WHOLE, vertex)?));
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
                items.iter().map(|item| number(file, item, WHOLE, vertex)).collect();
            given(vertices?, graph, n_cops).map_err(wrong)
        }
    }
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertices: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<Vec<(usize, usize)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<&'a str>,
    cops: usize,
    start: &'a Start,
    #[serde(skip_serializing_if = "Option::is_none")]
    horizon: Option<usize>,
}

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let graph = &self.graph;
        let is_listed = graph.name == "edges";
        let written = Written {
            id: &self.id,
            vertices: is_listed.then(|| graph.n_vertices()),
            edges: is_listed.then(|| graph.edges().to_vec()),
            graph: (!is_listed).then_some(&graph.name),
            cops: self.n_cops,
            start: &self.start,
            horizon: self.horizon,
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        typed::deserialize::<super::Cops, D>(deserializer)
    }
}
