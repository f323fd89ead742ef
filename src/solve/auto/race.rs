//! Two engines on one model at once, in threads of their own; the first to finish answers, and the other is stopped.
//!
//! The second starts a moment after the first: what takes no longer than that is answered by the same engine in every run.
//! Answers are judged again where they are handed out, so nothing leaves on the word of a thread. With an objective both know
//! the best value so far ([`Incumbent`]): what one finds, the other need not. An engine that ends by itself has therefore shown
//! that nothing is better than the incumbent, which may still be on its way from the other: it is waited for.

use super::super::collect::Collector;
use super::super::on_model::{Goal, alone};
use super::super::{OnAnswer, Outcome, Problem, Run, SolveError, Statement};
use super::Plan;
use crate::engine::Engine;
use crate::model::Assignment;
use crate::presolve::Presolved;
use crate::search::{Budget, End, Incumbent, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How often the budget is looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long the first engine is alone.
const HEAD_START: Duration = Duration::from_millis(500);
/// How long engines that were stopped may take to say what they have.
const GRACE: Duration = Duration::from_millis(200);
/// As deep as the main thread's.
const STACK: usize = 64 << 20;

/// What an engine says, by its number.
enum News {
    Found(usize, Assignment),
    Ended(usize, Box<Result<Outcome, SolveError>>),
}

/// Ends all engines when it goes.
struct Reins(Arc<AtomicBool>);

impl Reins {
    fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Reins {
    fn drop(&mut self) {
        self.pull();
    }
}

/// Solves the presolved model by both engines of the plan.
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
    let reins = Reins(Arc::default());
    let budget = run.budget.clone().with_interrupt(reins.0.clone());
    start(0, plan.first.clone(), budget.clone(), shared.clone(), sender.clone())?;
    let waiting =
        Some(Waiting { engine: plan.second.clone(), budget, news: sender, until: Instant::now() + HEAD_START });
    let mut race = Race { collector, shared, news, waiting, best: None, leader: 0, ended: [None, None] };
    let (winner, end) = race.watch(&run.budget, &reins)?;
    race.hear_out(winner);
    race.finish([plan.first.clone(), plan.second.clone()], winner, end)
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

/// The second engine before its start.
struct Waiting {
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
    waiting: Option<Waiting>,
    /// The best value handed out.
    best: Option<i64>,
    /// Who found the last answer.
    leader: usize,
    /// What became of those that have ended.
    ended: [Option<Result<Outcome, SolveError>>; 2],
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
    fn watch(&mut self, budget: &Budget, reins: &Reins) -> Result<Finish, SolveError> {
        let mut stopped: Option<(Stop, Instant)> = None;
        loop {
            let news = self.news.recv_timeout(TICK);
            if let Some((number, end)) = self.hear(news)? {
                return Ok((number, told(end, stopped)));
            }
            if stopped.is_none() {
                self.start_second()?;
            }
            if let (None, Some(stop)) = (stopped, budget.spent()) {
                reins.pull();
                stopped = Some((stop, Instant::now()));
            }
            if let Some((stop, _)) = stopped.filter(|(_, since)| since.elapsed() > GRACE) {
                return Ok((self.leader, End::OutOfBudget(stop)));
            }
        }
    }

    /// Starts the second engine when it is time, or when the first has given up.
    fn start_second(&mut self) -> Result<(), SolveError> {
        let is_time = |w: &Waiting| self.ended[0].is_some() || Instant::now() >= w.until;
        match self.waiting.take_if(|waiting| is_time(waiting)) {
            Some(Waiting { engine, budget, news, .. }) => start(1, engine, budget, self.shared.clone(), news),
            None => Ok(()),
        }
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
    fn undecided(&mut self) -> Result<Finish, SolveError> {
        let lost = || SolveError::Backend("the thread of an engine was lost".to_string());
        let mut reasons = self.ended.iter().flatten().filter_map(|ended| ended.as_ref().ok()?.reason);
        match (reasons.next(), self.ended.each_mut().map(Option::take)) {
            (Some(stop), ended) => {
                self.ended = ended;
                Ok((self.leader, End::OutOfBudget(stop)))
            }
            (None, [Some(Err(error)), _] | [_, Some(Err(error))]) => Err(error),
            (None, _) => Err(lost()),
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

    fn finish(mut self, [first, second]: [Engine; 2], winner: usize, end: End) -> Result<Outcome, SolveError> {
        let asked = if winner == 0 { first } else { second };
        let (engine, stats) = match self.ended[winner].take() {
            Some(Ok(outcome)) => {
                self.collector.phases.encode += outcome.phases.encode;
                (outcome.engine, outcome.stats)
            }
            Some(Err(_)) | None => (asked, Stats::default()),
        };
        self.collector.finish(engine, end, stats)
    }
}
