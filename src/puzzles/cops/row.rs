//! Cops as a row of the table of puzzles: how its parts answer the common protocol.

use super::check::{self, Sweep};
use super::instance::{self, Instance, Start};
use super::{format_text, generate, graph6, picture, proof, solve, svg, symmetry};
use crate::front::{Data, Value as ModelValue};
use crate::grid::Pos;
use crate::puzzles::fields::{Fields, list, number};
use crate::puzzles::json::{Json, read_all};
use crate::puzzles::text::{InputError, counted};
use crate::puzzles::typed::{self, Named, OnFound, Rules};
use crate::puzzles::{Format, Formulation, GenerateOption, Options, Proof, Puzzle, Search, Show, claim, place};
use crate::search::{Budget, End, Stats};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The row.
pub const ROW: Puzzle = typed::puzzle::<Cops>();

/// The puzzle.
pub struct Cops;

/// A sweep; the number of its moves helps readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// How many moves.
    pub moves: usize,
    /// Where the cops are before the first move and after each.
    pub positions: Sweep,
}

impl Solution {
    /// A sweep with its number of moves.
    pub fn of(positions: Sweep) -> Solution {
        Solution { moves: positions.len().saturating_sub(1), positions }
    }
}

fn run_antichain(instance: &Instance, budget: &Budget, found: &mut OnFound<Solution>) -> Result<(End, Stats), String> {
    Ok(solve::antichain(instance, budget, &mut |sweep| found(Solution::of(sweep))))
}

fn run_dfs(instance: &Instance, budget: &Budget, found: &mut OnFound<Solution>) -> Result<(End, Stats), String> {
    solve::depth_first(instance, budget, &mut |sweep| found(Solution::of(sweep)))
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
        data.set("start", ModelValue::list_from(0, (0..self.graph.n_vertices()).map(on)));
        data
    }
}

impl Rules for Cops {
    type Instance = Instance;
    type Solution = Solution;

    const NAME: &'static str = "cops";
    const SUMMARY: &'static str = "sweep a graph with few cops so that an invisible robber is surely caught";
    const MODELS: &'static [Formulation] = &[
        Formulation {
            name: "numbers",
            summary: "how many cops are on each vertex and take each step",
            file: "models/cops.mzn",
            text: include_str!("../../../models/cops.mzn"),
            variant: None,
            one: None,
            partial: None,
        },
        Formulation {
            name: "symmetric",
            summary: "numbers, and one sweep of those that are each other's images or run backwards",
            file: "models/cops-symmetric.mzn",
            text: include_str!("../../../models/cops-symmetric.mzn"),
            variant: None,
            one: Some(|instance| typed::told(symmetry::data, instance)),
            partial: Some("leaves out what symmetry makes of its answers"),
        },
        Formulation {
            name: "labelled",
            summary: "every cop has a label, in order at the middle time",
            file: "models/cops-labelled.mzn",
            text: include_str!("../../../models/cops-labelled.mzn"),
            variant: None,
            one: None,
            partial: Some("has an answer once for every way to label the cops"),
        },
        Formulation {
            name: "single",
            summary: "the fastest; no two cops may share a vertex, which makes it another game",
            file: "models/cops-single.mzn",
            text: include_str!("../../../models/cops-single.mzn"),
            variant: Some("at most one cop on a vertex"),
            one: None,
            partial: None,
        },
    ];
    const FIELDS: &'static [&'static str] = &["cops"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "text",
            summary: "one `key: value` per line",
            is_read: true,
            write: |instance| typed::write(format_text::write, instance),
        },
        Format::JSON,
        Format {
            name: "graph6",
            summary: "the graph alone, in McKay's Graph6 code",
            is_read: false,
            write: |instance| typed::write(|instance: &Instance| graph6::encode(&instance.graph) + "\n", instance),
        },
        Format::dzn("MiniZinc data for models/cops.mzn"),
    ];
    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption { name: "vertices", value: "N", summary: "number of vertices (10)" },
        GenerateOption { name: "edges", value: "N", summary: "number of edges (half as many again as vertices)" },
        GenerateOption { name: "cops", value: "N", summary: "number of cops (2)" },
        GenerateOption { name: "graph", value: "SPEC", summary: "a graph such as grid:4x4 instead of a random one" },
        GenerateOption { name: "horizon", value: "N", summary: "the most moves (any number)" },
        GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same graph (1)" },
    ];
    const SIZE: &'static str = "vertices";
    const SEARCHES: &'static [Search] = &[
        Search {
            name: "antichain",
            summary: "all states up to symmetry and domination; decides for ever, its sweep is a shortest one",
            reference: "antichains of maximal clean sets: De Wulf, Doyen, Henzinger, Raskin, CAV 2006",
            is_optimal: true,
            lists_all: false,
            run: |instance, budget, found| typed::search(run_antichain, instance, budget, found),
        },
        Search {
            name: "dfs",
            summary: "depth first over all states up to symmetry; decides for ever, its sweep is any one",
            reference: "M. T. J. Overby, Cops and Robbers, 2018",
            is_optimal: false,
            lists_all: false,
            run: |instance, budget, found| typed::search(run_dfs, instance, budget, found),
        },
    ];
    const ENGINE: &'static str = "search:antichain";
    const PROOF: Option<Proof> = Some(proof::PROOF);
    const CERTAIN: &'static [&'static str] = &["number"];
    const LIKELY: &'static [&'static str] = &["cop"];

    fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
        instance::read(file, text)
    }

    fn id(instance: &Instance) -> Option<&str> {
        instance.id.as_deref()
    }

    /// The data of the given horizon, or of as many moves as there are vertices.
    fn data(instance: &Instance) -> Data {
        instance.data_at(instance.horizon.unwrap_or(instance.graph.n_vertices()))
    }

    fn generate(options: &Options) -> Result<Instance, String> {
        generate::generate(options)
    }

    /// A sweep may be as long as it likes, unless the instance has a horizon.
    fn horizons(instance: &Instance) -> Option<RangeInclusive<usize>> {
        instance.horizon.is_none().then_some(0..=instance::MAX_HORIZON)
    }

    fn data_at(instance: &Instance, horizon: usize) -> Data {
        instance.data_at(horizon)
    }

    fn solution(instance: &Instance, named: &Named) -> Result<Solution, String> {
        Ok(Solution::of(super::lift::sweep(instance, named)?))
    }

    fn read_solution(_instance: &Instance, file: &str, text: &str) -> Result<Solution, InputError> {
        let values = read_all(file, text)?;
        let fields = Fields::of(file, claim::only(file, text, &values)?)?;
        let rows = list(file, fields.need("positions")?, "a list of positions")?;
        Ok(Solution::of(rows.iter().map(|row| read_row(file, row)).collect::<Result<_, _>>()?))
    }

    fn check(instance: &Instance, solution: &Solution) -> Result<(), String> {
        check::check(instance, &solution.positions)?;
        match solution.moves + 1 == solution.positions.len() {
            true => Ok(()),
            false => Err("`moves` is not the number of moves".to_string()),
        }
    }

    fn holds(_instance: &Instance, solution: &Solution) -> String {
        format!("a sweep of {} that surely catches the robber", counted(solution.moves, "move"))
    }

    fn not_judged(_instance: &Instance) -> Option<&'static str> {
        Some("whether there is a shorter one")
    }

    fn cost(_instance: &Instance, solution: &Solution) -> Option<i64> {
        Some(solution.moves as i64)
    }

    fn line(_instance: &Instance, solution: &Solution) -> String {
        let row = |cops: &Vec<usize>| cops.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        solution.positions.iter().map(row).collect::<Vec<_>>().join(" ")
    }

    fn draw(instance: &Instance, show: Show<Solution>, colour: bool) -> String {
        picture::draw(&instance.graph, shown(instance, show).as_ref(), colour)
    }

    fn frames(instance: &Instance, solution: &Solution, colour: bool) -> Vec<String> {
        let sweep = shown(instance, Show::Solution(solution)).unwrap_or_default();
        picture::frames(&instance.graph, &sweep, colour)
    }

    fn svg(instance: &Instance, show: Show<Solution>) -> String {
        let reason = if let Show::Reason(ringed) = show { Some(ringed) } else { None };
        svg::draw(&instance.graph, shown(instance, show).as_ref(), reason)
    }

    /// How many cops are where; the steps are left open.
    fn claimed(instance: &Instance, solution: &Solution) -> Option<Named> {
        let sweep = shown(instance, Show::Solution(solution))?;
        let count = |row: &Vec<usize>| -> Vec<usize> {
            (0..instance.graph.n_vertices()).map(|v| row.iter().filter(|cop| **cop == v).count()).collect()
        };
        let numbers: Vec<Vec<usize>> = sweep.iter().map(count).collect();
        Some([("number".to_string(), serde_json::json!(numbers))].into_iter().collect())
    }

    /// Times and vertices. What goes along an arc is about both its ends.
    fn places(instance: &Instance, variable: &str) -> Vec<Pos> {
        let Some((array, numbers)) = place::indices(variable) else { return Vec::new() };
        let edges = instance.graph.edges();
        match (array, &numbers[..]) {
            ("go", [time, arc]) => {
                let ends = arc.checked_sub(1).and_then(|arc| edges.get(arc % edges.len().max(1)));
                ends.map_or(Vec::new(), |(u, v)| vec![(*time, *u), (*time, *v)])
            }
            (_, [time, vertex]) => vec![(*time, *vertex)],
            _ => Vec::new(),
        }
    }

    fn places_in_words(_instance: &Instance, cells: &[Pos]) -> String {
        let mut vertices: Vec<usize> = cells.iter().map(|(_, vertex)| *vertex).collect();
        vertices.sort_unstable();
        vertices.dedup();
        place::listed("vertices", vertices.iter().map(usize::to_string).collect())
    }
}

fn read_row(file: &str, row: &Json) -> Result<Vec<usize>, InputError> {
    let vertex = |json: &Json| number(file, json, "a vertex", instance::vertex);
    list(file, row, "a list of vertices")?.iter().map(vertex).collect()
}

/// The sweep to be shown: a solution's, if all its vertices exist, or the given start.
fn shown(instance: &Instance, show: Show<Solution>) -> Option<Sweep> {
    let whole = |sweep: &Sweep| {
        let fits =
            |row: &Vec<usize>| row.len() == instance.n_cops && row.iter().all(|&v| v < instance.graph.n_vertices());
        !sweep.is_empty() && sweep.iter().all(fits)
    };
    match show {
        Show::Solution(solution) => Some(solution.positions.clone()).filter(whole),
        _ if instance.start == Start::Free => None,
        _ => instance.start_vertices().map(|cops| vec![cops]),
    }
}
