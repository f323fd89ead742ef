//! Where a number goes beside its arrow: on neither an arrow nor a disc nor another number, if there is such a place.

/// A point.
pub type Point = (f64, f64);

/// What is on the picture already.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    discs: Vec<(Point, f64)>,
    lines: Vec<(Point, Point)>,
}

/// With more than so many things on the picture no place is looked for: the first is taken.
const CROWDED: usize = 2000;

impl Taken {
    /// A disc that nothing should cover.
    pub fn disc(&mut self, at: Point, radius: f64) {
        self.discs.push((at, radius));
    }

    /// A line that nothing should cover.
    pub fn line(&mut self, from: Point, to: Point) {
        self.lines.push((from, to));
    }

    /// The best place for a label of this radius beside a line; it is taken from now on.
    pub fn beside(&mut self, (from, to): (Point, Point), radius: f64) -> Point {
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
        let (dx, dy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let aside = radius + 3.0;
        // From near the beginning to the end, left and right of the line.
        let places = (2..=8).flat_map(|tenth| [aside, -aside].map(|side| (f64::from(tenth) / 10.0, side)));
        let at = |(share, side): (f64, f64)| {
            (from.0 + share * length * dx - side * dy, from.1 + share * length * dy + side * dx)
        };
        let candidates: Vec<Point> = places.map(at).collect();
        let cost = |p: &Point| self.cost(*p, radius);
        let is_crowded = self.discs.len() + self.lines.len() > CROWDED;
        let n_tried = if is_crowded { 1 } else { candidates.len() };
        let best = candidates[..n_tried].iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).copied();
        let best = best.expect("there are places");
        self.disc(best, radius);
        best
    }

    /// How much of what is there a disc would cover.
    fn cost(&self, at: Point, radius: f64) -> f64 {
        let lap = |distance: f64, room: f64| (room - distance).max(0.0);
        let discs: f64 =
            self.discs.iter().map(|(p, r)| 3.0 * lap((p.0 - at.0).hypot(p.1 - at.1), r + radius + 1.0)).sum();
        let lines = self.lines.iter().map(|(a, b)| lap(distance(at, *a, *b), radius + 1.5));
        discs + lines.sum::<f64>()
    }
}

/// From a point to a line of some length.
pub fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let t = along.clamp(0.0, 1.0);
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

/// The head of an arrow that ends at `to`, as the data of a path.
pub fn arrow_head(from: Point, to: Point, size: f64) -> String {
    let length = (to.0 - from.0).hypot(to.1 - from.1).max(1e-9);
    let (dx, dy) = (size * (to.0 - from.0) / length, size * (to.1 - from.1) / length);
    let (back_x, back_y) = (to.0 - 1.6 * dx, to.1 - 1.6 * dy);
    format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z",
        to.0,
        to.1,
        back_x - 0.7 * dy,
        back_y + 0.7 * dx,
        back_x + 0.7 * dy,
        back_y - 0.7 * dx
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_line_stay_apart() {
        let mut taken = Taken::default();
        let line = ((0.0, 0.0), (100.0, 0.0));
        taken.line(line.0, line.1);
        let labels: Vec<Point> = (0..6).map(|_| taken.beside(line, 7.0)).collect();
        for (i, a) in labels.iter().enumerate() {
            assert!(distance(*a, line.0, line.1) >= 7.0, "{a:?} lies on the line");
            for b in &labels[..i] {
                assert!((a.0 - b.0).hypot(a.1 - b.1) >= 14.0, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn distances_end_at_the_ends() {
        assert_eq!(distance((5.0, 3.0), (0.0, 0.0), (10.0, 0.0)), 3.0);
        assert_eq!(distance((13.0, 4.0), (0.0, 0.0), (10.0, 0.0)), 5.0);
        assert_eq!(distance((3.0, 4.0), (0.0, 0.0), (0.0, 0.0)), 5.0);
        assert!(arrow_head((0.0, 0.0), (10.0, 0.0), 5.0).starts_with("M10.0 0.0L2.0 3.5"));
    }
}
