//! Ricochet Robots as a row of the table of puzzles: how its parts answer the common protocol.

use super::answer::{self, Route};
use super::config::positions;
use super::instance::{self, Instance};
use super::verdict::{Verdict, hand_out};
use super::{
    Config, check, fast, format_game, format_picture, generate, graph1, graph2, iddfs, levels, model, naive, picture,
    stateless, svg,
};
use crate::front::Data;
use crate::grid::Direction::{East, North, South, West};
use crate::grid::Pos;
use crate::puzzles::text::{InputError, counted};
use crate::puzzles::typed::{self, Named, OnFound, Rules};
use crate::puzzles::{Account, Format, Formulation, GenerateOption, Options, Puzzle, Search, Show, place};
use crate::search::{Budget, End, Stats};
use std::ops::RangeInclusive;

/// The row.
pub const ROW: Puzzle = typed::puzzle::<Ricochet>();

/// The puzzle.
pub struct Ricochet;

const SOURCE: &str = "an unnamed study of Ricochet Robots solvers in Java, with 16,000 configurations";

/// The searches without the protocol around them, in the order of the rows.
pub const ALGORITHMS: &[(&str, SearchMoves)] = &[
    ("fast", fast::search),
    ("naive", naive::search),
    ("iddfs", iddfs::search),
    ("stateless", stateless::search),
    ("graph1", graph1::search),
    ("graph2", graph2::search),
];

/// Whether the answers of a search are proved shortest.
pub fn is_exact(name: &str) -> bool {
    Ricochet::SEARCHES.iter().any(|search| search.name == name && search.is_optimal)
}

/// A search: the verdict, and how many nodes it took.
pub type SearchMoves = fn(&Config, &Budget) -> (Verdict, u64);

fn run(
    search: SearchMoves,
    instance: &Instance,
    budget: &Budget,
    found: &mut OnFound<Route>,
) -> Result<(End, Stats), String> {
    Ok(hand_out(&instance.config, search(&instance.config, budget), found))
}

/// The same for searches that do not know "must ricochet".
fn run_plain(
    search: SearchMoves,
    instance: &Instance,
    budget: &Budget,
    found: &mut OnFound<Route>,
) -> Result<(End, Stats), String> {
    match instance.config.must_ricochet {
        true => Err("this search does not know `must ricochet`; naive, iddfs, sat and csp do".to_string()),
        false => run(search, instance, budget, found),
    }
}

impl Rules for Ricochet {
    type Instance = Instance;
    type Solution = Route;

    const NAME: &'static str = "ricochet";
    const SUMMARY: &'static str = "slide robots until the right one stops on the target, in the fewest moves";
    const MODELS: &'static [Formulation] = &[Formulation {
        name: "chains",
        summary: "one layer per move; a slide is a chain of fields; robots other than the one that arrives have no names",
        file: "models/ricochet.mzn",
        text: include_str!("../../../models/ricochet.mzn"),
        variant: None,
        one: None,
        partial: None,
    }];
    const FIELDS: &'static [&'static str] = &["walls", "robots", "active", "target"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "picture",
            summary: "a +---+ grid with robots and target",
            is_read: true,
            write: |instance| typed::write(|instance: &Instance| format_picture::write(&instance.config), instance),
        },
        Format::JSON,
        Format {
            name: "game",
            summary: "a classic board by its four pieces, and robots by row and column",
            is_read: true,
            write: |instance| typed::write_if(format_game::write, instance),
        },
        Format::dzn("MiniZinc data for models/ricochet.mzn, with the least horizon that is not hopeless"),
    ];
    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption {
            name: "pieces",
            value: "A,B,C,D",
            summary: "a classic board by its pieces, such as 1A,2B,3A,4B (any)",
        },
        GenerateOption { name: "robots", value: "N", summary: "number of robots, 1 to 6 (4)" },
        GenerateOption {
            name: "rows",
            value: "N",
            summary: "a board with scattered walls instead, of so many rows (16)",
        },
        GenerateOption { name: "cols", value: "N", summary: "its number of columns (as many as rows)" },
        GenerateOption { name: "walls", value: "N", summary: "its number of walls (a sixth of the fields)" },
        GenerateOption { name: "wild", value: "", summary: "any robot may reach the target" },
        GenerateOption { name: "must-ricochet", value: "", summary: "the robot that arrives must have turned" },
        GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same configuration (1)" },
    ];
    const SEARCHES: &'static [Search] = &[
        Search {
            name: "fast",
            summary: "best first over sets of states, with a bound that asks where blockers can come from; optimal, proves unreachable",
            reference: "docs/ricochet-fast.md",
            is_optimal: true,
            lists_all: false,
            run: |i, budget, found| typed::search(|i, b, f| run(fast::search, i, b, f), i, budget, found),
        },
        Search {
            name: "naive",
            summary: "breadth first over all game states; optimal, proves unreachable",
            reference: SOURCE,
            is_optimal: true,
            lists_all: false,
            run: |i, budget, found| typed::search(|i, b, f| run(naive::search, i, b, f), i, budget, found),
        },
        Search {
            name: "iddfs",
            summary: "iterative deepening with a lower bound and a table of states; optimal, proves unreachable",
            reference: SOURCE,
            is_optimal: true,
            lists_all: false,
            run: |i, budget, found| typed::search(|i, b, f| run(iddfs::search, i, b, f), i, budget, found),
        },
        Search {
            name: "stateless",
            summary: "single robots on single fields, with dependencies; neither optimal nor complete",
            reference: SOURCE,
            is_optimal: false,
            lists_all: false,
            run: |i, budget, found| typed::search(|i, b, f| run_plain(stateless::search, i, b, f), i, budget, found),
        },
        Search {
            name: "graph1",
            summary: "all moves of other robots first, then the goal robot on the slide graph; not optimal",
            reference: SOURCE,
            is_optimal: false,
            lists_all: false,
            run: |i, budget, found| typed::search(|i, b, f| run_plain(graph1::search, i, b, f), i, budget, found),
        },
        Search {
            name: "graph2",
            summary: "graph1 with the relaxed distance as a bound; not optimal",
            reference: SOURCE,
            is_optimal: false,
            lists_all: false,
            run: |i, budget, found| typed::search(|i, b, f| run_plain(graph2::search, i, b, f), i, budget, found),
        },
    ];
    const ENGINE: &'static str = "search:fast";
    const ACCOUNT: Option<Account> = Some(levels::ACCOUNT);
    const CERTAIN: &'static [&'static str] = &["from", "way"];
    const LIKELY: &'static [&'static str] = &["from", "way"];

    fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
        instance::read(file, text)
    }

    fn id(instance: &Instance) -> Option<&str> {
        instance.id.as_deref()
    }

    /// The data of the least horizon that is not hopeless.
    fn data(instance: &Instance) -> Data {
        model::data(&instance.config, model::horizons(&instance.config).map_or(0, |horizons| *horizons.start()))
    }

    fn generate(options: &Options) -> Result<Instance, String> {
        generate::generate(options)
    }

    #[allow(clippy::reversed_empty_ranges)]
    fn horizons(instance: &Instance) -> Option<RangeInclusive<usize>> {
        Some(model::horizons(&instance.config).unwrap_or(1..=0))
    }

    fn data_at(instance: &Instance, horizon: usize) -> Data {
        model::data(&instance.config, horizon)
    }

    fn solution(instance: &Instance, named: &Named) -> Result<Route, String> {
        Ok(Route::new(&instance.config, model::lift(&instance.config, named)?))
    }

    fn read_solution(instance: &Instance, file: &str, text: &str) -> Result<Route, InputError> {
        Ok(Route::new(&instance.config, answer::read(file, text)?))
    }

    fn check(instance: &Instance, route: &Route) -> Result<(), String> {
        check::check(&instance.config, &route.moves)?;
        match route.length == route.moves.len() {
            true => Ok(()),
            false => Err("`length` is not the number of moves".to_string()),
        }
    }

    fn holds(_instance: &Instance, route: &Route) -> String {
        format!("after {} the robot is on the target", counted(route.length, "move"))
    }

    fn not_judged(_instance: &Instance) -> Option<&'static str> {
        Some("whether fewer moves are enough")
    }

    fn cost(_instance: &Instance, route: &Route) -> Option<i64> {
        Some(route.length as i64)
    }

    fn line(instance: &Instance, route: &Route) -> String {
        answer::line(&instance.config, &route.moves)
    }

    fn draw(instance: &Instance, show: Show<Route>, colour: bool) -> String {
        picture::draw(&instance.config, shown(show), colour)
    }

    /// From where the mover begins each time and which way it goes, as long as there is such a robot.
    fn claimed(instance: &Instance, route: &Route) -> Option<Named> {
        let config = &instance.config;
        let times = positions(config, &route.moves);
        let n_fields = config.board.height() * config.board.width();
        let (mut from, mut way) = (Vec::new(), Vec::new());
        for (time, step) in route.moves.iter().enumerate() {
            // After a move that is none, the robots stay where they were.
            let robots = times.get(time).or(times.last())?;
            let (row, col) = config.board.pos(*robots.get(step.robot)?);
            from.push((0..n_fields).map(|field| field == row * config.board.width() + col).collect::<Vec<bool>>());
            way.push([North, East, South, West].map(|direction| direction == step.direction).to_vec());
        }
        Some(
            [("from".to_string(), serde_json::json!(from)), ("way".to_string(), serde_json::json!(way))]
                .into_iter()
                .collect(),
        )
    }

    /// Fields are counted row by row, after the time.
    fn places(instance: &Instance, variable: &str) -> Vec<Pos> {
        let board = &instance.config.board;
        match place::indices(variable) {
            Some(("from" | "over" | "stop" | "taken" | "hero", numbers)) => {
                let field = numbers.get(1).and_then(|field| place::counted(*field, board.height(), board.width()));
                field.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn places_in_words(_instance: &Instance, cells: &[Pos]) -> String {
        place::cells("fields", cells)
    }

    fn frames(instance: &Instance, route: &Route, colour: bool) -> Vec<String> {
        picture::frames(&instance.config, &route.moves, colour)
    }

    fn svg(instance: &Instance, show: Show<Route>) -> String {
        let rings = show.rings();
        svg::draw(&instance.config, shown(show), rings)
    }
}

/// The moves to be shown; drawings stop at the first that is none.
fn shown<'a>(show: Show<'a, Route>) -> &'a [super::Move] {
    match show {
        Show::Solution(route) => &route.moves,
        Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => &[],
    }
}
