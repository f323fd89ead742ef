//! Merging queens as a row of the table of puzzles: how its parts answer the common protocol.

use super::answer::{self, Solution};
use super::board::Capture;
use super::instance::{self, Instance};
use super::memo::Memo;
use super::{check, data, format_numbers, format_picture, generate, lift, picture, recursive, svg};
use crate::front::Data;
use crate::grid::Pos;
use crate::puzzles::text::{InputError, counted};
use crate::puzzles::typed::{self, Named, OnFound, Rules};
use crate::puzzles::{Format, Formulation, GenerateOption, Options, Puzzle, Search, Show, place};
use crate::search::{Budget, End, Stats};
use std::ops::RangeInclusive;

/// The row.
pub const ROW: Puzzle = typed::puzzle::<Queens>();

/// The puzzle.
pub struct Queens;

/// One solution if there is a limit; then the search was cut as soon as it knew enough. The fewest queens otherwise.
fn run_memo(instance: &Instance, budget: &Budget, found: &mut OnFound<Solution>) -> Result<(End, Stats), String> {
    let mut memo = Memo::new(&instance.board, budget);
    let n_queens = instance.board.queens().len();
    let limits = instance.limit.map_or_else(|| memo.bound()..=n_queens, |limit| limit..=limit);
    for limit in limits {
        match memo.reach(limit) {
            Err(stop) => return Ok((End::OutOfBudget(stop), memo.stats)),
            Ok(None) => (),
            Ok(Some(captures)) => {
                let flow = found(Solution::new(&instance.board, captures));
                let cut = flow.is_break() || instance.limit.is_some();
                return Ok((if cut { End::Cut } else { End::Exhausted }, memo.stats));
            }
        }
    }
    Ok((End::Exhausted, memo.stats))
}

fn run_ordered(instance: &Instance, budget: &Budget, found: &mut OnFound<Solution>) -> Result<(End, Stats), String> {
    run_recursive(instance, true, budget, found)
}

fn run_unordered(instance: &Instance, budget: &Budget, found: &mut OnFound<Solution>) -> Result<(End, Stats), String> {
    run_recursive(instance, false, budget, found)
}

fn run_recursive(
    instance: &Instance,
    ordered: bool,
    budget: &Budget,
    found: &mut OnFound<Solution>,
) -> Result<(End, Stats), String> {
    let limit = instance.limit.ok_or("the source's search takes a number of queens; search:memo finds the fewest")?;
    let mut hand_out = |captures: &[Capture]| found(Solution::new(&instance.board, captures.to_vec()));
    Ok(recursive::search(&instance.board, limit, ordered, budget, &mut hand_out))
}

fn known(instance: &Instance) -> Option<String> {
    instance.known.as_ref().map(|known| answer::write_lines(known) + "\n")
}

impl Rules for Queens {
    type Instance = Instance;
    type Solution = Solution;

    const NAME: &'static str = "queens";
    const SUMMARY: &'static str = "let equal queens capture each other and double until few are left";
    const MODELS: &'static [Formulation] = &[
        Formulation {
            name: "forest",
            summary: "who merges into whom at which level, with an order on what must wait",
            file: "models/queens.mzn",
            text: include_str!("../../../models/queens.mzn"),
            variant: None,
            one: None,
            partial: Some("leaves open which of several captures comes first"),
        },
        Formulation {
            name: "ordered",
            summary: "forest in other words: a total order of leaving, and levels compared queen by queen",
            file: "models/queens-ordered.mzn",
            text: include_str!("../../../models/queens-ordered.mzn"),
            variant: None,
            one: Some(|_| Data::default()),
            partial: Some("leaves open which of several captures comes first"),
        },
        Formulation {
            name: "layered",
            summary: "one capture per step, the levels of all queens at each step",
            file: "models/queens-layered.mzn",
            text: include_str!("../../../models/queens-layered.mzn"),
            variant: None,
            one: None,
            partial: None,
        },
    ];
    const ASKED: &'static str = "target";
    const FIELDS: &'static [&'static str] = &["size", "queens"];
    const FORMATS: &'static [Format] = &[
        Format {
            name: "numbers",
            summary: "the original task's: size, queens to be left, all squares, 0 for empty",
            is_read: true,
            write: |instance| typed::write(format_numbers::write, instance),
        },
        Format {
            name: "picture",
            summary: "a `queens: K` line and one word per square",
            is_read: true,
            write: |instance| typed::write(format_picture::write, instance),
        },
        Format::JSON,
        Format::dzn("MiniZinc data for models/queens.mzn"),
        Format {
            name: "solution",
            summary: "the captures a generated board was made from, one per line",
            is_read: false,
            write: |instance| typed::write_if(known, instance),
        },
    ];
    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption { name: "rows", value: "N", summary: "number of rows (8)" },
        GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" },
        GenerateOption { name: "final", value: "N", summary: "number of queens left in the end (1)" },
        GenerateOption { name: "captures", value: "N", summary: "number of captures (11)" },
        GenerateOption { name: "queens", value: "N", summary: "number of queens at first, instead of captures" },
        GenerateOption { name: "exponent", value: "N", summary: "final queens are 2^N (room for twice the captures)" },
        GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same board (1)" },
    ];
    const SIZE: &'static str = "queens";
    const SEARCHES: &'static [Search] = &[
        Search {
            name: "memo",
            summary: "depth first with a table, dead queens, separate groups and a bound; decides, or proves the fewest",
            reference: "transposition tables: R. Greenblatt, D. Eastlake, S. Crocker, 1967; bounds by counting pairs",
            is_optimal: true,
            lists_all: false,
            run: |instance, budget, found| typed::search(run_memo, instance, budget, found),
        },
        Search {
            name: "recursive",
            summary: "the source's: every capture, queens of small potential first; lists sequences of captures",
            reference: "Z. Królikowski, Potęga hetmanów, 2016",
            is_optimal: false,
            lists_all: true,
            run: |instance, budget, found| typed::search(run_ordered, instance, budget, found),
        },
        Search {
            name: "recursive-unordered",
            summary: "the same with the queens in the order of the board, to see what the potential is worth",
            reference: "Z. Królikowski, Potęga hetmanów, 2016",
            is_optimal: false,
            lists_all: true,
            run: |instance, budget, found| typed::search(run_unordered, instance, budget, found),
        },
    ];
    const CERTAIN: &'static [&'static str] = &["target"];
    const LIKELY: &'static [&'static str] = &["target"];

    fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
        instance::read(file, text)
    }

    fn id(instance: &Instance) -> Option<&str> {
        instance.id.as_deref()
    }

    fn data(instance: &Instance) -> Data {
        data::data(instance, data::limit(instance))
    }

    fn generate(options: &Options) -> Result<Instance, String> {
        generate::generate(options)
    }

    /// Without a limit the "steps" are the queens left: from the bound upwards, so that the first answer has the fewest.
    fn horizons(instance: &Instance) -> Option<RangeInclusive<usize>> {
        instance.limit.is_none().then(|| data::bound(instance)..=instance.board.queens().len())
    }

    fn horizon_word(instance: &Instance) -> &'static str {
        if instance.limit.is_none() { "queens left" } else { "steps" }
    }

    fn minimised(instance: &Instance) -> Option<Instance> {
        Some(Instance { limit: None, ..instance.clone() })
    }

    fn data_at(instance: &Instance, limit: usize) -> Data {
        data::data(instance, limit)
    }

    fn solution(instance: &Instance, named: &Named) -> Result<Solution, String> {
        Ok(Solution::new(&instance.board, lift::captures(&instance.board, named)?))
    }

    fn read_solution(instance: &Instance, file: &str, text: &str) -> Result<Solution, InputError> {
        Ok(Solution::claimed(&instance.board, answer::read(file, text)?))
    }

    fn check(instance: &Instance, solution: &Solution) -> Result<(), String> {
        let n_left = check::check(&instance.board, instance.limit, &solution.captures)?;
        match solution.left == n_left {
            true => Ok(()),
            false => Err(format!("`left` is {}, and {n_left} queens are left", solution.left)),
        }
    }

    fn holds(_instance: &Instance, solution: &Solution) -> String {
        let (captures, left) = (counted(solution.captures.len(), "legal capture"), counted(solution.left, "queen"));
        format!("{captures}, {left} left")
    }

    fn not_judged(instance: &Instance) -> Option<&'static str> {
        instance.limit.is_none().then_some("whether fewer queens can be left")
    }

    /// The queens left, if their number is what is asked for.
    fn cost(instance: &Instance, solution: &Solution) -> Option<i64> {
        instance.limit.is_none().then_some(solution.left as i64)
    }

    /// As many lines as there are captures: that is the answer of the original task.
    fn line(_instance: &Instance, solution: &Solution) -> String {
        answer::write_lines(&solution.captures)
    }

    fn draw(instance: &Instance, show: Show<Solution>, colour: bool) -> String {
        match show {
            Show::Solution(solution) => picture::draw_solution(&instance.board, &solution.captures, colour),
            Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => {
                picture::draw(&instance.board, colour)
            }
        }
    }

    /// Who ends by capturing into whom, if no queen does so twice.
    fn claimed(instance: &Instance, solution: &Solution) -> Option<Named> {
        let queens = instance.board.queens();
        let number = |at: Pos| queens.iter().position(|queen| queen.at == at);
        let mut target = vec![0usize; queens.len()];
        for capture in &solution.captures {
            let from = number(capture.from)?;
            if std::mem::replace(&mut target[from], number(capture.into)? + 1) > 0 {
                return None;
            }
        }
        Some([("target".to_string(), target.into())].into_iter().collect())
    }

    /// The queens are numbered from 1; other variables are about all of a merge or of none.
    fn places(instance: &Instance, variable: &str) -> Vec<Pos> {
        let Some((array, numbers)) = place::indices(variable) else { return Vec::new() };
        let at = |number: usize| Some(instance.board.queens().get(number.checked_sub(1)?)?.at);
        match array {
            "target" | "level" | "time" | "before" => numbers.into_iter().filter_map(at).collect(),
            _ => Vec::new(),
        }
    }

    fn places_in_words(_instance: &Instance, cells: &[Pos]) -> String {
        place::cells("queens at", cells)
    }

    fn frames(instance: &Instance, solution: &Solution, colour: bool) -> Vec<String> {
        picture::frames(&instance.board, &solution.captures, colour)
    }

    fn svg(instance: &Instance, show: Show<Solution>) -> String {
        match show {
            Show::Solution(solution) => svg::draw(&instance.board, &solution.captures, show.rings()),
            Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => {
                svg::draw(&instance.board, &[], show.rings())
            }
        }
    }
}
