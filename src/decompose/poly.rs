//! How many solutions for each total: sparse polynomials over numbers or over truth values.
//!
//! The exponent is the total, the coefficient says how many (as a [`BigUint`]) or whether any (as a `bool`). The same
//! passes run over both: what counts solutions with numbers finds reachable totals with truth values.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A coefficient: a number of solutions, or whether there is one.
pub(super) trait Amount: Clone {
    fn nothing() -> Self;
    fn one() -> Self;
    fn is_nothing(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    /// `binomial(n, k)` for `k` from `lo` to `hi`.
    fn binomials(n: u64, lo: u64, hi: u64) -> Vec<Self>;
    /// 2 to the power of `n`.
    fn power_of_two(n: u64) -> Self;
    /// The number.
    fn from_count(n: &BigUint) -> Self;
}

impl Amount for bool {
    fn nothing() -> bool {
        false
    }
    fn one() -> bool {
        true
    }
    fn is_nothing(&self) -> bool {
        !self
    }
    fn add(&mut self, other: &bool) {
        *self |= other;
    }
    fn times(&self, other: &bool) -> bool {
        *self && *other
    }
    fn binomials(_: u64, lo: u64, hi: u64) -> Vec<bool> {
        vec![true; (hi + 1 - lo) as usize]
    }
    fn power_of_two(_: u64) -> bool {
        true
    }
    fn from_count(n: &BigUint) -> bool {
        !n.is_zero()
    }
}

impl Amount for BigUint {
    fn nothing() -> BigUint {
        BigUint::zero()
    }
    fn one() -> BigUint {
        One::one()
    }
    fn is_nothing(&self) -> bool {
        self.is_zero()
    }
    fn add(&mut self, other: &BigUint) {
        *self += other;
    }
    fn times(&self, other: &BigUint) -> BigUint {
        match (self.is_one(), other.is_one()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => self * other,
        }
    }
    fn binomials(n: u64, lo: u64, hi: u64) -> Vec<BigUint> {
        // C(n, lo) once, then C(n, k + 1) = C(n, k) * (n - k) / (k + 1).
        let mut value = binomial(n, lo);
        let mut out = vec![value.clone()];
        for k in lo..hi {
            value = value * (n - k) / (k + 1);
            out.push(value.clone());
        }
        out
    }
    fn power_of_two(n: u64) -> BigUint {
        BigUint::from(1u32) << n
    }
    fn from_count(n: &BigUint) -> BigUint {
        n.clone()
    }
}

/// `n` choose `k`.
pub(super) fn binomial(n: u64, k: u64) -> BigUint {
    let k = k.min(n - k);
    // Factors are gathered into 64 bits where they fit, since each step on the big number costs its whole length.
    let mut value = BigUint::from(1u32);
    let (mut up, mut down) = (1u64, 1u64);
    for i in 1..=k {
        match (up.checked_mul(n - k + i), down.checked_mul(i)) {
            (Some(more_up), Some(more_down)) => (up, down) = (more_up, more_down),
            _ => {
                // The product of the first i-1 factors divides evenly only as a whole, so multiply first.
                value = value * up / down;
                (up, down) = (n - k + i, i);
            }
        }
    }
    value * up / down
}

/// A sparse polynomial: totals in increasing order, no coefficient zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Poly<T> {
    pub terms: Vec<(i64, T)>,
}

impl<T: Amount> Poly<T> {
    /// No solution.
    pub fn zero() -> Poly<T> {
        Poly { terms: Vec::new() }
    }

    /// One solution that adds nothing.
    pub fn one() -> Poly<T> {
        Poly { terms: vec![(0, T::one())] }
    }

    /// Whether there is no solution.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// From terms in any order, with repeated totals.
    pub fn from_terms(mut terms: Vec<(i64, T)>) -> Poly<T> {
        terms.sort_by_key(|(total, _)| *total);
        let mut out: Vec<(i64, T)> = Vec::with_capacity(terms.len());
        for (total, amount) in terms {
            match out.last_mut() {
                Some(last) if last.0 == total => last.1.add(&amount),
                _ => out.push((total, amount)),
            }
        }
        out.retain(|(_, amount)| !amount.is_nothing());
        Poly { terms: out }
    }

    /// The coefficient of a total.
    pub fn at(&self, total: i64) -> Option<&T> {
        let first = self.terms.first()?.0;
        // Mostly there are no gaps; then the place is known.
        let guess = usize::try_from(total.checked_sub(first)?).ok()?;
        match self.terms.get(guess) {
            Some((t, amount)) if *t == total => Some(amount),
            _ => self.terms.binary_search_by_key(&total, |(t, _)| *t).ok().map(|i| &self.terms[i].1),
        }
    }

    /// The least and greatest total; `None` for no solution.
    pub fn span(&self) -> Option<(i64, i64)> {
        Some((self.terms.first()?.0, self.terms.last()?.0))
    }

    /// Either of two sets of solutions that have none in common.
    pub fn plus(&self, other: &Poly<T>) -> Poly<T> {
        Poly::from_terms(self.terms.iter().chain(&other.terms).cloned().collect())
    }

    /// Independent solutions side by side.
    pub fn times(&self, other: &Poly<T>) -> Poly<T> {
        let (Some(a), Some(b)) = (self.span(), other.span()) else { return Poly::zero() };
        let n_pairs = self.terms.len() * other.terms.len();
        let width = (a.1 - a.0) + (b.1 - b.0) + 1;
        if self.terms.len() == 1 || other.terms.len() == 1 || width as usize > 4 * n_pairs {
            let pairs = self.terms.iter().flat_map(|(s, x)| other.terms.iter().map(move |(t, y)| (s + t, x.times(y))));
            return Poly::from_terms(pairs.collect());
        }
        let mut dense = vec![T::nothing(); width as usize];
        for (s, x) in &self.terms {
            for (t, y) in &other.terms {
                dense[(s - a.0 + t - b.0) as usize].add(&x.times(y));
            }
        }
        let terms = dense.into_iter().enumerate().map(|(i, x)| (a.0 + b.0 + i as i64, x));
        Poly { terms: terms.filter(|(_, x)| !x.is_nothing()).collect() }
    }

    /// For each total `s` of `self`: the sum over the totals `t` of `beside` of `beside[t] * outside[s + t]`.
    pub fn outside_of(&self, beside: &Poly<T>, outside: &Poly<T>) -> Poly<T> {
        let mut out = Vec::with_capacity(self.terms.len());
        for (s, _) in &self.terms {
            let mut amount = T::nothing();
            for (t, x) in &beside.terms {
                if let Some(y) = outside.at(s + t) {
                    amount.add(&x.times(y));
                }
            }
            if !amount.is_nothing() {
                out.push((*s, amount));
            }
        }
        Poly { terms: out }
    }
}

#[cfg(test)]
mod tests {
    use super::{Amount, Poly, binomial};
    use num_bigint::BigUint;

    #[test]
    fn binomials_follow_pascal() {
        for n in 0..80u64 {
            let row = BigUint::binomials(n, 0, n);
            assert_eq!(row.iter().sum::<BigUint>(), BigUint::power_of_two(n));
            for k in 0..=n {
                assert_eq!(row[k as usize], binomial(n, k), "{n} choose {k}");
                if k > 0 && k < n {
                    assert_eq!(row[k as usize], binomial(n - 1, k - 1) + binomial(n - 1, k));
                }
            }
        }
    }

    #[test]
    fn products_and_outsides() {
        let poly =
            |terms: &[(i64, u32)]| Poly::from_terms(terms.iter().map(|(t, n)| (*t, BigUint::from(*n))).collect());
        let (a, b) = (poly(&[(0, 1), (1, 2), (1000, 3)]), poly(&[(-1, 1), (0, 5)]));
        assert_eq!(a.times(&b), poly(&[(-1, 1), (0, 7), (1, 10), (999, 3), (1000, 15)]));
        assert_eq!(poly(&[(0, 1), (1, 1)]).times(&poly(&[(0, 1), (1, 1)])), poly(&[(0, 1), (1, 2), (2, 1)]));
        let outside = poly(&[(0, 1), (999, 7)]);
        assert_eq!(a.outside_of(&b, &outside), poly(&[(0, 5), (1, 1), (1000, 7)]));
        assert!(a.times(&Poly::zero()).is_zero());
    }
}
