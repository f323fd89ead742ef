//! The phase transition of edge matching: random tiles with few colours nearly always fit together, with many never.
//!
//! Nothing is planted. With `n` colours and `N` tiles on a board with `b` inner borders one expects `N! 4^N / n^b` placements, four for
//! each board that can be turned; if they came independently, a puzzle had one with the chance `1 - exp(-expected / 4)`. The experiment asks how
//! true that is, and where puzzles are hard. A campaign that is not done yet reports what it has, and what the rest will cost.

use super::ask::ask;
use super::{Experiment, Fields, Settings, Step};
use crate::engine::Engine;
use crate::puzzles::{GenerateOption, Options, monkey};
use crate::report::{Axis, Look, Mark, Plot, Report, Section, Series, Table, hours, seconds};
use crate::runs::Record;
use crate::search::Budget;
use itertools::Itertools;
use serde_json::json;

/// The row.
pub const EXPERIMENT: Experiment = Experiment {
    name: "monkey",
    summary: "the phase transition of edge matching: how many random puzzles can be solved, and what that costs",
    reference: "Ansótegui, Béjar, Fernández, Mateu, CP 2008",
    limit: 600.0,
    options: OPTIONS,
    steps,
    run,
    report,
};

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "sizes", value: "A..B", summary: "sides of the boards (3..5)" },
    GenerateOption { name: "colours", value: "A..B", summary: "numbers of colours (6..13)" },
    GenerateOption { name: "per-colour", value: "N", summary: "steps from one number of colours to the next (2)" },
    GenerateOption { name: "boards", value: "N", summary: "puzzles of each kind (50)" },
    GenerateOption { name: "seed", value: "N", summary: "the first seed (1)" },
    GenerateOption { name: "engine", value: "ENGINE", summary: "who solves them (search:scan)" },
];

/// So many placements are one board, turned.
const TURNS: f64 = 4.0;

fn n_boards(settings: &Settings) -> Result<u64, String> {
    settings.number("boards", 50)
}

/// The small boards first. Of each size a puzzle of every number of colours comes before the second of any, so that whoever
/// stops early has all of the curve.
fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let (sizes, colours) = (settings.range("sizes", (3, 5))?, settings.range("colours", (6, 13))?);
    let (per_colour, first) = (settings.number("per-colour", 2usize)?.max(1), settings.number("seed", 1u64)?);
    settings.text("engine").map_or(Ok(()), |engine| engine.parse::<Engine>().map(drop))?;
    let last = first.checked_add(n_boards(settings)?).ok_or("--boards and --seed: too many")?;
    let numbers: Vec<f64> = (colours.0 * per_colour..=colours.1.saturating_mul(per_colour))
        .map(|n| (n as f64 / per_colour as f64 * 1000.0).round() / 1000.0)
        .collect();
    let mut steps = Vec::new();
    for ((size, seed), n) in (sizes.0..=sizes.1).cartesian_product(first..last).cartesian_product(numbers) {
        steps.push(Step { key: format!("{size} {n} {seed}"), data: json!({"size": size, "colours": n, "seed": seed}) });
    }
    Ok(steps)
}

fn run(settings: &Settings, step: &Step, budget: &Budget) -> Result<Fields, String> {
    let text = |name: &str| step.data[name].to_string();
    let options = [("rows", text("size")), ("colours", text("colours")), ("seed", text("seed"))];
    let options = options.into_iter().chain([("scattered", String::new())]);
    let instance =
        (monkey::ROW.generate)(&options.map(|(name, value)| (name.to_string(), value)).collect::<Options>())?;
    let engine: Engine = settings.text("engine").unwrap_or(monkey::ROW.engine).parse()?;
    let mut fields = ask(&monkey::ROW, instance, &engine, budget).fields()?;
    for name in ["size", "colours", "seed"] {
        fields.insert(name.into(), step.data[name].clone());
    }
    Ok(fields)
}

/// What is known of the puzzles of one size with one number of colours.
struct Kind {
    size: u64,
    colours: f64,
    n_solved: usize,
    n_impossible: usize,
    n_open: usize,
    seconds: f64,
    /// Of the puzzles that were decided.
    nodes: Vec<f64>,
}

impl Kind {
    fn of(size: u64, colours: f64, records: &[&Record]) -> Kind {
        let count = |word: &str| records.iter().filter(|record| record.text("status") == word).count();
        let (n_solved, n_impossible) = (count("satisfiable"), count("unsatisfiable"));
        let is_decided = |record: &&&Record| ["satisfiable", "unsatisfiable"].contains(&record.text("status"));
        let nodes = records.iter().filter(is_decided).filter_map(|record| record.number("nodes"));
        Kind {
            size,
            colours,
            n_solved,
            n_impossible,
            n_open: records.len() - n_solved - n_impossible,
            seconds: records.iter().filter_map(|record| record.number("seconds")).sum(),
            nodes: nodes.sorted_by(f64::total_cmp).collect(),
        }
    }

    fn n_decided(&self) -> usize {
        self.n_solved + self.n_impossible
    }

    fn n_made(&self) -> usize {
        self.n_decided() + self.n_open
    }

    /// The share that can be solved, with the ends of its interval. What is open may be either, and widens it.
    fn share(&self) -> Option<(f64, f64, f64)> {
        let (low, _) = interval(self.n_solved, self.n_made())?;
        let (_, high) = interval(self.n_solved + self.n_open, self.n_made())?;
        (self.n_decided() > 0).then(|| (low, self.n_solved as f64 / self.n_decided() as f64, high))
    }

    /// The logarithm of the expected number of boards that differ by more than turns.
    fn expected(&self) -> f64 {
        let n_tiles = (self.size * self.size) as f64;
        let n_borders = (2 * self.size * self.size.saturating_sub(1)) as f64;
        let ways: f64 = (1..=self.size * self.size).map(|n| (n as f64).ln()).sum();
        ways + n_tiles * TURNS.ln() - n_borders * self.colours.ln() - TURNS.ln()
    }

    /// The chance that there is one if they come independently of each other.
    fn predicted(&self) -> f64 {
        -(-self.expected().exp()).exp_m1()
    }
}

/// Where a share lies with 95 of 100 chances after so many of so many: the interval of Wilson, JASA 22, 1927.
fn interval(n: usize, of: usize) -> Option<(f64, f64)> {
    const Z: f64 = 1.96;
    let (n, of) = (n as f64, of as f64);
    let (middle, scale) = ((n + Z * Z / 2.0) / (of + Z * Z), Z / (of + Z * Z));
    let half = scale * (n * (of - n) / of + Z * Z / 4.0).sqrt();
    (of > 0.0).then(|| ((middle - half).max(0.0), (middle + half).min(1.0)))
}

fn kinds(records: &[Record]) -> Vec<Kind> {
    let key = |record: &Record| (record.number("size").unwrap_or(0.0) as u64, record.number("colours").unwrap_or(0.0));
    let mut keys: Vec<(u64, f64)> = records.iter().map(key).collect();
    keys.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    keys.dedup();
    let own = |(size, colours): (u64, f64)| {
        let own: Vec<&Record> = records.iter().filter(|record| key(record) == (size, colours)).collect();
        Kind::of(size, colours, &own)
    };
    keys.into_iter().map(own).collect()
}

fn report(settings: &Settings, records: &[Record]) -> Report {
    let kinds = kinds(records);
    let sections =
        vec![transition(&kinds), expectation(&kinds), hardness(&kinds), halves(&kinds), cost(settings, &kinds)];
    Report { title: "The phase transition of edge matching".into(), sections }
}

fn sides(kinds: &[Kind]) -> impl Iterator<Item = u64> {
    kinds.iter().map(|kind| kind.size).dedup()
}

/// Shares with their intervals as series: one for each size, bars of error as guides.
fn shares(kinds: &[Kind], mark: Mark, place: impl Fn(&Kind) -> Option<f64>) -> Vec<Series> {
    let mut series = Vec::new();
    for (n, size) in sides(kinds).enumerate() {
        let own = || kinds.iter().filter(move |kind| kind.size == size);
        let point = |kind: &Kind| Some((place(kind)?, kind.share()?.1));
        let name = format!("{size} x {size}");
        series.push(Series::new(name, mark, own().filter_map(point).collect()).looking(Look::Number(n)));
        series.extend(own().filter_map(|kind| {
            let (at, (low, _, high)) = (place(kind)?, kind.share()?);
            Some(Series::new("", Mark::Guide, vec![(at, low), (at, high)]))
        }));
    }
    series
}

fn transition(kinds: &[Kind]) -> Section {
    let header = ["board", "colours", "puzzles", "solved", "impossible", "open", "share", "from", "to", "predicted"];
    let mut table = Table::new(&header);
    for kind in kinds {
        let share = kind.share().map_or(["-".to_string(), "-".to_string(), "-".to_string()], |(low, share, high)| {
            [share, low, high].map(|share| format!("{share:.3}"))
        });
        let counts = [kind.n_made(), kind.n_solved, kind.n_impossible, kind.n_open].map(|n| n.to_string());
        let first = [format!("{0} x {0}", kind.size), format!("{}", kind.colours)];
        table.row(first.into_iter().chain(counts).chain(share).chain([format!("{:.3}", kind.predicted())]).collect());
    }
    let plot = Plot {
        title: "Share of random puzzles that can be solved".into(),
        x: Axis::linear("colours"),
        y: Axis::linear("share"),
        series: shares(kinds, Mark::Line, |kind| Some(kind.colours)),
        diagonal: false,
    };
    let text = "The share of puzzles with a placement, with 95 of 100 intervals (Wilson); puzzles that were not decided within the \
                limit may be either, and widen it. `predicted` is 1 - exp(-e), where e is the expected number of boards that \
                differ by more than turns, N! 4^N / colours^borders / 4: what would hold if they came independently of each other.";
    Section {
        heading: "The transition".into(),
        name: "transition".into(),
        text: text.into(),
        table: Some(table),
        plot: Some(plot),
    }
}

fn expectation(kinds: &[Kind]) -> Section {
    const SHOWN: std::ops::RangeInclusive<f64> = -4.0..=4.0;
    let place = |kind: &Kind| Some(kind.expected() / std::f64::consts::LN_10).filter(|at| SHOWN.contains(at));
    let mut series = shares(kinds, Mark::Points, place);
    let curve = (-80..=80).map(|n| f64::from(n) / 20.0).map(|at| (at, -(-(10f64.powf(at))).exp_m1()));
    series.push(Series::new("independent", Mark::Steps, curve.collect()).looking(Look::Ink));
    let plot = Plot {
        title: "The same by the expected number of boards".into(),
        x: Axis::linear("decimal logarithm of the expected number of boards"),
        y: Axis::linear("share"),
        series,
        diagonal: false,
    };
    let text = "If boards came independently of each other, all sizes would lie on the one curve. Where they come in crowds, fewer puzzles \
                have one than that says.";
    Section {
        heading: "By expectation".into(),
        name: "expectation".into(),
        text: text.into(),
        table: None,
        plot: Some(plot),
    }
}

/// The value below which a share of sorted ones lies.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    sorted.get(((sorted.len() as f64 - 1.0) * share).round() as usize).copied()
}

fn hardness(kinds: &[Kind]) -> Section {
    let mut table = Table::new(&["board", "colours", "decided", "median nodes", "nine of ten", "most", "mean time"]);
    for kind in kinds {
        let nodes = [0.5, 0.9, 1.0].map(|share| quantile(&kind.nodes, share).map_or("-".into(), |n| format!("{n}")));
        let first = [format!("{0} x {0}", kind.size), format!("{}", kind.colours), kind.n_decided().to_string()];
        let mean = seconds(kind.seconds / kind.n_made().max(1) as f64);
        table.row(first.into_iter().chain(nodes).chain([mean]).collect());
    }
    let line = |size: u64| {
        let own = kinds.iter().filter(move |kind| kind.size == size);
        let points = own.filter_map(|kind| Some((kind.colours, quantile(&kind.nodes, 0.5)?.max(1.0))));
        Series::new(format!("{size} x {size}"), Mark::Line, points.collect())
    };
    let plot = Plot {
        title: "Median nodes until a puzzle is decided".into(),
        x: Axis::linear("colours"),
        y: Axis::log("nodes"),
        series: sides(kinds).map(line).collect(),
        diagonal: false,
    };
    Section {
        heading: "Hardness".into(),
        name: "hardness".into(),
        text: "Of the puzzles that were decided; a node is a square that was looked at. The mean time counts all."
            .into(),
        table: Some(table),
        plot: Some(plot),
    }
}

/// Between which numbers of colours the share falls below a half, seen and predicted.
fn halves(kinds: &[Kind]) -> Section {
    let mut table = Table::new(&["board", "half of the puzzles at", "from", "to", "predicted"]);
    for size in sides(kinds) {
        let own: Vec<&Kind> = kinds.iter().filter(|kind| kind.size == size).collect();
        let at = |pick: &dyn Fn(&Kind) -> Option<f64>| crossing(&own, pick).map_or("-".into(), |n| format!("{n:.2}"));
        table.row(vec![
            format!("{size} x {size}"),
            at(&|kind| kind.share().map(|share| share.1)),
            at(&|kind| kind.share().map(|share| share.0)),
            at(&|kind| kind.share().map(|share| share.2)),
            at(&|kind| Some(kind.predicted())),
        ]);
    }
    let text = "How many colours it takes that half of the puzzles cannot be solved: where the line of shares crosses a half, where the \
                lower and the upper ends of the intervals do, and where the prediction does.";
    Section { heading: "Half of them".into(), name: "halves".into(), text: text.into(), table: Some(table), plot: None }
}

/// Where something that falls crosses a half, by a straight line between neighbours.
fn crossing(kinds: &[&Kind], pick: &dyn Fn(&Kind) -> Option<f64>) -> Option<f64> {
    let points: Vec<(f64, f64)> = kinds.iter().filter_map(|kind| Some((kind.colours, pick(kind)?))).collect();
    let pair = points.windows(2).find(|pair| pair[0].1 >= 0.5 && pair[1].1 < 0.5)?;
    let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
    Some(x0 + (x1 - x0) * (y0 - 0.5) / (y0 - y1))
}

/// What was made of what was asked for, and what the rest costs if it is like that.
fn cost(settings: &Settings, kinds: &[Kind]) -> Section {
    let asked = n_boards(settings).unwrap_or(0) as usize;
    let planned = steps(settings).unwrap_or_default();
    let mut table = Table::new(&["board", "planned", "made", "took", "each", "the rest"]);
    let (sizes, n_of) = (planned.iter().filter_map(|step| step.data["size"].as_u64()), |size: u64| {
        planned.iter().filter(|step| step.data["size"].as_u64() == Some(size)).count()
    });
    for size in sizes.dedup() {
        let own: Vec<&Kind> = kinds.iter().filter(|kind| kind.size == size).collect();
        let (n_made, took) =
            (own.iter().map(|k| k.n_made()).sum::<usize>(), own.iter().map(|k| k.seconds).sum::<f64>());
        let mean = took / n_made.max(1) as f64;
        // Kinds differ, so each is as its own; one that has none yet is as the mean.
        let n_seen: usize = own.iter().map(|kind| asked.saturating_sub(kind.n_made())).sum();
        let left: f64 =
            own.iter().map(|k| k.seconds / k.n_made().max(1) as f64 * asked.saturating_sub(k.n_made()) as f64).sum();
        let n_unseen = n_of(size).saturating_sub(n_made + n_seen);
        let left = if n_made == 0 { "not known".into() } else { hours(left + mean * n_unseen as f64) };
        let each = if n_made == 0 { "-".into() } else { seconds(mean) };
        table.row(vec![
            format!("{size} x {size}"),
            n_of(size).to_string(),
            n_made.to_string(),
            if n_made == 0 { "-".into() } else { seconds(took) },
            each,
            left,
        ]);
    }
    let text = "Puzzles that were asked for and made, what those took on one core, and what the rest takes if it is like them.";
    Section { heading: "Cost".into(), name: "cost".into(), text: text.into(), table: Some(table), plot: None }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Record, Settings, crossing, interval, kinds, report, run, steps};
    use crate::puzzles::Options;
    use crate::search::Budget;

    fn settings(words: &[(&str, &str)]) -> Settings {
        Settings::new(words.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect::<Options>())
    }

    #[test]
    fn intervals_are_those_of_the_books() {
        // Wilson's interval for 4 of 20 and for none of 10, to four digits.
        let rounded = |n, of| interval(n, of).map(|(low, high)| [low, high].map(|end| (end * 1e4).round()));
        assert_eq!(rounded(4, 20), Some([807.0, 4160.0]));
        assert_eq!(rounded(0, 10), Some([0.0, 2775.0]));
        assert_eq!(interval(0, 0), None);
    }

    #[test]
    fn expectation_is_counted_right() {
        // Four tiles in 4! orders and 4^4 turns, four borders, four turns of the board: 24 * 256 / 2^4 / 4 = 96.
        let kind = Kind::of(2, 2.0, &[]);
        assert!((kind.expected().exp() - 96.0).abs() < 1e-9);
        assert_eq!(kind.share(), None);
    }

    #[test]
    fn small_boards_come_first_and_curves_are_whole() {
        let steps = steps(&settings(&[("sizes", "2..3"), ("colours", "3..4"), ("boards", "2")])).expect("good");
        let keys: Vec<&str> = steps.iter().map(|step| step.key.as_str()).collect();
        assert_eq!(keys[..7], ["2 3 1", "2 3.5 1", "2 4 1", "2 3 2", "2 3.5 2", "2 4 2", "3 3 1"]);
        assert!(super::steps(&settings(&[("engine", "nobody")])).is_err());
    }

    /// A part of the runs is reported as a part, and says what the rest costs.
    #[test]
    fn a_part_is_reported() {
        let told = settings(&[("sizes", "2..2"), ("colours", "1..9"), ("per-colour", "1"), ("boards", "3")]);
        let all = steps(&told).expect("good");
        let one = |step: &super::Step| {
            let fields = run(&told, step, &Budget::unlimited()).expect("it runs");
            Record { key: step.key.clone(), fields }
        };
        let records: Vec<Record> = all[..18].iter().map(one).collect();
        let kinds = kinds(&records);
        assert_eq!((kinds.len(), kinds[0].n_solved, kinds[0].n_made()), (9, 2, 2), "one colour always fits");
        let falling: Vec<&Kind> = kinds.iter().collect();
        assert!(crossing(&falling, &|kind| Some(kind.predicted())).is_some_and(|at| (3.0..8.0).contains(&at)));
        let text = report(&told, &records).text();
        let is_cost = |line: &str| line.split_whitespace().take(5).eq(["2", "x", "2", "27", "18"]);
        assert!(text.lines().any(is_cost), "27 planned and 18 made: {text}");
    }
}
