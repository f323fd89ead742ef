//! `certify`: decide an instance and keep the proof as a file.

use super::args::{CertifyArgs, EngineArgs};
use super::failure::{Resources, Usage};
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
            let line = format!("{claim}: {} bytes written to {}, {time}\n", bytes.len(), args.output.display());
            output::answer(&line, Status::Unsatisfiable.into())?;
            Ok(Status::Unsatisfiable.into())
        }
        Certified::Solution(solution) => {
            let answer = judge_solution(problem, solution)?;
            output::file(&args.output, format!("{}\n", answer.shown()).as_bytes())?;
            let line = format!("there is a solution, written to {}, {time}\n", args.output.display());
            output::answer(&line, Status::Satisfiable.into())?;
            Ok(Status::Satisfiable.into())
        }
        Certified::TooLarge(why) => Err(Resources(why).into()),
        Certified::Stopped(stop) => {
            output::answer(&format!("unknown ({}): {time}\n", stop.word()), Status::Unknown.into())?;
            Ok(Status::Unknown.into())
        }
    }
}
