//! Minesweeper as a row of the table of puzzles: how its parts answer the common protocol.

use super::view::{Chance, View};
use super::{Board, Cell, Instance};
use super::{answer, check, format_numbers, format_picture, fraction, generate, instance, picture, svg, words};
use crate::front::{Data, Value as ModelValue};
use crate::grid::{Grid, Pos};
use crate::puzzles::options::{number, seed};
use crate::puzzles::text::InputError;
use crate::puzzles::typed::{self, Named, Rules};
use crate::puzzles::{Fact, Format, Formulation, GenerateOption, Options, Puzzle, Show};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The row.
pub const ROW: Puzzle = typed::puzzle::<Minesweeper>();

/// The puzzle.
pub struct Minesweeper;

/// The mines of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// Their positions, in any order.
    pub mines: Vec<Pos>,
}

impl Rules for Minesweeper {
    type Instance = Instance;
    type Solution = Solution;

    const NAME: &'static str = "minesweeper";
    const SUMMARY: &'static str = "find mines that agree with every clue and with their total number";
    const MODELS: &'static [Formulation] = &[Formulation {
        name: "counts",
        summary: "one Boolean per cell, one count per number",
        file: "models/minesweeper.mzn",
        text: include_str!("../../../models/minesweeper.mzn"),
        variant: None,
        one: None,
        partial: None,
    }];
    const FIELDS: &'static [&'static str] = &["rows", "cols", "mines", "cells"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "numbers",
            summary: "rows, columns, mines and all cells as integers, -1 for unknown",
            is_read: true,
            write: |instance| typed::write(format_numbers::write, instance),
        },
        Format {
            name: "picture",
            summary: "a `mines: N` line and one character per cell",
            is_read: true,
            write: |instance| typed::write(format_picture::write, instance),
        },
        Format::JSON,
        Format::dzn("MiniZinc data for models/minesweeper.mzn"),
    ];
    const OPTIONS: &'static [GenerateOption] = &[
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

    const BACKGROUND: &'static [&'static str] = &["revealed cells are safe"];
    const ASKED: &'static str = "mine";

    fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
        instance::read(file, text)
    }

    fn cells_of(_instance: &Instance, rule: &str) -> Option<Vec<Pos>> {
        Some(words::clue(rule).into_iter().collect())
    }

    fn claimed(instance: &Instance, solution: &Solution) -> Option<Named> {
        let mined = instance.board.cells.map(|at, _| solution.mines.contains(&at));
        Some([("mine".to_string(), mined.rows().map(|row| json!(row)).collect())].into_iter().collect())
    }

    fn sentence(instance: &Instance, fact: &Fact) -> Option<String> {
        words::sentence(&instance.board, fact)
    }

    fn id(instance: &Instance) -> Option<&str> {
        instance.id.as_deref()
    }

    fn data(instance: &Instance) -> Data {
        let board = &instance.board;
        let mut data = Data::default();
        data.set("rows", board.rows() as i64);
        data.set("cols", board.cols() as i64);
        data.set("mines", board.mines as i64);
        data.set("clue", ModelValue::grid(board.rows(), board.cols(), 0, board.numbers()));
        data
    }

    fn generate(options: &Options) -> Result<Instance, String> {
        let rows = number(options, "rows", 9)?;
        let cols = number(options, "cols", rows)?;
        let seed = seed(options)?;
        let generated = match options.get("mines") {
            Some(_) => generate::game(&game(options, rows, cols)?, seed)?,
            None if options.contains_key("first") || options.contains_key("reveals") => {
                return Err("--first and --reveals belong to a game: add --mines N".to_string());
            }
            None => generate::scattered(rows, cols, options.contains_key("seed-style"), seed)?,
        };
        Ok(Instance { id: None, board: generated.board, marked: Vec::new() })
    }

    fn solution(instance: &Instance, named: &Named) -> Result<Solution, String> {
        let all = instance.board.cells.positions();
        Ok(Solution { mines: all.filter(|at| cell(named, *at) == Some(&Value::Bool(true))).collect() })
    }

    fn read_solution(_instance: &Instance, file: &str, text: &str) -> Result<Solution, InputError> {
        Ok(Solution { mines: answer::read(file, text)? })
    }

    fn check(instance: &Instance, solution: &Solution) -> Result<(), String> {
        check(&instance.board, &solution.mines).map_err(|violation| violation.to_string())
    }

    fn holds(_instance: &Instance, _solution: &Solution) -> String {
        "the mines agree with every clue and with their number".to_string()
    }

    fn line(_instance: &Instance, solution: &Solution) -> String {
        answer::write(&solution.mines)
    }

    fn backbone(instance: &Instance, named: &Named) -> Value {
        let of = |value| {
            let unknown = instance.board.unknown();
            unknown.filter(|at| cell(named, *at) == Some(&Value::Bool(value))).collect::<Vec<Pos>>()
        };
        json!({ "safe": of(false), "mined": of(true) })
    }

    fn probabilities(instance: &Instance, named: &Named, total: &str) -> Value {
        let mut shares = fraction::Shares::new(total);
        let cells = instance.board.unknown().filter_map(|at| {
            let mined = cell(named, at)?.as_str()?;
            let (fraction, share) = shares.of(mined)?;
            Some(json!({ "cell": at, "fraction": fraction, "probability": share }))
        });
        json!({ "cells": cells.collect::<Vec<Value>>() })
    }

    fn draw(instance: &Instance, show: Show<Solution>, colour: bool) -> String {
        with_view(&instance.board, show, |view| picture::draw(&instance.board, view, colour))
    }

    fn svg(instance: &Instance, show: Show<Solution>) -> String {
        with_view(&instance.board, show, |view| svg::draw(&instance.board, view))
    }
}

/// The entry of the model's `mine` array for a cell.
fn cell(named: &Named, at: Pos) -> Option<&Value> {
    named.get("mine")?.get(at.0)?.get(at.1)
}

fn with_view<T>(board: &Board, show: Show<Solution>, draw: impl FnOnce(View) -> T) -> T {
    match show {
        Show::Instance => draw(View::Board),
        Show::Solution(solution) => draw(View::Solution(&solution.mines)),
        Show::Backbone(value) => draw(View::Backbone { safe: &listed(value, "safe"), mined: &listed(value, "mined") }),
        Show::Probabilities(value) => draw(View::Heat(&heat(board, value))),
        Show::Reason(ringed) => draw(View::Reason(ringed)),
    }
}

/// The positions under a name of a backbone.
fn listed(backbone: &Value, name: &str) -> Vec<Pos> {
    backbone.get(name).and_then(|list| Deserialize::deserialize(list).ok()).unwrap_or_default()
}

fn heat(board: &Board, value: &Value) -> Grid<Option<Chance>> {
    let mut heat = board.cells.map(|_, _: &Cell| None);
    for entry in value.get("cells").and_then(Value::as_array).into_iter().flatten() {
        let at = entry.get("cell").and_then(|cell| Pos::deserialize(cell).ok()).filter(|at| heat.get(*at).is_some());
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

fn game(options: &Options, n_rows: usize, n_cols: usize) -> Result<generate::Plan, String> {
    let first = options.get("first").map(|text| click(text)).transpose()?;
    let (n_mines, n_reveals) = (number(options, "mines", 0)?, number(options, "reveals", 0)?);
    if options.contains_key("seed-style") {
        return Err("--seed-style belongs to scattered clues, not to a game".to_string());
    }
    Ok(generate::Plan { n_rows, n_cols, n_mines, first, n_reveals })
}

fn click(text: &str) -> Result<Pos, String> {
    let pair = text.split_once(',').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    pair.ok_or_else(|| format!("--first takes a cell `ROW,COLUMN`, not `{text}`"))
}
