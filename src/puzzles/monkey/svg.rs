//! The tiles as SVG: a placement as a board, or all tiles apart from each other as they are given.

use super::instance::{Instance, Placement};
use crate::look::Rings;
use crate::puzzles::stones::Laid;
use crate::puzzles::tiles::{self, Pile, Scene};
use std::collections::BTreeMap;

/// Draws a placement, or the tiles; with rings, the board that they are around, and the tiles beside it.
pub fn draw(instance: &Instance, placement: Option<&Placement>, rings: Rings) -> String {
    let is_heap = placement.is_none() && rings.around.is_empty();
    let board = if is_heap { instance.heap() } else { instance.board(placement) };
    let beside = (placement.is_none() && !is_heap).then(|| {
        let stones: Vec<Laid> = instance.heap().cells().iter().flatten().cloned().collect();
        Pile { title: format!("{} tiles", stones.len()), stones }
    });
    let colours = colours(instance);
    let (n_rows, n_cols, n_tiles) = (instance.n_rows, instance.n_cols, instance.tiles.len());
    let turns = if instance.rotations { "" } else { " · not to be turned" };
    let kinds = colours.values().max().map_or(0, |last| last + 1);
    tiles::draw(&Scene {
        prefix: "mk",
        name: "Monkey puzzle",
        facts: format!("{n_rows} × {n_cols} · {n_tiles} tiles · {kinds} colours{turns}"),
        words: match placement {
            Some(_) => {
                format!("{n_tiles} tiles on a board of {n_rows} rows and {n_cols} columns; sides of one colour touch.")
            }
            None => format!("The {n_tiles} tiles of a puzzle of {n_rows} rows and {n_cols} columns, each by itself."),
        },
        board: &board,
        is_heap,
        colour: &|number| colours.get(&number).copied().unwrap_or(0),
        piles: beside.into_iter().collect(),
        rings,
    })
}

/// A colour for each number; numbers that match have the same.
fn colours(instance: &Instance) -> BTreeMap<i64, usize> {
    let mut colours: BTreeMap<i64, usize> = BTreeMap::new();
    let numbers: Vec<i64> = instance.ranks().into_keys().collect();
    let mut next = 0;
    for &number in &numbers {
        let partner = numbers.iter().find(|other| instance.matches(number, **other) && colours.contains_key(other));
        let colour = partner.map_or(next, |other| colours[other]);
        next = next.max(colour + 1);
        colours.insert(number, colour);
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn what_matches_has_one_colour() {
        let plain = read("f", "size: 1x2\nrotations: yes\ntiles:\n1 2 3 4\n5 6 1 2\n").expect("good").remove(0);
        assert_eq!(colours(&plain).into_values().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        let halves = Instance { pairs: Some(vec![(1, 6), (2, 5), (3, 4)]), ..plain };
        assert_eq!(colours(&halves).into_values().collect::<Vec<_>>(), [0, 1, 2, 2, 1, 0]);
        assert!(draw(&halves, None, Rings::default()).contains("1 × 2 · 2 tiles · 3 colours"));
    }
}
