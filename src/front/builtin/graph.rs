//! What chosen edges lead to: the part of the graph constraints that is a function of the choice.
//!
//! After `k` rounds a node is marked if at most `k` chosen edges lead there from a start (or, for walks, exactly `k`). Every mark is a
//! literal that is equivalent to what it says, so the result is right under `not` and behind `<->` too. As many rounds as
//! there are nodes, each as large as the graph.

use super::array::cells;
use super::logic::formulas;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, from_formula};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::value::{Array, Value};
use std::sync::Arc;

/// `quandary_reached(from, to, on, start)`: for each node whether chosen edges lead there from a start.
pub(super) fn reached(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let graph = Graph::of(ev, args, span)?;
    let n_rounds = graph.start.len().saturating_sub(1);
    graph.rounds(ev, n_rounds, true, span)
}

/// `quandary_walked(from, to, on, start)`: for each node whether a walk of as many edges as there are nodes leads there.
pub(super) fn walked(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let graph = Graph::of(ev, args, span)?;
    let n_rounds = graph.start.len();
    graph.rounds(ev, n_rounds, false, span)
}

/// `quandary_literals(bools)`: the same, each as a literal, so that nothing is written twice.
pub(super) fn literals(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?.clone();
    let parts = named(ev, &args[0], span)?;
    Ok(like(&array, parts))
}

struct Graph {
    /// For each node the edges that come in: the node they come from, and whether they are chosen.
    incoming: Vec<Vec<(usize, Formula)>>,
    start: Vec<Formula>,
    nodes: Arc<Array>,
}

impl Graph {
    fn of(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Graph> {
        let [from, to, on, start] = args else { return fault(span, "expected a graph") };
        let nodes = cells(start, span)?.into_owned();
        let (from, to) = (ends(&nodes, from, span)?, ends(&nodes, to, span)?);
        let (on, start) = (named(ev, on, span)?, named(ev, start, span)?);
        if from.len() != to.len() || from.len() != on.len() {
            return fault(span, format!("{} edges leave, {} come in, {} are chosen", from.len(), to.len(), on.len()));
        }
        let mut incoming = vec![Vec::new(); start.len()];
        for ((from, to), on) in from.into_iter().zip(to).zip(on) {
            incoming[to].push((from, on));
        }
        Ok(Graph { incoming, start, nodes })
    }

    /// `keep`: what was marked stays marked.
    fn rounds(&self, ev: &mut Evaluator<'_>, n_rounds: usize, keep: bool, span: Span) -> Outcome<Value> {
        let mut marked = self.start.clone();
        let size: usize = self.incoming.iter().map(|edges| edges.len() + 1).sum();
        for _ in 0..n_rounds {
            ev.step(size as u64, span)?;
            let mut next = Vec::with_capacity(marked.len());
            for (node, edges) in self.incoming.iter().enumerate() {
                let before = keep.then(|| marked[node].clone());
                let steps = edges.iter().map(|(from, on)| Formula::and([on.clone(), marked[*from].clone()]));
                let here = Formula::or(before.into_iter().chain(steps));
                next.push(ev.flat.named(here));
            }
            if next == marked {
                break;
            }
            marked = next;
        }
        Ok(like(&self.nodes, marked))
    }
}

/// The positions of the nodes at one end of the edges.
fn ends(nodes: &Array, value: &Value, span: Span) -> Outcome<Vec<usize>> {
    let mut out = Vec::new();
    for cell in &cells(value, span)?.cells {
        match cell {
            Value::Int(at) | Value::Enum(_, at) => match nodes.position(&[*at]) {
                Ok(position) => out.push(position),
                Err(_) => return fault(span, format!("an edge ends in {at}, which is no node")),
            },
            other => return fault(span, format!("expected a known node, found {}", other.kind())),
        }
    }
    Ok(out)
}

fn named(ev: &mut Evaluator<'_>, value: &Value, span: Span) -> Outcome<Vec<Formula>> {
    let parts = formulas(ev, value, span)?;
    Ok(parts.into_iter().map(|part| ev.flat.named(part)).collect())
}

fn like(array: &Array, parts: Vec<Formula>) -> Value {
    let cells = parts.into_iter().map(from_formula).collect();
    Value::Array(Arc::new(Array { index: array.index.clone(), cells }))
}
