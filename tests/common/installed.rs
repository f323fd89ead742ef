//! Our solvers, made known to the real `minizinc` in a folder of the test's own, and Python's clients of it.

use super::{Ran, has_tool, quandary, root};
use std::ffi::OsString;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Our solvers by the names that MiniZinc knows.
pub const SOLVERS: &[&str] = &["quandary", "quandary-direct"];

/// A folder in which MiniZinc finds our solvers.
pub struct Installed(pub TempDir);

impl Installed {
    /// Makes them known; `None` without `minizinc`.
    pub fn new() -> Option<Installed> {
        if !has_tool("minizinc") {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let ran = quandary(&["minizinc", "install", &folder.path().to_string_lossy()]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        Some(Installed(folder))
    }

    /// A program that will find them.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("MZN_SOLVER_PATH", self.0.path()).current_dir(root()).stdin(Stdio::null());
        command
    }

    /// A run of MiniZinc's.
    pub fn minizinc(&self, args: &[&str]) -> Ran {
        Ran::of(self.command("minizinc").args(args).output().expect("minizinc runs"))
    }

    /// A run by one of the solvers, which ends without a complaint.
    pub fn solve(&self, solver: &str, options: &[&str], inputs: &[&str]) -> String {
        let ran = self.minizinc(&[&["--solver", solver], options, inputs].concat());
        assert!(ran.code == 0 && !ran.out.contains("ERROR"), "{solver} {inputs:?}: {}{}", ran.out, ran.err);
        ran.out
    }

    /// What a Python program prints, which ends well.
    pub fn python(&self, python: &OsString, name: &str, args: &[&str]) -> String {
        let ran = Ran::of(self.command(&python.to_string_lossy()).args(args).output().expect("Python runs"));
        assert_eq!(ran.code, 0, "{name}: {}{}", ran.out, ran.err);
        ran.out
    }
}

/// The Python with the packages `minizinc` and `cpmpy`. Where tools are required, a missing one is a failure.
pub fn python() -> Option<OsString> {
    let python = std::env::var_os("QUANDARY_PYTHON");
    let required = std::env::var_os("QUANDARY_REQUIRE_TOOLS").is_some();
    assert!(python.is_some() || !required, "QUANDARY_PYTHON names no Python");
    if python.is_none() {
        eprintln!("skipped: QUANDARY_PYTHON names no Python with the packages `minizinc` and `cpmpy`");
    }
    python
}

/// What follows the last such key, up to the end of its line.
pub fn last_value<'a>(out: &'a str, key: &str) -> Option<&'a str> {
    out.rsplit_once(key)?.1.lines().next()
}
