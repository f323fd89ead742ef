//! The lines of a VeriPB proof, version 3.0, as they are written: each gets the next number.

use super::inequality::Inequality;
use super::statement::Stated;
use super::vocabulary::Vocabulary;
use crate::cnf::Lit;
use std::fmt::Write;
use std::sync::Arc;

/// A line that may be used: its number, and what it says with and without the conditions it stands under.
#[derive(Clone, Debug)]
pub struct Line {
    /// The number; 0 if it says nothing and was not written.
    pub id: u64,
    /// What it says.
    pub says: Arc<Stated>,
}

/// A proof on its way.
pub struct Log {
    text: String,
    next: u64,
}

impl Log {
    /// A proof that starts from so many lines.
    pub fn new(n_lines: usize) -> Log {
        Log { text: format!("pseudo-Boolean proof version 3.0\nf {n_lines} ;\n"), next: n_lines as u64 + 1 }
    }

    /// How many bytes were written.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// By unit propagation.
    pub fn rup(&mut self, says: &Inequality, words: &Vocabulary) -> u64 {
        let _ = writeln!(self.text, "rup {} ;", says.text(&|var| words.shown(var)));
        self.number()
    }

    /// By making a literal true that nothing else speaks of, or only in a way that allows it.
    pub fn red(&mut self, says: &Inequality, by: Lit, words: &Vocabulary) -> u64 {
        let value = u8::from(by.is_positive());
        let (text, var) = (says.text(&|var| words.shown(var)), words.shown(by.var()));
        let _ = writeln!(self.text, "red {text} : {var} -> {value} ;");
        self.number()
    }

    /// The sum of multiples of lines, divided and rounded up; `None` if nothing is left to write.
    pub fn sum(&mut self, parts: &[(i128, &Line)], divisor: i128) -> Line {
        let (mut whole, mut bare) = (Inequality::default(), Inequality::default());
        let mut steps = String::new();
        for (factor, line) in parts {
            whole.add(*factor, &line.says.whole);
            bare.add(*factor, &line.says.bare);
            if line.id != 0 {
                let first = steps.is_empty();
                let _ = write!(steps, " {}", line.id);
                if *factor != 1 {
                    let _ = write!(steps, " {factor} *");
                }
                steps.push_str(if first { "" } else { " +" });
            }
        }
        if steps.is_empty() {
            return Line { id: 0, says: Arc::new(Stated { whole, bare }) };
        }
        if divisor != 1 {
            (whole, bare) = (whole.divided(divisor), bare.divided(divisor));
            let _ = write!(steps, " {divisor} d");
        }
        let says = Arc::new(Stated { whole, bare });
        if steps.trim_start().parse::<u64>().is_ok() {
            let id = steps.trim_start().parse().unwrap_or(0);
            return Line { id, says };
        }
        let _ = writeln!(self.text, "pol{steps} ;");
        let id = self.number();
        Line { id, says }
    }

    /// That literals are not negative.
    pub fn axioms(&mut self, lits: &[Lit], words: &Vocabulary) -> Line {
        let whole = Inequality::at_least(lits.iter().map(|lit| (1, *lit)), 0);
        let shown = |lit: &Lit| format!("{}{}", if lit.is_positive() { "" } else { "~" }, words.shown(lit.var()));
        let id = match lits {
            [] => 0,
            [first, rest @ ..] => {
                let rest: String = rest.iter().map(|lit| format!(" {} +", shown(lit))).collect();
                let _ = writeln!(self.text, "pol {}{rest} ;", shown(first));
                self.number()
            }
        };
        Line { id, says: Arc::new(Stated { bare: whole.clone(), whole }) }
    }

    /// Lines that are not needed any more.
    pub fn delete(&mut self, ids: &[u64]) {
        for ids in ids.chunks(1000) {
            let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
            let _ = writeln!(self.text, "del id {} ;", ids.join(" "));
        }
    }

    /// Ends a refutation: the last line is a contradiction.
    pub fn refuted(mut self) -> String {
        let last = self.next - 1;
        let _ = write!(self.text, "output NONE ;\nconclusion UNSAT : {last} ;\nend pseudo-Boolean proof ;\n");
        self.text
    }

    /// Ends a derivation: what is left is these lines and nothing else.
    pub fn output(mut self, kept: &[u64], n_stated: usize) -> String {
        for ids in kept.chunks(1000) {
            let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
            let _ = writeln!(self.text, "core id {} ;", ids.join(" "));
        }
        if n_stated > 0 {
            let _ = writeln!(self.text, "del range 1 {} ;", n_stated + 1);
        }
        self.text.push_str("output DERIVABLE FILE ;\nconclusion NONE ;\nend pseudo-Boolean proof ;\n");
        self.text
    }
}
