//! Boxes that do not overlap: of each two, one ends before the other begins in some dimension.

use super::{Cumulative, Task, visit_all, visit_all_mut};
use crate::model::{Assignment, Operand, Var};

/// No two of the boxes overlap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diffn {
    /// How many dimensions there are.
    pub n_dimensions: usize,
    /// Where each box begins and how long it is, dimension by dimension, box after box.
    pub sides: Vec<(Operand, Operand)>,
    /// Whether a box without length in some dimension, too, must not lie inside another; otherwise it may be anywhere.
    pub strict: bool,
}

impl Diffn {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let value = |(at, length): &(Operand, Operand)| (i128::from(at.value(a)), i128::from(length.value(a)));
        let boxes: Vec<Vec<(i128, i128)>> = self.boxes().map(|sides| sides.iter().map(value).collect()).collect();
        let is_anywhere = |sides: &[(i128, i128)]| !self.strict && sides.iter().any(|(_, length)| *length == 0);
        let is_beside = |(a, b): (&(i128, i128), &(i128, i128))| a.0 + a.1 <= b.0 || b.0 + b.1 <= a.0;
        let are_apart =
            |a: &[(i128, i128)], b: &[(i128, i128)]| is_anywhere(a) || is_anywhere(b) || a.iter().zip(b).any(is_beside);
        boxes.iter().enumerate().all(|(j, b)| boxes[..j].iter().all(|a| are_apart(a, b)))
    }

    /// The sides of each box. Without dimensions there is none.
    pub fn boxes(&self) -> impl ExactSizeIterator<Item = &[(Operand, Operand)]> {
        self.sides.chunks(self.n_dimensions.max(1))
    }

    /// What follows in two dimensions: at each place along the one, no more of the other is used than there is between the
    /// ends of all boxes. `range` is of the domains; nothing is said where a length may be negative.
    pub fn loads(&self, range: impl Fn(Operand) -> (i64, i64)) -> Vec<Cumulative> {
        if self.n_dimensions != 2 || self.sides.iter().any(|(_, length)| range(*length).0 < 0) {
            return Vec::new();
        }
        let wide = |operand: Operand| (i128::from(range(operand).0), i128::from(range(operand).1));
        let load = |(along, across): (usize, usize)| {
            let lo = self.boxes().map(|sides| wide(sides[across].0).0).min()?;
            let hi = self.boxes().map(|sides| wide(sides[across].0).1 + wide(sides[across].1).1).max()?;
            let capacity = Operand::Const(i64::try_from(hi - lo).ok()?);
            let task = |sides: &[(Operand, Operand)]| {
                let ((start, duration), demand) = (sides[along], sides[across].1);
                Task { start, duration, demand }
            };
            Some(Cumulative { tasks: self.boxes().map(task).collect(), capacity })
        };
        [(0, 1), (1, 0)].into_iter().filter_map(load).collect()
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.sides.iter().for_each(|(at, length)| visit_all([at, length], f));
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.sides.iter_mut().for_each(|(at, length)| visit_all_mut([at, length], f));
    }
}
