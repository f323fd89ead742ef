//! A constraint that must hold, in the standard's words.

use super::word::{Said, Word, integer, integers};
use super::write::{Writer, Written};
use crate::model::{Atom, Constraint, Kind, Op, Operand, Var};
use std::fmt::Write;
use std::sync::Arc;

/// Arrays with so many entries have a name.
const LONG: usize = 16;

impl Writer<'_> {
    /// Writes a constraint that must hold.
    pub fn post(&mut self, constraint: &Constraint) -> Written<()> {
        match constraint {
            Constraint::Clause(atoms) => self.clause(atoms),
            Constraint::Count { .. } | Constraint::Linear { .. } => self.post_sum(constraint),
            Constraint::AllDifferent(vars) => self.all_different(vars),
            Constraint::Table { vars, rows } => self.table(vars, rows),
            Constraint::Element { array, first, index, result } => self.element(array, *first, *index, *result),
            Constraint::Operation { op: op @ (Op::Times | Op::Divide | Op::Modulo), x, y, z } => {
                self.operation(*op, [*x, *y, *z])
            }
            Constraint::Minimum { of, result } => self.extremum("array_int_minimum", of, *result),
            Constraint::Maximum { of, result } => self.extremum("array_int_maximum", of, *result),
            Constraint::Absolute { x, z } => self.absolute(*x, *z),
            Constraint::Operation { op: Op::Power, .. } | Constraint::User(_) => self.post_truth(constraint)?,
            Constraint::Global(global) => self.whole(global),
            Constraint::Implies { when, then } => self.implies(*when, then)?,
            Constraint::Iff { when, then } => self.equals(*when, then)?,
        }
        Ok(())
    }

    /// A Boolean that is denied stands on the other side.
    pub fn clause(&mut self, atoms: &[Atom]) {
        if !self.is_posting() {
            // Booleans stand for themselves; the others need one.
            for atom in atoms {
                if self.kind(atom.var) == Kind::Int {
                    self.truth(*atom);
                }
            }
            return;
        }
        let (mut yes, mut no) = (Vec::with_capacity(atoms.len()), Vec::new());
        for atom in atoms {
            match self.kind(atom.var) == Kind::Bool && self.decided(*atom).is_none() && atom.admits(0) {
                true => no.push(Word::Of(atom.var)),
                false => yes.push(self.truth(*atom)),
            }
        }
        self.say("bool_clause", &[&yes, &no]);
    }

    fn post_sum(&mut self, constraint: &Constraint) {
        if let Some((word, [weights, vars], bound)) = self.sum(constraint) {
            self.say(&format!("int_lin_{word}"), &[&weights, &vars, &bound]);
        }
    }

    fn all_different(&mut self, vars: &[Var]) {
        let numbers = self.numbers_of(vars.iter().map(|var| Operand::Var(*var)));
        for (at, left) in numbers.iter().enumerate() {
            numbers[at + 1..].iter().for_each(|right| self.say("int_ne", &[left, right]));
        }
    }

    /// Each column's value is in the same row. No row is there twice, so the row is a function of the values.
    fn table(&mut self, vars: &[Var], rows: &Arc<[Vec<i64>]>) {
        let mut distinct: Vec<&Vec<i64>> = rows.iter().collect();
        distinct.sort();
        distinct.dedup();
        if vars.is_empty() || distinct.is_empty() {
            return if distinct.is_empty() {
                self.never()
            };
        }
        let row = self.fresh_int(1, distinct.len() as i128);
        if distinct.len() < LONG {
            return vars.iter().enumerate().for_each(|(column, var)| {
                let values = integers(distinct.iter().map(|row| row[column]));
                self.at_row(row, &values, *var);
            });
        }
        let columns = self.columns_of(rows, &distinct, vars.len());
        vars.iter().zip(columns).for_each(|(var, column)| self.at_row(row, &column, *var));
    }

    fn at_row(&mut self, row: Word, values: &dyn Said, var: Var) {
        let number = self.number(Operand::Var(var));
        self.say("array_int_element", &[&row, values, &number]);
    }

    /// The names of a long table's columns, which are written once for all that have the table.
    fn columns_of(&mut self, rows: &Arc<[Vec<i64>]>, distinct: &[&Vec<i64>], width: usize) -> Vec<Word> {
        if let Some(known) = self.columns.get(&rows.as_ptr()) {
            return known.clone();
        }
        let numbers = |column: usize| integers(distinct.iter().map(|row| row[column]));
        let columns: Vec<Word> = (0..width).map(|column| self.named_numbers(&numbers(column))).collect();
        self.columns.insert(rows.as_ptr(), columns.clone());
        columns
    }

    /// The constraint that reads an array; a long one has a name, and is written once however many read it.
    fn read(&mut self, array: &Arc<[Operand]>, place: Word, result: Word) {
        let name = "array_var_int_element";
        if let Some(known) = self.arrays.get(&array.as_ptr()).copied() {
            return self.say(name, &[&place, &known, &result]);
        }
        let cells = self.numbers_of(array.iter().copied());
        if cells.len() < LONG {
            return self.say(name, &[&place, &cells, &result]);
        }
        let known = self.named_array();
        if self.shared.are_read() {
            let out = self.shared.line();
            let _ = write!(out, "array [1..{}] of var int: ", cells.len());
            known.say(self.names, out);
            out.push_str(" = ");
            cells.say(self.names, out);
            out.push_str(";\n");
        }
        self.arrays.insert(array.as_ptr(), known);
        self.say(name, &[&place, &known, &result]);
    }

    fn element(&mut self, array: &Arc<[Operand]>, first: i64, index: Var, result: Operand) {
        if array.is_empty() {
            return self.never();
        }
        let (index, result) = (self.number(Operand::Var(index)), self.number(result));
        let place = match first {
            1 => index,
            _ => {
                let place = self.fresh_int(1, array.len() as i128);
                // index - place = first - 1
                let bound = Word::Number(i128::from(first) - 1);
                self.say("int_lin_eq", &[&integers([1, -1]), &[index, place], &bound]);
                place
            }
        };
        self.read(array, place, result);
    }

    fn operation(&mut self, op: Op, args: [Operand; 3]) {
        let [x, y, z] = args.map(|arg| self.number(arg));
        match op {
            Op::Times => self.say("int_times", &[&x, &y, &z]),
            Op::Divide | Op::Modulo => {
                self.say("int_ne", &[&y, &integer(0)]);
                self.say(if op == Op::Divide { "int_div" } else { "int_mod" }, &[&x, &y, &z]);
            }
            Op::Power => self.say("int_pow", &[&x, &y, &z]),
        }
    }

    fn extremum(&mut self, name: &str, of: &[Operand], result: Var) {
        let (cells, result) = (self.numbers_of(of.iter().copied()), self.number(Operand::Var(result)));
        match cells.is_empty() {
            true => self.never(),
            false => self.say(name, &[&result, &cells]),
        }
    }

    fn absolute(&mut self, x: Var, z: Var) {
        let [x, z] = [x, z].map(|var| self.number(Operand::Var(var)));
        self.say("int_abs", &[&x, &z]);
    }

    fn post_truth(&mut self, constraint: &Constraint) -> Written<()> {
        let truth = self.truth_of(constraint)?;
        self.say("bool_eq", &[&truth, &Word::Truth(true)]);
        Ok(())
    }

    fn implies(&mut self, when: Atom, then: &Constraint) -> Written<()> {
        let (when, then) = (self.truth(when), self.truth_of(then)?);
        self.say("bool_clause", &[&[then], &[when]]);
        Ok(())
    }

    fn equals(&mut self, when: Atom, then: &Constraint) -> Written<()> {
        let (when, then) = (self.truth(when), self.truth_of(then)?);
        self.say("bool_eq", &[&when, &then]);
        Ok(())
    }
}
