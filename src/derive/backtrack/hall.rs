//! Hall sets: variables that have no more values together than there are of them.
//!
//! Found by a matching: a variable that gets no value of its own reaches, by alternating paths, variables with too few values
//! (Hall 1935; König 1931). Costs the number of variables times the sum of their domains at worst.

use crate::model::{Domain, Var};
use rustc_hash::FxHashMap;

/// Variables, and all the values that they have.
pub struct Hall {
    /// The variables, each once.
    pub vars: Vec<Var>,
    /// The values.
    pub values: Vec<i64>,
}

/// Variables that take a value from all others, if the value of `x` is one that they need; or variables with too few values.
pub fn find(vars: &[Var], domain: &dyn Fn(Var) -> Domain, taken: Option<(Var, i64)>) -> Option<Hall> {
    let is_open = |var: &&Var| taken.is_none_or(|(x, _)| **var != x);
    let open: Vec<Var> = vars.iter().filter(is_open).copied().collect();
    let is_free = |value: &i64| taken.is_none_or(|(_, v)| *value != v);
    let values: Vec<Vec<i64>> = open.iter().map(|var| domain(*var).iter().filter(is_free).collect()).collect();
    let (reached, mut all) = too_few(&values)?;
    all.extend(taken.map(|(_, value)| value));
    all.sort_unstable();
    Some(Hall { vars: reached.into_iter().map(|at| open[at]).collect(), values: all })
}

/// Lists that have fewer values together than there are of them.
fn too_few(values: &[Vec<i64>]) -> Option<(Vec<usize>, Vec<i64>)> {
    let mut owner: FxHashMap<i64, usize> = FxHashMap::default();
    for start in 0..values.len() {
        let mut reached_from: FxHashMap<i64, usize> = FxHashMap::default();
        let mut queue = vec![start];
        let mut next = 0;
        let mut free = None;
        while let (Some(at), None) = (queue.get(next).copied(), free) {
            next += 1;
            for value in &values[at] {
                if reached_from.contains_key(value) {
                    continue;
                }
                reached_from.insert(*value, at);
                match owner.get(value) {
                    Some(other) => queue.push(*other),
                    None => free = free.or(Some(*value)),
                }
            }
        }
        let Some(mut value) = free else { return Some((queue, reached_from.into_keys().collect())) };
        // The path is turned around: each on it takes the value by which it was left.
        loop {
            let at = reached_from[&value];
            owner.insert(value, at);
            if at == start {
                break;
            }
            let old = values[at].iter().find(|v| **v != value && owner.get(v) == Some(&at));
            let Some(old) = old else { break };
            value = *old;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::too_few;

    #[test]
    fn sets_with_too_few_values_are_found() {
        assert!(too_few(&[vec![1, 2], vec![2, 3], vec![1, 3]]).is_none());
        let (lists, mut values) = too_few(&[vec![1, 2], vec![5, 6], vec![1, 2], vec![2, 1]]).expect("three share two");
        values.sort_unstable();
        assert_eq!((lists.len(), values), (3, vec![1, 2]));
        assert!(too_few(&[vec![1, 2, 3], vec![1, 2], vec![1]]).is_none());
        assert_eq!(too_few(&[vec![4], vec![]]), Some((vec![1], vec![])));
    }
}
