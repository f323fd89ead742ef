//! Lines of play as users see them: in JSON, and on one line of text.

use super::game::{Action, Game, Move};
use crate::puzzles::fields::{Fields, integer, list};
use crate::puzzles::json::Json;
use crate::puzzles::text::InputError;
use serde::{Deserialize, Serialize};

/// A whole game and what it ends with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written")]
pub struct Line {
    /// How many stones fewer player 1 keeps.
    pub score: i64,
    /// All turns.
    pub line: Vec<Played>,
}

/// A line as users get it; the first turn is the best move. `lays` is what that lays: stone, rotation, row, column.
#[derive(Serialize)]
struct Written {
    score: i64,
    #[serde(rename = "move")]
    lays: Option<[usize; 4]>,
    best: Option<Played>,
    line: Vec<Played>,
}

impl From<Line> for Written {
    fn from(Line { score, line }: Line) -> Written {
        let best = line.first().copied();
        let lays = best.and_then(|turn| turn.lays).map(|m| [m.stone, m.turn, m.at.0, m.at.1]);
        Written { score, lays, best, line }
    }
}

/// What a player did in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// 1 or 2.
    pub player: usize,
    /// The stone that was drawn, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<usize>,
    /// The stone that was laid, if one was.
    #[serde(flatten)]
    pub lays: Option<Move>,
}

impl Played {
    /// An action in the state before it.
    pub fn of(game: &Game, action: Action) -> Played {
        Played { player: game.mover + 1, drawn: action.draws.then_some(game.pot), lays: action.lays }
    }

    /// In words: `draws 5, lays 5/1 on 2,3`.
    pub fn words(self) -> String {
        let drawn = self.drawn.map(|stone| format!("draws {stone}"));
        let laid = self.lays.map(|m| format!("{}/{} on {},{}", m.stone, m.turn, m.at.0, m.at.1));
        let laid = laid.map(|words| if self.drawn.is_some() { format!("lays {words}") } else { words });
        drawn.into_iter().chain(laid).collect::<Vec<_>>().join(", ")
    }
}

/// Reads a claimed solution.
pub(super) fn read(file: &str, json: &Json) -> Result<Line, InputError> {
    let fields = Fields::of(file, json)?;
    let score = integer(file, fields.need("score")?, "a whole number")?;
    let turns = list(file, fields.need("line")?, "a list of turns")?;
    let line = turns.iter().map(|turn| read_turn(file, turn)).collect::<Result<Vec<_>, _>>()?;
    Ok(Line { score, line })
}

fn read_turn(file: &str, json: &Json) -> Result<Played, InputError> {
    let fields = Fields::of(file, json)?;
    let number = |name: &str| match fields.present(name)? {
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
