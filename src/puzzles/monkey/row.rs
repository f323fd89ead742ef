//! The monkey puzzle as a row of the table of puzzles: how its parts answer the common protocol.

use super::instance::{self, Instance, Placement};
use super::{check, format_dzn, format_json, format_text, generate, scan};
use crate::front::{Data, Value as ModelValue};
use crate::grid::Grid;
use crate::puzzles::fields::{Fields, integer, list};
use crate::puzzles::json::{Json, read_all};
use crate::puzzles::text::{InputError, end_of};
use crate::puzzles::{Formulation, GenerateOption, Instance as AnyInstance, Puzzle, Search, Show, stones};
use crate::search::{Budget, End, Stats};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// The row.
pub const ROW: Puzzle = Puzzle {
    name: "monkey",
    summary: "lay square tiles on a board so that touching sides match",
    models: MODELS,
    fields: &["rows", "cols", "tiles"],
    read,
    generate: generate::generate,
    options: OPTIONS,
    size: "rows",
    formats: FORMATS,
    searches: SEARCHES,
    engine: "search:scan",
    proof: None,
};

const MODELS: &[Formulation] = &[
    Formulation {
        name: "table",
        summary: "integers for tile and turns, tied to the numbers by one table per square",
        file: "models/monkey.mzn",
        text: include_str!("../../../models/monkey.mzn"),
        variant: None,
    },
    Formulation {
        name: "boolean",
        summary: "one Boolean per square, tile and turn, and one per border and number",
        file: "models/monkey-boolean.mzn",
        text: include_str!("../../../models/monkey-boolean.mzn"),
        variant: None,
    },
];

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "rows", value: "N", summary: "number of rows (4)" },
    GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" },
    GenerateOption { name: "colours", value: "N", summary: "number of different numbers (8)" },
    GenerateOption { name: "no-rotations", value: "", summary: "tiles may not be turned" },
    GenerateOption { name: "halves", value: "", summary: "a number matches its negative, as heads match tails" },
    GenerateOption { name: "near-miss", value: "", summary: "change one side, so that the planted solution fails" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same puzzle (1)" },
];

const FORMATS: &[(&str, &str)] = &[
    ("text", "a few `key: value` lines and one tile per line"),
    ("json", "one JSON object on one line"),
    ("dzn", "MiniZinc data for models/monkey.mzn and models/monkey-boolean.mzn"),
];

const SEARCHES: &[Search] = &[Search {
    name: "scan",
    summary: "square by square, with lists of the tiles that fit; finds all placements or proves that there is none",
    reference: "Ansótegui, Béjar, Fernández, Mateu, CP 2008",
    is_optimal: false,
    lists_all: true,
    run: run_scan,
}];

fn read(file: &str, text: &str) -> Result<Vec<Box<dyn AnyInstance>>, InputError> {
    let instances = instance::read(file, text)?;
    Ok(instances.into_iter().map(|i| Box::new(i) as Box<dyn AnyInstance>).collect())
}

type OnFound<'a> = dyn FnMut(Value) -> ControlFlow<()> + 'a;

fn run_scan(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    let text = instance.write("json").ok_or("this is no monkey puzzle")?;
    let concrete = instance::read("instance", &text).map_err(|e| e.to_string())?.remove(0);
    scan::search(&concrete, budget, &mut |placement| found(solution(&placement)))
}

/// The numbers of the models: by rank, pairs in both directions.
pub(super) struct Parameters {
    pub(super) n_numbers: i64,
    pub(super) sides: Vec<i64>,
    pub(super) pairs: Vec<i64>,
}

pub(super) fn parameters(instance: &Instance) -> Parameters {
    let ranks = instance.ranks();
    let rank = |number: &i64| ranks[number] as i64;
    let mut pairs: Vec<(i64, i64)> =
        instance.pairs.iter().flatten().flat_map(|(a, b)| [(rank(a), rank(b)), (rank(b), rank(a))]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let sides = instance.tiles.iter().flatten().map(rank).collect();
    Parameters { n_numbers: ranks.len() as i64, sides, pairs: pairs.into_iter().flat_map(|(a, b)| [a, b]).collect() }
}

impl AnyInstance for Instance {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn data(&self) -> Data {
        let parameters = parameters(self);
        let n_pairs = parameters.pairs.len() / 2;
        let mut data = Data::default();
        data.set("rows", self.n_rows as i64);
        data.set("cols", self.n_cols as i64);
        data.set("rotations", self.rotations);
        data.set("equal", self.pairs.is_none());
        data.set("n_numbers", parameters.n_numbers);
        data.set("n_pairs", n_pairs as i64);
        data.set("pairs", ModelValue::grid(n_pairs, 2, 1, parameters.pairs));
        data.set("side", ModelValue::grid(self.tiles.len(), 4, 0, parameters.sides));
        data
    }

    fn write(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(format_text::write(self)),
            "json" => Some(format_json::write(self)),
            "dzn" => Some(format_dzn::write(self)),
            _ => None,
        }
    }

    /// Both models say which tile lies where and how it is turned, as `tile` and `turn` or as `lies`.
    fn solution(&self, named: &Map<String, Value>) -> Result<Value, String> {
        let at = |name: &str, (row, col): (usize, usize)| named.get(name)?.get(row)?.get(col);
        let number = |name: &str, at_: (usize, usize)| at(name, at_)?.as_u64().and_then(|n| usize::try_from(n).ok());
        let marked = |at_: (usize, usize)| {
            let tiles = at("lies", at_)?.as_array()?.iter().enumerate();
            let mut flags = tiles
                .flat_map(|(t, turns)| turns.as_array().into_iter().flatten().enumerate().map(move |(k, b)| (t, k, b)));
            flags.find(|(_, _, flag)| **flag == Value::Bool(true)).map(|(tile, turn, _)| (tile, turn))
        };
        let cell = |at_| number("tile", at_).zip(number("turn", at_)).or_else(|| marked(at_));
        let cells: Option<Vec<(usize, usize)>> =
            (0..self.n_rows).flat_map(|row| (0..self.n_cols).map(move |col| (row, col))).map(cell).collect();
        let cells = cells.ok_or("the model does not say which tile lies where")?;
        let placement = Grid::from_cells(self.n_rows, self.n_cols, cells).expect("one cell per square");
        Ok(solution(&placement))
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Value, InputError> {
        let values = read_all(file, text)?;
        let first = values.first().ok_or_else(|| InputError::new(file, end_of(text), "expected a solution"))?;
        let mut fields = Fields::of(file, first)?;
        if let Some(solution) = fields.get("solution")? {
            fields = Fields::of(file, solution)?;
        }
        let rows = list(file, fields.need("placement")?, "a list of rows")?;
        let rows = rows.iter().map(|row| read_row(file, row)).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({ "placement": rows }))
    }

    fn check(&self, solution: &Value) -> Result<(), String> {
        let placement = placement_of(solution).ok_or("there is no rectangle `placement` of [tile, turns]")?;
        check::check(self, &placement)
    }

    fn line(&self, solution: &Value) -> String {
        let Some(placement) = placement_of(solution) else { return String::new() };
        let row = |cells: &[(usize, usize)]| {
            let words: Vec<String> = cells.iter().map(|(tile, turn)| format!("{tile}/{turn}")).collect();
            words.join(" ")
        };
        placement.rows().map(row).collect::<Vec<_>>().join(", ")
    }

    fn backbone(&self, named: &Map<String, Value>) -> Value {
        let of = |name: &str| named.get(name).cloned().unwrap_or(Value::Null);
        json!({ "tile": of("tile"), "turn": of("turn") })
    }

    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value {
        json!({ "lies": named.get("lies").cloned().unwrap_or(Value::Null), "of": total })
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        stones::draw(&shown(self, show), colour)
    }

    fn svg(&self, show: Show) -> String {
        stones::svg(&shown(self, show))
    }
}

/// A placement as a solution.
fn solution(placement: &Placement) -> Value {
    json!({ "placement": placement.rows().collect::<Vec<_>>() })
}

fn read_row(file: &str, row: &Json) -> Result<Vec<(usize, usize)>, InputError> {
    let number = |json: &Json| {
        let number = integer(file, json, "a tile or its turns")?;
        usize::try_from(number).map_err(|_| InputError::new(file, json.place, format!("{number}, expected 0 or more")))
    };
    let cell = |json: &Json| match list(file, json, "`[tile, turns]`")? {
        [tile, turn] => Ok((number(tile)?, number(turn)?)),
        _ => Err(InputError::new(file, json.place, "expected `[tile, turns]`")),
    };
    list(file, row, "a list of squares")?.iter().map(cell).collect()
}

fn placement_of(solution: &Value) -> Option<Placement> {
    let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
    let cell = |value: &Value| match value.as_array()?.as_slice() {
        [tile, turn] => Some((number(tile)?, number(turn)?)),
        _ => None,
    };
    let rows = solution.get("placement")?.as_array()?;
    let n_cols = rows.first()?.as_array()?.len();
    let cells = rows.iter().map(|row| row.as_array().filter(|row| row.len() == n_cols)).collect::<Option<Vec<_>>>()?;
    Grid::from_cells(rows.len(), n_cols, cells.into_iter().flatten().map(cell).collect::<Option<Vec<_>>>()?)
}

fn shown(instance: &Instance, show: Show) -> Grid<Option<stones::Laid>> {
    match show {
        Show::Solution(value) => instance.board(placement_of(value).as_ref()),
        _ => instance.heap(),
    }
}
