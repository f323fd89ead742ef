//! The map between the variables of a model and the literals of its formula.
//!
//! It lifts valuations back to assignments, and it hands out the literal of any atom: one that exists, or a new one
//! with the clauses that define it. Variables with a name come first, in order of declaration. Behind the model's
//! variables the map holds auxiliary ones that some encodings make for themselves.

use super::domain::{self, Repr, Scheme};
use super::values::Values;
use super::{Encoding, at_most_one};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Valuation};
use crate::model::{Assignment, Atom, Domain, Kind, Model, Rel, Var};
use rustc_hash::FxHashMap;

/// Which literals stand for which variable.
#[derive(Clone, Debug)]
pub struct VarMap {
    vars: Vec<Coded>,
    /// Name and kind of the model's own variables.
    declared: Vec<(String, Kind)>,
    answer: Vec<Var>,
    /// Literals of atoms that had to be defined: by variable, whether it is an equality, and number of the value.
    defined: FxHashMap<(Var, bool, u64), Lit>,
    /// A literal that is always true, if anybody needed one.
    truth: Option<Lit>,
}

#[derive(Clone, Debug)]
struct Coded {
    values: Values,
    repr: Repr,
}

impl VarMap {
    /// Gives every variable of the model its literals; the error names an unknown encoding hint.
    pub(super) fn new(
        model: &Model,
        encoding: &Encoding,
        sink: &mut dyn ClauseSink,
    ) -> Result<VarMap, super::EncodeError> {
        let unset = |var: Var| Coded { values: Values::new(model.domain(var).clone()), repr: Repr::Fixed(0) };
        let mut map = VarMap {
            vars: model.all_vars().map(unset).collect(),
            declared: model.vars.iter().map(|decl| (decl.name.clone(), decl.kind)).collect(),
            answer: model.answer.clone(),
            defined: FxHashMap::default(),
            truth: None,
        };
        let (named, unnamed): (Vec<Var>, Vec<Var>) = model.all_vars().partition(|v| !model.name(*v).is_empty());
        for var in named.into_iter().chain(unnamed) {
            let hint = model.vars[var.index()].encoding.as_deref();
            let chosen = hint.map_or(Ok(*encoding), |name| encoding.with(name))?;
            let values = &map.vars[var.index()].values;
            map.vars[var.index()].repr = domain::represent(values, chosen.domain.scheme, chosen.at_most_one, sink);
        }
        Ok(map)
    }

    /// A new auxiliary variable that the model does not have.
    pub(super) fn auxiliary(
        &mut self,
        domain: Domain,
        scheme: Scheme,
        at_most_one: &at_most_one::Row,
        sink: &mut dyn ClauseSink,
    ) -> Var {
        let values = Values::new(domain);
        let repr = domain::represent(&values, scheme, at_most_one, sink);
        self.vars.push(Coded { values, repr });
        Var(self.vars.len() as u32 - 1)
    }

    /// The value of every variable of the model.
    pub fn decode(&self, valuation: &Valuation) -> Assignment {
        let own = &self.vars[..self.declared.len()];
        Assignment::new(own.iter().map(|coded| coded.repr.decode(&coded.values, valuation)).collect())
    }

    /// The literal that is true exactly when the atom is: an existing one, or a new one with its definition in `sink`.
    pub fn lit(&mut self, atom: Atom, sink: &mut dyn ClauseSink) -> Lit {
        match self.literal(atom, sink) {
            TRUE => self.truth(sink),
            FALSE => !self.truth(sink),
            lit => lit,
        }
    }

    /// Number and name of the formula's variables that belong to named variables of the model, in increasing order.
    pub fn names(&self) -> impl Iterator<Item = (u32, String)> + '_ {
        let named = self.declared.iter().zip(&self.vars).filter(|((name, _), _)| !name.is_empty());
        named.flat_map(|((name, kind), coded)| coded.names(name, *kind))
    }

    /// The literals that determine the answer variables: two answers differ exactly if one of these does.
    pub fn projection(&self) -> Vec<Lit> {
        let mut answer = self.answer.clone();
        answer.sort_unstable();
        answer.dedup();
        answer.iter().flat_map(|var| self.vars[var.index()].repr.lits()).collect()
    }

    /// The literals that determine one variable.
    pub fn lits_of(&self, var: Var) -> Vec<Lit> {
        self.vars[var.index()].repr.lits()
    }

    pub(super) fn values(&self, var: Var) -> &Values {
        &self.vars[var.index()].values
    }

    pub(super) fn repr(&self, var: Var) -> &Repr {
        &self.vars[var.index()].repr
    }

    /// Like [`VarMap::lit`], but a decided atom is one of the constants that only the encoder may see.
    pub(super) fn literal(&mut self, atom: Atom, sink: &mut dyn ClauseSink) -> Lit {
        match atom.rel {
            Rel::Eq => self.equality(atom.var, atom.value, sink),
            Rel::Ne => !self.equality(atom.var, atom.value, sink),
            Rel::Le => self.at_most(atom.var, atom.value, sink),
            Rel::Gt => !self.at_most(atom.var, atom.value, sink),
        }
    }

    fn equality(&mut self, var: Var, value: i64, sink: &mut dyn ClauseSink) -> Lit {
        let coded = &self.vars[var.index()];
        let Some(index) = coded.values.index_of(value) else { return FALSE };
        if domain::is_native(&coded.repr, true) {
            return domain::equality(&coded.repr, &coded.values, index, sink);
        }
        let make = || domain::equality(&coded.repr, &coded.values, index, sink);
        *self.defined.entry((var, true, index)).or_insert_with(make)
    }

    fn at_most(&mut self, var: Var, value: i64, sink: &mut dyn ClauseSink) -> Lit {
        let coded = &mut self.vars[var.index()];
        let n = coded.values.n_at_most(value);
        if n == 0 || n == coded.values.len() || domain::is_native(&coded.repr, false) {
            return domain::at_most(&mut coded.repr, &coded.values, n, sink);
        }
        let make = || domain::at_most(&mut coded.repr, &coded.values, n, sink);
        *self.defined.entry((var, false, n)).or_insert_with(make)
    }

    fn truth(&mut self, sink: &mut dyn ClauseSink) -> Lit {
        let new = || {
            let lit = sink.fresh();
            sink.clause(&[lit]);
            lit
        };
        *self.truth.get_or_insert_with(new)
    }
}

impl Coded {
    fn names(&self, name: &str, kind: Kind) -> Vec<(u32, String)> {
        let lits = self.repr.lits();
        let value = |i: usize| self.values.nth(i as u64);
        let shown = |i: usize| match (&self.repr, kind) {
            (Repr::Two(_), Kind::Bool) => name.to_string(),
            (Repr::Two(_), Kind::Int) => format!("{name}={}", value(1)),
            (Repr::Order(_), _) => format!("{name}<={}", value(i)),
            (Repr::Log(_), _) => format!("{name}.bit{i}"),
            (Repr::Direct(..) | Repr::Fixed(_), _) => format!("{name}={}", value(i)),
        };
        lits.iter().enumerate().map(|(i, lit)| (lit.var(), shown(i))).collect()
    }
}
