//! When what happens in the animation of a sweep.
//!
//! Every move takes [`GLIDE`] and a rest, the end a longer one, and then it begins again. What a move changes, it changes when the
//! cops have arrived.

use crate::look::Point;

/// Seconds of a move, of the rest after it, before the first and after the last.
const GLIDE: f64 = 0.9;
const REST: f64 = 0.5;
const BEFORE: f64 = 0.8;
const AFTER: f64 = 3.0;

/// When what happens.
pub(super) struct Clock {
    /// How many moves there are.
    pub n_moves: usize,
}

impl Clock {
    fn total(&self) -> f64 {
        BEFORE + self.n_moves as f64 * (GLIDE + REST) + AFTER
    }

    /// The share of the whole at which a move begins, from 0; all the moves before have ended and rested.
    fn leaves(&self, number: usize) -> f64 {
        (BEFORE + number as f64 * (GLIDE + REST)) / self.total()
    }

    /// The share at which the cops have arrived.
    fn arrives(&self, number: usize) -> f64 {
        self.leaves(number) + GLIDE / self.total()
    }

    /// Shows and hides the dots of a vertex: each change comes when the cops have arrived.
    pub fn changes(&self, states: &[bool]) -> String {
        let word = |dirty: bool| if dirty { "visible" } else { "hidden" };
        let (mut values, mut keys) = (word(states[0]).to_string(), "0".to_string());
        for (number, pair) in states.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
            values += &format!(";{}", word(pair[1]));
            keys += &format!(";{:.4}", self.arrives(number));
        }
        match values.contains(';') {
            true => format!(
                "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{values}\" keyTimes=\"{keys}\" {}/>",
                self.duration()
            ),
            false => String::new(),
        }
    }

    /// Moves a cop along its way: it stays, glides, and stays again.
    pub fn motion(&self, way: &[(Point, usize)], middle: impl Fn(usize, usize) -> Option<Point>) -> String {
        let mut stops = vec![(0.0, way[0].0)];
        for (number, pair) in way.windows(2).enumerate().filter(|(_, pair)| pair[0].0 != pair[1].0) {
            let (from, to) = (self.leaves(number), self.arrives(number));
            stops.push((from, pair[0].0));
            stops.extend(middle(pair[0].1, pair[1].1).map(|point| ((from + to) / 2.0, point)));
            stops.push((to, pair[1].0));
        }
        if stops.len() == 1 {
            return String::new();
        }
        stops.push((1.0, stops[stops.len() - 1].1));
        let values: Vec<String> = stops.iter().map(|(_, p)| format!("{:.1} {:.1}", p.0, p.1)).collect();
        let keys: Vec<String> = stops.iter().map(|(t, _)| format!("{t:.4}")).collect();
        format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" values=\"{}\" keyTimes=\"{}\" {}/>",
            values.join(";"),
            keys.join(";"),
            self.duration()
        )
    }

    fn duration(&self) -> String {
        format!("dur=\"{:.1}s\" repeatCount=\"indefinite\"", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f43_a_vertex_turns_clean_when_the_cop_has_arrived() {
        let clock = Clock { n_moves: 2 };
        let keys = |text: String| -> Vec<f64> {
            let list = text
                .split("keyTimes=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .expect("key times")
                .to_string();
            list.split(';').map(|key| key.parse().expect("a number")).collect()
        };
        let motion = keys(clock.motion(&[((0.0, 0.0), 0), ((1.0, 0.0), 1), ((2.0, 0.0), 2)], |_, _| None));
        // Start, leave, arrive, leave, arrive, end.
        assert_eq!(motion.len(), 6);
        assert_eq!(keys(clock.changes(&[true, false, false])), [0.0, motion[2]], "at the first arrival");
        assert_eq!(keys(clock.changes(&[true, true, false])), [0.0, motion[4]], "at the last arrival");
        assert!((1.0 - motion[4]) * clock.total() >= 2.0, "a pause at the end");
    }
}
