//! The model as inequalities over its own words, one constraint after the other, without any encoding.
//!
//! A sum or a count is one line, or two; a condition `b -> sum >= k` is a weight of `not b` that makes up for the smallest sum. What
//! is no inequality gets selectors: "the sum is less" and "the sum is more" for `!=`, a row of a table, a pair that is equal.
//! Constraints that stay whole are stated as `crate::expand` says them.

use super::inequality::Inequality;
use super::vocabulary::Vocabulary;
use crate::cnf::Lit;
use crate::cnf::gates::{FALSE, TRUE};
use crate::encode::Encoding;
use crate::expand::Rows;
use crate::model::{Atom, Cmp, Constraint, Domain, Model, Var};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// A line of the statement: the inequality as it stands, and without the conditions it stands under.
#[derive(Clone, Debug)]
pub struct Stated {
    /// As it stands.
    pub whole: Inequality,
    /// Without its conditions.
    pub bare: Inequality,
}

/// A model in inequalities. Equations are two lines, the first of them `>=`.
pub struct Statement {
    /// The variables.
    pub vocabulary: Vocabulary,
    /// The lines in order.
    pub lines: Vec<Arc<Stated>>,
    /// The equations between "x is v" and its bounds, by the variable of "x is v": the number of the first line, and the sum that is 0.
    pub channels: FxHashMap<u32, (u64, Inequality)>,
    /// The lines of each constraint of the model.
    pub of: Vec<Range<usize>>,
    /// Selectors of pairs and rows, by constraint.
    pub selectors: FxHashMap<(usize, Vec<i64>), Lit>,
    /// The variables that stand for those an expansion makes, by constraint, in order.
    pub expanded: Vec<Vec<Var>>,
    /// What is not stated, so that nothing follows for the whole.
    pub missing: BTreeSet<&'static str>,
    pub(super) rows: Rows,
    n_expanded: u32,
    n_terms: usize,
}

/// Domains with more values are not written down.
const LARGE: u64 = crate::encode::domain::LARGE;
/// A model with more terms in its inequalities is not written down.
const MOST_TERMS: usize = 4_000_000;
/// Why nothing is claimed where there would be too much to write.
pub const TOO_LARGE: &str = "the derivation would be too large";
/// Weights stay below this.
const HEAVY: i128 = 1 << 60;
/// Variables of expansions have numbers that no model comes to.
const FIRST_EXPANDED: u32 = 1 << 31;

impl Statement {
    /// States a model; the rows of the encoding, and of a constraint's own hint, say how those that stay whole are expanded.
    pub fn of(model: &Model, encoding: &Encoding) -> Statement {
        let mut made = Statement {
            vocabulary: Vocabulary::default(),
            lines: Vec::new(),
            channels: FxHashMap::default(),
            of: Vec::new(),
            selectors: FxHashMap::default(),
            expanded: Vec::new(),
            missing: BTreeSet::new(),
            rows: encoding.global,
            n_expanded: 0,
            n_terms: 0,
        };
        for var in model.all_vars() {
            made.declare(var, model.domain(var));
        }
        let is_possible = model.vars.iter().all(|decl| !decl.domain.is_empty());
        for posted in &model.constraints {
            let first = made.lines.len();
            made.expanded.push(Vec::new());
            let hinted = posted.encoding.as_deref().and_then(|name| encoding.with(name).ok());
            made.rows = hinted.map_or(encoding.global, |hinted| hinted.global);
            if is_possible {
                made.state(&posted.constraint, &[]);
            }
            made.of.push(first..made.lines.len());
        }
        made
    }

    pub(super) fn declare(&mut self, var: Var, domain: &Domain) {
        if domain.size() > LARGE {
            self.missing.insert("domains of more than 20000 values");
            self.vocabulary.declare(var, &Domain::empty());
            return;
        }
        let coded = self.vocabulary.declare(var, domain).clone();
        if coded.values.is_empty() {
            self.line(Inequality::clause(&[]), &[]);
        }
        coded.chain().into_iter().for_each(|line| self.line(line, &[]));
        for (lit, sum) in coded.channels() {
            self.channels.insert(lit.var(), (self.lines.len() as u64 + 1, sum.clone()));
            self.line(sum.clone(), &[]);
            let mut other = Inequality::default();
            other.add(-1, &sum);
            self.line(other, &[]);
        }
    }

    /// The constraint at hand.
    pub(super) fn at(&self) -> usize {
        self.of.len()
    }

    /// A variable that an expansion makes.
    pub(super) fn expand_variable(&mut self, domain: &Domain) -> Var {
        let var = Var(FIRST_EXPANDED + self.n_expanded);
        self.n_expanded += 1;
        self.declare(var, domain);
        self.expanded[self.of.len()].push(var);
        var
    }

    /// One line, unless one of the literals is true.
    pub(super) fn line(&mut self, bare: Inequality, unless: &[Lit]) {
        if unless.contains(&TRUE) || bare.terms.is_empty() && bare.bound <= 0 {
            return;
        }
        if bare.terms.values().any(|weight| weight.abs() > HEAVY) || bare.bound.abs() > HEAVY {
            self.missing.insert("numbers beyond 60 bits");
            return;
        }
        self.n_terms += bare.terms.len() + unless.len();
        if self.n_terms > MOST_TERMS {
            self.missing.insert(TOO_LARGE);
            return;
        }
        let whole = bare.clone().unless(unless);
        self.lines.push(Arc::new(Stated { whole, bare }));
    }

    pub(super) fn clause(&mut self, lits: &[Lit], unless: &[Lit]) {
        self.line(Inequality::clause(lits), unless);
    }

    pub(super) fn atoms(&mut self, atoms: &[Atom], unless: &[Lit]) {
        let lits: Vec<Lit> = atoms.iter().map(|atom| self.vocabulary.lit(*atom)).collect();
        if !lits.contains(&TRUE) {
            self.clause(&lits, unless);
        }
    }

    /// The sum of weighted literals, as an inequality with the bound 0.
    pub(super) fn compare(&mut self, sum: Inequality, cmp: Cmp, bound: i128, unless: &[Lit]) {
        let at_least = |bound: i128| Inequality { bound: sum.bound + bound, ..sum.clone() };
        let at_most = |bound: i128| at_least(bound + 1).opposite();
        match cmp {
            Cmp::Ge => self.line(at_least(bound), unless),
            Cmp::Le => self.line(at_most(bound), unless),
            Cmp::Eq => {
                self.line(at_least(bound), unless);
                self.line(at_most(bound), unless);
            }
            Cmp::Ne => {
                let less = self.vocabulary.name(format!("less_{}", self.vocabulary.len()), None);
                self.line(at_most(bound - 1), &with(unless, !less));
                self.line(at_least(bound + 1), &with(unless, less));
            }
        }
    }

    pub(super) fn linear(&mut self, terms: &[(i64, Var)], cmp: Cmp, bound: i64, unless: &[Lit]) {
        let mut sum = Inequality::default();
        for (weight, var) in terms {
            let widest = self.vocabulary.coded(*var).map_or(0, |coded| widest(&coded.values));
            if i128::from(*weight).abs().saturating_mul(widest) > HEAVY {
                self.missing.insert("numbers beyond 60 bits");
                return;
            }
            self.vocabulary.add_to(&mut sum, i128::from(*weight), *var);
        }
        self.compare(sum, cmp, i128::from(bound), unless);
    }

    pub(super) fn count(&mut self, atoms: &[Atom], cmp: Cmp, bound: i64, unless: &[Lit]) {
        let lits: Vec<(i128, Lit)> = atoms.iter().map(|atom| (1, self.vocabulary.lit(*atom))).collect();
        self.compare(Inequality::at_least(lits, 0), cmp, i128::from(bound), unless);
    }

    /// A selector of the constraint at hand, made once.
    pub(super) fn selector(&mut self, key: Vec<i64>) -> (Lit, bool) {
        let key = (self.at(), key);
        if let Some(known) = self.selectors.get(&key) {
            return (*known, false);
        }
        let lit = self.vocabulary.name(format!("choice_{}", self.vocabulary.len()), None);
        self.selectors.insert(key, lit);
        (lit, true)
    }

    /// The statement as text, with the names of the model's variables.
    pub fn opb(&self, model: &Model) -> String {
        use std::fmt::Write;
        let mut text = format!("* #variable= {} #constraint= {}\n", self.vocabulary.len(), self.lines.len());
        for var in model.all_vars().filter(|var| !model.name(*var).is_empty()) {
            let clean = |c: char| if c.is_control() { '_' } else { c };
            let _ = writeln!(text, "* v{} is {}", var.0, model.name(var).chars().map(clean).collect::<String>());
        }
        let name = |var: u32| self.vocabulary.shown(var);
        self.lines.iter().for_each(|line| text.push_str(&format!("{} ;\n", line.whole.text(&name))));
        text
    }
}

fn widest(values: &[i64]) -> i128 {
    values.iter().map(|value| i128::from(*value).abs()).max().unwrap_or(0)
}

/// The same and one literal more.
pub(super) fn with(lits: &[Lit], lit: Lit) -> Vec<Lit> {
    lits.iter().copied().chain(std::iter::once(lit)).filter(|lit| *lit != FALSE).collect()
}

impl Statement {
    /// The constraint holds unless one of the literals is true.
    pub(super) fn state(&mut self, constraint: &Constraint, unless: &[Lit]) {
        super::kinds::state(self, constraint, unless);
    }
}
