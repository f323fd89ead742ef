//! `tree`: the search trees of the backtracker, side by side, as a table, a picture, a page.

use super::args::TreeArgs;
use super::failure::Usage;
use super::run::{done, once};
use super::unanswered::{Form, or_stopped};
use super::{input, output};
use crate::engine::Engine;
use crate::model::Assignment;
use crate::puzzles::{Instance, Show, Solution};
use crate::report::{Boards, Trees, Watched};
use crate::search::{Budget, Ear};
use crate::solve::{self, Outcome, Problem, Run, Statement};
use crate::trace::{self, Recorder, Tree};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What is watched if no engine is named.
const LESSON: [&str; 4] = ["csp:input", "csp:input+fc", "csp:mrv+degree+fc", "csp:mrv+degree+mac"];
/// The most trees side by side.
const MOST: usize = 4;
/// How long an engine may take if no limit was said.
const SECONDS: f64 = 10.0;
/// The share of the time that the searches have together; the rest is for drawing.
const FOR_SEARCH: f64 = 0.8;

/// Runs the command.
pub fn run(args: &TreeArgs) -> anyhow::Result<u8> {
    let form = Form::new(args.json, &[("trees", Value::Null)]);
    or_stopped(once(&args.limits, form.clone(), |budget| watched(args, budget)), form)
}

fn watched(args: &TreeArgs, budget: &Budget) -> anyhow::Result<u8> {
    let engines = engines(args)?;
    args.output.iter().try_for_each(|path| kind(path).map(drop))?;
    let problem = input::load_one(&args.target, "tree", budget)?;
    let share = args.limits.timeout.map_or(SECONDS, |limit| FOR_SEARCH * limit / engines.len() as f64);
    let watch = |engine| watch(&problem, engine, args, &budget.at_most(share));
    let mut all = engines.into_iter().map(watch).collect::<anyhow::Result<Vec<Watched>>>()?;
    if args.output.iter().any(|path| kind(path).is_ok_and(|kind| kind == Kind::Page)) {
        all.iter_mut().for_each(|one| one.boards = boards(&problem, one, budget));
    }
    let trees = Trees { title: problem.title.clone(), kind: problem.kind().to_string(), all };
    for path in &args.output {
        let text = match kind(path)? {
            Kind::Picture => trees.svg(),
            Kind::Page => trees.html(),
            Kind::Data => format!("{}\n", trees.data()),
        };
        output::file(path, text.as_bytes())?;
    }
    output::text(&if args.json { format!("{}\n", trees.json()) } else { trees.table().text() })?;
    done(0)
}

/// What a file is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Picture,
    Page,
    Data,
}

fn kind(path: &Path) -> anyhow::Result<Kind> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(Kind::Picture),
        Some("html") => Ok(Kind::Page),
        Some("json") => Ok(Kind::Data),
        _ => Err(Usage(format!("{}: expected a name that ends in .svg, .html or .json", path.display())).into()),
    }
}

fn engines(args: &TreeArgs) -> anyhow::Result<Vec<Engine>> {
    if args.engine.len() > MOST {
        return Err(Usage(format!("{} engines; at most {MOST} stand side by side", args.engine.len())).into());
    }
    if let Some(other) = args.engine.iter().find(|engine| !matches!(engine, Engine::Csp(_))) {
        return Err(Usage(format!("{other} has no search tree to draw; engines of csp have")).into());
    }
    match args.engine.is_empty() {
        false => Ok(args.engine.clone()),
        true => Ok(LESSON.iter().map(|words| words.parse().map_err(Usage)).collect::<Result<_, _>>()?),
    }
}

/// Runs one engine and keeps its tree.
fn watch(problem: &Problem, engine: Engine, args: &TreeArgs, budget: &Budget) -> anyhow::Result<Watched> {
    let recorder = Arc::new(Mutex::new(Recorder::new(args.limit)));
    let budget = budget.clone().with_ear(Some(Ear::new(recorder.clone())));
    let name = engine.to_string();
    let run = Run { engine, budget, limit: if args.all { None } else { Some(1) }, ..Run::default() };
    let outcome: Outcome = solve::solve(problem, &run, &mut |_| ControlFlow::Continue(()))?;
    let tree: Tree = recorder.lock().unwrap_or_else(PoisonError::into_inner).tree().clone();
    Ok(Watched { engine: name, tree, outcome, boards: None })
}

/// The puzzle's board at each node, with what is decided there or with the solution, as far as the time goes.
fn boards(problem: &Problem, watched: &Watched, budget: &Budget) -> Option<Boards> {
    let (instance, statement) = (problem.instance()?, watched.outcome.statement.as_ref()?);
    let (tree, model) = (&watched.tree, &statement.model);
    // Presolving may have left out variables; then nobody knows which is which.
    let same = model.all_vars().map(|var| model.shown_name(var)).eq(tree.names.iter().cloned());
    if !same {
        return None;
    }
    let mut boards = Boards::default();
    // By depth, down to the node at hand: nodes come in the order in which they were tried.
    let mut domains: Vec<Vec<u32>> = Vec::new();
    for node in &tree.nodes {
        if budget.spent().is_some() {
            break;
        }
        domains.truncate(node.depth as usize);
        let mut left = domains.last().unwrap_or(&tree.initial).clone();
        node.changes.iter().for_each(|change| left[change.var.index()] = change.left);
        let value = |domain: &u32| tree.domains[*domain as usize].parse::<i64>().ok();
        let whole =
            left.iter().map(value).collect::<Option<Vec<i64>>>().filter(|_| node.outcome == trace::Outcome::Solution);
        let solved = whole.and_then(|values| solution(instance, statement, values));
        let drawing = solved.map(|solution| instance.svg(Show::Solution(&solution))).unwrap_or_else(|| {
            let decided = model.answer.iter().filter_map(|var| Some(var.is(value(&left[var.index()])?)));
            let shown = solve::what_is_fixed(problem, statement, &decided.collect::<Vec<_>>());
            instance.svg(Show::Backbone(&shown))
        });
        boards.add(node.parent, &drawing);
        domains.push(left);
    }
    Some(boards)
}

/// The puzzle's solution that the values of all variables stand for.
fn solution(instance: &dyn Instance, statement: &Statement, values: Vec<i64>) -> Option<Solution> {
    statement.named(&Assignment::new(values)).ok().and_then(|named| instance.solution(&named).ok())
}
