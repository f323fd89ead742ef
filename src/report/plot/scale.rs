//! The scale of an axis: from values to places, with round numbers as ticks.
//!
//! A logarithmic axis is a linear one of decimal logarithms, so that a plot needs to know linear axes only.

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// The range of an axis and its ticks, in places.
#[derive(Clone, Debug)]
pub struct Scale {
    /// The place of the left or lower end.
    pub low: f64,
    /// The place of the right or upper end.
    pub high: f64,
    is_log: bool,
    /// Whether every whole number has a tick.
    is_rows: bool,
}

/// About how many ticks an axis has.
const TICKS: f64 = 8.0;

impl Scale {
    /// A scale that holds these values, with `pad` on both sides, or a little.
    pub fn of(values: impl Iterator<Item = f64>, is_log: bool, pad: Option<f64>) -> Scale {
        let empty = Scale { low: 0.0, high: 1.0, is_log, is_rows: false };
        let places: Vec<f64> = values.filter_map(|v| empty.place(v)).collect();
        let low = places.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let high = places.iter().copied().reduce(f64::max).unwrap_or(1.0);
        let pad = pad.unwrap_or(((high - low) * 0.03).max(if high > low { 0.0 } else { 0.5 }));
        Scale { low: low - pad, high: high + pad, ..empty }
    }

    /// A scale of so many rows, with a tick for each.
    pub fn of_rows(n_rows: usize) -> Scale {
        Scale { low: -0.6, high: n_rows as f64 - 0.4, is_log: false, is_rows: true }
    }

    /// The same scale, from zero up if no value is below and `wanted`.
    pub fn with_zero(self, wanted: bool) -> Scale {
        let reaches = wanted && self.high > 0.0 && self.low > -0.1 * self.high;
        if reaches { Scale { low: 0.0, ..self } } else { self }
    }

    /// A scale that holds both.
    pub fn joined(&self, other: &Scale) -> Scale {
        Scale { low: self.low.min(other.low), high: self.high.max(other.high), ..*self }
    }

    /// The place of a value, if it has one.
    pub fn place(&self, value: f64) -> Option<f64> {
        let place = if self.is_log { value.log10() } else { value };
        place.is_finite().then_some(place)
    }

    /// How many ticks there are.
    pub fn n_ticks(&self) -> usize {
        self.ticks().len().max(1)
    }

    fn ticks(&self) -> Vec<f64> {
        if self.is_log && self.high - self.low < 2.0 {
            return self.short_ticks();
        }
        let step = self.step();
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        (first..=last).map(|i| i as f64 * step).collect()
    }

    /// On a short logarithmic axis: 1, 2 and 5 times each power of ten.
    fn short_ticks(&self) -> Vec<f64> {
        let powers = self.low.floor() as i32..=self.high.ceil() as i32;
        let places = powers.flat_map(|power| [1f64, 2.0, 5.0].map(|factor| f64::from(power) + factor.log10()));
        places.filter(|place| (self.low..=self.high).contains(place)).collect()
    }

    /// A round step: 1, 2 or 5 times a power of ten; whole powers of ten on a logarithmic axis.
    fn step(&self) -> f64 {
        let span = (self.high - self.low).max(1e-12);
        if self.is_rows {
            return 1.0;
        }
        if self.is_log {
            return (span / TICKS).ceil();
        }
        let rough = span / TICKS;
        let power = 10f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        factors.iter().map(|f| f * power).find(|step| *step >= rough).unwrap_or(10.0 * power)
    }

    /// What a tick says.
    pub fn label(&self, place: f64) -> String {
        let value = if self.is_log { 10f64.powf(place) } else { place };
        match value.abs() {
            0.0 => "0".to_string(),
            1e6.. => format!("{value:.0e}"),
            100.0.. => format!("{value:.0}"),
            v if v < 1e-4 => format!("{value:.0e}"),
            _ => trimmed(value),
        }
    }
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, pixels: (i32, i32)) -> i32 {
        let share = (place - self.low) / (self.high - self.low);
        pixels.0 + (f64::from(pixels.1 - pixels.0) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

fn trimmed(value: f64) -> String {
    let digits = (2 - value.abs().log10().floor() as i32).clamp(0, 8) as usize;
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    fn check(values: &[f64], is_log: bool, labels: &[&str]) {
        let scale = Scale::of(values.iter().copied(), is_log, None);
        let found: Vec<String> = scale.ticks().into_iter().map(|t| scale.label(t)).collect();
        assert_eq!(found, labels, "{values:?}");
    }

    #[test]
    fn ticks_are_round_numbers() {
        check(&[0.0, 10.0], false, &["0", "2", "4", "6", "8", "10"]);
        check(&[1.0, 1000.0], true, &["1", "10", "100", "1000"]);
        check(&[0.001, 1.0], true, &["0.001", "0.01", "0.1", "1"]);
        check(&[0.003, 0.06], true, &["0.005", "0.01", "0.02", "0.05"]);
        check(&[0.0, 0.3], false, &["0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"]);
        check(&[], false, &["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        check(&[5.0], false, &["4.6", "4.8", "5", "5.2", "5.4"]);
        // What has no place on the axis is left out.
        check(&[0.0, 1.0, 100.0], true, &["1", "10", "100"]);
    }
}
