//! What a case expects, and whether an answer is that.
//!
//! An answer may say more than is expected, never less. Where all solutions are asked for, every one that is found must be
//! an expected one, and every expected one must be found.

use crate::run::Answer;
use crate::value;
use crate::yaml::{Content, Node};
use serde_json::Value as Json;

/// One thing that may be expected.
pub enum Expected {
    Error,
    Result {
        status: Option<String>,
        solutions: Solutions,
    },
    /// Any verdict will do: nothing is said.
    Decided,
    /// The exact text of something that is MiniZinc's own.
    Exact(String),
}

/// The solutions that are expected: names with values.
pub enum Solutions {
    Any,
    One(Vec<(String, Node)>),
    All(Vec<Vec<(String, Node)>>),
}

/// How an answer is not what is expected.
pub enum Difference {
    Status(String),
    /// A name is not in the answer.
    Missing(String),
    Value(String),
    Number(String),
}

impl Expected {
    pub fn of(node: &Node) -> Expected {
        match node.tag.as_str() {
            "!Error" => Expected::Error,
            "!Result" => Expected::Result {
                status: node.get("status").and_then(Node::text).map(str::to_string),
                solutions: node.get("solution").map_or(Solutions::Any, Solutions::of),
            },
            "!FlatZinc" | "!FlatZincJSON" => Expected::Exact("the exact FlatZinc".to_string()),
            "!OutputModel" => Expected::Exact("the exact model of the output".to_string()),
            other => Expected::Exact(format!("an expectation {other}")),
        }
    }

    /// What of an answer is not as expected.
    pub fn compare(&self, answer: &Answer) -> Result<(), Difference> {
        match self {
            Expected::Decided => Ok(()),
            Expected::Error | Expected::Exact(_) => {
                Err(Difference::Status(format!("{}, expected an error", answer.status)))
            }
            Expected::Result { status, solutions } => {
                status.as_deref().map_or(Ok(()), |status| same_status(status, answer))?;
                solutions.compare(answer)
            }
        }
    }

    /// Whether the output text speaks of variables of minizinc's own.
    pub fn names_made_up(&self) -> bool {
        let made_up =
            |(name, value): &(String, Node)| name == TEXT && value.text().is_some_and(|t| t.contains("X_INTRODUCED_"));
        matches!(self, Expected::Result { solutions: Solutions::One(one), .. } if one.iter().any(made_up))
    }

    /// Whether the output text is among what is expected.
    pub fn wants_text(&self) -> bool {
        let has = |solution: &Vec<(String, Node)>| solution.iter().any(|(name, _)| name == TEXT);
        match self {
            Expected::Result { solutions: Solutions::One(one), .. } => has(one),
            Expected::Result { solutions: Solutions::All(all), .. } => all.iter().any(has),
            _ => false,
        }
    }

    /// The best value that is expected.
    pub fn objective(&self) -> Option<i64> {
        let last = match self {
            Expected::Result { solutions: Solutions::One(one), .. } => Some(one),
            Expected::Result { solutions: Solutions::All(all), .. } => all.last(),
            _ => None,
        };
        let named = last?.iter().find(|(name, _)| name == OBJECTIVE);
        named.and_then(|(_, value)| value.text()?.parse().ok())
    }
}

/// The names of the output text and of the objective among the names of a solution.
pub const TEXT: &str = "_output_item";
pub const OBJECTIVE: &str = "objective";

impl Solutions {
    fn of(node: &Node) -> Solutions {
        match &node.content {
            Content::Map(_) => Solutions::One(names(node)),
            Content::List(items) => Solutions::All(items.iter().map(names).collect()),
            Content::Plain(_) | Content::Quoted(_) => Solutions::Any,
        }
    }

    fn compare(&self, answer: &Answer) -> Result<(), Difference> {
        match self {
            Solutions::Any => Ok(()),
            Solutions::One(_) | Solutions::All(_) if answer.solutions.is_empty() => {
                Err(Difference::Status(format!("{}, expected a solution", answer.status)))
            }
            Solutions::One(one) => nearest(answer.solutions.iter().map(|found| same(one, found, answer))),
            // With an objective the suite lists what another solver saw on its way to the best one.
            Solutions::All(all) if answer.optimises => {
                nearest(all.iter().rev().flat_map(|one| answer.solutions.iter().map(|found| same(one, found, answer))))
            }
            Solutions::All(all) => {
                for found in &answer.solutions {
                    nearest(all.iter().map(|one| same(one, found, answer)))?;
                }
                let lost =
                    |one: &&Vec<(String, Node)>| !answer.solutions.iter().any(|found| same(one, found, answer).is_ok());
                match all.iter().filter(lost).count() {
                    0 => Ok(()),
                    n if !answer.listed => Err(Difference::Value(format!("{n} expected solutions are not found"))),
                    n => Err(Difference::Number(format!("{n} of {} expected solutions are not found", all.len()))),
                }
            }
        }
    }
}

fn names(node: &Node) -> Vec<(String, Node)> {
    node.pairs().iter().filter_map(|(name, value)| Some((name.text()?.trim().to_string(), value.clone()))).collect()
}

/// The first success, or else the first failure.
fn nearest(tries: impl Iterator<Item = Result<(), Difference>>) -> Result<(), Difference> {
    let mut failed = None;
    for one in tries {
        match one {
            Ok(()) => return Ok(()),
            Err(difference) => failed = failed.or(Some(difference)),
        }
    }
    failed.map_or_else(|| Err(Difference::Number("no solution is expected".to_string())), Err)
}

fn same(expected: &[(String, Node)], found: &Json, answer: &Answer) -> Result<(), Difference> {
    for (name, wanted) in expected {
        let values = [found.get(name), (name == OBJECTIVE).then_some(&answer.objective)];
        let values: Vec<&Json> = values.into_iter().flatten().collect();
        if values.is_empty() {
            return Err(Difference::Missing(name.clone()));
        }
        let same =
            |value: &&Json| if name == TEXT { value::same_text(wanted, value) } else { value::matches(wanted, value) };
        if !values.iter().any(same) {
            return Err(Difference::Value(format!("{name} is {}, expected {}", values[0], value::text(wanted))));
        }
    }
    Ok(())
}

fn same_status(expected: &str, answer: &Answer) -> Result<(), Difference> {
    let fits = match expected {
        "SATISFIED" => ["satisfiable", "optimal"].contains(&answer.status.as_str()),
        "ALL_SOLUTIONS" => answer.status == "satisfiable" && (answer.complete || !answer.listed),
        "OPTIMAL_SOLUTION" => answer.status == "optimal",
        "UNSATISFIABLE" | "UNSAT_OR_UNBOUNDED" => answer.status == "unsatisfiable",
        _ => true,
    };
    if fits { Ok(()) } else { Err(Difference::Status(format!("{}, expected {expected}", answer.status))) }
}
