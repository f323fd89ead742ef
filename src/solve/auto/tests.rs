//! `auto` against brute force, alone and in a race, with and without an objective.

use super::super::{Problem, Run, Status, solve};
use super::{Features, Later, Seat, TABLE, planned};
use crate::engine::Engine;
use crate::model::arbitrary::{self, Shape};
use crate::model::{Model, Objective, SearchHint, Var};
use crate::search::{Budget, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

fn run(jobs: usize) -> Run {
    Run { jobs, ..Run::one(Engine::auto(), Budget::unlimited()) }
}

#[test]
fn every_row_names_engines_and_the_last_always_applies() {
    for row in TABLE {
        let later = row.later.iter().map(|Later(engine, _)| *engine).filter(|engine| *engine != "lcg");
        for text in [row.alone, row.first, row.without].into_iter().chain(later) {
            let engine: Engine = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(engine.needs_model() && !matches!(engine, Engine::Auto(_)), "{text}");
        }
        assert!(row.first != row.second && row.first != row.without, "{}", row.when);
    }
    let last = TABLE.last().expect("a rule has rows");
    assert!((last.applies)(&Features::default()));
}

/// Verdicts and best values are those of brute force, whoever wins.
#[test]
fn races_and_single_runs_agree_with_brute_force() {
    for seed in 0..120 {
        let mut model = arbitrary::model(seed, &Shape::SMALL);
        let x = Var(seed as u32 % model.vars.len() as u32);
        let objective = [Objective::Satisfy, Objective::Minimise(x), Objective::Maximise(x)][seed as usize % 3];
        model.objective = objective;
        let values: Vec<i64> = arbitrary::solutions(&model).map(|s| s[x]).collect();
        let best = match objective {
            Objective::Maximise(_) => values.iter().max(),
            Objective::Minimise(_) | Objective::Satisfy => values.iter().min(),
        };
        let problem = Problem::of_model(model);
        for jobs in [1, 2] {
            let mut last = None;
            let outcome = solve(&problem, &run(jobs), &mut |answer| {
                let better = last.zip(answer.objective()).is_none_or(|(old, new)| objective.prefers(new, old));
                assert!(better, "seed {seed}: not better than the last");
                last = answer.objective();
                ControlFlow::Continue(())
            });
            let outcome = outcome.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let expected = match (best, objective) {
                (None, _) => Status::Unsatisfiable,
                (Some(_), Objective::Satisfy) => Status::Satisfiable,
                (Some(_), _) => Status::Optimal,
            };
            assert_eq!(outcome.status, expected, "seed {seed}, {jobs} at once");
            assert_eq!(outcome.objective, best.copied().filter(|_| objective != Objective::Satisfy), "seed {seed}");
            assert!(outcome.why.is_some() && !matches!(outcome.engine, Engine::Auto(_)), "seed {seed}");
        }
    }
}

#[test]
fn all_solutions_and_all_best_ones_come_once() {
    for seed in 0..40 {
        let mut model = arbitrary::model(seed, &Shape::SMALL);
        let x = Var(0);
        if seed % 2 == 1 {
            model.objective = Objective::Minimise(x);
        }
        let all: Vec<_> = arbitrary::solutions(&model).collect();
        let least = all.iter().map(|s| s[x]).min();
        let mut expected: Vec<Vec<i64>> =
            all.iter().filter(|s| seed % 2 == 0 || Some(s[x]) == least).map(|s| s.project(&model.answer)).collect();
        expected.sort();
        expected.dedup();
        let answer = model.answer.clone();
        let mut found = Vec::new();
        let listing = Run { limit: None, ..run(2) };
        let outcome = solve(&Problem::of_model(model), &listing, &mut |accepted| {
            found.push(accepted.assignment().expect("a model's").project(&answer));
            ControlFlow::Continue(())
        });
        assert!(outcome.expect("a small model").reason.is_none(), "seed {seed}");
        found.sort();
        assert_eq!(found, expected, "seed {seed}");
    }
}

#[test]
fn who_says_how_to_search_is_searched_so_as_well() {
    let mut model = pigeons();
    let runners = |model: &Model| {
        let plan = planned(&Features::of(model), &run(2));
        plan.runners.iter().map(|(engine, _)| engine.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(runners(&model).len(), if cfg!(feature = "pumpkin") { 3 } else { 2 });
    let (select, choose) = ("input_order".to_string(), "indomain_max".to_string());
    model.search.push(SearchHint { vars: model.all_vars().collect(), select, choose });
    assert_eq!(runners(&model).last().map(String::as_str), Some("csp:annotated+mac"));
    model.minimise(Var(0));
    let beside = runners(&model).iter().any(|engine| engine == "csp:annotated+mac");
    assert!(beside && runners(&model)[0].starts_with("csp"), "an objective has its own row");
}

/// Thirteen pigeons, twelve holes, and no all-different to see it.
fn pigeons() -> Model {
    let mut model = Model::new();
    let vars = model.ints("hole", 13, 1..=12);
    for (i, x) in vars.iter().enumerate() {
        vars[..i].iter().for_each(|y| model.post((*x - *y).differs(0)));
    }
    model
}

#[test]
fn limits_and_interrupts_end_a_race() {
    let problem = Problem::of_model(pigeons());
    let late = Run { budget: Budget::seconds(0.2), ..run(2) };
    let outcome = solve(&problem, &late, &mut |_| ControlFlow::Continue(())).expect("no error");
    assert_eq!((outcome.status, outcome.reason), (Status::Unknown, Some(Stop::Timeout)));
    let budget = Budget::unlimited();
    let flag = budget.interrupt();
    let interrupted = Run { budget, ..run(2) };
    let since = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let outcome = solve(&problem, &interrupted, &mut |_| ControlFlow::Continue(())).expect("no error");
    assert_eq!((outcome.status, outcome.reason), (Status::Unknown, Some(Stop::Interrupted)));
    assert!(since.elapsed().as_secs() < 60, "it is heard at all");
}

/// The page shows the rule as it is.
#[test]
fn the_page_has_the_table() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/auto.md");
    let text = std::fs::read_to_string(page).expect("the page is there");
    for (i, row) in TABLE.iter().enumerate() {
        let seat = match row.with {
            Seat::First => "the first",
            Seat::Second => "the second",
        };
        let joining =
            row.later.iter().map(|Later(engine, after)| format!("`{engine}` after {} s", *after as f64 / 1000.0));
        let joining: Vec<String> = joining.collect();
        let later = match joining.as_slice() {
            [] => "-".to_string(),
            all => format!("{}, in turns with {seat}", all.join(", ")),
        };
        let line = format!(
            "| {} | {} | `{}` | `{}` | `{}` (`{}`) | {later} | {} |",
            i + 1,
            row.when,
            row.alone,
            row.first,
            row.second,
            row.without,
            row.why
        );
        assert!(text.contains(&line), "docs/auto.md lacks\n{line}");
    }
}
