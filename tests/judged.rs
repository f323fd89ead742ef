//! The judge of the file: what it says of claims, and random models whose solutions it counts by brute force.

#[path = "common/compare.rs"]
mod compare;
#[path = "common/grammar/mod.rs"]
mod grammar;
#[path = "common/rotate.rs"]
mod rotate;

use compare::{Compared, Others, compare};
use quandary::engine::Engine;
use quandary::front::judge::{Claim, Judge, Judged, STEPS};
use quandary::front::{Data, Program, Source, Value};
use quandary::model::Assignment;
use quandary::search::Budget;
use quandary::solve::{Named, Problem, SolveError, judge_by_file};

const OURS: Others<'static> = Others { engines: &["csp"], minizinc: false, mistake: None };

/// Draws models and compares; says how many had solutions.
fn agree(seeds: impl Iterator<Item = u64>, others: &Others<'_>) -> usize {
    let (mut n, mut n_solved, mut left) = (0, 0, Vec::new());
    for seed in seeds {
        n += 1;
        let drawn = grammar::draw(seed);
        match compare(&drawn, others) {
            Compared::Same(n) => n_solved += usize::from(n > 0),
            Compared::Refused(why) | Compared::Unjudged(why) => left.push(why),
            Compared::Different(how) => panic!("seed {seed}: {how}\n{}", drawn.text),
        }
    }
    // The real one is not asked about its quirks, and refuses some globals where they need not hold.
    let most = if others.minizinc { n } else { n / 10 };
    assert!((left.len() as u64) < most, "too many models come to nothing: {left:?}");
    n_solved
}

#[test]
fn two_thousand_random_models_have_the_solutions_the_file_says() {
    assert!(agree(0..1600, &OURS) > 300, "most models have something to find");
    let by_sat = Others { engines: &["sat"], ..OURS };
    assert!(agree(1600..2000, &by_sat) > 75);
}

#[test]
fn constraints_that_stay_whole_mean_what_the_file_says() {
    let mut n_solved = 0;
    for seed in 0..160 {
        let drawn = grammar::draw_whole(seed);
        let engines = rotate::engines(&["csp".to_string(), "rows".to_string()], seed);
        let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
        match compare(&drawn, &Others { engines: &engines, ..OURS }) {
            Compared::Same(n) => n_solved += usize::from(n > 0),
            Compared::Refused(_) => {}
            other => panic!("seed {seed}: {other:?}\n{}", drawn.text),
        }
    }
    assert!(n_solved > 80, "most models have something to find: {n_solved}");
}

/// What MiniZinc 2.6 does not have yet, by words that show it.
const NEWER: &[&str] =
    &["tuple(", "record(", "any: ", ").1", ").2", ".f", ".g", "set(0..1)", "array[i in", "..)", "in ..1", "<.."];

#[test]
fn the_real_minizinc_agrees() {
    let there = std::env::var_os("PATH")
        .is_some_and(|paths| std::env::split_paths(&paths).any(|folder| folder.join("minizinc").is_file()));
    assert!(there || std::env::var_os("QUANDARY_REQUIRE_TOOLS").is_none(), "minizinc is required");
    if there {
        let is_older = |seed: &u64| {
            let text = grammar::draw(*seed).text;
            !NEWER.iter().any(|word| text.contains(word))
        };
        let seeds = (5000..).filter(is_older).take(60);
        assert!(agree(seeds, &Others { minizinc: true, ..OURS }) > 5);
    }
}

/// A mistake on the way to the engines: the models drawn show it.
fn shows(right: &str, wrong: &str) {
    let others = Others { mistake: Some((right, wrong)), ..OURS };
    let drawn = (0..30_000).map(grammar::draw).filter(|drawn| drawn.text.contains(right));
    let differs = |drawn: &grammar::Drawn| matches!(compare(drawn, &others), Compared::Different(_));
    assert!(drawn.take(1000).any(|drawn| differs(&drawn)), "nobody notices that `{right}` became `{wrong}`");
}

#[test]
fn planted_mistakes_are_noticed() {
    for (right, wrong) in [
        (" div ", " mod "),
        ("min(", "max("),
        ("exists(", "forall("),
        (" default ", " + "),
        ("enum_next", "enum_prev"),
        (" union ", " diff "),
        (" subset ", " superset "),
        ("var set of 0..2", "var set of 0..1"),
        ("occurs(", "absent("),
        ("deopt(", "0 * deopt("),
        ("M(E) ++ {N} ++ O(0..1)", "{N} ++ M(E) ++ O(0..1)"),
        ("{A, C}", "{A, B}"),
        // Sets, options, enums, tuples, records.
        ("array[1..2] of var set of 0..1", "array[1..2] of var set of 0..0"),
        (" symdiff ", " union "),
        ("<> endif", "1 endif"),
        ("array[1..2] of var opt 0..1", "array[1..2] of var 0..1"),
        ("absent(", "occurs("),
        ("to_enum(E, ", "to_enum(E, 1 + "),
        ("tuple(var 0..2, var bool): t", "tuple(var 0..1, var bool): t"),
        (".g", ".f > 0"),
        // Functions, generators, goals.
        ("repeat(n - 1", "repeat(n - 2"),
        ("if c then x else y endif", "if c then y else x endif"),
        ("array[i in 1..2] of var 0..i", "array[i in 1..2] of var 0..1"),
        (" in 1..)", " in 0..)"),
        ("minimize", "maximize"),
        ("arg_sort(", "sort("),
        ("subgraph(", "connected("),
        ("alldifferent(", "all_equal("),
        ("var 0..2: z", "var int: z"),
    ] {
        shows(right, wrong);
    }
}

#[test]
fn every_global_that_is_in_is_drawn() {
    let table = include_str!("../docs/language.md");
    let row =
        table.lines().find(|line| line.starts_with("| globals | all_different")).expect("the table of the library");
    let known = row.split('|').nth(2).expect("what is in").split(',').map(|name| name.trim());
    let rows = || [grammar::GLOBALS, grammar::INTEGERS, grammar::LISTS, grammar::SETS].concat();
    let is_drawn = |name: &str| rows().iter().any(|row| row.split(['(', ' ']).any(|word| word == name));
    let missing: Vec<&str> =
        known.map(|name| name.split('/').next().unwrap_or(name)).filter(|name| !is_drawn(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// What the judge says of a claim about `x`.
fn verdict(text: &str, x: i64) -> Judged {
    let program = Program::parse(&[Source::new("m.mzn", text)]).unwrap_or_else(|error| panic!("{error}"));
    let claim = Claim { values: vec![("x".into(), Value::from(x))], ..Claim::default() };
    Judge::new(&program, &Data::new()).judge(&claim, STEPS, &Budget::unlimited())
}

#[test]
fn claims_are_judged_by_the_file_alone() {
    for (text, good, bad) in [
        ("var 0..9: x; constraint x > 3;", 4, 3),
        ("var 0..9: x; constraint x mod 2 = 1 :: \"odd\";", 3, 4),
        ("predicate p(var 1..2: y) = true; var 1..3: x; constraint p(x);", 2, 3),
        ("function var 0..1: f(var int: y) = y + 1; var 0..3: x; constraint f(x) >= 0;", 0, 1),
        ("array[1..2] of int: a = [7, 8]; var 0..3: x; constraint (a[x] default 9) = 9;", 0, 1),
        ("var 0..3: x; constraint not (6 div x = 2);", 0, 3),
        ("var 0..5: x; constraint let { var 0..3: z; constraint z * z = x } in z > 1;", 4, 1),
        ("enum E = {A, B, C}; var 1..3: x; constraint to_enum(E, x) in {A, C};", 3, 2),
        ("var 0..3: x; var int: y = 6 div x; constraint y >= 0;", 1, 0),
        ("var 0..2: x; constraint cumulative([0, 0], [1, x], [1, 1], 1);", 0, 1),
        ("var 0..9: x; constraint forall(i in 1..3 where i < x)(i != 2);", 2, 3),
    ] {
        assert_eq!(verdict(text, good), Judged::Holds, "{text}");
        assert!(matches!(verdict(text, bad), Judged::Broken(_)), "{text}: {:?}", verdict(text, bad));
    }
}

#[test]
fn what_is_broken_has_a_place_and_the_name_of_its_rule() {
    let text = "var 0..9: x;\nconstraint x > 1\n  /\\ (x < 5 :: \"small\");\n";
    let Judged::Broken(why) = verdict(text, 7) else { panic!("7 is not small") };
    let place = why.place.expect("a place");
    assert_eq!((why.message.as_str(), place.line), ("`small` does not hold", 3));
    let Judged::Broken(why) = verdict("var 0..5: x;", 7) else { panic!("7 is outside") };
    assert_eq!(why.message, "`x`: 7 is outside the domain");
}

#[test]
fn an_answer_that_the_file_refuses_is_a_failed_judge() {
    let text = "var 0..3: x; var 0..3: y; constraint x < y; solve minimize y - x;";
    let program = Program::parse(&[Source::new("m.mzn", text)]).expect("a model");
    let problem = Problem::of_program(program, Data::new(), Named::default());
    let budget = Budget::unlimited();
    let statement = problem.statement(&Engine::default(), &budget).expect("it flattens");
    let ask = |x: i64, y: i64, objective: i64| {
        let mut values = vec![objective; statement.model.vars.len()];
        (values[0], values[1]) = (x, y);
        judge_by_file(&statement, &Assignment::new(values), &budget)
    };
    assert_eq!(ask(0, 2, 2), Ok(Judged::Holds));
    for (x, y, objective) in [(2, 1, 0), (0, 2, 1), (4, 5, 1)] {
        let refused = ask(x, y, objective).expect_err("the file says otherwise");
        assert!(matches!(&refused, SolveError::Rejected(why) if why.starts_with("by the file: ")), "{refused}");
        assert_eq!(refused.exit_code(), 4);
    }
}

#[test]
fn what_takes_too_long_is_not_judged() {
    let text = "var 0..1: x; constraint let { array[1..40] of var 0..9: z; constraint sum(z) = 400 } in true;";
    assert!(matches!(verdict(text, 0), Judged::Unjudged(_)));
}
