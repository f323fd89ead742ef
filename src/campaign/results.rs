//! Results: one file for each task, whole or not there; the first one stays.

use super::{Campaign, Task, Trouble};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};

/// What came of a task: `results/ID.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The task.
    pub id: String,
    /// What it found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Map<String, Value>>,
    /// Why it could not be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Who looks at every task with its result.
pub type See<'a> = dyn FnMut(&Task, Option<Finished>) -> Result<(), Trouble> + 'a;

/// How far a campaign is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// All tasks, those that others were split into included.
    pub tasks: usize,
    /// Those with a result that says something.
    pub done: usize,
    /// Those without a result.
    pub missing: usize,
    /// Those whose result says why they could not be done.
    pub failed: usize,
}

impl Campaign {
    /// Keeps a result; whether it is the first of its task. After this it is on the disk.
    pub fn keep(&self, result: &Finished, by: &str) -> Result<bool, Trouble> {
        let place = self.result(&result.id);
        let part = self.path.join("results").join(format!(".{}.{by}.part", result.id));
        let failed = |error: std::io::Error| Trouble::at(&place, &error);
        let mut file = File::create(&part).map_err(failed)?;
        file.write_all(format!("{}\n", serde_json::json!(result)).as_bytes()).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        let kept = match fs::hard_link(&part, &place) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            // Where files have one name only, the last one stays.
            Err(_) => fs::rename(&part, &place).map(|()| true).map_err(failed),
        };
        // A file that was moved is not there any more.
        let _ = fs::remove_file(&part);
        kept
    }

    /// The result of a task, if it is done.
    pub fn finished(&self, id: &str) -> Result<Option<Finished>, Trouble> {
        let path = self.result(id);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Trouble::at(&path, &error)),
        };
        let read = serde_json::from_slice(&text).ok().filter(|result: &Finished| result.id == id);
        let damaged =
            format!("{}: this is no result of {id}; `quandary campaign run --retry` does it again", path.display());
        read.map(Some).ok_or(Trouble::Refused(damaged))
    }

    /// The tasks that have a result.
    pub fn done(&self) -> Result<HashSet<String>, Trouble> {
        let path = self.path.join("results");
        let entries = fs::read_dir(&path).map_err(|error| Trouble::at(&path, &error))?;
        let id = |name: String| name.strip_suffix(".json").filter(|id| !id.starts_with('.')).map(str::to_string);
        Ok(entries.flatten().filter_map(|entry| id(entry.file_name().to_string_lossy().into_owned())).collect())
    }

    /// Hands every task with its result to `see`, in the order of the plan; what a task was split into comes after it.
    pub fn each(&self, see: &mut See) -> Result<Standing, Trouble> {
        let mut standing = Standing::default();
        let mut open: Vec<Task> = self.tasks()?;
        open.reverse();
        while let Some(task) = open.pop() {
            let result = self.finished(&task.id)?;
            let parts = result.as_ref().map_or(Vec::new(), |result| super::conquer::parts(&task, result));
            standing.tasks += 1;
            match &result {
                None => standing.missing += 1,
                Some(result) if result.failed.is_some() => standing.failed += 1,
                Some(_) => standing.done += 1,
            }
            see(&task, result)?;
            open.extend(parts.into_iter().rev());
        }
        Ok(standing)
    }

    /// How far the campaign is.
    pub fn standing(&self) -> Result<Standing, Trouble> {
        self.each(&mut |_, _| Ok(()))
    }

    /// Forgets results that say why something could not be done, that are damaged, or whose proof is gone, so that it is tried
    /// again; how many.
    pub fn forget_failed(&self) -> Result<usize, Trouble> {
        let (mut n, mut open) = (0, self.tasks()?);
        while let Some(task) = open.pop() {
            let result = match self.finished(&task.id) {
                Err(Trouble::Refused(_)) => None,
                Err(trouble) => return Err(trouble),
                Ok(None) => continue,
                Ok(Some(result)) => Some(result),
            };
            let is_good = |result: &Finished| result.failed.is_none() && !self.lacks_proof(&task, result);
            if let Some(result) = result.filter(is_good) {
                open.extend(super::conquer::parts(&task, &result));
                continue;
            }
            let path = self.result(&task.id);
            fs::remove_file(&path).map_err(|error| Trouble::at(&path, &error))?;
            n += 1;
        }
        Ok(n)
    }

    /// Whether a result says that a cube is refuted and nothing shows it.
    pub fn lacks_proof(&self, task: &Task, result: &Finished) -> bool {
        super::conquer::is_refuted(task, result) && !self.proof(&task.id).exists()
    }
}
