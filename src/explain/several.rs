//! Several minimal contradictions: a map of what was looked at already says where to look next.
//!
//! The map is a formula with one variable per rule. Its valuations are the sets of which nothing is known: no superset of a
//! contradiction found, no subset of what was found possible. Liffiton, Previti, Malik, Marques-Silva, Fast, flexible MUS
//! enumeration (MARCO), Constraints 2016.

use super::groups::Asked;
use super::smallest::{Quest, Reason};
use crate::cnf::Lit;
use crate::sat::{Answer, Backend, Solver};
use crate::search::Halt;

/// Minimal contradictions that are not the first one.
pub fn others(mut quest: Quest, first: &Reason, n: usize) -> Result<Vec<Reason>, Halt> {
    let all = quest.groups.all();
    let mut map = Backend::parse("batsat").and_then(|backend| backend.make()).map_err(Halt::Failed)?;
    map.reserve(all.iter().max().map_or(0, |rule| rule + 1));
    let mut found = Vec::new();
    forbid_above(map.as_mut(), &first.rules);
    while found.len() < n {
        let Some(seed) = next(map.as_mut(), &all, &quest)? else { break };
        match quest.groups.ask(&seed, quest.question, quest.budget)? {
            Asked::Contradiction(core) => {
                let reason = quest.minimal(core)?;
                forbid_above(map.as_mut(), &reason.rules);
                if !reason.is_minimal {
                    break;
                }
                found.push(reason);
            }
            Asked::Possible(_) => {
                let outside: Vec<Lit> = all.iter().filter(|rule| !seed.contains(rule)).map(|rule| lit(*rule)).collect();
                map.add(&outside);
            }
        }
    }
    Ok(found)
}

fn lit(rule: u32) -> Lit {
    Lit::new(rule as i32 + 1)
}

fn forbid_above(map: &mut dyn Solver, rules: &[u32]) {
    let some_missing: Vec<Lit> = rules.iter().map(|rule| !lit(*rule)).collect();
    map.add(&some_missing);
}

/// A largest set of which nothing is known.
fn next(map: &mut dyn Solver, all: &[u32], quest: &Quest) -> Result<Option<Vec<u32>>, Halt> {
    let mut kept: Vec<Lit> = Vec::new();
    let mut seed: Option<Vec<u32>> = None;
    for rule in all {
        if seed.as_ref().is_some_and(|seed| seed.contains(rule)) {
            kept.push(lit(*rule));
            continue;
        }
        kept.push(lit(*rule));
        match map.solve(&kept, quest.budget) {
            Answer::Sat(valuation) => {
                seed = Some(all.iter().copied().filter(|rule| valuation.is_true(lit(*rule))).collect());
            }
            Answer::Unsat(_) => {
                kept.pop();
            }
            Answer::Unknown(stop) => return Err(Halt::Stop(stop)),
            Answer::Failed(why) => return Err(Halt::Failed(why)),
        }
    }
    Ok(match (seed, all.is_empty()) {
        (Some(_), _) => Some(kept.iter().map(|lit| lit.var() - 1).collect()),
        (None, _) => None,
    })
}
