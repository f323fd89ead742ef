//! A long text that is never there as a whole: line by line into pages, on to a writer, or nowhere.

use std::io::{self, Write};

/// The lines of one section.
pub(super) struct Lines<'o> {
    /// The page that is written on.
    last: String,
    onto: Onto<'o>,
}

/// What becomes of full pages.
enum Onto<'o> {
    /// Nobody reads them: it is only asked what they need besides.
    Nowhere,
    /// They are kept.
    Pages(Vec<String>),
    /// They are put out, until that fails.
    Out(&'o mut dyn Write, io::Result<()>),
}

impl<'o> Lines<'o> {
    const LENGTH: usize = 1 << 16;

    /// Lines that nobody reads.
    pub fn nowhere() -> Lines<'o> {
        Lines { last: String::new(), onto: Onto::Nowhere }
    }

    /// Lines that are kept.
    pub fn kept() -> Lines<'o> {
        Lines { last: String::new(), onto: Onto::Pages(Vec::new()) }
    }

    /// Lines that are put out.
    pub fn out(out: &'o mut dyn Write) -> Lines<'o> {
        Lines { last: String::new(), onto: Onto::Out(out, Ok(())) }
    }

    /// Whether somebody reads them.
    pub fn are_read(&self) -> bool {
        !matches!(self.onto, Onto::Nowhere)
    }

    /// Whether no further line arrives.
    pub fn has_failed(&self) -> bool {
        matches!(self.onto, Onto::Out(_, Err(_)))
    }

    /// Where the next line goes.
    pub fn line(&mut self) -> &mut String {
        if self.last.len() > Self::LENGTH || !self.are_read() {
            self.turn();
        }
        &mut self.last
    }

    /// The next page.
    fn turn(&mut self) {
        match &mut self.onto {
            Onto::Nowhere => (),
            Onto::Pages(full) => {
                let next = String::with_capacity(Self::LENGTH + Self::LENGTH / 8);
                full.push(std::mem::replace(&mut self.last, next));
            }
            Onto::Out(out, so_far) if so_far.is_ok() => *so_far = out.write_all(self.last.as_bytes()),
            Onto::Out(..) => (),
        }
        self.last.clear();
    }

    /// The pages that were kept.
    pub fn pages(mut self) -> Vec<String> {
        self.turn();
        match self.onto {
            Onto::Pages(pages) => pages,
            Onto::Nowhere | Onto::Out(..) => Vec::new(),
        }
    }

    /// Whether all was put out.
    pub fn ended(mut self) -> io::Result<()> {
        self.turn();
        match self.onto {
            Onto::Out(_, so_far) => so_far,
            Onto::Nowhere | Onto::Pages(_) => Ok(()),
        }
    }
}
