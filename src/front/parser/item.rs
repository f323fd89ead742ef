//! Items: what a model consists of.

use super::Parser;
use crate::front::diagnostic::{Outcome, fault, unsupported};
use crate::front::lexer::Tok;
use crate::front::syntax::{Base, EnumDecl, EnumValue, Function, Goal, Item, Kind, Type};

impl Parser {
    pub(super) fn item(&mut self) -> Outcome<Item> {
        let span = self.span();
        let word = match self.peek() {
            Tok::Keyword(word) => *word,
            Tok::Name(_) if matches!(self.peek_at(1), Tok::Sign("=")) => return self.assignment(),
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
            "type" => unsupported(span, "type synonyms"),
            _ => self.declared(),
        }
    }

    fn declared(&mut self) -> Outcome<Item> {
        if !matches!(self.peek(), Tok::Keyword(_) | Tok::Name(_) | Tok::Int(_) | Tok::Sign("{" | "-" | "(" | "$")) {
            return self.missing("an item: a declaration, `constraint`, `solve`, `output`, ...");
        }
        Ok(Item::Declare(self.declaration()?))
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
        Ok(Item::Solve(notes, goal, span))
    }

    fn after_goal(&mut self) -> Outcome<super::super::syntax::Expr> {
        self.advance();
        self.expr()
    }

    fn output(&mut self) -> Outcome<Item> {
        self.advance();
        self.annotations()?;
        Ok(Item::Output(self.expr()?))
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
        self.signature(Type { index: None, var, set: false, base, span })
    }

    fn signature(&mut self, result: Type) -> Outcome<Item> {
        let (name, span) = self.name("for the function")?;
        let params = match self.eat("(") {
            true => self.list(")", "or `,` in the parameters", Parser::parameter)?,
            false => Vec::new(),
        };
        self.annotations()?;
        let body = if self.eat("=") { Some(self.expr()?) } else { None };
        Ok(Item::Function(Function { name, result, params, body, span, n_slots: 0 }))
    }

    fn enumeration(&mut self) -> Outcome<Item> {
        self.advance();
        let (name, span) = self.name("for the enum")?;
        self.annotations()?;
        let value = if self.eat("=") { Some(self.enum_value()?) } else { None };
        Ok(Item::Enum(EnumDecl { name, value, span }))
    }

    fn enum_value(&mut self) -> Outcome<EnumValue> {
        let span = self.span();
        if self.eat("{") {
            let names = self.list("}", "or `,` in the enum", |p| p.name("of an enum constant"))?;
            return match self.is("++") {
                true => unsupported(self.span(), "enums built with `++`"),
                false => Ok(EnumValue::Names(names)),
            };
        }
        let expr = match self.is("_") && matches!(self.peek_at(1), Tok::Sign("(")) {
            true => {
                self.advance();
                self.expr()?
            }
            false => self.expr()?,
        };
        match expr.kind {
            Kind::Call(ref name, _, ref args) if &**name == "anon_enum" && args.len() == 1 => {
                Ok(EnumValue::Anonymous(args[0].clone()))
            }
            Kind::Chain(..) | Kind::Int(_) | Kind::Name(..) | Kind::Call(..) => Ok(EnumValue::Anonymous(expr)),
            _ => fault(span, "expected `{A, B, ...}` or `anon_enum(n)`"),
        }
    }
}
