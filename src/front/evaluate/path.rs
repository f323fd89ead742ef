//! Local variables that are shown: `:: output` inside a `let`, named by how the walk came to them.
//!
//! `x@15.3-23|i=1@14.23|sum@14.18-16.7` is `x`, declared at line 15, in the round `i = 1` of a `sum` at line 14. The way is read
//! off the syntax tree when such a variable is met, so that nothing is kept for all the others; only calls of functions are
//! remembered as they are made.

use super::Evaluator;
use crate::front::program::{Definition, Parts};
use crate::front::source::{Span, locate};
use crate::front::syntax::{Declaration, Expr, Generator, Kind, LetItem, Link};
use crate::front::value::Value;

/// One step of the way, from the outside in.
enum Step<'p> {
    Call(&'p str, Span),
    Operator(Span, Span),
    Round(&'p str, u32, Span),
}

impl Evaluator<'_> {
    /// Keep a local value for the output if it is wanted there.
    pub(super) fn keep_for_output(&mut self, decl: &Declaration, value: &Value) {
        if self.solution.is_none() && (decl.is_noted("output") || decl.is_noted("add_to_output")) {
            let path = self.path_to(decl);
            self.shown.push((path, value.clone()));
        }
    }

    fn path_to(&self, decl: &Declaration) -> String {
        let last = decl.annotations.last().map_or(decl.span, |note| note.span);
        let whole = decl.ty.span.to(decl.value.as_ref().map_or(last, |value| value.span));
        let mut out = format!("{}@{}", decl.name, self.place(whole));
        let (mut at, mut base) = (decl.span, self.base);
        let mut calls = self.calls.iter().rev();
        loop {
            let mut steps = Vec::new();
            roots(self.parts).any(|root| way(root, at, &mut steps));
            for step in steps.iter().rev() {
                out.push('|');
                out.push_str(&self.step_text(step, base));
            }
            match calls.next() {
                Some((call, caller)) => (at, base) = (*call, *caller),
                None => return out,
            }
        }
    }

    fn step_text(&self, step: &Step<'_>, base: usize) -> String {
        match step {
            Step::Call(name, span) => format!("{name}@{}", self.place(*span)),
            Step::Operator(between, span) => {
                let sign = self.text(*between).trim_matches(|c: char| c.is_whitespace() || "()".contains(c));
                format!("{sign}@{}", self.place(*span))
            }
            Step::Round(name, slot, over) => {
                let value = self.locals.get(base + *slot as usize).map_or_else(String::new, |value| self.show(value));
                let before = self.text(Span { start: 0, end: over.start, ..*over });
                let start = last_word(before, name) as u32;
                let span = Span { start, end: start + name.len() as u32, ..*over };
                format!("{name}={value}@{}", self.place(span))
            }
        }
    }

    fn text(&self, span: Span) -> &str {
        let source = self.parts.sources.get(span.file).map_or("", |source| source.text.as_str());
        source.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// `line.column-column`, or `line.column-line.column` over several lines.
    fn place(&self, span: Span) -> String {
        let Some(source) = self.parts.sources.get(span.file) else { return String::new() };
        let (line, column, _) = locate(&source.text, span.start as usize);
        let (last_line, last_column, _) = locate(&source.text, (span.end as usize).saturating_sub(1));
        match (line == last_line, column == last_column) {
            (true, true) => format!("{line}.{column}"),
            (true, false) => format!("{line}.{column}-{last_column}"),
            (false, _) => format!("{line}.{column}-{last_line}.{last_column}"),
        }
    }
}

/// Where a name is last written.
fn last_word(text: &str, name: &str) -> usize {
    let in_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let alone =
        |at: usize| !in_word(text[..at].chars().next_back()) && !in_word(text[at + name.len()..].chars().next());
    text.rmatch_indices(name).map(|(at, _)| at).find(|at| alone(*at)).unwrap_or(0)
}

/// The outermost expressions.
fn roots(parts: &Parts) -> impl Iterator<Item = &Expr> {
    let values = parts.globals.iter().filter_map(|global| match &global.definition {
        Definition::Declared(decl) => decl.value.as_ref(),
        _ => None,
    });
    let bodies = parts.functions.iter().flatten().filter_map(|function| function.body.as_ref());
    parts.constraints.iter().map(|(_, body)| body).chain(values).chain(bodies)
}

fn has(span: Span, at: Span) -> bool {
    span.file == at.file && span.start <= at.start && at.end <= span.end
}

/// The steps from an expression to a declaration or a call in it; whether it is there.
fn way<'p>(expr: &'p Expr, at: Span, out: &mut Vec<Step<'p>>) -> bool {
    if !has(expr.span, at) {
        return false;
    }
    let known = out.len();
    let found = match &expr.kind {
        Kind::Call(name, _, args) => {
            out.push(Step::Call(name, expr.span));
            expr.span == at || args.iter().any(|arg| way(arg, at, out))
        }
        Kind::Chain(first, links) => chained(first, links, at, out),
        Kind::Comprehension(inner) => {
            inner.generators.iter().for_each(|generator| rounds(generator, out));
            way(&inner.body, at, out)
        }
        Kind::Let(items, body) => items.iter().any(|item| of_item(item, at, out)) || way(body, at, out),
        Kind::If(branches, otherwise) => {
            let parts = branches.iter().flat_map(|(condition, value)| [condition, value]);
            parts.chain(otherwise.as_deref()).any(|part| way(part, at, out))
        }
        Kind::Array(parts) | Kind::Set(parts) | Kind::Matrix(_, parts) | Kind::Tuple(parts) => {
            parts.iter().any(|part| way(part, at, out))
        }
        Kind::Index(array, args) => std::iter::once(&**array).chain(args).any(|part| way(part, at, out)),
        Kind::Unary(_, inner) | Kind::Annotated(inner, _) | Kind::Field(inner, _) => way(inner, at, out),
        _ => false,
    };
    if !found {
        out.truncate(known);
    }
    found
}

/// `a + b + c` is `(a + b) + c`.
fn chained<'p>(first: &'p Expr, links: &'p [Link], at: Span, out: &mut Vec<Step<'p>>) -> bool {
    let known = out.len();
    for (n, link) in links.iter().enumerate().rev() {
        let left = if n == 0 { first.span } else { links[n - 1].right.span };
        let between = Span { start: left.end, end: link.right.span.start, ..left };
        out.push(Step::Operator(between, first.span.to(link.right.span)));
        if way(&link.right, at, out) {
            return true;
        }
    }
    let found = way(first, at, out);
    if !found {
        out.truncate(known);
    }
    found
}

fn rounds<'p>(generator: &'p Generator, out: &mut Vec<Step<'p>>) {
    out.extend(generator.names.iter().map(|(name, slot)| Step::Round(name, *slot, generator.over.span)));
}

fn of_item<'p>(item: &'p LetItem, at: Span, out: &mut Vec<Step<'p>>) -> bool {
    match item {
        LetItem::Declare(decl) => decl.span == at || decl.value.as_ref().is_some_and(|value| way(value, at, out)),
        LetItem::Constraint(expr) => way(expr, at, out),
    }
}
