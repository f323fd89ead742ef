//! The `quandary` program: parse the command line, run the command, exit with its code.

mod allocator;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator::new();

fn main() -> ExitCode {
    allocator::exempt_this_thread();
    allocator::give_back_soon();
    quandary::cli::run(std::env::args_os())
}
