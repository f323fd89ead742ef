//! Random constraints of a given form over the variables of the model.

use super::{Dice, Form};
use crate::model::{Atom, Cmp, Constraint, Op, Operand, Var};

impl Dice<'_> {
    /// A constraint of the form; implications and equivalences nest so deep.
    pub(super) fn constraint(&mut self, form: Form, depth: u32) -> Constraint {
        match form {
            Form::Clause => Constraint::Clause(self.atoms()),
            Form::Count => self.count(),
            Form::Linear => self.linear(),
            Form::AllDifferent => Constraint::AllDifferent(self.vars()),
            Form::Table => self.table(),
            Form::Element => self.element(),
            Form::Operation => self.operation(),
            Form::Absolute => Constraint::Absolute { x: self.var(), z: self.var() },
            Form::Minimum => Constraint::Minimum { of: self.operands(), result: self.var() },
            Form::Maximum => Constraint::Maximum { of: self.operands(), result: self.var() },
            Form::Implies => Constraint::Implies { when: self.atom(), then: self.inner(depth) },
            Form::Iff => Constraint::Iff { when: self.atom(), then: self.inner(depth) },
            Form::User => self.user(),
            Form::Cumulative => self.cumulative().into(),
            Form::Disjunctive => self.disjunctive().into(),
            Form::Circuit => self.circuit().into(),
            Form::Regular => self.regular().into(),
            Form::Cardinality => self.cardinality().into(),
            Form::Inverse => self.inverse().into(),
            Form::Lex => self.lex().into(),
            Form::BinPacking => self.bin_packing().into(),
            Form::NValue => self.n_value().into(),
            Form::Diffn => self.diffn().into(),
            Form::Overlap => self.overlap().into(),
        }
    }

    /// A sum over most of the variables, most of them once.
    pub(super) fn long_sum(&mut self) -> Constraint {
        let vars: Vec<Var> = self.model.all_vars().filter(|_| self.chance(0.8)).collect();
        let terms: Vec<(i64, Var)> = vars.into_iter().map(|x| (self.weight(), x)).collect();
        let cmp = self.pick(&[Cmp::Eq, Cmp::Eq, Cmp::Le, Cmp::Ge]);
        let bound = self.bound(&terms);
        Constraint::Linear { terms, cmp, bound }
    }

    fn weight(&mut self) -> i64 {
        if self.chance(0.8) { 1 } else { self.roll(-2..=2) }
    }

    fn n_arguments(&mut self) -> i64 {
        self.roll(0..=self.shape.n_arguments)
    }

    pub(super) fn var(&mut self) -> Var {
        Var(self.roll(0..=self.model.vars.len() as i64 - 1) as u32)
    }

    pub(super) fn vars(&mut self) -> Vec<Var> {
        (0..self.n_arguments()).map(|_| self.var()).collect()
    }

    pub(super) fn atom(&mut self) -> Atom {
        let x = self.var();
        let value = self.value_near(x);
        self.pick(&[x.is(value), x.is_not(value), x.at_most(value), x.more_than(value)])
    }

    fn atoms(&mut self) -> Vec<Atom> {
        (0..self.n_arguments()).map(|_| self.atom()).collect()
    }

    pub(super) fn operand(&mut self) -> Operand {
        let x = self.var();
        if self.chance(0.7) { Operand::Var(x) } else { Operand::Const(self.value_near(x)) }
    }

    pub(super) fn operands(&mut self) -> Vec<Operand> {
        (0..self.n_arguments()).map(|_| self.operand()).collect()
    }

    pub(super) fn cmp(&mut self) -> Cmp {
        self.pick(&Cmp::ALL)
    }

    fn count(&mut self) -> Constraint {
        let atoms = self.atoms();
        let (cmp, bound) = (self.cmp(), self.roll(-1..=atoms.len() as i64 + 1));
        Constraint::Count { atoms, cmp, bound }
    }

    fn linear(&mut self) -> Constraint {
        let largest = self.pick(&[1, 3, 3, 100]);
        let terms: Vec<(i64, Var)> = self.vars().into_iter().map(|x| (self.roll(-largest..=largest), x)).collect();
        let (cmp, bound) = (self.cmp(), self.bound(&terms));
        Constraint::Linear { terms, cmp, bound }
    }

    /// A bound that the sum has at some assignment, or one beside it; 0 where that is out of range.
    fn bound(&mut self, terms: &[(i64, Var)]) -> i64 {
        let sum: i128 = terms.iter().map(|(c, x)| i128::from(*c) * i128::from(self.value_near(*x))).sum();
        i64::try_from(sum + i128::from(self.roll(-1..=1))).unwrap_or(0)
    }

    fn table(&mut self) -> Constraint {
        let vars = self.vars();
        let n_rows = self.roll(0..=12);
        let rows = (0..n_rows).map(|_| vars.iter().map(|x| self.value_near(*x)).collect()).collect();
        Constraint::Table { vars, rows }
    }

    /// The array lies where the index can reach it, wholly or not.
    fn element(&mut self) -> Constraint {
        let (array, index) = (self.operands(), self.var());
        let first = self.value_near(index).saturating_sub(self.roll(0..=array.len() as i64));
        Constraint::Element { array: array.into(), first, index, result: self.operand() }
    }

    fn operation(&mut self) -> Constraint {
        let op = self.pick(&[Op::Times, Op::Divide, Op::Modulo, Op::Power]);
        let (x, y) = (self.operand(), self.operand());
        let z = self.result(op, x, y);
        Constraint::Operation { op, x, y, z }
    }

    /// Any operand, or the result at some values of the arguments.
    fn result(&mut self, op: Op, x: Operand, y: Operand) -> Operand {
        let [a, b] = [x, y].map(|operand| match operand {
            Operand::Const(value) => value,
            Operand::Var(x) => self.value_near(x),
        });
        let value = op.apply(a, b).and_then(|value| i64::try_from(value).ok());
        value.filter(|_| self.chance(0.3)).map_or_else(|| self.operand(), Operand::Const)
    }

    /// No order among the values and no bound on them tells where it holds.
    fn user(&mut self) -> Constraint {
        let (n, modulus) = (self.roll(0..=2), self.roll(2..=3));
        let vars: Vec<Var> = (0..n).map(|_| self.var()).collect();
        Constraint::user("a multiple", &vars, move |values| {
            values.iter().fold(1i64, |mix, v| mix.wrapping_mul(3).wrapping_add(*v)).rem_euclid(modulus) == 0
        })
    }

    fn inner(&mut self, depth: u32) -> Box<Constraint> {
        let is_flat = |form: &Form| !matches!(form, Form::Implies | Form::Iff);
        let forms: Vec<Form> = self.shape.forms.iter().copied().filter(|f| depth > 1 || is_flat(f)).collect();
        let form = if forms.is_empty() { Form::Clause } else { self.pick(&forms) };
        Box::new(self.constraint(form, depth.saturating_sub(1)))
    }
}
