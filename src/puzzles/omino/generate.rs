//! Random games: stones with four random numbers each, as in the source's experiment.

use super::instance::{Instance, MAX_SIDE, MAX_STONES};
use crate::puzzles::Options;
use crate::puzzles::options::{seed, within};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Makes the instance the options ask for.
pub(super) fn generate(options: &Options) -> Result<Instance, String> {
    let n_rows = within(options, "rows", 7, 1, MAX_SIDE)?;
    let n_cols = within(options, "cols", n_rows, 1, MAX_SIDE)?;
    let n_stones = within(options, "stones", 12, 1, MAX_STONES)?;
    let n_hand = within(options, "hand", n_stones / 4, 0, (n_stones - 1) / 2)?;
    let n_numbers = within(options, "numbers", n_stones, 1, u32::MAX as usize)?;
    Ok(random(n_rows, n_cols, n_stones, n_hand, n_numbers, seed(options)?))
}

/// A random game with stone 0 in the middle and numbers from 1.
pub fn random(n_rows: usize, n_cols: usize, n_stones: usize, n_hand: usize, n_numbers: usize, seed: u64) -> Instance {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut number = || random.random_range(1..=n_numbers as i64);
    let stones = (0..n_stones).map(|_| std::array::from_fn(|_| number())).collect();
    Instance { id: None, n_rows, n_cols, n_hand, start: (n_rows / 2, n_cols / 2), stones }
}
