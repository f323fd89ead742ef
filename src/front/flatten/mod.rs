//! From formulas and sums to a model: the part of the front end that makes constraints and auxiliaries.
//!
//! Every auxiliary is either a function of the answer variables or implied in one direction only, in which case projecting
//! on the answer variables forgets it. Definitions carry no label: they say nothing of their own. Equal definitions are made
//! once; the tables that find them are only looked up, never iterated.

mod arithmetic;
pub(crate) mod book;
mod bounds;
mod clauses;
mod compare;
mod known;
mod overflow;

use super::diagnostic::{Outcome, fault};
use super::formula::Formula;
use super::meter::Meter;
use super::source::Span;
use super::sum::{Sum, Term};
use super::value::{Array, EnumId};
use crate::model::{Atom, Cmp, Constraint, Domain, Kind, Model, Op, Operand, Posted, Var};
use crate::search::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Weak};

use known::Known;

pub(crate) use arithmetic::Entry;
pub(crate) use bounds::Range;

/// The bound that stands for "none known".
pub(crate) const HUGE: i64 = 1 << 40;

/// How constraints of one kind should be encoded, from annotations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    pub at_most_one: Option<String>,
    pub count: Option<String>,
    pub linear: Option<String>,
}

/// The rows of a table, which several may share.
pub(crate) type Rows = Arc<[Vec<i64>]>;

/// A model under construction.
#[derive(Debug, Default)]
pub(crate) struct Flat {
    pub model: Model,
    /// What it may cost.
    pub meter: Meter,
    /// The place that errors point at.
    pub here: Span,
    /// The rule under which constraints are posted.
    pub label: Option<u32>,
    pub hints: Hints,
    /// Whose constraints they are, if somebody will ask.
    pub book: Option<book::Book>,
    /// Whether what is posted defines an auxiliary.
    is_defining: bool,
    /// Variables declared without bounds.
    pub unbounded: Vec<Var>,
    /// Auxiliaries that took the name of a variable declared without bounds.
    pub defined: Vec<Var>,
    /// Auxiliaries whose values may be too large for what we compute with, and where.
    overflowing: Vec<(Var, Span)>,
    halves: Known,
    wholes: Known,
    sums: FxHashMap<Sum, Var>,
    results: FxHashMap<Function, Var>,
    constants: FxHashMap<i64, Var>,
    /// The arrays that constraints read.
    arrays: FxHashSet<Arc<[Operand]>>,
    /// The rows of tables.
    tables: FxHashSet<Rows>,
    /// Those that were read from an array, by its place, which nothing else gets while it is known here.
    read: FxHashMap<usize, (Weak<Array>, Rows)>,
}

/// A function of variables that has been given a result variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Function {
    Operation(Op, Operand, Operand),
    Absolute(Var),
    Minimum(Vec<Operand>),
    Maximum(Vec<Operand>),
    /// The place of a shared array, which nothing else gets; with the enum of the cells, since numbers of different enums are
    /// different things.
    Element(usize, i64, Var, Option<EnumId>),
}

impl Flat {
    /// Nothing yet, and a budget.
    pub fn within(budget: &Budget) -> Flat {
        Flat { meter: Meter::new(budget), ..Flat::default() }
    }

    /// Add a constraint under the current label with the fitting hint.
    pub fn push(&mut self, constraint: Constraint) {
        let encoding = self.hint(&constraint);
        if let Some(book) = &mut self.book {
            let label = self.label.map(|index| self.model.labels[index as usize].as_str());
            book.post(label, self.is_defining);
        }
        self.model.constraints.push(Posted { constraint, label: self.label, encoding });
    }

    /// Do something whose constraints are definitions: without a label.
    pub fn define<T>(&mut self, f: impl FnOnce(&mut Flat) -> T) -> T {
        let (label, outer) = (self.label.take(), std::mem::replace(&mut self.is_defining, true));
        let out = f(self);
        (self.label, self.is_defining) = (label, outer);
        out
    }

    fn hint(&self, constraint: &Constraint) -> Option<String> {
        match constraint {
            Constraint::Count { cmp: Cmp::Le | Cmp::Eq, bound: 1, .. } if self.hints.at_most_one.is_some() => {
                self.hints.at_most_one.clone()
            }
            Constraint::AllDifferent(_) => self.hints.at_most_one.clone(),
            Constraint::Count { .. } => self.hints.count.clone(),
            Constraint::Linear { .. } => self.hints.linear.clone(),
            Constraint::Implies { then, .. } | Constraint::Iff { then, .. } => self.hint(then),
            _ => None,
        }
    }

    /// The rows of a table, kept once for all tables that have them.
    pub fn shared_rows(&mut self, rows: Vec<Vec<i64>>) -> Rows {
        if let Some(known) = self.tables.get(&rows[..]) {
            return known.clone();
        }
        let rows: Rows = rows.into();
        self.tables.insert(rows.clone());
        rows
    }

    /// The rows that were read from this array before.
    pub fn rows_read_from(&self, array: &Arc<Array>) -> Option<Rows> {
        self.read.get(&(Arc::as_ptr(array) as usize)).map(|(_, rows)| rows.clone())
    }

    /// These rows were read from the array.
    pub fn remember_rows(&mut self, array: &Arc<Array>, rows: &Rows) {
        self.read.insert(Arc::as_ptr(array) as usize, (Arc::downgrade(array), rows.clone()));
    }

    /// A fresh integer auxiliary. An empty domain becomes a contradiction.
    pub fn auxiliary(&mut self, domain: Domain) -> Var {
        if domain.is_empty() {
            self.push(Constraint::falsity());
            return self.model.auxiliary(Domain::singleton(0), Kind::Int);
        }
        self.model.auxiliary(domain, Kind::Int)
    }

    /// A fresh Boolean auxiliary, as the atom that says it is true.
    pub fn fresh(&mut self) -> Atom {
        self.model.auxiliary(Domain::boolean(), Kind::Bool).is_true()
    }

    /// A variable that always has this value.
    pub fn constant(&mut self, value: i64) -> Var {
        if let Some(var) = self.constants.get(&value) {
            return *var;
        }
        let var = self.model.auxiliary(Domain::singleton(value), Kind::Int);
        self.constants.insert(value, var);
        var
    }

    /// An atom, or a constant where the domain decides it.
    pub fn atom(&self, atom: Atom) -> Formula {
        match atom.decided_by(self.model.domain(atom.var)) {
            Some(value) => Formula::Const(value),
            None => Formula::Atom(atom),
        }
    }

    /// `term = 1` as an atom, if the term can only be 0 or 1.
    fn as_atom(&self, term: Term) -> Option<Atom> {
        match term {
            Term::Atom(atom) => Some(atom),
            Term::Var(var) => {
                let domain = self.model.domain(var);
                (domain.min() >= 0 && domain.max() <= 1).then(|| var.is(1))
            }
        }
    }

    /// The atom as a variable that is 1 or 0: itself if it says `b = 1` of a Boolean.
    fn bool_var(&mut self, atom: Atom) -> Var {
        let domain = self.model.domain(atom.var);
        if atom == atom.var.is(1) && domain.min() >= 0 && domain.max() <= 1 {
            return atom.var;
        }
        if let Some(known) = self.wholes.get(&Formula::Atom(atom), &self.model.constraints) {
            return known.var;
        }
        let fresh = self.fresh();
        self.define(|flat| flat.post(Formula::Iff(Box::new((fresh.into(), atom.into())))));
        self.wholes.name(Formula::Atom(atom), fresh);
        fresh.var
    }

    /// Use this Boolean variable wherever the formula is needed as a literal from now on.
    pub fn name_formula(&mut self, formula: Formula, atom: Atom) {
        if self.wholes.get(&formula, &self.model.constraints).is_none() {
            self.wholes.name(formula, atom);
        }
    }

    /// Use this variable wherever the sum is needed as a variable from now on.
    pub fn name_sum(&mut self, sum: Sum, var: Var) {
        self.sums.entry(sum).or_insert(var);
    }

    /// Only variables in the terms: atoms become Boolean variables.
    fn only_vars(&mut self, sum: &Sum) -> Outcome<(i64, Vec<(i64, Var)>)> {
        let mut plain = Sum::constant(sum.constant);
        for (coefficient, term) in &sum.terms {
            match *term {
                Term::Var(_) => plain.terms.push((*coefficient, *term)),
                Term::Atom(atom) => {
                    let (c, var) = self.signed_bool(*coefficient, atom, &mut plain.constant)?;
                    plain.terms.push((c, Term::Var(var)));
                }
            }
        }
        self.checked(plain.tidy())?;
        let terms = plain.terms.iter().map(|(c, t)| match t {
            Term::Var(var) => (*c, *var),
            Term::Atom(atom) => (*c, atom.var),
        });
        Ok((plain.constant, terms.collect()))
    }

    /// `c * atom` as a term of a variable: the opposite of a Boolean `b` is `1 - b`.
    fn signed_bool(&mut self, c: i64, atom: Atom, constant: &mut i64) -> Outcome<(i64, Var)> {
        let domain = self.model.domain(atom.var);
        let boolean = domain.min() >= 0 && domain.max() <= 1;
        if boolean && !atom.admits(1) && atom.admits(0) {
            *constant = self.checked(constant.checked_add(c))?;
            return Ok((self.checked(c.checked_neg())?, atom.var));
        }
        if boolean && atom.admits(1) && !atom.admits(0) {
            return Ok((c, atom.var));
        }
        Ok((c, self.bool_var(atom)))
    }

    /// The sum as one variable.
    pub fn var_of(&mut self, sum: &Sum) -> Outcome<Var> {
        match sum.terms.as_slice() {
            [] => return Ok(self.constant(sum.constant)),
            [(1, Term::Var(var))] if sum.constant == 0 => return Ok(*var),
            [(1, Term::Atom(atom))] if sum.constant == 0 => return Ok(self.bool_var(*atom)),
            _ => {}
        }
        if let Some(var) = self.sums.get(sum) {
            return Ok(*var);
        }
        let var = self.ranged(self.range(sum));
        self.define_sum(var, sum)?;
        self.sums.insert(sum.clone(), var);
        Ok(var)
    }

    /// Post `var = sum` as a definition.
    pub fn define_sum(&mut self, var: Var, sum: &Sum) -> Outcome<()> {
        let (constant, mut terms) = self.only_vars(sum)?;
        terms.push((-1, var));
        let bound = self.checked(constant.checked_neg())?;
        self.define(|flat| flat.push(Constraint::Linear { terms, cmp: Cmp::Eq, bound }));
        Ok(())
    }

    /// The sum as a constant or a variable.
    pub fn operand(&mut self, sum: &Sum) -> Outcome<Operand> {
        match sum.terms.is_empty() {
            true => Ok(Operand::Const(sum.constant)),
            false => Ok(Operand::Var(self.var_of(sum)?)),
        }
    }

    /// A value, or the error that a number does not fit.
    pub fn checked<T>(&self, value: Option<T>) -> Outcome<T> {
        match value {
            Some(value) => Ok(value),
            None => fault(self.here, "integer overflow: a number does not fit into 64 bits"),
        }
    }
}
