//! Ricochet Robots as a row of the table of puzzles: how its parts answer the common protocol.

use super::instance::{self, Instance};
use super::verdict::{Verdict, hand_out};
use super::{Config, answer, check, fast, generate, graph1, graph2, iddfs, model, naive, picture, stateless, svg};
use crate::front::Data;
use crate::puzzles::text::InputError;
use crate::puzzles::{Formulation, GenerateOption, Instance as AnyInstance, Puzzle, Search, Show};
use crate::search::{Budget, End, Stats};
use serde_json::{Map, Value, json};
use std::ops::{ControlFlow, RangeInclusive};

/// The row.
pub const ROW: Puzzle = Puzzle {
    name: "ricochet",
    summary: "slide robots until the right one stops on the target, in the fewest moves",
    models: MODELS,
    fields: &["walls", "robots", "active", "target"],
    read,
    generate: generate::generate,
    options: OPTIONS,
    size: "rows",
    formats: FORMATS,
    searches: SEARCHES,
    engine: "search:fast",
    proof: None,
};

const MODELS: &[Formulation] = &[Formulation {
    name: "chains",
    summary: "one layer per move; a slide is a chain of fields; robots other than the one that arrives have no names",
    file: "models/ricochet.mzn",
    text: include_str!("../../../models/ricochet.mzn"),
    variant: None,
}];

const OPTIONS: &[GenerateOption] = &[
    GenerateOption {
        name: "pieces",
        value: "A,B,C,D",
        summary: "a classic board by its pieces, such as 1A,2B,3A,4B (any)",
    },
    GenerateOption { name: "robots", value: "N", summary: "number of robots, 1 to 6 (4)" },
    GenerateOption { name: "rows", value: "N", summary: "a board with scattered walls instead, of so many rows (16)" },
    GenerateOption { name: "cols", value: "N", summary: "its number of columns (as many as rows)" },
    GenerateOption { name: "walls", value: "N", summary: "its number of walls (a sixth of the fields)" },
    GenerateOption { name: "wild", value: "", summary: "any robot may reach the target" },
    GenerateOption { name: "must-ricochet", value: "", summary: "the robot that arrives must have turned" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same configuration (1)" },
];

const FORMATS: &[(&str, &str)] = &{
    let mut rows = [("", ""); instance::FORMATS.len()];
    let mut number = 0;
    while number < rows.len() {
        rows[number] = (instance::FORMATS[number].name, instance::FORMATS[number].summary);
        number += 1;
    }
    rows
};

const SOURCE: &str = "an unnamed study of Ricochet Robots solvers in Java, with 16,000 configurations";

const SEARCHES: &[Search] = &[
    Search {
        name: "fast",
        summary: "best first over sets of states, with a bound that asks where blockers can come from; optimal, proves unreachable",
        reference: "docs/ricochet-fast.md",
        is_optimal: true,
        lists_all: false,
        run: |instance, budget, found| run(fast::search, instance, budget, found),
    },
    Search {
        name: "naive",
        summary: "breadth first over all game states; optimal, proves unreachable",
        reference: SOURCE,
        is_optimal: true,
        lists_all: false,
        run: |instance, budget, found| run(naive::search, instance, budget, found),
    },
    Search {
        name: "iddfs",
        summary: "iterative deepening with a lower bound and a table of states; optimal, proves unreachable",
        reference: SOURCE,
        is_optimal: true,
        lists_all: false,
        run: |instance, budget, found| run(iddfs::search, instance, budget, found),
    },
    Search {
        name: "stateless",
        summary: "single robots on single fields, with dependencies; neither optimal nor complete",
        reference: SOURCE,
        is_optimal: false,
        lists_all: false,
        run: |instance, budget, found| run_plain(stateless::search, instance, budget, found),
    },
    Search {
        name: "graph1",
        summary: "all moves of other robots first, then the goal robot on the slide graph; not optimal",
        reference: SOURCE,
        is_optimal: false,
        lists_all: false,
        run: |instance, budget, found| run_plain(graph1::search, instance, budget, found),
    },
    Search {
        name: "graph2",
        summary: "graph1 with the relaxed distance as a bound; not optimal",
        reference: SOURCE,
        is_optimal: false,
        lists_all: false,
        run: |instance, budget, found| run_plain(graph2::search, instance, budget, found),
    },
    Search {
        name: "fast",
        summary: "best first over sets of states, with a bound that asks where blockers can come from; optimal, proves unreachable",
        reference: "docs/ricochet-fast.md",
        is_optimal: true,
        lists_all: false,
        run: |instance, budget, found| run(fast::search, instance, budget, found),
    },
];

type OnFound<'a> = dyn FnMut(Value) -> ControlFlow<()> + 'a;

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
    SEARCHES.iter().any(|search| search.name == name && search.is_optimal)
}

/// A search: the verdict, and how many nodes it took.
pub type SearchMoves = fn(&Config, &Budget) -> (Verdict, u64);

fn run(
    search: SearchMoves,
    instance: &dyn AnyInstance,
    budget: &Budget,
    found: &mut OnFound,
) -> Result<(End, Stats), String> {
    let config = concrete(instance)?.config;
    Ok(hand_out(&config, search(&config, budget), found))
}

/// The same for searches that do not know "must ricochet".
fn run_plain(
    search: SearchMoves,
    instance: &dyn AnyInstance,
    budget: &Budget,
    found: &mut OnFound,
) -> Result<(End, Stats), String> {
    match concrete(instance)?.config.must_ricochet {
        true => Err("this search does not know `must ricochet`; naive, iddfs, sat and csp do".to_string()),
        false => run(search, instance, budget, found),
    }
}

/// The instance behind the protocol, by way of its own format.
fn concrete(instance: &dyn AnyInstance) -> Result<Instance, String> {
    let text = instance.write("json").ok_or("this is no game of Ricochet Robots")?;
    Ok(instance::read("instance", &text).map_err(|e| e.to_string())?.remove(0))
}

fn read(file: &str, text: &str) -> Result<Vec<Box<dyn AnyInstance>>, InputError> {
    let instances = instance::read(file, text)?;
    Ok(instances.into_iter().map(|i| Box::new(i) as Box<dyn AnyInstance>).collect())
}

impl AnyInstance for Instance {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The data of the least horizon that is not hopeless.
    fn data(&self) -> Data {
        model::data(&self.config, model::horizons(&self.config).map_or(0, |horizons| *horizons.start()))
    }

    #[allow(clippy::reversed_empty_ranges)]
    fn horizons(&self) -> Option<RangeInclusive<usize>> {
        Some(model::horizons(&self.config).unwrap_or(1..=0))
    }

    fn data_at(&self, horizon: usize) -> Data {
        model::data(&self.config, horizon)
    }

    fn write(&self, format: &str) -> Option<String> {
        instance::FORMATS.iter().find(|f| f.name == format).and_then(|f| (f.write)(self))
    }

    fn solution(&self, named: &Map<String, Value>) -> Result<Value, String> {
        Ok(answer::solution(&self.config, &model::lift(&self.config, named)?))
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Value, InputError> {
        Ok(answer::solution(&self.config, &answer::read(file, text)?))
    }

    fn check(&self, solution: &Value) -> Result<(), String> {
        check::check(&self.config, &answer::moves(solution)?)
    }

    fn cost(&self, solution: &Value) -> Option<i64> {
        solution.get("length").and_then(Value::as_i64)
    }

    fn line(&self, solution: &Value) -> String {
        answer::line(&self.config, &answer::moves(solution).unwrap_or_default())
    }

    fn backbone(&self, named: &Map<String, Value>) -> Value {
        json!({ "from": named.get("from").cloned(), "way": named.get("way").cloned() })
    }

    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value {
        json!({ "from": named.get("from").cloned(), "way": named.get("way").cloned(), "of": total })
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        picture::draw(&self.config, &shown(show), colour)
    }

    fn frames(&self, solution: &Value, colour: bool) -> Vec<String> {
        picture::frames(&self.config, &shown(Show::Solution(solution)), colour)
    }

    fn svg(&self, show: Show) -> String {
        svg::draw(&self.config, &shown(show))
    }
}

/// The moves to be shown; drawings stop at the first that is none.
fn shown(show: Show) -> Vec<super::Move> {
    match show {
        Show::Solution(solution) => answer::moves(solution).unwrap_or_default(),
        _ => Vec::new(),
    }
}
