//! Search with memory: dead queens are walls, groups that cannot touch each other are searched apart, and what a group cannot
//! do is remembered.
//!
//! A state of a group is the levels of its queens with the walls around it; the table holds how few queens it is known to keep
//! at least, from [`Outlook`] or from a failed search. A group that must do better than that is cut off. All answers are exact,
//! the table holds whole states, not hashes. Exponential; what it saves against plain recursion are the orders of captures that
//! do not touch.

use super::board::{Board, Capture};
use super::outlook::{GONE, Outlook, WALL, number};
use super::rays::Rays;
use crate::search::{Budget, Stats, Stop};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// A search over one board, with its table.
pub struct Memo<'a> {
    board: &'a Board,
    budget: &'a Budget,
    rays: Rays,
    /// How few queens a group's state keeps at least.
    known: FxHashMap<Box<[u8]>, u16>,
    trail: Vec<(usize, usize)>,
    n_steps: usize,
    /// What was done.
    pub stats: Stats,
}

impl<'a> Memo<'a> {
    /// A search that knows nothing yet.
    pub fn new(board: &'a Board, budget: &'a Budget) -> Memo<'a> {
        let (known, trail) = Default::default();
        Memo { board, budget, rays: Rays::new(board), known, trail, n_steps: 0, stats: Stats::default() }
    }

    /// The fewest queens that the outlook of the whole board allows.
    pub fn bound(&self) -> usize {
        Outlook::new(&self.rays, &self.levels()).bound()
    }

    /// Captures that leave at most `limit` queens, if there are any.
    pub fn reach(&mut self, limit: usize) -> Result<Option<Vec<Capture>>, Stop> {
        if let Some(stop) = self.budget.spent() {
            return Err(stop);
        }
        self.trail.clear();
        let levels = self.levels();
        let found = self.all_groups(&levels, limit)?;
        let square = |queen: usize| self.board.queens()[queen].at;
        let captures = self.trail.iter().map(|&(from, into)| Capture { from: square(from), into: square(into) });
        Ok(found.then(|| captures.collect()))
    }

    fn levels(&self) -> Vec<u8> {
        self.board.queens().iter().map(|queen| queen.exponent).collect()
    }

    /// Whether the queens of a state, walls aside, can be reduced to `limit`. On success the captures are on the trail.
    fn all_groups(&mut self, level: &[u8], limit: usize) -> Result<bool, Stop> {
        let n_queens = level.iter().filter(|&&l| l < WALL).count();
        if n_queens <= limit {
            return Ok(true);
        }
        let outlook = self.outlook(level)?;
        let groups = groups(&self.rays, level, &outlook);
        let n_dead = (0..level.len()).filter(|&q| level[q] < WALL && outlook.dead[q]).count();
        let mut least: Vec<usize> = groups.iter().map(|group| self.least(group)).collect();
        let Some(spare) = limit.checked_sub(n_dead + least.iter().sum::<usize>()) else { return Ok(false) };
        if let [group] = groups.as_slice() {
            return self.one_group(group, limit - n_dead);
        }
        self.each_group(&groups, &mut least, spare)
    }

    /// Several groups, small ones first: each gets as few queens as it can, until the spare ones are used up.
    fn each_group(&mut self, groups: &[Group], least: &mut [usize], mut spare: usize) -> Result<bool, Stop> {
        let mark = self.trail.len();
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&i| groups[i].queens.len());
        for i in order {
            while !self.one_group(&groups[i], least[i])? {
                if spare == 0 {
                    self.trail.truncate(mark);
                    return Ok(false);
                }
                (spare, least[i]) = (spare - 1, least[i] + 1);
            }
        }
        Ok(true)
    }

    /// How few queens a group keeps, as far as is known.
    fn least(&self, group: &Group) -> usize {
        self.known.get(&group.level).map_or(group.fewest, |&known| group.fewest.max(known.into()))
    }

    fn one_group(&mut self, group: &Group, limit: usize) -> Result<bool, Stop> {
        if group.queens.len() <= limit {
            return Ok(true);
        }
        if self.least(group) > limit {
            return Ok(false);
        }
        self.stats.nodes += 1;
        let mark = self.trail.len();
        let mut level = group.level.to_vec();
        for (from, into) in self.moves(group) {
            let own = level[from];
            (level[from], level[into]) = (GONE, own + 1);
            self.trail.push((from, into));
            if self.all_groups(&level, limit)? {
                return Ok(true);
            }
            self.trail.truncate(mark);
            (level[from], level[into]) = (own, own);
        }
        self.stats.backtracks += 1;
        self.known.insert(group.level.clone(), u16::try_from(limit + 1).unwrap_or(u16::MAX));
        Ok(false)
    }

    /// The captures of a group: small values first, then queens that have few partners into queens that have many.
    fn moves(&self, group: &Group) -> Vec<(usize, usize)> {
        let level = &group.level;
        let n_partners = |q: usize| self.rays.aligned(q).filter(|&b| level[b] < WALL).count();
        let mut moves: Vec<(u8, usize, usize, usize, usize)> = Vec::new();
        for &from in &group.queens {
            let own = n_partners(from);
            for into in self.rays.seen(from, |b| level[b] != GONE).filter(|&b| level[b] == level[from]) {
                moves.push((level[from], own, usize::MAX - n_partners(into), from, into));
            }
        }
        moves.sort_unstable();
        moves.into_iter().map(|(.., from, into)| (from, into)).collect()
    }

    fn outlook(&mut self, level: &[u8]) -> Result<Outlook, Stop> {
        self.n_steps += level.len();
        if self.n_steps > 4096 {
            self.n_steps = 0;
            self.budget.spent().map_or(Ok(()), Err)?;
        }
        Ok(Outlook::new(&self.rays, level))
    }
}

/// Queens that nothing outside can help or hinder.
struct Group {
    queens: Vec<usize>,
    fewest: usize,
    /// The group's levels, walls, and nobody else.
    level: Box<[u8]>,
}

/// Splits the live queens: those that may meet belong together, and so do those that stand between them.
fn groups(rays: &Rays, level: &[u8], outlook: &Outlook) -> Vec<Group> {
    let mut union = UnionFind::new(level.len());
    for (q, near) in outlook.near.iter().enumerate() {
        for &other in near.iter().filter(|&&other| other as usize > q) {
            union.union(q, other as usize);
            let between = rays.between(q, other as usize).iter().map(|&b| b as usize);
            between.filter(|&b| level[b] != GONE).for_each(|b| _ = union.union(q, b));
        }
    }
    let (group, n_groups) = number(level, &mut union);
    let is_wall = |q: usize| level[q] != GONE && outlook.dead[q];
    let walls: Vec<u8> = (0..level.len()).map(|q| if is_wall(q) { WALL } else { GONE }).collect();
    let mut groups: Vec<Group> =
        (0..n_groups).map(|_| Group { queens: Vec::new(), fewest: 0, level: walls.clone().into() }).collect();
    let mut counted = vec![false; outlook.fewest.len()];
    for q in (0..level.len()).filter(|&q| level[q] < WALL && !outlook.dead[q]) {
        let own = &mut groups[group[q]];
        own.queens.push(q);
        own.level[q] = level[q];
        let component = outlook.component[q];
        if !std::mem::replace(&mut counted[component], true) {
            own.fewest += outlook.fewest[component];
        }
    }
    groups.retain(|group| !group.queens.is_empty());
    groups
}
