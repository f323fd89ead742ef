//! Two arrays that are inverse functions of each other.

use super::place;
use crate::model::{Assignment, Var};

/// `f[i] = j` exactly when `g[j] = i`. False if a value is no index of the other array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inverse {
    /// One function.
    pub f: Vec<Var>,
    /// The first index of `f`.
    pub first_f: i64,
    /// The other function.
    pub g: Vec<Var>,
    /// The first index of `g`.
    pub first_g: i64,
}

impl Inverse {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let leads_back = |(from, first_from): (&[Var], i64), (to, first_to): (&[Var], i64)| {
            from.iter().enumerate().all(|(i, v)| {
                let there = place(a[*v], first_to, to.len());
                there.is_some_and(|j| place(a[to[j]], first_from, from.len()) == Some(i))
            })
        };
        let (f, g) = ((&self.f[..], self.first_f), (&self.g[..], self.first_g));
        leads_back(f, g) && leads_back(g, f)
    }
}
