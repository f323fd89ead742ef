//! Where the paths of a solution run: each move is a leg on a lane of its own beside other legs in the same row or column.
//!
//! Legs of one robot join: a leg begins where the one before has ended, and ends where the next one begins.

use super::board::Cell;
use super::config::{Config, Move};
use super::svg::centre;
use crate::look::Point;

/// How far lanes are apart.
const LANE: f64 = 5.0;
/// The lanes in the order they are taken, from the middle of the field.
const LANES: [f64; 5] = [0.0, -1.0, 1.0, -2.0, 2.0];

/// One move as a straight line.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// Whose move it is.
    pub robot: usize,
    /// Which move, from 1.
    pub number: usize,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether the robot rests there.
    pub is_last: bool,
}

impl Leg {
    /// Where its arrow ends: before the robot that rests there.
    pub fn tip(&self) -> Point {
        let (dx, dy) = ((self.to.0 - self.from.0).signum(), (self.to.1 - self.from.1).signum());
        let short = if self.is_last { 13.0 } else { 0.0 };
        let along = |d: f64, a: f64, b: f64| if (b - a).abs() < 0.01 { b } else { b - short * d };
        (along(dx, self.from.0, self.to.0), along(dy, self.from.1, self.to.1))
    }
}

/// The legs of all moves, in order.
pub fn legs(config: &Config, moves: &[Move], times: &[Vec<Cell>]) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for (i, (step, pair)) in moves.iter().zip(times.windows(2)).enumerate() {
        let is_last = moves[i + 1..].iter().all(|later| later.robot != step.robot);
        let (from, to) = (centre(config, pair[0][step.robot]), centre(config, pair[1][step.robot]));
        let lane = LANE * free_lane(&legs, from, to);
        let (from, to) = if is_across(from, to) {
            ((from.0, from.1 + lane), (to.0, to.1 + lane))
        } else {
            ((from.0 + lane, from.1), (to.0 + lane, to.1))
        };
        legs.push(Leg { robot: step.robot, number: i + 1, from, to, is_last });
        join(&mut legs);
    }
    legs
}

fn is_across(from: Point, to: Point) -> bool {
    (from.1 - to.1).abs() < 0.01
}

/// The first lane that no leg has which lies along this one.
fn free_lane(legs: &[Leg], from: Point, to: Point) -> f64 {
    let is_free = |lane: &&f64| {
        let aside = LANE * **lane;
        legs.iter().filter(|leg| is_across(leg.from, leg.to) == is_across(from, to)).all(|leg| {
            let (gap, here, there) = match is_across(from, to) {
                true => (leg.from.1 - from.1 - aside, (from.0, to.0), (leg.from.0, leg.to.0)),
                false => (leg.from.0 - from.0 - aside, (from.1, to.1), (leg.from.1, leg.to.1)),
            };
            gap.abs() > 1.0 || !overlap(here, there)
        })
    };
    LANES.iter().find(is_free).copied().unwrap_or(0.0)
}

fn overlap(a: (f64, f64), b: (f64, f64)) -> bool {
    a.0.min(a.1) <= b.0.max(b.1) && b.0.min(b.1) <= a.0.max(a.1)
}

/// Lets the last leg begin where the robot's leg before it ends.
fn join(legs: &mut [Leg]) {
    let Some((last, earlier)) = legs.split_last_mut() else { return };
    let Some(before) = earlier.iter_mut().rev().find(|leg| leg.robot == last.robot) else { return };
    match (is_across(last.from, last.to), is_across(before.from, before.to)) {
        (true, false) => (last.from.0, before.to.1) = (before.to.0, last.from.1),
        (false, true) => (last.from.1, before.to.0) = (before.to.1, last.from.0),
        // Back along the same line, on another lane.
        (true, true) => last.from.0 = before.to.0,
        (false, false) => last.from.1 = before.to.1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{answer, config::positions, instance::read};
    use super::*;

    #[test]
    fn legs_of_one_robot_join_and_others_keep_apart() {
        let picture =
            "+---+---+---+\n| r       R |\n+   +   +   +\n|           |\n+   +   +   +\n| g         |\n+---+---+---+\n";
        let config = read("f", picture).expect("a picture").remove(0).config;
        let moves = answer::read("f", "red east, red south, red west, red north, green north").expect("moves");
        let times = positions(&config, &moves);
        let legs = legs(&config, &moves, &times);
        assert_eq!(legs.len(), moves.len().min(times.len() - 1));
        for pair in legs.windows(2).filter(|pair| pair[0].robot == pair[1].robot) {
            assert_eq!(pair[0].to, pair[1].from, "{pair:?}");
        }
        for (i, a) in legs.iter().enumerate() {
            for b in legs[..i].iter().filter(|b| is_across(b.from, b.to) == is_across(a.from, a.to)) {
                let (gap, along) = match is_across(a.from, a.to) {
                    true => (a.from.1 - b.from.1, overlap((a.from.0, a.to.0), (b.from.0, b.to.0))),
                    false => (a.from.0 - b.from.0, overlap((a.from.1, a.to.1), (b.from.1, b.to.1))),
                };
                assert!(!along || gap.abs() >= LANE, "{a:?} lies on {b:?}");
            }
        }
    }
}
