//! The game as MiniZinc data for the cooperative model. Written only. Numbers become ranks from 1.

use super::instance::Instance;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of all stones by rank, from 1.
pub(super) fn sides(instance: &Instance) -> Vec<i64> {
    let numbers: BTreeSet<i64> = instance.stones.iter().flatten().copied().collect();
    let ranks: BTreeMap<i64, i64> = numbers.into_iter().zip(1..).collect();
    instance.stones.iter().flatten().map(|n| ranks[n]).collect()
}

/// Writes an instance as the parameters of the model.
pub(super) fn write(instance: &Instance) -> String {
    let Instance { n_rows, n_cols, n_hand, start, stones, .. } = instance;
    let mut out = format!("rows = {n_rows};\ncols = {n_cols};\nn = {};\nhand = {n_hand};\n", stones.len());
    out += &format!("start = {};\nT = {};\n", start.0 * n_cols + start.1, instance.max_turns());
    out += &format!("side = array2d(0..{}, 0..3, [\n", stones.len() - 1);
    for stone in sides(instance).chunks(4) {
        out += &format!("  {},\n", stone.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
    }
    out + "]);\n"
}
