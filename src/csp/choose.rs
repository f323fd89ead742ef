//! Which variable next, and in which of the ways its values.
//!
//! Every open variable has a key, the smallest key wins, and ties go to the first place. Keys are refreshed only for
//! variables that changed since the last choice, so a choice costs the changes times the logarithm of the variables.
//! The major part of a key is the group: component by component, and within one the answer variables and what they
//! determine before the other auxiliaries, which lets the search skip those once they are known to have a solution.

use super::defined::{Defined, defined};
use super::domains::{Domains, WIDEST_BITS};
use super::order::Order;
use super::rows::{ValueOrder, VariableOrder};
use super::space::Space;
use super::tournament::Tournament;
use super::values::{Values, best_bound, from_the_middle, halves, least_constraining};
use crate::model::{Assignment, Atom, Model, Objective, SearchHint, Var};
use crate::search::{Stop, Watch};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Group and rank within it; smaller is sooner.
type Key = (u32, u64);

/// The key of a variable that is no candidate.
const OUT: Key = (u32::MAX, u64::MAX);

/// Keys of hinted variables have this many bits below the number of the hint.
const HINT_BITS: u32 = 48;

/// What picks variables and values.
pub(super) struct Chooser<'m> {
    model: &'m Model,
    order: Order,
    groups: Vec<u32>,
    /// By variable: its hint, or the number of hints.
    hints: Vec<u32>,
    place_of: Vec<u32>,
    var_at: Vec<Var>,
    tournament: Tournament<Key>,
    /// The last solution, if the order wants it.
    last: Option<Assignment>,
    rng: Pcg64Mcg,
}

impl<'m> Chooser<'m> {
    /// A chooser over all variables; `component` tells the component of each.
    pub fn new(model: &'m Model, order: Order, component: &[u32], watch: &Watch) -> Result<Chooser<'m>, Stop> {
        let defined = defined(model, watch)?;
        let mut rng = Pcg64Mcg::seed_from_u64(order.seed);
        let hints = hints(model, order);
        let var_at = places(model, order, &hints, &defined, &mut rng);
        let mut place_of = vec![0; var_at.len()];
        var_at.iter().enumerate().for_each(|(place, x)| place_of[x.index()] = place as u32);
        Ok(Chooser {
            model,
            order,
            groups: component.iter().zip(&defined.is_determined).map(|(c, is)| 2 * c + u32::from(!is)).collect(),
            hints,
            place_of,
            var_at,
            tournament: Tournament::new(model.vars.len(), OUT),
            last: None,
            rng,
        })
    }

    /// The variable to branch on and its group, or `None` if no candidate is open.
    pub fn variable(&mut self, space: &mut Space) -> Option<(Var, u32)> {
        while let Some(x) = space.domains.pop_dirty() {
            let key = if space.ledger.has_value(x) { OUT } else { (self.groups[x.index()], self.rank(x, space)) };
            self.tournament.set(self.place_of[x.index()] as usize, key);
        }
        match self.tournament.winner() {
            (_, OUT) => None,
            (place, (group, _)) => Some((self.var_at[place], group)),
        }
    }

    /// The group of a variable.
    pub fn group(&self, x: Var) -> u32 {
        self.groups[x.index()]
    }

    /// A solution was found.
    pub fn remember(&mut self, solution: &Assignment) {
        if self.order.phase {
            self.last = Some(solution.clone());
        }
    }

    /// The variable is no candidate any more.
    pub fn retire(&mut self, x: Var) {
        self.groups[x.index()] = OUT.0;
        self.tournament.set(self.place_of[x.index()] as usize, OUT);
    }

    fn rank(&self, x: Var, space: &Space) -> u64 {
        if self.groups[x.index()] == OUT.0 {
            return OUT.1;
        }
        match self.order.variable {
            VariableOrder::Input | VariableOrder::Random => 0,
            VariableOrder::Mrv => space.domains.size(x),
            VariableOrder::Degree => u64::from(u32::MAX - space.ledger.degree(x)),
            VariableOrder::MrvDegree => {
                space.domains.size(x).min(u64::from(u32::MAX)) << 32 | u64::from(u32::MAX - space.ledger.degree(x))
            }
            VariableOrder::Wdeg | VariableOrder::Chs => dom_wdeg(x, space),
            VariableOrder::Annotated => self.hinted(x, space),
            // Positive floating-point numbers compare like their bits.
            VariableOrder::Activity | VariableOrder::Impact => space.learned.rank(x, space.domains.size(x)).to_bits(),
        }
    }

    fn hinted(&self, x: Var, space: &Space) -> u64 {
        const MOST: u64 = (1 << HINT_BITS) - 1;
        let hint = self.hints[x.index()];
        let select = self.model.search.get(hint as usize).map_or("first_fail", |h| h.select.as_str());
        let domains = &space.domains;
        let rank = match select {
            "first_fail" => domains.size(x),
            "most_constrained" => most_constrained(x, space),
            "anti_first_fail" => MOST - domains.size(x).min(MOST),
            "smallest" => signed(domains.lo(x)),
            "largest" => MOST - signed(domains.hi(x)),
            "occurrence" => MOST - u64::from(space.ledger.degree(x)),
            "dom_w_deg" => dom_wdeg(x, space) >> (64 - HINT_BITS),
            "max_regret" => MOST - regret(x, domains).min(MOST),
            _ => 0,
        };
        u64::from(hint) << HINT_BITS | rank.min(MOST)
    }

    /// The values of a variable in the order to try them.
    pub fn values(&mut self, x: Var, space: &mut Space) -> Values {
        let values = self.ordered(x, space);
        match &self.last {
            Some(last) if space.domains.contains(x, last[x]) => values.beginning_with(last[x]),
            _ => values,
        }
    }

    fn ordered(&mut self, x: Var, space: &mut Space) -> Values {
        let (lo, hi) = (space.domains.lo(x), space.domains.hi(x));
        if space.domains.size(x) > WIDEST_BITS {
            return halves(x, lo, hi, self.order.value == ValueOrder::Random && self.rng.random_bool(0.5));
        }
        match self.order.value {
            ValueOrder::Random => Values::stack(self.shuffled(x, &space.domains)),
            ValueOrder::Lcv if lo != hi => least_constraining(x, space),
            ValueOrder::Lcv => Values::up(lo),
            ValueOrder::Best if lo != hi && self.model.objective != Objective::Satisfy => {
                best_bound(x, self.model.objective, space)
            }
            ValueOrder::Input | ValueOrder::Best => self.hinted_values(x, &space.domains),
        }
    }

    fn hinted_values(&mut self, x: Var, domains: &Domains) -> Values {
        let hint = self.model.search.get(self.hints[x.index()] as usize);
        let (lo, hi) = (domains.lo(x), domains.hi(x));
        match hint.map_or("indomain_min", |h| h.choose.as_str()) {
            "indomain_max" => Values::down(hi),
            "indomain_split" if lo != hi => halves(x, lo, hi, false),
            "indomain_reverse_split" if lo != hi => halves(x, lo, hi, true),
            "indomain_split_random" if lo != hi => halves(x, lo, hi, self.rng.random_bool(0.5)),
            "indomain_median" | "indomain_middle" => from_the_middle(x, domains),
            "indomain_random" => Values::stack(self.shuffled(x, domains)),
            _ => Values::up(lo),
        }
    }

    fn shuffled(&mut self, x: Var, domains: &Domains) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = domains.values(x).map(|v| x.is(v)).collect();
        atoms.shuffle(&mut self.rng);
        atoms
    }
}

/// Whether the order looks at the weights of constraints.
pub(super) fn wants_weights(model: &Model, order: Order) -> bool {
    match order.variable {
        VariableOrder::Wdeg | VariableOrder::Chs => true,
        VariableOrder::Annotated => model.search.iter().any(|h| h.select == "dom_w_deg"),
        _ => false,
    }
}

/// By variable the first hint that names it, or the number of hints.
fn hints(model: &Model, order: Order) -> Vec<u32> {
    // More hints than fit a key share the last number.
    let n_hints = (model.search.len() as u32).min((1 << (64 - HINT_BITS)) - 1);
    let mut hints = vec![n_hints; model.vars.len()];
    if order.variable == VariableOrder::Annotated {
        for (number, hint) in model.search.iter().enumerate().rev() {
            hint.vars.iter().for_each(|x| hints[x.index()] = (number as u32).min(n_hints));
        }
    }
    hints
}

/// The variables in the order in which ties are broken.
fn places(model: &Model, order: Order, hints: &[u32], defined: &Defined, rng: &mut Pcg64Mcg) -> Vec<Var> {
    let mut vars: Vec<Var> = model.all_vars().collect();
    vars.sort_by_key(|x| defined.place[x.index()]);
    match order.variable {
        VariableOrder::Random => vars.shuffle(rng),
        VariableOrder::Annotated => {
            let mut position = vec![u32::MAX; vars.len()];
            let named = |h: &SearchHint| h.vars.clone();
            let listed: Vec<Var> = model.search.iter().flat_map(named).collect();
            listed.iter().enumerate().rev().for_each(|(at, x)| position[x.index()] = at as u32);
            vars.sort_by_key(|x| (hints[x.index()], position[x.index()]));
        }
        _ => {}
    }
    vars
}

fn dom_wdeg(x: Var, space: &Space) -> u64 {
    // The objective comes last: a value of it is a guess that may take a whole search to refute.
    if space.is_objective(x) {
        return f64::INFINITY.to_bits();
    }
    // Positive floating-point numbers compare like their bits.
    (space.domains.size(x) as f64 / space.ledger.weighted_degree(x).max(1) as f64).to_bits()
}

/// A value as a number that fits a hinted key, in the same order; extreme values are equal.
fn signed(value: i64) -> u64 {
    const HALF: i64 = 1 << (HINT_BITS - 1);
    (value.clamp(-HALF, HALF - 1) + HALF) as u64
}

/// The fewest values, and ties to the one with more constraints; fits a hinted key unless there are too many values.
fn most_constrained(x: Var, space: &Space) -> u64 {
    let degree = u64::from(u16::MAX) - u64::from(space.ledger.degree(x)).min(u64::from(u16::MAX));
    space.domains.size(x).min(u64::from(u32::MAX)) << 16 | degree
}

fn regret(x: Var, domains: &Domains) -> u64 {
    let second = domains.lo(x).checked_add(1).and_then(|v| domains.at_or_above(x, v));
    second.map_or(0, |v| v.abs_diff(domains.lo(x)))
}
