//! Random constraints of the kinds that stay whole.

use super::Dice;
use crate::model::global::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use crate::model::{Atom, Domain, Operand, Var};
use std::sync::Arc;

impl Dice<'_> {
    pub(super) fn cumulative(&mut self) -> Cumulative {
        let n = self.roll(0..=self.shape.n_arguments.min(3));
        let tasks = (0..n).map(|_| Task { start: self.operand(), duration: self.amount(), demand: self.amount() });
        Cumulative { tasks: tasks.collect(), capacity: self.amount() }
    }

    pub(super) fn disjunctive(&mut self) -> Disjunctive {
        let n = self.roll(0..=self.shape.n_arguments.min(3));
        let tasks = (0..n).map(|_| (self.operand(), self.amount())).collect();
        Disjunctive { tasks, strict: self.chance(0.5) }
    }

    /// A number that is seldom negative, or a variable.
    fn amount(&mut self) -> Operand {
        if self.chance(0.7) { Operand::Const(self.roll(-1..=3).max(self.roll(-1..=3))) } else { self.operand() }
    }

    /// A first index such that all the variables reach the array, if that can be.
    fn first_for(&mut self, vars: &[Var]) -> i64 {
        let least = vars.iter().map(|x| self.value_near(*x)).min();
        least.unwrap_or(1).saturating_sub(self.roll(0..=1))
    }

    pub(super) fn circuit(&mut self) -> Circuit {
        let next = self.vars();
        let first = self.first_for(&next);
        Circuit { next, first, sub: self.chance(0.5) }
    }

    pub(super) fn regular(&mut self) -> Regular {
        let word = self.vars();
        let (n_states, n_letters) = (self.roll(1..=3), self.roll(1..=4));
        let steps = (0..n_states * n_letters).map(|_| self.roll(0..=n_states)).collect();
        let accepting = Domain::from_values((0..2).map(|_| self.roll(1..=n_states)));
        let (first, start) = (self.first_for(&word), self.roll(1..=n_states));
        let (n_states, n_letters) = (n_states as usize, n_letters as usize);
        Regular { word, automaton: Arc::new(Automaton { n_states, first, n_letters, steps, start, accepting }) }
    }

    pub(super) fn cardinality(&mut self) -> Cardinality {
        let vars = self.vars();
        let mut counts = Vec::new();
        for _ in 0..self.roll(0..=3) {
            let x = self.var();
            let value = self.value_near(x);
            let count = if self.chance(0.5) { Operand::Const(self.roll(0..=2)) } else { self.operand() };
            counts.push((value, count));
        }
        Cardinality { vars, counts, closed: self.chance(0.3) }
    }

    /// Both arrays are equally long, but seldom.
    pub(super) fn inverse(&mut self) -> Inverse {
        let n = self.roll(0..=2);
        let f: Vec<Var> = (0..n).map(|_| self.var()).collect();
        let m = if self.chance(0.1) { n + 1 } else { n };
        let g: Vec<Var> = (0..m).map(|_| self.var()).collect();
        let (first_f, first_g) = (self.first_for(&g), self.first_for(&f));
        Inverse { f, first_f, g, first_g }
    }

    pub(super) fn lex(&mut self) -> Lex {
        Lex { left: self.operands(), right: self.operands(), strict: self.chance(0.5) }
    }

    pub(super) fn bin_packing(&mut self) -> BinPacking {
        let n = self.roll(0..=3);
        let items: Vec<(i64, Var)> = (0..n).map(|_| (self.roll(-1..=3), self.var())).collect();
        let bins: Vec<Var> = items.iter().map(|(_, bin)| *bin).collect();
        let loads = (0..self.roll(1..=4)).map(|_| self.amount()).collect();
        BinPacking { items, loads, first: self.first_for(&bins) }
    }

    pub(super) fn n_value(&mut self) -> NValue {
        NValue { n: self.amount(), of: self.vars() }
    }

    /// Two or three boxes, flat or not.
    pub(super) fn diffn(&mut self) -> Diffn {
        let (n, n_dimensions) = (self.roll(0..=3) as usize, self.roll(1..=2) as usize);
        let sides = (0..n * n_dimensions).map(|_| (self.operand(), self.amount())).collect();
        Diffn { n_dimensions, sides, strict: self.chance(0.5) }
    }

    pub(super) fn overlap(&mut self) -> Overlap {
        let pairs: Vec<(Atom, Atom)> = (0..self.roll(0..=3)).map(|_| (self.atom(), self.atom())).collect();
        let (cmp, bound) = (self.cmp(), self.roll(-1..=pairs.len() as i64 + 1));
        Overlap { pairs, cmp, bound }
    }
}
