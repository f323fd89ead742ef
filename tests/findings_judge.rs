//! What the judge of the file found wrong in flattening, each with the smallest model that shows it.

#[path = "common/compare.rs"]
#[allow(dead_code)]
mod compare;
#[path = "common/grammar/mod.rs"]
#[allow(dead_code)]
mod grammar;

use compare::{Compared, Others, compare};
use grammar::{Candidate, Drawn};
use quandary::front::Value;
use serde_json::json;

/// The number of solutions over variables of these domains, on which the judge and the engines agree.
fn solutions(text: &str, vars: &[(&str, std::ops::RangeInclusive<i64>)]) -> usize {
    let candidate = |n: i64, is_bool: bool| match is_bool {
        true => Candidate { value: Value::from(n != 0), json: json!(n != 0) },
        false => Candidate { value: Value::from(n), json: json!(n) },
    };
    // What is called `b` is a Boolean.
    let all = |(name, domain): &(&str, std::ops::RangeInclusive<i64>)| {
        (name.to_string(), domain.clone().map(|n| candidate(n, name.starts_with('b'))).collect())
    };
    let drawn = Drawn { text: text.to_string(), vars: vars.iter().map(all).collect() };
    match compare(&drawn, &Others { engines: &["sat", "csp"], minizinc: false, mistake: None }) {
        Compared::Same(n) => n,
        other => panic!("{other:?}\n{text}"),
    }
}

#[test]
fn a_branch_that_is_taken_need_not_hold_if_the_conditional_need_not() {
    let list = "array[1..2] of int: a = [1, 2]; var 0..3: x; ";
    for (text, n) in [
        ("var int: d = (if 1 = 1 then x >= a[x] else false endif) + 1;", 4),
        ("var bool: d = if true then x >= a[x] endif;", 4),
        ("constraint exists([x = 3, if true then let { constraint x > 1 } in true endif]);", 2),
        ("constraint if true then x >= a[x] else false endif;", 2),
    ] {
        assert_eq!(solutions(&format!("{list}{text}"), &[("x", 0..=3)]), n, "{text}");
    }
}

#[test]
fn a_default_of_booleans_is_a_boolean_context() {
    let text = "var bool: b; var bool: d = let { constraint b } in (b default true);";
    assert_eq!(solutions(text, &[("b", 0..=1)]), 2);
    let text = "var bool: b; constraint (let { constraint b } in b default b) default not b;";
    assert_eq!(solutions(text, &[("b", 0..=1)]), 1);
}
