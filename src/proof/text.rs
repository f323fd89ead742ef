//! Lines of numbers, as formulas and proofs have them.

use std::fmt;

/// Why a formula or a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The line, from 1; 0 if it is about the whole.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

const TOO_MUCH: &str = "checking takes too much work";

impl Rejected {
    /// Something wrong in a line.
    pub fn new(line: usize, why: impl Into<String>) -> Rejected {
        Rejected { line, why: why.into() }
    }

    /// Checking went on for longer than it may.
    pub fn too_much_work(line: usize) -> Rejected {
        Rejected::new(line, TOO_MUCH)
    }

    /// Whether checking went on for longer than it may, and nothing is known.
    pub fn is_too_much_work(&self) -> bool {
        self.why == TOO_MUCH
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

/// The words of a line: what stands between blanks.
pub fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let word = &rest[start..];
        let end = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        rest = &word[end..];
        Some(&word[..end])
    })
}

/// A whole number in decimal digits, with a minus or without.
pub fn number(word: &[u8]) -> Result<i64, String> {
    let (digits, sign) = word.strip_prefix(b"-").map_or((word, 1), |digits| (digits, -1));
    let found = match digits.len() {
        0 => None,
        _ => digits.iter().try_fold(0_i64, |number, byte| {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 { None } else { number.checked_mul(10)?.checked_add(sign * i64::from(digit)) }
        }),
    };
    found.ok_or_else(|| format!("expected a number, found `{}`", String::from_utf8_lossy(&word[..word.len().min(40)])))
}

/// A literal: a number of 31 bits that is not 0.
pub fn literal(number: i64) -> Result<i32, String> {
    let found = i32::try_from(number).ok().filter(|lit| *lit != 0 && *lit != i32::MIN);
    found.ok_or_else(|| format!("expected a literal, found {number}"))
}
