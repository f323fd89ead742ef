//! What the tests of the whole program share: running it, and finding outside programs.
#![allow(dead_code)]

pub mod damage;
pub mod enumerate;
pub mod folder;
pub mod installed;
pub mod schema;
pub mod sessions;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The top of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A path below it, as text.
pub fn path(below: &str) -> String {
    root().join(below).to_string_lossy().into_owned()
}

/// What a run of the program gave.
pub struct Ran {
    /// Exit code; -1 if a signal ended it.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// What a process said and how it ended.
    pub fn of(output: Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Standard output as one JSON document.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|e| panic!("not one JSON document ({e}): {}{}", self.out, self.err))
    }

    /// Standard output as JSON lines.
    pub fn json_lines(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }
}

/// Runs the program at the top of the repository.
pub fn quandary(args: &[&str]) -> Ran {
    Ran::of(command(args).stdin(Stdio::null()).output().expect("the program runs"))
}

/// Runs the program with this on standard input.
pub fn quandary_with_input(args: &[&str], input: &[u8]) -> Ran {
    let mut child =
        command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // A program that rejects its arguments may not read its input.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    Ran::of(child.wait_with_output().expect("it ends"))
}

/// The program with arguments, at the top of the repository.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    command.args(args).current_dir(root()).env_remove("NO_COLOR");
    command
}

/// Whether an outside program is there. Where tools are required, a missing one is a failure.
pub fn has_tool(name: &str) -> bool {
    let found =
        std::env::var_os("PATH").is_some_and(|paths| std::env::split_paths(&paths).any(|dir| dir.join(name).is_file()));
    let required = std::env::var_os("QUANDARY_REQUIRE_TOOLS").is_some();
    assert!(found || !required, "{name} is required but not installed");
    if !found {
        eprintln!("skipped: {name} is not installed");
    }
    found
}

/// The files of a folder below the top, sorted.
pub fn files(below: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(below)).expect("the folder exists");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).filter(|p| p.is_file()).collect();
    paths.sort();
    paths
}

/// One example model with its data and what is known of it.
pub struct Example {
    /// Model and data, to be given to the program.
    pub inputs: Vec<String>,
    /// `satisfiable`, `unsatisfiable` or `optimal`.
    pub status: String,
    /// The best value of the objective.
    pub optimum: Option<i64>,
    /// The number of solutions; of best ones if there is an objective.
    pub solutions: String,
}

impl Example {
    /// The inputs with a word in front and options behind.
    pub fn args<'a>(&'a self, command: &'a str, options: &[&'a str]) -> Vec<&'a str> {
        std::iter::once(command).chain(self.inputs.iter().map(String::as_str)).chain(options.iter().copied()).collect()
    }
}

/// The example models, as real MiniZinc solved them.
pub fn examples() -> Vec<Example> {
    let text = std::fs::read_to_string(root().join("models/examples/expected.tsv")).expect("the table is there");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let example = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let inputs = cells[..2].iter().filter(|c| **c != "-").map(|c| format!("models/examples/{c}")).collect();
        Example { inputs, status: cells[2].into(), optimum: cells[3].parse().ok(), solutions: cells[4].into() }
    };
    rows.map(example).collect()
}
