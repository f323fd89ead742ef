//! The front end: a documented subset of MiniZinc, from text to [`Model`].
//!
//! ```text
//! text --lexer--> tokens --parser--> syntax --resolve--> Program --evaluate + flatten (with Data)--> Instance { model, .. }
//! ```
//!
//! A [`Program`] is parsed once and instantiated with any [`Data`]. The front end reads no files: included files that are not
//! part of the library come from a closure of the caller. What is in the language and what is not is in `docs/language.md`.
//!
//! ```
//! use quandary::front::{Data, Program, Source};
//!
//! let model = "int: n; array[1..n] of var 1..n: q; constraint q[1] > n - 1; solve satisfy;";
//! let program = Program::parse(&[Source::new("tiny.mzn", model)])?;
//! let instance = program.instantiate(&Data::new().with("n", 4))?;
//! assert_eq!(instance.model.vars[0].name, "q[1]");
//! # Ok::<(), quandary::front::Diagnostic>(())
//! ```

mod alias;
mod builtin;
mod checker;
mod circular;
mod data;
mod diagnostic;
mod dzn;
mod evaluate;
mod flatten;
pub mod flatzinc;
mod floats;
mod formula;
mod json;
pub mod judge;
mod lexer;
mod library;
mod meter;
mod output;
mod parser;
mod program;
mod resolve;
mod source;
mod sum;
mod syntax;
mod value;

pub use data::Data;
pub use diagnostic::{Diagnostic, Halt, Place};
pub use floats::FloatSet;
pub use program::{Finder, Program, beside};
pub use source::{Source, Span};
pub use value::{Array, EnumId, Index, Set, Value};

use crate::model::{Assignment, Model, Rules};
use crate::search::Budget;
use evaluate::{Built, Evaluator, instantiate, instantiate_once};
use judge::{Claim, Judge, Judged};
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

/// A model made from a program and data, with what is needed to show its solutions.
#[derive(Debug)]
pub struct Instance {
    /// What the engines solve.
    pub model: Model,
    /// Remarks for the user, e.g. about annotations that were ignored.
    pub notes: Vec<String>,
    /// What the user must know: variables that nothing bounds, and the values that are looked at.
    pub warnings: Vec<String>,
    /// What the model printed while it was made (`trace_stdout`).
    pub printed: String,
    program: Program,
    data: Data,
    built: Built,
    judge: OnceLock<Judge>,
}

impl Program {
    /// Make the model for some data.
    pub fn instantiate(&self, data: &Data) -> Result<Instance, Diagnostic> {
        Ok(self.instantiate_within(data, &Budget::unlimited())?)
    }

    /// Make the model for some data, within a budget.
    pub fn instantiate_within(&self, data: &Data, budget: &Budget) -> Result<Instance, Halt> {
        self.made(data, false, budget)
    }

    /// The same, with a book of the rules that the constraints come from: [`Instance::rules`].
    pub fn instantiate_with_rules(&self, data: &Data, budget: &Budget) -> Result<Instance, Halt> {
        self.made(data, true, budget)
    }

    /// The model alone, for whom its solutions need mean nothing: what it is made of is given back while it is made.
    pub fn into_model_within(self, data: Data, budget: &Budget) -> Result<Model, Halt> {
        let mut parts = match Arc::try_unwrap(self.parts) {
            Ok(parts) => parts,
            Err(parts) => return Ok(Program { parts }.instantiate_within(&data, budget)?.model),
        };
        let Data { sources, entries } = data;
        let model = deep(|| instantiate_once(&mut parts, entries, budget))?;
        model.map_err(|fault| fault.halt_with(&parts.sources, &sources))
    }

    fn made(&self, data: &Data, with_rules: bool, budget: &Budget) -> Result<Instance, Halt> {
        let parts = &self.parts;
        let built = deep(|| instantiate(parts, data, with_rules, budget))?;
        let mut built = built.map_err(|fault| fault.halt_with(&parts.sources, &data.sources))?;
        let (model, notes) = (std::mem::take(&mut built.model), std::mem::take(&mut built.notes));
        let (printed, warnings) = (std::mem::take(&mut built.printed), std::mem::take(&mut built.warnings));
        let (program, data, judge) = (self.clone(), data.clone(), OnceLock::new());
        Ok(Instance { model, notes, warnings, printed, program, data, built, judge })
    }
}

impl Instance {
    /// The rules of the model, if they were asked for.
    pub fn rules(&self) -> Option<&Rules> {
        self.built.rules.as_ref()
    }

    /// The number of an enum's constant.
    pub fn constant(&self, name: &str) -> Option<i64> {
        let mut places =
            self.built.enums.iter().flatten().filter_map(|e| e.constants.iter().position(|c| &**c == name));
        places.next().map(|at| at as i64 + 1)
    }

    /// The text of a solution: the model's output, or lines `x = 3;` if it has none.
    pub fn render(&self, solution: &Assignment) -> Result<String, Diagnostic> {
        Ok(self.render_within(solution, &Budget::unlimited())?)
    }

    /// The text of a solution, within a budget.
    pub fn render_within(&self, solution: &Assignment, budget: &Budget) -> Result<String, Halt> {
        self.shown(solution, budget, output::render)
    }

    /// The solution by its values, lines `x = 3;`, whatever the model's output says.
    pub fn render_values(&self, solution: &Assignment) -> Result<String, Diagnostic> {
        Ok(self.shown(solution, &Budget::unlimited(), output::by_default)?)
    }

    /// The solution in FlatZinc's form: what is marked for output, lines `x = 3;`.
    pub fn flatzinc_within(&self, solution: &Assignment, budget: &Budget) -> Result<String, Halt> {
        self.shown(solution, budget, flatzinc::shown)
    }

    /// Makes the variables that FlatZinc marks for output the answer: solutions that differ elsewhere are one.
    pub fn answer_by_output(&mut self) {
        if let Some(vars) = flatzinc::variables(&self.program.parts, &self.built.globals) {
            self.model.answer = vars;
        }
    }

    /// The declared variables with their values: arrays as nested lists, enum constants by name.
    pub fn json(&self, solution: &Assignment) -> Result<serde_json::Value, Diagnostic> {
        Ok(self.shown(solution, &Budget::unlimited(), output::json)?)
    }

    /// The solution and the value of its objective as the file is asked about them.
    pub fn claim(&self, solution: &Assignment, objective: Option<i64>, budget: &Budget) -> Result<Claim, Halt> {
        let free = &self.built.free;
        let claim = self.shown(solution, budget, |ev| output::claim(ev, free))?;
        Ok(Claim { objective, ..claim })
    }

    /// What the file itself says of a solution, judged without the model in between.
    pub fn judged(&self, solution: &Assignment, objective: Option<i64>, budget: &Budget) -> Judged {
        let judge = self.judge.get_or_init(|| Judge::new(&self.program, &self.data));
        match self.claim(solution, objective, budget) {
            Ok(claim) => judge.judge(&claim, judge::STEPS, budget),
            Err(halt) => Judged::Unjudged(halt.to_string()),
        }
    }

    fn shown<T: Send>(
        &self,
        solution: &Assignment,
        budget: &Budget,
        f: impl FnOnce(&mut Evaluator<'_>) -> diagnostic::Outcome<T> + Send,
    ) -> Result<T, Halt> {
        let parts = &*self.program.parts;
        if solution.values.len() < self.model.vars.len() {
            return Err(Diagnostic::new("the solution does not fit the model").into());
        }
        let out = deep(|| f(&mut Evaluator::showing(parts, &self.built, solution, budget)))?;
        out.map_err(|fault| fault.halt(&parts.sources))
    }
}

thread_local! {
    /// Whether this thread's stack is deep enough already.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// A stack that is deep enough for the nesting we allow.
const STACK: usize = 256 << 20;

/// Starts a thread with a stack that is deep enough, or, where the system does not give that much, with less: then
/// [`deep`] asks again when it matters.
pub fn deep_thread(f: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let f = std::sync::Arc::new(std::sync::Mutex::new(Some(f)));
    let start = |stack: usize| {
        let f = f.clone();
        std::thread::Builder::new().stack_size(stack).spawn(move || {
            IS_DEEP.set(stack >= STACK);
            // The lock is free again before the work begins.
            let f = f.lock().ok().and_then(|mut place| place.take());
            if let Some(f) = f {
                f();
            }
        })
    };
    start(STACK).or_else(|_| start(STACK / 4)).or_else(|_| start(STACK / 16)).map(drop)
}

/// Runs something on a stack that is deep enough for the nesting we allow; the memory is only reserved, not used. Inside
/// of it, doing so again costs nothing: who shows thousands of solutions should do all of it inside.
pub fn deep<T: Send>(f: impl FnOnce() -> T + Send) -> Result<T, Diagnostic> {
    if IS_DEEP.get() {
        return Ok(f());
    }
    let inside = || {
        IS_DEEP.set(true);
        f()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, inside);
        let thread = thread.map_err(|error| Diagnostic::new(format!("cannot start a thread: {error}")))?;
        match thread.join() {
            Ok(value) => Ok(value),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
