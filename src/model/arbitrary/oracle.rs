//! All solutions of a model, by trying every assignment: slow, and right because it knows `holds` alone.

use crate::model::{Assignment, Model};
use itertools::Itertools;

/// The solutions in lexicographic order.
pub fn solutions(model: &Model) -> impl Iterator<Item = Assignment> + '_ {
    let domains = model.vars.iter().map(|decl| decl.domain.iter().collect_vec());
    domains.multi_cartesian_product().map(Assignment::new).filter(|assignment| model.violated_by(assignment).is_none())
}

#[cfg(test)]
mod tests {
    use super::solutions;
    use crate::model::Model;

    #[test]
    fn every_assignment_is_tried_once() {
        assert_eq!(solutions(&Model::new()).count(), 1);
        let mut model = Model::new();
        let (x, y) = (model.int("x", -1..=2), model.bool("y"));
        model.post((x + y).le(1));
        let found: Vec<Vec<i64>> = solutions(&model).map(|a| a.values).collect();
        assert_eq!(found, [[-1, 0], [-1, 1], [0, 0], [0, 1], [1, 0]]);
    }
}
