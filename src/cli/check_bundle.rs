//! `check` on a bundle: whether the verdict follows from what is in the folder.

use super::args::{CheckArgs, Target};
use super::certify::{by_others, in_words};
use super::check::print_proof;
use super::failure::settled;
use super::progress::Progress;
use super::run::done;
use super::{input, output};
use crate::certify::{Verified, verify};
use crate::search::Budget;
use crate::solve::intake::printable;
use std::path::Path;

/// Checks the bundle in a folder; the instance it should be about may come first.
pub fn run(args: &CheckArgs, folder: &Path, inputs: &[String], budget: &Budget) -> anyhow::Result<u8> {
    let target = Target { inputs: inputs.to_vec(), ..args.target.clone() };
    let problem = if inputs.is_empty() { None } else { Some(input::load_one(&target, "check", budget)?) };
    let line = Progress::new("checking");
    let verified = verify(folder, problem.as_ref(), &line.watching(budget));
    drop(line);
    let (code, printed) = match verified? {
        Verified::Holds(manifest) => {
            let words = format!("{}: {}", manifest.verdict, in_words(&manifest));
            let others = if args.json { String::new() } else { by_others(&manifest) };
            (10, print_proof(args, true, &words).and_then(|()| output::text(&others)))
        }
        // What a stranger wrote may be part of it.
        Verified::Fails(why) => (20, print_proof(args, false, &printable(&why))),
    };
    settled(printed, code)?;
    done(code)
}
