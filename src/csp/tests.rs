//! Whole solution sets, for every order, against brute force over the definition of the constraints.

use super::{Order, count, optimise, search};
use crate::model::{Assignment, Cmp, Constraint, Domain, Kind, Model, Objective, Op, Operand, SearchHint, Var};
use crate::search::{Budget, End, Stats};
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

type Answers = BTreeSet<Vec<i64>>;

/// Every assignment that violates nothing, by trying all.
fn brute_force(model: &Model) -> Vec<Assignment> {
    let mut rows = vec![vec![]];
    for decl in &model.vars {
        rows = rows.iter().flat_map(|row| decl.domain.iter().map(move |v| [&row[..], &[v]].concat())).collect();
    }
    let all = rows.into_iter().map(Assignment::new);
    all.filter(|a| model.violated_by(a).is_none()).collect()
}

/// All answers of a search, which must be solutions and come once each.
fn answers(model: &Model, order: &Order) -> (Answers, Stats) {
    let mut set = Answers::new();
    let (end, stats) = search(model, order, &Budget::unlimited(), &mut |a| {
        assert_eq!(model.violated_by(&a), None, "{order}: {a:?} is no solution of {model:#?}");
        assert!(set.insert(a.project(&model.answer)), "{order}: {a:?} came twice, of {model:#?}");
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::Exhausted);
    (set, stats)
}

/// The values of the objective that a search went through.
fn improvements(model: &Model, order: &Order) -> Vec<i64> {
    let (Objective::Minimise(x) | Objective::Maximise(x)) = model.objective else { panic!("no objective") };
    let mut values = Vec::new();
    let (end, _) = optimise(model, order, &Budget::unlimited(), &mut |a| {
        assert_eq!(model.violated_by(&a), None, "{order}: {a:?} is no solution of {model:#?}");
        values.push(a[x]);
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::Exhausted);
    values
}

fn check(model: &Model, order: &Order, solutions: &[Assignment]) {
    let expected: Answers = solutions.iter().map(|a| a.project(&model.answer)).collect();
    assert_eq!(answers(model, order).0, expected, "{order} on {model:#?}");
    let (n, end, _) = count(model, order, &Budget::unlimited());
    assert_eq!((n, end), (BigUint::from(expected.len()), End::Exhausted), "{order} on {model:#?}");
    for x in [Var(0), Var(model.vars.len() as u32 - 1)] {
        let values = solutions.iter().map(|a| a[x]);
        for (objective, best) in
            [(Objective::Minimise(x), values.clone().min()), (Objective::Maximise(x), values.clone().max())]
        {
            let found = improvements(&Model { objective, ..model.clone() }, order);
            assert_eq!(found.last().copied(), best, "{order}, {objective:?} on {model:#?}");
            let better = |pair: &[i64]| (pair[0] > pair[1]) == matches!(objective, Objective::Minimise(_));
            assert!(found.windows(2).all(|pair| pair[0] != pair[1] && better(pair)), "{order}: {found:?}");
        }
    }
}

/// A source of random pieces of models.
struct Dice {
    rng: Pcg32,
    n_vars: u32,
}

impl Dice {
    fn roll(&mut self, lo: i64, hi: i64) -> i64 {
        self.rng.random_range(lo..=hi)
    }

    fn var(&mut self) -> Var {
        Var(self.rng.random_range(0..self.n_vars))
    }

    fn vars(&mut self, most: i64) -> Vec<Var> {
        (0..self.roll(0, most)).map(|_| self.var()).collect()
    }

    fn operand(&mut self) -> Operand {
        if self.roll(0, 3) == 0 { Operand::Const(self.roll(-2, 3)) } else { Operand::Var(self.var()) }
    }

    fn operands(&mut self, most: i64) -> Vec<Operand> {
        (0..self.roll(0, most)).map(|_| self.operand()).collect()
    }

    fn atom(&mut self) -> crate::model::Atom {
        let (x, v) = (self.var(), self.roll(-2, 3));
        [x.is(v), x.is_not(v), x.at_most(v), x.more_than(v)][self.roll(0, 3) as usize]
    }

    fn atoms(&mut self, most: i64) -> Vec<crate::model::Atom> {
        (0..self.roll(0, most)).map(|_| self.atom()).collect()
    }

    fn cmp(&mut self) -> Cmp {
        Cmp::ALL[self.roll(0, 3) as usize]
    }

    fn domain(&mut self) -> Domain {
        match self.roll(0, 9) {
            0 => Domain::singleton(self.roll(-2, 2)),
            1..=3 => Domain::boolean(),
            4..=6 => Domain::from_values([-2, 0, 1, 3]),
            _ => Domain::range(-1, self.roll(0, 3)),
        }
    }

    fn rows(&mut self, arity: usize) -> Vec<Vec<i64>> {
        (0..self.roll(0, 12)).map(|_| (0..arity).map(|_| self.roll(-2, 3)).collect()).collect()
    }

    fn table(&mut self) -> Constraint {
        let vars = self.vars(3);
        let rows = self.rows(vars.len()).into();
        Constraint::Table { vars, rows }
    }

    /// A constraint of the kind with the number, from 0 to 11.
    fn constraint(&mut self, kind: i64) -> Constraint {
        match kind {
            0 => Constraint::Clause(self.atoms(3)),
            1 => Constraint::Count { atoms: self.atoms(5), cmp: self.cmp(), bound: self.roll(-1, 4) },
            2 => Constraint::Linear {
                terms: self.vars(4).into_iter().map(|x| (self.roll(-3, 3), x)).collect(),
                cmp: self.cmp(),
                bound: self.roll(-5, 6),
            },
            3 => Constraint::AllDifferent(self.vars(4)),
            4 => self.table(),
            5 => Constraint::Element {
                array: self.operands(4),
                first: self.roll(-1, 1),
                index: self.var(),
                result: self.operand(),
            },
            6 => self.operation(),
            7 => Constraint::Absolute { x: self.var(), z: self.var() },
            8 => Constraint::Minimum { of: self.operands(3), result: self.var() },
            9 => Constraint::Maximum { of: self.operands(3), result: self.var() },
            10 => Constraint::Implies { when: self.atom(), then: self.inner() },
            _ => Constraint::Iff { when: self.atom(), then: self.inner() },
        }
    }

    fn operation(&mut self) -> Constraint {
        let op = [Op::Times, Op::Divide, Op::Modulo, Op::Power][self.roll(0, 3) as usize];
        Constraint::Operation { op, x: self.operand(), y: self.operand(), z: self.operand() }
    }

    fn inner(&mut self) -> Box<Constraint> {
        let kind = self.roll(0, 11);
        Box::new(self.constraint(kind))
    }

    /// A model with a constraint of the kind, and others.
    fn model(&mut self, kind: i64) -> Model {
        let mut model = Model::new();
        self.n_vars = self.roll(1, 5) as u32;
        for i in 0..self.n_vars {
            let domain = self.domain();
            match self.roll(0, 3) {
                0 => model.auxiliary(domain, Kind::Int),
                _ => model.answer_var(format!("x{i}"), domain, Kind::Int),
            };
        }
        model.post(self.constraint(kind));
        for _ in 0..self.roll(0, 2) {
            model.post(*self.inner());
        }
        let words = ["input_order", "first_fail", "anti_first_fail", "smallest", "largest", "dom_w_deg", "max_regret"];
        let choices = ["indomain_min", "indomain_max", "indomain_split", "indomain_median", "indomain_random"];
        for _ in 0..self.roll(0, 2) {
            let select = words[self.roll(0, 6) as usize].to_string();
            let choose = choices[self.roll(0, 4) as usize].to_string();
            model.search.push(SearchHint { vars: self.vars(3), select, choose });
        }
        model
    }
}

#[test]
fn every_order_finds_exactly_the_solutions() {
    const N_SEEDS: u64 = 25;
    let orders: Vec<Order> = Order::all().collect();
    for (kind, seed) in itertools::iproduct!(0..12i64, 0..N_SEEDS) {
        let mut dice = Dice { rng: Pcg32::seed_from_u64(seed * 12 + kind as u64), n_vars: 0 };
        let model = dice.model(kind);
        let solutions = brute_force(&model);
        orders.iter().for_each(|order| check(&model, order, &solutions));
    }
}
