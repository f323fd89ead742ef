//! The iCNF format: `p inccnf`, the clauses, and a line `a LITERALS 0` for each cube.
//!
//! Comments may name clauses that the proof of cover needs (`c cover 3 17 0`, numbers from 1), and what the formula was made of
//! (`c quandary {...}`). What is read is kept in proportion to the bytes, and what is wrong is said with its line.

use crate::cnf::{ClauseSink, Cnf, Lit};
use serde_json::Value;
use std::io::{self, Write};

/// A formula and its cubes.
#[derive(Clone, Debug, Default)]
pub struct Cubes {
    /// The formula.
    pub cnf: Cnf,
    /// The cubes.
    pub cubes: Vec<Vec<Lit>>,
    /// The clauses that the cover needs besides the cubes, counted from 1.
    pub needed: Vec<usize>,
    /// What the formula was made of.
    pub context: Option<Value>,
}

/// Writes a formula with its cubes.
pub fn write(cubes: &Cubes, out: &mut dyn Write) -> io::Result<()> {
    let mut buffer = b"p inccnf\n".to_vec();
    if let Some(context) = &cubes.context {
        writeln!(buffer, "c quandary {context}")?;
    }
    if !cubes.needed.is_empty() {
        buffer.extend_from_slice(b"c cover");
        cubes.needed.iter().try_for_each(|number| write!(buffer, " {number}"))?;
        buffer.extend_from_slice(b" 0\n");
    }
    let lines = cubes.cnf.clauses().map(|clause| ("", clause));
    for (word, lits) in lines.chain(cubes.cubes.iter().map(|cube| ("a ", cube.as_slice()))) {
        buffer.extend_from_slice(word.as_bytes());
        lits.iter().try_for_each(|lit| write!(buffer, "{} ", lit.dimacs()))?;
        buffer.extend_from_slice(b"0\n");
        if buffer.len() > 1 << 16 {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

/// Numbers of variables may be so many times the length of the file.
const SPARSE: usize = 100;

/// Reads a formula with its cubes; what is wrong comes with its line.
pub fn read(bytes: &[u8]) -> Result<Cubes, String> {
    let mut cubes = Cubes::default();
    let mut is_begun = false;
    for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let text = std::str::from_utf8(line).map_err(|_| format!("line {}: this is no text", at + 1))?;
        let wrong = |why: String| format!("line {}: {why}", at + 1);
        let mut words = text.split_whitespace();
        match words.next() {
            None => (),
            Some("c") => comment(&mut cubes, text, words).map_err(wrong)?,
            Some(word) if word.starts_with('c') => (),
            Some("p") if !is_begun && words.next() == Some("inccnf") => is_begun = true,
            Some(_) if !is_begun => return Err(wrong("expected `p inccnf`".to_string())),
            Some("a") => cubes.cubes.push(cube(words).map_err(wrong)?),
            Some(first) => clause(&mut cubes.cnf, &lits(std::iter::once(first).chain(words)).map_err(wrong)?),
        }
    }
    match is_begun {
        false => Err("expected `p inccnf`".to_string()),
        true if cubes.cubes.is_empty() => Err("there is no cube: expected lines `a LITERALS 0`".to_string()),
        true => finished(cubes, bytes.len()),
    }
}

fn clause(cnf: &mut Cnf, lits: &[Lit]) {
    let highest = lits.iter().map(|lit| lit.var()).max().unwrap_or(0);
    if highest > cnf.n_vars() {
        cnf.reserve_vars(highest);
    }
    cnf.clause(lits);
}

fn comment<'a>(cubes: &mut Cubes, line: &str, mut words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    match words.next() {
        Some("quandary") => {
            let text = line.split_once("quandary").map_or("", |(_, rest)| rest);
            cubes.context = Some(serde_json::from_str(text).map_err(|e| format!("after `c quandary`: {e}"))?);
        }
        Some("cover") => {
            let numbers = words.take_while(|word| *word != "0").map(str::parse);
            let numbers: Result<Vec<usize>, _> = numbers.collect();
            cubes.needed.extend(numbers.map_err(|_| "expected numbers of clauses after `c cover`".to_string())?);
        }
        Some(_) | None => (),
    }
    Ok(())
}

fn finished(mut cubes: Cubes, n_bytes: usize) -> Result<Cubes, String> {
    let n_clauses = cubes.cnf.n_clauses();
    if let Some(number) = cubes.needed.iter().find(|number| !(1..=n_clauses).contains(*number)) {
        return Err(format!("`c cover` names the clause {number}; there are {n_clauses}"));
    }
    let of_cubes = cubes.cubes.iter().flatten().map(|lit| lit.var()).max().unwrap_or(0);
    let highest = of_cubes.max(cubes.cnf.n_vars());
    // Whoever works with the formula keeps something for each variable.
    if highest as usize / SPARSE > n_bytes {
        return Err(format!("variable {highest} in a file of {n_bytes} bytes: is a number damaged?"));
    }
    if highest > cubes.cnf.n_vars() {
        cubes.cnf.reserve_vars(highest);
    }
    Ok(cubes)
}

/// A cube: no literal twice, none with its opposite.
fn cube<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Lit>, String> {
    let mut cube = lits(words)?;
    if cube.iter().any(|lit| cube.contains(&!*lit)) {
        return Err("a cube has a literal and its opposite".to_string());
    }
    let all = std::mem::take(&mut cube);
    all.into_iter().for_each(|lit| {
        if !cube.contains(&lit) {
            cube.push(lit)
        }
    });
    Ok(cube)
}

fn lits<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Lit>, String> {
    let mut lits = Vec::new();
    let mut words = words;
    for word in &mut words {
        match word.parse::<i32>() {
            Ok(0) => {
                return words
                    .next()
                    .map_or(Ok(lits), |more| Err(format!("expected the end of the line, found `{more}`")));
            }
            Ok(number) if number != i32::MIN => lits.push(Lit::new(number)),
            Ok(_) | Err(_) => return Err(format!("expected a literal, found `{word}`")),
        }
    }
    Err("the line ends without a 0".to_string())
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn what_is_written_is_read() {
        let text = "p inccnf\nc quandary {\"title\":\"x\"}\nc cover 2 0\n1 -2 0\n2 0\na 1 0\na -1 2 0\n";
        let cubes = read(text.as_bytes()).expect("it is right");
        assert_eq!((cubes.cnf.n_clauses(), cubes.cubes.len(), cubes.needed.as_slice()), (2, 2, &[2][..]));
        assert_eq!(cubes.cnf.n_vars(), 2);
        let mut again = Vec::new();
        write(&cubes, &mut again).expect("into memory");
        assert_eq!(String::from_utf8_lossy(&again), text);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| read(text.as_bytes()).expect_err(text);
        assert_eq!(wrong(""), "expected `p inccnf`");
        assert_eq!(wrong("p cnf 1 1\n1 0\n"), "line 1: expected `p inccnf`");
        assert_eq!(wrong("p inccnf\n1 0\n"), "there is no cube: expected lines `a LITERALS 0`");
        assert_eq!(wrong("p inccnf\n1 x 0\n"), "line 2: expected a literal, found `x`");
        assert_eq!(wrong("p inccnf\na 1\n"), "line 2: the line ends without a 0");
        assert_eq!(wrong("p inccnf\na 1 -1 0\n"), "line 2: a cube has a literal and its opposite");
        assert_eq!(wrong("p inccnf\na 1 0 2\n"), "line 2: expected the end of the line, found `2`");
        assert_eq!(wrong("p inccnf\na 9999 0\n"), "variable 9999 in a file of 18 bytes: is a number damaged?");
        assert_eq!(wrong("p inccnf\nc cover 2 0\n1 0\na 1 0\n"), "`c cover` names the clause 2; there are 1");
    }
}
