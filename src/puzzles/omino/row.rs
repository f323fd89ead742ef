//! Omino as a row of the table of puzzles: how its parts answer the common protocol.

use super::game::Game;
use super::instance::{self, Instance};
use super::line::{self, Line, Played};
use super::{alphabeta, check, format_text, generate, lift, minimax, strategies, svg};
use crate::front::{Data, Value as ModelValue};
use crate::grid::{Grid, Pos};
use crate::puzzles::json::read_all;
use crate::puzzles::stones::{self, Laid, turned};
use crate::puzzles::text::InputError;
use crate::puzzles::typed::{self, Named, OnFound, Rules};
use crate::puzzles::{Account, Format, Formulation, GenerateOption, Options, Puzzle, Search, Show};
use crate::puzzles::{claim, place};
use crate::search::{Budget, End, Stats, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// The row.
pub const ROW: Puzzle = typed::puzzle::<Omino>();

/// The puzzle.
pub struct Omino;

type Searcher = fn(&mut Game, &Budget) -> Result<minimax::Best, (Stop, u64)>;

fn run_alphabeta(instance: &Instance, budget: &Budget, found: &mut OnFound<Line>) -> Result<(End, Stats), String> {
    Ok(run(alphabeta::search, instance, budget, found))
}

fn run_minimax(instance: &Instance, budget: &Budget, found: &mut OnFound<Line>) -> Result<(End, Stats), String> {
    Ok(run(minimax::search, instance, budget, found))
}

fn run(search: Searcher, instance: &Instance, budget: &Budget, found: &mut OnFound<Line>) -> (End, Stats) {
    let mut game = Game::new(instance);
    let stats = |nodes| Stats { nodes, ..Stats::default() };
    match search(&mut game, budget) {
        Err((stop, n_states)) => (End::OutOfBudget(stop), stats(n_states)),
        Ok(best) => {
            let mut line = Vec::new();
            for action in best.line {
                line.push(Played::of(&game, action));
                game.act_unchecked(action);
            }
            let end = found(Line { score: best.score, line });
            (if end.is_break() { End::Cut } else { End::Exhausted }, stats(best.n_states))
        }
    }
}

/// The numbers of all stones by rank, from 1.
fn sides(instance: &Instance) -> Vec<i64> {
    let numbers: BTreeSet<i64> = instance.stones.iter().flatten().copied().collect();
    let ranks: BTreeMap<i64, i64> = numbers.into_iter().zip(1..).collect();
    instance.stones.iter().flatten().map(|n| ranks[n]).collect()
}

impl Rules for Omino {
    type Instance = Instance;
    type Solution = Line;

    const NAME: &'static str = "omino";
    const SUMMARY: &'static str = "a game for two: lay stones with equal sides together, and keep fewer than the other";
    const MODELS: &'static [Formulation] = &[Formulation {
        name: "cooperative",
        summary: "both players together want the best end for player 1: what play can reach, not what it is worth",
        file: "models/omino.mzn",
        text: include_str!("../../../models/omino.mzn"),
        variant: Some("both players work together for player 1"),
        one: None,
        partial: None,
    }];
    const FIELDS: &'static [&'static str] = &["height", "width", "hand", "stones"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "text",
            summary: "three lines with two numbers each, then a stone per line",
            is_read: true,
            write: |instance| typed::write(format_text::write, instance),
        },
        Format::JSON,
        Format::dzn("MiniZinc data for models/omino.mzn"),
    ];
    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption { name: "rows", value: "N", summary: "height of the board (7)" },
        GenerateOption { name: "cols", value: "N", summary: "width of the board (as high)" },
        GenerateOption { name: "stones", value: "N", summary: "number of stones (12)" },
        GenerateOption { name: "hand", value: "N", summary: "stones in each hand (a quarter of all)" },
        GenerateOption { name: "numbers", value: "N", summary: "different numbers on the stones (as many as stones)" },
        GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same game (1)" },
    ];
    const SIZE: &'static str = "stones";
    const SEARCHES: &'static [Search] = &[
        Search {
            name: "alphabeta",
            summary: "the value of the game and best play, by alpha-beta with a table of states",
            reference: "Knuth, Moore, An analysis of alpha-beta pruning, 1975",
            is_optimal: true,
            lists_all: false,
            run: |instance, budget, found| typed::search(run_alphabeta, instance, budget, found),
        },
        Search {
            name: "minimax",
            summary: "the same by the whole tree, states counted as the source does",
            reference: "Algoritmiek, Leiden University, 2021",
            is_optimal: true,
            lists_all: false,
            run: |instance, budget, found| typed::search(run_minimax, instance, budget, found),
        },
    ];
    const ENGINE: &'static str = "search:alphabeta";
    const ACCOUNT: Option<Account> = Some(strategies::ACCOUNT);
    const CERTAIN: &'static [&'static str] = &["laid"];
    const LIKELY: &'static [&'static str] = &["laid"];

    fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
        instance::read(file, text)
    }

    fn id(instance: &Instance) -> Option<&str> {
        instance.id.as_deref()
    }

    fn data(instance: &Instance) -> Data {
        let mut data = Data::default();
        data.set("rows", instance.n_rows as i64);
        data.set("cols", instance.n_cols as i64);
        data.set("n", instance.stones.len() as i64);
        data.set("hand", instance.n_hand as i64);
        data.set("start", (instance.start.0 * instance.n_cols + instance.start.1) as i64);
        data.set("T", instance.max_turns() as i64);
        data.set("side", ModelValue::grid(instance.stones.len(), 4, 0, sides(instance)));
        data
    }

    fn generate(options: &Options) -> Result<Instance, String> {
        generate::generate(options)
    }

    fn solution(instance: &Instance, named: &Named) -> Result<Line, String> {
        lift::line(instance, named)
    }

    fn read_solution(_instance: &Instance, file: &str, text: &str) -> Result<Line, InputError> {
        let values = read_all(file, text)?;
        line::read(file, claim::only(file, text, &values)?)
    }

    fn check(instance: &Instance, solution: &Line) -> Result<(), String> {
        check::check(instance, &solution.line, solution.score)
    }

    fn holds(_instance: &Instance, solution: &Line) -> String {
        match solution.score {
            0 => "a legal game that ends even".to_string(),
            score if score > 0 => format!("a legal game that player 1 ends {score} up"),
            score => format!("a legal game that player 1 ends {} down", -score),
        }
    }

    fn not_judged(_instance: &Instance) -> Option<&'static str> {
        Some("whether both players play their best, so that this is the value of the game")
    }

    /// The score of player 2: the less, the better for player 1.
    fn cost(_instance: &Instance, solution: &Line) -> Option<i64> {
        Some(-solution.score)
    }

    fn line(_instance: &Instance, Line { score, line }: &Line) -> String {
        let words: Vec<String> = line.iter().map(|played| played.words()).collect();
        format!("score {score}: {}", if words.is_empty() { "over at once".to_string() } else { words.join("; ") })
    }

    fn draw(instance: &Instance, show: Show<Line>, colour: bool) -> String {
        drawing(&replayed(instance, shown(show)), colour)
    }

    fn frames(instance: &Instance, Line { line, .. }: &Line, colour: bool) -> Vec<String> {
        let frame = |n: usize| {
            let what = n
                .checked_sub(1)
                .map_or("start".to_string(), |i| format!("player {}: {}", line[i].player, line[i].words()));
            format!("{what}\n{}", drawing(&replayed(instance, &line[..n]), colour))
        };
        (0..=line.len()).map(frame).collect()
    }

    /// Squares are counted row by row; where they stand among the indices depends on the array.
    fn places(instance: &Instance, variable: &str) -> Vec<Pos> {
        let Some((array, numbers)) = place::indices(variable) else { return Vec::new() };
        let square = match array {
            "laid" | "fits" => numbers.get(2),
            "full" | "shows" | "agrees" => numbers.get(1),
            _ => None,
        };
        let at = |square: &usize| place::counted(*square, instance.n_rows, instance.n_cols);
        square.and_then(at).into_iter().collect()
    }

    fn places_in_words(_instance: &Instance, cells: &[Pos]) -> String {
        place::cells("squares", cells)
    }

    fn qdimacs(instance: &Instance, at_least: i64) -> Option<Result<String, String>> {
        Some(super::quantified::qdimacs(instance, at_least))
    }

    fn svg(instance: &Instance, show: Show<Line>) -> String {
        let rings = show.rings();
        svg::draw(&replayed(instance, shown(show)), rings)
    }
}

fn shown<'a>(show: Show<'a, Line>) -> &'a [Played] {
    match show {
        Show::Solution(solution) => &solution.line,
        Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => &[],
    }
}

/// The game after a line, as far as the line keeps the rules.
fn replayed(instance: &Instance, line: &[Played]) -> Game {
    let mut game = Game::new(instance);
    for played in line {
        let action = super::game::Action { draws: played.drawn.is_some(), lays: played.lays };
        if game.act(action).is_err() {
            break;
        }
    }
    game
}

/// The board of a game: stone 0 grey, the players' stones each in their colour.
pub(super) fn board(game: &Game) -> Grid<Option<Laid>> {
    game.board.map(|_, cell| {
        let (stone, turn) = (*cell)?;
        Some(Laid {
            sides: turned(&game.stones[stone], turn),
            label: stone.to_string(),
            turn,
            owner: game.owner(stone),
        })
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
