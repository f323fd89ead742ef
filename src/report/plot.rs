//! Plots as SVG: lines, steps, points and bars over linear or logarithmic axes, with a legend beside them.
//!
//! Colours are Okabe and Ito's, which the colour-blind can tell apart, and every series has a mark of its own shape. Text
//! and lines take the colour of the page they stand on, light or dark; on their own they follow the reader's setting.

use super::scale::Scale;
use plotters::coord::Shift;
use plotters::prelude::*;

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
    /// Whether to draw the line where both coordinates are the same.
    pub diagonal: bool,
}

/// One axis.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// Whether each step is ten times the one before.
    pub is_log: bool,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Marks joined by lines.
    Line,
    /// Marks alone.
    Points,
    /// Bars from the bottom, side by side with those of other series.
    Bars,
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
}

impl Axis {
    /// An axis with equal steps.
    pub fn linear(label: &str) -> Axis {
        Axis { label: label.to_string(), is_log: false }
    }

    /// An axis with equal factors.
    pub fn log(label: &str) -> Axis {
        Axis { label: label.to_string(), is_log: true }
    }
}

impl Series {
    /// A series of this mark.
    pub fn new(name: impl Into<String>, mark: Mark, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), mark, points }
    }
}

/// Okabe and Ito's colours, the darker ones first.
const PALETTE: &[RGBColor] = &[
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(128, 128, 128),
    RGBColor(170, 160, 30),
];

/// Stands for the colour of the page's text until the picture is finished.
const INK: RGBColor = RGBColor(1, 1, 1);
const HEIGHT: u32 = 420;
const PLOT_WIDTH: u32 = 620;
const MARK: i32 = 4;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'b, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

impl Plot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        let width = PLOT_WIDTH + self.legend_width();
        {
            let root = SVGBackend::with_string(&mut text, (width, HEIGHT)).into_drawing_area();
            self.draw(&root).expect("drawing into a string cannot fail");
            root.present().expect("drawing into a string cannot fail");
        }
        themed(&text)
    }

    fn legend_width(&self) -> u32 {
        let widest = self.series.iter().map(|s| s.name.chars().count()).max().unwrap_or(0) as u32;
        if self.series.len() > 1 { 40 + widest * 8 } else { 0 }
    }

    fn draw(&self, root: &Area) -> Drawn<()> {
        let (area, legend) = root.split_horizontally(PLOT_WIDTH);
        let xs = self.scale(&self.x, |p| p.0, self.bars().then_some(0.6));
        let ys = self.scale(&self.y, |p| p.1, None).with_zero(!self.y.is_log);
        let (xs, ys) = if self.diagonal { (xs.joined(&ys), ys.joined(&xs)) } else { (xs, ys) };
        let ink = ("sans-serif", 14).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 18).into_font().color(&INK))
            .margin(10)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(xs.clone(), ys.clone())?;
        chart
            .configure_mesh()
            .axis_style(INK)
            .bold_line_style(INK.mix(0.14))
            .light_line_style(INK.mix(0.0))
            .label_style(ink.clone())
            .axis_desc_style(ink)
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .x_label_formatter(&|v| xs.label(*v))
            .y_label_formatter(&|v| ys.label(*v))
            .x_labels(xs.n_ticks())
            .y_labels(ys.n_ticks())
            .draw()?;
        if self.diagonal {
            let ends = [(xs.low, xs.low), (xs.high, xs.high)];
            chart.draw_series(LineSeries::new(ends, INK.mix(0.5)))?;
        }
        for (i, series) in self.series.iter().enumerate() {
            let points: Vec<(f64, f64)> =
                series.points.iter().filter_map(|p| Some((xs.place(p.0)?, ys.place(p.1)?))).collect();
            self.draw_series(&mut chart, i, series.mark, points, ys.low)?;
        }
        self.draw_legend(&legend)
    }

    fn scale(&self, axis: &Axis, side: fn(&(f64, f64)) -> f64, pad: Option<f64>) -> Scale {
        Scale::of(self.series.iter().flat_map(|s| &s.points).map(side), axis.is_log, pad)
    }

    fn bars(&self) -> bool {
        self.series.iter().any(|s| s.mark == Mark::Bars)
    }

    fn draw_series(&self, chart: &mut Chart, i: usize, mark: Mark, points: Vec<(f64, f64)>, low: f64) -> Drawn<()> {
        let colour = PALETTE[i % PALETTE.len()];
        if mark == Mark::Bars {
            let n_bars = self.series.iter().filter(|s| s.mark == Mark::Bars).count();
            let before = self.series[..i].iter().filter(|s| s.mark == Mark::Bars).count();
            let width = 0.8 / n_bars as f64;
            let left = before as f64 * width - 0.4;
            let bar = |(x, y): (f64, f64)| Rectangle::new([(x + left, low), (x + left + width, y)], colour.filled());
            chart.draw_series(points.into_iter().map(bar))?;
            return Ok(());
        }
        if mark == Mark::Line {
            chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        }
        for point in points {
            chart.plotting_area().draw(&(EmptyElement::at(point) + shape(i)))?;
        }
        Ok(())
    }

    fn draw_legend(&self, area: &Area) -> Drawn<()> {
        if self.series.len() < 2 {
            return Ok(());
        }
        for (i, series) in self.series.iter().enumerate() {
            let y = 52 + 22 * i as i32;
            let colour = PALETTE[i % PALETTE.len()];
            match series.mark {
                Mark::Bars => area.draw(&Rectangle::new([(4, y - 6), (18, y + 6)], colour.filled()))?,
                Mark::Line => area.draw(&PathElement::new([(2, y), (20, y)], colour.stroke_width(2)))?,
                Mark::Points => (),
            }
            if series.mark != Mark::Bars {
                area.draw(&(EmptyElement::at((11, y)) + shape(i)))?;
            }
            area.draw(&Text::new(series.name.as_str(), (26, y - 7), ("sans-serif", 14).into_font().color(&INK)))?;
        }
        Ok(())
    }
}

/// The mark of the i-th series around a point: shapes change faster than colours repeat.
fn shape<'a>(i: usize) -> plotters::element::DynElement<'static, SVGBackend<'a>, (i32, i32)> {
    let colour = PALETTE[i % PALETTE.len()];
    match (i + i / PALETTE.len()) % 5 {
        0 => Circle::new((0, 0), MARK, colour.filled()).into_dyn(),
        1 => TriangleMarker::new((0, 0), MARK + 2, colour.filled()).into_dyn(),
        2 => Rectangle::new([(-MARK, -MARK), (MARK, MARK)], colour.filled()).into_dyn(),
        3 => Cross::new((0, 0), MARK, colour.stroke_width(2)).into_dyn(),
        _ => Circle::new((0, 0), MARK, colour.stroke_width(2)).into_dyn(),
    }
}

/// Lets text and axes take the colour of the page.
fn themed(svg: &str) -> String {
    let style = "<style>.plot{color:#222}@media(prefers-color-scheme:dark){.plot{color:#ddd}}</style>";
    let svg = svg.replace("#010101", "currentColor").replacen("<svg ", "<svg class=\"plot\" role=\"img\" ", 1);
    match svg.find('>') {
        Some(end) => format!("{}{style}{}", &svg[..=end], &svg[end + 1..]),
        None => svg,
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Mark, Plot, Series};

    #[test]
    fn plots_have_their_words_and_marks() {
        let points = vec![(1.0, 10.0), (2.0, 1000.0)];
        let plot = Plot {
            title: "growth".into(),
            x: Axis::linear("size"),
            y: Axis::log("seconds"),
            series: vec![Series::new("a", Mark::Line, points.clone()), Series::new("b", Mark::Points, points)],
            diagonal: false,
        };
        let svg = plot.svg();
        for part in ["growth", "size", "seconds", "polyline", "circle", "polygon", "currentColor", "1000"] {
            assert!(svg.contains(part), "{part} is missing");
        }
        assert!(!svg.contains("#010101"));
        let bars = Plot { series: vec![Series::new("n", Mark::Bars, vec![(1.0, 3.0), (2.0, 5.0)])], ..plot };
        assert!(bars.svg().matches("<rect").count() >= 2);
    }
}
