//! All-different by matching: a value stays if some assignment of all variables to distinct values uses it.
//!
//! Find one such assignment, a matching that covers the variables. Direct its edges from variable to value, all others
//! from value to variable, and let one more node collect the used values and feed the unused ones. An edge belongs to
//! some covering matching exactly when it is in this one or within a strong component (Régin, AAAI 1994). Domain
//! consistent; costs the sum of the domain sizes, times the variables for the matching at worst.

use super::{Conflict, Domains, Kept};
use crate::model::Var;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Variables and values by number, and who has whom.
struct Matching {
    values: Vec<i64>,
    /// By variable: the numbers of its values.
    edges: Vec<Vec<u32>>,
    value_of: Vec<Option<u32>>,
    var_of: Vec<Option<u32>>,
}

/// Leaves only values that some assignment to distinct values uses.
pub(super) fn propagate(open: &[Var], domains: &mut Domains) -> Kept {
    let mut matching = Matching::new(open, domains);
    for x in 0..open.len() as u32 {
        if !matching.cover(x) {
            return Err(Conflict);
        }
    }
    let part = matching.parts();
    for (i, x) in open.iter().enumerate() {
        let part_of_value = |v: u32| part[open.len() + v as usize];
        let stays = |v: &&u32| Some(**v) == matching.value_of[i] || part_of_value(**v) == part[i];
        domains.keep(*x, matching.edges[i].iter().filter(stays).map(|v| matching.values[*v as usize]))?;
    }
    Ok(())
}

impl Matching {
    fn new(open: &[Var], domains: &Domains) -> Matching {
        let mut values: Vec<i64> = open.iter().flat_map(|x| domains.values(*x)).collect();
        values.sort_unstable();
        values.dedup();
        let number = |v: i64| values.binary_search(&v).expect("all values are listed") as u32;
        let edges: Vec<Vec<u32>> = open.iter().map(|x| domains.values(*x).map(number).collect()).collect();
        let var_of = vec![None; values.len()];
        Matching { values, value_of: vec![None; open.len()], edges, var_of }
    }

    /// Gives the variable a value, moving others along a shortest alternating path; `false` if there is none.
    fn cover(&mut self, start: u32) -> bool {
        let mut reached_from: Vec<Option<u32>> = vec![None; self.values.len()];
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&x) = queue.get(next) {
            next += 1;
            for &v in &self.edges[x as usize] {
                if reached_from[v as usize].is_some() {
                    continue;
                }
                reached_from[v as usize] = Some(x);
                match self.var_of[v as usize] {
                    Some(owner) => queue.push(owner),
                    None => {
                        self.shift(v, &reached_from);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Turns the path that ends at the free value around.
    fn shift(&mut self, free: u32, reached_from: &[Option<u32>]) {
        let mut value = Some(free);
        while let Some(v) = value {
            let x = reached_from[v as usize].expect("every value on the path was reached");
            self.var_of[v as usize] = Some(x);
            value = self.value_of[x as usize].replace(v);
        }
    }

    /// The strong component of each node: variables, then values, then the collector.
    fn parts(&self) -> Vec<u32> {
        let (n_vars, n_values) = (self.edges.len(), self.values.len());
        let collector = n_vars + n_values;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut edge = |from: usize, to: usize| edges.push((from as u32, to as u32));
        for (x, values) in self.edges.iter().enumerate() {
            for &v in values {
                let value = n_vars + v as usize;
                if self.value_of[x] == Some(v) { edge(x, value) } else { edge(value, x) }
            }
        }
        for (v, owner) in self.var_of.iter().enumerate() {
            if owner.is_some() { edge(n_vars + v, collector) } else { edge(collector, n_vars + v) }
        }
        let graph: DiGraph<(), ()> = DiGraph::from_edges(edges);
        let mut part = vec![0; collector + 1];
        for (number, nodes) in kosaraju_scc(&graph).into_iter().enumerate() {
            nodes.into_iter().for_each(|node| part[node.index()] = number as u32);
        }
        part
    }
}
