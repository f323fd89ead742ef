//! The earliest completion of a set of tasks on one machine, as the set changes: theta trees with gray tasks.
//!
//! The leaves are the tasks by earliest start. What holds: a node knows the work of its white tasks and when they can be
//! done at the earliest, one after another; and the same if one of its gray tasks were white, the one for which it is
//! latest. A change costs the depth of the tree (Vilím, PhD thesis, Prague 2007).

/// Before any time; far enough from the end of the range to be added to.
const NEVER: i64 = i64::MIN / 4;

const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    work: i64,
    end: i64,
    /// Work and end with the best gray task, and that task for each.
    gray_work: i64,
    gray_end: i64,
    for_work: u32,
    for_end: u32,
}

const EMPTY: Node = Node { work: 0, end: NEVER, gray_work: 0, gray_end: NEVER, for_work: NOBODY, for_end: NOBODY };

/// The tree; tasks are named by their place in the order of earliest starts.
pub(super) struct Theta {
    nodes: Vec<Node>,
}

impl Theta {
    /// The empty set, of so many tasks.
    pub fn new(n: usize) -> Theta {
        Theta { nodes: vec![EMPTY; 2 * n.next_power_of_two()] }
    }

    /// The task is in the set.
    pub fn add(&mut self, place: usize, start: i64, duration: i64) {
        let end = start + duration;
        let leaf = Node { work: duration, end, gray_work: duration, gray_end: end, ..EMPTY };
        self.set(place, leaf);
    }

    /// The task may come into the set.
    pub fn gray(&mut self, place: usize, start: i64, duration: i64) {
        let at = place as u32;
        let leaf = Node { gray_work: duration, gray_end: start + duration, for_work: at, for_end: at, ..EMPTY };
        self.set(place, leaf);
    }

    /// The task is not in the set.
    pub fn remove(&mut self, place: usize) {
        self.set(place, EMPTY);
    }

    /// When the set can be done at the earliest.
    pub fn end(&self) -> i64 {
        self.nodes[1].end
    }

    /// When the set can be done at the earliest with the worst gray task, and which that is.
    pub fn gray_end(&self) -> (i64, Option<usize>) {
        let root = self.nodes[1];
        (root.gray_end, (root.for_end != NOBODY).then_some(root.for_end as usize))
    }

    /// When the set can be done at the earliest without the task.
    pub fn end_without(&mut self, place: usize) -> i64 {
        let leaf = self.nodes[self.nodes.len() / 2 + place];
        self.remove(place);
        let end = self.end();
        self.set(place, leaf);
        end
    }

    fn set(&mut self, place: usize, leaf: Node) {
        let mut at = self.nodes.len() / 2 + place;
        self.nodes[at] = leaf;
        while at > 1 {
            at /= 2;
            self.nodes[at] = join(self.nodes[2 * at], self.nodes[2 * at + 1]);
        }
    }
}

fn join(left: Node, right: Node) -> Node {
    let by_left = (left.gray_work + right.work, left.for_work);
    let by_right = (left.work + right.gray_work, right.for_work);
    let (gray_work, for_work) = if by_right.0 > by_left.0 { by_right } else { by_left };
    let ends = [
        (right.gray_end, right.for_end),
        (left.end + right.gray_work, right.for_work),
        (left.gray_end + right.work, left.for_end),
    ];
    let (gray_end, for_end) =
        ends.into_iter().fold((NEVER, NOBODY), |best, end| if end.0 > best.0 { end } else { best });
    let end = right.end.max(left.end + right.work);
    Node { work: left.work + right.work, end, gray_work, gray_end, for_work, for_end }
}
