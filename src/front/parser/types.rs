//! Types and declarations.

use super::Parser;
use super::expression::SET_LEVEL;
use crate::front::diagnostic::{Outcome, unsupported, unsupported_type};
use crate::front::lexer::Tok;
use crate::front::syntax::{Base, Declaration, Slot, Type};

impl Parser {
    /// `type: name :: annotations = value`.
    pub(super) fn declaration(&mut self) -> Outcome<Declaration> {
        let ty = self.type_inst()?;
        self.expect(":", "after the type")?;
        let (name, span) = self.name("for what is declared")?;
        let annotations = self.annotations()?;
        let value = if self.eat("=") { Some(self.expr()?) } else { None };
        Ok(Declaration { ty, name, slot: Slot::Unresolved, annotations, value, span })
    }

    pub(super) fn parameter(&mut self) -> Outcome<Declaration> {
        let ty = self.type_inst()?;
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
        if self.is("=") {
            return unsupported(span, "default values of parameters");
        }
        Ok(Declaration { ty, name, slot: Slot::Unresolved, annotations, value: None, span })
    }

    pub(super) fn type_inst(&mut self) -> Outcome<Type> {
        let span = self.span();
        self.deeper()?;
        let mut ty = match self.eat("array") {
            true => self.array_type()?,
            false if self.eat("list") => self.list_type()?,
            false => self.plain_type()?,
        };
        self.depth -= 1;
        ty.span = span.to(self.last_span());
        Ok(ty)
    }

    fn array_type(&mut self) -> Outcome<Type> {
        self.expect("[", "after `array`")?;
        let index = self.list("]", "or `,` in the index sets", Parser::plain_type)?;
        if index.is_empty() {
            return self.missing("an index set");
        }
        self.expect("of", "after the index sets")?;
        let element = self.plain_type()?;
        Ok(Type { index: Some(index), ..element })
    }

    fn list_type(&mut self) -> Outcome<Type> {
        let span = self.expect("of", "after `list`")?;
        let index = Type { index: None, var: false, set: false, base: Base::Int, span };
        Ok(Type { index: Some(vec![index]), ..self.plain_type()? })
    }

    fn plain_type(&mut self) -> Outcome<Type> {
        let span = self.span();
        let var = self.eat("var");
        if !var {
            self.eat("par");
        }
        if self.is("opt") {
            return unsupported(self.span(), "option types");
        }
        let set = self.eat("set");
        if set {
            self.expect("of", "after `set`")?;
        }
        if var && set {
            return unsupported_type(span, "set variables");
        }
        let base = self.base(var)?;
        Ok(Type { index: None, var, set, base, span: span.to(self.last_span()) })
    }

    fn base(&mut self, var: bool) -> Outcome<Base> {
        let span = self.span();
        let word = match self.peek() {
            Tok::Keyword(word) => *word,
            Tok::Sign("$") => return unsupported(span, "type variables"),
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
            "tuple" | "record" => return unsupported(span, "tuples and records"),
            _ => return self.missing("a type"),
        };
        self.advance();
        Ok(base)
    }
}
