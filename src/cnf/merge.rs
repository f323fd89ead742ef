//! Two sorted lists merged by comparators, after Batcher: their odd places, their even places, and a last row between the two.

use super::Lit;
use super::gates::{FALSE, TRUE};

/// One merge with those inside it.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The lists, in which true literals come first.
    pub left: Vec<Lit>,
    /// As long as the other one.
    pub right: Vec<Lit>,
    /// The merges of the odd and of the even places; none where the lists have one literal each.
    pub halves: Option<Box<[Merge; 2]>>,
    /// What comes out, as far as it is asked for.
    pub outputs: Vec<Lit>,
}

impl Merge {
    /// What the comparators of the last row compare, and the larger and the smaller of the two.
    pub fn comparators(&self) -> impl Iterator<Item = ([Lit; 2], [Lit; 2])> + '_ {
        let (a, b, outputs) = match self.halves.as_deref() {
            None => (&self.left[..], &self.right[..], &self.outputs[..]),
            Some([odd, even]) => (&odd.outputs[1..], &even.outputs[..], &self.outputs[1..]),
        };
        let rows = a.iter().zip(b).zip(outputs.chunks_exact(2));
        let rows = rows.map(|((a, b), out)| ([*a, *b], [out[0], out[1]]));
        // A constant is not compared: the other one passes.
        rows.filter(|(inputs, _)| !inputs.iter().any(|lit| matches!(*lit, TRUE | FALSE)))
    }
}
