//! Where a fault can be put, and which of these places a sample takes.
//!
//! Places are numbered in the order in which the planter meets them, so that a number means the same to both.

use crate::plant;
use std::path::{Path, PathBuf};

/// A place for a fault.
#[derive(Clone, Debug)]
pub struct Site {
    /// The number that switches it on.
    pub id: u32,
    /// The folder of the sample.
    pub folder: String,
    /// The file, from the root.
    pub file: String,
    /// The place's number within the file.
    pub index: usize,
    /// Its line.
    pub line: usize,
    /// What becomes of what.
    pub what: String,
}

/// So many places of a folder, spread evenly at random over all there are.
pub fn sample(root: &Path, folder: &str, wanted: usize, seed: u64) -> anyhow::Result<Vec<Site>> {
    let mut all = Vec::new();
    for path in files(root, folder)? {
        let text = std::fs::read_to_string(&path)?;
        let file = path.strip_prefix(root)?.to_string_lossy().into_owned();
        for (index, (line, what)) in plant::places(&text)?.into_iter().enumerate() {
            all.push(Site { id: 0, folder: folder.to_string(), file: file.clone(), index, line, what });
        }
    }
    // A mixture of seed, file and place decides, so that a change of one file leaves the sample of the others alone.
    all.sort_by_key(|site| mixed(&format!("{seed} {} {} {}", site.file, site.index, site.what)));
    all.truncate(wanted);
    all.sort_by(|a, b| (&a.file, a.index).cmp(&(&b.file, b.index)));
    Ok(all)
}

fn mixed(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash ^ (hash >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The sources of a folder without its tests; `*` stands for any folder.
fn files(root: &Path, folder: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = match folder.split_once("/*/") {
        None => below(&root.join(folder))?,
        Some((before, name)) => {
            let inside = std::fs::read_dir(root.join(before))?.collect::<Result<Vec<_>, _>>()?;
            inside.into_iter().map(|e| e.path().join(name)).filter(|p| p.is_file()).collect()
        }
    };
    found.retain(|p| !p.components().any(|c| c.as_os_str() == "tests") && !p.ends_with("tests.rs"));
    found.sort();
    Ok(found)
}

fn below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(below(&path)?),
            false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
            false => (),
        }
    }
    Ok(found)
}
