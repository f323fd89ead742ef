//! Types and declarations.

use super::Parser;
use super::level::SET_LEVEL;
use crate::front::diagnostic::{Outcome, fault, unsupported_type};
use crate::front::lexer::Tok;
use crate::front::syntax::{Base, Declaration, Expr, Kind, Slot, Type};

impl Parser<'_> {
    /// `type: name :: annotations = value`.
    pub(super) fn declaration(&mut self) -> Outcome<Declaration> {
        let ty = self.type_inst()?;
        self.declaration_of(ty)
    }

    /// The rest of a declaration, behind its type.
    pub(super) fn declaration_of(&mut self, ty: Type) -> Outcome<Declaration> {
        self.expect(":", "after the type")?;
        let (name, span) = self.name("for what is declared")?;
        let annotations = self.annotations()?;
        let value = if self.eat("=") || self.eat("==") { Some(self.expr()?) } else { None };
        Ok(Declaration { ty, name, slot: Slot::Unresolved, annotations, value, span })
    }

    pub(super) fn parameter(&mut self) -> Outcome<Declaration> {
        let ty = self.type_inst()?;
        if let Some(card) = &ty.card {
            return fault(card.span, "the number of members of a set can be said where it is declared only");
        }
        if !self.eat(":") {
            let span = ty.span;
            return Ok(Declaration {
                ty,
                name: "".into(),
                slot: Slot::Unresolved,
                annotations: vec![],
                value: None,
                span,
            });
        }
        let (name, span) = self.name("for the parameter")?;
        let annotations = self.annotations()?;
        let value = if self.eat("=") { Some(self.expr()?) } else { None };
        Ok(Declaration { ty, name, slot: Slot::Unresolved, annotations, value, span })
    }

    pub(super) fn type_inst(&mut self) -> Outcome<Type> {
        let span = self.span();
        self.deeper()?;
        let mut ty = match self.eat("array") {
            true => self.array_type()?,
            false if self.eat("list") => self.list_type()?,
            false => self.plain_type()?,
        };
        while self.eat("++") {
            let more = self.plain_type()?;
            ty = Type { base: Base::Joined(Box::new((Type { index: None, ..ty.clone() }, more))), ..ty };
        }
        self.depth -= 1;
        ty.span = span.to(self.last_span());
        Ok(ty)
    }

    fn array_type(&mut self) -> Outcome<Type> {
        self.expect("[", "after `array`")?;
        let index = self.list("]", "or `,` in the index sets", Self::index_type)?;
        if index.is_empty() {
            return self.missing("an index set");
        }
        self.expect("of", "after the index sets")?;
        let element = self.type_inst()?;
        Ok(array_of(index, element))
    }

    fn index_type(&mut self) -> Outcome<Type> {
        if let (Tok::Name(_), Tok::Keyword("in")) = (self.peek(), self.peek_at(1)) {
            let (name, _) = self.name("")?;
            self.advance();
            let ty = self.plain_type()?;
            return match ty.base {
                Base::Domain(_) => Ok(Type { binds: Some((name, 0)), ..ty }),
                _ => fault(ty.span, "expected a set that the index runs through"),
            };
        }
        if self.is("_") {
            let span = self.span();
            self.advance();
            return Ok(Type::plain(Base::Int, span));
        }
        self.plain_type()
    }

    fn list_type(&mut self) -> Outcome<Type> {
        let span = self.expect("of", "after `list`")?;
        // `1..`: as many as there are, from 1.
        let one = Box::new(Expr { kind: Kind::Int(1), span });
        let from_one = Expr { kind: Kind::Open(Some(one), None), span };
        let index = Type::plain(Base::Domain(Box::new(from_one)), span);
        let element = self.type_inst()?;
        Ok(array_of(vec![index], element))
    }

    fn plain_type(&mut self) -> Outcome<Type> {
        let span = self.span();
        let any = self.eat("any");
        let var = !any && self.eat("var");
        if !var && !any {
            self.eat("par");
        }
        let opt = self.eat("opt");
        let set = self.eat("set");
        let card = if set && self.eat("(") { Some(Box::new(self.cardinality()?)) } else { None };
        if set {
            self.expect("of", "after `set`")?;
        }
        let base = match self.peek().clone() {
            Tok::TypeVariable(name) => {
                self.advance();
                Base::Variable(name)
            }
            _ if any => Base::Any,
            _ => self.base(var && !set)?,
        };
        if set && var && matches!(base, Base::Float) {
            return unsupported_type(span, "set variables of floats");
        }
        if set && var && opt {
            return fault(span, "a set variable cannot be optional");
        }
        if var && opt && matches!(base, Base::Tuple(_) | Base::Record(_)) {
            return fault(span, "a variable tuple or record cannot be optional");
        }
        Ok(Type { var, opt, set, card, ..Type::plain(base, span.to(self.last_span())) })
    }

    fn cardinality(&mut self) -> Outcome<Expr> {
        let card = self.expr()?;
        self.expect(")", "after the cardinality")?;
        Ok(card)
    }

    fn base(&mut self, var: bool) -> Outcome<Base> {
        let span = self.span();
        let word = match self.peek() {
            Tok::Keyword(word) => *word,
            _ => return Ok(Base::Domain(Box::new(self.level(SET_LEVEL)?))),
        };
        let base = match word {
            "int" => Base::Int,
            "bool" => Base::Bool,
            "float" if var => return unsupported_type(span, "float variables"),
            "float" => Base::Float,
            "string" => Base::Str,
            "ann" => Base::Ann,
            "any" => Base::Any,
            "tuple" => return self.tuple_type(),
            "record" => return self.record_type(),
            _ => return self.missing("a type"),
        };
        self.advance();
        Ok(base)
    }

    fn tuple_type(&mut self) -> Outcome<Base> {
        self.advance();
        self.expect("(", "after `tuple`")?;
        Ok(Base::Tuple(self.list(")", "or `,` in the types of the tuple", Self::type_inst)?))
    }

    fn record_type(&mut self) -> Outcome<Base> {
        self.advance();
        self.expect("(", "after `record`")?;
        Ok(Base::Record(self.list(")", "or `,` in the types of the record", |p| {
            let ty = p.type_inst()?;
            p.expect(":", "after the type")?;
            Ok((p.name("of a field")?.0, ty))
        })?))
    }
}

/// An array of something, which may be an array itself.
fn array_of(index: Vec<Type>, element: Type) -> Type {
    match element.index {
        None => Type { index: Some(index), ..element },
        Some(_) => {
            let (var, opt, span) = (element.var, element.opt, element.span);
            Type { index: Some(index), var, opt, ..Type::plain(Base::Array(Box::new(element)), span) }
        }
    }
}
