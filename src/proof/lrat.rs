//! LRAT: every clause of the proof comes with the clauses it follows from, in the order in which they become unit.
//!
//! A step `ID LITERALS 0 HINTS 0` says: suppose that all literals are false; then each hinted clause has one literal left,
//! which must be true, and the last one has none. So the clause follows, and is a clause from then on. `ID d IDS 0` forgets
//! clauses. The formula's clauses have the numbers 1, 2, 3 and so on. A proof that reaches the clause without literals shows
//! that the formula has no solution. Steps by resolution on a literal (negative hints) are refused: none of our proofs needs them.
//!
//! A step costs as much as it has literals and its hinted clauses have; memory is in proportion to what was read.

use super::formula::Formula;
use super::text::{Rejected, literal, number, words};
use std::collections::{HashMap, HashSet};
use std::io::BufRead;

/// The clauses that hold, by number.
#[derive(Default)]
pub struct Checker {
    /// The literals of all clauses, one after the other.
    lits: Vec<i32>,
    /// How many of them belong to clauses that were forgotten.
    n_gone: usize,
    /// Where the clauses with small numbers are; [`GONE`] for those that are not there.
    near: Vec<Place>,
    /// Where the others are.
    far: HashMap<u64, Place>,
    /// How many clauses and literals there ever were.
    n_clauses: u64,
    n_lits: u64,
    highest: u64,
    is_refuted: bool,
    truth: Truth,
}

/// Where the literals of a clause are.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    start: usize,
    end: usize,
}

/// No clause is there.
const GONE: Place = Place { start: usize::MAX, end: usize::MAX };

/// Checks that a proof shows a formula to have no solution.
pub fn check(formula: &Formula, mut proof: impl BufRead) -> Result<(), Rejected> {
    let mut checker = Checker::new(formula);
    let (mut line, mut lits, mut hints) = (Vec::new(), Vec::new(), Vec::new());
    for at in 1.. {
        line.clear();
        let read = proof.read_until(b'\n', &mut line);
        let n_bytes = read.map_err(|e| Rejected::new(at, format!("the proof cannot be read: {e}")))?;
        if n_bytes == 0 || checker.is_refuted {
            break;
        }
        checker.line(&line, &mut lits, &mut hints).map_err(|why| Rejected::new(at, why))?;
    }
    match checker.is_refuted {
        true => Ok(()),
        false => Err(Rejected::new(0, "the proof ends before the clause without literals")),
    }
}

impl Checker {
    /// The clauses of a formula.
    pub fn new(formula: &Formula) -> Checker {
        let mut checker = Checker::default();
        checker.reserve(formula.len(), formula.n_lits());
        for clause in formula.clauses() {
            checker.give(clause);
        }
        checker
    }

    /// Whether the clause without literals is there.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// A clause that holds, if there is one of that number.
    pub fn clause(&self, id: u64) -> Option<&[i32]> {
        let near = usize::try_from(id).ok().and_then(|id| self.near.get(id)).filter(|place| **place != GONE);
        near.or_else(|| self.far.get(&id)).map(|place| &self.lits[place.start..place.end])
    }

    /// Makes room for so many more clauses and literals.
    pub fn reserve(&mut self, n_clauses: usize, n_lits: usize) {
        self.near.reserve(n_clauses + 1);
        self.lits.reserve(n_lits);
    }

    /// Takes a clause for granted: one of the formula's. Its number is the next one.
    pub fn give(&mut self, clause: &[i32]) -> u64 {
        let id = self.highest + 1;
        self.keep(id, clause);
        id
    }

    /// Adds a clause that follows by these hints.
    pub fn derive(&mut self, id: u64, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        if id <= self.highest {
            return Err(format!("the number {id} is not above all before it"));
        }
        self.follows(clause, hints)?;
        self.keep(id, clause);
        Ok(())
    }

    /// Forgets a clause.
    pub fn delete(&mut self, id: u64) -> Result<(), String> {
        let near = usize::try_from(id).ok().and_then(|id| self.near.get_mut(id));
        let near = near.map(|place| std::mem::replace(place, GONE)).filter(|place| *place != GONE);
        let gone = near.or_else(|| self.far.remove(&id)).ok_or_else(|| format!("there is no clause {id} to forget"))?;
        self.n_gone += gone.end - gone.start;
        if self.n_gone > self.lits.len() / 2 {
            self.tidy();
        }
        Ok(())
    }

    /// Whether a clause follows from those that hold.
    fn follows(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        let mut truth = std::mem::take(&mut self.truth);
        truth.forget();
        clause.iter().for_each(|lit| truth.set(-lit));
        // A clause with a literal and its opposite holds anyway.
        let follows =
            if clause.iter().any(|lit| truth.is_true(*lit)) { Ok(()) } else { self.contradict(&mut truth, hints) };
        self.truth = truth;
        follows
    }

    /// Makes the one literal that each hinted clause has left true, up to a clause that has none.
    fn contradict(&self, truth: &mut Truth, hints: &[u64]) -> Result<(), String> {
        for hint in hints {
            let hinted = self.clause(*hint).ok_or_else(|| format!("there is no clause {hint}"))?;
            let mut open = hinted.iter().copied().filter(|lit| !truth.is_true(-lit));
            let Some(lit) = open.next() else { return Ok(()) };
            if open.any(|other| other != lit) {
                return Err(format!("clause {hint} has more than one literal left"));
            }
            if truth.is_true(lit) {
                return Err(format!("clause {hint} is true already"));
            }
            truth.set(lit);
        }
        Err("the hints lead to no contradiction".to_string())
    }

    fn keep(&mut self, id: u64, clause: &[i32]) {
        self.highest = id;
        self.is_refuted |= clause.is_empty();
        self.n_clauses += 1;
        self.n_lits += clause.len() as u64;
        clause.iter().for_each(|lit| self.truth.know(*lit, self.n_lits));
        let start = self.lits.len();
        self.lits.extend_from_slice(clause);
        let place = Place { start, end: self.lits.len() };
        match usize::try_from(id) {
            Ok(near) if is_near(id, self.n_clauses) => {
                if self.near.len() <= near {
                    self.near.resize(near + 1, GONE);
                }
                self.near[near] = place;
            }
            _ => drop(self.far.insert(id, place)),
        }
    }

    /// Leaves out the literals of forgotten clauses.
    fn tidy(&mut self) {
        let mut kept = Vec::with_capacity(self.lits.len() - self.n_gone);
        let near = self.near.iter_mut().filter(|place| **place != GONE);
        for place in near.chain(self.far.values_mut()) {
            let start = kept.len();
            kept.extend_from_slice(&self.lits[place.start..place.end]);
            *place = Place { start, end: kept.len() };
        }
        (self.lits, self.n_gone) = (kept, 0);
    }

    fn line(&mut self, line: &[u8], lits: &mut Vec<i32>, hints: &mut Vec<u64>) -> Result<(), String> {
        let mut rest = words(line).peekable();
        let Some(first) = rest.next().filter(|word| !word.starts_with(b"c")) else { return Ok(()) };
        let id = identifier(number(first)?)?;
        let is_deletion = rest.next_if(|word| *word == b"d").is_some();
        if !is_deletion {
            ended(&mut rest, literal, lits)?;
        }
        ended(&mut rest, identifier, hints)?;
        match (rest.next(), is_deletion) {
            (Some(_), _) => Err("there is something after the last 0".to_string()),
            (None, true) => hints.iter().try_for_each(|gone| self.delete(*gone)),
            (None, false) => self.derive(id, lits, hints),
        }
    }
}

/// Whether a number is small for the amount of what was read: then it may be the index of a list.
fn is_near(number: u64, n_read: u64) -> bool {
    number <= n_read.saturating_mul(4).saturating_add(1000)
}

/// The literals that are true while a step is checked: those that bear its stamp.
#[derive(Default)]
struct Truth {
    stamp: u32,
    /// Of variables with small numbers, twice the number and one more if it is negative.
    near: Vec<u32>,
    /// The true ones of others.
    far: HashSet<i32>,
}

/// Where the stamp of a literal is.
fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl Truth {
    #[inline]
    fn is_true(&self, lit: i32) -> bool {
        match self.near.get(index(lit)) {
            Some(stamp) => *stamp == self.stamp,
            None => self.far.contains(&lit),
        }
    }

    #[inline]
    fn set(&mut self, lit: i32) {
        match self.near.get_mut(index(lit)) {
            Some(stamp) => *stamp = self.stamp,
            None => drop(self.far.insert(lit)),
        }
    }

    /// Before each step: nothing is true.
    fn forget(&mut self) {
        self.far.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.near.fill(0);
            self.stamp = 1;
        }
    }

    /// Between steps: a place for a literal that was read, after so many.
    #[inline]
    fn know(&mut self, lit: i32, n_read: u64) {
        if index(lit) >= self.near.len() && is_near(u64::from(lit.unsigned_abs()), n_read) {
            self.near.resize(2 * lit.unsigned_abs() as usize + 2, 0);
        }
    }
}

/// The numbers up to a 0, each read by `of`.
fn ended<'a, T>(
    words: &mut impl Iterator<Item = &'a [u8]>,
    of: fn(i64) -> Result<T, String>,
    found: &mut Vec<T>,
) -> Result<(), String> {
    found.clear();
    for word in words {
        match number(word)? {
            0 => return Ok(()),
            other => found.push(of(other)?),
        }
    }
    Err("the line ends without a 0".to_string())
}

fn identifier(number: i64) -> Result<u64, String> {
    u64::try_from(number)
        .ok()
        .filter(|id| *id > 0)
        .ok_or_else(|| format!("expected the number of a clause, found {number}"))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::check;

    const ALL: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

    fn checked(formula: &str, proof: &str) -> Result<(), String> {
        check(&read(formula.as_bytes()).expect("a formula"), proof.as_bytes()).map_err(|why| why.to_string())
    }

    #[test]
    fn a_refutation_is_accepted_and_every_spoiled_one_is_not() {
        assert_eq!(checked(ALL, "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), Ok(()));
        assert_eq!(checked("p cnf 1 1\n0\n", ""), Ok(()), "the formula holds the clause without literals");
        let wrong = |proof: &str| checked(ALL, proof).expect_err(proof);
        assert_eq!(wrong(""), "the proof ends before the clause without literals");
        assert_eq!(wrong("5 2 0 1 2 0\n"), "the proof ends before the clause without literals");
        assert_eq!(wrong("5 0 1 2 3 4 0\n"), "line 1: clause 1 has more than one literal left");
        assert_eq!(wrong("5 2 0 1 0\n"), "line 1: the hints lead to no contradiction");
        assert_eq!(wrong("5 2 0 1 7 0\n"), "line 1: there is no clause 7");
        assert_eq!(wrong("4 2 0 1 2 0\n"), "line 1: the number 4 is not above all before it");
        assert_eq!(wrong("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 1 2 0\n"), "line 3: there is no clause 1");
        assert_eq!(wrong("5 d 9 0\n"), "line 1: there is no clause 9 to forget");
        assert_eq!(wrong("5 2 0 -1 2 0\n"), "line 1: expected the number of a clause, found -1");
        assert_eq!(wrong("5 2 0 1 2\n"), "line 1: the line ends without a 0");
        assert_eq!(wrong("5 2 0 1 2 0 3\n"), "line 1: there is something after the last 0");
        assert_eq!(wrong("5 2 0 1 1 0\n"), "line 1: clause 1 is true already");
        assert_eq!(wrong("x\n"), "line 1: expected a number, found `x`");
    }

    #[test]
    fn variables_may_have_large_numbers() {
        let formula = "p cnf 2147483647 2\n2147483647 0\n-2147483647 0\n";
        assert_eq!(checked(formula, "3 0 1 2 0\n"), Ok(()));
        assert!(checked(formula, "3 5 0 1 0\n").is_err());
    }

    #[test]
    fn a_literal_may_stand_twice() {
        assert_eq!(checked("p cnf 1 2\n1 1 0\n-1 -1 -1 0\n", "3 0 1 2 0\n"), Ok(()));
    }

    #[test]
    fn a_clause_with_opposites_holds_but_proves_nothing() {
        assert!(checked(ALL, "5 1 -1 0 0\n6 0 5 0\n").is_err());
    }

    /// No byte that is changed makes the checker accept what does not follow, or fall over.
    #[test]
    fn random_damage_is_seen() {
        let proof = "5 2 0 1 2 0\n6 0 5 3 4 0\n";
        let satisfiable = "p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n";
        let mut state = 12_345_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut bytes = proof.as_bytes().to_vec();
            let at = (state >> 33) as usize % bytes.len();
            bytes[at] = b" 0123456789-d\n"[(state >> 20) as usize % 14];
            let formula = read(satisfiable.as_bytes()).expect("a formula");
            assert!(check(&formula, &bytes[..]).is_err(), "{}", String::from_utf8_lossy(&bytes));
        }
    }
}
