//! A model through our own front end, answered as MiniZinc's solvers answer.

use crate::cli::args::{DirectArgs, Target};
use crate::cli::protocol::{self, Asked};
use crate::cli::{input, output};
use crate::front::Halt;
use crate::search::Budget;
use crate::solve::Accepted;

/// Runs the command.
pub fn run(args: &DirectArgs) -> anyhow::Result<u8> {
    let target = Target {
        inputs: args.inputs.clone(),
        define: args.define.clone(),
        include: args.include.clone(),
        ..Target::default()
    };
    let ended = protocol::run(&args.standard, |budget| {
        let problem = input::load_one(&target, "minizinc run", budget)?;
        Ok(Asked { problem, show, repeats: true })
    });
    if ended.is_err() {
        // MiniZinc looks at the exit codes of FlatZinc solvers only.
        output::line("=====ERROR=====")?;
    }
    ended
}

fn show(answer: &Accepted, budget: &Budget) -> Result<String, Halt> {
    match &answer.stated {
        Some((statement, assignment)) => statement.render(assignment, budget),
        None => Ok(String::new()),
    }
}
