//! How many solutions there are for each value of the sum that is kept apart: a polynomial with big coefficients.
//!
//! The exponent is what a solution adds to the sum, the coefficient how many solutions add so much. Where nothing is kept
//! apart there is one exponent, 0.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Exponents in increasing order, each with a number that is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Numbers(Vec<(i64, BigUint)>);

/// More terms than this are given up.
const MOST: usize = 1 << 17;
/// More pairs of terms in a product than this are given up.
const MOST_PAIRS: usize = 1 << 28;

/// There would be too many terms.
#[derive(Debug)]
pub(super) struct TooMany;

impl Numbers {
    /// No solution.
    pub fn none() -> Numbers {
        Numbers::default()
    }

    /// One solution, which adds nothing.
    pub fn one() -> Numbers {
        Numbers(vec![(0, BigUint::one())])
    }

    /// As many solutions as there are values, each of which adds something.
    pub fn of(adds: impl Iterator<Item = i64>) -> Result<Numbers, TooMany> {
        let mut terms: BTreeMap<i64, BigUint> = BTreeMap::new();
        for add in adds {
            *terms.entry(add).or_default() += 1u32;
            if terms.len() > MOST {
                return Err(TooMany);
            }
        }
        Ok(Numbers(terms.into_iter().collect()))
    }

    /// So many solutions that add nothing.
    pub fn constant(n: BigUint) -> Numbers {
        Numbers(if n.is_zero() { Vec::new() } else { vec![(0, n)] })
    }

    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    pub fn terms(&self) -> &[(i64, BigUint)] {
        &self.0
    }

    /// Whoever adds more than the cap is of no use.
    fn capped(terms: impl Iterator<Item = (i64, BigUint)>, cap: i64) -> Result<Numbers, TooMany> {
        let terms: Vec<(i64, BigUint)> = terms.take_while(|(exponent, _)| *exponent <= cap).collect();
        if terms.len() > MOST { Err(TooMany) } else { Ok(Numbers(terms)) }
    }

    /// Each solution adds so much more.
    pub fn shifted(mut self, by: i64, cap: i64) -> Numbers {
        self.0.iter_mut().for_each(|(exponent, _)| *exponent += by);
        self.0.retain(|(exponent, _)| *exponent <= cap);
        self
    }

    /// The solutions of either; they exclude each other.
    pub fn plus(self, other: Numbers) -> Numbers {
        if self.is_none() {
            return other;
        }
        let mut sum: BTreeMap<i64, BigUint> = self.0.into_iter().collect();
        for (exponent, n) in other.0 {
            *sum.entry(exponent).or_default() += n;
        }
        Numbers(sum.into_iter().collect())
    }

    /// A solution of one with a solution of the other; they have nothing to do with each other.
    pub fn times(&self, other: &Numbers, cap: i64) -> Result<Numbers, TooMany> {
        if self.0.len().saturating_mul(other.0.len()) > MOST_PAIRS {
            return Err(TooMany);
        }
        let mut product: BTreeMap<i64, BigUint> = BTreeMap::new();
        for (a, n) in &self.0 {
            for (b, m) in other.0.iter().take_while(|(b, _)| a + b <= cap) {
                *product.entry(a + b).or_default() += n * m;
            }
        }
        Numbers::capped(product.into_iter(), cap)
    }

    /// So many independent copies.
    pub fn power(&self, n: usize, cap: i64) -> Result<Numbers, TooMany> {
        match self.0.as_slice() {
            [(a, x), (b, y)] if x.is_one() && y.is_one() => binomial((*a, *b), n, cap),
            _ => (0..n).try_fold(Numbers::one(), |product, _| product.times(self, cap)),
        }
    }
}

/// So many copies of two solutions, which add `a` and `b`: as many as there are ways to choose who adds `b`.
fn binomial((a, b): (i64, i64), n: usize, cap: i64) -> Result<Numbers, TooMany> {
    let mut ways = BigUint::one();
    let mut terms = Vec::new();
    for k in 0..=n {
        let exponent = a * (n - k) as i64 + b * k as i64;
        if exponent > cap || terms.len() > MOST {
            break;
        }
        terms.push((exponent, ways.clone()));
        ways = ways * (n - k) / (k + 1);
    }
    Numbers::capped(terms.into_iter(), cap)
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    fn numbers(terms: &[(i64, u32)]) -> Numbers {
        Numbers(terms.iter().map(|(e, n)| (*e, (*n).into())).collect())
    }

    #[test]
    fn sums_products_and_powers() {
        let coin = Numbers::of([0, 1].into_iter()).expect("few");
        assert_eq!(coin.power(3, 9).expect("few"), numbers(&[(0, 1), (1, 3), (2, 3), (3, 1)]));
        assert_eq!(coin.power(3, 1).expect("few"), numbers(&[(0, 1), (1, 3)]));
        let die = Numbers::of([-1, 0, 0].into_iter()).expect("few");
        assert_eq!(die, numbers(&[(-1, 1), (0, 2)]));
        assert_eq!(die.power(2, 9).expect("few"), numbers(&[(-2, 1), (-1, 4), (0, 4)]));
        assert_eq!(die.times(&coin, 9).expect("few"), numbers(&[(-1, 1), (0, 3), (1, 2)]));
        assert_eq!(die.clone().plus(coin.clone()), numbers(&[(-1, 1), (0, 3), (1, 1)]));
        assert_eq!(die.shifted(2, 1), numbers(&[(1, 1)]));
        assert!(Numbers::none().times(&coin, 9).expect("few").is_none());
        let pair = Numbers::of([-2, 3].into_iter()).expect("few");
        assert_eq!(pair.power(2, 9).expect("few"), pair.times(&pair, 9).expect("few"));
    }
}
