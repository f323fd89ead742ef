//! What posting constraints needs: variables, atoms as predicates, and conditions under which something is posted.
//!
//! What holds: every value of every variable lies within [`MOST`]; no constraint is posted after a contradiction was found
//! at the root, which the backend would not survive. Everything posted under conditions holds when all of them are true,
//! and says nothing otherwise; fresh variables are then free, which no answer shows.

use super::MOST;
use crate::model::{Atom, Domain, Model, Operand, Rel, Var};
use crate::search::{Budget, Halt, Stop, Watch};
use pumpkin_core::Solver;
use pumpkin_core::constraints::Constraint;
use pumpkin_core::options::SolverOptions;
use pumpkin_core::predicates::{Predicate, PredicateConstructor, PredicateType};
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::variables::{AffineView, DomainId, Literal, TransformableVariable};
use rustc_hash::FxHashMap;

/// A variable of the backend, perhaps scaled and shifted.
pub type View = AffineView<DomainId>;

/// Why posting ended early.
pub enum Ended {
    /// There is no solution.
    Contradiction,
    /// There is no answer.
    Halt(Halt),
}

/// Nothing, unless posting ended early.
pub type Posted = Result<(), Ended>;

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Ended {
        Ended::Halt(Halt::Stop(stop))
    }
}

/// A variable over 0 and 1, or its opposite.
#[derive(Clone, Copy)]
pub struct Bit {
    /// The variable.
    pub of: DomainId,
    /// False for the opposite.
    pub is_positive: bool,
}

/// A model on its way into the backend.
pub struct Poster<'m> {
    /// What is posted to.
    pub solver: Solver,
    /// The model.
    pub model: &'m Model,
    /// By variable of the model the one that stands for it; those of expansions come behind.
    pub vars: Vec<DomainId>,
    /// The domains of those of expansions.
    more: Vec<Domain>,
    /// No proof is written, so one tag serves all.
    pub tag: ConstraintTag,
    /// How many clauses and propagators were posted.
    pub n_posted: u64,
    /// How many variables there are.
    pub n_variables: u64,
    conditions: Vec<Predicate>,
    /// What is true when these conditions are.
    gates: FxHashMap<Vec<Predicate>, Bit>,
    bits: FxHashMap<Predicate, Bit>,
    constants: FxHashMap<i32, DomainId>,
    watch: Watch,
}

impl<'m> Poster<'m> {
    /// The variables of the model, and nothing said of them but their domains.
    pub fn new(model: &'m Model, budget: &Budget) -> Result<Poster<'m>, Ended> {
        // Space for learned clauses grows by itself.
        let mut solver = Solver::with_options(SolverOptions { memory_preallocated: 1, ..SolverOptions::default() });
        let tag = solver.new_constraint_tag();
        let (conditions, gates, bits, constants) = Default::default();
        let (vars, more) = (Vec::with_capacity(model.vars.len()), Vec::new());
        let watch = Watch::new(budget);
        let (n_posted, n_variables) = (0, 0);
        let mut p =
            Poster { solver, model, vars, more, tag, n_posted, n_variables, conditions, gates, bits, constants, watch };
        for var in model.all_vars() {
            p.declare(model.domain(var), || model.shown_name(var))?;
        }
        Ok(p)
    }

    /// A variable of an expansion, as if it were one of the model; it may not be used if it could not be declared.
    pub fn auxiliary(&mut self, domain: Domain) -> (Var, Posted) {
        let n_vars = self.vars.len();
        let declared = self.declare(&domain, || "an auxiliary".to_string());
        if self.vars.len() == n_vars {
            self.vars.push(Predicate::trivially_true().get_domain());
        }
        self.more.push(domain);
        (Var(n_vars as u32), declared)
    }

    /// Whether what is posted stands under a condition.
    pub fn is_conditional(&self) -> bool {
        !self.conditions.is_empty()
    }

    fn declare(&mut self, domain: &Domain, name: impl FnOnce() -> String) -> Posted {
        if domain.is_empty() {
            return Err(Ended::Contradiction);
        }
        let (lo, hi) = (i128::from(domain.min()), i128::from(domain.max()));
        if lo < -MOST || hi > MOST {
            return self.refuse(&format!("the values {lo}..{hi} of {}", name()));
        }
        let of = self.fresh(lo, hi)?.inner().to_owned();
        self.vars.push(of);
        // Domains hold under all conditions. A gap of one value is said at once, wider ones by a clause over bounds.
        self.whatever(|p| {
            domain.ranges().windows(2).try_for_each(|gap| {
                let (below, above) = (gap[0].1 as i32, gap[1].0 as i32);
                match above - below {
                    2 => p.clause([of.disequality_predicate(below + 1)]),
                    _ => p.clause([of.upper_bound_predicate(below), of.lower_bound_predicate(above)]),
                }
            })
        })
    }

    /// What the backend's integers cannot take.
    pub fn refuse<T>(&self, what: &str) -> Result<T, Ended> {
        let why = format!("pumpkin computes with 32 bits, which is too little for {what}");
        Err(Ended::Halt(Halt::TooLarge(why)))
    }

    /// A new variable between two values within [`MOST`].
    pub fn fresh(&mut self, lo: i128, hi: i128) -> Result<View, Ended> {
        self.watch.check()?;
        if self.solver.is_inconsistent() {
            return Err(Ended::Contradiction);
        }
        if lo < -MOST || hi > MOST {
            return self.refuse(&format!("values {lo}..{hi} on the way"));
        }
        self.n_variables += 1;
        Ok(self.solver.new_bounded_integer(lo as i32, hi as i32).scaled(1))
    }

    /// A new variable over 0 and 1.
    pub fn fresh_bit(&mut self) -> Result<Bit, Ended> {
        let view = self.fresh(0, 1)?;
        Ok(Bit { of: *view.inner(), is_positive: true })
    }

    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        match var.index().checked_sub(self.model.vars.len()) {
            None => self.model.domain(var),
            Some(place) => &self.more[place],
        }
    }

    /// What stands for a variable of the model.
    pub fn var(&self, var: Var) -> View {
        self.vars[var.index()].scaled(1)
    }

    /// What stands for an operand; a constant is a variable with one value.
    pub fn operand(&mut self, operand: Operand) -> Result<View, Ended> {
        let value = match operand {
            Operand::Var(var) => return Ok(self.var(var)),
            Operand::Const(value) => i128::from(value),
        };
        if value.abs() > MOST {
            return self.refuse(&format!("the constant {value}"));
        }
        if let Some(of) = self.constants.get(&(value as i32)) {
            return Ok(of.scaled(1));
        }
        let view = self.fresh(value, value)?;
        self.constants.insert(value as i32, *view.inner());
        Ok(view)
    }

    /// The smallest and the largest value of a view, as far as known before the search.
    pub fn bounds(&self, view: &View) -> (i128, i128) {
        (i128::from(self.solver.lower_bound(view)), i128::from(self.solver.upper_bound(view)))
    }

    /// The atom as a predicate, which is one of two when the domain decides it.
    pub fn atom(&self, atom: Atom) -> Predicate {
        let domain = self.domain(atom.var);
        let (of, value) = (self.vars[atom.var.index()], atom.value as i32);
        match (atom.decided_by(domain), atom.rel) {
            (Some(true), _) => Predicate::trivially_true(),
            (Some(false), _) => Predicate::trivially_false(),
            // One way of saying that a Boolean is true.
            (None, _) if *domain == Domain::boolean() => said(Bit { of, is_positive: atom.admits(1) }),
            (None, Rel::Eq) => of.equality_predicate(value),
            (None, Rel::Ne) => of.disequality_predicate(value),
            (None, Rel::Le) => of.upper_bound_predicate(value),
            (None, Rel::Gt) => of.lower_bound_predicate(value + 1),
        }
    }

    /// A bit that is true exactly when the predicate is, which is not decided.
    pub fn bit(&mut self, predicate: Predicate) -> Result<Bit, Ended> {
        let of = predicate.get_domain();
        let own = [true, false].map(|is_positive| Bit { of, is_positive }).into_iter().find(|b| said(*b) == predicate);
        if let Some(bit) = own.filter(|_| self.bounds(&of.scaled(1)) == (0, 1)) {
            return Ok(bit);
        }
        if let Some(bit) = self.bits.get(&predicate) {
            return Ok(*bit);
        }
        let bit = self.fresh_bit()?;
        self.bits.insert(predicate, bit);
        self.bits.insert(!predicate, bit.opposite());
        // These hold under all conditions.
        self.whatever(|p| {
            p.clause([!said(bit), predicate])?;
            p.clause([said(bit), !predicate])
        })?;
        Ok(bit)
    }

    /// One of the predicates is true.
    pub fn clause(&mut self, predicates: impl IntoIterator<Item = Predicate>) -> Posted {
        self.watch.check()?;
        let opposites = self.conditions.iter().map(|condition| !*condition);
        let all: Vec<Predicate> =
            predicates.into_iter().chain(opposites).filter(|p| *p != Predicate::trivially_false()).collect();
        if all.contains(&Predicate::trivially_true()) {
            return Ok(());
        }
        self.n_posted += 1;
        self.solver.add_clause(all, self.tag);
        if self.solver.is_inconsistent() { Err(Ended::Contradiction) } else { Ok(()) }
    }

    /// Nothing can make it true.
    pub fn falsity(&mut self) -> Posted {
        self.clause([])
    }

    /// A constraint of the backend's own.
    pub fn post(&mut self, constraint: impl Constraint) -> Posted {
        self.watch.check()?;
        self.n_posted += 1;
        if self.conditions.is_empty() {
            self.solver.add_constraint(constraint).post();
        } else {
            let gate = self.gate()?.literal();
            self.solver.add_constraint(constraint).implied_by(gate);
        }
        Ok(())
    }

    /// Posts under a condition more.
    pub fn under(&mut self, condition: Predicate, post: impl FnOnce(&mut Self) -> Posted) -> Posted {
        match self.decided(condition) {
            Some(false) => return Ok(()),
            Some(true) => return post(self),
            None => self.conditions.push(condition),
        }
        let posted = post(self);
        self.conditions.pop();
        posted
    }

    /// Whether the predicate is true, if its variable alone decides that.
    fn decided(&self, predicate: Predicate) -> Option<bool> {
        let (lo, hi) = self.bounds(&predicate.get_domain().scaled(1));
        let value = i128::from(predicate.get_right_hand_side());
        match predicate.get_predicate_type() {
            PredicateType::LowerBound => decided(lo >= value, hi < value),
            PredicateType::UpperBound => decided(hi <= value, lo > value),
            PredicateType::Equal => decided(lo == hi && lo == value, value < lo || value > hi),
            PredicateType::NotEqual => decided(value < lo || value > hi, lo == hi && lo == value),
        }
    }

    fn whatever(&mut self, post: impl FnOnce(&mut Self) -> Posted) -> Posted {
        let conditions = std::mem::take(&mut self.conditions);
        let posted = post(self);
        self.conditions = conditions;
        posted
    }

    /// A bit that is true when all conditions are.
    fn gate(&mut self) -> Result<Bit, Ended> {
        if let [only] = self.conditions[..] {
            return self.bit(only);
        }
        if let Some(bit) = self.gates.get(&self.conditions) {
            return Ok(*bit);
        }
        let bit = self.fresh_bit()?;
        self.gates.insert(self.conditions.clone(), bit);
        self.clause([said(bit)])?;
        Ok(bit)
    }
}

fn decided(is_true: bool, is_false: bool) -> Option<bool> {
    (is_true || is_false).then_some(is_true)
}

/// The bit is true.
pub fn said(bit: Bit) -> Predicate {
    if bit.is_positive { bit.of.lower_bound_predicate(1) } else { bit.of.upper_bound_predicate(0) }
}

impl Bit {
    /// The bit that is true when this one is not.
    pub fn opposite(self) -> Bit {
        Bit { is_positive: !self.is_positive, ..self }
    }

    fn literal(self) -> Literal {
        let literal = Literal::new(self.of);
        if self.is_positive { literal } else { !literal }
    }
}
