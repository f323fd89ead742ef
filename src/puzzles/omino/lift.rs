//! From the model's variables to a line of play.
//!
//! The model says for each turn which stone is laid where and whether one is drawn; the game is replayed to name the stones.

use super::game::{Action, Game, Move};
use super::instance::Instance;
use super::line::{Line, Played};
use crate::puzzles::typed::Named;
use serde_json::Value;

/// The line and the score of player 1 that the model's variables stand for.
pub(super) fn line(instance: &Instance, named: &Named) -> Result<Line, String> {
    let turns = named.get("laid").and_then(Value::as_array).ok_or("the model does not say what is laid")?;
    let draws = named.get("draws").and_then(Value::as_array).ok_or("the model does not say who draws")?;
    let mut game = Game::new(instance);
    let mut line = Vec::new();
    for (laid, draws) in turns.iter().zip(draws) {
        let (draws, lays) = (draws == &Value::Bool(true), laid_stone(instance, laid));
        if !draws && lays.is_none() {
            break;
        }
        let action = Action { draws, lays };
        line.push(Played::of(&game, action));
        game.act(action)?;
    }
    Ok(Line { score: game.score(0), line })
}

/// The stone, square and turn whose Boolean is true.
fn laid_stone(instance: &Instance, laid: &Value) -> Option<Move> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for (i, squares) in list(laid).iter().enumerate() {
        for (square, turns) in list(squares).iter().enumerate() {
            if let Some(turn) = list(turns).iter().position(|flag| flag == &Value::Bool(true)) {
                let at = (square / instance.n_cols, square % instance.n_cols);
                return Some(Move { stone: i + 1, turn, at });
            }
        }
    }
    None
}
