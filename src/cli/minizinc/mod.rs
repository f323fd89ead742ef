//! `minizinc`: this program as a solver of MiniZinc's, made known to it, forgotten again, and called by it.

mod configuration;
mod direct;

use super::args::{FolderArgs, MinizincArgs, MinizincCommand};
use super::failure::{Resources, Usage};
use super::output;
use std::path::PathBuf;
use std::process::Command;

/// Runs the command.
pub fn run(args: &MinizincArgs) -> anyhow::Result<u8> {
    match &args.command {
        MinizincCommand::Install(args) => install(args),
        MinizincCommand::Uninstall(args) => uninstall(args),
        MinizincCommand::Run(args) => direct::run(args),
    }
}

fn install(args: &FolderArgs) -> anyhow::Result<u8> {
    let made = std::path::absolute(folder(args)?)?;
    let failed = |error: std::io::Error| Resources(format!("cannot write to {}: {error}", made.display()));
    let program = std::env::current_exe().map_err(failed)?;
    let files = configuration::files(&made, &program);
    for (name, text) in &files {
        let path = made.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&made)).map_err(failed)?;
        output::file(&path, text.as_bytes())?;
    }
    let known = "quandary (by FlatZinc) and quandary-direct are solvers of MiniZinc's now";
    output::line(&format!("{known}: {} files in {}", files.len(), made.display()))?;
    Ok(0)
}

/// Removes what was installed, and nothing else.
fn uninstall(args: &FolderArgs) -> anyhow::Result<u8> {
    let folder = folder(args)?;
    let names = configuration::files(&folder, &PathBuf::new()).into_iter().map(|(name, _)| name);
    let n_removed = names.filter(|name| std::fs::remove_file(folder.join(name)).is_ok()).count();
    // Anything that others put there keeps the folder.
    let _ = std::fs::remove_dir(folder.join(configuration::LIBRARY));
    output::line(&format!("{n_removed} files removed from {}", folder.display()))?;
    Ok(0)
}

/// Where MiniZinc looks for this user's solvers, if nobody says otherwise.
fn folder(args: &FolderArgs) -> anyhow::Result<PathBuf> {
    let home = || std::env::home_dir().map(|home| home.join(".minizinc").join("solvers"));
    let unknown = || Usage("where are MiniZinc's solvers? name the folder".to_string());
    Ok(args.folder.clone().or_else(of_minizinc).or_else(home).ok_or_else(unknown)?)
}

/// What MiniZinc itself says.
fn of_minizinc() -> Option<PathBuf> {
    let said = Command::new("minizinc").arg("--config-dirs").output().ok()?;
    let places: serde_json::Value = serde_json::from_slice(&said.stdout).ok()?;
    places.get("userSolverConfigDir")?.as_str().filter(|folder| !folder.is_empty()).map(PathBuf::from)
}
