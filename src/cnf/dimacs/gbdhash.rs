//! The number by which the field's database of formulas knows a formula: the MD5 of its clauses.
//!
//! All tokens of the clauses, each closing 0 included, are joined by single blanks; header and comments do not count. Equal
//! clauses in equal order have the same number, however the file is laid out. Iser and Sinz, A Problem Meta-Data Library, 2018.

use crate::cnf::Cnf;
use md5::{Digest, Md5};
use std::fmt::Write;

/// The number of a formula, in hexadecimal.
pub fn gbdhash(cnf: &Cnf) -> String {
    let mut hash = Md5::new();
    let mut text = String::new();
    for (at, clause) in cnf.clauses().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        for lit in clause {
            let _ = write!(text, "{} ", lit.dimacs());
        }
        text.push('0');
        if text.len() > 1 << 16 {
            hash.update(text.as_bytes());
            text.clear();
        }
    }
    hash.update(text.as_bytes());
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::gbdhash;
    use crate::cnf::dimacs::read;

    #[test]
    fn only_clauses_count() {
        let hash = |text: &str| gbdhash(&read(text.as_bytes()).expect("a formula").0);
        assert_eq!(hash("p cnf 2 2\n1 -2 0\n2 0\n"), hash("c x\np cnf 9 2\n1  -2\n0 2 0\n"));
        assert_ne!(hash("p cnf 2 2\n1 -2 0\n2 0\n"), hash("p cnf 2 2\n2 0\n1 -2 0\n"));
        // The MD5 of `1 -2 0 2 0`.
        assert_eq!(hash("p cnf 2 2\n1 -2 0\n2 0\n"), "177c0b03f0c47b5f973797b2f46c901d");
    }
}
