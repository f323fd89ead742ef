//! Core-guided: begin with what cannot be had, and give up no more than a contradiction asks for.
//!
//! The cost is a weighted sum of literals where a linear equality defines the objective. All of them are assumed false; each
//! core says that one of its literals must be paid for. That is part of the bound from then on, and what a core may cost
//! beyond its cheapest literal is counted by a totalizer, whose outputs are assumed false in their turn (OLL). Heavy literals
//! come first (stratification), so solutions are found on the way; what would cost more than the best solution is forbidden.
//! Where nothing defines the objective, its bound is raised itself, by steps that double as long as they are refuted.
//! Andres et al., ICLP 2012; Morgado, Dodaro and Marques-Silva, CP 2014; Ignatiev et al., SAT 2014 (steps).

use super::definition::definition;
use super::hunt::Reply;
use super::{Hunt, Over, Row};
use crate::cnf::{ClauseSink, Lit};
use crate::sat::Feed;
use rustc_hash::FxHashMap;

/// The row of this file.
pub const ROW: Row = Row {
    name: "core",
    summary: "raise the bound by cores over the terms of the objective",
    reference: "Morgado, Dodaro and Marques-Silva, Core-guided MaxSAT with soft cardinality constraints, CP 2014",
    run,
};

fn run(hunt: &mut Hunt) -> Result<(), Over> {
    if hunt.best.is_none() && hunt.insist(&[])?.is_some() {
        return Ok(());
    }
    match definition(hunt.quest.model) {
        None => by_steps(hunt),
        Some(sum) => {
            let mut softs = Softs { bound: sum.constant, ..Softs::default() };
            for (weight, atom) in sum.terms {
                let lit = hunt.lit(atom);
                softs.add(lit, weight, None);
            }
            by_cores(hunt, &mut softs)
        }
    }
}

/// Raises the bound until a solution has it.
fn by_steps(hunt: &mut Hunt) -> Result<(), Over> {
    let mut step = 1;
    loop {
        let best = hunt.best.expect("the first question was answered");
        let target = (hunt.bound + step - 1).min(best - 1);
        let demand = hunt.at_most(target);
        step = match hunt.insist(&[demand])? {
            None => 1,
            Some(_) => {
                hunt.raise(target + 1)?;
                step * 2
            }
        };
    }
}

/// Literals that cost something when they are true.
#[derive(Default)]
struct Softs {
    /// In the order in which they came.
    lits: Vec<Lit>,
    known: FxHashMap<Lit, Soft>,
    /// The outputs of each totalizer, from "at least two" on.
    sums: Vec<Vec<Lit>>,
    /// What every solution costs, besides these.
    bound: i128,
}

struct Soft {
    weight: i128,
    /// The output of a totalizer that it is.
    output: Option<(usize, usize)>,
}

impl Softs {
    /// One more literal, or a known one that costs more now.
    fn add(&mut self, lit: Lit, weight: i128, output: Option<(usize, usize)>) {
        // Paid is what is true or false: one of the two is certain.
        if let Some(opposite) = self.known.get_mut(&!lit) {
            let both = opposite.weight.min(weight);
            opposite.weight -= both;
            self.bound += both;
            return if weight > both {
                self.insert(lit, weight - both, output)
            };
        }
        self.insert(lit, weight, output);
    }

    fn insert(&mut self, lit: Lit, weight: i128, output: Option<(usize, usize)>) {
        match self.known.get_mut(&lit) {
            Some(soft) => soft.weight += weight,
            None => {
                self.lits.push(lit);
                self.known.insert(lit, Soft { weight, output });
            }
        }
    }

    /// What is assumed: none of the literals of at least that weight.
    fn assumed(&self, least: i128) -> Vec<Lit> {
        self.lits.iter().filter(|lit| self.known[lit].weight >= least).map(|lit| !*lit).collect()
    }

    /// The largest weight below another one.
    fn next_weight(&self, below: Option<i128>) -> Option<i128> {
        let weights = self.known.values().map(|soft| soft.weight);
        weights.filter(|weight| *weight > 0 && below.is_none_or(|below| *weight < below)).max()
    }
}

fn by_cores(hunt: &mut Hunt, softs: &mut Softs) -> Result<(), Over> {
    hunt.raise(softs.bound)?;
    let mut least = softs.next_weight(None);
    loop {
        harden(hunt, softs);
        let asked = least.map_or_else(Vec::new, |least| softs.assumed(least));
        match hunt.insist(&asked)? {
            // With all of them false the cost is the bound, and the hunt was over; so there are lighter ones, or nothing
            // is assumed and each solution is better than the one before.
            None => least = softs.next_weight(least),
            Some(core) => {
                let core = trimmed(hunt, core)?;
                if core.is_empty() {
                    return Ok(());
                }
                relax(hunt, softs, &core);
                hunt.raise(softs.bound)?;
            }
        }
    }
}

/// What alone would cost as much as the best solution is false in every better one.
fn harden(hunt: &mut Hunt, softs: &mut Softs) {
    let Some(best) = hunt.best else { return };
    let (bound, known) = (softs.bound, &mut softs.known);
    softs.lits.retain(|lit| {
        let soft = &known[lit];
        let is_dear = soft.weight > 0 && bound + soft.weight >= best;
        // Outputs stay assumed: the next one of their totalizer may be needed.
        let is_settled = is_dear && soft.output.is_none();
        if is_settled {
            hunt.solver.add(&[!*lit]);
            known.remove(lit);
        }
        !is_settled
    });
}

/// A core that was asked again as long as that made it smaller, for a moment.
fn trimmed(hunt: &mut Hunt, mut core: Vec<Lit>) -> Result<Vec<Lit>, Over> {
    const N_CONFLICTS: u64 = 1_000;
    const N_TIMES: usize = 3;
    for _ in 0..N_TIMES {
        match hunt.ask(&core, Some(N_CONFLICTS))? {
            Reply::Refuted(smaller) if smaller.len() < core.len() => core = smaller,
            Reply::Refuted(_) | Reply::Tired | Reply::Better => break,
        }
    }
    Ok(core)
}

/// One of the literals whose negations are the core must be paid for; a totalizer counts what comes on top.
fn relax(hunt: &mut Hunt, softs: &mut Softs, core: &[Lit]) {
    let paid: Vec<Lit> = core.iter().map(|lit| !*lit).collect();
    let least = paid.iter().map(|lit| softs.known[lit].weight).min().expect("a core that is not empty");
    softs.bound += least;
    hunt.solver.add(&paid);
    for lit in &paid {
        let soft = softs.known.get_mut(lit).expect("only soft literals are assumed");
        soft.weight -= least;
        if let Some((sum, at)) = soft.output
            && let Some(next) = softs.sums[sum].get(at + 1).copied()
        {
            softs.add(next, least, Some((sum, at + 1)));
        }
    }
    if paid.len() > 1 {
        let outputs = totalizer(&paid, &mut Feed(hunt.solver));
        softs.sums.push(outputs[1..].to_vec());
        let first = outputs[1];
        softs.add(first, least, Some((softs.sums.len() - 1, 0)));
    }
}

/// Output `i` is true when more than `i` of the literals are. Bailleux and Boufkhad, CP 2003, one direction.
pub(crate) fn totalizer(lits: &[Lit], sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if let [lit] = lits {
        return vec![*lit];
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let (left, right) = (totalizer(left, sink), totalizer(right, sink));
    let outputs: Vec<Lit> = lits.iter().map(|_| sink.fresh()).collect();
    // a of the left and b of the right are a + b of all
    for (a, b) in (0..=left.len()).flat_map(|a| (0..=right.len()).map(move |b| (a, b))).skip(1) {
        let reasons = [a.checked_sub(1).map(|i| !left[i]), b.checked_sub(1).map(|i| !right[i])];
        let clause: Vec<Lit> = reasons.into_iter().flatten().chain([outputs[a + b - 1]]).collect();
        sink.clause(&clause);
    }
    outputs
}
