//! What each kind of constraint is in inequalities, and what its opposite is.

use super::inequality::Inequality;
use super::statement::{Statement, with};
use crate::cnf::Lit;
use crate::cnf::gates::TRUE;
use crate::expand::{Ground, expand};
use crate::model::{Assignment, Atom, Cmp, Constraint, Domain, Op, Operand, Var};

/// The constraint holds unless one of the literals is true.
pub fn state(s: &mut Statement, constraint: &Constraint, unless: &[Lit]) {
    match constraint {
        Constraint::Clause(atoms) => s.atoms(atoms, unless),
        Constraint::Count { atoms, cmp, bound } => s.count(atoms, *cmp, *bound, unless),
        Constraint::Linear { terms, cmp, bound } => s.linear(terms, *cmp, *bound, unless),
        Constraint::AllDifferent(vars) => all_different(s, vars, unless),
        Constraint::Table { vars, rows } => table(s, vars, rows, unless),
        Constraint::Element { array, first, index, result } => element(s, array, *first, *index, *result, true, unless),
        Constraint::Operation { op, x, y, z } => operation(s, *op, [*x, *y, *z], true, unless),
        Constraint::Absolute { x, z } => absolute(s, *x, *z, true, unless),
        Constraint::Minimum { of, result } => extremum(s, of, *result, true, unless),
        Constraint::Maximum { of, result } => extremum(s, of, *result, false, unless),
        Constraint::Implies { when, then } => under(s, *when, then, unless, state),
        Constraint::Iff { when, then } => iff(s, *when, then, unless),
        Constraint::User(_) => by_values(s, constraint, true, unless),
        Constraint::Global(_) => whole(s, constraint, unless),
    }
}

/// The constraint does not hold unless one of the literals is true.
pub fn state_opposite(s: &mut Statement, constraint: &Constraint, unless: &[Lit]) {
    match constraint {
        Constraint::Clause(atoms) => atoms.iter().for_each(|atom| s.atoms(&[!*atom], unless)),
        Constraint::Count { .. } | Constraint::Linear { .. } | Constraint::Iff { .. } => negated(s, constraint, unless),
        Constraint::AllDifferent(vars) => some_equal(s, vars, unless),
        Constraint::Table { vars, rows } => rows.iter().for_each(|row| no_row(s, vars, row, unless)),
        Constraint::Element { array, first, index, result } => {
            element(s, array, *first, *index, *result, false, unless)
        }
        Constraint::Operation { op, x, y, z } => operation(s, *op, [*x, *y, *z], false, unless),
        Constraint::Absolute { x, z } => absolute(s, *x, *z, false, unless),
        Constraint::Minimum { of, result } => no_extremum(s, of, *result, true, unless),
        Constraint::Maximum { of, result } => no_extremum(s, of, *result, false, unless),
        Constraint::Implies { when, then } => {
            s.atoms(&[*when], unless);
            state_opposite(s, then, unless);
        }
        Constraint::User(_) | Constraint::Global(_) => by_values(s, constraint, false, unless),
    }
}

type State = fn(&mut Statement, &Constraint, &[Lit]);

fn under(s: &mut Statement, when: Atom, then: &Constraint, unless: &[Lit], state: State) {
    let no = s.vocabulary.lit(!when);
    if no != TRUE {
        state(s, then, &with(unless, no));
    }
}

fn iff(s: &mut Statement, when: Atom, then: &Constraint, unless: &[Lit]) {
    under(s, when, then, unless, state);
    under(s, !when, then, unless, state_opposite);
}

fn negated(s: &mut Statement, constraint: &Constraint, unless: &[Lit]) {
    match constraint.negated() {
        Some(opposite) => state(s, &opposite, unless),
        None => by_values(s, constraint, false, unless),
    }
}

fn domain(s: &Statement, var: Var) -> Domain {
    s.vocabulary.coded(var).map_or_else(Domain::empty, |coded| coded.domain.clone())
}

/// The values of an operand.
fn values(s: &Statement, operand: Operand) -> Vec<i64> {
    match operand {
        Operand::Const(value) => vec![value],
        Operand::Var(var) => domain(s, var).iter().collect(),
    }
}

/// "The operand is the value" as a literal.
fn is(s: &Statement, operand: Operand, value: i64) -> Lit {
    match operand {
        Operand::Const(own) if own == value => TRUE,
        Operand::Const(_) => !TRUE,
        Operand::Var(var) => s.vocabulary.lit(var.is(value)),
    }
}

/// No value twice.
fn all_different(s: &mut Statement, vars: &[Var], unless: &[Lit]) {
    let all = vars.iter().fold(Domain::empty(), |all, var| all.union(&domain(s, *var)));
    for value in all.iter() {
        let lits: Vec<(i128, Lit)> = vars.iter().map(|var| (1, s.vocabulary.lit(var.is(value)))).collect();
        s.compare(Inequality::at_least(lits, 0), Cmp::Le, 1, unless);
    }
}

/// One of the pairs is equal.
fn some_equal(s: &mut Statement, vars: &[Var], unless: &[Lit]) {
    let mut some = Vec::new();
    for (i, x) in vars.iter().enumerate() {
        for y in &vars[i + 1..] {
            if x == y {
                return;
            }
            let (same, is_new) = s.selector(vec![i64::from(x.0), i64::from(y.0)]);
            if is_new {
                s.linear(&[(1, *x), (-1, *y)], Cmp::Eq, 0, &[!same]);
            }
            some.push(same);
        }
    }
    s.clause(&some, unless);
}

/// One of the rows that the domains allow.
fn table(s: &mut Statement, vars: &[Var], rows: &[Vec<i64>], unless: &[Lit]) {
    let first: Vec<usize> = (0..vars.len()).filter(|i| !vars[..*i].contains(&vars[*i])).collect();
    let column = |var: Var| vars.iter().position(|v| *v == var).unwrap_or(0);
    let agrees = |row: &Vec<i64>| vars.iter().zip(row).all(|(var, value)| row[column(*var)] == *value);
    let fits = |row: &Vec<i64>| vars.iter().zip(row).all(|(var, value)| domain(s, *var).contains(*value));
    let mut kept: Vec<Vec<i64>> =
        rows.iter().filter(|row| agrees(row) && fits(row)).map(|row| first.iter().map(|i| row[*i]).collect()).collect();
    kept.sort_unstable();
    kept.dedup();
    let vars: Vec<Var> = first.iter().map(|i| vars[*i]).collect();
    let mut some = Vec::new();
    for row in &kept {
        let key = vars.iter().map(|var| i64::from(var.0)).chain(row.iter().copied()).collect();
        let (chosen, is_new) = s.selector(key);
        if is_new {
            let lits: Vec<(i128, Lit)> =
                vars.iter().zip(row).map(|(var, value)| (1, s.vocabulary.lit(var.is(*value)))).collect();
            s.line(Inequality::at_least(lits, vars.len() as i128), &[!chosen]);
        }
        some.push(chosen);
    }
    s.clause(&some, unless);
}

fn no_row(s: &mut Statement, vars: &[Var], row: &[i64], unless: &[Lit]) {
    let atoms: Vec<Atom> = vars.iter().zip(row).map(|(var, value)| var.is_not(*value)).collect();
    s.atoms(&atoms, unless);
}

/// For each index, its entry and the result are equal, or, for the opposite, different.
fn element(
    s: &mut Statement,
    array: &[Operand],
    first: i64,
    index: Var,
    result: Operand,
    expected: bool,
    unless: &[Lit],
) {
    let at = |i: usize| i64::try_from(i128::from(first) + i as i128).ok();
    let possible: Vec<(i64, Operand)> = (0..array.len()).filter_map(|i| at(i).map(|at| (at, array[i]))).collect();
    let possible: Vec<(i64, Operand)> = possible.into_iter().filter(|(at, _)| domain(s, index).contains(*at)).collect();
    if expected {
        let atoms: Vec<Atom> = possible.iter().map(|(at, _)| index.is(*at)).collect();
        s.atoms(&atoms, unless);
    }
    for (at, entry) in possible {
        let no = s.vocabulary.lit(index.is_not(at));
        let cmp = if expected { Cmp::Eq } else { Cmp::Ne };
        difference(s, entry, result, cmp, &with(unless, no));
    }
}

/// `x - y` compares with 0.
fn difference(s: &mut Statement, x: Operand, y: Operand, cmp: Cmp, unless: &[Lit]) {
    let mut sum = Inequality::default();
    for (factor, operand) in [(1, x), (-1, y)] {
        match operand {
            Operand::Const(value) => sum.bound -= factor * i128::from(value),
            Operand::Var(var) => s.vocabulary.add_to(&mut sum, factor, var),
        }
    }
    s.compare(sum, cmp, 0, unless);
}

/// The most pairs of arguments that are listed, as the encoder lists them.
const MOST_PAIRS: usize = 20_000;

/// A constant factor is a linear equation; else each pair of arguments names the result.
fn operation(s: &mut Statement, op: Op, [x, y, z]: [Operand; 3], expected: bool, unless: &[Lit]) {
    let (xs, ys) = (values(s, x), values(s, y));
    if op == Op::Times && expected && (xs.len() == 1 || ys.len() == 1) {
        let (factor, other) = if xs.len() == 1 { (xs[0], y) } else { (ys[0], x) };
        return multiple(s, factor, other, z, unless);
    }
    if xs.len().saturating_mul(ys.len()) > MOST_PAIRS {
        s.missing.insert("operations by circuits");
        return;
    }
    for a in &xs {
        for b in ys.iter().filter(|b| x != y || *b == a) {
            let pair = [!is(s, x, *a), !is(s, y, *b)];
            let result = op.apply(*a, *b).and_then(|result| i64::try_from(result).ok());
            let lits = match (result, expected) {
                (Some(result), true) => vec![pair[0], pair[1], is(s, z, result)],
                (Some(result), false) => vec![pair[0], pair[1], !is(s, z, result)],
                (None, true) => pair.to_vec(),
                (None, false) => continue,
            };
            if !lits.contains(&TRUE) {
                s.clause(&lits, unless);
            }
        }
    }
}

/// `factor x = z`
fn multiple(s: &mut Statement, factor: i64, x: Operand, z: Operand, unless: &[Lit]) {
    let mut terms = Vec::new();
    let mut rest = 0i128;
    for (weight, operand) in [(factor, x), (-1, z)] {
        match operand {
            Operand::Const(value) => rest -= i128::from(weight) * i128::from(value),
            Operand::Var(var) => terms.push((weight, var)),
        }
    }
    match i64::try_from(rest) {
        Ok(bound) => s.linear(&terms, Cmp::Eq, bound, unless),
        Err(_) => drop(s.missing.insert("numbers beyond 60 bits")),
    }
}

fn absolute(s: &mut Statement, x: Var, z: Var, expected: bool, unless: &[Lit]) {
    for value in domain(s, x).iter() {
        // No variable has the absolute value of the smallest integer.
        let result = value.checked_abs().map_or(!TRUE, |result| s.vocabulary.lit(z.is(result)));
        let lits = [s.vocabulary.lit(x.is_not(value)), if expected { result } else { !result }];
        if !lits.contains(&TRUE) {
            s.clause(&lits, unless);
        }
    }
}

/// The result is beyond none of the values, and one of them reaches it.
fn extremum(s: &mut Statement, of: &[Operand], result: Var, smallest: bool, unless: &[Lit]) {
    let cmp = if smallest { Cmp::Ge } else { Cmp::Le };
    of.iter().for_each(|x| difference(s, *x, Operand::Var(result), cmp, unless));
    let reached = |operand: Operand, value: i64, s: &Statement| match (operand, smallest) {
        (Operand::Var(x), true) => s.vocabulary.lit(x.at_most(value)),
        (Operand::Var(x), false) => s.vocabulary.lit(x.at_least(value)),
        (Operand::Const(own), true) if own <= value => TRUE,
        (Operand::Const(own), false) if own >= value => TRUE,
        (Operand::Const(_), _) => !TRUE,
    };
    for value in domain(s, result).iter() {
        let mut lits = vec![!reached(Operand::Var(result), value, s)];
        lits.extend(of.iter().map(|x| reached(*x, value, s)));
        if !lits.contains(&TRUE) {
            s.clause(&lits, unless);
        }
    }
}

/// Whatever value the result has: one of the values is beyond it, or none reaches it.
fn no_extremum(s: &mut Statement, of: &[Operand], result: Var, smallest: bool, unless: &[Lit]) {
    if of.is_empty() {
        return;
    }
    for value in domain(s, result).iter() {
        let beyond = |operand: Operand, s: &Statement| match (operand, smallest) {
            (Operand::Var(x), true) => s.vocabulary.lit(!x.at_least(value)),
            (Operand::Var(x), false) => s.vocabulary.lit(!x.at_most(value)),
            (Operand::Const(own), true) if own < value => TRUE,
            (Operand::Const(own), false) if own > value => TRUE,
            (Operand::Const(_), _) => !TRUE,
        };
        let beyond: Vec<Lit> = of.iter().map(|x| beyond(*x, s)).collect();
        for x in of {
            let mut lits = beyond.clone();
            lits.extend([s.vocabulary.lit(result.is_not(value)), !is(s, *x, value)]);
            if !lits.contains(&TRUE) {
                s.clause(&lits, unless);
            }
        }
    }
}

/// The most combinations of values that are tried.
const MOST_COMBINATIONS: u64 = 200_000;

/// Forbids every combination of values that `holds` rejects, or accepts.
fn by_values(s: &mut Statement, constraint: &Constraint, expected: bool, unless: &[Lit]) {
    let scope = constraint.scope();
    let domains: Vec<Vec<i64>> = scope.iter().map(|var| domain(s, *var).iter().collect()).collect();
    let n = domains.iter().try_fold(1u64, |n, values| n.checked_mul(values.len() as u64));
    if n.is_none_or(|n| n > MOST_COMBINATIONS) {
        s.missing.insert("constraints of too many combinations of values");
        return;
    }
    let mut at = Assignment::new(vec![0; scope.last().map_or(0, |var| var.index() + 1)]);
    let mut chosen = vec![0usize; scope.len()];
    loop {
        for (var, (values, i)) in scope.iter().zip(domains.iter().zip(&chosen)) {
            at[*var] = values[*i];
        }
        if constraint.holds(&at) != expected {
            let atoms: Vec<Atom> = scope.iter().map(|var| var.is_not(at[*var])).collect();
            s.atoms(&atoms, unless);
        }
        let Some(next) = (0..scope.len()).rev().find(|i| chosen[*i] + 1 < domains[*i].len()) else { return };
        chosen[next] += 1;
        chosen[next + 1..].fill(0);
    }
}

/// As its row of `crate::expand` says it. An expansion numbers its variables, so a scope never holds them all at once.
fn whole(s: &mut Statement, constraint: &Constraint, unless: &[Lit]) {
    let Constraint::Global(global) = constraint else { return };
    let rows = s.rows;
    let empty = Domain::empty();
    expand(global, &rows, &mut Bed { s, unless, empty });
}

struct Bed<'a> {
    s: &'a mut Statement,
    unless: &'a [Lit],
    empty: Domain,
}

impl Ground for Bed<'_> {
    fn domain(&self, var: Var) -> &Domain {
        self.s.vocabulary.coded(var).map_or(&self.empty, |coded| &coded.domain)
    }

    fn fresh(&mut self, domain: Domain) -> Var {
        self.s.expand_variable(&domain)
    }

    fn post(&mut self, constraint: Constraint) {
        state(self.s, &constraint, self.unless);
    }

    fn is_full(&self) -> bool {
        false
    }
}
