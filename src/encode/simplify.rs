//! Equal sums: an exact count inside a larger count is taken out of it.
//!
//! If exactly `k` of a set are true, and the set lies within a larger count, the larger one needs to count only the
//! others, with a bound lower by `k`. Disjoint sets are taken out greedily, large ones first. The smaller constraints
//! stay, so the solutions are the same; sets shrink strictly, so replacements never lean on each other in a circle.
//! On a Minesweeper board this takes the cells next to clues out of the board-wide count.

use crate::model::{Atom, Cmp, Constraint, Domain, Model, Var};
use rustc_hash::FxHashMap;

/// Counts of fewer atoms are not worth the search.
const WORTHWHILE: usize = 12;

/// A count over distinct variables.
struct Count {
    index: usize,
    atoms: Vec<Atom>,
    cmp: Cmp,
    bound: i64,
}

/// The constraints to be encoded in the place of others, by index. Never iterated.
pub fn smaller_counts(model: &Model, domains: &[Domain]) -> FxHashMap<usize, Constraint> {
    let all = model.constraints.iter().enumerate();
    let counts: Vec<Count> = all.filter_map(|(index, posted)| as_count(domains, index, &posted.constraint)).collect();
    let mut exact_with: FxHashMap<Atom, Vec<usize>> = FxHashMap::default();
    for (i, count) in counts.iter().enumerate().filter(|(_, count)| count.cmp == Cmp::Eq) {
        count.atoms.iter().for_each(|atom| exact_with.entry(*atom).or_default().push(i));
    }
    let large = counts.iter().filter(|count| count.atoms.len() >= WORTHWHILE);
    large.filter_map(|count| reduced(count, &counts, &exact_with)).collect()
}

/// A count, or a sum of Booleans that is one, of the atoms that are still open, if no variable occurs twice.
fn as_count(domains: &[Domain], index: usize, constraint: &Constraint) -> Option<Count> {
    let (mut atoms, cmp, bound): (Vec<Atom>, Cmp, i64) = match constraint {
        Constraint::Count { atoms, cmp, bound } => (atoms.clone(), *cmp, *bound),
        Constraint::Linear { terms, cmp, bound } if all_plain(domains, terms) => {
            (terms.iter().map(|(_, var)| var.is_true()).collect(), *cmp, *bound)
        }
        _ => return None,
    };
    let decided = |atom: &Atom| atom.decided_by(&domains[atom.var.index()]);
    let n_true = atoms.iter().filter(|atom| decided(atom) == Some(true)).count() as i64;
    let bound = bound.checked_sub(n_true)?;
    atoms.retain(|atom| decided(atom).is_none());
    let mut vars: Vec<Var> = atoms.iter().map(|atom| atom.var).collect();
    vars.sort_unstable();
    let distinct = vars.windows(2).all(|pair| pair[0] != pair[1]);
    (distinct && !atoms.is_empty()).then_some(Count { index, atoms, cmp, bound })
}

fn all_plain(domains: &[Domain], terms: &[(i64, Var)]) -> bool {
    let boolean = |domain: &Domain| domain.min() >= 0 && domain.max() <= 1;
    terms.iter().all(|(coefficient, var)| *coefficient == 1 && boolean(&domains[var.index()]))
}

/// The count without the disjoint exact counts inside it, if there are any.
fn reduced(count: &Count, counts: &[Count], exact_with: &FxHashMap<Atom, Vec<usize>>) -> Option<(usize, Constraint)> {
    let place: FxHashMap<Atom, usize> = count.atoms.iter().enumerate().map(|(i, atom)| (*atom, i)).collect();
    let near = count.atoms.iter().filter_map(|atom| exact_with.get(atom)).flatten().copied();
    let mut inside: Vec<usize> = near.collect();
    inside.sort_unstable();
    inside.dedup();
    inside.retain(|i| counts[*i].atoms.len() < place.len() && counts[*i].atoms.iter().all(|a| place.contains_key(a)));
    inside.sort_by_key(|i| std::cmp::Reverse(counts[*i].atoms.len()));
    let mut taken = vec![false; count.atoms.len()];
    let mut bound = count.bound;
    for part in inside.into_iter().map(|i| &counts[i]) {
        let places = || part.atoms.iter().map(|atom| place[atom]);
        if places().all(|i| !taken[i]) {
            places().for_each(|i| taken[i] = true);
            bound = bound.checked_sub(part.bound)?;
        }
    }
    let left = count.atoms.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(atom, _)| *atom);
    let atoms: Vec<Atom> = left.collect();
    let shrank = atoms.len() < count.atoms.len();
    shrank.then_some((count.index, Constraint::Count { atoms, cmp: count.cmp, bound }))
}
