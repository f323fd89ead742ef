//! The levels: which steps are taken, in which order, until nothing changes.
//!
//! What holds between two steps: the model at hand, within the store's domains, has exactly the solutions of the original.

use super::bounds::{Task, fixpoint, patience};
use super::counts::counts;
use super::kernel::{Kernel, kernel};
use super::lift::Lift;
use super::log::Log;
use super::probe::{Patience, probe};
use super::shorten::{Short, shortened};
use super::store::{Contradiction, Store};
use super::subset::{Change, shorten};
use super::sums::Sum;
use super::{Level, Presolved};
use crate::model::{Atom, Cmp, Constraint, Domain, Model, Posted, Var};
use crate::search::{Budget, Stop};
use std::borrow::Cow;

/// Rounds of bounds, probing and subset reasoning; later ones seldom find anything.
const ROUNDS: usize = 4;

/// What a step says if the budget lasts: whether there may be a solution.
type Done<T> = Result<Result<T, Contradiction>, Stop>;

/// A model on its way.
struct Work {
    model: Model,
    /// The original constraint of each.
    origins: Vec<u32>,
    store: Store,
    /// The constraints to be looked at again, beside those whose variables have news.
    fresh: Vec<u32>,
    /// The visits of atoms and terms that are enough.
    patience: usize,
}

/// Presolves the model at a level.
pub(super) fn run<'a>(model: &'a Model, level: Level, records: bool, budget: &Budget) -> Result<Presolved<'a>, Stop> {
    if level == Level::Nothing {
        return Ok(Presolved::untouched(model));
    }
    let mut log = Log::new(records);
    if model.vars.iter().any(|decl| decl.domain.is_empty()) {
        log.contradiction(&[]);
        return Ok(impossible(model, log));
    }
    let mut work = Work::new(model, log);
    match work.all(level, budget)? {
        Ok(()) => Ok(work.finished()),
        Err(Contradiction) => Ok(impossible(model, work.store.log)),
    }
}

/// The variables as they are, and nothing satisfies them.
fn impossible(model: &Model, log: Log) -> Presolved<'static> {
    let falsity = Posted { constraint: Constraint::falsity(), label: None, encoding: None };
    let rest = Model { constraints: vec![falsity], ..bare(model) };
    Presolved { model: Cow::Owned(rest), lift: Lift { origins: vec![None], steps: log.into_steps() } }
}

/// The model without its constraints.
fn bare(model: &Model) -> Model {
    Model {
        vars: model.vars.clone(),
        constraints: Vec::new(),
        labels: model.labels.clone(),
        answer: model.answer.clone(),
        objective: model.objective,
        search: model.search.clone(),
    }
}

impl Work {
    fn new(model: &Model, log: Log) -> Work {
        let domains: Vec<Domain> = model.vars.iter().map(|decl| decl.domain.clone()).collect();
        let n_constraints = model.constraints.len() as u32;
        Work {
            model: model.clone(),
            origins: (0..n_constraints).collect(),
            store: Store::new(domains, log),
            fresh: (0..n_constraints).collect(),
            patience: patience(&model.constraints),
        }
    }

    fn all(&mut self, level: Level, budget: &Budget) -> Done<()> {
        if level == Level::Probing {
            let probed = self.bounds(budget)?.map(|()| self.by_probing(budget)).unwrap_or(Ok(Err(Contradiction)))?;
            // Sums of Booleans have been through all of it; counts of atoms of integers have not.
            let is_boolean = |domain: &Domain| domain.min() >= 0 && domain.max() <= 1;
            if probed.is_err() || self.store.domains.iter().all(is_boolean) {
                return Ok(probed);
            }
        }
        self.by_bounds(budget)
    }

    /// Bounds, and exact counts taken out of larger ones.
    fn by_bounds(&mut self, budget: &Budget) -> Done<()> {
        for _ in 0..ROUNDS {
            if let Err(contradiction) = self.bounds(budget)? {
                return Ok(Err(contradiction));
            }
            let (mut sums, sources, columns) = counts(&self.model);
            let changes = shorten(&mut sums, columns.len(), budget)?;
            let touched = self.record(&sources, &changes);
            self.rewrite(&sums, &sources, touched, &|column| columns.atom(column));
            if changes.is_empty() {
                break;
            }
        }
        self.bounds(budget)
    }

    /// Probing, and exact sums of every kind taken out of larger ones, with the bounds that follow.
    fn by_probing(&mut self, budget: &Budget) -> Done<()> {
        let mut patience = Patience::new(self.model.vars.len());
        for _ in 0..ROUNDS {
            let mut kernel = kernel(&self.model);
            if let Err(contradiction) = self.probe_and_shorten(&mut kernel, &mut patience, budget)? {
                return Ok(Err(contradiction));
            }
            let n_narrowed = self.store.n_narrowed;
            if let Err(contradiction) = self.bounds(budget)? {
                return Ok(Err(contradiction));
            }
            if n_narrowed == self.store.n_narrowed {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// Probing and subtraction in turn; the model is written anew when neither finds anything more.
    fn probe_and_shorten(&mut self, kernel: &mut Kernel, patience: &mut Patience, budget: &Budget) -> Done<()> {
        let mut touched = Vec::new();
        for _ in 0..ROUNDS {
            let origins: Vec<u32> = kernel.sources.iter().map(|source| self.origins[*source as usize]).collect();
            let Some(ranges) = probe(kernel, &origins, patience, &mut self.store.log, budget)? else {
                return Ok(Err(Contradiction));
            };
            if self.fix(&kernel.is_bool, &ranges) {
                kernel.settle(ranges);
            }
            let changes = shorten(&mut kernel.sums, kernel.ranges.len(), budget)?;
            touched.extend(self.record(&kernel.sources, &changes));
            if changes.is_empty() {
                break;
            }
            kernel.drop_empty();
        }
        self.rewrite(&kernel.sums, &kernel.sources, touched, &|column| Var(column).is_true());
        Ok(Ok(()))
    }

    fn bounds(&mut self, budget: &Budget) -> Done<()> {
        if self.fresh.is_empty() && self.store.changed.is_empty() {
            return Ok(Ok(()));
        }
        let first = std::mem::take(&mut self.fresh);
        let Work { model, origins, store, patience, .. } = self;
        let task = Task { constraints: &model.constraints, origins, first, work: *patience };
        let done = fixpoint(store, &task, budget)?;
        self.model.vars.iter_mut().zip(&self.store.domains).for_each(|(decl, domain)| decl.domain = domain.clone());
        Ok(done)
    }

    /// Takes over the Booleans that probing fixed; whether there are any.
    fn fix(&mut self, is_bool: &[bool], ranges: &[(i32, i32)]) -> bool {
        let fixed = ranges.iter().zip(is_bool).map(|((lo, hi), is_bool)| (*is_bool && lo == hi).then_some(*lo));
        for (var, value) in self.model.all_vars().zip(fixed) {
            let (Some(value), None) = (value, self.store.domain(var).value()) else { continue };
            self.store.domains[var.index()] = Domain::singleton(value.into());
            self.model.vars[var.index()].domain = Domain::singleton(value.into());
            self.store.changed.push(var);
        }
        !self.store.changed.is_empty()
    }

    /// Notes what was done to the sums; the constraints that are no longer what they were.
    fn record(&mut self, sources: &[u32], changes: &[Change]) -> Vec<u32> {
        let mut touched = Vec::new();
        for change in changes {
            let (Change::Shrunk(sum, by) | Change::Merged(sum, by)) = change;
            let source = sources[*sum as usize];
            let [origin, other] = [source, sources[*by as usize]].map(|source| self.origins[source as usize]);
            match change {
                Change::Shrunk(..) => self.store.log.replaced(origin, &[origin, other]),
                Change::Merged(..) => self.store.log.dropped(origin, &[other]),
            }
            touched.push(source);
        }
        touched
    }

    /// Writes what is left of the sums in the place of the constraints they come from.
    fn rewrite(&mut self, sums: &[Sum], sources: &[u32], mut touched: Vec<u32>, atom: &dyn Fn(u32) -> Atom) {
        touched.sort_unstable();
        touched.dedup();
        for source in touched {
            let from = sources.partition_point(|s| *s < source);
            let until = sources.partition_point(|s| *s <= source);
            let new = sums[from..until].iter().flat_map(|sum| said(sum, atom)).collect();
            self.replace(source, new);
        }
    }

    /// Puts some constraints in the place of one.
    fn replace(&mut self, source: u32, new: Vec<Constraint>) {
        let origin = self.origins[source as usize];
        let mut new = new.into_iter();
        let Posted { label, encoding, .. } = self.model.constraints[source as usize].clone();
        self.model.constraints[source as usize].constraint = new.next().unwrap_or_else(always);
        self.fresh.push(source);
        for constraint in new {
            self.fresh.push(self.model.constraints.len() as u32);
            self.model.constraints.push(Posted { constraint, label, encoding: encoding.clone() });
            self.origins.push(origin);
        }
    }

    /// The model at hand, without what the domains decide.
    fn finished(mut self) -> Presolved<'static> {
        let (mut constraints, mut origins) = (Vec::new(), Vec::new());
        for (mut posted, origin) in std::mem::take(&mut self.model.constraints).into_iter().zip(self.origins) {
            match shortened(&posted.constraint, &self.store.domains) {
                Short::Same => {}
                Short::Shorter(constraint) => {
                    self.store.log.replaced(origin, &[origin]);
                    posted.constraint = constraint;
                }
                Short::Gone => {
                    self.store.log.dropped(origin, &[]);
                    continue;
                }
            }
            constraints.push(posted);
            origins.push(Some(origin));
        }
        self.model.constraints = constraints;
        Presolved { model: Cow::Owned(self.model), lift: Lift { origins, steps: self.store.log.into_steps() } }
    }
}

/// A sum as constraints: none if it is always true.
fn said(sum: &Sum, atom: &dyn Fn(u32) -> Atom) -> Vec<Constraint> {
    let fails = sum.lo > sum.hi || (sum.terms.is_empty() && (sum.lo > 0 || sum.hi < 0));
    match (fails, sum.terms.is_empty()) {
        (true, _) => vec![Constraint::falsity()],
        (false, true) => Vec::new(),
        (false, false) => sum.constraints(atom),
    }
}

/// The constraint that says nothing.
fn always() -> Constraint {
    Constraint::Count { atoms: Vec::new(), cmp: Cmp::Ge, bound: 0 }
}
