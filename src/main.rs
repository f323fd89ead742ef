//! The `quandary` program: parse the command line, run the command, exit with its code.

use std::process::ExitCode;

fn main() -> ExitCode {
    quandary::cli::run(std::env::args_os())
}
