//! The JSON format: `{"id": ..., "rows": R, "cols": C, "mines": M, "cells": [[...], ...]}`, one object or one per line.
//!
//! `id` may be left out, unknown fields are ignored.

use super::board::{Board, Cell};
use super::instance::{Instance, cell, mines, side};
use crate::grid::Grid;
use crate::puzzles::fields::{Fields, integer, list, string};
use crate::puzzles::json::{Json, Value, read_all};
use crate::puzzles::text::InputError;

/// Reads all boards of the text.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    read_all(file, text)?.iter().map(|json| read_one(file, json)).collect()
}

fn read_one(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let number = |name: &str, convert: &dyn Fn(i64) -> Result<usize, String>| {
        let json = fields.need(name)?;
        convert(integer(file, json, "a whole number")?).map_err(|message| InputError::new(file, json.place, message))
    };
    let n_rows = number("rows", &|number| side(number, "rows"))?;
    let n_cols = number("cols", &|number| side(number, "columns"))?;
    let mines = number("mines", &mines)?;
    let cells = read_cells(file, fields.need("cells")?, n_rows, n_cols)?;
    let id = match fields.get("id")? {
        None => None,
        Some(json) if json.value == Value::Null => None,
        Some(json) => Some(string(file, json, "a string")?.to_string()),
    };
    Ok(Instance { id, board: Board { mines, cells }, marked: Vec::new() })
}

fn read_cells(file: &str, json: &Json, n_rows: usize, n_cols: usize) -> Result<Grid<Cell>, InputError> {
    let rows = list(file, json, "a list of rows")?;
    if rows.len() != n_rows {
        return Err(InputError::new(file, json.place, format!("there are {} rows, expected {n_rows}", rows.len())));
    }
    let mut cells = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let items = list(file, row, "a row of cells")?;
        if items.len() != n_cols {
            let message = format!("row {} has {} cells, expected {n_cols}", number + 1, items.len());
            return Err(InputError::new(file, row.place, message));
        }
        for item in items {
            let clue = integer(file, item, "a cell")?;
            cells.push(cell(clue).map_err(|message| InputError::new(file, item.place, message))?);
        }
    }
    Ok(Grid::from_cells(n_rows, n_cols, cells).expect("all rows were counted"))
}

/// Writes a board on one line.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let id =
        instance.id.iter().map(|id| format!("\"id\":{},", serde_json::Value::from(id.as_str()))).collect::<String>();
    let rows: Vec<String> = board.cells.rows().map(write_row).collect();
    let (n_rows, n_cols, mines) = (board.rows(), board.cols(), board.mines);
    format!("{{{id}\"rows\":{n_rows},\"cols\":{n_cols},\"mines\":{mines},\"cells\":[{}]}}\n", rows.join(","))
}

fn write_row(row: &[Cell]) -> String {
    let numbers: Vec<String> = row.iter().map(|cell| cell.number().to_string()).collect();
    format!("[{}]", numbers.join(","))
}
