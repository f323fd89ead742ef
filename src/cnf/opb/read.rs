//! A pseudo-Boolean problem from text: what [`super::write()`] writes and what other tools commonly do.
//!
//! Every line becomes a weighted sum, clauses too.
//!
//! Accepted: comments on lines of their own, statements over several lines, `<=`, negated literals `~x1`, weights
//! without a plus. Refused: products of literals, statements without `;`, variables beyond the header, other numbers of
//! variables or constraints than the header promises.

use super::{Opb, Weighted};
use crate::cnf::Lit;
use crate::cnf::dimacs::Error;
use crate::cnf::dimacs::text::{Line, Word, end, lines};

/// Reads a problem.
pub fn read(bytes: &[u8]) -> Result<Opb, Error> {
    let mut opb = Opb::default();
    let mut promised = None;
    let mut open: Vec<Word> = Vec::new();
    for line in lines(bytes) {
        match line.words().next() {
            Some(first) if first.bytes.starts_with(b"*") => promised = promised.or(header(line)?),
            _ => line.words().try_for_each(|word| statement_word(word, &mut open, &mut opb))?,
        }
    }
    let end = end(bytes);
    let (n_vars, n_constraints) = promised.ok_or_else(|| end.error("no header", HEADER))?;
    match opb.constraints.len() {
        _ if !open.is_empty() => Err(end.error("the last statement has no `;`", "is the file truncated?")),
        n if n != n_constraints => {
            Err(end.error(format!("{n} of the {n_constraints} constraints that the header promises"), "truncated?"))
        }
        _ if opb.formula.n_vars() > n_vars => {
            Err(end.error(format!("variable x{} is beyond the header", opb.formula.n_vars()), ""))
        }
        _ => {
            opb.formula.reserve_vars(n_vars);
            Ok(opb)
        }
    }
}

const HEADER: &str = "expected `* #variable= <n> #constraint= <m>`";

/// The counts of a header line; `None` for any other comment.
fn header(line: Line) -> Result<Option<(u32, usize)>, Error> {
    let words: Vec<Word> = line.words().collect();
    match words.as_slice() {
        [_, variable, n, constraint, m, ..]
            if variable.bytes == b"#variable=" && constraint.bytes == b"#constraint=" =>
        {
            let n_vars = n.integer()?.try_into().ok().filter(|n: &u32| *n <= i32::MAX as u32);
            let n_constraints = m.integer()?.try_into().ok();
            n_vars.zip(n_constraints).map(Some).ok_or_else(|| n.error("a count out of range", HEADER))
        }
        _ => Ok(None),
    }
}

/// Collects the words of a statement; `;` may stick to the last.
fn statement_word<'a>(word: Word<'a>, open: &mut Vec<Word<'a>>, opb: &mut Opb) -> Result<(), Error> {
    let bare = word.bytes.strip_suffix(b";");
    let rest = Word { bytes: bare.unwrap_or(word.bytes), ..word };
    open.extend((!rest.bytes.is_empty()).then_some(rest));
    if bare.is_some() {
        statement(open, word, opb)?;
        open.clear();
    }
    Ok(())
}

fn statement(words: &[Word], end: Word, opb: &mut Opb) -> Result<(), Error> {
    if let [first, terms @ ..] = words
        && first.bytes == b"min:"
    {
        if opb.objective.is_some() || !opb.constraints.is_empty() {
            return Err(first.error("an objective after other statements", ""));
        }
        opb.objective = Some(sum(terms, opb)?);
        return Ok(());
    }
    let [terms @ .., sign, bound] = words else {
        return Err(end.error("a statement without comparison", "expected `+1 x1 +2 x2 >= 1 ;`"));
    };
    let terms = sum(terms, opb)?;
    let bound = integer(bound)?;
    opb.constraints.push(match sign.bytes {
        b">=" => Weighted::at_least(terms, bound),
        b"<=" => Weighted::at_most(terms, bound),
        b"=" => Weighted::equal(terms, bound),
        _ => return Err(sign.error(format!("{} is no comparison", sign.shown()), "expected `>=`, `<=` or `=`")),
    });
    Ok(())
}

fn sum(words: &[Word], opb: &mut Opb) -> Result<Vec<(i128, Lit)>, Error> {
    let term = |pair: &[Word]| match pair {
        [weight, name] => Ok((integer(weight)?, literal(name, opb)?)),
        [alone, ..] => Err(alone.error(format!("{} without a variable", alone.shown()), "")),
        [] => unreachable!("a chunk is not empty"),
    };
    words.chunks(2).map(term).collect()
}

/// Weights are kept within 100 bits, so that sums of them stay within 128.
fn integer(word: &Word) -> Result<i128, Error> {
    let bare = Word { bytes: word.bytes.strip_prefix(b"+").unwrap_or(word.bytes), ..*word };
    let number = bare.integer()?;
    if number.unsigned_abs() >> 100 == 0 {
        Ok(number)
    } else {
        Err(word.error(format!("{} is too large", word.shown()), ""))
    }
}

fn literal(word: &Word, opb: &mut Opb) -> Result<Lit, Error> {
    let bare = word.bytes.strip_prefix(b"~");
    let digits = bare.unwrap_or(word.bytes).strip_prefix(b"x").unwrap_or_default();
    let number = Word { bytes: digits, ..*word }.integer().ok().and_then(|n| i32::try_from(n).ok()).filter(|n| *n > 0);
    let var = number.ok_or_else(|| word.error(format!("{} is no literal", word.shown()), "expected `x1` or `~x1`"))?;
    opb.formula.reserve_vars(var.unsigned_abs());
    Ok(if bare.is_some() { Lit::new(-var) } else { Lit::new(var) })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn what_is_refused_and_where() {
        const CASES: &[(&str, &str)] = &[
            ("", "1:1: no header"),
            ("+1 x1 >= 1 ;\n", "2:1: no header"),
            ("* #variable= 1 #constraint= 1\n+1 x1 >= 1\n", "3:1: the last statement has no `;`"),
            ("* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n", "3:1: 1 of the 2 constraints"),
            ("* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;\n", "3:1: variable x2 is beyond the header"),
            ("* #variable= 1 #constraint= 1\n+1 y1 >= 1 ;\n", "2:4: `y1` is no literal"),
            ("* #variable= 1 #constraint= 1\n+1 x1 > 1 ;\n", "2:7: `>` is no comparison"),
            ("* #variable= 1 #constraint= 1\n+1 >= 1 ;\n", "2:1: `+1` without a variable"),
            ("* #variable= 1 #constraint= 1\n;\n", "2:1: a statement without comparison"),
            ("* #variable= -1 #constraint= 1\n", "1:14: a count out of range"),
        ];
        for (text, expected) in CASES {
            let error = read(text.as_bytes()).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn what_other_tools_write() {
        let text = "* #variable= 3 #constraint= 2 #equal= 0\n* prose\n2 ~x1\n+1 x3 >= 2; 1 x2 <= 0\n;\n";
        let opb = read(text.as_bytes()).expect("legal");
        assert_eq!((opb.formula.n_vars(), opb.constraints.len(), opb.constraints[1].bound), (3, 2, 0));
    }
}
