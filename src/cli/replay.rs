//! `replay`: a solution step by step, at the reader's pace.

use super::args::ReplayArgs;
use super::failure::Usage;
use super::run::{Asked, Ended, Wanted, each};
use super::unanswered::Form;
use super::{input, output, watch};
use crate::puzzles::Solution;
use crate::solve::{self, Outcome, Problem, Run, Status, judge_solution};
use std::io::IsTerminal;
use std::ops::ControlFlow;

/// Runs the command.
pub fn run(args: &ReplayArgs) -> anyhow::Result<u8> {
    let ReplayArgs { target, engine, limits, .. } = args;
    let asked = Asked { target, engine, limits, wanted: Wanted::One, form: Form::default(), headed: false };
    each(&asked, |problem, run| one(args, problem, run))
}

fn one(args: &ReplayArgs, problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    let instance = problem.instance().ok_or_else(|| Usage("a model of your own has no pictures".to_string()))?;
    let (status, solution) = match &args.solution {
        Some(path) => {
            let source = input::read(path)?;
            let claim = instance.read_solution(&source.name, &source.text)?;
            (Status::Satisfiable, judge_solution(problem, claim)?.solution)
        }
        None => found(problem, run)?,
    };
    match solution {
        Some(solution) => {
            let frames = instance.frames(&solution, output::wants_colour());
            watch::take_your_time();
            show(&frames)?;
        }
        None => output::answer(&format!("{}\n", status.word()), status.into())?,
    }
    Ok(status.into())
}

fn found(problem: &Problem, run: &Run) -> anyhow::Result<(Status, Option<Solution>)> {
    let one = Run { limit: Some(1), ..run.clone() };
    let outcome: Outcome = solve::solve(problem, &one, &mut |_| ControlFlow::Continue(()))?;
    Ok((outcome.status, outcome.best.and_then(|answer| answer.solution)))
}

/// One frame after the other; a person at a terminal says when.
fn show(frames: &[String]) -> anyhow::Result<()> {
    let waits = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    for (i, frame) in frames.iter().enumerate() {
        output::text(if i > 0 && !waits { "\n" } else { "" })?;
        output::text(frame)?;
        if waits && i + 1 < frames.len() && !goes_on(i + 1, frames.len())? {
            break;
        }
    }
    Ok(())
}

fn goes_on(step: usize, n_steps: usize) -> anyhow::Result<bool> {
    output::text(&format!("-- {step} of {n_steps}: Enter goes on, q ends "))?;
    let mut answer = String::new();
    let n_read = std::io::stdin().read_line(&mut answer)?;
    Ok(n_read > 0 && !answer.trim().eq_ignore_ascii_case("q"))
}
