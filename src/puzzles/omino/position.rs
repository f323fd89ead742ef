//! A game in numbers, for searches that lay and take back millions of stones.
//!
//! A stone's look is its four sides as ranks from 1, sixteen bits each; what a square asks is the same with 0 for the sides
//! that ask nothing. So a stone fits where the bits that are asked for agree. What holds between two calls: `wants` and
//! `masks` of every square are what the stones beside it show, and `frontier` has the empty squares that a stone touches.
//! Laying a stone and taking it back costs its four neighbours. The moves are those of [`Game`], in its order, without
//! those that lead to the same board and hand as one before.

use super::game::{Action, Game, Move};
use super::key::Ranks;
use crate::grid::{Direction, Pos};

/// The bits of one side.
const SIDE: u64 = 0xffff;

/// What a player does: draws or not, and perhaps lays a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub(super) draws: bool,
    /// The stone, its turns, its square and its look.
    pub(super) lays: Option<(u16, u8, u32, u64)>,
    /// How many stones it touches.
    pub(super) n_touched: u8,
    /// The place in the hand that it came from, once it is done.
    place: u16,
}

/// A game at some point.
pub(super) struct Position {
    /// The squares at the four sides of each.
    sides: Vec<[Option<u32>; 4]>,
    /// The look of each stone after each number of turns.
    looks: Vec<[u64; 4]>,
    /// The number of stones that are the same after some turns.
    class: Vec<u16>,
    wants: Vec<u64>,
    masks: Vec<u64>,
    occupied: Vec<u64>,
    frontier: Vec<u64>,
    /// The stones in both hands, in the order they came.
    pub(super) hands: [Vec<u16>; 2],
    pot: u16,
    pub(super) mover: usize,
    is_passed: bool,
    n_cols: usize,
}

impl Position {
    /// A game as it is now.
    pub(super) fn of(game: &Game, ranks: &Ranks) -> Position {
        let (board, n_stones) = (&game.board, game.stones.len());
        let number = |at: Pos| board.number(at) as u32;
        let sides = |at: Pos| Direction::STRAIGHT.map(|direction| board.step(at, direction).map(number));
        let n_words = board.n_cells().div_ceil(64);
        let mut position = Position {
            sides: board.positions().map(sides).collect(),
            looks: (0..n_stones).map(|stone| [0, 1, 2, 3].map(|turn| ranks.look(stone, turn))).collect(),
            class: ranks.class.clone(),
            wants: vec![0; board.n_cells()],
            masks: vec![0; board.n_cells()],
            occupied: vec![0; n_words],
            frontier: vec![0; n_words],
            hands: [0, 1].map(|player| game.hands[player].iter().map(|&stone| stone as u16).collect()),
            pot: game.pot as u16,
            mover: game.mover,
            is_passed: game.is_passed(),
            n_cols: board.n_cols(),
        };
        for (at, cell) in board.iter() {
            if let Some((stone, turn)) = *cell {
                position.lay(number(at), position.looks[stone][turn % 4]);
            }
        }
        position
    }

    /// Whether the game is over whatever can be laid.
    pub(super) fn is_over(&self) -> bool {
        self.hands.iter().any(Vec::is_empty) || (self.is_passed && self.is_pot_empty())
    }

    fn is_pot_empty(&self) -> bool {
        usize::from(self.pot) == self.looks.len()
    }

    /// The score of the player to move if the game ended now.
    pub(super) fn score(&self) -> i64 {
        self.hands[1 - self.mover].len() as i64 - self.hands[self.mover].len() as i64
    }

    /// Lists everything that may be done; nothing when the game is over.
    pub(super) fn plies(&self, out: &mut Vec<Ply>) {
        out.clear();
        if self.is_over() {
            return;
        }
        let hand = &self.hands[self.mover];
        for (i, &stone) in hand.iter().enumerate() {
            let is_again = hand[..i].iter().any(|&before| self.class_of(before) == self.class_of(stone));
            if !is_again {
                self.ways(stone, false, out);
            }
        }
        if !out.is_empty() || self.is_pot_empty() {
            return;
        }
        self.ways(self.pot, true, out);
        if out.is_empty() {
            out.push(Ply { draws: true, lays: None, n_touched: 0, place: 0 });
        }
    }

    fn class_of(&self, stone: u16) -> u16 {
        self.class[usize::from(stone)]
    }

    /// The ways to lay a stone that look different.
    fn ways(&self, stone: u16, draws: bool, out: &mut Vec<Ply>) {
        let looks = &self.looks[usize::from(stone)];
        for at in ones(&self.frontier) {
            let (wants, mask) = (self.wants[at], self.masks[at]);
            for (turn, &look) in looks.iter().enumerate() {
                if look & mask == wants && !looks[..turn].contains(&look) {
                    let n_touched = (mask.count_ones() / SIDE.count_ones()) as u8;
                    out.push(Ply { draws, lays: Some((stone, turn as u8, at as u32, look)), n_touched, place: 0 });
                }
            }
        }
    }

    /// Does what was listed; gives what takes it back.
    pub(super) fn act(&mut self, mut ply: Ply) -> (Ply, bool) {
        let was_passed = std::mem::replace(&mut self.is_passed, ply.lays.is_none());
        let hand = &mut self.hands[self.mover];
        if ply.draws {
            hand.push(self.pot);
            self.pot += 1;
        }
        if let Some((stone, _, at, look)) = ply.lays {
            let place = hand.iter().position(|&s| s == stone).expect("the stone is in the hand of the player to move");
            hand.remove(place);
            ply.place = place as u16;
            self.lay(at, look);
        }
        self.mover = 1 - self.mover;
        (ply, was_passed)
    }

    /// Takes the last thing back.
    pub(super) fn undo(&mut self, (ply, was_passed): (Ply, bool)) {
        self.mover = 1 - self.mover;
        self.is_passed = was_passed;
        if let Some((stone, _, at, _)) = ply.lays {
            self.take(at);
            self.hands[self.mover].insert(ply.place.into(), stone);
        }
        if ply.draws {
            self.hands[self.mover].pop();
            self.pot -= 1;
        }
    }

    fn lay(&mut self, at: u32, look: u64) {
        set(&mut self.occupied, at as usize, true);
        set(&mut self.frontier, at as usize, false);
        for (side, next) in self.sides[at as usize].into_iter().enumerate() {
            let Some(next) = next else { continue };
            // What lies open at this side is what the neighbour asks for at its opposite side.
            let (from, to) = (16 * side, 16 * ((side + 2) % 4));
            self.wants[next as usize] |= (look >> from & SIDE) << to;
            self.masks[next as usize] |= SIDE << to;
            if !is_set(&self.occupied, next as usize) {
                set(&mut self.frontier, next as usize, true);
            }
        }
    }

    fn take(&mut self, at: u32) {
        set(&mut self.occupied, at as usize, false);
        set(&mut self.frontier, at as usize, self.masks[at as usize] != 0);
        for (side, next) in self.sides[at as usize].into_iter().enumerate() {
            let Some(next) = next else { continue };
            let asked = SIDE << (16 * ((side + 2) % 4));
            self.wants[next as usize] &= !asked;
            self.masks[next as usize] &= !asked;
            let is_frontier = self.masks[next as usize] != 0 && !is_set(&self.occupied, next as usize);
            set(&mut self.frontier, next as usize, is_frontier);
        }
    }

    /// What decides the rest of the game: pot, mover, hands by class, occupied squares, and what empty squares ask for.
    pub(super) fn key(&self, key: &mut Vec<u16>) {
        key.clear();
        key.push(self.pot * 2 + self.mover as u16);
        for hand in &self.hands {
            key.push(hand.len() as u16);
            let from = key.len();
            key.extend(hand.iter().map(|&stone| self.class_of(stone)));
            key[from..].sort_unstable();
        }
        for word in &self.occupied {
            key.extend((0..4).map(|i| (word >> (16 * i)) as u16));
        }
        for at in ones(&self.frontier) {
            let wants = self.wants[at];
            // Which sides are asked for follows from the squares that are occupied.
            key.extend((0..4).map(|i| (wants >> (16 * i) & SIDE) as u16).filter(|rank| *rank != 0));
        }
    }

    /// The action of the game that a ply stands for.
    pub(super) fn action(&self, ply: &Ply) -> Action {
        let lays = ply.lays.map(|(stone, turn, at, _)| Move {
            stone: stone.into(),
            turn: turn.into(),
            at: (at as usize / self.n_cols, at as usize % self.n_cols),
        });
        Action { draws: ply.draws, lays }
    }
}

fn is_set(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

fn set(words: &mut [u64], bit: usize, to: bool) {
    words[bit / 64] = words[bit / 64] & !(1 << (bit % 64)) | u64::from(to) << (bit % 64);
}

/// The numbers of the bits that are set, in order.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|rest| *rest != 0);
        let rests = std::iter::successors(Some(word).filter(|word| *word != 0), next);
        rests.map(move |rest| 64 * i + rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::super::generate::random;
    use super::*;
    use crate::puzzles::stones::turned;

    /// The actions of the game without those that look like one before.
    fn expected(game: &Game, ranks: &Ranks) -> Vec<Action> {
        let mut seen = Vec::new();
        let look =
            |action: &Action| action.lays.map(|m| (m.at, turned(&game.stones[m.stone], m.turn), ranks.class[m.stone]));
        let mut actions = game.actions();
        actions.retain(|action| {
            let is_new = !seen.contains(&look(action));
            seen.push(look(action));
            is_new
        });
        actions
    }

    #[test]
    fn positions_follow_the_game() {
        for seed in 0..60u64 {
            let instance =
                random(2 + (seed % 3) as usize, 3, 8, 2 + (seed % 2) as usize, 2 + (seed % 3) as usize, seed);
            let mut game = Game::new(&instance);
            let ranks = Ranks::new(&game.stones);
            let mut position = Position::of(&game, &ranks);
            let (mut plies, mut state) = (Vec::new(), seed);
            loop {
                position.plies(&mut plies);
                let actions: Vec<Action> = plies.iter().map(|ply| position.action(ply)).collect();
                assert_eq!(actions, expected(&game, &ranks), "{instance:?}");
                assert_eq!(position.score(), game.score(game.mover));
                if plies.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let chosen = (state >> 33) as usize % plies.len();
                let before = snapshot(&position);
                let undone = position.act(plies[chosen]);
                position.undo(undone);
                assert_eq!(snapshot(&position), before, "taking back leads back");
                position.act(plies[chosen]);
                game.act(actions[chosen]).expect("allowed");
                assert_eq!(snapshot(&position), snapshot(&Position::of(&game, &ranks)));
            }
        }
    }

    type Snapshot = (Vec<u16>, Vec<u64>, Vec<u64>, [Vec<u16>; 2], bool);

    fn snapshot(position: &Position) -> Snapshot {
        let mut key = Vec::new();
        position.key(&mut key);
        let open = |values: &[u64]| {
            (0..values.len()).map(|i| if is_set(&position.occupied, i) { 0 } else { values[i] }).collect()
        };
        (key, open(&position.wants), open(&position.masks), position.hands.clone(), position.is_passed)
    }
}
