//! Bounds: of sums, and of variables declared without any.
//!
//! An unbounded variable starts between `-HUGE` and `HUGE`; when all constraints are there, presolving finds what they say
//! about bounds, and a variable that still touches `HUGE` gets the default range. Only variables without declared bounds and auxiliaries
//! (with the user's name or without one) are narrowed, so a declared domain stays what the user wrote.

use super::{Flat, HUGE};
use crate::front::diagnostic::{Outcome, stopped};
use crate::front::sum::{Sum, Term};
use crate::model::{Domain, Operand, Var, VarDecl};
use crate::presolve;

/// From the smallest to the largest possible value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub lo: i128,
    pub hi: i128,
}

/// How far a variable is looked at that nothing bounds.
const DEFAULT_BOUND: i64 = 1_000_000;

/// No domain reaches further, so that sums of a few domains fit into 64 bits.
const LIMIT: i128 = 1 << 61;

impl Range {
    /// As a domain, cut off far out.
    pub fn domain(self) -> Domain {
        Domain::range(self.lo.clamp(-LIMIT, LIMIT) as i64, self.hi.clamp(-LIMIT, LIMIT) as i64)
    }

    /// Whether it is not cut off as a domain.
    pub fn is_small(self) -> bool {
        -LIMIT < self.lo && self.hi < LIMIT
    }

    /// Whether it cannot be that of a variable that nobody has bounded yet.
    pub fn is_bounded(self) -> bool {
        -i128::from(HUGE) < self.lo && self.hi < i128::from(HUGE)
    }

    fn times(self, factor: i64) -> Range {
        let ends = [self.lo * i128::from(factor), self.hi * i128::from(factor)];
        Range { lo: ends[0].min(ends[1]), hi: ends[0].max(ends[1]) }
    }
}

impl Flat {
    /// The range of a variable. A domain that is cut off says nothing about how far its values go.
    pub fn var_range(&self, var: Var) -> Range {
        let domain = self.model.domain(var);
        if domain.is_empty() {
            return Range { lo: 0, hi: 0 };
        }
        let (lo, hi) = (i128::from(domain.min()), i128::from(domain.max()));
        Range {
            lo: if lo <= -LIMIT { i64::MIN.into() } else { lo },
            hi: if hi >= LIMIT { i64::MAX.into() } else { hi },
        }
    }

    /// The range of a constant or variable.
    pub fn operand_range(&self, operand: Operand) -> Range {
        match operand {
            Operand::Const(value) => Range { lo: value.into(), hi: value.into() },
            Operand::Var(var) => self.var_range(var),
        }
    }

    /// The range of a sum.
    pub fn range(&self, sum: &Sum) -> Range {
        let start = Range { lo: sum.constant.into(), hi: sum.constant.into() };
        sum.terms.iter().fold(start, |range, (c, term)| {
            let one = match term {
                Term::Var(var) => self.var_range(*var).times(*c),
                Term::Atom(_) => Range { lo: 0, hi: 1 }.times(*c),
            };
            Range { lo: range.lo.saturating_add(one.lo), hi: range.hi.saturating_add(one.hi) }
        })
    }

    /// Find bounds for the variables that were declared without.
    pub fn infer_bounds(&mut self) -> Outcome<()> {
        if self.unbounded.is_empty() {
            return Ok(());
        }
        let is_auxiliary = |decl: &VarDecl| decl.name.is_empty();
        let mut free: Vec<bool> = self.model.vars.iter().map(is_auxiliary).collect();
        self.unbounded.iter().chain(&self.defined).for_each(|var| free[var.index()] = true);
        let found = match presolve::bounded(&self.model, free.clone(), self.meter.budget()) {
            Ok(found) => found,
            Err(stop) => return stopped(stop),
        };
        let decls = self.model.vars.iter_mut().zip(found).zip(free);
        // A variable without any value stays so: the engines will say what that means.
        let narrowed = decls.filter(|((decl, _), free)| *free && !decl.domain.is_empty());
        narrowed.for_each(|((decl, domain), _)| decl.domain = domain);
        Ok(())
    }

    /// Variables that nothing bounds get the default range; each is named in a remark.
    pub fn bound_the_rest(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        for var in self.unbounded.clone() {
            let Range { lo, hi } = self.var_range(var);
            if lo > i128::from(-HUGE) && hi < i128::from(HUGE) {
                continue;
            }
            let default = Domain::range(-DEFAULT_BOUND, DEFAULT_BOUND);
            let decl = &mut self.model.vars[var.index()];
            let both = decl.domain.intersect(&default);
            if !both.is_empty() {
                decl.domain = both;
            }
            notes.push(format!(
                "no bounds are known for the variable `{}`: only values from {} to {} are looked at; declare it with a range",
                self.model.shown_name(var),
                self.model.domain(var).min(),
                self.model.domain(var).max()
            ));
        }
        notes
    }
}

/// The range of a product; saturating, since factors may reach far.
pub(super) fn product(a: Range, b: Range) -> Range {
    let ends = [a.lo, a.hi].into_iter().flat_map(|x| [b.lo, b.hi].map(|y| x.saturating_mul(y)));
    let (mut lo, mut hi) = (i128::MAX, i128::MIN);
    ends.for_each(|end| (lo, hi) = (lo.min(end), hi.max(end)));
    Range { lo, hi }
}

#[cfg(test)]
mod tests {
    use super::DEFAULT_BOUND;
    use crate::csp;
    use crate::front::{Data, Program, Source};
    use crate::model::{Model, Var};
    use crate::search::{Budget, End};

    fn flat(text: &str) -> Result<Model, String> {
        let program = Program::parse(&[Source::new("test.mzn", text)]).map_err(|e| e.to_string())?;
        program.instantiate(&Data::default()).map(|instance| instance.model).map_err(|e| e.to_string())
    }

    fn count(text: &str) -> String {
        let model = flat(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let (n, end, _) = csp::count(&model, &"mrv+mac".parse().expect("an order"), &Budget::unlimited());
        assert_eq!(end, End::Exhausted);
        n.to_string()
    }

    #[test]
    fn m51_bounds_follow_through_a_negative_coefficient() {
        assert_eq!(count("var int: x; var 0..5: y; constraint y - x = 2; solve satisfy;"), "6");
        assert_eq!(count("var int: x; var 0..5: y; constraint y - 2*x = 1; solve satisfy;"), "3");
    }

    #[test]
    fn m52_an_absolute_value_bounds_both_sides() {
        assert_eq!(count("var int: x; constraint abs(x) <= 5; constraint x <= 3; solve satisfy;"), "9");
    }

    #[test]
    fn m57_a_quotient_is_as_wide_as_its_smallest_divisor_makes_it() {
        let text = "var 0..10: x; var -3..3: y; var -20..20: z; constraint z = x div y; solve satisfy;";
        assert_eq!(count(text), "66");
    }

    #[test]
    fn a_declared_domain_stays_what_the_user_wrote() {
        let model = flat("var int: x; var 0..9: y; constraint x = 2*y; constraint y < 3; solve satisfy;");
        let model = model.expect("x has bounds");
        let domain =
            |name: &str| model.vars.iter().find(|decl| decl.name == name).expect("declared").domain.to_string();
        assert_eq!((domain("x"), domain("y")), ("0..18".to_string(), "0..9".to_string()));
    }

    #[test]
    fn what_has_no_bounds_gets_the_default_and_a_remark() {
        for text in ["var int: x; solve satisfy;", "var int: x; var int: y; constraint x < y; solve satisfy;"] {
            let program = Program::parse(&[Source::new("m.mzn", text)]).expect("it parses");
            let instance = program.instantiate(&Data::new()).expect("it has a default range");
            assert!(
                instance.warnings[0].contains("no bounds are known for the variable `x`"),
                "{:?}",
                instance.warnings
            );
            assert_eq!(instance.model.domain(Var(0)).min(), -DEFAULT_BOUND);
        }
    }
}
