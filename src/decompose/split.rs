//! The parts of a kernel: components that share nothing but the couplings, and groups of equal variables.
//!
//! Booleans that occur with the same coefficients in exactly the same sums are *interchangeable*: only the number of
//! true ones matters, and a group of `n` with `k` true stands for `binomial(n, k)` solutions. A group in no sum but the
//! couplings is *slack*. What holds: a solution of the model is a solution of each part, chosen freely but for the
//! couplings. Near-linear (union-find).

use super::coupling::{Coupling, width};
use crate::model::{Model, Var};
use crate::presolve::kernel::Kernel;
use crate::presolve::sums::Sum;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// Interchangeable Booleans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The model variables.
    pub members: Vec<u32>,
    /// What each true member adds to the coupling total.
    pub weight: i64,
    /// Whether the members belong to the answer.
    pub is_answer: bool,
}

/// The sums a variable occurs in and its coefficients there.
type Role = Vec<(u32, i64)>;

/// Groups and sums that hang together.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    pub groups: Vec<u32>,
    pub sums: Vec<u32>,
}

/// Variables and constraints that hang together, some of which are opaque.
#[derive(Clone, Debug, Default)]
pub(super) struct Mixed {
    pub vars: Vec<Var>,
    /// Indices into the kernel's sums.
    pub sums: Vec<u32>,
    /// Indices into the model's constraints.
    pub opaque: Vec<u32>,
}

/// A model in parts.
#[derive(Debug)]
pub(super) struct Split {
    pub coupling: Coupling,
    pub groups: Vec<Group>,
    /// Sums over groups.
    pub sums: Vec<Sum>,
    /// The sum of the kernel that each of them stands for.
    pub sources: Vec<u32>,
    pub components: Vec<Component>,
    /// Groups in no sum.
    pub slack: Vec<u32>,
    pub mixed: Vec<Mixed>,
    /// Variables that are not Boolean and occur nowhere.
    pub free: Vec<Var>,
}

/// A coupling is at least so long, or holds half of the variables.
const LONG: usize = 16;
/// At most so many couplings.
const MOST: usize = 3;

/// Splits the kernel. With `projected`, a coupling speaks of answer variables only.
pub(super) fn split(model: &Model, kernel: &Kernel, projected: bool) -> Split {
    let is_answer = answer_flags(model);
    let scopes: Vec<Vec<Var>> = kernel.opaque.iter().map(|c| scope(model, kernel, *c)).collect();
    let (mut parts, couplings) = connect(kernel, &scopes, &is_answer, projected);
    let sums: Vec<&Sum> = couplings.iter().map(|s| &kernel.sums[*s as usize]).collect();
    let coupling = Coupling::new(model.vars.len(), &sums);
    let mut split = Split::empty(coupling);
    let inner: Vec<u32> = (0..kernel.sums.len() as u32).filter(|s| !couplings.contains(s)).collect();
    let mixed_of = split.make_mixed(kernel, &scopes, &inner, &mut parts);
    split.make_groups(kernel, &inner, &mixed_of, &is_answer);
    split.make_components();
    split
}

fn answer_flags(model: &Model) -> Vec<bool> {
    let mut flags = vec![false; model.vars.len()];
    model.answer.iter().for_each(|v| flags[v.index()] = true);
    flags
}

fn is_open(kernel: &Kernel, var: u32) -> bool {
    let (lo, hi) = kernel.ranges[var as usize];
    !kernel.is_bool[var as usize] || lo < hi
}

/// The variables of an opaque constraint that are not fixed.
fn scope(model: &Model, kernel: &Kernel, constraint: u32) -> Vec<Var> {
    let mut scope = model.constraints[constraint as usize].constraint.scope();
    scope.retain(|v| is_open(kernel, v.0));
    scope
}

/// Joins what hangs together without the couplings, and says which sums are couplings.
fn connect(kernel: &Kernel, scopes: &[Vec<Var>], is_answer: &[bool], projected: bool) -> (UnionFind<u32>, Vec<u32>) {
    let n_open = (0..kernel.ranges.len() as u32).filter(|v| is_open(kernel, *v)).count();
    let is_candidate = |s: &Sum| {
        let long = s.terms.len() >= LONG || (s.terms.len() >= 3 && 2 * s.terms.len() >= n_open);
        long && !(projected && s.terms.iter().any(|(v, _)| !is_answer[*v as usize]))
    };
    let mut candidates: Vec<u32> =
        (0..kernel.sums.len() as u32).filter(|s| is_candidate(&kernel.sums[*s as usize])).collect();
    candidates.sort_by_key(|s| std::cmp::Reverse(kernel.sums[*s as usize].terms.len()));
    candidates.truncate(MOST);
    let mut parts = UnionFind::new(kernel.ranges.len());
    scopes.iter().for_each(|scope| join(&mut parts, scope.iter().map(|v| v.0)));
    for s in (0..kernel.sums.len() as u32).filter(|s| !candidates.contains(s)) {
        join(&mut parts, vars_of(&kernel.sums[s as usize]));
    }
    let longest = candidates.first().map_or(0, |s| kernel.sums[*s as usize].terms.len());
    let mut couplings = Vec::new();
    let mut radix = 1i64;
    for (place, s) in candidates.into_iter().enumerate().rev() {
        let sum = &kernel.sums[s as usize];
        let mut roots: Vec<u32> = vars_of(sum).map(|v| parts.find_mut(v)).collect();
        roots.sort_unstable();
        roots.dedup();
        let splits =
            roots.len() >= 2 && (place == 0 || (2 * sum.terms.len() >= longest && 4 * roots.len() >= sum.terms.len()));
        match radix.checked_mul(width(sum)).filter(|r| splits && *r < 1 << 60) {
            Some(larger) => {
                radix = larger;
                couplings.push(s);
            }
            None => join(&mut parts, vars_of(sum)),
        }
    }
    couplings.reverse();
    (parts, couplings)
}

fn vars_of(sum: &Sum) -> impl Iterator<Item = u32> + '_ {
    sum.terms.iter().map(|(v, _)| *v)
}

fn join(parts: &mut UnionFind<u32>, mut vars: impl Iterator<Item = u32>) {
    if let Some(first) = vars.next() {
        vars.for_each(|v| {
            parts.union(first, v);
        });
    }
}

impl Split {
    /// Collects the parts with opaque constraints; the answer says for each variable whether it is in one.
    fn make_mixed(
        &mut self,
        kernel: &Kernel,
        scopes: &[Vec<Var>],
        inner: &[u32],
        parts: &mut UnionFind<u32>,
    ) -> Vec<bool> {
        let n_vars = kernel.ranges.len() as u32;
        let mut part_of_root: FxHashMap<u32, usize> = FxHashMap::default();
        for (scope, constraint) in scopes.iter().zip(&kernel.opaque) {
            // A constraint whose variables are all fixed becomes a part of its own, to be judged by the leaf.
            let root = scope.first().map_or(n_vars + constraint, |v| parts.find_mut(v.0));
            let part = *part_of_root.entry(root).or_insert(self.mixed.len());
            if part == self.mixed.len() {
                self.mixed.push(Mixed::default());
            }
            self.mixed[part].opaque.push(*constraint);
        }
        for s in inner {
            let first = kernel.sums[*s as usize].terms[0].0;
            if let Some(part) = part_of_root.get(&parts.find_mut(first)) {
                self.mixed[*part].sums.push(*s);
            }
        }
        let mut flags = vec![false; n_vars as usize];
        for v in (0..n_vars).filter(|v| is_open(kernel, *v)) {
            match part_of_root.get(&parts.find_mut(v)) {
                Some(part) => {
                    self.mixed[*part].vars.push(Var(v));
                    flags[v as usize] = true;
                }
                None if !kernel.is_bool[v as usize] => self.free.push(Var(v)),
                None => {}
            }
        }
        flags
    }

    fn make_groups(&mut self, kernel: &Kernel, inner: &[u32], in_mixed: &[bool], is_answer: &[bool]) {
        let is_pure = |s: &&u32| !in_mixed[kernel.sums[**s as usize].terms[0].0 as usize];
        self.sources = inner.iter().filter(is_pure).copied().collect();
        let pure: Vec<&Sum> = self.sources.iter().map(|s| &kernel.sums[*s as usize]).collect();
        let n_vars = kernel.ranges.len();
        let mut roles: Vec<Role> = vec![Vec::new(); n_vars];
        for (s, sum) in pure.iter().enumerate() {
            sum.terms.iter().for_each(|(v, c)| roles[*v as usize].push((s as u32, *c)));
        }
        let mut group_of: FxHashMap<(Role, i64, bool), u32> = FxHashMap::default();
        for (v, role) in roles.into_iter().enumerate() {
            if in_mixed[v] || !kernel.is_bool[v] || !is_open(kernel, v as u32) {
                continue;
            }
            let (weight, is_answer) = (self.coupling.weights[v], is_answer[v]);
            let next = self.groups.len() as u32;
            let group = *group_of.entry((role, weight, is_answer)).or_insert(next);
            if group == next {
                self.groups.push(Group { members: Vec::new(), weight, is_answer });
            }
            self.groups[group as usize].members.push(v as u32);
        }
        self.sums = grouped(&pure, &self.groups);
    }

    /// A split made by hand from groups and sums over them.
    pub fn from_groups(groups: Vec<Group>, sums: Vec<Sum>) -> Split {
        let mut split = Split::empty(Coupling::default());
        (split.groups, split.sums) = (groups, sums);
        split.make_components();
        split
    }

    fn empty(coupling: Coupling) -> Split {
        Split {
            coupling,
            groups: Vec::new(),
            sums: Vec::new(),
            sources: Vec::new(),
            components: Vec::new(),
            slack: Vec::new(),
            mixed: Vec::new(),
            free: Vec::new(),
        }
    }

    /// A component's variables and sums, as a part for a leaf engine.
    pub fn as_mixed(&self, component: &Component) -> Mixed {
        let members = component.groups.iter().flat_map(|g| &self.groups[*g as usize].members);
        let mut vars: Vec<Var> = members.map(|v| Var(*v)).collect();
        vars.sort_unstable();
        let sums = component.sums.iter().map(|s| self.sources[*s as usize]).collect();
        Mixed { vars, sums, opaque: Vec::new() }
    }

    fn make_components(&mut self) {
        let mut parts = UnionFind::new(self.groups.len());
        self.sums.iter().for_each(|sum| join(&mut parts, vars_of(sum)));
        let mut in_sum = vec![false; self.groups.len()];
        self.sums.iter().flat_map(vars_of).for_each(|g| in_sum[g as usize] = true);
        let mut component_of: FxHashMap<u32, usize> = FxHashMap::default();
        for g in 0..self.groups.len() as u32 {
            if !in_sum[g as usize] {
                self.slack.push(g);
                continue;
            }
            let component = *component_of.entry(parts.find_mut(g)).or_insert(self.components.len());
            if component == self.components.len() {
                self.components.push(Component::default());
            }
            self.components[component].groups.push(g);
        }
        for (s, sum) in self.sums.iter().enumerate() {
            self.components[component_of[&parts.find_mut(sum.terms[0].0)]].sums.push(s as u32);
        }
    }
}

/// The sums with groups in place of their members.
fn grouped(sums: &[&Sum], groups: &[Group]) -> Vec<Sum> {
    let first_of: FxHashMap<u32, u32> =
        groups.iter().enumerate().map(|(g, group)| (group.members[0], g as u32)).collect();
    let regroup = |sum: &&Sum| {
        let terms = sum.terms.iter().filter_map(|(v, c)| first_of.get(v).map(|g| (*g, *c)));
        let mut terms: Vec<(u32, i64)> = terms.collect();
        terms.sort_unstable();
        Sum { terms, lo: sum.lo, hi: sum.hi }
    };
    sums.iter().map(regroup).collect()
}
