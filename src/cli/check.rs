//! `check`: both judges on a claimed solution.
//!
//! For a puzzle the rules judge the claim. For a model the claim is named values (JSON, or written like data), and the
//! model judges whether they can be completed to a solution. The claim is read once: it may come through a pipe.

use super::args::{CheckArgs, Target};
use super::failure::{Rejected, Usage, settled, told};
use super::progress::Progress;
use super::run::{done, once};
use super::unanswered::{Form, or_stopped};
use super::{check_bundle, input, output};
use crate::engine::Engine;
use crate::explain::{self, Broken};
use crate::front::Source;
use crate::model::{Model, Objective};
use crate::puzzles::{self, Judged, Proof, Verified};
use crate::report;
use crate::search::{Budget, Stop};
use crate::solve::{self, Language, Problem, Run, SolveError, Statement, Status, intake};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Runs the command.
pub fn run(args: &CheckArgs) -> anyhow::Result<u8> {
    if args.target.horizon.is_some() {
        let why = "--horizon fixes the steps that are looked for; a claim says its own".to_string();
        return Err(Usage(why).into());
    }
    or_stopped(once(&args.limits, form(args), |budget| told(args.json, check(args, budget))), form(args))
}

fn form(args: &CheckArgs) -> Form {
    Form::new(args.json, &["valid", "holds", "not_judged"].map(|name| (name, Value::Null)))
}

fn check(args: &CheckArgs, budget: &Budget) -> anyhow::Result<u8> {
    let (claim, inputs) = args.target.inputs.split_last().expect("the parser asks for one input at least");
    if args.target.inputs.iter().filter(|i| *i == "-").count() > 1 {
        return Err(Usage("standard input can be read once".to_string()).into());
    }
    if std::path::Path::new(claim).is_dir() {
        return check_bundle::run(args, claim.as_ref(), inputs, budget);
    }
    let claim = input::Read::of(claim)?;
    if let Some(proof) = certificate(&claim.bytes) {
        return check_certificate(args, proof, &claim.bytes, inputs, budget);
    }
    if inputs.is_empty() {
        return Err(Usage("check takes an instance and a claimed solution".to_string()).into());
    }
    let target = Target { inputs: inputs.to_vec(), ..args.target.clone() };
    let problem = input::load_one(&target, "check", budget)?;
    let source = claim.source()?;
    let verdict = match problem.instance() {
        Some(instance) => {
            let claim = instance.read_solution(&source.name, &source.text)?;
            match instance.check(&claim) {
                Ok(()) => Ok(instance.judged(&claim)),
                Err(why) => Err(Wrong { why, ..broken_by(&problem, instance, &claim, budget)? }),
            }
        }
        None => match check_values(&problem, &source, budget)? {
            Ok(verdict) => verdict,
            Err(stop) => return unanswered(args, stop),
        },
    };
    report(args, &problem, verdict)
}

/// Why a claim is no solution.
#[derive(Default)]
struct Wrong {
    why: String,
    /// The rules of the model that it breaks, if they can be told.
    broken: Option<Broken>,
    /// The board with them ringed.
    board: Option<String>,
}

/// The rules that a claim about a puzzle breaks, where it says the value of the model's variables.
fn broken_by(
    problem: &Problem,
    instance: &dyn puzzles::Instance,
    claim: &puzzles::Solution,
    budget: &Budget,
) -> anyhow::Result<Wrong> {
    let Some(named) = instance.claimed(claim) else { return Ok(Wrong::default()) };
    let source = Source::new("claim", Value::Object(named).to_string());
    let horizon = problem.horizons().and_then(|_| usize::try_from(instance.cost(claim)?).ok());
    let broken = match explain::broken(problem, horizon, &|statement| statement.fixed_by_json(&source), budget) {
        Ok(broken) => broken,
        // A model of the user's own may have other variables.
        Err(SolveError::Rejected(_)) => return Ok(Wrong::default()),
        Err(error) => return Err(error.into()),
    };
    let board = report::broken_board(instance, &claim.json(), &broken, output::wants_colour());
    Ok(Wrong { why: String::new(), broken: Some(broken), board })
}

/// The certificate that a file begins like.
fn certificate(bytes: &[u8]) -> Option<&'static Proof> {
    let mut proofs = puzzles::TABLE.iter().filter_map(|row| row.proof.as_ref());
    proofs.find(|proof| bytes.starts_with(proof.magic.as_bytes()))
}

fn check_certificate(
    args: &CheckArgs,
    proof: &Proof,
    bytes: &[u8],
    inputs: &[String],
    budget: &Budget,
) -> anyhow::Result<u8> {
    let target = Target { inputs: inputs.to_vec(), ..args.target.clone() };
    let problem = if inputs.is_empty() { None } else { Some(input::load_one(&target, "check", budget)?) };
    let instance = problem.as_ref().and_then(|problem| problem.instance());
    let line = Progress::new("checking");
    let verified = (proof.verify)(bytes, instance, &line.watching(budget));
    drop(line);
    let (valid, words) = match verified.map_err(Rejected)? {
        Verified::Holds(claim) => (true, claim),
        Verified::Fails(why) => (false, why),
        Verified::Stopped(stop) => return unanswered(args, stop),
    };
    let code = if valid { 10 } else { 20 };
    settled(print_proof(args, valid, &words), code)?;
    done(code)
}

pub(super) fn print_proof(args: &CheckArgs, valid: bool, words: &str) -> anyhow::Result<()> {
    match args.json {
        true => output::line(&json!({"valid": valid, "reason": words}).to_string()),
        false if valid => output::line(&format!("valid: {words}")),
        false => output::line(&format!("not a proof: {words}")),
    }
}

fn report(args: &CheckArgs, problem: &Problem, verdict: Result<Judged, Wrong>) -> anyhow::Result<u8> {
    let judged = verdict.as_ref().ok();
    let (holds, not_judged) = (judged.map(|j| &j.holds), judged.and_then(|j| j.not_judged.as_ref()));
    let wrong = verdict.as_ref().err();
    let broken = wrong.and_then(|wrong| wrong.broken.as_ref());
    if args.json {
        let object = json!({"id": problem.id, "puzzle": problem.kind(), "valid": verdict.is_ok(),
            "reason": wrong.map(|wrong| &wrong.why), "holds": holds, "not_judged": not_judged,
            "broken": broken.map(|broken| report::rules_json(&broken.rules))});
        output::line(&object.to_string())?;
    } else {
        output::line(&match &verdict {
            Ok(Judged { holds, not_judged: None }) => format!("valid: {holds}"),
            Ok(Judged { holds, not_judged: Some(open) }) => format!("valid: {holds}; not judged: {open}"),
            Err(Wrong { why, .. }) => format!("not a solution: {why}"),
        })?;
        output::text(&broken.map_or_else(String::new, report::broken_text))?;
        output::text(wrong.and_then(|wrong| wrong.board.as_deref()).unwrap_or_default())?;
    }
    Ok(if verdict.is_ok() { 10 } else { 20 })
}

/// What it means that a model can be true with these values.
fn values_judged(statement: &Statement, n_values: usize) -> Judged {
    let is_whole = n_values == statement.model.answer.len();
    let holds = if is_whole { "a solution" } else { "the values can be completed to a solution" };
    let not_judged = statement.optimises().then(|| "whether it is best".to_string());
    Judged { holds: holds.to_string(), not_judged }
}

/// Says that there was no time to judge.
fn unanswered(args: &CheckArgs, stop: Stop) -> anyhow::Result<u8> {
    let words = form(args).words(Vec::new())(0, stop);
    output::answer(&words.out, words.ended)?;
    Ok(words.ended.code)
}

/// Whether the named values can be completed to a solution of the model; or the limit that was reached.
fn check_values(
    problem: &Problem,
    source: &Source,
    budget: &Budget,
) -> anyhow::Result<Result<Result<Judged, Wrong>, Stop>> {
    let engine = Engine::default();
    let source = &last_solution(source);
    let is_json = source.text.trim_start().starts_with(['{', '[']);
    // Numbers alone are values of the model's variables, unless some belong to what is known without them.
    let misfit = match is_json && !has_words(source) {
        true => Some(problem.statement(&engine, budget)?.fixed_by_json(source).err()),
        false => None,
    };
    let told = match &misfit {
        Some(None) => None,
        Some(Some(why)) if !is_of_minizinc(problem) => return Err(Rejected(why.clone()).into()),
        _ => Some(with_values(problem, source, is_json, budget)?),
    };
    let statement = match (told.as_ref().unwrap_or(problem).statement(&engine, budget), misfit) {
        (Err(SolveError::Model(_)), Some(Some(why))) => return Err(Rejected(why).into()),
        (statement, _) => statement?,
    };
    let fixed = |statement: &Statement| match &told {
        None => statement.fixed_by_json(source),
        Some(_) => Ok(Vec::new()),
    };
    let assumptions = fixed(&statement).map_err(Rejected)?;
    let judged = values_judged(&statement, assumptions.len());
    let model = Model { objective: Objective::Satisfy, ..statement.model.clone() };
    let run = Run { assumptions, ..Run::one(engine, budget.clone()) };
    let outcome = solve::solve(&Problem::of_model(model), &run, &mut |_| ControlFlow::Continue(()))?;
    if let Some(assignment) = outcome.best.as_ref().and_then(|answer| answer.assignment()) {
        solve::judge_by_file(&statement, assignment, budget)?;
    }
    Ok(match outcome.status {
        Status::Satisfiable | Status::Optimal => Ok(Ok(judged)),
        Status::Unsatisfiable => {
            let broken = Some(explain::broken(told.as_ref().unwrap_or(problem), None, &fixed, budget)?);
            Ok(Err(Wrong { why: "the values break a constraint of the model".to_string(), broken, board: None }))
        }
        Status::Unknown => Err(outcome.reason.unwrap_or(Stop::Timeout)),
    })
}

/// What a solver printed last: solutions end with a rule of dashes, and a rule of equals signs says what they were. Lines
/// keep their numbers. In JSON, MiniZinc adds what no model declares, such as `_objective`.
fn last_solution(source: &Source) -> Source {
    let is_dashed = |line: &str| line.starts_with("-----");
    let is_said_aside = |line: &str| is_dashed(line) || line.starts_with("=====") || line.starts_with("%%%mzn-");
    let lines: Vec<&str> = source.text.lines().collect();
    let last = lines.iter().rposition(|line| is_dashed(line)).unwrap_or(lines.len());
    let first = lines[..last].iter().rposition(|line| is_dashed(line)).map_or(0, |at| at + 1);
    let kept = |(at, line): (usize, &&'_ str)| {
        let is_of_it = (first..last).contains(&at) && !is_said_aside(line);
        if is_of_it { line.to_string() } else { String::new() }
    };
    let text = lines.iter().enumerate().map(kept).collect::<Vec<_>>().join("\n");
    match serde_json::from_str::<serde_json::Map<String, Value>>(&text) {
        Ok(mut named) if named.keys().any(|name| name.starts_with('_')) => {
            named.retain(|name, _| !name.starts_with('_'));
            Source::new(source.name.as_str(), Value::Object(named).to_string())
        }
        _ => Source::new(source.name.as_str(), text),
    }
}

/// Whether a JSON object has values that are no numbers: constants of enums, sets.
fn has_words(source: &Source) -> bool {
    fn is_word(value: &Value) -> bool {
        match value {
            Value::Array(items) => items.iter().any(is_word),
            Value::String(_) | Value::Object(_) => true,
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
    let named = serde_json::from_str::<serde_json::Map<String, Value>>(&source.text);
    named.is_ok_and(|named| !named.contains_key("solution") && named.values().any(is_word))
}

fn is_of_minizinc(problem: &Problem) -> bool {
    problem.named().is_some_and(|named| named.language == Language::Minizinc)
}

/// The model with the values of a claim that is written like data, or as solvers print it.
fn with_values(problem: &Problem, source: &Source, is_json: bool, budget: &Budget) -> anyhow::Result<Problem> {
    if source.text.trim().is_empty() {
        return Err(Rejected(format!("{}: expected values, as in `x = 1;`, found none", source.name)).into());
    }
    let named = problem
        .named()
        .filter(|n| n.language == Language::Minizinc)
        .ok_or_else(|| Rejected(format!("{}: expected a JSON object of named values", source.name)))?;
    let inner = if is_json { inside(source) } else { None };
    Ok(intake::claimed(named, Some((inner.as_ref().unwrap_or(source), is_json)), budget)?)
}

/// The solution in what `solve --json` says.
fn inside(source: &Source) -> Option<Source> {
    let whole: serde_json::Map<String, Value> = serde_json::from_str(&source.text).ok()?;
    let solution = whole.get("solution").filter(|solution| solution.is_object())?;
    Some(Source::new(source.name.as_str(), solution.to_string()))
}
