//! A long text in parts that are never joined nor copied.

use std::fmt;

/// A model's text in parts, in their order.
#[derive(Debug)]
pub struct Text(pub(super) Vec<String>);

impl Text {
    /// The parts: long ones are better written one by one than joined first.
    pub fn parts(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| f.write_str(part))
    }
}

/// A text that grows to any length without being copied: whole pages, and the one that is written on.
#[derive(Default)]
pub(super) struct Pages {
    full: Vec<String>,
    /// The page that is written on.
    pub last: String,
}

impl Pages {
    const LENGTH: usize = 1 << 18;

    /// Where the next line goes.
    pub fn line(&mut self) -> &mut String {
        if self.last.len() > Pages::LENGTH {
            let next = String::with_capacity(Pages::LENGTH + Pages::LENGTH / 8);
            self.full.push(std::mem::replace(&mut self.last, next));
        }
        &mut self.last
    }

    /// All pages.
    pub fn ended(mut self) -> Vec<String> {
        self.full.push(self.last);
        self.full
    }
}
