//! The contract of a backend, held against every row of the table and against outside programs.
//!
//! Formulas are small enough for brute force, or satisfiable or unsatisfiable by construction. Every valuation is
//! checked against the clauses, every core is solved again.

use quandary::cnf::{ClauseSink, Cnf, Lit, Valuation};
use quandary::sat::{Answer, Backend, Feed, Solver, TABLE, load};
use quandary::search::{Budget, Stop};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
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
