//! Two engines on one model at once, in threads of their own; the first to finish answers, and the other is stopped.
//!
//! The second starts a moment after the first: what takes no longer than that is answered by the same engine in every run. Others
//! start later and share the time of one of them (`turns.rs`).
//! Answers are judged again where they are handed out, so nothing leaves on the word of a thread. With an objective both know
//! the best value so far ([`Incumbent`]): what one finds, the other need not. An engine that ends by itself has therefore shown
//! that nothing is better than the incumbent, which may still be on its way from the other: it is waited for.

use super::super::collect::Collector;
use super::super::on_model::{Goal, alone};
use super::super::second_opinion::{BY_PRESOLVING, is_best_declared};
use super::super::{Evidence, Kind, OnAnswer, Outcome, Problem, Run, SolveError, Statement};
use super::turns::Turns;
use super::{Plan, Seat};
use crate::engine::Engine;
use crate::model::Assignment;
use crate::presolve::Presolved;
use crate::search::{Budget, End, Incumbent, Stats, Stop};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How often the budget is looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long engines that were stopped may take to say what they have.
const GRACE: Duration = Duration::from_millis(200);
/// As deep as the main thread's.
const STACK: usize = 64 << 20;

/// What an engine says, by its number.
enum News {
    Found(usize, Assignment),
    Ended(usize, Box<Result<Outcome, SolveError>>),
}

/// What stops each engine; all are stopped when it goes.
struct Reins(Vec<Arc<AtomicBool>>);

impl Reins {
    fn pull(&self) {
        self.0.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

impl Drop for Reins {
    fn drop(&mut self) {
        self.pull();
    }
}

/// Solves the presolved model by the engines of the plan.
pub(super) fn run(
    problem: &Problem,
    statement: &Arc<Statement>,
    given: Presolved,
    run: &Run,
    plan: &Plan,
    goal: Goal,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let mut collector = Collector::new(problem, Some(statement.clone()), run, found);
    collector.proves_best = goal == Goal::Best;
    let model = collector.take(given).into_owned();
    let incumbent = collector.incumbent.clone();
    let shared = Shared { statement: Arc::new(Statement::of_model(model)), incumbent, goal };
    let (sender, news) = mpsc::channel();
    let reins = Reins(plan.runners.iter().map(|_| Arc::default()).collect());
    let turns = Turns::new(plan.runners.len(), sharing(plan, run.jobs));
    let now = Instant::now();
    let waiting = plan.runners.iter().zip(&reins.0).enumerate().map(|(number, ((engine, after), flag))| {
        // Several at once would tell several stories: only what they reach together is told.
        let budget = turns.heeded(number, run.budget.clone().with_interrupt(flag.clone()).with_ear(None));
        Waiting { number, engine: engine.clone(), budget, news: sender.clone(), until: now + *after }
    });
    let (waiting, ended) = (waiting.collect(), plan.runners.iter().map(|_| None).collect());
    drop(sender);
    let mut race = Race { collector, shared, news, reins, turns, waiting, best: None, leader: 0, ended };
    let (winner, end) = race.watch(&run.budget)?;
    race.hear_out(winner);
    race.finish(plan.runners[winner].0.clone(), winner, end)
}

/// Those that share a core where there are fewer cores than engines: one of the first two, and all that come later.
fn sharing(plan: &Plan, jobs: usize) -> Vec<usize> {
    let n = plan.runners.len();
    let one = match plan.with {
        Seat::First => 0,
        Seat::Second => 1,
    };
    if jobs < n { std::iter::once(one).chain(2..n).collect() } else { Vec::new() }
}

/// What the engines have in common.
#[derive(Clone)]
struct Shared {
    statement: Arc<Statement>,
    incumbent: Incumbent,
    goal: Goal,
}

fn start(number: usize, engine: Engine, budget: Budget, shared: Shared, news: Sender<News>) -> Result<(), SolveError> {
    let work = move || {
        let problem = Problem::of_made(shared.statement.clone());
        let run = Run { incumbent: Some(shared.incumbent), ..Run::one(engine, budget) };
        let outcome = alone(&problem, &shared.statement, &run, shared.goal, &mut |answer| {
            let found = answer.assignment().map(|assignment| News::Found(number, assignment.clone()));
            let is_heard = found.is_some_and(|found| news.send(found).is_ok());
            if is_heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        // Nobody may be listening any more.
        let _ = news.send(News::Ended(number, Box::new(outcome)));
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    thread.map(drop).map_err(|error| SolveError::Resources(format!("cannot start a thread: {error}")))
}

/// An engine before its start.
struct Waiting {
    number: usize,
    engine: Engine,
    budget: Budget,
    news: Sender<News>,
    until: Instant,
}

/// A race that is under way.
struct Race<'a, 'f> {
    collector: Collector<'a, 'f>,
    shared: Shared,
    news: Receiver<News>,
    reins: Reins,
    /// Whose turn it is, of those that share a core.
    turns: Turns,
    /// In the order they start.
    waiting: VecDeque<Waiting>,
    /// The best value handed out.
    best: Option<i64>,
    /// Who found the last answer.
    leader: usize,
    /// What became of those that have ended.
    ended: Vec<Option<Result<Outcome, SolveError>>>,
}

/// Who answers, and how the race ended.
type Finish = (usize, End);

/// How it ended: who was reined in thinks that the user interrupted.
fn told(end: End, stopped: Option<(Stop, Instant)>) -> End {
    match (end, stopped) {
        (End::OutOfBudget(_), Some((stop, _))) => End::OutOfBudget(stop),
        (end, _) => end,
    }
}

impl Race<'_, '_> {
    /// Hands out what the engines find until one has finished or the budget is spent.
    fn watch(&mut self, budget: &Budget) -> Result<Finish, SolveError> {
        let mut stopped: Option<(Stop, Instant)> = None;
        self.start_next()?;
        loop {
            let news = self.news.recv_timeout(TICK);
            if let Some((number, end)) = self.hear(news)? {
                return Ok((number, told(end, stopped)));
            }
            if stopped.is_none() {
                self.start_next()?;
                self.turns.pass(&self.ended, self.ended.len() - self.waiting.len());
            }
            if let (None, Some(stop)) = (stopped, budget.spent()) {
                self.reins.pull();
                stopped = Some((stop, Instant::now()));
            }
            if let Some((stop, _)) = stopped.filter(|(_, since)| since.elapsed() > GRACE) {
                return Ok((self.leader, End::OutOfBudget(stop)));
            }
        }
    }

    /// Starts the next engine when it is its time, or when nobody runs any more.
    fn start_next(&mut self) -> Result<(), SolveError> {
        let n_started = self.ended.len() - self.waiting.len();
        let is_idle = self.ended[..n_started].iter().all(Option::is_some);
        let is_time = |waiting: &mut Waiting| is_idle || Instant::now() >= waiting.until;
        let Some(Waiting { number, engine, budget, news, .. }) = self.waiting.pop_front_if(is_time) else {
            return Ok(());
        };
        start(number, engine, budget, self.shared.clone(), news)
    }

    /// Takes one piece of news; whether that was the end.
    fn hear(&mut self, news: Result<News, RecvTimeoutError>) -> Result<Option<Finish>, SolveError> {
        match news {
            Ok(News::Found(number, assignment)) => {
                if self.take(number, assignment).is_break() {
                    return Ok(Some((number, End::Cut)));
                }
            }
            Ok(News::Ended(number, outcome)) => match *outcome {
                Err(error @ SolveError::Rejected(_)) => return Err(error),
                outcome => self.ended[number] = Some(outcome),
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return self.undecided().map(Some),
        }
        Ok(self.finished().filter(|_| self.has_caught_up()).map(|number| (number, End::Exhausted)))
    }

    /// Hands an answer out, unless a better one was.
    fn take(&mut self, number: usize, assignment: Assignment) -> ControlFlow<()> {
        let value = self.shared.statement.objective(&assignment).filter(|_| self.shared.goal == Goal::Best);
        if value.is_some_and(|value| !self.improves(value)) {
            return ControlFlow::Continue(());
        }
        (self.best, self.leader) = (value, number);
        self.collector.assignment(assignment)
    }

    fn improves(&self, value: i64) -> bool {
        let objective = self.shared.statement.model.objective;
        self.best.is_none_or(|best| objective.prefers(value, best))
    }

    /// Who has shown that there is nothing more to find.
    fn finished(&self) -> Option<usize> {
        self.ended.iter().position(|ended| matches!(ended, Some(Ok(outcome)) if outcome.complete))
    }

    /// Whether everything that the engines know of has been handed out.
    fn has_caught_up(&self) -> bool {
        self.shared.goal == Goal::Any || self.shared.incumbent.known().best.is_none_or(|best| !self.improves(best))
    }

    /// Nobody is running any more, and nobody has finished.
    fn undecided(&self) -> Result<Finish, SolveError> {
        let reason = self.ended.iter().rev().flatten().find_map(|ended| ended.as_ref().ok()?.reason);
        let error = self.ended.iter().flatten().find_map(|ended| ended.as_ref().err().cloned());
        match (reason, error) {
            (Some(stop), _) => Ok((self.leader, End::OutOfBudget(stop))),
            (None, Some(error)) => Err(error),
            (None, None) => Err(SolveError::Backend("the thread of an engine was lost".to_string())),
        }
    }

    /// What the winner has to say of its work, if it does so soon.
    fn hear_out(&mut self, winner: usize) {
        let since = Instant::now();
        while self.ended[winner].is_none() && since.elapsed() < GRACE {
            match self.news.recv_timeout(TICK) {
                Ok(News::Ended(number, outcome)) => self.ended[number] = Some(*outcome),
                Ok(News::Found(..)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// What a runner's verdict rests on: it knows the domain of the objective as presolving left it.
    fn declared(&self, outcome: &Outcome) -> Evidence {
        let model = self.collector.statement.as_ref().map(|statement| &statement.model);
        let is_declared = || model.zip(outcome.objective).is_some_and(|(model, value)| is_best_declared(model, value));
        match outcome.evidence.kind {
            Kind::Domain if !is_declared() => BY_PRESOLVING,
            _ => outcome.evidence,
        }
    }

    fn finish(mut self, asked: Engine, winner: usize, end: End) -> Result<Outcome, SolveError> {
        let (engine, stats) = match self.ended[winner].take() {
            Some(Ok(outcome)) => {
                self.collector.phases.encode += outcome.phases.encode;
                self.collector.ground = Some(self.declared(&outcome));
                (outcome.engine, outcome.stats)
            }
            Some(Err(_)) | None => (asked, Stats::default()),
        };
        self.collector.finish(engine, end, stats)
    }
}
