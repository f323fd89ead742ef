//! Numbers: decimal, hexadecimal and octal integers, floats in two bases.

use super::{Lexer, Tok};
use crate::front::diagnostic::{Outcome, fault};

impl Lexer<'_> {
    pub(super) fn number(&mut self, start: usize) -> Outcome<()> {
        let bytes = self.text.as_bytes();
        let radix = match bytes.get(start + 1) {
            Some(b'x') if bytes[start] == b'0' => 16,
            Some(b'o') if bytes[start] == b'0' => 8,
            _ => 10,
        };
        let digits_from = if radix == 10 { start } else { start + 2 };
        let digits =
            |from: usize| from + self.text[from..].find(|c: char| !c.is_digit(radix)).unwrap_or(self.text.len() - from);
        let mut end = digits(digits_from);
        let mut float = false;
        if radix == 10 {
            if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                (float, end) = (true, digits(end + 1));
            }
            if matches!(bytes.get(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
                if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                    (float, end) = (true, digits(end + 1 + sign));
                }
            }
        }
        if radix == 16
            && let Some((value, length)) = hexadecimal_float(&self.text[digits_from..])
        {
            self.at = digits_from + length;
            self.push(start, Tok::Float(value));
            return Ok(());
        }
        self.at = end;
        if end == digits_from {
            return fault(self.span(start), "the digits of this number are missing");
        }
        let kind = match float {
            true => self.text[start..end].parse().ok().map(Tok::Float),
            false => integer(&self.text[digits_from..end], radix),
        };
        let Some(kind) = kind else { return fault(self.span(start), "this integer does not fit into 64 bits") };
        self.push(start, kind);
        Ok(())
    }
}

/// The value and the length of `1.8p+1`: sixteenths after the point, then a power of two.
fn hexadecimal_float(text: &str) -> Option<(f64, usize)> {
    let digits = |from: usize| from + text[from..].find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len() - from);
    let whole_end = digits(0);
    let fraction_end = match text[whole_end..].starts_with('.') {
        true => digits(whole_end + 1),
        false => whole_end,
    };
    let exponent = text[fraction_end..].strip_prefix(['p', 'P'])?;
    let sign = usize::from(exponent.starts_with(['+', '-']));
    let n = exponent[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len() - sign);
    let power: i32 = exponent[..sign + n].parse().ok()?;
    let mut value = 0.0;
    for digit in text[..fraction_end].chars().filter_map(|c| c.to_digit(16)) {
        value = value * 16.0 + f64::from(digit);
    }
    let places = (fraction_end.saturating_sub(whole_end + 1) * 4) as i32;
    // In two steps, so that the smallest numbers do not vanish on the way.
    let power = power.clamp(-5000, 5000) - places;
    Some((value * 2f64.powi(power / 2) * 2f64.powi(power - power / 2), fraction_end + 1 + sign + n))
}

fn integer(digits: &str, radix: u32) -> Option<Tok> {
    const SMALLEST: u64 = 1 << 63;
    match u64::from_str_radix(digits, radix) {
        Ok(SMALLEST) => Some(Tok::Smallest),
        Ok(value) => i64::try_from(value).ok().map(Tok::Int),
        Err(_) => None,
    }
}
