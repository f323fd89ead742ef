//! Problem, engine and goal in; judged outcome out.
//!
//! No answer leaves this module without both judges: the model's ([`crate::model::Model::violated_by`]) and, for a puzzle,
//! the rules' ([`crate::puzzles::Instance::check`]). An answer that a judge rejects is an error of its own kind and never
//! an answer.

mod backbone;
mod by_csp;
mod by_horizon;
mod by_names;
mod by_sat;
mod by_search;
mod count;
mod flat;
mod judge;
mod leaf;
mod outcome;
mod problem;
mod within;

pub use backbone::{Backbone, backbone};
pub use by_names::judge_named;
pub use count::{Counted, Probabilities, count, probabilities};
pub use flat::Flat;
pub use judge::{judge_assignment, judge_solution};
pub use outcome::{Answer, Outcome, Phases, SolveError, Status};
pub use problem::{Formulated, Problem};

use crate::engine::Engine;
use crate::model::{Model, Objective};
use crate::search::{Budget, End};
use std::ops::ControlFlow;
use std::time::Instant;

/// Called with each judged answer as it is found; `Break` ends the run.
pub type OnAnswer<'a> = dyn FnMut(&Answer) -> ControlFlow<()> + 'a;

/// How many answers are wanted, and how long it may take.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The budget of the whole run.
    pub budget: Budget,
    /// Stop after so many answers; `None` for all. Ignored when there is an objective: then the best is looked for.
    pub limit: Option<u64>,
}

/// Solves a problem. Every answer is judged, then handed to `found`; with an objective each is better than the last.
pub fn solve(
    problem: &Problem,
    engine: &Engine,
    request: &Request,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    if let Some(other) = problem.for_engine(engine)? {
        return solve(&other, engine, request, found);
    }
    let horizons = problem.puzzle.as_ref().and_then(|puzzle| puzzle.horizons.clone());
    if let (Some(horizons), Engine::Sat(_) | Engine::Csp(_)) = (horizons, engine) {
        return by_horizon::run(problem, horizons, engine, request, found);
    }
    let mut run = Run::new(problem, request, found);
    let (end, stats) = match engine {
        Engine::Sat(sat) => by_sat::run(sat, &mut run)?,
        Engine::Csp(csp) => by_csp::run(&csp.order, &mut run)?,
        Engine::Search(name) => by_search::run(name, &mut run)?,
    };
    run.finish(end, stats)
}

/// Solves a model that no file or puzzle stands behind: the entry for Rust users. The answer passes the model's judge.
pub fn solve_model(model: Model, engine: &Engine, budget: Budget) -> Result<Outcome, SolveError> {
    let request = Request { budget, limit: Some(1) };
    solve(&Problem::of_model(model), engine, &request, &mut |_| ControlFlow::Continue(()))
}

/// One run on its way: it judges, hands out, counts and remembers.
struct Run<'a, 'f> {
    problem: &'a Problem,
    request: &'a Request,
    found: &'a mut OnAnswer<'f>,
    answers: Vec<Answer>,
    n_answers: u64,
    phases: Phases,
    started: Instant,
    failure: Option<SolveError>,
    /// Whether the last answer is a best one when the search ends by itself. Then no limit cuts it short.
    proves_best: bool,
}

impl<'a, 'f> Run<'a, 'f> {
    fn new(problem: &'a Problem, request: &'a Request, found: &'a mut OnAnswer<'f>) -> Self {
        let phases = Phases { flatten: problem.flatten_seconds, ..Phases::default() };
        Run {
            problem,
            request,
            found,
            answers: Vec::new(),
            n_answers: 0,
            phases,
            started: Instant::now(),
            failure: None,
            proves_best: problem.flat.model.objective != Objective::Satisfy,
        }
    }

    fn model(&self) -> &'a Model {
        &self.problem.flat.model
    }

    fn optimises(&self) -> bool {
        self.model().objective != Objective::Satisfy
    }

    /// Whether a single answer is enough.
    fn wants_one(&self) -> bool {
        !self.optimises() && self.request.limit == Some(1)
    }

    /// Judges an answer and hands it out. `Break` when enough was found or the judge rejected it.
    fn accept(&mut self, judged: Result<Answer, SolveError>, judging_since: Instant) -> ControlFlow<()> {
        self.phases.judge += judging_since.elapsed().as_secs_f64();
        let answer = match judged {
            Ok(answer) => answer,
            Err(error) => {
                self.failure = Some(error);
                return ControlFlow::Break(());
            }
        };
        self.n_answers += 1;
        let flow = (self.found)(&answer);
        // Only the newest is kept: a run may find millions, and `found` has seen each.
        self.answers.clear();
        self.answers.push(answer);
        let enough = !self.proves_best && self.request.limit.is_some_and(|limit| self.n_answers >= limit);
        if enough { ControlFlow::Break(()) } else { flow }
    }

    fn accept_assignment(&mut self, assignment: crate::model::Assignment) -> ControlFlow<()> {
        let since = Instant::now();
        let judged = judge::judge_assignment(self.problem, assignment);
        self.accept(judged, since)
    }

    fn accept_solution(&mut self, solution: crate::puzzles::Solution) -> ControlFlow<()> {
        let since = Instant::now();
        let judged = judge::judge_solution(self.problem, solution);
        self.accept(judged, since)
    }

    fn finish(mut self, end: End, stats: crate::search::Stats) -> Result<Outcome, SolveError> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        let total = self.started.elapsed().as_secs_f64();
        self.phases.solve = (total - self.phases.encode - self.phases.judge).max(0.0);
        let (status, reason) = status(end, self.n_answers > 0, self.proves_best);
        let complete = end == End::Exhausted;
        let best = self.answers.pop();
        let objective = best.as_ref().and_then(|answer| objective_value(&self.problem.flat.model, answer));
        let (n_answers, phases) = (self.n_answers, self.phases);
        Ok(Outcome { status, reason, complete, best, objective, horizon: None, n_answers, stats, phases })
    }
}

fn objective_value(model: &Model, answer: &Answer) -> Option<i64> {
    match model.objective {
        Objective::Minimise(var) | Objective::Maximise(var) => answer.assignment.as_ref().map(|a| a[var]),
        Objective::Satisfy => None,
    }
}

fn status(end: End, found: bool, optimises: bool) -> (Status, Option<crate::search::Stop>) {
    match (end, found) {
        (End::Exhausted, true) if optimises => (Status::Optimal, None),
        (End::Exhausted, true) => (Status::Satisfiable, None),
        (End::Exhausted, false) => (Status::Unsatisfiable, None),
        (End::Cut, true) => (Status::Satisfiable, None),
        (End::Cut, false) => (Status::Unknown, None),
        (End::OutOfBudget(stop), true) => (Status::Satisfiable, Some(stop)),
        (End::OutOfBudget(stop), false) => (Status::Unknown, Some(stop)),
    }
}
