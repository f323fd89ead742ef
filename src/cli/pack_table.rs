//! What a pack says of itself: a table in Markdown, CSV and JSON.

use super::args::PackArgs;
use super::pack::Member;
use crate::compare::Trial;
use crate::report::{Table, seconds};
use serde_json::{Value, json};

/// The names and texts of the files beside the instances.
pub fn files(args: &PackArgs, members: &[Member]) -> Vec<(String, String)> {
    let json: Vec<Value> = members.iter().map(told).collect();
    let about = json!({"version": env!("CARGO_PKG_VERSION"), "timeout": args.timeout, "memory": args.memory, "instances": json});
    vec![
        ("README.md".to_string(), readme(args, members)),
        ("pack.csv".to_string(), table(members).csv()),
        ("pack.json".to_string(), format!("{about:#}\n")),
    ]
}

/// For a terminal.
pub fn text(members: &[Member]) -> String {
    short(members).text()
}

fn readme(args: &PackArgs, members: &[Member]) -> String {
    let mut puzzles: Vec<&str> = members.iter().map(|member| member.puzzle).collect();
    puzzles.dedup();
    format!(
        "# Families of growing hardness: {}\n\nMade by `quandary pack DIR {} --count {} --timeout {}`, version {}. For each instance: `NAME.txt`, its formula `NAME.cnf`, and \
         `NAME.cnf.map.json`, by which `quandary decode` turns an answer to the formula back. Instances and formulas are the same each time; times are not. The engine \
         of the puzzle solved the instance, `sat` and `sat:batsat` the formula; the times are those of processors, and `-` is not decided within the limit.\n\n{}",
        puzzles.join(", "),
        puzzles.join(" "),
        members.len() / puzzles.len().max(1),
        args.timeout,
        env!("CARGO_PKG_VERSION"),
        short(members).markdown()
    )
}

/// The time of a run that decided, its limit if it did not.
fn time(trial: &Trial) -> String {
    if trial.is_ok() { seconds(trial.cpu_seconds) } else { trial.state.word().to_string() }
}

fn short(members: &[Member]) -> Table {
    let header =
        ["instance", "made by", "variables", "clauses", "expected", "engine", "nodes", "sat", "batsat", "conflicts"];
    let mut table = Table::new(&header);
    for member in members {
        let [own, sat, counting] = [0, 1, 2].map(|n| &member.trials[n]);
        table.row(vec![
            member.name.clone(),
            member.rung.words(),
            member.sizes[0].to_string(),
            member.sizes[1].to_string(),
            member.expected().unwrap_or("unknown").to_string(),
            time(own),
            own.nodes.to_string(),
            time(sat),
            time(counting),
            counting.backtracks.to_string(),
        ]);
    }
    table
}

const COLUMNS: &[&str] = &[
    "instance",
    "puzzle",
    "options",
    "horizon",
    "seed",
    "variables",
    "clauses",
    "expected",
    "instance_sha256",
    "formula_sha256",
    "gbdhash",
    "engine",
    "engine_state",
    "engine_cpu_seconds",
    "engine_nodes",
    "sat_state",
    "sat_cpu_seconds",
    "batsat_state",
    "batsat_cpu_seconds",
    "batsat_decisions",
    "batsat_conflicts",
];

fn table(members: &[Member]) -> Table {
    let mut table = Table::new(COLUMNS);
    for member in members {
        let [own, sat, counting] = [0, 1, 2].map(|n| &member.trials[n]);
        table.row(vec![
            member.name.clone(),
            member.puzzle.to_string(),
            member.rung.generator(),
            member.rung.horizon.map_or(String::new(), |horizon| horizon.to_string()),
            member.rung.seed().to_string(),
            member.sizes[0].to_string(),
            member.sizes[1].to_string(),
            member.expected().unwrap_or("unknown").to_string(),
            member.sha256[0].clone(),
            member.sha256[1].clone(),
            member.gbdhash.clone(),
            own.engine.clone(),
            own.state.word().to_string(),
            own.cpu_seconds.to_string(),
            own.nodes.to_string(),
            sat.state.word().to_string(),
            sat.cpu_seconds.to_string(),
            counting.state.word().to_string(),
            counting.cpu_seconds.to_string(),
            counting.nodes.to_string(),
            counting.backtracks.to_string(),
        ]);
    }
    table
}

fn told(member: &Member) -> Value {
    let trial = |trial: &Trial| {
        json!({
            "engine": trial.engine, "state": trial.state.word(), "cpu_seconds": trial.cpu_seconds, "seconds": trial.seconds,
            "nodes": trial.nodes, "backtracks": trial.backtracks,
        })
    };
    json!({
        "instance": format!("{0}/{1}.txt", member.puzzle, member.name),
        "formula": format!("{0}/{1}.cnf", member.puzzle, member.name),
        "puzzle": member.puzzle,
        "generate": member.rung.generator(),
        "horizon": member.rung.horizon,
        "seed": member.rung.seed(),
        "expected": member.expected(),
        "instance_sha256": member.sha256[0],
        "formula_sha256": member.sha256[1],
        "gbdhash": member.gbdhash,
        "variables": member.sizes[0],
        "clauses": member.sizes[1],
        "measured": member.trials.iter().map(trial).collect::<Vec<_>>(),
    })
}
