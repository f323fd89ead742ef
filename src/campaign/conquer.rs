//! Tasks that are cubes: how they are planned, what one is split into, and what all of them say together.
//!
//! One solution, judged, ends it. When every cube is refuted their proofs become one proof of the whole formula, checked before it has its name.

use super::{Campaign, Finished, Kind, Limits, Standing, Task, Trouble};
use crate::cnf::dimacs::{self, gbdhash, sha256};
use crate::cnf::{Cnf, Lit, Names, Valuation};
use crate::cube::{self, Composer, Cubes};
use crate::outside::write_whole_by;
use crate::proof;
use crate::search::Budget;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Plans a task for each cube. They must cover everything.
pub fn planned_cubes(path: &Path, command: &[String], cubes: &Cubes, limits: Limits) -> Result<Campaign, Trouble> {
    cubes.cover(&Budget::unlimited()).map_err(Trouble::Refused)?;
    let text = written(&cubes.cnf);
    let digest = sha256(&text);
    let shared = json!({
        "formula": digest, "gbdhash": gbdhash(&cubes.cnf), "cover": cubes.needed, "context": cubes.context,
    });
    let task = |(n, cube): (usize, &Vec<Lit>)| Task {
        id: Task::number(n + 1),
        kind: Kind::Cube,
        arguments: cube.iter().map(|lit| lit.dimacs().to_string()).collect(),
        limits,
        inputs: vec![digest.clone()],
    };
    let tasks = cubes.cubes.iter().enumerate().map(task);
    Campaign::plan(path, Kind::Cube, command, shared, tasks, std::iter::once(text.as_slice()))
}

pub(super) fn written(cnf: &Cnf) -> Vec<u8> {
    let mut text = Vec::new();
    // Memory takes everything.
    let _ = dimacs::write(cnf, &Names::new(), &mut text);
    text
}

/// The literals of a task.
pub(super) fn lits(task: &Task) -> Result<Vec<Lit>, String> {
    let lit = |word: &String| word.parse::<i32>().ok().filter(|n| *n != 0 && *n != i32::MIN).map(Lit::new);
    task.arguments.iter().map(|word| lit(word).ok_or_else(|| format!("expected a literal, found `{word}`"))).collect()
}

pub(super) fn formula(campaign: &Campaign) -> Result<Cnf, Trouble> {
    let digest = campaign.head.shared["formula"].as_str().unwrap_or("");
    let bytes = campaign.input(digest)?;
    dimacs::read(&bytes)
        .map(|(cnf, _)| cnf)
        .map_err(|error| Trouble::Refused(error.in_file(&format!("inputs/{digest}"))))
}

/// How often a task was split before.
pub(super) fn n_splits(task: &Task) -> usize {
    task.id.matches('-').count()
}

/// Judges a solution: by the clauses as the checker reads them, and by the problem that the formula was made of.
pub(super) fn judged(campaign: &Campaign, cnf: &Cnf, literals: &[i32]) -> Result<Value, String> {
    let rejected = |why: String| format!("REJECTED: {why}");
    let formula = proof::read(&written(cnf)).map_err(|why| why.to_string())?;
    let holds = |lit: &i32| literals.get(lit.unsigned_abs() as usize - 1) == Some(lit);
    if !formula.clauses().all(|clause| clause.iter().any(holds)) {
        return Err(rejected("a clause of the formula does not hold".to_string()));
    }
    let context = &campaign.head.shared["context"];
    if context.is_null() {
        return Ok(json!(literals));
    }
    let mut valuation = Valuation::new(cnf.n_vars());
    let sound = literals.iter().filter(|lit| **lit != 0 && lit.unsigned_abs() <= cnf.n_vars());
    sound.for_each(|lit| valuation.set(Lit::new(*lit)));
    let accepted = cube::restored(context, cnf, &valuation, &Budget::unlimited());
    accepted.map(|accepted| accepted.shown()).map_err(|error| rejected(error.to_string()))
}

/// Whether a result ends the campaign: a solution of a cube. Elsewhere a solution is one result of many.
pub(super) fn is_answer(task: &Task, result: &Finished) -> bool {
    task.kind == Kind::Cube
        && result.found.as_ref().is_some_and(|found| found.get("status").and_then(Value::as_str) == Some("satisfiable"))
}

/// Whether a result says that its cube has no solution.
pub(super) fn is_refuted(task: &Task, result: &Finished) -> bool {
    task.kind == Kind::Cube
        && result.found.as_ref().is_some_and(|found| found.get("status").and_then(Value::as_str) == Some("refuted"))
}

/// What a cube that was too hard was split into.
pub(super) fn parts(task: &Task, result: &Finished) -> Vec<Task> {
    let found = result.found.as_ref().filter(|_| task.kind == Kind::Cube);
    let cubes = found.and_then(|found| found.get("cubes")).and_then(Value::as_array);
    let words = |cube: &Value| -> Option<Vec<String>> {
        cube.as_array()?.iter().map(|lit| Some(lit.as_i64()?.to_string())).collect()
    };
    let cubes = cubes.into_iter().flatten().filter_map(words);
    cubes.enumerate().map(|(n, arguments)| Task { id: format!("{}-{n}", task.id), arguments, ..task.clone() }).collect()
}

/// What is known of the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// A solution was found and judged.
    Satisfiable,
    /// Every cube is refuted, and the composed proof holds.
    Unsatisfiable,
    /// Neither.
    #[default]
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Satisfiable => "satisfiable",
            Verdict::Unsatisfiable => "unsatisfiable",
            Verdict::Unknown => "unknown",
        }
    }
}

/// What the results of cubes say together.
#[derive(Clone, Debug, Default)]
pub struct Conquest {
    /// What is known.
    pub verdict: Verdict,
    /// How far it is.
    pub standing: Standing,
    /// The share of the cubes that is refuted; one of two halves counts half.
    pub share: f64,
    /// How many cubes are refuted.
    pub n_refuted: usize,
    /// How many were split.
    pub n_split: usize,
    /// Seconds that workers worked.
    pub seconds: f64,
    /// Seconds that are left if the rest is like what is done.
    pub seconds_left: Option<f64>,
    /// The cube with the solution.
    pub found_by: Option<String>,
    /// The solution.
    pub solution: Option<Value>,
    /// The formula's file.
    pub formula: String,
    /// Its number in the field's database of formulas.
    pub gbdhash: Option<String>,
    /// The composed proof.
    pub proof: Option<String>,
    /// Its SHA-256.
    pub proof_sha256: Option<String>,
    /// How many lemmas it has.
    pub n_steps: u64,
    /// Why cubes could not be done.
    pub failures: Vec<String>,
    /// What must not be.
    pub contradictions: Vec<String>,
}

/// Puts the results together; with `compose` the proofs become one.
pub fn conquer(campaign: &Campaign, compose: bool) -> Result<Conquest, Trouble> {
    let shared = &campaign.head.shared;
    let mut conquest = Conquest {
        formula: format!("inputs/{}", shared["formula"].as_str().unwrap_or("?")),
        gbdhash: shared["gbdhash"].as_str().map(str::to_string),
        ..Conquest::default()
    };
    let weight = 1.0 / campaign.head.tasks.max(1) as f64;
    let (mut leaves, mut answer): (Vec<Task>, Option<(String, Vec<i32>)>) = (Vec::new(), None);
    conquest.standing = campaign.each(&mut |task, result| {
        let Some(result) = result else { return Ok(()) };
        match &result.failed {
            Some(why) if why.starts_with("REJECTED") => conquest.contradictions.push(format!("{}: {why}", task.id)),
            Some(why) => conquest.failures.push(format!("{}: {why}", task.id)),
            None => (),
        }
        let Some(found) = result.found else { return Ok(()) };
        conquest.seconds += found.get("seconds").and_then(Value::as_f64).unwrap_or(0.0);
        match found.get("status").and_then(Value::as_str) {
            Some("refuted") => {
                conquest.n_refuted += 1;
                conquest.share += weight * 0.5_f64.powi(n_splits(task).min(1000) as i32);
                leaves.push(task.clone());
            }
            Some("split") => conquest.n_split += 1,
            Some("satisfiable") if answer.is_none() => {
                answer = Some((task.id.clone(), numbers(found.get("literals"))));
            }
            _ => (),
        }
        Ok(())
    })?;
    let is_begun = conquest.share > 0.0 && conquest.share < 1.0 - 1e-9;
    conquest.seconds_left = is_begun.then(|| conquest.seconds * (1.0 - conquest.share) / conquest.share);
    match answer {
        Some((id, literals)) => satisfied(campaign, &mut conquest, id, &literals)?,
        None if conquest.standing.missing + conquest.standing.failed > 0 => (),
        None if compose => composed(campaign, &mut conquest, &leaves)?,
        None if campaign.proof("composed").exists() => conquest.verdict = Verdict::Unsatisfiable,
        None => (),
    }
    Ok(conquest)
}

fn numbers(value: Option<&Value>) -> Vec<i32> {
    let numbers = value.and_then(Value::as_array).into_iter().flatten();
    numbers.filter_map(|lit| i32::try_from(lit.as_i64()?).ok()).filter(|lit| *lit != 0).collect()
}

fn satisfied(campaign: &Campaign, conquest: &mut Conquest, id: String, literals: &[i32]) -> Result<(), Trouble> {
    match judged(campaign, &formula(campaign)?, literals) {
        Ok(shown) => {
            conquest.verdict = Verdict::Satisfiable;
            conquest.seconds_left = None;
            conquest.solution = Some(shown);
            conquest.found_by = Some(id);
        }
        Err(why) => conquest.contradictions.push(format!("{id}: {why}")),
    }
    Ok(())
}

/// One proof of all, checked before it has its name.
fn composed(campaign: &Campaign, conquest: &mut Conquest, leaves: &[Task]) -> Result<(), Trouble> {
    let cnf = formula(campaign)?;
    let place = campaign.proof("composed");
    if let Some(task) = leaves.iter().find(|task| !campaign.proof(&task.id).exists()) {
        let path = campaign.proof(&task.id);
        let why = "the proof of a refuted cube is gone; `quandary campaign run --retry` makes it again";
        return Err(Trouble::Refused(format!("{}: {why}", path.display())));
    }
    let made = write_whole_by(&place, &mut |out| {
        let dir = place.parent().unwrap_or(Path::new("."));
        let mut part = tempfile::tempfile_in(dir)?;
        let n_steps = {
            let mut noting = Noting { out: BufWriter::new(&mut part), failed: None };
            let made = put_together(campaign, &cnf, leaves, &mut noting);
            let n_steps = made.map_err(|why| noting.failed.take().unwrap_or_else(|| std::io::Error::other(why)))?;
            noting.flush()?;
            n_steps
        };
        conquest.n_steps = n_steps;
        checked(&cnf, &mut part)?;
        std::io::Seek::rewind(&mut part)?;
        std::io::copy(&mut part, out).map(drop)
    });
    match made {
        Ok(()) => {
            conquest.verdict = Verdict::Unsatisfiable;
            conquest.proof = Some("proofs/composed.lrat".to_string());
            conquest.proof_sha256 = Some(digest(&place)?);
        }
        Err(error) if error.kind() == std::io::ErrorKind::Other => conquest.contradictions.push(error.to_string()),
        Err(error) => return Err(Trouble::at(&place, &error)),
    }
    Ok(())
}

fn put_together(campaign: &Campaign, cnf: &Cnf, leaves: &[Task], out: &mut dyn Write) -> Result<u64, String> {
    let cubes: Vec<Vec<Lit>> = leaves.iter().map(lits).collect::<Result<_, _>>()?;
    let needed = campaign.head.shared["cover"].as_array().into_iter().flatten().filter_map(Value::as_u64);
    let needed: Vec<u64> = needed.filter(|n| (1..=cnf.n_clauses() as u64).contains(n)).collect();
    let clauses: Vec<&[Lit]> = if needed.is_empty() { Vec::new() } else { cnf.clauses().collect() };
    let named = needed.iter().map(|n| clauses[*n as usize - 1]);
    let cover = cube::cover(cnf.n_vars(), cubes.iter().map(Vec::as_slice), named, &Budget::unlimited())?;
    let mut composer = Composer::new(cnf, out);
    if let Some(at) = cnf.clauses().position(<[Lit]>::is_empty) {
        composer.close_at_once(at as u64 + 1)?;
        return Ok(composer.n_steps());
    }
    let mut numbers = Vec::with_capacity(cubes.len());
    for (task, cube) in leaves.iter().zip(&cubes) {
        let path = campaign.proof(&task.id);
        let file = File::open(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let number = composer.cube(cube, BufReader::new(file));
        numbers.push(number.map_err(|why| format!("proofs/{}.lrat does not refute its cube: {why}", task.id))?);
    }
    numbers.extend(&needed);
    composer.close(&numbers, cover.proof.as_slice())?;
    Ok(composer.n_steps())
}

fn checked(cnf: &Cnf, part: &mut File) -> std::io::Result<()> {
    std::io::Seek::rewind(part)?;
    let formula = proof::read(&written(cnf)).map_err(|why| std::io::Error::other(why.to_string()))?;
    let checked = proof::check(&formula, BufReader::new(part));
    checked.map_err(|why| std::io::Error::other(format!("the composed proof does not hold: {why}")))
}

fn digest(path: &Path) -> Result<String, Trouble> {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    let copied = File::open(path).and_then(|mut file| std::io::copy(&mut file, &mut Hashing(&mut hash)));
    copied.map_err(|error| Trouble::at(path, &error))?;
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A writer that keeps what the system refused: a disk that is full says nothing about proofs.
struct Noting<W> {
    out: W,
    failed: Option<std::io::Error>,
}

impl<W: Write> Write for Noting<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes);
        written.map_err(|error| {
            let told = std::io::Error::from(error.kind());
            self.failed = Some(error);
            told
        })
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// A writer that only hashes.
struct Hashing<'a>(&'a mut sha2::Sha256);

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        sha2::Digest::update(self.0, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
