//! `serve`: the page for people who would rather look than read. Standard output has its link and nothing else.

use super::args::ServeArgs;
use super::failure::{Rejected, Resources};
use super::{failure, list, output, signals};
use crate::outside::Folder;
use crate::web::{Report, Server, Settings};
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command until a signal comes, which is how it is meant to end.
pub fn run(args: &ServeArgs) -> anyhow::Result<u8> {
    let signals = signals::listen();
    signals.welcome();
    let server = Server::bind(settings(args)?).map_err(Resources)?;
    output::line(server.link())?;
    let page = if wants_browser(args) { open(server.link()) } else { None };
    server.run(&signals.interrupt).map_err(Resources)?;
    drop(page);
    Ok(signals.exit_code().unwrap_or(0))
}

fn settings(args: &ServeArgs) -> anyhow::Result<Settings> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Settings {
        host: args.host.clone(),
        port: args.port,
        n_jobs: args.jobs.map_or_else(cores, usize::from),
        seconds: args.timeout,
        megabytes: args.memory,
        words: list::json(),
        reports: args.report.iter().map(|folder| report(folder)).collect::<anyhow::Result<_>>()?,
    })
}

/// The report in a folder of `compare`.
fn report(folder: &Path) -> anyhow::Result<Report> {
    let (path, name) = (folder.join("report.html"), folder.display().to_string());
    let html = std::fs::read_to_string(&path);
    let html = html.map_err(|error| Rejected(format!("cannot read the report {}: {error}", path.display())))?;
    Ok(Report { name, html })
}

fn wants_browser(args: &ServeArgs) -> bool {
    args.open || (!args.no_open && std::io::stdout().is_terminal())
}

/// Opens the link in the user's browser. It goes there by a private file: arguments of programs can be seen by everybody.
fn open(link: &str) -> Option<Folder> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let opened = Folder::new().and_then(|folder| {
        let page = folder.join("quandary.html");
        let text = format!(
            "<!DOCTYPE html><meta charset=\"utf-8\"><title>Quandary</title>\
             <meta http-equiv=\"refresh\" content=\"0; url={link}\"><a href=\"{link}\">the page</a>\n"
        );
        std::fs::write(&page, text)?;
        let mut command = Command::new(opener);
        command.arg(&page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut opener = command.spawn()?;
        // It ends when it likes; somebody must be there to see it.
        std::thread::Builder::new().spawn(move || opener.wait())?;
        Ok(folder)
    });
    opened.map_err(|error| failure::warn(&format!("no browser was opened ({opener}: {error}); open the link"))).ok()
}
