//! Which tiles fit below one number and to the right of another: lists made once, looked up in constant time.
//!
//! Numbers that match the same sides form a class, so a pair table costs no more than equality. A list has every tile and
//! turn whose north matches the class above and whose west matches the class at its left; one further class stands for the
//! free rim. The lists lie one behind the other.

use super::instance::Instance;
use crate::puzzles::stones::turned;
use std::collections::BTreeMap;

/// The most classes an index is made for, and the longest all its lists may be together.
const MAX_CLASSES: usize = 2_000;
const MAX_ENTRIES: usize = 50_000_000;

/// A tile in one of its turns, and the classes it shows to those after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) tile: u16,
    pub(super) turn: u16,
    pub(super) south: u16,
    pub(super) east: u16,
}

/// The lists of all pairs of classes.
pub(super) struct Index {
    pub(super) entries: Vec<Entry>,
    starts: Vec<u32>,
    /// The tiles of each list as bits; all bits if it is not empty and there are more tiles than bits.
    pub(super) tiles: Vec<u64>,
    /// The bit of each tile; none if there are more tiles than bits.
    pub(super) bits: Vec<u64>,
    /// The class of the rim, larger than those of numbers.
    pub(super) rim: u16,
}

impl Index {
    /// Makes the lists.
    pub(super) fn new(instance: &Instance) -> Result<Index, String> {
        let classes = Classes::new(instance)?;
        let oriented = (0..instance.tiles.len()).flat_map(|tile| (0..instance.n_turns()).map(move |turn| (tile, turn)));
        let width = classes.n_classes + 1;
        let mut listed: Vec<(usize, Entry)> = Vec::new();
        for (tile, turn) in oriented {
            let [north, east, south, west] = turned(&instance.tiles[tile], turn);
            let (east, south) = (classes.of[&east], classes.of[&south]);
            let entry = Entry { tile: tile as u16, turn: turn as u16, south, east };
            for &above in &classes.fits[&north] {
                listed.extend(classes.fits[&west].iter().map(|&left| (above as usize * width + left as usize, entry)));
            }
            if listed.len() > MAX_ENTRIES {
                return Err("too many sides match for the lists of this search".to_string());
            }
        }
        listed.sort_by_key(|(key, _)| *key);
        let mut starts = vec![0u32; width * width + 1];
        listed.iter().for_each(|(key, _)| starts[key + 1] += 1);
        (0..width * width).for_each(|key| starts[key + 1] += starts[key]);
        let is_small = instance.tiles.len() <= u64::BITS as usize;
        let bits: Vec<u64> = (0..instance.tiles.len()).map(|tile| if is_small { 1 << tile } else { 0 }).collect();
        let mut tiles = vec![0u64; width * width];
        listed.iter().for_each(|(key, entry)| tiles[*key] |= if is_small { bits[entry.tile as usize] } else { !0 });
        Ok(Index {
            entries: listed.into_iter().map(|(_, entry)| entry).collect(),
            starts,
            tiles,
            bits,
            rim: classes.n_classes as u16,
        })
    }

    /// Where the list is of the tiles that fit below and to the right of these classes.
    pub(super) fn key(&self, above: u16, left: u16) -> usize {
        above as usize * self.width() + left as usize
    }

    /// How many keys one class above is from the next.
    pub(super) fn width(&self) -> usize {
        self.rim as usize + 1
    }

    /// From where to where the tiles of a list are.
    pub(super) fn list(&self, key: usize) -> (u32, u32) {
        (self.starts[key], self.starts[key + 1])
    }
}

/// The classes of numbers, and which classes each number fits.
struct Classes {
    n_classes: usize,
    of: BTreeMap<i64, u16>,
    /// The classes whose numbers match a number, and the rim, which everything fits.
    fits: BTreeMap<i64, Vec<u16>>,
}

impl Classes {
    fn new(instance: &Instance) -> Result<Classes, String> {
        let mut matches: BTreeMap<i64, Vec<i64>> = instance.tiles.iter().flatten().map(|&n| (n, Vec::new())).collect();
        let both_ways = instance.pairs.iter().flatten().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let equal = matches.keys().filter(|_| instance.pairs.is_none()).map(|&n| (n, n));
        for (a, b) in both_ways.chain(equal.collect::<Vec<_>>()) {
            if matches.contains_key(&b)
                && let Some(list) = matches.get_mut(&a)
            {
                list.push(b);
            }
        }
        matches.values_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        let mut known: BTreeMap<&Vec<i64>, u16> = BTreeMap::new();
        for list in matches.values() {
            let next = known.len() as u16;
            known.entry(list).or_insert(next);
            if known.len() > MAX_CLASSES {
                return Err(format!("more than {MAX_CLASSES} different numbers; the sat engine has no such limit"));
            }
        }
        let rim = known.len() as u16;
        let mut fits: BTreeMap<i64, Vec<u16>> = matches.keys().map(|&n| (n, vec![rim])).collect();
        for (list, &class) in &known {
            list.iter().for_each(|n| fits.get_mut(n).expect("only numbers of tiles are listed").push(class));
        }
        let of = matches.iter().map(|(&n, list)| (n, known[list])).collect();
        Ok(Classes { n_classes: known.len(), of, fits })
    }
}
