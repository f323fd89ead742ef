//! `generate`: random instances from a seed, with options that each puzzle's row declares.

use super::args::{self, GenerateArgs, LimitArgs};
use super::failure::Usage;
use super::nearest::unknown;
use super::row_options::{Declared, is_help};
use super::run::once;
use super::unanswered::Form;
use super::{difficulty, output};
use crate::puzzles::{self, GenerateOption, Options, Puzzle};

const COMMON: &[GenerateOption] = &[
    GenerateOption { name: "format", value: "NAME", summary: "the format, see below" },
    GenerateOption {
        name: "difficulty",
        value: "N",
        summary: "the hardest step needs N rules (docs/explain.md); for puzzles with forced answers",
    },
    GenerateOption { name: "timeout", value: "SECONDS", summary: "stop after so many seconds" },
    GenerateOption { name: "memory", value: "MEGABYTES", summary: "stop when the program needs more memory than this" },
];

/// Runs the command.
pub fn run(args: &GenerateArgs) -> anyhow::Result<u8> {
    let (first, words) = args.words.split_first().expect("the parser asks for one word at least");
    let row = match puzzles::find(first) {
        Some(row) => row,
        None if is_help(first) => {
            return shown(&puzzles::TABLE.iter().map(|row| help(row)).collect::<Vec<_>>().join("\n"));
        }
        None => return Err(Usage(unknown("puzzle", first, &names())).into()),
    };
    if words.iter().any(is_help) {
        return shown(&help(row));
    }
    let mut options = declared(row).parse(words)?;
    let format = options.remove("format").unwrap_or_else(|| row.formats[0].name.to_string());
    let limits = limits(&mut options)?;
    let wanted = options.remove("difficulty").map(|text| text.parse::<usize>()).transpose();
    let wanted = wanted.map_err(|_| Usage("--difficulty: expected a number of rules".to_string()))?;
    once(&limits, Form { aside: true, ..Form::default() }, |budget| {
        let instance = match wanted {
            Some(wanted) => difficulty::instance(row, &options, wanted, budget)?,
            None => (row.generate)(&options).map_err(Usage)?,
        };
        let text = instance.write(&format).ok_or_else(|| Usage(unknown_format(row, &format)))?;
        output::text(&text)?;
        Ok(0)
    })
}

fn limits(options: &mut Options) -> anyhow::Result<LimitArgs> {
    let timeout = options.remove("timeout").map(|text| args::seconds(&text)).transpose().map_err(Usage)?;
    let memory = options.remove("memory").map(|text| text.parse()).transpose();
    let memory = memory.map_err(|_| Usage("--memory: expected a number of megabytes".to_string()))?;
    Ok(LimitArgs { timeout, memory })
}

fn shown(text: &str) -> anyhow::Result<u8> {
    output::text(text)?;
    Ok(0)
}

fn declared(row: &Puzzle) -> Declared<'_> {
    Declared { name: row.name, options: row.options, common: COMMON }
}

fn names() -> Vec<&'static str> {
    puzzles::TABLE.iter().map(|row| row.name).collect()
}

fn unknown_format(row: &Puzzle, name: &str) -> String {
    let known: Vec<&str> = row.formats.iter().map(|f| f.name).collect();
    format!("{} has no format `{name}`; it has {}", row.name, known.join(", "))
}

fn help(row: &Puzzle) -> String {
    let formats: String = row.formats.iter().map(|f| format!("  {:<24} {}\n", f.name, f.summary)).collect();
    format!(
        "{0}: {1}\n\nUsage: quandary generate {0} [OPTION]...\n\nOptions:\n{2}\nFormats:\n{formats}",
        row.name,
        row.summary,
        declared(row).help()
    )
}
