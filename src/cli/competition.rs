//! Answers as in the competitions of SAT and pseudo-Boolean solvers: `c` for comments, `o` for each better value, `s` for the
//! status, `v` for the values. A formula is answered so unless more is asked for than such lines can say.

use super::args::SolveArgs;
use super::failure::Usage;
use super::run::Ended;
use super::{output, watch};
use crate::report::checked;
use crate::solve::intake::language_of_name;
use crate::solve::{self, Accepted, Language, Outcome, Problem, Run, Status};
use std::ops::ControlFlow;

/// A line of values is broken when it is longer than this.
const WIDTH: usize = 76;

/// Whether to answer in lines: because they are asked for, or because all files are formulas by their names and nothing else is
/// asked for.
pub fn is_wanted(args: &SolveArgs) -> bool {
    let has_form = args.json || args.all || args.limit.is_some() || args.quiet || args.stats || args.svg.is_some();
    let has_aside = args.solution_checker.is_some() || args.trace.trace.is_some() || args.evidence.proof.is_some();
    let is_formula = |name: &String| language_of_name(name).is_some_and(|language| language != Language::Minizinc);
    args.competition || (!has_form && !has_aside && args.target.inputs.iter().all(is_formula))
}

/// Solves a formula and answers.
pub fn run(problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    let language = problem.language().filter(|language| *language != Language::Minizinc);
    let language = language.ok_or_else(|| Usage("--competition is for formulas: DIMACS and OPB".to_string()))?;
    let mut printed = Ok(());
    let outcome = solve::solve(problem, &Run { limit: Some(1), ..run.clone() }, &mut |answer: &Accepted| {
        watch::note_answer();
        if let Some(value) = answer.objective() {
            printed = output::line(&format!("o {value}"));
        }
        if printed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    printed?;
    let ended = Ended { code: outcome.status.exit_code(), decided: outcome.reason.is_none() };
    output::answer(&text(&outcome, language), ended)?;
    Ok(ended)
}

fn text(outcome: &Outcome, language: Language) -> String {
    let status = match outcome.status {
        Status::Satisfiable => "SATISFIABLE",
        Status::Unsatisfiable => "UNSATISFIABLE",
        Status::Optimal => "OPTIMUM FOUND",
        Status::Unknown => "UNKNOWN",
    };
    let values = outcome.best.as_ref().map_or(String::new(), |answer| values(answer, language));
    format!("c by {}{}\ns {status}\n{values}", outcome.engine, checked(outcome))
}

/// The literals that are true, and a 0 behind them in DIMACS.
fn values(answer: &Accepted, language: Language) -> String {
    let (statement, assignment) = answer.stated.as_ref().expect("a formula is solved as a model");
    let sign = |is_true: bool| if is_true { "" } else { "-" };
    let letter = if language == Language::Opb { "x" } else { "" };
    let literals = statement.model.answer.iter().enumerate();
    let words = literals.map(|(at, var)| format!("{}{letter}{}", sign(assignment[*var] != 0), at + 1));
    let mut out = "v".to_string();
    let mut width = 1;
    for word in words.chain((language == Language::Dimacs).then(|| "0".to_string())) {
        if width + word.len() + 1 > WIDTH {
            out.push_str("\nv");
            width = 1;
        }
        width += word.len() + 1;
        out.push(' ');
        out.push_str(&word);
    }
    out + "\n"
}
