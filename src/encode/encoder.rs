//! What every constraint's encoding works with: the map, the chosen rows, and the conditions in force.
//!
//! Definitions of literals go through the door unconditionally, because the map shares them; clauses of a constraint
//! are weakened by the conditions it stands under.

use super::conditional::Conditional;
use super::domain::Scheme;
use super::door::Door;
use super::map::VarMap;
use super::{EncodeError, Encoding, Written, signed};
use crate::cnf::{ClauseSink, Lit, Note};
use crate::model::{Atom, Domain, Model, Operand, Var};
use crate::search::Budget;
use rustc_hash::FxHashMap;

/// The state of one run of [`super::encode`].
pub struct Encoder<'a> {
    /// The literals of the variables.
    pub map: VarMap,
    /// The rows in force for the constraint at hand.
    pub encoding: Encoding,
    door: Door<'a>,
    /// The negations of the conditions in force.
    unless: Vec<Lit>,
    buffer: Vec<Lit>,
    constants: FxHashMap<i64, Var>,
    signed: FxHashMap<Var, Vec<Lit>>,
}

impl<'a> Encoder<'a> {
    /// Gives the model's variables their literals and keeps them within the domains.
    pub fn new(
        model: &Model,
        domains: &[Domain],
        encoding: &Encoding,
        budget: &Budget,
        sink: &'a mut dyn ClauseSink,
    ) -> Result<Encoder<'a>, EncodeError> {
        let mut door = Door::new(sink, encoding.limit, budget);
        let map = VarMap::new(model, domains, encoding, &mut door)?;
        door.closed().map_or(Ok(()), |error| Err(error.at(|| "the domains of the variables".into())))?;
        let (constants, signed) = (FxHashMap::default(), FxHashMap::default());
        Ok(Encoder { map, encoding: *encoding, door, unless: Vec::new(), buffer: Vec::new(), constants, signed })
    }

    /// The literal of an atom, or a constant.
    pub fn lit(&mut self, atom: Atom) -> Lit {
        let owner = self.door.enter(None);
        let lit = self.map.literal(atom, &mut self.door);
        self.door.enter(owner);
        lit
    }

    /// A clause under the conditions in force.
    pub fn clause(&mut self, lits: &[Lit]) {
        if self.unless.is_empty() {
            return self.door.clause(lits);
        }
        self.buffer.clear();
        self.buffer.extend_from_slice(&self.unless);
        self.buffer.extend_from_slice(lits);
        self.door.clause(&self.buffer);
    }

    /// The same where nothing else is left to do.
    pub fn require(&mut self, lits: &[Lit]) -> Written {
        self.clause(lits);
        Ok(())
    }

    /// A clause of atoms under the conditions in force, where nothing else is left to do.
    pub fn require_some(&mut self, atoms: &[Atom]) -> Written {
        self.atoms(atoms);
        Ok(())
    }

    /// A clause of atoms under the conditions in force.
    pub fn atoms(&mut self, atoms: &[Atom]) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.extend_from_slice(&self.unless);
        buffer.extend(atoms.iter().map(|atom| self.lit(*atom)));
        self.door.clause(&buffer);
        self.buffer = buffer;
    }

    /// A sink for rows: its clauses stand under the conditions in force.
    pub fn sink(&mut self) -> Conditional<'_> {
        Conditional::unless(&self.unless, &mut self.door)
    }

    /// A fresh auxiliary literal.
    pub fn fresh(&mut self) -> Lit {
        self.door.fresh()
    }

    /// Whatever `f` posts holds only if the literal is true.
    pub fn under<T>(&mut self, condition: Lit, f: impl FnOnce(&mut Self) -> T) -> T {
        self.unless.push(!condition);
        let result = f(self);
        self.unless.pop();
        result
    }

    /// A new integer variable that only the encoding knows.
    pub fn auxiliary(&mut self, domain: Domain) -> Var {
        self.note(Note::Fresh(self.map.next_auxiliary(), &domain));
        self.coded_auxiliary(domain)
    }

    /// The same, where it is known when it is at least a value: exactly if one of the atoms is true.
    pub fn auxiliary_that(&mut self, domain: Domain, reaches: &dyn Fn(i64) -> Vec<Atom>) -> Var {
        self.note(Note::Reaches(self.map.next_auxiliary(), &domain, true, reaches));
        self.coded_auxiliary(domain)
    }

    /// The same, where it is less than a value exactly if one of the atoms is true.
    pub fn auxiliary_unless(&mut self, domain: Domain, falls: &dyn Fn(i64) -> Vec<Atom>) -> Var {
        self.note(Note::Reaches(self.map.next_auxiliary(), &domain, false, falls));
        self.coded_auxiliary(domain)
    }

    fn coded_auxiliary(&mut self, domain: Domain) -> Var {
        let (scheme, row) = (self.encoding.domain.scheme, self.encoding.at_most_one);
        self.map.auxiliary(domain, scheme, row, &mut self.door)
    }

    /// A remark for whoever derives the clauses from the model.
    pub fn note(&mut self, note: Note<'_>) {
        self.door.note(note);
    }

    /// Whether anybody listens to remarks.
    pub fn takes_notes(&self) -> bool {
        self.door.takes_notes()
    }

    /// A clause that follows under the conditions in force, and is no part of the formula.
    pub fn lemma(&mut self, atoms: &[Atom]) {
        self.door.note(Note::Lemma(&self.unless, atoms));
    }

    /// A clause under the conditions in force that is seen value by value.
    pub fn clause_by_cases(&mut self, lits: &[Lit], var: Var) {
        let all: Vec<Lit> = self.unless.iter().chain(lits).copied().collect();
        self.door.note(Note::Cases(&all, var));
        self.clause(lits);
    }

    /// The variable of an operand; a constant is a variable with one value.
    pub fn operand(&mut self, operand: Operand) -> Var {
        match operand {
            Operand::Var(var) => var,
            Operand::Const(value) => self.constant(value),
        }
    }

    fn constant(&mut self, value: i64) -> Var {
        if let Some(var) = self.constants.get(&value) {
            return *var;
        }
        let row = self.encoding.at_most_one;
        self.note(Note::Reaches(self.map.next_auxiliary(), &Domain::singleton(value), true, &|_| Vec::new()));
        let var = self.map.auxiliary(Domain::singleton(value), Scheme::Order, row, &mut self.door);
        self.constants.insert(value, var);
        var
    }

    /// The values a variable may take.
    pub fn domain(&self, var: Var) -> &Domain {
        self.map.values(var).domain()
    }

    /// The variable takes one of these values only: a clause per gap, over bounds.
    pub fn restrict(&mut self, var: Var, allowed: &Domain) {
        let excluded = self.domain(var).minus(allowed);
        for (lo, hi) in excluded.ranges() {
            self.atoms(&[!var.at_least(*lo), var.more_than(*hi)]);
        }
    }

    /// The sink below all conditions, for circuits that are defined whatever holds.
    pub fn root(&mut self) -> &mut Door<'a> {
        &mut self.door
    }

    /// The variable in two's complement, lowest bit first; made once.
    pub fn signed_bits(&mut self, var: Var) -> Vec<Lit> {
        if let Some(bits) = self.signed.get(&var) {
            return bits.clone();
        }
        let owner = self.door.enter(None);
        let bits = signed::bits(&mut self.map, var, &mut self.door);
        self.door.enter(owner);
        self.signed.insert(var, bits.clone());
        bits
    }

    /// The clauses from now on come from this constraint.
    pub fn begin(&mut self, constraint: Option<usize>) {
        self.door.enter(constraint.map(|constraint| constraint as u32));
        self.note(Note::Constraint(constraint.map(|constraint| constraint as u32)));
    }

    /// An error once the limit of the formula is reached or the budget is spent; for loops that may be long.
    pub fn go_on(&self) -> Written {
        self.door.closed().map_or(Ok(()), Err)
    }

    /// The map, which now knows where the clauses come from.
    pub fn finish(mut self) -> VarMap {
        self.map.set_origins(self.door.take_origins());
        self.map
    }
}
