//! What is kept for the fewest moves, or for a target that is never reached: how many states there are at each level.
//!
//! The check plays all of it again by the rules alone ([`super::exhaust`]) and compares; made by the fast search.
//!
//! ```text
//! quandary certificate: levels of ricochet, version 1
//! fewest: 4             or fewest: none
//! levels: 1 7 30 41     the states that 0, 1, 2 and 3 moves lead to and from which the target is not too far
//! ```

use super::answer::Route;
use super::exhaust::{Played, play};
use super::fast;
use super::instance::Instance;
use super::verdict::Verdict;
use crate::puzzles::text::counted;
use crate::puzzles::{Account, Accounted, Verified, typed};
use crate::search::{Budget, Stop};

/// What is kept for the verdicts of the exact searches.
pub const ACCOUNT: Account = Account {
    make: |instance, budget| typed::account(make, instance, budget),
    verify: |bytes, instance, solution, budget| typed::accounted(verify, bytes, instance, solution, budget),
};

const MAGIC: &str = "quandary certificate: levels of ricochet, version 1";

/// A shortest sequence if there is one, and the levels.
pub fn make(instance: &Instance, budget: &Budget) -> Accounted<Route> {
    let moves = match fast::search(&instance.config, budget).0 {
        Verdict::Solved(moves) => Some(moves),
        Verdict::Unreachable => None,
        Verdict::GaveUp => return Accounted::Stopped(Stop::Incomplete),
        Verdict::Stopped(stop) => return Accounted::Stopped(stop),
    };
    match levels(instance, moves.as_ref().map(Vec::len), budget) {
        Ok(played) => {
            let route = moves.map(|moves| Route::new(&instance.config, moves));
            Accounted::Kept(written(route.as_ref().map(|route| route.length), &played.levels), route)
        }
        Err(stop) => Accounted::Stopped(stop),
    }
}

/// All that can be played with fewer moves than these, or with any number.
fn levels(instance: &Instance, fewest: Option<usize>, budget: &Budget) -> Result<Played, Stop> {
    match fewest {
        Some(0) => Ok(Played { levels: Vec::new(), wins_in: None }),
        Some(fewest) => play(&instance.config, Some(fewest - 1), budget),
        None => play(&instance.config, None, budget),
    }
}

fn written(fewest: Option<usize>, levels: &[u64]) -> String {
    let fewest = fewest.map_or_else(|| "none".to_string(), |n| n.to_string());
    let levels: Vec<String> = levels.iter().map(|n| format!(" {n}")).collect();
    format!("{MAGIC}\nfewest: {fewest}\nlevels:{}\n", levels.concat())
}

/// Checks the text: that no sequence is shorter than this one, or that there is none.
pub fn verify(bytes: &[u8], instance: &Instance, solution: Option<&Route>, budget: &Budget) -> Verified {
    let fewest = solution.map(|route| route.moves.len());
    let head = format!("{MAGIC}\nfewest: {}\n", fewest.map_or_else(|| "none".to_string(), |n| n.to_string()));
    if !bytes.starts_with(head.as_bytes()) {
        return Verified::Fails(format!("expected `{}` at its beginning", head.trim_end().replace('\n', "; ")));
    }
    let played = match levels(instance, fewest, budget) {
        Ok(played) => played,
        Err(stop) => return Verified::Stopped(stop),
    };
    if let Some(fewer) = played.wins_in {
        return Verified::Fails(format!("{} are enough", counted(fewer, "move")));
    }
    if bytes != written(fewest, &played.levels).as_bytes() {
        return Verified::Fails("the levels have other numbers of states".to_string());
    }
    let n_states = played.levels.iter().sum::<u64>() as usize;
    let states = counted(n_states, "state");
    Verified::Holds(match fewest {
        None if n_states == 0 => "walls keep the target from every robot that counts".to_string(),
        None => format!("no state that can be reached wins: all {states} from which walls allow it were played"),
        Some(0) => "the solution needs no move".to_string(),
        Some(n) if n_states == 0 => format!("the solution has {}, and walls alone ask for as many", counted(n, "move")),
        Some(n) => {
            let moves = counted(n, "move");
            format!(
                "the solution has {moves}, and fewer are not enough: all {states} from which that could be were played"
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::{generate, instance};
    use super::*;

    fn is_kept(text: &str, instance: &Instance, route: Option<&Route>) -> bool {
        matches!(verify(text.as_bytes(), instance, route, &Budget::unlimited()), Verified::Holds(_))
    }

    #[test]
    fn levels_hold_and_others_do_not() {
        let mut n_unreachable = 0;
        for seed in 0..60u64 {
            let config =
                generate::scattered(4, 4 + (seed % 3) as usize, (seed % 8) as usize, 1 + (seed % 3) as usize, seed);
            let instance = instance::Instance { id: None, config, pieces: None };
            let Accounted::Kept(text, route) = make(&instance, &Budget::unlimited()) else { panic!("small") };
            assert!(is_kept(&text, &instance, route.as_ref()), "seed {seed}: {text}");
            assert!(!is_kept(&format!("{text} "), &instance, route.as_ref()));
            match &route {
                None => n_unreachable += 1,
                Some(route) => {
                    assert!(!is_kept(&text, &instance, None), "seed {seed}");
                    let longer = Route { moves: [&route.moves[..], &route.moves[..]].concat(), ..route.clone() };
                    let lie = written(Some(longer.moves.len()), &[1]);
                    assert!(route.length == 0 || !is_kept(&lie, &instance, Some(&longer)), "seed {seed}");
                }
            }
            let none = written(None, &[1]);
            assert!(route.is_none() || !is_kept(&none, &instance, None), "seed {seed}");
        }
        assert!(n_unreachable > 0);
    }
}
