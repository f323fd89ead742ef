//! A line on standard error for long work, shown only to a person at a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A progress line that rewrites itself.
pub struct Progress {
    shown: bool,
    visible: bool,
    next: Instant,
}

impl Progress {
    /// A line that appears after the work has taken a second.
    pub fn new() -> Progress {
        Progress {
            shown: false,
            visible: std::io::stderr().is_terminal(),
            next: Instant::now() + Duration::from_secs(1),
        }
    }

    /// Shows the text, if the last one has stood for a while.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if !self.visible || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + Duration::from_millis(200);
        self.shown = true;
        eprint!("\r\x1b[K{}", text());
        let _ = std::io::stderr().flush();
    }
}

/// The line goes away with the work it was about.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
