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
        Ok(Asked { problem, show: Box::new(show), repeats: false })
    })
}

/// The problem whose solutions differ where they are shown.
fn problem(args: &FznArgs, budget: &Budget) -> Result<Problem, SolveError> {
    let started = Instant::now();
    let source = input::read(&args.file)?;
    let title = source.name.clone();
    let made = Program::parse_within(std::slice::from_ref(&source), &|_, _| None, budget)
        .and_then(|program| program.instantiate_within(&Data::new(), budget));
    let mut instance = made.map_err(|halt| explained(halt, &source))?;
    instance.answer_by_output();
    if args.standard.free_search {
        instance.model.search.clear();
    }
    let statement = Statement::of_instance(instance, started.elapsed().as_secs_f64()).with_file_as_judge();
    Ok(Problem::of_statement(&title, statement))
}

/// What MiniZinc's compiler makes of floats is refused in many ways; the reason is one.
fn explained(halt: Halt, source: &Source) -> SolveError {
    let float = source.text.lines().enumerate().find(|(_, line)| declares_float(line));
    match (halt, float) {
        (Halt::Wrong(_), Some((at, line))) => {
            let place = format!("{}:{}", source.name, at + 1);
            let why = "float variables are not supported: scale them to integers";
            SolveError::Unreadable(format!("{why}\n  --> {place}\n  | {line}"))
        }
        (halt, _) => halt.into(),
    }
}

/// `var float: x`, `var 0.5..1.5: x`, or an array of such.
fn declares_float(line: &str) -> bool {
    let Some((before, rest)) = line.split_once("var ") else { return false };
    let ty = rest.split(':').next().unwrap_or("").trim();
    let are = |parses: fn(&str) -> bool| ty.split("..").all(|bound| parses(bound.trim()));
    let is_declared = before.is_empty() || before.starts_with("array ");
    is_declared && (ty == "float" || are(|b| b.parse::<f64>().is_ok()) && !are(|b| b.parse::<i64>().is_ok()))
}

fn show(answer: &Accepted, budget: &Budget) -> Result<String, Halt> {
    let (statement, assignment) = answer.stated.as_ref().expect("FlatZinc is solved as a model");
    statement.flatzinc(assignment, budget)
}
