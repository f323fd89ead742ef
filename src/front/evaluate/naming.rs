//! Names for what a declaration defines: a value that is a variable already takes the user's name, another gets a variable.

use super::Evaluator;
use super::declare::Element;
use crate::front::diagnostic::Outcome;
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::{Base, Declaration};
use crate::front::value::Value;
use crate::model::{Atom, Constraint, Domain, Kind, Var};

impl Evaluator<'_> {
    /// A defined variable: restrict it to its declared domain and give the definition the user's name.
    pub(super) fn named(
        &mut self,
        decl: &Declaration,
        element: &Element,
        value: Value,
        name: impl FnOnce() -> Option<String>,
        span: Span,
    ) -> Outcome<Value> {
        if !decl.ty.var {
            return Ok(value);
        }
        self.flat.here = span;
        if value == Value::Unknown {
            return self.fresh_cell(decl, element, name());
        }
        if value.is_set() || value.is_option() {
            return Ok(value);
        }
        let name = name();
        // A new variable takes the declared domain as its own; what exists already is restricted by a constraint.
        let new = self.root && name.is_some() && self.is_nameless(&value);
        if let Some(set) = element.domain.clone().filter(|_| !new && !matches!(element.kind, Base::Bool)) {
            let inside = self.is_in(&value, &set.members, span)?;
            self.require(inside);
        }
        let Some(name) = name else { return Ok(value) };
        match value {
            Value::Var(var) => Ok(Value::Var(self.adopt(var, name, element))),
            Value::Sum(sum) => self.name_sum(&sum, name, element),
            Value::Atom(atom) => self.name_atom(atom, name, element),
            Value::Formula(formula) => self.name_formula((*formula).clone(), name, element),
            value => Ok(value),
        }
    }

    /// Give an auxiliary the user's name; a variable that has a name keeps it.
    pub(super) fn adopt(&mut self, var: Var, name: String, element: &Element) -> Var {
        let decl = &mut self.flat.model.vars[var.index()];
        if decl.name.is_empty() {
            decl.name = name;
            if let Some(set) = element.domain.as_ref().filter(|_| self.root) {
                let both = decl.domain.intersect(&set.members);
                self.narrow(var, both);
            }
            let decl = &mut self.flat.model.vars[var.index()];
            decl.encoding = element.encoding.clone().or(decl.encoding.take());
            self.flat.model.answer.push(var);
            if element.domain.is_none() {
                self.flat.defined.push(var);
            }
            if let Some(of) = element.of() {
                self.is_of(var, of);
            }
        }
        var
    }

    /// A declaration keeps what it names within its domain. Where somebody will ask why, that is a rule like others.
    fn narrow(&mut self, var: Var, domain: Domain) {
        let is_narrower = domain != self.flat.model.vars[var.index()].domain;
        if domain.is_empty() {
            self.flat.push(Constraint::falsity());
        } else if self.flat.book.is_some() && is_narrower {
            let inside = self.flat.var_in(var, &domain);
            self.flat.post(inside);
        } else {
            self.flat.model.vars[var.index()].domain = domain;
        }
    }

    pub(super) fn is_nameless(&self, value: &Value) -> bool {
        match value {
            Value::Var(var) => self.flat.model.name(*var).is_empty(),
            value => matches!(value, Value::Sum(_)),
        }
    }

    pub(super) fn name_sum(&mut self, sum: &Sum, name: String, element: &Element) -> Outcome<Value> {
        let range = self.flat.range(sum);
        let var = self.flat.ranged(range);
        self.adopt(var, name, element);
        self.flat.define_sum(var, sum)?;
        self.flat.name_sum(sum.clone(), var);
        Ok(Value::Var(var))
    }

    pub(super) fn name_atom(&mut self, atom: Atom, name: String, element: &Element) -> Outcome<Value> {
        let boolean = self.flat.model.vars[atom.var.index()].kind == Kind::Bool;
        match boolean && atom == atom.var.is_true() {
            true => Ok(Value::Atom(self.adopt(atom.var, name, element).is_true())),
            false => self.name_formula(Formula::Atom(atom), name, element),
        }
    }

    pub(super) fn name_formula(&mut self, formula: Formula, name: String, element: &Element) -> Outcome<Value> {
        let atom = self.flat.fresh();
        self.adopt(atom.var, name, element);
        let equal = match &formula {
            Formula::Atom(_) => Formula::Iff(Box::new((atom.into(), formula.clone()))),
            _ => Formula::iff(atom.into(), formula.clone()),
        };
        self.flat.define(|flat| flat.post(equal));
        self.flat.name_formula(formula, atom);
        Ok(Value::Atom(atom))
    }

    /// The variable of an integer value.
    pub fn variable(&mut self, value: &Value, span: Span) -> Outcome<Var> {
        let sum = self.sum(value, span)?;
        match sum.terms.as_slice() {
            [(1, Term::Var(var))] if sum.constant == 0 => Ok(*var),
            _ => self.at(span).var_of(&sum),
        }
    }
}
