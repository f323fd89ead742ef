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
            Kind::Annotated(inner, notes) => self.annotated(notes, inner.span, |ev| ev.state(inner)),
            Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::And) => {
                self.state(first)?;
                links.iter().try_for_each(|link| self.state(&link.right))
            }
            Kind::Call(_, Callee::Builtin(index), args) if builtin::TABLE[*index as usize].name == "forall" => {
                self.state_forall(expr, args)
            }
            Kind::Call(_, Callee::User(group), args)
                if is_predicate(self.parts, *group, args.len()) && !self.stands_before_builtin(*group, args) =>
            {
                self.ruled(expr.span, true, |ev| {
                    let called = ev.arguments(*group, args, expr.span);
                    let done = called.and_then(|(function, values)| ev.state_call(function, values, args, expr.span));
                    ev.state_or_false(done)
                })
            }
            Kind::Let(items, body) => self.state_let(expr, items, body),
            Kind::If(branches, Some(otherwise)) => self.state_if(expr, branches, otherwise),
            _ => self.state_plain(expr),
        }
    }

    /// A rule of its own in the book, if there is one; `is_whole` if all that is stated inside belongs to it.
    fn ruled<T>(&mut self, span: Span, is_whole: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.flat.book.as_mut().map(|book| book.begin(span));
        if let Some(book) = self.flat.book.as_mut().filter(|_| is_whole) {
            book.keep();
        }
        let out = f(self);
        if let (Some(book), Some(before)) = (&mut self.flat.book, before) {
            book.end(before);
        }
        out
    }

    /// A predicate that must hold: one constraint if the waist has it, or else what its body says.
    fn state_call(&mut self, function: &'p Function, values: Vec<Value>, args: &[Expr], span: Span) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.root, true);
        let whole = self.kept_whole(function, &values, true, span);
        self.root = outer;
        match whole? {
            Some(value) => {
                let formula = self.formula(value, span)?;
                self.flat.post(formula);
                Ok(())
            }
            None => self.enter(function, values, args, span, |ev, body| ev.state(body)),
        }
    }

    fn state_plain(&mut self, expr: &Expr) -> Outcome<()> {
        self.ruled(expr.span, false, |ev| {
            let value = ev.boolean(expr, true)?;
            let value = ev.or_else(&value, Value::Bool(true), expr.span)?;
            let formula = ev.formula(value, expr.span)?;
            ev.flat.post(formula);
            Ok(())
        })
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
        let done = self.ruled(expr.span, false, |ev| {
            let done = ev.deeper(expr, |ev| ev.let_items(items).and_then(|()| ev.state(body)));
            ev.state_or_false(done)
        });
        self.root = outer;
        done
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
        match done {
            Err(fault) if fault.is_undefined() => self.ruled(expr.span, false, |ev| ev.state_or_false(Err(fault))),
            done => done,
        }
    }

    fn state_each(&mut self, inner: &Comprehension) -> Outcome<()> {
        self.each(&inner.generators, &mut |ev| {
            let outer = ev.enter_round(inner);
            let done = ev.state_round(&inner.body);
            if let Some(book) = &mut ev.flat.book {
                book.leave_round(outer);
            }
            done
        })
    }

    /// One round of a loop, under its conditions.
    fn state_round(&mut self, body: &Expr) -> Outcome<()> {
        if self.conditions().is_empty() {
            return self.state(body);
        }
        self.ruled(body.span, false, |ev| {
            let conditions = ev.conditions().to_vec();
            let value = ev.granting(true, |ev| ev.boolean(body, false))?;
            let value = ev.or_else(&value, Value::Bool(true), body.span)?;
            let formula = ev.formula(value, body.span)?;
            ev.flat.post(guarded(conditions, formula, true));
            Ok(())
        })
    }

    /// Tells the book, if there is one, the values of the round.
    fn enter_round(&mut self, inner: &Comprehension) -> usize {
        if self.flat.book.is_none() {
            return 0;
        }
        let mut names = Vec::new();
        for (name, slot) in inner.generators.iter().flat_map(|generator| &generator.names) {
            let value = self.locals[self.base + *slot as usize].clone();
            names.push((name.clone(), self.show(&value)));
        }
        self.flat.book.as_mut().map_or(0, |book| book.enter_round(names))
    }

    /// Run something under the labels and hints of annotations.
    pub fn annotated<T>(&mut self, notes: &[Expr], span: Span, f: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let outer: (Option<u32>, Hints) = (self.flat.label, self.flat.hints.clone());
        for note in notes {
            self.annotation(note)?;
        }
        let is_labelled = self.flat.label != outer.0;
        let before = self.flat.book.as_mut().filter(|_| is_labelled).map(|book| book.label(span));
        let out = f(self);
        if let (Some(book), Some(before)) = (&mut self.flat.book, before) {
            book.unlabel(before);
        }
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
        let value = if root { self.boolean(expr, true) } else { self.part(expr) }?;
        Ok(from_formula(self.formula(value, expr.span)?))
    }
}
