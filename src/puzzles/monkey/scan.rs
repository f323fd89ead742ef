//! The search: squares in order, and on each the tiles that fit below and to the right of what lies there.
//!
//! Squares are taken along the shorter side of the board. The candidates of a square come from one list of `index.rs`,
//! so a step costs a lookup and a test whether the tile is free; a tile is not laid if none that is free fits beside or below
//! it on the next square. When tiles may be turned, so may the whole board: only the
//! placements are looked for whose first corner has the least tile of the corners, and each stands for its turned images.
//! Complete, so an empty result is a proof. Backtracking over a scan order is how edge matching is usually attacked:
//! C. Ansótegui, R. Béjar, C. Fernández, C. Mateu, *Edge matching puzzles as hard SAT/CSP benchmarks*, CP 2008.

use super::index::{Entry, Index};
use super::instance::{Instance, Placement};
use crate::grid::{Grid, Pos};
use crate::search::{Budget, End, Stats};
use std::ops::ControlFlow;

/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 1 << 18;

/// Where a square's neighbours above and at its left are in the order, and whether symmetry says something about it.
#[derive(Clone, Copy)]
struct Square {
    above: Option<usize>,
    left: Option<usize>,
    is_other_corner: bool,
}

/// Hands out every right placement.
pub fn search(
    instance: &Instance,
    budget: &Budget,
    found: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> Result<(End, Stats), String> {
    let index = Index::new(instance)?;
    let order = order(instance);
    let squares = squares(instance, &order);
    let mut images = |chosen: &[Entry]| images(instance, &order, chosen).into_iter().try_for_each(&mut *found);
    let (end, nodes) = scan(&index, &squares, budget, &mut images);
    Ok((end, Stats { nodes, ..Stats::default() }))
}

fn scan(
    index: &Index,
    squares: &[Square],
    budget: &Budget,
    found: &mut dyn FnMut(&[Entry]) -> ControlFlow<()>,
) -> (End, u64) {
    let last = squares.len() - 1;
    let mut chosen = vec![Entry::default(); squares.len()];
    let mut is_used = vec![false; squares.len()];
    let mut free = !0u64;
    let mut untried = vec![(0, 0); squares.len()];
    let mut ahead = vec![Ahead::default(); squares.len()];
    untried[0] = index.list(index.key(index.rim, index.rim));
    ahead[0] = Ahead::of(index, squares, 0, &chosen);
    let (mut depth, mut nodes) = (0, 0u64);
    loop {
        let (next, end) = untried[depth];
        if next == end {
            if depth == 0 {
                return (End::Exhausted, nodes);
            }
            depth -= 1;
            is_used[chosen[depth].tile as usize] = false;
            free |= index.bits[chosen[depth].tile as usize];
            continue;
        }
        untried[depth].0 += 1;
        let entry = index.entries[next as usize];
        if is_used[entry.tile as usize] || (squares[depth].is_other_corner && entry.tile < chosen[0].tile) {
            continue;
        }
        nodes += 1;
        if nodes.is_multiple_of(PATIENCE)
            && let Some(stop) = budget.spent()
        {
            return (End::OutOfBudget(stop), nodes);
        }
        chosen[depth] = entry;
        if depth == last {
            if found(&chosen).is_break() {
                return (End::Cut, nodes);
            }
            continue;
        }
        let (key, bit) = (ahead[depth].key(entry), index.bits[entry.tile as usize]);
        if index.tiles[key] & free & !bit == 0 {
            continue;
        }
        is_used[entry.tile as usize] = true;
        free &= !bit;
        depth += 1;
        untried[depth] = index.list(key);
        ahead[depth] = Ahead::of(index, squares, depth, &chosen);
    }
}

/// What is known of the list of the next square before this one has its tile: the rest follows from the tile's sides.
#[derive(Clone, Copy, Default)]
struct Ahead {
    base: usize,
    per_south: usize,
    per_east: usize,
}

impl Ahead {
    /// Before the square at this depth has its tile.
    fn of(index: &Index, squares: &[Square], depth: usize, chosen: &[Entry]) -> Ahead {
        let Some(&Square { above, left, .. }) = squares.get(depth + 1) else { return Ahead::default() };
        let (per_south, per_east) = (usize::from(above == Some(depth)), usize::from(left == Some(depth)));
        let class = |at: Option<usize>, side: fn(&Entry) -> u16| match at {
            Some(i) if i == depth => 0,
            Some(i) => side(&chosen[i]),
            None => index.rim,
        };
        let base = index.key(class(above, |entry| entry.south), class(left, |entry| entry.east));
        Ahead { base, per_south: per_south * index.width(), per_east }
    }

    /// The list of the next square, if this tile is laid.
    fn key(self, entry: Entry) -> usize {
        self.base + self.per_south * entry.south as usize + self.per_east * entry.east as usize
    }
}

/// The squares along the shorter side: row by row, or column by column on a board that is wider than high.
fn order(instance: &Instance) -> Vec<Pos> {
    let (n_rows, n_cols) = (instance.n_rows, instance.n_cols);
    match n_cols <= n_rows {
        true => (0..n_rows * n_cols).map(|i| (i / n_cols, i % n_cols)).collect(),
        false => (0..n_rows * n_cols).map(|i| (i % n_rows, i / n_rows)).collect(),
    }
}

fn squares(instance: &Instance, order: &[Pos]) -> Vec<Square> {
    let (n_rows, n_cols) = (instance.n_rows, instance.n_cols);
    let (up, back) = if n_cols <= n_rows { (n_cols, 1) } else { (1, n_rows) };
    let n_images = n_images(instance);
    let is_corner = |(row, col): Pos| (row == 0 || row == n_rows - 1) && (col == 0 || col == n_cols - 1);
    let square = |(i, &(row, col)): (usize, &Pos)| Square {
        above: (row > 0).then(|| i - up),
        left: (col > 0).then(|| i - back),
        is_other_corner: match n_images {
            1 => false,
            2 => i == order.len() - 1,
            _ => i > 0 && is_corner((row, col)),
        },
    };
    order.iter().enumerate().map(square).collect()
}

/// How many placements one stands for, itself included.
fn n_images(instance: &Instance) -> usize {
    match (instance.rotations && instance.tiles.len() > 1, instance.n_rows == instance.n_cols) {
        (false, _) => 1,
        (true, false) => 2,
        (true, true) => 4,
    }
}

/// The placement and its turned images.
fn images(instance: &Instance, order: &[Pos], chosen: &[Entry]) -> Vec<Placement> {
    let n_images = n_images(instance);
    let (n_rows, n_cols) = (instance.n_rows, instance.n_cols);
    let image = |n_turns: usize| {
        let mut placement = Grid::filled(n_rows, n_cols, (0, 0));
        for (&(row, col), entry) in order.iter().zip(chosen) {
            let at = match n_turns {
                0 => (row, col),
                1 => (n_rows - 1 - col, row),
                2 => (n_rows - 1 - row, n_cols - 1 - col),
                _ => (col, n_rows - 1 - row),
            };
            placement[at] = (entry.tile as usize, (entry.turn as usize + n_turns) % 4);
        }
        placement
    };
    (0..n_images).map(|i| image(i * 4 / n_images % 4)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{check::check, instance::read};
    use super::*;
    use std::collections::BTreeSet;

    /// All placements by trying everything.
    fn all(instance: &Instance, laid: &mut Vec<(usize, usize)>, out: &mut BTreeSet<Vec<(usize, usize)>>) {
        if laid.len() == instance.tiles.len() {
            let placement =
                Grid::from_cells(instance.n_rows, instance.n_cols, laid.clone()).expect("as many as squares");
            if check(instance, &placement).is_ok() {
                out.insert(laid.clone());
            }
            return;
        }
        for tile in (0..instance.tiles.len()).filter(|t| laid.iter().all(|(used, _)| used != t)).collect::<Vec<_>>() {
            for turn in 0..instance.n_turns() {
                laid.push((tile, turn));
                all(instance, laid, out);
                laid.pop();
            }
        }
    }

    #[test]
    fn every_right_placement_is_found_once() {
        let heads = [
            "size: 1x1",
            "size: 1x3",
            "size: 3x1",
            "size: 2x2",
            "size: 2x2\nrotations: no",
            "size: 2x2\npairs: 1,2 3,3",
            "size: 1x4\npairs: 1,2 1,3",
            "size: 3x2\nrotations: no",
            "size: 2x2\npairs:",
            "size: 2x2\npairs: 1,1 1,2 1,3 2,2 2,3 3,3",
        ];
        let mut seed = 12345u32;
        for (head, _) in heads.iter().flat_map(|head| (0..4).map(move |round| (head, round))) {
            let size: usize = head[6..]
                .lines()
                .next()
                .expect("a size")
                .split('x')
                .map(|n| n.parse::<usize>().expect("a number"))
                .product();
            let mut text = format!("{head}\ntiles:\n");
            for _ in 0..size {
                let mut number = || {
                    seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                    1 + (seed >> 16) % 3
                };
                text += &format!("{} {} {} {}\n", number(), number(), number(), number());
            }
            let instance = read("f", &text).expect("good").remove(0);
            let (mut expected, mut found) = (BTreeSet::new(), Vec::new());
            all(&instance, &mut Vec::new(), &mut expected);
            let (end, _) = search(&instance, &Budget::unlimited(), &mut |placement| {
                found.push(placement.cells().to_vec());
                ControlFlow::Continue(())
            })
            .expect("small");
            assert_eq!((end, found.len()), (End::Exhausted, expected.len()), "{text}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{text}");
        }
    }
}
