//! Large parts: any solution first, then its total is moved to where the couplings want it.

use super::leaf::{Halt, Leaf};
use super::parts::{Parts, Prepared};
use super::solve::solve_whole;
use crate::model::Assignment;
use crate::search::Budget;

pub(super) fn refine(
    prepared: &Prepared,
    _parts: &Parts,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Assignment>, Halt> {
    solve_whole(prepared, leaf, budget)
}
