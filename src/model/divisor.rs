//! The greatest common divisor, once for all kinds of numbers: weights of 128 bits and numbers of any length.

use num_traits::Zero;
use std::ops::Rem;

/// The greatest common divisor of two numbers that are not negative; that of 0 and `a` is `a`.
pub fn gcd<T: Zero + Clone + Rem<Output = T>>(mut a: T, mut b: T) -> T {
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::gcd;

    #[test]
    fn the_largest_number_that_divides_both() {
        for (a, b) in (0..40u64).flat_map(|a| (0..40u64).map(move |b| (a, b))) {
            let divides = |d: &u64| a.is_multiple_of(*d) && b.is_multiple_of(*d);
            assert_eq!(gcd(a, b), if a + b == 0 { 0 } else { (1..=a + b).filter(divides).max().unwrap_or(0) });
        }
        assert_eq!(gcd(1u128 << 100, 3 << 90), 1 << 90);
    }
}
