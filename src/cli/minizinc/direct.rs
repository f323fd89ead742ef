//! A model through our own front end, answered as MiniZinc's solvers answer.

use crate::cli::args::{DirectArgs, Target};
use crate::cli::protocol::{self, Asked};
use crate::cli::{checker, input, output};
use crate::front::Halt;
use crate::search::Budget;
use crate::solve::{Accepted, Checker, as_comments};

/// Runs the command.
pub fn run(args: &DirectArgs) -> anyhow::Result<u8> {
    let target = Target {
        inputs: args.inputs.clone(),
        define: args.define.clone(),
        include: args.include.clone(),
        ..Target::default()
    };
    let ended = protocol::run(&args.standard, |budget| {
        let (target, checker) = checker::apart(&target, None)?;
        let problem = input::load_one(&target, "minizinc run", budget)?;
        let load = |path: &String| checker::load(path, &target.include, &problem, budget);
        let checker = checker.as_ref().map(load).transpose()?;
        Ok(Asked {
            problem,
            show: Box::new(move |answer, budget| show(checker.as_ref(), answer, budget)),
            repeats: true,
        })
    });
    if ended.is_err() {
        // MiniZinc looks at the exit codes of FlatZinc solvers only.
        output::line("=====ERROR=====")?;
    }
    ended
}

fn show(checker: Option<&Checker>, answer: &Accepted, budget: &Budget) -> Result<String, Halt> {
    let Some((statement, assignment)) = &answer.stated else { return Ok(String::new()) };
    let report = checker.map_or_else(String::new, |checker| as_comments(&checker.report(answer, budget)));
    Ok(report + &statement.render(assignment, budget)?)
}
