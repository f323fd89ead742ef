//! `certify`: decide an instance and keep the proof as a file.

use super::args::{CertifyArgs, EngineArgs};
use super::failure::Usage;
use super::output;
use super::progress::watched;
use super::run::{Ended, Task, each};
use super::unanswered::Form;
use crate::puzzles::Certified;
use crate::report::seconds;
use crate::solve::{Status, judge_solution};
use std::time::Instant;

/// Runs the command.
pub fn run(args: &CertifyArgs) -> anyhow::Result<u8> {
    each(&args.target, &EngineArgs::default(), &args.limits, false, Form::default(), |task| one(args, task))
}

fn one(args: &CertifyArgs, task: &Task) -> anyhow::Result<Ended> {
    let problem = &task.problem;
    let puzzle = problem.puzzle.as_ref().and_then(|p| p.row.proof.as_ref().map(|proof| (p, proof)));
    let (puzzle, proof) = puzzle.ok_or_else(|| Usage(format!("{} hands out no certificates", problem.kind())))?;
    let started = Instant::now();
    let certified = watched(&problem.title, &task.budget, |budget| (proof.certify)(puzzle.instance.as_ref(), budget));
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
            output::file(&args.output, format!("{}\n", answer.shown(problem)).as_bytes())?;
            output::line(&format!("there is a solution, written to {}, {time}", args.output.display()))?;
            Ok(Status::Satisfiable.into())
        }
        Certified::Stopped(stop) => {
            output::line(&format!("unknown ({}): {time}", stop.word()))?;
            Ok(Status::Unknown.into())
        }
    }
}
