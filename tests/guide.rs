//! The console sessions of the documentation, replayed: what the reader sees is what the program prints.
//!
//! A session is a fenced `console` block. A line `$ quandary ...` is run; the lines below it are its output. Times differ
//! from run to run and are not compared, and a line `...` stands for any number of lines. `[exit 20]` is the exit code.

mod common;

use common::quandary;

const PAGES: &[&str] = &["README.md", "docs/guide.md"];

struct Step {
    page: &'static str,
    command: String,
    expected: Vec<String>,
}

fn steps(page: &'static str) -> Vec<Step> {
    let text = std::fs::read_to_string(common::root().join(page)).expect("the page is there");
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
        (Some((one, rest)), Some((other, others))) => {
            without_times(one) == without_times(other) && matches(rest, others)
        }
        _ => false,
    }
}

/// The words of a command line; single quotes keep blanks together.
fn words(command: &str) -> Vec<String> {
    let quoted = command.split('\'').enumerate();
    let parts = quoted.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_string).collect::<Vec<_>>(),
        _ => vec![part.to_string()],
    });
    parts.collect()
}

#[test]
fn sessions_are_true() {
    let mut n_steps = 0;
    for step in PAGES.iter().flat_map(|page| steps(page)) {
        let words = words(&step.command);
        let (program, args) = words.split_first().expect("a command");
        assert_eq!(program, "quandary", "{}: only our own program is replayed: {}", step.page, step.command);
        let run = quandary(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let mut actual: Vec<String> =
            format!("{}{}", run.out, run.err).lines().map(|l| l.trim_end().to_string()).collect();
        if step.expected.last().is_some_and(|l| l.starts_with("[exit ")) {
            actual.push(format!("[exit {}]", run.code));
        }
        assert!(
            matches(&step.expected, &actual),
            "{}: $ {}\nexpected:\n{}\nbut got:\n{}",
            step.page,
            step.command,
            step.expected.join("\n"),
            actual.join("\n")
        );
        n_steps += 1;
    }
    assert!(n_steps >= 10, "the guide has sessions: {n_steps}");
}
