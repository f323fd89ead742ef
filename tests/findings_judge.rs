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
use serde_json::Value as Json;

/// The values of a variable: numbers, Booleans, names of constants, nothing at all.
fn values<T: Clone + Into<Json>>(all: &[T]) -> Vec<Candidate> {
    let candidate = |one: &T| {
        let json: Json = one.clone().into();
        let value = match &json {
            Json::Bool(truth) => Value::from(*truth),
            Json::String(name) => Value::from(name.as_str()),
            Json::Null => Value::Absent,
            number => Value::from(number.as_i64().expect("a number")),
        };
        Candidate { value, json }
    };
    all.iter().map(candidate).collect()
}

/// The number of solutions, on which the judge and the engines agree.
fn solutions(text: &str, vars: &[(&str, Vec<Candidate>)]) -> usize {
    let vars = vars.iter().map(|(name, all)| (name.to_string(), all.clone())).collect();
    let drawn = Drawn { text: text.to_string(), vars };
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
        assert_eq!(solutions(&format!("{list}{text}"), &[("x", values(&[0, 1, 2, 3]))]), n, "{text}");
    }
}

#[test]
fn a_default_of_booleans_is_a_boolean_context() {
    let text = "var bool: b; var bool: d = let { constraint b } in (b default true);";
    assert_eq!(solutions(text, &[("b", values(&[false, true]))]), 2);
    let text = "var bool: b; constraint (let { constraint b } in b default b) default not b;";
    assert_eq!(solutions(text, &[("b", values(&[false, true]))]), 1);
}

#[test]
fn a_default_of_an_option_is_there() {
    let three = [Json::from(0), Json::from(1), Json::Null];
    for (text, n) in [
        ("constraint (o default -2) > 0;", 1),
        ("constraint (o default 1) = 1;", 2),
        ("var int: d = 2 * (o default 5); constraint d = 10;", 1),
        ("constraint (o default (1 div (1 - 1))) >= 0;", 2),
    ] {
        assert_eq!(solutions(&format!("var opt 0..1: o; {text}"), &[("o", values(&three))]), n, "{text}");
    }
}

#[test]
fn a_constructor_leaves_the_enum_of_its_argument_alone() {
    let enums = "enum E = {A, B}; enum F = M(E) ++ {N}; var E: e; var F: m; ";
    let vars = [("e", values(&["A", "B"])), ("m", values(&["M(A)", "M(B)", "N"]))];
    assert_eq!(solutions(&format!("{enums} constraint m = M(e);"), &vars), 2);
    assert_eq!(solutions(&format!("{enums} constraint not (M^-1(m) = e);"), &vars), 4);
    let text =
        "enum F = O(1..2) ++ {N}; var 1..2: x; var F: m; var int: y = x + 0; constraint m = O(x) /\\ O^-1(m) < 2;";
    assert_eq!(solutions(text, &[("x", values(&[1, 2])), ("m", values(&["O(1)", "O(2)", "N"]))]), 1);
}

#[test]
fn a_number_that_is_no_constant_is_undefined_and_not_impossible() {
    let text = "enum E = {A, B, C}; var 0..1: x; var bool: b; constraint b <-> (to_enum(E, x) = A);";
    assert_eq!(solutions(text, &[("x", values(&[0, 1])), ("b", values(&[false, true]))]), 2);
}
