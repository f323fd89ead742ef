//! Claims: who works at which task.
//!
//! A worker has one file in `claims/` that says who it is, and touches it every few seconds. A claim is a second name of that
//! file, `ID.1`: giving a name that exists fails, so one worker has it, and its words are there from the first moment. Where
//! the one who has `ID.1` is gone, the next claim is `ID.2`: nothing is ever taken away from its place while a task is open, so two who
//! see the same dead worker cannot both follow it. Gone is a process of this machine that does not live any more, or a worker
//! elsewhere whose file was not touched for a lease. Both times are those of the file system, so clocks may differ.

use super::{Trouble, Who};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// A worker elsewhere that was not heard of for so long is gone.
pub const LEASE: Duration = Duration::from_secs(30);
/// A task at which so many workers were lost is given up.
const MOST_LOST: u32 = 20;

/// A worker's place in the folder of claims.
pub struct Station {
    folder: PathBuf,
    /// Who works here.
    pub who: Who,
    path: PathBuf,
    file: Mutex<File>,
    text: Vec<u8>,
}

/// What came of asking for a task.
#[derive(Debug)]
pub enum Claimed {
    /// It is ours.
    Mine(Claim),
    /// Somebody works at it.
    Busy,
    /// So many workers were lost at it that nobody should try again.
    Spent(u32),
}

/// A task that is ours.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim {
    /// The task.
    pub id: String,
    /// How many workers were lost at it before.
    pub n_lost: u32,
}

impl Station {
    /// Opens a place in a folder of claims.
    pub fn open(folder: &Path) -> Result<Station, Trouble> {
        let who = Who::me();
        let path = folder.join(format!("worker-{}", who.name()));
        let text = format!("{}\n", serde_json::json!(who)).into_bytes();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.and_then(|mut file| file.write_all(&text).map(|()| file));
        let file = Mutex::new(file.map_err(|error| Trouble::at(&path, &error))?);
        Ok(Station { folder: folder.to_path_buf(), who, path, file, text })
    }

    /// Says that we live; the time by the file system's clock.
    pub fn touch(&self) -> std::io::Result<SystemTime> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&self.text)?;
        file.metadata()?.modified()
    }

    /// Asks for a task.
    pub fn claim(&self, id: &str) -> Result<Claimed, Trouble> {
        for n_lost in 0..MOST_LOST {
            let path = self.place(id, n_lost);
            match fs::hard_link(&self.path, &path) {
                Ok(()) => return Ok(Claimed::Mine(Claim { id: id.to_string(), n_lost })),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => (),
                Err(error) => return Err(Trouble::at(&path, &error)),
            }
            if !self.is_abandoned(&path)? {
                return Ok(Claimed::Busy);
            }
        }
        Ok(Claimed::Spent(MOST_LOST))
    }

    /// Gives a task back, done or not: the result is there first.
    pub fn release(&self, claim: &Claim) {
        // From the last to the first, so that an open task never looks as if nobody had it. What is gone is no failure.
        (0..=claim.n_lost).rev().for_each(|n| drop(fs::remove_file(self.place(&claim.id, n))));
    }

    fn place(&self, id: &str, n_lost: u32) -> PathBuf {
        self.folder.join(format!("{id}.{}", n_lost + 1))
    }

    /// Whether the one who has this claim is gone. One that vanished meanwhile was given back: ask again later.
    fn is_abandoned(&self, path: &Path) -> Result<bool, Trouble> {
        let failed = |error: &std::io::Error| Trouble::at(path, error);
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(failed(&error)),
        };
        let mut text = String::new();
        Read::by_ref(&mut file).take(1 << 14).read_to_string(&mut text).map_err(|e| failed(&e))?;
        let known = serde_json::from_str(&text).ok().and_then(|other: Who| self.who.knows_gone(&other));
        if let Some(is_gone) = known {
            return Ok(is_gone);
        }
        let touched = file.metadata().and_then(|m| m.modified()).map_err(|e| failed(&e))?;
        let now = self.touch().map_err(|e| failed(&e))?;
        Ok(now.duration_since(touched).is_ok_and(|age| age > LEASE))
    }
}

impl Drop for Station {
    fn drop(&mut self) {
        // Who reads this folder later asks for claims, not for workers.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::{Claimed, LEASE, Station};
    use crate::campaign::Who;
    use std::fs::{self, File};
    use std::time::SystemTime;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a temporary folder")
    }

    #[test]
    fn a_task_has_one_worker_until_it_is_given_back() {
        let dir = folder();
        let station = Station::open(dir.path()).expect("a place");
        let Ok(Claimed::Mine(claim)) = station.claim("7") else { panic!("nobody had it") };
        assert_eq!(claim.n_lost, 0);
        assert!(matches!(station.claim("7"), Ok(Claimed::Busy)), "we have it and we live");
        station.release(&claim);
        assert!(matches!(station.claim("7"), Ok(Claimed::Mine(_))));
    }

    /// Writes a claim as another worker would have left it, so many seconds ago.
    fn left(dir: &std::path::Path, name: &str, who: &Who, seconds: u64) {
        let path = dir.join(name);
        fs::write(&path, format!("{}\n", serde_json::json!(who))).expect("written");
        let then = SystemTime::now() - std::time::Duration::from_secs(seconds);
        File::options().write(true).open(&path).and_then(|file| file.set_modified(then)).expect("touched");
    }

    #[test]
    fn the_dead_are_followed_once() {
        let dir = folder();
        let station = Station::open(dir.path()).expect("a place");
        let elsewhere = Who { host: "elsewhere".into(), boot: "b".into(), pid: 1, ..Who::default() };
        left(dir.path(), "1.1", &elsewhere, 0);
        assert!(matches!(station.claim("1"), Ok(Claimed::Busy)), "its lease runs");
        left(dir.path(), "2.1", &elsewhere, LEASE.as_secs() + 5);
        let Ok(Claimed::Mine(claim)) = station.claim("2") else { panic!("its lease is over") };
        assert_eq!(claim.n_lost, 1);
        assert!(matches!(station.claim("2"), Ok(Claimed::Busy)));
        station.release(&claim);
        assert!(!dir.path().join("2.1").exists() && !dir.path().join("2.2").exists());
        if cfg!(target_os = "linux") {
            let gone = Who { began: station.who.began + 1, ..station.who.clone() };
            left(dir.path(), "3.1", &gone, 0);
            assert!(matches!(station.claim("3"), Ok(Claimed::Mine(_))), "it was a process of this machine");
        }
        fs::write(dir.path().join("4.1"), "nonsense").expect("written");
        assert!(matches!(station.claim("4"), Ok(Claimed::Busy)), "nobody knows: a lease is waited for");
    }

    #[test]
    fn many_threads_share_tasks_without_quarrel() {
        let dir = folder();
        let station = Station::open(dir.path()).expect("a place");
        let taken = std::sync::Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for id in 0..200 {
                        if let Ok(Claimed::Mine(claim)) = station.claim(&id.to_string()) {
                            taken.lock().expect("whole").push(claim.id);
                        }
                    }
                });
            }
        });
        let mut taken = taken.into_inner().expect("whole");
        taken.sort();
        taken.dedup();
        assert_eq!(taken.len(), 200);
    }
}
