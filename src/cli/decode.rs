//! `decode`: another solver's answer to an exported formula, back as a solution that both judges accept.
//!
//! The map says how the variables of the model are told by literals, and where the formula came from. The values are
//! read through it and judged on the problem made again; nothing is encoded, so a map outlives every change of the
//! encoders. The formula itself is looked at only if it is given.

use super::args::DecodeArgs;
use super::failure::{Rejected, told};
use super::run::{done, once};
use super::unanswered::{Form, or_stopped};
use super::{failure, input, output, provenance, solve};
use crate::cnf::Valuation;
use crate::cnf::dimacs::{self, Claim};
use crate::encode::{Coding, MapFile};
use crate::engine::Engine;
use crate::model::{Assignment, Model};
use crate::report;
use crate::search::Budget;
use crate::solve::{Accepted, Problem, SolveError, Status, judge_assignment, judge_named};
use serde_json::{Value, json};

/// Runs the command.
pub fn run(args: &DecodeArgs) -> anyhow::Result<u8> {
    let form = Form::new(args.json, &[("solution", Value::Null)]);
    or_stopped(once(&args.limits, form.clone(), |budget| told(args.json, decode(args, budget))), form)
}

fn decode(args: &DecodeArgs, budget: &Budget) -> anyhow::Result<u8> {
    let file = args.map.to_string_lossy();
    let map = MapFile::from_json(input::read(&file)?.text.as_bytes());
    let map = map.map_err(|why| Rejected(format!("{file}: {why}")))?;
    let answer = input::read(&args.output)?;
    let verdict = dimacs::read_answer(answer.text.as_bytes(), map.variables);
    let verdict = verdict.map_err(|e| Rejected(e.in_file(&answer.name)))?;
    if let Some(path) = &args.cnf {
        check_formula(path, &map, &verdict)?;
    }
    let problem = provenance::restore(&map.context, budget)?;
    match verdict {
        Claim::Sat(valuation) => solved(args, &problem, &map.coding, &valuation, budget),
        Claim::Unsat => verdict_only(args, &problem, Status::Unsatisfiable),
        Claim::Unknown => verdict_only(args, &problem, Status::Unknown),
    }
}

/// The file is the map's formula, and the answer satisfies it.
fn check_formula(path: &str, map: &MapFile, verdict: &Claim) -> anyhow::Result<()> {
    let source = input::read(path)?;
    if dimacs::sha256(source.text.as_bytes()) != map.cnf_sha256 {
        return Err(Rejected(format!("{}: the map is of another formula", source.name)).into());
    }
    let Claim::Sat(valuation) = verdict else { return Ok(()) };
    let (cnf, _) = dimacs::read(source.text.as_bytes()).map_err(|e| Rejected(e.in_file(&source.name)))?;
    match cnf.is_satisfied_by(valuation) {
        true => Ok(()),
        false => Err(SolveError::Rejected("the solver's literals do not satisfy the formula".to_string()).into()),
    }
}

fn solved(
    args: &DecodeArgs,
    problem: &Problem,
    coding: &Coding,
    valuation: &Valuation,
    budget: &Budget,
) -> anyhow::Result<u8> {
    let answer = judged(problem, coding, valuation, budget)?;
    if args.json {
        output::line(&shown(problem, Status::Satisfiable, Some(&answer)).to_string())?;
    } else {
        let shown = report::answer_text(problem, &answer, !args.quiet, output::wants_colour(), budget);
        output::text(&shown.text)?;
        output::line(Status::Satisfiable.word())?;
        failure::of_output(shown.failed)?;
    }
    if let Some(path) = &args.svg {
        solve::write_svg(path, problem, &answer)?;
    }
    done(Status::Satisfiable.exit_code())
}

/// The answer as both judges accept it. Where the model has other auxiliaries than the map, or uses them otherwise, the
/// named values decide.
fn judged(problem: &Problem, coding: &Coding, valuation: &Valuation, budget: &Budget) -> anyhow::Result<Accepted> {
    let statement = problem.statement(&Engine::default(), budget)?;
    if coding.fits(names(&statement.model)) {
        let values = coding.all_values(valuation).map_err(SolveError::Rejected)?;
        if let Ok(answer) = judge_assignment(problem, &statement, Assignment::new(values), budget) {
            return Ok(answer);
        }
    }
    let named = coding.named_values(valuation).map_err(SolveError::Rejected)?;
    Ok(judge_named(problem, &statement, &named, budget)??)
}

fn names(model: &Model) -> impl ExactSizeIterator<Item = &str> {
    model.vars.iter().map(|decl| decl.name.as_str())
}

fn verdict_only(args: &DecodeArgs, problem: &Problem, status: Status) -> anyhow::Result<u8> {
    match args.json {
        true => output::line(&shown(problem, status, None).to_string())?,
        false => output::line(status.word())?,
    }
    done(status.exit_code())
}

fn shown(problem: &Problem, status: Status, answer: Option<&Accepted>) -> serde_json::Value {
    json!({"id": problem.id, "puzzle": problem.kind(), "status": status.word(), "solution": answer.map(|a| a.shown())})
}
