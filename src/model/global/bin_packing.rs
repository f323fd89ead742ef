//! Items in bins, and what each bin then weighs.

use super::{place, visit_all, visit_all_mut};
use crate::model::{Assignment, Operand, Var};

/// The weights of the items in each bin add up to its load. False if an item is in no bin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BinPacking {
    /// Weight and bin of each item.
    pub items: Vec<(i64, Var)>,
    /// The load of each bin.
    pub loads: Vec<Operand>,
    /// The first bin.
    pub first: i64,
}

impl BinPacking {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let mut sums = vec![0i128; self.loads.len()];
        for (weight, bin) in &self.items {
            match place(a[*bin], self.first, sums.len()) {
                Some(bin) => sums[bin] += i128::from(*weight),
                None => return false,
            }
        }
        self.loads.iter().zip(sums).all(|(load, sum)| i128::from(load.value(a)) == sum)
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.items.iter().for_each(|(_, bin)| f(*bin));
        visit_all(&self.loads, f);
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.items.iter_mut().for_each(|(_, bin)| f(bin));
        visit_all_mut(&mut self.loads, f);
    }
}
