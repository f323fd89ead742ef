//! Alpha-beta with a table of states already valued: the same values as minimax, from far fewer states.
//!
//! The table knows bounds of a state's value by its key. Actions that lead to the same board and hand are tried once, the
//! one that was best before first. States are `Position`s, and keys and lists of moves are written into buffers that each
//! depth keeps. D. E. Knuth, R. W. Moore, *An analysis of alpha-beta pruning*, 1975.

use super::game::{Action, Game};
use super::key::{Key, Ranks};
use super::minimax::Best;
use super::position::{Ply, Position};
use crate::search::{Budget, Pace, Stop};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Beyond this many states the table takes no new ones.
const MAX_TABLE: usize = 20_000_000;

/// The square and the look of a laid stone, whatever stone it is.
type Look = Option<(u32, u64)>;

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    least: i32,
    most: i32,
    best: Look,
}

/// What a depth of the search writes into.
#[derive(Default)]
struct Buffers {
    key: Vec<u16>,
    plies: Vec<Ply>,
}

/// A search that remembers; it may be asked about many states of one game.
pub struct Solver {
    ranks: Ranks,
    table: FxHashMap<Key, Known>,
    /// Those of each depth that is not being looked at.
    spare: Vec<Buffers>,
    /// How many states were looked at so far.
    pub n_states: u64,
    budget: Budget,
    pace: Pace,
}

/// The best play from here on.
pub fn search(game: &mut Game, budget: &Budget) -> Result<Best, (Stop, u64)> {
    let mut solver = Solver::new(game, budget);
    let result = solver.best(game);
    result.map_err(|stop| (stop, solver.n_states))
}

impl Solver {
    /// A search that knows nothing yet of this game.
    pub fn new(game: &Game, budget: &Budget) -> Solver {
        let (ranks, budget) = (Ranks::new(&game.stones), budget.clone());
        Solver { ranks, table: FxHashMap::default(), spare: Vec::new(), n_states: 0, budget, pace: Pace::default() }
    }

    /// The score of the player to move, and a line of best play. States looked at for the line are not counted.
    pub fn best(&mut self, game: &Game) -> Result<Best, Stop> {
        let before = self.n_states;
        let score = self.score(game)?;
        let n_states = self.n_states - before;
        let line = self.line(game, score)?;
        self.n_states = before + n_states;
        Ok(Best { score, line, n_states })
    }

    /// The score of the player to move when both play their best.
    pub fn score(&mut self, game: &Game) -> Result<i64, Stop> {
        let bound = game.stones.len() as i32 + 1;
        let mut position = Position::of(game, &self.ranks);
        self.value(&mut position, -bound, bound).map(i64::from)
    }

    /// An action that keeps this score, if the game is not over.
    pub fn best_action(&mut self, game: &Game, score: i64) -> Result<Option<Action>, Stop> {
        let mut position = Position::of(game, &self.ranks);
        let ply = self.best_ply(&mut position, score as i32)?;
        Ok(ply.map(|ply| position.action(&ply)))
    }

    fn best_ply(&mut self, position: &mut Position, score: i32) -> Result<Option<Ply>, Stop> {
        let mut plies = Vec::new();
        ordered(position, None, &mut plies);
        for ply in plies {
            let done = position.act(ply);
            // Only whether the other player can be held to it is asked.
            let reply = self.value(position, -score, -score + 1);
            position.undo(done);
            if reply? <= -score {
                return Ok(Some(ply));
            }
        }
        Ok(None)
    }

    fn line(&mut self, game: &Game, score: i64) -> Result<Vec<Action>, Stop> {
        let (mut position, mut score) = (Position::of(game, &self.ranks), score as i32);
        let mut line = Vec::new();
        while let Some(ply) = self.best_ply(&mut position, score)? {
            line.push(position.action(&ply));
            let _ = position.act(ply);
            score = -score;
        }
        Ok(line)
    }

    /// A bound of the value of a state: exact between `alpha` and `beta`, on the right side of them otherwise.
    fn value(&mut self, position: &mut Position, alpha: i32, beta: i32) -> Result<i32, Stop> {
        self.n_states += 1;
        if let Some(stop) = self.pace.spent(&self.budget) {
            return Err(stop);
        }
        // What the player before did is not part of the key, so the end that depends on it is looked for first.
        if position.is_over() {
            return Ok(position.score() as i32);
        }
        let mut buffers = self.spare.pop().unwrap_or_default();
        let value = self.looked_up(position, alpha, beta, &mut buffers);
        self.spare.push(buffers);
        value
    }

    /// The same for a state that the table may know.
    fn looked_up(
        &mut self,
        position: &mut Position,
        alpha: i32,
        beta: i32,
        Buffers { key, plies }: &mut Buffers,
    ) -> Result<i32, Stop> {
        position.key(key);
        let nothing = Known { least: i32::MIN, most: i32::MAX, best: None };
        let known = self.table.get(key.as_slice()).copied().unwrap_or(nothing);
        let (alpha, beta) = (alpha.max(known.least), beta.min(known.most));
        if alpha >= beta {
            return Ok(if known.least >= beta { known.least } else { known.most });
        }
        ordered(position, known.best, plies);
        if plies.is_empty() {
            return Ok(position.score() as i32);
        }
        let (mut value, mut best) = (i32::MIN, None);
        for &ply in plies.iter() {
            let done = position.act(ply);
            let reply = self.value(position, -beta, -alpha.max(value));
            position.undo(done);
            let score = -reply?;
            if score > value {
                (value, best) = (score, look(&ply));
            }
            if value >= beta {
                break;
            }
        }
        let known = Known {
            least: if value > alpha { value } else { known.least },
            most: if value < beta { value } else { known.most },
            best,
        };
        if self.table.len() < MAX_TABLE {
            self.table.insert(key.as_slice().into(), known);
        }
        Ok(value)
    }
}

/// Lists what may be done, what was best before first, then what touches most.
fn ordered(position: &Position, first: Look, plies: &mut Vec<Ply>) {
    position.plies(plies);
    plies.sort_by_key(|ply| (first.is_none() || look(ply) != first, Reverse(ply.n_touched)));
}

fn look(ply: &Ply) -> Look {
    ply.lays.map(|(_, _, at, look)| (at, look))
}

#[cfg(test)]
mod tests {
    use super::super::generate::random;
    use super::super::{check, instance, line::Played, minimax};
    use super::*;

    /// Replays a line with the game and has the rules judge it.
    fn judged(instance: &instance::Instance, best: &Best) {
        let mut game = Game::new(instance);
        let mut line = Vec::new();
        for action in &best.line {
            line.push(Played::of(&game, *action));
            game.act(*action).expect("a search keeps the rules");
        }
        check::check(instance, &line, best.score).expect("the rules agree");
        while game.undo() {}
        assert_eq!(format!("{game:?}"), format!("{:?}", Game::new(instance)), "undoing everything leads back");
    }

    #[test]
    fn minimax_and_alpha_beta_agree_on_a_thousand_games() {
        for seed in 0..1_200u64 {
            let (n_rows, n_cols) = (1 + (seed % 5) as usize, 1 + (seed / 5 % 5) as usize);
            let n_stones = 1 + (seed % 7) as usize;
            let instance = random(
                n_rows,
                n_cols,
                n_stones,
                (n_stones - 1) / 2 - (seed % 2) as usize * ((n_stones - 1) / 4),
                3 + (seed % 5) as usize,
                seed,
            );
            let slow = minimax::search(&mut Game::new(&instance), &Budget::unlimited()).expect("small");
            let fast = search(&mut Game::new(&instance), &Budget::unlimited()).expect("no limit");
            assert_eq!(slow.score, fast.score, "{instance:?}");
            assert!(fast.n_states <= slow.n_states, "{instance:?}");
            judged(&instance, &slow);
            judged(&instance, &fast);
        }
    }

    #[test]
    fn the_known_games_have_their_values() {
        let text = include_str!("../../../instances/omino/known.jsonl");
        let games = instance::read("f", text).expect("good");
        for (instance, line) in games.iter().zip(text.lines()) {
            let best = search(&mut Game::new(instance), &Budget::unlimited()).expect("no limit");
            let known: serde_json::Value = serde_json::from_str(line).expect("good JSON");
            assert_eq!(Some(best.score), known["best_score_player1"].as_i64(), "{:?}", instance.id);
            judged(instance, &best);
        }
    }
}
