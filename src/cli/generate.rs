//! `generate`: random instances from a seed, with options that each puzzle's row declares.

use super::args::GenerateArgs;
use super::failure::Usage;
use super::output;
use crate::puzzles::{self, Options, Puzzle};
use std::fmt::Write;

/// Runs the command.
pub fn run(args: &GenerateArgs) -> anyhow::Result<u8> {
    let (first, words) = args.words.split_first().expect("the parser asks for one word at least");
    let is_help = |word: &String| word == "--help" || word == "-h";
    let row = match puzzles::find(first) {
        Some(row) => row,
        None if is_help(first) => {
            return shown(&puzzles::TABLE.iter().map(|row| help(row)).collect::<Vec<_>>().join("\n"));
        }
        None => return Err(Usage(format!("no puzzle `{first}`; expected {}", names())).into()),
    };
    if words.iter().any(is_help) {
        return shown(&help(row));
    }
    let mut options = parse(row, words)?;
    let format = options.remove("format").unwrap_or_else(|| row.formats[0].0.to_string());
    let instance = (row.generate)(&options).map_err(Usage)?;
    let text = instance.write(&format).ok_or_else(|| Usage(unknown_format(row, &format)))?;
    output::text(&text)?;
    Ok(0)
}

fn shown(text: &str) -> anyhow::Result<u8> {
    output::text(text)?;
    Ok(0)
}

fn names() -> String {
    puzzles::TABLE.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

/// Reads `--name value`, `--name=value` and `--switch` by the row's table.
fn parse(row: &Puzzle, words: &[String]) -> anyhow::Result<Options> {
    let mut options = Options::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let bare = word.strip_prefix("--").ok_or_else(|| Usage(format!("expected an option, found `{word}`")))?;
        let (name, given) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value.to_string())));
        let takes_value = takes_value(row, name).ok_or_else(|| Usage(unknown_option(row, name)))?;
        let value = match (takes_value, given) {
            (true, Some(value)) => value,
            (true, None) => words.next().cloned().ok_or_else(|| Usage(format!("--{name} needs a value")))?,
            (false, None) => String::new(),
            (false, Some(_)) => return Err(Usage(format!("--{name} takes no value")).into()),
        };
        if options.insert(name.to_string(), value).is_some() {
            return Err(Usage(format!("--{name} is given twice")).into());
        }
    }
    Ok(options)
}

fn takes_value(row: &Puzzle, name: &str) -> Option<bool> {
    match name {
        "format" => Some(true),
        _ => row.options.iter().find(|o| o.name == name).map(|o| !o.value.is_empty()),
    }
}

fn unknown_option(row: &Puzzle, name: &str) -> String {
    let known: Vec<String> = row.options.iter().map(|o| format!("--{}", o.name)).collect();
    format!("{} has no option --{name}; it has {}, --format", row.name, known.join(", "))
}

fn unknown_format(row: &Puzzle, name: &str) -> String {
    let known: Vec<&str> = row.formats.iter().map(|(name, _)| *name).collect();
    format!("{} has no format `{name}`; it has {}", row.name, known.join(", "))
}

fn help(row: &Puzzle) -> String {
    let mut text =
        format!("{}: {}\n\nUsage: quandary generate {} [OPTION]...\n\nOptions:\n", row.name, row.summary, row.name);
    for option in row.options {
        let _ = writeln!(text, "  {:<24} {}", format!("--{} {}", option.name, option.value), option.summary);
    }
    let formats: Vec<String> = row.formats.iter().map(|(name, summary)| format!("{name} ({summary})")).collect();
    let _ = writeln!(text, "  {:<24} one of {}", "--format NAME", formats.join(", "));
    text
}
