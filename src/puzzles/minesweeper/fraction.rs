//! Exact shares of a total: reduced fractions, and a decimal near them that is never rounded to 0 or 1.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

/// Turns numbers of solutions into shares of their total. Many cells have the same number, so each is reduced once.
pub struct Shares {
    total: Option<BigUint>,
    known: FxHashMap<String, (String, f64)>,
}

impl Shares {
    /// Shares of a total given as a decimal string.
    pub fn new(total: &str) -> Shares {
        Shares { total: total.parse().ok().filter(|n: &BigUint| !n.is_zero()), known: FxHashMap::default() }
    }

    /// The reduced fraction (`0`, `1` or `a/b`) and the nearest decimal strictly between 0 and 1 for what is neither.
    pub fn of(&mut self, part: &str) -> Option<(String, f64)> {
        if let Some(known) = self.known.get(part) {
            return Some(known.clone());
        }
        let total = self.total.as_ref()?;
        let share = share(&part.parse().ok()?, total);
        self.known.insert(part.to_string(), share.clone());
        Some(share)
    }
}

fn share(part: &BigUint, total: &BigUint) -> (String, f64) {
    let divisor = part.gcd(total);
    let (above, below) = (part / &divisor, total / &divisor);
    match (above.is_zero(), below.is_one()) {
        (true, _) => ("0".to_string(), 0.0),
        (_, true) => ("1".to_string(), 1.0),
        _ => (format!("{above}/{below}"), between(&above, &below)),
    }
}

/// `above / below` with both cut to the same scale, kept away from 0 and 1.
fn between(above: &BigUint, below: &BigUint) -> f64 {
    const SMALLEST: f64 = 1e-300;
    let cut = below.bits().saturating_sub(900);
    let (above, below) = ((above >> cut).to_f64(), (below >> cut).to_f64());
    let ratio = above.zip(below).map_or(0.5, |(a, b)| a / b);
    ratio.clamp(SMALLEST, 1.0 - f64::EPSILON / 2.0)
}

#[cfg(test)]
mod tests {
    use super::Shares;

    #[test]
    fn shares_are_exact_and_never_rounded_to_certainty() {
        let mut shares = Shares::new("12");
        assert_eq!(shares.of("0"), Some(("0".into(), 0.0)));
        assert_eq!(shares.of("12"), Some(("1".into(), 1.0)));
        assert_eq!(shares.of("9"), Some(("3/4".into(), 0.75)));
        let huge = format!("1{}", "0".repeat(400));
        let nearly = "9".repeat(400);
        let mut shares = Shares::new(&huge);
        let (fraction, decimal) = shares.of("1").expect("a share");
        assert!(fraction.starts_with("1/1000") && decimal > 0.0 && decimal < 1e-290);
        let (_, decimal) = shares.of(&nearly).expect("a share");
        assert!(decimal < 1.0 && decimal > 0.999);
        assert_eq!(Shares::new("0").of("0"), None);
    }
}
