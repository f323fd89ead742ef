//! What the crate depends on: free licences, no younger Rust than ours, and a library without the program's baggage.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Licences that may be part of an expression; one side of an `OR` is enough.
const FREE: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "BSL-1.0",
];

/// Licences that ask those who pass a program on to pass on the source of that part: for what only tests use, since nobody is given that.
const FREE_IN_TESTS: &[&str] = &["MPL-2.0", "MPL-2.0+", "LGPL-3.0-only"];

/// Crates that only the program needs.
const PROGRAM_ONLY: &[&str] =
    &["axum", "clap", "clap_builder", "clap_complete", "clap_mangen", "hyper", "plotters", "signal-hook", "tokio"];

fn metadata() -> Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &host()]);
    let output = in_project(&mut cargo).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

/// The machine's own platform: for others nothing was fetched.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("where cargo is, rustc is");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_string()
}

fn in_project(command: &mut Command) -> &mut Command {
    command.current_dir(env!("CARGO_MANIFEST_DIR"))
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().expect("cargo lists packages").iter()
}

/// `A OR B`, `A AND B`, `A/B`, with parentheses around whole alternatives.
fn is_free(licence: &str) -> bool {
    let plain = licence.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" OR ").any(|side| side.split(" AND ").all(|one| FREE.contains(&one.trim())))
}

/// The packages that are part of what is built for others, or that build it; not what only tests use.
fn shipped(metadata: &Value) -> BTreeSet<&str> {
    let nodes = metadata["resolve"]["nodes"].as_array().expect("cargo resolves");
    let is_for_tests = |dep: &Value| {
        let kinds = dep["dep_kinds"].as_array().expect("a dependency is of some kind");
        kinds.iter().all(|kind| kind["kind"] == "dev")
    };
    let mut reached = BTreeSet::new();
    let mut open = vec![metadata["resolve"]["root"].as_str().expect("there is one package")];
    while let Some(id) = open.pop() {
        if !reached.insert(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id).expect("every package has its node");
        let deps = node["deps"].as_array().expect("a node lists its dependencies");
        open.extend(deps.iter().filter(|dep| !is_for_tests(dep)).filter_map(|dep| dep["pkg"].as_str()));
    }
    reached
}

#[test]
fn every_dependency_has_a_free_licence() {
    let metadata = metadata();
    let shipped = shipped(&metadata);
    let is_fine = |p: &Value| {
        let licence = p["license"].as_str().unwrap_or("none");
        let is_for_tests = p["id"].as_str().is_some_and(|id| !shipped.contains(id));
        is_free(licence) || (is_for_tests && FREE_IN_TESTS.contains(&licence))
    };
    let named = |p: &Value| format!("{}: {}", p["name"], p["license"]);
    let wrong: Vec<String> = packages(&metadata).filter(|p| !is_fine(p)).map(named).collect();
    assert!(wrong.is_empty(), "licences to look at: {wrong:?}");
    assert!(is_free("(MIT OR Apache-2.0) AND Unicode-3.0") && is_free("GPL-3.0/MIT") && !is_free("MIT AND GPL-3.0"));
    let is_shipped = |name: &str| {
        packages(&metadata).any(|p| p["name"] == name && p["id"].as_str().is_some_and(|id| shipped.contains(id)))
    };
    assert!(is_shipped("varisat") && is_shipped("axum") && !is_shipped("veripb"));
}

#[test]
fn no_dependency_wants_a_younger_rust() {
    let version = |text: &str| text.split('.').map(|n| n.parse::<u32>().unwrap_or(0)).collect::<Vec<_>>();
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let metadata = metadata();
    let young = packages(&metadata).filter(|p| p["rust_version"].as_str().is_some_and(|v| version(v) > ours));
    let young: Vec<&Value> = young.map(|p| &p["name"]).collect();
    assert!(young.is_empty(), "they want a younger Rust than {ours:?}: {young:?}");
}

#[test]
fn the_library_alone_is_lean() {
    let tree = ["tree", "--offline", "--no-default-features", "-e", "normal", "--prefix", "none", "--format", "{p}"];
    let output = in_project(Command::new(env!("CARGO")).args(tree)).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let heavy: Vec<_> = PROGRAM_ONLY.iter().filter(|name| names.contains(**name)).collect();
    assert!(names.contains("varisat") && heavy.is_empty(), "the library alone brings {heavy:?}");
}
