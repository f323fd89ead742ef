//! What a solver printed: `s` and `v` lines as in the competitions, or `SAT` and one line of literals as MiniSat writes.
//!
//! Whatever else a solver prints is passed over. Values end with a 0, so a truncated answer is noticed. A variable without
//! a value is false.

use super::text::{Error, Line, Word, end, lines};
use crate::cnf::{Lit, Valuation};

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Satisfiable, and how.
    Sat(Valuation),
    /// Unsatisfiable.
    Unsat,
    /// The solver gave up.
    Unknown,
}

/// Reads the answer to a formula with so many variables.
pub fn read_answer(bytes: &[u8], n_vars: u32) -> Result<Claim, Error> {
    let mut reader = Reader { n_vars, ..Reader::default() };
    for line in lines(bytes) {
        reader.line(line)?;
    }
    reader.finish(end(bytes))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Sat,
    Unsat,
    Unknown,
}

#[derive(Default)]
struct Reader {
    n_vars: u32,
    status: Option<Status>,
    lits: Vec<Lit>,
    has_values: bool,
    is_closed: bool,
}

impl Reader {
    fn line(&mut self, line: Line) -> Result<(), Error> {
        let mut words = line.words();
        let Some(first) = words.next() else { return Ok(()) };
        match first.bytes {
            b"s" => self.status_line(first, words.collect()),
            b"v" => self.values(words),
            b"SAT" | b"SATISFIABLE" => self.set_status(first, Status::Sat),
            b"UNSAT" | b"UNSATISFIABLE" => self.set_status(first, Status::Unsat),
            b"INDET" | b"INDETERMINATE" | b"UNKNOWN" => self.set_status(first, Status::Unknown),
            _ if self.status.is_some() && first.integer().is_ok() => self.values(line.words()),
            _ => Ok(()),
        }
    }

    fn status_line(&mut self, first: Word, rest: Vec<Word>) -> Result<(), Error> {
        let words: Vec<&[u8]> = rest.iter().map(|word| word.bytes).collect();
        let status = match words.as_slice() {
            [b"SATISFIABLE"] | [b"OPTIMUM", b"FOUND"] => Status::Sat,
            [b"UNSATISFIABLE"] => Status::Unsat,
            [b"UNKNOWN"] | [b"INDETERMINATE"] => Status::Unknown,
            _ => return Err(unknown_status(first, rest.first())),
        };
        self.set_status(first, status)
    }

    fn set_status(&mut self, word: Word, status: Status) -> Result<(), Error> {
        if self.status.is_some_and(|before| before != status) {
            return Err(word.error("a second verdict that contradicts the first", "two answers joined?"));
        }
        self.status = Some(status);
        Ok(())
    }

    fn values<'a>(&mut self, words: impl Iterator<Item = Word<'a>>) -> Result<(), Error> {
        self.has_values = true;
        words.into_iter().try_for_each(|word| self.value(word))
    }

    fn value(&mut self, word: Word) -> Result<(), Error> {
        if self.is_closed {
            return Err(word.error(format!("{} after the closing 0", word.shown()), "two answers joined?"));
        }
        match word.integer()? {
            0 => self.is_closed = true,
            n if n.unsigned_abs() <= u128::from(self.n_vars) => self.lits.push(Lit::new(n as i32)),
            _ => return Err(beyond(word, self.n_vars)),
        }
        Ok(())
    }

    fn finish(self, end: Word) -> Result<Claim, Error> {
        const STATUS: &str = "expected a line `s SATISFIABLE` or `s UNSATISFIABLE`";
        match self.status {
            None => Err(end.error("no verdict", STATUS)),
            Some(Status::Unsat) => Ok(Claim::Unsat),
            Some(Status::Unknown) => Ok(Claim::Unknown),
            Some(Status::Sat) if self.n_vars > 0 && !self.has_values => {
                Err(end.error("satisfiable, but no values", VALUES))
            }
            Some(Status::Sat) if self.has_values && !self.is_closed => {
                Err(end.error("the values have no closing 0", CUT))
            }
            Some(Status::Sat) => self.valuation(end).map(Claim::Sat),
        }
    }

    fn valuation(&self, end: Word) -> Result<Valuation, Error> {
        let mut valuation = Valuation::new(self.n_vars);
        self.lits.iter().for_each(|lit| valuation.set(*lit));
        match self.lits.iter().find(|lit| !valuation.is_true(**lit)) {
            None => Ok(valuation),
            Some(lit) => Err(end.error(format!("both {lit} and {} are among the values", !*lit), "")),
        }
    }
}

const VALUES: &str = "expected lines `v 1 -2 ... 0`; some solvers print them only when asked, or to a file";
const CUT: &str = "is the answer truncated?";

fn unknown_status(first: Word, found: Option<&Word>) -> Error {
    let word = found.unwrap_or(&first);
    word.error(format!("{} is no verdict", word.shown()), "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN")
}

fn beyond(word: Word, n_vars: u32) -> Error {
    word.error(
        format!("literal {} is beyond the {n_vars} variables of the formula", word.shown()),
        "the answer to another formula?",
    )
}

#[cfg(test)]
mod tests {
    use super::{Claim, read_answer};
    use crate::cnf::{Lit, Valuation};

    #[test]
    fn answers() {
        let mut valuation = Valuation::new(3);
        [1, -2, 3].iter().for_each(|n| valuation.set(Lit::new(*n)));
        let sat = Claim::Sat(valuation);
        let cases = [
            ("s SATISFIABLE\nv 1 -2 3 0\n", &sat),
            ("c hello\nc 1 2\ns SATISFIABLE\nv 1\nv -2\nc between\nv 3\nv 0", &sat),
            ("v 3 1 0\r\ns SATISFIABLE\r\n", &sat),
            ("o 7\ns OPTIMUM FOUND\nv 1 3 0\n", &sat),
            ("SAT\n1 -2 3 0\n", &sat),
            ("SAT\n1 -2\n3 0", &sat),
            ("| noise 7 |\nSATISFIABLE\nv 1 3 0\n", &sat),
            ("s UNSATISFIABLE\n", &Claim::Unsat),
            ("UNSAT\n", &Claim::Unsat),
            ("INDET\n", &Claim::Unknown),
            ("s UNKNOWN", &Claim::Unknown),
        ];
        for (text, expected) in cases {
            assert_eq!(read_answer(text.as_bytes(), 3).as_ref(), Ok(expected), "{text:?}");
        }
        assert_eq!(read_answer(b"s SATISFIABLE", 0), Ok(Claim::Sat(Valuation::new(0))));
    }

    #[test]
    fn what_is_refused_and_where() {
        const CASES: &[(&str, &str)] = &[
            ("", "1:1: no verdict"),
            ("c nothing\nv 1 0\n", "3:1: no verdict"),
            ("s MAYBE\n", "1:3: `MAYBE` is no verdict"),
            ("s\n", "1:1: `s` is no verdict"),
            ("s SATISFIABLE\n", "2:1: satisfiable, but no values"),
            ("s SATISFIABLE\nv 1 -2\n", "3:1: the values have no closing 0"),
            ("s SATISFIABLE\nv 1 -1 0\n", "3:1: both 1 and -1 are among the values"),
            ("s SATISFIABLE\nv 1 4 0\n", "2:5: literal `4` is beyond the 3 variables"),
            ("s SATISFIABLE\nv 1 x 0\n", "2:5: `x` is not a number"),
            ("s SATISFIABLE\nv 1 0\nv 2 0\n", "3:3: `2` after the closing 0"),
            ("s SATISFIABLE\ns UNSATISFIABLE\n", "2:1: a second verdict"),
        ];
        for (text, expected) in CASES {
            let error = read_answer(text.as_bytes(), 3).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
