//! From what the user named to problems: puzzles and their files, or models and their data.
//!
//! A file is read once. A job keeps the parsed program and makes its problem only when it is its turn, so that a
//! file of a thousand instances needs the memory of one.

use super::args::Target;
use super::failure::{Rejected, Usage};
use crate::engine::Engine;
use crate::front::{Data, Program, Source};
use crate::puzzles::text::decode;
use crate::puzzles::{self, Instance, Puzzle};
use crate::search::Budget;
use crate::solve::{Formulated, Problem};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// One problem to be made.
pub struct Job {
    /// What messages call it.
    pub title: String,
    /// The model, parsed.
    pub program: Rc<Formulated>,
    /// The texts the model was parsed from; empty for a puzzle's own model.
    pub model: Rc<Vec<Source>>,
    /// The files of a model of the user's own.
    pub paths: Vec<String>,
    /// What the model is about.
    pub what: What,
    /// The number of steps, if the user fixed it.
    pub horizon: Option<usize>,
}

/// What a model is about.
pub enum What {
    /// An instance of a puzzle.
    Puzzle(&'static Puzzle, Box<dyn Instance>),
    /// Data files and definitions of the user's own.
    Model(Vec<Source>, Vec<String>),
}

impl Job {
    /// The problem with its model flattened.
    pub fn problem(self, budget: &Budget) -> anyhow::Result<Problem> {
        match self.what {
            What::Puzzle(row, instance) => {
                Ok(Problem::of_puzzle(row, instance, &self.program, self.title, self.horizon)
                    .flattened_within(budget)?)
            }
            What::Model(files, define) => {
                let data = data(&files, &define, budget)?;
                Ok(Problem::of_program_within(&self.program.program, &data, self.title, budget)?)
            }
        }
    }

    /// The problem for an engine: in the formulation it names, and flattened only if it needs that.
    pub fn problem_for(mut self, engine: &Engine, budget: &Budget) -> anyhow::Result<Problem> {
        if let (What::Puzzle(row, _), Some(name)) = (&self.what, engine.formulation()) {
            if !self.model.is_empty() {
                return Err(
                    Usage(format!("the engine asks for the formulation {name}, and --model replaces it")).into()
                );
            }
            self.program = Rc::new(Formulated::of_row(row, Some(name))?);
        }
        match self.what {
            What::Puzzle(row, instance) if !engine.needs_model() => {
                Ok(Problem::of_puzzle(row, instance, &self.program, self.title, self.horizon))
            }
            _ => self.problem(budget),
        }
    }

    /// The puzzle, if it is one.
    pub fn row(&self) -> Option<&'static Puzzle> {
        match &self.what {
            What::Puzzle(row, _) => Some(row),
            What::Model(..) => None,
        }
    }

    /// The puzzle's instance, if it is one.
    pub fn instance(&self) -> Option<&dyn Instance> {
        match &self.what {
            What::Puzzle(_, instance) => Some(instance.as_ref()),
            What::Model(..) => None,
        }
    }
}

/// Reads everything the user named.
pub fn load(target: &Target, budget: &Budget) -> anyhow::Result<Vec<Job>> {
    let (first, rest) = target.inputs.split_first().expect("the parser asks for one input at least");
    match puzzles::find(first) {
        Some(_) if rest.is_empty() => Err(Usage(format!("which instance of {first}? name a file, or `-`")).into()),
        Some(row) => load_instances(Some(row), rest, target),
        None if target.inputs.iter().any(|i| is_model(i)) => Ok(vec![load_model(target, budget)?]),
        None => load_instances(None, &target.inputs, target),
    }
}

/// Like [`load`], for commands that take a single problem.
pub fn load_one(target: &Target, command: &str) -> anyhow::Result<Job> {
    let mut jobs = load(target, &Budget::unlimited())?;
    match jobs.len() {
        1 => Ok(jobs.remove(0)),
        n => Err(Usage(format!("{command} takes one instance, found {n}")).into()),
    }
}

fn is_model(input: &str) -> bool {
    [".mzn", ".fzn"].iter().any(|end| input.ends_with(end))
}

fn load_instances(row: Option<&'static Puzzle>, inputs: &[String], target: &Target) -> anyhow::Result<Vec<Job>> {
    if !target.define.is_empty() {
        return Err(Usage("-D sets parameters of a model; a puzzle's come from its instance".to_string()).into());
    }
    let mut jobs: Vec<Job> = Vec::new();
    for path in inputs.iter().map(|i| expand(i)).collect::<anyhow::Result<Vec<_>>>()?.concat() {
        let source = read(&path)?;
        let row = row.or_else(|| puzzles::detect(&source.text)).or_else(|| by_folder(&path));
        let row = row.ok_or_else(|| unclear(&path))?;
        let (program, model) = match jobs.iter().find(|job| job.is_of(row)) {
            Some(job) => (job.program.clone(), job.model.clone()),
            None => puzzle_program(row, target)?,
        };
        for read in (row.read)(&source.name, &source.text)? {
            let instance = if target.minimise { minimised(row, read.as_ref())? } else { read };
            let title = instance.id().unwrap_or(&path).to_string();
            let horizon = target.horizon;
            jobs.push(Job {
                title,
                program: program.clone(),
                model: model.clone(),
                paths: Vec::new(),
                what: What::Puzzle(row, instance),
                horizon,
            });
        }
    }
    Ok(jobs)
}

impl Job {
    fn is_of(&self, row: &Puzzle) -> bool {
        matches!(self.what, What::Puzzle(own, _) if own.name == row.name)
    }
}

fn minimised(row: &Puzzle, instance: &dyn Instance) -> anyhow::Result<Box<dyn Instance>> {
    instance.minimised().ok_or_else(|| Usage(format!("{} has no limit that --minimise could drop", row.name)).into())
}

/// A file that does not say its puzzle may lie in a folder that does.
fn by_folder(path: &str) -> Option<&'static Puzzle> {
    let folder = Path::new(path).parent()?.file_name()?;
    puzzles::find(folder.to_str()?)
}

fn unclear(path: &str) -> Rejected {
    let names: Vec<&str> = puzzles::TABLE.iter().map(|row| row.name).collect();
    Rejected(format!("{path} does not say which puzzle it is; name one before it: {}", names.join(", ")))
}

/// A folder stands for its files, in order of their names.
fn expand(input: &str) -> anyhow::Result<Vec<String>> {
    if input == "-" || !Path::new(input).is_dir() {
        return Ok(vec![input.to_string()]);
    }
    let failed = |error: std::io::Error| Rejected(format!("cannot read the folder {input}: {error}"));
    let entries = std::fs::read_dir(input).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|e| e.path()).filter(|p| p.is_file()).collect();
    paths.sort();
    Ok(paths.into_iter().map(|p| p.to_string_lossy().into_owned()).collect())
}

/// The program of a puzzle: its own, or the one the user put in its place.
fn puzzle_program(row: &Puzzle, target: &Target) -> anyhow::Result<(Rc<Formulated>, Rc<Vec<Source>>)> {
    let model = match &target.model {
        Some(path) => with_includes(vec![read(&path.to_string_lossy())?], &Budget::unlimited())?,
        None => Vec::new(),
    };
    Ok((Rc::new(parse(row, &model, target.formulation.as_deref())?), Rc::new(model)))
}

/// Parses these sources, or the puzzle's own model if there are none: the named formulation or the first.
pub fn parse(row: &Puzzle, model: &[Source], formulation: Option<&str>) -> anyhow::Result<Formulated> {
    match model.last() {
        None => Ok(Formulated::of_row(row, formulation)?),
        Some(last) => Ok(Formulated { name: last.name.clone(), program: Program::parse(model)? }),
    }
}

fn load_model(target: &Target, budget: &Budget) -> anyhow::Result<Job> {
    if target.minimise {
        return Err(Usage("--minimise is for puzzles; a model says `solve minimize` itself".to_string()).into());
    }
    let (models, files): (Vec<&String>, Vec<&String>) = target.inputs.iter().partition(|i| is_model(i));
    let read_all = |paths: &[&String]| paths.iter().map(|p| read(p)).collect::<anyhow::Result<Vec<_>>>();
    let model = with_includes(read_all(&models)?, budget)?;
    let paths = models.iter().map(|m| m.to_string()).collect();
    let what = What::Model(read_all(&files)?, target.define.clone());
    if let Some(name) = &target.formulation {
        return Err(Usage(format!("--formulation {name} chooses among a puzzle's models; this is a model")).into());
    }
    let program = Program::parse_within(&model, &|_| None, budget)?;
    let program = Rc::new(Formulated { name: String::new(), program });
    Ok(Job { title: target.inputs.join(" "), program, model: Rc::new(model), paths, what, horizon: None })
}

/// The parameters of data files and definitions, later ones not repeating earlier ones.
fn data(files: &[Source], define: &[String], budget: &Budget) -> anyhow::Result<Data> {
    let mut data = Data::default();
    for source in files {
        match source.name.ends_with(".json") {
            true => data.read_json_within(source, budget)?,
            false => data.read_dzn_within(source, budget)?,
        }
    }
    for definition in define {
        data.read_define(definition)?;
    }
    Ok(data)
}

/// The text of a file, or of standard input for `-`.
pub fn read(path: &str) -> anyhow::Result<Source> {
    let failed = |error| Rejected(format!("cannot read {path}: {error}"));
    let mut bytes = Vec::new();
    match path {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()).map_err(failed)?,
        _ => bytes = std::fs::read(path).map_err(failed)?,
    }
    let name = if path == "-" { "<stdin>" } else { path };
    Ok(Source::new(name, decode(name, &bytes)?))
}

/// The sources with every file they include that lies beside them, so that they need no file any more.
///
/// Included texts come first, innermost first, under the name they are included by: the parser then skips the include.
fn with_includes(sources: Vec<Source>, budget: &Budget) -> anyhow::Result<Vec<Source>> {
    let folders: Vec<PathBuf> =
        sources.iter().filter_map(|s| Path::new(&s.name).parent()).map(Path::to_path_buf).collect();
    let found = std::sync::Mutex::new(Vec::new());
    let find = |name: &str| {
        let text = folders.iter().find_map(|folder| std::fs::read(folder.join(name)).ok())?;
        let source = Source::new(name, String::from_utf8_lossy(&text));
        found.lock().ok()?.push(source.clone());
        Some(source)
    };
    Program::parse_within(&sources, &find, budget)?;
    let mut all = found.into_inner().expect("no parser panicked");
    all.reverse();
    all.extend(sources);
    Ok(all)
}
