//! Constraints that stay whole: their rows and the engines that take them as they are side by side, on three sizes of each kind.
//!
//! ```sh
//! cargo run --release --example whole [-- KIND] [--backend NAME] [--timeout SECONDS]
//! ```
//!
//! For each row the size of the formula and the seconds until the answer; `-` if that took too long. `csp` and `lcg` make no formula. The problems are made here from their
//! size alone, so the table of `docs/encodings.md` can be made again anywhere.

use anyhow::{Context, bail};
use quandary::cnf::Counter;
use quandary::encode::{Encoding, encode};
use quandary::expand::Rows;
use quandary::model::global::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use quandary::model::{Cmp, Domain, Kind, Operand};
use quandary::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// A kind, what its problems are, and three sizes.
struct Problem {
    kind: &'static str,
    what: &'static str,
    sizes: [i64; 3],
    make: fn(i64) -> Model,
}

const PROBLEMS: &[Problem] = &[
    Problem { kind: "cumulative", what: "tasks, shortest schedule", sizes: [8, 12, 16], make: schedule },
    Problem { kind: "cumulative", what: "long tasks, shortest schedule", sizes: [6, 8, 10], make: long_schedule },
    Problem { kind: "disjunctive", what: "jobs on 4 machines, shortest schedule", sizes: [4, 5, 6], make: shop },
    Problem { kind: "circuit", what: "towns, short tour", sizes: [7, 9, 11], make: tour },
    Problem { kind: "regular", what: "workers over 28 days", sizes: [10, 20, 40], make: roster },
    Problem { kind: "cardinality", what: "magic sequence", sizes: [20, 40, 80], make: magic_sequence },
    Problem { kind: "inverse", what: "langford pairs, two views", sizes: [8, 11, 12], make: langford },
    Problem { kind: "lex", what: "rows and columns in order", sizes: [6, 7, 8], make: design },
    Problem { kind: "bin-packing", what: "items in bins, even loads", sizes: [12, 16, 20], make: packing },
    Problem { kind: "nvalue", what: "queens that guard a board", sizes: [6, 7, 8], make: few_values },
    Problem { kind: "diffn", what: "squares of 1 to n in a strip, shortest", sizes: [6, 7, 8], make: squares },
    Problem { kind: "overlap", what: "triples, any two with one in common at most", sizes: [7, 9, 13], make: triples },
];

fn main() -> anyhow::Result<()> {
    let (mut kind, mut backend, mut timeout) = (None, String::new(), 20.0);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} takes a value"));
        match word.as_str() {
            "--backend" => backend = format!(":{}", value()?),
            "--timeout" => timeout = value()?.parse()?,
            _ if kind.is_none() && !word.starts_with('-') => kind = Some(word),
            _ => bail!("usage: whole [KIND] [--backend NAME] [--timeout SECONDS]"),
        }
    }
    println!("| kind | problem | row | variables | clauses | seconds |\n|---|---|---|--:|--:|--:|");
    for problem in PROBLEMS.iter().filter(|problem| kind.as_deref().is_none_or(|kind| kind == problem.kind)) {
        for size in problem.sizes {
            for (_, row, ..) in Rows::all().into_iter().filter(|(of, ..)| *of == problem.kind) {
                let formula = formula(&(problem.make)(size), row)?;
                run(problem, size, row, &format!("sat:{row}{backend}"), &formula, timeout)?;
            }
            for engine in ["csp", "lcg"] {
                run(problem, size, engine, engine, "- | -", timeout)?;
            }
        }
    }
    Ok(())
}

/// Variables and clauses.
fn formula(model: &Model, row: &str) -> anyhow::Result<String> {
    let mut counter = Counter::default();
    encode(model, &Encoding::parse(row)?, &Budget::unlimited(), &mut counter)?;
    Ok(format!("{} | {}", counter.variables, counter.clauses))
}

fn run(problem: &Problem, size: i64, name: &str, engine: &str, formula: &str, timeout: f64) -> anyhow::Result<()> {
    let engine: Engine = engine.parse().map_err(|e| anyhow::anyhow!("{e}"))?;
    let start = Instant::now();
    let outcome = solve_model((problem.make)(size), &engine, Budget::seconds(timeout))?;
    let seconds = start.elapsed().as_secs_f64();
    let is_decided = outcome.status != Status::Unknown && outcome.reason.is_none();
    let shown = if is_decided { format!("{seconds:.2}") } else { "-".to_string() };
    println!("| {} | {size} {} | {name} | {formula} | {shown} |", problem.kind, problem.what);
    Ok(())
}

/// A number that looks random.
fn mixed(i: i64, salt: i64, n: i64) -> i64 {
    let x = (i * 7919 + salt * 104_729 + 12_345).wrapping_mul(2_654_435_761) >> 7;
    x.rem_euclid(n)
}

fn tasks_with(n: i64, longest: i64) -> Model {
    let mut model = Model::new();
    let durations: Vec<i64> = (0..n).map(|i| 1 + mixed(i, 1, longest)).collect();
    let horizon = durations.iter().sum::<i64>() * 2 / 3;
    let starts = model.ints("s", n as usize, 0..=horizon);
    let end = model.int("end", 0..=horizon + longest);
    let tasks = starts.iter().zip(&durations).zip(0..);
    let tasks = tasks.map(|((start, duration), i)| Task {
        start: (*start).into(),
        duration: (*duration).into(),
        demand: (1 + mixed(i, 2, 4)).into(),
    });
    model.post(Cumulative { tasks: tasks.collect(), capacity: 5.into() }.into());
    for (i, start) in starts.iter().enumerate() {
        model.post((*start - end).le(-durations[i]));
        if i >= 3 && mixed(i as i64, 3, 2) == 0 {
            model.post((starts[i - 3] - *start).le(-durations[i - 3]));
        }
    }
    model.minimise(end);
    model
}

fn schedule(n: i64) -> Model {
    tasks_with(n, 6)
}

fn long_schedule(n: i64) -> Model {
    tasks_with(n, 60)
}

fn shop(n: i64) -> Model {
    const MACHINES: i64 = 4;
    let mut model = Model::new();
    let duration = |job: i64, step: i64| 1 + mixed(job * MACHINES + step, 4, 9);
    let horizon: i64 = (0..n).flat_map(|job| (0..MACHINES).map(move |step| duration(job, step))).sum();
    let end = model.int("end", 0..=horizon);
    let mut on: Vec<Vec<(Operand, Operand)>> = vec![Vec::new(); MACHINES as usize];
    for job in 0..n {
        let starts = model.ints(&format!("s{job}"), MACHINES as usize, 0..=horizon);
        for step in 0..MACHINES {
            let (start, long) = (starts[step as usize], duration(job, step));
            let machine = (step * (1 + job % 3) + job) % MACHINES;
            on[machine as usize].push((start.into(), long.into()));
            let next = starts.get(step as usize + 1).copied().unwrap_or(end);
            model.post((start - next).le(-long));
        }
    }
    on.into_iter().for_each(|tasks| model.post(Disjunctive { tasks, strict: false }.into()));
    model.minimise(end);
    model
}

fn tour(n: i64) -> Model {
    let mut model = Model::new();
    let next = model.ints("next", n as usize, 1..=n);
    model.post(Circuit { next: next.clone(), first: 1, sub: false }.into());
    let mut lengths = Vec::new();
    for (i, from) in next.iter().enumerate() {
        let length = model.int(format!("length[{i}]"), 1..=20);
        let distance = |j: i64| (1 + mixed((i as i64).min(j) * 31 + (i as i64).max(j), 5, 20)).into();
        let array = (0..n).map(distance).collect();
        model.post(Constraint::Element { array, first: 1, index: *from, result: length.into() });
        lengths.push(length);
    }
    let total = model.int("total", 0..=20 * n);
    let terms = lengths.into_iter().map(|length| (1, length)).chain([(-1, total)]).collect();
    model.post(Constraint::Linear { terms, cmp: Cmp::Eq, bound: 0 });
    model.minimise(total);
    model
}

/// Day, night and free: no day after a night, two to three nights in a row, and two or three of them each day.
fn roster(n: i64) -> Model {
    const DAYS: usize = 28;
    // States: free, day, first night, second night, third night.
    let steps = vec![2, 3, 1, 2, 3, 1, 0, 4, 0, 0, 5, 1, 0, 0, 1];
    let accepting = Domain::from_values([1, 2, 4, 5]);
    let automaton = Arc::new(Automaton { n_states: 5, first: 1, n_letters: 3, steps, start: 1, accepting });
    let mut model = Model::new();
    let days: Vec<Vec<Var>> = (0..n).map(|i| model.ints(&format!("x{i}"), DAYS, 1..=3)).collect();
    days.iter().for_each(|word| model.post(Regular { word: word.clone(), automaton: automaton.clone() }.into()));
    for day in 0..DAYS {
        let shift = |kind: i64| count_true(days.iter().map(move |word| word[day].is(kind)));
        model.post(shift(2).at_least(n * 3 / 10));
        model.post(shift(1).at_least(n * 3 / 10));
    }
    for word in &days {
        model.post(count_true(word.iter().map(|day| day.is(3))).at_least(9));
    }
    model
}

fn magic_sequence(n: i64) -> Model {
    let mut model = Model::new();
    let x = model.ints("x", n as usize, 0..=n - 1);
    let counts = x.iter().zip(0..).map(|(count, value)| (value, (*count).into())).collect();
    model.post(Cardinality { vars: x, counts, closed: true }.into());
    model
}

fn langford(n: i64) -> Model {
    let mut model = Model::new();
    let places = model.ints("place", 2 * n as usize, 1..=2 * n);
    let items = model.ints("item", 2 * n as usize, 1..=2 * n);
    for k in 1..=n {
        let (first, second) = (places[2 * k as usize - 2], places[2 * k as usize - 1]);
        model.post((second - first).equals(k + 1));
    }
    model.post(Inverse { f: places, first_f: 1, g: items, first_g: 1 }.into());
    model
}

/// A square of Booleans with three in each row and column, no two rows sharing more than one; all in order.
fn design(n: i64) -> Model {
    let mut model = Model::new();
    let rows: Vec<Vec<Var>> = (0..n).map(|i| model.bools(&format!("x{i}"), n as usize)).collect();
    let columns: Vec<Vec<Var>> = (0..n as usize).map(|j| rows.iter().map(|row| row[j]).collect()).collect();
    for lines in [&rows, &columns] {
        lines.iter().for_each(|line| model.post(count_true(line.iter().map(|v| v.is_true())).exactly(3)));
        for pair in lines.windows(2) {
            let [left, right] = [0, 1].map(|at| pair[at].iter().map(|v| (*v).into()).collect());
            model.post(Lex { left, right, strict: false }.into());
        }
    }
    for (i, a) in rows.iter().enumerate() {
        for b in &rows[..i] {
            let both: Vec<Var> = a.iter().zip(b).map(|(x, y)| both(&mut model, *x, *y)).collect();
            model.post(count_true(both.iter().map(|v| v.is_true())).at_most(1));
        }
    }
    model
}

fn both(model: &mut Model, x: Var, y: Var) -> Var {
    let both = model.auxiliary(Domain::boolean(), Kind::Bool);
    model.clause([both.is_true(), x.is_false(), y.is_false()]);
    both
}

fn packing(n: i64) -> Model {
    let mut model = Model::new();
    let n_bins = n / 4;
    let weights: Vec<i64> = (0..n).map(|i| 3 + mixed(i, 6, 20)).collect();
    let bins = model.ints("bin", n as usize, 1..=n_bins);
    let (total, largest) = (weights.iter().sum::<i64>(), model.int("largest", 0..=weights.iter().sum()));
    let loads = model.ints("load", n_bins as usize, 0..=total);
    loads.iter().for_each(|load| model.post((*load - largest).le(0)));
    let loads = loads.into_iter().map(Operand::from).collect();
    model.post(BinPacking { items: weights.into_iter().zip(bins).collect(), loads, first: 1 }.into());
    model.minimise(largest);
    model
}

/// For each cell of a board which queen guards it: as few queens as can be.
fn few_values(n: i64) -> Model {
    let mut model = Model::new();
    let mut guards = Vec::new();
    for cell in 0..n * n {
        let (row, column) = (cell / n, cell % n);
        let sees = |other: &i64| {
            let (r, c) = (other / n, other % n);
            r == row || c == column || r + c == row + column || r - c == row - column
        };
        let domain = Domain::from_values((0..n * n).filter(sees));
        guards.push(model.answer_var(format!("guard[{cell}]"), domain, Kind::Int));
    }
    let number = model.int("queens", 1..=n);
    model.post(NValue { n: number.into(), of: guards }.into());
    model.minimise(number);
    model
}

/// Squares of sides 1 to n in a strip as high as the largest two thirds of them need.
fn squares(n: i64) -> Model {
    let mut model = Model::new();
    let (height, area) = (n + n / 2, (1..=n).map(|side| side * side).sum::<i64>());
    let most = 2 * area / height;
    let end = model.int("end", area / height..=most);
    let mut sides: Vec<(Operand, Operand)> = Vec::new();
    for side in 1..=n {
        let (x, y) = (model.int("x", 0..=most - side), model.int("y", 0..=height - side));
        model.post((x + side).le(end));
        sides.extend([(x.into(), side.into()), (y.into(), side.into())]);
    }
    model.post(Diffn { n_dimensions: 2, sides, strict: true }.into());
    model.minimise(end);
    model
}

/// Steiner's triples of n things.
fn triples(n: i64) -> Model {
    let mut model = Model::new();
    let sets: Vec<Vec<Var>> =
        (0..n * (n - 1) / 6).map(|_| (0..n).map(|_| model.int("in", 0..=1)).collect::<Vec<Var>>()).collect();
    for (j, b) in sets.iter().enumerate() {
        let atoms = b.iter().map(|x| x.is_true()).collect();
        model.post(Constraint::Count { atoms, cmp: Cmp::Eq, bound: 3 });
        for a in &sets[..j] {
            let pairs = a.iter().zip(b).map(|(x, y)| (x.is_true(), y.is_true())).collect();
            model.post(Overlap { pairs, cmp: Cmp::Le, bound: 1 }.into());
        }
    }
    model
}
