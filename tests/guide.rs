//! The console sessions of the documentation, replayed: what the reader sees is what the program prints.
//!
//! A session is a fenced `console` block. A line `$ quandary ...` is run; the lines below it are its output. Times differ
//! from run to run and are not compared, and a line `...` stands for any number of lines. `[exit 20]` is the exit code.

mod common;

use common::quandary;
use common::sessions::{steps, words};

const PAGES: &[&str] =
    &["README.md", "docs/guide.md", "docs/explain.md", "docs/evidence.md", "docs/watch.md", "docs/csp.md"];

#[test]
fn sessions_are_true() {
    let mut n_steps = 0;
    for step in PAGES.iter().flat_map(|page| steps(page)) {
        let words = words(&step.command);
        let (program, args) = words.split_first().expect("a command");
        assert_eq!(program, "quandary", "{}: only our own program is replayed: {}", step.page, step.command);
        let run = quandary(&args.iter().map(String::as_str).collect::<Vec<_>>());
        step.check(&run);
        n_steps += 1;
    }
    assert!(n_steps >= 10, "the guide has sessions: {n_steps}");
}
