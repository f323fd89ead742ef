//! Questions about one model: which rules contradict each other, and which force a fact.
//!
//! Two solvers are kept from question to question: one without a wide count, which answers nearly all, and one with it,
//! made when it is needed for the first time. What the rules near a fact do not force, those further away may: the circle
//! grows until they do, so that the first contradiction found is a small one.

use super::groups::{Asked, Groups};
use super::near::Near;
use super::pool::Pool;
use super::smallest::{Quest, Reason};
use super::verify::verify;
use super::wide::Wide;
use crate::cnf::Lit;
use crate::model::{Atom, Model, Rules, Var};
use crate::search::{Budget, Halt};

/// How many rounds of corrections there may be; beyond that a reason is minimal, and called no more than that.
const ROUNDS: usize = 3000;
/// The same where a wide count takes part.
const WIDE_ROUNDS: usize = 1000;
/// The solver whose cores are used.
const BACKEND: &str = "batsat";

/// A model that can be asked why.
pub struct Explainer {
    /// The model.
    pub model: Model,
    /// Its rules.
    pub rules: Rules,
    members: Vec<Vec<usize>>,
    near: Near,
    wide: Option<Wide>,
    narrow: Groups,
    full: Option<Groups>,
    facts: Vec<Atom>,
    pool: Pool,
}

impl Explainer {
    /// Takes a model and its rules. Definitions that cannot hold together are given to the rules that needed them.
    pub fn new(model: Model, rules: Rules, budget: &Budget) -> Result<Explainer, Halt> {
        let mut explainer = Explainer::with(model, rules, budget)?;
        match explainer.narrow.ask(&[], &[], budget)? {
            Asked::Possible(_) => Ok(explainer),
            Asked::Contradiction(_) => Explainer::with(explainer.model, explainer.rules.with_definitions(), budget),
        }
    }

    fn with(model: Model, rules: Rules, budget: &Budget) -> Result<Explainer, Halt> {
        let members = rules.members();
        let wide = Wide::find(&model, &rules, &members);
        let left_out = wide.as_ref().map(|wide| wide.rule);
        let narrow = Groups::new(&model, &rules, &|rule| Some(rule) != left_out, BACKEND, budget)?;
        let near = Near::new(&model, &rules);
        Ok(Explainer {
            model,
            rules,
            members,
            near,
            wide,
            narrow,
            full: None,
            facts: Vec::new(),
            pool: Pool::default(),
        })
    }

    /// A fact that later questions may use without a reason.
    pub fn learn(&mut self, fact: Atom) {
        self.narrow.learn(fact);
        if let Some(full) = &mut self.full {
            full.learn(fact);
        }
        self.pool.learn(fact);
        self.near.know(fact.var);
        self.facts.push(fact);
    }

    /// A smallest set of rules that cannot hold together; none if all can.
    pub fn contradiction(&mut self, budget: &Budget) -> Result<Option<Reason>, Halt> {
        let all = self.narrow.all();
        let found = match self.narrow.ask(&all, &[], budget)? {
            Asked::Contradiction(core) => Some(self.shrunk(false, core, &all, &[], None, budget)?),
            Asked::Possible(_) => None,
        };
        self.with_the_count(found, None, budget)
    }

    /// A set of rules that cannot hold together, none of which can be left out; none if all can.
    pub fn minimal_contradiction(&mut self, budget: &Budget) -> Result<Option<Reason>, Halt> {
        self.make_full(budget)?;
        let Some(full) = &mut self.full else { return Ok(None) };
        match full.ask(&full.all(), &[], budget)? {
            Asked::Contradiction(core) => self.quest(true, &[], None, budget).minimal(core).map(Some),
            Asked::Possible(_) => Ok(None),
        }
    }

    /// A smallest set of rules that forces an atom; none if nothing does. All rules together are possible.
    pub fn reason(&mut self, atom: Atom, budget: &Budget) -> Result<Option<Reason>, Halt> {
        let question = [self.narrow.lit(!atom)];
        let left_out = self.wide.as_ref().map(|wide| wide.rule);
        let mut found = None;
        let mut n_seen = usize::MAX;
        for steps in [0, 1, 2, 3, 4, 6, 9, 14, 25, 60, usize::MAX] {
            let circle = self.circle(atom, steps, left_out);
            if circle.len() == n_seen {
                continue;
            }
            n_seen = circle.len();
            if let Asked::Contradiction(core) = self.narrow.ask(&circle, &question, budget)? {
                found = Some(self.near_reason(atom, core, steps, &question, budget)?);
                break;
            }
        }
        self.with_the_count(found, Some(atom), budget)
    }

    /// The smallest set of rules that forces an atom, if it has at most `n`. All rules together are possible.
    pub fn reason_of_at_most(&mut self, atom: Atom, n: usize, budget: &Budget) -> Result<Option<Reason>, Halt> {
        let question = [self.narrow.lit(!atom)];
        let circle = self.circle(atom, n, self.wide.as_ref().map(|wide| wide.rule));
        let needs_more = self.quest(false, &question, Some(atom), budget).is_known_to_need_more(n, &circle);
        if !needs_more && let Asked::Contradiction(core) = self.narrow.ask(&circle, &question, budget)? {
            let mut quest = self.quest(false, &question, Some(atom), budget);
            let reason = quest.minimal(core)?;
            let found = match reason.is_minimal && reason.rules.len() <= n.min(1) {
                true => Some(reason),
                false => quest.of_at_most(n, &circle, ROUNDS)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        match &self.wide {
            Some(wide) if n > 0 && !wide.is_idle(n - 1, &self.facts) => self.counted_reason(atom, n, budget),
            Some(_) | None => Ok(None),
        }
    }

    /// Rules that force an atom, none of which can be left out, from others that do or from all; not minimal if there are
    /// surely `below` or more.
    pub fn minimal_reason(
        &mut self,
        atom: Atom,
        known: Vec<u32>,
        below: usize,
        budget: &Budget,
    ) -> Result<Reason, Halt> {
        let question = [self.narrow.lit(!atom)];
        let known = if known.is_empty() { self.narrow.all() } else { known };
        match self.narrow.ask(&known, &question, budget)? {
            Asked::Contradiction(core) => self.quest(false, &question, Some(atom), budget).minimal_below(core, below),
            Asked::Possible(_) => {
                let found = self.reason(atom, budget)?;
                found.ok_or_else(|| Halt::Failed("a fact of every solution has no reason".to_string()))
            }
        }
    }

    /// The smallest set with fewer than `below` rules that forces an atom, and whether it is known that there is no smaller
    /// one; the rounds it takes are taken away.
    pub fn reason_below(
        &mut self,
        atom: Atom,
        below: usize,
        rounds: &mut usize,
        budget: &Budget,
    ) -> Result<(Option<Reason>, bool), Halt> {
        let question = [self.narrow.lit(!atom)];
        let circle = self.circle(atom, below, self.wide.as_ref().map(|wide| wide.rule));
        let (found, is_sure) = self.quest(false, &question, Some(atom), budget).below(below, &circle, rounds)?;
        // A smaller reason with the wide count has at most so many others.
        let is_idle = |wide: &Wide| wide.is_idle(below.saturating_sub(2), &self.facts);
        let is_sure = is_sure && self.wide.as_ref().is_none_or(is_idle);
        Ok((found.map(|found| Reason { is_smallest: is_sure, ..found }), is_sure))
    }

    /// The same with the wide count, which is part of the reason.
    fn counted_reason(&mut self, atom: Atom, n: usize, budget: &Budget) -> Result<Option<Reason>, Halt> {
        self.make_full(budget)?;
        let (Some(full), Some(wide)) = (&mut self.full, &self.wide) else { return Ok(None) };
        let question = [full.lit(!atom)];
        let candidates = if n == 1 { vec![wide.rule] } else { full.all() };
        if self.quest(true, &question, Some(atom), budget).is_known_to_need_more(n, &candidates) {
            return Ok(None);
        }
        let Some(full) = &mut self.full else { return Ok(None) };
        match full.ask(&candidates, &question, budget)? {
            Asked::Possible(_) => Ok(None),
            Asked::Contradiction(_) => {
                self.quest(true, &question, Some(atom), budget).of_at_most(n, &candidates, WIDE_ROUNDS)
            }
        }
    }

    /// How many steps two variables are apart, if that is at most `most`. A wide count brings all of them together.
    pub fn distance(&self, from: Var, to: Var, most: usize) -> Option<usize> {
        let is_idle = |wide: &Wide| wide.is_idle(most, &self.facts);
        match self.wide.as_ref().is_none_or(is_idle) {
            true => self.near.distance(from, to, most),
            false => Some(1),
        }
    }

    fn circle(&self, atom: Atom, steps: usize, left_out: Option<u32>) -> Vec<u32> {
        self.near.within(atom.var, steps.min(self.rules.list.len()), &|rule| Some(rule) != left_out)
    }

    /// Shrinks the core of a circle. A reason with a rule so many steps away has as many rules at least.
    fn near_reason(
        &mut self,
        atom: Atom,
        core: Vec<u32>,
        steps: usize,
        question: &[Lit],
        budget: &Budget,
    ) -> Result<Reason, Halt> {
        let reason = self.quest(false, question, Some(atom), budget).minimal(core)?;
        if !reason.is_minimal || reason.is_smallest {
            return Ok(reason);
        }
        // Circles of one to four steps are tried one after the other.
        if steps <= 4 && reason.rules.len() <= steps {
            return Ok(Reason { is_smallest: true, ..reason });
        }
        let left_out = self.wide.as_ref().map(|wide| wide.rule);
        let candidates = self.circle(atom, reason.rules.len() - 1, left_out);
        self.quest(false, question, Some(atom), budget).smaller(&reason, &candidates, ROUNDS)
    }

    /// Brings the wide count in: where the others do not suffice, and where it could make a reason smaller.
    fn with_the_count(
        &mut self,
        found: Option<Reason>,
        atom: Option<Atom>,
        budget: &Budget,
    ) -> Result<Option<Reason>, Halt> {
        let Some(wide) = &self.wide else { return Ok(found) };
        if let Some(reason) = &found {
            let n_others = reason.rules.len().saturating_sub(2);
            if !reason.is_smallest
                || reason.rules.is_empty()
                || reason.rules.len() == 1
                || wide.is_idle(n_others, &self.facts)
            {
                return Ok(found);
            }
        }
        self.make_full(budget)?;
        let full = self.full.as_mut().expect("it was just made");
        let question: Vec<Lit> = atom.iter().map(|atom| full.lit(!*atom)).collect();
        let all = full.all();
        if let Some(reason) = found {
            let reason = Reason { is_smallest: false, ..reason };
            return self.quest(true, &question, atom, budget).smaller(&reason, &all, WIDE_ROUNDS).map(Some);
        }
        match full.ask(&all, &question, budget)? {
            Asked::Possible(_) => Ok(None),
            Asked::Contradiction(core) => self.shrunk(true, core, &all, &question, atom, budget).map(Some),
        }
    }

    fn make_full(&mut self, budget: &Budget) -> Result<(), Halt> {
        if self.full.is_none() {
            let mut full = Groups::new(&self.model, &self.rules, &|_| true, BACKEND, budget)?;
            self.facts.iter().for_each(|fact| full.learn(*fact));
            self.full = Some(full);
        }
        Ok(())
    }

    fn quest<'a>(
        &'a mut self,
        is_full: bool,
        question: &'a [Lit],
        atom: Option<Atom>,
        budget: &'a Budget,
    ) -> Quest<'a> {
        let groups = match (is_full, &mut self.full) {
            (true, Some(full)) => full,
            (true, None) | (false, _) => &mut self.narrow,
        };
        let (pool, members) = (&mut self.pool, self.members.as_slice());
        Quest { groups, model: &self.model, members, question, atom: atom.map(|atom| !atom), pool, budget }
    }

    fn shrunk(
        &mut self,
        is_full: bool,
        core: Vec<u32>,
        candidates: &[u32],
        question: &[Lit],
        atom: Option<Atom>,
        budget: &Budget,
    ) -> Result<Reason, Halt> {
        let rounds = if is_full { WIDE_ROUNDS } else { ROUNDS };
        let mut quest = self.quest(is_full, question, atom, budget);
        let reason = quest.minimal(core)?;
        match reason.is_minimal && !reason.is_smallest {
            true => quest.smaller(&reason, candidates, rounds),
            false => Ok(reason),
        }
    }

    /// Another solver's word that a reason is what it is said to be; the error is a mistake of ours, in words.
    pub fn verify(&self, reason: &Reason, atom: Option<Atom>, budget: &Budget) -> Result<Result<(), String>, Halt> {
        let question: Vec<Atom> = self.facts.iter().copied().chain(atom.map(|atom| !atom)).collect();
        verify(&self.model, &self.rules, reason, &question, budget)
    }

    /// Different minimal contradictions after the first one, as many as are wanted and there are.
    pub fn others(&mut self, first: &Reason, n: usize, budget: &Budget) -> Result<Vec<Reason>, Halt> {
        self.make_full(budget)?;
        super::several::others(self.quest(true, &[], None, budget), first, n)
    }
}
