//! Table: a row dies with the first of its values, and a value dies with the last of its rows.
//!
//! Simple tabular reduction (Ullmann, Information Sciences 2007; Lecoutre, Constraints 2011). The live rows are the
//! first `limit` of a permutation, so that coming back means restoring one number. A run costs the live rows times
//! the columns, and leaves every column with exactly the values that some live row has.

use super::super::reversible::Reversible;
use super::{Conflict, Domains, Kept};
use crate::model::Var;

/// The rows, the live ones first.
pub(in super::super) struct Table<'m> {
    vars: &'m [Var],
    rows: &'m [Vec<i64>],
    order: Vec<u32>,
    limit: u32,
}

impl<'m> Table<'m> {
    /// All rows are alive.
    pub fn new(vars: &'m [Var], rows: &'m [Vec<i64>], ints: &mut Reversible<u32>) -> Table<'m> {
        let limit = ints.push(rows.len() as u32);
        Table { vars, rows, order: (0..rows.len() as u32).collect(), limit }
    }

    /// Drops rows that died, then values without a row.
    pub fn propagate(&mut self, ints: &mut Reversible<u32>, domains: &mut Domains) -> Kept {
        let mut n_live = ints.get(self.limit) as usize;
        let mut at = 0;
        while at < n_live {
            match is_alive(self.vars, &self.rows[self.order[at] as usize], domains) {
                true => at += 1,
                false => {
                    n_live -= 1;
                    self.order.swap(at, n_live);
                }
            }
        }
        ints.set(self.limit, n_live as u32);
        // Also where there is no column that could lose its last value.
        if n_live == 0 {
            return Err(Conflict);
        }
        let live = &self.order[..n_live];
        self.vars.iter().enumerate().try_for_each(|(column, x)| self.filter(live, column, *x, domains))
    }

    /// The number of rows to look at.
    pub fn n_live(&self, ints: &Reversible<u32>) -> u64 {
        u64::from(ints.get(self.limit))
    }

    fn filter(&self, live: &[u32], column: usize, x: Var, domains: &mut Domains) -> Kept {
        match domains.value(x) {
            Some(_) => Ok(()),
            None => domains.keep(x, live.iter().map(|r| self.rows[*r as usize][column])),
        }
    }
}

/// Whether every value of the row is still possible.
pub(super) fn is_alive(vars: &[Var], row: &[i64], domains: &Domains) -> bool {
    vars.iter().zip(row).all(|(x, value)| domains.contains(*x, *value))
}

/// The part of the reasoning that needs no memory.
pub(super) fn reduce(vars: &[Var], rows: &[Vec<i64>], domains: &mut Domains) -> Kept {
    let live: Vec<&Vec<i64>> = rows.iter().filter(|row| is_alive(vars, row, domains)).collect();
    if live.is_empty() {
        return Err(Conflict);
    }
    let mut columns = vars.iter().enumerate();
    columns.try_for_each(|(i, x)| domains.keep(*x, live.iter().map(|row| row[i])))
}
