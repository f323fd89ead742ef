//! Instances against engines as a table with colours: the stronger, the slower. Every cell says in words what its colour means.
//!
//! The colours are ten steps of one scale from pale to strong, which all eyes and printers keep in order; how a run
//! without an answer ended has a pattern and a word of its own.

use super::Part;
use super::markup::{breakable, escape, time};
use crate::compare::{State, Trial};
use crate::report::comparison::Digest;
use itertools::Itertools;
use std::collections::BTreeMap;

/// The number of colours.
const STEPS: f64 = 10.0;

/// The heat map.
pub fn part(digest: &Digest) -> Part {
    let runs: BTreeMap<(&str, &str), &Trial> =
        digest.of.runs.iter().map(|r| ((r.instance.as_str(), r.engine.as_str()), r)).collect();
    let (low, high) = range(digest);
    let head: String = digest.labels.iter().zip(&digest.engines).map(|(l, e)| column(l, &e.engine)).collect();
    let mut rows = String::new();
    for instance in &digest.instances {
        let cell = |engine: &str| runs.get(&(instance, engine)).map_or("<td></td>".into(), |r| cell(r, low, high));
        let cells: String = digest.engines.iter().map(|e| cell(&e.engine)).collect();
        rows += &format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escape(instance));
    }
    let body = format!(
        "{}<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Heat map\">\n<table class=\"heat\">\n\
         <thead><tr><td></td>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        legend(digest, low, high)
    );
    Part { name: "heat".into(), heading: "Heat map".into(), body }
}

fn column(label: &str, engine: &str) -> String {
    format!("<th scope=\"col\" title=\"{}\"><span>{}</span></th>", escape(engine), breakable(label))
}

/// The shortest and the longest time of an answer.
fn range(digest: &Digest) -> (f64, f64) {
    let times = digest.of.runs.iter().filter(|r| r.is_ok()).map(|r| r.seconds.max(1e-6));
    times.minmax_by(|a, b| a.total_cmp(b)).into_option().unwrap_or((1e-6, 1.0))
}

/// The step of a time on the scale from `low` to `high`, equal factors apart.
fn step(seconds: f64, low: f64, high: f64) -> u32 {
    let share = (seconds.max(low) / low).ln() / (high / low).ln().max(1e-9);
    ((share * STEPS) as u32).min(STEPS as u32 - 1)
}

fn cell(run: &Trial, low: f64, high: f64) -> String {
    let (class, text) = match run.state {
        State::Ok => (format!("h{}", step(run.seconds, low, high)), time(run.seconds)),
        state => (class(state).to_string(), state.word().to_string()),
    };
    let title = run.message.as_ref().filter(|_| !run.is_ok()).map_or_else(|| run.shown(), Clone::clone);
    format!("<td class=\"{class}\" title=\"{}\">{}</td>", escape(&title), escape(&text))
}

fn class(state: State) -> &'static str {
    match state {
        State::Ok => "ok",
        State::Unknown => "unknown",
        State::Timeout => "timeout",
        State::Memout => "memout",
        State::Crash => "crash",
        State::NotApplicable => "na",
        State::Rejected => "rejected",
    }
}

/// The scale, and the states that there are.
fn legend(digest: &Digest, low: f64, high: f64) -> String {
    let steps: String = (0..STEPS as u32).map(|i| format!("<i class=\"h{i}\"></i>")).collect();
    let states = State::ALL.iter().filter(|s| **s != State::Ok && digest.of.runs.iter().any(|r| r.state == **s));
    let states: String = states.map(|s| format!(" <i class=\"key {}\">{}</i>", class(*s), s.word())).collect();
    format!(
        "<p>The time of each run, from pale (fast) to strong (slow), or how it ended.</p>\n\
         <p class=\"legend\">{} <span class=\"ramp\" aria-hidden=\"true\">{steps}</span> {}{states}</p>\n",
        time(low),
        time(high)
    )
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn equal_factors_are_equal_steps() {
        let check = |time: f64, expected: u32| assert_eq!(step(time, 0.001, 10.0), expected, "{time}");
        check(0.0, 0);
        check(0.001, 0);
        check(0.11, 5);
        check(10.0, 9);
        assert_eq!(step(2.0, 2.0, 2.0), 0);
    }
}
