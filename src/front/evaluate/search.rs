//! Search annotations: what the model says about where to look first.
//!
//! They stand behind `solve ::`, or behind names and functions that are used there. Words in them that only annotations know
//! (`first_fail`) are not resolved; where one is passed to a function, it is passed as text.

use super::Evaluator;
use crate::front::data::Given;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::program::Definition;
use crate::front::source::Span;
use crate::front::syntax::{Base, Callee, Expr, Kind, Op, Slot};
use crate::front::value::Value;
use crate::model::SearchHint;
use std::sync::Arc;

impl<'p> Evaluator<'p> {
    /// `int_search(vars, select, choose, ...)`, `seq_search([...])`, or a name or function that stands for one; anything
    /// else is noted and left alone.
    pub(super) fn search(&mut self, note: &Expr) -> Outcome<()> {
        match &note.kind {
            Kind::Call(name, _, args) if matches!(&**name, "int_search" | "bool_search") && args.len() >= 3 => {
                self.branching(args)
            }
            Kind::Call(name, _, args) if &**name == "seq_search" && args.len() == 1 => self.search(&args[0]),
            Kind::Array(parts) => parts.iter().try_for_each(|part| self.search(part)),
            Kind::Comprehension(inner) => self.each(&inner.generators, &mut |ev| ev.search(&inner.body)),
            Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::Concat) => {
                self.search(first)?;
                links.iter().try_for_each(|link| self.search(&link.right))
            }
            Kind::If(branches, otherwise) => match self.branch_taken(branches, otherwise.as_deref())? {
                Some(value) => self.search(value),
                None => Ok(()),
            },
            Kind::Let(items, body) => {
                self.let_items(items)?;
                self.search(body)
            }
            Kind::Annotated(inner, more) => {
                self.search(inner)?;
                more.iter().try_for_each(|note| self.search(note))
            }
            Kind::Name(name, slot) => match (self.annotation_named(*slot), self.annotation_given(*slot)) {
                (Some(value), _) => self.search(value),
                (None, Some((value, n_slots))) => self.framed(n_slots, |ev| ev.search(&value)),
                (None, None) => self.ignored(name),
            },
            Kind::Call(_, Callee::User(group), args) => self.search_called(*group, args, note.span),
            Kind::Call(name, ..) => self.ignored(name),
            _ => Ok(()),
        }
    }

    /// A function that stands for an annotation. Among its arguments may be words that only annotations know.
    fn search_called(&mut self, group: u32, args: &[Expr], span: Span) -> Outcome<()> {
        let (function, values) = match args.iter().any(|arg| self.is_word(arg)) {
            true => {
                let values = args.iter().map(|arg| self.annotation_argument(arg)).collect::<Outcome<_>>()?;
                self.chosen(group, args, values, span)?
            }
            false => self.arguments(group, args, span)?,
        };
        match function.body {
            None => self.ignored(&function.name),
            Some(_) => self.enter(function, values, args, span, |ev, body| ev.search(body)),
        }
    }

    /// Whether an argument is, or may be, something that only annotations know.
    fn is_word(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Name(_, slot) => *slot == Slot::Unresolved || self.annotation_named(*slot).is_some(),
            Kind::Call(_, Callee::Unresolved, _) => true,
            Kind::Call(_, Callee::User(group), _) => {
                self.parts.functions[*group as usize].iter().all(|function| matches!(function.result.base, Base::Ann))
            }
            Kind::If(branches, otherwise) => {
                let mut values = branches.iter().map(|(_, value)| value).chain(otherwise.as_deref());
                values.any(|value| self.is_word(value))
            }
            _ => false,
        }
    }

    fn annotation_argument(&mut self, expr: &Expr) -> Outcome<Value> {
        match self.is_word(expr) {
            true => self.word(expr).map(|word| Value::Str(word.into())),
            false => self.eval_found(expr),
        }
    }

    /// The name of a choice, such as `first_fail`, or what stands for one.
    fn word(&mut self, expr: &Expr) -> Outcome<String> {
        match &expr.kind {
            Kind::Annotated(inner, _) => self.word(inner),
            Kind::Name(name, slot @ Slot::Global(_)) => {
                match (self.annotation_named(*slot), self.annotation_given(*slot)) {
                    (Some(value), _) => self.word(value),
                    (None, Some((value, n_slots))) => self.framed(n_slots, |ev| ev.word(&value)),
                    (None, None) => Ok(name.to_string()),
                }
            }
            Kind::Name(name, Slot::Local(_)) => match self.eval(expr)? {
                Value::Str(word) => Ok(word.to_string()),
                _ => Ok(name.to_string()),
            },
            Kind::Name(name, Slot::Unresolved) | Kind::Call(name, ..) => Ok(name.to_string()),
            Kind::If(branches, otherwise) => match self.branch_taken(branches, otherwise.as_deref())? {
                Some(value) => self.word(value),
                None => fault(expr.span, "expected a condition without variables"),
            },
            _ => fault(expr.span, "expected the name of a choice, e.g. `first_fail`"),
        }
    }

    /// The branch of a conditional that is taken, if that is known.
    fn branch_taken<'e>(
        &mut self,
        branches: &'e [(Expr, Expr)],
        otherwise: Option<&'e Expr>,
    ) -> Outcome<Option<&'e Expr>> {
        for (condition, value) in branches {
            match self.truth(condition)? {
                Some(true) => return Ok(Some(value)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(otherwise)
    }

    /// The value of a declared annotation.
    fn annotation_named(&self, slot: Slot) -> Option<&'p Expr> {
        let Slot::Global(at) = slot else { return None };
        match &self.parts.globals[at as usize].definition {
            Definition::Declared(decl) if matches!(decl.ty.base, Base::Ann) => decl.value.as_ref(),
            _ => None,
        }
    }

    /// The value of a declared annotation, from the data.
    fn annotation_given(&self, slot: Slot) -> Option<(Arc<Expr>, u32)> {
        let Slot::Global(at) = slot else { return None };
        match &self.given[at as usize] {
            Some(Given::Expr(value, n_slots)) => Some((value.clone(), *n_slots)),
            Some(Given::Value(..)) | None => None,
        }
    }

    fn ignored(&mut self, name: &str) -> Outcome<()> {
        self.notes.push(format!("the search annotation `{name}` is ignored"));
        Ok(())
    }

    fn branching(&mut self, args: &[Expr]) -> Outcome<()> {
        let (select, choose) = (self.word(&args[1])?, self.word(&args[2])?);
        let Value::Array(array) = self.eval(&args[0])? else {
            return fault(args[0].span, "expected an array of variables");
        };
        let mut vars = Vec::new();
        for cell in array.cells.iter().filter(|cell| cell.is_var()) {
            vars.push(match cell {
                Value::Atom(atom) => atom.var,
                cell => self.variable(cell, args[0].span)?,
            });
        }
        self.flat.model.search.push(SearchHint { vars, select, choose });
        Ok(())
    }
}
