//! The folder of a bundle as it is read: plain files, each there, each as long as it is and no more.
//!
//! Links, pipes and devices are no part of a bundle, whatever they lead to: they are called so and never opened.

use crate::search::Budget;
use std::collections::BTreeSet;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a file that must be a plain one.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file that must be a plain one.
pub(super) fn open(path: &Path) -> io::Result<File> {
    match fs::symlink_metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("it is no plain file")),
    }
}

/// A file that ends with an error when the budget is spent.
pub(super) struct Within<'a, F = File> {
    pub file: F,
    pub budget: &'a Budget,
}

impl<F: Read> Read for Within<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.budget.spent() {
            Some(stop) => Err(io::Error::other(stop.word())),
            None => self.file.read(buffer),
        }
    }
}

/// The files in a folder and in the folders in it.
pub(super) fn listed(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.file_type()?.is_dir() {
            true => found.extend(within(&entry, &name)?),
            false => drop(found.insert(shown(&entry, &name)?)),
        }
    }
    Ok(found)
}

/// The files in a folder of the bundle; an empty one counts as one that is no part.
fn within(folder: &DirEntry, name: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for inner in fs::read_dir(folder.path())? {
        let inner = inner?;
        found.push(shown(&inner, &format!("{name}/{}", inner.file_name().to_string_lossy()))?);
    }
    Ok(if found.is_empty() { vec![format!("{name} (which is an empty folder)")] } else { found })
}

/// The name of a file. What is none, such as a link or a pipe, is called so, which is the name of no part.
fn shown(entry: &DirEntry, name: &str) -> io::Result<String> {
    Ok(if entry.file_type()?.is_file() { name.to_string() } else { format!("{name} (which is no plain file)") })
}
