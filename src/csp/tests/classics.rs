//! Problems with known answers, one per kind of reasoning.

use super::{answers, improvements};
use crate::csp::{Order, count};
use crate::model::{Cmp, Constraint, Domain, Kind, Model, Op, SearchHint, Var, count_true, sum};
use crate::search::{Budget, End};
use num_bigint::BigUint;

/// The orders that ought to cope with all of these.
const GOOD: [&str; 6] =
    ["mrv+fc", "mrv+degree+lcv+fc", "wdeg+fc", "wdeg+mac", "mrv+mac+split", "annotated+random-value+mac"];

fn check(model: &Model, n_solutions: usize) {
    for text in GOOD {
        let order: Order = text.parse().expect("these are words of an order");
        assert_eq!(answers(model, &order).0.len(), n_solutions, "{text}");
    }
}

fn queens(n: i64) -> Model {
    let mut model = Model::new();
    let q = model.ints("q", n as usize, 1..=n);
    model.all_different(&q);
    for i in 0..q.len() {
        for j in 0..i {
            let apart = (i - j) as i64;
            model.post((q[i] - q[j]).differs(apart));
            model.post((q[j] - q[i]).differs(apart));
        }
    }
    model
}

#[test]
fn queens_are_counted() {
    for (n, n_solutions) in [(4, 2), (6, 4), (8, 92)] {
        check(&queens(n), n_solutions);
    }
}

#[test]
fn send_more_money() {
    let mut model = Model::new();
    let [s, e, n, d, m, o, r, y] =
        ["S", "E", "N", "D", "M", "O", "R", "Y"].map(|name| model.int(name, i64::from("SM".contains(name))..=9));
    model.all_different(&[s, e, n, d, m, o, r, y]);
    let number = |digits: &[Var]| digits.iter().fold(sum([]), |total, x| total * 10 + *x);
    let total = number(&[s, e, n, d]) + number(&[m, o, r, e]);
    model.post(total.equals(number(&[m, o, n, e, y])));
    check(&model, 1);
    let order = "mrv+mac".parse().expect("these are words of an order");
    assert!(answers(&model, &order).0.contains(&vec![9, 5, 6, 7, 1, 0, 8, 2]));
}

/// Marks of a ruler with distinct distances; the last one is to be small.
fn golomb(n: usize, longest: i64) -> Model {
    let mut model = Model::new();
    let marks = model.ints("mark", n, 0..=longest);
    let mut distances = Vec::new();
    model.post((marks[0] + 0).equals(0));
    for j in 1..n {
        model.post((marks[j] - marks[j - 1]).ge(1));
        for i in 0..j {
            let distance = model.auxiliary(Domain::range(1, longest), Kind::Int);
            model.post((marks[j] - marks[i]).equals(distance));
            distances.push(distance);
        }
    }
    model.all_different(&distances);
    model.minimise(marks[n - 1]);
    model.search = vec![SearchHint { vars: marks, select: "smallest".into(), choose: "indomain_min".into() }];
    model
}

#[test]
fn golomb_rulers_are_shortest() {
    for (n, shortest) in [(4, 6), (5, 11), (6, 17)] {
        for text in ["mrv+fc", "annotated+mac", "wdeg+mac", "input+fc+split"] {
            let order = text.parse().expect("these are words of an order");
            assert_eq!(improvements(&golomb(n, 25), &order).last(), Some(&shortest), "{text}");
        }
    }
}

/// A matching sees at once that nine variables have eight values, and so do Hall intervals in a crowd too large for
/// matchings; elimination alone must guess.
#[test]
fn pigeons_are_refuted_without_search() {
    for n_others in [0, 100] {
        let mut model = Model::new();
        let mut holes = model.ints("hole", 9, 1..=8);
        holes.extend(model.ints("other", n_others, 1..=1000));
        model.all_different(&holes);
        let order = "mrv+mac".parse().expect("these are words of an order");
        let (found, stats) = answers(&model, &order);
        assert_eq!((found.len(), stats.nodes), (0, 0), "with {n_others} others");
    }
}

/// In a matching, an edge may stay although the one matching that was found does not use it.
#[test]
fn matchings_remove_exactly_the_impossible() {
    let mut model = Model::new();
    let pair = model.ints("pair", 2, 1..=2);
    let third = model.int("third", 1..=4);
    model.all_different(&[pair[0], pair[1], third]);
    let order = "mac".parse().expect("a word of an order");
    let (found, stats) = answers(&model, &order);
    // Two values for the pair, then two for the third: 1 and 2 are gone before the search.
    assert_eq!((found.len(), stats.nodes, stats.propagations >= 2), (4, 6, true));
}

/// Domains of a million values and more are halved, not listed.
#[test]
fn wide_domains_are_searched_by_halving() {
    const FAR: i64 = 1_000_000_007;
    let mut model = Model::new();
    let x = model.int("x", -FAR..=FAR);
    let y = model.int("y", -FAR..=FAR);
    model.post((3 * x + 5 * y).equals(7));
    model.post((x - y).equals(13));
    for text in ["mrv+mac", "random+random-value+mac", "wdeg+lcv+mac", "input+fc"] {
        let order = text.parse().expect("these are words of an order");
        assert_eq!(answers(&model, &order).0, [vec![9, -4]].into(), "{text}");
    }
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 2..=FAR));
    model.post(Constraint::Operation { op: Op::Times, x: x.into(), y: y.into(), z: z.into() });
    model.post((z + 0).equals(9_973));
    check(&model, 0);
}

#[test]
fn wide_domains_agree_with_narrow_ones() {
    let build = |lo: i64, hi: i64| {
        let mut model = Model::new();
        let x = model.ints("x", 3, lo..=hi);
        x.iter().for_each(|x| model.clause([x.at_least(-3)]));
        x.iter().for_each(|x| model.clause([x.at_most(4)]));
        model.all_different(&x);
        model.post(Constraint::Absolute { x: x[0], z: x[1] });
        model.post(Constraint::Operation { op: Op::Modulo, x: x[0].into(), y: 3.into(), z: x[2].into() });
        model
    };
    let order: Order = "input".parse().expect("a word of an order");
    let expected = answers(&build(-3, 4), &order).0;
    assert_eq!(expected, [vec![-3, 3, 0]].into());
    for text in ["fc", "mac", "mrv+lcv+fc", "wdeg+mac+split", "random+random-value+mac"] {
        let order: Order = text.parse().expect("words of an order");
        assert_eq!(answers(&build(-90_000, 90_000), &order).0, expected, "{text}");
    }
}

/// Numbers whose products fill 128 bits.
#[test]
fn extreme_numbers_do_not_overflow() {
    let mut model = Model::new();
    let x = model.int("x", i64::MIN..=i64::MAX);
    let y = model.int("y", i64::MAX - 2..=i64::MAX);
    model.post(Constraint::Linear { terms: vec![(1, x), (-1, y)], cmp: Cmp::Eq, bound: 0 });
    model.clause([x.is_not(i64::MAX), y.is(i64::MIN)]);
    for text in ["mac", "wdeg+random-value+mac", "fc"] {
        let order = text.parse().expect("words of an order");
        assert_eq!(answers(&model, &order).0.len(), 2, "{text}");
    }
}

/// Forty independent coins: counted by parts, the number needs no listing.
#[test]
fn parts_are_counted_separately() {
    let mut model = Model::new();
    for _ in 0..40 {
        let pair = model.bools("coin", 2);
        model.post(count_true(pair.iter().map(|x| x.is_true())).exactly(1));
    }
    for text in ["split", "mrv+lcv+fc+split", "wdeg+mac+split"] {
        let order = text.parse().expect("words of an order");
        let (n, end, stats) = count(&model, &order, &Budget::unlimited());
        assert_eq!((n, end), (BigUint::from(1u64 << 40), End::Exhausted), "{text}");
        assert!(stats.nodes < 1000);
    }
}

/// An impossible part ends the search, whatever the other parts could still try.
#[test]
fn an_impossible_part_is_found_once() {
    let mut model = Model::new();
    model.bools("free", 60);
    let x = model.bools("x", 3);
    model.all_different(&x);
    for text in ["split", "mrv+fc+split", "degree+lcv+split"] {
        let order = text.parse().expect("words of an order");
        let (found, stats) = answers(&model, &order);
        assert_eq!(found.len(), 0);
        assert!(stats.nodes < 1000, "{text}: {} nodes", stats.nodes);
    }
}
