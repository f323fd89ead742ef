//! What can still happen: how far each queen can grow, which queens are dead, which belong together, and how few can be left.
//!
//! All of it is a relaxation, so it never rules out what is possible. A queen may grow from level `l` to `l + 1` if some live
//! queen on its lines, with no dead one between, may have level `l` too. A queen is *dead* if it shares no level with any such
//! queen: it never captures nor is captured, stands for ever and blocks its lines. Live queens that may meet form components.
//!
//! In a component the captures at level `l` form a matching, because a queen takes part in one at most: it doubles or
//! vanishes. So with `x(l)` queens ever at level `l` there are at most `c(l) = min(x(l) / 2, m(l) / 2)` captures, `m(l)` being
//! the queens that may meet another one there (at the lowest level, where nobody grows into: twice a maximum matching), and `x(l + 1) = born(l + 1) + c(l)`. Where nothing limits but pairs this leaves
//! as many queens as the sum of the values has ones in binary. Levels without captures stop growth, which may kill more
//! queens, so everything is repeated until nothing changes.

use super::rays::Rays;
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;

/// The level of a queen that was captured away.
pub const GONE: u8 = u8::MAX;

/// The level of a queen that only blocks: it is known to be dead and counted elsewhere.
pub const WALL: u8 = GONE - 1;

/// Whether a queen of this level still counts.
fn plays(level: u8) -> bool {
    level < WALL
}

/// Levels, as bits.
type Levels = u64;

/// What can still happen to standing queens.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The highest level each queen may reach; its own for dead ones.
    pub top: Vec<u8>,
    /// Whether a queen is dead.
    pub dead: Vec<bool>,
    /// The live queens each live queen may meet at some level.
    pub near: Vec<Vec<u32>>,
    /// The component of each queen that counts, counted from 0 in order of queens; dead ones are alone.
    pub component: Vec<usize>,
    /// How many queens each component keeps at least.
    pub fewest: Vec<usize>,
    /// How many captures each component has at most, by level.
    pub most: Vec<Counts>,
}

/// How many levels there are.
pub const N_LEVELS: usize = Levels::BITS as usize;

/// A number for each level.
pub type Counts = [usize; N_LEVELS];

/// Captures that are ruled out at the levels the queens have: from whom, into whom. Sorted.
pub type Banned = [(u32, u32)];

/// A position: the levels of the queens, and what is ruled out.
#[derive(Clone, Copy)]
struct Position<'a> {
    level: &'a [u8],
    banned: &'a Banned,
}

impl Position<'_> {
    fn bans(&self, from: usize, into: usize) -> bool {
        !self.banned.is_empty() && self.banned.binary_search(&(from as u32, into as u32)).is_ok()
    }

    /// Among these levels, those at which one queen may capture another.
    fn captures(&self, from: usize, into: usize, levels: Levels) -> Levels {
        if self.bans(from, into) { levels & !(1 << self.level[from]) } else { levels }
    }

    /// Among these levels, those at which either may capture the other.
    fn meets(&self, a: usize, b: usize, levels: Levels) -> Levels {
        self.captures(a, b, levels) | self.captures(b, a, levels)
    }
}

impl Outlook {
    /// What can happen to queens of these levels.
    pub fn new(rays: &Rays, level: &[u8]) -> Outlook {
        Outlook::without(rays, level, &[])
    }

    /// The same, with some captures ruled out.
    pub fn without(rays: &Rays, level: &[u8], banned: &Banned) -> Outlook {
        let position = Position { level, banned };
        let n = rays.n_queens();
        let mut dead: Vec<bool> = level.iter().map(|&l| l == WALL).collect();
        let mut open: Vec<Levels> = vec![Levels::MAX >> 1; n];
        loop {
            let lines: Vec<Vec<u32>> = (0..n).map(|q| live_lines(rays, level, &dead, q)).collect();
            let reach = reach(position, &lines, &open);
            let meets = |a: usize, b: u32| {
                let levels = reach[a] & reach[b as usize] & open[a] & open[b as usize];
                position.meets(a, b as usize, levels) != 0
            };
            let near: Vec<Vec<u32>> = lines
                .iter()
                .enumerate()
                .map(|(q, line)| line.iter().copied().filter(|&b| meets(q, b)).collect())
                .collect();
            let (component, n_components) = components(level, &near);
            let most = captures(position, &reach, &near, &component, n_components);
            let playing = (0..n).filter(|&q| plays(level[q]));
            let (mut changed, mut next_dead) = (false, dead.clone());
            for q in playing {
                let narrow = open[q] & levels(&most[component[q]]);
                changed |= narrow != open[q] || dead[q] != near[q].is_empty();
                (open[q], next_dead[q]) = (narrow, near[q].is_empty());
            }
            if !changed {
                let top = (0..n).map(|q| if plays(level[q]) { reach[q].ilog2() as u8 } else { 0 }).collect();
                let fewest = fewest(level, &component, &most);
                return Outlook { top, dead, near, component, fewest, most };
            }
            dead = next_dead;
        }
    }

    /// How few queens can be left, at least.
    pub fn bound(&self) -> usize {
        self.fewest.iter().sum()
    }
}

/// The live queens on the lines of a live one, up to the nearest dead one.
fn live_lines(rays: &Rays, level: &[u8], dead: &[bool], queen: usize) -> Vec<u32> {
    if !plays(level[queen]) || dead[queen] {
        return Vec::new();
    }
    let mut out = Vec::new();
    for ray in rays.star(queen) {
        let standing = ray.iter().copied().filter(|&q| level[q as usize] != GONE);
        out.extend(standing.take_while(|&q| !dead[q as usize]));
    }
    out
}

/// The levels each queen may reach, when captures at level `l` happen to it only if `open` says so.
fn reach(position: Position, lines: &[Vec<u32>], open: &[Levels]) -> Vec<Levels> {
    let level = position.level;
    let mut reach: Vec<Levels> = level.iter().map(|&l| if plays(l) { 1 << l } else { 0 }).collect();
    loop {
        let mut changed = false;
        for (q, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let partners =
                line.iter().fold(0, |all, &b| all | position.captures(b as usize, q, reach[b as usize])) & open[q];
            // Levels are reached one after the other, so the highest one grows as long as there are partners.
            let mut wider = reach[q];
            let mut next = wider & partners;
            while next != 0 {
                next = (next << 1) & !wider;
                wider |= next;
                next &= partners;
            }
            let most = line.len() as u32 + u32::from(level[q]) + 1;
            wider &= Levels::MAX >> (Levels::BITS - most.min(Levels::BITS - 1));
            changed |= wider != reach[q];
            reach[q] = wider;
        }
        if !changed {
            return reach;
        }
    }
}

fn components(level: &[u8], near: &[Vec<u32>]) -> (Vec<usize>, usize) {
    let mut union = UnionFind::new(level.len());
    near.iter().enumerate().for_each(|(q, line)| line.iter().for_each(|&b| _ = union.union(q, b as usize)));
    number(level, &mut union)
}

/// Numbers the groups of queens that count from 0, in order of their first queens.
pub(super) fn number(level: &[u8], union: &mut UnionFind<usize>) -> (Vec<usize>, usize) {
    let mut name = vec![usize::MAX; level.len()];
    let (mut numbers, mut n_groups) = (vec![usize::MAX; level.len()], 0);
    for q in (0..level.len()).filter(|&q| plays(level[q])) {
        let root = union.find_mut(q);
        if name[root] == usize::MAX {
            name[root] = n_groups;
            n_groups += 1;
        }
        numbers[q] = name[root];
    }
    (numbers, n_groups)
}

/// How many captures each component may have at each level.
fn captures(
    position: Position,
    reach: &[Levels],
    near: &[Vec<u32>],
    component: &[usize],
    n_components: usize,
) -> Vec<Counts> {
    let level = position.level;
    let mut born = vec![[0; N_LEVELS]; n_components];
    let mut meeting = vec![[0; N_LEVELS]; n_components];
    for q in (0..level.len()).filter(|&q| plays(level[q])) {
        born[component[q]][usize::from(level[q])] += 1;
        let mut bits =
            near[q].iter().fold(0, |all, &b| all | position.meets(q, b as usize, reach[q] & reach[b as usize]));
        while bits != 0 {
            meeting[component[q]][bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
    }
    lowest_matchings(position, near, component, &born, &mut meeting);
    let one = |(born, meeting): (&Counts, &Counts)| {
        let (mut most, mut carry) = ([0; N_LEVELS], 0);
        for l in 0..N_LEVELS {
            carry = ((born[l] + carry) / 2).min(meeting[l] / 2);
            most[l] = carry;
        }
        most
    };
    born.iter().zip(&meeting).map(one).collect()
}

/// At the lowest level of each component, who meets whom is known: only queens born there, so a matching can be counted.
fn lowest_matchings(
    position: Position,
    near: &[Vec<u32>],
    component: &[usize],
    born: &[Counts],
    meeting: &mut [Counts],
) {
    let level = position.level;
    let lowest: Vec<usize> = born.iter().map(|born| born.iter().position(|&n| n > 0).unwrap_or(0)).collect();
    let is_low = |q: usize| usize::from(level[q]) == lowest[component[q]];
    let mut graphs: Vec<UnGraph<usize, ()>> = vec![UnGraph::default(); born.len()];
    let mut node = vec![NodeIndex::default(); level.len()];
    for q in (0..level.len()).filter(|&q| plays(level[q]) && !near[q].is_empty() && is_low(q)) {
        node[q] = graphs[component[q]].add_node(q);
        for other in near[q].iter().map(|&b| b as usize).filter(|&b| b < q && is_low(b)) {
            if position.meets(q, other, 1 << level[q]) != 0 {
                graphs[component[q]].add_edge(node[q], node[other], ());
            }
        }
    }
    for (i, graph) in graphs.iter().enumerate().filter(|(_, graph)| graph.node_count() > 0) {
        let n_pairs = maximum_matching(graph).len();
        meeting[i][lowest[i]] = meeting[i][lowest[i]].min(2 * n_pairs);
    }
}

/// The levels at which there may be captures.
fn levels(most: &Counts) -> Levels {
    (0..N_LEVELS).filter(|&l| most[l] > 0).fold(0, |levels, l| levels | 1 << l)
}

/// How many queens each component keeps: all but one per capture.
fn fewest(level: &[u8], component: &[usize], most: &[Counts]) -> Vec<usize> {
    let mut n_queens = vec![0; most.len()];
    (0..level.len()).filter(|&q| plays(level[q])).for_each(|q| n_queens[component[q]] += 1);
    n_queens.iter().zip(most).map(|(n, most)| n - most.iter().sum::<usize>()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn bounds_are_seen_by_eye() {
        let check = |text: &str, bound: usize, n_dead: usize| {
            let board = read("f", text).expect("good").remove(0).board;
            let levels: Vec<u8> = board.queens().iter().map(|queen| queen.exponent).collect();
            let outlook = Outlook::new(&Rays::new(&board), &levels);
            assert_eq!((outlook.bound(), outlook.dead.iter().filter(|&&d| d).count()), (bound, n_dead), "{text}");
        };
        check("1 1\n1\n0\n", 0, 0);
        check("1 1\n1\n4\n", 1, 1);
        check("1 2\n1\n4 4\n", 1, 0);
        check("2 3\n1\n1 0 0\n0 0 1\n", 2, 2);
        // The 4 never finds a partner and blocks for ever.
        check("1 3\n1\n1 4 1\n", 3, 3);
        check("1 4\n1\n1 1 2 4\n", 1, 0);
        // Three ones make a two and a one.
        check("1 3\n1\n1 1 1\n", 2, 0);
        // Two pairs apart: the 1s are smaller than the 8s between them.
        check("1 5\n1\n1 1 8 2 2\n", 3, 1);
        check("1 2\n1\n288230376151711744 288230376151711744\n", 1, 0);
    }
}
