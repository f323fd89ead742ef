//! Boards from a seed: scattered clues as the source makes them, or the middle of a real game.
//!
//! The same arguments give the same board. The hidden mines come along and solve the board, so every generated board is
//! satisfiable.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Cell, MAX_SIDE};
use crate::grid::{Grid, Pos};

/// A board and the mines it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board.
    pub board: Board,
    /// The hidden mines in row-major order; one of the solutions.
    pub mines: Vec<Pos>,
}

/// The source's generator: a cell is a mine with probability 1/4, any other is revealed with probability 1/2.
///
/// With `seed_style` revealed zeros become unknown again, as in the source's code.
pub fn scattered(n_rows: usize, n_cols: usize, seed_style: bool, seed: u64) -> Result<Generated, String> {
    check_sides(n_rows, n_cols)?;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mined = Grid::from_fn(n_rows, n_cols, |_| random.random_ratio(1, 4));
    let cells = mined.map(|at, &mine| match !mine && random.random_ratio(1, 2) {
        true => revealed(&mined, at, seed_style),
        false => Cell::Unknown,
    });
    Ok(hide(cells, &mined))
}

fn revealed(mined: &Grid<bool>, at: Pos, seed_style: bool) -> Cell {
    match clue(mined, at) {
        0 if seed_style => Cell::Unknown,
        clue => Cell::Clue(clue),
    }
}

/// A game to be played for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many rows.
    pub n_rows: usize,
    /// How many columns.
    pub n_cols: usize,
    /// How many mines, fewer than there are cells.
    pub n_mines: usize,
    /// The first click, which never hits a mine; anywhere if it is not given.
    pub first: Option<Pos>,
    /// How many more clicks on safe cells follow; the game may be over sooner.
    pub n_reveals: usize,
}

/// Plays a game: the first click, then `n_reveals` safe ones next to revealed cells. A revealed zero opens its region.
///
/// The neighbours of the first click are free of mines too if there is room, so that it opens a region.
pub fn game(plan: &Plan, seed: u64) -> Result<Generated, String> {
    let &Plan { n_rows, n_cols, n_mines, first, n_reveals } = plan;
    check_sides(n_rows, n_cols)?;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let anywhere = (random.random_range(0..n_rows), random.random_range(0..n_cols));
    let first = first.unwrap_or(anywhere);
    if first.0 >= n_rows || first.1 >= n_cols {
        return Err(format!("the first click ({},{}) lies outside a board of {n_rows} x {n_cols}", first.0, first.1));
    }
    if n_mines >= n_rows * n_cols {
        return Err(format!("{n_mines} mines on {} cells leave no cell for the first click", n_rows * n_cols));
    }
    let mined = lay_mines(n_rows, n_cols, n_mines, first, &mut random);
    Ok(hide(play(&mined, first, n_reveals, &mut random), &mined))
}

fn check_sides(n_rows: usize, n_cols: usize) -> Result<(), String> {
    match [n_rows, n_cols].into_iter().find(|side| !(1..=MAX_SIDE).contains(side)) {
        Some(side) => Err(format!("a side of {side} cells, expected 1 to {MAX_SIDE}")),
        None => Ok(()),
    }
}

/// Lays the mines uniformly, away from the first click if there is room.
fn lay_mines(n_rows: usize, n_cols: usize, n_mines: usize, first: Pos, random: &mut Pcg64Mcg) -> Grid<bool> {
    let mut mined = Grid::filled(n_rows, n_cols, false);
    let near = |at: &Pos| at.0.abs_diff(first.0) <= 1 && at.1.abs_diff(first.1) <= 1;
    let (mut near, mut far): (Vec<Pos>, Vec<Pos>) = mined.positions().filter(|&at| at != first).partition(near);
    for number in 0..n_mines.min(far.len()) {
        let other = random.random_range(number..far.len());
        far.swap(number, other);
        mined[far[number]] = true;
    }
    for _ in far.len()..n_mines {
        let other = random.random_range(0..near.len());
        mined[near.swap_remove(other)] = true;
    }
    mined
}

/// Reveals the first cell and then `n_reveals` safe cells, each next to a revealed one while there is such a cell.
fn play(mined: &Grid<bool>, first: Pos, n_reveals: usize, random: &mut Pcg64Mcg) -> Grid<Cell> {
    let mut cells = mined.map(|_, _| Cell::Unknown);
    let mut anywhere: Vec<Pos> = mined.positions().filter(|&at| !mined[at]).collect();
    let mut edge = Vec::new();
    open(mined, first, &mut cells, &mut edge);
    for _ in 0..n_reveals {
        // Cells that were opened meanwhile are still listed: draw until one is not.
        let next = draw_unknown(&mut edge, &cells, random).or_else(|| draw_unknown(&mut anywhere, &cells, random));
        match next {
            Some(at) => open(mined, at, &mut cells, &mut edge),
            None => break,
        }
    }
    cells
}

fn draw_unknown(from: &mut Vec<Pos>, cells: &Grid<Cell>, random: &mut Pcg64Mcg) -> Option<Pos> {
    while !from.is_empty() {
        let at = from.swap_remove(random.random_range(0..from.len()));
        if cells[at] == Cell::Unknown {
            return Some(at);
        }
    }
    None
}

/// Reveals a cell and, if it shows 0, everything around it in turn; safe cells next to revealed ones go to `edge`.
pub(super) fn open(mined: &Grid<bool>, at: Pos, cells: &mut Grid<Cell>, edge: &mut Vec<Pos>) {
    let mut waiting = vec![at];
    while let Some(at) = waiting.pop() {
        if cells[at] != Cell::Unknown {
            continue;
        }
        let clue = clue(mined, at);
        cells[at] = Cell::Clue(clue);
        let around = mined.around(at).filter(|&next| !mined[next] && cells[next] == Cell::Unknown);
        match clue {
            0 => waiting.extend(around),
            _ => edge.extend(around),
        }
    }
}

fn clue(mined: &Grid<bool>, at: Pos) -> u8 {
    mined.around(at).filter(|&next| mined[next]).count() as u8
}

fn hide(cells: Grid<Cell>, mined: &Grid<bool>) -> Generated {
    let mines: Vec<Pos> = mined.positions().filter(|&at| mined[at]).collect();
    Generated { board: Board { mines: mines.len(), cells }, mines }
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;

    #[test]
    fn scattered_boards_are_solved_by_their_mines() {
        for seed in 0..20 {
            for (n_rows, n_cols) in [(1, 1), (1, 9), (8, 8), (30, 5)] {
                let ours = scattered(n_rows, n_cols, false, seed).expect("legal sides");
                let theirs = scattered(n_rows, n_cols, true, seed).expect("legal sides");
                assert_eq!((check(&ours.board, &ours.mines), check(&theirs.board, &theirs.mines)), (Ok(()), Ok(())));
                assert_eq!(ours.mines, theirs.mines);
                assert!(theirs.board.clues().all(|(_, clue)| clue > 0));
                let positive = ours.board.clues().filter(|(_, clue)| *clue > 0);
                assert!(positive.eq(theirs.board.clues()), "the styles differ in zeros only");
                assert_eq!(scattered(n_rows, n_cols, false, seed).expect("legal sides"), ours);
            }
        }
    }

    #[test]
    fn scattered_boards_have_the_densities_of_the_source() {
        let generated = scattered(100, 100, false, 1).expect("legal sides");
        assert!((2_300..2_700).contains(&generated.mines.len()), "{}", generated.mines.len());
        let n_clues = generated.board.clues().count();
        assert!((3_500..4_000).contains(&n_clues), "{n_clues}");
    }

    #[test]
    fn games_open_regions_and_never_hit_a_mine() {
        for seed in 0..20 {
            let plan = Plan { n_rows: 16, n_cols: 30, n_mines: 99, first: Some((5, 7)), n_reveals: 0 };
            let start = super::game(&plan, seed).expect("legal");
            let later = super::game(&Plan { n_reveals: 40, ..plan }, seed).expect("legal");
            let over = super::game(&Plan { n_reveals: 1_000, ..plan }, seed).expect("legal");
            assert_eq!(start.mines.len(), 99);
            assert_eq!(start.board.cells[(5, 7)], Cell::Clue(0));
            assert!(later.board.clues().count() >= start.board.clues().count() + 40);
            assert!(over.board.unknown().eq(over.mines.iter().copied()), "only mines are left");
            for generated in [start, later, over] {
                assert_eq!(check(&generated.board, &generated.mines), Ok(()));
            }
        }
    }

    #[test]
    fn crowded_games_and_wrong_plans() {
        let plan = Plan { n_rows: 3, n_cols: 3, n_mines: 8, first: None, n_reveals: 5 };
        let full = super::game(&plan, 3).expect("one safe cell");
        assert_eq!((full.board.clues().count(), full.mines.len()), (1, 8));
        let wrong = |plan: Plan| super::game(&plan, 3).unwrap_err();
        assert_eq!(wrong(Plan { n_mines: 9, ..plan }), "9 mines on 9 cells leave no cell for the first click");
        assert_eq!(wrong(Plan { first: Some((3, 0)), ..plan }), "the first click (3,0) lies outside a board of 3 x 3");
        assert_eq!(wrong(Plan { n_rows: 0, ..plan }), "a side of 0 cells, expected 1 to 10000");
        assert_eq!(scattered(1, 10_001, false, 0).unwrap_err(), "a side of 10001 cells, expected 1 to 10000");
    }
}
