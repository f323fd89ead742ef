//! The folder of a campaign: what it is of, its tasks, and where everything lies.
//!
//! `campaign.json` is written last, so a folder that has one is whole. The tasks never change after that; what a cube is split
//! into follows from its result.

use super::{Kind, Task, Trouble};
use crate::cnf::dimacs::sha256;
use crate::outside::write_whole;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of this form of folder.
const SCHEMA: u32 = 1;
const FOLDERS: &[&str] = &["inputs", "results", "proofs", "logs", "claims"];

/// `campaign.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The form of the folder.
    pub schema: u32,
    /// The program's version.
    pub version: String,
    /// What the program was built with.
    pub features: Vec<String>,
    /// What the tasks are of.
    pub kind: Kind,
    /// The command that the campaign stands for, as words.
    pub command: Vec<String>,
    /// How many tasks were planned.
    pub tasks: usize,
    /// The SHA-256 of `tasks.jsonl`.
    pub tasks_sha256: String,
    /// What all tasks share.
    #[serde(default)]
    pub shared: Value,
}

/// A campaign on disk.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Its folder.
    pub path: PathBuf,
    /// What it is of.
    pub head: Head,
}

/// What this program was built with.
pub fn features() -> Vec<String> {
    let all = [
        ("cadical", cfg!(feature = "cadical")),
        ("program", cfg!(feature = "program")),
        ("pumpkin", cfg!(feature = "pumpkin")),
        ("serve", cfg!(feature = "serve")),
    ];
    all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.to_string()).collect()
}

impl Campaign {
    /// Writes a campaign. Inputs come as texts; tasks name them by their digests.
    pub fn plan<'a>(
        path: &Path,
        kind: Kind,
        command: &[String],
        shared: Value,
        tasks: impl Iterator<Item = Task>,
        inputs: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Campaign, Trouble> {
        is_free(path)?;
        furnish(path)?;
        for input in inputs {
            write(&path.join("inputs").join(sha256(input)), input)?;
        }
        let (mut text, mut n) = (Vec::new(), 0);
        for task in tasks {
            serde_json::to_writer(&mut text, &task).map_err(|e| Trouble::System(e.to_string()))?;
            text.push(b'\n');
            n += 1;
        }
        write(&path.join("tasks.jsonl"), &text)?;
        let head = Head {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_string(),
            features: features(),
            kind,
            command: command.to_vec(),
            tasks: n,
            tasks_sha256: sha256(&text),
            shared,
        };
        write(&path.join("campaign.json"), format!("{:#}\n", serde_json::json!(head)).as_bytes())?;
        Ok(Campaign { path: path.to_path_buf(), head })
    }

    /// Opens a campaign to look at it.
    pub fn look(path: &Path) -> Result<Campaign, Trouble> {
        let file = path.join("campaign.json");
        let text = fs::read(&file).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Trouble::Refused(format!(
                "{} is no campaign: it has no campaign.json; `quandary campaign plan` writes one",
                path.display()
            )),
            _ => Trouble::at(&file, &error),
        })?;
        let wrong = |why: String| Trouble::Refused(format!("{}: {why}", file.display()));
        let head: Head = serde_json::from_slice(&text).map_err(|e| wrong(format!("this names no campaign: {e}")))?;
        if head.schema != SCHEMA {
            return Err(wrong(format!("this program reads campaigns of form {SCHEMA}, not {}", head.schema)));
        }
        Ok(Campaign { path: path.to_path_buf(), head })
    }

    /// Opens a campaign to work at it: it must be of this program, with the same features.
    pub fn open(path: &Path) -> Result<Campaign, Trouble> {
        let campaign = Campaign::look(path)?;
        let (head, ours) = (&campaign.head, features());
        let version = env!("CARGO_PKG_VERSION");
        let refused = |why: String| Err(Trouble::Refused(format!("{}: {why}", path.display())));
        if head.version != version {
            return refused(format!("planned by version {} of quandary; this is {version}", head.version));
        }
        if head.features != ours {
            let list = |words: &[String]| words.join(", ");
            return refused(format!(
                "planned by a quandary with the features {}; this one has {}",
                list(&head.features),
                list(&ours)
            ));
        }
        Ok(campaign)
    }

    /// Makes the folders that are not there: what packs and copies folders may leave out empty ones.
    pub fn furnish(&self) -> Result<(), Trouble> {
        furnish(&self.path)
    }

    /// The tasks as planned.
    pub fn tasks(&self) -> Result<Vec<Task>, Trouble> {
        let path = self.path.join("tasks.jsonl");
        let text = fs::read(&path).map_err(|error| Trouble::at(&path, &error))?;
        let refused = |why: String| Trouble::Refused(format!("{}: {why}", path.display()));
        if sha256(&text) != self.head.tasks_sha256 {
            return Err(refused("not the tasks that were planned: their SHA-256 is another one".to_string()));
        }
        let mut tasks = Vec::with_capacity(self.head.tasks.min(text.len()));
        for (at, line) in text.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
            let task: Task = serde_json::from_slice(line).map_err(|e| refused(format!("line {}: {e}", at + 1)))?;
            if !task.is_sound() {
                return Err(refused(format!("line {}: expected digits, letters and `-` as id", at + 1)));
            }
            tasks.push(task);
        }
        Ok(tasks)
    }

    /// A file of the inputs, as long as it is what was planned.
    pub fn input(&self, digest: &str) -> Result<Vec<u8>, Trouble> {
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let path = self.path.join("inputs").join(if is_digest { digest } else { "?" });
        let bytes = fs::read(&path).map_err(|error| Trouble::at(&path, &error))?;
        match sha256(&bytes) == digest {
            true => Ok(bytes),
            false => Err(Trouble::Refused(format!("{}: its SHA-256 is another one", path.display()))),
        }
    }

    /// Where claims lie.
    pub fn claims(&self) -> PathBuf {
        self.path.join("claims")
    }

    /// Where the result of a task lies, or will lie.
    pub fn result(&self, id: &str) -> PathBuf {
        self.path.join("results").join(format!("{id}.json"))
    }

    /// Where the proof of a task lies, or will lie.
    pub fn proof(&self, id: &str) -> PathBuf {
        self.path.join("proofs").join(format!("{id}.lrat"))
    }

    /// Removes what dead workers left: names of claims and unfinished files. For when nothing is left to do.
    pub fn tidy(&self) {
        let station = fs::read_dir(self.claims()).into_iter().flatten().flatten();
        let places = ["results", "proofs"].into_iter();
        let parts = places.flat_map(|name| fs::read_dir(self.path.join(name)).into_iter().flatten().flatten());
        let unfinished = parts.filter(|entry| entry.file_name().to_string_lossy().ends_with(".part"));
        // What somebody else removed is no failure.
        station.chain(unfinished).for_each(|entry| drop(fs::remove_file(entry.path())));
    }
}

/// A place for a campaign has none, and nothing else either.
fn is_free(path: &Path) -> Result<(), Trouble> {
    let refused = |why: &str| Err(Trouble::Refused(format!("{}: {why}", path.display())));
    if path.join("campaign.json").exists() {
        return refused("there is a campaign already: `quandary campaign run` goes on with it");
    }
    let known = |name: &str| FOLDERS.contains(&name) || name == "tasks.jsonl";
    match fs::read_dir(path) {
        Ok(mut entries) => match entries.any(|e| e.is_ok_and(|e| !known(&e.file_name().to_string_lossy()))) {
            true => refused("a campaign wants a folder of its own; this one is not empty"),
            false => Ok(()),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Trouble::at(path, &error)),
    }
}

fn furnish(path: &Path) -> Result<(), Trouble> {
    let make = |folder: PathBuf| fs::create_dir_all(&folder).map_err(|error| Trouble::at(&folder, &error));
    FOLDERS.iter().map(|name| path.join(name)).try_for_each(make)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    write_whole(path, bytes).map_err(|error| Trouble::at(path, &error))
}
