//! The backbone of a model with large components: see both values where they are, prove the rest.
//!
//! Inside of one solution, balls of the large components are re-solved; every ball shows at once which of its variables
//! can change while the couplings still hold. What never changed is a candidate: it is fixed if it is fixed already
//! without the couplings (which the leaf engine decides for all candidates together), and otherwise the model is
//! solved with the candidate the other way round. Exact; the balls make the number of such proofs small.

use super::backbone::{Extremes, Seen, extremes_exactly, factor_extremes};
use super::leaf::{Halt, Leaf, Outcome};
use super::parts::{Parts, Prepared};
use super::poly::Poly;
use super::refine::{SIZES, State, numbers, solve_large};
use super::solve::{solve_split, solve_whole};
use crate::model::{Atom, Constraint, Var};
use crate::search::Budget;
use rustc_hash::FxHashSet;

/// The least and greatest value of every variable; `None` if there is no solution.
pub(super) fn explore(
    prepared: &Prepared,
    parts: &Parts,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Extremes>, Halt> {
    let Some(mut state) = some_solution(prepared, parts, leaf, budget)? else { return Ok(None) };
    let mut extremes = Extremes::none(prepared.model.vars.len());
    let mut reached = FxHashSet::default();
    sweep(&state, &SIZES, &mut extremes, &mut reached, budget)?;
    let proven = chase(&mut state, parts, &mut extremes, &mut reached, leaf, budget)?;
    let reached = Poly::from_terms(reached.into_iter().map(|t| (t, true)).collect());
    let exact = extremes_exactly(prepared, parts, &reached, budget)?;
    let exact = exact.expect("the total of a solution can be completed");
    extremes.merge(&exact);
    let mut open = candidates(prepared, &extremes);
    open.retain(|atom| !proven.contains(atom));
    let proven = proven_without_couplings(prepared, parts, &open, leaf, budget)?;
    open.retain(|atom| !proven.contains(atom));
    prove(prepared, open, &mut extremes, leaf, budget)?;
    Ok(Some(extremes))
}

/// A solution of the large components that the other parts complete; `None` if there is none.
fn some_solution<'a>(
    prepared: &'a Prepared<'a>,
    parts: &Parts,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<State<'a>>, Halt> {
    let Some(n_true) = solve_large(prepared, parts, leaf, budget)? else { return Ok(None) };
    let Some(mut state) = State::new(prepared, parts, n_true, budget)? else { return Ok(None) };
    if state.approach(budget)? {
        return Ok(Some(state));
    }
    if state.is_hopeless(budget)? {
        return Ok(None);
    }
    let Some(solution) = solve_whole(prepared, leaf, budget)? else { return Ok(None) };
    Ok(State::new(prepared, parts, numbers(prepared, &solution), budget)?)
}

/// Balls around every group that was not seen with both values, small ones first. Adds the totals of the large
/// components met on the way, all of them possible.
fn sweep(
    state: &State,
    sizes: &[usize],
    extremes: &mut Extremes,
    reached: &mut FxHashSet<i64>,
    budget: &Budget,
) -> Result<(), Halt> {
    let split = &state.prepared.split;
    reached.insert(state.total);
    for g in &state.groups {
        extremes.include_group(&split.groups[*g as usize], state.n_true[*g as usize]);
    }
    for size in sizes {
        let mut covered = vec![false; split.groups.len()];
        for seed in &state.groups {
            let members = &split.groups[*seed as usize].members;
            if covered[*seed as usize] || !extremes.is_same(members[0]) {
                continue;
            }
            let (groups, ball) = state.ball(*seed, *size, budget)?;
            groups.iter().for_each(|g| covered[*g as usize] = true);
            let Some(ball) = ball else { continue };
            let others = state.total_outside(&ball);
            let possible = ball.totals().terms.iter().filter(|(t, _)| state.distance(others + t) == 0);
            let possible = Poly { terms: possible.cloned().collect() };
            reached.extend(possible.terms.iter().map(|(t, _)| others + t));
            ball.visit(&possible, budget, &mut Seen { groups: ball.local_groups(), extremes })?;
        }
    }
    Ok(())
}

/// Asks for a solution of each large component with some candidate the other way round, and explores around it. The
/// answer is the candidates of components for which there is no such solution.
fn chase(
    state: &mut State,
    parts: &Parts,
    extremes: &mut Extremes,
    reached: &mut FxHashSet<i64>,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<FxHashSet<Atom>, Halt> {
    let prepared = state.prepared;
    let mut proven = FxHashSet::default();
    for component in &parts.large {
        let part = prepared.split.as_mixed(&prepared.split.components[*component]);
        let sub = prepared.submodel(&part);
        let mut n_open = usize::MAX;
        loop {
            let open = part.vars.iter().enumerate().filter(|(_, v)| prepared.is_answer(**v) && extremes.is_same(v.0));
            let open: Vec<(u32, Atom)> = open.map(|(i, v)| (i as u32, v.is(extremes.0[v.index()].0))).collect();
            // Without progress the couplings stand in the way; that is for the proofs one by one.
            if open.is_empty() || open.len() >= n_open {
                break;
            }
            n_open = open.len();
            let mut other = sub.model.clone();
            other.clause(open.iter().map(|(i, atom)| Var(*i).is_not(atom.value)));
            match leaf.solve(&other, budget) {
                Outcome::Unknown(halt) => return Err(halt),
                Outcome::Unsat => {
                    proven.extend(open.into_iter().map(|(_, atom)| atom));
                    break;
                }
                Outcome::Sat(values) => {
                    let mut whole = state.solution();
                    sub.lift(&values, &mut whole);
                    if state.adopt(&whole, budget)? {
                        sweep(state, &SIZES[..1], extremes, reached, budget)?;
                    }
                }
            }
        }
    }
    Ok(proven)
}

/// The answer variables that are not fixed by the reduction and were seen with one value only.
fn candidates(prepared: &Prepared, extremes: &Extremes) -> Vec<Atom> {
    let is_open = |v: &Var| {
        let (lo, hi) = prepared.kernel.ranges[v.index()];
        prepared.is_answer(*v) && (lo < hi || !prepared.kernel.is_bool[v.index()])
    };
    let same = prepared.model.all_vars().filter(is_open).filter(|v| extremes.is_same(v.0));
    same.map(|v| v.is(extremes.0[v.index()].0)).collect()
}

/// Those of the atoms that hold in all solutions of their part, whatever it adds to the couplings.
fn proven_without_couplings(
    prepared: &Prepared,
    parts: &Parts,
    atoms: &[Atom],
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<FxHashSet<Atom>, Halt> {
    let groups = &prepared.split.groups;
    let mut free = Extremes::none(prepared.model.vars.len());
    for (factor, poly) in parts.factors.iter().zip(parts.polys::<bool>(groups, budget)?) {
        factor_extremes(factor, groups, poly, &mut free, budget)?;
    }
    let holds = |atom: &&Atom| free.0[atom.var.index()] == (atom.value, atom.value);
    let mut proven: FxHashSet<Atom> = atoms.iter().filter(holds).copied().collect();
    for component in &parts.large {
        let part = prepared.split.as_mixed(&prepared.split.components[*component]);
        let place = |atom: &Atom| part.vars.binary_search(&atom.var).ok();
        let here: Vec<(Atom, Atom)> =
            atoms.iter().filter_map(|a| place(a).map(|i| (Atom { var: Var(i as u32), ..*a }, *a))).collect();
        let inner: Vec<Atom> = here.iter().map(|(inner, _)| *inner).collect();
        if !inner.is_empty() {
            let fixed = FxHashSet::from_iter(leaf.backbone(&prepared.submodel(&part).model, &inner, budget)?);
            proven.extend(here.into_iter().filter(|(inner, _)| fixed.contains(inner)).map(|(_, outer)| outer));
        }
    }
    Ok(proven)
}

/// Solves the model with each candidate the other way round; every solution strikes out further candidates.
fn prove(
    prepared: &Prepared,
    mut open: Vec<Atom>,
    extremes: &mut Extremes,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<(), Halt> {
    while let Some(atom) = open.pop() {
        let mut other = prepared.model.clone();
        other.post(Constraint::Clause(vec![!atom]));
        match solve_split(&other, leaf, budget) {
            Outcome::Unsat => {}
            Outcome::Unknown(halt) => return Err(halt),
            Outcome::Sat(solution) => {
                open.retain(|atom| atom.holds(&solution));
                prepared.model.all_vars().for_each(|v| extremes.include(v.0, solution[v]));
            }
        }
    }
    Ok(())
}
