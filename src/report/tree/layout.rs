//! Where the nodes of a tree go: leaves side by side, a parent above the middle of its children.
//!
//! Linear in the number of nodes; `page.js` does the same for what is unfolded.

use crate::trace::Tree;

/// Places in units of one leaf and one level.
pub(super) struct Layout {
    /// By node how far to the right.
    pub x: Vec<f64>,
    /// How many leaves there are side by side.
    pub n_leaves: usize,
}

/// Places the nodes of a tree.
pub(super) fn layout(tree: &Tree) -> Layout {
    let children = tree.children();
    let mut x = vec![0.0; tree.nodes.len()];
    let mut n_leaves = 0;
    // Depth first, so that leaves come from left to right.
    let mut stack: Vec<u32> = if tree.nodes.is_empty() { Vec::new() } else { vec![0] };
    while let Some(number) = stack.pop() {
        let below = &children[number as usize];
        if below.is_empty() {
            x[number as usize] = n_leaves as f64;
            n_leaves += 1;
        }
        stack.extend(below.iter().rev());
    }
    // A parent has a smaller number than its children.
    for number in (0..tree.nodes.len()).rev() {
        if let (Some(first), Some(last)) = (children[number].first(), children[number].last()) {
            x[number] = (x[*first as usize] + x[*last as usize]) / 2.0;
        }
    }
    Layout { x, n_leaves }
}

#[cfg(test)]
mod tests {
    use super::layout;
    use crate::trace::{Node, Tree};

    #[test]
    fn parents_stand_above_the_middle_of_their_children() {
        let node = |parent: Option<u32>| Node { parent, ..Node::default() };
        let nodes = vec![node(None), node(Some(0)), node(Some(1)), node(Some(1)), node(Some(0))];
        let placed = layout(&Tree { nodes, ..Tree::default() });
        assert_eq!((placed.x, placed.n_leaves), (vec![1.25, 0.5, 0.0, 1.0, 2.0], 3));
        assert_eq!(layout(&Tree::default()).n_leaves, 0);
    }
}
