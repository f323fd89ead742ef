//! What a verdict rests on, and whether that was checked before the verdict was told.
//!
//! A solution was judged. That something is impossible (any solution, a better one, another one) is checked where a SAT
//! solver refuted it and its proof passed [`crate::proof::Checker`]; otherwise it is the word of whoever says so.

use crate::search::Stats;

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Of what kind it is.
    pub kind: Kind,
    /// Whether it was checked.
    pub checked: bool,
}

/// A kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but the word of the engine.
    None,
    /// A solution, which passed its judges.
    Solution,
    /// Formulas without a solution, with their proofs.
    Lrat,
    /// Models in inequalities without a solution, with the proofs of the searches that say so.
    Veripb,
    /// The declared domain of the objective has no better value.
    Domain,
    /// What presolving found out about the model.
    Presolve,
    /// The parts of the model have solutions, but not together.
    Parts,
}

impl Kind {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::None => "none",
            Kind::Solution => "solution",
            Kind::Lrat => "lrat",
            Kind::Veripb => "veripb",
            Kind::Domain => "domain",
            Kind::Presolve => "presolve",
            Kind::Parts => "parts",
        }
    }
}

impl Evidence {
    /// No evidence at all.
    pub const NONE: Evidence = Evidence { kind: Kind::None, checked: false };

    /// Evidence of something that is there.
    pub(super) fn of_answer(found: bool) -> Evidence {
        if found { Evidence { kind: Kind::Solution, checked: true } } else { Evidence::NONE }
    }

    /// Evidence of something impossible, by what the SAT solvers did.
    pub(super) fn of_refutations(stats: &Stats) -> Evidence {
        match stats.refutations > 0 && stats.checked == stats.refutations {
            true => Evidence { kind: Kind::Lrat, checked: true },
            false => Evidence::NONE,
        }
    }

    /// Evidence that needs both: as good as the worse of the two.
    pub(super) fn and(self, other: Evidence) -> Evidence {
        match (self.kind, other.kind) {
            (_, Kind::Lrat) if self.checked && other.checked => other,
            _ if !self.checked => self,
            _ if !other.checked => other,
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Evidence, Kind};
    use crate::search::Stats;

    #[test]
    fn two_are_as_good_as_the_worse() {
        let all = [Kind::Lrat, Kind::Solution, Kind::Domain].map(|kind| Evidence { kind, checked: true });
        let parts = Evidence { kind: Kind::Parts, checked: false };
        for one in all {
            assert_eq!((one.and(parts), parts.and(one)), (parts, parts));
            assert_eq!(one.and(Evidence::NONE), Evidence::NONE);
            assert_eq!((one.and(all[0]), all[0].and(one)), (all[0], all[0]));
        }
    }

    #[test]
    fn one_refutation_without_a_proof_is_enough() {
        let of = |refutations, checked| Evidence::of_refutations(&Stats { refutations, checked, ..Stats::default() });
        assert_eq!([of(0, 0), of(2, 1)], [Evidence::NONE; 2]);
        assert_eq!(of(2, 2), Evidence { kind: Kind::Lrat, checked: true });
    }
}
