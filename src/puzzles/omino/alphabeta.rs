//! Alpha-beta with a table of states already valued: the same values as minimax, from far fewer states.
//!
//! The table knows bounds of a state's value by its `key.rs`. Actions that lead to the same board and hand are tried once,
//! the one that was best before first. D. E. Knuth, R. W. Moore, *An analysis of alpha-beta pruning*, 1975.

use super::game::{Action, Game};
use super::key::{Key, Ranks};
use super::minimax::Best;
use crate::grid::Pos;
use crate::puzzles::stones::{Stone, turned};
use crate::search::{Budget, Pace, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

/// Beyond this many states the table takes no new ones.
const MAX_TABLE: usize = 20_000_000;

/// A laid stone as it looks, whatever stone it is.
type Look = Option<(Pos, Stone)>;

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    least: i64,
    most: i64,
    best: Look,
}

/// A search that remembers; it may be asked about many states of one game.
pub struct Solver {
    ranks: Ranks,
    table: FxHashMap<Key, Known>,
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
        Solver { ranks, table: FxHashMap::default(), n_states: 0, budget, pace: Pace::default() }
    }

    /// The score of the player to move, and a line of best play. States looked at for the line are not counted.
    pub fn best(&mut self, game: &mut Game) -> Result<Best, Stop> {
        let before = self.n_states;
        let score = self.score(game)?;
        let n_states = self.n_states - before;
        let line = self.line(game, score)?;
        self.n_states = before + n_states;
        Ok(Best { score, line, n_states })
    }

    /// The score of the player to move when both play their best.
    pub fn score(&mut self, game: &mut Game) -> Result<i64, Stop> {
        let bound = game.stones.len() as i64 + 1;
        self.value(game, -bound, bound)
    }

    /// An action that keeps this score, if the game is not over.
    pub fn best_action(&mut self, game: &mut Game, score: i64) -> Result<Option<Action>, Stop> {
        for action in self.ordered(game, None) {
            game.act_unchecked(action);
            // Only whether the other player can be held to it is asked.
            let reply = self.value(game, -score, -score + 1);
            game.undo();
            if reply? <= -score {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    fn line(&mut self, game: &mut Game, mut score: i64) -> Result<Vec<Action>, Stop> {
        let (mut line, mut failed) = (Vec::new(), None);
        loop {
            match self.best_action(game, score) {
                Ok(Some(action)) => {
                    game.act_unchecked(action);
                    line.push(action);
                    score = -score;
                }
                Ok(None) => break,
                Err(stop) => {
                    failed = Some(stop);
                    break;
                }
            }
        }
        for _ in &line {
            game.undo();
        }
        failed.map_or(Ok(line), Err)
    }

    /// A bound of the value of a state: exact between `alpha` and `beta`, on the right side of them otherwise.
    fn value(&mut self, game: &mut Game, alpha: i64, beta: i64) -> Result<i64, Stop> {
        self.n_states += 1;
        if let Some(stop) = self.pace.spent(&self.budget) {
            return Err(stop);
        }
        // What the player before did is not part of the key, so the end that depends on it is looked for first.
        if game.hands.iter().any(Vec::is_empty) || (game.is_passed() && game.is_over()) {
            return Ok(game.score(game.mover));
        }
        let key = self.ranks.key(game);
        let known = self.table.get(&key).copied().unwrap_or(Known { least: i64::MIN, most: i64::MAX, best: None });
        let (alpha, beta) = (alpha.max(known.least), beta.min(known.most));
        if alpha >= beta {
            return Ok(if known.least >= beta { known.least } else { known.most });
        }
        let actions = self.ordered(game, known.best);
        if actions.is_empty() {
            return Ok(game.score(game.mover));
        }
        let (mut value, mut best) = (i64::MIN, None);
        for action in actions {
            game.act_unchecked(action);
            let reply = self.value(game, -beta, -alpha.max(value));
            game.undo();
            let score = -reply?;
            if score > value {
                (value, best) = (score, look(game, &action));
            }
            if value >= beta {
                break;
            }
        }
        if self.table.len() < MAX_TABLE {
            let least = if value > alpha { value } else { known.least };
            let most = if value < beta { value } else { known.most };
            self.table.insert(key, Known { least, most, best });
        }
        Ok(value)
    }

    /// The actions that differ, the one that was best before first, then those that touch most.
    fn ordered(&self, game: &Game, first: Look) -> Vec<Action> {
        let mut seen = FxHashSet::default();
        let mut actions = game.actions();
        actions.retain(|action| seen.insert((look(game, action), action.lays.map(|m| self.ranks.class[m.stone]))));
        let rank = |action: &Action| {
            let is_first = first.is_some() && look(game, action) == first;
            (!is_first, action.lays.map(|m| std::cmp::Reverse(game.n_touched(m.at))))
        };
        actions.sort_by_cached_key(rank);
        actions
    }
}

fn look(game: &Game, action: &Action) -> Look {
    action.lays.map(|m| (m.at, turned(&game.stones[m.stone], m.turn)))
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
