//! Random puzzles with nothing planted: every side of every tile has a random colour of its own.
//!
//! The number of colours may have a fraction. 9.5 of them are nine of one weight and a tenth that is rarer, such that two sides
//! match as often as with 9.5 equally frequent ones: the squares of their shares add up to 1/9.5. An inner border of a
//! placement joins two sides that touch nothing else, so every border matches with that chance independently of the others, and the expected
//! number of placements is what it would be with 9.5.

use super::instance::Instance;
use crate::puzzles::Options;
use crate::puzzles::options::seed;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The most colours.
const MOST: f64 = 1_000_000.0;

/// Colours with random shares: so many equally frequent ones, and one more that is rarer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Colours {
    n_equal: i64,
    /// The share of the rare one; none if it is zero.
    rare: f64,
}

impl Colours {
    /// Shares whose squares add up to `1 / n`.
    fn of(n: f64) -> Colours {
        let k = n.floor();
        // (1 - r)^2 / k + r^2 = 1 / n has its smaller root between 0 and 1 / (k + 1).
        let within = (1.0 / (k * k) - (1.0 + 1.0 / k) * (1.0 / k - 1.0 / n)).max(0.0);
        let rare = ((1.0 / k - within.sqrt()) / (1.0 + 1.0 / k)).clamp(0.0, 1.0);
        Colours { n_equal: k as i64, rare: if n > k { rare } else { 0.0 } }
    }

    fn one(self, random: &mut Pcg64Mcg) -> i64 {
        match self.rare > 0.0 && random.random_bool(self.rare) {
            true => self.n_equal + 1,
            false => random.random_range(1..=self.n_equal),
        }
    }
}

/// Makes such a puzzle.
pub(super) fn scattered(n_rows: usize, n_cols: usize, options: &Options) -> Result<Instance, String> {
    if options.contains_key("near-miss") {
        return Err("--near-miss changes a planted puzzle, and --scattered plants none".to_string());
    }
    let text = options.get("colours").map_or("8", String::as_str);
    let n = text.parse::<f64>().ok().filter(|n| (1.0..=MOST).contains(n));
    let colours = Colours::of(n.ok_or_else(|| format!("--colours takes 1 to {MOST}, not `{text}`"))?);
    let (rotations, halves) = (!options.contains_key("no-rotations"), options.contains_key("halves"));
    let mut random = Pcg64Mcg::seed_from_u64(seed(options)?);
    let mut side = || {
        let colour = colours.one(&mut random);
        if halves && random.random_bool(0.5) { -colour } else { colour }
    };
    let tiles = (0..n_rows * n_cols).map(|_| [side(), side(), side(), side()]).collect();
    let n_numbers = colours.n_equal + i64::from(colours.rare > 0.0);
    let pairs = halves.then(|| (1..=n_numbers).map(|colour| (colour, -colour)).collect());
    Ok(Instance { id: None, n_rows, n_cols, tiles, rotations, pairs })
}

#[cfg(test)]
mod tests {
    use super::{Colours, scattered};
    use crate::puzzles::Options;

    #[test]
    fn shares_match_as_often_as_asked_for() {
        for n in [1.0, 1.5, 2.0, 7.25, 9.0, 9.5, 9.999, 10.0, 1234.5] {
            let Colours { n_equal, rare } = Colours::of(n);
            let each = (1.0 - rare) / n_equal as f64;
            let squares = n_equal as f64 * each * each + rare * rare;
            assert!((squares * n - 1.0).abs() < 1e-9, "{n}: {n_equal} and {rare}");
            assert!(rare <= each + 1e-9, "{n}: the rare one is {rare}, the others {each}");
        }
    }

    fn options(words: &[(&str, &str)]) -> Options {
        words.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn sides_are_what_they_should_be() {
        let made = |words| scattered(30, 30, &options(words)).expect("good");
        let nine = made(&[("colours", "9.5"), ("seed", "3")]);
        assert_eq!(nine, made(&[("colours", "9.5"), ("seed", "3")]));
        let sides = nine.tiles.concat();
        assert_eq!((sides.iter().min(), sides.iter().max(), sides.len()), (Some(&1), Some(&10), 3600));
        let count = |n: i64| sides.iter().filter(|side| **side == n).count();
        assert!((1..10).all(|n| count(n) > count(10)), "the tenth is rarer");
        let halves = made(&[("colours", "3"), ("halves", "")]);
        assert_eq!(halves.pairs, Some(vec![(1, -1), (2, -2), (3, -3)]));
        assert!(halves.tiles.concat().iter().any(|side| *side < 0));
    }

    #[test]
    fn impossible_wishes_are_explained() {
        for words in [&[("colours", "0.5")][..], &[("colours", "x")], &[("colours", "NaN")], &[("near-miss", "")]] {
            assert!(scattered(2, 2, &options(words)).is_err(), "{words:?}");
        }
    }
}
