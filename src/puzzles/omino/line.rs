//! Lines of play as users see them: in JSON, and on one line of text.

use super::game::{Action, Game, Move};
use crate::puzzles::fields::{Fields, integer, list};
use crate::puzzles::json::{Json, Value as Placed};
use crate::puzzles::text::InputError;
use serde_json::{Value, json};

/// What a player did in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// 1 or 2.
    pub player: usize,
    /// The stone that was drawn, if one was.
    pub drawn: Option<usize>,
    /// The stone that was laid, if one was.
    pub lays: Option<Move>,
}

impl Played {
    /// An action in the state before it.
    pub fn of(game: &Game, action: Action) -> Played {
        Played { player: game.mover + 1, drawn: action.draws.then_some(game.pot), lays: action.lays }
    }

    /// As a value of a solution.
    pub fn to_json(self) -> Value {
        let mut object = json!({ "player": self.player });
        if let Some(stone) = self.drawn {
            object["drawn"] = stone.into();
        }
        if let Some(Move { stone, turn, at }) = self.lays {
            object["stone"] = stone.into();
            object["turn"] = turn.into();
            object["at"] = json!([at.0, at.1]);
        }
        object
    }

    /// From a value of a solution.
    pub fn of_json(value: &Value) -> Option<Played> {
        let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        let field = |name: &str| value.get(name).map_or(Some(None), |n| number(n).map(Some));
        let lays = match (field("stone")?, field("turn")?, value.get("at")) {
            (Some(stone), Some(turn), Some(at)) => {
                Some(Move { stone, turn, at: (number(at.get(0)?)?, number(at.get(1)?)?) })
            }
            (None, None, None) => None,
            _ => return None,
        };
        Some(Played { player: field("player")??, drawn: field("drawn")?, lays })
    }

    /// In words: `draws 5, lays 5/1 on 2,3`.
    pub fn words(self) -> String {
        let drawn = self.drawn.map(|stone| format!("draws {stone}"));
        let laid = self.lays.map(|m| format!("{}/{} on {},{}", m.stone, m.turn, m.at.0, m.at.1));
        let laid = laid.map(|words| if self.drawn.is_some() { format!("lays {words}") } else { words });
        drawn.into_iter().chain(laid).collect::<Vec<_>>().join(", ")
    }
}

/// A score and a line as a solution; the first turn is the best move.
pub(super) fn solution(score: i64, line: &[Played]) -> Value {
    let turns: Vec<Value> = line.iter().map(|played| played.to_json()).collect();
    json!({ "score": score, "best": turns.first(), "line": turns })
}

/// The score and the line of a solution.
pub(super) fn of_solution(solution: &Value) -> Option<(i64, Vec<Played>)> {
    let line = solution.get("line")?.as_array()?.iter().map(Played::of_json).collect::<Option<Vec<_>>>()?;
    Some((solution.get("score")?.as_i64()?, line))
}

/// Reads a claimed solution.
pub(super) fn read(file: &str, json: &Json) -> Result<Value, InputError> {
    let mut fields = Fields::of(file, json)?;
    if let Some(solution) = fields.get("solution")? {
        fields = Fields::of(file, solution)?;
    }
    let score = integer(file, fields.need("score")?, "a whole number")?;
    let turns = list(file, fields.need("line")?, "a list of turns")?;
    let line = turns.iter().map(|turn| read_turn(file, turn)).collect::<Result<Vec<_>, _>>()?;
    Ok(solution(score, &line))
}

fn read_turn(file: &str, json: &Json) -> Result<Played, InputError> {
    let fields = Fields::of(file, json)?;
    let number = |name: &str| match fields.get(name)?.filter(|json| json.value != Placed::Null) {
        None => Ok(None),
        Some(json) => {
            let wrong = |n| InputError::new(file, json.place, format!("{n}, expected 0 or more"));
            let n = integer(file, json, "a whole number")?;
            usize::try_from(n).map(Some).map_err(|_| wrong(n))
        }
    };
    let at = fields.get("at")?.map(|json| crate::puzzles::fields::position(file, json)).transpose()?;
    let missing = |name: &str| InputError::new(file, json.place, format!("field `{name}` is missing"));
    let lays = match (number("stone")?, at) {
        (None, None) => None,
        (Some(stone), Some(at)) => Some(Move { stone, turn: number("turn")?.ok_or_else(|| missing("turn"))?, at }),
        (None, Some(_)) => return Err(missing("stone")),
        (Some(_), None) => return Err(missing("at")),
    };
    Ok(Played { player: number("player")?.ok_or_else(|| missing("player"))?, drawn: number("drawn")?, lays })
}
