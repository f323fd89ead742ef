//! How a case ended, and why.

use crate::Options;
use crate::expected::{Difference, Expected, TEXT};
use crate::header::Case;
use crate::judge::{Opinion, judge};
use crate::run::{self, Answer, Said};
use serde_json::Value as Json;

/// The ends, in the order of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Passed,
    Wrong,
    /// The model is wrong, and nothing was said.
    ErrorAccepted,
    Rejected,
    Undecided,
    Crashed,
    OutOfScope,
}

impl End {
    pub const ALL: [End; 7] =
        [End::Passed, End::Wrong, End::ErrorAccepted, End::Rejected, End::Undecided, End::Crashed, End::OutOfScope];

    pub fn word(self) -> &'static str {
        match self {
            End::Passed => "passed",
            End::Wrong => "wrong",
            End::ErrorAccepted => "accepted",
            End::Rejected => "rejected",
            End::Undecided => "undecided",
            End::Crashed => "crashed",
            End::OutOfScope => "outside",
        }
    }
}

/// How a case ended.
pub struct Verdict {
    pub end: End,
    pub why: String,
}

fn verdict(end: End, why: impl Into<String>) -> Verdict {
    Verdict { end, why: why.into() }
}

/// Runs a case and judges what comes of it.
pub fn of(case: &Case, options: &Options) -> Verdict {
    if let Some(why) = &case.outside {
        return verdict(End::OutOfScope, why);
    }
    let wants_text = case.expected.iter().any(Expected::wants_text);
    match run::solve(case, options, wants_text) {
        Said::Crashed(why) => verdict(End::Crashed, why),
        Said::Rejected(why) if case.expected.iter().any(|e| matches!(e, Expected::Error)) => verdict(End::Passed, why),
        Said::Rejected(why) => verdict(End::Rejected, why),
        _ if case.expected.iter().all(|e| matches!(e, Expected::Error)) => {
            verdict(End::ErrorAccepted, "no error is seen")
        }
        Said::Undecided(_) | Said::Answer(_) if case.asked.only_taken => verdict(End::Passed, ""),
        Said::Undecided(why) => verdict(End::Undecided, why),
        Said::Answer(answer) => compare(case, options, &answer),
    }
}

fn compare(case: &Case, options: &Options, answer: &Answer) -> Verdict {
    let mut differences: Vec<Difference> = Vec::new();
    for expected in &case.expected {
        match expected.compare(answer) {
            Ok(()) => return verdict(End::Passed, ""),
            Err(difference) => differences.push(difference),
        }
    }
    // The least of them: a value may differ, a status may not.
    differences.sort_by_key(|difference| match difference {
        Difference::Value(_) => 0,
        Difference::Number(_) => 1,
        Difference::Missing(_) => 2,
        Difference::Status(_) => 3,
    });
    match differences.into_iter().next() {
        Some(Difference::Value(why)) if !answer.listed || answer.optimises => second(case, options, answer, why),
        Some(Difference::Value(why) | Difference::Number(why) | Difference::Status(why)) => verdict(End::Wrong, why),
        Some(Difference::Missing(name)) => verdict(End::Wrong, format!("`{name}` is not in the answer")),
        None => verdict(End::Passed, "nothing is expected"),
    }
}

/// The second opinion on an answer with another solution than the expected ones.
fn second(case: &Case, options: &Options, answer: &Answer, why: String) -> Verdict {
    let Some(solution) = answer.solutions.last() else { return verdict(End::Wrong, why) };
    match judge(case, options, answer, solution) {
        Opinion::Agrees(text) if same_text(solution, text.as_deref()) => {
            verdict(End::Passed, format!("another solution: {why}"))
        }
        Opinion::Agrees(text) => verdict(
            End::Wrong,
            format!("the output text is {:?}, minizinc's {:?}", solution[TEXT], text.unwrap_or_default()),
        ),
        Opinion::Disagrees(judged) => verdict(End::Wrong, format!("{why}; {judged}")),
        Opinion::Silent(silent) => verdict(End::Wrong, format!("{why}; no judge: {silent}")),
    }
}

fn same_text(solution: &Json, judged: Option<&str>) -> bool {
    match (solution.get(TEXT).and_then(Json::as_str), judged) {
        (Some(ours), Some(theirs)) => ours.trim() == theirs.trim(),
        _ => true,
    }
}
