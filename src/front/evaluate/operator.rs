//! Operators. Two known integers take the short way; everything else becomes a sum, a formula or a set.

use super::{Evaluator, from_formula, from_sum};
use crate::front::diagnostic::{Outcome, fault, fault_with, undefined, unsupported_type};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::Sum;
use crate::front::syntax::{Expr, Link, Op};
use crate::front::value::{Array, Index, OpenSet, Set, Value};
use crate::model::Cmp;
use std::sync::Arc;

/// After so many links of a chain of `->` and the like, what there is gets a name: to negate it is cheap then.
const LONG: usize = 16;

impl Evaluator<'_> {
    pub(super) fn unary(&mut self, op: Op, inner: &Expr, span: Span) -> Outcome<Value> {
        if op == Op::Not {
            let value = self.boolean(inner, false)?;
            let negated = |ev: &mut Self, value: Value| Ok(from_formula(ev.formula(value, inner.span)?.negated()));
            return match value.is_option() {
                true => self.lifted(&value, |ev, value| negated(ev, value.clone())),
                false => negated(self, value),
            };
        }
        let value = self.eval(inner)?;
        if value.is_option() {
            return self.lifted(&value, |ev, value| ev.binary(Op::Times, value.clone(), Value::Int(-1), span));
        }
        match value {
            Value::Int(value) => self.at(span).checked(value.checked_neg()).map(Value::Int),
            Value::Float(value) => Ok(Value::Float(-value)),
            value => {
                let sum = self.sum(&value, inner.span)?;
                self.at(span).checked(sum.times(-1)).map(from_sum)
            }
        }
    }

    /// Errors from here on point at this place.
    pub fn at(&mut self, span: Span) -> &mut crate::front::flatten::Flat {
        self.flat.here = span;
        &mut self.flat
    }

    pub(super) fn chain(&mut self, first: &Expr, links: &[Link], span: Span) -> Outcome<Value> {
        match links[0].op {
            Op::And | Op::Or if links.iter().all(|link| link.op == links[0].op) => self.junction(first, links),
            Op::Iff | Op::Implies | Op::ImpliedBy | Op::Or | Op::Xor | Op::And => self.logic(first, links),
            Op::Plus | Op::Minus => self.addition(first, links, span),
            Op::Default => self.default(first, links, span),
            op @ (Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne) if self.root && links.len() == 1 => {
                self.held(op, first, &links[0].right, span)
            }
            _ => {
                let left = self.eval(first)?;
                links.iter().try_fold(left, |left, link| {
                    let right = self.eval(&link.right)?;
                    self.binary(link.op, left, right, span)
                })
            }
        }
    }

    /// A run of `/\` or of `\/`; stops at the first operand that decides it.
    fn junction(&mut self, first: &Expr, links: &[Link]) -> Outcome<Value> {
        let all = links[0].op == Op::And;
        let mut parts = Vec::with_capacity(links.len() + 1);
        for expr in std::iter::once(first).chain(links.iter().map(|link| &link.right)) {
            let value = self.part(expr)?;
            let value = if value.is_option() { self.or_else(&value, Value::Bool(all), expr.span)? } else { value };
            match self.formula(value, expr.span)? {
                Formula::Const(value) if value != all => return Ok(Value::Bool(value)),
                part => parts.push(part),
            }
        }
        Ok(from_formula(if all { Formula::and(parts) } else { Formula::or(parts) }))
    }

    /// An operand; `keeps` if the whole is true the sooner, the sooner it is.
    fn operand_of_logic(&mut self, operand: &Expr, keeps: bool) -> Outcome<Value> {
        match keeps {
            true => self.part(operand),
            false => self.boolean(operand, false),
        }
    }

    fn logic(&mut self, first: &Expr, links: &[Link]) -> Outcome<Value> {
        // Whether an operand stays as it is, and is not denied, on both ways out of it.
        let is_kept =
            |from: usize| links[from..].iter().all(|link| matches!(link.op, Op::And | Op::Or | Op::ImpliedBy));
        let value = self.operand_of_logic(first, is_kept(0))?;
        if value.is_option() {
            return self.option_logic(value, links);
        }
        let mut left = self.formula(value, first.span)?;
        for (at, link) in links.iter().enumerate() {
            // A known left side may make the right side irrelevant, and then it need not make sense.
            left = match (link.op, &left) {
                (Op::Implies, Formula::Const(false)) | (Op::Or, Formula::Const(true)) => Formula::Const(true),
                (Op::And, Formula::Const(false)) => Formula::Const(false),
                _ => {
                    let keeps = matches!(link.op, Op::And | Op::Or | Op::Implies) && is_kept(at + 1);
                    let value = self.operand_of_logic(&link.right, keeps)?;
                    if value.is_option() {
                        let value = self.option_operator(link.op, from_formula(left), value, link.right.span)?;
                        return self.option_logic(value, &links[at + 1..]);
                    }
                    let right = self.formula(value, link.right.span)?;
                    connect(link.op, left, right)
                }
            };
            if at % LONG == LONG - 1 {
                left = self.flat.named(left);
            }
        }
        Ok(from_formula(left))
    }

    /// A chain of truth functions where something may be absent.
    fn option_logic(&mut self, first: Value, links: &[Link]) -> Outcome<Value> {
        links.iter().try_fold(first, |left, link| {
            let right = self.boolean(&link.right, false)?;
            self.binary(link.op, left, right, link.right.span)
        })
    }

    /// A run of `+` and `-`, summed in place.
    fn addition(&mut self, first: &Expr, links: &[Link], span: Span) -> Outcome<Value> {
        let left = self.eval(first)?;
        if let (Value::Int(a), [link]) = (&left, links) {
            let right = self.eval(&link.right)?;
            if let Value::Int(b) = right {
                let value = if link.op == Op::Plus { a.checked_add(b) } else { a.checked_sub(b) };
                return self.at(span).checked(value).map(Value::Int);
            }
            return self.binary(link.op, left, right, span);
        }
        let mut rights = Vec::with_capacity(links.len());
        for link in links {
            rights.push((link.op, self.eval(&link.right)?, link.right.span));
        }
        if left.is_option() || rights.iter().any(|(_, right, _)| right.is_option()) {
            return rights.into_iter().try_fold(left, |left, (op, right, at)| self.binary(op, left, right, at));
        }
        self.add_all(left, rights, span)
    }

    fn add_all(
        &mut self,
        left: Value,
        rights: impl IntoIterator<Item = (Op, Value, Span)>,
        span: Span,
    ) -> Outcome<Value> {
        let mut float = match left {
            Value::Float(value) => Some(value),
            _ => None,
        };
        let mut sum = if float.is_some() { Sum::default() } else { self.sum(&left, span)? };
        for (op, right, at) in rights {
            let sign = if op == Op::Plus { 1 } else { -1 };
            match (&right, float, sum.terms.is_empty()) {
                (Value::Float(b), Some(a), _) => float = Some(a + sign as f64 * b),
                (Value::Float(b), None, true) => float = Some(sum.constant as f64 + sign as f64 * b),
                (Value::Int(b), Some(a), _) => float = Some(a + sign as f64 * *b as f64),
                (_, Some(_), _) | (Value::Float(_), _, _) => return unsupported_type(at, "float variables"),
                _ => {
                    let right = self.sum(&right, at)?;
                    let done = sum.add(sign, &right);
                    self.at(span).checked(done)?;
                }
            }
        }
        let done = sum.tidy();
        self.at(span).checked(done)?;
        Ok(float.map_or_else(|| from_sum(sum), Value::Float))
    }

    /// One binary operator on two values.
    pub fn binary(&mut self, op: Op, left: Value, right: Value, span: Span) -> Outcome<Value> {
        if (left.is_option() || right.is_option()) && !matches!(op, Op::Concat) {
            return self.option_operator(op, left, right, span);
        }
        match op {
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => self.comparison(op, &left, &right, span),
            Op::In => self.membership(&left, &right, span),
            Op::Subset | Op::Superset | Op::Union | Op::Diff | Op::SymDiff | Op::Intersect => {
                self.set_operator(op, &left, &right, span)
            }
            Op::Range => self.range_of(&left, &right, span),
            Op::RangeBelow | Op::AboveRange | Op::AboveRangeBelow => self.narrow_range(op, &left, &right, span),
            Op::Times => self.multiply(&left, &right, span),
            Op::Div | Op::Mod => self.division(op, &left, &right, span),
            Op::Divide => float_division(&left, &right, span),
            Op::Pow => self.power(&left, &right, span),
            Op::Concat => self.concat(&left, &right, span),
            Op::Default => fault(span, "`default` looks at expressions, not at values"),
            Op::Plus | Op::Minus => self.add_all(left, [(op, right, span)], span),
            Op::Iff | Op::Implies | Op::ImpliedBy | Op::Or | Op::Xor | Op::And => {
                let (a, b) = (self.formula(left, span)?, self.formula(right, span)?);
                Ok(from_formula(connect(op, a, b)))
            }
            Op::Not | Op::Neg => fault(span, "this operator has one operand"),
        }
    }

    /// A range without one of its ends or both.
    fn narrow_range(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let of = self.enum_of(left).or(self.enum_of(right));
        let (mut lo, mut hi) = (self.number(left.clone()), self.number(right.clone()));
        if op != Op::RangeBelow {
            lo = self.binary(Op::Plus, lo, Value::Int(1), span)?;
        }
        if op != Op::AboveRange {
            hi = self.binary(Op::Minus, hi, Value::Int(1), span)?;
        }
        Ok(match self.range_of(&lo, &hi, span)? {
            Value::Set(set) => Value::Set(Arc::new(Set { members: set.members.clone(), of })),
            Value::OpenSet(set) => Value::OpenSet(Arc::new(OpenSet { members: set.members.clone(), of })),
            other => other,
        })
    }

    fn multiply(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => self.at(span).checked(a.checked_mul(*b)).map(Value::Int),
            (Value::Float(a), Value::Float(b)) => Ok(Value::Float(a * b)),
            (Value::Float(a), Value::Int(b)) | (Value::Int(b), Value::Float(a)) => Ok(Value::Float(a * *b as f64)),
            _ => {
                let (a, b) = (self.sum(left, span)?, self.sum(right, span)?);
                self.at(span).times(&a, &b).map(from_sum)
            }
        }
    }

    pub fn division(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        if let (Value::Int(a), Value::Int(b)) = (left, right) {
            if *b == 0 {
                return undefined(span, "division by zero");
            }
            let value = if op == Op::Div { a.checked_div(*b) } else { Some(a.checked_rem(*b).unwrap_or(0)) };
            return self.at(span).checked(value).map(Value::Int);
        }
        let (a, b) = (self.sum(left, span)?, self.sum(right, span)?);
        if b.terms.is_empty() && b.constant == 0 {
            return undefined(span, "division by zero");
        }
        let nonzero = self.at(span).compare(&b, Cmp::Ne)?;
        self.require(nonzero);
        let total = !self.root;
        match op {
            Op::Div => self.flat.divide(&a, &b, total).map(from_sum),
            _ => self.flat.modulo(&a, &b, total).map(from_sum),
        }
    }

    /// `left` to the power of `right`.
    pub fn power(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        if let (Value::Int(a), Value::Int(b)) = (left, right) {
            return match crate::model::Op::Power.apply(*a, *b) {
                None if *a == 0 && *b < 0 => undefined(span, "zero to a negative power"),
                value => self.at(span).checked(value.and_then(|v| i64::try_from(v).ok())).map(Value::Int),
            };
        }
        if let (Value::Float(_), _) | (_, Value::Float(_)) = (left, right) {
            return Ok(Value::Float(float(left, span)?.powf(float(right, span)?)));
        }
        let (a, b) = (self.sum(left, span)?, self.sum(right, span)?);
        if self.flat.range(&b).lo < 0 {
            let above = self.at(span).compare(&b, Cmp::Ge)?;
            let nonzero = self.flat.compare(&a, Cmp::Ne)?;
            match self.root {
                true => self.require(Formula::or([above, nonzero])),
                false => {
                    self.require(Formula::or([above.clone(), nonzero]));
                    return self.power_or_reciprocal(left, right, above, span);
                }
            }
        }
        self.at(span).power(&a, &b).map(from_sum)
    }

    /// A power whose exponent may be negative, somewhere it need not be defined. One over an integer is an integer for 1
    /// and -1 only, else 0.
    fn power_or_reciprocal(&mut self, left: &Value, right: &Value, above: Formula, span: Span) -> Outcome<Value> {
        let zero = Value::Int(0);
        let exponent =
            self.select(vec![(above.clone(), right.clone()), (above.clone().negated(), zero.clone())], false, span)?;
        let power = {
            let (a, b) = (self.sum(left, span)?, self.sum(&exponent, span)?);
            self.at(span).power(&a, &b).map(from_sum)?
        };
        let one = self.comparison(Op::Eq, left, &Value::Int(1), span)?;
        let minus_one = self.comparison(Op::Eq, left, &Value::Int(-1), span)?;
        let parity = self.division(Op::Mod, right, &Value::Int(2), span)?;
        let even = self.comparison(Op::Eq, &parity, &zero, span)?;
        let (one, minus_one, even) =
            (self.formula(one, span)?, self.formula(minus_one, span)?, self.formula(even, span)?);
        let positive = Formula::or([one, Formula::and([minus_one.clone(), even.clone()])]);
        let negative = Formula::and([minus_one, even.negated()]);
        let reciprocal = vec![
            (positive.clone(), Value::Int(1)),
            (negative.clone(), Value::Int(-1)),
            (Formula::and([positive.negated(), negative.negated()]), zero),
        ];
        let reciprocal = self.select(reciprocal, false, span)?;
        self.select(vec![(above.clone(), power), (above.negated(), reciprocal)], false, span)
    }

    pub(super) fn concat(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        match (left, right) {
            (Value::Array(a), Value::Array(b)) => {
                self.step(a.cells.len() as u64 + b.cells.len() as u64, span)?;
                let cells = a.cells.iter().chain(&b.cells).cloned().collect();
                // Rows are put below each other; the first index counts from 1.
                let rows = (a.index.len() > 1 && a.index.len() == b.index.len() && a.index[1..] == b.index[1..])
                    .then(|| Index::counted(1, a.index[0].len() + b.index[0].len()));
                Ok(match rows {
                    Some(rows) => {
                        let index = std::iter::once(rows).chain(a.index[1..].iter().copied()).collect();
                        Value::Array(Arc::new(Array { index, cells }))
                    }
                    None => Value::Array(Arc::new(Array::list(cells))),
                })
            }
            (Value::Str(a), Value::Str(b)) => {
                self.spell(a.len() + b.len())?;
                Ok(Value::Str(format!("{a}{b}").into()))
            }
            (Value::Tuple(a), Value::Tuple(b)) => Ok(Value::Tuple(a.iter().chain(b.iter()).cloned().collect())),
            (Value::Record(a), Value::Record(b)) => {
                match a.iter().find(|(name, _)| b.iter().any(|(other, _)| other == name)) {
                    Some((name, _)) => fault(span, format!("both records have a field `{name}`")),
                    None => Ok(Value::Record(super::compound::sorted(a.iter().chain(b.iter()).cloned().collect()))),
                }
            }
            // A set among arrays is the list of its members.
            (Value::Array(_), Value::Set(_)) | (Value::Set(_), Value::Array(_)) => {
                let listed = |value: &Value| match value {
                    Value::Set(set) => Value::list(
                        set.members.iter().map(|at| set.of.map_or(Value::Int(at), |of| Value::Enum(of, at))),
                    ),
                    value => value.clone(),
                };
                self.concat(&listed(left), &listed(right), span)
            }
            (a, b) => fault(span, format!("`++` joins two arrays or two strings, found {} and {}", a.kind(), b.kind())),
        }
    }
}

/// A truth function of two formulas.
pub(super) fn connect(op: Op, a: Formula, b: Formula) -> Formula {
    match op {
        Op::Iff => Formula::iff(a, b),
        Op::Implies => Formula::implies(a, b),
        Op::ImpliedBy => Formula::implies(b, a),
        Op::Or => Formula::or([a, b]),
        Op::Xor => Formula::iff(a, b.negated()),
        _ => Formula::and([a, b]),
    }
}

/// Whether an order agrees with a comparison operator.
pub(super) fn ordered(op: Op, order: std::cmp::Ordering) -> bool {
    match op {
        Op::Eq => order.is_eq(),
        Op::Ne => order.is_ne(),
        Op::Lt => order.is_lt(),
        Op::Le => order.is_le(),
        Op::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// A known number as a float.
pub(crate) fn float(value: &Value, span: Span) -> Outcome<f64> {
    match value {
        Value::Int(value) => Ok(*value as f64),
        Value::Float(value) => Ok(*value),
        other if other.is_var() => unsupported_type(span, "float variables"),
        other => fault(span, format!("expected a number, found {}", other.kind())),
    }
}

fn float_division(left: &Value, right: &Value, span: Span) -> Outcome<Value> {
    if left.is_var() || right.is_var() {
        let help = "`div` divides whole numbers; `a / b` is a float, and only known numbers may be floats";
        return fault_with(span, "float variables are not supported", help);
    }
    Ok(Value::Float(float(left, span)? / float(right, span)?))
}
