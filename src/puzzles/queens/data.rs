//! What the models are told.
//!
//! Besides the queens there is what [`Outlook`] knows: `top`, `component`, `fewest` and `most`. They only help.

use super::instance::Instance;
use super::outlook::Outlook;
use super::rays::Rays;
use crate::front::{Data, Value};

/// The number of queens to be left that the models are asked for.
pub(super) fn limit(instance: &Instance) -> usize {
    instance.limit.unwrap_or(instance.board.queens().len())
}

/// The fewest queens that can be left, as far as the outlook tells.
pub(super) fn bound(instance: &Instance) -> usize {
    outlook(instance).bound()
}

fn outlook(instance: &Instance) -> Outlook {
    let levels: Vec<u8> = instance.board.queens().iter().map(|queen| queen.exponent).collect();
    Outlook::new(&Rays::new(&instance.board), &levels)
}

/// The parameters for the models, with a limit; one beyond the number of queens is none.
pub(super) fn data(instance: &Instance, limit: usize) -> Data {
    let outlook = outlook(instance);
    let queens = instance.board.queens();
    let n_levels = outlook.top.iter().max().map_or(0, |&top| usize::from(top) + 1);
    let most = outlook.most.iter().flat_map(|most| &most[..n_levels]).map(|&n| n as i64);
    let mut data = Data::default();
    data.set("n", queens.len() as i64);
    data.set("k", limit.min(queens.len()) as i64);
    data.set("row", Value::list(queens.iter().map(|queen| queen.at.0 as i64)));
    data.set("col", Value::list(queens.iter().map(|queen| queen.at.1 as i64)));
    data.set("exponent", Value::list(queens.iter().map(|queen| i64::from(queen.exponent))));
    data.set("top", Value::list(outlook.top.iter().map(|&top| i64::from(top))));
    data.set("component", Value::list(outlook.component.iter().map(|&c| c as i64 + 1)));
    data.set("fewest", Value::list(outlook.fewest.iter().map(|&n| n as i64)));
    data.set("most", Value::grid(outlook.most.len(), n_levels, 0, most));
    data
}
