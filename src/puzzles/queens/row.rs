//! Merging queens as a row of the table of puzzles: how its parts answer the common protocol.

use super::board::Capture;
use super::instance::{self, Instance};
use super::memo::Memo;
use super::{
    answer, check, format_dzn, format_json, format_numbers, format_picture, generate, lift, picture, recursive, svg,
};
use crate::front::Data;
use crate::puzzles::text::InputError;
use crate::puzzles::{Formulation, GenerateOption, Instance as AnyInstance, Puzzle, Search, Show};
use crate::search::{Budget, End, Stats};
use serde_json::{Map, Value, json};
use std::ops::{ControlFlow, RangeInclusive};

/// The row.
pub const ROW: Puzzle = Puzzle {
    name: "queens",
    summary: "let equal queens capture each other and double until few are left",
    models: MODELS,
    fields: &["size", "queens"],
    read,
    generate: generate::generate,
    options: OPTIONS,
    size: "queens",
    formats: FORMATS,
    searches: SEARCHES,
    engine: "sat",
    proof: None,
};

const MODELS: &[Formulation] = &[
    Formulation {
        name: "forest",
        summary: "who merges into whom at which level, with an order on what must wait",
        file: "models/queens.mzn",
        text: include_str!("../../../models/queens.mzn"),
        variant: None,
    },
    Formulation {
        name: "layered",
        summary: "one capture per step, the levels of all queens at each step",
        file: "models/queens-layered.mzn",
        text: include_str!("../../../models/queens-layered.mzn"),
        variant: None,
    },
];

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "rows", value: "N", summary: "number of rows (8)" },
    GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" },
    GenerateOption { name: "final", value: "N", summary: "number of queens left in the end (1)" },
    GenerateOption { name: "captures", value: "N", summary: "number of captures (11)" },
    GenerateOption { name: "queens", value: "N", summary: "number of queens at first, instead of captures" },
    GenerateOption { name: "exponent", value: "N", summary: "final queens are 2^N (room for twice the captures)" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same board (1)" },
];

const FORMATS: &[(&str, &str)] = &[
    ("numbers", "the original task's: size, queens to be left, all squares, 0 for empty"),
    ("picture", "a `queens: K` line and one word per square"),
    ("json", "one JSON object on one line"),
    ("dzn", "MiniZinc data for models/queens.mzn"),
    ("solution", "the captures a generated board was made from, one per line"),
];

const SEARCHES: &[Search] = &[
    Search {
        name: "memo",
        summary: "depth first with a table, dead queens, separate groups and a bound; decides, or proves the fewest",
        reference: "transposition tables: R. Greenblatt, D. Eastlake, S. Crocker, 1967; bounds by counting pairs",
        is_optimal: true,
        lists_all: false,
        run: run_memo,
    },
    Search {
        name: "recursive",
        summary: "the source's: every capture, queens of small potential first; lists sequences of captures",
        reference: "Z. Królikowski, Potęga hetmanów, 2016",
        is_optimal: false,
        lists_all: true,
        run: run_ordered,
    },
    Search {
        name: "recursive-unordered",
        summary: "the same with the queens in the order of the board, to see what the potential is worth",
        reference: "Z. Królikowski, Potęga hetmanów, 2016",
        is_optimal: false,
        lists_all: true,
        run: run_unordered,
    },
];

fn read(file: &str, text: &str) -> Result<Vec<Box<dyn AnyInstance>>, InputError> {
    let instances = instance::read(file, text)?;
    Ok(instances.into_iter().map(|i| Box::new(i) as Box<dyn AnyInstance>).collect())
}

/// The instance behind the protocol, by way of its own format.
fn concrete(instance: &dyn AnyInstance) -> Result<Instance, String> {
    let text = instance.write("json").ok_or("this is no board of queens")?;
    Ok(instance::read("instance", &text).map_err(|e| e.to_string())?.remove(0))
}

type OnFound<'a> = dyn FnMut(Value) -> ControlFlow<()> + 'a;

/// One solution if there is a limit; then the search was cut as soon as it knew enough. The fewest queens otherwise.
fn run_memo(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    let instance = concrete(instance)?;
    let mut memo = Memo::new(&instance.board, budget);
    let n_queens = instance.board.queens().len();
    let limits = instance.limit.map_or_else(|| memo.bound()..=n_queens, |limit| limit..=limit);
    for limit in limits {
        match memo.reach(limit) {
            Err(stop) => return Ok((End::OutOfBudget(stop), memo.stats)),
            Ok(None) => (),
            Ok(Some(captures)) => {
                let flow = found(answer::solution(&captures, n_queens - captures.len()));
                let cut = flow.is_break() || instance.limit.is_some();
                return Ok((if cut { End::Cut } else { End::Exhausted }, memo.stats));
            }
        }
    }
    Ok((End::Exhausted, memo.stats))
}

fn run_ordered(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    run_recursive(instance, true, budget, found)
}

fn run_unordered(instance: &dyn AnyInstance, budget: &Budget, found: &mut OnFound) -> Result<(End, Stats), String> {
    run_recursive(instance, false, budget, found)
}

fn run_recursive(
    instance: &dyn AnyInstance,
    ordered: bool,
    budget: &Budget,
    found: &mut OnFound,
) -> Result<(End, Stats), String> {
    let instance = concrete(instance)?;
    let limit = instance.limit.ok_or("the source's search takes a number of queens; search:memo finds the fewest")?;
    let n_queens = instance.board.queens().len();
    let mut hand_out = |captures: &[Capture]| found(answer::solution(captures, n_queens - captures.len()));
    Ok(recursive::search(&instance.board, limit, ordered, budget, &mut hand_out))
}

impl AnyInstance for Instance {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn data(&self) -> Data {
        format_dzn::data(self, format_dzn::limit(self))
    }

    /// Without a limit the "steps" are the queens left: from the bound upwards, so that the first answer has the fewest.
    fn horizons(&self) -> Option<RangeInclusive<usize>> {
        self.limit.is_none().then(|| format_dzn::bound(self)..=self.board.queens().len())
    }

    fn horizon_word(&self) -> &'static str {
        if self.limit.is_none() { "queens left" } else { "steps" }
    }

    fn minimised(&self) -> Option<Box<dyn AnyInstance>> {
        Some(Box::new(Instance { limit: None, ..self.clone() }))
    }

    fn data_at(&self, limit: usize) -> Data {
        format_dzn::data(self, limit)
    }

    fn write(&self, format: &str) -> Option<String> {
        match format {
            "numbers" => Some(format_numbers::write(self)),
            "picture" => Some(format_picture::write(self)),
            "json" => Some(format_json::write(self)),
            "dzn" => Some(format_dzn::write(self)),
            "solution" => self.known.as_ref().map(|known| answer::write_lines(known) + "\n"),
            _ => None,
        }
    }

    fn solution(&self, named: &Map<String, Value>) -> Result<Value, String> {
        let captures = lift::captures(&self.board, named)?;
        Ok(answer::solution(&captures, self.board.queens().len().saturating_sub(captures.len())))
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Value, InputError> {
        let captures = answer::read(file, text)?;
        Ok(answer::solution(&captures, self.board.queens().len().saturating_sub(captures.len())))
    }

    fn check(&self, solution: &Value) -> Result<(), String> {
        let captures = answer::captures_of(solution).ok_or("there is no list `captures` of four numbers each")?;
        let n_left = check::check(&self.board, self.limit, &captures)?;
        match solution.get("queens").and_then(Value::as_u64).is_some_and(|n| n != n_left as u64) {
            true => Err(format!("`queens` is not the number of queens left, {n_left}")),
            false => Ok(()),
        }
    }

    /// The queens left, if their number is what is asked for.
    fn cost(&self, solution: &Value) -> Option<i64> {
        solution.get("queens").and_then(Value::as_i64).filter(|_| self.limit.is_none())
    }

    /// As many lines as there are captures: that is the answer of the original task.
    fn line(&self, solution: &Value) -> String {
        answer::write_lines(&answer::captures_of(solution).unwrap_or_default())
    }

    fn backbone(&self, named: &Map<String, Value>) -> Value {
        json!({ "target": named.get("target").cloned().unwrap_or(Value::Null) })
    }

    fn probabilities(&self, named: &Map<String, Value>, total: &str) -> Value {
        json!({ "target": named.get("target").cloned().unwrap_or(Value::Null), "of": total })
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        match show {
            Show::Solution(solution) => picture::draw_solution(&self.board, &shown(solution), colour),
            _ => picture::draw(&self.board, colour),
        }
    }

    fn frames(&self, solution: &Value, colour: bool) -> Vec<String> {
        picture::frames(&self.board, &shown(solution), colour)
    }

    fn svg(&self, show: Show) -> String {
        match show {
            Show::Solution(solution) => svg::draw(&self.board, &shown(solution)),
            _ => svg::draw(&self.board, &[]),
        }
    }
}

fn shown(solution: &Value) -> Vec<Capture> {
    answer::captures_of(solution).unwrap_or_default()
}
