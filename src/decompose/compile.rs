//! From a component to its circuit: branch, propagate, split again, remember.
//!
//! This is an exact model counter in the manner of sharpSAT (Thurley 2006; component caching: Bacchus, Dalmao and
//! Pitassi 2003) that keeps its trace: branching makes an `Or`, independent parts make an `And`, and a part that was
//! met before is its node again. Two parts are the same when their groups have the same ranges and their sums the same
//! room left. Time and memory grow with the treewidth of the component, not with its number of solutions.

use super::circuit::{Circuit, FALSE, NodeId};
use super::order::ranks;
use super::split::{Component, Split};
use crate::presolve::sums::{Occurrences, Propagator};
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;

/// Why a component was not compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GiveUp {
    /// It needs more nodes or a larger degree than allowed.
    TooLarge,
    /// The budget is spent.
    Stop(Stop),
}

/// How much a compilation may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Nodes of the circuit, and branches tried.
    pub nodes: usize,
    /// Groups looked at, which is what takes the time.
    pub visits: usize,
    /// The largest degree of the elimination order.
    pub degree: usize,
}

impl Limits {
    /// Go on until the budget or the memory for one component is spent.
    pub const NONE: Limits = Limits { nodes: 10_000_000, visits: usize::MAX, degree: usize::MAX - 1 };
}

/// Compiles the components of one split.
struct Compiler<'a> {
    split: &'a Split,
    /// Groups make propagation stronger; false if that alone finds a contradiction.
    feasible: bool,
    propagator: Propagator<'a>,
    rank: Vec<u32>,
    circuit: Circuit,
    cache: FxHashMap<Box<[u8]>, NodeId>,
    /// When a group or sum was last visited, to find parts.
    seen_group: Vec<u32>,
    seen_sum: Vec<u32>,
    tick: u32,
    n_steps: usize,
    n_visits: usize,
    n_bytes: usize,
    depth: usize,
    limits: Limits,
    budget: &'a Budget,
}

/// Deeper than this, the stack of [`compile_all`]'s thread could end.
const DEPTH: usize = 30_000;
/// Address space for that stack; the system gives memory only for what is used.
const STACK: usize = 256 << 20;
/// What the remembered parts of one component may occupy, in bytes.
const MEMORY: usize = 1 << 30;
/// What a remembered part occupies beside its key, about.
const ENTRY: usize = 128;
/// Steps between two looks at the clock.
const STEPS_PER_CHECK: usize = 1024;

/// The circuits of all components of a split, in their order, or why there is none.
pub(super) fn compile_all(split: &Split, limits: Limits, budget: &Budget) -> Vec<Result<Circuit, GiveUp>> {
    let work = || {
        let occurrences = Occurrences::new(split.groups.len(), &split.sums);
        let mut compiler = Compiler::new(split, &occurrences, limits, budget);
        split.components.iter().map(|component| compiler.compile(component)).collect()
    };
    // Recursion is as deep as a component has branchings, so it gets a stack of its own.
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(|handle| handle.join()) {
            Ok(Ok(circuits)) => circuits,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => vec![Err(GiveUp::Stop(Stop::Memory)); split.components.len()],
        }
    })
}

impl<'a> Compiler<'a> {
    /// A compiler for the components of the split.
    fn new(split: &'a Split, occurrences: &'a Occurrences, limits: Limits, budget: &'a Budget) -> Compiler<'a> {
        let ranges = split.groups.iter().map(|g| (0, g.members.len() as i32)).collect();
        let mut propagator = Propagator::new(&split.sums, occurrences, ranges);
        Compiler {
            split,
            feasible: propagator.propagate(),
            propagator,
            rank: vec![0; split.groups.len()],
            circuit: Circuit::new(),
            cache: FxHashMap::default(),
            seen_group: vec![0; split.groups.len()],
            seen_sum: vec![0; split.sums.len()],
            tick: 0,
            n_steps: 0,
            n_visits: 0,
            n_bytes: 0,
            depth: 0,
            limits,
            budget,
        }
    }

    /// The circuit of one component of the split.
    fn compile(&mut self, component: &Component) -> Result<Circuit, GiveUp> {
        let (ranks, _) = ranks(component, &self.split.sums, self.limits.degree).ok_or(GiveUp::TooLarge)?;
        component.groups.iter().zip(ranks).for_each(|(g, r)| self.rank[*g as usize] = r);
        self.circuit = Circuit::new();
        self.cache = FxHashMap::default();
        (self.n_steps, self.n_visits, self.n_bytes, self.depth) = (0, 0, 0, 0);
        if !self.feasible {
            return Ok(Circuit::new());
        }
        let mark = self.propagator.mark();
        let root = self.residual(&component.groups);
        self.propagator.undo(mark);
        self.circuit.root = root?;
        Ok(std::mem::replace(&mut self.circuit, Circuit::new()))
    }

    /// Everything about some groups under the present ranges: what is fixed, what is free, and the parts.
    fn residual(&mut self, groups: &[u32]) -> Result<NodeId, GiveUp> {
        self.tick += 1;
        self.n_visits += groups.len();
        let mut children = Vec::with_capacity(4);
        let mut parts: Vec<Component> = Vec::new();
        for g in groups {
            let (lo, hi) = self.propagator.ranges[*g as usize];
            if lo == hi {
                children.push(self.leaf(*g, lo, hi));
            } else if self.seen_group[*g as usize] != self.tick {
                let part = self.part_around(*g);
                match part.sums.is_empty() {
                    true => children.push(self.leaf(*g, lo, hi)),
                    false => parts.push(part),
                }
            }
        }
        parts.sort_by_key(|p| p.groups.len());
        for part in parts {
            match self.part(part)? {
                FALSE => return Ok(FALSE),
                node => children.push(node),
            }
        }
        Ok(self.circuit.and(children))
    }

    /// Whether it matters how many members are true: not for auxiliaries that add nothing to the couplings.
    fn counts(&self, group: u32) -> bool {
        self.split.groups[group as usize].is_answer || self.split.groups[group as usize].weight != 0
    }

    fn leaf(&mut self, group: u32, lo: i32, hi: i32) -> NodeId {
        let node = self.circuit.some(group, lo, hi);
        if self.counts(group) { node } else { self.circuit.exists(node) }
    }

    /// The groups that hang together with this one through sums that may still fail.
    fn part_around(&mut self, group: u32) -> Component {
        let mut part = Component { groups: vec![group], sums: Vec::new() };
        self.seen_group[group as usize] = self.tick;
        let mut next = 0;
        while let Some(&g) = part.groups.get(next) {
            next += 1;
            for (s, _) in self.propagator.occurrences.of(g) {
                if self.seen_sum[*s as usize] == self.tick || self.propagator.is_entailed(*s) {
                    continue;
                }
                self.seen_sum[*s as usize] = self.tick;
                part.sums.push(*s);
                for (other, _) in &self.propagator.sums[*s as usize].terms {
                    if self.seen_group[*other as usize] != self.tick && !self.propagator.is_fixed(*other) {
                        self.seen_group[*other as usize] = self.tick;
                        part.groups.push(*other);
                    }
                }
            }
        }
        part.groups.sort_unstable();
        part.sums.sort_unstable();
        part
    }

    fn part(&mut self, part: Component) -> Result<NodeId, GiveUp> {
        let key = self.key(&part);
        if let Some(known) = self.cache.get(&key) {
            return Ok(*known);
        }
        self.check_limits()?;
        self.depth += 1;
        let node = self.branch(&part);
        self.depth -= 1;
        self.n_bytes += key.len() + ENTRY;
        self.cache.insert(key, node?);
        node
    }

    fn check_limits(&mut self) -> Result<(), GiveUp> {
        self.n_steps += 1;
        let n_nodes = self.circuit.nodes.len().max(self.n_steps);
        let too_much = self.n_visits > self.limits.visits || self.n_bytes > MEMORY || self.depth > DEPTH;
        if n_nodes > self.limits.nodes || too_much {
            return Err(GiveUp::TooLarge);
        }
        match self.budget.spent().filter(|_| self.n_steps.is_multiple_of(STEPS_PER_CHECK)) {
            Some(stop) => Err(GiveUp::Stop(stop)),
            None => Ok(()),
        }
    }

    /// Tries every number of true members of the highest group; answer variables come before auxiliaries.
    fn branch(&mut self, part: &Component) -> Result<NodeId, GiveUp> {
        let groups = &self.split.groups;
        let importance = |g: &&u32| (groups[**g as usize].is_answer, self.rank[**g as usize]);
        let top = *part.groups.iter().max_by_key(importance).expect("a part has a group");
        let only_exists = !part.groups.iter().any(|g| self.counts(*g));
        let (lo, hi) = self.propagator.ranges[top as usize];
        let mut children = Vec::new();
        for k in lo..=hi {
            let mark = self.propagator.mark();
            let possible = self.propagator.restrict(top, k, k) && self.propagator.propagate();
            let child = if possible { self.residual(&part.groups) } else { Ok(FALSE) };
            self.propagator.undo(mark);
            children.extend(Some(child?).filter(|c| *c != FALSE));
            if only_exists && !children.is_empty() {
                break;
            }
        }
        let node = self.circuit.or(children);
        Ok(if only_exists { self.circuit.exists(node) } else { node })
    }

    /// What a part depends on, as bytes: its groups with their ranges, its sums with the room they have left.
    fn key(&self, part: &Component) -> Box<[u8]> {
        let mut key = Vec::with_capacity(2 * part.groups.len() + 4 * part.sums.len());
        let mut last = 0;
        for g in &part.groups {
            let (lo, hi) = self.propagator.ranges[*g as usize];
            let whole = lo == 0 && hi as usize == self.split.groups[*g as usize].members.len();
            number(&mut key, u64::from(g - last) << 1 | u64::from(!whole));
            if !whole {
                number(&mut key, lo as u64);
                number(&mut key, hi as u64);
            }
            last = *g;
        }
        number(&mut key, 0);
        last = 0;
        for s in &part.sums {
            let ((min, max), sum) = (self.propagator.extents[*s as usize], &self.propagator.sums[*s as usize]);
            number(&mut key, u64::from(s - last));
            // A side that cannot fail any more must not tell parts apart.
            number(&mut key, if max > sum.hi { (sum.hi - min) as u64 + 1 } else { 0 });
            number(&mut key, if min < sum.lo { (max - sum.lo) as u64 + 1 } else { 0 });
            last = *s;
        }
        key.into()
    }
}

/// Seven bits a byte, least first.
fn number(key: &mut Vec<u8>, mut n: u64) {
    while n >= 128 {
        key.push(n as u8 | 128);
        n >>= 7;
    }
    key.push(n as u8);
}
