//! `certify`: decide an instance and keep the proof as a file.

use super::args::{CertifyArgs, EngineArgs};
use super::failure::Usage;
use super::output;
use super::progress::watched;
use super::run::{Asked, Ended, each};
use super::unanswered::Form;
use crate::puzzles::Certified;
use crate::report::seconds;
use crate::solve::{Problem, Run, Status, judge_solution};
use std::time::Instant;

/// Runs the command.
pub fn run(args: &CertifyArgs) -> anyhow::Result<u8> {
    let (target, engine, limits) = (&args.target, &EngineArgs::default(), &args.limits);
    let asked = Asked { target, engine, limits, wants_all: false, form: Form::default(), headed: false };
    each(&asked, |problem, run| one(args, problem, run))
}

fn one(args: &CertifyArgs, problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    let proof = problem.row().and_then(|row| row.proof.as_ref()).zip(problem.instance());
    let (proof, instance) = proof.ok_or_else(|| Usage(format!("{} hands out no certificates", problem.kind())))?;
    let started = Instant::now();
    let certified = watched(problem, run, |run| (proof.certify)(instance, &run.budget));
    let certified = certified.map_err(Usage)?;
    let time = seconds(started.elapsed().as_secs_f64());
    match certified {
        Certified::Proof(bytes, claim) => {
            output::file(&args.output, &bytes)?;
            output::line(&format!("{claim}: {} bytes written to {}, {time}", bytes.len(), args.output.display()))?;
            Ok(Status::Unsatisfiable.into())
        }
        Certified::Solution(solution) => {
            let answer = judge_solution(problem, solution)?;
            output::file(&args.output, format!("{}\n", answer.shown()).as_bytes())?;
            output::line(&format!("there is a solution, written to {}, {time}", args.output.display()))?;
            Ok(Status::Satisfiable.into())
        }
        Certified::Stopped(stop) => {
            output::line(&format!("unknown ({}): {time}", stop.word()))?;
            Ok(Status::Unknown.into())
        }
    }
}
