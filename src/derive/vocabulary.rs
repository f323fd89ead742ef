//! The words of a statement: 0/1 variables for "x is at least v" and "x is v", whatever the encoding is.
//!
//! Of a variable with the values `v_0 < v_1 < ...` there is a variable per `x >= v_i` with `i > 0`; each implies the one before.
//! `x = v_i` is `x >= v_i` minus `x >= v_(i+1)`, which is an equation; at the ends it needs no variable of its own.

use super::inequality::{FIRST_NAMED, Inequality};
use crate::cnf::Lit;
use crate::cnf::gates::{FALSE, TRUE};
use crate::model::{Atom, Domain, Rel, Var};
use rustc_hash::FxHashMap;

/// The variables of a statement.
#[derive(Default)]
pub struct Vocabulary {
    coded: FxHashMap<Var, Coded>,
    names: Vec<String>,
    /// The atom that each variable stands for, if it does.
    atoms: Vec<Option<Atom>>,
}

/// The literals of one variable of the model.
#[derive(Clone, Debug)]
pub struct Coded {
    /// The values it can take.
    pub domain: Domain,
    /// The same as a list.
    pub values: Vec<i64>,
    /// `x >= values[i + 1]`
    pub at_least: Vec<Lit>,
    /// `x = values[i]`
    pub is: Vec<Lit>,
}

impl Vocabulary {
    /// A new variable with a name.
    pub fn name(&mut self, name: String, atom: Option<Atom>) -> Lit {
        self.names.push(name);
        self.atoms.push(atom);
        Lit::new((FIRST_NAMED + self.names.len() as u32 - 1) as i32)
    }

    /// How a variable is written.
    pub fn shown(&self, var: u32) -> String {
        match var.checked_sub(FIRST_NAMED) {
            Some(index) => self.names[index as usize].clone(),
            None => format!("x{var}"),
        }
    }

    /// The atom that a variable of the statement stands for.
    pub fn atom(&self, var: u32) -> Option<Atom> {
        var.checked_sub(FIRST_NAMED).and_then(|index| self.atoms[index as usize])
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Gives a variable its literals.
    pub fn declare(&mut self, var: Var, domain: &Domain) -> &Coded {
        let values: Vec<i64> = domain.iter().collect();
        let shown = |value: i64| if value < 0 { format!("m{}", value.unsigned_abs()) } else { value.to_string() };
        let at_least: Vec<Lit> = values
            .iter()
            .skip(1)
            .map(|v| self.name(format!("v{}_ge_{}", var.0, shown(*v)), Some(var.at_least(*v))))
            .collect();
        let last = values.len().saturating_sub(1);
        let is: Vec<Lit> = (0..values.len())
            .map(|i| match i {
                _ if last == 0 => TRUE,
                0 => !at_least[0],
                i if i == last => at_least[last - 1],
                i => self.name(format!("v{}_is_{}", var.0, shown(values[i])), Some(var.is(values[i]))),
            })
            .collect();
        self.coded.insert(var, Coded { domain: domain.clone(), values, at_least, is });
        &self.coded[&var]
    }

    /// Another number for a variable that is there.
    pub fn rename(&mut self, var: Var, known: Var) {
        let coded = self.coded[&known].clone();
        self.coded.insert(var, coded);
    }

    /// The literals of a variable; one that was never declared has none.
    pub fn coded(&self, var: Var) -> Option<&Coded> {
        self.coded.get(&var)
    }

    /// The literal of an atom, or a constant.
    pub fn lit(&self, atom: Atom) -> Lit {
        let Some(coded) = self.coded.get(&atom.var).filter(|coded| !coded.values.is_empty()) else { return FALSE };
        if let Some(truth) = atom.decided_by(&coded.domain) {
            return if truth { TRUE } else { FALSE };
        }
        match atom.rel {
            Rel::Eq => coded.is[coded.values.partition_point(|v| *v < atom.value)],
            Rel::Ne => !coded.is[coded.values.partition_point(|v| *v < atom.value)],
            Rel::Gt => coded.at_least[coded.values.partition_point(|v| *v <= atom.value) - 1],
            Rel::Le => !coded.at_least[coded.values.partition_point(|v| *v <= atom.value) - 1],
        }
    }

    /// Adds a multiple of a variable to a sum.
    pub fn add_to(&self, sum: &mut Inequality, factor: i128, var: Var) {
        let Some(coded) = self.coded.get(&var).filter(|coded| !coded.values.is_empty()) else { return };
        sum.bound -= factor * i128::from(coded.values[0]);
        for (lit, pair) in coded.at_least.iter().zip(coded.values.windows(2)) {
            sum.add_literal(factor * (i128::from(pair[1]) - i128::from(pair[0])), *lit);
        }
    }
}

impl Coded {
    /// Each bound implies the one before: `x >= v_i` minus `x >= v_(i+1)` is not negative.
    pub fn chain(&self) -> Vec<Inequality> {
        self.at_least.windows(2).map(|pair| Inequality::at_least([(1, pair[0]), (-1, pair[1])], 0)).collect()
    }

    /// The values between the ends with their equations, as sums that are 0.
    pub fn channels(&self) -> Vec<(Lit, Inequality)> {
        let inner = 1..self.values.len().saturating_sub(1);
        inner
            .map(|i| {
                let weights = [(1, self.is[i]), (-1, self.at_least[i - 1]), (1, self.at_least[i])];
                (self.is[i], Inequality::at_least(weights, 0))
            })
            .collect()
    }

    /// The sum of all "x is v", which is 1.
    pub fn sum(&self) -> Vec<(i128, Lit)> {
        self.is.iter().map(|lit| (1, *lit)).collect()
    }
}
