//! Cube and conquer against one engine: formulas refuted by the default engine alone and by cubes on two cores, in one run; every
//! composed proof given to a checker of another hand, and spoiled ones, too.
//!
//! ```sh
//! cargo run --release --example conquer                 # three refutations of minutes, and one answer
//! cargo run --release --example conquer -- --small      # the same in seconds, and puzzles
//! cargo run --release --example conquer -- waerden      # one of them
//! ```
//!
//! Times are of the clock and of processors: on a machine that others use, too, the second is what counts. The exit code is 1 if something
//! is accepted that must not be, or the other way round.

use quandary::campaign::{self, Crew, Limits, Means, Verdict};
use quandary::cnf::{ClauseSink, Cnf, Lit, Names, dimacs};
use quandary::cube::{self, Cubes};
use quandary::encode::Encoding;
use quandary::front::Source;
use quandary::puzzles::{self, Options};
use quandary::search::{Budget, cpu_seconds};
use quandary::solve::{Language, Named, Problem, Run, Status, intake, solve};
use serde_json::Value;
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

type Failed = Box<dyn Error>;

/// A formula.
struct Case {
    name: &'static str,
    /// What makes it: a family of formulas below, or a puzzle.
    from: From,
    /// What the generator is told.
    options: &'static str,
    horizon: Option<usize>,
    /// How it is cut, into how many cubes, and after how many seconds a cube becomes two.
    way: &'static str,
    n_cubes: usize,
    seconds: f64,
    expected: Verdict,
}

/// Where a formula comes from.
#[derive(Clone, Copy)]
enum From {
    Puzzle(&'static str),
    Clauses(fn() -> Cnf),
}

const fn case(name: &'static str, puzzle: &'static str, options: &'static str, horizon: Option<usize>) -> Case {
    let (from, way, n_cubes, seconds) = (From::Puzzle(puzzle), "semantic", 64, 60.0);
    Case { name, from, options, horizon, way, n_cubes, seconds, expected: Verdict::Unsatisfiable }
}

const fn clauses(name: &'static str, make: fn() -> Cnf, options: &'static str, n_cubes: usize) -> Case {
    let (from, way) = (From::Clauses(make), "lookahead");
    Case { from, way, n_cubes, seconds: 600.0, ..case(name, "", options, None) }
}

const LARGE: &[Case] = &[
    clauses("pigeons", || pigeons(10), "11 in 10 holes", 256),
    clauses("waerden", || waerden([3, 12], 135), "3 and 12 in 135", 256),
    clauses("random", || random(330, 1), "330 variables, 1,485 clauses of three", 256),
    Case { expected: Verdict::Satisfiable, ..case("answer", "cops", "graph=hypercube:3 cops=3 horizon=14", None) },
];

const SMALL: &[Case] = &[
    clauses("pigeons", || pigeons(7), "8 in 7 holes", 32),
    clauses("waerden", || waerden([3, 9], 77), "3 and 9 in 77", 32),
    clauses("random", || random(220, 1), "220 variables, 990 clauses of three", 32),
    Case { n_cubes: 12, ..case("cops", "cops", "graph=grid:3x3 cops=2 horizon=8", None) },
    Case { way: "lookahead", n_cubes: 12, ..case("monkey", "monkey", "rows=3 cols=3 colours=8 near-miss", None) },
    Case { n_cubes: 12, ..case("ricochet", "ricochet", "seed=36", Some(5)) },
    Case { expected: Verdict::Satisfiable, ..case("answer", "monkey", "rows=3 cols=3 colours=8", None) },
];

fn main() -> Result<(), Failed> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (small, names): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| *word == "--small");
    let all = if small.is_empty() { LARGE } else { SMALL };
    println!(
        "| formula | clauses | engine | processor | cubes | cut | clock, two cores | processor | compose | faster by the clock | by the processor | lemmas | outside |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|"
    );
    let wanted: Vec<&Case> =
        all.iter().filter(|case| names.is_empty() || names.iter().any(|name| *name == case.name)).collect();
    if wanted.is_empty() {
        return Err(format!("expected {}", all.iter().map(|case| case.name).collect::<Vec<_>>().join(", ")).into());
    }
    wanted.into_iter().try_for_each(one)
}

/// What something took: seconds of the clock and of processors.
fn timed<T>(work: impl FnOnce() -> Result<T, Failed>) -> Result<(T, f64, f64), Failed> {
    let (clock, processor) = (Instant::now(), cpu_seconds());
    let made = work()?;
    Ok((made, clock.elapsed().as_secs_f64(), cpu_seconds() - processor))
}

/// One pigeon more than there are holes.
fn pigeons(n: i32) -> Cnf {
    let at = |pigeon: i32, hole: i32| pigeon * n + hole + 1;
    let places = (0..=n).map(|pigeon| (0..n).map(|hole| at(pigeon, hole)).collect());
    let pairs = (0..n).flat_map(|hole| (0..=n).flat_map(move |a| (0..a).map(move |b| (a, b, hole))));
    cnf(n * (n + 1), places.chain(pairs.map(|(a, b, hole)| vec![-at(a, hole), -at(b, hole)])))
}

/// The numbers up to `n` in two colours, without so many of the first or of the second at equal distances: from van der Waerden's number
/// on there is no such way.
fn waerden(lens: [i32; 2], n: i32) -> Cnf {
    let rows = |len: i32, sign: i32| {
        let ends = (1..=n).flat_map(move |first| (1..=n).map(move |step| (first, step)));
        let inside = ends.filter(move |(first, step)| first + (len - 1) * step <= n);
        inside.map(move |(first, step)| (0..len).map(|at| sign * (first + at * step)).collect())
    };
    cnf(n, rows(lens[0], 1).chain(rows(lens[1], -1)))
}

/// Clauses of three different variables, four and a half times as many as there are variables.
fn random(n: i32, seed: u64) -> Cnf {
    let mut state = seed;
    let mut below = |n: i32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % n as u64) as i32
    };
    let mut clause = || {
        let mut vars: Vec<i32> = Vec::new();
        while vars.len() < 3 {
            let var = below(n) + 1;
            vars.extend(Some(var).filter(|var| !vars.contains(var)));
        }
        vars.into_iter().map(|var| if below(2) == 0 { var } else { -var }).collect()
    };
    cnf(n, (0..n * 9 / 2).map(|_| clause()).collect::<Vec<_>>().into_iter())
}

fn cnf(n_vars: i32, clauses: impl Iterator<Item = Vec<i32>>) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(n_vars as u32);
    clauses.for_each(|clause| cnf.clause(&clause.into_iter().map(Lit::new).collect::<Vec<_>>()));
    cnf
}

fn problem(case: &Case) -> Result<Problem, Failed> {
    match case.from {
        From::Puzzle(name) => of_puzzle(case, name),
        From::Clauses(make) => of_clauses(case, &make()),
    }
}

fn of_clauses(case: &Case, cnf: &Cnf) -> Result<Problem, Failed> {
    let mut text = Vec::new();
    dimacs::write(cnf, &Names::new(), &mut text)?;
    let name = format!("{}.cnf", case.name);
    let model = vec![Source { name: name.clone(), text: String::from_utf8(text)? }];
    let named = Named { title: name, language: Language::Dimacs, model, ..Named::default() };
    Ok(intake::again(&named, &Budget::unlimited())?)
}

fn of_puzzle(case: &Case, name: &str) -> Result<Problem, Failed> {
    let row = puzzles::find(name).ok_or("there is no such puzzle")?;
    let words = case.options.split(' ').map(|word| word.split_once('=').unwrap_or((word, "")));
    let options: Options = words.map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let problem = Problem::of_puzzle(row, (row.generate)(&options)?);
    let named = problem.named().ok_or("a puzzle has a name")?;
    let named = Named { horizon: case.horizon, ..named };
    Ok(intake::again(&named, &Budget::unlimited())?)
}

fn one(case: &Case) -> Result<(), Failed> {
    let problem = problem(case)?;
    let run = Run::one("sat".parse()?, Budget::unlimited());
    let (outcome, clock, processor) = timed(|| Ok(solve(&problem, &run, &mut |_| ControlFlow::Continue(()))?))?;
    let is_refuted = outcome.status == Status::Unsatisfiable;
    if is_refuted != (case.expected == Verdict::Unsatisfiable) {
        return Err(format!("{}: the engine says {}", case.name, outcome.status.word()).into());
    }
    let encoding = Encoding::parse("").map_err(|e| e.to_string())?;
    let stated = cube::state(&problem, &encoding, &Budget::unlimited())?;
    let (cubes, _, cut) = timed(|| cubes(case, &problem, stated, &encoding))?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path().join("campaign");
    let limits = Limits { seconds: case.seconds, megabytes: 4096 };
    let campaign =
        campaign::planned_cubes(&folder, &["cube".to_string()], &cubes, limits).map_err(|e| e.to_string())?;
    let crew = Crew {
        share: None,
        n_threads: 2,
        place: Value::Null,
        stop: Arc::new(AtomicBool::new(false)),
        progress: &|_, _| (),
    };
    let means = Means { program: "", jobs: 1, n_at_once: 2 };
    let perform = |task: &_, stop: &_| campaign::perform(&campaign, means, task, stop);
    let (standing, clock_cubes, worked) =
        timed(|| Ok(campaign::work(&campaign, &crew, &perform).map_err(|e| e.to_string())?))?;
    let (conquest, _, compose) = timed(|| Ok(campaign::conquer(&campaign, true).map_err(|e| e.to_string())?))?;
    if conquest.verdict != case.expected || !conquest.contradictions.is_empty() {
        return Err(format!("{}: {}, {:?}", case.name, conquest.verdict.word(), conquest.contradictions).into());
    }
    let outside = match case.expected {
        Verdict::Unsatisfiable => outside(&folder.join(&conquest.formula), &folder.join("proofs/composed.lrat"))?,
        _ => format!("judged: {}", conquest.solution.is_some()),
    };
    println!(
        "| {}: {} | {} | {clock:.1} s | {processor:.1} s | {} | {cut:.1} s | {clock_cubes:.1} s | {worked:.1} s | {compose:.1} s | {:.2} | {:.2} | {} | {outside} |",
        case.name,
        case.options,
        cubes.cnf.n_clauses(),
        standing.tasks,
        clock / clock_cubes,
        processor / (worked / 2.0),
        conquest.n_steps,
    );
    Ok(())
}

fn puzzle(case: &Case) -> Option<&'static str> {
    match case.from {
        From::Puzzle(name) => Some(name),
        From::Clauses(_) => None,
    }
}

fn cubes(case: &Case, problem: &Problem, stated: cube::Stated, encoding: &Encoding) -> Result<Cubes, Failed> {
    let budget = Budget::unlimited();
    let found = match case.way {
        "lookahead" => cube::lookahead(&stated.cnf, case.n_cubes, &budget),
        "prefix" => cube::prefix(&stated.cnf, case.n_cubes, &budget),
        _ => cube::semantic(&stated, puzzle(case), case.n_cubes, &budget).ok_or("the formula means nothing")?,
    };
    let cubes = found.map_err(|stop| stop.word().to_string())?;
    Ok(Cubes { cubes, cnf: stated.cnf, needed: Vec::new(), context: cube::context(problem, encoding) })
}

/// What other checkers say of a composed proof, and of it spoiled.
fn outside(formula: &Path, proof: &Path) -> Result<String, Failed> {
    let (text, lrat) = (fs::read_to_string(formula)?, fs::read_to_string(proof)?);
    let (cnf, _) = dimacs::read(text.as_bytes()).map_err(|e| e.in_file("the formula"))?;
    let clauses: Vec<Vec<u32>> = cnf.clauses().map(|c| c.iter().map(|lit| theirs(lit.dimacs())).collect()).collect();
    let accepts =
        |steps: &[(bool, Vec<u32>)]| dratify::Checker::new(cnf.n_vars(), &clauses, true, true).check(steps).ok;
    let steps = steps(&clauses, &lrat)?;
    let is_short = steps.len() <= MOST_STEPS;
    if is_short && !accepts(&steps) {
        return Err("dratify rejects the composed proof".into());
    }
    let to_spoil = if is_short { spoiled(&steps).to_vec() } else { Vec::new() };
    let n_tried = to_spoil.len();
    let n_spoiled = to_spoil.into_iter().filter(|steps| !accepts(steps)).count();
    let ours = quandary::proof::read(text.as_bytes()).map_err(|why| why.to_string())?;
    let n_hints = without_a_hint(&lrat)
        .into_iter()
        .filter(|text| quandary::proof::check(&ours, text.as_bytes()).is_err())
        .count();
    if (n_spoiled, n_hints) != (n_tried, SPOILS) {
        return Err(format!("spoiled proofs: {n_spoiled} of {n_tried} and {n_hints} of {SPOILS} rejected").into());
    }
    let dratify = if is_short { "dratify" } else { "too long for dratify" };
    let mut said = format!("{dratify}; {} spoiled rejected", n_spoiled + n_hints);
    for program in ["cake_lpr", "lrat-check", "lrat-trim"] {
        let Ok(output) = Command::new(program).args([formula, proof]).output() else { continue };
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        if !words.contains("VERIFIED") || words.contains("NOT VERIFIED") {
            return Err(format!("{program} does not accept the composed proof: {words}").into());
        }
        said += &format!("; {program}");
    }
    Ok(said)
}

/// Dratify looks for the reasons of every step, which takes it hours beyond so many.
const MOST_STEPS: usize = 1_500_000;
/// How often a proof is spoiled in each way.
const SPOILS: usize = 2;

/// A literal as dratify has it: twice the variable from 0 on, and one more if it is negative.
fn theirs(lit: i32) -> u32 {
    2 * (lit.unsigned_abs() - 1) + u32::from(lit < 0)
}

/// The steps of an LRAT proof as DRAT: whether it is a deletion, and the clause.
fn steps(clauses: &[Vec<u32>], lrat: &str) -> Result<Vec<(bool, Vec<u32>)>, Failed> {
    let mut known: HashMap<u64, Vec<u32>> = (1..).zip(clauses.iter().cloned()).collect();
    let mut steps = Vec::new();
    for line in lrat.lines() {
        let mut words = line.split(' ');
        let id: u64 = words.next().unwrap_or("").parse()?;
        if let Some((_, gone)) = line.split_once(" d ") {
            let ids = gone.split(' ').filter_map(|word| word.parse::<u64>().ok());
            steps.extend(ids.filter_map(|id| known.remove(&id)).map(|clause| (true, clause)));
            continue;
        }
        let lits = words.map_while(|word| word.parse::<i32>().ok().filter(|lit| *lit != 0));
        let clause: Vec<u32> = lits.map(theirs).collect();
        known.insert(id, clause.clone());
        steps.push((false, clause));
    }
    Ok(steps)
}

/// Proofs that refute nothing: the second half without the first, and one that claims the end at once.
fn spoiled(steps: &[(bool, Vec<u32>)]) -> [Vec<(bool, Vec<u32>)>; SPOILS] {
    [vec![(false, Vec::new())], steps[..steps.len() / 2].to_vec()]
}

/// Proofs in which a step lost its last hint: the last step, and the one in the middle.
fn without_a_hint(lrat: &str) -> [String; SPOILS] {
    let lines: Vec<&str> = lrat.lines().collect();
    let is_lemma = |at: &usize| !lines[*at].contains(" d ");
    let last = (0..lines.len()).rev().find(is_lemma).unwrap_or(0);
    let middle = (lines.len() / 2..lines.len()).find(is_lemma).unwrap_or(last);
    [last, middle].map(|spoiled| {
        let shorter = |line: &str| line.rsplitn(3, ' ').nth(2).map_or(String::new(), |rest| format!("{rest} 0"));
        let line = |(at, line): (usize, &&str)| if at == spoiled { shorter(line) } else { line.to_string() };
        lines.iter().enumerate().map(line).map(|line| line + "\n").collect()
    })
}
