//! Random boards that can be solved, with the solution they were made from.
//!
//! A board is made backwards: a few final queens on random squares, then captures taken back one by one. To take back a capture,
//! a queen is halved and another one of the same half appears on an empty square it sees. The last one taken back is played
//! first. The source has such a generator too: Z. Królikowski, 2016.

use super::board::{Board, Capture, MAX_SIDE, SUM_BITS};
use super::instance::Instance;
use crate::grid::{Direction, Grid, Pos};
use crate::puzzles::Options;
use crate::puzzles::options::{number, seed};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// What kind of board is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// How many rows.
    pub n_rows: usize,
    /// How many columns.
    pub n_cols: usize,
    /// How many queens are left in the end.
    pub n_final: usize,
    /// How many captures lead there.
    pub n_captures: usize,
    /// The exponent of the final queens.
    pub exponent: u8,
}

/// How often to begin anew when no capture can be taken back.
const N_TRIES: usize = 100;

/// A board with its solution; the same seed gives the same one.
pub fn scenario(wish: &Wish, seed: u64) -> Result<Instance, String> {
    check(wish)?;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..N_TRIES {
        if let Some((squares, known)) = backwards(wish, &mut random) {
            let mut board = Board::empty(wish.n_rows, wish.n_cols);
            for (at, exponent) in squares.iter().filter_map(|(at, square)| square.map(|exponent| (at, exponent))) {
                board.place(at, 1 << exponent)?;
            }
            return Ok(Instance { id: None, board, limit: Some(wish.n_final), known: Some(known) });
        }
    }
    Err(format!("no board found in {N_TRIES} tries: fewer captures, a larger board or a larger --exponent may help"))
}

fn check(wish: &Wish) -> Result<(), String> {
    let Wish { n_rows, n_cols, n_final, n_captures, exponent } = *wish;
    if !(1..=MAX_SIDE).contains(&n_rows) || !(1..=MAX_SIDE).contains(&n_cols) {
        return Err(format!("a board of {n_rows} x {n_cols}, expected 1 to {MAX_SIDE} a side"));
    }
    if n_final + n_captures > n_rows * n_cols {
        return Err(format!("{} queens do not fit on a board of {n_rows} x {n_cols}", n_final + n_captures));
    }
    if n_final == 0 && n_captures > 0 {
        return Err("without final queens there are no captures".to_string());
    }
    if (n_final as u128) << exponent >= 1 << SUM_BITS {
        return Err(format!("{n_final} final queens of 2^{exponent} sum to 2^{SUM_BITS} or more"));
    }
    match n_captures as u128 > n_final as u128 * ((1u128 << exponent) - 1) {
        true => Err(format!("{n_final} final queens of 2^{exponent} cannot be split {n_captures} times")),
        false => Ok(()),
    }
}

/// One try. `None` if no queen can be split any more.
fn backwards(wish: &Wish, random: &mut Pcg64Mcg) -> Option<(Grid<Option<u8>>, Vec<Capture>)> {
    let mut squares = Grid::filled(wish.n_rows, wish.n_cols, None);
    let mut queens: Vec<Pos> = Vec::new();
    while queens.len() < wish.n_final {
        let at = (random.random_range(0..wish.n_rows), random.random_range(0..wish.n_cols));
        if squares[at].is_none() {
            squares[at] = Some(wish.exponent);
            queens.push(at);
        }
    }
    let mut known = Vec::new();
    for _ in 0..wish.n_captures {
        let capture = split(&mut squares, &queens, random)?;
        queens.push(capture.from);
        known.push(capture);
    }
    known.reverse();
    Some((squares, known))
}

/// Takes one capture back: any queen above 1 that sees an empty square, and any such square.
fn split(squares: &mut Grid<Option<u8>>, queens: &[Pos], random: &mut Pcg64Mcg) -> Option<Capture> {
    let mut large: Vec<Pos> = queens.iter().copied().filter(|&at| squares[at] > Some(0)).collect();
    while !large.is_empty() {
        let into = large.swap_remove(random.random_range(0..large.len()));
        let free: Vec<Pos> =
            Direction::ALL.into_iter().flat_map(|direction| empty_ray(squares, into, direction)).collect();
        if free.is_empty() {
            continue;
        }
        let from = free[random.random_range(0..free.len())];
        let half = squares[into].map(|exponent| exponent - 1);
        (squares[from], squares[into]) = (half, half);
        return Some(Capture { from, into });
    }
    None
}

fn empty_ray(squares: &Grid<Option<u8>>, from: Pos, direction: Direction) -> Vec<Pos> {
    let next = |&at: &Pos| squares.step(at, direction).filter(|&at| squares[at].is_none());
    std::iter::successors(next(&from), next).collect()
}

/// Makes the instance the options ask for.
pub(super) fn generate(options: &Options) -> Result<Instance, String> {
    let n_rows = number(options, "rows", 8)?;
    let n_cols = number(options, "cols", n_rows)?;
    let n_final = number(options, "final", 1)?;
    let n_captures = match (options.contains_key("queens"), options.contains_key("captures")) {
        (true, true) => return Err("--queens and --captures exclude each other".to_string()),
        (false, _) => number(options, "captures", 11)?,
        (true, false) => {
            let n_queens = number(options, "queens", 0)?;
            n_queens.checked_sub(n_final).ok_or(format!("--queens takes --final or more, not {n_queens}"))?
        }
    };
    let exponent = number(options, "exponent", default_exponent(n_final, n_captures))?;
    let exponent = u8::try_from(exponent).ok().filter(|&e| u32::from(e) < SUM_BITS);
    let exponent = exponent.ok_or(format!("--exponent takes 0 to {}", SUM_BITS - 1))?;
    let wish = Wish { n_rows, n_cols, n_final, n_captures, exponent };
    scenario(&wish, seed(options)?)
}

/// Room for twice as many splits as are wanted.
pub fn default_exponent(n_final: usize, n_captures: usize) -> usize {
    let share = (2 * n_captures).div_ceil(n_final.max(1)) + 1;
    share.next_power_of_two().ilog2() as usize
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn boards_are_as_asked_and_their_solutions_right() {
        for (n_rows, n_cols, n_final, n_captures) in [
            (1, 1, 0, 0),
            (1, 1, 1, 0),
            (1, 2, 1, 1),
            (5, 3, 2, 9),
            (8, 8, 1, 39),
            (8, 8, 4, 47),
            (128, 128, 1, 59),
            (9, 40, 7, 100),
        ] {
            for seed in 0..10 {
                let exponent = default_exponent(n_final, n_captures) as u8;
                let wish = Wish { n_rows, n_cols, n_final, n_captures, exponent };
                let made = scenario(&wish, seed).unwrap_or_else(|e| panic!("{wish:?}: {e}"));
                assert_eq!(made.board.queens().len(), n_final + n_captures);
                let known = made.known.clone().expect("it has one");
                assert_eq!(check::check(&made.board, made.limit, &known), Ok(n_final));
                assert_eq!(scenario(&wish, seed), Ok(made));
            }
        }
    }

    #[test]
    fn impossible_wishes_are_explained() {
        for (name, value) in [
            ("rows", "0"),
            ("rows", "1025"),
            ("captures", "64"),
            ("final", "0"),
            ("queens", "0"),
            ("exponent", "60"),
            ("exponent", "3"),
            ("seed", "x"),
        ] {
            let options: Options = [(name.to_string(), value.to_string())].into();
            assert!(generate(&options).is_err(), "{name} {value}");
        }
    }
}
