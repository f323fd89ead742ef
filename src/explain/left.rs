//! What sums leave of a sum over all values: the values of a block add up to 45, and those of the cages inside it are known, so
//! what is left over follows from the block and these cages together.
//!
//! Resolution finds such a thing only by counting it out, and every contradiction that rests on it takes it long. What is said
//! here is implied by the rules it is said under, so no contradiction is lost or made.

use super::different::plain_sum;
use crate::model::{Atom, Constraint, Domain, Kind, Model, Owner, Posted, Rules, Var};
use itertools::Itertools;

/// So many variables may be left.
const LEFT: usize = 2;
/// So many sums over all values are joined at most.
const JOINED: usize = 3;
/// And so many choices of them are looked at.
const LOOKS: usize = 50_000;
/// What is left has no more values than this.
const VALUES: u64 = 100;

/// Variables whose sum is known under a rule, or always.
struct Sum {
    vars: Vec<Var>,
    total: i64,
    rule: Option<u32>,
}

/// Some variables minus others are so much under some rules.
pub struct Left {
    terms: Vec<(i64, Var)>,
    total: i64,
    rules: Vec<u32>,
}

/// What is left, wherever few variables are.
pub fn left(model: &Model, rules: &Rules, is_in: &dyn Fn(u32) -> bool) -> Vec<Left> {
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    for (posted, owner) in model.constraints.iter().zip(&rules.owners) {
        let rule = match owner {
            Owner::Rule(rule) if !is_in(*rule) => continue,
            Owner::Rule(rule) => Some(*rule),
            Owner::Definition(_) => None,
        };
        if let Some((vars, total)) = plain_sum(&posted.constraint) {
            parts.push(Sum { vars, total, rule });
        } else if let Some((vars, total)) = all_values(model, &posted.constraint) {
            whole.push(Sum { vars, total, rule });
        }
    }
    if parts.is_empty() {
        return Vec::new();
    }
    let mut place = vec![Place::Outside; model.vars.len()];
    let choices = (1..=JOINED).flat_map(|n| whole.iter().combinations(n));
    let is_small = |left: &Left| left.terms.iter().all(|(_, var)| model.vars[var.index()].domain.size() <= VALUES);
    choices.take(LOOKS).filter_map(|joined| rest(&joined, &parts, &mut place)).filter(is_small).collect()
}

/// The sum of variables that take all of their values.
fn all_values(model: &Model, constraint: &Constraint) -> Option<(Vec<Var>, i64)> {
    let Constraint::AllDifferent(vars) = constraint else { return None };
    let domains = vars.iter().map(|var| &model.vars[var.index()].domain);
    let all = domains.fold(Domain::empty(), |all, domain| all.union(domain));
    let total = (all.size() == vars.len() as u64).then(|| all.iter().try_fold(0i64, i64::checked_add)).flatten()?;
    Some((vars.clone(), total))
}

/// Where a variable stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In none of the sums that are joined.
    Outside,
    /// In one of them.
    Inside,
    /// In one of them and in a part that was taken off.
    Taken,
    /// In a part that was taken off and in none of them.
    Over,
}

/// What parts that are mostly inside leave of sums that have no variable in common. All are outside before and after.
fn rest(joined: &[&Sum], parts: &[Sum], place: &mut [Place]) -> Option<Left> {
    let mut touched: Vec<Var> = joined.iter().flat_map(|sum| sum.vars.iter().copied()).collect();
    let n_inside = touched.len();
    touched.iter().for_each(|var| place[var.index()] = Place::Inside);
    let is_apart = touched.iter().all_unique();
    let mut found = Left { terms: Vec::new(), total: 0, rules: Vec::new() };
    let mut total = joined.iter().map(|sum| i128::from(sum.total)).sum::<i128>();
    found.rules.extend(joined.iter().filter_map(|sum| sum.rule));
    for part in parts.iter().filter(|_| is_apart) {
        let at = |wanted: Place| part.vars.iter().filter(|var| place[var.index()] == wanted).count();
        let n_in = at(Place::Inside);
        if 2 * n_in > part.vars.len() && n_in + at(Place::Outside) == part.vars.len() {
            total -= i128::from(part.total);
            found.rules.extend(part.rule);
            for var in &part.vars {
                let here = &mut place[var.index()];
                *here = if *here == Place::Inside { Place::Taken } else { Place::Over };
                touched.push(*var);
            }
        }
    }
    for var in touched.iter().unique() {
        match place[var.index()] {
            Place::Inside => found.terms.push((1, *var)),
            Place::Over => found.terms.push((-1, *var)),
            Place::Outside | Place::Taken => {}
        }
    }
    let is_used = is_apart && touched.len() > n_inside && found.terms.len() <= LEFT;
    touched.iter().for_each(|var| place[var.index()] = Place::Outside);
    found.rules.sort_unstable();
    found.rules.dedup();
    let total = i64::try_from(total).ok()?;
    is_used.then_some(Left { total, ..found })
}

impl Left {
    /// Adds it to a model in which a rule holds if its atom does.
    pub fn post(&self, selectors: &[Option<Atom>], out: &mut Model) {
        let mut unless: Vec<Atom> =
            self.rules.iter().filter_map(|rule| selectors[*rule as usize]).map(|s| !s).collect();
        let vars: Vec<Var> = self.terms.iter().map(|(_, var)| *var).collect();
        let rows = self.rows(out);
        match (vars.as_slice(), rows.as_slice()) {
            ([], [_]) => return,
            (_, []) => {}
            ([x], [row]) => unless.push(x.is(row[0])),
            _ => {
                let when = out.auxiliary(Domain::boolean(), Kind::Bool).is_true();
                unless.push(when);
                let then = Box::new(Constraint::Table { vars, rows: rows.into() });
                post(out, Constraint::Implies { when, then });
            }
        }
        post(out, Constraint::Clause(unless));
    }

    /// The values that are possible.
    fn rows(&self, model: &Model) -> Vec<Vec<i64>> {
        let longer = |row: &Vec<i64>, var: Var| {
            let values = model.vars[var.index()].domain.iter();
            values.map(|value| row.iter().copied().chain([value]).collect()).collect::<Vec<Vec<i64>>>()
        };
        let mut rows = vec![Vec::new()];
        for (_, var) in &self.terms {
            rows = rows.iter().flat_map(|row| longer(row, *var)).collect();
        }
        let sum =
            |row: &[i64]| self.terms.iter().zip(row).map(|((c, _), v)| i128::from(*c) * i128::from(*v)).sum::<i128>();
        rows.retain(|row| sum(row) == i128::from(self.total));
        rows
    }
}

fn post(out: &mut Model, constraint: Constraint) {
    out.constraints.push(Posted { constraint, label: None, encoding: None });
}

#[cfg(test)]
mod tests {
    use super::left;
    use crate::model::{Atom, Cmp, Constraint, Model, Owner, Rule, Rules, Var};

    /// Three different values of 1, 2, 3, a fourth number, and a sum of some of them.
    fn model(summed: &[usize], bound: i64) -> (Model, Vec<Var>, Rules) {
        let mut model = Model::new();
        let vars: Vec<Var> = model.ints("x", 4, 1..=3);
        model.all_different(&vars[..3]);
        let terms = summed.iter().map(|at| (1, vars[*at])).collect();
        model.post(Constraint::Linear { terms, cmp: Cmp::Eq, bound });
        let rules = Rules { list: vec![Rule::default(); 2], owners: vec![Owner::Rule(0), Owner::Rule(1)] };
        (model, vars, rules)
    }

    /// What is said of the model under the two rules.
    fn said(summed: &[usize], bound: i64) -> (Vec<Constraint>, Vec<Var>, [Atom; 2]) {
        let (mut model, vars, rules) = model(summed, bound);
        let found = left(&model, &rules, &|_| true);
        let rule = [model.bool("r").is_true(), model.bool("s").is_true()];
        let n = model.constraints.len();
        found.iter().for_each(|left| left.post(&rule.map(Some), &mut model));
        (model.constraints.split_off(n).into_iter().map(|posted| posted.constraint).collect(), vars, rule)
    }

    #[test]
    fn one_is_left() {
        let (constraints, vars, [r, s]) = said(&[0, 1], 4);
        assert_eq!(constraints, [Constraint::Clause(vec![!r, !s, vars[2].is(2)])]);
    }

    #[test]
    fn none_is_left() {
        assert_eq!(said(&[0, 1, 2], 6).0, []);
        let (constraints, _, [r, s]) = said(&[0, 1, 2], 7);
        assert_eq!(constraints, [Constraint::Clause(vec![!r, !s])]);
        let (constraints, _, [r, s]) = said(&[0, 1], 1);
        assert_eq!(constraints, [Constraint::Clause(vec![!r, !s])], "5 is no value");
    }

    #[test]
    fn one_is_left_and_one_is_over() {
        let (constraints, vars, _) = said(&[0, 1, 3], 5);
        let [Constraint::Implies { then, .. }, Constraint::Clause(_)] = constraints.as_slice() else {
            panic!("{constraints:?}");
        };
        let rows = vec![vec![2, 1], vec![3, 2]];
        assert_eq!(**then, Constraint::Table { vars: vec![vars[2], vars[3]], rows: rows.into() });
    }

    #[test]
    fn more_say_nothing() {
        assert_eq!(said(&[0, 3], 3).0, [], "most of it is not inside");
        let (model, _, rules) = model(&[0, 1], 4);
        assert!(left(&model, &rules, &|rule| rule == 0).is_empty(), "the sum does not take part");
    }
}
