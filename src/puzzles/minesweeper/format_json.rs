//! The JSON format: `{"id": ..., "rows": R, "cols": C, "mines": M, "cells": [[...], ...]}`, one object or one per line.
//!
//! `id` may be left out, unknown fields are ignored.

use super::board::Board;
use super::instance::{Instance, cell, mines, side};
use crate::puzzles::cells;
use crate::puzzles::fields::{Fields, WHOLE, number};
use crate::puzzles::json::Json;
use crate::puzzles::text::InputError;
use crate::puzzles::typed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads a board.
pub(super) fn read(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let n_rows = number(file, fields.need("rows")?, WHOLE, |n| side(n, "rows"))?;
    let n_cols = number(file, fields.need("cols")?, WHOLE, |n| side(n, "columns"))?;
    let mines = number(file, fields.need("mines")?, WHOLE, mines)?;
    let cells = cells::read_json(file, fields.need("cells")?, (n_rows, n_cols), cell)?;
    Ok(Instance { id: fields.id()?, board: Board { mines, cells }, marked: Vec::new() })
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: &'a Option<String>,
    rows: usize,
    cols: usize,
    mines: usize,
    cells: Vec<Vec<i64>>,
}

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = &self.board;
        let cells = board.cells.rows().map(|row| row.iter().map(|cell| cell.number()).collect()).collect();
        Written { id: &self.id, rows: board.rows(), cols: board.cols(), mines: board.mines, cells }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        typed::deserialize::<super::Minesweeper, D>(deserializer)
    }
}
