//! The library against plain arithmetic: every global as a constraint, under `not`, behind `<->` and behind `->`.
//!
//! A row has the variables (as they are declared, and the range of each one in order), the expression, and its truth value
//! computed here without any of the library's ideas.

mod common;

use common::enumerate::solutions;
use quandary::front::{Data, Program, Source};
use std::collections::BTreeSet;

struct Row {
    declared: &'static str,
    ranges: &'static [(i64, i64)],
    expression: &'static str,
    holds: fn(&[i64]) -> bool,
}

fn found(text: &str) -> BTreeSet<Vec<i64>> {
    let program = Program::parse(&[Source::new("m.mzn", text)]).unwrap_or_else(|error| panic!("{error}"));
    let instance = program.instantiate(&Data::new()).unwrap_or_else(|error| panic!("{error}"));
    let mut all = BTreeSet::new();
    solutions(&instance.model, &mut |a| {
        all.insert(a.project(&instance.model.answer));
    });
    all
}

fn points(ranges: &[(i64, i64)]) -> Vec<Vec<i64>> {
    ranges.iter().fold(vec![Vec::new()], |points, (lo, hi)| {
        points.iter().flat_map(|point| (*lo..=*hi).map(move |v| [point.as_slice(), &[v]].concat())).collect()
    })
}

fn check(row: &Row) {
    let Row { declared, ranges, expression, holds } = row;
    let all = points(ranges);
    let with = |wanted: &dyn Fn(bool) -> &'static [i64]| -> BTreeSet<Vec<i64>> {
        let marked = |point: &Vec<i64>| {
            let marks = wanted(holds(point)).iter();
            marks.map(|mark| [point.as_slice(), &[*mark]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(marked).collect()
    };
    let kept = |truth: bool| -> BTreeSet<Vec<i64>> { all.iter().filter(|p| holds(p) == truth).cloned().collect() };
    let texts = [
        (format!("{declared} constraint {expression};"), kept(true)),
        (format!("{declared} constraint not ({expression});"), kept(false)),
        (
            format!("{declared} var bool: yes; constraint yes <-> ({expression});"),
            with(&|t| if t { &[1] } else { &[0] }),
        ),
        (
            format!("{declared} var bool: yes; constraint yes -> ({expression});"),
            with(&|t| if t { &[0, 1] } else { &[0] }),
        ),
    ];
    for (text, expected) in texts {
        assert_eq!(found(&text), expected, "{text}");
    }
}

fn count(x: &[i64], v: i64) -> i64 {
    x.iter().filter(|w| **w == v).count() as i64
}

fn sorted(x: &[i64]) -> Vec<i64> {
    let mut sorted = x.to_vec();
    sorted.sort_unstable();
    sorted
}

const COUNTING: &[Row] = &[
    Row {
        declared: "array[1..3] of var 1..3: x; array[1..2] of var 0..2: c;",
        ranges: &[(1, 3), (1, 3), (1, 3), (0, 2), (0, 2)],
        expression: "c = global_cardinality(x, [1, 3])",
        holds: |v| v[3] == count(&v[..3], 1) && v[4] == count(&v[..3], 3),
    },
    Row {
        declared: "array[1..3] of var 1..3: x; array[1..2] of var 0..2: c;",
        ranges: &[(1, 3), (1, 3), (1, 3), (0, 2), (0, 2)],
        expression: "c = global_cardinality_closed(x, [1, 3])",
        holds: |v| v[3] == count(&v[..3], 1) && v[4] == count(&v[..3], 3) && count(&v[..3], 2) == 0,
    },
    Row {
        declared: "array[1..3] of var 1..3: x;",
        ranges: &[(1, 3), (1, 3), (1, 3)],
        expression: "global_cardinality(x, {1, 3}, [1, 0], [2, 1])",
        holds: |v| (1..=2).contains(&count(v, 1)) && count(v, 3) <= 1,
    },
    Row {
        declared: "array[1..3] of var 1..3: x;",
        ranges: &[(1, 3), (1, 3), (1, 3)],
        expression: "global_cardinality_closed(x, [1, 3], [1, 0], [2, 1])",
        holds: |v| (1..=2).contains(&count(v, 1)) && count(v, 3) <= 1 && count(v, 2) == 0,
    },
    Row {
        declared: "array[1..2] of var 1..2: x; array[0..1] of var 1..2: v; array[0..1] of var 0..2: c;",
        ranges: &[(1, 2), (1, 2), (1, 2), (1, 2), (0, 2), (0, 2)],
        expression: "forall(i in 0..1)(c[i] = distribute(v, x)[i])",
        holds: |v| v[4] == count(&v[..2], v[2]) && v[5] == count(&v[..2], v[3]),
    },
    Row {
        declared: "array[1..4] of var 0..2: x;",
        ranges: &[(0, 2), (0, 2), (0, 2), (0, 2)],
        expression: "sliding_among(1, 2, 3, x, {0, 2})",
        holds: |v| v.windows(3).all(|w| (1..=2).contains(&(3 - count(w, 1)))),
    },
    Row {
        declared: "array[1..2] of var 0..2: x; array[1..2] of var 0..2: y;",
        ranges: &[(0, 2), (0, 2), (0, 2), (0, 2)],
        expression: "hamming_distance(x, y) + manhattan_distance(x, y) = 3",
        holds: |v| {
            let gaps = [(v[0] - v[2]).abs(), (v[1] - v[3]).abs()];
            2 - count(&gaps, 0) + gaps[0] + gaps[1] == 3
        },
    },
];

const ORDER: &[Row] = &[
    Row {
        declared: "array[1..2, 0..2] of var 0..1: x;",
        ranges: &[(0, 1); 6],
        expression: "strict_lex2(x)",
        holds: |v| v[..3] < v[3..] && [v[0], v[3]] < [v[1], v[4]] && [v[1], v[4]] < [v[2], v[5]],
    },
    Row {
        declared: "array[0..1, 1..3] of var 0..1: x;",
        ranges: &[(0, 1); 6],
        expression: "lex_chain_less(x)",
        holds: |v| [v[0], v[3]] < [v[1], v[4]] && [v[1], v[4]] < [v[2], v[5]],
    },
    Row {
        declared: "array[1..2, 1..3] of var 0..1: x;",
        ranges: &[(0, 1); 6],
        expression: "lex_chain_lesseq(x)",
        holds: |v| [v[0], v[3]] <= [v[1], v[4]] && [v[1], v[4]] <= [v[2], v[5]],
    },
    Row {
        declared: "array[1..2, 1..3] of var 0..1: x;",
        ranges: &[(0, 1); 6],
        expression: "lex_chain_greater(x)",
        holds: |v| [v[0], v[3]] > [v[1], v[4]] && [v[1], v[4]] > [v[2], v[5]],
    },
    Row {
        declared: "array[1..2, 1..3] of var 0..1: x;",
        ranges: &[(0, 1); 6],
        expression: "lex_chain_greatereq(x)",
        holds: |v| [v[0], v[3]] >= [v[1], v[4]] && [v[1], v[4]] >= [v[2], v[5]],
    },
    Row {
        declared: "array[1..2, 1..3] of var 0..1: x;",
        ranges: &[(0, 1); 6],
        expression: "lex_chain_lesseq_orbitope(x, 2)",
        holds: |v| {
            let ordered = [v[0], v[3]] <= [v[1], v[4]] && [v[1], v[4]] <= [v[2], v[5]];
            ordered && v[..3].iter().sum::<i64>() <= 1 && v[3..].iter().sum::<i64>() <= 1
        },
    },
    Row {
        declared: "array[0..1] of var 0..2: x; array[1..2] of var 0..1: p;",
        ranges: &[(0, 2), (0, 2), (0, 1), (0, 1)],
        expression: "arg_sort(x, p)",
        holds: |v| v[2..] == if v[0] <= v[1] { [0, 1] } else { [1, 0] },
    },
    Row {
        declared: "array[1..2] of var 0..1: x; array[0..1] of var 0..1: y;",
        ranges: &[(0, 1); 4],
        expression: "sort(x, y)",
        holds: |v| sorted(&v[..2]) == v[2..],
    },
    Row {
        declared: "array[1..2] of var 0..2: x; var 0..2: y;",
        ranges: &[(0, 2); 3],
        expression: "sort(x)[2] = y",
        holds: |v| sorted(&v[..2])[1] == v[2],
    },
    Row {
        declared: "array[1..3] of var -1..3: x;",
        ranges: &[(-1, 3); 3],
        expression: "seq_precede_chain(x)",
        holds: |v| (0..3).all(|i| v[i] <= 1 || v[..i].contains(&(v[i] - 1))),
    },
    Row {
        declared: "array[1..3] of var 0..2: x;",
        ranges: &[(0, 2); 3],
        expression: "var_perm_sym(x, [| 1, 2, 3 | 2, 3, 1 | 3, 1, 2 |])",
        holds: |v| v <= [v[1], v[2], v[0]].as_slice() && v <= [v[2], v[0], v[1]].as_slice(),
    },
    Row {
        declared: "array[1..2, 1..2] of var 0..1: x;",
        ranges: &[(0, 1); 4],
        expression: "var_sqr_sym(x)",
        holds: |v| {
            let images =
                [[0, 2, 1, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2], [3, 1, 2, 0]];
            images.iter().all(|image| v.to_vec() <= image.map(|at: usize| v[at]).to_vec())
        },
    },
];

/// Whether two intervals have nothing in common.
fn apart(a: i64, da: i64, b: i64, db: i64) -> bool {
    a + da <= b || b + db <= a
}

const PACKING: &[Row] = &[
    Row {
        declared: "array[1..2] of var 0..2: x; array[1..2] of var 0..1: y; array[1..2] of var 0..2: d;",
        ranges: &[(0, 2), (0, 2), (0, 1), (0, 1), (0, 2), (0, 2)],
        expression: "diffn_nonstrict(x, y, d, [1, 2])",
        holds: |v| v[4] == 0 || v[5] == 0 || apart(v[0], v[4], v[1], v[5]) || apart(v[2], 1, v[3], 2),
    },
    Row {
        declared: "array[1..2, 1..2] of var 0..2: x; var 0..1: d;",
        ranges: &[(0, 2), (0, 2), (0, 2), (0, 2), (0, 1)],
        expression: "diffn_k(x, [| 1, d | 2, 1 |])",
        holds: |v| apart(v[0], 1, v[2], 2) || apart(v[1], v[4], v[3], 1),
    },
    Row {
        declared: "array[1..2, 1..2] of var 0..2: x; var 0..1: d;",
        ranges: &[(0, 2), (0, 2), (0, 2), (0, 2), (0, 1)],
        expression: "diffn_nonstrict_k(x, [| 1, d | 2, 1 |])",
        holds: |v| v[4] == 0 || apart(v[0], 1, v[2], 2) || apart(v[1], v[4], v[3], 1),
    },
    Row {
        declared: "array[1..2] of var 0..3: s; array[1..2] of var -1..2: d;",
        ranges: &[(0, 3), (0, 3), (-1, 2), (-1, 2)],
        expression: "disjunctive_strict(s, d)",
        holds: |v| v[2] >= 0 && v[3] >= 0 && apart(v[0], v[2], v[1], v[3]),
    },
    Row {
        declared: "array[1..2] of var 0..2: s; array[1..2] of var 1..2: m; array[1..2] of var 0..3: b;",
        ranges: &[(0, 2), (0, 2), (1, 2), (1, 2), (0, 3), (0, 3)],
        expression: "cumulatives(s, [2, 1], [1, 2], m, b, true)",
        holds: |v| {
            let load = |time: i64, machine: i64| -> i64 {
                let task = |i: usize, d: i64, r: i64| {
                    if v[i] <= time && time < v[i] + d && v[2 + i] == machine { r } else { 0 }
                };
                task(0, 2, 1) + task(1, 1, 2)
            };
            (0..5).all(|time| (1..=2).all(|machine| load(time, machine) <= v[3 + machine as usize]))
        },
    },
    Row {
        declared: "array[1..3] of var 1..2: b; array[1..2] of var 0..6: l;",
        ranges: &[(1, 2), (1, 2), (1, 2), (0, 6), (0, 6)],
        expression: "l = bin_packing_load(b, [1, 2, 3])",
        holds: |v| {
            (1..=2).all(|b| v[2 + b as usize] == (0..3).filter(|i| v[*i] == b).map(|i| i as i64 + 1).sum::<i64>())
        },
    },
    Row {
        declared: "array[1..2, 1..1] of var 0..3: x; array[1..2] of var 1..2: k; var 2..6: u;",
        ranges: &[(0, 3), (0, 3), (1, 2), (1, 2), (2, 6)],
        // The second shape is two pieces with a hole between them.
        expression: "geost_bb(1, [| 1 | 1 |], [| 0 | 2 |], [{1}, {1, 2}], x, k, [1], [u])",
        holds: |v| {
            let cells = |o: usize| if v[2 + o] == 1 { vec![v[o]] } else { vec![v[o], v[o] + 2] };
            let inside = |cell: &i64| *cell >= 1 && *cell < v[4];
            cells(0).iter().all(|cell| !cells(1).contains(cell)) && cells(0).iter().chain(&cells(1)).all(inside)
        },
    },
];

/// A graph with a cycle and a way around it.
const EDGES: [(usize, usize); 4] = [(1, 2), (2, 3), (3, 1), (1, 3)];

/// The nodes that chosen edges lead to, both ways if the edges have no direction.
fn reached(es: &[i64], from: i64, directed: bool) -> BTreeSet<i64> {
    let mut there = BTreeSet::from([from]);
    for _ in 0..3 {
        for ((a, b), _) in EDGES.iter().zip(es).filter(|(_, e)| **e == 1) {
            let (a, b) = (*a as i64, *b as i64);
            if there.contains(&a) || (!directed && there.contains(&b)) {
                there.extend(if directed { vec![b] } else { vec![a, b] });
            }
        }
    }
    there
}

/// `v` is three nodes, four edges, and the root.
fn rooted(v: &[i64], directed: bool) -> bool {
    let (ns, es, root) = (&v[..3], &v[3..7], v[7]);
    let edges_fit = EDGES.iter().zip(es).all(|((a, b), e)| *e == 0 || (ns[a - 1] == 1 && ns[b - 1] == 1));
    let there = reached(es, root, directed);
    ns[root as usize - 1] == 1 && edges_fit && (1..=3).all(|n| ns[n as usize - 1] == 0 || there.contains(&n))
}

fn is_tree(v: &[i64], directed: bool) -> bool {
    rooted(v, directed) && v[3..7].iter().sum::<i64>() == v[..3].iter().sum::<i64>() - 1
}

/// Whether the chosen edges, in some order, lead from one node to another through all chosen nodes once.
fn is_path(v: &[i64], from: i64, to: i64, directed: bool) -> bool {
    fn walk(v: &[i64], at: i64, to: i64, directed: bool, seen: &mut Vec<i64>, used: &mut Vec<usize>) -> bool {
        let n_edges = v[3..7].iter().sum::<i64>() as usize;
        if used.len() == n_edges {
            return at == to && (1..=3).all(|n| (v[n as usize - 1] == 1) == seen.contains(&n));
        }
        EDGES.iter().enumerate().any(|(e, (a, b))| {
            let ways = [(*a as i64, *b as i64), (*b as i64, *a as i64)];
            let next = ways.iter().take(if directed { 1 } else { 2 }).find(|(a, _)| *a == at).map(|(_, b)| *b);
            let Some(next) = next.filter(|next| v[3 + e] == 1 && !used.contains(&e) && !seen.contains(next)) else {
                return false;
            };
            seen.push(next);
            used.push(e);
            let found = walk(v, next, to, directed, seen, used);
            seen.pop();
            used.pop();
            found
        })
    }
    walk(v, from, to, directed, &mut vec![from], &mut Vec::new())
}

const ROOTED: &str = "array[1..4] of int: f = [1, 2, 3, 1]; array[1..4] of int: t = [2, 3, 1, 3]; \
    array[1..3] of var bool: ns; array[1..4] of var bool: es; var 1..3: r;";
const ENDS: &str = "array[1..4] of int: f = [1, 2, 3, 1]; array[1..4] of int: t = [2, 3, 1, 3]; \
    array[1..3] of var bool: ns; array[1..4] of var bool: es; var 1..3: p; var 1..3: q;";
const PLAIN: &str = "array[1..4] of int: f = [1, 2, 3, 1]; array[1..4] of int: t = [2, 3, 1, 3]; \
    array[1..3] of var bool: ns; array[1..4] of var bool: es;";
const ROOT: &[(i64, i64)] = &[(0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (1, 3)];
const TWO: &[(i64, i64)] = &[(0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (1, 3), (1, 3)];

const GRAPHS: &[Row] = &[
    Row { declared: ROOTED, ranges: ROOT, expression: "dreachable(3, 4, f, t, r, ns, es)", holds: |v| rooted(v, true) },
    Row { declared: ROOTED, ranges: ROOT, expression: "reachable(f, t, r, ns, es)", holds: |v| rooted(v, false) },
    Row { declared: ROOTED, ranges: ROOT, expression: "dtree(f, t, r, ns, es)", holds: |v| is_tree(v, true) },
    Row { declared: ROOTED, ranges: ROOT, expression: "tree(3, 4, f, t, r, ns, es)", holds: |v| is_tree(v, false) },
    Row {
        declared: ENDS,
        ranges: TWO,
        expression: "dpath(3, 4, f, t, p, q, ns, es)",
        holds: |v| is_path(v, v[7], v[8], true),
    },
    Row {
        declared: ENDS,
        ranges: TWO,
        expression: "path(f, t, p, q, ns, es)",
        holds: |v| is_path(v, v[7], v[8], false),
    },
    Row {
        declared: PLAIN,
        ranges: &[(0, 1); 7],
        expression: "connected(f, t, ns, es)",
        holds: |v| (1..=3).any(|r| rooted(&[v, &[r]].concat(), false)),
    },
    Row {
        declared: PLAIN,
        ranges: &[(0, 1); 7],
        expression: "dconnected(f, t, ns, es)",
        holds: |v| (1..=3).any(|r| rooted(&[v, &[r]].concat(), true)),
    },
    Row {
        declared: PLAIN,
        ranges: &[(0, 1); 7],
        // The cycles are the first three edges and the last two; an edge leads to a chosen node.
        expression: "dag(f, t, ns, es)",
        holds: |v| {
            v[3..6] != [1, 1, 1]
                && v[5..] != [1, 1]
                && EDGES.iter().zip(&v[3..]).all(|((_, b), e)| *e == 0 || v[b - 1] == 1)
        },
    },
    Row {
        declared: "array[1..4] of var bool: es; var 0..10: k;",
        ranges: &[(0, 1), (0, 1), (0, 1), (0, 1), (0, 10)],
        expression: "weighted_spanning_tree(3, 4, [1, 2, 3, 1], [2, 3, 1, 3], [1, 2, 3, 4], es, k)",
        holds: |v| {
            is_tree(&[&[1, 1, 1], &v[..4], &[1]].concat(), false) && v[4] == v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]
        },
    },
    Row {
        declared: "array[1..3] of var -2..2: x; var -3..3: c;",
        ranges: &[(-2, 2), (-2, 2), (-2, 2), (-3, 3)],
        expression: "network_flow_cost([| 1, 2 | 2, 3 | 1, 3 |], [1, 0, -1], [1, 2, -1], x, c)",
        holds: |v| v[0] + v[2] == 1 && v[1] == v[0] && v[1] + v[2] == 1 && v[3] == v[0] + 2 * v[1] - v[2],
    },
];

/// Where the values lead through the little diagram of the rows below, and at what cost.
fn through_diagram(v: &[i64]) -> Option<i64> {
    let (node, cost) = if v[0] == 0 { (2, 1) } else { (3, 0) };
    let cost = cost
        + if node == 2 && v[1] <= 1 {
            2 - v[1]
        } else if node == 3 && v[1] == 2 {
            3
        } else {
            return None;
        };
    Some(cost + i64::from(v[2] == 2))
}

const WORDS: &[Row] = &[
    Row {
        declared: "array[1..3] of var 0..3: x;",
        ranges: &[(0, 3); 3],
        // a (2 letters) stays or goes on, then b leads on or stays.
        expression: "regular_nfa(x, 3, 2, [| {1, 2}, {} | {3}, {2} | {}, {1, 3} |], 1, {3})",
        holds: |v| [[1, 1, 1], [1, 2, 1], [1, 1, 2]].contains(&[v[0], v[1], v[2]]),
    },
    Row {
        declared: "array[1..3] of var 1..4: x;",
        ranges: &[(1, 4); 3],
        expression: "regular(x, \"1 (2|3)* 4? .\")",
        holds: |v| v[0] == 1 && (2..=4).contains(&v[1]),
    },
    Row {
        declared: "array[1..3] of var 9..13: x;",
        ranges: &[(9, 13); 3],
        expression: "regular(x, \"12 11{1,2}|[^9 11-12]+\")",
        holds: |v| v.iter().all(|l| [10, 13].contains(l)) || v == [12, 11, 11],
    },
    Row {
        declared: "enum L = {A, B, C}; array[1..2] of var L: x;",
        ranges: &[(1, 3); 2],
        expression: "regular(x, \"A? [B-C]\")",
        holds: |v| v[0] == 1 && v[1] != 1,
    },
    Row {
        declared: "array[1..3] of var 1..2: x; var 0..9: c;",
        ranges: &[(1, 2), (1, 2), (1, 2), (0, 9)],
        expression: "cost_regular(x, 2, 2, [| 1, 2 | 2, 0 |], 1, {2}, [| 1, 2 | 3, 4 |], c)",
        // 1* 2 1*: each 1 before the 2 costs one, the 2 two, each 1 after it three.
        holds: |v| {
            let before = v[..3].iter().take_while(|l| **l == 1).count() as i64;
            count(&v[..3], 2) == 1 && v[3] == before + 2 + 3 * (2 - before)
        },
    },
    Row {
        declared: "array[1..3] of var 0..2: x;",
        ranges: &[(0, 2); 3],
        expression: "mdd(x, 4, [1, 2, 2, 3], 7, [1, 1, 2, 2, 3, 4, 4], [{0}, {1, 2}, {0}, {1}, {2}, {0, 1}, {2}], [2, 3, 4, 4, 4, 0, 0])",
        holds: |v| through_diagram(v).is_some(),
    },
    Row {
        declared: "array[1..3] of var 0..2: x; var 0..6: c;",
        ranges: &[(0, 2), (0, 2), (0, 2), (0, 6)],
        expression: "cost_mdd(x, 4, [1, 2, 2, 3], 7, [1, 1, 2, 2, 3, 4, 4], [{0}, {1, 2}, {0}, {1}, {2}, {0, 1}, {2}], \
            [1, 0, 2, 1, 3, 0, 1], [2, 3, 4, 4, 4, 0, 0], c)",
        holds: |v| through_diagram(v) == Some(v[3]),
    },
];

const ARRAYS: &[Row] = &[
    Row {
        declared: "array[0..2] of var 0..2: x; var 0..3: v; var 0..2: i;",
        ranges: &[(0, 2), (0, 2), (0, 2), (0, 3), (0, 2)],
        expression: "arg_val(x, v) = i",
        holds: |v| v[..3].iter().position(|w| *w == v[3]) == usize::try_from(v[4]).ok(),
    },
    Row {
        declared: "array[1..3] of var 1..3: f; array[1..3] of var 1..3: g;",
        ranges: &[(1, 3); 6],
        expression: "g = inverse(f)",
        holds: |v| (0..3).all(|i| v[3 + v[i] as usize - 1] == i as i64 + 1) && sorted(&v[..3]) == [1, 2, 3],
    },
    Row {
        declared: "array[1..2] of var 0..3: x; array[1..2] of var 0..3: y;",
        ranges: &[(0, 3); 4],
        expression: "inverse_in_range(x, y)",
        holds: |v| (1..=2).all(|i| (1..=2).all(|j| (v[i - 1] == j as i64) == (v[1 + j] == i as i64))),
    },
    Row {
        declared: "array[1..2] of var 0..2: x; var 1..2: i; var 0..2: v; array[1..2] of var 0..2: o;",
        ranges: &[(0, 2), (0, 2), (1, 2), (0, 2), (0, 2), (0, 2)],
        expression: "write(x, i, v, o) /\\ write(x, i, v) = o",
        holds: |v| (1..=2).all(|j| v[3 + j] == if v[2] == j as i64 { v[3] } else { v[j - 1] }),
    },
    Row {
        declared: "array[1..2] of var 0..2: x; array[1..2] of var 1..2: p; array[1..2] of var 0..2: o;",
        ranges: &[(0, 2), (0, 2), (1, 2), (1, 2), (0, 2), (0, 2)],
        expression: "writes_seq(x, p, [1, 2], o)",
        holds: |v| {
            let mut new = [v[0], v[1]];
            new[v[2] as usize - 1] = 1;
            new[v[3] as usize - 1] = 2;
            new == v[4..]
        },
    },
    Row {
        declared: "array[1..2] of var 0..2: x; array[1..2] of var 1..2: p; array[1..2] of var 0..2: o;",
        ranges: &[(0, 2), (0, 2), (1, 2), (1, 2), (0, 2), (0, 2)],
        expression: "writes(x, p, [1, 2], o)",
        holds: |v| v[2] != v[3] && v[3 + v[2] as usize] == 1 && v[3 + v[3] as usize] == 2,
    },
];

#[test]
fn counting() {
    COUNTING.iter().for_each(check);
}

#[test]
fn order() {
    ORDER.iter().for_each(check);
}

#[test]
fn packing() {
    PACKING.iter().for_each(check);
}

#[test]
fn graphs() {
    GRAPHS.iter().for_each(check);
}

#[test]
fn words() {
    WORDS.iter().for_each(check);
}

#[test]
fn arrays() {
    ARRAYS.iter().for_each(check);
}

/// A model may use the names that the library uses inside.
#[test]
fn names_of_the_model_do_not_reach_into_the_library() {
    let graph = "array[1..3] of var bool: ns; array[1..4] of var bool: es; var 1..3: r;";
    let tree = "constraint tree([1, 2, 3, 1], [2, 3, 1, 3], r, ns, es);";
    for own in [
        "predicate one_edge_less(array[int] of var bool: a, array[int] of var bool: b) = false;",
        "predicate reachable(array[int] of int: a, array[int] of int: b, var int: c, array[int] of var bool: d, array[int] of var bool: e) = false;",
        "function array[int] of var bool: quandary_reached(array[int] of int: a, array[int] of int: b, array[int] of var bool: c, array[int] of var bool: d) = d;",
    ] {
        assert_eq!(found(&format!("{own} {graph} {tree}")), found(&format!("{graph} {tree}")), "{own}");
    }
    let own = "predicate lex_less(array[int] of var int: a, array[int] of var int: b) = false; var 1..3: x;";
    assert_eq!(found(&format!("{own} constraint lex_greater([2], [x]);")), BTreeSet::from([vec![1]]));
}

/// Functions of known values.
#[test]
fn known_values() {
    for truth in [
        "sort([3, 1, 2]) = [1, 2, 3]",
        "sort([2.5, 1.5])[1] = 1.5",
        "sort([true, false])[2]",
        "arg_sort([30, 10, 20]) = [2, 3, 1]",
        "arg_sort([2.0, 1.0]) = [2, 1]",
        "sort_by([10, 20, 30], [2, 1, 2]) = [20, 10, 30]",
        "arg_max([1.0, 2.5, 2.5]) = 2 /\\ arg_min([1.0, 0.5, 0.5]) = 2",
        "round(1000.0 * ln(10.0)) = 2303 /\\ round(log10(1000.0)) = 3 /\\ round(log2(8.0)) = 3 /\\ round(log(3.0, 81.0)) = 4",
        "round(100.0 * exp(1.0)) = 272 /\\ round(100.0 * sin(1.0)) = 84 /\\ round(100.0 * atan(1.0)) = 79",
        "not (ln(-1.0) > 0.0)",
        "index_sets_agree([1, 2], [3, 4]) /\\ not index_sets_agree([1, 2], array1d(0..1, [3, 4]))",
        "arrayXd([| 1, 2 | 3, 4 |], [5, 6, 7, 8])[2, 1] = 7",
        "index_set_5of5(array5d(1..1, 1..1, 1..1, 1..1, 3..4, [1, 2])) = 3..4",
        "has_index(0, array1d(0..1, [5, 6])) /\\ has_element(6, [5, 6]) /\\ not has_element(7, [5, 6])",
        "set_to_ranges({1, 2, 5, 7, 8, 9}) = [1, 2, 5, 5, 7, 9]",
        "connected([1, 2], [2, 3], [true, true, true], [true, true])",
        "regular([1, 1, 2], \"1* 2\")",
    ] {
        let text = format!("var 1..1: one; constraint {truth};");
        assert_eq!(found(&text).len(), 1, "{text}");
    }
}
