//! The independent parts of a model: variables that no chain of constraints connects.
//!
//! Nearly linear in the size of the model (union-find, from petgraph). The part with the objective comes last, the
//! others in order of their first variable. Freuder and Quinn, IJCAI 1985, search such parts separately.

use crate::model::{Model, Objective, Var};
use crate::search::{Stop, Watch};
use petgraph::unionfind::UnionFind;

/// By variable the number of its component, and how many there are.
pub(super) fn components(model: &Model, watch: &Watch) -> Result<(Vec<u32>, u32), Stop> {
    let mut sets: UnionFind<u32> = UnionFind::new(model.vars.len());
    for posted in &model.constraints {
        watch.check()?;
        let mut first: Option<Var> = None;
        posted.constraint.visit(&mut |x| {
            sets.union(first.unwrap_or(x).0, x.0);
            first = first.or(Some(x));
        });
    }
    Ok(number(model, &sets.into_labeling()))
}

fn number(model: &Model, root: &[u32]) -> (Vec<u32>, u32) {
    const NONE: u32 = u32::MAX;
    let mut number = vec![NONE; root.len()];
    let last = match model.objective {
        Objective::Satisfy => None,
        Objective::Minimise(x) | Objective::Maximise(x) => Some(root[x.index()]),
    };
    let mut n_parts = 0;
    for &r in root {
        if number[r as usize] == NONE && Some(r) != last {
            number[r as usize] = n_parts;
            n_parts += 1;
        }
    }
    if let Some(r) = last {
        number[r as usize] = n_parts;
        n_parts += 1;
    }
    (root.iter().map(|r| number[*r as usize]).collect(), n_parts)
}

#[cfg(test)]
mod tests {
    use super::Watch;
    use crate::model::{Model, Objective};

    fn components(model: &Model) -> (Vec<u32>, u32) {
        super::components(model, &Watch::default()).expect("there is no limit")
    }

    #[test]
    fn parts_are_numbered_with_the_objective_last() {
        let mut model = Model::new();
        let x = model.bools("x", 6);
        model.clause([x[0].is_true(), x[2].is_true()]);
        model.clause([x[4].is_true(), x[2].is_true()]);
        model.all_different(&[x[1], x[3]]);
        assert_eq!(components(&model), (vec![0, 1, 0, 1, 0, 2], 3));
        model.objective = Objective::Minimise(x[2]);
        assert_eq!(components(&model), (vec![2, 0, 2, 0, 2, 1], 3));
        assert_eq!(components(&Model::new()), (vec![], 0));
    }
}
