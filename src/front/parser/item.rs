//! Items: what a model consists of.

use super::Parser;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::lexer::Tok;
use crate::front::syntax::{Base, EnumDecl, EnumPart, Expr, Function, Goal, Item, Kind, Op, Type};

impl Parser<'_> {
    pub(super) fn item(&mut self) -> Outcome<Item> {
        let word = match self.peek() {
            Tok::Keyword(word) => *word,
            Tok::Name(_) if matches!(self.peek_at(1), Tok::Sign("=" | "==")) => return self.assignment(),
            _ => return self.declared(),
        };
        match word {
            "include" => self.include(),
            "constraint" => self.constraint(),
            "solve" => self.solve(),
            "output" => self.output(),
            "predicate" => self.function(Base::Bool, true),
            "test" => self.function(Base::Bool, false),
            "function" => self.function_item(),
            "annotation" => self.function(Base::Ann, false),
            "enum" => self.enumeration(),
            "type" => self.alias(),
            _ => self.declared(),
        }
    }

    fn declared(&mut self) -> Outcome<Item> {
        if !matches!(
            self.peek(),
            Tok::Keyword(_) | Tok::Name(_) | Tok::Int(_) | Tok::TypeVariable(_) | Tok::Sign("{" | "-" | "(" | "..")
        ) {
            return self.missing("an item: a declaration, `constraint`, `solve`, `output`, ...");
        }
        // `type: name(parameters) = body` is a function without the word.
        let ty = self.type_inst()?;
        if self.is(":") && matches!((self.peek_at(1), self.peek_at(2)), (Tok::Name(_), Tok::Sign("("))) {
            self.advance();
            return self.signature(ty);
        }
        Ok(Item::Declare(Box::new(self.declaration_of(ty)?)))
    }

    fn assignment(&mut self) -> Outcome<Item> {
        let (name, span) = self.name("")?;
        self.advance();
        Ok(Item::Assign(name, self.expr()?, span))
    }

    fn include(&mut self) -> Outcome<Item> {
        self.advance();
        let span = self.span();
        match self.advance().kind {
            Tok::Str(path) => Ok(Item::Include(path, span)),
            _ => fault(span, "expected the name of a file in quotes after `include`"),
        }
    }

    fn constraint(&mut self) -> Outcome<Item> {
        self.advance();
        let notes = self.annotations()?;
        Ok(Item::Constraint(notes, self.expr()?))
    }

    fn solve(&mut self) -> Outcome<Item> {
        let span = self.span();
        self.advance();
        let notes = self.annotations()?;
        let goal = match self.peek() {
            Tok::Keyword("satisfy") => Goal::Satisfy,
            Tok::Keyword("minimize") => Goal::Minimise(self.after_goal()?),
            Tok::Keyword("maximize") => Goal::Maximise(self.after_goal()?),
            _ => return self.missing("`satisfy`, `minimize` or `maximize`"),
        };
        if matches!(goal, Goal::Satisfy) {
            self.advance();
        }
        Ok(Item::Solve(Box::new((notes, goal, span))))
    }

    fn after_goal(&mut self) -> Outcome<super::super::syntax::Expr> {
        self.advance();
        self.expr()
    }

    fn output(&mut self) -> Outcome<Item> {
        self.advance();
        let section = self.annotations()?.into_iter().find_map(|note| match note.kind {
            Kind::Str(name) => Some(name),
            _ => None,
        });
        Ok(Item::Output(section, self.expr()?))
    }

    fn function_item(&mut self) -> Outcome<Item> {
        self.advance();
        let result = self.type_inst()?;
        self.expect(":", "after the result type")?;
        self.signature(result)
    }

    fn function(&mut self, base: Base, var: bool) -> Outcome<Item> {
        let span = self.span();
        self.advance();
        self.signature(Type { var, ..Type::plain(base, span) })
    }

    fn signature(&mut self, result: Type) -> Outcome<Item> {
        let (name, span) = self.name("for the function")?;
        let params = match self.eat("(") {
            true => self.list(")", "or `,` in the parameters", Self::parameter)?,
            false => Vec::new(),
        };
        self.annotations()?;
        let body = if self.eat("=") { Some(self.expr()?) } else { None };
        Ok(Item::Function(Box::new(Function { name, result, params, body, span, n_slots: 0, makes_variables: false })))
    }

    /// `type Name = type`.
    fn alias(&mut self) -> Outcome<Item> {
        self.advance();
        let (name, span) = self.name("for the type")?;
        self.annotations()?;
        self.expect("=", "after the name of the type")?;
        Ok(Item::Alias(name, Box::new(self.type_inst()?), span))
    }

    fn enumeration(&mut self) -> Outcome<Item> {
        self.advance();
        let (name, span) = self.name("for the enum")?;
        self.annotations()?;
        let value = if self.eat("=") { Some(self.enum_parts()?) } else { None };
        Ok(Item::Enum(Box::new(EnumDecl { name, value, span })))
    }

    fn enum_parts(&mut self) -> Outcome<Vec<EnumPart>> {
        let mut parts = Vec::new();
        loop {
            if self.eat("{") {
                let names = self.list("}", "or `,` in the enum", |p| p.name("of an enum constant"))?;
                parts.push(EnumPart::Names(names));
            } else if self.eat("_") {
                parts.push(EnumPart::Anonymous(self.expr()?));
            } else {
                let span = self.span();
                match enum_parts(&self.expr()?) {
                    Some(more) => parts.extend(more),
                    None => return fault(span, "expected `{A, B, ...}`, `C(S)` or `anon_enum(n)`, joined by `++`"),
                }
            }
            if !self.eat("++") {
                return Ok(parts);
            }
        }
    }
}

/// The parts of an enum, from an expression: as in data and in assignments.
pub(crate) fn enum_parts(value: &Expr) -> Option<Vec<EnumPart>> {
    let name = |expr: &Expr| match &expr.kind {
        Kind::Name(name, _) => Some((name.clone(), expr.span)),
        _ => None,
    };
    match &value.kind {
        Kind::Set(members) | Kind::Array(members) => {
            Some(vec![EnumPart::Names(members.iter().map(name).collect::<Option<_>>()?)])
        }
        Kind::Call(word, _, args) if &**word == "anon_enum" && args.len() == 1 => {
            Some(vec![EnumPart::Anonymous(args[0].clone())])
        }
        Kind::Call(constructor, _, args) if args.len() == 1 => {
            Some(vec![EnumPart::Constructor(constructor.clone(), args[0].clone())])
        }
        Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::Concat) => {
            let all = std::iter::once(&**first).chain(links.iter().map(|link| &link.right));
            Some(all.map(enum_parts).collect::<Option<Vec<_>>>()?.concat())
        }
        Kind::Chain(..) | Kind::Int(_) => Some(vec![EnumPart::Anonymous(value.clone())]),
        _ => None,
    }
}
