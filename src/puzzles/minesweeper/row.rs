//! Minesweeper as a row of the table of puzzles: how its parts answer the common protocol.

use super::view::{Chance, View};
use super::{Board, Cell, Instance};
use super::{answer, check, fraction, generate, instance, picture, svg};
use crate::front::{Data, Value as ModelValue};
use crate::grid::{Grid, Pos};
use crate::puzzles::text::InputError;
use crate::puzzles::{Formulation, GenerateOption, Instance as AnyInstance, Options, Puzzle, Show};
use serde_json::{Map, Value, json};

/// The row.
pub const ROW: Puzzle = Puzzle {
    name: "minesweeper",
    summary: "find mines that agree with every clue and with their total number",
    models: MODELS,
    fields: &["rows", "cols", "mines", "cells"],
    read,
    generate: generate_instance,
    options: OPTIONS,
    size: "rows",
    formats: FORMATS,
    searches: &[],
    engine: "sat",
    proof: None,
};

const MODELS: &[Formulation] = &[Formulation {
    name: "counts",
    summary: "one Boolean per cell, one count per number",
    file: "models/minesweeper.mzn",
    text: include_str!("../../../models/minesweeper.mzn"),
    variant: None,
}];

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "rows", value: "N", summary: "number of rows (9)" },
    GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same board (1)" },
    GenerateOption {
        name: "seed-style",
        value: "",
        summary: "turn revealed zeros back into unknown cells, as the source does",
    },
    GenerateOption {
        name: "mines",
        value: "N",
        summary: "play a real game with so many mines instead of scattering clues",
    },
    GenerateOption { name: "first", value: "R,C", summary: "the first click of that game (anywhere)" },
    GenerateOption { name: "reveals", value: "N", summary: "further safe clicks of that game (none)" },
];

const FORMATS: &[(&str, &str)] = &[
    ("numbers", "rows, columns, mines and all cells as integers, -1 for unknown"),
    ("picture", "a `mines: N` line and one character per cell"),
    ("json", "one JSON object on one line"),
    ("dzn", "MiniZinc data for models/minesweeper.mzn"),
];

fn read(file: &str, text: &str) -> Result<Vec<Box<dyn AnyInstance>>, InputError> {
    let instances = instance::read(file, text)?;
    Ok(instances.into_iter().map(|i| Box::new(i) as Box<dyn AnyInstance>).collect())
}

impl AnyInstance for Instance {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn data(&self) -> Data {
        let board = &self.board;
        let mut data = Data::default();
        data.set("rows", board.rows() as i64);
        data.set("cols", board.cols() as i64);
        data.set("mines", board.mines as i64);
        data.set("clue", ModelValue::grid(board.rows(), board.cols(), 0, board.numbers()));
        data
    }

    fn write(&self, format: &str) -> Option<String> {
        instance::FORMATS.iter().find(|f| f.name == format).map(|f| (f.write)(self))
    }

    fn solution(&self, named: &Map<String, Value>) -> Result<Value, String> {
        Ok(json!({ "mines": positions(&cells_where(&self.board, named, &Value::Bool(true))) }))
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Value, InputError> {
        Ok(json!({ "mines": positions(&answer::read(file, text)?) }))
    }

    fn check(&self, solution: &Value) -> Result<(), String> {
        check(&self.board, &listed(solution, "mines")?).map_err(|violation| violation.to_string())
    }

    fn line(&self, solution: &Value) -> String {
        answer::write(&listed(solution, "mines").unwrap_or_default())
    }

    fn backbone(&self, named: &Map<String, Value>) -> Value {
        let of = |value| positions(&unknown_where(&self.board, named, &Value::Bool(value)));
        json!({ "safe": of(false), "mined": of(true) })
    }

    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value {
        let mut shares = fraction::Shares::new(total);
        let cells = self.board.unknown().filter_map(|at| {
            let mined = cell(named, at)?.as_str()?;
            let (fraction, share) = shares.of(mined)?;
            Some(json!({ "cell": [at.0, at.1], "fraction": fraction, "probability": share }))
        });
        json!({ "cells": cells.collect::<Vec<Value>>() })
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        with_view(&self.board, show, |view| picture::draw(&self.board, view, colour))
    }

    fn svg(&self, show: Show) -> String {
        with_view(&self.board, show, |view| svg::draw(&self.board, view))
    }
}

/// The entry of the model's `mine` array for a cell.
fn cell(named: &Map<String, Value>, at: Pos) -> Option<&Value> {
    named.get("mine")?.get(at.0)?.get(at.1)
}

fn cells_where(board: &Board, named: &Map<String, Value>, value: &Value) -> Vec<Pos> {
    board.cells.iter().map(|(at, _)| at).filter(|at| cell(named, *at) == Some(value)).collect()
}

fn unknown_where(board: &Board, named: &Map<String, Value>, value: &Value) -> Vec<Pos> {
    board.unknown().filter(|at| cell(named, *at) == Some(value)).collect()
}

fn positions(cells: &[Pos]) -> Value {
    cells.iter().map(|(row, col)| json!([row, col])).collect()
}

/// The positions under a name of a solution.
fn listed(solution: &Value, name: &str) -> Result<Vec<Pos>, String> {
    let list = solution.get(name).and_then(Value::as_array).ok_or_else(|| format!("there is no list `{name}`"))?;
    list.iter().map(|pair| position(pair).ok_or_else(|| format!("{pair} is no position"))).collect()
}

fn position(pair: &Value) -> Option<Pos> {
    let number = |i: usize| pair.get(i)?.as_u64().and_then(|n| usize::try_from(n).ok());
    Some((number(0)?, number(1)?))
}

fn with_view<T>(board: &Board, show: Show, draw: impl FnOnce(View) -> T) -> T {
    let of = |value: &Value, name| listed(value, name).unwrap_or_default();
    match show {
        Show::Instance => draw(View::Board),
        Show::Solution(value) => draw(View::Solution(&of(value, "mines"))),
        Show::Backbone(value) => draw(View::Backbone { safe: &of(value, "safe"), mined: &of(value, "mined") }),
        Show::Probabilities(value) => draw(View::Heat(&heat(board, value))),
    }
}

fn heat(board: &Board, value: &Value) -> Grid<Option<Chance>> {
    let mut heat = board.cells.map(|_, _: &Cell| None);
    for entry in value.get("cells").and_then(Value::as_array).into_iter().flatten() {
        let at = entry.get("cell").and_then(position).filter(|at| heat.get(*at).is_some());
        if let (Some(at), Some(share)) = (at, entry.get("probability").and_then(Value::as_f64)) {
            heat[at] = Some(chance(entry.get("fraction").and_then(Value::as_str).unwrap_or(""), share));
        }
    }
    heat
}

fn chance(fraction: &str, share: f64) -> Chance {
    match fraction {
        "0" => Chance::Safe,
        "1" => Chance::Mined,
        _ => Chance::Maybe(share),
    }
}

fn generate_instance(options: &Options) -> Result<Box<dyn AnyInstance>, String> {
    let rows = number(options, "rows", 9)?;
    let cols = number(options, "cols", rows)?;
    let seed = number(options, "seed", 1)? as u64;
    let generated = match options.get("mines") {
        Some(_) => generate::game(&game(options, rows, cols)?, seed)?,
        None if options.contains_key("first") || options.contains_key("reveals") => {
            return Err("--first and --reveals belong to a game: add --mines N".to_string());
        }
        None => generate::scattered(rows, cols, options.contains_key("seed-style"), seed)?,
    };
    Ok(Box::new(Instance { id: None, board: generated.board, marked: Vec::new() }))
}

fn game(options: &Options, n_rows: usize, n_cols: usize) -> Result<generate::Game, String> {
    let first = options.get("first").map(|text| click(text)).transpose()?;
    let (n_mines, n_reveals) = (number(options, "mines", 0)?, number(options, "reveals", 0)?);
    if options.contains_key("seed-style") {
        return Err("--seed-style belongs to scattered clues, not to a game".to_string());
    }
    Ok(generate::Game { n_rows, n_cols, n_mines, first, n_reveals })
}

fn click(text: &str) -> Result<Pos, String> {
    let pair = text.split_once(',').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    pair.ok_or_else(|| format!("--first takes a cell `ROW,COLUMN`, not `{text}`"))
}

fn number(options: &Options, name: &str, default: usize) -> Result<usize, String> {
    match options.get(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("--{name} takes a whole number from 0 up, not `{text}`")),
    }
}
