//! Global constraints that need the waist: all-different, table, circuit, lexicographic order.

use super::array::cells;
use super::whole;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, from_formula};
use crate::front::flatten::Entry;
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::syntax::Op;
use crate::front::value::{Array, Value};
use crate::model::{Constraint, Domain, Operand, Var};
use std::sync::Arc;

fn variables(ev: &mut Evaluator<'_>, array: &Array, span: Span) -> Outcome<Vec<Var>> {
    array.cells.iter().map(|cell| ev.variable(cell, span)).collect()
}

pub(super) fn all_different(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    if array.cells.len() < 2 {
        return Ok(Value::Bool(true));
    }
    if array.cells.iter().any(|cell| cell.is_set() || cell.is_option()) {
        return pairwise_different(ev, &array.cells, span);
    }
    if let [a, b] = array.cells.as_slice() {
        return ev.comparison(Op::Ne, a, b, span);
    }
    if array.cells.iter().any(Value::is_var) {
        let vars = variables(ev, &array, span)?;
        return Ok(from_formula(Constraint::AllDifferent(vars).into()));
    }
    let mut numbers = Vec::new();
    for cell in &array.cells {
        numbers.push(ev.sum(cell, span)?.constant);
    }
    numbers.sort_unstable();
    Ok(Value::Bool(numbers.windows(2).all(|pair| pair[0] != pair[1])))
}

/// Sets, or values that may be absent and then differ from everything.
fn pairwise_different(ev: &mut Evaluator<'_>, cells: &[Value], span: Span) -> Outcome<Value> {
    let mut parts = Vec::new();
    for (at, a) in cells.iter().enumerate() {
        for b in &cells[at + 1..] {
            ev.flat.meter.tick(1)?;
            let different = ev.weak_truth(Op::Ne, a, b, span)?;
            parts.push(ev.formula(different, span)?);
        }
    }
    Ok(from_formula(Formula::and(parts)))
}

pub(super) fn table(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (array, table) = (cells(&args[0], span)?, cells(&args[1], span)?);
    let [_, columns] = table.index.as_slice() else { return fault(span, "expected a two-dimensional array of rows") };
    if columns.len() != array.cells.len() {
        return fault(span, format!("the table has {} columns for {} variables", columns.len(), array.cells.len()));
    }
    if array.cells.iter().chain(&table.cells).any(Value::is_option) {
        return optional_table(ev, &array.cells, &table.cells, span);
    }
    let rows = rows(ev, &table, columns.len(), span)?;
    let vars = variables(ev, &array, span)?;
    Ok(from_formula(Constraint::Table { vars, rows }.into()))
}

/// The rows of a table, read once however many constraints it is for.
fn rows(ev: &mut Evaluator<'_>, table: &Arc<Array>, width: usize, span: Span) -> Outcome<Arc<[Vec<i64>]>> {
    if let Some(rows) = ev.flat.rows_read_from(table) {
        return Ok(rows);
    }
    ev.flat.meter.tick(table.cells.len() as u64)?;
    let known = |ev: &mut Evaluator<'_>, cell: &Value| match ev.sum(cell, span)? {
        sum if sum.terms.is_empty() => Ok(sum.constant),
        _ => fault(span, "the rows of a table must be known"),
    };
    let rows = table.cells.chunks(width.max(1)).map(|row| row.iter().map(|cell| known(ev, cell)).collect());
    let rows = rows.collect::<Outcome<Vec<Vec<i64>>>>()?;
    let rows = ev.flat.shared_rows(rows);
    ev.flat.remember_rows(table, &rows);
    Ok(rows)
}

/// Some row is equal to what is there; what is absent, in the row or among the variables, goes with anything.
fn optional_table(ev: &mut Evaluator<'_>, cells: &[Value], table: &[Value], span: Span) -> Outcome<Value> {
    let mut rows = Vec::new();
    for row in table.chunks(cells.len().max(1)) {
        let mut equal = Vec::with_capacity(row.len());
        for (a, b) in cells.iter().zip(row) {
            let same = ev.weak_truth(Op::Eq, a, b, span)?;
            equal.push(ev.formula(same, span)?);
        }
        rows.push(ev.flat.named(Formula::and(equal)));
    }
    Ok(from_formula(Formula::or(rows)))
}

/// `x[i]` is the successor of `i` on one tour through all indices.
///
/// Where it must hold, it stays whole. Elsewhere the tour is followed, `p[k + 1] = x[p[k]]`, which is a function of `x`, and must not come back early.
pub(super) fn circuit(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    let [index] = array.index.as_slice() else { return fault(span, "expected a one-dimensional array") };
    let n = array.cells.len();
    if n == 0 {
        return Ok(Value::Bool(true));
    }
    if ev.root
        && let Some(formula) = whole::circuit(ev, args, span, false)?
    {
        return Ok(from_formula(formula));
    }
    let vars = variables(ev, &array, span)?;
    let inside = Domain::range(index.lo, index.hi);
    let mut parts: Vec<Formula> = vars.iter().map(|var| ev.flat.var_in(*var, &inside)).collect();
    if n > 1 {
        parts.push(Constraint::AllDifferent(vars.clone()).into());
    }
    tour_by_steps(ev, &vars, index.lo, &mut parts)?;
    Ok(from_formula(Formula::and(parts)))
}

fn tour_by_steps(ev: &mut Evaluator<'_>, vars: &[Var], first: i64, parts: &mut Vec<Formula>) -> Outcome<()> {
    let array: Vec<Entry> = vars.iter().map(|var| Entry::Plain(Operand::Var(*var))).collect();
    let mut at = Sum::term(Term::Var(vars[0]));
    for _ in 1..vars.len() {
        let place = ev.flat.var_of(&at)?;
        parts.push(ev.flat.var_in(place, &Domain::singleton(first)).negated());
        at = ev.flat.element(&array, first, place, true, None)?;
    }
    Ok(())
}

/// `x` comes before `y` in the dictionary.
pub(super) fn lexicographic(ev: &mut Evaluator<'_>, args: &[Value], span: Span, strict: bool) -> Outcome<Value> {
    if ev.root
        && let Some(formula) = whole::lexicographic(ev, args, span, strict)?
    {
        return Ok(from_formula(formula));
    }
    let (x, y) = (cells(&args[0], span)?, cells(&args[1], span)?);
    ev.lexicographic(if strict { Op::Lt } else { Op::Le }, &x, &y, span)
}
