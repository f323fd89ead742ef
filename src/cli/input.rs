//! Reading what the user named: files, folders and standard input become texts, and `solve::intake` makes problems of them.
//!
//! A file is read once. One that cannot be read is an error in its place; the others are not touched by it.

use super::args::Target;
use super::checker::is_checker;
use super::compress;
use super::failure::{Rejected, Usage};
use super::nearest::nearest;
use crate::front::{Program, Source, beside};
use crate::outside::is_confined;
use crate::puzzles::text::decode;
use crate::puzzles::{self, Puzzle};
use crate::search::Budget;
use crate::solve::intake::{self, Taken, Wishes, language_of_name, language_of_text, printable};
use crate::solve::{Language, Named, Problem, Replaced, SolveError};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Reads everything the user named.
pub fn load(target: &Target, budget: &Budget) -> anyhow::Result<Vec<Taken>> {
    if target.named {
        return Ok(vec![from_named(&target.inputs, budget)?]);
    }
    let (first, rest) = target.inputs.split_first().expect("the parser asks for one input at least");
    match puzzles::find(first) {
        Some(_) if rest.is_empty() => Err(Usage(format!("which instance of {first}? name a file, or `-`")).into()),
        Some(row) => instances(Some(row), rest, target, budget),
        None if target.inputs.iter().any(|i| is_checker(i) || language(i).is_some()) => models(target, budget),
        None => match misspelt(first) {
            Some(error) => Ok(vec![Taken::new(&printable(first), Err(error))]),
            None => instances(None, &target.inputs, target, budget),
        },
    }
}

/// A word that is no file and almost a puzzle.
fn misspelt(word: &str) -> Option<SolveError> {
    let puzzle = nearest(word, puzzles::TABLE.iter().map(|row| row.name)).filter(|_| !Path::new(word).exists())?;
    Some(SolveError::Unreadable(format!("there is no file {}; did you mean the puzzle `{puzzle}`?", printable(word))))
}

/// Like [`load`], for commands that take a single problem.
pub fn load_one(target: &Target, command: &str, budget: &Budget) -> anyhow::Result<Problem> {
    let mut taken = load(target, budget)?;
    match taken.len() {
        1 => Ok(taken.remove(0).problem?),
        n => Err(Usage(format!("{command} takes one instance, found {n}")).into()),
    }
}

/// What another process of this program was told, as JSON.
fn from_named(inputs: &[String], budget: &Budget) -> anyhow::Result<Taken> {
    let [input] = inputs else { return Err(Usage("--named takes one file, or `-`".to_string()).into()) };
    let source = read(input)?;
    let named: Named = serde_json::from_str(&source.text)
        .map_err(|e| Rejected(format!("{}: nothing is named there: {e}", source.name)))?;
    Ok(Taken::new(&named.title, intake::again(&named, budget)))
}

/// The language of an input that is a model: by its name, or by its text if it has none.
fn language(input: &str) -> Option<Language> {
    match input {
        "-" => read(input).ok().filter(|s| puzzles::detect(&s.text).is_none()).and_then(|s| language_of_text(&s.text)),
        _ => language_of_name(input),
    }
}

fn instances(
    row: Option<&'static Puzzle>,
    inputs: &[String],
    target: &Target,
    budget: &Budget,
) -> anyhow::Result<Vec<Taken>> {
    if !target.define.is_empty() {
        return Err(Usage("-D sets parameters of a model; a puzzle's come from its instance".to_string()).into());
    }
    let model = Replaced { formulation: target.formulation.clone(), own: own_model(target, budget)? };
    let wishes = Wishes { model, horizon: target.horizon, minimise: target.minimise };
    Ok(inputs.iter().flat_map(|input| of_input(row, input, &wishes)).collect())
}

/// The instances of one input; a folder stands for its files, in order of their names.
fn of_input(row: Option<&'static Puzzle>, input: &str, wishes: &Wishes) -> Vec<Taken> {
    let of_path = |path: &Path| match read_path(path) {
        Ok(source) => intake::instances(&source, row, by_folder(path), wishes),
        Err(error) => vec![Taken::new(&printable(&path.to_string_lossy()), Err(error))],
    };
    if input == "-" || !Path::new(input).is_dir() {
        return of_path(Path::new(input));
    }
    match files(input) {
        Ok(paths) => paths.iter().flat_map(|path| of_path(path)).collect(),
        Err(error) => vec![Taken::new(&printable(input), Err(error))],
    }
}

fn files(folder: &str) -> Result<Vec<PathBuf>, SolveError> {
    let name = printable(folder);
    let failed = |error: std::io::Error| SolveError::Unreadable(format!("cannot read the folder {name}: {error}"));
    let entries = std::fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|e| e.path()).filter(|p| p.is_file()).collect();
    paths.sort();
    match paths.is_empty() {
        true => Err(SolveError::Unreadable(format!(
            "there is no file in the folder {name}; folders in it are not looked at"
        ))),
        false => Ok(paths),
    }
}

/// A file that does not say its puzzle may lie in a folder that does.
fn by_folder(path: &Path) -> Option<&'static Puzzle> {
    puzzles::find(path.parent()?.file_name()?.to_str()?)
}

/// The model that the user put in the place of the puzzle's.
fn own_model(target: &Target, budget: &Budget) -> anyhow::Result<Option<(Arc<Vec<Source>>, Program)>> {
    let Some(path) = &target.model else { return Ok(None) };
    let (texts, program) = with_includes(vec![read_path(path)?], &target.include, budget)?;
    Ok(Some((Arc::new(texts), program)))
}

fn models(target: &Target, budget: &Budget) -> anyhow::Result<Vec<Taken>> {
    if let Some(input) = target.inputs.iter().find(|input| is_checker(input)) {
        return Err(Usage(format!("{input} is a solution checker: `quandary solve MODEL.mzn {input}` asks it")).into());
    }
    if target.minimise {
        return Err(Usage("--minimise is for puzzles; a model says `solve minimize` itself".to_string()).into());
    }
    if target.horizon.is_some() {
        return Err(Usage("--horizon fixes the steps of a puzzle; a model says them itself".to_string()).into());
    }
    if let Some(name) = &target.formulation {
        return Err(Usage(format!("--formulation {name} chooses among a puzzle's models; this is a model")).into());
    }
    if target.inputs.iter().any(|i| language(i) == Some(Language::Minizinc)) {
        let title = printable(&target.inputs.join(" "));
        let named = named_model(target, &title, budget);
        let problem = named.and_then(|(named, program)| intake::parsed(named, program, budget));
        return Ok(vec![Taken::new(&title, problem)]);
    }
    Ok(target.inputs.iter().map(|input| formula(input, budget)).collect())
}

/// A formula stands for itself: it has no data.
fn formula(input: &str, budget: &Budget) -> Taken {
    let title = printable(input);
    let named = read(input).and_then(|source| {
        let unclear = || SolveError::Unreadable(format!("{title} is neither DIMACS nor OPB, as the others are"));
        let language = language(input).ok_or_else(unclear)?;
        Ok(Named { title: title.clone(), language, model: vec![source], ..Named::default() })
    });
    Taken::new(&title, named.and_then(|named| intake::model(named, budget)))
}

fn named_model(target: &Target, title: &str, budget: &Budget) -> Result<(Named, Program), SolveError> {
    let (models, files): (Vec<&String>, Vec<&String>) = target.inputs.iter().partition(|i| language(i).is_some());
    let read_all = |paths: &[&String]| paths.iter().map(|p| read(p)).collect::<Result<Vec<_>, _>>();
    let ((model, program), data) = (with_includes(read_all(&models)?, &target.include, budget)?, read_all(&files)?);
    let (only_sections, not_sections) = target.sections.clone();
    let define = target.define.clone();
    let title = title.to_string();
    Ok((Named { title, model, data, define, only_sections, not_sections, ..Named::default() }, program))
}

/// The text of a file, or of standard input for `-`.
pub fn read(path: &str) -> Result<Source, SolveError> {
    read_path(Path::new(path))
}

fn read_path(path: &Path) -> Result<Source, SolveError> {
    Read::of_path(path)?.source()
}

/// A file as it was read, before anybody knows whether it is text.
pub struct Read {
    /// What messages call it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl Read {
    /// A file, or standard input for `-`.
    pub fn of(path: &str) -> Result<Read, SolveError> {
        Read::of_path(Path::new(path))
    }

    fn of_path(path: &Path) -> Result<Read, SolveError> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "<stdin>".to_string() } else { printable(&path.to_string_lossy()) };
        match if is_stdin { stdin() } else { std::fs::read(path) }.and_then(compress::expanded) {
            Ok(bytes) => Ok(Read { name, bytes }),
            Err(error) => Err(SolveError::Unreadable(format!("cannot read {name}: {error}"))),
        }
    }

    /// It as a text. Models of others may have been written before UTF-8 was everywhere: what is none is Latin-1 there.
    pub fn source(&self) -> Result<Source, SolveError> {
        let is_model = MODELS.iter().any(|ending| self.name.ends_with(ending));
        match decode(&self.name, &self.bytes) {
            Err(_) if is_model => {
                let text: String = self.bytes.iter().map(|byte| char::from(*byte)).collect();
                Ok(Source::new(self.name.as_str(), text.as_str()))
            }
            text => Ok(Source::new(self.name.as_str(), text?)),
        }
    }
}

/// How files in MiniZinc's language end.
const MODELS: &[&str] = &[".mzn", ".dzn", ".mzc", ".fzn"];

/// Standard input, which can be read once: it is kept for a worker that carries on where another was left behind.
fn stdin() -> std::io::Result<Vec<u8>> {
    static KEPT: Mutex<Option<Vec<u8>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.is_none() {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        *kept = Some(bytes);
    }
    Ok(kept.clone().unwrap_or_default())
}

/// The sources with every file they include that lies beside them or in one of the other folders, so that they need no file any more,
/// and the program they are.
///
/// Included texts come first, innermost first, under the names by which the parser looks for them: it then skips the include.
pub fn with_includes(
    sources: Vec<Source>,
    more: &[PathBuf],
    budget: &Budget,
) -> Result<(Vec<Source>, Program), SolveError> {
    let parents = sources.iter().filter_map(|s| Path::new(&s.name).parent()).map(Path::to_path_buf);
    let folders: Vec<PathBuf> = parents.chain(more.iter().cloned()).collect();
    let found = std::sync::Mutex::new(Vec::new());
    let find = |name: &str, text: &str| {
        if is_confined() {
            return None;
        }
        let (near, far) = (beside(text, name), beside("", name));
        let read = |path: &Path| std::fs::read(path).ok();
        let elsewhere = || folders.iter().find_map(|folder| read(&folder.join(name)));
        let (bytes, known_as) =
            read(Path::new(&near)).map(|bytes| (bytes, near)).or_else(|| elsewhere().map(|bytes| (bytes, far)))?;
        let source = Source::new(known_as, String::from_utf8_lossy(&bytes));
        let mut found = found.lock().ok()?;
        if found.iter().all(|other: &Source| other.name != source.name) {
            found.push(source.clone());
        }
        Some(source)
    };
    let program = Program::parse_within(&sources, &find, budget)?;
    let mut all = found.into_inner().expect("no parser panicked");
    if all.is_empty() {
        return Ok((sources, program));
    }
    drop(program);
    all.reverse();
    all.extend(sources);
    // Again, since places are told by the order of the texts.
    let program = Program::parse_within(&all, &|_, _| None, budget)?;
    Ok((all, program))
}
