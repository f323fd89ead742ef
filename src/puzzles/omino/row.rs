//! Omino as a row of the table of puzzles: how its parts answer the common protocol.

use super::game::Game;
use super::instance::{self, Instance};
use super::line::{self, Played};
use super::{alphabeta, check, format_dzn, format_json, format_text, generate, lift, minimax};
use crate::front::{Data, Value as ModelValue};
use crate::grid::Grid;
use crate::puzzles::json::read_all;
use crate::puzzles::stones::{self, Laid, turned};
use crate::puzzles::text::{InputError, end_of};
use crate::puzzles::{Formulation, GenerateOption, Instance as AnyInstance, Puzzle, Search, Show};
use crate::search::{Budget, End, Stats, Stop};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// The row.
pub const ROW: Puzzle = Puzzle {
    name: "omino",
    summary: "a game for two: lay stones with equal sides together, and keep fewer than the other",
    models: MODELS,
    fields: &["height", "width", "hand", "stones"],
    read,
    generate: generate::generate,
    options: OPTIONS,
    size: "stones",
    formats: FORMATS,
    searches: SEARCHES,
    engine: "search:alphabeta",
    proof: None,
};

const MODELS: &[Formulation] = &[Formulation {
    name: "cooperative",
    summary: "both players together want the best end for player 1: what play can reach, not what it is worth",
    file: "models/omino.mzn",
    text: include_str!("../../../models/omino.mzn"),
    variant: Some("both players work together for player 1"),
}];

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "rows", value: "N", summary: "height of the board (7)" },
    GenerateOption { name: "cols", value: "N", summary: "width of the board (as high)" },
    GenerateOption { name: "stones", value: "N", summary: "number of stones (12)" },
    GenerateOption { name: "hand", value: "N", summary: "stones in each hand (a quarter of all)" },
    GenerateOption { name: "numbers", value: "N", summary: "different numbers on the stones (as many as stones)" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same game (1)" },
];

const FORMATS: &[(&str, &str)] = &[
    ("text", "three lines with two numbers each, then a stone per line"),
    ("json", "one JSON object on one line"),
    ("dzn", "MiniZinc data for models/omino.mzn"),
];

const SEARCHES: &[Search] = &[
    Search {
        name: "alphabeta",
        summary: "the value of the game and best play, by alpha-beta with a table of states",
        reference: "Knuth, Moore, An analysis of alpha-beta pruning, 1975",
        is_optimal: true,
        lists_all: false,
        run: run_alphabeta,
    },
    Search {
        name: "minimax",
        summary: "the same by the whole tree, states counted as the source does",
        reference: "Algoritmiek, Leiden University, 2021",
        is_optimal: true,
        lists_all: false,
        run: run_minimax,
    },
];

fn read(file: &str, text: &str) -> Result<Vec<Box<dyn AnyInstance>>, InputError> {
    let instances = instance::read(file, text)?;
    Ok(instances.into_iter().map(|i| Box::new(i) as Box<dyn AnyInstance>).collect())
}

/// The instance behind the protocol, by way of its own format.
pub(super) fn concrete(instance: &dyn AnyInstance) -> Result<Instance, String> {
    let text = instance.write("json").ok_or("this is no game of omino")?;
    Ok(instance::read("instance", &text).map_err(|e| e.to_string())?.remove(0))
}

type OnFound<'a> = dyn FnMut(Value) -> ControlFlow<()> + 'a;
type Searcher = fn(&mut Game, &Budget) -> Result<minimax::Best, (Stop, u64)>;

fn run_alphabeta(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    run(alphabeta::search, instance, budget, found)
}

fn run_minimax(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    run(minimax::search, instance, budget, found)
}

fn run(search: Searcher, any: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    let mut game = Game::new(&concrete(any)?);
    let stats = |nodes| Stats { nodes, ..Stats::default() };
    match search(&mut game, budget) {
        Err((stop, n_states)) => Ok((End::OutOfBudget(stop), stats(n_states))),
        Ok(best) => {
            let mut line = Vec::new();
            for action in best.line {
                line.push(Played::of(&game, action));
                game.act_unchecked(action);
            }
            let end = found(line::solution(best.score, &line));
            Ok((if end.is_break() { End::Cut } else { End::Exhausted }, stats(best.n_states)))
        }
    }
}

impl AnyInstance for Instance {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn data(&self) -> Data {
        let mut data = Data::default();
        data.set("rows", self.n_rows as i64);
        data.set("cols", self.n_cols as i64);
        data.set("n", self.stones.len() as i64);
        data.set("hand", self.n_hand as i64);
        data.set("start", (self.start.0 * self.n_cols + self.start.1) as i64);
        data.set("T", self.max_turns() as i64);
        data.set("side", ModelValue::grid(self.stones.len(), 4, 0, format_dzn::sides(self)));
        data
    }

    fn write(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(format_text::write(self)),
            "json" => Some(format_json::write(self)),
            "dzn" => Some(format_dzn::write(self)),
            _ => None,
        }
    }

    fn solution(&self, named: &Map<String, Value>) -> Result<Value, String> {
        let (score, line) = lift::line(self, named)?;
        Ok(line::solution(score, &line))
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Value, InputError> {
        let values = read_all(file, text)?;
        let first = values.first().ok_or_else(|| InputError::new(file, end_of(text), "expected a solution"))?;
        line::read(file, first)
    }

    fn check(&self, solution: &Value) -> Result<(), String> {
        let (score, line) = line::of_solution(solution).ok_or("there is no proper `score` and `line`")?;
        check::check(self, &line, score)
    }

    /// The score of player 2: the less, the better for player 1.
    fn cost(&self, solution: &Value) -> Option<i64> {
        solution.get("score").and_then(Value::as_i64).map(|score| -score)
    }

    fn line(&self, solution: &Value) -> String {
        let Some((score, line)) = line::of_solution(solution) else { return String::new() };
        let words: Vec<String> = line.iter().map(|played| played.words()).collect();
        format!("score {score}: {}", if words.is_empty() { "over at once".to_string() } else { words.join("; ") })
    }

    fn backbone(&self, named: &Map<String, Value>) -> Value {
        json!({ "laid": named.get("laid").cloned().unwrap_or(Value::Null) })
    }

    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value {
        json!({ "laid": named.get("laid").cloned().unwrap_or(Value::Null), "of": total })
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        drawing(&replayed(self, shown(show).as_deref()), colour)
    }

    fn frames(&self, solution: &Value, colour: bool) -> Vec<String> {
        let line = shown(Show::Solution(solution)).unwrap_or_default();
        let frame = |n: usize| {
            let what = n
                .checked_sub(1)
                .map_or("start".to_string(), |i| format!("player {}: {}", line[i].player, line[i].words()));
            format!("{what}\n{}", drawing(&replayed(self, Some(&line[..n])), colour))
        };
        (0..=line.len()).map(frame).collect()
    }

    fn qdimacs(&self, at_least: i64) -> Option<Result<String, String>> {
        Some(super::quantified::qdimacs(self, at_least))
    }

    fn svg(&self, show: Show) -> String {
        stones::svg(&board(&replayed(self, shown(show).as_deref())))
    }
}

fn shown(show: Show) -> Option<Vec<Played>> {
    match show {
        Show::Solution(value) => line::of_solution(value).map(|(_, line)| line),
        _ => None,
    }
}

/// The game after a line, as far as the line keeps the rules.
fn replayed(instance: &Instance, line: Option<&[Played]>) -> Game {
    let mut game = Game::new(instance);
    for played in line.unwrap_or_default() {
        let action = super::game::Action { draws: played.drawn.is_some(), lays: played.lays };
        if game.act(action).is_err() {
            break;
        }
    }
    game
}

/// The board of a game: stone 0 grey, the players' stones each in their colour.
pub(super) fn board(game: &Game) -> Grid<Option<Laid>> {
    let owner = |stone| game.owner(stone).map_or(0, |player| player + 1);
    game.board.map(|_, cell| {
        let (stone, turn) = (*cell)?;
        Some(Laid { sides: turned(&game.stones[stone], turn), label: stone.to_string(), tint: owner(stone) })
    })
}

/// The board, both hands and the pot for a terminal.
pub fn drawing(game: &Game, colour: bool) -> String {
    let list = |stones: &mut dyn Iterator<Item = usize>| {
        let shown: Vec<String> =
            stones.map(|s| format!("{s}:({})", game.stones[s].map(|n| n.to_string()).join(","))).collect();
        if shown.is_empty() { "nothing".to_string() } else { shown.join(" ") }
    };
    let mut out = stones::draw(&board(game), colour);
    for (player, hand) in game.hands.iter().enumerate() {
        out += &format!("player {}: {}\n", player + 1, list(&mut hand.iter().copied()));
    }
    out + &format!("pot: {}\n", list(&mut (game.pot..game.stones.len())))
}
