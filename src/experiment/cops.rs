//! Who wins on which graph with how many cops, and in how many moves: the source's table, and beyond.

use super::ask::{Asked, ask};
use super::{Experiment, Settings, Step};
use crate::engine::Engine;
use crate::puzzles::{GenerateOption, cops};
use crate::report::{Axis, Mark, Plot, Report, Section, Series, Table, seconds};
use crate::runs::Record;
use crate::search::Budget;
use itertools::Itertools;
use serde_json::{Map, Value, json};

/// The row.
pub const EXPERIMENT: Experiment = Experiment {
    name: "cops",
    summary: "who wins on a range of graphs and cop numbers, and the shortest sweeps",
    reference: "M. T. J. Overby, Cops and Robbers, 2018, table 1",
    limit: 60.0,
    options: OPTIONS,
    steps,
    run,
    report,
};

const OPTIONS: &[GenerateOption] = &[
    GenerateOption {
        name: "graphs",
        value: "SPECS",
        summary: "graphs with blanks between; a number may be a range, and square:2..4 is grid:2x2 grid:3x3 grid:4x4",
    },
    GenerateOption { name: "cops", value: "A..B", summary: "numbers of cops (1..5)" },
    GenerateOption { name: "search", value: "NAME", summary: "antichain or dfs (antichain)" },
];

const GRAPHS: &str = "square:2..5 grid:2..4x2 grid:4x3 grid:2x2x2 torus:3x3 path:5 cycle:5 star:4 petersen";

fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let (low, high) = settings.range("cops", (1, 5))?;
    let specs: Vec<Vec<String>> =
        settings.text("graphs").unwrap_or(GRAPHS).split_whitespace().map(expand).collect::<Result<_, _>>()?;
    let mut steps = Vec::new();
    for spec in specs.into_iter().flatten().unique() {
        let n_vertices = cops::edge_list::graph("", &spec)?.n_vertices();
        for n_cops in low.max(1)..=high.min(n_vertices) {
            steps.push(Step { key: format!("{spec} {n_cops}"), data: json!({"graph": spec, "cops": n_cops}) });
        }
    }
    Ok(steps)
}

/// The graphs of a specification with ranges: all combinations, the last number fastest.
fn expand(spec: &str) -> Result<Vec<String>, String> {
    if let Some(sides) = spec.strip_prefix("square:") {
        return Ok(expand(sides)?.into_iter().map(|n| format!("grid:{n}x{n}")).collect());
    }
    let Some(dots) = spec.find("..") else { return Ok(vec![spec.to_string()]) };
    let start = spec[..dots].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |i| i + 1);
    let rest = &spec[dots + 2..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("--graphs: no range in `{spec}`"));
    let (low, high) = (number(&spec[start..dots])?, number(&rest[..end])?);
    let tails = expand(&rest[end..])?;
    let all = (low..=high.min(low + 127)).cartesian_product(tails);
    Ok(all.map(|(n, tail)| format!("{}{n}{tail}", &spec[..start])).collect())
}

fn run(settings: &Settings, step: &Step, budget: &Budget) -> Result<Map<String, Value>, String> {
    let search = settings.text("search").unwrap_or("antichain");
    let engine: Engine = format!("search:{search}").parse()?;
    let free = played(step, "free", &engine, budget)?;
    let row = played(step, "row", &engine, budget)?;
    let mut fields = free.fields()?;
    fields.extend(row.fields()?.into_iter().map(|(name, value)| (format!("row_{name}"), value)));
    let winner = |asked: &Asked| match (&asked.outcome, asked.solution()) {
        (_, Some(_)) => "cops",
        (Ok(outcome), None) if outcome.reason.is_none() => "robber",
        _ => "",
    };
    fields.insert("winner".into(), json!(winner(&free)));
    fields.insert("graph".into(), step.data["graph"].clone());
    fields.insert("cops".into(), step.data["cops"].clone());
    fields.insert("moves".into(), json!(moves(&free)));
    fields.insert("row_moves".into(), json!(moves(&row)));
    Ok(fields)
}

fn played(step: &Step, start: &str, engine: &Engine, budget: &Budget) -> Result<Asked, String> {
    let text = json!({"graph": step.data["graph"], "cops": step.data["cops"], "start": start}).to_string();
    let instance = (cops::ROW.read)("", &text).map_err(|e| e.to_string())?.remove(0);
    Ok(ask(&cops::ROW, instance, engine, budget))
}

/// The moves of the sweep, if it is proved a shortest one or nobody asked for that.
fn moves(asked: &Asked) -> Option<u64> {
    asked.solution()?.get::<cops::Solution>().map(|solution| solution.moves as u64)
}

fn report(settings: &Settings, records: &[Record]) -> Report {
    let title = format!("Cops and an invisible robber by search:{}", settings.text("search").unwrap_or("antichain"));
    Report { title, sections: vec![winners(records), details(records)] }
}

/// Graphs against numbers of cops.
fn winners(records: &[Record]) -> Section {
    let numbers: Vec<u64> = records.iter().map(n_cops).unique().sorted().collect();
    let header: Vec<String> =
        numbers.iter().map(|n| if *n == 1 { "1 cop".to_string() } else { format!("{n} cops") }).collect();
    let mut table = Table::new(&std::iter::once("graph").chain(header.iter().map(String::as_str)).collect_vec());
    for graph in records.iter().map(|r| r.text("graph")).unique() {
        let cell = |n: &u64| {
            records.iter().find(|r| r.text("graph") == graph && n_cops(r) == *n).map_or(String::new(), verdict)
        };
        table.row(std::iter::once(graph.to_string()).chain(numbers.iter().map(cell)).collect());
    }
    let text = "Who wins from a free start: `lost` is proved for ever; a number is the length of a shortest sweep, with \
                `<=` if the limit came before the proof; `?` is undecided.";
    Section { heading: "Who wins".into(), name: "winners".into(), text: text.into(), table: Some(table), plot: None }
}

fn n_cops(record: &Record) -> u64 {
    record.number("cops").unwrap_or(0.0) as u64
}

fn verdict(record: &Record) -> String {
    match (record.text("winner"), record.number("moves"), record.text("status")) {
        ("robber", ..) => "lost".to_string(),
        ("cops", Some(moves), "optimal") => moves.to_string(),
        ("cops", Some(moves), _) => format!("<={moves}"),
        _ => "?".to_string(),
    }
}

fn details(records: &[Record]) -> Section {
    let mut table = Table::new(&["graph", "cops", "winner", "free start", "row start", "states", "time"]);
    let number = |n: Option<f64>| n.map_or("-".to_string(), |n| n.to_string());
    for r in records {
        let winner = if r.text("winner").is_empty() { "?" } else { r.text("winner") };
        table.row(vec![
            r.text("graph").to_string(),
            n_cops(r).to_string(),
            winner.to_string(),
            number(r.number("moves")),
            number(r.number("row_moves")),
            number(r.number("nodes")),
            seconds(r.number("seconds").unwrap_or(0.0)),
        ]);
    }
    let text = "Moves from a free start and from the row start (cops on vertices 0 to k-1), and the states expanded for \
                the free start.";
    let plot = Plot {
        title: "States expanded until the game is decided".into(),
        x: Axis::linear("cops"),
        y: Axis::log("states"),
        series: growth(records),
        diagonal: false,
    };
    Section { heading: "Games".into(), name: "games".into(), text: text.into(), table: Some(table), plot: Some(plot) }
}

/// One line per graph that was decided for more than one number of cops.
fn growth(records: &[Record]) -> Vec<Series> {
    let mut series = Vec::new();
    for graph in records.iter().map(|r| r.text("graph")).unique() {
        let of = records.iter().filter(|r| r.text("graph") == graph && !r.text("winner").is_empty());
        let points: Vec<(f64, f64)> = of.filter_map(|r| Some((r.number("cops")?, r.number("nodes")?))).collect();
        if points.len() > 1 {
            series.push(Series::new(graph, Mark::Line, points));
        }
    }
    series
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn ranges_of_graphs() {
        let check = |spec: &str, graphs: &[&str]| assert_eq!(expand(spec).expect(spec), graphs, "{spec}");
        check("petersen", &["petersen"]);
        check("path:2..4", &["path:2", "path:3", "path:4"]);
        check("square:2..3", &["grid:2x2", "grid:3x3"]);
        check("grid:1..2x3..4", &["grid:1x3", "grid:1x4", "grid:2x3", "grid:2x4"]);
        check("bipartite:2,3..4", &["bipartite:2,3", "bipartite:2,4"]);
        check("path:4..2", &[]);
        assert!(expand("path:..4").is_err());
    }
}
