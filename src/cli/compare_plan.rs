//! The runs of a comparison: every engine on every instance that was named or generated.

use super::args::{CompareArgs, Target};
use super::failure::Usage;
use super::input;
use super::nearest::unknown;
use crate::compare::{self, Planned, expand};
use crate::engine::Engine;
use crate::experiment::Settings;
use crate::puzzles::{self, Options, Puzzle};
use crate::search::Budget;
use crate::solve::{Named, Problem};
use itertools::Itertools;
use std::sync::Arc;

/// A problem of the comparison, and its size if it is one of a family.
type Sized = (Named, Option<u64>);

/// All runs, problem by problem.
pub fn plan(args: &CompareArgs) -> anyhow::Result<Vec<Planned>> {
    let mut problems: Vec<Sized> = named(args)?.into_iter().map(|named| (named, None)).collect();
    problems.extend(family(args)?);
    let rows: Vec<&'static Puzzle> = problems.iter().filter_map(|(n, _)| row(n)).unique_by(|r| r.name).collect();
    let mut engines: Vec<Engine> = Vec::new();
    let (outside, patterns): (Vec<&String>, Vec<&String>) =
        args.engines.iter().partition(|engine| compare::outside::solver(engine).is_some());
    for pattern in patterns {
        engines.extend(expand(pattern, &rows).map_err(Usage)?);
    }
    let presolving = |engine: Engine| match engine.presolve() {
        Some(_) => engine,
        None => engine.with_presolve(args.presolve),
    };
    let engines: Vec<Engine> = engines.into_iter().map(presolving).unique_by(Engine::to_string).collect();
    distinguish(&mut problems);
    let mut plan = Vec::new();
    for (named, size) in problems {
        let named = Arc::new(named);
        let fitting = engines.iter().filter(|engine| is_known(row(&named), engine));
        let others = outside.iter().filter(|_| compare::outside::takes(&named)).map(|engine| engine.to_string());
        let engines = fitting.map(Engine::to_string).chain(others).collect_vec();
        // One round after another, so that what disturbs the machine for a while disturbs all.
        let rounds = (1..=args.repeat).cartesian_product(engines);
        plan.extend(rounds.map(|(repeat, engine)| Planned { named: named.clone(), size, engine, repeat }));
    }
    Ok(plan)
}

fn row(named: &Named) -> Option<&'static Puzzle> {
    named.puzzle.as_deref().and_then(puzzles::find)
}

/// Searches and formulations of other puzzles are not run at all: wildcards name them for the puzzles that have them.
fn is_known(row: Option<&Puzzle>, engine: &Engine) -> bool {
    let Some(row) = row else { return engine.needs_model() && engine.formulation().is_none() };
    match engine {
        Engine::Search(name) => row.searches.iter().any(|s| s.name == name),
        _ => engine.formulation().is_none_or(|name| row.models.iter().any(|m| m.name == name)),
    }
}

/// Titles that come more than once are numbered.
fn distinguish(problems: &mut [Sized]) {
    let counts = problems.iter().map(|(named, _)| named.title.clone()).counts();
    let mut seen = std::collections::HashMap::new();
    for (named, _) in problems.iter_mut().filter(|(named, _)| counts[&named.title] > 1) {
        let n = seen.entry(named.title.clone()).or_insert(0);
        *n += 1;
        named.title = format!("{} ({n})", named.title);
    }
}

fn named(args: &CompareArgs) -> anyhow::Result<Vec<Named>> {
    if args.inputs.is_empty() {
        return Ok(Vec::new());
    }
    let target = Target {
        inputs: args.inputs.clone(),
        define: args.define.clone(),
        horizon: args.horizon,
        minimise: args.minimise,
        ..Target::default()
    };
    if args.data.is_empty() {
        return input::load(&target, &Budget::unlimited())?.into_iter().map(|taken| Ok(name(taken.problem?))).collect();
    }
    // One problem for each file of data.
    let one = |data: &String| {
        let inputs = target.inputs.iter().chain([data]).cloned().collect();
        let problem = input::load_one(&Target { inputs, ..target.clone() }, "--data", &Budget::unlimited())?;
        Ok(name(problem.titled(data.clone())))
    };
    args.data.iter().map(one).collect()
}

fn name(problem: Problem) -> Named {
    problem.named().expect("what was read has a name")
}

/// Instances of growing size from a generator, each with a seed of its own.
fn family(args: &CompareArgs) -> anyhow::Result<Vec<Sized>> {
    let (Some(puzzle), Some(sizes)) = (&args.family, &args.sizes) else { return Ok(Vec::new()) };
    let row = puzzles::find(puzzle).ok_or_else(|| {
        Usage(unknown("puzzle", puzzle, &puzzles::TABLE.iter().map(|row| row.name).collect::<Vec<_>>()))
    })?;
    let range = Settings::new(Options::from([("sizes".to_string(), sizes.clone())]));
    let (low, high) = range.range("sizes", (0, 0)).map_err(Usage)?;
    let mut options = Options::new();
    for given in &args.with {
        let (name, value) = given.split_once('=').unwrap_or((given, ""));
        options.insert(name.to_string(), value.to_string());
    }
    let mut problems = Vec::new();
    for (size, i) in (low..=high).cartesian_product(0..args.per_size) {
        let seed = args.seed + i;
        options.insert(row.size.to_string(), size.to_string());
        options.insert("seed".to_string(), seed.to_string());
        let instance = (row.generate)(&options).map_err(Usage)?;
        let problem = Problem::of_puzzle(row, instance).titled(format!("{puzzle} {size} seed {seed}"));
        problems.push((name(problem), Some(size as u64)));
    }
    Ok(problems)
}
