//! A formula from text, as liberal as the field and no more.
//!
//! Accepted: comments on any line, clauses over several lines, several clauses on a line, carriage returns, the `%` that
//! ends the files of SATLIB, a missing last line feed. Refused: no header or two, words that are not numbers, literals
//! beyond the header, another number of clauses than promised, and a last clause without its 0, which is what a
//! truncated file looks like.

use super::text::{Error, Line, Word, end, lines};
use crate::cnf::{ClauseSink, Cnf, Lit, Names};

/// Variables that a header may promise whatever the size of the file.
const FEW_VARS: usize = 1 << 20;

/// Reads a formula and the names in its `c varname` comments.
pub fn read(bytes: &[u8]) -> Result<(Cnf, Names), Error> {
    let mut reader = Reader::default();
    for line in lines(bytes) {
        reader.line(line, bytes.len())?;
    }
    reader.finish(end(bytes))
}

#[derive(Default)]
struct Reader {
    /// Variables and clauses as promised.
    header: Option<(u32, usize)>,
    cnf: Cnf,
    names: Names,
    /// The clause that has no 0 yet.
    open: Vec<Lit>,
    is_over: bool,
}

impl Reader {
    fn line(&mut self, line: Line, n_bytes: usize) -> Result<(), Error> {
        let mut words = line.words();
        let Some(first) = words.next() else { return Ok(()) };
        match first.bytes[0] {
            b'c' => self.comment(line),
            b'p' => return self.header(first, words.collect(), n_bytes),
            b'%' if first.bytes.len() == 1 => self.is_over = true,
            _ => return line.words().try_for_each(|word| self.number(word)),
        }
        Ok(())
    }

    /// `c varname <n> <name>`; everything else is prose. A line cut short by the end of the file names nothing.
    fn comment(&mut self, line: Line) {
        let text = String::from_utf8_lossy(line.bytes);
        let rest = text.trim().strip_prefix("c varname ").map(str::trim_start);
        let parts = rest.and_then(|rest| rest.split_once(' '));
        let (n_vars, _) = self.header.unwrap_or((0, 0));
        if let Some((var, name)) = parts.filter(|_| line.is_ended)
            && let Ok(var @ 1..) = var.parse::<i32>()
            && var.unsigned_abs() <= n_vars
        {
            self.names.insert(Lit::new(var), name);
        }
    }

    fn header(&mut self, first: Word, rest: Vec<Word>, n_bytes: usize) -> Result<(), Error> {
        const EXPECTED: &str = "expected `p cnf <variables> <clauses>`";
        if self.header.is_some() {
            return Err(first.error("a second header", "two files joined?"));
        }
        let (n_vars, n_clauses) = match (first.bytes, rest.as_slice()) {
            (b"p", [cnf, vars, clauses]) if cnf.bytes == b"cnf" => (vars, clauses),
            (b"p", [_, _, _, extra, ..]) => {
                return Err(extra.error(format!("{} in the header", extra.shown()), EXPECTED));
            }
            _ => return Err(first.error("a header that is none", EXPECTED)),
        };
        let vars = size(n_vars, i32::MAX as usize)?;
        if vars > FEW_VARS.max(n_bytes) {
            let message = format!("the header promises {vars} variables in a file of {n_bytes} bytes");
            return Err(n_vars.error(message, "is the file truncated?"));
        }
        self.cnf.reserve_vars(vars as u32);
        self.header = Some((vars as u32, size(n_clauses, usize::MAX)?));
        Ok(())
    }

    fn number(&mut self, word: Word) -> Result<(), Error> {
        if self.is_over {
            let is_zero = word.bytes == b"0";
            return if is_zero { Ok(()) } else { Err(word.error(format!("{} after `%`", word.shown()), "")) };
        }
        let Some((n_vars, n_clauses)) = self.header else {
            return Err(
                word.error(format!("{} before the header", word.shown()), "expected `p cnf <variables> <clauses>`")
            );
        };
        if self.cnf.n_clauses() == n_clauses {
            let message = format!("{} after the {n_clauses} clauses that the header promises", word.shown());
            return Err(word.error(message, "is the header right?"));
        }
        match word.integer()? {
            0 => self.close(),
            n if n.unsigned_abs() <= u128::from(n_vars) => self.open.push(Lit::new(n as i32)),
            _ => {
                return Err(
                    word.error(format!("literal {} is beyond the {n_vars} variables of the header", word.shown()), "")
                );
            }
        }
        Ok(())
    }

    fn close(&mut self) {
        self.cnf.clause(&self.open);
        self.open.clear();
    }

    fn finish(self, end: Word) -> Result<(Cnf, Names), Error> {
        let n_clauses = self.cnf.n_clauses();
        match self.header {
            None => Err(end.error("no header", "expected `p cnf <variables> <clauses>`")),
            Some(_) if !self.open.is_empty() => Err(end.error("the last clause has no 0", "is the file truncated?")),
            Some((_, promised)) if promised != n_clauses => {
                let message = format!("{n_clauses} of the {promised} clauses that the header promises");
                Err(end.error(message, "is the file truncated?"))
            }
            Some(_) => Ok((self.cnf, self.names)),
        }
    }
}

fn size(word: &Word, largest: usize) -> Result<usize, Error> {
    let number = word.integer()?;
    let fits = usize::try_from(number).ok().filter(|n| *n <= largest);
    fits.ok_or_else(|| word.error(format!("{} is out of range", word.shown()), "expected a count"))
}

#[cfg(test)]
mod tests {
    use super::read;

    fn clauses(text: &str) -> Result<Vec<Vec<i32>>, String> {
        let (cnf, _) = read(text.as_bytes()).map_err(|e| e.to_string())?;
        Ok(cnf.clauses().map(|c| c.iter().map(|lit| lit.dimacs()).collect()).collect())
    }

    #[test]
    fn what_the_field_writes() {
        const TWO: &[&str] = &[
            "p cnf 3 2\n1 -2 0\n3 0\n",
            "p cnf 3 2\n1 -2 0\n3 0",
            "c hello\nc\np cnf 3 2\n1 -2 0 3 0\n",
            "p cnf 3 2\r\n1\r\n-2 0\r\n3 0\r\n",
            "p  cnf  3\t2 \n 1\nc in the middle\n\n-2\n0 3\n0  \n",
            "p cnf 3 2\n1 -2 0\n3 0\n%\n0\n\n",
            "cprose\np cnf 3 2\n1 -2 0\n3 0\nc the end",
        ];
        for text in TWO {
            assert_eq!(clauses(text), Ok(vec![vec![1, -2], vec![3]]), "{text:?}");
        }
        assert_eq!(clauses("p cnf 0 0"), Ok(vec![]));
        assert_eq!(clauses("p cnf 0 1\n0\n"), Ok(vec![vec![]]));
    }

    #[test]
    fn what_is_refused_and_where() {
        const CASES: &[(&str, &str)] = &[
            ("", "1:1: no header (expected `p cnf <variables> <clauses>`)"),
            ("c only\n", "2:1: no header"),
            ("1 2 0\n", "1:1: `1` before the header"),
            ("p cnf 3\n", "1:1: a header that is none"),
            ("p dnf 3 2\n", "1:1: a header that is none"),
            ("pcnf 3 2\n", "1:1: a header that is none"),
            ("p cnf 3 2 1\n", "1:11: `1` in the header"),
            ("p cnf -3 2\n", "1:7: `-3` is out of range"),
            ("p cnf x 2\n", "1:7: `x` is not a number"),
            ("p cnf 3 99999999999999999999999999\n", "1:9: `99999999999999999999999999` is out of range"),
            ("p cnf 3 9999999999999999999999999999999999999999999\n", "1:9: the number"),
            ("p cnf 2000000000 2000000000\n", "1:7: the header promises 2000000000 variables in a file of 28 bytes"),
            ("p cnf 2 1\np cnf 2 1\n", "2:1: a second header"),
            ("p cnf 3 2\n1 -2 0\n3", "3:2: the last clause has no 0 (is the file truncated?)"),
            ("p cnf 3 2\n1 -2 0\n", "3:1: 1 of the 2 clauses that the header promises"),
            ("p cnf 3 1\n1 -2 0\n  3 0\n", "3:3: `3` after the 1 clauses"),
            ("p cnf 3 1\n1 -4 0\n", "2:3: literal `-4` is beyond the 3 variables"),
            ("p cnf 3 1\n1 99999999999 0\n", "2:3: literal `99999999999` is beyond"),
            ("p cnf 3 1\n1 2x 0\n", "2:3: `2x` is not a number"),
            ("p cnf 3 1\n1 - 0\n", "2:3: `-` is not a number"),
            ("p cnf 3 1\n1 0\n%\n1\n", "4:1: `1` after `%`"),
            ("p cnf 3 1\n1\n%\n0\n", "5:1: the last clause has no 0"),
        ];
        for (text, expected) in CASES {
            let error = clauses(text).expect_err(text);
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn names_are_comments_of_a_certain_form() {
        let text =
            "c varname 1 early\np cnf 3 0\nc varname 1 q[0] = 2\nc varname 9 far\nc varname x y\r\nc varname 3 cut";
        let (_, names) = read(text.as_bytes()).expect("comments are never wrong");
        assert_eq!(names.iter().collect::<Vec<_>>(), [(1, "q[0] = 2")]);
    }
}
