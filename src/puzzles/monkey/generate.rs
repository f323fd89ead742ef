//! Random puzzles with a planted solution, or one side away from it.
//!
//! Every border of the board gets a random colour, the board is cut into tiles, and the tiles are turned and shuffled. A near
//! miss changes one inner side of one tile: the planted placement is no longer right, though another may be. Scattered puzzles
//! have nothing planted: every side of every tile gets a random colour ([`scatter`](super::scatter)).

use super::instance::{Instance, MAX_SIDE};
use super::scatter::scattered;
use crate::puzzles::Options;
use crate::puzzles::options::{seed, within};
use crate::puzzles::stones::{Stone, turned};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Makes the instance the options ask for.
pub(super) fn generate(options: &Options) -> Result<Instance, String> {
    let n_rows = within(options, "rows", 4, 1, MAX_SIDE)?;
    let n_cols = within(options, "cols", n_rows, 1, MAX_SIDE)?;
    if options.contains_key("scattered") {
        return scattered(n_rows, n_cols, options);
    }
    let n_colours = within(options, "colours", 8, 1, 1_000_000)? as i64;
    let (rotations, halves) = (!options.contains_key("no-rotations"), options.contains_key("halves"));
    let mut random = Pcg64Mcg::seed_from_u64(seed(options)?);
    let mut tiles = cut(n_rows, n_cols, n_colours, halves, &mut random);
    if options.contains_key("near-miss") {
        spoil(&mut tiles, n_rows, n_cols, n_colours, &mut random)?;
    }
    if rotations {
        tiles.iter_mut().for_each(|tile| *tile = turned(tile, random.random_range(0..4)));
    }
    tiles.shuffle(&mut random);
    let pairs = halves.then(|| (1..=n_colours).map(|colour| (colour, -colour)).collect());
    Ok(Instance { id: None, n_rows, n_cols, tiles, rotations, pairs })
}

/// Tiles in the order of the squares they were cut from. With halves, the two sides of a border have opposite signs.
fn cut(n_rows: usize, n_cols: usize, n_colours: i64, halves: bool, random: &mut Pcg64Mcg) -> Vec<Stone> {
    let mut border = || {
        let colour = random.random_range(1..=n_colours);
        if halves && random.random_bool(0.5) { -colour } else { colour }
    };
    let other = |number: i64| if halves { -number } else { number };
    let mut tiles: Vec<Stone> = Vec::new();
    for at in 0..n_rows * n_cols {
        let north = if at < n_cols { border() } else { other(tiles[at - n_cols][2]) };
        let west = if at % n_cols == 0 { border() } else { other(tiles[at - 1][1]) };
        tiles.push([north, border(), border(), west]);
    }
    tiles
}

/// Changes the colour of an inner side.
fn spoil(
    tiles: &mut [Stone],
    n_rows: usize,
    n_cols: usize,
    n_colours: i64,
    random: &mut Pcg64Mcg,
) -> Result<(), String> {
    if n_rows * n_cols == 1 || n_colours == 1 {
        return Err("a near miss needs two tiles and two colours".to_string());
    }
    let is_inner = |at: usize, side: usize| match side {
        0 => at >= n_cols,
        1 => at % n_cols + 1 < n_cols,
        2 => at + n_cols < n_rows * n_cols,
        _ => !at.is_multiple_of(n_cols),
    };
    let inner: Vec<(usize, usize)> = (0..tiles.len())
        .flat_map(|at| (0..4).map(move |side| (at, side)))
        .filter(|&(at, side)| is_inner(at, side))
        .collect();
    let (at, side) = inner[random.random_range(0..inner.len())];
    let old = tiles[at][side];
    let colour = (old.abs() - 1 + random.random_range(1..n_colours)) % n_colours + 1;
    tiles[at][side] = colour * old.signum();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::scan;
    use super::*;
    use crate::search::{Budget, End};
    use std::ops::ControlFlow;

    fn made(words: &[(&str, &str)]) -> Instance {
        let options: Options = words.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let made = generate(&options).expect("good");
        assert_eq!(Ok(&made), generate(&options).as_ref());
        made
    }

    #[test]
    fn planted_puzzles_have_a_solution() {
        for seed in ["1", "2", "3"] {
            for kind in ["no-rotations", "halves", "seed"] {
                let value = if kind == "seed" { seed } else { "" };
                let instance = made(&[("seed", seed), ("cols", "3"), ("colours", "5"), (kind, value)]);
                let (end, _) =
                    scan::search(&instance, &Budget::unlimited(), &mut |_| ControlFlow::Break(())).expect("small");
                assert_eq!(end, End::Cut, "{kind} {seed}");
            }
        }
    }

    #[test]
    fn a_near_miss_is_one_side_away() {
        let words = [("rows", "1"), ("cols", "2"), ("colours", "9"), ("no-rotations", "")];
        let (good, bad) = (made(&words), made(&[&words[..], &[("near-miss", "")]].concat()));
        let sides = |instance: &Instance| {
            let mut sides: Vec<i64> = instance.tiles.concat();
            sides.sort_unstable();
            sides
        };
        let changed = sides(&good)
            .iter()
            .filter(|n| sides(&bad).iter().filter(|m| m == n).count() < sides(&good).iter().filter(|m| m == n).count())
            .count();
        assert!(changed >= 1, "{good:?} {bad:?}");
        assert!(
            generate(&[("rows", "1"), ("near-miss", "")].map(|(k, v)| (k.to_string(), v.to_string())).into()).is_err()
        );
    }

    #[test]
    fn impossible_wishes_are_explained() {
        for (name, value) in [("rows", "0"), ("cols", "101"), ("colours", "0"), ("seed", "x")] {
            assert!(generate(&[(name.to_string(), value.to_string())].into()).is_err(), "{name} {value}");
        }
    }
}
