//! Findings about the front end, each with the inputs that showed it: limits, counts of small models, messages.

mod common;

use quandary::front::{Data, Halt, Program, Source};
use quandary::model::Assignment;
use quandary::search::{Budget, Stop, resident_bytes};

/// What stops the way from a text to a model within a budget; `None` if nothing does.
fn stopped(text: &str, budget: &Budget) -> Option<Stop> {
    let program = Program::parse_within(&[Source::new("m.mzn", text)], &|_| None, budget);
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
    "int: n = 3200; array[1..n] of var 0..n: s; \
     constraint cumulative(s, [1+i mod 5 | i in 1..n], [1+i mod 3 | i in 1..n], 10);",
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
