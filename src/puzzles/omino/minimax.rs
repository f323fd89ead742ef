//! The source's search: all of the game tree, without pruning, every state counted.
//!
//! The value of a state is the score of the player to move when both play for their own best. One state per call, root and
//! ends included; turns of a stone that look alike are different actions; drawing and laying, or drawing and passing, is one
//! step. Exponential in the number of stones: about a million states at 20.

use super::game::{Action, Game};
use crate::search::{Budget, Pace, Stop};

/// What the search found: the score of the player to move, one best line of play, and how many states it saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The score of the player to move under best play of both.
    pub score: i64,
    /// A line of best play until the end.
    pub line: Vec<Action>,
    /// How many states were looked at.
    pub n_states: u64,
}

/// The best play from here on.
pub fn search(game: &mut Game, budget: &Budget) -> Result<Best, (Stop, u64)> {
    let mut n_states = 0;
    match value(game, &mut n_states, budget, &mut Pace::default()) {
        Ok((score, mut line)) => {
            line.reverse();
            Ok(Best { score, line, n_states })
        }
        Err(stop) => Err((stop, n_states)),
    }
}

/// The value of a state and a best line, last action first.
fn value(game: &mut Game, n_states: &mut u64, budget: &Budget, pace: &mut Pace) -> Result<(i64, Vec<Action>), Stop> {
    *n_states += 1;
    if let Some(stop) = pace.spent(budget) {
        return Err(stop);
    }
    let mut best: Option<(i64, Vec<Action>)> = None;
    for action in game.actions() {
        game.act_unchecked(action);
        let reply = value(game, n_states, budget, pace);
        game.undo();
        let (theirs, mut line) = reply?;
        if best.as_ref().is_none_or(|(score, _)| -theirs > *score) {
            line.push(action);
            best = Some((-theirs, line));
        }
    }
    Ok(best.unwrap_or_else(|| (game.score(game.mover), Vec::new())))
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn the_samples_have_the_known_values_and_numbers_of_states() {
        let samples = [
            (include_str!("../../../instances/omino/ao1.txt"), 1, 91),
            (include_str!("../../../instances/omino/ao2.txt"), 2, 18828),
            (include_str!("../../../instances/omino/ao3.txt"), -2, 1179),
            (include_str!("../../../instances/omino/ao4.txt"), -1, 27),
        ];
        for (text, score, n_states) in samples {
            let instance = read("f", text).expect("good").remove(0);
            let best = search(&mut Game::new(&instance), &Budget::unlimited()).expect("no limit");
            assert_eq!((best.score, best.n_states), (score, n_states), "{text}");
        }
    }
}
