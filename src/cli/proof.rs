//! `solve --proof`: the evidence of a verdict, kept as `certify` keeps it.

use super::args::{EngineArgs, SolveArgs};
use super::failure::{self, Usage};
use crate::certify::{self, Asked};
use crate::engine::{CspEngine, Engine, SatEngine};
use crate::solve::{Evidence, Kind, Outcome, Problem, Run, SolveError, Status};
use std::path::Path;

/// How to solve: where evidence is to be kept, by an engine that can give it.
pub fn engine(args: &SolveArgs) -> anyhow::Result<EngineArgs> {
    let asked = &args.engine;
    if args.evidence.proof.is_none() {
        return Ok(asked.clone());
    }
    match (&asked.engine, asked.mode.as_deref(), asked.presolve) {
        (_, _, Some(_)) => Err(wrong("what presolving does is not proved; leave --presolve out".to_string())),
        (Some(engine @ Engine::Sat(SatEngine { presolve: Some(_), .. })), ..) => {
            Err(wrong(format!("what presolving does is not proved: {engine}")))
        }
        (Some(engine @ Engine::Csp(CspEngine { presolve: Some(_), .. })), ..) => {
            Err(wrong(format!("what presolving does is not proved: {engine}")))
        }
        (Some(Engine::Csp(_)), ..) => Ok(asked.clone()),
        (Some(Engine::Sat(sat)), ..) => Ok(whole(asked, sat)),
        (None, None | Some("sat"), None) => Ok(whole(asked, &SatEngine::default())),
        (Some(other), ..) => Err(wrong(format!("{other} keeps no proof; --proof takes a `sat` or `csp` engine"))),
        (None, Some(mode), None) => Err(wrong(format!("{mode} keeps no proof; --proof takes a `sat` or `csp` engine"))),
    }
}

fn wrong(why: String) -> anyhow::Error {
    Usage(why).into()
}

fn whole(asked: &EngineArgs, sat: &SatEngine) -> EngineArgs {
    let engine = Engine::Sat(SatEngine { split: false, ..sat.clone() });
    EngineArgs { engine: Some(engine), mode: None, ..asked.clone() }
}

/// Keeps the evidence of a verdict, which says from then on what it rests on.
pub fn keep(place: &Path, problem: &Problem, run: &Run, outcome: &mut Outcome) -> anyhow::Result<()> {
    if outcome.status == Status::Unknown || outcome.reason.is_some() {
        failure::warn(&format!("{}: nothing was decided, so no evidence is kept", problem.title));
        return Ok(());
    }
    let asked = if run.limit.is_none() { Asked::All } else { Asked::One };
    let made = certify::make(problem, &run.engine, asked, place, &run.budget)?;
    match made.status() == Some(outcome.status) {
        true => {
            if outcome.denies() && matches!(run.engine, Engine::Csp(_)) {
                outcome.evidence = Evidence { kind: Kind::Veripb, checked: true };
            }
            Ok(())
        }
        false => {
            let why = format!("the evidence is of `{}`, the answer was `{}`", made.verdict, outcome.status.word());
            Err(SolveError::Rejected(why).into())
        }
    }
}
