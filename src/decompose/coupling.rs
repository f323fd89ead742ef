//! The few sums that hold everything together, seen as one number per solution.
//!
//! A *coupling* is a long sum without which the rest falls apart. Instead of propagating it, every part counts its
//! solutions by what they contribute to it. Several couplings are packed into one number as digits of a mixed radix
//! (Kronecker substitution), so that whoever adds contributions need not know how many there are.

use crate::presolve::sums::Sum;

/// The couplings as one weight per variable and a set of allowed totals.
#[derive(Clone, Debug, Default)]
pub(super) struct Coupling {
    /// What each variable adds to the total when it is true.
    pub weights: Vec<i64>,
    digits: Vec<Digit>,
}

#[derive(Clone, Debug)]
struct Digit {
    min: i64,
    width: i64,
    lo: i64,
    hi: i64,
}

impl Coupling {
    /// Packs the sums, which speak of `n_vars` unfixed Booleans.
    pub fn new(n_vars: usize, sums: &[&Sum]) -> Coupling {
        let mut weights = vec![0i64; n_vars];
        let mut digits = Vec::new();
        let mut radix = 1i64;
        for sum in sums {
            sum.terms.iter().for_each(|(v, c)| weights[*v as usize] += c * radix);
            let (min, width) = (span(sum).0, width(sum));
            digits.push(Digit { min, width, lo: sum.lo, hi: sum.hi });
            radix = radix.checked_mul(width).expect("the caller checked that the totals fit");
        }
        Coupling { weights, digits }
    }

    /// The lowest and highest total that may be allowed.
    pub fn window(&self) -> (i64, i64) {
        let mut radix = 1i64;
        let (mut least, mut most) = (0, 0);
        for digit in &self.digits {
            least += radix * digit.lo.max(digit.min);
            most += radix * digit.hi.min(digit.min + digit.width - 1);
            radix *= digit.width;
        }
        (least, most)
    }

    /// Whether every total inside the window is allowed.
    pub fn is_interval(&self) -> bool {
        self.digits.len() <= 1
    }

    /// Whether the couplings hold for this total.
    pub fn allows(&self, total: i64) -> bool {
        let mut radix = 1i64;
        let mut base = total;
        for digit in &self.digits {
            base -= radix * digit.min;
            radix *= digit.width;
        }
        for digit in &self.digits {
            let value = base.rem_euclid(digit.width) + digit.min;
            base = base.div_euclid(digit.width);
            if value < digit.lo || value > digit.hi {
                return false;
            }
        }
        base == 0
    }
}

/// The number of values the sum can have over Booleans.
pub(super) fn width(sum: &Sum) -> i64 {
    let (min, max) = span(sum);
    max - min + 1
}

fn span(sum: &Sum) -> (i64, i64) {
    sum.terms.iter().fold((0, 0), |(min, max), (_, c)| (min + (*c).min(0), max + (*c).max(0)))
}

#[cfg(test)]
mod tests {
    use super::{Coupling, Sum};
    use itertools::Itertools;

    #[test]
    fn packed_totals_tell_the_sums_apart() {
        let one = Sum { terms: vec![(0, 1), (1, -2), (3, 1)], lo: -1, hi: 0 };
        let two = Sum { terms: vec![(1, 3), (2, 1), (3, -1)], lo: 1, hi: 3 };
        for sums in [vec![], vec![&one], vec![&one, &two], vec![&two, &one]] {
            let coupling = Coupling::new(4, &sums);
            for bits in (0..4).map(|_| 0..2i64).multi_cartesian_product() {
                let total: i64 = coupling.weights.iter().zip(&bits).map(|(w, b)| w * b).sum();
                let value = |s: &Sum| s.terms.iter().map(|(v, c)| c * bits[*v as usize]).sum::<i64>();
                let holds = sums.iter().all(|s| (s.lo..=s.hi).contains(&value(s)));
                assert_eq!(coupling.allows(total), holds, "{bits:?}");
                let (least, most) = coupling.window();
                assert!(!holds || (least..=most).contains(&total));
            }
        }
    }
}
