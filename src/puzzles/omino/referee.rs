//! Checks a strategy: that whoever follows it ends the game at least so well, whatever the other does.
//!
//! All that can happen is walked through, by the rules judge's table: where the follower has a choice, the strategy is asked;
//! where the other has one, everything is tried. A position that was walked through is not walked through again: what comes
//! after it depends on the squares and how stones look on them, on both hands up to stones that look alike, on the pot, on
//! who is to move, and on whether the player before passed. No code of the searches is used.

use super::check::Table;
use super::game::Move;
use super::instance::Instance;
use super::line::Played;
use crate::grid::Pos;
use crate::puzzles::stones::{Stone, turned};
use crate::search::{Budget, Pace, Stop};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// More turns than these are not walked through: each is a call within a call.
pub const MOST_TURNS: usize = 1_000;

/// Why a walk ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The strategy is none, or does not keep what it promises.
    Wrong(String),
    /// The budget was spent.
    Spent(Stop),
}

/// Somebody who follows a strategy, and is told what happens.
pub trait Follower {
    /// What is done where there is a choice of several things.
    fn choose(&mut self, choice: &[Played]) -> Result<Played, Failure>;
    /// Something was done.
    fn done(&mut self, _played: &Played) {}
    /// It was taken back.
    fn undone(&mut self) {}
}

/// Walks through all games in which one player follows a strategy; how many positions there are.
pub fn walk(
    instance: &Instance,
    player: usize,
    at_least: i64,
    follower: &mut dyn Follower,
    budget: &Budget,
) -> Result<usize, Failure> {
    if instance.max_turns() > MOST_TURNS {
        return Err(Failure::Wrong(format!("a game of more than {MOST_TURNS} turns is not walked through")));
    }
    let mut walk = Walk {
        player,
        at_least,
        follower,
        looks: looks(instance),
        seen: FxHashSet::default(),
        budget,
        pace: Pace::default(),
    };
    walk.from(&Table::new(instance), 0)?;
    Ok(walk.seen.len())
}

struct Walk<'a> {
    player: usize,
    at_least: i64,
    follower: &'a mut dyn Follower,
    /// A number for every stone as it can lie.
    looks: BTreeMap<Stone, u16>,
    seen: FxHashSet<Vec<u16>>,
    budget: &'a Budget,
    pace: Pace,
}

impl Walk<'_> {
    fn from(&mut self, table: &Table, mover: usize) -> Result<(), Failure> {
        if let Some(stop) = self.pace.spent(self.budget) {
            return Err(Failure::Spent(stop));
        }
        if table.is_over(mover) {
            let score = table.hands[1 - self.player].len() as i64 - table.hands[self.player].len() as i64;
            let worse =
                || format!("a game of player {} ends with {score}, not with {}", self.player + 1, self.at_least);
            return if score >= self.at_least { Ok(()) } else { Err(Failure::Wrong(worse())) };
        }
        if !self.seen.insert(self.key(table, mover)) {
            return Ok(());
        }
        let mut turns = turns(table, mover);
        if mover == self.player && turns.len() > 1 {
            turns = vec![self.follower.choose(&turns)?];
        }
        for played in turns {
            let mut next = table.clone();
            next.play(mover, &played).map_err(Failure::Wrong)?;
            self.follower.done(&played);
            self.from(&next, 1 - mover)?;
            self.follower.undone();
        }
        Ok(())
    }

    /// What the rest of the game depends on.
    fn key(&self, table: &Table, mover: usize) -> Vec<u16> {
        const END: u16 = u16::MAX;
        let look = |sides: &Stone| self.looks.get(sides).copied().unwrap_or(END);
        let mut key = vec![table.pot as u16, mover as u16 * 2 + u16::from(table.passed)];
        for ((row, col), sides) in &table.board {
            key.extend([(row * table.instance.n_cols + col) as u16, look(sides)]);
        }
        for hand in &table.hands {
            let least = |stone: &usize| (0..4).map(|n| look(&turned(&table.instance.stones[*stone], n))).min();
            let mut alike: Vec<u16> = hand.iter().filter_map(least).collect();
            alike.sort_unstable();
            key.push(END);
            key.extend(alike);
        }
        key
    }
}

/// A number for every stone as it can lie: at most four for each of ten thousand.
fn looks(instance: &Instance) -> BTreeMap<Stone, u16> {
    let all: BTreeSet<Stone> = instance.stones.iter().flat_map(|s| (0..4).map(move |n| turned(s, n))).collect();
    all.into_iter().zip(0..).collect()
}

/// Everything a player may do in a turn of a game that is not over.
pub fn turns(table: &Table, mover: usize) -> Vec<Played> {
    let drawn = (!table.can_lay(mover)).then_some(table.pot);
    let stones: Vec<usize> = drawn.map_or_else(|| table.hands[mover].iter().copied().collect(), |stone| vec![stone]);
    let Instance { n_rows, n_cols, .. } = *table.instance;
    let all = (0..n_rows).flat_map(|row| (0..n_cols).map(move |col| (row, col)));
    // No stone fits where none is beside it; this only saves time.
    let is_beside = |&(row, col): &Pos| {
        [(row + 1, col), (row, col + 1), (row.wrapping_sub(1), col), (row, col.wrapping_sub(1))]
            .iter()
            .any(|next| table.board.contains_key(next))
    };
    let squares: Vec<Pos> = all.filter(is_beside).collect();
    let mut turns = Vec::new();
    for stone in stones {
        for turn in 0..4 {
            let sides = turned(&table.instance.stones[stone], turn);
            let fit = squares.iter().filter(|at| table.fits(&sides, **at));
            let lays = fit.map(|&at| Played { player: mover + 1, drawn, lays: Some(Move { stone, turn, at }) });
            turns.extend(lays);
        }
    }
    match turns.is_empty() {
        true => vec![Played { player: mover + 1, drawn, lays: None }],
        false => turns,
    }
}
