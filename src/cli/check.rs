//! `check`: both judges on a claimed solution.
//!
//! For a puzzle the rules judge the claim. For a model the claim is named values (JSON), and the model judges whether
//! they can be completed to a solution.

use super::args::{CheckArgs, Target};
use super::failure::{Rejected, Usage};
use super::progress::watched;
use super::run::once;
use super::unanswered::Form;
use super::{input, output};
use crate::engine::Engine;
use crate::puzzles::{self, Judged, Proof, Verified};
use crate::search::{Budget, Stop};
use crate::solve::{self, Problem, Status};
use serde_json::{Value, json};

/// Runs the command.
pub fn run(args: &CheckArgs) -> anyhow::Result<u8> {
    once(&args.limits, Form::new(args.json, &[("valid", Value::Null)]), |budget| check(args, budget))
}

fn check(args: &CheckArgs, budget: &Budget) -> anyhow::Result<u8> {
    let (claim, inputs) = args.target.inputs.split_last().expect("the parser asks for one input at least");
    if let Some((proof, bytes)) = certificate(claim) {
        return check_certificate(args, proof, &bytes, inputs, budget);
    }
    if inputs.is_empty() {
        return Err(Usage("check takes an instance and a claimed solution".to_string()).into());
    }
    if args.target.inputs.iter().filter(|i| *i == "-").count() > 1 {
        return Err(Usage("standard input can be read once".to_string()).into());
    }
    let target = Target { inputs: inputs.to_vec(), ..args.target.clone() };
    let problem = input::load_one(&target, "check")?.problem(&Budget::unlimited())?;
    let source = input::read(claim)?;
    let verdict = match &problem.puzzle {
        Some(puzzle) => {
            let claim = puzzle.instance.read_solution(&source.name, &source.text)?;
            puzzle.instance.check(&claim).map(|()| puzzle.instance.judged(&claim))
        }
        None => match check_values(&problem, &source, budget)? {
            Ok(verdict) => verdict.map(|()| values_judged()),
            Err(stop) => return unanswered(args, stop),
        },
    };
    report(args, &problem, verdict)
}

/// The file as a certificate, if it begins like one.
fn certificate(path: &str) -> Option<(&'static Proof, Vec<u8>)> {
    let bytes = std::fs::read(path).ok()?;
    let mut proofs = puzzles::TABLE.iter().filter_map(|row| row.proof.as_ref());
    proofs.find(|proof| bytes.starts_with(proof.magic.as_bytes())).map(|proof| (proof, bytes))
}

fn check_certificate(
    args: &CheckArgs,
    proof: &Proof,
    bytes: &[u8],
    inputs: &[String],
    budget: &Budget,
) -> anyhow::Result<u8> {
    let target = Target { inputs: inputs.to_vec(), ..args.target.clone() };
    let job = if inputs.is_empty() { None } else { Some(input::load_one(&target, "check")?) };
    let instance = job.as_ref().and_then(|job| job.instance());
    let verified = watched("checking", budget, |budget| (proof.verify)(bytes, instance, budget));
    let verified = verified.map_err(Rejected)?;
    let (valid, words) = match verified {
        Verified::Holds(claim) => (true, claim),
        Verified::Fails(why) => (false, why),
        Verified::Stopped(stop) => return unanswered(args, stop),
    };
    match args.json {
        true => output::line(&json!({"valid": valid, "reason": words}).to_string())?,
        false if valid => output::line(&format!("valid: {words}"))?,
        false => output::line(&format!("not a proof: {words}"))?,
    }
    Ok(if valid { 10 } else { 20 })
}

fn report(args: &CheckArgs, problem: &Problem, verdict: Result<Judged, String>) -> anyhow::Result<u8> {
    let judged = verdict.as_ref().ok();
    let (holds, not_judged) = (judged.map(|j| &j.holds), judged.and_then(|j| j.not_judged.as_ref()));
    if args.json {
        let object = json!({"id": problem.id, "puzzle": problem.kind(), "valid": verdict.is_ok(),
            "reason": verdict.as_ref().err(), "holds": holds, "not_judged": not_judged});
        output::line(&object.to_string())?;
    } else {
        output::line(&match &verdict {
            Ok(Judged { holds, not_judged: None }) => format!("valid: {holds}"),
            Ok(Judged { holds, not_judged: Some(open) }) => format!("valid: {holds}; not judged: {open}"),
            Err(why) => format!("not a solution: {why}"),
        })?;
    }
    Ok(if verdict.is_ok() { 10 } else { 20 })
}

fn values_judged() -> Judged {
    Judged { holds: "the values can be completed to a solution".to_string(), not_judged: None }
}

/// Says that there was no time to judge.
fn unanswered(args: &CheckArgs, stop: Stop) -> anyhow::Result<u8> {
    let words = Form::new(args.json, &[("valid", Value::Null)]).words(Vec::new())(0, stop);
    output::answer(&words.out, words.ended)?;
    Ok(words.ended.code)
}

/// Whether the named values can be completed to a solution of the model; or the limit that was reached.
fn check_values(
    problem: &Problem,
    source: &crate::front::Source,
    budget: &Budget,
) -> anyhow::Result<Result<Result<(), String>, Stop>> {
    let fixed = problem.flat.fixed_by_json(source).map_err(Rejected)?;
    let mut model = problem.flat.model.clone();
    model.objective = crate::model::Objective::Satisfy;
    for atom in fixed {
        model.clause([atom]);
    }
    let outcome = solve::solve_model(model, &Engine::default(), budget.clone())?;
    Ok(match outcome.status {
        Status::Satisfiable | Status::Optimal => Ok(Ok(())),
        Status::Unsatisfiable => Ok(Err("the values break a constraint of the model".to_string())),
        Status::Unknown => Err(outcome.reason.unwrap_or(Stop::Timeout)),
    })
}
