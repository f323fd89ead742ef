//! `cube`: a formula cut into cubes, with the proof that they cover everything.

use super::args::{CubeArgs, CubeLine, CubeWay, Target};
use super::campaign::failed;
use super::failure::{Rejected, Resources, Usage};
use super::run::{done, once};
use super::unanswered::{Form, or_stopped};
use super::{failure, input, output};
use crate::campaign::{self, Campaign};
use crate::cube::{self, Cubes};
use crate::engine::{Engine, SatEngine};
use crate::search::Budget;
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(args: &CubeArgs) -> anyhow::Result<u8> {
    let form = Form::default();
    or_stopped(once(&args.limits, form.clone(), |budget| cut(args, budget)), form)
}

fn cut(args: &CubeArgs, budget: &Budget) -> anyhow::Result<u8> {
    let engine = match &args.engine {
        None => SatEngine::default(),
        Some(Engine::Sat(sat)) => sat.clone(),
        Some(other) => return Err(Usage(format!("{other} makes no formula; cube takes a `sat` engine")).into()),
    };
    let formulation = engine.formulation.clone().or_else(|| args.target.formulation.clone());
    let problem = input::load_one(&Target { formulation, ..args.target.clone() }, "cube", budget)?;
    let stated = cube::state(&problem, &engine.encoding, budget)?;
    if stated.meaning.as_ref().is_some_and(|(statement, _)| statement.optimises()) {
        failure::warn("note: clauses have no objective; the formula is of all solutions, best or not");
    }
    let target = args.target_number as usize;
    let found = match args.by {
        CubeWay::Lookahead => cube::lookahead(&stated.cnf, target, budget),
        CubeWay::Prefix => cube::prefix(&stated.cnf, target, budget),
        CubeWay::Semantic => {
            let puzzle = problem.row().map(|row| row.name);
            cube::semantic(&stated, puzzle, target, budget).ok_or_else(|| {
                Usage("the variables of a formula mean nothing: --by lookahead or --by prefix".to_string())
            })?
        }
    };
    let context = cube::context(&problem, &engine.encoding);
    let cubes = Cubes { cubes: found?, cnf: stated.cnf, needed: Vec::new(), context };
    let cover = cubes.cover(budget).map_err(Resources)?;
    output::file_by(&args.output, &mut |out| cube::write(&cubes, out))?;
    output::file(&beside(&args.output, "cover.cnf"), &cover.text)?;
    output::file(&beside(&args.output, "cover.lrat"), &cover.proof)?;
    output::line(&format!(
        "{}: {} variables, {} clauses, {} cubes; that they cover everything is proved in {}",
        args.output.display(),
        cubes.cnf.n_vars(),
        cubes.cnf.n_clauses(),
        cubes.cubes.len(),
        beside(&args.output, "cover.lrat").display()
    ))?;
    done(0)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", path.display()))
}

/// Plans a campaign of cubes.
pub fn planned(line: &CubeLine, folder: &Path, command: &[String]) -> anyhow::Result<Campaign> {
    let bytes = std::fs::read(&line.file).map_err(|e| Rejected(format!("cannot read {}: {e}", line.file)))?;
    let cubes = cube::read(&bytes).map_err(|why| Rejected(format!("{}: {why}", line.file)))?;
    let limits = campaign::Limits { seconds: line.timeout, megabytes: line.memory };
    campaign::planned_cubes(folder, command, &cubes, limits).map_err(failed)
}
