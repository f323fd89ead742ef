//! Search with memory: dead queens are walls, groups that cannot touch each other are searched apart, what a group cannot do
//! is remembered, and what failed once is ruled out beside it.
//!
//! Captures only open lines. So if a capture can be played now, and a solution plays it later with both queens unchanged until
//! then, it may as well be played first. Once it has failed as the first, it is *banned* for the other captures of the same
//! position, until one of its queens changes and it means nothing any more. Bans narrow the [`Outlook`], too.
//!
//! A state of a group is the levels of its queens with the walls around it, and the bans; the table holds how few queens it is
//! known to keep at least, from a failed search. The table holds whole states, not hashes, so all answers are exact. A try that
//! takes long begins anew with captures in another order, from a fixed seed, and keeps the table (C. Gomes, B. Selman, H. Kautz,
//! AAAI 1998).
//! Exponential; what it saves against plain recursion are the orders of captures that do not touch.

use super::board::{Board, Capture};
use super::outlook::{Banned, GONE, Outlook, WALL, number};
use super::rays::Rays;
use crate::search::{Budget, Stats, Stop};
use petgraph::unionfind::UnionFind;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

/// How many nodes the first try may have; each further one has half as many again.
const FIRST_TRY: u64 = 400;

/// Why a try ended without an answer.
enum Halt {
    /// The budget was spent.
    Stop(Stop),
    /// It had its nodes: the next one takes captures in another order. What it learnt stays in the table.
    Restart,
}

/// A search over one board, with its table.
pub struct Memo<'a> {
    board: &'a Board,
    budget: &'a Budget,
    rays: Rays,
    /// How few queens a group's state keeps at least, where that is more than its outlook tells.
    known: FxHashMap<Box<[u8]>, u16>,
    trail: Vec<(usize, usize)>,
    n_steps: usize,
    /// The node at which to begin anew.
    restart_at: u64,
    /// Shuffles captures; the first try has none.
    random: Option<Pcg64Mcg>,
    /// What was done.
    pub stats: Stats,
}

impl<'a> Memo<'a> {
    /// A search that knows nothing yet.
    pub fn new(board: &'a Board, budget: &'a Budget) -> Memo<'a> {
        let (known, trail, stats) = Default::default();
        Memo { board, budget, rays: Rays::new(board), known, trail, n_steps: 0, restart_at: 0, random: None, stats }
    }

    /// The fewest queens that the outlook of the whole board allows.
    pub fn bound(&self) -> usize {
        Outlook::new(&self.rays, &self.levels()).bound()
    }

    /// Captures that leave at most `limit` queens, if there are any.
    pub fn reach(&mut self, limit: usize) -> Result<Option<Vec<Capture>>, Stop> {
        self.random = None;
        let mut n_nodes = FIRST_TRY;
        let found = loop {
            self.budget.spent().map_or(Ok(()), Err)?;
            self.trail.clear();
            self.restart_at = self.stats.nodes + n_nodes;
            match self.all_groups(&self.levels(), &[], limit) {
                Ok(found) => break found,
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Restart) => (),
            }
            n_nodes += n_nodes / 2;
            self.random = Some(Pcg64Mcg::seed_from_u64(n_nodes));
        };
        let square = |queen: usize| self.board.queens()[queen].at;
        let captures = self.trail.iter().map(|&(from, into)| Capture { from: square(from), into: square(into) });
        Ok(found.then(|| captures.collect()))
    }

    fn levels(&self) -> Vec<u8> {
        self.board.queens().iter().map(|queen| queen.exponent).collect()
    }

    /// Whether the queens of a state, walls aside, can be reduced to `limit`. On success the captures are on the trail.
    fn all_groups(&mut self, level: &[u8], banned: &Banned, limit: usize) -> Result<bool, Halt> {
        let n_queens = level.iter().filter(|&&l| l < WALL).count();
        if n_queens <= limit {
            return Ok(true);
        }
        let outlook = self.outlook(level, banned)?;
        if outlook.bound() > limit {
            return Ok(false);
        }
        let groups = groups(&self.rays, level, banned, &outlook);
        let n_dead = (0..level.len()).filter(|&q| level[q] < WALL && outlook.dead[q]).count();
        let mut least: Vec<usize> = groups.iter().map(|group| self.least(group)).collect();
        let Some(spare) = limit.checked_sub(n_dead + least.iter().sum::<usize>()) else { return Ok(false) };
        if let [group] = groups.as_slice() {
            return self.one_group(group, limit - n_dead);
        }
        self.each_group(&groups, &mut least, spare)
    }

    /// Several groups, small ones first: each gets as few queens as it can, until the spare ones are used up.
    fn each_group(&mut self, groups: &[Group], least: &mut [usize], mut spare: usize) -> Result<bool, Halt> {
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
        self.known.get(&group.key()).map_or(group.fewest, |&known| group.fewest.max(known.into()))
    }

    fn one_group(&mut self, group: &Group, limit: usize) -> Result<bool, Halt> {
        if group.queens.len() <= limit {
            return Ok(true);
        }
        if self.least(group) > limit {
            return Ok(false);
        }
        if self.stats.nodes >= self.restart_at {
            return Err(Halt::Restart);
        }
        self.stats.nodes += 1;
        let mark = self.trail.len();
        let (mut level, mut banned) = (group.level.clone(), group.banned.clone());
        for (from, into) in self.moves(group) {
            let own = level[from];
            (level[from], level[into]) = (GONE, own + 1);
            self.trail.push((from, into));
            let touches = |&(a, b): &(u32, u32)| [a, b].iter().any(|&q| q as usize == from || q as usize == into);
            let rest: Vec<(u32, u32)> = banned.iter().copied().filter(|ban| !touches(ban)).collect();
            if self.all_groups(&level, &rest, limit)? {
                return Ok(true);
            }
            self.trail.truncate(mark);
            (level[from], level[into]) = (own, own);
            let ban = (from as u32, into as u32);
            let place = banned.binary_search(&ban).unwrap_or_else(|place| place);
            banned.insert(place, ban);
            if self.outlook(&level, &banned)?.bound() > limit {
                break;
            }
        }
        self.stats.backtracks += 1;
        self.known.insert(group.key(), u16::try_from(limit + 1).unwrap_or(u16::MAX));
        Ok(false)
    }

    /// The captures of a group: small values first, then queens that have few partners into queens that have many.
    fn moves(&mut self, group: &Group) -> Vec<(usize, usize)> {
        let level = &group.level;
        let n_partners = |q: usize| self.rays.aligned(q).filter(|&b| level[b] < WALL).count();
        let mut moves: Vec<(u8, usize, usize, usize, usize)> = Vec::new();
        for &from in &group.queens {
            let own = n_partners(from);
            for into in self.rays.seen(from, |b| level[b] != GONE).filter(|&b| level[b] == level[from]) {
                if group.banned.binary_search(&(from as u32, into as u32)).is_err() {
                    moves.push((level[from], own, usize::MAX - n_partners(into), from, into));
                }
            }
        }
        moves.sort_unstable();
        if let Some(random) = &mut self.random {
            // Any order is right; now and then a capture goes before a better-looking one.
            moves.sort_by_cached_key(|&(level, own, ..)| {
                u64::from(level) * 64 + own as u64 + random.random_range(0..24)
            });
        }
        moves.into_iter().map(|(.., from, into)| (from, into)).collect()
    }

    fn outlook(&mut self, level: &[u8], banned: &Banned) -> Result<Outlook, Halt> {
        self.n_steps += level.len();
        if self.n_steps > 4096 {
            self.n_steps = 0;
            self.budget.spent().map_or(Ok(()), |stop| Err(Halt::Stop(stop)))?;
        }
        Ok(Outlook::without(&self.rays, level, banned))
    }
}

/// Queens that nothing outside can help or hinder.
struct Group {
    queens: Vec<usize>,
    fewest: usize,
    /// The group's levels, walls, and nobody else.
    level: Vec<u8>,
    /// What is ruled out within the group.
    banned: Vec<(u32, u32)>,
}

impl Group {
    /// The state as bytes.
    fn key(&self) -> Box<[u8]> {
        let bans = self.banned.iter().flat_map(|&(a, b)| [a.to_le_bytes(), b.to_le_bytes()]).flatten();
        self.level.iter().copied().chain(bans).collect()
    }
}

/// Splits the live queens: those that may meet belong together, and so do those that stand between them.
fn groups(rays: &Rays, level: &[u8], banned: &Banned, outlook: &Outlook) -> Vec<Group> {
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
    let mut groups: Vec<Group> = (0..n_groups)
        .map(|_| Group { queens: Vec::new(), fewest: 0, level: walls.clone(), banned: Vec::new() })
        .collect();
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
    for &ban in banned.iter().filter(|ban| group[ban.0 as usize] == group[ban.1 as usize]) {
        groups[group[ban.0 as usize]].banned.push(ban);
    }
    groups.retain(|group| !group.queens.is_empty());
    groups
}
