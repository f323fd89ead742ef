//! A model that is asked many times: under assumptions, and with more said about it from one question to the next.
//!
//! The model is encoded once; the solver keeps what it has learnt. Every answer passes the model's judge before it is
//! told, and the clauses that were added since are judged with it.

use super::SolveError;
use crate::cnf::Lit;
use crate::encode::VarMap;
use crate::engine::{Engine, SatEngine};
use crate::model::{Assignment, Atom, Constraint, Model};
use crate::sat::{self, Answer, Feed, Solver};
use crate::search::{Budget, Stop};

/// A model loaded into a SAT solver.
///
/// ```
/// use quandary::prelude::*;
///
/// let mut model = Model::new();
/// let x = model.ints("x", 3, 1..=3);
/// model.all_different(&x);
/// let mut session = Session::new(model, &"sat".parse()?, &Budget::unlimited())?;
///
/// let told = session.solve(&[x[0].is(1), x[1].is(2)], &Budget::unlimited())?;
/// assert_eq!(told.value(x[2]), Some(3));
///
/// let told = session.solve(&[x[0].is(1), x[1].is(1), x[2].is(3)], &Budget::unlimited())?;
/// assert!(matches!(told, Told::Impossible(core) if !core.is_empty()));
///
/// session.add(&[x[0].is(2)])?;
/// assert_eq!(session.solve(&[], &Budget::unlimited())?.value(x[0]), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a session does nothing until it is asked"]
pub struct Session {
    model: Model,
    solver: Box<dyn Solver>,
    map: VarMap,
}

/// What a session says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Told {
    /// A solution in which all assumptions are true.
    Found(Assignment),
    /// There is none. Already these of the assumptions leave none, though perhaps fewer would do; if it is empty, the model
    /// has no solution at all.
    Impossible(Vec<Atom>),
    /// The budget was spent first.
    Unknown(Stop),
}

impl Told {
    /// The value of a variable, if a solution was found.
    pub fn value(&self, var: crate::model::Var) -> Option<i64> {
        match self {
            Told::Found(assignment) => Some(assignment[var]),
            Told::Impossible(_) | Told::Unknown(_) => None,
        }
    }
}

impl Session {
    /// Encodes the model into a new solver. The engine is one of `sat`, whose objective, if the model has one, plays no part.
    pub fn new(model: Model, engine: &Engine, budget: &Budget) -> Result<Session, SolveError> {
        let Engine::Sat(SatEngine { encoding, backend, .. }) = engine else {
            return Err(SolveError::NotApplicable(format!(
                "{engine} starts anew each time: sessions need a SAT engine"
            )));
        };
        // A core is asked for again and again; nobody is told that there is no solution.
        let backend = backend.clone().checked(false);
        let (solver, map) = sat::load_model(&model, encoding, &backend, budget)?;
        Ok(Session { model, solver, map })
    }

    /// Demands from now on that one of the atoms is true.
    pub fn add(&mut self, clause: &[Atom]) -> Result<(), SolveError> {
        let lits = self.lits(clause);
        self.solver.add(&lits);
        self.model.post(Constraint::Clause(clause.to_vec()));
        Ok(())
    }

    /// Looks for a solution in which these atoms are true. They are forgotten afterwards.
    pub fn solve(&mut self, assumptions: &[Atom], budget: &Budget) -> Result<Told, SolveError> {
        let lits = self.lits(assumptions);
        match self.solver.solve(&lits, budget) {
            Answer::Sat(valuation) => self.judged(self.map.decode(&valuation), assumptions),
            Answer::Unsat(core) => Ok(Told::Impossible(named(&core, assumptions, &lits))),
            Answer::Unknown(stop) => Ok(Told::Unknown(stop)),
            Answer::Failed(why) => Err(SolveError::Backend(why)),
        }
    }

    /// The model with everything that was added to it.
    pub fn model(&self) -> &Model {
        &self.model
    }

    fn lits(&mut self, atoms: &[Atom]) -> Vec<Lit> {
        atoms.iter().map(|atom| self.map.lit(*atom, &mut Feed(self.solver.as_mut()))).collect()
    }

    fn judged(&self, assignment: Assignment, assumptions: &[Atom]) -> Result<Told, SolveError> {
        let broken = self.model.violated_by(&assignment).map(|violation| self.model.describe(&violation));
        let missed = assumptions.iter().any(|atom| !atom.holds(&assignment));
        match broken.or_else(|| missed.then(|| "an assumption does not hold".to_string())) {
            None => Ok(Told::Found(assignment)),
            Some(why) => Err(SolveError::Rejected(why)),
        }
    }
}

/// The assumptions whose literals are in the core.
fn named(core: &[Lit], assumptions: &[Atom], lits: &[Lit]) -> Vec<Atom> {
    assumptions.iter().zip(lits).filter(|(_, lit)| core.contains(lit)).map(|(atom, _)| *atom).collect()
}

#[cfg(test)]
mod tests {
    use super::{Session, Told};
    use crate::model::arbitrary::{Shape, model, solutions};
    use crate::model::{Atom, Model};
    use crate::search::{Budget, Stop};

    fn holding(model: &Model, atoms: &[Atom]) -> usize {
        solutions(model).filter(|s| atoms.iter().all(|atom| atom.holds(s))).count()
    }

    /// What a session says of single values, then of pairs, is what brute force says; its cores are contradictory.
    #[test]
    fn sessions_agree_with_brute_force() {
        for seed in 0..60 {
            let drawn = model(seed, &Shape::SMALL);
            let mut session =
                Session::new(drawn.clone(), &"sat:whole".parse().expect("an engine"), &Budget::unlimited())
                    .expect("small models are encoded");
            let atoms: Vec<Atom> = drawn.all_vars().map(|x| x.is(drawn.domain(x).min())).collect();
            for (a, b) in atoms.iter().zip(atoms.iter().rev()) {
                match session.solve(&[*a, *b], &Budget::unlimited()).expect("a judged answer") {
                    Told::Found(_) => assert!(holding(&drawn, &[*a, *b]) > 0, "seed {seed}"),
                    Told::Impossible(core) => assert_eq!(holding(&drawn, &core), 0, "seed {seed}"),
                    Told::Unknown(stop) => panic!("seed {seed}: {stop:?} without a limit"),
                }
            }
        }
    }

    #[test]
    fn a_session_keeps_its_budget_and_refuses_other_engines() {
        let mut model = Model::new();
        let x = model.int("x", 0..=3);
        let mut session =
            Session::new(model.clone(), &"sat".parse().expect("an engine"), &Budget::unlimited()).expect("it is small");
        assert_eq!(session.solve(&[x.is(1)], &Budget::seconds(0.0)).ok(), Some(Told::Unknown(Stop::Timeout)));
        session.add(&[]).expect("an empty clause is a clause");
        assert_eq!(session.solve(&[x.is(1)], &Budget::unlimited()).ok(), Some(Told::Impossible(vec![])));
        assert!(Session::new(model, &"csp".parse().expect("an engine"), &Budget::unlimited()).is_err());
    }
}
