//! Drawing plots as SVG, with a legend beside them.
//!
//! Colours are Okabe and Ito's, which the colour-blind can tell apart, and every series has a mark of its own shape. All
//! follow the theme of the page they stand on, light or dark; on their own they follow the reader's setting.

use super::scale::Scale;
use super::{Axis, Look, Mark, Plot, Series};
use crate::look::{self, Role};
use plotters::coord::Shift;
use plotters::prelude::*;

/// The number of colours, the roles `series0` and so on.
const N_COLOURS: usize = 8;

/// Stands for the colour of the page's text until the picture is finished.
const INK: RGBColor = RGBColor(1, 1, 1);
const HEIGHT: u32 = 420;
const PLOT_WIDTH: u32 = 620;
/// A plot with a diagonal is about a square.
const SQUARE_WIDTH: u32 = 450;
/// The height of a named row.
const ROW_HEIGHT: u32 = 30;
/// The widest names of rows.
const NAME_WIDTH: u32 = 330;
const MARK: i32 = 4;
/// About how many marks stairs have.
const STEP_MARKS: usize = 6;
/// The first entry of the legend, and the room for each.
const LEGEND_TOP: i32 = 52;
const LEGEND_STEP: i32 = 23;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'b, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

impl Plot {
    /// The plot as an SVG document.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        {
            let size = (self.width() + self.legend_width(), self.height());
            let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
            self.draw(&root).expect("drawing into a string cannot fail");
            root.present().expect("drawing into a string cannot fail");
        }
        themed(&text, &self.title)
    }

    fn width(&self) -> u32 {
        match (self.diagonal, self.y.rows.is_empty()) {
            (true, _) => SQUARE_WIDTH,
            (false, true) => PLOT_WIDTH,
            (false, false) => PLOT_WIDTH - 180 + self.label_width(),
        }
    }

    fn height(&self) -> u32 {
        let n_entries = self.legend().count() as u32;
        let legend = LEGEND_TOP as u32 + LEGEND_STEP as u32 * n_entries;
        let rows = self.y.rows.len() as u32;
        legend.max(if rows > 0 { 120 + ROW_HEIGHT * rows } else { HEIGHT })
    }

    /// Room for what is written at the ticks of the vertical axis.
    fn label_width(&self) -> u32 {
        let widest = self.y.rows.iter().map(|n| n.chars().count()).max().unwrap_or(0) as u32;
        if widest == 0 { 72 } else { (16 + widest * 8).min(NAME_WIDTH) }
    }

    /// The series the legend names, with their places.
    fn legend(&self) -> impl Iterator<Item = (usize, &Series)> {
        let listed = self.series.iter().enumerate().filter(|(_, s)| s.mark != Mark::Guide);
        let is_wanted = listed.clone().count() > 1;
        listed.filter(move |_| is_wanted)
    }

    fn legend_width(&self) -> u32 {
        self.legend().map(|(_, s)| 40 + s.name.chars().count() as u32 * 8).max().unwrap_or(0)
    }

    fn draw(&self, root: &Area) -> Drawn<()> {
        let (area, legend) = root.split_horizontally(self.width());
        let (xs, ys) = self.scales();
        let ink = ("sans-serif", 16).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 20).into_font().color(&INK))
            .margin(10)
            .x_label_area_size(50)
            .y_label_area_size(self.label_width())
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
            .y_label_formatter(&|v| self.row_name(*v).unwrap_or_else(|| ys.label(*v)))
            .x_labels(xs.n_ticks())
            .y_labels(ys.n_ticks())
            .draw()?;
        if self.diagonal {
            let ends = [(xs.low, xs.low), (xs.high, xs.high)];
            chart.draw_series(LineSeries::new(ends, INK.mix(0.5)))?;
        }
        for (i, series) in self.series.iter().enumerate() {
            self.draw_series(&mut chart, i, series, &xs, &ys)?;
        }
        self.draw_legend(&legend)
    }

    fn scales(&self) -> (Scale, Scale) {
        let pad = self.has(Mark::Bars).then_some(0.6);
        let xs = match self.has(Mark::Stack) {
            true => Scale::of(self.row_ends(self.series.len()).into_iter(), false, Some(0.0)).with_zero(true),
            false => self.scale(&self.x, |p| p.0, pad),
        };
        let ys = match self.y.rows.len() {
            0 => self.scale(&self.y, |p| p.1, None).with_zero(!self.y.is_log),
            n_rows => Scale::of_rows(n_rows),
        };
        if self.diagonal { (xs.joined(&ys), ys.joined(&xs)) } else { (xs, ys) }
    }

    fn scale(&self, axis: &Axis, side: fn(&(f64, f64)) -> f64, pad: Option<f64>) -> Scale {
        Scale::of(self.series.iter().flat_map(|s| &s.points).map(side), axis.is_log, pad)
    }

    fn has(&self, mark: Mark) -> bool {
        self.series.iter().any(|s| s.mark == mark)
    }

    /// Rows are counted from the top, places from the bottom.
    fn row_place(&self, row: f64) -> f64 {
        self.y.rows.len() as f64 - 1.0 - row
    }

    fn row_name(&self, place: f64) -> Option<String> {
        self.y.rows.get(self.row_place(place).round() as usize).cloned()
    }

    /// How far the stacked bars of the first series reach in each row.
    fn row_ends(&self, n_series: usize) -> Vec<f64> {
        let mut ends = vec![0.0; self.y.rows.len()];
        for (length, row) in self.series[..n_series].iter().filter(|s| s.mark == Mark::Stack).flat_map(|s| &s.points) {
            ends[*row as usize] += length;
        }
        ends
    }

    fn draw_series(&self, chart: &mut Chart, i: usize, series: &Series, xs: &Scale, ys: &Scale) -> Drawn<()> {
        let row = |y: f64| if self.y.rows.is_empty() { y } else { self.row_place(y) };
        let place = |p: &(f64, f64)| Some((xs.place(p.0)?, ys.place(row(p.1))?));
        let points: Vec<(f64, f64)> = series.points.iter().filter_map(place).collect();
        let colour = colour(i, series.look);
        match series.mark {
            Mark::Bars => self.draw_bars(chart, i, points, ys.low),
            Mark::Stack => self.draw_stack(chart, i, series),
            Mark::Guide => chart.draw_series(LineSeries::new(points, INK.mix(0.35))).map(|_| ()),
            Mark::Points => draw_marks(chart, i, series.look, &points, 1),
            Mark::Line => {
                chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
                draw_marks(chart, i, series.look, &points, 1)
            }
            Mark::Steps => {
                chart.draw_series(LineSeries::new(stairs(&points), colour.stroke_width(2)))?;
                draw_marks(chart, i, series.look, &points, points.len().div_ceil(STEP_MARKS).max(1))
            }
        }
    }

    fn draw_bars(&self, chart: &mut Chart, i: usize, points: Vec<(f64, f64)>, low: f64) -> Drawn<()> {
        let n_bars = self.series.iter().filter(|s| s.mark == Mark::Bars).count();
        let before = self.series[..i].iter().filter(|s| s.mark == Mark::Bars).count();
        let width = 0.8 / n_bars as f64;
        let left = before as f64 * width - 0.4;
        let fill = colour(i, self.series[i].look).filled();
        let bar = |(x, y): (f64, f64)| Rectangle::new([(x + left, low), (x + left + width, y)], fill);
        chart.draw_series(points.into_iter().map(bar)).map(|_| ())
    }

    fn draw_stack(&self, chart: &mut Chart, i: usize, series: &Series) -> Drawn<()> {
        let starts = self.row_ends(i);
        let fill = colour(i, series.look).filled();
        let bar = |(length, row): &(f64, f64)| {
            let (start, y) = (starts[*row as usize], self.row_place(*row));
            Rectangle::new([(start, y - 0.34), (start + length, y + 0.34)], fill)
        };
        chart.draw_series(series.points.iter().map(bar)).map(|_| ())
    }

    fn draw_legend(&self, area: &Area) -> Drawn<()> {
        for (entry, (i, series)) in self.legend().enumerate() {
            let y = LEGEND_TOP + LEGEND_STEP * entry as i32;
            let colour = colour(i, series.look);
            let is_bar = matches!(series.mark, Mark::Bars | Mark::Stack);
            if is_bar {
                area.draw(&Rectangle::new([(4, y - 6), (18, y + 6)], colour.filled()))?;
            }
            if matches!(series.mark, Mark::Line | Mark::Steps) {
                area.draw(&PathElement::new([(2, y), (20, y)], colour.stroke_width(2)))?;
            }
            if !is_bar && series.look != Look::Ink {
                area.draw(&(EmptyElement::at((11, y)) + shape(i, series.look)))?;
            }
            area.draw(&Text::new(series.name.as_str(), (26, y - 8), ("sans-serif", 16).into_font().color(&INK)))?;
        }
        Ok(())
    }
}

/// Every so many points a mark, the last one always.
fn draw_marks(chart: &mut Chart, i: usize, look: Look, points: &[(f64, f64)], every: usize) -> Drawn<()> {
    for point in points.iter().rev().step_by(every).filter(|_| look != Look::Ink) {
        chart.plotting_area().draw(&(EmptyElement::at(*point) + shape(i, look)))?;
    }
    Ok(())
}

/// Across at the height so far, then up.
fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let corners = points.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
    points.first().copied().into_iter().chain(corners).collect()
}

/// The number of a look; `None` is ink.
fn number(i: usize, look: Look) -> Option<usize> {
    match look {
        Look::Next => Some(i),
        Look::Number(number) => Some(number),
        Look::Ink => None,
    }
}

fn colour(i: usize, look: Look) -> RGBColor {
    number(i, look).map_or(INK, |n| {
        let [red, green, blue] = series(n % N_COLOURS).light.channels();
        RGBColor(red, green, blue)
    })
}

/// The mark of a series around a point: shapes change faster than colours repeat.
fn shape<'a>(i: usize, look: Look) -> plotters::element::DynElement<'static, SVGBackend<'a>, (i32, i32)> {
    let colour = colour(i, look);
    let n = number(i, look).unwrap_or(0);
    match (n + n / N_COLOURS) % 5 {
        0 => Circle::new((0, 0), MARK, colour.filled()).into_dyn(),
        1 => TriangleMarker::new((0, 0), MARK + 2, colour.filled()).into_dyn(),
        2 => Rectangle::new([(-MARK, -MARK), (MARK, MARK)], colour.filled()).into_dyn(),
        3 => Cross::new((0, 0), MARK, colour.stroke_width(2)).into_dyn(),
        _ => Circle::new((0, 0), MARK, colour.stroke_width(2)).into_dyn(),
    }
}

fn series(n: usize) -> &'static Role {
    look::find(&format!("series{n}")).expect("there are as many roles")
}

/// Lets text, axes and series follow the theme, and tells screen readers what it is.
fn themed(svg: &str, title: &str) -> String {
    let rule = |n: usize| {
        let drawn = series(n).light.to_string().to_uppercase();
        format!(".% [fill=\"{drawn}\"]{{fill:$series{n}}}.% [stroke=\"{drawn}\"]{{stroke:$series{n}}}\n")
    };
    let rules = (0..N_COLOURS).filter(|n| svg.contains(&series(*n).light.to_string().to_uppercase())).map(rule);
    let style = look::sheet("plot", &(".%{color:$ink}\n".to_string() + &rules.collect::<String>()));
    let label = look::escape(title);
    let open = format!("<svg class=\"plot\" role=\"img\" aria-label=\"{label}\" ");
    let svg = svg.replace("#010101", "currentColor").replacen("<svg ", &open, 1);
    match svg.find(">\n") {
        Some(end) => format!("{}<style>\n{style}</style>{}", &svg[..=end], &svg[end + 1..]),
        None => svg,
    }
}
