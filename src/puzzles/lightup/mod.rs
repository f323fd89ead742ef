//! Light Up (Akari, Nikoli 2001): bulbs that light every white cell, none of them shining on another.
//!
//! A bulb shines along its row and column as far as the next wall; a number on a wall says how many of the cells beside it
//! have bulbs. NP-complete: B. McPhail, *Light Up is NP-complete*, 2005.

mod check;

use super::cells::{self, Board, Legend};
use super::options::{COLS, ROWS, SEED, seed, within};
use super::picture::{self, Face, Role};
use super::typed::{self, Named, Rules};
use super::{Format, Formulation, GenerateOption, Options, Puzzle, Ringed, Show, text::InputError, unique::Unique};
use crate::front::Data;
use crate::grid::{Grid, Pos};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The row.
pub const ROW: Puzzle = typed::puzzle::<LightUp>();
const WHITE: i64 = -1;
/// A wall without a number.
const PLAIN: i64 = 5;
const LEGEND: Legend = Legend { chars: ".01234#", expected: ". 0 to 4 or #", max_side: 1_000 };

/// The puzzle.
pub struct LightUp;

/// Where the bulbs are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// Their cells, in any order.
    pub bulbs: Vec<Pos>,
}

impl Rules for LightUp {
    type Instance = Board;
    type Solution = Solution;

    const NAME: &'static str = "lightup";
    const SUMMARY: &'static str = "put bulbs on white cells so that all are lit and no bulb shines on another";
    const MODELS: &'static [Formulation] = &[Formulation {
        name: "stretches",
        summary: "one Boolean per cell, at most one per stretch between walls",
        file: "models/lightup.mzn",
        text: include_str!("../../../models/lightup.mzn"),
        variant: None,
        one: None,
        partial: None,
    }];
    const FIELDS: &'static [&'static str] = &["rows", "cols", "cells"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "text",
            summary: "one character per cell: `.` white, `0` to `4` and `#` walls",
            is_read: true,
            write: |board| typed::write(|board| LEGEND.write(board), board),
        },
        Format::JSON,
        Format::dzn("MiniZinc data for models/lightup.mzn"),
    ];
    const OPTIONS: &'static [GenerateOption] = &[ROWS, COLS, SEED];
    const BACKGROUND: &'static [&'static str] = &["walls have no bulbs"];
    const ASKED: &'static str = "bulb";

    fn read(file: &str, text: &str) -> Result<Vec<Board>, InputError> {
        LEGEND.read(file, text)
    }

    fn claimed(board: &Board, solution: &Solution) -> Option<Named> {
        let bulbs = board.cells.map(|at, _| solution.bulbs.contains(&at));
        Some([("bulb".to_string(), bulbs.rows().map(|row| serde_json::json!(row)).collect())].into_iter().collect())
    }

    fn cells_of(_board: &Board, rule: &str) -> Option<Vec<Pos>> {
        let (row, col) = rule.rsplit_once(' ')?.1.split_once(',')?;
        Some(vec![(row.parse().ok()?, col.parse().ok()?)])
    }

    fn id(board: &Board) -> Option<&str> {
        board.id.as_deref()
    }

    fn data(board: &Board) -> Data {
        board.data()
    }

    /// More and more walls until there is one solution (walls alone have one), then as few numbers as are needed.
    fn generate(options: &Options) -> Result<Board, String> {
        let n_rows = within(options, "rows", 7, 1, 40)?;
        let n_cols = within(options, "cols", n_rows, 1, 40)?;
        let (mut random, unique) = (Pcg64Mcg::seed_from_u64(seed(options)?), Unique::<LightUp>::new()?);
        let boards = (500..=2000).map(|share| numbered(n_rows, n_cols, f64::from(share) / 2000.0, &mut random));
        let board = unique.first(boards.map(|cells| Board { id: None, cells }))?;
        let mut walls: Vec<Pos> = board.cells.positions().filter(|at| board.cells[*at] != WHITE).collect();
        walls.shuffle(&mut random);
        unique.thinned(board, walls, |board, at| board.cells[at] = PLAIN)
    }

    fn solution(board: &Board, named: &Named) -> Result<Solution, String> {
        Ok(Solution { bulbs: cells::certain(&board.cells, WHITE, named.get("bulb"), true) })
    }

    fn check(board: &Board, solution: &Solution) -> Result<(), String> {
        check::check(&board.cells, &solution.bulbs)
    }

    fn line(_board: &Board, Solution { bulbs }: &Solution) -> String {
        bulbs.iter().map(|(row, col)| format!("({row},{col})")).collect()
    }

    fn backbone(board: &Board, named: &Named) -> Value {
        let of = |has| cells::certain(&board.cells, WHITE, named.get("bulb"), has);
        serde_json::json!({ "bulbs": of(true), "empty": of(false) })
    }

    fn draw(board: &Board, show: Show<Solution>, colour: bool) -> String {
        match show {
            Show::Reason(ringed) => picture::draw_reason(&faces(&board.cells, show), &ringed.cells, colour),
            _ => picture::draw(&faces(&board.cells, show), colour),
        }
    }

    fn svg(board: &Board, show: Show<Solution>) -> String {
        let rings = show.rings();
        picture::svg("Light Up", ["bulb", "lit", "never a bulb"], &faces(&board.cells, show), rings)
    }
}

/// Random walls, bulbs wherever it is still dark, and their number on every wall.
fn numbered(n_rows: usize, n_cols: usize, share: f64, random: &mut Pcg64Mcg) -> Grid<i64> {
    let cells = Grid::from_fn(n_rows, n_cols, |_| if random.random_bool(share) { PLAIN } else { WHITE });
    let mut white: Vec<Pos> = cells.positions().filter(|at| cells[*at] == WHITE).collect();
    white.shuffle(random);
    let mut bulbs: Vec<Pos> = Vec::new();
    for at in white {
        if !check::lit(&cells, &bulbs).any(|lit| lit == at) {
            bulbs.push(at);
        }
    }
    let number = |at| cells.sides(at).filter(|next| bulbs.contains(next)).count() as i64;
    cells.map(|at, &cell| if cell == WHITE { WHITE } else { number(at) })
}

fn faces(cells: &Grid<i64>, show: Show<Solution>) -> Grid<Face> {
    let drawn = cells.map(|_, &cell| Face(LEGEND.char_of(cell), if cell == WHITE { Role::Open } else { Role::Wall }));
    match show {
        Show::Instance | Show::Probabilities(_) => drawn,
        Show::Reason(Ringed { fact: None, claimed, .. }) => {
            picture::with(drawn, claimed.iter().copied(), Face('*', Role::Found))
        }
        Show::Reason(Ringed { fact: Some((at, 1)), .. }) => picture::with(drawn, [*at], Face('*', Role::Found)),
        Show::Reason(Ringed { fact: Some((at, _)), .. }) => picture::with(drawn, [*at], Face('x', Role::Never)),
        Show::Backbone(value) => picture::with_backbone(drawn, (&value["bulbs"], '*'), (&value["empty"], 'x')),
        Show::Solution(Solution { bulbs }) => {
            let lit = picture::with(drawn, check::lit(cells, bulbs), Face('-', Role::Lit));
            picture::with(lit, bulbs.iter().copied(), Face('*', Role::Found))
        }
    }
}
