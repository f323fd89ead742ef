//! Flattening against plain arithmetic: one-constraint models over every operator, with the expected solutions computed here.
//!
//! Each expression is asked for where it must hold, under `not`, and behind `b <->`, over domains with and without zero,
//! negative numbers and holes. What is undefined makes the nearest Boolean expression false.

mod common;

use common::enumerate::solutions;
use quandary::front::{Data, Program, Source};
use std::collections::BTreeSet;

/// Domains as they are written, with their members.
const DOMAINS: &[(&str, &[i64])] = &[
    ("-2..3", &[-2, -1, 0, 1, 2, 3]),
    ("1..3", &[1, 2, 3]),
    ("{-3, 0, 2}", &[-3, 0, 2]),
    ("-3..-1", &[-3, -2, -1]),
    ("0..1", &[0, 1]),
];

/// The solutions of a model over `x`, `y` and, where it has one, `b`.
fn found(text: &str) -> BTreeSet<Vec<i64>> {
    let program = Program::parse(&[Source::new("m.mzn", text)]).unwrap_or_else(|error| panic!("{error}"));
    let instance = program.instantiate(&Data::new()).unwrap_or_else(|error| panic!("{error}"));
    let mut all = BTreeSet::new();
    solutions(&instance.model, &mut |a| {
        all.insert(a.project(&instance.model.answer));
    });
    all
}

/// Checks an expression over `x` and `y`, given its truth value.
fn check(expression: &str, dx: usize, dy: usize, truth: &dyn Fn(i64, i64) -> bool) {
    let ((x_text, xs), (y_text, ys)) = (DOMAINS[dx], DOMAINS[dy]);
    let variables = format!("var {x_text}: x; var {y_text}: y;");
    let pairs: Vec<(i64, i64)> = xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))).collect();
    let expected = |keep: &dyn Fn(bool) -> bool| -> BTreeSet<Vec<i64>> {
        pairs.iter().filter(|(x, y)| keep(truth(*x, *y))).map(|(x, y)| vec![*x, *y]).collect()
    };
    let root = format!("{variables} constraint {expression};");
    assert_eq!(found(&root), expected(&|t| t), "{root}");
    let not = format!("{variables} constraint not ({expression});");
    assert_eq!(found(&not), expected(&|t| !t), "{not}");
    let reified = format!("{variables} var bool: b; constraint b <-> ({expression});");
    let both: BTreeSet<Vec<i64>> = pairs.iter().map(|(x, y)| vec![*x, *y, truth(*x, *y).into()]).collect();
    assert_eq!(found(&reified), both, "{reified}");
    let implied = format!("{variables} var bool: b; constraint b -> ({expression});");
    let half: BTreeSet<Vec<i64>> = pairs
        .iter()
        .flat_map(|(x, y)| [(0, true), (1, truth(*x, *y))].map(|(b, ok)| (vec![*x, *y, b], ok)))
        .filter(|(_, ok)| *ok)
        .map(|(row, _)| row)
        .collect();
    assert_eq!(found(&implied), half, "{implied}");
}

/// An integer expression; `None` where it is undefined.
type Number = (&'static str, fn(i64, i64) -> Option<i64>);

const NUMBERS: &[Number] = &[
    ("x + y", |x, y| Some(x + y)),
    ("2 * x - 3 * y + 1", |x, y| Some(2 * x - 3 * y + 1)),
    ("x - x + y", |_, y| Some(y)),
    ("-x", |x, _| Some(-x)),
    ("x * y", |x, y| Some(x * y)),
    ("x * x", |x, _| Some(x * x)),
    ("(x + 1) * (y - 1)", |x, y| Some((x + 1) * (y - 1))),
    ("x div y", |x, y| x.checked_div(y)),
    ("x mod y", |x, y| x.checked_rem(y)),
    ("7 div y", |_, y| 7i64.checked_div(y)),
    ("-7 mod y", |_, y| (-7i64).checked_rem(y)),
    ("x div 2", |x, _| Some(x / 2)),
    ("x mod -2", |x, _| Some(x % -2)),
    ("abs(x)", |x, _| Some(x.abs())),
    ("abs(x - y)", |x, y| Some((x - y).abs())),
    ("min(x, y)", |x, y| Some(x.min(y))),
    ("max(x, y)", |x, y| Some(x.max(y))),
    ("min([x, y, 0])", |x, y| Some(x.min(y).min(0))),
    ("max([x, -1, y])", |x, y| Some(x.max(y).max(-1))),
    ("pow(x, 2)", |x, _| Some(x * x)),
    ("pow(x, 3)", |x, _| Some(x * x * x)),
    ("[5, 6, 7][x]", |x, _| usize::try_from(x - 1).ok().and_then(|at| [5, 6, 7].get(at)).copied()),
    ("[x, y, 1][y]", |x, y| usize::try_from(y - 1).ok().and_then(|at| [x, y, 1].get(at).copied())),
    ("array1d(-1..1, [3, y, x])[x]", |x, y| usize::try_from(x + 1).ok().and_then(|at| [3, y, x].get(at).copied())),
    ("array2d(0..1, 0..1, [1, 2, 3, 4])[x, y]", |x, y| {
        ((0..=1).contains(&x) && (0..=1).contains(&y)).then_some(1 + 2 * x + y)
    }),
    ("if x > y then x else 2 * y endif", |x, y| Some(if x > y { x } else { 2 * y })),
    ("if x > 0 then 5 elseif y > 0 then 3 else -1 endif", |x, y| {
        Some(if x > 0 {
            5
        } else if y > 0 {
            3
        } else {
            -1
        })
    }),
    ("bool2int(x < y) + bool2int(x = y)", |x, y| Some(i64::from(x < y) + i64::from(x == y))),
    ("sum([x, y, x])", |x, y| Some(2 * x + y)),
    ("product([x, y])", |x, y| Some(x * y)),
    ("count([x, y, 2], 2)", |x, y| Some(1 + i64::from(x == 2) + i64::from(y == 2))),
    ("(4 div x) default y", |x, y| Some(4i64.checked_div(x).unwrap_or(y))),
    ("let { var int: z = x + y } in z * 2", |x, y| Some(2 * (x + y))),
];

type Compare = (&'static str, fn(i64, i64) -> bool);

const COMPARISONS: &[Compare] = &[
    ("=", |a, b| a == b),
    ("!=", |a, b| a != b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
];

#[test]
fn numbers_compare_as_they_should() {
    for (at, (number, value)) in NUMBERS.iter().enumerate() {
        for (which, (sign, holds)) in COMPARISONS.iter().enumerate() {
            let bound = [0, 2, -3, 1][(at + which) % 4];
            let (dx, dy) = ((at + which) % DOMAINS.len(), (at * 2 + which + 1) % DOMAINS.len());
            let expression = format!("{number} {sign} {bound}");
            check(&expression, dx, dy, &|x, y| value(x, y).is_some_and(|value| holds(value, bound)));
            let mixed = format!("{number} {sign} y");
            check(&mixed, dy, dx, &|x, y| value(x, y).is_some_and(|value| holds(value, y)));
        }
        let member = format!("{number} in {{-2, 0, 1, 5}}");
        check(&member, at % DOMAINS.len(), (at + 2) % DOMAINS.len(), &|x, y| {
            value(x, y).is_some_and(|value| [-2, 0, 1, 5].contains(&value))
        });
    }
}

/// A Boolean expression over `x` and `y`.
type Truth = (&'static str, fn(i64, i64) -> bool);

// The right side says just what the left one says, also where a shorter way exists.
#[allow(clippy::nonminimal_bool, clippy::bool_comparison)]
const TRUTHS: &[Truth] = &[
    ("x < 1 /\\ y > 0", |x, y| x < 1 && y > 0),
    ("x < 1 \\/ y > 0", |x, y| x < 1 || y > 0),
    ("x < 1 -> y > 0", |x, y| !(x < 1) || y > 0),
    ("x < 1 <- y > 0", |x, y| x < 1 || !(y > 0)),
    ("x < 1 <-> y > 0", |x, y| (x < 1) == (y > 0)),
    ("x < 1 xor y > 0", |x, y| (x < 1) != (y > 0)),
    ("(x = y) = (x + y > 0)", |x, y| (x == y) == (x + y > 0)),
    ("(x = y) <= (x + y > 0)", |x, y| (x == y) <= (x + y > 0)),
    ("(x = y) < (x + y > 0)", |x, y| (x == y) < (x + y > 0)),
    ("(x = y) >= (x + y > 0)", |x, y| (x == y) >= (x + y > 0)),
    ("(x = y) > (x + y > 0)", |x, y| (x == y) > (x + y > 0)),
    ("(x = y) != (x + y > 0)", |x, y| (x == y) != (x + y > 0)),
    ("x in {-2, 1} \\/ (y = 2 /\\ x != 0)", |x, y| [-2, 1].contains(&x) || (y == 2 && x != 0)),
    ("(x = 1 /\\ y = 2) \\/ (x = 2 /\\ y = 1) \\/ (x = 0 /\\ y = 0) \\/ (x < y /\\ x < 0)", |x, y| {
        (x == 1 && y == 2) || (x == 2 && y == 1) || (x == 0 && y == 0) || (x < y && x < 0)
    }),
    ("(x + y = 2 <-> x > y) -> (x * y = 0 xor x = 1)", |x, y| ((x + y == 2) != (x > y)) || ((x * y == 0) != (x == 1))),
    ("sum([x = 1, y = 1, x < y, y < 0]) = 2", |x, y| {
        [x == 1, y == 1, x < y, y < 0].iter().filter(|t| **t).count() == 2
    }),
    ("sum([x = 1, y = 1, x < y]) != 1", |x, y| [x == 1, y == 1, x < y].iter().filter(|t| **t).count() != 1),
    ("2 * bool2int(x = 1) - 2 * bool2int(y = 1) >= 1", |x, y| 2 * i64::from(x == 1) - 2 * i64::from(y == 1) >= 1),
    ("3 * bool2int(x > 0) + 2 * bool2int(y > 0) <= 3", |x, y| 3 * i64::from(x > 0) + 2 * i64::from(y > 0) <= 3),
    ("4 * x + 6 * y = 3", |_, _| false),
    ("4 * x + 6 * y != 3", |_, _| true),
    ("4 * x + 6 * y <= 3", |x, y| 4 * x + 6 * y <= 3),
    ("4 * x - 6 * y >= 3", |x, y| 4 * x - 6 * y >= 3),
    ("xorall([x > 0, y > 0, x = y])", |x, y| [x > 0, y > 0, x == y].iter().filter(|t| **t).count() % 2 == 1),
    ("iffall([x > 0, y > 0, x = y])", |x, y| [x > 0, y > 0, x == y].iter().filter(|t| **t).count() % 2 == 0),
    ("clause([x > 0, y > 0], [x = y])", |x, y| x > 0 || y > 0 || x != y),
    ("forall(i in 1..3)(x != i \\/ y = i)", |x, y| (1..=3).all(|i| x != i || y == i)),
    ("exists(i in 1..3)(x = i /\\ y != i)", |x, y| (1..=3).any(|i| x == i && y != i)),
    ("exists(i in 1..3 where x < i)(y = i)", |x, y| (1..=3).any(|i| x < i && y == i)),
    ("forall(i in 1..3 where x < i)(y != i)", |x, y| (1..=3).all(|i| x >= i || y != i)),
    ("[x > 0, y > 1, true][x + 1]", |x, y| {
        usize::try_from(x).ok().and_then(|at| [x > 0, y > 1, true].get(at).copied()).unwrap_or(false)
    }),
    ("[true, false, true][y] = false", |_, y| {
        !usize::try_from(y - 1).ok().and_then(|at| [true, false, true].get(at).copied()).unwrap_or(false)
    }),
    ("if x > 0 then y > 0 else y < x endif", |x, y| if x > 0 { y > 0 } else { y < x }),
    ("alldifferent([x, y, 1])", |x, y| x != y && x != 1 && y != 1),
    ("alldifferent([x, y])", |x, y| x != y),
    ("table([x, y], [| 1, 2 | -2, 0 | 0, 1 | 3, 3 |])", |x, y| [(1, 2), (-2, 0), (0, 1), (3, 3)].contains(&(x, y))),
    ("lex_less([x, y], [y, x])", |x, y| [x, y] < [y, x]),
    ("lex_lesseq([x, 1], [y, 1, 0])", |x, y| vec![x, 1] <= vec![y, 1, 0]),
    ("lex_lesseq([x, 1, 0], [y, 1])", |x, y| vec![x, 1, 0] <= vec![y, 1]),
    ("circuit([x, y, 1])", |x, y| (x, y) == (2, 3)),
    ("regular([x, y], 2, 3, [| 1, 2, 0 | 2, 1, 1 |], 1, {2})", |x, y| {
        let step =
            |q: usize, l: i64| if (1..=3).contains(&l) { [[0; 3], [1, 2, 0], [2, 1, 1]][q][l as usize - 1] } else { 0 };
        step(step(1, x), y) == 2
    }),
    ("inverse([x, y], [y, x])", |x, y| {
        (1..=2).contains(&x) && (1..=2).contains(&y) && {
            let (f, g) = ([x, y], [y, x]);
            (1..=2usize).all(|i| (1..=2usize).all(|j| (f[i - 1] == j as i64) == (g[j - 1] == i as i64)))
        }
    }),
    ("increasing([x, y, 2])", |x, y| x <= y && y <= 2),
    ("member([x, 2], y)", |x, y| y == x || y == 2),
    ("among(1, [x, y], {0, 2})", |x, y| [x, y].iter().filter(|v| [0, 2].contains(v)).count() == 1),
    ("nvalue(2, [x, y, 1])", |x, y| BTreeSet::from([x, y, 1]).len() == 2),
    ("all_equal([x, y, x])", |x, y| x == y),
];

#[test]
fn truths_hold_as_they_should() {
    for (at, (expression, truth)) in TRUTHS.iter().enumerate() {
        for shift in 0..3 {
            check(expression, (at + shift) % DOMAINS.len(), (at + 2 * shift + 1) % DOMAINS.len(), truth);
        }
    }
}

/// Variables declared without bounds take them from what constrains them.
#[test]
fn bounds_are_found_and_nothing_is_lost() {
    for (text, expected) in [
        ("var int: x; var 0..5: y; constraint y - x = 2;", 6),
        ("var int: x; constraint abs(x) <= 5; constraint x <= 3;", 9),
        ("var int: x; constraint -3 <= x /\\ x <= 4;", 8),
        ("var int: x; constraint 2 * x >= -5; constraint 3 * x <= 7;", 5),
        ("var int: x; constraint -2 * x >= -5; constraint -3 * x <= 7;", 5),
        ("var int: x; var -2..2: y; constraint x = y * y;", 5),
        ("var int: x; var 1..3: y; constraint x = max(y, 2);", 3),
        ("var int: x; var 1..3: y; constraint x = [7, -7, 3][y];", 3),
        ("var int: x; var 1..3: y; constraint table([x, y], [| 5, 1 | 6, 2 | -5, 3 |]);", 3),
        ("var 1..1: x; var bool: a; var bool: b; constraint x + a + b = 2;", 2),
        ("var 1..1: x; var bool: a; var bool: b; constraint a + b - x <= 0;", 3),
        ("var int: x; var 0..10: y; var -3..3: z; constraint x = y div z;", 66),
        ("var int: x; var -5..5: y; var 1..3: z; constraint x = y mod z;", 33),
        (
            "var int: x; var int: y; constraint x + y = 3; constraint x - y = 1; constraint x >= 0; constraint x <= 5;",
            1,
        ),
    ] {
        assert_eq!(found(text).len(), expected, "{text}");
    }
}

/// How many variables and constraints a model comes to.
fn size(text: &str) -> (usize, usize) {
    let program = Program::parse(&[Source::new("m.mzn", text)]).unwrap_or_else(|error| panic!("{error}"));
    let model = program.instantiate(&Data::new()).unwrap_or_else(|error| panic!("{error}")).model;
    (model.vars.len(), model.constraints.len())
}

/// What is said twice has one variable and one definition: a second use adds what it says itself, and nothing else.
#[test]
fn what_is_said_twice_is_built_once() {
    let declared = "var 2..9: x; var 2..9: y; var 2..9: z; array[1..3] of var 2..9: a; var bool: b; var bool: c;";
    for (first, second) in [
        ("x * y > z", "x * y > a[1]"),
        ("x div y < z", "x div y < a[1]"),
        ("max(a) > x", "max(a) > y"),
        ("abs(x - y) < z", "abs(x - y) < a[1]"),
        (
            "b \\/ (x < y /\\ y < z /\\ z < a[2]) \\/ (z < x /\\ x < a[1] /\\ y < a[3])",
            "c \\/ (x < y /\\ y < z /\\ z < a[2]) \\/ (z < x /\\ x < a[1] /\\ y < a[3])",
        ),
    ] {
        let (bare, once) =
            (size(&format!("{declared} solve satisfy;")), size(&format!("{declared} constraint {first};")));
        let twice = size(&format!("{declared} constraint {first}; constraint {second};"));
        let alone = size(&format!("{declared} constraint {second};"));
        assert_eq!(alone, once, "{second}");
        assert_eq!(twice.0, once.0, "{first}: variables");
        assert!(twice.1 + bare.1 < once.1 + alone.1, "{first}: {twice:?} constraints after {once:?}");
    }
}

/// A sum that has a name is that variable wherever a variable is needed.
#[test]
fn a_named_sum_needs_no_second_variable() {
    let declared = "var 2..9: x; var 2..9: y; var 4..18: s = x + y; array[4..18] of int: a = [i: i * i | i in 4..18];";
    let named = size(&format!("{declared} constraint a[s] > 50;"));
    assert_eq!(size(&format!("{declared} constraint a[x + y] > 50;")), named);
}

/// A variable without bounds of its own may be part of a product, if other constraints bound it.
#[test]
fn bounds_may_come_after_a_product() {
    let text = "var int: x; var int: y; constraint x * y * x = 12; constraint x in 1..4 /\\ y in 0..20;";
    assert_eq!(found(text), BTreeSet::from([vec![1, 12], vec![2, 3]]));
}

/// A number that can be 0 or 1 only is a truth value: nothing new is needed to speak of it as one.
#[test]
fn numbers_from_0_to_1_are_truth_values() {
    for text in [
        "var 0..1: x; var 0..1: y; var bool: b; constraint b -> x + y >= 1;",
        "array[1..4] of var bool: b; constraint 2 * b[1] + 3 * (not b[2]) + b[3] - (not b[4]) <= 3;",
    ] {
        let program = Program::parse(&[Source::new("m.mzn", text)]).unwrap_or_else(|error| panic!("{error}"));
        let model = program.instantiate(&Data::new()).unwrap_or_else(|error| panic!("{error}")).model;
        assert_eq!(model.vars.len(), model.answer.len(), "{text}: {:?}", model.constraints);
    }
    let clause = "var 0..1: x; var 0..1: y; var bool: b; constraint b -> x + y >= 1;";
    let program = Program::parse(&[Source::new("m.mzn", clause)]).unwrap_or_else(|error| panic!("{error}"));
    let model = program.instantiate(&Data::new()).unwrap_or_else(|error| panic!("{error}")).model;
    let kinds: Vec<_> = model.constraints.iter().map(|posted| &posted.constraint).collect();
    assert!(matches!(kinds.as_slice(), [quandary::model::Constraint::Clause(_)]), "{kinds:?}");
}

/// The model of a text.
fn flat(text: &str) -> quandary::model::Model {
    let program = Program::parse(&[Source::new("m.mzn", text)]).unwrap_or_else(|error| panic!("{error}"));
    program.instantiate(&Data::new()).unwrap_or_else(|error| panic!("{error}")).model
}

#[test]
fn a_long_count_that_is_a_variable_stays_whole_where_it_must_hold() {
    use quandary::model::Constraint;
    let array = "array[1..50] of var 0..2: s; var 0..60: x;";
    for (said, is_whole) in [
        ("x = sum(i in 1..50)(bool2int(s[i] = 2))", true),
        ("count(s, 2) = x", true),
        ("count(s, 2, x)", true),
        ("not (x = sum(i in 1..50)(bool2int(s[i] = 2)))", false),
        ("(x = count(s, 2)) = (s[1] = 2)", false),
        ("[x, x] != [count(s, 2), x]", false),
        ("x = sum(i in 1..50)(bool2int(s[i] != 2))", false),
        ("x + 1 = count(s, 2)", false),
    ] {
        let model = flat(&format!("{array} constraint {said};"));
        let found = model.constraints.iter().any(|posted| matches!(posted.constraint, Constraint::Global(_)));
        assert_eq!(found, is_whole, "{said}");
    }
}

#[test]
fn a_long_count_counts() {
    let fixed = "array[1..50] of var 0..2: s; var 0..60: x; constraint forall(i in 3..50)(s[i] = i mod 3);";
    let twos = (3..=50).filter(|i| i % 3 == 2).count() as i64;
    for said in ["x = count(s, 2)", "count(s, 2, x)", "sum(i in 1..50)(bool2int(s[i] = 2)) = x"] {
        let all = found(&format!("{fixed} constraint {said};"));
        assert_eq!(all.len(), 9, "{said}");
        for answer in all {
            let of_two = answer[..2].iter().filter(|value| **value == 2).count() as i64;
            assert_eq!(answer[50], twos + of_two, "{said}");
        }
    }
}
