//! Cops as a row of the table of puzzles: how its parts answer the common protocol.

use super::check::{self, Sweep};
use super::instance::{self, Instance, Start};
use super::{format_json, format_text, generate, picture, solve, svg};
use crate::front::{Data, Value as ModelValue};
use crate::puzzles::fields::{Fields, integer, list};
use crate::puzzles::json::{Json, read_all};
use crate::puzzles::text::{InputError, end_of};
use crate::puzzles::{Formulation, GenerateOption, Instance as AnyInstance, Puzzle, Search, Show};
use crate::search::{Budget, End, Stats};
use serde_json::{Map, Value, json};
use std::ops::{ControlFlow, RangeInclusive};

/// The row.
pub const ROW: Puzzle = Puzzle {
    name: "cops",
    summary: "sweep a graph with few cops so that an invisible robber is surely caught",
    models: MODELS,
    fields: &["cops"],
    read,
    generate: generate::generate,
    options: OPTIONS,
    size: "vertices",
    formats: FORMATS,
    searches: SEARCHES,
    engine: "search:antichain",
    proof: Some(super::proof::PROOF),
};

const MODELS: &[Formulation] = &[
    Formulation {
        name: "numbers",
        summary: "how many cops are on each vertex and take each step",
        file: "models/cops.mzn",
        text: include_str!("../../../models/cops.mzn"),
        variant: None,
    },
    Formulation {
        name: "labelled",
        summary: "every cop has a label, in order at the middle time",
        file: "models/cops-labelled.mzn",
        text: include_str!("../../../models/cops-labelled.mzn"),
        variant: None,
    },
    Formulation {
        name: "single",
        summary: "the fastest; no two cops may share a vertex, which makes it another game",
        file: "models/cops-single.mzn",
        text: include_str!("../../../models/cops-single.mzn"),
        variant: Some("at most one cop on a vertex"),
    },
];

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "vertices", value: "N", summary: "number of vertices (10)" },
    GenerateOption { name: "edges", value: "N", summary: "number of edges (half as many again as vertices)" },
    GenerateOption { name: "cops", value: "N", summary: "number of cops (2)" },
    GenerateOption { name: "graph", value: "SPEC", summary: "a graph such as grid:4x4 instead of a random one" },
    GenerateOption { name: "horizon", value: "N", summary: "the most moves (any number)" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same graph (1)" },
];

const FORMATS: &[(&str, &str)] = &[
    ("text", "one `key: value` per line"),
    ("json", "one JSON object on one line"),
    ("graph6", "the graph alone, in McKay's Graph6 code"),
    ("dzn", "MiniZinc data for models/cops.mzn"),
];

const SEARCHES: &[Search] = &[
    Search {
        name: "antichain",
        summary: "all states up to symmetry and domination; decides for ever, its sweep is a shortest one",
        reference: "antichains of maximal clean sets: De Wulf, Doyen, Henzinger, Raskin, CAV 2006",
        is_optimal: true,
        lists_all: false,
        run: run_antichain,
    },
    Search {
        name: "dfs",
        summary: "depth first over all states up to symmetry; decides for ever, its sweep is any one",
        reference: "M. T. J. Overby, Cops and Robbers, 2018",
        is_optimal: false,
        lists_all: false,
        run: run_dfs,
    },
];

fn read(file: &str, text: &str) -> Result<Vec<Box<dyn AnyInstance>>, InputError> {
    let instances = instance::read(file, text)?;
    Ok(instances.into_iter().map(|i| Box::new(i) as Box<dyn AnyInstance>).collect())
}

/// The instance behind the protocol, by way of its own format.
pub(super) fn concrete(instance: &dyn AnyInstance) -> Result<Instance, String> {
    let text = instance.write("json").ok_or("this is no game of cops")?;
    Ok(instance::read("instance", &text).map_err(|e| e.to_string())?.remove(0))
}

type OnFound<'a> = dyn FnMut(Value) -> ControlFlow<()> + 'a;

fn run_antichain(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    Ok(solve::antichain(&concrete(instance)?, budget, &mut |sweep| found(solution(&sweep))))
}

fn run_dfs(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    solve::depth_first(&concrete(instance)?, budget, &mut |sweep| found(solution(&sweep)))
}

/// A sweep as a solution.
pub(super) fn solution(sweep: &Sweep) -> Value {
    json!({ "moves": sweep.len().saturating_sub(1), "positions": sweep })
}

impl Instance {
    /// The parameters for the model with this horizon.
    pub fn data_at(&self, horizon: usize) -> Data {
        let edges = self.graph.edges();
        let start = self.start_vertices();
        let mut data = Data::default();
        data.set("n", self.graph.n_vertices() as i64);
        data.set("m", edges.len() as i64);
        data.set("k", self.n_cops as i64);
        data.set("T", horizon as i64);
        data.set("from", ModelValue::list(edges.iter().map(|e| e.0 as i64)));
        data.set("to", ModelValue::list(edges.iter().map(|e| e.1 as i64)));
        data.set("free", start.is_none());
        let on = |v: usize| start.iter().flatten().filter(|&&u| u == v).count() as i64;
        data.set("start", ModelValue::list((0..self.graph.n_vertices()).map(on)));
        data
    }
}

impl AnyInstance for Instance {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The data of the given horizon, or of as many moves as there are vertices.
    fn data(&self) -> Data {
        self.data_at(self.horizon.unwrap_or(self.graph.n_vertices()))
    }

    /// A sweep may be as long as it likes, unless the instance has a horizon.
    fn horizons(&self) -> Option<RangeInclusive<usize>> {
        self.horizon.is_none().then_some(0..=instance::MAX_HORIZON)
    }

    fn data_at(&self, horizon: usize) -> Data {
        Instance::data_at(self, horizon)
    }

    fn write(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(format_text::write(self)),
            "json" => Some(format_json::write(self)),
            "graph6" => Some(super::graph6::encode(&self.graph) + "\n"),
            "dzn" => Some(super::format_dzn::write(self)),
            _ => None,
        }
    }

    fn solution(&self, named: &Map<String, Value>) -> Result<Value, String> {
        Ok(solution(&super::lift::sweep(self, named)?))
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Value, InputError> {
        let values = read_all(file, text)?;
        let first = values.first().ok_or_else(|| InputError::new(file, end_of(text), "expected a solution"))?;
        let mut fields = Fields::of(file, first)?;
        if let Some(solution) = fields.get("solution")? {
            fields = Fields::of(file, solution)?;
        }
        let rows = list(file, fields.need("positions")?, "a list of positions")?;
        let sweep: Result<Sweep, InputError> = rows.iter().map(|row| read_row(file, row)).collect();
        Ok(solution(&sweep?))
    }

    fn check(&self, solution: &Value) -> Result<(), String> {
        let sweep = sweep_of(solution).ok_or("there is no list `positions`")?;
        if solution.get("moves").and_then(Value::as_u64).is_some_and(|moves| moves + 1 != sweep.len() as u64) {
            return Err("`moves` is not the number of moves".to_string());
        }
        check::check(self, &sweep)
    }

    fn cost(&self, solution: &Value) -> Option<i64> {
        solution.get("moves").and_then(Value::as_i64)
    }

    fn line(&self, solution: &Value) -> String {
        let row = |cops: &Vec<usize>| cops.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        sweep_of(solution).unwrap_or_default().iter().map(row).collect::<Vec<_>>().join(" ")
    }

    fn backbone(&self, named: &Map<String, Value>) -> Value {
        json!({ "number": named.get("number").cloned().unwrap_or(Value::Null) })
    }

    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value {
        json!({ "cop": named.get("cop").cloned().unwrap_or(Value::Null), "of": total })
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        picture::draw(&self.graph, shown(self, show).as_ref(), colour)
    }

    fn frames(&self, solution: &Value, colour: bool) -> Vec<String> {
        let sweep = shown(self, Show::Solution(solution)).unwrap_or_default();
        picture::frames(&self.graph, &sweep, colour)
    }

    fn svg(&self, show: Show) -> String {
        svg::draw(&self.graph, shown(self, show).as_ref())
    }
}

fn read_row(file: &str, row: &Json) -> Result<Vec<usize>, InputError> {
    let vertex = |json: &Json| {
        let number = integer(file, json, "a vertex")?;
        instance::vertex(number).map_err(|message| InputError::new(file, json.place, message))
    };
    list(file, row, "a list of vertices")?.iter().map(vertex).collect()
}

fn sweep_of(solution: &Value) -> Option<Sweep> {
    let vertex = |v: &Value| v.as_u64().and_then(|v| usize::try_from(v).ok());
    let row = |row: &Value| row.as_array()?.iter().map(vertex).collect::<Option<Vec<usize>>>();
    solution.get("positions")?.as_array()?.iter().map(row).collect()
}

/// The sweep to be shown: a solution's, if all its vertices exist, or the given start.
fn shown(instance: &Instance, show: Show) -> Option<Sweep> {
    let whole = |sweep: &Sweep| {
        let fits =
            |row: &Vec<usize>| row.len() == instance.n_cops && row.iter().all(|&v| v < instance.graph.n_vertices());
        !sweep.is_empty() && sweep.iter().all(fits)
    };
    match show {
        Show::Solution(value) => sweep_of(value).filter(whole),
        _ if instance.start == Start::Free => None,
        _ => instance.start_vertices().map(|cops| vec![cops]),
    }
}
