//! Answers on their way out: judged, handed out, counted, the last one kept.

use super::{Accepted, Evidence, OnAnswer, Outcome, Phases, Problem, Run, SolveError, Statement, Status, judge};
use crate::engine::Engine;
use crate::model::{Assignment, Model};
use crate::presolve::{Lift, Presolved};
use crate::puzzles::Solution;
use crate::search::{End, Event, Incumbent, Stats, Stop};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// What an engine hands its answers to.
pub(super) struct Collector<'a, 'f> {
    pub problem: &'a Problem,
    /// What the engine solves; `None` for a dedicated search.
    pub statement: Option<Arc<Statement>>,
    pub run: &'a Run,
    pub phases: Phases,
    /// Whether the last answer is a best one when the engine ends by itself. Then no limit cuts it short.
    pub proves_best: bool,
    /// What is known of the best value, by this engine and those beside it.
    pub incumbent: Incumbent,
    /// What an end without a limit rests on, if not on the refutations of SAT solvers.
    pub ground: Option<Evidence>,
    /// The way back from what the engine solves to the statement's model.
    lift: Lift,
    found: &'a mut OnAnswer<'f>,
    last: Option<Accepted>,
    pub n_answers: u64,
    started: Instant,
    failure: Option<SolveError>,
}

impl<'a, 'f> Collector<'a, 'f> {
    pub fn new(
        problem: &'a Problem,
        statement: Option<Arc<Statement>>,
        run: &'a Run,
        found: &'a mut OnAnswer<'f>,
    ) -> Self {
        let flatten = statement.as_ref().map_or(0.0, |s| s.seconds);
        Collector {
            problem,
            statement,
            run,
            phases: Phases { flatten, ..Phases::default() },
            proves_best: false,
            incumbent: run.incumbent.clone().unwrap_or_else(|| Incumbent::heard_by(run.budget.ear().cloned())),
            ground: None,
            lift: Lift::default(),
            found,
            last: None,
            n_answers: 0,
            started: Instant::now(),
            failure: None,
        }
    }

    /// Remembers the way back from a presolved model, and hands out what is to be solved.
    pub fn take<'m>(&mut self, Presolved { model, lift }: Presolved<'m>) -> Cow<'m, Model> {
        self.lift = lift;
        model
    }

    /// Judges an assignment of the model and hands it out. `Break` when enough was found or it was rejected.
    pub fn assignment(&mut self, assignment: Assignment) -> ControlFlow<()> {
        let since = Instant::now();
        let assignment = self.lift.assignment(assignment);
        let statement = self.statement.as_ref().expect("only engines on models find assignments");
        let judged = match self.run.assumptions.iter().all(|atom| atom.holds(&assignment)) {
            true => judge::judge_assignment(self.problem, statement, assignment, &self.run.budget),
            false => Err(SolveError::Rejected("an assumption does not hold".to_string())),
        };
        self.judged(judged, since)
    }

    /// Judges a puzzle's solution and hands it out.
    pub fn solution(&mut self, solution: Solution) -> ControlFlow<()> {
        let since = Instant::now();
        let judged = judge::judge_solution(self.problem, solution);
        self.judged(judged, since)
    }

    fn judged(&mut self, judged: Result<Accepted, SolveError>, judging_since: Instant) -> ControlFlow<()> {
        self.phases.judge += judging_since.elapsed().as_secs_f64();
        let answer = match judged {
            Ok(answer) => self.valued(answer),
            Err(error) => {
                self.failure = Some(error);
                return ControlFlow::Break(());
            }
        };
        self.n_answers += 1;
        if let Some(ear) = self.run.budget.ear() {
            ear.tell(&Event::Answer(answer.objective().or_else(|| answer.cost(self.problem))));
        }
        let flow = (self.found)(&answer);
        // Only the newest is kept: a run may find millions, and `found` has seen each.
        self.last = Some(answer);
        let enough = !self.proves_best && self.run.limit.is_some_and(|limit| self.n_answers >= limit);
        if enough { ControlFlow::Break(()) } else { flow }
    }

    /// Tells the incumbent what an accepted answer is worth, and the answer how good one could be.
    fn valued(&self, answer: Accepted) -> Accepted {
        let objective = self.statement.as_ref().map(|statement| statement.model.objective);
        match (objective, answer.objective()) {
            (Some(objective), Some(value)) => self.incumbent.reached(objective, value),
            _ => return answer,
        }
        Accepted { bound: self.incumbent.known().bound, ..answer }
    }

    /// What came of it, by the engine that really ran.
    pub fn finish(mut self, engine: Engine, end: End, stats: Stats) -> Result<Outcome, SolveError> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        if stats.broken > 0 {
            return Err(SolveError::Rejected("the proof of a refutation does not hold".to_string()));
        }
        let total = self.started.elapsed().as_secs_f64();
        self.phases.solve = (total - self.phases.encode - self.phases.judge).max(0.0);
        let (status, reason) = status(end, self.last.is_some(), self.proves_best);
        let objective = self.last.as_ref().and_then(Accepted::objective);
        let bound = match status {
            Status::Optimal => objective,
            Status::Satisfiable | Status::Unknown => self.incumbent.known().bound,
            Status::Unsatisfiable => None,
        };
        let evidence = match end {
            End::Exhausted => self.ground.unwrap_or_else(|| Evidence::of_refutations(&stats)),
            End::Cut | End::OutOfBudget(_) => Evidence::of_answer(self.last.is_some()),
        };
        Ok(Outcome {
            status,
            engine,
            why: None,
            statement: self.statement,
            reason,
            complete: end == End::Exhausted,
            objective,
            bound,
            best: self.last,
            horizon: None,
            n_answers: self.n_answers,
            evidence,
            stats,
            phases: self.phases,
        })
    }
}

fn status(end: End, found: bool, proves_best: bool) -> (Status, Option<Stop>) {
    match (end, found) {
        (End::Exhausted, true) if proves_best => (Status::Optimal, None),
        (End::Exhausted, true) => (Status::Satisfiable, None),
        (End::Exhausted, false) => (Status::Unsatisfiable, None),
        (End::Cut, true) => (Status::Satisfiable, None),
        (End::Cut, false) => (Status::Unknown, None),
        (End::OutOfBudget(stop), true) => (Status::Satisfiable, Some(stop)),
        (End::OutOfBudget(stop), false) => (Status::Unknown, Some(stop)),
    }
}
