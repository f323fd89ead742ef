//! The board at every node, small: each as its difference from the parent's.
//!
//! A drawing is cut before every tag, equal pieces are stored once, and a node says which pieces of the drawing above it
//! are replaced. On a board of which a decision changes a few cells that is a few numbers.

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// Drawings that follow from each other.
#[derive(Default)]
pub struct Boards {
    pieces: Vec<String>,
    known: FxHashMap<String, u32>,
    /// By node its drawing, while children may come.
    whole: Vec<Vec<u32>>,
    /// By node `[from, how many are replaced, by these...]` for each place that differs from the parent's.
    hunks: Vec<Vec<Vec<u32>>>,
}

impl Boards {
    /// Adds the drawing of the next node.
    pub fn add(&mut self, parent: Option<u32>, drawing: &str) {
        let new = self.cut(drawing);
        let old = parent.map_or(&[][..], |parent| &self.whole[parent as usize]);
        self.hunks.push(hunks(old, &new));
        self.whole.push(new);
    }

    fn cut(&mut self, drawing: &str) -> Vec<u32> {
        let starts: Vec<usize> = std::iter::once(0).chain(drawing.match_indices('<').map(|(at, _)| at)).collect();
        let ends = starts.iter().copied().skip(1).chain([drawing.len()]);
        let pieces: Vec<&str> = starts.iter().zip(ends).map(|(from, to)| &drawing[*from..to]).collect();
        pieces.into_iter().filter(|piece| !piece.is_empty()).map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, text: &str) -> u32 {
        if let Some(number) = self.known.get(text) {
            return *number;
        }
        let number = self.pieces.len() as u32;
        self.pieces.push(text.to_string());
        self.known.insert(text.to_string(), number);
        number
    }

    /// As the page reads it.
    pub(super) fn json(&self) -> Value {
        json!({"pieces": self.pieces, "hunks": self.hunks})
    }
}

/// What makes one list of the other: place by place if they are as long, else one piece in the middle.
fn hunks(old: &[u32], new: &[u32]) -> Vec<Vec<u32>> {
    let mut hunks: Vec<Vec<u32>> = Vec::new();
    if old.len() != new.len() {
        let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - before;
        let after = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let head = [before as u32, (old.len() - before - after) as u32];
        hunks.push(head.into_iter().chain(new[before..new.len() - after].iter().copied()).collect());
        return hunks;
    }
    for at in (0..new.len()).filter(|at| old[*at] != new[*at]) {
        match hunks.last_mut().filter(|hunk| (hunk[0] + hunk[1]) as usize == at) {
            Some(hunk) => {
                hunk[1] += 1;
                hunk.push(new[at]);
            }
            None => hunks.push(vec![at as u32, 1, new[at]]),
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::Boards;

    /// What the page does with it.
    fn drawing(boards: &Boards, parents: &[Option<u32>], number: usize) -> String {
        let mut path = vec![number];
        while let Some(parent) = parents[path[path.len() - 1]] {
            path.push(parent as usize);
        }
        let mut list: Vec<u32> = Vec::new();
        for at in path.into_iter().rev() {
            for hunk in boards.hunks[at].iter().rev() {
                let from = hunk[0] as usize;
                list.splice(from..from + hunk[1] as usize, hunk[2..].iter().copied());
            }
        }
        list.iter().map(|piece| boards.pieces[*piece as usize].as_str()).collect()
    }

    #[test]
    fn differences_give_the_drawings_back() {
        let drawn = ["<a><b/><c/></a>", "<a><b/><d/></a>", "<a></a>", "<a><x/><y/><d/><z/></a>", "text", ""];
        let parents = [None, Some(0), Some(1), Some(1), Some(3), Some(4)];
        let mut boards = Boards::default();
        drawn.iter().zip(parents).for_each(|(text, parent)| boards.add(parent, text));
        for (number, text) in drawn.iter().enumerate() {
            assert_eq!(drawing(&boards, &parents, number), *text, "{number}");
        }
        assert_eq!(boards.hunks[1].len(), 1, "one place differs");
    }
}
