//! Boxes that do not overlap: of each two, one ends before the other begins in some dimension.

use super::{visit_all, visit_all_mut};
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
    pub fn boxes(&self) -> impl Iterator<Item = &[(Operand, Operand)]> {
        self.sides.chunks(self.n_dimensions.max(1))
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.sides.iter().for_each(|(at, length)| visit_all([at, length], f));
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.sides.iter_mut().for_each(|(at, length)| visit_all_mut([at, length], f));
    }
}
