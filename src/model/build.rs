//! The builder: how Rust code declares variables and posts constraints.

use super::{Atom, Constraint, Domain, Kind, Model, Objective, Posted, Var, VarDecl};
use std::ops::RangeInclusive;

/// A model that posts under the name of a rule; made by [`Model::rule`].
pub struct Labelled<'a> {
    model: &'a mut Model,
    label: u32,
}

impl Model {
    /// A model without variables, in which everything is allowed.
    pub fn new() -> Model {
        Model {
            vars: Vec::new(),
            constraints: Vec::new(),
            labels: Vec::new(),
            answer: Vec::new(),
            objective: Objective::Satisfy,
            search: Vec::new(),
        }
    }

    /// A new answer variable with a name.
    pub fn int(&mut self, name: impl Into<String>, values: RangeInclusive<i64>) -> Var {
        self.answer_var(name.into(), Domain::range(*values.start(), *values.end()), Kind::Int)
    }

    /// A new Boolean answer variable with a name.
    pub fn bool(&mut self, name: impl Into<String>) -> Var {
        self.answer_var(name.into(), Domain::boolean(), Kind::Bool)
    }

    /// `n` new answer variables `name[1]` to `name[n]`.
    pub fn ints(&mut self, name: &str, n: usize, values: RangeInclusive<i64>) -> Vec<Var> {
        (1..=n).map(|i| self.int(format!("{name}[{i}]"), values.clone())).collect()
    }

    /// `n` new Boolean answer variables `name[1]` to `name[n]`.
    pub fn bools(&mut self, name: &str, n: usize) -> Vec<Var> {
        (1..=n).map(|i| self.bool(format!("{name}[{i}]"))).collect()
    }

    /// A new auxiliary: no name, not part of the answer.
    pub fn auxiliary(&mut self, domain: Domain, kind: Kind) -> Var {
        self.declare(VarDecl { name: String::new(), domain, kind, encoding: None })
    }

    /// A new answer variable with any domain.
    pub fn answer_var(&mut self, name: String, domain: Domain, kind: Kind) -> Var {
        let var = self.declare(VarDecl { name, domain, kind, encoding: None });
        self.answer.push(var);
        var
    }

    /// Adds a variable as declared; it is no answer variable unless pushed to [`Model::answer`].
    pub fn declare(&mut self, decl: VarDecl) -> Var {
        let index = u32::try_from(self.vars.len()).expect("a model has fewer than 2^32 variables");
        self.vars.push(decl);
        Var(index)
    }

    /// Adds a constraint that must hold.
    pub fn post(&mut self, constraint: Constraint) {
        self.constraints.push(Posted { constraint, label: None, encoding: None });
    }

    /// Posts under the name of a rule: `model.rule("no attack").post(...)`.
    pub fn rule(&mut self, name: impl Into<String>) -> Labelled<'_> {
        let label = self.intern(name.into());
        Labelled { model: self, label }
    }

    /// The index of a rule name, added to [`Model::labels`] if it is not the newest one already.
    pub fn intern(&mut self, name: String) -> u32 {
        if self.labels.last() != Some(&name) {
            self.labels.push(name);
        }
        self.labels.len() as u32 - 1
    }

    /// At least one of the atoms is true.
    pub fn clause(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        self.post(Constraint::Clause(atoms.into_iter().collect()));
    }

    /// No two of the variables are equal.
    pub fn all_different(&mut self, vars: &[Var]) {
        self.post(Constraint::AllDifferent(vars.to_vec()));
    }

    /// The values of the variables are one of the rows.
    pub fn table(&mut self, vars: &[Var], rows: Vec<Vec<i64>>) {
        self.post(Constraint::Table { vars: vars.to_vec(), rows: rows.into() });
    }

    /// `array[index] = result`, counting from `first`.
    pub fn element(&mut self, array: &[Var], first: i64, index: Var, result: Var) {
        let array = array.iter().map(|v| (*v).into()).collect();
        self.post(Constraint::Element { array, first, index, result: result.into() });
    }

    /// If the atom is true, the constraint holds.
    pub fn implies(&mut self, when: Atom, then: Constraint) {
        self.post(Constraint::Implies { when, then: Box::new(then) });
    }

    /// The atom is true exactly when the constraint holds.
    pub fn iff(&mut self, when: Atom, then: Constraint) {
        self.post(Constraint::Iff { when, then: Box::new(then) });
    }

    /// Look for the smallest value of the variable.
    pub fn minimise(&mut self, var: Var) {
        self.objective = Objective::Minimise(var);
    }

    /// Look for the largest value of the variable.
    pub fn maximise(&mut self, var: Var) {
        self.objective = Objective::Maximise(var);
    }
}

impl Labelled<'_> {
    /// At least one of the atoms is true.
    pub fn clause(&mut self, atoms: impl IntoIterator<Item = Atom>) -> &mut Self {
        self.post(Constraint::Clause(atoms.into_iter().collect()))
    }

    /// No two of the variables are equal.
    pub fn all_different(&mut self, vars: &[Var]) -> &mut Self {
        self.post(Constraint::AllDifferent(vars.to_vec()))
    }

    /// If the atom is true, the constraint holds.
    pub fn implies(&mut self, when: Atom, then: Constraint) -> &mut Self {
        self.post(Constraint::Implies { when, then: Box::new(then) })
    }

    /// Adds a constraint that belongs to the rule.
    pub fn post(&mut self, constraint: Constraint) -> &mut Self {
        self.model.constraints.push(Posted { constraint, label: Some(self.label), encoding: None });
        self
    }
}
