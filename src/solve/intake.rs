//! From texts to problems: the one way in, for the command line, comparisons, pages and campaigns.
//!
//! Nothing here reads files. A text that holds several instances gives a problem for each, in order; one that is wrong
//! gives its error in its place, and the others are not touched by it.

use super::formula;
use super::named::{Language, Named};
use super::{Problem, Replaced, SolveError};
use crate::front::{Data, Program, Source};
use crate::puzzles::{self, Instance, Puzzle};
use crate::search::Budget;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::sync::Arc;

/// One thing that was named: a problem, or why it is none.
pub struct Taken {
    /// What messages call it.
    pub title: String,
    /// Its name, as far as it could be read.
    pub id: Option<String>,
    /// The problem.
    pub problem: Result<Problem, SolveError>,
}

/// What is asked of every instance of a puzzle that is named together.
#[derive(Clone, Default)]
pub struct Wishes {
    /// Which model.
    pub model: Replaced,
    /// The number of steps, if it is fixed.
    pub horizon: Option<usize>,
    /// Whether a limit of the instance's own is dropped, to ask for the best answer.
    pub minimise: bool,
}

/// A name as it may be printed: what would move a terminal's cursor or break a table is written as an escape.
pub fn printable(name: &str) -> String {
    name.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

impl Taken {
    /// What became of something under this title.
    pub fn new(title: &str, problem: Result<Problem, SolveError>) -> Taken {
        let id = problem.as_ref().ok().and_then(|problem| problem.id.clone());
        Taken { title: title.to_string(), id, problem }
    }
}

/// Takes in a text of instances. `guess` is the puzzle if the text itself does not say which it is of.
pub fn instances(
    source: &Source,
    row: Option<&'static Puzzle>,
    guess: Option<&'static Puzzle>,
    wishes: &Wishes,
) -> Vec<Taken> {
    let pieces = pieces(&source.text);
    let detected = || pieces.iter().find_map(|(_, text)| puzzles::detect(text));
    let Some(row) = row.or_else(detected).or(guess) else {
        return vec![Taken::new(&source.name, Err(unclear(&source.name)))];
    };
    if let Err(error) = suits(row, wishes) {
        return vec![Taken::new(&source.name, Err(error))];
    }
    pieces.into_iter().flat_map(|(line, text)| piece(row, &source.name, line, text, wishes)).collect()
}

/// Takes in a model of the user's own with its data. The texts have all they include.
pub fn model(named: Named, budget: &Budget) -> Result<Problem, SolveError> {
    claimed(named, None, budget)
}

/// The same for somebody who has the program of its texts already.
pub fn parsed(named: Named, program: Program, budget: &Budget) -> Result<Problem, SolveError> {
    given(named, program, None, budget)
}

/// The same, with what somebody says of a solution, and whether that is JSON.
pub fn claimed(named: Named, claim: Option<(&Source, bool)>, budget: &Budget) -> Result<Problem, SolveError> {
    let texts = named.model.as_slice();
    if let Some(model) = texts.first().map_or(Ok(None), |source| formula::model(named.language, source))? {
        return Ok(Problem::of_formula(model, named));
    }
    let program = Program::parse_within(&named.model, &|_, _| None, budget)?;
    given(named, program, claim, budget)
}

/// A program with its data.
fn given(
    named: Named,
    program: Program,
    claim: Option<(&Source, bool)>,
    budget: &Budget,
) -> Result<Problem, SolveError> {
    let program = program.showing(&named.only_sections, &named.not_sections);
    let mut data = data(&named.data, &named.define, budget)?;
    if let Some((source, is_json)) = claim {
        data.read_claim_within(source, is_json, budget)?;
    }
    Ok(Problem::of_program(program, data, named))
}

/// Takes in what was named before.
pub fn again(named: &Named, budget: &Budget) -> Result<Problem, SolveError> {
    let Some(name) = &named.puzzle else { return model(named.clone(), budget) };
    let unknown = || SolveError::NotApplicable(format!("there is no puzzle `{name}` here"));
    let row = puzzles::find(name).ok_or_else(unknown)?;
    let own = match named.model.is_empty() {
        true => None,
        false => Some((Arc::new(named.model.clone()), Program::parse(&named.model)?)),
    };
    let model = Replaced { formulation: named.formulation.clone(), own };
    let wishes = Wishes { model, horizon: named.horizon, minimise: false };
    let nothing = || SolveError::NotApplicable("an instance of a puzzle has one text".to_string());
    let source = named.data.first().ok_or_else(nothing)?;
    let taken = instances(source, Some(row), None, &wishes).pop().ok_or_else(nothing)?;
    Ok(taken.problem?.titled(named.title.clone()))
}

/// The parameters of data files and definitions, later ones not repeating earlier ones.
fn data(files: &[Source], define: &[String], budget: &Budget) -> Result<Data, SolveError> {
    let mut data = Data::default();
    for source in files {
        match bare(&source.name).ends_with(".json") {
            true => data.read_json_within(source, budget)?,
            false => data.read_dzn_within(source, budget)?,
        }
    }
    for definition in define {
        data.read_define(definition)?;
    }
    Ok(data)
}

/// The name of a file without the ending that says that it is compressed.
pub fn bare(name: &str) -> &str {
    [".gz", ".xz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// The language of a model by the ending of its file's name.
pub fn language_of_name(name: &str) -> Option<Language> {
    const ENDINGS: &[(&str, Language)] = &[
        (".mzn", Language::Minizinc),
        (".fzn", Language::Minizinc),
        (".cnf", Language::Dimacs),
        (".dimacs", Language::Dimacs),
        (".opb", Language::Opb),
        (".pbo", Language::Opb),
    ];
    ENDINGS.iter().find(|(ending, _)| bare(name).ends_with(ending)).map(|(_, language)| *language)
}

/// The language of a model by what it says, if that is beyond doubt.
pub fn language_of_text(text: &str) -> Option<Language> {
    const WORDS: &[&str] = &[
        "var",
        "array",
        "constraint",
        "solve",
        "include",
        "predicate",
        "function",
        "enum",
        "set",
        "int",
        "bool",
        "par",
    ];
    for line in text.lines().map(str::trim) {
        let word = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        match line {
            "" => (),
            _ if line.starts_with("* #variable") => return Some(Language::Opb),
            _ if line.starts_with("p cnf") => return Some(Language::Dimacs),
            // A comment of MiniZinc, or one of DIMACS.
            _ if line.starts_with('%') || line == "c" || line.starts_with("c ") => (),
            _ => return WORDS.contains(&word).then_some(Language::Minizinc),
        }
    }
    None
}

/// Whether what is asked makes sense for the puzzle.
fn suits(row: &Puzzle, wishes: &Wishes) -> Result<(), SolveError> {
    match &wishes.model.formulation {
        Some(name) => row.formulation(name).map(|_| ()).map_err(SolveError::NotApplicable),
        None => Ok(()),
    }
}

/// The parts of a text that are read one by one, each with the number of lines before it: the lines of a file with one
/// JSON object per line, or the text as a whole.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let is_object = |line: &str| line.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(line).is_ok();
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    // A document of its own that is spread over lines ends with a line that is none.
    let by_line =
        lines.len() > 1 && [lines.first(), lines.last()].into_iter().flatten().any(|(_, line)| is_object(line));
    if by_line { lines } else { vec![(0, text)] }
}

/// The instances of one piece.
fn piece(row: &'static Puzzle, file: &str, lines_before: usize, text: &str, wishes: &Wishes) -> Vec<Taken> {
    match (row.read)(file, text) {
        Ok(read) => read.into_iter().map(|instance| posed(row, file, instance, wishes)).collect(),
        Err(mut error) => {
            error.place.line += lines_before;
            vec![Taken { id: id_of(text), ..Taken::new(file, Err(error.into())) }]
        }
    }
}

fn posed(row: &'static Puzzle, file: &str, read: Box<dyn Instance>, wishes: &Wishes) -> Taken {
    let id = read.id().map(str::to_string);
    let title = printable(id.as_deref().unwrap_or(file));
    let instance = match (wishes.minimise, wishes.horizon) {
        (true, _) => read.minimised().ok_or_else(|| no_limit(row)),
        (false, Some(_)) if read.horizons().is_none() => Err(no_steps(row)),
        (false, _) => Ok(read),
    };
    let problem = instance.map(|it| Problem::posed(row, it, wishes.model.clone(), wishes.horizon));
    Taken { id, ..Taken::new(&title, problem.map(|problem| problem.titled(title.clone()))) }
}

fn no_limit(row: &Puzzle) -> SolveError {
    SolveError::NotApplicable(format!("{} has no limit that --minimise could drop", row.name))
}

fn no_steps(row: &Puzzle) -> SolveError {
    let why = format!("--horizon fixes a number of steps, and this instance of {} leaves none open", row.name);
    SolveError::NotApplicable(why)
}

/// The name an instance gives itself, though the rest of it may be wrong.
fn id_of(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_str().map(str::to_string)
}

fn unclear(file: &str) -> SolveError {
    let names: Vec<&str> = puzzles::TABLE.iter().map(|row| row.name).collect();
    let why = format!("{file} does not say which puzzle it is; name one before it: {}", names.join(", "));
    SolveError::Unreadable(why)
}
