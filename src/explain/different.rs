//! Sums of different values, said by which values are taken: `x + y + z = 8` of different digits takes 1, 2, 5 or 1, 3, 4.
//!
//! Where one rule makes variables different and says their sum, there are few sets of values that it allows. A literal for each
//! set propagates more than a sum of bounds does, and solvers contradict it with less ado.

use crate::model::{Atom, Cmp, Constraint, Domain, Kind, Model, Owner, Posted, Rules, Var};
use rustc_hash::FxHashMap;

/// Sums that allow more sets stay sums.
const SETS: usize = 150;
/// And those whose sets would take more steps to find.
const STEPS: usize = 20_000;

/// A sum of variables that the same rule makes different.
pub struct Choice {
    vars: Vec<Var>,
    /// The sets of values, one of which is taken.
    sets: Vec<Vec<i64>>,
}

/// The sums that can be said so, by the number of the constraint.
pub fn choices(model: &Model, rules: &Rules) -> FxHashMap<usize, Choice> {
    let mut different: FxHashMap<u32, Vec<&[Var]>> = FxHashMap::default();
    for (posted, owner) in model.constraints.iter().zip(&rules.owners) {
        if let (Constraint::AllDifferent(vars), Owner::Rule(rule)) = (&posted.constraint, owner) {
            different.entry(*rule).or_default().push(vars);
        }
    }
    let owned = model.constraints.iter().zip(&rules.owners).enumerate();
    let found = owned.filter_map(|(at, (posted, owner))| {
        let Owner::Rule(rule) = owner else { return None };
        let (vars, total) = plain_sum(&posted.constraint)?;
        let is_different = different.get(rule)?.iter().any(|all| vars.iter().all(|var| all.contains(var)));
        let sets = is_different.then(|| sets(model, &vars, total)).flatten()?;
        Some((at, Choice { vars, sets }))
    });
    found.collect()
}

/// The variables of a sum without coefficients, each once, and what they sum up to.
pub fn plain_sum(constraint: &Constraint) -> Option<(Vec<Var>, i64)> {
    let Constraint::Linear { terms, cmp: Cmp::Eq, bound } = constraint else { return None };
    let (first, _) = terms.first()?;
    let mut vars: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
    vars.sort_unstable();
    vars.dedup();
    let is_plain = first.abs() == 1 && terms.iter().all(|(c, _)| c == first) && vars.len() == terms.len();
    is_plain.then(|| bound.checked_mul(*first)).flatten().map(|total| (vars, total))
}

/// The sets of so many values with that sum, if they are few.
fn sets(model: &Model, vars: &[Var], total: i64) -> Option<Vec<Vec<i64>>> {
    let domains = vars.iter().map(|var| &model.vars[var.index()].domain);
    let all = domains.fold(Domain::empty(), |all, domain| all.union(domain));
    if all.size() > STEPS as u64 {
        return None;
    }
    let values: Vec<i64> = all.iter().collect();
    let mut ways = Ways { values: &values, steps: 0, chosen: Vec::new(), found: Vec::new() };
    ways.go_on(0, vars.len(), i128::from(total))?;
    Some(ways.found)
}

/// The search for sets of values.
struct Ways<'a> {
    values: &'a [i64],
    steps: usize,
    chosen: Vec<i64>,
    found: Vec<Vec<i64>>,
}

impl Ways<'_> {
    /// All sets with so many more of the values from `at` on, which are sorted; `None` if it takes too long.
    fn go_on(&mut self, at: usize, n: usize, left: i128) -> Option<()> {
        self.steps += 1;
        if self.steps > STEPS || self.found.len() > SETS {
            return None;
        }
        if n == 0 {
            if left == 0 {
                self.found.push(self.chosen.clone());
            }
            return Some(());
        }
        let rest = &self.values[at..];
        let sum = |some: &[i64]| some.iter().map(|value| i128::from(*value)).sum::<i128>();
        if rest.len() < n || sum(&rest[..n]) > left || sum(&rest[rest.len() - n..]) < left {
            return Some(());
        }
        self.chosen.push(rest[0]);
        self.go_on(at + 1, n - 1, left - i128::from(rest[0]))?;
        self.chosen.pop();
        self.go_on(at + 1, n, left)
    }
}

impl Choice {
    /// Adds it to a model, under a condition. That the variables are different is said elsewhere.
    pub fn post(&self, when: Atom, out: &mut Model) {
        let taken: Vec<Atom> = match self.sets.len() {
            1 => vec![when],
            n => (0..n).map(|_| out.auxiliary(Domain::boolean(), Kind::Bool).is_true()).collect(),
        };
        if taken.len() != 1 {
            clause(out, &[!when], taken.iter().copied());
        }
        for (set, taken) in self.sets.iter().zip(&taken) {
            set.iter().for_each(|value| clause(out, &[!*taken], self.vars.iter().map(|var| var.is(*value))));
        }
        for var in &self.vars {
            for value in out.vars[var.index()].domain.clone().iter() {
                self.post_value(var.is_not(value), value, when, &taken, out);
            }
        }
    }

    /// A value outside a set is not taken with it, and one that is taken has a set.
    fn post_value(&self, is_not: Atom, value: i64, when: Atom, taken: &[Atom], out: &mut Model) {
        let with_it = |(set, taken): (&Vec<i64>, &Atom)| set.contains(&value).then_some(*taken);
        let able: Vec<Atom> = self.sets.iter().zip(taken).filter_map(with_it).collect();
        if able.len() == taken.len() {
            return;
        }
        clause(out, &[!when, is_not], able.iter().copied());
        let others = taken.iter().filter(|taken| !able.contains(taken) && **taken != when);
        others.for_each(|taken| clause(out, &[!*taken, is_not], std::iter::empty()));
    }
}

fn clause(out: &mut Model, first: &[Atom], rest: impl Iterator<Item = Atom>) {
    let constraint = Constraint::Clause(first.iter().copied().chain(rest).collect());
    out.constraints.push(Posted { constraint, label: None, encoding: None });
}

#[cfg(test)]
mod tests {
    use super::choices;
    use crate::model::{Assignment, Cmp, Constraint, Model, Owner, Rule, Rules, Var};

    /// Every assignment of three variables, with any values of the auxiliaries.
    fn is_possible(model: &Model, values: &mut Vec<i64>) -> bool {
        let at = values.len();
        if at == model.vars.len() {
            let found = Assignment { values: values.clone() };
            return model.constraints.iter().all(|posted| posted.constraint.holds(&found));
        }
        model.vars[at].domain.clone().iter().any(|value| {
            values.push(value);
            let is_so = is_possible(model, values);
            values.pop();
            is_so
        })
    }

    #[test]
    fn sets_of_values_say_what_the_sum_says() {
        for total in [-1, 2, 3, 6, 7, 8, 12, 13] {
            let mut model = Model::new();
            let vars: Vec<Var> = model.ints("x", 3, 0..=5);
            let when = model.bool("when").is_true();
            model.all_different(&vars);
            let terms = vars.iter().map(|var| (1, *var)).collect();
            let sum = Constraint::Linear { terms, cmp: Cmp::Eq, bound: total };
            model.post(sum.clone());
            let rules = Rules { list: vec![Rule::default()], owners: vec![Owner::Rule(0); 2] };
            let found = choices(&model, &rules);
            assert_eq!(found.keys().collect::<Vec<_>>(), [&1]);
            model.constraints.pop();
            found[&1].post(when, &mut model);
            for pick in 0..6 * 6 * 6 * 2 {
                let mut values = vec![pick % 6, pick / 6 % 6, pick / 36 % 6, pick / 216];
                let different = values[0] != values[1] && values[1] != values[2] && values[0] != values[2];
                let holds = different && (values[3] == 0 || values[..3].iter().sum::<i64>() == total);
                assert_eq!(is_possible(&model, &mut values), holds, "{values:?} {total}");
            }
        }
    }

    #[test]
    fn other_sums_stay_as_they_are() {
        let mut model = Model::new();
        let vars: Vec<Var> = model.ints("x", 3, 0..=5);
        model.all_different(&vars[..2]);
        let post = |model: &mut Model, terms, cmp| model.post(Constraint::Linear { terms, cmp, bound: 4 });
        post(&mut model, vec![(1, vars[0]), (1, vars[2])], Cmp::Eq);
        post(&mut model, vec![(1, vars[0]), (2, vars[1])], Cmp::Eq);
        post(&mut model, vec![(1, vars[0]), (1, vars[1])], Cmp::Le);
        post(&mut model, vec![(1, vars[0]), (1, vars[0])], Cmp::Eq);
        let rules = Rules { list: vec![Rule::default()], owners: vec![Owner::Rule(0); 5] };
        assert!(choices(&model, &rules).is_empty());
        post(&mut model, vec![(-1, vars[0]), (-1, vars[1])], Cmp::Eq);
        let rules =
            Rules { list: vec![Rule::default(); 2], owners: [vec![Owner::Rule(0); 5], vec![Owner::Rule(1)]].concat() };
        assert!(choices(&model, &rules).is_empty(), "different by another rule");
    }
}
