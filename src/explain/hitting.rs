//! The smallest set that meets every set of a growing family.
//!
//! It is looked for by branching first, see [`super::cover`]. Where that takes too long a solver goes on: all members are
//! assumed to be left out; each core says that one of its members must be in. That is part of the lower bound from then on,
//! and how many of a core are in beyond the first is counted by a totalizer, whose outputs are assumed false in their turn
//! (OLL, see [`crate::sat::optimise`]). What was learnt stays true when sets are added, so nothing is done twice.
//! Ignatiev, Morgado and Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 2019.

use super::cover::{Cover, Found};
use crate::cnf::Lit;
use crate::sat::{Answer, Backend, Feed, Solver, minimise_core, totalizer};
use crate::search::{Budget, Halt};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// How many steps of branching each number of members may take, and how many conflicts an answer after that: little of both,
/// then much.
const EFFORTS: &[(u64, u64)] = &[(20_000, 3_000), (1_000_000, 30_000)];

/// A smallest set that meets all sets and has fewer than so many members.
pub enum Hit {
    /// This one.
    Set(Vec<u32>),
    /// There is none.
    None,
    /// The conflicts were spent first.
    Spent,
}

/// The family, as sets of bits and in a solver.
pub struct Family {
    cover: Cover,
    /// The sets that the solver has not got yet.
    waiting: Vec<Vec<u32>>,
    solver: Box<dyn Solver>,
    members: FxHashMap<u32, Lit>,
    /// What is assumed to be false.
    left_out: Vec<Lit>,
    /// The next output of the same totalizer, for outputs.
    next: FxHashMap<Lit, Lit>,
    /// No set with fewer members meets all.
    bound: usize,
    /// How many cores the solver has found.
    paid: usize,
    /// Whether one of the sets is empty.
    is_hopeless: bool,
}

impl Family {
    /// No set yet.
    pub fn new() -> Result<Family, Halt> {
        let solver = Backend::parse("batsat").and_then(|backend| backend.make()).map_err(Halt::Failed)?;
        let (members, next) = (FxHashMap::default(), FxHashMap::default());
        let (cover, waiting) = (Cover::default(), Vec::new());
        Ok(Family {
            cover,
            waiting,
            solver,
            members,
            left_out: Vec::new(),
            next,
            bound: 0,
            paid: 0,
            is_hopeless: false,
        })
    }

    /// One more set to meet.
    pub fn add(&mut self, set: &[u32]) {
        self.is_hopeless |= set.is_empty();
        self.cover.add(set);
        self.waiting.push(set.to_vec());
    }

    /// How many sets a member meets.
    pub fn n_met(&self, member: u32) -> u32 {
        self.cover.n_met(member)
    }

    /// How many sets there are.
    pub fn n_sets(&self) -> usize {
        self.cover.n_sets()
    }

    fn give(&mut self, set: &[u32]) {
        let clause: Vec<Lit> = set.iter().map(|member| self.member(*member)).collect();
        self.solver.add(&clause);
    }

    fn member(&mut self, member: u32) -> Lit {
        *self.members.entry(member).or_insert_with(|| {
            let lit = crate::cnf::ClauseSink::fresh(&mut Feed(self.solver.as_mut()));
            self.left_out.push(lit);
            lit
        })
    }

    /// A smallest set that meets all, if it has fewer than `below` members.
    pub fn smallest(&mut self, below: usize, budget: &Budget) -> Result<Hit, Halt> {
        for (steps, conflicts) in EFFORTS {
            let hit = match self.by_branching(below, *steps, budget)? {
                Hit::Spent => self.by_cores(below, *conflicts, budget)?,
                hit => hit,
            };
            if !matches!(hit, Hit::Spent) {
                return Ok(hit);
            }
        }
        Ok(Hit::Spent)
    }

    fn by_branching(&mut self, below: usize, steps: u64, budget: &Budget) -> Result<Hit, Halt> {
        while self.bound < below && !self.is_hopeless {
            match self.cover.of_at_most(self.bound, steps, budget)? {
                Found::Set(found) => return Ok(Hit::Set(found.into_iter().sorted().collect())),
                Found::None => self.bound += 1,
                Found::Spent => return Ok(Hit::Spent),
            }
        }
        Ok(Hit::None)
    }

    /// The same by a solver; what it has paid for may be less than what is known.
    fn by_cores(&mut self, below: usize, conflicts: u64, budget: &Budget) -> Result<Hit, Halt> {
        std::mem::take(&mut self.waiting).iter().for_each(|set| self.give(set));
        let before = self.solver.stats().backtracks;
        while self.paid < below && !self.is_hopeless {
            let spent = self.solver.stats().backtracks - before;
            let Some(left) = conflicts.checked_sub(spent) else { return Ok(Hit::Spent) };
            let assumed: Vec<Lit> = self.left_out.iter().map(|lit| !*lit).collect();
            match self.solver.attempt(&assumed, budget, Some(left)) {
                None => return Ok(Hit::Spent),
                Some(Answer::Sat(valuation)) => {
                    let is_in = |(member, lit): (&u32, &Lit)| valuation.is_true(*lit).then_some(*member);
                    return Ok(Hit::Set(self.members.iter().filter_map(is_in).sorted().collect()));
                }
                Some(Answer::Unsat(core)) => {
                    let (core, _) = minimise_core(self.solver.as_mut(), &core, budget).map_err(Halt::Failed)?;
                    self.pay(&core);
                }
                Some(Answer::Unknown(stop)) => return Err(Halt::Stop(stop)),
                Some(Answer::Failed(why)) => return Err(Halt::Failed(why)),
            }
        }
        Ok(Hit::None)
    }

    /// One of the literals whose negations are the core is true; a totalizer counts what comes on top.
    fn pay(&mut self, core: &[Lit]) {
        let paid: Vec<Lit> = core.iter().map(|lit| !*lit).collect();
        self.is_hopeless |= paid.is_empty();
        self.paid += 1;
        self.bound = self.bound.max(self.paid);
        self.solver.add(&paid);
        self.left_out.retain(|lit| !paid.contains(lit));
        self.left_out.extend(paid.iter().filter_map(|lit| self.next.get(lit)));
        if paid.len() > 1 {
            let outputs = totalizer(&paid, &mut Feed(self.solver.as_mut()));
            self.next.extend(outputs[1..].windows(2).map(|pair| (pair[0], pair[1])));
            self.left_out.push(outputs[1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, Hit};
    use crate::search::Budget;

    /// Of the whole family, and of its first half before.
    fn smallest(sets: &[Vec<u32>], below: usize) -> Hit {
        let mut family = Family::new().expect("a solver");
        let (first, rest) = sets.split_at(sets.len() / 2);
        let size = |hit: &Hit| match hit {
            Hit::Set(found) => Some(found.len()),
            Hit::None | Hit::Spent => None,
        };
        first.iter().for_each(|set| family.add(set));
        let half = family.smallest(below, &Budget::unlimited()).expect("no limit");
        assert!(matches!(half, Hit::Set(_) | Hit::None));
        family.by_cores(below, u64::MAX, &Budget::unlimited()).expect("no limit");
        rest.iter().for_each(|set| family.add(set));
        let found = family.smallest(below, &Budget::unlimited()).expect("no limit");
        let by_cores = family.by_cores(below, u64::MAX, &Budget::unlimited()).expect("no limit");
        assert_eq!(size(&by_cores), size(&found), "{sets:?}");
        found
    }

    fn check(sets: &[&[u32]], below: usize, expected: Option<usize>) {
        let sets: Vec<Vec<u32>> = sets.iter().map(|set| set.to_vec()).collect();
        match smallest(&sets, below) {
            Hit::Set(found) => {
                assert_eq!(Some(found.len()), expected, "{sets:?}");
                assert!(sets.iter().all(|set| set.iter().any(|member| found.contains(member))), "{sets:?} {found:?}");
            }
            Hit::None => assert_eq!(None, expected, "{sets:?}"),
            Hit::Spent => panic!("it is small"),
        }
    }

    #[test]
    fn the_smallest_is_found() {
        check(&[], 9, Some(0));
        check(&[&[1]], 9, Some(1));
        check(&[&[1, 2], &[2, 3], &[3, 1]], 9, Some(2));
        check(&[&[1, 2], &[2, 3], &[3, 1]], 2, None);
        check(&[&[1, 9], &[2, 9], &[3, 9], &[4]], 9, Some(2));
        check(&[&[1], &[]], 9, None);
        check(&[&[1, 2, 3], &[4, 5], &[1, 4], &[2, 5], &[3, 4]], 9, Some(2));
        let many: Vec<u32> = (0..70).collect();
        check(&[&many, &[1, 2], &[3, 80], &[3, 81]], 9, Some(2));
        check(&[&many, &[1, 2], &[69, 80], &[69, 81], &[5, 82]], 9, Some(3));
    }

    #[test]
    fn the_same_as_by_trying_all_subsets() {
        // A small generator of families over eight members.
        let mut seed = 7u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for _ in 0..200 {
            let n = 1 + next() % 8;
            let masks: Vec<u32> = (0..n).map(|_| next() % 256).filter(|mask| *mask > 0).collect();
            let members = |mask: &u32| (0..8).filter(|bit| mask >> bit & 1 == 1).collect::<Vec<u32>>();
            let sets: Vec<Vec<u32>> = masks.iter().map(members).collect();
            let by_hand =
                (0..256u32).filter(|pick| masks.iter().all(|mask| mask & pick != 0)).map(u32::count_ones).min();
            let Hit::Set(found) = smallest(&sets, 9) else { panic!("there is one: {sets:?}") };
            assert_eq!(Some(found.len() as u32), by_hand, "{sets:?}");
        }
    }
}
