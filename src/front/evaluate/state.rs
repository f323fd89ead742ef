//! Constraints at the root: what must hold is posted part by part as it is evaluated, under the label of its rule.

use super::comprehension::guarded;
use super::truth::is_predicate;
use super::{Evaluator, from_formula};
use crate::front::builtin;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::flatten::Hints;
use crate::front::source::Span;
use crate::front::syntax::{Callee, Comprehension, Expr, Function, Kind, Op};
use crate::front::value::Value;

impl<'p> Evaluator<'p> {
    /// State that the expression is true.
    pub fn state(&mut self, expr: &Expr) -> Outcome<()> {
        match &expr.kind {
            Kind::Annotated(inner, notes) => self.annotated(notes, |ev| ev.state(inner)),
            Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::And) => {
                self.state(first)?;
                links.iter().try_for_each(|link| self.state(&link.right))
            }
            Kind::Call(_, Callee::Builtin(index), args) if builtin::TABLE[*index as usize].name == "forall" => {
                self.state_forall(expr, args)
            }
            Kind::Call(_, Callee::User(group), args) if is_predicate(self.parts, *group, args.len()) => {
                let called = self.arguments(*group, args, expr.span);
                let done = called.and_then(|(function, values)| self.state_call(function, values, args, expr.span));
                self.state_or_false(done)
            }
            Kind::Let(items, body) => self.state_let(expr, items, body),
            Kind::If(branches, Some(otherwise)) => self.state_if(expr, branches, otherwise),
            _ => self.state_plain(expr),
        }
    }

    /// A predicate that must hold: one constraint if the waist has it, or else what its body says.
    fn state_call(&mut self, function: &'p Function, values: Vec<Value>, args: &[Expr], span: Span) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.root, true);
        let whole = self.kept_whole(function, &values, true, span);
        self.root = outer;
        match whole? {
            Some(value) => {
                let formula = self.formula(&value, span)?;
                self.flat.post(formula);
                Ok(())
            }
            None => self.enter(function, values, args, span, |ev, body| ev.state(body)),
        }
    }

    fn state_plain(&mut self, expr: &Expr) -> Outcome<()> {
        let value = self.boolean(expr, true)?;
        let value = self.or_else(&value, Value::Bool(true), expr.span)?;
        let formula = self.formula(&value, expr.span)?;
        self.flat.post(formula);
        Ok(())
    }

    /// What is undefined inside is false, and a false constraint at the root makes the model false.
    fn state_or_false(&mut self, done: Outcome<()>) -> Outcome<()> {
        match done {
            Err(fault) if fault.is_undefined() => {
                self.flat.post(crate::front::formula::Formula::Const(false));
                Ok(())
            }
            done => done,
        }
    }

    fn state_let(&mut self, expr: &Expr, items: &[crate::front::syntax::LetItem], body: &Expr) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.root, true);
        let done = self.deeper(expr, |ev| ev.let_items(items).and_then(|()| ev.state(body)));
        self.root = outer;
        self.state_or_false(done)
    }

    /// A conditional whose conditions are known states its branch.
    fn state_if(&mut self, expr: &Expr, branches: &[(Expr, Expr)], otherwise: &Expr) -> Outcome<()> {
        for (condition, value) in branches {
            match self.truth(condition)? {
                Some(true) => return self.deeper(expr, |ev| ev.state(value)),
                Some(false) => {}
                None => return self.state_plain(expr),
            }
        }
        self.deeper(expr, |ev| ev.state(otherwise))
    }

    fn deeper<T>(&mut self, expr: &Expr, f: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.depth += 1;
        if self.depth > super::MAX_DEPTH {
            return fault(expr.span, "evaluation is nested too deep: is there an endless recursion?");
        }
        let out = f(self);
        self.depth -= 1;
        out
    }

    fn state_forall(&mut self, expr: &Expr, args: &[Expr]) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.root, true);
        let done = match args {
            [Expr { kind: Kind::Comprehension(inner), .. }] if !inner.set => {
                self.deeper(expr, |ev| ev.state_each(inner))
            }
            _ => self.state_plain(expr),
        };
        self.root = outer;
        self.state_or_false(done)
    }

    fn state_each(&mut self, inner: &Comprehension) -> Outcome<()> {
        self.each(&inner.generators, &mut |ev| {
            if ev.conditions().is_empty() {
                return ev.state(&inner.body);
            }
            let conditions = ev.conditions().to_vec();
            let value = ev.boolean(&inner.body, false)?;
            let value = ev.or_else(&value, Value::Bool(true), inner.body.span)?;
            let body = ev.formula(&value, inner.body.span)?;
            ev.flat.post(guarded(conditions, body, true));
            Ok(())
        })
    }

    /// Run something under the labels and hints of annotations.
    pub fn annotated<T>(&mut self, notes: &[Expr], f: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let outer: (Option<u32>, Hints) = (self.flat.label, self.flat.hints.clone());
        for note in notes {
            self.annotation(note)?;
        }
        let out = f(self);
        (self.flat.label, self.flat.hints) = outer;
        out
    }

    /// A string is the name of the rule; our own annotations choose encodings; the rest is not for us.
    fn annotation(&mut self, note: &Expr) -> Outcome<()> {
        match &note.kind {
            Kind::Str(_) | Kind::Joined(_) => self.label(note),
            Kind::Chain(_, links) if links[0].op == Op::Concat => self.label(note),
            Kind::Call(name, _, args) if args.len() == 1 => match &**name {
                "amo_with" => self.hint(&args[0]).map(|hint| self.flat.hints.at_most_one = hint),
                "count_with" => self.hint(&args[0]).map(|hint| self.flat.hints.count = hint),
                "linear_with" => self.hint(&args[0]).map(|hint| self.flat.hints.linear = hint),
                "constraint_name" | "expression_name" | "mzn_constraint_name" | "mzn_expression_name" => {
                    self.label(&args[0])
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn label(&mut self, note: &Expr) -> Outcome<()> {
        match self.eval(note)? {
            Value::Str(text) => self.flat.label = Some(self.flat.model.intern(text.to_string())),
            other => return fault(note.span, format!("expected a string as label, found {}", other.kind())),
        }
        Ok(())
    }

    fn hint(&mut self, note: &Expr) -> Outcome<Option<String>> {
        match self.eval(note)? {
            Value::Str(text) => Ok(Some(text.to_string())),
            other => fault(note.span, format!("expected the name of an encoding, found {}", other.kind())),
        }
    }

    /// `redundant_constraint` and the like: the argument itself.
    pub(crate) fn truth_value(&mut self, expr: &Expr) -> Outcome<Value> {
        let root = self.root;
        let value = self.boolean(expr, root)?;
        Ok(from_formula(self.formula(&value, expr.span)?))
    }
}
