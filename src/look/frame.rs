//! The frame of a drawing: title with facts, words for those who do not see it, coordinates, legend, and the style.
//!
//! The text goes out piece by piece: a receiver that has enough says so by an error, and nothing more is drawn. All classes
//! and names begin with the drawing's prefix, so that several drawings can share a page; none has a script, an outside font
//! or a rule that looks beyond a `<use>`.

use super::{FONT, Rings, sheet};
use std::fmt::{self, Write};

/// Room around everything.
const PAD: usize = 20;
/// Room for the title.
const TITLE: usize = 34;
/// Height of a line of the legend.
const LINE: usize = 28;
/// Room for a digit of a coordinate.
const DIGIT: usize = 8;

/// A board of squares.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    /// How many rows.
    pub n_rows: usize,
    /// How many columns.
    pub n_cols: usize,
    /// How long the side of a square is.
    pub side: usize,
}

/// An entry of the legend: a sign 20 units high, and what it means.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The sign, as markup.
    pub sign: String,
    /// How wide it is.
    pub width: usize,
    /// Its meaning.
    pub label: String,
}

impl Entry {
    /// An entry with a sign 20 units wide.
    pub fn new(sign: impl Into<String>, label: impl Into<String>) -> Entry {
        Entry { sign: sign.into(), width: 20, label: label.into() }
    }
}

/// A drawing but for what is in it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// What all classes begin with, and the class of the whole.
    pub prefix: &'static str,
    /// The name of the puzzle.
    pub name: &'static str,
    /// Size and other figures, for the title.
    pub facts: String,
    /// What the drawing shows, in a sentence or two.
    pub words: String,
    /// Rules, with `%` for the prefix and `$name` for roles.
    pub style: String,
    /// Markup for `<defs>`, with `%` for the prefix.
    pub defs: String,
    /// The squares of a board: gives it floor, thin rules, a rim and coordinates.
    pub squares: Option<Squares>,
    /// The room for the content; never less than the squares need.
    pub room: (usize, usize),
    /// The roles that occur.
    pub legend: Vec<Entry>,
    /// Rings around what a reason is about.
    pub rings: Rings,
}

impl Frame {
    /// Draws the frame and, in coordinates whose origin is the corner of the board, the content.
    pub fn draw(&self, out: &mut dyn Write, content: impl FnOnce(&mut dyn Write) -> fmt::Result) -> fmt::Result {
        match self.rings.entry(self.prefix) {
            None => self.drawn(out, content),
            Some(entry) => {
                let legend = self.legend.iter().cloned().chain([entry]).collect();
                Frame { legend, ..self.clone() }.drawn(out, content)
            }
        }
    }

    fn drawn(&self, out: &mut dyn Write, content: impl FnOnce(&mut dyn Write) -> fmt::Result) -> fmt::Result {
        let (width, height, lines) = self.sizes();
        self.head(out, width, height)?;
        let (left, top) = self.axes();
        let room = self.content();
        let x = left + PAD + (width - 2 * PAD - left - room.0) / 2;
        writeln!(out, "<g transform=\"translate({x} {})\">", PAD + TITLE + top)?;
        if let Some(squares) = self.squares {
            self.board(out, squares)?;
        }
        // What stands on a disc stays to be seen.
        if self.squares.is_none() {
            self.rings.draw(out, self.prefix, None)?;
        }
        content(out)?;
        if let Some(Squares { n_rows, n_cols, side }) = self.squares {
            self.rings.draw(out, self.prefix, self.squares)?;
            let (width, height) = (n_cols * side + 2, n_rows * side + 2);
            writeln!(
                out,
                "<rect class=\"{}-rim\" x=\"-1\" y=\"-1\" width=\"{width}\" height=\"{height}\" rx=\"3\"/>",
                self.prefix
            )?;
        }
        writeln!(out, "</g>")?;
        self.legend(out, &lines, width, PAD + TITLE + top + room.1 + 18)?;
        writeln!(out, "</svg>")
    }

    /// The same as one text.
    pub fn text(&self, content: impl FnOnce(&mut dyn Write) -> fmt::Result) -> String {
        let mut out = String::new();
        self.draw(&mut out, content).expect("strings take any text");
        out
    }

    fn content(&self) -> (usize, usize) {
        let of = |s: &Squares| (s.n_cols * s.side, s.n_rows * s.side);
        let (width, height) = self.squares.as_ref().map_or((0, 0), of);
        (self.room.0.max(width), self.room.1.max(height))
    }

    /// Room for the numbers of rows and columns.
    fn axes(&self) -> (usize, usize) {
        self.squares.map_or((0, 0), |s| (10 + DIGIT * (s.n_rows - 1).to_string().len(), 20))
    }

    /// Width, height, and the legend's entries line by line.
    fn sizes(&self) -> (usize, usize, Vec<&[Entry]>) {
        let (left, top) = self.axes();
        let room = self.content();
        let title = 25 * self.name.chars().count() / 2 + 14 + note_width(&self.facts);
        let entry = self.legend.iter().map(entry_width).max().unwrap_or(0);
        // What stands left of the board gets as much room at its right, unless the title is wider anyway.
        let inner = (left + room.0).max(title).max(entry);
        let lines = wrapped(&self.legend, inner);
        let legend = if lines.is_empty() { 0 } else { 18 + LINE * lines.len() };
        (inner + 2 * PAD, PAD + TITLE + top + room.1 + legend + PAD, lines)
    }

    fn head(&self, out: &mut dyn Write, width: usize, height: usize) -> fmt::Result {
        let (p, name, facts) = (self.prefix, self.name, escape(&self.facts));
        writeln!(
            out,
            "<svg class=\"{p}\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">"
        )?;
        writeln!(out, "<title>{name}, {facts}</title>\n<desc>{}</desc>", escape(&self.words))?;
        let style = STYLE.replace("FONT", FONT) + &self.style + self.rings.style();
        let defs = format!("{}{}", self.defs, self.rings.defs()).replace('%', p);
        writeln!(out, "<style>\n{}</style>\n<defs>{defs}</defs>", sheet(p, &style))?;
        writeln!(out, "<rect class=\"{p}-page\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>")?;
        writeln!(
            out,
            "<text class=\"{p}-title\" x=\"{PAD}\" y=\"36\">{name}<tspan class=\"{p}-note\" dx=\"12\">{facts}</tspan></text>"
        )
    }

    /// Floor, rules and coordinates.
    fn board(&self, out: &mut dyn Write, squares: Squares) -> fmt::Result {
        let (p, Squares { n_rows, n_cols, side }) = (self.prefix, squares);
        let (width, height) = (n_cols * side, n_rows * side);
        writeln!(
            out,
            "<rect class=\"{p}-floor\" width=\"{width}\" height=\"{height}\"/>\n<path class=\"{p}-rule\" d=\"M0 0"
        )?;
        (1..n_cols).try_for_each(|col| write!(out, "M{} 0v{height}", col * side))?;
        (1..n_rows).try_for_each(|row| write!(out, "M0 {}h{width}", row * side))?;
        writeln!(out, "\"/>\n<g class=\"{p}-axis\">")?;
        for col in (0..n_cols).step_by(every(n_cols)) {
            writeln!(out, "<text x=\"{}\" y=\"-8\">{col}</text>", col * side + side / 2)?;
        }
        let left = DIGIT * (n_rows - 1).to_string().len() / 2 + 7;
        for row in (0..n_rows).step_by(every(n_rows)) {
            writeln!(out, "<text x=\"-{left}\" y=\"{}\">{row}</text>", row * side + side / 2 + 4)?;
        }
        writeln!(out, "</g>")
    }

    fn legend(&self, out: &mut dyn Write, lines: &[&[Entry]], width: usize, top: usize) -> fmt::Result {
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(out, "<g class=\"{}-legend\">", self.prefix)?;
        for (number, line) in lines.iter().enumerate() {
            let total: usize = line.iter().map(entry_width).sum();
            let mut x = (width + 18).saturating_sub(total) / 2;
            for entry in *line {
                let (y, text) = (top + number * LINE, escape(&entry.label));
                write!(out, "<g transform=\"translate({x} {y})\">{}", entry.sign)?;
                writeln!(
                    out,
                    "<text class=\"{}-note\" x=\"{}\" y=\"15\">{text}</text></g>",
                    self.prefix,
                    entry.width + 7
                )?;
                x += entry_width(entry);
            }
        }
        writeln!(out, "</g>")
    }
}

/// On large boards every tenth row and column has its number.
fn every(n: usize) -> usize {
    if n <= 40 { 1 } else { 10 }
}

/// About how wide a note is.
fn note_width(text: &str) -> usize {
    text.chars().count() * 15 / 2
}

fn entry_width(entry: &Entry) -> usize {
    entry.width + 25 + note_width(&entry.label)
}

/// Entries in as few lines as fit the width, in order.
fn wrapped(entries: &[Entry], width: usize) -> Vec<&[Entry]> {
    let (mut lines, mut first, mut used) = (Vec::new(), 0, 0);
    for (number, entry) in entries.iter().enumerate() {
        if used > 0 && used + entry_width(entry) > width + 18 {
            lines.push(&entries[first..number]);
            (first, used) = (number, 0);
        }
        used += entry_width(entry);
    }
    if first < entries.len() {
        lines.push(&entries[first..]);
    }
    lines
}

/// Text that stands for itself, between tags and in attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
}

const STYLE: &str = "\
.%{font-family:FONT;font-size:14px}
.%-page{fill:$page}.%-floor{fill:$floor}.%-rule{fill:none;stroke:$rule}.%-rim{fill:none;stroke:$rim;stroke-width:2}
.%-title{font-size:18px;font-weight:700;fill:$ink}.%-note{font-size:14px;font-weight:400;fill:$dim}
.%-axis{font-size:12px;text-anchor:middle;fill:$dim}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_title_words_coordinates_and_legend() {
        let squares = Some(Squares { n_rows: 2, n_cols: 3, side: 32 });
        let frame = Frame {
            prefix: "xy",
            name: "Puzzle",
            facts: "2 × 3 & <more>".into(),
            words: "Two rows.".into(),
            squares,
            legend: vec![Entry::new("<rect class=\"xy-floor\" width=\"20\" height=\"20\"/>", "a floor")],
            ..Frame::default()
        };
        let drawn = frame.text(|out| writeln!(out, "<circle r=\"1\"/>"));
        for part in [
            "role=\"img\"",
            "<title>Puzzle, 2 × 3 &amp; &lt;more&gt;</title>",
            "<desc>Two rows.</desc>",
            ">a floor</text>",
            "<circle r=\"1\"/>",
            "data-theme=dark",
        ] {
            assert!(drawn.contains(part), "{part} is missing in {drawn}");
        }
        assert_eq!(drawn.matches("<text x=").count(), 5, "two rows and three columns are numbered");
    }

    #[test]
    fn a_receiver_that_has_enough_stops_the_drawing() {
        struct Full(usize);
        impl Write for Full {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
                Ok(())
            }
        }
        let frame = Frame { prefix: "xy", name: "Puzzle", ..Frame::default() };
        let mut n_drawn = 0;
        let end = frame.draw(&mut Full(5_000), |out| {
            for _ in 0..1_000_000 {
                writeln!(out, "<circle r=\"1\"/>")?;
                n_drawn += 1;
            }
            Ok(())
        });
        assert!(end.is_err() && n_drawn < 1_000, "{n_drawn} drawn");
    }

    #[test]
    fn legends_are_wrapped() {
        let entries: Vec<Entry> = ["one", "two", "three"].map(|label| Entry::new("", label)).to_vec();
        let check = |width: usize, expected: &[usize]| {
            assert_eq!(wrapped(&entries, width).iter().map(|line| line.len()).collect::<Vec<_>>(), expected, "{width}");
        };
        check(1000, &[3]);
        check(130, &[2, 1]);
        check(10, &[1, 1, 1]);
        assert!(wrapped(&[], 100).is_empty());
    }
}
