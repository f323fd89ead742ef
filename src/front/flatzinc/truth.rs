//! The truth of a constraint as a Boolean of FlatZinc, from the standard's constraints alone.
//!
//! What is fresh is a function of the model's variables, so no solution comes twice.

use super::word::{Word, integer, integers};
use super::write::{Unwritable, Writer, Written};
use crate::model::{Assignment, Constraint, Op, Operand, Var};

/// The most combinations of values that are looked at one by one.
const MANY: u64 = 20_000;

impl Writer<'_> {
    /// The Boolean that is true exactly when the constraint holds.
    pub fn truth_of(&mut self, constraint: &Constraint) -> Written<Word> {
        match constraint {
            Constraint::Clause(atoms) => {
                let truths = self.truths(atoms);
                Ok(self.any(&truths))
            }
            Constraint::Count { .. } | Constraint::Linear { .. } => Ok(self.truth_of_sum(constraint)),
            Constraint::AllDifferent(vars) => Ok(self.truth_of_difference(vars)),
            Constraint::Table { vars, rows } => Ok(self.truth_of_table(vars, rows)),
            Constraint::Element { array, first, index, result } => {
                Ok(self.truth_of_element(array, *first, *index, *result))
            }
            Constraint::Operation { op: op @ (Op::Times | Op::Divide | Op::Modulo), x, y, z } => {
                Ok(self.truth_of_operation(*op, [*x, *y, *z]))
            }
            Constraint::Operation { op: Op::Power, .. } | Constraint::User(_) | Constraint::Global(_) => {
                self.tabled(constraint)
            }
            Constraint::Absolute { x, z } => Ok(self.truth_of_absolute(*x, *z)),
            Constraint::Minimum { of, result } => Ok(self.truth_of_extremum("array_int_minimum", of, *result)),
            Constraint::Maximum { of, result } => Ok(self.truth_of_extremum("array_int_maximum", of, *result)),
            Constraint::Implies { when, then } => {
                let sides = [self.truth(!*when), self.truth_of(then)?];
                Ok(self.any(&sides))
            }
            Constraint::Iff { when, then } => {
                let (when, then, truth) = (self.truth(*when), self.truth_of(then)?, self.fresh_bool());
                self.say("bool_eq_reif", &[&when, &then, &truth]);
                Ok(truth)
            }
        }
    }

    fn any(&mut self, truths: &[Word]) -> Word {
        self.together("array_bool_or", truths, false)
    }

    fn all(&mut self, truths: &[Word]) -> Word {
        self.together("array_bool_and", truths, true)
    }

    fn together(&mut self, name: &str, truths: &[Word], of_none: bool) -> Word {
        match truths {
            [] => Word::Truth(of_none),
            [one] => *one,
            several => {
                let truth = self.fresh_bool();
                self.say(name, &[&several.to_vec(), &truth]);
                truth
            }
        }
    }

    fn equal(&mut self, left: Word, right: Word) -> Word {
        let truth = self.fresh_bool();
        self.say("int_eq_reif", &[&left, &right, &truth]);
        truth
    }

    fn truth_of_sum(&mut self, constraint: &Constraint) -> Word {
        let truth = self.fresh_bool();
        if let Some((word, [weights, vars], bound)) = self.sum(constraint) {
            self.say(&format!("int_lin_{word}_reif"), &[&weights, &vars, &bound, &truth]);
        }
        truth
    }

    fn truth_of_difference(&mut self, vars: &[Var]) -> Word {
        let numbers = self.numbers_of(vars.iter().map(|var| Operand::Var(*var)));
        let mut pairs = Vec::new();
        for (at, left) in numbers.iter().enumerate() {
            for right in &numbers[at + 1..] {
                let truth = self.fresh_bool();
                self.say("int_ne_reif", &[left, right, &truth]);
                pairs.push(truth);
            }
        }
        self.all(&pairs)
    }

    fn truth_of_table(&mut self, vars: &[Var], rows: &[Vec<i64>]) -> Word {
        let mut truths = Vec::with_capacity(rows.len());
        for row in rows {
            let cells: Vec<Word> = vars.iter().zip(row).map(|(var, value)| self.truth(var.is(*value))).collect();
            truths.push(self.all(&cells));
        }
        self.any(&truths)
    }

    fn truth_of_element(&mut self, array: &[Operand], first: i64, index: Var, result: Operand) -> Word {
        let result = self.number(result);
        let mut cases = Vec::new();
        for (place, cell) in (i128::from(first)..).zip(array) {
            let Ok(place) = i64::try_from(place) else { break };
            if self.model.domain(index).contains(place) {
                let cell = self.number(*cell);
                let both = [self.truth(index.is(place)), self.equal(cell, result)];
                cases.push(self.all(&both));
            }
        }
        self.any(&cases)
    }

    /// The result is a fresh integer, compared with the one that is claimed. Nothing is divided by 0: in its place is 1.
    fn truth_of_operation(&mut self, op: Op, [x, y, z]: [Operand; 3]) -> Word {
        let largest = |writer: &Self, operand| {
            let (low, high) = writer.bounds(operand);
            i128::from(low.unsigned_abs().max(high.unsigned_abs()))
        };
        let most = match op {
            Op::Times => largest(self, x) * largest(self, y),
            Op::Divide | Op::Modulo | Op::Power => largest(self, x),
        };
        let (is_whole, divisor) = match op {
            Op::Times | Op::Power => (Word::Truth(true), self.number(y)),
            Op::Divide | Op::Modulo => self.divisor(y),
        };
        let (x, z, value) = (self.number(x), self.number(z), self.fresh_int(-most, most));
        let name = match op {
            Op::Times => "int_times",
            Op::Divide => "int_div",
            Op::Modulo => "int_mod",
            Op::Power => "int_pow",
        };
        self.say(name, &[&x, &divisor, &value]);
        let both = [is_whole, self.equal(value, z)];
        self.all(&both)
    }

    /// Whether `y` is not 0, and a number that is `y` then and 1 otherwise: `y + (y = 0)`.
    fn divisor(&mut self, y: Operand) -> (Word, Word) {
        let (low, high) = self.bounds(y);
        let y = self.number(y);
        let (is_whole, is_zero) = (self.fresh_bool(), self.equal(y, integer(0)));
        self.say("bool_not", &[&is_zero, &is_whole]);
        let (zero, divisor) = (self.as_number(is_zero), self.fresh_int(low.into(), i128::from(high).max(1)));
        self.say("int_lin_eq", &[&integers([1, 1, -1]), &[y, zero, divisor], &integer(0)]);
        self.say("int_ne", &[&divisor, &integer(0)]);
        (is_whole, divisor)
    }

    fn truth_of_absolute(&mut self, x: Var, z: Var) -> Word {
        let (low, high) = self.bounds(Operand::Var(x));
        let [x, z] = [x, z].map(|var| self.number(Operand::Var(var)));
        let value = self.fresh_int(0, low.unsigned_abs().max(high.unsigned_abs()).into());
        self.say("int_abs", &[&x, &value]);
        self.equal(value, z)
    }

    fn truth_of_extremum(&mut self, name: &str, of: &[Operand], result: Var) -> Word {
        let bounds: Vec<(i64, i64)> = of.iter().map(|cell| self.bounds(*cell)).collect();
        let (Some(low), Some(high)) = (bounds.iter().map(|b| b.0).min(), bounds.iter().map(|b| b.1).max()) else {
            return Word::Truth(false);
        };
        let cells = self.numbers_of(of.iter().copied());
        let (value, result) = (self.fresh_int(low.into(), high.into()), self.number(Operand::Var(result)));
        self.say(name, &[&value, &cells]);
        self.equal(value, result)
    }

    fn bounds(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Const(value) => (value, value),
            Operand::Var(var) if self.model.domain(var).is_empty() => (0, 0),
            Operand::Var(var) => (self.model.domain(var).min(), self.model.domain(var).max()),
        }
    }

    /// Every combination of values for which it holds.
    fn tabled(&mut self, constraint: &Constraint) -> Written<Word> {
        let scope = constraint.scope();
        let size = scope.iter().map(|var| self.model.domain(*var).size()).try_fold(1u64, u64::checked_mul);
        if size.is_none_or(|size| size > MANY) {
            return Err(Unwritable(format!("a constraint `{}` over so many values", constraint.kind())));
        }
        let mut assignment = Assignment::new(vec![0; self.model.vars.len()]);
        let mut rows = Vec::new();
        self.collect(constraint, &scope, &mut assignment, &mut rows);
        Ok(self.truth_of_table(&scope, &rows))
    }

    fn collect(&self, constraint: &Constraint, left: &[Var], assignment: &mut Assignment, rows: &mut Vec<Vec<i64>>) {
        let Some((var, rest)) = left.split_first() else {
            if constraint.holds(assignment) {
                rows.push(assignment.project(&constraint.scope()));
            }
            return;
        };
        for value in self.model.domain(*var).iter() {
            assignment.values[var.index()] = value;
            self.collect(constraint, rest, assignment, rows);
        }
    }
}
