//! Table: the values of the variables are one of the rows.
//!
//! Two columns: each value implies one of its partners (supports, Gent, ECAI 2002). More columns: a literal per row,
//! which implies the row's values; one row is chosen; each value implies one of its rows (Bacchus, CP 2007).
//! Cost: the size of the table, twice. The opposite is a clause per row.

use super::encoder::Encoder;
use super::{EncodeError, Written};
use crate::cnf::{Lit, Note};
use crate::model::{Atom, Domain, Var};

/// The values are one of the rows.
pub fn post(e: &mut Encoder, vars: &[Var], rows: &[Vec<i64>]) -> Written {
    let (vars, rows) = possible(e, vars, rows)?;
    for (column, var) in vars.iter().enumerate() {
        e.restrict(*var, &Domain::from_values(rows.iter().map(|row| row[column])));
    }
    match (vars.as_slice(), rows.len()) {
        (_, 0) => e.require(&[]),
        ([] | [_], _) | (_, 1) => Ok(()),
        ([x, y], _) => supports(e, *x, *y, &rows),
        _ => selectors(e, &vars, &rows),
    }
}

/// The values are none of the rows.
pub fn post_opposite(e: &mut Encoder, vars: &[Var], rows: &[Vec<i64>]) -> Written {
    let mut atoms: Vec<Atom> = Vec::with_capacity(vars.len());
    for row in rows {
        e.go_on()?;
        atoms.clear();
        atoms.extend(vars.iter().zip(row).map(|(var, value)| var.is_not(*value)));
        e.atoms(&atoms);
    }
    Ok(())
}

/// Each variable in one column only, and the rows that the domains allow, sorted, each once.
fn possible(e: &Encoder, vars: &[Var], rows: &[Vec<i64>]) -> Result<(Vec<Var>, Vec<Vec<i64>>), EncodeError> {
    let first: Vec<usize> = (0..vars.len()).filter(|i| !vars[..*i].contains(&vars[*i])).collect();
    let column_of = |var: &Var| vars.iter().position(|v| v == var).expect("the variable has a column");
    let agrees = |row: &Vec<i64>| vars.iter().zip(row).all(|(var, value)| row[column_of(var)] == *value);
    let fits = |row: &Vec<i64>| vars.iter().zip(row).all(|(var, value)| e.domain(*var).contains(*value));
    let mut kept: Vec<Vec<i64>> = Vec::new();
    for row in rows {
        e.go_on()?;
        if agrees(row) && fits(row) {
            kept.push(first.iter().map(|i| row[*i]).collect());
        }
    }
    kept.sort_unstable();
    kept.dedup();
    Ok((first.iter().map(|i| vars[*i]).collect(), kept))
}

fn supports(e: &mut Encoder, x: Var, y: Var, rows: &[Vec<i64>]) -> Written {
    let mut pairs: Vec<(i64, i64)> = rows.iter().map(|row| (row[0], row[1])).collect();
    partners(e, x, y, &pairs)?;
    pairs.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
    pairs.sort_unstable();
    partners(e, y, x, &pairs)
}

/// Each value of `x` implies one of its partners; the pairs are sorted.
fn partners(e: &mut Encoder, x: Var, y: Var, pairs: &[(i64, i64)]) -> Written {
    let mut atoms = Vec::new();
    for group in pairs.chunk_by(|a, b| a.0 == b.0) {
        atoms.clear();
        atoms.push(x.is_not(group[0].0));
        atoms.extend(group.iter().map(|(_, value)| y.is(*value)));
        e.atoms(&atoms);
        e.go_on()?;
    }
    Ok(())
}

fn selectors(e: &mut Encoder, vars: &[Var], rows: &[Vec<i64>]) -> Written {
    let chosen: Vec<Lit> = rows.iter().map(|_| e.fresh()).collect();
    chosen.iter().zip(rows).for_each(|(lit, row)| e.note(Note::Row(*lit, vars, row)));
    e.clause(&chosen);
    for (column, var) in vars.iter().enumerate() {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|i| rows[*i][column]);
        for group in order.chunk_by(|a, b| rows[*a][column] == rows[*b][column]) {
            let value = e.lit(var.is(rows[group[0]][column]));
            group.iter().for_each(|i| e.clause(&[!chosen[*i], value]));
            let support: Vec<Lit> = std::iter::once(!value).chain(group.iter().map(|i| chosen[*i])).collect();
            e.clause(&support);
            e.go_on()?;
        }
    }
    Ok(())
}
