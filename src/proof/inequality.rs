//! Inequalities over 0/1 variables as proofs have them, and the rules of cutting planes.
//!
//! What holds: variables stand in order, each once, and every coefficient is positive. A number that leaves 128 bits is an error.

use super::text::Rejected;
use std::collections::HashMap;

/// A variable, twice its number, and one more if it is negated.
pub type Lit = u32;

/// The sum of the coefficients of true literals is at least the degree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inequality {
    /// Literals and coefficients.
    pub terms: Vec<(Lit, i128)>,
    /// The least sum; below 1 it says nothing.
    pub degree: i128,
}

/// Numbers for the names of variables.
#[derive(Default)]
pub struct Names {
    known: HashMap<Box<[u8]>, u32>,
}

impl Names {
    /// The literal of a name, which may have a `~` before it.
    pub fn literal(&mut self, word: &[u8]) -> Result<Lit, String> {
        let (name, sign) = word.strip_prefix(b"~").map_or((word, 0), |name| (name, 1));
        if !is_name(name) {
            return Err(format!("expected a literal, found `{}`", shown(word)));
        }
        if let Some(var) = self.known.get(name) {
            return Ok(2 * var + sign);
        }
        let var = u32::try_from(self.known.len()).ok().filter(|var| *var < u32::MAX / 2).ok_or("too many variables")?;
        self.known.insert(name.into(), var);
        Ok(2 * var + sign)
    }
}

/// Whether a word is the name of a variable: two characters at least, the first of them a letter.
pub fn is_name(word: &[u8]) -> bool {
    let is_start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-^[]{}".contains(byte);
    word.len() > 1 && word.first().is_some_and(is_start) && word.iter().all(is_inner)
}

/// A word as it may be shown.
pub fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(&word[..word.len().min(40)]).into_owned()
}

/// The words of a line: what stands between blanks. A line that is no text, or holds what others may take for its end, is refused.
pub fn split(line: &[u8]) -> Result<Vec<&[u8]>, String> {
    std::str::from_utf8(line).map_err(|_| "the line is no text")?;
    if line.contains(&b'\r') {
        return Err("there is a carriage return in the line".to_string());
    }
    Ok(line.split(|byte| b" \t\n".contains(byte)).filter(|word| !word.is_empty()).collect())
}

/// A whole number in decimal digits, the first of them no 0, with a minus or without.
pub fn integer<T: std::str::FromStr>(word: &[u8]) -> Result<T, String> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = digits.iter().all(u8::is_ascii_digit) && (!digits.starts_with(b"0") || word == b"0");
    let found = std::str::from_utf8(word).ok().filter(|_| is_plain).and_then(|text| text.parse().ok());
    found.ok_or_else(|| format!("expected a number, found `{}`", shown(word)))
}

/// The inequalities of a problem, one on a line; a line that begins with `*` is a comment.
pub fn problem(bytes: &[u8], names: &mut Names) -> Result<Vec<Inequality>, Rejected> {
    let mut found = Vec::new();
    for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let wrong = |why: String| Rejected::new(at + 1, why);
        let of_line = split(line).map_err(wrong)?;
        match of_line.split_last() {
            None => {}
            Some(_) if of_line[0].starts_with(b"*") => {}
            Some((&b";", rest)) => found.push(Inequality::read(rest, names).map_err(wrong)?),
            Some(_) => return Err(wrong("the line ends without `;`".to_string())),
        }
    }
    Ok(found)
}

fn large() -> String {
    "a number leaves 128 bits".to_string()
}

impl Inequality {
    /// Reads `3 x1 2 ~x2 >= 4`.
    pub fn read(words: &[&[u8]], names: &mut Names) -> Result<Inequality, String> {
        let [terms @ .., b">=", degree] = words else { return Err("expected an inequality with `>=`".to_string()) };
        let pair = |pair: &[&[u8]]| match pair {
            [coefficient, literal] => Ok((names.literal(literal)?, integer(coefficient)?)),
            _ => Err("a coefficient has no literal".to_string()),
        };
        let terms = terms.chunks(2).map(pair).collect::<Result<Vec<(Lit, i128)>, String>>()?;
        Inequality::of(terms, integer(degree)?)
    }

    /// Of literals in any order, with any coefficients.
    pub fn of(mut terms: Vec<(Lit, i128)>, mut degree: i128) -> Result<Inequality, String> {
        terms.sort_unstable_by_key(|(lit, _)| *lit);
        let mut kept: Vec<(Lit, i128)> = Vec::with_capacity(terms.len());
        for group in terms.chunk_by(|a, b| a.0 / 2 == b.0 / 2) {
            // c x + d ~x is d + (c - d) x.
            let (mut of_positive, mut of_negative) = (0i128, 0i128);
            for (lit, coefficient) in group {
                let side = if lit % 2 == 0 { &mut of_positive } else { &mut of_negative };
                *side = side.checked_add(*coefficient).ok_or_else(large)?;
            }
            let least = of_positive.min(of_negative);
            degree = degree.checked_sub(least).ok_or_else(large)?;
            let (lit, larger) = if of_positive > of_negative { (0, of_positive) } else { (1, of_negative) };
            let rest = larger.checked_sub(least).ok_or_else(large)?;
            if rest != 0 {
                kept.push((group[0].0 / 2 * 2 + lit, rest));
            }
        }
        let made = Inequality { terms: kept, degree };
        made.most()?.checked_sub(degree).and_then(|slack| slack.checked_add(1)).ok_or_else(large)?;
        Ok(made)
    }

    /// The literal is not negative.
    pub fn axiom(lit: Lit) -> Inequality {
        Inequality { terms: vec![(lit, 1)], degree: 0 }
    }

    /// The greatest sum.
    pub fn most(&self) -> Result<i128, String> {
        self.terms.iter().try_fold(0i128, |sum, (_, c)| sum.checked_add(*c)).ok_or_else(large)
    }

    /// Whether nothing satisfies it.
    pub fn is_contradiction(&self) -> bool {
        self.most().is_ok_and(|most| most < self.degree)
    }

    /// What holds where this does not.
    pub fn opposite(&self) -> Result<Inequality, String> {
        let degree = self.most()? - self.degree + 1;
        Inequality::of(self.terms.iter().map(|(lit, c)| (lit ^ 1, *c)).collect(), degree)
    }

    /// The sum of two.
    pub fn plus(&self, other: &Inequality) -> Result<Inequality, String> {
        let degree = self.degree.checked_add(other.degree).ok_or_else(large)?;
        Inequality::of(self.terms.iter().chain(&other.terms).copied().collect(), degree)
    }

    /// A multiple, by a positive factor.
    pub fn times(&self, factor: i128) -> Result<Inequality, String> {
        let times = |number: i128| number.checked_mul(factor).ok_or_else(large);
        let terms = self.terms.iter().map(|(lit, c)| Ok((*lit, times(*c)?))).collect::<Result<Vec<_>, String>>()?;
        Inequality::of(terms, times(self.degree)?)
    }

    /// Divided by a positive number, and rounded up.
    pub fn divided(&self, divisor: i128) -> Result<Inequality, String> {
        let up = |number: i128| number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0);
        Inequality::of(self.terms.iter().map(|(lit, c)| (*lit, up(*c))).collect(), up(self.degree))
    }

    /// No coefficient is larger than the degree.
    pub fn saturated(&self) -> Result<Inequality, String> {
        let terms = self.terms.iter().map(|(lit, c)| (*lit, (*c).min(self.degree.max(0))));
        Inequality::of(terms.collect(), self.degree)
    }

    /// Without a variable, whatever its value is.
    pub fn weakened(&self, lit: Lit) -> Result<Inequality, String> {
        let gone: i128 = self.terms.iter().filter(|(other, _)| other / 2 == lit / 2).map(|(_, c)| *c).sum();
        self.without(lit, self.degree - gone)
    }

    /// With a literal that is true.
    pub fn under(&self, lit: Lit) -> Result<Inequality, String> {
        let gone: i128 = self.terms.iter().filter(|(other, _)| *other == lit).map(|(_, c)| *c).sum();
        self.without(lit, self.degree - gone)
    }

    fn without(&self, lit: Lit, degree: i128) -> Result<Inequality, String> {
        let rest = self.terms.iter().filter(|(other, _)| other / 2 != lit / 2).copied();
        Inequality::of(rest.collect(), degree)
    }

    /// Whether another one follows by weakening: what coefficients have beyond the other's is lost.
    pub fn implies(&self, other: &Inequality) -> bool {
        let mut theirs = other.terms.iter().peekable();
        let mut lost = 0i128;
        for (lit, coefficient) in &self.terms {
            while theirs.next_if(|(their, _)| their < lit).is_some() {}
            let kept = theirs.peek().filter(|(their, _)| their == lit).map_or(0, |(_, c)| *c);
            lost += (coefficient - kept).max(0);
        }
        other.degree <= 0 || self.degree - lost >= other.degree
    }
}
