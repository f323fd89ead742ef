//! Outcomes for people.

use super::json::{counter_list, phase_list};
use crate::front::Halt;
use crate::puzzles::Show;
use crate::search::{Budget, Stop};
use crate::solve::{Accepted, Outcome, Problem, Status};
use std::fmt::Write;

/// An answer as text, and what went wrong with the model's own output: then the answer is shown by its values.
#[derive(Default)]
pub struct Shown {
    /// For standard output.
    pub text: String,
    /// Why the output item is not what is shown.
    pub failed: Option<Halt>,
}

/// An answer: for a puzzle its line and, if wanted, its drawing; for a model what its output item prints, and what it is
/// worth if that matters.
pub fn answer_text(problem: &Problem, answer: &Accepted, drawing: bool, colour: bool, budget: &Budget) -> Shown {
    match (problem.instance(), &answer.solution, &answer.stated) {
        (Some(instance), Some(solution), _) => {
            let mut text = format!("{}\n", instance.line(solution));
            if drawing {
                text += &instance.draw(Show::Solution(solution), colour);
            }
            Shown { text, failed: None }
        }
        (_, _, Some((statement, assignment))) => {
            let worth = worth(answer.objective(), answer.bound).map_or(String::new(), |worth| worth + "\n");
            let rendered = statement.render(assignment, &budget.for_showing());
            let (text, failed) =
                rendered.map_or_else(|halt| (statement.render_values(assignment), Some(halt)), |text| (text, None));
            Shown { text: format!("{}{worth}----------\n", ended(text)), failed }
        }
        _ => Shown::default(),
    }
}

/// The value of the objective, and how good it could be if it is not known to be best.
pub fn worth(value: Option<i64>, bound: Option<i64>) -> Option<String> {
    match (value, bound) {
        (Some(value), Some(bound)) if bound != value => Some(format!("objective {value}, bound {bound}")),
        (Some(value), _) => Some(format!("objective {value}")),
        (None, _) => None,
    }
}

fn ended(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The closing lines: the verdict, how many, how long, by whom, and with `stats` the counters.
pub fn outcome_text(problem: &Problem, outcome: &Outcome, stats: bool, listed: bool) -> String {
    let (mut text, engine) = (String::new(), &outcome.engine);
    let verdict = verdict(outcome);
    let value = worth(outcome.objective, outcome.bound).map_or(String::new(), |worth| worth + ", ");
    let word = problem.instance().map_or("steps", |instance| instance.horizon_word());
    let steps = outcome.horizon.map_or(String::new(), |horizon| format!("{horizon} {word}, "));
    let number = if listed { format!("{}, ", solutions(outcome)) } else { String::new() };
    let why = outcome.why.map_or(String::new(), |why| format!(", chosen since {why}"));
    let (time, checked) = (seconds(outcome.phases.total()), checked(outcome));
    let _ = writeln!(text, "{verdict}: {value}{steps}{number}{time} by {engine}{why}{checked}");
    if let Some(variant) = problem.variant(engine) {
        let _ = writeln!(text, "  of a variant: {variant}");
    }
    for note in outcome.statement.iter().flat_map(|s| &s.notes).filter(|_| stats) {
        let _ = writeln!(text, "  note: {note}");
    }
    if stats {
        let phases = phase_list(&outcome.phases).map(|(name, s)| format!("{name} {}", seconds(s))).join(", ");
        let _ = writeln!(text, "  time: {phases}");
        for (name, value) in counter_list(&outcome.stats).into_iter().filter(|(_, value)| *value > 0) {
            let _ = writeln!(text, "  {}: {value}", name.replace('_', " "));
        }
    }
    text
}

fn verdict(outcome: &Outcome) -> String {
    match (outcome.status, outcome.reason) {
        (Status::Unknown, Some(Stop::Incomplete)) => {
            "unknown (incomplete: this search does not look everywhere)".to_string()
        }
        (Status::Unknown, Some(stop)) => format!("unknown ({})", stop.word()),
        (Status::Optimal, Some(stop)) => format!("optimal (not all of them: {})", stop.word()),
        (status, Some(Stop::Incomplete)) => {
            format!("{} (best so far: incomplete: not looked everywhere for a better one)", status.word())
        }
        (status, Some(stop)) => format!("{} (best so far: {})", status.word(), stop.word()),
        (status, None) => status.word().to_string(),
    }
}

/// Whether it was checked that something is impossible, where that is said.
pub fn checked(outcome: &Outcome) -> &'static str {
    match (outcome.denies(), outcome.evidence.checked) {
        (true, true) => " (checked)",
        (true, false) => " (not checked)",
        (false, _) => "",
    }
}

fn solutions(outcome: &Outcome) -> String {
    let plural = if outcome.n_answers == 1 { "" } else { "s" };
    let all = if outcome.complete { ", that is all" } else { "" };
    format!("{} solution{plural}{all}", outcome.n_answers)
}

/// A long time as a person says it.
pub fn hours(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// A time with a sensible number of digits.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.0095 => format!("{:.1} ms", s * 1e3),
        s if s < 0.95 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
