//! The judge of the file: a second, slow, direct evaluator of the syntax tree under a full assignment.
//!
//! It knows the parser's tree and the values the user's variables are claimed to have, and nothing else: no model, no
//! formulas, no flattening, and its own definition of every function and constraint of the library (`native`). So what
//! flattening gets wrong shows here. Undefined is false in the nearest Boolean expression around it. What it cannot judge,
//! or not within its steps, is [`Judged::Unjudged`]; a verdict is never a guess.

mod bounds;
mod call;
mod claim;
mod comprehension;
mod domain;
mod fit;
mod form;
mod ground;
mod index;
mod local;
mod native;
mod operator;
mod state;
mod tape;
mod value;
mod walk;

use super::data::Data;
use super::diagnostic::{Cause, Fault};
use super::program::{Definition, Program};
use super::source::Span;
use super::syntax::{Base, Declaration, Goal};
use super::value::Value;
use super::{Diagnostic, Halt};
use crate::search::Budget;
use ground::Ground;
use std::sync::Arc;
use value::Val;
use walk::{Out, Stop, Walk};

/// How many steps one verdict may take if nobody says otherwise: about a second.
pub const STEPS: u64 = 20_000_000;

/// What the judge says.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// Every declaration and every constraint of the file holds.
    Holds,
    /// This does not hold, with its place in the file.
    Broken(Box<Diagnostic>),
    /// It cannot be said, for this reason.
    Unjudged(String),
}

/// What is claimed: values of declared variables by name, and what the objective comes to.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// The values. A variable that has a definition may be left out.
    pub values: Vec<(Arc<str>, Value)>,
    /// The value of the objective.
    pub objective: Option<i64>,
    /// What local variables without a definition were found to be, by their declaration, in the order of their making.
    /// They are tried first; they need not be right.
    pub locals: Vec<(Span, Value)>,
}

/// A judge of the solutions of one program with its data.
#[derive(Debug)]
pub struct Judge {
    program: Program,
    data: Data,
    ground: Result<Ground, String>,
}

impl Judge {
    /// A judge for a program and its data. Parameters are evaluated now, once.
    pub fn new(program: &Program, data: &Data) -> Judge {
        let ground = super::deep(|| Ground::of(&program.parts, data)).unwrap_or_else(|error| Err(error.message));
        Judge { program: program.clone(), data: data.clone(), ground }
    }

    /// Judges a claim within so many steps, and within a budget.
    pub fn judge(&self, claim: &Claim, steps: u64, budget: &Budget) -> Judged {
        super::deep(|| self.judged(claim, steps, budget)).unwrap_or_else(|error| Judged::Unjudged(error.message))
    }

    fn judged(&self, claim: &Claim, steps: u64, budget: &Budget) -> Judged {
        let ground = match &self.ground {
            Ok(ground) => ground,
            Err(why) => return Judged::Unjudged(why.clone()),
        };
        let mut walk = Walk::new(&self.program.parts, &self.data, ground, steps).within_budget(budget);
        match walk.program(claim) {
            Ok(()) => Judged::Holds,
            Err(stop) => self.told(*stop),
        }
    }

    /// What the objective comes to under a claim; none if there is none, or if it has no value.
    pub fn objective(&self, claim: &Claim, steps: u64) -> Result<Option<i64>, String> {
        let ground = self.ground.as_ref().map_err(String::clone)?;
        let Some((_, Goal::Minimise(expr) | Goal::Maximise(expr), _)) = &self.program.parts.solve else {
            return Ok(None);
        };
        let mut walk = Walk::new(&self.program.parts, &self.data, ground, steps);
        let value = walk.take_claims(claim).and_then(|()| walk.eval(expr));
        match value {
            Ok(value) => Ok(value.number()),
            Err(stop) if stop.is_undefined() => Ok(None),
            Err(stop) => Err(stop.why()),
        }
    }

    fn told(&self, stop: Stop) -> Judged {
        match stop {
            Stop::Unjudged(why) => Judged::Unjudged(why),
            Stop::Undefined(span, what) | Stop::Broken(span, what) => {
                let fault = Fault { span, message: what, help: None, cause: Cause::Wrong };
                match fault.halt_with(&self.program.parts.sources, &self.data.sources) {
                    Halt::Wrong(diagnostic) => Judged::Broken(Box::new(diagnostic)),
                    Halt::Stop(stop) => Judged::Unjudged(stop.word().to_string()),
                }
            }
        }
    }
}

impl Walk<'_> {
    /// The whole program: what is declared, what is demanded, what is to be best.
    fn program(&mut self, claim: &Claim) -> Out<()> {
        let parts = self.parts;
        self.take_claims(claim)?;
        for (at, global) in parts.globals.iter().enumerate() {
            if let Definition::Declared(decl) = &global.definition
                && !global.is_for_output()
                && !matches!(decl.ty.base, Base::Ann)
            {
                self.declared(at, decl)?;
            }
        }
        for (notes, body) in &parts.constraints {
            let label = self.label(notes);
            self.state(body, label.as_deref())?;
        }
        match (&parts.solve, claim.objective) {
            (Some((_, Goal::Minimise(expr) | Goal::Maximise(expr), _)), Some(claimed)) => self.objective(expr, claimed),
            _ => Ok(()),
        }
    }

    /// Puts what is claimed in the place of the variables.
    fn take_claims(&mut self, claim: &Claim) -> Out<()> {
        for (name, value) in &claim.values {
            let Some(at) = self.parts.names.get(name).copied() else {
                return Stop::unjudged(format!("nothing is declared as `{name}`"));
            };
            let Definition::Declared(decl) = &self.parts.globals[at as usize].definition else {
                return Stop::unjudged(format!("`{name}` is no variable"));
            };
            let value = self.claimed(&decl.ty, value)?;
            let value = self.kept(&decl.ty, value, decl.span).map_err(|stop| outside(*stop, decl))?;
            self.globals[at as usize] = ground::Cell::Ready(value);
        }
        self.tape.hints = self.hints(&claim.locals);
        Ok(())
    }

    /// A declared name: its value is what its definition says.
    fn declared(&mut self, at: usize, decl: &Declaration) -> Out<()> {
        if !self.varies_by_type(decl) {
            return self.global(at).map(drop);
        }
        let claimed = match &self.globals[at] {
            ground::Cell::Ready(value) => Some(value.clone()),
            _ => None,
        };
        let Some(claimed) = claimed else { return self.global(at).map(drop) };
        let what = format!("`{}` is not what its definition says", decl.name);
        self.search(decl.span, &what, &mut |walk| {
            Ok(walk.definition(decl)?.is_none_or(|defined| fits_claim(&defined, &claimed)))
        })
    }

    fn objective(&mut self, expr: &super::syntax::Expr, claimed: i64) -> Out<()> {
        let what = format!("the objective is not {claimed}");
        self.search(expr.span, &what, &mut |walk| Ok(walk.eval(expr)?.number() == Some(claimed)))
    }
}

fn outside(stop: Stop, decl: &Declaration) -> Box<Stop> {
    match stop {
        Stop::Undefined(span, why) => Box::new(Stop::Undefined(span, format!("`{}`: {why}", decl.name))),
        other => Box::new(other),
    }
}

/// Whether a claimed value is the defined one; `_` may be anything.
fn fits_claim(defined: &Val, claimed: &Val) -> bool {
    match (defined, claimed) {
        (Val::Hole, _) => true,
        (Val::Array(a), Val::Array(b)) => {
            a.cells.len() == b.cells.len() && a.cells.iter().zip(&b.cells).all(|(a, b)| fits_claim(a, b))
        }
        (a, b) => operator::same(a, b) == Some(true),
    }
}
