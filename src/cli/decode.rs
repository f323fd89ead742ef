//! `decode`: another solver's answer to an exported formula, back as a solution that both judges accept.
//!
//! The map says where the formula came from. The problem is made and encoded again, and only if that gives the very
//! formula the map speaks of is the answer read in its terms.

use super::args::DecodeArgs;
use super::failure::Rejected;
use super::run::once;
use super::unanswered::Form;
use super::{context, export, failure, input, output, solve};
use crate::cnf::dimacs::{self, Map, Verdict};
use crate::cnf::{Cnf, Names, Valuation};
use crate::encode::VarMap;
use crate::report;
use crate::search::Budget;
use crate::solve::{Answer, Problem, SolveError, Status, judge_assignment};
use serde_json::{Value, json};

/// Runs the command.
pub fn run(args: &DecodeArgs) -> anyhow::Result<u8> {
    once(&args.limits, Form::new(args.json, &[("solution", Value::Null)]), |_| decode(args))
}

fn decode(args: &DecodeArgs) -> anyhow::Result<u8> {
    let file = args.map.to_string_lossy();
    let map = Map::from_json(input::read(&file)?.text.as_bytes()).map_err(|why| Rejected(format!("{file}: {why}")))?;
    let answer = input::read(&args.output)?;
    let verdict =
        dimacs::read_answer(answer.text.as_bytes(), map.n_vars).map_err(|e| Rejected(e.in_file(&answer.name)))?;
    let (job, encoding) = context::restore(&map.context)?;
    let problem = job.problem(&Budget::unlimited())?;
    let (cnf, var_map) = export::formula(&problem.flat.model, &encoding)?;
    same_formula(&map, &cnf, &var_map)?;
    match verdict {
        Verdict::Sat(valuation) => solved(args, &problem, &cnf, &var_map, &valuation),
        Verdict::Unsat => verdict_only(args, &problem, Status::Unsatisfiable),
        Verdict::Unknown => verdict_only(args, &problem, Status::Unknown),
    }
}

/// The map's digest is that of the file, with or without names in its comments.
fn same_formula(map: &Map, cnf: &Cnf, var_map: &VarMap) -> anyhow::Result<()> {
    for names in [export::names(var_map), Names::new()] {
        let mut bytes = Vec::new();
        dimacs::write(cnf, &names, &mut bytes)?;
        if dimacs::sha256(&bytes) == map.cnf_sha256 {
            return Ok(());
        }
    }
    Err(Rejected("the map is of another formula than this program makes of its problem: export it again".to_string())
        .into())
}

fn solved(
    args: &DecodeArgs,
    problem: &Problem,
    cnf: &Cnf,
    var_map: &VarMap,
    valuation: &Valuation,
) -> anyhow::Result<u8> {
    if !cnf.is_satisfied_by(valuation) {
        return Err(SolveError::Rejected("the solver's literals do not satisfy the formula".to_string()).into());
    }
    let answer = judge_assignment(problem, var_map.decode(valuation))?;
    if args.json {
        output::line(&shown(problem, Status::Satisfiable, Some(&answer)).to_string())?;
    } else {
        let shown = report::answer_text(problem, &answer, !args.quiet, output::wants_colour(), &Budget::unlimited());
        output::text(&shown.text)?;
        output::line(Status::Satisfiable.word())?;
        failure::of_output(shown.failed)?;
    }
    if let Some(path) = &args.svg {
        solve::write_svg(path, problem, &answer)?;
    }
    Ok(Status::Satisfiable.exit_code())
}

fn verdict_only(args: &DecodeArgs, problem: &Problem, status: Status) -> anyhow::Result<u8> {
    match args.json {
        true => output::line(&shown(problem, status, None).to_string())?,
        false => output::line(status.word())?,
    }
    Ok(status.exit_code())
}

fn shown(problem: &Problem, status: Status, answer: Option<&Answer>) -> serde_json::Value {
    json!({"id": problem.id, "puzzle": problem.kind(), "status": status.word(), "solution": answer.map(|a| a.shown(problem))})
}
