//! Calls that were made before: a function that makes variables of its own makes them once for the same arguments.
//!
//! So a function stands for one value, as in MiniZinc, and what many constraints need of it is stated once. Where all of it had to
//! hold, the value is kept. Else, and where rules are written down one by one, its body is stated again over the same variables.

use super::Evaluator;
use crate::front::diagnostic::Outcome;
use crate::front::source::Span;
use crate::front::syntax::{Declaration, Function};
use crate::front::value::Value;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Above so many free variables, those of a call that is made again are not listed again.
const MOST_FREE: usize = 1_000_000;

/// What local declarations without a definition became, in the order of their making.
type Locals = Vec<(Span, Value)>;

/// The calls so far, and the one that is being made.
#[derive(Default)]
pub(super) struct Repeated {
    earlier: FxHashMap<u64, Vec<Earlier>>,
    now: Option<Now>,
}

/// A call that was made.
struct Earlier {
    function: Span,
    args: Vec<Value>,
    /// The variables of its own.
    locals: Locals,
    /// What it came to where all of it had to hold, and where the variables made inside stand among all free ones.
    came_to: Option<(Value, Range<usize>)>,
}

/// The call that is being made: the variables it has, and how many of them were met.
struct Now {
    locals: Locals,
    n_met: usize,
}

/// A call that is put aside while something else is evaluated.
pub(super) struct Aside(Option<Now>);

impl Evaluator<'_> {
    /// The value of a call, by `run` if it was not made before.
    pub(super) fn repeated(
        &mut self,
        function: &Function,
        args: &[Value],
        run: impl FnOnce(&mut Self) -> Outcome<Value>,
    ) -> Outcome<Value> {
        if !function.makes_variables || self.solution.is_some() {
            return run(self);
        }
        let key = fingerprint(function.span, args);
        let known =
            self.repeated.earlier.get(&key).and_then(|calls| calls.iter().position(|call| call.is(function, args)));
        let earlier = known.map(|at| &self.repeated.earlier[&key][at]);
        if let Some((value, made)) = earlier.and_then(|call| call.came_to.clone())
            && (self.root || self.positive)
        {
            // The judge meets them again in every call; so many are a help to it, and more would only take memory.
            if self.free.len() < MOST_FREE {
                self.free.extend_from_within(made);
            }
            return Ok(value);
        }
        let locals = earlier.map(|call| call.locals.clone()).unwrap_or_default();
        let outer = self.repeated.now.replace(Now { locals, n_met: 0 });
        let (n_free, n_shown) = (self.free.len(), self.shown.len());
        let value = run(self);
        let now = std::mem::replace(&mut self.repeated.now, outer);
        let (value, Some(now)) = (value?, now) else { unreachable!("what was put aside came back") };
        let may_be_kept = self.root && self.flat.book.is_none() && self.shown.len() == n_shown;
        let came_to = may_be_kept.then(|| (value.clone(), n_free..self.free.len()));
        let calls = self.repeated.earlier.entry(key).or_default();
        match known {
            Some(at) => (calls[at].locals, calls[at].came_to) = (now.locals, came_to),
            None => {
                calls.push(Earlier { function: function.span, args: args.to_vec(), locals: now.locals, came_to });
            }
        }
        Ok(value)
    }

    /// The variables of a local declaration without a definition: those of an earlier call, or what `make` makes.
    pub(super) fn met_again(
        &mut self,
        decl: &Declaration,
        make: impl FnOnce(&mut Self) -> Outcome<Value>,
    ) -> Outcome<Value> {
        if let Some(now) = &mut self.repeated.now
            && let Some((_, value)) = now.locals.get(now.n_met).filter(|(span, _)| *span == decl.span)
        {
            now.n_met += 1;
            return Ok(value.clone());
        }
        let value = make(self)?;
        if let Some(now) = &mut self.repeated.now {
            now.locals.truncate(now.n_met);
            now.locals.push((decl.span, value.clone()));
            now.n_met += 1;
        }
        Ok(value)
    }

    /// What is evaluated now is no part of the call that is being made.
    pub(super) fn put_call_aside(&mut self) -> Aside {
        Aside(self.repeated.now.take())
    }

    pub(super) fn take_call_up(&mut self, Aside(now): Aside) {
        self.repeated.now = now;
    }
}

impl Earlier {
    fn is(&self, function: &Function, args: &[Value]) -> bool {
        self.function == function.span && self.args == args
    }
}

/// A number that equal calls share.
fn fingerprint(function: Span, args: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    (function.file, function.start).hash(&mut hasher);
    args.iter().for_each(|arg| mix(arg, &mut hasher));
    hasher.finish()
}

fn mix(value: &Value, hasher: &mut FxHasher) {
    std::mem::discriminant(value).hash(hasher);
    match value {
        Value::Int(n) => n.hash(hasher),
        Value::Bool(b) => b.hash(hasher),
        Value::Str(text) => text.hash(hasher),
        Value::Enum(of, n) => (of, n).hash(hasher),
        Value::Set(set) => set.hash(hasher),
        Value::Array(array) => {
            array.index.hash(hasher);
            array.cells.iter().for_each(|cell| mix(cell, hasher));
        }
        Value::Var(var) => var.hash(hasher),
        Value::Atom(atom) => atom.hash(hasher),
        Value::Tuple(parts) => parts.iter().for_each(|part| mix(part, hasher)),
        Value::Record(fields) => fields.iter().for_each(|(_, field)| mix(field, hasher)),
        Value::Optional(optional) => {
            optional.occurs.hash(hasher);
            mix(&optional.value, hasher);
        }
        Value::OpenSet(set) => set.members.hash(hasher),
        Value::Sum(sum) => sum.hash(hasher),
        Value::Formula(formula) => formula.hash(hasher),
        Value::Float(_) | Value::Floats(_) | Value::Unknown | Value::Absent => {}
    }
}
