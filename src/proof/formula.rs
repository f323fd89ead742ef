//! A formula in DIMACS, read for the checker alone: strictly, and by nobody else's code.

use super::text::{Rejected, literal, number, words};

/// Clauses, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    lits: Vec<i32>,
    ends: Vec<usize>,
}

impl Formula {
    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.lits[start..*end])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many literals they have together.
    pub fn n_lits(&self) -> usize {
        self.lits.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Reads a formula: comments, a line `p cnf VARIABLES CLAUSES`, and exactly that many clauses over those variables.
pub fn read(bytes: &[u8]) -> Result<Formula, Rejected> {
    let (mut formula, mut head) = (Formula::default(), None);
    for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let wrong = |why: String| Rejected::new(at + 1, why);
        let mut of_line = words(line).peekable();
        match (of_line.peek(), head) {
            (None, _) => (),
            (Some(word), _) if word.starts_with(b"c") => (),
            (Some(_), None) => head = Some(header(of_line).map_err(wrong)?),
            (Some(_), Some((n_vars, _))) => {
                of_line.try_for_each(|word| take(&mut formula, n_vars, word)).map_err(wrong)?
            }
        }
    }
    let (_, n_clauses) = head.ok_or_else(|| Rejected::new(0, "the formula has no line `p cnf`"))?;
    if formula.ends.last().copied().unwrap_or(0) != formula.lits.len() {
        return Err(Rejected::new(0, "the last clause of the formula has no end"));
    } else if formula.len() as i64 != n_clauses {
        return Err(Rejected::new(0, format!("the formula has {} clauses, not {n_clauses}", formula.len())));
    }
    Ok(formula)
}

/// The numbers of variables and clauses.
fn header<'a>(words: impl Iterator<Item = &'a [u8]>) -> Result<(i64, i64), String> {
    let words: Vec<&[u8]> = words.take(5).collect();
    let [b"p", b"cnf", n_vars, n_clauses] = words[..] else { return Err("expected `p cnf VARIABLES CLAUSES`".into()) };
    let (n_vars, n_clauses) = (number(n_vars)?, number(n_clauses)?);
    match n_vars >= 0 && n_clauses >= 0 {
        true => Ok((n_vars, n_clauses)),
        false => Err("a number of variables or clauses is negative".into()),
    }
}

fn take(formula: &mut Formula, n_vars: i64, word: &[u8]) -> Result<(), String> {
    match number(word)? {
        0 => formula.ends.push(formula.lits.len()),
        found if found.unsigned_abs() > n_vars.unsigned_abs() => {
            return Err(format!("{found} is no literal of {n_vars} variables"));
        }
        found => formula.lits.push(literal(found)?),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn clauses_may_span_lines_and_everything_else_is_strict() {
        let formula = read(b"c a comment\np cnf 3 3\n1 -2\n0 3 0\n\n0\n").expect("it is right");
        assert_eq!(formula.clauses().collect::<Vec<_>>(), [&[1, -2][..], &[3], &[]]);
        let wrong = |text: &str| read(text.as_bytes()).expect_err(text).to_string();
        assert_eq!(wrong(""), "the formula has no line `p cnf`");
        assert_eq!(wrong("p cnf 2 1\n1 2"), "the last clause of the formula has no end");
        assert_eq!(wrong("p cnf 2 1\n1 0 2 0"), "the formula has 2 clauses, not 1");
        assert_eq!(wrong("p cnf 2 1\n3 0"), "line 2: 3 is no literal of 2 variables");
        assert_eq!(wrong("p cnf 2 1\n1 x 0"), "line 2: expected a number, found `x`");
        assert_eq!(wrong("p cnf 2\n"), "line 1: expected `p cnf VARIABLES CLAUSES`");
        assert_eq!(wrong("p cnf 99999999999 1\n99999999999 0"), "line 2: expected a literal, found 99999999999");
        assert_eq!(wrong("p cnf -1 1\n"), "line 1: a number of variables or clauses is negative");
    }
}
