//! `export`: the formula as a file for other solvers, and the map that leads back.

use super::args::{ExportArgs, ExportFormat, Target};
use super::failure::{Resources, Usage};
use super::run::{done, once};
use super::unanswered::{Form, or_stopped};
use super::{compress, failure, input, output, provenance};
use crate::cnf::{ClauseSink, Counter, Limited, Names, dimacs, knf, opb, wcnf};
use crate::encode::{self, EncodeError, Encoding, Kept, MapFile, VarMap};
use crate::engine::{Engine, SatEngine};
use crate::front::flatzinc;
use crate::model::Model;
use crate::search::Budget;
use crate::solve::{Problem, presolved_for_export};
use std::io::Write;
use std::path::PathBuf;

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<u8> {
    let form = Form { aside: args.output.is_none(), ..Form::default() };
    or_stopped(once(&args.limits, form.clone(), |budget| export(args, budget)), form)
}

fn export(args: &ExportArgs, budget: &Budget) -> anyhow::Result<u8> {
    let engine = engine(args)?;
    // The map must know the formulation, so it is the problem's from here on.
    let formulation = engine.formulation.clone().or_else(|| args.target.formulation.clone());
    let problem = input::load_one(&Target { formulation, ..args.target.clone() }, "export", budget)?;
    match args.format {
        ExportFormat::Dimacs => export_dimacs(args, &problem, &engine, budget),
        ExportFormat::Opb => export_opb(args, &problem, &engine, budget),
        ExportFormat::Wcnf => export_partly(args, &problem, &engine, Kept::Objective, budget),
        ExportFormat::Knf => export_partly(args, &problem, &engine, Kept::Counts, budget),
        ExportFormat::Fzn => export_fzn(args, problem, flatzinc::write, budget),
        ExportFormat::FznWhole => export_fzn(args, problem, flatzinc::write_whole, budget),
        ExportFormat::Qdimacs => export_qdimacs(args, &problem),
    }
}

/// The engine whose formula is written: only its formulation, its encodings and how much it presolves matter.
fn engine(args: &ExportArgs) -> anyhow::Result<SatEngine> {
    match (&args.engine, &args.encoding) {
        (Some(Engine::Sat(sat)), _) => Ok(sat.clone()),
        (Some(other), _) => Err(Usage(format!("{other} makes no formula; export takes a `sat` engine")).into()),
        (None, words) => {
            let encoding = Encoding::parse(words.as_deref().unwrap_or("")).map_err(|e| Usage(e.to_string()))?;
            Ok(SatEngine { encoding, ..SatEngine::default() })
        }
    }
}

fn export_dimacs(args: &ExportArgs, problem: &Problem, engine: &SatEngine, budget: &Budget) -> anyhow::Result<u8> {
    let encoding = &engine.encoding;
    let context = provenance::of(problem, encoding);
    let statement = problem.statement(&Engine::default(), budget)?;
    let model = &statement.model;
    if statement.optimises() {
        failure::warn("note: DIMACS has no objective; the formula is of all solutions, best or not");
    }
    let presolved = presolved_for_export(&statement, args.presolve.or(engine.presolve), budget)?;
    // Once to be counted, since the header comes first, and once to be written, so that it is never kept.
    let mut count = Counter::default();
    let map = encode::encode_presolved(model, &presolved, encoding, budget, &mut count).map_err(failed)?;
    let names = if args.no_names { Names::new() } else { names(&map) };
    let digest = written(args, &mut |out| {
        let mut out = Limited::new(out, budget);
        let mut stream = dimacs::Stream::new(count, &names, &map.projection(), &mut out)?;
        match encode::encode_presolved(model, &presolved, encoding, budget, &mut stream) {
            Err(EncodeError::Stop(stop)) => Err(std::io::Error::other(stop)),
            Err(error) if !stream.is_full() => Err(std::io::Error::other(error.to_string())),
            Ok(_) | Err(_) => stream.finish(),
        }
    })?;
    let mut map = MapFile::new(model, &map, count.variables as u32, digest.sha256, context);
    map.gbdhash = Some(digest.gbdhash);
    write_map(args, &map)?;
    done(0)
}

/// Hands out what the formula is written to, and hands back what is told of it. A file is there whole or not at all.
fn written<T: Default>(
    args: &ExportArgs,
    by: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<T>,
) -> anyhow::Result<T> {
    let Some(path) = &args.output else {
        let mut bytes = Vec::new();
        let told = by(&mut bytes).map_err(unwritten)?;
        output::bytes(&bytes)?;
        return Ok(told);
    };
    let mut told = T::default();
    output::file_by(path, &mut |out| {
        told = compress::through(path, out, by)?;
        Ok(())
    })?;
    Ok(told)
}

/// A formula beside which the objective, or counts, stay what they are.
fn export_partly(
    args: &ExportArgs,
    problem: &Problem,
    engine: &SatEngine,
    kept: Kept,
    budget: &Budget,
) -> anyhow::Result<u8> {
    let context = provenance::of(problem, &engine.encoding);
    let statement = problem.statement(&Engine::default(), budget)?;
    if kept == Kept::Counts && statement.optimises() {
        failure::warn("note: KNF has no objective; the formula is of all solutions, best or not");
    }
    if kept == Kept::Objective && !statement.optimises() {
        failure::warn("note: the model has no objective; all clauses are hard");
    }
    let presolved = presolved_for_export(&statement, args.presolve.or(engine.presolve), budget)?;
    let made = encode::partly_encoded(&statement.model, &presolved, &engine.encoding, kept, budget);
    let (mut formula, map) = made.map_err(failed)?;
    if args.no_names {
        formula.names = Names::new();
    }
    let mut bytes = Vec::new();
    let mut out = Limited::new(&mut bytes, budget);
    let writer = if kept == Kept::Counts { knf::write } else { wcnf::write };
    writer(&formula, &mut out).map_err(unwritten)?;
    if kept == Kept::Objective {
        let (n_vars, digest) = (formula.formula.n_vars(), dimacs::sha256(&bytes));
        write_map(args, &MapFile::new(&statement.model, &map, n_vars, digest, context))?;
    }
    write(args, &bytes)
}

/// How a model is written.
type Flatzinc = fn(&Model) -> Result<flatzinc::Text<'_>, flatzinc::Unwritable>;

/// The flattened model. It keeps the user's names, so no map is needed.
fn export_fzn(args: &ExportArgs, problem: Problem, write_model: Flatzinc, budget: &Budget) -> anyhow::Result<u8> {
    // What the model was made of is not needed any more.
    let model = problem.into_model(budget)?;
    let text = write_model(&model).map_err(|why| Resources(why.to_string()))?;
    written(args, &mut |out| text.put(&mut Limited::new(out, budget)))?;
    done(0)
}

fn write_map(args: &ExportArgs, map: &MapFile) -> anyhow::Result<()> {
    let Some(path) = map_path(args) else { return Ok(()) };
    output::file(&path, map.to_json().as_bytes())
}

fn export_opb(args: &ExportArgs, problem: &Problem, engine: &SatEngine, budget: &Budget) -> anyhow::Result<u8> {
    let statement = problem.statement(&Engine::default(), budget)?;
    let mut bytes = Vec::new();
    let presolved = presolved_for_export(&statement, args.presolve.or(engine.presolve), budget)?;
    let formula = encode::opb_of_presolved(&statement.model, &presolved.model, &engine.encoding, budget);
    let formula = formula.map_err(failed)?;
    opb::write(&formula, &mut Limited::new(&mut bytes, budget)).map_err(unwritten)?;
    write(args, &bytes)
}

fn export_qdimacs(args: &ExportArgs, problem: &Problem) -> anyhow::Result<u8> {
    let formula = problem.instance().and_then(|instance| instance.qdimacs(args.at_least));
    let formula = formula.ok_or_else(|| Usage("only games of two players become quantified formulas".to_string()))?;
    write(args, formula.map_err(Resources)?.as_bytes())
}

/// A limit that was reached is no failure.
fn failed(error: EncodeError) -> anyhow::Error {
    match error {
        EncodeError::Stop(stop) => stop.into(),
        other => Resources(other.to_string()).into(),
    }
}

fn unwritten(error: std::io::Error) -> anyhow::Error {
    Limited::stop(&error).map_or_else(|| error.into(), anyhow::Error::from)
}

fn write(args: &ExportArgs, bytes: &[u8]) -> anyhow::Result<u8> {
    match &args.output {
        Some(path) => {
            let compressed = compress::for_name(path, bytes).map_err(|e| Resources(e.to_string()))?;
            output::file(path, &compressed)?;
        }
        None => output::bytes(bytes)?,
    }
    done(0)
}

/// Where the map goes: where the user says, or beside the formula; nowhere if the formula goes to standard output.
fn map_path(args: &ExportArgs) -> Option<PathBuf> {
    let beside = |path: &PathBuf| PathBuf::from(format!("{}.map.json", path.display()));
    args.map.clone().or_else(|| args.output.as_ref().map(beside))
}

/// The names of a formula's variables.
fn names(map: &VarMap) -> Names {
    let mut names = Names::new();
    for (var, name) in map.names() {
        names.insert(crate::cnf::Lit::new(var as i32), &name);
    }
    names
}
