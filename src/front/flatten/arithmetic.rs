//! Functions of variables: product, quotient, remainder, power, absolute value, extremum and element.
//!
//! Each gives a sum whose variable is defined by one constraint of the waist; the same function of the same variables is
//! defined once. Where an operation is partial, the caller has already dealt with definedness and says whether the
//! constraint must be `total` here, that is, true for some result even where the operation is undefined.

use super::bounds::product;
use super::{Flat, Function, Range};
use crate::front::diagnostic::Outcome;
use crate::front::formula::Formula;
use crate::front::sum::{Sum, Term};
use crate::front::value::EnumId;
use crate::model::{Constraint, Domain, Op, Operand, Var};
use std::sync::Arc;

/// A cell of an array that is read at a variable index.
pub(crate) enum Entry {
    /// A number or a variable.
    Plain(Operand),
    /// What gets a variable of its own, if the index can lead to it.
    Sum(Sum),
}

impl Flat {
    /// `a * b`.
    pub fn times(&mut self, a: &Sum, b: &Sum) -> Outcome<Sum> {
        if a.terms.is_empty() {
            return self.checked(b.times(a.constant));
        }
        if b.terms.is_empty() {
            return self.checked(a.times(b.constant));
        }
        if let ([(c, Term::Atom(p))], [(d, Term::Atom(q))]) = (a.terms.as_slice(), b.terms.as_slice())
            && a.constant == 0
            && b.constant == 0
        {
            let both = self.whole(&Formula::and([Formula::Atom(*p), Formula::Atom(*q)]));
            return self.checked(c.checked_mul(*d).and_then(|factor| Sum::term(Term::Atom(both)).times(factor)));
        }
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        let range = match x == y {
            true => square(self.operand_range(x)),
            false => product(self.operand_range(x), self.operand_range(y)),
        };
        self.fits(range, &[self.operand_range(x), self.operand_range(y)])?;
        Ok(self.operation(Op::Times, x, y, range))
    }

    /// `a div b`; where `b` may be zero the result is that of a divisor that is 1 there.
    pub fn divide(&mut self, a: &Sum, b: &Sum, total: bool) -> Outcome<Sum> {
        let (x, y) = (self.operand(a)?, self.divisor(b, total)?);
        let (range, divisor) = (self.operand_range(x), self.operand_range(y));
        let corners = corners(range, divisor, |x, y| x / y);
        Ok(self.operation(Op::Divide, x, y, corners))
    }

    /// `a mod b`, with the sign of `a`.
    pub fn modulo(&mut self, a: &Sum, b: &Sum, total: bool) -> Outcome<Sum> {
        let (x, y) = (self.operand(a)?, self.divisor(b, total)?);
        let (range, divisor) = (self.operand_range(x), self.operand_range(y));
        let largest = divisor.lo.abs().max(divisor.hi.abs()) - 1;
        let lo = if range.lo < 0 { range.lo.max(-largest) } else { 0 };
        let hi = if range.hi > 0 { range.hi.min(largest) } else { 0 };
        Ok(self.operation(Op::Modulo, x, y, Range { lo, hi }))
    }

    /// `a` to the power of `b`.
    pub fn power(&mut self, a: &Sum, b: &Sum) -> Outcome<Sum> {
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        let (base, exponent) = (self.operand_range(x), self.operand_range(y));
        let largest = base.lo.abs().max(base.hi.abs()).max(1);
        let top =
            u32::try_from(exponent.hi.clamp(0, 200)).ok().and_then(|e| largest.checked_pow(e)).unwrap_or(i128::MAX);
        let lo = if base.lo < 0 { -top } else { 0 };
        self.fits(Range { lo, hi: top }, &[base, exponent])?;
        Ok(self.operation(Op::Power, x, y, Range { lo, hi: top }))
    }

    /// Refuses a result that leaves the integers we can compute with. Arguments without bounds yet may still get some.
    fn fits(&self, result: Range, arguments: &[Range]) -> Outcome<()> {
        match result.is_small() || !arguments.iter().all(|range| range.is_bounded()) {
            true => Ok(()),
            false => crate::front::diagnostic::fault(self.here, "the value may be too large for an integer"),
        }
    }

    /// The absolute value.
    pub fn absolute(&mut self, a: &Sum) -> Outcome<Sum> {
        let range = self.range(a);
        if range.lo >= 0 {
            return Ok(a.clone());
        }
        if range.hi <= 0 {
            return self.checked(a.times(-1));
        }
        let x = self.var_of(a)?;
        let range = Range { lo: 0, hi: range.hi.max(-range.lo) };
        Ok(self.result(Function::Absolute(x), Values::In(range), |z| Constraint::Absolute { x, z }))
    }

    /// The smallest or largest of at least one value.
    pub fn extremum(&mut self, of: &[Sum], largest: bool) -> Outcome<Sum> {
        if let [only] = of {
            return Ok(only.clone());
        }
        let of: Vec<Operand> = of.iter().map(|sum| self.operand(sum)).collect::<Outcome<_>>()?;
        let ranges: Vec<Range> = of.iter().map(|o| self.operand_range(*o)).collect();
        let pick = |values: Vec<i128>| if largest { values.into_iter().max() } else { values.into_iter().min() };
        let lo = pick(ranges.iter().map(|r| r.lo).collect()).unwrap_or(0);
        let hi = pick(ranges.iter().map(|r| r.hi).collect()).unwrap_or(0);
        let values = Values::In(Range { lo, hi });
        Ok(match largest {
            true => self.result(Function::Maximum(of.clone()), values, |result| Constraint::Maximum { of, result }),
            false => self.result(Function::Minimum(of.clone()), values, |result| Constraint::Minimum { of, result }),
        })
    }

    /// `cells[index]`, counting from `first`. With `total`, the array is continued over the whole domain of the index.
    pub fn element(
        &mut self,
        cells: &[Entry],
        first: i64,
        index: Var,
        total: bool,
        of: Option<EnumId>,
    ) -> Outcome<Sum> {
        let domain = self.model.domain(index).clone();
        let last = first + cells.len() as i64 - 1;
        let reached = domain.intersect(&Domain::range(first, last));
        let filler = if reached.is_empty() { 0 } else { reached.min() - first } as usize;
        let (from, to) = match total && (domain.min() < first || domain.max() > last) {
            true => (domain.min(), domain.max()),
            false if reached.is_empty() => (first, last),
            false => (reached.min(), reached.max()),
        };
        if i128::from(to) - i128::from(from) > 10_000_000 {
            return crate::front::diagnostic::fault(self.here, "the index of this array access has too many values");
        }
        let mut array = Vec::with_capacity((to - from + 1) as usize);
        self.meter.tick((to - from) as u64)?;
        for at in from..=to {
            let inside = (at >= first && at <= last && domain.contains(at)).then(|| (at - first) as usize);
            array.push(match &cells[inside.unwrap_or(filler)] {
                Entry::Plain(operand) => *operand,
                Entry::Sum(sum) => self.operand(sum)?,
            });
        }
        let array = self.shared(array);
        let (values, place) = (self.values_of(&array), array.as_ptr() as usize);
        let make = |result: Var| Constraint::Element { array, first: from, index, result: result.into() };
        Ok(self.result(Function::Element(place, from, index, of), Values::Of(values), make))
    }

    /// An array that several constraints read is kept once.
    fn shared(&mut self, array: Vec<Operand>) -> Arc<[Operand]> {
        if let Some(known) = self.arrays.get(array.as_slice()) {
            return known.clone();
        }
        let array: Arc<[Operand]> = array.into();
        self.arrays.insert(array.clone());
        array
    }

    /// What the entries of an array may be. Neighbours often have the same domain.
    fn values_of(&self, array: &[Operand]) -> Domain {
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        let mut last: &[(i64, i64)] = &[];
        for entry in array {
            match entry {
                Operand::Const(value) => ranges.push((*value, *value)),
                Operand::Var(var) if self.model.domain(*var).ranges() == last => {}
                Operand::Var(var) => {
                    last = self.model.domain(*var).ranges();
                    ranges.extend(last);
                }
            }
        }
        Domain::from_ranges(ranges)
    }

    /// A divisor; if `total` and zero is possible, another variable that is 1 where the divisor is zero.
    fn divisor(&mut self, b: &Sum, total: bool) -> Outcome<Operand> {
        let operand = self.operand(b)?;
        let Operand::Var(var) = operand else { return Ok(operand) };
        let domain = self.model.domain(var).clone();
        if !total || !domain.contains(0) {
            return Ok(operand);
        }
        let safe = domain.minus(&Domain::singleton(0)).union(&Domain::singleton(1));
        let one = Sum { constant: 0, terms: vec![(1, Term::Var(var)), (1, Term::Atom(var.is(0)))] };
        if let Some(known) = self.sums.get(&one) {
            return Ok(Operand::Var(*known));
        }
        let fresh = self.auxiliary(safe);
        self.define_sum(fresh, &one)?;
        self.name_sum(one, fresh);
        Ok(Operand::Var(fresh))
    }

    fn operation(&mut self, op: Op, x: Operand, y: Operand, range: Range) -> Sum {
        self.result(Function::Operation(op, x, y), Values::In(range), |z| Constraint::Operation {
            op,
            x,
            y,
            z: z.into(),
        })
    }

    /// The variable of a function's value, defined if it is new.
    fn result(&mut self, function: Function, values: Values, make: impl FnOnce(Var) -> Constraint) -> Sum {
        if let Some(var) = self.results.get(&function) {
            return Sum::term(Term::Var(*var));
        }
        let var = match values {
            Values::In(range) => self.ranged(range),
            Values::Of(domain) => self.auxiliary(domain),
        };
        self.define(|flat| flat.push(make(var)));
        self.results.insert(function, var);
        Sum::term(Term::Var(var))
    }
}

/// What a function's value may be.
enum Values {
    In(Range),
    Of(Domain),
}

fn square(range: Range) -> Range {
    let ends = [range.lo.saturating_mul(range.lo), range.hi.saturating_mul(range.hi)];
    let lo = if range.lo <= 0 && range.hi >= 0 { 0 } else { ends[0].min(ends[1]) };
    Range { lo, hi: ends[0].max(ends[1]) }
}

/// The range of a quotient: extreme at the ends of the dividend and at the divisors nearest to and furthest from zero.
fn corners(x: Range, y: Range, f: impl Fn(i128, i128) -> i128) -> Range {
    let divisors = [y.lo, y.hi, 1.clamp(y.lo, y.hi), (-1).clamp(y.lo, y.hi)];
    let (mut lo, mut hi) = (0, 0);
    let mut first = true;
    for y in divisors.into_iter().filter(|y| *y != 0) {
        for x in [x.lo, x.hi, 0.clamp(x.lo, x.hi)] {
            let value = f(x, y);
            (lo, hi) = if first { (value, value) } else { (lo.min(value), hi.max(value)) };
            first = false;
        }
    }
    Range { lo, hi }
}
