//! Every kind of constraint under every domain row, alone and in random models; names, projection, limits and hints.

use super::{check, model_of, reified, vars};
use crate::cnf::{Cnf, Counter};
use crate::encode::{EncodeError, Encoding, domain, encode};
use crate::model::arbitrary::{self, Shape};
use crate::model::{Assignment, Constraint, Domain, Kind, Model, Op, Operand, Var, VarDecl, sum};
use crate::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Four small domains, with holes and negative values, and a Boolean for the condition.
const DOMAINS: &[&[i64]] = &[&[-2, 0, 1, 3], &[0, 1, 2], &[-1, 1, 2, 4], &[0, 1]];

fn samples() -> Vec<Constraint> {
    let v = vars(4);
    let (x, y, z) = (v[0], v[1], v[2]);
    let var = Operand::Var;
    let rows = vec![vec![-2, 0, 1], vec![3, 2, 4], vec![3, 1, -1], vec![0, 0, 1], vec![9, 0, 1]];
    let pairs = vec![vec![0, 0], vec![0, 1], vec![3, 2], vec![-2, 2], vec![1, 7]];
    let mut all = vec![
        Constraint::falsity(),
        Constraint::Clause(vec![x.is(0), y.more_than(1), z.is_not(4)]),
        Constraint::Clause(vec![x.at_most(-5), y.is(9)]),
        Constraint::AllDifferent(vec![x, y, z]),
        Constraint::AllDifferent(vec![x, y]),
        Constraint::AllDifferent(vec![x, x]),
        Constraint::AllDifferent(vec![x]),
        Constraint::Table { vars: vec![x, y, z], rows: rows.into() },
        Constraint::Table { vars: vec![x, y], rows: pairs.clone().into() },
        Constraint::Table { vars: vec![x, x], rows: pairs.into() },
        Constraint::Table { vars: vec![z], rows: vec![vec![-1], vec![2]].into() },
        Constraint::Table { vars: vec![z, y], rows: vec![].into() },
        Constraint::Table { vars: vec![], rows: vec![vec![]].into() },
        Constraint::Element { array: [var(x), 2.into(), var(z)].into(), first: 0, index: y, result: var(z) },
        Constraint::Element { array: [4.into(), 2.into(), 4.into()].into(), first: -1, index: x, result: var(z) },
        Constraint::Element { array: [var(y), var(x)].into(), first: 1, index: x, result: 1.into() },
        Constraint::Element { array: [1.into()].into(), first: i64::MAX, index: x, result: 1.into() },
        Constraint::Absolute { x, z },
        Constraint::Absolute { x: z, z: y },
        Constraint::Absolute { x, z: x },
        (x - y).le(1),
        (x - z * 2).equals(-3),
        (x * 2 - z).differs(0),
        sum([x, y, z]).ge(3),
    ];
    for of in [vec![var(x), var(y)], vec![var(x), 1.into(), var(z)], vec![var(z)], vec![]] {
        all.push(Constraint::Minimum { of: of.clone(), result: z });
        all.push(Constraint::Maximum { of: of.clone(), result: y });
        all.push(Constraint::Maximum { of, result: x });
    }
    for op in [Op::Times, Op::Divide, Op::Modulo, Op::Power] {
        all.push(Constraint::Operation { op, x: var(x), y: var(y), z: var(z) });
        all.push(Constraint::Operation { op, x: var(y), y: var(x), z: var(z) });
        all.push(Constraint::Operation { op, x: var(x), y: var(x), z: var(z) });
        all.push(Constraint::Operation { op, x: var(x), y: 2.into(), z: var(z) });
        all.push(Constraint::Operation { op, x: 3.into(), y: var(y), z: var(x) });
        all.push(Constraint::Operation { op, x: var(x), y: var(z), z: 1.into() });
    }
    all
}

#[test]
fn every_constraint_under_every_domain_row() {
    let b = Var(3);
    for row in domain::TABLE {
        for constraint in samples() {
            for constraint in reified(&constraint, b) {
                check(&model_of(DOMAINS, constraint.clone()), row.name);
                // One deeper: the opposite of an implication, and of an equivalence.
                let nested = Constraint::Iff { when: Var(1).at_most(0), then: Box::new(constraint) };
                check(&model_of(DOMAINS, nested), row.name);
            }
        }
    }
}

/// The generic encoding alone gives the same sets.
#[test]
fn conflicts_give_every_constraint() {
    for constraint in samples() {
        for expected in [true, false] {
            let model = model_of(DOMAINS, constraint.clone());
            let mut cnf = Cnf::new();
            let encoding = Encoding::default();
            let empty = Model { constraints: Vec::new(), ..model.clone() };
            let all: Vec<Domain> = empty.vars.iter().map(|decl| decl.domain.clone()).collect();
            let mut encoder =
                crate::encode::encoder::Encoder::new(&empty, &all, &encoding, &Budget::unlimited(), &mut cnf)
                    .expect("small");
            crate::encode::conflicts::post(&mut encoder, &constraint, expected).expect("few combinations");
            let map = encoder.map;
            let mut found = super::enumerate(&model, &map, &cnf);
            found.sort();
            let all = arbitrary::solutions(&empty).filter(|assignment| constraint.holds(assignment) == expected);
            assert_eq!(found, all.collect::<Vec<_>>(), "{constraint:?}");
        }
    }
}

const WIDE: i64 = 30_000;

/// `b` says that `x op y = z`, or only implies it, at one pair of arguments of domains too large to list.
fn large_operation(op: Op, (x, y): (i64, i64), equivalent: bool) -> Model {
    let mut model = Model::new();
    let y_range = if op == Op::Power { -1..=40 } else { -WIDE..=WIDE };
    let (left, right) = (model.int("x", -WIDE..=WIDE), model.int("y", y_range));
    let result = model.int("z", -WIDE * WIDE..=WIDE * WIDE);
    let b = model.bool("b");
    let then = Constraint::Operation { op, x: left.into(), y: right.into(), z: result.into() };
    // No clause of its own, so that the domains stay wide.
    let pinned = Constraint::Table { vars: vec![left, right], rows: vec![vec![x, y]].into() };
    model.post(pinned);
    if equivalent {
        model.iff(b.is_true(), then)
    } else {
        model.implies(b.is_true(), then)
    }
    model
}

const POINTS: [(i64, i64); 10] =
    [(7, 3), (-7, 3), (7, -3), (-7, -3), (0, 5), (29_999, 30_000), (-30_000, 7), (173, -173), (2, 14), (5, 0)];

/// Circuits and compositions that small domains never reach: at each point there is exactly the right result.
#[test]
fn large_operations_have_one_result() {
    for op in [Op::Times, Op::Divide, Op::Modulo, Op::Power] {
        for (x, y) in POINTS {
            let mut model = large_operation(op, (x, y), false);
            model.clause([Var(3).is_true()]);
            let value = op.apply(x, y).and_then(|value| i64::try_from(value).ok());
            let value = value.filter(|value| model.domain(Var(2)).contains(*value) && model.domain(Var(1)).contains(y));
            let expected: Vec<Assignment> = value.map(|z| Assignment::new(vec![x, y, z, 1])).into_iter().collect();
            assert_eq!(super::by_formula(&model, ""), expected, "{x} {op:?} {y}");
        }
    }
}

/// The truth value is right at the result and beside it. No circuit says "not a power".
#[test]
fn large_operations_reified() {
    for op in [Op::Times, Op::Divide, Op::Modulo] {
        for (x, y) in POINTS {
            let value = op.apply(x, y).and_then(|value| i64::try_from(value).ok());
            let near = value.map_or(vec![0], |value| vec![value, value + 1, value - 1, value + y]);
            for z in near {
                let mut model = large_operation(op, (x, y), true);
                model.clause([Var(2).is(z)]);
                let expected = Assignment::new(vec![x, y, z, i64::from(value == Some(z))]);
                assert_eq!(super::by_formula(&model, ""), [expected], "{x} {op:?} {y} = {z}");
            }
        }
    }
}

/// A hole, both ends, and bounds of a domain that is too large for a literal per value.
#[test]
fn large_domains_go_by_bits() {
    let domain = Domain::from_ranges([(-1_000_000_000_000, -5), (3, i64::MAX / 2)]);
    let probe = [-1_000_000_000_000, -5, -4, 0, 2, 3, 77, i64::MAX / 2, i64::MAX / 2 + 1];
    for name in ["order", "direct", "log"] {
        for value in probe {
            let mut model = Model::new();
            let x = model.answer_var("x".into(), domain.clone(), Kind::Int);
            model.clause([x.at_most(value)]);
            model.clause([x.at_least(value)]);
            let expected: Vec<Assignment> =
                domain.contains(value).then(|| Assignment::new(vec![value])).into_iter().collect();
            assert_eq!(super::by_formula(&model, name), expected);
        }
    }
    let mut model = Model::new();
    let (x, y) = (model.int("x", i64::MIN..=i64::MAX), model.int("y", i64::MIN..=i64::MAX));
    model.post((x - y).equals(5));
    model.clause([x.is(i64::MIN + 5)]);
    assert_eq!(super::by_formula(&model, ""), [Assignment::new(vec![i64::MIN + 5, i64::MIN])]);
}

#[test]
fn extrema_and_absolute_values_of_large_domains() {
    let mut model = Model::new();
    let v: Vec<Var> = (0..3).map(|i| model.int(format!("x{i}"), -50_000..=50_000)).collect();
    let (low, high, abs) =
        (model.int("low", -60_000..=60_000), model.int("high", -60_000..=60_000), model.int("abs", 0..=60_000));
    let of = || v.iter().map(|v| Operand::Var(*v)).collect::<Vec<_>>();
    model.post(Constraint::Minimum { of: of(), result: low });
    model.post(Constraint::Maximum { of: of(), result: high });
    model.post(Constraint::Absolute { x: v[1], z: abs });
    model.post(Constraint::AllDifferent(v.clone()));
    let values = [17, -40_123, 39_000];
    for (var, value) in v.iter().zip(values) {
        model.clause([var.is(value)]);
    }
    let expected = Assignment::new(vec![17, -40_123, 39_000, -40_123, 39_000, 40_123]);
    assert_eq!(super::by_formula(&model, ""), [expected]);
}

/// Few enough assignments to enumerate a formula for each.
const SHAPE: Shape = Shape { n_constraints: 1..=4, most_assignments: 700, ..Shape::SMALL };

/// Random models across all rows and kinds, small enough to try every assignment.
#[test]
fn random_models() {
    const N_MODELS: u64 = 3_000;
    let rows = Encoding::all_rows();
    for seed in 0..N_MODELS {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut pick = |kind: &str| {
            let names: Vec<&str> = rows.iter().filter(|row| row.kind == kind).map(|row| row.name).collect();
            names[random.random_range(0..names.len())]
        };
        let encoding = ["domain", "at-most-one", "count", "linear"].map(&mut pick).join("+");
        check(&arbitrary::model(seed, &SHAPE), &encoding);
    }
}

#[test]
fn names_come_first_and_in_order() {
    let mut model = Model::new();
    model.auxiliary(Domain::range(0, 9), Kind::Int);
    let mine = model.bool("mine[3,4]");
    model.int("x", 1..=3);
    model.int("fixed", 5..=5);
    model.int("y", 0..=1);
    for (name, encoding, domain) in [("d", "direct", Domain::from_values([1, 4, 9])), ("w", "log", Domain::range(0, 4))]
    {
        let decl = VarDecl { name: name.into(), domain, kind: Kind::Int, encoding: Some(encoding.into()) };
        let var = model.declare(decl);
        model.answer.push(var);
    }
    let mut cnf = Cnf::new();
    let mut map = encode(&model, &Encoding::default(), &Budget::unlimited(), &mut cnf).expect("it is small");
    let expected = ["mine[3,4]", "x<=1", "x<=2", "y=1", "d=1", "d=4", "d=9", "w.bit0", "w.bit1", "w.bit2"];
    let names: Vec<(u32, String)> = map.names().collect();
    assert_eq!(names, (1..).zip(expected.map(String::from)).collect::<Vec<_>>());
    let projection: Vec<u32> = map.projection().iter().map(|lit| lit.var()).collect();
    assert_eq!(projection, (1..=10).collect::<Vec<u32>>());
    assert_eq!(map.lit(mine.is_false(), &mut cnf).dimacs(), -1);
    // A decided atom is a real literal of the formula.
    let truth = map.lit(mine.at_most(1), &mut cnf);
    assert_eq!(map.lit(mine.is(7), &mut cnf), !truth);
    assert_eq!(truth.var(), cnf.n_vars());
}

#[test]
fn what_cannot_be_encoded_says_why() {
    let mut model = Model::new();
    let many = model.bools("b", 200);
    model.rule("total").post(crate::model::count_true(many.iter().map(|b| b.is_true())).exactly(90));
    let small = Encoding { limit: 1_000, ..Encoding::default() };
    let error = encode(&model, &small, &Budget::unlimited(), &mut Counter::default()).expect_err("too large");
    let message = "the formula is too large: more than 1000 literals at count(b[1], b[2], b[3], ...) of rule \"total\"";
    assert_eq!(error.to_string(), message);

    let mut model = Model::new();
    let (x, y) = (model.int("x", i64::MIN..=i64::MAX), model.int("y", i64::MIN..=i64::MAX));
    model.post((x * i64::MAX + y * i64::MAX).le(0));
    let error =
        encode(&model, &Encoding::default(), &Budget::unlimited(), &mut Counter::default()).expect_err("overflow");
    assert_eq!(error.to_string(), "the numbers are too large to compute with: linear(x, y)");

    let mut model = Model::new();
    let x = model.int("x", 0..=5);
    model.vars[x.index()].encoding = Some("unary".into());
    let error =
        encode(&model, &Encoding::default(), &Budget::unlimited(), &mut Counter::default()).expect_err("no such row");
    assert!(matches!(error, EncodeError::UnknownRow { name, .. } if name == "unary"));
}

#[test]
fn an_empty_domain_is_unsatisfiable() {
    let mut model = Model::new();
    let x = model.answer_var("x".into(), Domain::empty(), Kind::Int);
    let y = model.int("y", 0..=3);
    model.post((x + y).le(3));
    assert_eq!(super::by_formula(&model, ""), []);
}

/// Hints of single constraints are kept: the size is that of the named row.
#[test]
fn hints_choose_the_row() {
    let size = |hint: Option<&str>, encoding: &str| {
        let mut model = Model::new();
        let bools = model.bools("b", 20);
        model.post(crate::model::count_true(bools.iter().map(|b| b.is_true())).at_most(7));
        model.constraints[0].encoding = hint.map(String::from);
        let mut counter = Counter::default();
        encode(&model, &Encoding::parse(encoding).expect("known"), &Budget::unlimited(), &mut counter).expect("small");
        counter
    };
    assert_eq!(size(Some("sequential"), "totalizer"), size(None, "sequential"));
    assert_ne!(size(Some("sequential"), "totalizer"), size(None, "totalizer"));
}

/// The same model gives the same formula, clause by clause.
#[test]
fn encoding_is_deterministic() {
    for seed in 0..50 {
        let formula = || {
            let mut cnf = Cnf::new();
            encode(&arbitrary::model(seed, &SHAPE), &Encoding::default(), &Budget::unlimited(), &mut cnf)
                .expect("small");
            cnf
        };
        assert_eq!(formula(), formula());
    }
}
