//! The folder in which a bundle is made: beside its place, under another name until it is whole.

use crate::outside::Unfinished;
use crate::solve::SolveError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that is gone when it is not finished.
pub(super) struct Workplace {
    /// Where it lies now.
    pub path: PathBuf,
    place: PathBuf,
    /// Where the program ends without coming back here, somebody else tidies up.
    _unfinished: Unfinished,
}

impl Workplace {
    /// A new folder beside the place. The place may hold nothing but an older bundle.
    pub fn beside(place: &Path) -> Result<Workplace, SolveError> {
        if !is_free(place) {
            let why = "it is there already, and is neither an empty folder nor a bundle";
            return Err(SolveError::NotApplicable(format!("cannot write {}: {why}", place.display())));
        }
        let path = named_after(place, "partial");
        let _unfinished = Unfinished::at(&path);
        fs::create_dir_all(&path).map_err(|error| unwritten(place, &error))?;
        Ok(Workplace { path, place: place.to_path_buf(), _unfinished })
    }

    /// Gives the folder its name; an older bundle of that name goes away.
    pub fn finish(self) -> Result<(), SolveError> {
        let failed = |error: io::Error| unwritten(&self.place, &error);
        if !self.place.exists() {
            return fs::rename(&self.path, &self.place).map_err(failed);
        }
        let old = named_after(&self.place, "old");
        fs::rename(&self.place, &old).map_err(failed)?;
        fs::rename(&self.path, &self.place).map_err(failed)?;
        let _unfinished = Unfinished::at(&old);
        fs::remove_dir_all(&old).map_err(failed)
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        // After it was finished there is nothing under this name.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Why something could not be written.
pub(super) fn unwritten(path: &Path, error: &io::Error) -> SolveError {
    SolveError::Resources(format!("cannot write {}: {error}", path.display()))
}

/// A name that no other run of the program uses at the same time.
fn named_after(place: &Path, word: &str) -> PathBuf {
    let name = place.file_name().map_or_else(|| "bundle".into(), |name| name.to_string_lossy().into_owned());
    place.with_file_name(format!("{name}.{word}-{}", std::process::id()))
}

fn is_free(place: &Path) -> bool {
    let is_empty = || fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none());
    !place.exists() || place.join(super::MANIFEST).is_file() || is_empty()
}
