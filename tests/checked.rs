//! Evidence inside: what a SAT engine denies is checked before it is told, and what was not checked is said not to be.

mod common;

use common::quandary;
use quandary::cnf::Lit;
use quandary::model::{Model, sum};
use quandary::sat::{Answer, Backend, Solver};
use quandary::search::Budget;
use quandary::solve::{Evidence, Kind, SolveError, Status, solve_model};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const CHECKED: Evidence = Evidence { kind: Kind::Lrat, checked: true };

fn solver(name: &str, is_checked: bool) -> Box<dyn Solver> {
    Backend::parse(name).expect("a row").checked(is_checked).make().expect("it is embedded")
}

fn literal(random: &mut Pcg64Mcg, n_vars: i32) -> Lit {
    let var = Lit::new(random.random_range(1..=n_vars));
    if random.random_bool(0.5) { var } else { !var }
}

/// Clauses and questions in turn, odd clauses among them: every refutation is checked, and all solvers agree.
#[test]
fn every_refutation_is_checked() {
    let (mut n_refuted, mut n_under_assumptions) = (0, 0);
    for seed in 0..120 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let n_vars = random.random_range(3..40);
        let mut solvers = [solver("varisat", true), solver("batsat", true), solver("varisat", false)];
        for _ in 0..random.random_range(1..12) {
            // New variables come later, too.
            let widest = random.random_range(2..=n_vars);
            for _ in 0..random.random_range(0..n_vars * 2) {
                let clause: Vec<Lit> = (0..random.random_range(1..=4)).map(|_| literal(&mut random, widest)).collect();
                let clause = if clause.len() == 1 && random.random_bool(0.9) { continue } else { clause };
                solvers.iter_mut().for_each(|solver| solver.add(&clause));
            }
            let assumed: Vec<Lit> = (0..random.random_range(0..5)).map(|_| literal(&mut random, n_vars)).collect();
            let answers = solvers.each_mut().map(|solver| solver.solve(&assumed, &Budget::unlimited()));
            let denied = answers.each_ref().map(|answer| matches!(answer, Answer::Unsat(_)));
            assert!(denied[0] == denied[1] && denied[1] == denied[2], "seed {seed}");
            n_refuted += u32::from(denied[0]);
            n_under_assumptions += u32::from(matches!(&answers[0], Answer::Unsat(core) if !core.is_empty()));
            for checked in &solvers[..2] {
                let stats = checked.stats();
                assert_eq!((stats.refutations, stats.broken), (stats.checked, 0), "seed {seed}");
            }
            assert_eq!(solvers[2].stats().checked, 0, "nobody asked for it");
        }
    }
    assert!(n_refuted > 200 && n_under_assumptions > 20, "{n_refuted}, {n_under_assumptions} under assumptions");
}

/// Pigeons: more than one slice of work, learnt clauses that are forgotten, units found on the way.
fn pigeons(n: usize) -> Model {
    let mut model = Model::new();
    let at: Vec<Vec<_>> = (0..=n).map(|p| model.bools(&format!("p{p}"), n)).collect();
    at.iter().for_each(|holes| model.clause(holes.iter().map(|hole| hole.is_true())));
    for (a, b) in (0..=n).flat_map(|a| (0..a).map(move |b| (a, b))) {
        (0..n).for_each(|hole| model.clause([at[a][hole].is_false(), at[b][hole].is_false()]));
    }
    model
}

fn evidence(model: &Model, engine: &str) -> (Status, Evidence) {
    let outcome = solve_model(model.clone(), &engine.parse().expect("an engine"), Budget::unlimited());
    let outcome = outcome.unwrap_or_else(|error| panic!("{engine}: {error}"));
    (outcome.status, outcome.evidence)
}

#[test]
fn what_is_denied_says_what_it_rests_on() {
    let no = Status::Unsatisfiable;
    for engine in ["sat", "sat:whole", "sat:presolve0", "sat:whole:batsat", "auto"] {
        assert_eq!(evidence(&pigeons(6), engine), (no, CHECKED), "{engine}");
    }
    for engine in ["sat:unchecked", "sat:whole+unchecked", "csp", "sat:whole+unchecked:batsat"] {
        assert_eq!(evidence(&pigeons(5), engine), (no, Evidence::NONE), "{engine}");
    }
    let mut model = Model::new();
    let x = model.ints("x", 3, 0..=9);
    model.all_different(&x);
    assert_eq!(evidence(&model, "sat").1, Evidence { kind: Kind::Solution, checked: true });
    model.minimise(x[0]);
    let by_domain = Evidence { kind: Kind::Domain, checked: true };
    assert_eq!(evidence(&model, "sat"), (Status::Optimal, by_domain), "0 is the least that was declared");
    model.post(sum([x[0], x[0], x[1]]).ge(17));
    for engine in ["sat", "sat:linear", "sat:core", "sat:batsat"] {
        assert_eq!(evidence(&model, engine), (Status::Optimal, CHECKED), "{engine}");
    }
    assert_eq!(evidence(&model, "csp"), (Status::Optimal, Evidence::NONE));
    // Presolving alone sees that, and so does a second look at the model as it was stated.
    model.post(sum([x[0], x[1]]).le(3));
    assert_eq!(evidence(&model, "sat"), (no, CHECKED));
    assert_eq!(evidence(&model, "sat:unchecked"), (no, Evidence { kind: Kind::Presolve, checked: false }));
}

/// The parts of a board have solutions, but not together: one formula of the whole says so with a proof.
#[test]
fn parts_that_do_not_fit_are_refuted_as_a_whole() {
    let mut model = Model::new();
    let cells = model.bools("b", 24);
    cells.chunks(4).for_each(|four| model.post(sum(four.iter().copied()).equals(2)));
    cells.chunks(4).for_each(|four| model.post(sum([four[0], four[1]]).ge(1)));
    model.post(sum(cells.iter().copied()).equals(11));
    assert_eq!(evidence(&model, "sat:presolve0"), (Status::Unsatisfiable, CHECKED));
    let word = Evidence { kind: Kind::Parts, checked: false };
    assert_eq!(evidence(&model, "sat:presolve0+unchecked"), (Status::Unsatisfiable, word));
}

/// A solver that lies about a formula with solutions is found out.
#[test]
fn a_lie_is_a_failed_check() {
    let mut model = Model::new();
    let b = model.bools("b", 3);
    model.clause(b.iter().map(|b| b.is_true()));
    let liar = "process:sh -c 'echo s UNSATISFIABLE # {in}'";
    let engine = |words: &str| format!("sat:{words}:{liar}").parse().expect("an engine");
    let checked = solve_model(model.clone(), &engine("whole"), Budget::unlimited());
    assert!(matches!(checked, Err(SolveError::Rejected(_))), "it was found out");
    let believed = solve_model(model, &engine("whole+unchecked"), Budget::unlimited()).expect("it is believed");
    assert_eq!((believed.status, believed.evidence), (Status::Unsatisfiable, Evidence::NONE));
    let clause = "models/examples/golomb.mzn";
    let lied = ["solve", clause, "models/examples/golomb-4.dzn", "--engine", &format!("sat:whole:{liar}")];
    let ran = quandary(&lied);
    assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
}

#[test]
fn the_line_and_the_json_say_which_it_was() {
    let board = ["solve", "minesweeper", "instances/minesweeper/contradictory-chain.txt"];
    for (words, line, kind, is_checked) in [
        (&[][..], "(checked)", "lrat", true),
        (&["--engine", "sat:whole"], "(checked)", "lrat", true),
        (&["--engine", "sat:whole+presolve0", "--unchecked"], "(not checked)", "none", false),
        (&["--engine", "csp"], "(not checked)", "none", false),
    ] {
        let ran = quandary(&[&board[..], words].concat());
        assert!(ran.code == 20 && ran.out.trim_end().ends_with(line), "{words:?}: {}", ran.out);
        let json = quandary(&[&board[..], words, &["--json"]].concat()).json();
        assert_eq!(json["evidence"], serde_json::json!({"kind": kind, "checked": is_checked}), "{words:?}");
        assert_eq!(json["unchecked"], !is_checked);
    }
    let json = quandary(&["solve", "minesweeper", "instances/minesweeper/case1.txt", "--json"]).json();
    assert_eq!(json["evidence"], serde_json::json!({"kind": "solution", "checked": true}));
}

/// All solutions, the fewest steps, the best value: each rests on checked refutations.
#[test]
fn lists_and_fewest_steps_are_checked() {
    for (what, code) in [
        (&["queens", "instances/queens/tt.txt", "--engine", "sat", "--all"][..], 10),
        (&["ricochet", "instances/ricochet/small.txt", "--engine", "sat"], 30),
        (&["cops", "instances/cops/grid-3x3.txt", "--engine", "sat:whole"], 30),
        (&["models/examples/golomb.mzn", "models/examples/golomb-5.dzn", "--engine", "sat"], 30),
    ] {
        let json = quandary(&[&["solve"], what, &["--json"]].concat()).json();
        assert_eq!(json["evidence"], serde_json::json!({"kind": "lrat", "checked": true}), "{what:?}: {json}");
        let ran = quandary(&[&["solve"], what].concat());
        assert!(ran.code == code && ran.out.trim_end().ends_with("(checked)"), "{what:?}: {}", ran.out);
    }
}

/// `solve --proof` keeps what `certify` keeps, and refuses engines that have nothing to keep.
#[test]
fn proofs_are_kept_along_the_way() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().join("kept").to_string_lossy().into_owned();
    let again = folder.path().join("certified").to_string_lossy().into_owned();
    for (what, code) in [
        (&["minesweeper", "instances/minesweeper/contradictory-chain.txt"][..], 20),
        (&["models/examples/golomb.mzn", "models/examples/golomb-4.dzn"], 30),
        (&["minesweeper", "instances/minesweeper/case1.txt"], 10),
        (&["queens", "instances/queens/tt.txt", "--all"], 10),
    ] {
        let ran = quandary(&[&["solve"], what, &["--proof", &place]].concat());
        assert_eq!(ran.code, code, "{what:?}: {}{}", ran.out, ran.err);
        assert_eq!(quandary(&[&["check"], &what[..2], &[place.as_str()]].concat()).code, 10, "{what:?}");
        quandary(&[&["certify"], what, &["-o", &again]].concat());
        let read = |place: &str| std::fs::read(format!("{place}/manifest.json")).expect("a manifest");
        assert_eq!(read(&place), read(&again), "{what:?}");
    }
    let lost = ["solve", "minesweeper", "instances/minesweeper/contradictory-chain.txt", "--engine", "csp", "--json"];
    let evidence = |more: &[&str]| quandary(&[&lost[..], more].concat()).json()["evidence"].clone();
    assert_eq!(evidence(&[])["checked"], false);
    assert_eq!(evidence(&["--proof", &place]), serde_json::json!({"kind": "veripb", "checked": true}));
    assert_eq!(quandary(&["check", &place]).code, 10);
    let board = ["solve", "minesweeper", "instances/minesweeper/case1.txt", "--proof", &place];
    for words in [&["--engine", "lcg"][..], &["--mode", "auto"], &["--engine", "sat:presolve2"], &["-n", "2"]] {
        let ran = quandary(&[&board[..], words].concat());
        assert_eq!(ran.code, 2, "{words:?}: {}", ran.err);
    }
}
