//! What is said of an instance that the worker did not answer in time, in the form its command would have used.

use super::run::done;
use super::watch::{Ended, LastWords, Words};
use super::{failure, output, signals};
use crate::report::{self, seconds};
use crate::search::Stop;
use crate::solve::{Accepted, SolveError, Status};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Who was not answered.
#[derive(Clone, Debug, Default)]
pub struct Unanswered {
    /// Its name, if its file gives one.
    pub id: Option<String>,
    /// The puzzle, or `model`; none if that was not known yet.
    pub puzzle: Option<&'static str>,
    /// The engine; none if there is none, or it was not known yet.
    pub engine: Option<String>,
}

/// How a command speaks of what it could not answer.
#[derive(Clone, Default)]
pub struct Form {
    /// Whether as a JSON object.
    pub json: bool,
    /// Whether standard output is for something else, such as a formula.
    pub aside: bool,
    /// The fields of the object that only this command has, with what they say when nothing is known.
    pub fields: Vec<(&'static str, Value)>,
    /// What is known of the instance at hand.
    pub current: Current,
}

/// What is known of the instance at hand: the worker writes it, the supervisor reads it.
#[derive(Clone, Default)]
pub struct Current(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    begun: Option<Instant>,
    best: Option<Best>,
}

/// The best answer so far.
pub struct Best {
    /// As it is printed.
    pub text: String,
    /// As it stands in the JSON object.
    pub value: Value,
    /// What it is worth, if that matters, and how good one could be.
    pub worth: (Option<i64>, Option<i64>),
}

impl Best {
    /// An answer that was printed already, and how it stands in the JSON object.
    pub fn of(answer: &Accepted, value: Value) -> Best {
        Best { text: String::new(), value, worth: (answer.objective(), answer.bound) }
    }
}

impl Current {
    /// Nothing is known.
    pub fn begin(&self, now: Instant) {
        let before = self.replace(Known { begun: Some(now), best: None });
        drop(before);
    }

    /// An answer is known.
    pub fn note(&self, best: Best) {
        // The old one is thrown away when the lock is free again.
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).best.replace(best);
        drop(before);
    }

    fn replace(&self, known: Known) -> Known {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), known)
    }
}

impl Form {
    /// As a JSON object, or a line.
    pub fn new(json: bool, fields: &[(&'static str, Value)]) -> Form {
        Form { json, fields: fields.to_vec(), ..Form::default() }
    }

    /// The last words about each of these instances.
    pub fn words(self, instances: Vec<Unanswered>) -> LastWords {
        Arc::new(move |number, stop| self.speak(instances.get(number).unwrap_or(&Unanswered::default()), stop))
    }

    fn speak(&self, who: &Unanswered, stop: Stop) -> Words {
        let known = self.current.replace(Known::default());
        let status = if known.best.is_some() { Status::Satisfiable } else { Status::Unknown };
        let time = known.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let text = match self.json {
            true => self.object(who, status, stop, known.best, time),
            false => line(who, status, stop, known.best, time),
        };
        let (out, err) = if self.aside { (String::new(), text) } else { (text, String::new()) };
        Words { out, err, ended: Ended { code: status.exit_code(), decided: false } }
    }

    fn object(&self, who: &Unanswered, status: Status, stop: Stop, best: Option<Best>, time: f64) -> String {
        let mut fields = self.fields.clone();
        if let Some(Best { value, worth: (objective, bound), .. }) = best {
            // An answer was judged before it was noted.
            let evidence = serde_json::json!({"kind": "solution", "checked": true});
            let known =
                [("solution", value), ("objective", objective.into()), ("bound", bound.into()), ("evidence", evidence)];
            for (name, value) in known {
                fields.iter_mut().filter(|(field, _)| *field == name).for_each(|(_, old)| *old = value.clone());
            }
        }
        let head = report::Head { id: who.id.as_deref(), puzzle: who.puzzle, engine: who.engine.as_deref() };
        format!("{}\n", report::unanswered_json(&head, status, stop, fields, time))
    }
}

/// The same words where the worker itself noticed that a limit was reached.
pub fn or_stopped(result: anyhow::Result<u8>, form: Form) -> anyhow::Result<u8> {
    let Err(error) = result else { return result };
    let stop = match error.downcast_ref::<SolveError>() {
        Some(SolveError::Stopped(stop)) => *stop,
        _ => error.downcast::<Stop>()?,
    };
    let words = form.words(Vec::new())(0, stop);
    output::answer(&words.out, words.ended)?;
    failure::aside(&words.err);
    done(signals::listen().exit_code().unwrap_or(words.ended.code))
}

fn line(who: &Unanswered, status: Status, stop: Stop, best: Option<Best>, time: f64) -> String {
    let by = who.engine.as_ref().map_or(String::new(), |engine| format!(" by {engine}"));
    let reason = if best.is_some() { "best so far: " } else { "" };
    let worth = best.as_ref().and_then(|best| report::worth(best.worth.0, best.worth.1));
    let worth = worth.map_or_else(String::new, |worth| worth + ", ");
    let text = best.map_or(String::new(), |best| best.text);
    format!("{text}{} ({reason}{}): {worth}{}{by}\n", status.word(), stop.word(), seconds(time))
}
