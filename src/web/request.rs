//! A request as types: what may be said, what must be said, and the file names and words that come of it.
//!
//! Every field is checked before anything is started. What is passed on as a word is one of our own tables, a number, or a
//! value after `=`; what is a text goes into a file.

use super::refusal::Refusal;
use super::task::Task;
use super::verbs::{self, Verb};
use super::{Limits, USUAL_SECONDS};
use crate::engine::Engine;
use crate::puzzles::{self, Puzzle};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What may be said. Each verb takes some of it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The puzzle.
    pub puzzle: Option<String>,
    /// An instance, in any format of the puzzle.
    pub board: Option<String>,
    /// Several instances.
    pub boards: Option<Vec<String>>,
    /// A model in MiniZinc.
    pub mzn: Option<String>,
    /// Its data.
    pub dzn: Option<String>,
    /// A claimed solution: a text, or JSON as an answer has it.
    pub solution: Option<Value>,
    /// An engine.
    pub engine: Option<String>,
    /// Several engines.
    pub engines: Option<Vec<String>>,
    /// All solutions.
    pub all: Option<bool>,
    /// At most so many solutions, or nodes of a tree.
    pub limit: Option<u64>,
    /// At most so many seconds.
    pub seconds: Option<f64>,
    /// The facts to be explained.
    pub why: Option<OneOrMany>,
    /// The whole solution by reasons.
    pub steps: Option<bool>,
    /// So many contradictions.
    pub n: Option<u64>,
    /// How likely each thing is.
    pub probabilities: Option<bool>,
    /// What the generator is told.
    pub knobs: Option<Map<String, Value>>,
    /// The seed of the generator.
    pub seed: Option<u64>,
    /// How many rules the hardest step needs.
    pub difficulty: Option<u64>,
    /// The format of what is written.
    pub format: Option<String>,
    /// The encodings, such as `totalizer+ladder`.
    pub row: Option<String>,
    /// How much is presolved.
    pub presolve: Option<u8>,
    /// The number of steps of a puzzle that asks for the fewest.
    pub horizon: Option<u64>,
    /// The best answer instead of one within the instance's limit.
    pub minimise: Option<bool>,
    /// One of the puzzle's models.
    pub formulation: Option<String>,
    /// An answer for people instead of one in JSON.
    pub plain: Option<bool>,
    /// Who plays first.
    pub first: Option<String>,
    /// Who plays second.
    pub second: Option<String>,
    /// What a person did, move by move.
    pub moves: Option<Vec<String>>,
}

/// One text, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

/// The fields that say what a job is about.
pub const SUBJECT: &[&str] = &["puzzle", "board", "mzn", "dzn", "horizon", "minimise", "formulation"];

/// The task of a request.
pub fn task(body: &[u8], limits: Limits) -> Result<Task, Refusal> {
    let mut fields: Map<String, Value> =
        serde_json::from_slice(body).map_err(|error| Refusal::bad(error.to_string()))?;
    let word = match fields.shift_remove("do") {
        Some(Value::String(word)) => word,
        Some(_) | None => return Err(Refusal::bad("`do` is expected: what should be done")),
    };
    let known = || verbs::TABLE.iter().map(|verb| verb.word).collect::<Vec<_>>().join(", ");
    let verb = verbs::TABLE.iter().find(|verb| verb.word == word);
    let verb = verb.ok_or_else(|| Refusal::bad(format!("nobody knows how to do that; known are {}", known())))?;
    if let Some(other) = fields.keys().find(|name| !verb.takes().any(|taken| taken == name.as_str())) {
        let taken: Vec<&str> = verb.takes().collect();
        return Err(Refusal::bad(format!("{} takes {}, not `{other}`", verb.word, taken.join(", "))));
    }
    let request: Request =
        serde_json::from_value(Value::Object(fields)).map_err(|error| Refusal::bad(error.to_string()))?;
    request.of(verb, limits)
}

impl Request {
    fn of(&self, verb: &Verb, limits: Limits) -> Result<Task, Refusal> {
        let seconds = self.seconds.unwrap_or(USUAL_SECONDS.min(limits.seconds));
        if !(seconds > 0.0 && seconds <= limits.seconds) {
            return Err(Refusal::bad(format!("`seconds` is from 0 to {}", limits.seconds)));
        }
        let mut task = Task::of(verb.command, seconds);
        (verb.say)(self, &mut task, limits)?;
        Ok(task)
    }

    /// The row of the puzzle that is named.
    pub fn row(&self) -> Result<&'static Puzzle, Refusal> {
        let name = needed("puzzle", self.puzzle.as_deref())?;
        let known = || puzzles::TABLE.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        puzzles::find(name).ok_or_else(|| Refusal::bad(format!("`puzzle` is one of {}", known())))
    }

    /// What the job is about, as words and files: a puzzle and its board, or a model and its data.
    pub fn subject(&self, task: &mut Task) -> Result<(), Refusal> {
        match (&self.mzn, &self.puzzle) {
            (Some(_), Some(_)) => {
                return Err(Refusal::bad("a puzzle with its board, or a model with its data, not both"));
            }
            (Some(mzn), None) => {
                task.file("model.mzn", mzn)?;
                self.dzn.as_ref().map_or(Ok(()), |dzn| task.file("data.dzn", dzn))?;
            }
            (None, _) => {
                task.word(self.row()?.name);
                task.file("board.txt", needed("board", self.board.as_deref())?)?;
            }
        }
        self.formulation(task)?;
        task.maybe("horizon", self.horizon);
        task.flag("minimise", self.minimise);
        Ok(())
    }

    fn formulation(&self, task: &mut Task) -> Result<(), Refusal> {
        let Some(name) = &self.formulation else { return Ok(()) };
        let formulation = self.row()?.formulation(name).map_err(Refusal::bad)?;
        task.option("formulation", formulation.name);
        Ok(())
    }

    /// The claimed solution as a text.
    pub fn claim(&self) -> Option<String> {
        self.solution.as_ref().map(|claim| match claim {
            Value::String(text) => text.clone(),
            other => format!("{other}\n"),
        })
    }
}

/// A field that a verb cannot do without.
pub fn needed<'a, T: ?Sized>(name: &str, value: Option<&'a T>) -> Result<&'a T, Refusal> {
    value.ok_or_else(|| Refusal::bad(format!("`{name}` is expected")))
}

/// An engine that starts no program, as it prints itself.
pub fn engine(words: &str) -> Result<String, Refusal> {
    let refused = || Refusal::forbidden("the page starts no other program: choose an engine that is built in");
    if words.starts_with("minizinc:") {
        return Err(refused());
    }
    match words.parse::<Engine>().map_err(Refusal::bad)? {
        Engine::Sat(sat) if !sat.backend.row().is_embedded() => Err(refused()),
        engine => Ok(engine.to_string()),
    }
}
