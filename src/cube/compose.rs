//! One proof of many: the proof of every cube made one of the formula alone, and the cover on top.
//!
//! A lemma `C` of a cube follows from the formula together with the cube, so `C` or the denied cube follows from the formula. With all
//! literals of the cube supposed, the steps are the same but for those that only said what the cube says; so each step is
//! walked through again, and what is true already is left out. In the end there is the denied cube itself. Lemmas of one cube are
//! forgotten after it; clauses of the formula never, since the next cube may need them. Only derivations by propagation occur, so
//! weakening is sound.

use crate::cnf::{Cnf, Lit};
use rustc_hash::FxHashMap;
use std::io::{BufRead, Write};

/// A proof that is put together.
pub struct Composer<'a> {
    lits: Vec<i32>,
    ends: Vec<usize>,
    out: &'a mut dyn Write,
    /// The number of the last step.
    last: u64,
    n_steps: u64,
    values: Vec<i8>,
    trail: Vec<usize>,
}

/// A lemma of the cube at hand: its number in the composed proof, none if it holds anyway, and its literals.
type Lemma = (Option<u64>, Box<[i32]>);

/// A line of a proof.
enum Line {
    Lemma(u64, Vec<i32>, Vec<u64>),
    Forget(Vec<u64>),
}

impl<'a> Composer<'a> {
    /// A proof of a formula, to be written as it grows.
    pub fn new(cnf: &Cnf, out: &'a mut dyn Write) -> Composer<'a> {
        let (mut lits, mut ends) = (Vec::with_capacity(cnf.n_lits()), Vec::with_capacity(cnf.n_clauses()));
        for clause in cnf.clauses() {
            lits.extend(clause.iter().map(|lit| lit.dimacs()));
            ends.push(lits.len());
        }
        let last = ends.len() as u64;
        Composer { lits, ends, out, last, n_steps: 0, values: vec![0; cnf.n_vars() as usize + 1], trail: Vec::new() }
    }

    /// How many lemmas were written.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// Takes in the proof that a cube is impossible; the number of the denied cube in the composed proof.
    pub fn cube(&mut self, cube: &[Lit], proof: impl BufRead) -> Result<u64, String> {
        let cube: Vec<i32> = cube.iter().map(|lit| lit.dimacs()).collect();
        let mut lemmas: FxHashMap<u64, Lemma> = FxHashMap::default();
        for (at, line) in proof.split(b'\n').enumerate() {
            let line = line.map_err(|e| format!("the proof cannot be read: {e}"))?;
            let wrong = |why: String| format!("line {}: {why}", at + 1);
            match parsed(&line).map_err(wrong)? {
                None => (),
                Some(Line::Forget(ids)) => self.forget(&mut lemmas, &ids)?,
                Some(Line::Lemma(id, clause, hints)) => {
                    let number = self.lemma(&cube, &lemmas, &clause, &hints).map_err(wrong)?;
                    if clause.is_empty() {
                        let ids: Vec<u64> = lemmas.keys().copied().collect();
                        self.forget(&mut lemmas, &ids)?;
                        return number.ok_or_else(|| wrong("a cube contradicts itself".to_string()));
                    }
                    lemmas.insert(id, (number, clause.into()));
                }
            }
        }
        Err("the proof ends before the clause without literals".to_string())
    }

    /// A lemma, weakened by the cube. None if it holds anyway.
    fn lemma(
        &mut self,
        cube: &[i32],
        lemmas: &FxHashMap<u64, Lemma>,
        clause: &[i32],
        hints: &[u64],
    ) -> Result<Option<u64>, String> {
        let supposed = cube.iter().copied().chain(clause.iter().map(|lit| -lit));
        let is_sound = supposed.into_iter().all(|lit| self.suppose(lit));
        let needed = if is_sound { self.walked(cube.len() as u64, lemmas, hints) } else { Ok(Vec::new()) };
        self.trail.drain(..).for_each(|var| self.values[var] = 0);
        let needed = needed?;
        if !is_sound {
            return Ok(None);
        }
        let mut weak = clause.to_vec();
        for lit in cube.iter().map(|lit| -lit) {
            if !weak.contains(&lit) {
                weak.push(lit);
            }
        }
        self.step(&weak, &needed).map(Some)
    }

    /// The hints that still say something, up to the contradiction.
    fn walked(&mut self, n_units: u64, lemmas: &FxHashMap<u64, Lemma>, hints: &[u64]) -> Result<Vec<u64>, String> {
        let n = self.ends.len() as u64;
        let mut needed = Vec::new();
        for hint in hints.iter().copied().filter(|hint| !(n + 1..=n + n_units).contains(hint)) {
            let (number, open) = match hint <= n && hint > 0 {
                true => (hint, self.open(self.given(hint))),
                false => match lemmas.get(&hint).ok_or_else(|| format!("there is no clause {hint}"))? {
                    (Some(number), lits) => (*number, self.open(lits)),
                    (None, _) => continue,
                },
            };
            match open {
                Open::Holds => (),
                Open::None => {
                    needed.push(number);
                    return Ok(needed);
                }
                Open::One(lit) => {
                    needed.push(number);
                    self.suppose(lit);
                }
                Open::Several => return Err(format!("clause {hint} has more than one literal left")),
            }
        }
        Err("the hints lead to no contradiction".to_string())
    }

    /// Closes the proof of a formula in which the clause without literals stands, under this number.
    pub fn close_at_once(&mut self, number: u64) -> Result<(), String> {
        self.step(&[], &[number])?;
        self.out.flush().map_err(|e| e.to_string())
    }

    /// Closes the proof by that of the cover, whose clauses have these numbers in the composed proof.
    pub fn close(&mut self, numbers: &[u64], proof: impl BufRead) -> Result<(), String> {
        let mut known: FxHashMap<u64, u64> = (1..).zip(numbers.iter().copied()).collect();
        for (at, line) in proof.split(b'\n').enumerate() {
            let line = line.map_err(|e| format!("the proof of cover cannot be read: {e}"))?;
            // What could be forgotten is little.
            let Some(Line::Lemma(id, clause, hints)) =
                parsed(&line).map_err(|why| format!("line {}: {why}", at + 1))?
            else {
                continue;
            };
            let hints: Option<Vec<u64>> = hints.iter().map(|hint| known.get(hint).copied()).collect();
            let number = self.step(&clause, &hints.ok_or("the proof of cover names a clause that is not there")?)?;
            known.insert(id, number);
        }
        self.out.flush().map_err(|e| e.to_string())
    }

    fn step(&mut self, clause: &[i32], hints: &[u64]) -> Result<u64, String> {
        self.last += 1;
        self.n_steps += 1;
        let mut line = self.last.to_string().into_bytes();
        let written = clause.iter().try_for_each(|lit| write!(line, " {lit}"));
        let written = written.and_then(|()| write!(line, " 0"));
        let written = written.and_then(|()| hints.iter().try_for_each(|hint| write!(line, " {hint}")));
        let written = written.and_then(|()| writeln!(line, " 0")).and_then(|()| self.out.write_all(&line));
        written.map(|()| self.last).map_err(|e| format!("the proof cannot be written: {e}"))
    }

    fn forget(&mut self, lemmas: &mut FxHashMap<u64, Lemma>, ids: &[u64]) -> Result<(), String> {
        let mut gone: Vec<u64> = ids.iter().filter_map(|id| lemmas.remove(id)?.0).collect();
        if gone.is_empty() {
            return Ok(());
        }
        gone.sort_unstable();
        let mut line = format!("{} d", self.last).into_bytes();
        let written = gone.iter().try_for_each(|id| write!(line, " {id}")).and_then(|()| writeln!(line, " 0"));
        written.and_then(|()| self.out.write_all(&line)).map_err(|e| format!("the proof cannot be written: {e}"))
    }

    /// Supposes a literal; false if its opposite is supposed.
    fn suppose(&mut self, lit: i32) -> bool {
        let var = lit.unsigned_abs() as usize;
        if self.values.len() <= var {
            self.values.resize(var + 1, 0);
        }
        let value = if lit > 0 { 1 } else { -1 };
        match self.values[var] {
            0 => {
                self.values[var] = value;
                self.trail.push(var);
                true
            }
            there => there == value,
        }
    }

    fn given(&self, id: u64) -> &[i32] {
        let at = id as usize - 1;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.lits[start..self.ends[at]]
    }

    fn open(&self, clause: &[i32]) -> Open {
        let mut found = Open::None;
        for lit in clause {
            let value = self.values.get(lit.unsigned_abs() as usize).copied().unwrap_or(0);
            match (value, &found) {
                (0, Open::None) => found = Open::One(*lit),
                (0, Open::One(other)) if other != lit => found = Open::Several,
                (0, _) => (),
                (value, _) if (value > 0) == (*lit > 0) => return Open::Holds,
                _ => (),
            }
        }
        found
    }
}

/// What is open of a clause.
enum Open {
    Holds,
    None,
    One(i32),
    Several,
}

fn parsed(line: &[u8]) -> Result<Option<Line>, String> {
    let text = std::str::from_utf8(line).map_err(|_| "this is no text".to_string())?;
    let mut words = text.split_ascii_whitespace();
    let Some(first) = words.next().filter(|word| !word.starts_with('c')) else { return Ok(None) };
    let number = |word: &str| word.parse::<i64>().map_err(|_| format!("expected a number, found `{word}`"));
    let id = number(first)?;
    let rest: Vec<&str> = words.collect();
    let above =
        |number: i64| u64::try_from(number).map_err(|_| format!("expected the number of a clause, found {number}"));
    if rest.first() == Some(&"d") {
        let ids = rest[1..].iter().map(|word| number(word)).filter(|id| *id != Ok(0));
        return ids.map(|id| above(id?)).collect::<Result<Vec<u64>, String>>().map(|ids| Some(Line::Forget(ids)));
    }
    let numbers: Vec<i64> = rest.into_iter().map(number).collect::<Result<_, _>>()?;
    let mut parts = numbers.split(|number| *number == 0);
    let (Some(lits), Some(hints)) = (parts.next(), parts.next()) else { return Err("expected two lists".to_string()) };
    let literal = |lit: &i64| i32::try_from(*lit).map_err(|_| format!("expected a literal, found {lit}"));
    let lits: Vec<i32> = lits.iter().map(literal).collect::<Result<_, _>>()?;
    let hints: Vec<u64> = hints.iter().map(|hint| above(*hint)).collect::<Result<_, _>>()?;
    Ok(Some(Line::Lemma(above(id)?, lits, hints)))
}
