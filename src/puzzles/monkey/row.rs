//! The monkey puzzle as a row of the table of puzzles: how its parts answer the common protocol.

use super::instance::{self, Instance, Placement};
use super::{check, format_text, generate, scan, svg};
use crate::front::{Data, Value as ModelValue};
use crate::grid::{Grid, Pos};
use crate::puzzles::fields::{Fields, integer, list};
use crate::puzzles::json::{Json, read_all};
use crate::puzzles::text::InputError;
use crate::puzzles::typed::{self, Named, OnFound, Rules};
use crate::puzzles::{Format, Formulation, GenerateOption, Options, Puzzle, Search, Show, claim, place, stones};
use crate::search::{Budget, End, Stats};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The row.
pub const ROW: Puzzle = typed::puzzle::<Monkey>();

/// The puzzle.
pub struct Monkey;

/// Rows of squares, each with its tile and how often that is turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// The rows; a claim's need not be equally long.
    pub placement: Vec<Vec<(usize, usize)>>,
}

impl Solution {
    /// The placement of a rectangle.
    pub fn of(placement: &Placement) -> Solution {
        Solution { placement: placement.rows().map(<[_]>::to_vec).collect() }
    }

    /// The placement, if the rows are equally long.
    pub fn grid(&self) -> Option<Placement> {
        let n_cols = self.placement.first()?.len();
        let is_rectangle = self.placement.iter().all(|row| row.len() == n_cols);
        Grid::from_cells(self.placement.len(), n_cols, self.placement.concat()).filter(|_| is_rectangle)
    }
}

fn run_scan(instance: &Instance, budget: &Budget, found: &mut OnFound<Solution>) -> Result<(End, Stats), String> {
    scan::search(instance, budget, &mut |placement| found(Solution::of(&placement)))
}

/// Which numbers match, by rank and in both directions.
fn ranked_pairs(instance: &Instance, rank: impl Fn(&i64) -> i64) -> Vec<i64> {
    let both = instance.pairs.iter().flatten().flat_map(|(a, b)| [(rank(a), rank(b)), (rank(b), rank(a))]);
    let pairs: std::collections::BTreeSet<(i64, i64)> = both.collect();
    pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()
}

impl Rules for Monkey {
    type Instance = Instance;
    type Solution = Solution;

    const NAME: &'static str = "monkey";
    const SUMMARY: &'static str = "lay square tiles on a board so that touching sides match";
    const MODELS: &'static [Formulation] = &[
        Formulation {
            name: "table",
            summary: "integers for tile and turns, tied to the numbers by one table per square",
            file: "models/monkey.mzn",
            text: include_str!("../../../models/monkey.mzn"),
            variant: None,
            one: None,
            partial: None,
        },
        Formulation {
            name: "boolean",
            summary: "one Boolean per square, tile and turn, and one per border and number",
            file: "models/monkey-boolean.mzn",
            text: include_str!("../../../models/monkey-boolean.mzn"),
            variant: None,
            one: None,
            partial: None,
        },
        Formulation {
            name: "quarter",
            summary: "boolean, and one placement of those that are the same board, turned",
            file: "models/monkey-quarter.mzn",
            text: include_str!("../../../models/monkey-quarter.mzn"),
            variant: None,
            one: Some(|_| Data::default()),
            partial: Some("leaves out what symmetry makes of its answers"),
        },
    ];
    const ASKED: &'static str = "tile";
    const FIELDS: &'static [&'static str] = &["rows", "cols", "tiles"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "text",
            summary: "a few `key: value` lines and one tile per line",
            is_read: true,
            write: |instance| typed::write(format_text::write, instance),
        },
        Format::JSON,
        Format::dzn("MiniZinc data for models/monkey.mzn and models/monkey-boolean.mzn"),
    ];
    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption { name: "rows", value: "N", summary: "number of rows (4)" },
        GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" },
        GenerateOption {
            name: "colours",
            value: "N",
            summary: "number of different numbers (8); 9.5 only with --scattered",
        },
        GenerateOption { name: "no-rotations", value: "", summary: "tiles may not be turned" },
        GenerateOption { name: "halves", value: "", summary: "a number matches its negative, as heads match tails" },
        GenerateOption { name: "near-miss", value: "", summary: "change one side, so that the planted solution fails" },
        GenerateOption { name: "scattered", value: "", summary: "every side at random: nothing is planted" },
        GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same puzzle (1)" },
    ];
    const SEARCHES: &'static [Search] = &[Search {
        name: "scan",
        summary: "square by square, with lists of the tiles that fit; finds all placements or proves that there is none",
        reference: "Ansótegui, Béjar, Fernández, Mateu, CP 2008",
        is_optimal: false,
        lists_all: true,
        run: |instance, budget, found| typed::search(run_scan, instance, budget, found),
    }];
    const ENGINE: &'static str = "search:scan";
    const CERTAIN: &'static [&'static str] = &["tile", "turn"];
    const LIKELY: &'static [&'static str] = &["lies"];

    fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
        instance::read(file, text)
    }

    fn id(instance: &Instance) -> Option<&str> {
        instance.id.as_deref()
    }

    /// Models know numbers by their rank, from 1 up; numbers 1 to `k` without a gap stay as they are.
    fn data(instance: &Instance) -> Data {
        let ranks = instance.ranks();
        let rank = |number: &i64| ranks[number] as i64;
        let pairs = ranked_pairs(instance, rank);
        let n_pairs = pairs.len() / 2;
        let mut data = Data::default();
        data.set("rows", instance.n_rows as i64);
        data.set("cols", instance.n_cols as i64);
        data.set("rotations", instance.rotations);
        data.set("equal", instance.pairs.is_none());
        data.set("n_numbers", ranks.len() as i64);
        data.set("n_pairs", n_pairs as i64);
        data.set("pairs", ModelValue::grid(n_pairs, 2, 1, pairs));
        data.set("side", ModelValue::grid(instance.tiles.len(), 4, 0, instance.tiles.iter().flatten().map(rank)));
        data
    }

    fn generate(options: &Options) -> Result<Instance, String> {
        generate::generate(options)
    }

    /// Both models say which tile lies where and how it is turned, as `tile` and `turn` or as `lies`.
    fn solution(instance: &Instance, named: &Named) -> Result<Solution, String> {
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
            (0..instance.n_rows).flat_map(|row| (0..instance.n_cols).map(move |col| (row, col))).map(cell).collect();
        let cells = cells.ok_or("the model does not say which tile lies where")?;
        Ok(Solution { placement: cells.chunks(instance.n_cols).map(<[_]>::to_vec).collect() })
    }

    fn read_solution(instance: &Instance, file: &str, text: &str) -> Result<Solution, InputError> {
        let values = read_all(file, text)?;
        let fields = Fields::of(file, claim::only(file, text, &values)?)?;
        let items = list(file, fields.need("placement")?, "a list of `[tile, turns]`, row by row")?;
        match items.iter().any(is_cell) {
            true => {
                let cells = items.iter().map(|item| read_cell(file, item)).collect::<Result<Vec<_>, _>>()?;
                Ok(Solution { placement: cells.chunks(instance.n_cols).map(<[_]>::to_vec).collect() })
            }
            false => Ok(Solution { placement: items.iter().map(|row| read_row(file, row)).collect::<Result<_, _>>()? }),
        }
    }

    fn check(instance: &Instance, solution: &Solution) -> Result<(), String> {
        check::check(instance, &solution.grid().ok_or("there is no rectangle `placement` of [tile, turns]")?)
    }

    fn holds(_instance: &Instance, _solution: &Solution) -> String {
        "every tile is laid once and all touching sides match".to_string()
    }

    fn line(_instance: &Instance, solution: &Solution) -> String {
        let row = |cells: &Vec<(usize, usize)>| {
            let words: Vec<String> = cells.iter().map(|(tile, turn)| format!("{tile}/{turn}")).collect();
            words.join(" ")
        };
        solution.placement.iter().map(row).collect::<Vec<_>>().join(", ")
    }

    fn draw(instance: &Instance, show: Show<Solution>, colour: bool) -> String {
        stones::draw(&shown(instance, show), colour)
    }

    fn svg(instance: &Instance, show: Show<Solution>) -> String {
        let placement = match show {
            Show::Solution(solution) => solution.grid(),
            Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => None,
        };
        svg::draw(instance, placement.as_ref(), show.rings())
    }

    /// Which tile lies where, and how, if the claim has a tile for every square.
    fn claimed(instance: &Instance, solution: &Solution) -> Option<Named> {
        let grid = solution.grid()?;
        let fits = |(tile, turn): &(usize, usize)| *tile < instance.tiles.len() && *turn < 4;
        let is_whole = (grid.n_rows(), grid.n_cols()) == (instance.n_rows, instance.n_cols);
        if !is_whole || !grid.cells().iter().all(fits) {
            return None;
        }
        let rows = |part: fn(&(usize, usize)) -> usize| -> Value {
            grid.rows().map(|row| row.iter().map(part).collect::<Vec<usize>>()).map(Value::from).collect()
        };
        Some(
            [("tile".to_string(), rows(|cell| cell.0)), ("turn".to_string(), rows(|cell| cell.1))]
                .into_iter()
                .collect(),
        )
    }

    fn places_in_words(_instance: &Instance, cells: &[Pos]) -> String {
        place::cells("squares", cells)
    }
}

/// Whether this is a tile and its turns, not a row of such.
fn is_cell(json: &Json) -> bool {
    list("", json, "").is_ok_and(|items| items.first().is_some_and(|item| integer("", item, "").is_ok()))
}

fn read_row(file: &str, row: &Json) -> Result<Vec<(usize, usize)>, InputError> {
    list(file, row, "a list of squares")?.iter().map(|cell| read_cell(file, cell)).collect()
}

fn read_cell(file: &str, cell: &Json) -> Result<(usize, usize), InputError> {
    let number = |json: &Json| {
        let number = integer(file, json, "a tile or its turns")?;
        usize::try_from(number).map_err(|_| InputError::new(file, json.place, format!("{number}, expected 0 or more")))
    };
    match list(file, cell, "`[tile, turns]`")? {
        [tile, turn] => Ok((number(tile)?, number(turn)?)),
        _ => Err(InputError::new(file, cell.place, "expected `[tile, turns]`")),
    }
}

fn shown(instance: &Instance, show: Show<Solution>) -> Grid<Option<stones::Laid>> {
    match show {
        Show::Solution(solution) => instance.board(solution.grid().as_ref()),
        Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => instance.heap(),
    }
}
