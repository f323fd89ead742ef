//! Console sessions of the documentation: a fenced `console` block.
//!
//! A line `$ quandary ...` is a command; the lines below it are its output. Times differ from run to run and are not compared,
//! nor is who answered where `auto` chose, since on a busy machine it may be another; a line `...` stands for any number of lines. `[exit 20]` is the exit code.

use super::{Ran, root};

/// A command and its output.
pub struct Step {
    /// Where it stands.
    pub page: &'static str,
    /// What is run.
    pub command: String,
    /// What comes of it.
    pub expected: Vec<String>,
}

/// The sessions of a page.
pub fn steps(page: &'static str) -> Vec<Step> {
    let text = std::fs::read_to_string(root().join(page)).expect("the page is there");
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (_, None) if line.starts_with("```") => inside = line == "```console",
            (true, Some(command)) => steps.push(Step { page, command: command.to_string(), expected: Vec::new() }),
            (true, None) => {
                steps.last_mut().expect("a session begins with a command").expected.push(line.trim_end().to_string())
            }
            (false, _) => (),
        }
    }
    steps
}

/// A line without what differs from run to run: times, the bound by the time of an answer, and who answered where `auto` chose.
fn comparable(line: &str) -> String {
    if line.starts_with("objective ") {
        return line.split(", bound ").next().unwrap_or(line).to_string();
    }
    let line = match line.split_once(" by ") {
        Some((verdict, engine)) if engine.contains(", chosen since ") => &format!("{verdict} by auto"),
        _ => line,
    };
    without_times(line)
}

/// Times as printed in reports, replaced by a word.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_unit = |w: &str| ["ms", "s", "ms,", "s,"].contains(&w);
    let mut out: Vec<String> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let timed = word.parse::<f64>().is_ok() && words.get(i + 1).is_some_and(|w| is_unit(w));
        let unit = i > 0 && is_unit(word) && out.last().is_some_and(|w| w == "TIME");
        match (timed, unit) {
            (true, _) => out.push("TIME".to_string()),
            (_, true) => (),
            _ => out.push(word.to_string()),
        }
    }
    out.join(" ").trim_end().to_string()
}

fn matches(expected: &[String], actual: &[String]) -> bool {
    match (expected.split_first(), actual.split_first()) {
        (None, None) => true,
        (Some((dots, rest)), _) if dots == "..." => (0..=actual.len()).any(|skip| matches(rest, &actual[skip..])),
        (Some((one, rest)), Some((other, others))) => comparable(one) == comparable(other) && matches(rest, others),
        _ => false,
    }
}

/// The words of a command line; single quotes keep blanks together.
pub fn words(command: &str) -> Vec<String> {
    let quoted = command.split('\'').enumerate();
    let parts = quoted.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_string).collect::<Vec<_>>(),
        _ => vec![part.to_string()],
    });
    parts.collect()
}

impl Step {
    /// Compares what was printed, and the exit code where the session tells one.
    pub fn check(&self, run: &Ran) {
        let mut actual: Vec<String> =
            format!("{}{}", run.out, run.err).lines().map(|l| l.trim_end().to_string()).collect();
        if self.expected.last().is_some_and(|l| l.starts_with("[exit ")) {
            actual.push(format!("[exit {}]", run.code));
        }
        assert!(
            matches(&self.expected, &actual),
            "{}: $ {}\nexpected:\n{}\nbut got:\n{}",
            self.page,
            self.command,
            self.expected.join("\n"),
            actual.join("\n")
        );
    }
}
