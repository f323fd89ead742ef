//! Rings around what a reason is about: one ring for why a fact holds, two and a hatch for what cannot hold together.
//!
//! Squares have them on top; discs are drawn over theirs. Only a drawing that has some brings their style, their pattern and their entry in the legend.

use super::frame::{Entry, Squares};
use std::fmt::{self, Write};

/// Rings of one kind.
#[derive(Clone, Debug, Default)]
pub struct Rings {
    /// Around what.
    pub around: Vec<Around>,
    /// Whether they mark what cannot hold together.
    pub is_clash: bool,
}

/// What has a ring.
#[derive(Clone, Copy, Debug)]
pub enum Around {
    /// A square of the board, by row and column.
    Square(usize, usize),
    /// A disc: its middle and half its width.
    Disc(f64, f64, f64),
}

impl Rings {
    /// Their rules, with `%` for the prefix.
    pub(super) fn style(&self) -> &'static str {
        if self.around.is_empty() { "" } else { STYLE }
    }

    /// The hatch, with `%` for the prefix.
    pub(super) fn defs(&self) -> &'static str {
        if self.around.is_empty() || !self.is_clash { "" } else { HATCH }
    }

    /// What they mean.
    pub(super) fn entry(&self, prefix: &str) -> Option<Entry> {
        let label = if self.is_clash { "cannot hold together" } else { "the reason" };
        let shape = |inset: f64| square(10.0 - inset, 10.0, 10.0);
        (!self.around.is_empty()).then(|| Entry::new(self.mark(prefix, &shape), label))
    }

    /// Draws them.
    pub(super) fn draw(&self, out: &mut dyn Write, prefix: &str, squares: Option<Squares>) -> fmt::Result {
        let side = squares.map_or(0.0, |squares| squares.side as f64);
        self.around.iter().try_for_each(|around| match *around {
            Around::Square(row, col) => {
                let middle = |n: usize| (n as f64 + 0.5) * side;
                writeln!(
                    out,
                    "{}",
                    self.mark(prefix, &|inset| square(side / 2.0 - 1.0 - inset, middle(col), middle(row)))
                )
            }
            Around::Disc(x, y, r) => writeln!(out, "{}", self.mark(prefix, &|inset| disc(r - inset, x, y))),
        })
    }

    /// One ring or two of a shape that knows how to draw itself so much smaller.
    fn mark(&self, prefix: &str, shape: &dyn Fn(f64) -> String) -> String {
        let ring = |class: &str, inset: f64| shape(inset).replacen(' ', &format!(" class=\"{prefix}-{class}\" "), 1);
        match self.is_clash {
            false => ring("ring", 0.0),
            true => {
                format!(
                    "<g class=\"{prefix}-clash\">{}{}{}</g>",
                    ring("hatched", 0.0),
                    ring("double", 0.0),
                    ring("double", 4.0)
                )
            }
        }
    }
}

fn square(half: f64, x: f64, y: f64) -> String {
    let (left, top, side) = (x - half, y - half, 2.0 * half);
    format!(
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"{:.1}\"/>",
        half.min(6.0)
    )
}

fn disc(r: f64, x: f64, y: f64) -> String {
    format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>")
}

const HATCH: &str = "<pattern id=\"%-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path class=\"%-double\" d=\"M0 0v6\"/></pattern>";

const STYLE: &str = ".%-ring{fill:none;stroke:$reason;stroke-width:3.500}\n.%-double{fill:none;stroke:$clash;stroke-width:2}.%-hatched{fill:url(#%-hatch);opacity:.3}\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clash_is_two_rings_and_a_hatch() {
        let squares = Some(Squares { n_rows: 1, n_cols: 2, side: 32 });
        let around = vec![Around::Square(0, 1), Around::Disc(5.0, 6.0, 7.0)];
        for (is_clash, n_rings, class) in [(false, 2, "xy-ring"), (true, 4, "xy-double")] {
            let rings = Rings { around: around.clone(), is_clash };
            let mut out = String::new();
            rings.draw(&mut out, "xy", squares).expect("strings take any text");
            assert_eq!(out.matches(class).count(), n_rings, "{out}");
            assert_eq!(out.matches("hatched").count(), if is_clash { 2 } else { 0 }, "{out}");
            assert!(out.contains("x=\"33.0\" y=\"1.0\" width=\"30.0\"") && out.contains("r=\"7.0\""), "{out}");
        }
        assert!(Rings::default().entry("xy").is_none() && Rings::default().style().is_empty());
    }
}
