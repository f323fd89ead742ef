//! The rules: walks from every bulb as far as the next wall.

use super::{PLAIN, WHITE};
use crate::grid::{Direction, Grid, Pos};

/// Whether bulbs solve a board; if not, why not.
pub fn check(cells: &Grid<i64>, bulbs: &[Pos]) -> Result<(), String> {
    for (number, bulb) in bulbs.iter().enumerate() {
        match cells.get(*bulb) {
            None => return Err(format!("the bulb at {bulb:?} lies outside the board")),
            Some(&cell) if cell != WHITE => return Err(format!("the bulb at {bulb:?} is on a wall")),
            Some(_) if bulbs[..number].contains(bulb) => return Err(format!("the bulb at {bulb:?} is listed twice")),
            Some(_) => (),
        }
        if let Some(other) = seen(cells, *bulb).find(|at| bulbs.contains(at)) {
            return Err(format!("the bulbs at {bulb:?} and {other:?} shine on each other"));
        }
    }
    for (at, number) in cells.iter().filter(|(_, cell)| (0..PLAIN).contains(*cell)) {
        let n_found = cells.sides(at).filter(|next| bulbs.contains(next)).count();
        if n_found as i64 != *number {
            return Err(format!("the number {number} at {at:?} has {n_found} bulbs beside it"));
        }
    }
    let lit: std::collections::BTreeSet<Pos> = lit(cells, bulbs).collect();
    let dark = cells.iter().find(|(at, cell)| **cell == WHITE && !lit.contains(at));
    dark.map_or(Ok(()), |(at, _)| Err(format!("the cell at {at:?} is dark")))
}

/// The cells that bulbs light, some perhaps twice.
pub fn lit(cells: &Grid<i64>, bulbs: &[Pos]) -> impl Iterator<Item = Pos> {
    bulbs.iter().flat_map(|bulb| seen(cells, *bulb).chain([*bulb]))
}

fn seen(cells: &Grid<i64>, from: Pos) -> impl Iterator<Item = Pos> {
    let next = |at: &Pos, way| cells.step(*at, way).filter(|at| cells[*at] == WHITE);
    Direction::STRAIGHT
        .into_iter()
        .flat_map(move |way| std::iter::successors(next(&from, way), move |at| next(at, way)))
}
