//! `fzn`: a model in FlatZinc, answered as MiniZinc's solvers answer.

use super::args::FznArgs;
use super::input;
use super::protocol::{self, Asked};
use crate::front::{Data, Halt, Program};
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
    let program = Program::parse_within(&[source], &|_| None, budget)?;
    let mut instance = program.instantiate_within(&Data::new(), budget)?;
    instance.answer_by_output();
    if args.standard.free_search {
        instance.model.search.clear();
    }
    Ok(Problem::of_statement(&title, Statement::of_instance(instance, started.elapsed().as_secs_f64())))
}

fn show(answer: &Accepted, budget: &Budget) -> Result<String, Halt> {
    let (statement, assignment) = answer.stated.as_ref().expect("FlatZinc is solved as a model");
    statement.flatzinc(assignment, budget)
}
