//! What decides the rest of a game, as a short list of numbers: two states with the same key have the same value.
//!
//! The occupied squares, the numbers that lie open towards empty squares, both hands as stones up to turning and likeness, the
//! pot and the player to move. Which stones lie under a board that looks the same from its rim plays no part.

use super::game::Game;
use crate::grid::Direction;
use crate::puzzles::stones::{Stone, turned};
use std::collections::BTreeMap;

/// The key of a state.
pub(super) type Key = Box<[u16]>;

/// Numbers and stones by rank, so that a key is short.
pub(super) struct Ranks {
    sides: Vec<[u16; 4]>,
    /// The class of each stone: stones that are equal after some turns are one class.
    pub(super) class: Vec<u16>,
}

impl Ranks {
    pub(super) fn new(stones: &[Stone]) -> Ranks {
        let least = |stone: &Stone| (0..4).map(|turn| turned(stone, turn)).min().expect("there are four turns");
        let numbers = ranks(stones.iter().flatten().copied());
        let classes = ranks(stones.iter().map(least));
        let sides = stones.iter().map(|stone| stone.map(|n| numbers[&n])).collect();
        Ranks { sides, class: stones.iter().map(|stone| classes[&least(stone)]).collect() }
    }

    /// The sides of a stone after so many turns as ranks from 1, sixteen bits each, north lowest.
    pub(super) fn look(&self, stone: usize, turn: usize) -> u64 {
        (0..4).map(|side| (u64::from(self.sides[stone][(side + turn) % 4]) + 1) << (16 * side)).sum()
    }

    /// The key of a state.
    pub(super) fn key(&self, game: &Game) -> Key {
        let mut key: Vec<u16> = Vec::with_capacity(64);
        key.push((game.pot * 2 + game.mover) as u16);
        for hand in &game.hands {
            key.push(hand.len() as u16);
            let from = key.len();
            key.extend(hand.iter().map(|&stone| self.class[stone]));
            key[from..].sort_unstable();
        }
        for cells in game.board.cells().chunks(16) {
            let bits = cells.iter().enumerate().filter(|(_, cell)| cell.is_some()).map(|(i, _)| 1u16 << i);
            key.push(bits.sum());
        }
        for (at, cell) in game.board.iter() {
            let Some((stone, turn)) = *cell else { continue };
            for (side, direction) in Direction::STRAIGHT.into_iter().enumerate() {
                if game.board.step(at, direction).is_some_and(|next| game.board[next].is_none()) {
                    key.push(self.sides[stone][(side + turn) % 4]);
                }
            }
        }
        key.into_boxed_slice()
    }
}

fn ranks<T: Ord>(items: impl Iterator<Item = T>) -> BTreeMap<T, u16> {
    let sorted: std::collections::BTreeSet<T> = items.collect();
    sorted.into_iter().zip(0..).collect()
}
