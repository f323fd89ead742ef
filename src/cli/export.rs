//! `export`: the formula as a file for other solvers, and the map that leads back.

use super::args::{ExportArgs, ExportFormat};
use super::failure::{Resources, Usage};
use super::run::once;
use super::unanswered::Form;
use super::{context, input, output};
use crate::cnf::dimacs::{self, Map};
use crate::cnf::{Cnf, Names, opb};
use crate::encode::{self, Encoding, VarMap};
use crate::model::Model;
use crate::search::Budget;
use std::path::PathBuf;

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<u8> {
    let form = Form { aside: args.output.is_none(), ..Form::default() };
    once(&args.limits, form, |_| export(args))
}

fn export(args: &ExportArgs) -> anyhow::Result<u8> {
    let job = input::load_one(&args.target, "export")?;
    let encoding = Encoding::parse(args.encoding.as_deref().unwrap_or("")).map_err(|e| Usage(e.to_string()))?;
    match args.format {
        ExportFormat::Dimacs => export_dimacs(args, job, &encoding),
        ExportFormat::Opb => export_opb(args, job, &encoding),
        ExportFormat::Qdimacs => export_qdimacs(args, &job),
    }
}

fn export_dimacs(args: &ExportArgs, job: input::Job, encoding: &Encoding) -> anyhow::Result<u8> {
    let context = context::of(&job, encoding);
    let problem = job.problem(&Budget::unlimited())?;
    let (cnf, map) = formula(&problem.flat.model, encoding)?;
    let names = names(&map);
    let shown = if args.no_names { Names::new() } else { names.clone() };
    let mut bytes = Vec::new();
    dimacs::write(&cnf, &shown, &mut bytes)?;
    let map = Map::new(&cnf, &names, dimacs::sha256(&bytes), context);
    if let Some(path) = map_path(args) {
        output::file(&path, map.to_json().as_bytes())?;
    }
    write(args, &bytes)
}

fn export_opb(args: &ExportArgs, job: input::Job, encoding: &Encoding) -> anyhow::Result<u8> {
    let problem = job.problem(&Budget::unlimited())?;
    let mut bytes = Vec::new();
    let formula = crate::sat::opb_of_model(&problem.flat.model, encoding).map_err(|e| Resources(e.to_string()))?;
    opb::write(&formula, &mut bytes)?;
    write(args, &bytes)
}

fn export_qdimacs(args: &ExportArgs, job: &input::Job) -> anyhow::Result<u8> {
    let formula = job.instance().and_then(|instance| instance.qdimacs(args.at_least));
    let formula = formula.ok_or_else(|| Usage("only games of two players become quantified formulas".to_string()))?;
    write(args, formula.map_err(Resources)?.as_bytes())
}

fn write(args: &ExportArgs, bytes: &[u8]) -> anyhow::Result<u8> {
    match &args.output {
        Some(path) => output::file(path, bytes)?,
        None => output::bytes(bytes)?,
    }
    Ok(0)
}

/// Where the map goes: where the user says, or beside the formula; nowhere if the formula goes to standard output.
fn map_path(args: &ExportArgs) -> Option<PathBuf> {
    let beside = |path: &PathBuf| PathBuf::from(format!("{}.map.json", path.display()));
    args.map.clone().or_else(|| args.output.as_ref().map(beside))
}

/// The formula of a whole model.
pub fn formula(model: &Model, encoding: &Encoding) -> anyhow::Result<(Cnf, VarMap)> {
    let mut cnf = Cnf::new();
    let map = encode::encode(model, encoding, &mut cnf).map_err(|e| Resources(e.to_string()))?;
    Ok((cnf, map))
}

/// The names of a formula's variables.
pub fn names(map: &VarMap) -> Names {
    let mut names = Names::new();
    for (var, name) in map.names() {
        names.insert(crate::cnf::Lit::new(var as i32), &name);
    }
    names
}
