//! `draw`: an instance as it is, or with a solution, in the terminal or as SVG.

use super::args::DrawArgs;
use super::failure::Usage;
use super::run::{done, once};
use super::unanswered::Form;
use super::{input, output};
use crate::puzzles::Show;
use crate::search::Budget;

/// Runs the command.
pub fn run(args: &DrawArgs) -> anyhow::Result<u8> {
    let form = Form { aside: args.svg.is_none(), ..Form::default() };
    once(&args.limits, form, |budget| draw(args, budget))
}

fn draw(args: &DrawArgs, budget: &Budget) -> anyhow::Result<u8> {
    if args.target.horizon.is_some() {
        return Err(Usage("--horizon fixes the steps of a solution; draw looks for none".to_string()).into());
    }
    let all = input::load(&args.target, budget)?;
    if (args.svg.is_some() || args.solution.is_some()) && all.len() != 1 {
        return Err(Usage(format!("--svg and --solution draw one instance, not {}", all.len())).into());
    }
    let claim = args.solution.as_ref().map(|path| input::read(path)).transpose()?;
    for taken in all {
        let problem = taken.problem?;
        let instance = problem.instance().ok_or_else(|| Usage("a model of your own has no picture".to_string()))?;
        let solution = claim.as_ref().map(|source| instance.read_solution(&source.name, &source.text)).transpose()?;
        let show = solution.as_ref().map_or(Show::Instance, Show::Solution);
        match &args.svg {
            Some(path) => output::file(path, instance.svg(show).as_bytes())?,
            None => output::text(&instance.draw(show, output::wants_colour()))?,
        }
    }
    done(0)
}
