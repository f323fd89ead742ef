//! The cells of a literal as they are read: a long run of plain numbers is kept as numbers, without a tree for each.

use crate::front::source::Span;
use crate::front::syntax::{Expr, Kind, Numbers};
use std::sync::Arc;

/// From so many cells on, numbers are kept as such; in shorter literals each keeps its place.
const LONG: usize = 256;

/// The cells so far.
pub(super) enum Cells {
    Parts(Vec<Expr>),
    Numbers(Vec<i64>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Parts(Vec::new())
    }
}

impl Cells {
    pub fn len(&self) -> usize {
        match self {
            Cells::Parts(parts) => parts.len(),
            Cells::Numbers(numbers) => numbers.len(),
        }
    }

    /// One more cell. If numbers turn out to be mixed with others, they get the place of the literal.
    pub fn push(&mut self, cell: Expr, literal: Span) {
        match self {
            Cells::Numbers(numbers) => match cell.kind {
                Kind::Int(number) => numbers.push(number),
                _ => {
                    let number = |number: &i64| Expr { kind: Kind::Int(*number), span: literal };
                    let mut parts: Vec<Expr> = numbers.iter().map(number).collect();
                    parts.push(cell);
                    *self = Cells::Parts(parts);
                }
            },
            Cells::Parts(parts) => {
                parts.push(cell);
                if parts.len() == LONG
                    && let Some(numbers) = parts.iter().map(number).collect()
                {
                    *self = Cells::Numbers(numbers);
                }
            }
        }
    }

    /// The cells as a list.
    pub fn list(self) -> Kind {
        match self {
            Cells::Parts(parts) => Kind::Array(fitted(parts)),
            Cells::Numbers(numbers) => of_numbers(vec![numbers.len()], numbers),
        }
    }

    /// The cells as an array of a shape.
    pub fn shaped(self, shape: Vec<usize>) -> Kind {
        match self {
            Cells::Parts(parts) => Kind::Matrix(shape, fitted(parts)),
            Cells::Numbers(numbers) => of_numbers(shape, numbers),
        }
    }
}

fn number(cell: &Expr) -> Option<i64> {
    match cell.kind {
        Kind::Int(number) => Some(number),
        _ => None,
    }
}

fn fitted(mut parts: Vec<Expr>) -> Vec<Expr> {
    parts.shrink_to_fit();
    parts
}

fn of_numbers(shape: Vec<usize>, mut cells: Vec<i64>) -> Kind {
    cells.shrink_to_fit();
    Kind::Numbers(Arc::new(Numbers { shape, cells }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_numbers_are_kept_as_numbers_until_something_else_comes() {
        let cell = |kind: Kind| Expr { kind, span: Span::NOWHERE };
        let mut cells = Cells::default();
        (0..LONG as i64 + 5).for_each(|number| cells.push(cell(Kind::Int(number)), Span::NOWHERE));
        assert!(matches!(&cells, Cells::Numbers(numbers) if numbers.len() == LONG + 5 && numbers[7] == 7));
        cells.push(cell(Kind::Unknown), Span::NOWHERE);
        let Kind::Array(parts) = cells.list() else { panic!("mixed cells are expressions") };
        assert_eq!(parts.len(), LONG + 6);
        assert!(matches!((&parts[7].kind, &parts[LONG + 5].kind), (Kind::Int(7), Kind::Unknown)));
    }
}
