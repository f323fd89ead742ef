//! How one cube is done: refuted with a proof that is checked before it has its name, or solved, or split.

use super::conquer::{formula, judged, lits, n_splits, written};
use super::{Campaign, Limits, Means, Task, Trouble, Undone, Who};
use crate::cnf::{ClauseSink, Cnf, Lit, Valuation};
use crate::cube;
use crate::proof;
use crate::sat::{self, Answer};
use crate::search::{Budget, Stop};
use serde_json::{Map, Value, json};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Does one cube.
pub(super) fn perform(
    campaign: &Campaign,
    means: Means,
    task: &Task,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Map<String, Value>>, Undone> {
    let started = Instant::now();
    let mut cnf = formula(campaign)?;
    let n_clauses = cnf.n_clauses();
    let cube = lits(task)?;
    cube.iter().for_each(|lit| cnf.clause(&[*lit]));
    // Who wakes up late on another machine may have our number of a process.
    let name = format!(".{}.{}.part", task.id, Who::me().name());
    let part = Part { path: campaign.path.join("proofs").join(name) };
    let answer = part.refuted(&cnf, &means.budget(task, stop))?;
    let seconds = started.elapsed().as_secs_f64();
    let found = match answer {
        Answer::Unsat(_) => kept(campaign, task, &cnf, &part.path, seconds)?,
        Answer::Sat(valuation) => {
            cnf.truncate(n_clauses);
            let literals: Vec<i32> = (1..=cnf.n_vars() as i32).map(|var| signed(&valuation, var)).collect();
            judged(campaign, &cnf, &literals)?;
            json!({"status": "satisfiable", "seconds": seconds, "literals": literals})
        }
        Answer::Unknown(Stop::Interrupted) => return Ok(None),
        Answer::Unknown(stop) => {
            if part.is_empty() && n_splits(task) >= most_idle(stop) {
                return Err(idle(task, stop).into());
            }
            cnf.truncate(n_clauses);
            split(&cnf, &cube, seconds)?
        }
        Answer::Failed(why) => return Err(why.into()),
    };
    Ok(found.as_object().cloned())
}

/// So often a cube is split although nothing was learnt of it: what does not even take the formula in ends. Time may have been
/// somebody else's.
fn most_idle(stop: Stop) -> usize {
    if stop == Stop::Memory { 3 } else { 10 }
}

fn idle(task: &Task, stop: Stop) -> String {
    let Limits { seconds, megabytes } = task.limits;
    format!("{}: within {seconds} s and {megabytes} MB nothing was learnt, and splitting did not help", stop.word())
}

/// The halves of a cube that was too hard.
fn split(cnf: &Cnf, cube: &[Lit], seconds: f64) -> Result<Value, String> {
    let halves = cube::branch(cnf, cube).ok_or("too hard, and there is nothing to split at")?;
    let halves = halves.map(|half| half.iter().map(|lit| lit.dimacs()).collect::<Vec<_>>());
    Ok(json!({"status": "split", "seconds": seconds, "cubes": halves}))
}

/// A proof as it grows. It goes unless it got its name.
struct Part {
    path: PathBuf,
}

impl Drop for Part {
    fn drop(&mut self) {
        // What was renamed is not there any more.
        let _ = fs::remove_file(&self.path);
    }
}

impl Part {
    fn refuted(&self, cnf: &Cnf, budget: &Budget) -> Result<Answer, Trouble> {
        let unwritten = |error: std::io::Error| Trouble::at(&self.path, &error);
        let mut out = BufWriter::new(File::create(&self.path).map_err(unwritten)?);
        let answer = sat::refute(cnf, &mut out, budget).map_err(unwritten)?;
        out.flush().map_err(unwritten)?;
        if matches!(answer, Answer::Unsat(_)) {
            out.get_ref().sync_all().map_err(unwritten)?;
        }
        Ok(answer)
    }

    fn is_empty(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|there| there.len() == 0)
    }
}

fn signed(valuation: &Valuation, var: i32) -> i32 {
    if valuation.is_true(Lit::new(var)) { var } else { -var }
}

/// Checks the proof of a refuted cube where it was made, and gives it its name.
fn kept(campaign: &Campaign, task: &Task, cnf: &Cnf, part: &Path, seconds: f64) -> Result<Value, Undone> {
    let checking = Instant::now();
    let unread = |error: std::io::Error| Trouble::at(part, &error);
    let formula = proof::read(&written(cnf)).map_err(|why| format!("the formula: {why}"))?;
    let file = BufReader::new(File::open(part).map_err(unread)?);
    proof::check(&formula, file).map_err(|why| format!("REJECTED: the proof of the cube does not hold: {why}"))?;
    let bytes = fs::metadata(part).map_err(unread)?.len();
    fs::rename(part, campaign.proof(&task.id)).map_err(unread)?;
    let check_seconds = checking.elapsed().as_secs_f64();
    Ok(json!({"status": "refuted", "seconds": seconds, "check_seconds": check_seconds, "proof_bytes": bytes}))
}
