//! `fzn`: a model in FlatZinc, answered as MiniZinc's solvers answer.

use super::args::FznArgs;
use super::input;
use super::protocol::{self, Asked};
use crate::front::{Data, Halt, Program, Source};
use crate::search::Budget;
use crate::solve::{Accepted, Problem, SolveError, Statement};
use std::time::Instant;

/// Runs the command.
pub fn run(args: &FznArgs) -> anyhow::Result<u8> {
    protocol::run(&args.standard, |budget| {
        let problem = problem(args, budget)?;
        Ok(Asked { problem, show, repeats: false })
    })
}

/// The problem whose solutions differ where they are shown.
fn problem(args: &FznArgs, budget: &Budget) -> Result<Problem, SolveError> {
    let started = Instant::now();
    let source = input::read(&args.file)?;
    let title = source.name.clone();
    let made = Program::parse_within(std::slice::from_ref(&source), &|_| None, budget)
        .and_then(|program| program.instantiate_within(&Data::new(), budget));
    let mut instance = made.map_err(|halt| explained(halt, &source))?;
    instance.answer_by_output();
    if args.standard.free_search {
        instance.model.search.clear();
    }
    Ok(Problem::of_statement(&title, Statement::of_instance(instance, started.elapsed().as_secs_f64())))
}

/// What MiniZinc's compiler makes of floats is refused in many ways; the reason is one.
fn explained(halt: Halt, source: &Source) -> SolveError {
    let is_float = |line: &str| {
        let ty = line.split("var ").nth(1).and_then(|rest| rest.split(':').next()).unwrap_or("");
        ty.trim() == "float"
            || ty
                .split("..")
                .next()
                .is_some_and(|bound| bound.trim().parse::<i64>().is_err() && bound.trim().parse::<f64>().is_ok())
    };
    let is_declared = |line: &&str| line.starts_with("var ") || line.starts_with("array ");
    match source.text.lines().enumerate().find(|(_, line)| is_declared(line) && is_float(line)) {
        Some((at, line)) if matches!(halt, Halt::Wrong(_)) => SolveError::Unreadable(format!(
            "{}:{}: float variables are not supported: {line} (scale them to integers)",
            source.name,
            at + 1
        )),
        _ => halt.into(),
    }
}

fn show(answer: &Accepted, budget: &Budget) -> Result<String, Halt> {
    let (statement, assignment) = answer.stated.as_ref().expect("FlatZinc is solved as a model");
    statement.flatzinc(assignment, budget)
}
