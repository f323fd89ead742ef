//! Proofs over inequalities: the part of VeriPB's format 3.0 that our proofs are written in.
//!
//! | line | what follows |
//! |---|---|
//! | `f N ;` | there are N inequalities so far |
//! | `pol ... ;` | what cutting planes make of earlier ones: sums, multiples, division, saturation, weakening, by a stack |
//! | `rup C ;` | C, since unit propagation refutes its opposite |
//! | `red C : x -> v ;` | C, since making x so satisfies C and spoils nothing else |
//! | `core id N ... ;`, `core range N M ;` | nothing; these are part of what the proof leaves in the end |
//! | `del id N ... ;`, `del range N M ;` | nothing; these are forgotten (of a range all but the last number) |
//! | `output NONE ;`, `output DERIVABLE FILE ;` | every solution of the problem can be completed to one of the other file, line by line |
//! | `conclusion NONE ;`, `conclusion UNSAT : N ;` | inequality N has no solution, so the problem has none |
//!
//! Inequalities are numbered from 1, those of the problem first; -1 is the last one. Every line ends with `;` and stands alone;
//! there are no comments.
//! Memory is in proportion to what was read, but for multiples, which 128 bits bound.

use super::formula::Formula;
use super::inequality::{Inequality, Lit, Names, integer, is_name, problem, shown, split};
use super::slack::Store;
use super::text::Rejected;
use std::collections::HashSet;
use std::io::BufRead;

/// What a proof has shown of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Every solution of it can be completed to one of the other file.
    pub derives: bool,
    /// It has no solution.
    pub refutes: bool,
    /// How many terms were looked at.
    pub work: u64,
}

/// Checks a proof about a problem in OPB form; what it leaves in the end is the other file, if it says so. More than so much work
/// is refused.
pub fn check(opb: &[u8], mut proof: impl BufRead, left: Option<&[u8]>, most_work: u64) -> Result<Shown, Rejected> {
    let mut checker = Checker { left, ..Checker::default() };
    let named = |what: &str, why: Rejected| Rejected::new(0, format!("{what}: {why}"));
    for inequality in problem(opb, &mut checker.names).map_err(|why| named("the problem", why))? {
        checker.store.add(inequality, true);
    }
    let mut line = Vec::new();
    for at in 1.. {
        line.clear();
        let read = proof.read_until(b'\n', &mut line);
        if read.map_err(|e| Rejected::new(at, format!("the proof cannot be read: {e}")))? == 0 {
            break;
        }
        checker.line(&line).map_err(|why| Rejected::new(at, why))?;
        if checker.store.work > most_work {
            return Err(Rejected::too_much_work(at));
        }
    }
    match checker.stage {
        Stage::Ended => Ok(Shown { work: checker.store.work, ..checker.shown }),
        _ => Err(Rejected::new(0, "the proof has no end")),
    }
}

/// Whether inequalities in OPB form are the clauses of a formula, one by one; variable 7 is called `x7`.
pub fn is_same(formula: &Formula, opb: &[u8]) -> Result<(), Rejected> {
    let mut names = Names::default();
    let lines = problem(opb, &mut names)?;
    let mut name = |lit: i32| {
        let sign = if lit < 0 { "~" } else { "" };
        names.literal(format!("{sign}x{}", lit.unsigned_abs()).as_bytes())
    };
    let mut clause = |lits: &[i32]| {
        let mut lits = lits.iter().map(|lit| name(*lit)).collect::<Result<Vec<Lit>, String>>()?;
        lits.sort_unstable();
        lits.dedup();
        Inequality::of(lits.into_iter().map(|lit| (lit, 1)).collect(), 1)
    };
    for (at, lits) in formula.clauses().enumerate() {
        let clause = clause(lits).map_err(|why| Rejected::new(0, why))?;
        if lines.get(at) != Some(&clause) {
            return Err(Rejected::new(0, format!("clause {} of the formula is not there", at + 1)));
        }
    }
    match lines.len() == formula.len() {
        true => Ok(()),
        false => Err(Rejected::new(0, "there is more than the clauses of the formula")),
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Begin,
    Steps,
    Output,
    Conclusion,
    Ended,
}

#[derive(Default)]
struct Checker<'a> {
    names: Names,
    store: Store,
    stage: Stage,
    shown: Shown,
    left: Option<&'a [u8]>,
}

impl Checker<'_> {
    fn line(&mut self, line: &[u8]) -> Result<(), String> {
        if self.stage == Stage::Begin {
            self.stage = Stage::Steps;
            let is_head = line == b"pseudo-Boolean proof version 3.0\n";
            return if is_head { Ok(()) } else { Err("expected `pseudo-Boolean proof version 3.0`".to_string()) };
        }
        let words = split(line)?;
        if words.is_empty() && self.stage != Stage::Ended {
            return Ok(());
        }
        let [rule, rest @ .., b";"] = &words[..] else { return Err("the line ends without ` ;`".to_string()) };
        match (self.stage, *rule) {
            (Stage::Steps, b"f") => self.counted(rest),
            (Stage::Steps, b"pol") => self.cutting_planes(rest),
            (Stage::Steps, b"rup") => self.propagated(rest),
            (Stage::Steps, b"red") => self.redundant(rest),
            (Stage::Steps, b"core") => self.each(rest, Store::mark),
            (Stage::Steps, b"del") => self.each(rest, Store::delete),
            (Stage::Steps, b"output") => self.output(rest),
            (Stage::Output, b"conclusion") => self.conclusion(rest),
            (Stage::Conclusion, b"end") if rest == [&b"pseudo-Boolean"[..], b"proof"] => {
                self.stage = Stage::Ended;
                Ok(())
            }
            _ => Err(format!("`{}` is not expected here", shown(rule))),
        }
    }

    fn counted(&self, rest: &[&[u8]]) -> Result<(), String> {
        let [number] = rest else { return Err("expected one number".to_string()) };
        match integer::<usize>(number)? == self.store.len() {
            true => Ok(()),
            false => Err(format!("there are {} inequalities", self.store.len())),
        }
    }

    /// The number of an inequality; a negative one counts from the last.
    fn number(&self, word: &[u8]) -> Result<u64, String> {
        let number: i64 = integer(word)?;
        let id = if number < 0 { self.store.next().checked_sub(number.unsigned_abs()) } else { Some(number as u64) };
        id.filter(|id| (1..self.store.next()).contains(id)).ok_or_else(|| format!("there is no inequality {number}"))
    }

    fn earlier(&self, word: &[u8]) -> Result<&Inequality, String> {
        let id = self.number(word)?;
        self.store.get(id).ok_or_else(|| format!("inequality {id} is forgotten"))
    }

    fn keep(&mut self, says: Inequality) -> Result<(), String> {
        self.store.add(says, false);
        Ok(())
    }

    fn propagated(&mut self, rest: &[&[u8]]) -> Result<(), String> {
        let says = Inequality::read(rest, &mut self.names)?;
        if says.degree > 0 && !self.store.refutes(&[says.opposite()?]) {
            return Err("unit propagation does not show it".to_string());
        }
        self.keep(says)
    }

    /// Making a literal true satisfies the new inequality, and each one that becomes weaker by it is satisfied all the same.
    fn redundant(&mut self, rest: &[&[u8]]) -> Result<(), String> {
        let [says @ .., b":", name, b"->", value] = rest else {
            return Err("expected an inequality, `:` and `x -> 0` or `x -> 1`".to_string());
        };
        let says = Inequality::read(says, &mut self.names)?;
        let is_negative = match *value {
            b"0" => 1,
            b"1" => 0,
            _ => return Err("expected 0 or 1".to_string()),
        };
        if !is_name(name) {
            return Err(format!("expected a variable, found `{}`", shown(name)));
        }
        let lit = self.names.literal(name)? ^ is_negative;
        let opposite = says.opposite()?;
        let weaker = self.store.with(lit ^ 1);
        for goal in std::iter::once(&says).chain(&weaker) {
            let goal = goal.under(lit)?;
            let is_met = goal.degree <= 0
                || opposite.implies(&goal)
                || self.store.implies(&goal)
                || self.store.refutes(&[opposite.clone(), goal.opposite()?]);
            if !is_met {
                return Err("with that value something else does not hold any more".to_string());
            }
        }
        self.keep(says)
    }

    /// Numbers and literals go on a stack; `+ * d s w` work on its top.
    fn cutting_planes(&mut self, rest: &[&[u8]]) -> Result<(), String> {
        let mut stack: Vec<Inequality> = Vec::new();
        let mut words = rest.iter().copied().peekable();
        let empty = || "there is nothing on the stack".to_string();
        while let Some(word) = words.next() {
            let next = words.peek().copied();
            let made = match (word, next) {
                (b"+", _) => {
                    let second = stack.pop().ok_or_else(empty)?;
                    stack.pop().ok_or_else(empty)?.plus(&second)?
                }
                (b"s", _) => stack.pop().ok_or_else(empty)?.saturated()?,
                (number, Some(rule @ (b"*" | b"d"))) => {
                    words.next();
                    let number = integer(number).ok().filter(|n: &i128| *n > 0).ok_or("expected a positive number")?;
                    let top = stack.pop().ok_or_else(empty)?;
                    if rule == b"*" { top.times(number)? } else { top.divided(number)? }
                }
                (name, Some(b"w")) => {
                    words.next();
                    let lit = Some(name).filter(|name| is_name(name)).ok_or("expected a variable to weaken by")?;
                    stack.pop().ok_or_else(empty)?.weakened(self.names.literal(lit)?)?
                }
                (name, _) if name.starts_with(b"~") || is_name(name) => Inequality::axiom(self.names.literal(name)?),
                (number, _) => self.earlier(number)?.clone(),
            };
            self.store.work += made.terms.len() as u64;
            stack.push(made);
        }
        match (stack.pop(), stack.pop()) {
            (Some(only), None) => self.keep(only),
            _ => Err("the stack does not end with one inequality".to_string()),
        }
    }

    /// `id` and numbers, or `range` and the first number and the one after the last.
    fn each(&mut self, rest: &[&[u8]], mut act: impl FnMut(&mut Store, u64) -> bool) -> Result<(), String> {
        match rest {
            [b"id", numbers @ ..] if !numbers.is_empty() => {
                for word in numbers {
                    let id = self.number(word)?;
                    if !act(&mut self.store, id) {
                        return Err(format!("inequality {id} is forgotten"));
                    }
                }
                Ok(())
            }
            [b"range", first, behind] => {
                let (first, behind): (u64, u64) = (self.number(first)?, integer(behind)?);
                if behind > self.store.next() {
                    return Err(format!("there is no inequality {}", behind - 1));
                }
                (first..behind).for_each(|id| {
                    act(&mut self.store, id);
                });
                Ok(())
            }
            _ => Err("expected `id` and numbers, or `range` and two".to_string()),
        }
    }

    fn output(&mut self, rest: &[&[u8]]) -> Result<(), String> {
        self.stage = Stage::Output;
        match rest {
            [b"NONE"] => Ok(()),
            [b"DERIVABLE", b"FILE"] => {
                let left = self.left.ok_or("there is no file of what is left")?;
                let wanted = problem(left, &mut self.names).map_err(|why| format!("what is left: {why}"))?;
                let wanted: HashSet<&Inequality> = wanted.iter().collect();
                let core: HashSet<&Inequality> = self.store.core().collect();
                if let Some(missing) = wanted.difference(&core).next() {
                    return Err(format!("an inequality of {} terms was not derived", missing.terms.len()));
                }
                if wanted.len() != core.len() {
                    return Err("more was derived than what is left".to_string());
                }
                self.shown.derives = true;
                Ok(())
            }
            _ => Err("expected `NONE` or `DERIVABLE FILE`".to_string()),
        }
    }

    fn conclusion(&mut self, rest: &[&[u8]]) -> Result<(), String> {
        self.stage = Stage::Conclusion;
        match rest {
            [b"NONE"] => Ok(()),
            [b"UNSAT", b":", number] if self.earlier(number)?.is_contradiction() => {
                self.shown.refutes = true;
                Ok(())
            }
            [b"UNSAT", b":", _] => Err("that inequality has solutions".to_string()),
            _ => Err("expected `NONE` or `UNSAT : N`".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    const LADDER: &str = "pseudo-Boolean proof version 3.0\nf 1 ;\n\
        red 1 ~s1 1 x1 >= 1 : s1 -> 0 ;\nred 1 s1 1 ~x1 >= 1 : s1 -> 1 ;\n\
        red 1 ~s2 1 x1 1 x2 >= 1 : s2 -> 0 ;\nred 2 s2 1 ~x1 1 ~x2 >= 2 : s2 -> 1 ;\n\
        rup 1 ~s1 1 ~x2 >= 1 ;\nrup 1 ~s1 1 s2 >= 1 ;\nrup 1 ~s2 1 ~x3 >= 1 ;\n\
        core id 6 7 8 ;\ndel range 1 2 ;\noutput DERIVABLE FILE ;\nconclusion NONE ;\nend pseudo-Boolean proof ;\n";
    const ONE: &str = "* at most one\n-1 x1 -1 x2 -1 x3 >= -1 ;\n";
    const CLAUSES: &str = "1 ~s1 1 ~x2 >= 1 ;\n1 ~s1 1 s2 >= 1 ;\n1 ~s2 1 ~x3 >= 1 ;\n";

    fn checked(opb: &str, proof: &str, left: &str) -> Result<(bool, bool), String> {
        let shown = check(opb.as_bytes(), proof.as_bytes(), Some(left.as_bytes()), u64::MAX);
        shown.map(|shown| (shown.derives, shown.refutes)).map_err(|why| why.to_string())
    }

    #[test]
    fn a_ladder_is_derived() {
        assert_eq!(checked(ONE, LADDER, CLAUSES), Ok((true, false)));
        let wrong = |from: &str, to: &str| checked(ONE, &LADDER.replacen(from, to, 1), CLAUSES).expect_err(to);
        assert_eq!(wrong("3.0", "2.0"), "line 1: expected `pseudo-Boolean proof version 3.0`");
        assert_eq!(wrong("f 1", "f 2"), "line 2: there are 1 inequalities");
        assert_eq!(wrong("1 ~x2 >= 1", "1 x3 >= 1"), "line 7: unit propagation does not show it");
        assert_eq!(wrong("s2 -> 1", "s2 -> 0"), "line 6: with that value something else does not hold any more");
        assert_eq!(wrong("id 6 7 8", "id 6 7 9"), "line 10: there is no inequality 9");
        assert_eq!(wrong("id 6 7 8", "id 6 7"), "line 12: an inequality of 2 terms was not derived");
        assert_eq!(wrong("del range 1 2 ;\n", ""), "line 11: more was derived than what is left");
        assert_eq!(wrong("end pseudo-Boolean proof ;\n", ""), "the proof has no end");
        assert_eq!(wrong("del range 1 2 ;", "del range 1 2"), "line 11: the line ends without ` ;`");
    }

    #[test]
    fn cutting_planes_refute_pigeons() {
        let pigeons = "1 aa 1 ab >= 1 ;\n1 ba 1 bb >= 1 ;\n1 ca 1 cb >= 1 ;\n-1 aa -1 ba -1 ca >= -1 ;\n-1 ab -1 bb -1 cb >= -1 ;\n";
        let proof = |steps: &str, id: &str| {
            format!(
                "pseudo-Boolean proof version 3.0\nf 5 ;\n{steps}output NONE ;\nconclusion UNSAT : {id} ;\nend pseudo-Boolean proof ;\n"
            )
        };
        assert_eq!(checked(pigeons, &proof("pol 1 2 + 3 + 4 + 5 + ;\n", "-1"), ""), Ok((false, true)));
        assert_eq!(checked(pigeons, &proof("pol 1 2 + 3 + 4 + 5 + 2 * 2 d s ;\n", "6"), ""), Ok((false, true)));
        let wrong = |steps: &str, id: &str| checked(pigeons, &proof(steps, id), "").expect_err(steps);
        assert_eq!(wrong("pol 1 2 + 3 + 4 + ;\n", "-1"), "line 5: that inequality has solutions");
        assert_eq!(wrong("rup >= 1 ;\n", "-1"), "line 3: unit propagation does not show it");
        assert_eq!(wrong("pol 1 + ;\n", "-1"), "line 3: there is nothing on the stack");
        assert_eq!(wrong("pol 1 2 ;\n", "-1"), "line 3: the stack does not end with one inequality");
        assert_eq!(wrong("pol 1 0 d ;\n", "-1"), "line 3: expected a positive number");
        assert_eq!(
            wrong("pol 1 99999999999999999999999999999999999999 * 9 * ;\n", "1"),
            "line 3: a number leaves 128 bits"
        );
        assert_eq!(wrong("pol 1 aa w ab w ~zz + s ;\ndel id 1 ;\npol 1 ;\n", "1"), "line 5: inequality 1 is forgotten");
        assert_eq!(wrong("load_order ;\n", "1"), "line 3: `load_order` is not expected here");
    }

    #[test]
    fn what_was_forgotten_forces_nothing() {
        let opb = "1 x1 >= 1 ;\n1 ~x1 1 x2 >= 1 ;\n";
        let proof = |steps: &str| {
            format!(
                "pseudo-Boolean proof version 3.0\n{steps}output NONE ;\nconclusion NONE ;\nend pseudo-Boolean proof ;\n"
            )
        };
        assert_eq!(
            checked(opb, &proof("rup 1 x2 >= 1 ;\ndel id 1 3 ;\nrup 1 ~x1 1 x2 >= 1 ;\n"), ""),
            Ok((false, false))
        );
        let why = checked(opb, &proof("rup 1 x2 >= 1 ;\ndel id 1 3 ;\nrup 1 x2 >= 1 ;\n"), "").expect_err("it is gone");
        assert_eq!(why, "line 4: unit propagation does not show it");
    }
}
