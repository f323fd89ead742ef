//! Tables as clauses: a bit for each row makes its values, and each value needs a row that has it.
//!
//! Two columns need no bits: a value of one needs some value of the other. Bacchus, GAC via unit propagation, CP 2007.

use super::poster::{Posted, Poster, said};
use crate::model::{Atom, Var};
use pumpkin_core::predicates::Predicate;
use std::collections::BTreeMap;

/// The values of the variables are one of the rows.
pub fn post(p: &mut Poster, vars: &[Var], rows: &[Vec<i64>]) -> Posted {
    let possible = |row: &&Vec<i64>| vars.iter().zip(*row).all(|(x, value)| p.domain(*x).contains(*value));
    let mut rows: Vec<&Vec<i64>> = rows.iter().filter(possible).collect();
    rows.sort_unstable();
    rows.dedup();
    match (rows.is_empty(), vars) {
        (true, _) => p.falsity(),
        (false, []) => Ok(()),
        (false, [x]) => one_of(p, *x, rows.iter().map(|row| row[0])),
        (false, [x, y]) if x != y => pairs(p, [*x, *y], &rows),
        (false, _) => by_rows(p, vars, &rows),
    }
}

/// The values of the variables are none of the rows.
pub fn post_opposite(p: &mut Poster, vars: &[Var], rows: &[Vec<i64>]) -> Posted {
    rows.iter().try_for_each(|row| {
        let atoms = vars.iter().zip(row).map(|(x, value)| x.is_not(*value));
        let predicates: Vec<Predicate> = atoms.map(|atom| p.atom(atom)).collect();
        p.clause(predicates)
    })
}

/// The variable has one of these values, which are sorted: none below, none above, none in a gap.
fn one_of(p: &mut Poster, x: Var, values: impl Iterator<Item = i64>) -> Posted {
    let values: Vec<i64> = values.collect();
    let (first, last) = (values[0], values[values.len() - 1]);
    clause(p, [x.at_least(first)])?;
    clause(p, [x.at_most(last)])?;
    let gaps = values.windows(2).filter(|pair| pair[1] - pair[0] > 1);
    let gaps: Vec<[Atom; 2]> = gaps.map(|pair| [x.at_most(pair[0]), x.at_least(pair[1])]).collect();
    gaps.into_iter().try_for_each(|gap| clause(p, gap))
}

fn clause(p: &mut Poster, atoms: impl IntoIterator<Item = Atom>) -> Posted {
    let predicates: Vec<Predicate> = atoms.into_iter().map(|atom| p.atom(atom)).collect();
    p.clause(predicates)
}

fn pairs(p: &mut Poster, vars: [Var; 2], rows: &[&Vec<i64>]) -> Posted {
    for (here, there) in [(0, 1), (1, 0)] {
        let mut partners: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        rows.iter().for_each(|row| partners.entry(row[here]).or_default().push(row[there]));
        one_of(p, vars[here], partners.keys().copied())?;
        for (value, others) in partners {
            let some = others.into_iter().map(|other| vars[there].is(other));
            clause(p, std::iter::once(vars[here].is_not(value)).chain(some))?;
        }
    }
    Ok(())
}

fn by_rows(p: &mut Poster, vars: &[Var], rows: &[&Vec<i64>]) -> Posted {
    let bits = rows.iter().map(|_| p.fresh_bit().map(said)).collect::<Result<Vec<_>, _>>()?;
    for (column, x) in vars.iter().enumerate() {
        let mut having: BTreeMap<i64, Vec<Predicate>> = BTreeMap::new();
        rows.iter().zip(&bits).for_each(|(row, bit)| having.entry(row[column]).or_default().push(*bit));
        one_of(p, *x, having.keys().copied())?;
        for (value, bits) in having {
            let (is, is_not) = (p.atom(x.is(value)), p.atom(x.is_not(value)));
            bits.iter().try_for_each(|bit| p.clause([!*bit, is]))?;
            p.clause(std::iter::once(is_not).chain(bits))?;
        }
    }
    p.clause(bits)
}
