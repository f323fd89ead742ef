//! The runs of a comparison: every engine on every instance that was named or generated.

use super::args::{CompareArgs, Target};
use super::failure::Usage;
use super::input::{self, Job, What};
use crate::compare::{Task, expand};
use crate::engine::Engine;
use crate::experiment::Settings;
use crate::puzzles::{self, Instance, Options, Puzzle};
use crate::search::Budget;
use itertools::Itertools;

/// One instance of the comparison.
struct Subject {
    title: String,
    row: Option<&'static Puzzle>,
    size: Option<u64>,
    arguments: Vec<String>,
    input: String,
}

/// All runs, instance by instance.
pub fn tasks(args: &CompareArgs) -> anyhow::Result<Vec<Task>> {
    let mut subjects = named(args)?;
    subjects.extend(family(args)?);
    let rows: Vec<&'static Puzzle> = subjects.iter().filter_map(|s| s.row).unique_by(|r| r.name).collect();
    let mut engines: Vec<Engine> = Vec::new();
    for pattern in &args.engines {
        engines.extend(expand(pattern, &rows).map_err(Usage)?);
    }
    let engines: Vec<Engine> = engines.into_iter().unique_by(Engine::to_string).collect();
    distinguish(&mut subjects);
    let pairs = subjects.iter().cartesian_product(&engines);
    Ok(pairs.filter(|(subject, engine)| is_known(subject, engine)).map(|(s, e)| task(s, e)).collect())
}

/// Searches and formulations of other puzzles are not run at all: wildcards name them for the puzzles that have them.
fn is_known(subject: &Subject, engine: &Engine) -> bool {
    let Some(row) = subject.row else { return engine.needs_model() && engine.formulation().is_none() };
    match engine {
        Engine::Search(name) => row.searches.iter().any(|s| s.name == name),
        _ => engine.formulation().is_none_or(|name| row.models.iter().any(|m| m.name == name)),
    }
}

fn task(subject: &Subject, engine: &Engine) -> Task {
    Task {
        instance: subject.title.clone(),
        puzzle: subject.row.map_or("model", |r| r.name).to_string(),
        size: subject.size,
        engine: engine.to_string(),
        arguments: subject.arguments.clone(),
        input: subject.input.clone(),
    }
}

/// Titles that come more than once are numbered.
fn distinguish(subjects: &mut [Subject]) {
    let counts = subjects.iter().map(|s| s.title.clone()).counts();
    let mut seen = std::collections::HashMap::new();
    for subject in subjects.iter_mut().filter(|s| counts[&s.title] > 1) {
        let n = seen.entry(subject.title.clone()).or_insert(0);
        *n += 1;
        subject.title = format!("{} ({n})", subject.title);
    }
}

fn named(args: &CompareArgs) -> anyhow::Result<Vec<Subject>> {
    if args.inputs.is_empty() {
        return Ok(Vec::new());
    }
    let target = Target {
        inputs: args.inputs.clone(),
        model: None,
        formulation: None,
        define: args.define.clone(),
        horizon: args.horizon,
        minimise: args.minimise,
    };
    if args.data.is_empty() {
        return input::load(&target, &Budget::unlimited())?.iter().map(|job| subject(args, job)).collect();
    }
    // One instance of the model for each file of data.
    let one = |data: &String| {
        let inputs = target.inputs.iter().chain([data]).cloned().collect();
        let job = input::load_one(&Target { inputs, ..target.clone() }, "--data")?;
        Ok(Subject { title: data.clone(), ..subject(args, &job)? })
    };
    args.data.iter().map(one).collect()
}

fn subject(args: &CompareArgs, job: &Job) -> anyhow::Result<Subject> {
    let (row, mut arguments, input) = match &job.what {
        What::Puzzle(row, instance) => (Some(*row), of_stdin(row), json(instance.as_ref())),
        What::Model(files, define) => {
            let paths = job.paths.iter().chain(files.iter().map(|f| &f.name)).cloned();
            let defines = define.iter().flat_map(|d| ["-D".to_string(), d.clone()]);
            (None, paths.chain(defines).collect(), String::new())
        }
    };
    if let Some(horizon) = args.horizon {
        arguments.extend(["--horizon".to_string(), horizon.to_string()]);
    }
    Ok(Subject { title: job.title.clone(), row, size: None, arguments, input })
}

fn of_stdin(row: &Puzzle) -> Vec<String> {
    vec![row.name.to_string(), "-".to_string()]
}

fn json(instance: &dyn Instance) -> String {
    instance.write("json").expect("every puzzle has a JSON form")
}

/// Instances of growing size from a generator, each with a seed of its own.
fn family(args: &CompareArgs) -> anyhow::Result<Vec<Subject>> {
    let (Some(name), Some(sizes)) = (&args.family, &args.sizes) else { return Ok(Vec::new()) };
    let row = puzzles::find(name).ok_or_else(|| Usage(format!("--family: there is no puzzle `{name}`")))?;
    let range = Settings::new(Options::from([("sizes".to_string(), sizes.clone())]));
    let (low, high) = range.range("sizes", (0, 0)).map_err(Usage)?;
    let mut options = Options::new();
    for given in &args.with {
        let (name, value) = given.split_once('=').unwrap_or((given, ""));
        options.insert(name.to_string(), value.to_string());
    }
    let mut subjects = Vec::new();
    for (size, i) in (low..=high).cartesian_product(0..args.per_size) {
        let seed = args.seed + i;
        options.insert(row.size.to_string(), size.to_string());
        options.insert("seed".to_string(), seed.to_string());
        let instance = (row.generate)(&options).map_err(Usage)?;
        subjects.push(Subject {
            title: format!("{name} {size} seed {seed}"),
            row: Some(row),
            size: Some(size as u64),
            arguments: of_stdin(row),
            input: json(instance.as_ref()),
        });
    }
    Ok(subjects)
}
