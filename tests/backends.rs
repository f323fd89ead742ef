//! The contract of a backend, held against every row of the table and against outside programs.
//!
//! Formulas are small enough for brute force, or satisfiable or unsatisfiable by construction. Every valuation is
//! checked against the clauses, every core is solved again.

use quandary::cnf::{ClauseSink, Cnf, Lit, Valuation};
use quandary::sat::{Answer, Backend, Feed, Solver, TABLE, backbone, enumerate, load, minimise_core};
use quandary::search::{Budget, End, Stop};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Programs that the `process` row is tried with.
const PROGRAMS: [&str; 3] = ["minisat", "cadical -q", "minisat {in} {out}"];

fn backends() -> Vec<Backend> {
    let rows = TABLE.iter().filter(|row| row.argument.is_none() && row.missing.is_none());
    let embedded = rows.map(|row| row.name.to_string());
    let programs = PROGRAMS.iter().filter(|command| is_installed(command)).map(|command| format!("process:{command}"));
    let has_process = TABLE.iter().any(|row| row.name == "process");
    let names: Vec<String> = embedded.chain(programs.filter(|_| has_process)).collect();
    names.iter().map(|name| Backend::parse(name).expect("a backend of this build")).collect()
}

fn is_installed(command: &str) -> bool {
    let program = command.split_whitespace().next().expect("a command names a program");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let required = std::env::var("QUANDARY_REQUIRE_TOOLS").is_ok_and(|value| value == "1");
    assert!(found || !required, "{program} is not installed, and QUANDARY_REQUIRE_TOOLS=1 asks for it");
    found
}

fn is_process(backend: &Backend) -> bool {
    backend.row().name == "process"
}

/// A solver beside the clauses it was given, so that answers can be judged.
struct Judged {
    solver: Box<dyn Solver>,
    cnf: Cnf,
    name: String,
}

impl Judged {
    fn new(backend: &Backend) -> Judged {
        Judged { solver: backend.make().expect("the backend can be made"), cnf: Cnf::new(), name: backend.to_string() }
    }

    fn of(backend: &Backend, cnf: &Cnf) -> Judged {
        let mut judged = Judged::new(backend);
        load(&mut *judged.solver, cnf);
        judged.cnf = cnf.clone();
        judged
    }

    fn add(&mut self, numbers: &[i32]) {
        let lits = lits(numbers);
        self.cnf.reserve_vars(lits.iter().map(|lit| lit.var()).max().unwrap_or(0));
        self.cnf.clause(&lits);
        self.solver.add(&lits);
    }

    /// The verdict, after model or core have been checked.
    fn verdict(&mut self, assumptions: &[i32]) -> bool {
        let assumptions = lits(assumptions);
        match self.solver.solve(&assumptions, &Budget::unlimited()) {
            Answer::Sat(valuation) => self.check_model(&valuation, &assumptions),
            Answer::Unsat(core) => self.check_core(&core, &assumptions),
            other => panic!("{}: {other:?}", self.name),
        }
    }

    fn check_model(&self, valuation: &Valuation, assumptions: &[Lit]) -> bool {
        assert!(self.cnf.is_satisfied_by(valuation), "{}: the model breaks a clause", self.name);
        assert!(assumptions.iter().all(|lit| valuation.is_true(*lit)), "{}: the model breaks an assumption", self.name);
        assert!(valuation.n_vars() >= self.cnf.n_vars(), "{}: the model lacks variables", self.name);
        assert!(self.solver.n_vars() >= self.cnf.n_vars(), "{}: the solver lost variables", self.name);
        true
    }

    fn check_core(&mut self, core: &[Lit], assumptions: &[Lit]) -> bool {
        assert!(core.iter().all(|lit| assumptions.contains(lit)), "{}: {core:?} not assumed", self.name);
        let again = self.solver.solve(core, &Budget::unlimited());
        assert!(matches!(again, Answer::Unsat(_)), "{}: {core:?} is no core: {again:?}", self.name);
        false
    }
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|n| Lit::new(*n)).collect()
}

fn formula(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(clauses.iter().flat_map(|c| c.iter()).map(|n| n.unsigned_abs()).max().unwrap_or(0));
    clauses.iter().for_each(|clause| cnf.clause(&lits(clause)));
    cnf
}

fn brute_force(cnf: &Cnf, assumptions: &[i32]) -> bool {
    let assumptions = lits(assumptions);
    let n_vars = cnf.n_vars().max(assumptions.iter().map(|lit| lit.var()).max().unwrap_or(0));
    (0..1u32 << n_vars).any(|bits| {
        let valuation = valuation(n_vars, bits);
        assumptions.iter().all(|lit| valuation.is_true(*lit)) && cnf.is_satisfied_by(&valuation)
    })
}

fn valuation(n_vars: u32, bits: u32) -> Valuation {
    let mut valuation = Valuation::new(n_vars);
    (1..=n_vars).filter(|v| bits >> (v - 1) & 1 == 1).for_each(|v| valuation.set(Lit::new(v as i32)));
    valuation
}

/// `n + 1` pigeons in `n` holes: unsatisfiable, and hard for resolution (Haken 1985).
fn pigeons(n: i32) -> Cnf {
    let at = |pigeon: i32, hole: i32| Lit::new(pigeon * n + hole + 1);
    let mut cnf = Cnf::new();
    cnf.reserve_vars(((n + 1) * n) as u32);
    (0..=n).for_each(|p| cnf.clause(&(0..n).map(|h| at(p, h)).collect::<Vec<_>>()));
    for (hole, p) in (0..n).flat_map(|h| (0..=n).map(move |p| (h, p))) {
        (0..p).for_each(|q| cnf.clause(&[!at(p, hole), !at(q, hole)]));
    }
    cnf
}

fn random_lit(random: &mut Pcg64Mcg, n_vars: i32) -> i32 {
    let var = random.random_range(1..=n_vars);
    if random.random_bool(0.5) { var } else { -var }
}

fn random_clause(random: &mut Pcg64Mcg, n_vars: i32, length: usize) -> Vec<i32> {
    (0..length).map(|_| random_lit(random, n_vars)).collect()
}

#[test]
fn small_formulas() {
    type Case = (&'static [&'static [i32]], &'static [i32], bool);
    const CASES: &[Case] = &[
        (&[], &[], true),
        (&[], &[1, -2], true),
        (&[], &[3, -3], false),
        (&[&[]], &[], false),
        (&[&[]], &[1], false),
        (&[&[1], &[]], &[-1, 2], false),
        (&[&[1]], &[], true),
        (&[&[1]], &[-1], false),
        (&[&[1], &[-1]], &[], false),
        (&[&[1, 1, 1]], &[-1], false),
        (&[&[1, -1]], &[], true),
        (&[&[2, -2, 1]], &[-1], true),
        (&[&[1, 2], &[1, 2, 1]], &[-1, -2], false),
        (&[&[5]], &[], true),
        (&[&[1, 2], &[-1, 2], &[1, -2]], &[], true),
        (&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]], &[], false),
        (&[&[-1, 2], &[-2, 3], &[-3, 4]], &[1, 5, -4, 6], false),
        (&[&[-1, 2], &[-2, 3], &[-3, 4]], &[1, 1, 4], true),
    ];
    for backend in backends() {
        for (clauses, assumptions, expected) in CASES {
            let mut solver = Judged::of(&backend, &formula(clauses));
            assert_eq!(solver.verdict(assumptions), *expected, "{backend}: {clauses:?} under {assumptions:?}");
            assert_eq!(solver.verdict(assumptions), *expected, "{backend}: the second time, {clauses:?}");
            assert_eq!(solver.verdict(&[]), brute_force(&solver.cnf, &[]), "{backend}: assumptions remain");
        }
    }
}

#[test]
fn unused_variables_have_values_too() {
    for backend in backends() {
        let mut solver = Judged::of(&backend, &formula(&[&[2]]));
        solver.solver.reserve(9);
        let Answer::Sat(valuation) = solver.solver.solve(&[Lit::new(-7)], &Budget::unlimited()) else {
            panic!("{backend}: satisfiable")
        };
        assert_eq!(valuation.n_vars(), 9, "{backend}");
        assert!(valuation.is_true(Lit::new(2)) && valuation.is_true(Lit::new(-7)), "{backend}");
    }
}

#[test]
fn a_solver_receives_an_encoding() {
    for backend in backends() {
        let mut solver = backend.make().expect("the backend can be made");
        let mut sink = Feed(&mut *solver);
        let (a, b) = (sink.fresh(), sink.fresh());
        sink.clause(&[a, b]);
        sink.clause(&[!a]);
        assert_eq!(solver.n_vars(), 2, "{backend}");
        let answer = solver.solve(&[], &Budget::unlimited());
        assert!(matches!(&answer, Answer::Sat(v) if v.is_true(b) && !v.is_true(a)), "{backend}: {answer:?}");
        let stats = solver.stats();
        assert_eq!((stats.solver_calls, stats.variables, stats.clauses, stats.literals), (1, 2, 2, 3), "{backend}");
    }
}

#[test]
fn pigeons_do_not_fit() {
    for backend in backends() {
        for n in 1..=6 {
            assert!(!Judged::of(&backend, &pigeons(n)).verdict(&[]), "{backend}: {n} holes");
        }
    }
}

#[test]
fn random_formulas_against_brute_force() {
    for backend in backends() {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        let n_rounds = if is_process(&backend) { 20 } else { 300 };
        for _ in 0..n_rounds {
            let n_vars = random.random_range(3..=11);
            let n_clauses = (f64::from(n_vars) * random.random_range(2.0..6.0)) as usize;
            let mut cnf = Cnf::new();
            cnf.reserve_vars(n_vars as u32);
            (0..n_clauses).for_each(|_| cnf.clause(&lits(&random_clause(&mut random, n_vars, 3))));
            let mut solver = Judged::of(&backend, &cnf);
            assert_eq!(solver.verdict(&[]), brute_force(&cnf, &[]), "{backend}: {cnf:?}");
            let assumptions = random_clause(&mut random, n_vars, 3);
            assert_eq!(
                solver.verdict(&assumptions),
                brute_force(&cnf, &assumptions),
                "{backend}: {cnf:?} {assumptions:?}"
            );
        }
    }
}

#[test]
fn planted_solutions_are_possible() {
    for backend in backends() {
        let mut random = Pcg64Mcg::seed_from_u64(12);
        let n_vars = 150;
        let planted: Vec<i32> = (1..=n_vars).map(|v| if random.random_bool(0.5) { v } else { -v }).collect();
        let mut solver = Judged::new(&backend);
        for _ in 0..600 {
            let mut clause = random_clause(&mut random, n_vars, 3);
            let kept = clause[0].unsigned_abs() as usize - 1;
            clause[0] = planted[kept];
            solver.add(&clause);
        }
        assert!(solver.verdict(&[]), "{backend}");
        assert!(solver.verdict(&planted), "{backend}");
        assert!(solver.verdict(&planted[..20]), "{backend}");
    }
}

#[test]
fn hundreds_of_steps_against_brute_force() {
    for backend in backends() {
        let (n_rounds, n_steps) = if is_process(&backend) { (1, 40) } else { (8, 150) };
        for seed in 0..n_rounds {
            let mut random = Pcg64Mcg::seed_from_u64(100 + seed);
            let mut solver = Judged::new(&backend);
            for step in 0..n_steps {
                let n_vars = 3 + step / 20;
                let length = random.random_range(1..=4) + usize::from(step < 100);
                if random.random_bool(0.4) {
                    solver.add(&random_clause(&mut random, n_vars, length));
                }
                let n_assumptions = random.random_range(0..5);
                let assumptions = random_clause(&mut random, n_vars, n_assumptions);
                let expected = brute_force(&solver.cnf, &assumptions);
                assert_eq!(solver.verdict(&assumptions), expected, "{backend} {seed} {step}: {:?}", solver.cnf);
            }
        }
    }
}

#[test]
fn a_spent_budget_is_unknown_and_the_solver_lives_on() {
    for backend in backends() {
        let mut solver = Judged::of(&backend, &pigeons(11));
        let answer = solver.solver.solve(&[], &Budget::seconds(0.3));
        assert_eq!(answer, Answer::Unknown(Stop::Timeout), "{backend}");
        let answer = solver.solver.solve(&[], &Budget::seconds(0.0));
        assert_eq!(answer, Answer::Unknown(Stop::Timeout), "{backend}");
        let answer = solver.solver.solve(&[Lit::new(1)], &Budget::unlimited().with_memory(Some(1)));
        assert_eq!(answer, Answer::Unknown(Stop::Memory), "{backend}");
        // Two pigeons in the first hole, which is quickly seen.
        assert!(!solver.verdict(&[1, 12]), "{backend}");
        solver.add(&[1]);
        assert!(!solver.verdict(&[12, 30]), "{backend}");
    }
}

#[test]
fn a_question_is_given_up_after_so_many_conflicts_and_the_solver_lives_on() {
    for backend in backends() {
        let mut solver = Judged::of(&backend, &pigeons(11));
        for n_conflicts in [1, 100, 150] {
            let answer = solver.solver.attempt(&[], &Budget::unlimited(), Some(n_conflicts));
            assert_eq!(answer, None, "{backend}");
        }
        let answer = solver.solver.attempt(&[], &Budget::seconds(0.0), Some(1_000_000));
        assert_eq!(answer, Some(Answer::Unknown(Stop::Timeout)), "{backend}");
        let answer = solver.solver.attempt(&lits(&[1, 12]), &Budget::unlimited(), Some(1_000));
        assert!(matches!(answer, Some(Answer::Unsat(_))), "{backend}: {answer:?}");
        assert!(!solver.verdict(&[1, 12]), "{backend}");
    }
}

#[test]
fn an_interrupt_ends_a_solve() {
    for backend in backends() {
        let mut solver = Judged::of(&backend, &pigeons(11));
        let budget = Budget::unlimited();
        let flag = budget.interrupt();
        let user = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        let answer = solver.solver.solve(&[], &budget);
        user.join().expect("the user does not panic");
        assert_eq!(answer, Answer::Unknown(Stop::Interrupted), "{backend}");
        assert!(!solver.verdict(&[1, 12]), "{backend}");
    }
}

fn random_formula(random: &mut Pcg64Mcg, n_vars: i32, n_clauses: usize) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(n_vars as u32);
    for _ in 0..n_clauses {
        let length = random.random_range(1..=4).max(random.random_range(1..=4));
        cnf.clause(&lits(&random_clause(random, n_vars, length)));
    }
    cnf
}

fn models(cnf: &Cnf) -> Vec<Valuation> {
    let all = (0..1u32 << cnf.n_vars()).map(|bits| valuation(cnf.n_vars(), bits));
    all.filter(|valuation| cnf.is_satisfied_by(valuation)).collect()
}

fn project(valuation: &Valuation, projection: &[Lit]) -> Vec<bool> {
    projection.iter().map(|lit| valuation.is_true(*lit)).collect()
}

#[test]
fn enumeration_finds_each_projection_once() {
    for backend in backends() {
        let mut random = Pcg64Mcg::seed_from_u64(13);
        for round in 0..if is_process(&backend) { 5 } else { 60 } {
            let cnf = random_formula(&mut random, 7, 2 + round % 20);
            let projection: Vec<Lit> = lits(&[1, -2, 4, 5, -7])[..round % 6].to_vec();
            let expected: BTreeSet<Vec<bool>> = models(&cnf).iter().map(|m| project(m, &projection)).collect();
            let mut solver = Judged::of(&backend, &cnf);
            let mut found = Vec::new();
            let end = enumerate(&mut *solver.solver, &projection, &Budget::unlimited(), &mut |valuation| {
                assert!(cnf.is_satisfied_by(valuation), "{backend}");
                found.push(project(valuation, &projection));
                ControlFlow::Continue(())
            });
            assert_eq!(end, Ok(End::Exhausted), "{backend}");
            assert_eq!(found.len(), expected.len(), "{backend}: {cnf:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{backend}: {cnf:?}");
        }
        let mut solver = Judged::of(&backend, &formula(&[&[1, 2]]));
        let mut cut =
            |budget: &Budget| enumerate(&mut *solver.solver, &lits(&[1, 2]), budget, &mut |_| ControlFlow::Break(()));
        assert_eq!(cut(&Budget::unlimited()), Ok(End::Cut), "{backend}");
        assert_eq!(cut(&Budget::seconds(0.0)), Ok(End::OutOfBudget(Stop::Timeout)), "{backend}");
    }
}

#[test]
fn backbones_against_brute_force() {
    for backend in backends() {
        let mut random = Pcg64Mcg::seed_from_u64(14);
        for round in 0..if is_process(&backend) { 4 } else { 100 } {
            let cnf = random_formula(&mut random, 9, 5 + round % 25);
            let models = models(&cnf);
            let candidates: Vec<Lit> =
                (1..=9).flat_map(|v| lits(&[v, -v])).filter(|_| random.random_bool(0.8)).collect();
            let in_all = |lit: &Lit| !models.is_empty() && models.iter().all(|m| m.is_true(*lit));
            let expected: Vec<Lit> = candidates.iter().copied().filter(in_all).collect();
            let mut solver = Judged::of(&backend, &cnf);
            let found = backbone(&mut *solver.solver, &candidates, &Budget::unlimited()).expect("the backend works");
            assert_eq!((found.is_satisfiable, found.end), (Some(!models.is_empty()), End::Exhausted), "{backend}");
            assert_eq!((found.fixed, found.open), (expected, vec![]), "{backend}: {cnf:?}");
            assert_eq!(solver.verdict(&[]), !models.is_empty(), "{backend}: a backbone changes no models");
        }
        let mut solver = Judged::of(&backend, &pigeons(11));
        let found = backbone(&mut *solver.solver, &lits(&[1, 2]), &Budget::seconds(0.1)).expect("the backend works");
        assert_eq!((found.is_satisfiable, found.open), (None, lits(&[1, 2])), "{backend}");
    }
}

#[test]
fn a_long_backbone_is_found_in_portions() {
    // A chain of implications from 1, and as many free variables.
    const N: i32 = 600;
    for backend in backends().into_iter().filter(|backend| !is_process(backend)) {
        let mut solver = Judged::of(&backend, &formula(&[&[1]]));
        (1..N).for_each(|v| solver.add(&[-v, v + 1]));
        (N + 1..2 * N).for_each(|v| solver.add(&[v, -v - 1]));
        let candidates: Vec<Lit> = (1..=2 * N).flat_map(|v| lits(&[v, -v])).collect();
        let found = backbone(&mut *solver.solver, &candidates, &Budget::unlimited()).expect("the backend works");
        assert_eq!(found.fixed, lits(&(1..=N).collect::<Vec<_>>()), "{backend}");
    }
}

#[test]
fn minimal_cores_are_minimal() {
    for backend in backends() {
        let mut random = Pcg64Mcg::seed_from_u64(15);
        let n_rounds = if is_process(&backend) { 6 } else { 150 };
        for _ in 0..n_rounds {
            let cnf = random_formula(&mut random, 8, 16);
            let assumptions = random_clause(&mut random, 8, 7);
            let mut solver = Judged::of(&backend, &cnf);
            let Answer::Unsat(core) = solver.solver.solve(&lits(&assumptions), &Budget::unlimited()) else { continue };
            let (core, end) = minimise_core(&mut *solver.solver, &core, &Budget::unlimited()).expect("it works");
            assert_eq!(end, End::Exhausted, "{backend}");
            let numbers: Vec<i32> = core.iter().map(|lit| lit.dimacs()).collect();
            assert!(!brute_force(&cnf, &numbers), "{backend}: {numbers:?} is no core of {cnf:?}");
            for skip in 0..numbers.len() {
                let rest: Vec<i32> = [&numbers[..skip], &numbers[skip + 1..]].concat();
                assert!(brute_force(&cnf, &rest), "{backend}: {numbers:?} is not minimal in {cnf:?}");
            }
        }
    }
}

#[test]
fn programs_that_misbehave_are_told_on() {
    const CASES: &[(&str, &str)] = &[
        ("process:no-such-solver-anywhere", "no-such-solver-anywhere"),
        ("process:true", "no verdict"),
        ("process:false", "exit status: 1"),
        ("process:cat", "no verdict"),
        ("process:echo s MAYBE #", "`MAYBE` is no verdict"),
        ("process:sh -c 'echo s SATISFIABLE; echo v 1 0 # {in}'", "its model breaks a clause"),
        ("process:sh -c 'echo s SATISFIABLE; echo v 2 # {in}'", "no closing 0"),
        ("process:sh -c 'echo s SATISFIABLE; echo v -2 0; exit 20 # {in}'", "exits with 20"),
        ("process:sh -c 'echo s UNSATISFIABLE; exit 10 # {in}'", "exits with 10"),
        ("process:sh -c 'echo s UNKNOWN # {in}'", "it gave up"),
        ("process:sh -c 'echo help me >&2 # {in}'", "help me"),
    ];
    for (name, expected) in CASES {
        let backend = Backend::parse(name).expect("a command");
        let mut solver = backend.make().expect("a program is only looked for when it is needed");
        solver.add(&lits(&[2]));
        let answer = solver.solve(&[], &Budget::unlimited());
        assert!(matches!(&answer, Answer::Failed(why) if why.contains(expected)), "{name}: {answer:?}");
    }
}

#[test]
fn programs_that_never_end_are_killed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mark = folder.path().join("survived");
    // The child of the child would leave a mark if it were not killed too.
    let command = format!("process:sh -c '(sleep 1; touch {}) & sleep 100 # {{in}}'", mark.display());
    let mut solver = Backend::parse(&command).expect("a command").make().expect("a solver");
    solver.add(&lits(&[1]));
    assert_eq!(solver.solve(&[], &Budget::seconds(0.1)), Answer::Unknown(Stop::Timeout));
    std::thread::sleep(Duration::from_millis(1500));
    assert!(!mark.exists(), "the program's child lives on");
}

#[test]
fn names_that_are_none() {
    const CASES: &[(&str, &str)] = &[
        ("chaff", "unknown backend `chaff`; expected one of varisat, batsat, cadical, process"),
        ("", "unknown backend ``"),
        ("varisat:fast", "takes nothing after a colon: `fast`"),
        ("process", "needs a command"),
        ("process: ", "needs a command"),
    ];
    for (name, expected) in CASES {
        let error = Backend::parse(name).expect_err("no backend");
        assert!(error.contains(expected), "{name}: {error}");
    }
    let cadical = Backend::parse("cadical");
    match cfg!(feature = "cadical") {
        true => assert_eq!(cadical.map(|b| b.to_string()), Ok("cadical".to_string())),
        false => assert!(cadical.is_err_and(|why| why.contains("--features cadical"))),
    }
}
