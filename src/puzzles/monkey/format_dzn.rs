//! The instance as MiniZinc data, for running the models in the real `minizinc`. Written only.
//!
//! Models know numbers by their rank, from 1 up; numbers 1 to `k` without a gap stay as they are.

use super::instance::Instance;
use super::row::parameters;

/// Writes an instance as the parameters of the models.
pub(super) fn write(instance: &Instance) -> String {
    let p = parameters(instance);
    let join = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let mut out = format!("rows = {};\ncols = {};\n", instance.n_rows, instance.n_cols);
    out += &format!("rotations = {};\nequal = {};\n", instance.rotations, instance.pairs.is_none());
    out += &format!("n_numbers = {};\nn_pairs = {};\n", p.n_numbers, p.pairs.len() / 2);
    out += &format!("pairs = array2d(1..{}, 1..2, [{}]);\n", p.pairs.len() / 2, join(&p.pairs));
    out += &format!("side = array2d(0..{}, 0..3, [\n", instance.tiles.len() - 1);
    p.sides.chunks(4).for_each(|tile| out += &format!("  {},\n", join(tile)));
    out + "]);\n"
}
