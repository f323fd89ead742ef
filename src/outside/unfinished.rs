//! Files on their way: written beside their place under another name, and moved there when they are whole.

use super::Register;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is to be removed if the program ends now.
static UNFINISHED: Register<PathBuf> = Register::new();

/// Writes a file: after this it is there whole, or as it was before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, &mut |out| out.write_all(bytes))
}

/// The same for somebody who writes piece by piece; if that fails, the file is as it was before.
pub fn write_whole_by(path: &Path, by: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Through links, as writing always went; what is no plain file (a terminal, a pipe) has no whole.
    let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    match std::fs::metadata(&place) {
        Ok(there) if !there.is_file() => {
            return by(&mut std::fs::OpenOptions::new().write(true).create(true).truncate(true).open(&place)?);
        }
        _ => (),
    }
    let mut file = beside(&place)?;
    let entry = file.path().to_path_buf();
    UNFINISHED.add(entry.clone());
    let written = by(&mut file).and_then(|()| file.persist(&place).map(drop).map_err(|e| e.error));
    UNFINISHED.remove(&entry);
    written
}

/// A file beside another, which removes itself unless it is moved, with the rights a new file has.
fn beside(place: &Path) -> io::Result<tempfile::NamedTempFile> {
    let name = place.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// A file or folder that somebody makes: while this lives, it goes away with the program.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// What is made at this place.
    pub fn at(path: &Path) -> Unfinished {
        UNFINISHED.add(path.to_path_buf());
        Unfinished(path.to_path_buf())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        UNFINISHED.remove(&self.0);
    }
}

/// A folder for the time being.
pub struct Folder(Option<tempfile::TempDir>);

impl Folder {
    /// A new one.
    pub fn new() -> io::Result<Folder> {
        let folder = tempfile::tempdir()?;
        UNFINISHED.add(folder.path().to_path_buf());
        Ok(Folder(Some(folder)))
    }

    /// A place in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.as_ref().map(|folder| folder.path().join(name)).unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let Some(folder) = self.0.take() else { return };
        let path = folder.path().to_path_buf();
        drop(folder);
        UNFINISHED.remove(&path);
    }
}

/// Removes everything that is not finished.
pub(super) fn remove_all() {
    UNFINISHED.drain(|path| {
        // What is gone already is no failure.
        let _ = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
    });
}

#[cfg(test)]
mod tests {
    use super::write_whole;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the folder");
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn files_are_whole_or_as_they_were() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.txt");
        write_whole(&path, b"one").expect("written");
        write_whole(&path, b"two").expect("written again");
        assert_eq!(std::fs::read(&path).expect("the file"), b"two");
        assert_eq!(names(folder.path()), ["a.txt"]);
        assert!(write_whole(folder.path(), b"three").is_err(), "a folder is no file");
        assert!(write_whole(&folder.path().join("no/such/a.txt"), b"four").is_err());
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_on_and_devices_take_it_directly() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (path, link) = (folder.path().join("a.txt"), folder.path().join("link"));
        write_whole(&path, b"one").expect("written");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        write_whole(&link, b"two").expect("written");
        assert_eq!(std::fs::read(&path).expect("the file"), b"two");
        assert!(link.is_symlink());
        write_whole(Path::new("/dev/null"), b"three").expect("swallowed");
        assert!(!Path::new("/dev/null").is_file());
    }
}
