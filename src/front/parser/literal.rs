//! Array, matrix, set and string literals, comprehensions and calls.

use super::Parser;
use super::cells::Cells;
use super::level::operator_named;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::lexer::Tok;
use crate::front::source::Span;
use crate::front::syntax::{Callee, Comprehension, Expr, Generator, INVERSE, Kind, Link, Op, Slot};

impl Parser<'_> {
    pub(super) fn joined(&mut self) -> Outcome<Kind> {
        let mut parts = Vec::new();
        loop {
            let token = self.advance();
            match token.kind {
                Tok::StrOpen(text) | Tok::StrMid(text) => {
                    parts.push(Expr { kind: Kind::Str(text), span: token.span });
                    parts.push(self.expr()?);
                }
                Tok::StrClose(text) => {
                    parts.push(Expr { kind: Kind::Str(text), span: token.span });
                    return Ok(Kind::Joined(parts));
                }
                _ => return fault(token.span, "expected `)` to close the part of the string"),
            }
        }
    }

    /// `[a, b]`, `[e | i in S]` or `[1: a, 2: b]`.
    pub(super) fn array(&mut self) -> Outcome<Kind> {
        let open = self.advance().span;
        if self.eat("]") {
            return Ok(Kind::Array(Vec::new()));
        }
        let first = self.expr()?;
        if self.eat("|") {
            return self.comprehension(false, None, first, "]");
        }
        if self.is(":") {
            return self.indexed(first);
        }
        let mut cells = Cells::default();
        cells.push(first, open);
        while self.eat(",") && !self.is("]") {
            let cell = self.expr()?;
            cells.push(cell, open);
        }
        self.expect("]", "or `,` in the array")?;
        Ok(cells.list())
    }

    /// `[i: a, b, c]` starts at `i`; `[i: a, j: b]` says each index, `[(i, j): a, ...]` of an array of more dimensions;
    /// `[i: a | i in S]` is a comprehension that says each index.
    fn indexed(&mut self, first: Expr) -> Outcome<Kind> {
        let span = first.span;
        self.advance();
        let cell = self.expr()?;
        if self.eat("|") {
            return self.comprehension(false, Some(first), cell, "]");
        }
        let mut keys = vec![first];
        let mut cells = vec![cell];
        while self.eat(",") && !self.is("]") {
            let cell = self.expr()?;
            if self.eat(":") {
                keys.push(cell);
                cells.push(self.expr()?);
            } else {
                cells.push(cell);
            }
        }
        self.expect("]", "or `,` in the array")?;
        let keys = Expr { kind: Kind::Array(keys), span };
        let cells = Expr { kind: Kind::Array(cells), span };
        Ok(Kind::Call("array_with_indices".into(), Callee::Unresolved, vec![keys, cells]))
    }

    /// `{a, b}` or `{e | i in S}`.
    pub(super) fn set(&mut self) -> Outcome<Kind> {
        self.advance();
        if self.eat("}") {
            return Ok(Kind::Set(Vec::new()));
        }
        let first = self.expr()?;
        if self.eat("|") {
            return self.comprehension(true, None, first, "}");
        }
        let mut members = vec![first];
        if !self.eat(",") {
            self.expect("}", "or `,` in the set")?;
            return Ok(Kind::Set(members));
        }
        members.extend(self.list("}", "or `,` in the set", Self::expr)?);
        Ok(Kind::Set(members))
    }

    fn comprehension(&mut self, set: bool, key: Option<Expr>, body: Expr, close: &str) -> Outcome<Kind> {
        let generators = self.generators()?;
        self.expect(close, "to close the comprehension")?;
        Ok(Kind::Comprehension(Box::new(Comprehension { set, key, body, generators })))
    }

    pub(super) fn generators(&mut self) -> Outcome<Vec<Generator>> {
        let mut out = vec![self.generator()?];
        while self.eat(",") && !self.is(")") && !self.is("]") && !self.is("}") {
            out.push(self.generator()?);
        }
        Ok(out)
    }

    fn generator(&mut self) -> Outcome<Generator> {
        let mut names = vec![self.generator_name()?];
        let binds = self.is("=");
        while !binds && self.eat(",") && !self.is("in") {
            names.push(self.generator_name()?);
        }
        self.expect(if binds { "=" } else { "in" }, "after the names of a generator")?;
        let over = self.expr()?;
        let filter = if self.eat("where") { Some(self.expr()?) } else { None };
        Ok(Generator { names, over, binds, filter })
    }

    fn generator_name(&mut self) -> Outcome<(std::sync::Arc<str>, u32)> {
        if self.eat("_") {
            return Ok(("".into(), 0));
        }
        Ok((self.name("for the generator")?.0, 0))
    }

    /// `[| 1, 2 | 3, 4 |]` and `[| | 1, 2 | 3, 4 | , | ... | |]`, and with indices before rows and above columns:
    /// `[| A: B: | x: 1, 2 | y: 3, 4 |]`.
    pub(super) fn matrix(&mut self) -> Outcome<Kind> {
        let open = self.span();
        self.advance();
        if self.is("|") {
            return self.cube();
        }
        let mut matrix = Rows::default();
        while !self.eat("|]") {
            let span = self.span();
            let row = self.row()?;
            matrix.take(row, span, open)?;
            if !self.eat("|") && !self.is("|]") {
                return fault(open, "the matrix is not closed: expected `|]`");
            }
        }
        Ok(matrix.finished(open.to(self.last_span())))
    }

    /// The cells of a row, each with whether a colon followed.
    fn row(&mut self) -> Outcome<Vec<(Expr, bool)>> {
        let mut row = Vec::new();
        while !self.is("|") && !self.is("|]") {
            let cell = self.expr()?;
            let named = self.eat(":");
            row.push((cell, named));
            if !named && !self.eat(",") && !self.is("|") && !self.is("|]") {
                return self.missing("`,`, `|` or `|]` in the matrix");
            }
        }
        Ok(row)
    }

    fn cube(&mut self) -> Outcome<Kind> {
        let open = self.span();
        let (mut cells, mut n_planes, mut shape) = (Cells::default(), 0, None);
        while self.eat("|") {
            let (plane, from) = (self.span(), cells.len());
            let mut rows = Vec::new();
            while !self.is(",") && !self.is("|]") {
                let start = cells.len();
                while !self.is("|") {
                    let cell = self.expr()?;
                    cells.push(cell, open);
                    if !self.eat(",") && !self.is("|") {
                        return self.missing("`,` or `|` in the array");
                    }
                }
                self.advance();
                rows.push(cells.len() - start);
            }
            let found = (rows.len(), if rows.is_empty() { 0 } else { (cells.len() - from) / rows.len() });
            if rows.iter().any(|n| *n != found.1) || shape.is_some_and(|s| s != found) {
                return fault(plane, "the planes of this array have different shapes");
            }
            shape = Some(found);
            n_planes += 1;
            if !self.eat(",") {
                break;
            }
        }
        self.expect("|]", "to close the array")?;
        let (rows, cols) = shape.unwrap_or((0, 0));
        Ok(cells.shaped(vec![n_planes, rows, cols]))
    }

    /// `x`, `f(a, b)` or `forall(i in S)(body)`.
    pub(super) fn name_or_call(&mut self) -> Outcome<Kind> {
        let (name, _) = self.name("")?;
        let inverse = [Tok::Sign("^"), Tok::Sign("-"), Tok::Int(1), Tok::Sign("(")];
        if inverse.iter().enumerate().all(|(ahead, token)| self.peek_at(ahead) == token) {
            (0..inverse.len()).for_each(|_| drop(self.advance()));
            let args = self.list(")", "or `,` in the arguments", Self::argument)?;
            return Ok(Kind::Call(format!("{name}{INVERSE}").into(), Callee::Unresolved, args));
        }
        if !self.is("(") {
            return Ok(Kind::Name(name, Slot::Unresolved));
        }
        if let Some(kind) = self.quoted_operator(&name)? {
            return Ok(kind);
        }
        if self.starts_generators() {
            return self.generator_call(name);
        }
        self.advance();
        let args = self.list(")", "or `,` in the arguments", Self::argument)?;
        Ok(Kind::Call(name, Callee::Unresolved, args))
    }

    /// `'+'(a, b)` is `a + b`.
    fn quoted_operator(&mut self, name: &str) -> Outcome<Option<Kind>> {
        let op = match (name, operator_named(name)) {
            ("not", _) => Op::Not,
            (_, Some(op)) => op,
            (_, None) => return Ok(None),
        };
        let span = self.span();
        self.advance();
        let mut args = self.list(")", "or `,` in the arguments", Self::argument)?;
        match (args.len(), op) {
            (1, Op::Not) => Ok(args.pop().map(|inner| Kind::Unary(op, Box::new(inner)))),
            (1, Op::Minus) => Ok(args.pop().map(|inner| Kind::Unary(Op::Neg, Box::new(inner)))),
            (1, Op::Plus) => Ok(args.pop().map(|inner| inner.kind)),
            (2, _) => Ok(args
                .pop()
                .zip(args.pop())
                .map(|(right, left)| Kind::Chain(Box::new(left), vec![Link { op, right }]))),
            (n, _) => fault(span, format!("the operator `{name}` takes two operands, found {n}")),
        }
    }

    fn argument(&mut self) -> Outcome<Expr> {
        if let (Tok::Name(name), Tok::Sign(":")) = (self.peek().clone(), self.peek_at(1)) {
            let span = self.span();
            self.advance();
            self.advance();
            let value = self.expr()?;
            let span = span.to(value.span);
            return Ok(Expr { kind: Kind::Named(name, Box::new(value)), span });
        }
        self.expr()
    }

    /// Whether `(` opens generators: `( i, j in ... ) (`. Decided by looking for `name {, name} in` and, behind the
    /// matching parenthesis, another `(`.
    fn starts_generators(&mut self) -> bool {
        let mut ahead = 1;
        loop {
            self.fill(ahead + 1);
            match self.peek_at(ahead) {
                Tok::Name(_) | Tok::Sign("_") => ahead += 1,
                _ => return false,
            }
            match self.peek_at(ahead) {
                Tok::Sign(",") => ahead += 1,
                Tok::Keyword("in") | Tok::Sign("=") => break,
                _ => return false,
            }
        }
        // A `;` outside braces ends the item; inside them it is one of a `let`.
        let (mut depth, mut braces) = (0usize, 0usize);
        for ahead in 0.. {
            self.fill(ahead + 1);
            match self.peek_at(ahead) {
                Tok::Sign("(" | "[" | "{" | "[|") | Tok::StrOpen(_) => depth += 1,
                Tok::Sign(")" | "]" | "}" | "|]") | Tok::StrClose(_) => depth = depth.saturating_sub(1),
                Tok::Sign(";") if braces == 0 => break,
                Tok::End => break,
                _ => {}
            }
            match self.peek_at(ahead) {
                Tok::Sign("{") => braces += 1,
                Tok::Sign("}") => braces = braces.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return matches!(self.peek_at(ahead + 1), Tok::Sign("("));
            }
        }
        false
    }

    fn generator_call(&mut self, name: std::sync::Arc<str>) -> Outcome<Kind> {
        self.advance();
        let generators = self.generators()?;
        self.expect(")", "after the generators")?;
        let span = self.expect("(", "before the body")?;
        let body = self.expr()?;
        self.expect(")", "to close the body")?;
        let inside = Kind::Comprehension(Box::new(Comprehension { set: false, key: None, body, generators }));
        let span = span.to(self.last_span());
        Ok(Kind::Call(name, Callee::Unresolved, vec![Expr { kind: inside, span }]))
    }
}

/// The rows of a matrix, as they come.
#[derive(Default)]
struct Rows {
    cells: Cells,
    n: usize,
    width: Option<usize>,
    row_keys: Vec<Expr>,
    column_keys: Vec<Expr>,
}

impl Rows {
    fn take(&mut self, row: Vec<(Expr, bool)>, span: Span, literal: Span) -> Outcome<()> {
        if self.n == 0 && self.column_keys.is_empty() && !row.is_empty() && row.iter().all(|(_, named)| *named) {
            self.column_keys = row.into_iter().map(|(key, _)| key).collect();
            self.width = Some(self.column_keys.len());
            return Ok(());
        }
        let mut found = 0;
        for (at, (cell, named)) in row.into_iter().enumerate() {
            match (named, at) {
                (false, _) => {
                    self.cells.push(cell, literal);
                    found += 1;
                }
                (true, 0) => self.row_keys.push(cell),
                (true, _) => return fault(cell.span, "only the first of a row may be its index"),
            }
        }
        match self.width {
            Some(width) if width != found => {
                return fault(span, format!("this row has {found} cells, expected {width}"));
            }
            _ => self.width = Some(found),
        }
        self.n += 1;
        Ok(())
    }

    fn finished(self, span: Span) -> Kind {
        let width = self.width.unwrap_or(0);
        let n = if width == 0 && self.n == 1 { 0 } else { self.n };
        let matrix = self.cells.shaped(vec![n, width]);
        if self.row_keys.is_empty() && self.column_keys.is_empty() {
            return matrix;
        }
        let part = |kind: Kind| Expr { kind, span };
        let args = vec![part(Kind::Array(self.row_keys)), part(Kind::Array(self.column_keys)), part(matrix)];
        Kind::Call("array2d_with_indices".into(), Callee::Unresolved, args)
    }
}
