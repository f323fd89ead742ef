//! Plots as data: series over linear or logarithmic axes, or over named rows.
//!
//! How they are drawn is in `paint`; how values become places is in `scale`.

mod paint;
mod scale;

/// A plot.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Whether to draw the line where both coordinates are the same; both axes then have the same range.
    pub diagonal: bool,
}

/// One axis.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// Whether each step is ten times the one before.
    pub is_log: bool,
    /// For a vertical axis of rows: their names from the top. Row `i` is at `y = i`.
    pub rows: Vec<String>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Marks joined by lines.
    Line,
    /// Stairs that rise at each point, with a few marks.
    Steps,
    /// Marks alone.
    Points,
    /// Bars from the bottom, side by side with those of other series.
    Bars,
    /// Lying bars in rows, each where the one of the series before ends. Points are `(length, row)`.
    Stack,
    /// A thin line that is in no legend.
    Guide,
}

/// The colour and mark of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// That of its place in the plot.
    #[default]
    Next,
    /// This one, to look the same in several plots.
    Number(usize),
    /// The colour of the text, without marks.
    Ink,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// How it is drawn.
    pub mark: Mark,
    /// The points, in order.
    pub points: Vec<(f64, f64)>,
    /// Its colour and mark.
    pub look: Look,
}

impl Axis {
    /// An axis with equal steps.
    pub fn linear(label: &str) -> Axis {
        Axis { label: label.to_string(), ..Axis::default() }
    }

    /// An axis with equal factors.
    pub fn log(label: &str) -> Axis {
        Axis { label: label.to_string(), is_log: true, ..Axis::default() }
    }

    /// A vertical axis of named rows.
    pub fn rows(names: Vec<String>) -> Axis {
        Axis { rows: names, ..Axis::default() }
    }
}

impl Series {
    /// A series of this mark.
    pub fn new(name: impl Into<String>, mark: Mark, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), mark, points, look: Look::Next }
    }

    /// The same series with this look.
    pub fn looking(self, look: Look) -> Series {
        Series { look, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Look, Mark, Plot, Series};

    #[test]
    fn plots_have_their_words_and_marks() {
        let points = vec![(1.0, 10.0), (2.0, 1000.0)];
        let plot = Plot {
            title: "growth <of> all".into(),
            x: Axis::linear("size"),
            y: Axis::log("seconds"),
            series: vec![Series::new("a", Mark::Line, points.clone()), Series::new("b", Mark::Points, points)],
            diagonal: false,
        };
        let svg = plot.svg();
        for part in ["growth &lt;of", "size", "seconds", "polyline", "circle", "polygon", "currentColor", "1000"] {
            assert!(svg.contains(part), "{part} is missing");
        }
        assert!(!svg.contains("#010101") && !svg.contains("<of>"));
        let bars = Plot { series: vec![Series::new("n", Mark::Bars, vec![(1.0, 3.0), (2.0, 5.0)])], ..plot };
        assert!(bars.svg().matches("<rect").count() >= 2);
    }

    #[test]
    fn stacked_bars_lie_end_to_end_in_named_rows() {
        let part = |name: &str, a: f64, b: f64| Series::new(name, Mark::Stack, vec![(a, 0.0), (b, 1.0)]);
        let series = vec![part("in", 1.0, 3.0), part("out", 3.0, 1.0)];
        let y = Axis::rows(vec!["first row".into(), "second row".into()]);
        let plot = Plot { title: "T".into(), x: Axis::linear("share"), y, series, diagonal: false };
        let svg = plot.svg();
        assert!(svg.contains("first row") && svg.contains("second row"));
        let edge = |svg: &str, i: usize, name: &str| -> f64 {
            let rect = svg.split("<rect ").nth(i + 1).expect("four bars");
            let value = rect.split(&format!("{name}=\"")).nth(1).and_then(|r| r.split('"').next());
            value.and_then(|v| v.parse().ok()).expect("a number")
        };
        // The bars of a series come one after the other: in/0, in/1, out/0, out/1.
        for row in 0..2 {
            let end = edge(&svg, row, "x") + edge(&svg, row, "width");
            assert!((end - edge(&svg, row + 2, "x")).abs() <= 1.5, "row {row}: {svg}");
        }
        assert!(edge(&svg, 0, "y") < edge(&svg, 1, "y"), "the first row is on top");
    }

    #[test]
    fn steps_rise_and_guides_are_in_no_legend() {
        let steps = Series::new("solved", Mark::Steps, vec![(1.0, 1.0), (5.0, 2.0)]).looking(Look::Ink);
        let guide = Series::new("hidden", Mark::Guide, vec![(1.0, 0.0), (1.0, 2.0)]);
        let plot = Plot { series: vec![steps.clone(), guide, steps], ..Plot::default() };
        let svg = plot.svg();
        assert!(!svg.contains("hidden") && svg.contains("solved"));
        let lines = svg.split("points=\"").skip(1).filter_map(|l| l.split('"').next());
        let corners = |line: &str| line.split_whitespace().filter_map(|p| p.split_once(',').map(own)).collect();
        let is_stair = |c: Vec<(String, String)>| c.len() == 3 && c[0].1 == c[1].1 && c[1].0 == c[2].0;
        assert!(lines.map(corners).any(is_stair), "across, then up: {svg}");
    }

    fn own((x, y): (&str, &str)) -> (String, String) {
        (x.to_string(), y.to_string())
    }
}
