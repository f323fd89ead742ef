//! `explain`: why there is no solution, and why something is so in every one.

use super::args::{EngineArgs, ExplainArgs};
use super::failure::{Rejected, Usage};
use super::output;
use super::progress::watched;
use super::run::{Asked, Ended, Wanted, each};
use super::unanswered::Form;
use crate::explain::{self, Asking, Explained, Question, Verdict};
use crate::puzzles::Show;
use crate::report;
use crate::search::Budget;
use crate::solve::{Problem, Run};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<u8> {
    let ExplainArgs { target, limits, json, .. } = args;
    let fields = [("atom", Value::Null), ("rules", json!([])), ("minimal", false.into()), ("smallest", false.into())];
    let form = Form::new(*json, &fields);
    let engine = EngineArgs::default();
    let asked = Asked { target, engine: &engine, limits, wanted: Wanted::Certain, form, headed: !*json };
    each(&asked, |problem, run| watched(problem, run, |run| one(args, problem, run)))
}

fn one(args: &ExplainArgs, problem: &Problem, run: &Run) -> anyhow::Result<Ended> {
    output::can_draw(args.svg.as_deref(), problem)?;
    let budget = &run.budget;
    if problem.horizons().is_some() && (args.steps || !args.why.is_empty()) {
        return Err(Usage("how many steps? fix the number, as with --horizon".to_string()).into());
    }
    let mut asking = Asking::new(problem, budget)?;
    if args.steps {
        return by_steps(args, &mut asking, budget);
    }
    let all = match args.why.as_slice() {
        [] => asking.contradictions(args.limit.map_or(1, |n| n as usize), budget)?,
        questions => answers(questions, &mut asking, budget)?,
    };
    let text: String = all.iter().map(|found| shown(args, &asking, found)).collect();
    let is_unsatisfiable = all.first().is_some_and(|found| found.verdict == Verdict::Unsatisfiable);
    let ended = Ended { code: if is_unsatisfiable { 20 } else { 10 }, decided: true };
    output::answer(&text, ended)?;
    if let (Some(path), Some(first)) = (&args.svg, all.first()) {
        draw(path, &asking, first)?;
    }
    Ok(ended)
}

/// The whole solution, fact by fact.
fn by_steps(args: &ExplainArgs, asking: &mut Asking, budget: &Budget) -> anyhow::Result<Ended> {
    let Some(facts) = asking.facts(budget)? else {
        let found = asking.contradiction(budget)?;
        let ended = Ended { code: 20, decided: true };
        output::answer(&shown(args, asking, &found), ended)?;
        return Ok(ended);
    };
    let (mut text, mut number, mut hardest) = (String::new(), 0, 0);
    explain::steps(asking, &facts, budget, &mut |asking, step| {
        number += 1;
        hardest = hardest.max(step.difficulty);
        text += &match args.json {
            true => format!("{}\n", report::step_json(asking, number, &step)),
            false => report::step_text(asking, number, &step),
        };
        ControlFlow::Continue(())
    })?;
    if !args.json {
        let n_open = asking.statement.model.answer.len() - facts.len();
        let open = if n_open == 0 { "the solution is unique".to_string() } else { format!("{n_open} stay open") };
        text += &format!("difficulty {hardest}: {number} steps, {open}\n");
    }
    let ended = Ended { code: 10, decided: true };
    output::answer(&text, ended)?;
    Ok(ended)
}

fn answers(questions: &[String], asking: &mut Asking, budget: &Budget) -> anyhow::Result<Vec<Explained>> {
    let mut all = Vec::new();
    for text in questions {
        if text == "all" {
            all.extend(everything(asking, budget)?);
            continue;
        }
        let array = asking.problem.instance().map_or("", |instance| instance.asked());
        let statement = asking.statement.clone();
        let question = Question::parse(text, &statement.model, array, &|name| statement.constant(name));
        all.push(asking.why(question.map_err(|why| Rejected(format!("--why {text}: {why}")))?, budget)?);
    }
    Ok(all)
}

/// Everything that some rules force.
fn everything(asking: &mut Asking, budget: &Budget) -> anyhow::Result<Vec<Explained>> {
    let Some(facts) = asking.facts(budget)? else { return Ok(vec![asking.contradiction(budget)?]) };
    let mut all = Vec::new();
    for fact in facts {
        let found = asking.forced(fact, budget)?;
        all.extend(Some(found).filter(|found| !found.rules.is_empty()));
    }
    Ok(all)
}

fn shown(args: &ExplainArgs, asking: &Asking, found: &Explained) -> String {
    match args.json {
        true => format!("{}\n", report::explained_json(asking, found)),
        false => report::explained_text(asking, found, output::wants_colour()),
    }
}

fn draw(path: &std::path::Path, asking: &Asking, found: &Explained) -> anyhow::Result<()> {
    match (&found.verdict, found.counterexample.as_ref().and_then(|found| found.solution.as_ref())) {
        (Verdict::Open | Verdict::Satisfiable, Some(solution)) => {
            output::svg(path, asking.problem, Show::Solution(solution))
        }
        _ => output::svg(path, asking.problem, Show::Reason(&report::ringed(asking, found))),
    }
}
