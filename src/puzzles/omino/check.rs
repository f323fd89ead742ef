//! The rules: replays a line of play from the start to the end of the game and computes its score.
//!
//! Written from the rules alone, stone by stone; it shares no code with the searches. That the play is *best* cannot be seen
//! from a line; different searches are compared for that.

use super::instance::Instance;
use super::line::Played;
use crate::grid::Pos;
use crate::puzzles::stones::{Stone, turned};
use std::collections::{BTreeMap, BTreeSet};

/// The table during a replay.
struct Table<'a> {
    instance: &'a Instance,
    board: BTreeMap<Pos, Stone>,
    hands: [BTreeSet<usize>; 2],
    pot: usize,
    /// Whether the last turn drew a stone and laid none.
    passed: bool,
}

/// Whether a line of play keeps the rules until the end and has this score for player 1; if not, why not.
pub fn check(instance: &Instance, line: &[Played], score: i64) -> Result<(), String> {
    let board = [(instance.start, instance.stones[0])].into();
    let hand = |player: usize| (0..instance.n_hand).map(|i| 1 + player + 2 * i).collect();
    let mut table = Table { instance, board, hands: [hand(0), hand(1)], pot: 2 * instance.n_hand + 1, passed: false };
    for (turn, played) in line.iter().enumerate() {
        table.play(turn % 2, played).map_err(|why| format!("turn {}: {why}", turn + 1))?;
    }
    if !table.is_over(line.len() % 2) {
        return Err("the line ends before the game does".to_string());
    }
    let reached = table.hands[1].len() as i64 - table.hands[0].len() as i64;
    if reached == score { Ok(()) } else { Err(format!("the line ends with score {reached}, not {score}")) }
}

impl Table<'_> {
    /// Whether a stone as it lies may be put on a square.
    fn fits(&self, sides: &Stone, (row, col): Pos) -> bool {
        let inside = row < self.instance.n_rows && col < self.instance.n_cols;
        // North, east, south, west; the neighbour shows the opposite side.
        let next = [(row.wrapping_sub(1), col), (row, col + 1), (row + 1, col), (row, col.wrapping_sub(1))];
        let touching: Vec<bool> =
            (0..4).filter_map(|i| self.board.get(&next[i]).map(|other| other[(i + 2) % 4] == sides[i])).collect();
        inside && !self.board.contains_key(&(row, col)) && !touching.is_empty() && touching.iter().all(|same| *same)
    }

    fn fits_anywhere(&self, stone: usize) -> bool {
        let squares = (0..self.instance.n_rows).flat_map(|row| (0..self.instance.n_cols).map(move |col| (row, col)));
        let mut laid = squares.flat_map(|at| (0..4).map(move |turn| (at, turn)));
        laid.any(|(at, turn)| self.fits(&turned(&self.instance.stones[stone], turn), at))
    }

    fn can_lay(&self, player: usize) -> bool {
        self.hands[player].iter().any(|stone| self.fits_anywhere(*stone))
    }

    fn is_over(&self, player: usize) -> bool {
        let pot_is_empty = self.pot >= self.instance.stones.len();
        let stuck = || pot_is_empty && (self.passed || !self.can_lay(player));
        self.hands[0].is_empty() || self.hands[1].is_empty() || stuck()
    }

    fn play(&mut self, player: usize, played: &Played) -> Result<(), String> {
        if played.player != player + 1 {
            return Err(format!("it is the turn of player {}", player + 1));
        }
        if self.is_over(player) {
            return Err("the game is over already".to_string());
        }
        if self.can_lay(player) != played.drawn.is_none() {
            return Err("a stone is drawn if and only if none of the hand fits".to_string());
        }
        if let Some(stone) = played.drawn {
            if stone != self.pot {
                return Err(format!("stone {} is the next of the pot, not {stone}", self.pot));
            }
            self.hands[player].insert(stone);
            self.pot += 1;
        }
        self.passed = played.lays.is_none();
        match played.lays {
            None if played.drawn.is_none_or(|stone| self.fits_anywhere(stone)) => {
                Err("a stone that fits is laid".to_string())
            }
            None => Ok(()),
            Some(laid) => {
                let wrong = || format!("stone {} cannot be laid on {:?} with {} turns", laid.stone, laid.at, laid.turn);
                let owned =
                    self.hands[player].remove(&laid.stone) && played.drawn.is_none_or(|stone| stone == laid.stone);
                let sides = turned(self.instance.stones.get(laid.stone).ok_or_else(wrong)?, laid.turn.min(3));
                if !owned || laid.turn > 3 || !self.fits(&sides, laid.at) {
                    return Err(wrong());
                }
                self.board.insert(laid.at, sides);
                Ok(())
            }
        }
    }
}
