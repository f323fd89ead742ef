//! Random models from a seed, for tests: every form of constraint over domains of a chosen shape.
//!
//! One generator for every test that compares an engine with [`Constraint::holds`]. What holds: the same seed and shape
//! give the same model; a new form of constraint does not compile until [`Form`] and the generator know it; values in
//! constraints are drawn from the domains and their edges, so that both outcomes are likely. [`solutions`] is the
//! brute-force oracle, and a shape says how many assignments that may try.

mod constraint;
mod domain;
mod form;
mod global;
mod oracle;

pub use domain::Values;
pub use form::Form;
pub use oracle::solutions;

use super::{Assignment, Constraint, Domain, Kind, Model, Objective, SearchHint, Var};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

/// How models are drawn. The constants are starting points: `Shape { depth: 0, ..Shape::SMALL }`.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The number of variables.
    pub n_vars: RangeInclusive<i64>,
    /// Where domains come from; one is drawn for each variable, those listed twice twice as often.
    pub domains: &'static [Values],
    /// The forms of constraints.
    pub forms: &'static [Form],
    /// The number of constraints.
    pub n_constraints: RangeInclusive<i64>,
    /// The most atoms, terms, columns or entries of one constraint.
    pub n_arguments: i64,
    /// How deep implications and equivalences nest.
    pub depth: u32,
    /// At most so many sums over most of the variables, besides the other constraints.
    pub n_long_sums: i64,
    /// How likely a variable is no answer variable and has no name.
    pub auxiliaries: f64,
    /// No more assignments than this: domains that would make it more become small ones.
    pub most_assignments: u64,
    /// Whether there may be an objective and search hints.
    pub goals: bool,
}

impl Shape {
    /// A handful of variables with a handful of values, everything said about them.
    pub const SMALL: Shape = Shape {
        n_vars: 1..=5,
        domains: &[Values::Boolean, Values::Boolean, Values::Few, Values::Range(5), Values::One],
        forms: Form::ALL,
        n_constraints: 1..=3,
        n_arguments: 5,
        depth: 2,
        n_long_sums: 0,
        auxiliaries: 0.2,
        most_assignments: 2_000,
        goals: false,
    };

    /// Booleans mostly, with long sums over them, as puzzles have.
    pub const BOOLEAN: Shape = Shape {
        n_vars: 1..=9,
        domains: &[Values::Boolean, Values::Boolean, Values::Boolean, Values::Boolean, Values::Boolean, Values::One],
        n_constraints: 0..=5,
        n_arguments: 4,
        depth: 1,
        n_long_sums: 2,
        ..Shape::SMALL
    };

    /// Domains on both sides of every threshold in the engines, too large to try every assignment: see [`planted`].
    pub const WIDE: Shape = Shape {
        n_vars: 1..=4,
        domains: &[
            Values::Boolean,
            Values::Few,
            Values::Sparse,
            Values::Near(256),
            Values::Near(4096),
            Values::Near(20_000),
            Values::Around(1 << 40),
            Values::Around(1 << 61),
        ],
        n_arguments: 4,
        most_assignments: u64::MAX,
        ..Shape::SMALL
    };
}

/// A random model.
pub fn model(seed: u64, shape: &Shape) -> Model {
    Dice::new(seed, shape).model(&mut |_| true)
}

/// A random model whose first constraint has this form.
pub fn model_with(form: Form, seed: u64, shape: &Shape) -> Model {
    let mut dice = Dice::new(seed, shape);
    dice.first = Some(form);
    dice.model(&mut |_| true)
}

/// A random model and a solution of it, for domains that are too large to try. The first constraint has the form, if a
/// constraint of that form that holds was found.
pub fn planted(form: Form, seed: u64, shape: &Shape) -> (Model, Assignment) {
    let mut dice = Dice::new(seed, shape);
    dice.first = Some(form);
    dice.declare();
    let point = Assignment::new(dice.model.all_vars().map(|x| dice.value_of(x)).collect());
    dice.point = Some(point.clone());
    let model = dice.model(&mut |constraint| constraint.holds(&point));
    (model, point)
}

/// A source of random pieces of a model.
struct Dice<'a> {
    random: Pcg64Mcg,
    shape: &'a Shape,
    /// The form of the first constraint, if somebody cares.
    first: Option<Form>,
    /// The assignment that constraints are drawn around.
    point: Option<Assignment>,
    model: Model,
}

impl<'a> Dice<'a> {
    fn new(seed: u64, shape: &'a Shape) -> Dice<'a> {
        let random = Pcg64Mcg::seed_from_u64(seed);
        Dice { random, shape, first: None, point: None, model: Model::new() }
    }

    fn roll(&mut self, range: RangeInclusive<i64>) -> i64 {
        self.random.random_range(range)
    }

    fn chance(&mut self, share: f64) -> bool {
        self.random.random_bool(share)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.random_range(0..from.len())]
    }

    /// The model with the constraints that are wanted; one that is not is drawn again, a few times.
    fn model(mut self, is_wanted: &mut dyn FnMut(&Constraint) -> bool) -> Model {
        if self.model.vars.is_empty() {
            self.declare();
        }
        for i in 0..self.roll(self.shape.n_constraints.clone()) {
            let form = self.first.filter(|_| i == 0).unwrap_or_else(|| self.pick(self.shape.forms));
            self.post(is_wanted, &mut |dice| dice.constraint(form, dice.shape.depth));
        }
        for _ in 0..self.roll(0..=self.shape.n_long_sums) {
            self.post(is_wanted, &mut Dice::long_sum);
        }
        if self.shape.goals {
            self.goals();
        }
        self.model
    }

    fn post(&mut self, is_wanted: &mut dyn FnMut(&Constraint) -> bool, draw: &mut dyn FnMut(&mut Self) -> Constraint) {
        const TRIES: usize = 20;
        let drawn = (0..TRIES).map(|_| draw(self)).find(|constraint| is_wanted(constraint));
        drawn.into_iter().for_each(|constraint| self.model.post(constraint));
    }

    fn declare(&mut self) {
        let mut room = self.shape.most_assignments;
        for i in 0..self.roll(self.shape.n_vars.clone()) {
            let drawn = self.domain();
            let domain = if drawn.size() <= room { drawn } else { Domain::range(0, room.min(2) as i64 - 1) };
            room /= domain.size().max(1);
            let kind = if domain == Domain::boolean() { Kind::Bool } else { Kind::Int };
            match self.chance(self.shape.auxiliaries) {
                true => self.model.auxiliary(domain, kind),
                false => self.model.answer_var(format!("x{i}"), domain, kind),
            };
        }
    }

    fn goals(&mut self) {
        let x = self.var();
        self.model.objective = self.pick(&[Objective::Satisfy, Objective::Minimise(x), Objective::Maximise(x)]);
        let words = ["input_order", "first_fail", "anti_first_fail", "smallest", "largest", "dom_w_deg", "max_regret"];
        let choices = ["indomain_min", "indomain_max", "indomain_split", "indomain_median", "indomain_random"];
        for _ in 0..self.roll(0..=2) {
            let (select, choose) = (self.pick(&words).to_string(), self.pick(&choices).to_string());
            let vars = (0..self.roll(0..=3)).map(|_| self.var()).collect::<Vec<Var>>();
            self.model.search.push(SearchHint { vars, select, choose });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Shape, model, model_with, planted, solutions};

    #[test]
    fn the_same_seed_gives_the_same_model_with_the_form_asked_for() {
        for (seed, form) in (0..).zip(Form::ALL) {
            let drawn = model_with(*form, seed, &Shape::SMALL);
            let again = model_with(*form, seed, &Shape::SMALL);
            // Functions of the user's own are each their own, so the text is compared.
            assert_eq!(format!("{drawn:?}"), format!("{again:?}"));
            assert_eq!(Form::of(&drawn.constraints[0].constraint), *form);
        }
    }

    /// Neither all models have solutions nor none, and none is too large to try.
    #[test]
    fn both_outcomes_are_likely() {
        for shape in [Shape::SMALL, Shape::BOOLEAN] {
            let models = (0..200).map(|seed| model(seed, &shape));
            let n_sat = models.filter(|model| solutions(model).next().is_some()).count();
            assert!((40..=160).contains(&n_sat), "{n_sat} of 200 have solutions");
        }
    }

    #[test]
    fn what_is_planted_is_a_solution() {
        for (form, seed) in Form::ALL.iter().flat_map(|form| (0..20).map(move |seed| (*form, seed))) {
            let (model, point) = planted(form, seed, &Shape::WIDE);
            assert_eq!(model.violated_by(&point), None, "{form:?} {seed}: {model:#?}");
        }
    }
}
