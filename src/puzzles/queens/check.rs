//! The rules: plays captures on a grid of values and says whether few enough queens are left.
//!
//! Written from the rules alone, square by square; it knows no graphs, models or searches.

use super::board::{Board, Capture};
use crate::grid::{Grid, Pos};

/// Plays all captures; `None` for empty squares. The error is one sentence about the first wrong capture.
pub fn play(board: &Board, captures: &[Capture]) -> Result<Grid<Option<u8>>, String> {
    let mut squares = squares(board);
    for (number, capture) in captures.iter().enumerate() {
        step(&mut squares, capture).map_err(|why| format!("capture {}: {why}", number + 1))?;
    }
    Ok(squares)
}

/// Whether the captures are legal and leave at most `limit` queens; any number if there is no limit.
pub fn check(board: &Board, limit: Option<usize>, captures: &[Capture]) -> Result<usize, String> {
    let squares = play(board, captures)?;
    let n_left = squares.cells().iter().flatten().count();
    match limit.filter(|&limit| n_left > limit) {
        Some(limit) => Err(format!("{n_left} queens are left, more than {limit}")),
        None => Ok(n_left),
    }
}

/// The exponents on the squares of a board.
pub fn squares(board: &Board) -> Grid<Option<u8>> {
    let mut squares = Grid::filled(board.n_rows, board.n_cols, None);
    board.queens().iter().for_each(|queen| squares[queen.at] = Some(queen.exponent));
    squares
}

/// Plays one capture.
pub fn step(squares: &mut Grid<Option<u8>>, &Capture { from, into }: &Capture) -> Result<(), String> {
    let name = |at: Pos| format!("{} {}", at.0, at.1);
    let queen = |at: Pos| match squares.get(at) {
        None => Err(format!("there is no square {}", name(at))),
        Some(None) => Err(format!("there is no queen on {}", name(at))),
        Some(Some(exponent)) => Ok(*exponent),
    };
    let (mover, target) = (queen(from)?, queen(into)?);
    if from == into {
        return Err(format!("the queen on {} captures itself", name(from)));
    }
    let (down, right) = (into.0.abs_diff(from.0), into.1.abs_diff(from.1));
    if down != 0 && right != 0 && down != right {
        return Err(format!("{} and {} share no row, column or diagonal", name(from), name(into)));
    }
    if mover != target {
        let (mover, target) = (1u64 << mover, 1u64 << target);
        return Err(format!("{} holds {mover}, but {} holds {target}", name(from), name(into)));
    }
    let mut at = from;
    for _ in 1..down.max(right) {
        at = (towards(at.0, into.0), towards(at.1, into.1));
        if squares[at].is_some() {
            return Err(format!("the queen on {} stands between {} and {}", name(at), name(from), name(into)));
        }
    }
    (squares[from], squares[into]) = (None, Some(target + 1));
    Ok(())
}

/// One step nearer.
fn towards(from: usize, to: usize) -> usize {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::read_lines;
    use super::super::instance::read;
    use super::*;

    #[test]
    fn captures_are_judged() {
        let board = read("f", "3 4\n1\n4 0 4 0\n 0 2 0 2\n 0 0 0 8\n").expect("good").remove(0).board;
        let judge = |lines: &str, expected: Result<usize, &str>| {
            let captures = read_lines("f", lines).expect("good");
            assert_eq!(check(&board, Some(3), &captures), expected.map_err(str::to_string), "{lines}");
        };
        judge("0 0 0 2\n1 1 1 3", Ok(3));
        judge("1 3 1 1\n0 0 1 1\n1 1 0 2", Err("capture 3: 1 1 holds 8, but 0 2 holds 4"));
        judge("1 3 1 1\n0 0 1 1\n1 1 2 3", Err("capture 3: 1 1 and 2 3 share no row, column or diagonal"));
        judge("", Err("5 queens are left, more than 3"));
        judge("0 0 0 0", Err("capture 1: the queen on 0 0 captures itself"));
        judge("0 1 0 0", Err("capture 1: there is no queen on 0 1"));
        judge("0 0 3 3", Err("capture 1: there is no square 3 3"));
        judge("0 0 1 1", Err("capture 1: 0 0 holds 4, but 1 1 holds 2"));
        judge("1 3 1 1\n1 3 1 1", Err("capture 2: there is no queen on 1 3"));
        judge("0 0 3 0", Err("capture 1: there is no square 3 0"));
        judge("0 4 0 0", Err("capture 1: there is no square 0 4"));
        judge("0 0 0 2", Err("4 queens are left, more than 3"));
        judge("0 0 1 3", Err("capture 1: 0 0 and 1 3 share no row, column or diagonal"));
        let all = read_lines("f", "0 0 0 2\n1 1 1 3").expect("good");
        assert_eq!(check(&board, None, &all), Ok(3));
        assert_eq!(check(&board, Some(2), &all), Err("3 queens are left, more than 2".to_string()));
        // In every direction, up to the next queen and not beyond it.
        let square = read("f", "queens: 9\n1 . 1 . 1\n. 2 2 2 .\n1 2 1 2 1\n. 2 2 2 .\n1 . 1 . 1\n").expect("good");
        for (at, between) in [
            ((0, 0), (1, 1)),
            ((0, 2), (1, 2)),
            ((0, 4), (1, 3)),
            ((2, 0), (2, 1)),
            ((2, 4), (2, 3)),
            ((4, 0), (3, 1)),
            ((4, 2), (3, 2)),
            ((4, 4), (3, 3)),
        ] {
            for (from, into) in [((2, 2), at), (at, (2, 2))] {
                let why = format!(
                    "capture 1: the queen on {} {} stands between {} {} and {} {}",
                    between.0, between.1, from.0, from.1, into.0, into.1
                );
                assert_eq!(check(&square[0].board, None, &[Capture { from, into }]), Err(why));
            }
        }
        let blocked = read("f", "1 3\n1\n1 2 1\n").expect("good").remove(0).board;
        let capture = Capture { from: (0, 0), into: (0, 2) };
        let why = "capture 1: the queen on 0 1 stands between 0 0 and 0 2";
        assert_eq!(check(&blocked, None, &[capture]), Err(why.to_string()));
    }
}
