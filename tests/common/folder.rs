//! A temporary folder with files in it, gone when it is dropped.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A folder of a test's own.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty one.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    /// One with these files.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        for (name, text) in files {
            folder.file(name, text);
        }
        folder
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A path below it.
    pub fn at(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.path().join(name.as_ref())
    }

    /// A path below it, as text.
    pub fn text(&self, name: &str) -> String {
        self.at(name).to_string_lossy().into_owned()
    }

    /// Writes a file into it; its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.at(name), text).expect("the folder is ours");
        self.text(name)
    }
}
