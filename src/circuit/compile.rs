//! Making a circuit: propagate, fall into parts, look up whether the same part was met before, branch.
//!
//! An exact counter that keeps its trace, as in [`decompose`](crate::decompose), but of the model as it was stated and with a
//! reason for each step. Variables are branched on in the reverse of an elimination order, so that parts fall apart early;
//! answer variables come before auxiliaries, of which only the existence of values counts. Time and memory grow with how
//! much hangs together, not with the number of solutions.

use super::propagate::{Agenda, Conflict};
use super::residual::{Part, Residual};
use super::tally::Ledger;
use super::text::{Case, Id, Node, Ranged, head};
use crate::decompose::eliminated;
use crate::model::{Constraint, Model};
use crate::search::{Budget, Halt, Pace, Stop};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// A circuit as it is kept.
pub struct Compiled {
    /// Its text.
    pub text: String,
    /// How many nodes it has.
    pub n_nodes: usize,
}

/// More nodes than this are too many to keep.
const NODES: usize = 4_000_000;
/// What nodes and remembered parts may occupy, in bytes.
const MEMORY: usize = 1 << 30;
/// Deeper than this, the stack could end.
const DEPTH: usize = 10_000;
/// Address space for that stack; the system gives memory only for what is used.
const STACK: usize = 256 << 20;
/// Variables with more values than this are halved first.
const VALUES: usize = 16;
/// Longer constraints play no part in the order.
const LONG: usize = 200;
/// A sum that is kept apart is so long, or is about half of what is open.
const APART: usize = 16;

/// The solutions of a model as a circuit.
pub fn compile(model: &Model, budget: &Budget) -> Result<Compiled, Halt> {
    // Recursion is as deep as there are branchings, so it gets a stack of its own.
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || on_stack(model, budget));
        match worker.map(|handle| handle.join()) {
            Ok(Ok(compiled)) => compiled,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(Halt::Stop(Stop::Memory)),
        }
    })
}

fn on_stack(model: &Model, budget: &Budget) -> Result<Compiled, Halt> {
    let Some(mut residual) = Residual::new(model) else {
        return Ok(Compiled { text: head(model, None), n_nodes: 0 });
    };
    let apart = kept_apart(&mut residual);
    let whole = Rc::new(residual.whole(apart));
    let agenda = Agenda::new(&residual);
    let rank = ranks(&mut residual, &whole);
    let mut compiler = Compiler {
        residual,
        agenda,
        rank,
        nodes: Vec::new(),
        is_zero: Vec::new(),
        leaves: FxHashMap::default(),
        met: FxHashMap::default(),
        n_bytes: 0,
        depth: 0,
        pace: Pace::default(),
        budget,
    };
    whole.constraints.iter().for_each(|c| compiler.agenda.add(*c));
    let root = compiler.settled(&whole)?;
    compiler.written(head(model, apart), root)
}

/// The sum without which the model falls apart, if there is one.
fn kept_apart(residual: &mut Residual) -> Option<u32> {
    let n_open = (0..residual.ranges.len() as u32).filter(|v| residual.is_open(*v)).count();
    let n_vars = |c: &u32| residual.scopes[*c as usize].iter().filter(|v| residual.is_open(**v)).count();
    let is_long = |c: &u32| n_vars(c) >= APART || (n_vars(c) >= 3 && 2 * n_vars(c) >= n_open);
    let is_sum = |c: &u32| matches!(residual.constraint(*c), Constraint::Count { .. } | Constraint::Linear { .. });
    let mut sums: Vec<u32> = (0..residual.scopes.len() as u32).filter(|c| is_sum(c) && is_long(c)).collect();
    sums.sort_by_key(|c| std::cmp::Reverse(n_vars(c)));
    sums.truncate(3);
    sums.into_iter().find(|c| {
        Ledger::new(residual, Some(*c)).is_ok() && {
            let whole = residual.whole(Some(*c));
            let of_it: BTreeSet<u32> = residual.scopes[*c as usize].iter().copied().collect();
            // Several parts that it holds together.
            residual.parts(&whole).is_ok_and(|parts| {
                let tied = parts.tied.iter().filter(|part| part.vars.iter().any(|v| of_it.contains(v))).count();
                tied + parts.free.iter().filter(|v| of_it.contains(v)).count() >= 2
            })
        }
    })
}

/// A rank for each variable; the highest is branched on first.
fn ranks(residual: &mut Residual, whole: &Part) -> Vec<u32> {
    let mut near = vec![BTreeSet::new(); residual.ranges.len()];
    for c in &whole.constraints {
        let scope: Vec<usize> =
            residual.scopes[*c as usize].iter().filter(|v| residual.is_open(**v)).map(|v| *v as usize).collect();
        if scope.len() <= LONG {
            scope.iter().for_each(|a| near[*a].extend(scope.iter().filter(|b| *b != a)));
        }
    }
    eliminated(near, usize::MAX - 1).map_or_else(|| vec![0; residual.ranges.len()], |(ranks, _)| ranks)
}

struct Compiler<'a> {
    residual: Residual<'a>,
    agenda: Agenda,
    rank: Vec<u32>,
    nodes: Vec<Node>,
    /// Whether a node has no solution.
    is_zero: Vec<bool>,
    /// Nodes without children, each of which is there once.
    leaves: FxHashMap<Node, Id>,
    /// The nodes of parts by their keys.
    met: FxHashMap<Box<[u8]>, Id>,
    n_bytes: usize,
    depth: usize,
    pace: Pace,
    budget: &'a Budget,
}

impl Compiler<'_> {
    fn push(&mut self, node: Node) -> Result<Id, Halt> {
        let is_zero = match &node {
            Node::None { .. } | Node::Zero { .. } => true,
            Node::Free(_) => false,
            Node::Implied { child, .. } => self.is_zero[*child as usize],
            Node::Branch { cases, .. } => cases.iter().all(|case| self.is_zero[case.child as usize]),
            Node::Product(parts) => parts.iter().any(|part| self.is_zero[*part as usize]),
        };
        self.n_bytes += size_of::<Node>() + 24 * node.children().count();
        if let Node::Implied { steps, .. } = &node {
            self.n_bytes += 32 * steps.len();
        }
        if self.nodes.len() >= NODES || self.n_bytes > MEMORY {
            return Err(too_large("nodes"));
        }
        self.nodes.push(node);
        self.is_zero.push(is_zero);
        Ok(self.nodes.len() as Id - 1)
    }

    fn leaf(&mut self, node: Node) -> Result<Id, Halt> {
        if let Some(known) = self.leaves.get(&node) {
            return Ok(*known);
        }
        let id = self.push(node.clone())?;
        if let Node::Free(vars) = &node {
            self.n_bytes += 2 * size_of_val::<[Ranged]>(vars);
        }
        self.leaves.insert(node, id);
        Ok(id)
    }

    /// A part after what is on the agenda has been looked at.
    fn settled(&mut self, part: &Rc<Part>) -> Result<Id, Halt> {
        self.pace.spent(self.budget).map_or(Ok(()), |stop| Err(Halt::Stop(stop)))?;
        let (child, steps) = match self.agenda.propagate(&mut self.residual, part, self.budget) {
            Ok(steps) => (self.divided(part)?, steps),
            Err(Conflict { by, steps }) => (self.leaf(Node::None { by })?, steps),
        };
        if steps.is_empty() { Ok(child) } else { self.push(Node::Implied { child, steps: steps.into() }) }
    }

    /// What a part falls into.
    fn divided(&mut self, part: &Rc<Part>) -> Result<Id, Halt> {
        let parts = match self.residual.parts(part) {
            Ok(parts) => parts,
            Err(by) => return self.broken(by),
        };
        if let ([only], []) = (parts.tied.as_slice(), parts.free.as_slice()) {
            return self.tied(&only.clone());
        }
        let mut order: Vec<usize> = (0..parts.tied.len()).collect();
        order.sort_by_key(|i| parts.tied[*i].vars.len());
        let mut children = vec![0; parts.tied.len()];
        let is_alone = parts.tied.len() + usize::from(!parts.free.is_empty()) < 2;
        for at in order {
            children[at] = self.tied(&parts.tied[at])?;
            if self.is_zero[children[at] as usize] && !is_alone {
                return self.push(Node::Zero { place: at as u32, child: children[at] });
            }
        }
        if !parts.free.is_empty() || children.is_empty() {
            let ranged = |v: &u32| {
                let (lo, hi) = self.residual.ranges[*v as usize];
                Ranged { var: *v, lo, hi }
            };
            let free = Node::Free(parts.free.iter().map(ranged).collect());
            children.push(self.leaf(free)?);
        }
        match children.as_slice() {
            [only] => Ok(*only),
            _ => self.push(Node::Product(children.into())),
        }
    }

    /// A constraint whose variables all have a value, and that is not true.
    fn broken(&mut self, by: u32) -> Result<Id, Halt> {
        match self.residual.truth(self.residual.constraint(by), 1) {
            Some(_) => self.leaf(Node::None { by }),
            None => Err(Halt::TooLarge("a sum gets too large for the circuit of the solutions".to_string())),
        }
    }

    /// A part that hangs together: the node of the same part if it was met before.
    fn tied(&mut self, part: &Rc<Part>) -> Result<Id, Halt> {
        let Some(key) = self.residual.key(part) else {
            return Err(Halt::Failed("a part has a constraint that is broken".to_string()));
        };
        if let Some(known) = self.met.get(&key) {
            return Ok(*known);
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(too_large("branchings below each other"));
        }
        let id = self.branched(part)?;
        self.depth -= 1;
        self.n_bytes += key.len() + 64;
        self.met.insert(key, id);
        Ok(id)
    }

    /// Tries the values of the variable with the highest rank; answer variables come first.
    fn branched(&mut self, part: &Rc<Part>) -> Result<Id, Halt> {
        let open = part.vars.iter().copied().filter(|v| self.residual.is_open(*v));
        let var = open.max_by_key(|v| (self.residual.is_answer(*v), self.rank[*v as usize]));
        let var = var.expect("a part that hangs together has an open variable");
        let only_exists = !self.residual.is_answer(var);
        let (lo, hi) = self.residual.ranges[var as usize];
        let mut cases = Vec::new();
        for (lo, hi) in self.ranges_of(var, lo, hi) {
            let mark = self.residual.mark();
            self.residual.narrow(var, lo, hi);
            self.agenda.touch(var, part);
            let child = self.settled(part)?;
            self.residual.undo(mark);
            if only_exists && !self.is_zero[child as usize] {
                cases = vec![Case { lo, hi, child }];
                break;
            }
            cases.push(Case { lo, hi, child });
        }
        self.push(Node::Branch { var, cases: cases.into() })
    }

    /// The values one by one if they are few, else in two halves.
    fn ranges_of(&self, var: u32, lo: i64, hi: i64) -> Vec<(i64, i64)> {
        let domain = self.residual.domain(var);
        let few: Vec<i64> = domain.within(lo, hi).take(VALUES + 1).collect();
        if few.len() <= VALUES {
            return few.into_iter().map(|value| (value, value)).collect();
        }
        let middle = ((i128::from(lo) + i128::from(hi)) >> 1) as i64;
        let below = domain.at_or_below(middle).expect("the least value is not above the middle");
        let above = domain.at_or_above(below + 1).expect("the greatest value is above the middle");
        vec![(lo, below), (above, hi)]
    }

    /// The text: the nodes that the root needs, in their order.
    fn written(self, mut text: String, root: Id) -> Result<Compiled, Halt> {
        let mut is_needed = vec![false; root as usize + 1];
        is_needed[root as usize] = true;
        for id in (0..=root as usize).rev() {
            if is_needed[id] {
                self.nodes[id].children().for_each(|child| is_needed[child as usize] = true);
            }
        }
        let mut number = vec![0; root as usize + 1];
        let mut n_nodes = 0;
        for (id, node) in self.nodes.into_iter().enumerate().take(root as usize + 1).filter(|(id, _)| is_needed[*id]) {
            number[id] = n_nodes;
            n_nodes += 1;
            let _ = writeln!(text, "{}", node.renamed(&|child| number[child as usize]));
            if text.len() > MEMORY {
                return Err(too_large("bytes"));
            }
        }
        Ok(Compiled { text, n_nodes: n_nodes as usize })
    }
}

fn too_large(what: &str) -> Halt {
    Halt::TooLarge(format!("the circuit of its solutions gets too large: too many {what}"))
}
