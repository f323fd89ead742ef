//! Solution checkers: a model that is told the values of a solution, and says what it thinks of them.
//!
//! A checker may have variables and constraints of its own; then it is solved. What it prints is no verdict of ours: the judges
//! have accepted the solution before.

use super::{Accepted, Problem, Run, SolveError, Statement, solve};
use crate::engine::Engine;
use crate::front::Program;
use crate::search::Budget;
use std::ops::ControlFlow;

/// A checker of the solutions of a model.
pub struct Checker {
    program: Program,
}

impl Checker {
    /// A checker for the solutions of this problem, which has what the checker asks for.
    pub fn new(program: Program, problem: &Problem) -> Result<Checker, SolveError> {
        let not_applicable = || SolveError::NotApplicable("a checker is about the solutions of a model".to_string());
        problem.program().ok_or_else(not_applicable)?.suits_checker(&program)?;
        Ok(Checker { program })
    }

    /// What the checker says of a solution; what is wrong with the checker itself is a part of it.
    pub fn report(&self, answer: &Accepted, budget: &Budget) -> String {
        match self.said(answer, budget) {
            Ok(text) => text,
            Err(SolveError::Stopped(_)) => "=====UNKNOWN=====\n".to_string(),
            Err(error) => format!("{error}\n"),
        }
    }

    fn said(&self, answer: &Accepted, budget: &Budget) -> Result<String, SolveError> {
        let Some((statement, assignment)) = &answer.stated else { return Ok(String::new()) };
        let data = statement.for_checker(&self.program, assignment, budget)?;
        let mut instance = self.program.instantiate_within(&data, budget)?;
        let mut said = std::mem::take(&mut instance.printed);
        let problem = Problem::of_statement("checker", Statement::of_instance(instance, 0.0).with_file_as_judge());
        let run = Run::one(Engine::default(), budget.clone());
        let outcome = solve(&problem, &run, &mut |_| ControlFlow::Continue(()))?;
        let solution = outcome.best.as_ref().and_then(|best| best.stated.as_ref());
        match solution {
            Some((checked, values)) => said += &checked.render(values, budget)?,
            None if outcome.reason.is_some() => said += "=====UNKNOWN=====",
            None => said += "=====UNSATISFIABLE=====",
        }
        if !said.ends_with('\n') {
            said.push('\n');
        }
        if solution.is_some_and(|(checked, _)| checked.optimises()) && outcome.complete {
            said += "==========\n";
        }
        Ok(said)
    }
}

/// What a checker says as comments before the solution, which is MiniZinc's form.
pub fn as_comments(report: &str) -> String {
    let lines = report.lines().map(|line| format!("% {line}\n"));
    std::iter::once("% Solution checker report:\n".to_string()).chain(lines).collect()
}
