//! Smallest sets of rules by implicit hitting sets.
//!
//! A *correction* is a set of rules without which the question is possible: every contradiction has a member of it. So a
//! smallest set that meets all corrections known so far is a lower bound; if it is contradictory it is the answer, and if
//! not it leads to a new correction. Ignatiev, Previti, Liffiton, Marques-Silva, Smallest MUS extraction, CP 2015.

use super::groups::{Asked, Groups};
use super::hitting::{Family, Hit};
use super::pool::Pool;
use crate::cnf::Lit;
use crate::model::{Assignment, Atom, Model};
use crate::search::{Budget, Halt};
use rustc_hash::FxHashSet;

/// How many conflicts it may take to find out whether a rule can join others, or others do without it.
const GROWTH: u64 = 100;

/// A set of rules, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rules, in order.
    pub rules: Vec<u32>,
    /// Whether none of them can be left out.
    pub is_minimal: bool,
    /// Whether no set with fewer rules does the same.
    pub is_smallest: bool,
}

impl Reason {
    fn new(mut rules: Vec<u32>, is_minimal: bool, is_smallest: bool) -> Reason {
        rules.sort_unstable();
        Reason { rules, is_minimal, is_smallest }
    }
}

/// What is asked of groups: the rules' constraints, the literals of the question, the limits.
pub struct Quest<'a> {
    /// The solver.
    pub groups: &'a mut Groups,
    /// The model the groups are of.
    pub model: &'a Model,
    /// The constraints of each rule.
    pub members: &'a [Vec<usize>],
    /// What is to be contradicted.
    pub question: &'a [Lit],
    /// The same as an atom.
    pub atom: Option<Atom>,
    /// What was possible before.
    pub pool: &'a mut Pool,
    /// How long the search for a smaller set may take.
    pub budget: &'a Budget,
}

impl Quest<'_> {
    fn ask(&mut self, rules: &[u32]) -> Result<Asked, Halt> {
        self.groups.ask(rules, self.question, self.budget)
    }

    /// The same, given up after some conflicts.
    fn try_to_ask(&mut self, rules: &[u32]) -> Result<Option<Asked>, Halt> {
        self.groups.try_to_ask(rules, self.question, GROWTH, self.budget)
    }

    /// A contradictory set none of whose rules can be left out; as small as it got if the budget is spent first.
    pub fn minimal(&mut self, rules: Vec<u32>) -> Result<Reason, Halt> {
        self.minimal_below(rules, usize::MAX)
    }

    /// The same, given up where as many as `below` are needed.
    pub fn minimal_below(&mut self, mut rules: Vec<u32>, below: usize) -> Result<Reason, Halt> {
        let mut n_needed = 0;
        while n_needed < rules.len() {
            if n_needed >= below {
                return Ok(Reason::new(rules, false, false));
            }
            let without: Vec<u32> = rules[..n_needed].iter().chain(&rules[n_needed + 1..]).copied().collect();
            match self.ask(&without) {
                Ok(Asked::Possible(_)) => n_needed += 1,
                Ok(Asked::Contradiction(core)) => {
                    let core: FxHashSet<u32> = core.into_iter().collect();
                    n_needed = rules[..n_needed].iter().filter(|rule| core.contains(rule)).count();
                    rules.retain(|rule| core.contains(rule));
                }
                Err(Halt::Stop(_)) => return Ok(Reason::new(rules, false, false)),
                Err(halt) => return Err(halt),
            }
        }
        let is_smallest = rules.len() <= 1;
        Ok(Reason::new(rules, true, is_smallest))
    }

    /// The smallest contradictory set among the candidates, if it is smaller than the reason known; `rounds` is how many
    /// corrections may be looked for.
    pub fn smaller(&mut self, known: &Reason, candidates: &[u32], rounds: usize) -> Result<Reason, Halt> {
        let mut best = known.clone();
        match self.search(&mut best, usize::MAX, candidates, &mut { rounds }) {
            Ok(is_smallest) => Ok(Reason { is_smallest, ..best }),
            Err(Halt::Stop(_)) => Ok(best),
            Err(halt) => Err(halt),
        }
    }

    /// The smallest contradictory set among the candidates, if it has at most `n` rules. The candidates are contradictory.
    /// Without an answer in so many rounds there is none that could be told.
    pub fn of_at_most(&mut self, n: usize, candidates: &[u32], rounds: usize) -> Result<Option<Reason>, Halt> {
        let mut best = Reason::new(candidates.to_vec(), false, false);
        let is_sure = self.search(&mut best, n + 1, candidates, &mut { rounds })?;
        Ok(Some(best)
            .filter(|best| best.is_minimal && best.rules.len() <= n)
            .map(|best| Reason { is_smallest: is_sure, ..best }))
    }

    /// The smallest set with fewer than `below` rules, and whether it is sure that there is no smaller one; the rounds it
    /// takes are taken away.
    pub fn below(
        &mut self,
        below: usize,
        candidates: &[u32],
        rounds: &mut usize,
    ) -> Result<(Option<Reason>, bool), Halt> {
        let mut best = Reason::new(candidates.to_vec(), false, false);
        let is_sure = self.search(&mut best, below, candidates, rounds)?;
        let found = Some(best).filter(|best| best.is_minimal && best.rules.len() < below);
        Ok((found.map(|best| Reason { is_smallest: is_sure, ..best }), is_sure))
    }

    /// Whether what was possible before shows that no set of at most `n` candidates is contradictory.
    pub fn is_known_to_need_more(&self, n: usize, candidates: &[u32]) -> bool {
        let mut candidates = candidates.to_vec();
        candidates.sort_unstable();
        matches!(self.family(&candidates).and_then(|mut family| family.smallest(n + 1, self.budget)), Ok(Hit::None))
    }

    /// The corrections that are known.
    fn family(&self, candidates: &[u32]) -> Result<Family, Halt> {
        let mut family = Family::new()?;
        self.pool.corrections(self.atom, candidates).iter().for_each(|set| family.add(set));
        Ok(family)
    }

    /// Looks for smaller sets, below a number of rules; whether there is surely no smaller one.
    fn search(
        &mut self,
        best: &mut Reason,
        below: usize,
        candidates: &[u32],
        rounds: &mut usize,
    ) -> Result<bool, Halt> {
        let mut candidates = candidates.to_vec();
        candidates.sort_unstable();
        let mut family = self.family(&candidates)?;
        while *rounds > 0 {
            *rounds -= 1;
            let below = best.rules.len().min(below);
            let hit = match family.smallest(below, self.budget)? {
                Hit::Set(hit) => hit,
                Hit::None => return Ok(true),
                Hit::Spent => return Ok(false),
            };
            self.round(hit, &candidates, &mut family, best, below)?;
            if best.is_smallest {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// New corrections from a set that meets the known ones: each joins the set as a whole, so that the next has no rule of it,
    /// until the set has become contradictory: then there may be a smaller one than `below` in it. If it was so from the start, it
    /// is the smallest.
    fn round(
        &mut self,
        mut seed: Vec<u32>,
        candidates: &[u32],
        family: &mut Family,
        best: &mut Reason,
        below: usize,
    ) -> Result<(), Halt> {
        let mut is_first = true;
        loop {
            let asked = match is_first {
                true => Some(self.ask(&seed)?),
                false => self.try_to_ask(&seed)?,
            };
            match asked {
                // Longer than it is worth: the next hit may be easier to decide.
                None => return Ok(()),
                Some(Asked::Contradiction(_)) if is_first => {
                    *best = Reason::new(seed, true, true);
                    return Ok(());
                }
                Some(Asked::Contradiction(core)) => {
                    if let Some(core) = self.shrunk_below(core, below)? {
                        let found = self.minimal(core)?;
                        if found.is_minimal {
                            *best = found;
                        }
                    }
                    return Ok(());
                }
                Some(Asked::Possible(found)) => {
                    let Some(correction) = self.correction(&seed, found, candidates, family)? else { return Ok(()) };
                    seed.extend(&correction);
                    family.add(&correction);
                }
            }
            is_first = false;
        }
    }

    /// A contradictory set with fewer than `below` rules, from one that may be larger; `None` if it is not found soon.
    fn shrunk_below(&mut self, mut rules: Vec<u32>, below: usize) -> Result<Option<Vec<u32>>, Halt> {
        let mut n_kept = 0;
        while n_kept < rules.len() && n_kept < below {
            let without: Vec<u32> = rules[..n_kept].iter().chain(&rules[n_kept + 1..]).copied().collect();
            match self.try_to_ask(&without)? {
                Some(Asked::Contradiction(core)) => {
                    let core: FxHashSet<u32> = core.into_iter().collect();
                    n_kept = rules[..n_kept].iter().filter(|rule| core.contains(rule)).count();
                    rules.retain(|rule| core.contains(rule));
                }
                Some(Asked::Possible(_)) | None => n_kept += 1,
            }
        }
        Ok(Some(rules).filter(|rules| rules.len() < below))
    }

    /// A small correction: what is left of the candidates when as many join the seed as can without much ado, those first that
    /// are in most corrections already. `None` if nothing is left, which does not happen where the candidates are contradictory.
    fn correction(
        &mut self,
        seed: &[u32],
        mut last: Assignment,
        candidates: &[u32],
        family: &Family,
    ) -> Result<Option<Vec<u32>>, Halt> {
        let mut kept: Vec<u32> = seed.to_vec();
        let mut open: Vec<u32> = Vec::new();
        self.sort(&last, candidates, &mut kept, &mut open);
        // Of equals another one each time, lest the same rules are left every time.
        let mix = |rule: u32| (rule.wrapping_add(97 * family.n_sets() as u32)).wrapping_mul(0x9E37_79B9);
        open.sort_by_cached_key(|rule| (family.n_met(*rule), mix(*rule)));
        let mut correction = Vec::new();
        while let Some(rule) = open.pop() {
            kept.push(rule);
            match self.try_to_ask(&kept)? {
                Some(Asked::Possible(found)) => {
                    let left = std::mem::take(&mut open);
                    self.sort(&found, &left, &mut kept, &mut open);
                    last = found;
                }
                Some(Asked::Contradiction(_)) | None => correction.extend(kept.pop()),
            }
        }
        let broken = (0..self.members.len() as u32).filter(|rule| !self.holds(*rule, &last)).collect();
        self.pool.keep(last, broken);
        Ok(Some(correction).filter(|correction| !correction.is_empty()))
    }

    fn holds(&self, rule: u32, found: &Assignment) -> bool {
        self.members[rule as usize].iter().all(|c| self.model.constraints[*c].constraint.holds(found))
    }

    /// Puts each rule that holds with those that are kept, and the others with those that are open.
    fn sort(&self, found: &Assignment, rules: &[u32], kept: &mut Vec<u32>, open: &mut Vec<u32>) {
        for rule in rules {
            if !kept.contains(rule) {
                if self.holds(*rule, found) { kept.push(*rule) } else { open.push(*rule) }
            }
        }
    }
}
