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
#[derive(Clone)]
pub(super) struct Table<'a> {
    pub instance: &'a Instance,
    pub board: BTreeMap<Pos, Stone>,
    pub hands: [BTreeSet<usize>; 2],
    pub pot: usize,
    /// Whether the last turn drew a stone and laid none.
    pub passed: bool,
}

/// Whether a line of play keeps the rules until the end and has this score for player 1; if not, why not.
pub fn check(instance: &Instance, line: &[Played], score: i64) -> Result<(), String> {
    let mut table = Table::new(instance);
    for (turn, played) in line.iter().enumerate() {
        table.play(turn % 2, played).map_err(|why| format!("turn {}: {why}", turn + 1))?;
    }
    if !table.is_over(line.len() % 2) {
        return Err("the line ends before the game does".to_string());
    }
    let reached = table.hands[1].len() as i64 - table.hands[0].len() as i64;
    if reached == score { Ok(()) } else { Err(format!("the line ends with score {reached}, not {score}")) }
}

impl<'a> Table<'a> {
    /// The table before the first turn.
    pub fn new(instance: &'a Instance) -> Table<'a> {
        let board = [(instance.start, instance.stones[0])].into();
        let hand = |player: usize| (0..instance.n_hand).map(|i| 1 + player + 2 * i).collect();
        Table { instance, board, hands: [hand(0), hand(1)], pot: 2 * instance.n_hand + 1, passed: false }
    }

    /// Whether a stone as it lies may be put on a square.
    pub fn fits(&self, sides: &Stone, (row, col): Pos) -> bool {
        let inside = row < self.instance.n_rows && col < self.instance.n_cols;
        if !inside || self.board.contains_key(&(row, col)) {
            return false;
        }
        // North, east, south, west; the neighbour shows the opposite side.
        let next = [(row.wrapping_sub(1), col), (row, col + 1), (row + 1, col), (row, col.wrapping_sub(1))];
        let mut touching =
            (0..4).filter_map(|i| self.board.get(&next[i]).map(|other| other[(i + 2) % 4] == sides[i])).peekable();
        touching.peek().is_some() && touching.all(|same| same)
    }

    fn fits_anywhere(&self, stone: usize) -> bool {
        let squares = (0..self.instance.n_rows).flat_map(|row| (0..self.instance.n_cols).map(move |col| (row, col)));
        let mut laid = squares.flat_map(|at| (0..4).map(move |turn| (at, turn)));
        laid.any(|(at, turn)| self.fits(&turned(&self.instance.stones[stone], turn), at))
    }

    pub fn can_lay(&self, player: usize) -> bool {
        self.hands[player].iter().any(|stone| self.fits_anywhere(*stone))
    }

    pub fn is_over(&self, player: usize) -> bool {
        let pot_is_empty = self.pot >= self.instance.stones.len();
        let stuck = || pot_is_empty && (self.passed || !self.can_lay(player));
        self.hands[0].is_empty() || self.hands[1].is_empty() || stuck()
    }

    pub fn play(&mut self, player: usize, played: &Played) -> Result<(), String> {
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

#[cfg(test)]
mod tests {
    use super::super::game::Move;
    use super::super::instance::read;
    use super::*;

    /// A row of squares with stone 0 on the second; a hand of one stone each, the rest in the pot.
    fn game(n_cols: usize, stones: &[[i64; 4]]) -> Instance {
        let all = [&[[1, 2, 3, 4]], stones].concat();
        let rows: String = all.iter().map(|stone| stone.map(|n| n.to_string()).join(" ") + "\n").collect();
        read("f", &format!("1 {n_cols}\n{} 1\n0 1\n{rows}", all.len())).expect("a game").remove(0)
    }

    fn turn(player: usize, drawn: Option<usize>, lays: Option<(usize, usize, Pos)>) -> Played {
        Played { player, drawn, lays: lays.map(|(stone, turn, at)| Move { stone, turn, at }) }
    }

    fn judge(instance: &Instance, line: &[Played], score: i64, expected: Result<(), &str>) {
        assert_eq!(check(instance, line, score), expected.map_err(str::to_string), "{line:?}");
    }

    /// Turned by nothing it fits west of stone 0, and nowhere else.
    const FITS: [i64; 4] = [5, 4, 6, 7];
    const NEVER: [i64; 4] = [9, 9, 9, 9];
    const WEST: Pos = (0, 0);

    #[test]
    fn stones_of_the_hand_are_laid_where_they_fit() {
        let game = game(4, &[FITS, NEVER, NEVER]);
        let lays = |stone, turns, at| [turn(1, None, Some((stone, turns, at)))];
        judge(&game, &lays(1, 0, WEST), 1, Ok(()));
        judge(&game, &lays(1, 0, WEST), 2, Err("the line ends with score 1, not 2"));
        judge(&game, &[], 0, Err("the line ends before the game does"));
        judge(&game, &[turn(2, None, Some((1, 0, WEST)))], 1, Err("turn 1: it is the turn of player 1"));
        let twice = [lays(1, 0, WEST)[0], turn(2, Some(3), None)];
        judge(&game, &twice, 1, Err("turn 2: the game is over already"));
        let draws = [turn(1, Some(3), Some((1, 0, WEST)))];
        judge(&game, &draws, 1, Err("turn 1: a stone is drawn if and only if none of the hand fits"));
        judge(&game, &[turn(1, None, None)], 1, Err("turn 1: a stone that fits is laid"));
        let wrong: &[(usize, usize, Pos)] = &[
            (1, 1, WEST),   // turned so that another number touches
            (1, 0, (0, 2)), // the wrong side of stone 0
            (1, 0, (0, 1)), // on stone 0
            (1, 0, (0, 3)), // beside nothing
            (1, 0, (1, 1)), // outside
            (1, 0, (0, 4)),
            (2, 0, WEST), // the other player's
            (3, 0, WEST), // still in the pot
            (9, 0, WEST), // no stone at all
        ];
        for &(stone, turns, at) in wrong {
            let why = format!("turn 1: stone {stone} cannot be laid on {at:?} with {turns} turns");
            judge(&game, &lays(stone, turns, at), 1, Err(&why));
        }
    }

    /// Laid outside the board these would match what they touch.
    #[test]
    fn nothing_is_laid_outside_the_board() {
        for (stone, at) in [([3, 4, 9, 9], (1, 1)), ([9, 4, 9, 2], (0, 2))] {
            let game = game(2, &[stone, NEVER]);
            judge(&game, &[turn(1, None, Some((1, 0, WEST)))], 1, Ok(()));
            let why = format!("turn 1: stone 1 cannot be laid on {at:?} with 0 turns");
            judge(&game, &[turn(1, None, Some((1, 0, at)))], 1, Err(&why));
        }
    }

    #[test]
    fn all_touching_sides_match() {
        let judge_last = |last: &str, expected: Result<(), &str>| {
            let text = format!("2 2\n5 2\n0 0\n1 2 3 4\n0 0 5 2\n3 6 0 0\n{last}\n0 0 0 0\n");
            let game = read("f", &text).expect("a game").remove(0);
            let line = [
                turn(1, None, Some((1, 0, (0, 1)))),
                turn(2, None, Some((2, 0, (1, 0)))),
                turn(1, None, Some((3, 0, (1, 1)))),
            ];
            judge(&game, &line, 1, expected);
        };
        // The pot is empty, so that who can lay nothing ends the game.
        let no_stone_fits = Err("turn 3: the game is over already");
        judge_last("5 8 8 6", Ok(()));
        judge_last("5 8 8 7", no_stone_fits);
        judge_last("7 8 8 6", no_stone_fits);
    }

    #[test]
    fn m47_stones_are_turned_three_times_at_most() {
        let turned_thrice = [4, 6, 7, 5];
        let game = game(3, &[turned_thrice, NEVER]);
        let lays = |turns| [turn(1, None, Some((1, turns, WEST)))];
        judge(&game, &lays(3), 1, Ok(()));
        for turns in [0, 4, 7, 1000] {
            let why = format!("turn 1: stone 1 cannot be laid on (0, 0) with {turns} turns");
            judge(&game, &lays(turns), 1, Err(&why));
        }
    }

    #[test]
    fn who_can_lay_nothing_draws_and_lays_what_fits() {
        let game = game(3, &[NEVER, NEVER, FITS]);
        judge(&game, &[turn(1, Some(3), Some((3, 0, WEST)))], 0, Ok(()));
        judge(&game, &[turn(1, Some(2), None)], 0, Err("turn 1: stone 3 is the next of the pot, not 2"));
        let holds_back = "turn 1: a stone is drawn if and only if none of the hand fits";
        judge(&game, &[turn(1, None, None)], 0, Err(holds_back));
        judge(&game, &[turn(1, Some(3), None)], 0, Err("turn 1: a stone that fits is laid"));
        let other = "turn 1: stone 1 cannot be laid on (0, 0) with 0 turns";
        judge(&game, &[turn(1, Some(3), Some((1, 0, WEST)))], 0, Err(other));
    }

    #[test]
    fn who_draws_in_vain_passes_and_the_last_stone_ends_the_game() {
        let two = game(3, &[NEVER, NEVER, NEVER, FITS]);
        let lays = turn(2, Some(4), Some((4, 0, WEST)));
        judge(&two, &[turn(1, Some(3), None), lays], -1, Ok(()));
        judge(&two, &[turn(1, Some(3), None)], -1, Err("the line ends before the game does"));
        let last = game(3, &[NEVER, FITS, NEVER]);
        judge(&last, &[turn(1, Some(3), None)], -1, Ok(()));
        let after = [turn(1, Some(3), None), turn(2, None, Some((2, 0, WEST)))];
        judge(&last, &after, -2, Err("turn 2: the game is over already"));
        let empty = game(3, &[NEVER, FITS, NEVER, NEVER]);
        judge(&empty, &after, -2, Ok(()));
        let more = [&after[..], &[turn(1, Some(4), None)]].concat();
        judge(&empty, &more, -3, Err("turn 3: the game is over already"));
    }
}
