//! The map between the variables of a model and the literals of its formula.
//!
//! It lifts valuations back to assignments, and it hands out the literal of any atom: one that exists, or a new one
//! with the clauses that define it. Variables with a name come first, in order of declaration. Behind the model's
//! variables the map holds auxiliary ones that some encodings make for themselves.

use super::domain::{self, Repr, Scheme};
use super::origin::Origins;
use super::values::Values;
use super::{Encoding, at_most_one};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Note, Valuation};
use crate::model::{Assignment, Atom, Domain, Kind, Model, Rel, Var, VarDecl};
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
    origins: Origins,
}

#[derive(Clone, Debug)]
struct Coded {
    /// The values it can take.
    values: Values,
    /// The values its literals speak of, if these are more: a named variable keeps the literals of its declaration.
    declared: Option<Values>,
    repr: Repr,
    /// Literals of equalities that had to be defined, by number of the value; empty until one is, and where there are too many.
    equal: Vec<Option<Lit>>,
}

/// So many values have their equalities side by side.
const DENSE: u64 = 1 << 12;

impl VarMap {
    /// Gives every variable of the model its literals and keeps it within the domain given for it; the error names an
    /// unknown encoding hint. A full sink ends it early: the map is then of no use.
    pub(super) fn new(
        model: &Model,
        domains: &[Domain],
        encoding: &Encoding,
        sink: &mut dyn ClauseSink,
    ) -> Result<VarMap, super::EncodeError> {
        let mut map = VarMap {
            vars: Vec::new(),
            declared: Vec::new(),
            answer: model.answer.clone(),
            defined: FxHashMap::default(),
            truth: None,
            origins: Origins::default(),
        };
        for (decl, domain) in model.vars.iter().zip(domains) {
            map.vars.push(Coded::unset(decl, domain));
            map.declared.push((decl.name.clone(), decl.kind));
            if sink.is_full() {
                return Ok(map);
            }
        }
        let (named, unnamed): (Vec<Var>, Vec<Var>) = model.all_vars().partition(|v| !model.name(*v).is_empty());
        for var in named.into_iter().chain(unnamed) {
            let hint = model.vars[var.index()].encoding.as_deref();
            let chosen = hint.map_or(Ok(*encoding), |name| encoding.with(name))?;
            let coded = &mut map.vars[var.index()];
            coded.repr = domain::represent(var, coded.spoken_of(), chosen.domain.scheme, chosen.at_most_one, sink);
            if sink.is_full() {
                return Ok(map);
            }
        }
        map.vars.iter_mut().for_each(|coded| coded.stay_within(sink));
        Ok(map)
    }

    pub(super) fn set_origins(&mut self, origins: Origins) {
        self.origins = origins;
    }

    /// Which clauses come from which constraint.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// A new auxiliary variable that the model does not have.
    pub(super) fn auxiliary(
        &mut self,
        domain: Domain,
        scheme: Scheme,
        at_most_one: &at_most_one::Row,
        sink: &mut dyn ClauseSink,
    ) -> Var {
        let (values, var) = (Values::new(domain), self.next_auxiliary());
        let repr = domain::represent(var, &values, scheme, at_most_one, sink);
        self.vars.push(Coded { values, declared: None, repr, equal: Vec::new() });
        var
    }

    /// The auxiliary variable that comes next.
    pub(super) fn next_auxiliary(&self) -> Var {
        Var(self.vars.len() as u32)
    }

    /// The value of every variable of the model.
    pub fn decode(&self, valuation: &Valuation) -> Assignment {
        let own = &self.vars[..self.declared.len()];
        Assignment::new(own.iter().map(|coded| coded.repr.decode(coded.spoken_of(), valuation)).collect())
    }

    /// The literal that is true exactly when the atom is: an existing one, or a new one with its definition in `sink`.
    pub fn lit(&mut self, atom: Atom, sink: &mut dyn ClauseSink) -> Lit {
        match self.find(atom, false, sink) {
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

    /// The model's own variables in order: name, the values that the literals speak of, and the literals.
    pub(super) fn coded(&self) -> impl Iterator<Item = (&str, &Values, &Repr)> {
        let own = self.declared.iter().zip(&self.vars);
        own.map(|((name, _), coded)| (name.as_str(), coded.spoken_of(), &coded.repr))
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

    /// The values that the literals of a variable speak of, possibly more than it can take.
    pub(super) fn spoken_of(&self, var: Var) -> &Values {
        self.vars[var.index()].spoken_of()
    }

    /// Like [`VarMap::lit`], but an atom that the values decide is one of the constants that only the encoder may see.
    pub(super) fn literal(&mut self, atom: Atom, sink: &mut dyn ClauseSink) -> Lit {
        self.find(atom, true, sink)
    }

    fn find(&mut self, atom: Atom, tight: bool, sink: &mut dyn ClauseSink) -> Lit {
        let values = &self.vars[atom.var.index()].values;
        if tight
            && !values.is_empty()
            && let Some(truth) = atom.decided_by(values.domain())
        {
            return if truth { TRUE } else { FALSE };
        }
        match atom.rel {
            Rel::Eq => self.equality(atom.var, atom.value, sink),
            Rel::Ne => !self.equality(atom.var, atom.value, sink),
            Rel::Le => self.at_most(atom.var, atom.value, sink),
            Rel::Gt => !self.at_most(atom.var, atom.value, sink),
        }
    }

    fn equality(&mut self, var: Var, value: i64, sink: &mut dyn ClauseSink) -> Lit {
        let coded = &mut self.vars[var.index()];
        let values = coded.spoken_of();
        let Some(index) = values.index_of(value) else { return FALSE };
        if let Some(Some(known)) = coded.equal.get(index as usize) {
            return *known;
        }
        let mut make = || {
            let lit = domain::equality(&coded.repr, values, index, sink);
            sink.note(Note::Means(lit, var.is(value)));
            lit
        };
        if domain::is_native(&coded.repr, true) {
            return make();
        }
        if values.len() > DENSE {
            return *self.defined.entry((var, true, index)).or_insert_with(make);
        }
        let (lit, n_values) = (make(), values.len() as usize);
        coded.equal.resize(n_values, None);
        coded.equal[index as usize] = Some(lit);
        lit
    }

    fn at_most(&mut self, var: Var, value: i64, sink: &mut dyn ClauseSink) -> Lit {
        let Coded { values, declared, repr, .. } = &mut self.vars[var.index()];
        let values = declared.as_ref().unwrap_or(values);
        let n = values.n_at_most(value);
        if n == 0 || n == values.len() || domain::is_native(repr, false) {
            let lit = domain::at_most(repr, values, n, sink);
            if matches!(repr, Repr::Direct(..)) {
                sink.note(Note::Means(lit, var.at_most(value)));
            }
            return lit;
        }
        let make = || {
            let lit = domain::at_most(repr, values, n, sink);
            sink.note(Note::Means(lit, var.at_most(value)));
            lit
        };
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
    /// Without literals yet. A variable without a name needs no literal for values it cannot take.
    fn unset(decl: &VarDecl, domain: &Domain) -> Coded {
        let keeps_more = !decl.name.is_empty() && *domain != decl.domain;
        let declared = keeps_more.then(|| Values::new(decl.domain.clone()));
        Coded { values: Values::new(domain.clone()), declared, repr: Repr::Fixed(0), equal: Vec::new() }
    }

    fn spoken_of(&self) -> &Values {
        self.declared.as_ref().unwrap_or(&self.values)
    }

    /// Forbids the values of the declaration that it cannot take.
    fn stay_within(&mut self, sink: &mut dyn ClauseSink) {
        let Coded { values, declared: Some(declared), repr, .. } = self else { return };
        for (lo, hi) in declared.domain().minus(values.domain()).ranges() {
            domain::exclude(repr, declared, *lo, *hi, sink);
        }
    }

    fn names(&self, name: &str, kind: Kind) -> Vec<(u32, String)> {
        let lits = self.repr.lits();
        let value = |i: usize| self.spoken_of().nth(i as u64);
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
