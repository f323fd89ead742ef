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
    /// All sums of products of coefficients whose places add up, if there is a way better than term by term.
    fn convolve(_: &[Self], _: &[Self]) -> Option<Vec<Self>> {
        None
    }
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
    fn convolve(a: &[BigUint], b: &[BigUint]) -> Option<Vec<BigUint>> {
        (a.len().min(b.len()) >= LONG).then(|| convolve_packed(a, b))
    }
}

/// From this length on, packing beats multiplying term by term.
const LONG: usize = 24;

/// Both polynomials as one number each, with room between the coefficients (Kronecker 1882): a single product of long
/// numbers, which is faster than its parts.
fn convolve_packed(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let bits = |x: &[BigUint]| x.iter().map(BigUint::bits).max().unwrap_or(0);
    let n_digits = ((bits(a) + bits(b) + 64 - (a.len().min(b.len()) as u64).leading_zeros() as u64) / 32 + 1) as usize;
    let pack = |x: &[BigUint]| {
        let mut digits = vec![0u32; x.len() * n_digits];
        for (i, c) in x.iter().enumerate() {
            c.iter_u32_digits().enumerate().for_each(|(j, d)| digits[i * n_digits + j] = d);
        }
        BigUint::new(digits)
    };
    let product: Vec<u32> = (pack(a) * pack(b)).to_u32_digits();
    let mut out: Vec<BigUint> = product.chunks(n_digits).map(BigUint::from_slice).collect();
    out.resize(a.len() + b.len() - 1, BigUint::ZERO);
    out
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

    /// Independent solutions side by side.
    pub fn times(&self, other: &Poly<T>) -> Poly<T> {
        let (Some(a), Some(b)) = (self.span(), other.span()) else { return Poly::zero() };
        let n_pairs = self.terms.len() * other.terms.len();
        let width = (a.1 - a.0) + (b.1 - b.0) + 1;
        if self.terms.len() == 1 || other.terms.len() == 1 || width as usize > 4 * n_pairs {
            let pairs = self.terms.iter().flat_map(|(s, x)| other.terms.iter().map(move |(t, y)| (s + t, x.times(y))));
            return Poly::from_terms(pairs.collect());
        }
        if let Some(dense) = T::convolve(&self.dense(), &other.dense()) {
            return Poly::from_dense(a.0 + b.0, dense);
        }
        let mut dense = vec![T::nothing(); width as usize];
        for (s, x) in &self.terms {
            for (t, y) in &other.terms {
                dense[(s - a.0 + t - b.0) as usize].add(&x.times(y));
            }
        }
        Poly::from_dense(a.0 + b.0, dense)
    }

    /// The coefficients from the least to the greatest total, gaps included.
    fn dense(&self) -> Vec<T> {
        let (lo, hi) = self.span().expect("there is a solution");
        let mut dense = vec![T::nothing(); (hi - lo + 1) as usize];
        self.terms.iter().for_each(|(t, x)| dense[(t - lo) as usize] = x.clone());
        dense
    }

    fn from_dense(lo: i64, dense: Vec<T>) -> Poly<T> {
        let terms = dense.into_iter().enumerate().map(|(i, x)| (lo + i as i64, x));
        Poly { terms: terms.filter(|(_, x)| !x.is_nothing()).collect() }
    }

    /// For each total `s` of `self`: the sum over the totals `t` of `beside` of `beside[t] * outside[s + t]`.
    pub fn outside_of(&self, beside: &Poly<T>, outside: &Poly<T>) -> Poly<T> {
        if self.terms.len().min(beside.terms.len()) >= 2 * LONG {
            // The same as a product with the mirror image.
            let mirrored = Poly { terms: beside.terms.iter().rev().map(|(t, x)| (-t, x.clone())).collect() };
            let mut product = mirrored.times(outside);
            product.terms.retain(|(s, _)| self.at(*s).is_some());
            return product;
        }
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

    /// Adds solutions that are none of these.
    pub fn add(&mut self, other: Poly<T>) {
        if self.terms.is_empty() {
            *self = other;
            return;
        }
        let mut news = Vec::new();
        for (total, amount) in other.terms {
            match self.terms.binary_search_by_key(&total, |(t, _)| *t) {
                Ok(i) => self.terms[i].1.add(&amount),
                Err(_) => news.push((total, amount)),
            }
        }
        if !news.is_empty() {
            self.terms.extend(news);
            self.terms.sort_by_key(|(t, _)| *t);
        }
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
        let mut sum = a.clone();
        sum.add(poly(&[(-3, 4), (1, 5)]));
        assert_eq!(sum, poly(&[(-3, 4), (0, 1), (1, 7), (1000, 3)]));
    }

    #[test]
    fn long_products_are_like_short_ones() {
        // (1 + x)^n by squaring and by definition, and the same as seen from outside.
        let row = |n: u64| Poly { terms: (0..).zip(BigUint::binomials(n, 0, n)).collect::<Vec<_>>() };
        assert_eq!(row(300).times(&row(77)), row(377));
        let big = |n: u64| Poly { terms: row(n).terms.into_iter().map(|(t, x)| (2 * t, x << 100u32)).collect() };
        let direct = |a: &Poly<BigUint>, b: &Poly<BigUint>, o: &Poly<BigUint>, s: i64| {
            b.terms.iter().filter_map(|(t, x)| o.at(s + t).map(|y| x * y)).sum::<BigUint>()
                * u32::from(a.at(s).is_some())
        };
        let (a, b, outside) = (big(90), row(120), row(299));
        let got = a.outside_of(&b, &outside);
        for s in -5..400 {
            assert_eq!(got.at(s).cloned().unwrap_or_default(), direct(&a, &b, &outside, s), "{s}");
        }
    }
}
