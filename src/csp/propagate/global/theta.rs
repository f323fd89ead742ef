//! The earliest completion of a set of tasks on one machine, as the set changes: theta trees with gray tasks.
//!
//! The leaves are the tasks by earliest start. What holds: a node knows the work of its white tasks and when they can be
//! done at the earliest, one after another; and the same if one of its gray tasks were white, the one for which it is
//! latest. A change costs the depth of the tree (Vilím, PhD thesis, Prague 2007).

/// Before any time; far enough from the end of the range to be added to.
const NEVER: i64 = i64::MIN / 4;

const NOBODY: u32 = u32::MAX;

/// What a node knows.
trait Node: Copy {
    /// No tasks.
    const EMPTY: Self;
    /// The tasks of both, those of the left no later than those of the right.
    fn join(left: Self, right: Self) -> Self;
}

/// White tasks: how much they are, and when they can be done at the earliest.
#[derive(Clone, Copy, PartialEq)]
struct White {
    work: i64,
    end: i64,
}

/// White tasks, and both numbers with the best gray task, and which that is for each.
#[derive(Clone, Copy)]
struct Mixed {
    white: White,
    gray: White,
    for_work: u32,
    for_end: u32,
}

/// A set of tasks; they are named by their place in the order of earliest starts.
pub(super) struct Theta {
    tree: Tree<White>,
}

/// A set of tasks with some that may come into it.
pub(super) struct Gray {
    tree: Tree<Mixed>,
}

/// The root is at 1, the leaves are the upper half.
struct Tree<N> {
    nodes: Vec<N>,
}

impl Theta {
    /// The empty set, of so many tasks.
    pub fn new(n: usize) -> Theta {
        Theta { tree: Tree::new(n) }
    }

    /// The task is in the set.
    pub fn add(&mut self, place: usize, start: i64, duration: i64) {
        self.tree.set(place, White { work: duration, end: start + duration });
    }

    /// When the set can be done at the earliest.
    pub fn end(&self) -> i64 {
        self.tree.nodes[1].end
    }

    /// When the set can be done at the earliest without the task.
    pub fn end_without(&self, place: usize) -> i64 {
        let mut at = self.tree.nodes.len() / 2 + place;
        if self.tree.nodes[at] == White::EMPTY {
            return self.end();
        }
        let mut node = White::EMPTY;
        while at > 1 {
            let beside = self.tree.nodes[at ^ 1];
            node = if at.is_multiple_of(2) { White::join(node, beside) } else { White::join(beside, node) };
            at /= 2;
        }
        node.end
    }
}

impl Gray {
    /// The empty set, of so many tasks.
    pub fn new(n: usize) -> Gray {
        Gray { tree: Tree::new(n) }
    }

    /// The task is in the set.
    pub fn add(&mut self, place: usize, start: i64, duration: i64) {
        let white = White { work: duration, end: start + duration };
        self.tree.set(place, Mixed { white, gray: white, ..Mixed::EMPTY });
    }

    /// The task may come into the set.
    pub fn gray(&mut self, place: usize, start: i64, duration: i64) {
        let gray = White { work: duration, end: start + duration };
        self.tree.set(place, Mixed { gray, for_work: place as u32, for_end: place as u32, ..Mixed::EMPTY });
    }

    /// The task is not in the set, and does not come into it.
    pub fn remove(&mut self, place: usize) {
        self.tree.set(place, Mixed::EMPTY);
    }

    /// When the set can be done at the earliest.
    pub fn end(&self) -> i64 {
        self.tree.nodes[1].white.end
    }

    /// When the set can be done at the earliest with the worst gray task, and which that is.
    pub fn gray_end(&self) -> (i64, Option<usize>) {
        let root = self.tree.nodes[1];
        (root.gray.end, (root.for_end != NOBODY).then_some(root.for_end as usize))
    }
}

impl<N: Node> Tree<N> {
    fn new(n: usize) -> Tree<N> {
        Tree { nodes: vec![N::EMPTY; 2 * n.next_power_of_two()] }
    }

    fn set(&mut self, place: usize, leaf: N) {
        let mut at = self.nodes.len() / 2 + place;
        self.nodes[at] = leaf;
        while at > 1 {
            at /= 2;
            self.nodes[at] = N::join(self.nodes[2 * at], self.nodes[2 * at + 1]);
        }
    }
}

impl Node for White {
    const EMPTY: White = White { work: 0, end: NEVER };

    fn join(left: White, right: White) -> White {
        White { work: left.work + right.work, end: right.end.max(left.end + right.work) }
    }
}

impl Node for Mixed {
    const EMPTY: Mixed = Mixed { white: White::EMPTY, gray: White::EMPTY, for_work: NOBODY, for_end: NOBODY };

    fn join(left: Mixed, right: Mixed) -> Mixed {
        let works =
            [(left.gray.work + right.white.work, left.for_work), (left.white.work + right.gray.work, right.for_work)];
        let ends = [
            (right.gray.end, right.for_end),
            (left.white.end + right.gray.work, right.for_work),
            (left.gray.end + right.white.work, left.for_end),
        ];
        let (work, for_work) = later(works[0], works[1]);
        let (end, for_end) = later(later(ends[0], ends[1]), ends[2]);
        Mixed { white: White::join(left.white, right.white), gray: White { work, end }, for_work, for_end }
    }
}

/// The one with the greater number, the first on ties.
fn later(a: (i64, u32), b: (i64, u32)) -> (i64, u32) {
    if b.0 > a.0 { b } else { a }
}
