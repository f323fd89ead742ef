//! Sums that follow from the model: what a row counts, in its own literals.
//!
//! Two sums are the same if they are so over the bounds of the variables alone; the equations of values and bits lead from the one
//! to the other, each with its factor.

use super::inequality::Inequality;
use super::log::Line;
use super::sink::Deriver;
use super::statement::Stated;
use crate::cnf::gates::TRUE;
use crate::cnf::{Lit, Weights};
use num_integer::gcd;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why nothing is claimed where an encoder counts something that the statement says in another way.
pub const UNSTATED: &str = "sums that the statement does not have";

/// Equations by the number of their first line, with the sum that is 0 and its factor.
type Steps = BTreeMap<u64, (i128, Inequality)>;

/// The same sum over bounds, and the equations that were added to come there.
fn reduced(d: &Deriver, sum: &Inequality) -> (Inequality, Steps) {
    let (mut sum, mut steps) = (sum.clone(), Steps::new());
    for table in [&d.bit_sums, &d.stated.channels] {
        let found: Vec<(u32, i128)> =
            sum.terms.iter().filter(|(var, _)| table.contains_key(var)).map(|(var, weight)| (*var, *weight)).collect();
        for (var, weight) in found {
            let (id, equation) = &table[&var];
            // The variable has the factor 1 in its equation.
            sum.add(-weight, equation);
            let step = steps.entry(*id).or_insert_with(|| (0, equation.clone()));
            step.0 -= weight;
        }
    }
    (sum, steps)
}

/// The terms divided by what they have in common, the first of them positive.
fn shape(sum: &Inequality) -> (Vec<(u32, i128)>, i128) {
    let divisor = sum.terms.values().fold(0, |d, weight| gcd(d, *weight)).max(1);
    let sign = sum.terms.values().next().map_or(1, |weight| weight.signum());
    (sum.terms.iter().map(|(var, weight)| (*var, weight * sign / divisor)).collect(), sign * divisor)
}

/// Keeps a line of the constraint at hand to be found by its shape.
pub fn remember(d: &mut Deriver, line: Line) {
    let (sum, _) = reduced(d, &line.says.bare);
    d.shapes.entry(shape(&sum).0).or_default().push(line);
}

/// The lines of equations with their factors: an equation is a line and its opposite after it.
fn equations(steps: &Steps) -> Vec<(i128, Line)> {
    let line = |id: u64, equation: &Inequality, sign: i128| {
        let mut whole = Inequality::default();
        whole.add(sign, equation);
        Line { id, says: Arc::new(Stated { bare: whole.clone(), whole }) }
    };
    let made = steps.iter().filter(|(_, (factor, _))| *factor != 0);
    made.map(|(id, (factor, equation))| match *factor > 0 {
        true => (*factor, line(*id, equation, 1)),
        false => (-factor, line(id + 1, equation, -1)),
    })
    .collect()
}

fn weighted(d: &Deriver, weights: &Weights) -> Inequality {
    Inequality::at_least(weights.iter().map(|(weight, lit)| (*weight, d.resolved(*lit))), 0)
}

/// What the model says of a sum, in the sum's own literals.
pub fn goal(d: &mut Deriver, weights: &Weights) {
    d.goals.clear();
    d.adders.clear();
    let wanted = weighted(d, weights);
    let (bounds, own) = reduced(d, &wanted);
    let (key, scale) = shape(&bounds);
    let found = d.shapes.get(&key).cloned().unwrap_or_default();
    match (found.is_empty(), bounds.terms.is_empty()) {
        // The equations of values decide it, whatever the model says.
        (true, true) => d.goals = nothing_but(d, &wanted),
        (true, false) => drop(d.stated.missing.insert(UNSTATED)),
        (false, _) => {}
    }
    for line in found {
        let (there, mut steps) = reduced(d, &line.says.bare);
        let factor = shape(&there).1;
        // The line is `factor / scale` times the sum.
        if factor % scale != 0 {
            continue;
        }
        let times = factor / scale;
        for (id, (step, equation)) in &own {
            steps.entry(*id).or_insert_with(|| (0, equation.clone())).0 -= times * step;
        }
        let equations = equations(&steps);
        let parts: Vec<(i128, &Line)> =
            std::iter::once((1, &line)).chain(equations.iter().map(|(factor, line)| (*factor, line))).collect();
        let goal = d.log.sum(&parts, times.abs());
        d.goals.push(goal);
    }
}

/// A sum that equations alone decide: at least so much, and at most.
pub fn nothing_but(d: &mut Deriver, sum: &Inequality) -> Vec<Line> {
    let (_, steps) = reduced(d, sum);
    [-1, 1]
        .map(|sign| {
            let signed: Steps = steps.iter().map(|(id, (f, equation))| (*id, (sign * f, equation.clone()))).collect();
            let equations = equations(&signed);
            let parts: Vec<(i128, &Line)> = equations.iter().map(|(factor, line)| (*factor, line)).collect();
            d.log.sum(&parts, 1)
        })
        .into()
}

/// Another sum that follows from the goals: by the definitions of its literals, or by the adders since.
pub fn also(d: &mut Deriver, weights: &Weights) {
    let wanted = weighted(d, weights);
    let definitions: Vec<Line> = weights
        .iter()
        .filter_map(|(_, lit)| {
            d.defined.get(&lit.var()).filter(|known| known.lit == *lit).map(|known| known.when.clone())
        })
        .filter(|line| line.id != 0)
        .collect();
    let adders = std::mem::take(&mut d.adders);
    let mut found = Vec::new();
    for goal in &d.goals {
        let defined: Vec<(i128, &Line)> = definitions.iter().map(|line| (1, line)).collect();
        let low: Vec<(i128, &Line)> = adders.iter().map(|(weight, low, _)| (*weight, low)).collect();
        let high: Vec<(i128, &Line)> = adders.iter().map(|(weight, _, high)| (*weight, high)).collect();
        let ways = if adders.is_empty() { vec![defined] } else { vec![low, high] };
        for way in ways {
            let parts: Vec<(i128, &Line)> = std::iter::once((1, goal)).chain(way).collect();
            let mut sum = Inequality::default();
            let bare = |line: &Line| if line.id == goal.id { line.says.bare.clone() } else { line.says.whole.clone() };
            parts.iter().for_each(|(factor, line)| sum.add(*factor, &bare(line)));
            if is_multiple(&sum, &wanted) {
                let line = d.log.sum(&parts, 1);
                let whole = line.says.whole.clone();
                found.push(Line { says: Arc::new(Stated { bare: sum, whole }), ..line });
            }
        }
    }
    d.goals.extend(found);
}

/// Whether the terms are the same, or all their opposites.
fn is_multiple(sum: &Inequality, wanted: &Inequality) -> bool {
    let opposite = wanted.terms.iter().map(|(var, weight)| (*var, -weight));
    sum.terms == wanted.terms || sum.terms == opposite.collect()
}

/// Three bits are a low and a high one, in both directions.
///
/// With `s` low and `h` high: the high bit needs two inputs, both together need three, and a low bit needs one. A sum of these
/// clauses, divided by 3, is `a + b + c >= s + 2 h`; the same of all opposites is the other direction.
pub fn adder(d: &mut Deriver, inputs: [Lit; 3], low: Lit, high: Lit, weight: i128) {
    [low, high].iter().for_each(|lit| {
        d.open.remove(&lit.var());
    });
    let resolved = |lit: Lit| d.resolved(lit);
    let sum = inputs.iter().map(|lit| (1, resolved(*lit))).chain([(-1, resolved(low)), (-2, resolved(high))]);
    let equation = Inequality::at_least(sum, 0);
    if equation.terms.is_empty() {
        return;
    }
    let up = one_direction(d, inputs, low, high);
    let down = one_direction(d, inputs.map(|lit| !lit), !low, !high);
    d.adders.push((weight, up, down));
}

fn one_direction(d: &mut Deriver, [a, b, c]: [Lit; 3], s: Lit, h: Lit) -> Line {
    let two: Vec<Line> = [[a, b], [a, c], [b, c]].map(|[x, y]| clause(d, &[!h, x, y])).into();
    let three: Vec<Line> = [a, b, c].map(|x| clause(d, &[!s, !h, x])).into();
    let one = clause(d, &[!s, a, b, c]);
    let two = d.log.sum(&two.iter().map(|line| (1, line)).collect::<Vec<_>>(), 2);
    let parts: Vec<(i128, &Line)> = three.iter().map(|line| (2, line)).chain([(1, &one)]).collect();
    let three = d.log.sum(&parts, 3);
    d.log.sum(&[(2, &two), (1, &three)], 3)
}

/// A clause that follows by propagation, as a line over the words of the statement.
fn clause(d: &mut Deriver, lits: &[Lit]) -> Line {
    let lits: Vec<Lit> = lits.iter().map(|lit| d.resolved(*lit)).filter(|lit| *lit != !TRUE).collect();
    if lits.contains(&TRUE) {
        let open: Vec<Lit> = lits.into_iter().filter(|lit| *lit != TRUE).collect();
        return d.log.axioms(&open, &d.stated.vocabulary);
    }
    let whole = Inequality::at_least(lits.iter().map(|lit| (1, *lit)), 1);
    let id = d.log.rup(&whole, &d.stated.vocabulary);
    Line { id, says: Arc::new(Stated { bare: whole.clone(), whole }) }
}
