//! Findings about the front end, each with the inputs that showed it: limits, counts of small models, messages.

mod common;

use common::enumerate::count_solutions;
use quandary::engine::Engine;
use quandary::front::{Data, Diagnostic, Halt, Instance, Program, Source, beside};
use quandary::model::{Assignment, Objective};
use quandary::search::{Budget, Stop, resident_bytes};
use quandary::solve::{self, Problem, Run};

fn instantiate(text: &str) -> Result<Instance, Diagnostic> {
    Program::parse(&[Source::new("m.mzn", text)])?.instantiate(&Data::new())
}

/// How many solutions a model has, by search of the model alone, by SAT and by CSP; or why it is refused.
fn counts(text: &str) -> Vec<String> {
    let instance = match instantiate(text) {
        Ok(instance) => instance,
        Err(diagnostic) => return vec![format!("error {}", diagnostic.message)],
    };
    assert_eq!(instance.model.objective, Objective::Satisfy, "{text}");
    let problem = Problem::of_model(instance.model.clone());
    let by = |engine: &str| {
        let engine: Engine = engine.parse().expect("an engine");
        let counted = solve::count(&problem, &Run { engine, ..Run::default() }).expect("a small model");
        counted.solutions.expect("no limit").to_string()
    };
    vec![count_solutions(&instance.model).to_string(), by("sat"), by("csp")]
}

/// Every row of `language/findings.tsv` about a finding.
fn rows_hold(finding: &str) {
    let rows =
        include_str!("language/findings.tsv").lines().filter_map(|line| line.strip_prefix(finding)?.strip_prefix('\t'));
    let mut wrong = Vec::new();
    let mut n_rows = 0;
    for (expected, text) in rows.map(|row| row.split_once('\t').expect("a row has three columns")) {
        n_rows += 1;
        let found = counts(text);
        if !found.iter().all(|found| found == expected) {
            wrong.push(format!("expected {expected}, found {}: {text}", found.join(", ")));
        }
    }
    assert!(wrong.is_empty() && n_rows > 0, "{} of {n_rows} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn f07_domains_of_parameters_hold() {
    rows_hold("F7");
}

#[test]
fn f08_domains_of_results_hold() {
    rows_hold("F8");
}

#[test]
fn f09_default_is_what_is_taken_where_nothing_is_defined() {
    rows_hold("F9");
}

#[test]
fn f10_tasks_without_duration_take_nothing() {
    rows_hold("F10");
}

#[test]
fn f11_a_boolean_access_outside_is_false() {
    rows_hold("F11");
}

#[test]
fn f12_the_chosen_overload_decides_what_is_boolean() {
    rows_hold("F12");
}

#[test]
fn f13_overflow_is_an_error_at_its_place() {
    rows_hold("F13");
    for (text, column) in [
        ("var 0..1: x; solve maximize 4611686018427387904*x;", 29),
        ("var 1..1: x; constraint (2305843009213693953*x) div 7 >= 3;", 25),
        ("var 1..1: x; constraint x >= 0 /\\ max(2305843009213693953*x, 3) >= 0;", 35),
        ("var 0..1: x; var int: z = 2305843009213693953*x;", 27),
        ("int: k = 9223372036854775807 * 2;", 10),
    ] {
        let place = instantiate(text).expect_err(text).place.expect("a place");
        assert_eq!((place.line, place.column), (1, column), "{text}");
    }
}

#[test]
fn f14_types_are_kept_apart() {
    rows_hold("F14");
    let find = |name: &str, _: &str| match name {
        "a.mzn" => Some(Source::new("a.mzn", "include \"b.mzn\"; var 0..1: x;")),
        "b.mzn" => Some(Source::new("b.mzn", "include \"a.mzn\";")),
        "c.mzn" => Some(Source::new("c.mzn", "var 0..1: y;")),
        _ => None,
    };
    let text = "include \"m.mzn\"; var 0..1: x;";
    let error = Program::parse_with(&[Source::new("m.mzn", text)], &find).expect_err(text);
    assert!(error.message.contains("includes itself"), "{error}");
    // Once is enough, also where two texts include each other.
    for text in ["include \"c.mzn\"; include \"c.mzn\";", "include \"a.mzn\"; include \"./b.mzn\";"] {
        assert!(Program::parse_with(&[Source::new("m.mzn", text)], &find).is_ok(), "{text}");
    }
}

#[test]
fn f06_values_outside_a_parameter_s_domain_are_no_solution() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the file can be written");
        path.to_string_lossy().into_owned()
    };
    let model = write("m.mzn", "predicate p(var 1..2: x) = true; var 1..3: y; constraint p(y);");
    for (values, code) in [("{\"y\":3}", 20), ("{\"y\":2}", 10)] {
        assert_eq!(common::quandary(&["check", &model, &write("v.json", values)]).code, code, "{values}");
    }
}

#[test]
fn f20_chains_are_linear_and_long_lines_are_cut() {
    rows_hold("F20");
    let chain = format!("var 0..1: x; constraint {};", vec!["x = 1"; 20_000].join(" -> "));
    assert_eq!(stopped(&chain, &Budget::seconds(60.0)), None);
    let many = "array[1..20000] of var bool: a; array[1..20000] of var bool: b; \
                constraint exists(i in 1..20000)(a[i] /\\ b[i]); constraint exists(a);";
    assert_eq!(stopped(many, &Budget::seconds(60.0)), None);
    let long = format!("int: k = {}y{};", "1 + ".repeat(100_000), " + 1".repeat(100_000));
    let shown = instantiate(&long).expect_err("y is not declared").to_string();
    assert!(shown.contains("m.mzn:1:400010"), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 170), "{shown}");
    let caret = lines[4].find('^').expect("a caret");
    assert_eq!(lines[3].as_bytes()[caret], b'y', "{shown}");
}

#[test]
fn f33_a_key_given_twice_in_json_is_refused() {
    let mut data = Data::new();
    let error = data.read_json(&Source::new("d.json", "{\"n\": 1,\n \"n\": 2}")).expect_err("twice");
    assert!(error.message.contains("`n` is given twice"), "{error}");
    assert_eq!(error.place.map(|place| place.line), Some(2));
    let error = data.read_json(&Source::new("d.json", "[1]")).expect_err("no object");
    assert!(error.message.contains("expected a JSON object of parameters"), "{error}");
}

#[test]
fn f35_an_error_in_output_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("m.mzn");
    std::fs::write(&path, "var 0..1: x; solve satisfy; output [show([1][x+5])];").expect("the file can be written");
    let ran = common::quandary(&["solve", &path.to_string_lossy()]);
    assert_eq!(ran.code, 3, "{}", ran.out);
    assert!(ran.out.contains("x = 0;") || ran.out.contains("x = 1;"), "{}", ran.out);
    assert!(!ran.out.contains("error") && ran.err.contains("outside 1..1"), "{}{}", ran.out, ran.err);
    let ran = common::quandary(&["solve", "--json", &path.to_string_lossy()]);
    assert_eq!(ran.code, 3, "{}", ran.out);
    let object = ran.json();
    assert!(object["solution"]["x"].is_number() && object["status"] == "satisfiable", "{object}");
    assert!(object["message"].as_str().is_some_and(|message| message.contains("outside 1..1")), "{object}");
}

/// Text, then line, column, and a part of the message and of the help.
#[test]
fn f45_to_f54_messages_say_what_is_wrong_and_where() {
    let cases: &[(&str, usize, &str, &str)] = &[
        ("var set of int: s;", 17, "needs to know what may be in it", "var set of 1..9"),
        ("var float: s;", 5, "float variables are not supported", "count in whole units"),
        (
            "var 1..9: x; constraint x / 2 = 1.5;",
            25,
            "float variables are not supported",
            "`div` divides whole numbers",
        ),
        (
            "annotation even(var int: x :: annotated_expression) = let {constraint x mod 2 = 0} in e; annotation e; var 1..3: y :: even;",
            26,
            "annotations that look at what they stand behind are not supported",
            "flatten the model",
        ),
        ("include \"neural_net.mzn\";", 9, "MiniZinc has `neural_net.mzn`", "flatten the model"),
        ("var 0..1: x; constraint gamma(x, 1.0) = 1.0;", 25, "MiniZinc has `gamma`", "docs/language.md"),
        ("any: t = 3; int: k = t.1;", 22, "expected a tuple or a record before `.`, found an integer", ""),
        ("var 0..1: x; constraint x `less` 3;", 25, "no function or predicate `less` is known", ""),
        ("predicate foo(var int: x); var 0..1: x; constraint foo(x);", 52, "`foo` has no body", ""),
        ("enum A = {a, b}; {a}: y = b;", 27, "b is outside the domain {a} of `y`", ""),
        ("int: k = 0x;", 10, "digits of this number are missing", ""),
        ("int: k = 9223372036854775808;", 10, "does not fit into 64 bits", ""),
        ("int: k = - -9223372036854775808;", 10, "does not fit into 64 bits", ""),
    ];
    let mut wrong = Vec::new();
    for (text, column, message, help) in cases {
        let error = instantiate(text).expect_err(text);
        let place = error.place.as_ref().map(|place| place.column);
        let helps = error.help.as_deref().unwrap_or("");
        if place != Some(*column) || !error.message.contains(message) || !helps.contains(help) {
            wrong.push(format!("expected column {column}, {message}, {help}\n{error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for text in ["var set of int: s;", "var float: s;"] {
        assert!(!instantiate(text).expect_err(text).to_string().contains("FlatZinc"), "{text}");
    }
    assert!(instantiate("int: k = -9223372036854775808; constraint k + 1 < 0;").is_ok());
}

#[test]
fn f52_wrong_numbers_in_json_are_placed_in_the_data() {
    for (text, message) in [
        ("{\"m\": 1,\n \"n\": 99999999999999999999}", "too large"),
        ("{\"m\": 1,\n \"n\": 1.5}", "`n` is declared as an integer, found a float"),
    ] {
        let program = Program::parse(&[Source::new("m.mzn", "int: n; int: m;")]).expect("a model");
        let mut data = Data::new();
        data.read_json(&Source::new("d.json", text)).expect("it is JSON");
        let error = program.instantiate(&data).expect_err(text);
        assert!(error.message.contains(message), "{error}");
        let place = error.place.expect("a place");
        assert_eq!((&*place.file, place.line, place.column), ("d.json", 2, 2));
    }
}

#[test]
fn f67_flatzinc_says_what_is_shown() {
    let text = "var 1..1: X_INTRODUCED_0_;\nvar 2..2: X_INTRODUCED_1_;\nvar 3..3: y :: output_var;\nvar 4..4: z;\n\
                array [1..2] of var int: x :: output_array([1..2]) = [X_INTRODUCED_0_, X_INTRODUCED_1_];\nsolve satisfy;\n";
    let instance = instantiate(text).expect("FlatZinc");
    let solution = Assignment::new(instance.model.vars.iter().map(|var| var.domain.min()).collect());
    assert_eq!(instance.render(&solution).expect("values"), "y = 3;\nx = [1, 2];\n");
    assert_eq!(instance.json(&solution).expect("values"), serde_json::json!({"y": 3, "x": [1, 2]}));
}

/// What stops the way from a text to a model within a budget; `None` if nothing does.
fn stopped(text: &str, budget: &Budget) -> Option<Stop> {
    let program = Program::parse_within(&[Source::new("m.mzn", text)], &|_, _| None, budget);
    let made = program.and_then(|program| program.instantiate_within(&Data::new(), budget));
    match made {
        Ok(_) => None,
        Err(Halt::Stop(stop)) => Some(stop),
        Err(Halt::Wrong(diagnostic)) => panic!("{diagnostic}"),
    }
}

/// Models that take far longer than any limit.
const ENDLESS: &[&str] = &[
    "int: n = 20000; array[1..n] of var 1..n: x; constraint forall(i, j in 1..n where i < j)(x[i] != x[j]);",
    "int: n = 3200; array[1..n] of var 0..n: s; var bool: b; \
     constraint b \\/ cumulative(s, [1+i mod 5 | i in 1..n], [1+i mod 3 | i in 1..n], 10);",
    "function int: f(int: n) = if n < 2 then n else f(n-1)+f(n-2) endif; int: k = f(45);",
    "int: k = sum(i in 1..30000, j in 1..30000)(bool2int(i mod 7 = j));",
    "set of int: s = {i*i | i in 1..40000000}; var 0..1: x; constraint x in s;",
    "function string: d(int: k) = if k = 0 then \"abcdefgh\" else d(k-1) ++ d(k-1) endif; \
     int: n = string_length(d(26));",
];

#[test]
fn f15_reading_and_flattening_keep_the_time() {
    for text in ENDLESS {
        assert_eq!(stopped(text, &Budget::seconds(0.05)), Some(Stop::Timeout), "{text}");
    }
    let long = format!("int: k = 1{};", "+1".repeat(200_000));
    assert_eq!(stopped(&long, &Budget::seconds(0.0)), Some(Stop::Timeout));
    let mut data = Data::new();
    let read = data.read_dzn_within(&Source::new("d.dzn", &long[5..]), &Budget::seconds(0.0));
    assert_eq!(read, Err(Halt::Stop(Stop::Timeout)));
    let list = format!("{{\"a\": [1{}]}}", ",1".repeat(10_000));
    let read = data.read_json_within(&Source::new("d.json", list), &Budget::seconds(0.0));
    assert_eq!(read, Err(Halt::Stop(Stop::Timeout)));
}

#[test]
fn f16_an_interrupt_is_heard_while_flattening() {
    for text in ENDLESS {
        let budget = Budget::unlimited();
        let flag = budget.interrupt();
        let waiter = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(stopped(text, &budget), Some(Stop::Interrupted), "{text}");
        waiter.join().expect("it only waits");
    }
}

#[test]
fn f17_memory_is_asked_for_before_it_is_taken() {
    let budget = || Budget::unlimited().with_memory(Some(resident_bytes() + (100 << 20)));
    for text in [
        "array[1..30000000] of var bool: b;",
        "array[1..7000,1..7000] of var 1..9: b;",
        "set of int: s = {i*i | i in 1..40000000}; var 0..1: x; constraint x in s;",
        "function string: d(int: k) = if k = 0 then \"abcdefgh\" else let { string: s = d(k-1) } in s ++ s endif; \
         int: n = string_length(d(26));",
    ] {
        assert_eq!(stopped(text, &budget()), Some(Stop::Memory), "{text}");
    }
}

#[test]
fn f15_output_keeps_the_limits_too() {
    let text = "var 0..1: x; output [show(x+i) ++ \"\\n\" | i in 1..40000000];";
    let program = Program::parse(&[Source::new("m.mzn", text)]).expect("a model");
    let instance = program.instantiate(&Data::new()).expect("a model");
    let solution = Assignment::new(vec![1]);
    let shown = instance.render_within(&solution, &Budget::seconds(0.05));
    assert_eq!(shown, Err(Halt::Stop(Stop::Timeout)));
    assert_eq!(instance.render_values(&solution).expect("it has values"), "x = 1;\n");
}

#[test]
fn an_annotation_may_get_its_value_later() {
    let text = "annotation mine; mine = seq_search([int_search(x, input_order, indomain_max, complete)]);
        array[1..2] of var 0..1: x; solve :: mine satisfy;";
    assert_eq!(counts(text), ["4", "4", "4"]);
    let text = "annotation mine; mine = int_search(y, input_order, indomain_max); mine = mine; var 0..1: y;";
    assert_eq!(counts(text), ["error `mine` has two values"]);
}

#[test]
fn a_local_variable_may_be_free_where_nothing_denies_it() {
    for (text, expected) in [
        ("var bool: c; constraint c -> let { var 0..3: t; constraint t > 4 } in true;", "1"),
        ("var bool: c; var 0..3: x; constraint c -> let { var 0..3: t; constraint t > x } in t = x + 1;", "7"),
        ("var bool: c; var 0..3: x; constraint (let { var 0..3: t; constraint t > x } in t = x + 2) <- c;", "6"),
        ("var bool: c; var 0..3: x; constraint c \\/ let { var 0..1: t } in x = 2*t;", "6"),
        ("var 0..9: x; constraint exists(i in 1..2)(let { var 0..1: t } in x = 3*i + t);", "4"),
        ("var bool: c; var 0..3: x; constraint if c then let { var 2..3: t } in x = t else x = 0 endif;", "3"),
        (
            "var bool: c; var 0..3: x; constraint if c then let { var 2..3: t } in x = t \
             else if x = 0 then true else let { var 1..2: t } in x = t + t endif endif;",
            "4",
        ),
        ("var bool: c; var 0..3: x; constraint x = if c then let { var 2..3: t } in t else 0 endif;", "3"),
        (
            "predicate p(var int: x) = let { var 2..3: t } in x = t; var bool: c; var 0..3: x; constraint c -> p(x);",
            "6",
        ),
        (
            "function array[int] of var int: up(var int: x) = \
             let { array[1..2] of var 0..3: t; constraint t[1] = x /\\ t[2] > t[1] } in t; \
             var bool: c; var 0..3: x; constraint c -> sum(up(x)) = 3;",
            "6",
        ),
        ("var bool: c; constraint c -> let { var {}: t } in true;", "1"),
    ] {
        assert_eq!(counts(text), [expected; 3], "{text}");
    }
    for denied in [
        "not (let { var 0..1: t } in x = t)",
        "(let { var 0..1: t } in x = t) -> x = 2",
        "x = 1 <-> let { var 0..1: t } in x = t",
        "(x = 2) xor let { var 0..1: t } in x = t",
        "bool2int(let { var 0..1: t } in x = t) = 0",
        "not (x = 2 /\\ (x = 1 \\/ let { var 0..1: t } in x = t))",
        "[let { var 0..1: t } in x = t][1] = false",
    ] {
        let text = format!("var 0..3: x; constraint {denied};");
        assert_eq!(
            counts(&text),
            ["error the local variable `t` is free where its constraint may be denied"],
            "{text}"
        );
    }
}

#[test]
fn what_is_defined_by_variables_without_bounds_gets_bounds_with_them() {
    for text in [
        "var int: s; var int: d = s*s; constraint s = 5050;",
        "var int: s; var int: t; var int: d = s*s - t; constraint s = 5050 /\\ t = 3;",
        "array[1..2] of var int: x; var int: z = sum(i in 1..2)(x[i]*x[i]); constraint x = [1000, 3];",
    ] {
        assert_eq!(counts(text), ["1"; 3], "{text}");
    }
}

#[test]
fn words_of_a_search_may_be_chosen_and_passed_on() {
    let search = |annotation: &str| {
        let text = format!(
            "array[1..2] of var 0..1: x; int: n = 3; ann: word = first_fail;
             function ann: mine(array[int] of var int: y, ann: s, ann: c) = int_search(y, s, c);
             solve :: {annotation} satisfy;"
        );
        let model = instantiate(&text).unwrap_or_else(|e| panic!("{annotation}: {}", e.message)).model;
        model.search.iter().map(|hint| format!("{} {}", hint.select, hint.choose)).collect::<Vec<_>>()
    };
    for annotation in [
        "int_search(x, if n > 2 then first_fail else smallest endif, if n < 2 then indomain else indomain_max endif)",
        "int_search(x, word, indomain_max, complete)",
        "mine(x, first_fail, indomain_max)",
        "mine(x, word, if n > 2 then indomain_max else indomain_min endif)",
    ] {
        assert_eq!(search(annotation), ["first_fail indomain_max"], "{annotation}");
    }
    let text = "annotation plain; annotation twice(ann: s) = seq_search([s, s]); \
                function ann: passed(ann: s) = twice(s); var 0..1: x; solve :: passed(twice(plain)) satisfy;";
    assert_eq!(counts(text), ["2"; 3]);
}

/// An included file is looked for beside the text that includes it, whatever lies elsewhere under its name; one path, however it
/// is spelt, is one file; and a file in a folder is that file, also if the library has one called so.
#[test]
fn includes_are_beside_what_includes_them() {
    let find = |name: &str, text: &str| match beside(text, name).as_str() {
        "sub/a.mzn" => Some(Source::new("sub/a.mzn", "int: k = 3; include \"other.mzn\";")),
        "sub/other.mzn" => Some(Source::new("sub/other.mzn", "int: other = 4;")),
        "sub/c.mzn" => Some(Source::new("sub/c.mzn", "include \"same.mzn\";")),
        "sub/same.mzn" => Some(Source::new("sub/same.mzn", "int: theirs = 5;")),
        "same.mzn" => Some(Source::new("same.mzn", "int: mine = 1;")),
        "other.mzn" => Some(Source::new("other.mzn", "int: other = 9;")),
        "sub/lex_less.mzn" => Some(Source::new("sub/lex_less.mzn", "int: mine = 2;")),
        _ => None,
    };
    for (text, value) in [
        ("include \"sub/a.mzn\"; var 1..20: x; constraint x = k + other;", 7),
        ("include \"other.mzn\"; var 1..20: x; constraint x = other;", 9),
        ("include \"sub/a.mzn\"; include \"./sub/../sub//a.mzn\"; var 1..20: x; constraint x = k;", 3),
        ("include \"same.mzn\"; include \"sub/c.mzn\"; var 1..20: x; constraint x = mine + theirs;", 6),
        ("include \"./sub/lex_less.mzn\"; var 1..20: x; constraint x = mine;", 2),
        ("include \"lex_less.mzn\"; var 1..20: x; constraint lex_less([x, 1], [2, 0]);", 1),
    ] {
        let program = Program::parse_with(&[Source::new("m.mzn", text)], &find).expect(text);
        let model = program.instantiate(&Data::default()).expect(text).model;
        let found: Vec<i64> = quandary::model::arbitrary::solutions(&model).map(|a| a[model.answer[0]]).collect();
        assert_eq!(found, [value], "{text}");
    }
    for (text, name, path) in [
        ("m.mzn", "a.mzn", "a.mzn"),
        ("d/m.mzn", "../a.mzn", "a.mzn"),
        ("d/m.mzn", "../../a.mzn", "../a.mzn"),
        ("/d/m.mzn", "e/./a.mzn", "/d/e/a.mzn"),
        ("/d/m.mzn", "../../a.mzn", "/a.mzn"),
        ("d/m.mzn", "/e/a.mzn", "/e/a.mzn"),
    ] {
        assert_eq!(beside(text, name), path, "{name} in {text}");
    }
}
