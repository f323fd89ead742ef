//! `list`: every row of every table, with its summary.

use super::args::ListArgs;
use super::failure::Usage;
use super::nearest::unknown;
use super::output;
use crate::encode::Encoding;
use crate::engine::{CHECKING, MODES, PRESOLVING, SPLITTING};
use crate::{csp, lcg, puzzles, sat};
use serde_json::{Value, json};

/// One thing that can be chosen by name.
struct Choice {
    name: String,
    summary: String,
    reference: String,
}

/// A table of choices: its word, what it is, its rows.
type Listing = (&'static str, &'static str, Vec<Choice>);

/// Runs the command.
pub fn run(args: &ListArgs) -> anyhow::Result<u8> {
    let mut tables = tables();
    if let Some(wanted) = &args.table {
        let known: Vec<&str> = tables.iter().map(|(name, _, _)| *name).collect();
        if !known.contains(&wanted.as_str()) {
            return Err(Usage(unknown("table", wanted, &known)).into());
        }
        tables.retain(|(name, _, _)| name == wanted);
    }
    match args.json {
        true => output::line(&as_json(&tables).to_string())?,
        false => as_text(&tables)?,
    }
    Ok(0)
}

/// Everything, as `list --json` prints it.
#[cfg(feature = "serve")]
pub fn json() -> Value {
    as_json(&tables())
}

fn as_json(tables: &[Listing]) -> Value {
    let row = |c: &Choice| json!({"name": c.name, "summary": c.summary, "reference": c.reference});
    Value::Object(tables.iter().map(|(name, _, rows)| (name.to_string(), rows.iter().map(row).collect())).collect())
}

fn as_text(tables: &[Listing]) -> anyhow::Result<()> {
    for (i, (name, about, rows)) in tables.iter().enumerate() {
        let gap = if i == 0 { "" } else { "\n" };
        output::line(&format!("{gap}{name}: {about}"))?;
        let width = rows.iter().map(|c| c.name.chars().count()).max().unwrap_or(0);
        for choice in rows {
            output::line(&format!("  {:<width$}  {}", choice.name, choice.summary))?;
        }
    }
    Ok(())
}

fn choice(name: impl Into<String>, summary: &str, reference: &str) -> Choice {
    Choice { name: name.into(), summary: summary.to_string(), reference: reference.to_string() }
}

fn tables() -> Vec<Listing> {
    let mut tables = vec![
        ("puzzles", "what can be solved without writing a model", puzzle_rows()),
        (
            "formulations",
            "models of a puzzle, for --formulation or after `sat@`, `csp@` and `lcg@`",
            formulation_rows(),
        ),
        ("engines", "ways to solve, each a string for --engine", engine_rows()),
        ("backends", "SAT solvers, the last part of a sat engine", backend_rows()),
        ("lcg-backends", "solvers by lazy clause generation, the last part of an lcg engine", lcg_rows()),
    ];
    tables.extend(encoding_tables());
    tables.extend(order_tables());
    tables.push(("experiments", "many runs with tables and plots", experiment_rows()));
    tables.push(("searches", "searches made for one puzzle", search_rows()));
    tables
}

fn puzzle_rows() -> Vec<Choice> {
    puzzles::TABLE.iter().map(|row| choice(row.name, row.summary, row.models[0].file)).collect()
}

fn formulation_rows() -> Vec<Choice> {
    let of = |row: &'static puzzles::Puzzle| {
        row.models.iter().map(move |m| choice(format!("{} {}", row.name, m.name), m.summary, m.file))
    };
    puzzles::TABLE.iter().copied().flat_map(of).collect()
}

fn engine_rows() -> Vec<Choice> {
    let modes = MODES.iter().map(|mode| choice(mode.syntax, mode.summary, ""));
    let splitting = SPLITTING.iter().map(|(name, summary)| choice(format!("sat:{name}"), summary, ""));
    let checking = CHECKING.iter().map(|(name, summary)| choice(format!("sat:{name}"), summary, ""));
    let presolving =
        PRESOLVING.iter().map(|(name, _, summary)| choice(format!("sat:{name}, csp:{name}, lcg:{name}"), summary, ""));
    let strategies = sat::STRATEGIES.iter().map(|row| choice(format!("sat:{}", row.name), row.summary, row.reference));
    modes.chain(splitting).chain(checking).chain(presolving).chain(strategies).collect()
}

fn backend_rows() -> Vec<Choice> {
    sat::TABLE.iter().map(|row| choice(row.name, row.summary, row.reference)).collect()
}

fn lcg_rows() -> Vec<Choice> {
    lcg::TABLE.iter().map(|row| choice(row.name, row.summary, row.reference)).collect()
}

fn encoding_tables() -> Vec<Listing> {
    const ABOUT: &[(&str, &str)] = &[
        ("domain", "how an integer becomes literals"),
        ("at-most-one", "how `at most one` becomes clauses"),
        ("count", "how counts of Booleans become clauses"),
        ("linear", "how weighted sums become clauses"),
    ];
    let rows = Encoding::all_rows();
    let of =
        |kind: &str| rows.iter().filter(|r| r.kind == kind).map(|r| choice(r.name, r.summary, r.reference)).collect();
    ABOUT.iter().map(|(kind, about)| (*kind, *about, of(kind))).collect()
}

fn order_tables() -> Vec<Listing> {
    fn rows<T>(rows: &[csp::Row<T>]) -> Vec<Choice> {
        rows.iter().map(|r| choice(r.name, r.summary, r.reference)).collect()
    }
    vec![
        ("variable-order", "which variable a csp engine tries next", rows(csp::VARIABLE_ORDERS)),
        ("value-order", "which value it tries first", rows(csp::VALUE_ORDERS)),
        ("look-ahead", "what it does after each step", rows(csp::LOOK_AHEADS)),
        ("restarts", "when it starts anew with what it learned", rows(csp::RESTARTS)),
        ("csp-flags", "what else it can be told", rows(csp::FLAGS)),
    ]
}

fn experiment_rows() -> Vec<Choice> {
    crate::experiment::TABLE.iter().map(|row| choice(row.name, row.summary, row.reference)).collect()
}

fn search_rows() -> Vec<Choice> {
    let of = |row: &'static puzzles::Puzzle| {
        row.searches.iter().map(move |s| choice(format!("{} search:{}", row.name, s.name), s.summary, s.reference))
    };
    puzzles::TABLE.iter().copied().flat_map(of).collect()
}
