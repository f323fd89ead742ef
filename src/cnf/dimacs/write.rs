//! A formula as text: header, names, clauses.
//!
//! The header comes first, since comments before it can set options in some solvers. The same formula gives the same
//! bytes. Numbers are printed by hand into a buffer.

use crate::cnf::{Cnf, Lit, Names};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The buffer is handed on when it is longer than this.
const CHUNK: usize = 1 << 16;

/// Writes a formula with its names.
pub fn write(cnf: &Cnf, names: &Names, out: &mut dyn Write) -> io::Result<()> {
    write_projected(cnf, names, &[], out)
}

/// The same; valuations that agree on the literals shown are one to those who count. Without any, all are shown.
pub fn write_projected(cnf: &Cnf, names: &Names, shown: &[Lit], out: &mut dyn Write) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(2 * CHUNK);
    write_head((cnf.n_vars(), cnf.n_clauses() as u64), names, shown, &mut buffer, out)?;
    write_clauses(cnf, "", &mut buffer, out)?;
    hand_on(&mut buffer, out, 0)
}

/// Writes what comes before the clauses: how many variables and clauses there are, names, and the literals shown.
pub(super) fn write_head(
    (n_vars, n_clauses): (u32, u64),
    names: &Names,
    shown: &[Lit],
    buffer: &mut Vec<u8>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(buffer, "p cnf {n_vars} {n_clauses}")?;
    write_names(n_vars, names, buffer, out)?;
    if !shown.is_empty() {
        let vars: BTreeSet<u32> = shown.iter().map(|lit| lit.var()).collect();
        buffer.extend_from_slice(b"c p show ");
        vars.iter().try_for_each(|var| write!(buffer, "{var} "))?;
        buffer.extend_from_slice(b"0\n");
    }
    Ok(())
}

/// Writes a line for each name.
pub(in crate::cnf) fn write_names(
    n_vars: u32,
    names: &Names,
    buffer: &mut Vec<u8>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (var, name) in names.iter().filter(|(var, _)| *var <= n_vars) {
        writeln!(buffer, "c varname {var} {name}")?;
        hand_on(buffer, out, CHUNK)?;
    }
    Ok(())
}

/// Writes a line for each clause, with this word before it.
pub(in crate::cnf) fn write_clauses(
    cnf: &Cnf,
    word: &str,
    buffer: &mut Vec<u8>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for clause in cnf.clauses() {
        buffer.extend_from_slice(word.as_bytes());
        push_lits(buffer, clause.iter().copied());
        hand_on(buffer, out, CHUNK)?;
    }
    Ok(())
}

/// Writes literals and what closes them.
pub(in crate::cnf) fn push_lits(buffer: &mut Vec<u8>, lits: impl Iterator<Item = Lit>) {
    lits.for_each(|lit| push_number(buffer, lit.dimacs()));
    buffer.extend_from_slice(b"0\n");
}

/// The SHA-256 of bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::digest(bytes).as_slice())
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(hex, "{byte:02x}").expect("a string takes all that is written");
    }
    hex
}

pub(in crate::cnf) fn hand_on(buffer: &mut Vec<u8>, out: &mut dyn Write, limit: usize) -> io::Result<()> {
    if buffer.len() > limit {
        out.write_all(buffer)?;
        buffer.clear();
    }
    Ok(())
}

/// Writes a number and a blank: digits in pairs from the end, where they stay. What is longest is made room for, so that no
/// copy has a length that is known only then.
fn push_number(buffer: &mut Vec<u8>, number: i32) {
    const PAIRS: &[u8; 200] = &pairs();
    const LONGEST: usize = "-2147483648 ".len();
    let (start, mut rest) = (buffer.len(), number.unsigned_abs());
    buffer.extend_from_slice(&[b' '; LONGEST]);
    let text: &mut [u8; LONGEST] = buffer.last_chunk_mut().expect("there is room");
    let first = usize::from(number < 0);
    let end = first + rest.checked_ilog10().unwrap_or(0) as usize + 1;
    // A positive number overwrites it.
    text[0] = b'-';
    let mut at = end;
    while rest >= 10 {
        let pair = 2 * (rest % 100) as usize;
        rest /= 100;
        at -= 2;
        text[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    // A number of two, four... digits has none left, and 0 has its one digit.
    if at > first {
        text[first] = b'0' + rest as u8;
    }
    buffer.truncate(start + end + 1);
}

/// The digits of 0 to 99, two each.
const fn pairs() -> [u8; 200] {
    let mut pairs = [b'0'; 200];
    let mut n = 0;
    while n < 100 {
        pairs[2 * n] += (n / 10) as u8;
        pairs[2 * n + 1] += (n % 10) as u8;
        n += 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::{sha256, write};
    use crate::cnf::{ClauseSink, Cnf, Lit, Names};

    #[test]
    fn header_names_clauses() {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(i32::MAX as u32);
        cnf.clause(&[Lit::new(1), Lit::new(-20), Lit::new(i32::MAX), Lit::new(-i32::MAX)]);
        cnf.clause(&[]);
        let mut names = Names::new();
        names.insert(Lit::new(20), " q[1]\n=2 ");
        let mut out = Vec::new();
        write(&cnf, &names, &mut out).expect("writing to memory");
        let expected = "p cnf 2147483647 2\nc varname 20 q[1]_=2\n1 -20 2147483647 -2147483647 0\n0\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn numbers_are_what_the_library_prints() {
        let ends = (0..31).flat_map(|bit| [(1 << bit) - 1, 1 << bit]);
        let tens = (0..10).flat_map(|power| [10i32.pow(power) - 1, 10i32.pow(power), 10i32.pow(power) + 1]);
        for number in ends.chain(tens).chain(0..1100).chain([i32::MAX]).flat_map(|n| [n, -n]) {
            let mut buffer = Vec::new();
            super::push_number(&mut buffer, number);
            assert_eq!(String::from_utf8_lossy(&buffer), format!("{number} "));
        }
    }

    #[test]
    fn the_digest_is_the_usual_one() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
