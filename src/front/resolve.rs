//! Names to slots, once, before anything is evaluated.
//!
//! A local name gets a position in the frame of its function or item; positions are reused when a scope ends. A name that
//! nobody declares is an error, unless some enum gets its constants from the data: then it may turn out to be one of them.

use super::builtin;
use super::diagnostic::{Outcome, fault, fault_with, not_yet, unsupported};
use super::library;
use super::meter::Meter;
use super::parser;
use super::program::{Definition, Global, Parts};
use super::source::Span;
use super::syntax::{
    Base, Callee, Comprehension, Declaration, EnumDecl, EnumPart, Expr, Function, Goal, INVERSE, Kind, LetItem, Slot,
    Type,
};
use crate::search::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Resolve everything in the program.
pub(crate) fn resolve(parts: &mut Parts, budget: &Budget) -> Outcome<()> {
    let mut globals = std::mem::take(&mut parts.globals);
    let mut functions = std::mem::take(&mut parts.functions);
    let mut constraints = std::mem::take(&mut parts.constraints);
    let mut outputs = std::mem::take(&mut parts.outputs);
    let mut solve = parts.solve.take();
    let arities = arities(&functions);
    let mut enums = std::mem::take(&mut parts.enums);
    let mut names = std::mem::take(&mut parts.names);
    let constructors = constructors(&enums);
    let open = enums.iter().any(|e| e.value.is_none());
    let mut scope = Scope {
        names: &mut names,
        function_names: &parts.function_names,
        aliases: &parts.aliases,
        constructors,
        arities: &arities,
        locals: Vec::new(),
        n_hidden: 0,
        n_slots: 0,
        makes_variables: false,
        open,
        added: Vec::new(),
        first_free: globals.len() as u32,
        lenient: false,
        in_library: false,
        meter: Meter::new(budget),
    };
    for global in &mut globals {
        if let Definition::Declared(decl) = &mut global.definition {
            scope.declaration(decl)?;
        }
    }
    for part in enums.iter_mut().filter_map(|decl| decl.value.as_mut()).flatten() {
        scope.enum_part(part)?;
    }
    for (notes, body) in &mut constraints {
        scope.notes(notes)?;
        scope.expr(body)?;
    }
    for (_, output) in &mut outputs {
        scope.expr(output)?;
    }
    if let Some((notes, goal, _)) = &mut solve {
        scope.notes(notes)?;
        match goal {
            Goal::Satisfy => {}
            Goal::Minimise(expr) | Goal::Maximise(expr) => scope.expr(expr)?,
        }
    }
    parts.n_slots = scope.n_slots;
    for function in functions.iter_mut().flatten() {
        scope.function(function)?;
    }
    globals.append(&mut scope.added);
    *parts = Parts {
        globals,
        functions,
        constraints,
        outputs,
        solve,
        enums,
        names,
        n_slots: parts.n_slots,
        aliases: std::mem::take(&mut parts.aliases),
        function_names: std::mem::take(&mut parts.function_names),
        sources: std::mem::take(&mut parts.sources),
        assigned: std::mem::take(&mut parts.assigned),
    };
    Ok(())
}

/// Resolve an expression of the data against a finished program; unknown names stay unresolved.
pub(crate) fn resolve_data(parts: &Parts, expr: &mut Expr, meter: &Meter) -> Outcome<u32> {
    let mut names = FxHashMap::default();
    names.clone_from(&parts.names);
    let arities = arities(&parts.functions);
    let mut scope = Scope {
        names: &mut names,
        function_names: &parts.function_names,
        aliases: &parts.aliases,
        constructors: FxHashSet::default(),
        arities: &arities,
        locals: Vec::new(),
        n_hidden: 0,
        n_slots: 0,
        makes_variables: false,
        open: false,
        added: Vec::new(),
        first_free: 0,
        lenient: true,
        in_library: false,
        meter: meter.clone(),
    };
    scope.expr(expr)?;
    Ok(scope.n_slots)
}

/// The parts of an enum in `{A, B} ++ C(S)`.
pub(crate) fn enum_parts(value: &Expr) -> Outcome<Vec<EnumPart>> {
    match parser::enum_parts(value) {
        Some(parts) => Ok(parts),
        None => fault(value.span, "expected the constants of the enum: `{A, B, ...}`"),
    }
}

fn arities(functions: &[Vec<Function>]) -> Vec<Vec<(usize, usize)>> {
    let one = |f: &Function| (f.params.iter().filter(|param| param.value.is_none()).count(), f.params.len());
    functions.iter().map(|group| group.iter().map(one).collect()).collect()
}

/// Names that make a constant of an enum from a value.
fn constructors(enums: &[EnumDecl]) -> FxHashSet<Arc<str>> {
    let parts = enums.iter().filter_map(|decl| decl.value.as_ref()).flatten();
    parts.filter_map(|part| if let EnumPart::Constructor(name, _) = part { Some(name.clone()) } else { None }).collect()
}

struct Scope<'a> {
    names: &'a mut FxHashMap<Arc<str>, u32>,
    function_names: &'a FxHashMap<Arc<str>, u32>,
    aliases: &'a FxHashMap<Arc<str>, Type>,
    constructors: FxHashSet<Arc<str>>,
    /// The least and the largest number of arguments of each function.
    arities: &'a [Vec<(usize, usize)>],
    locals: Vec<Arc<str>>,
    /// So many of the first locals are looked up after the program's names.
    n_hidden: usize,
    n_slots: u32,
    /// A local variable without a definition was met.
    makes_variables: bool,
    /// Some enum gets its constants from the data.
    open: bool,
    added: Vec<Global>,
    first_free: u32,
    /// Leave unknown names alone.
    lenient: bool,
    /// What is resolved is the library's.
    in_library: bool,
    meter: Meter,
}

impl Scope<'_> {
    fn bind(&mut self, name: &Arc<str>) -> u32 {
        self.locals.push(name.clone());
        self.n_slots = self.n_slots.max(self.locals.len() as u32);
        self.locals.len() as u32 - 1
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> Outcome<Slot> {
        let (hidden, seen) = self.locals.split_at(self.n_hidden);
        if let Some(slot) = seen.iter().rposition(|local| local == name) {
            return Ok(Slot::Local((hidden.len() + slot) as u32));
        }
        if let Some(slot) = self.names.get(name) {
            return Ok(Slot::Global(*slot));
        }
        if let Some(slot) = hidden.iter().rposition(|local| local == name) {
            return Ok(Slot::Local(slot as u32));
        }
        if self.lenient {
            return Ok(Slot::Unresolved);
        }
        if self.open {
            let slot = self.first_free + self.added.len() as u32;
            self.names.insert(name.clone(), slot);
            self.added.push(Global { name: name.clone(), span, definition: Definition::Constant });
            return Ok(Slot::Global(slot));
        }
        let message = format!("`{name}` is not declared");
        match self.nearest(name) {
            Some(other) => fault_with(span, message, format!("did you mean `{other}`?")),
            None => fault(span, message),
        }
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let mut known: Vec<&str> = self.names.keys().chain(&self.locals).map(|n| &**n).collect();
        known.sort_unstable();
        builtin::nearest(name, known.into_iter())
    }

    fn declaration(&mut self, decl: &mut Declaration) -> Outcome<()> {
        self.ty(&mut decl.ty)?;
        self.notes(&mut decl.annotations)?;
        match &mut decl.value {
            // Annotations may speak of things we do not know.
            Some(value) if matches!(decl.ty.base, Base::Ann) => self.notes(std::slice::from_mut(value)),
            Some(value) => self.expr(value),
            None => Ok(()),
        }
    }

    fn enum_part(&mut self, part: &mut EnumPart) -> Outcome<()> {
        match part {
            EnumPart::Names(_) => Ok(()),
            EnumPart::Anonymous(expr) | EnumPart::Constructor(_, expr) => self.expr(expr),
        }
    }

    fn ty(&mut self, ty: &mut Type) -> Outcome<()> {
        super::alias::expand(ty, self.aliases)?;
        self.plain_ty(ty)
    }

    fn plain_ty(&mut self, ty: &mut Type) -> Outcome<()> {
        let depth = self.locals.len();
        for index in ty.index.iter_mut().flatten() {
            self.plain_ty(index)?;
            if let Some((name, slot)) = &mut index.binds {
                *slot = self.bind(name);
            }
        }
        ty.card.as_mut().map_or(Ok(()), |card| self.expr(card))?;
        let done = self.base_ty(ty);
        self.locals.truncate(depth);
        done
    }

    fn base_ty(&mut self, ty: &mut Type) -> Outcome<()> {
        match &mut ty.base {
            Base::Domain(expr) => self.expr(expr),
            Base::Tuple(parts) => parts.iter_mut().try_for_each(|part| self.plain_ty(part)),
            Base::Record(fields) => fields.iter_mut().try_for_each(|(_, field)| self.plain_ty(field)),
            Base::Array(element) => self.plain_ty(element),
            Base::Int | Base::Bool | Base::Float | Base::Str | Base::Ann | Base::Any | Base::Variable(_) => Ok(()),
            Base::Joined(_) => fault(ty.span, "`++` joins two tuple types or two record types"),
        }
    }

    fn function(&mut self, function: &mut Function) -> Outcome<()> {
        self.locals.clear();
        (self.n_slots, self.makes_variables) = (0, false);
        self.in_library = library::is_place(function.span);
        // A default speaks of the whole program's names only, so that it means the same in every call.
        for value in function.params.iter_mut().filter_map(|param| param.value.as_mut()) {
            self.expr(value)?;
        }
        for param in &mut function.params {
            let slot = self.bind(&param.name);
            param.slot = Slot::Local(slot);
        }
        // The types of a model's function speak of the program's names, and of parameters only where there is no such name.
        self.n_hidden = if self.in_library { 0 } else { self.locals.len() };
        for param in &mut function.params {
            self.ty(&mut param.ty)?;
        }
        self.ty(&mut function.result)?;
        self.n_hidden = 0;
        let is_annotation = matches!(function.result.base, Base::Ann);
        if is_annotation && function.body.is_some() {
            refuse_looking(&function.params)?;
        }
        match &mut function.body {
            Some(body) if is_annotation => self.notes(std::slice::from_mut(body))?,
            Some(body) => self.expr(body)?,
            None => {}
        }
        (function.n_slots, function.makes_variables) = (self.n_slots, self.makes_variables);
        self.locals.clear();
        Ok(())
    }

    /// Annotations may speak of things we do not know.
    fn notes(&mut self, notes: &mut [Expr]) -> Outcome<()> {
        let lenient = std::mem::replace(&mut self.lenient, true);
        let done = notes.iter_mut().try_for_each(|note| self.expr(note));
        self.lenient = lenient;
        done
    }

    fn all(&mut self, exprs: &mut [Expr]) -> Outcome<()> {
        exprs.iter_mut().try_for_each(|expr| self.expr(expr))
    }

    fn expr(&mut self, expr: &mut Expr) -> Outcome<()> {
        self.meter.tick(1)?;
        let span = expr.span;
        match &mut expr.kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::Float(_) | Kind::Str(_) | Kind::Unknown | Kind::Absent => Ok(()),
            Kind::Numbers(_) => Ok(()),
            Kind::Name(name, _) if &**name == "infinity" && !self.names.contains_key(name) => {
                expr.kind = Kind::Float(f64::INFINITY);
                Ok(())
            }
            Kind::Name(name, slot) => self.name(name, span).map(|found| *slot = found),
            Kind::Joined(parts) | Kind::Set(parts) | Kind::Array(parts) | Kind::Matrix(_, parts) => self.all(parts),
            Kind::Tuple(parts) => self.all(parts),
            Kind::Record(fields) => fields.iter_mut().try_for_each(|(_, field)| self.expr(field)),
            Kind::Field(inner, _) | Kind::Named(_, inner) => self.expr(inner),
            Kind::Open(lo, hi) => lo.iter_mut().chain(hi).try_for_each(|end| self.expr(end)),
            Kind::Comprehension(inner) => self.generated(inner),
            Kind::Index(array, args) => self.expr(array).and_then(|()| self.all(args)),
            Kind::Call(name, callee, args) => self.call(name, callee, args, span),
            Kind::Unary(_, inner) => self.expr(inner),
            Kind::Chain(first, links) => {
                self.expr(first)?;
                links.iter_mut().try_for_each(|link| self.expr(&mut link.right))
            }
            Kind::If(branches, otherwise) => self.conditional(branches, otherwise),
            Kind::Let(items, body) => self.let_in(items, body),
            Kind::Annotated(inner, notes) => self.expr(inner).and_then(|()| self.notes(notes)),
        }
    }

    fn generated(&mut self, inner: &mut Comprehension) -> Outcome<()> {
        let depth = self.locals.len();
        for generator in &mut inner.generators {
            self.expr(&mut generator.over)?;
            for (name, slot) in &mut generator.names {
                *slot = self.bind(name);
            }
            if let Some(filter) = &mut generator.filter {
                self.expr(filter)?;
            }
        }
        inner.key.as_mut().map_or(Ok(()), |key| self.expr(key))?;
        self.expr(&mut inner.body)?;
        self.locals.truncate(depth);
        Ok(())
    }

    fn conditional(&mut self, branches: &mut [(Expr, Expr)], otherwise: &mut Option<Box<Expr>>) -> Outcome<()> {
        for (condition, value) in branches {
            self.expr(condition)?;
            self.expr(value)?;
        }
        otherwise.as_mut().map_or(Ok(()), |value| self.expr(value))
    }

    fn let_in(&mut self, items: &mut [LetItem], body: &mut Expr) -> Outcome<()> {
        let depth = self.locals.len();
        for item in items {
            match item {
                LetItem::Constraint(expr) => self.expr(expr)?,
                LetItem::Declare(decl) => {
                    self.declaration(decl)?;
                    self.makes_variables |= decl.ty.var && decl.value.is_none();
                    decl.slot = Slot::Local(self.bind(&decl.name));
                }
            }
        }
        self.expr(body)?;
        self.locals.truncate(depth);
        Ok(())
    }

    fn call(&mut self, name: &Arc<str>, callee: &mut Callee, args: &mut [Expr], span: Span) -> Outcome<()> {
        let user = self.function_names.get(name).copied();
        let n = args.len();
        let fits = |group: u32| self.arities[group as usize].iter().any(|(least, most)| (*least..=*most).contains(&n));
        *callee = match (user.filter(|g| fits(*g)), builtin::find(name)) {
            (Some(group), index) if self.in_library => self.of_library(name, n, group, index),
            (Some(group), _) => Callee::User(group),
            (None, Some(index)) => Callee::Builtin(index),
            (None, None) if self.lenient || self.makes_a_constant(name) => Callee::Unresolved,
            (None, None) if user.is_some() => {
                return fault(span, format!("`{name}` takes another number of arguments than {}", args.len()));
            }
            (None, None) => return self.unknown_call(name, span),
        };
        self.all(args)
    }

    /// What the library calls is the library's own, whatever the model calls by the same name.
    fn of_library(&self, name: &str, n_args: usize, group: u32, index: Option<u32>) -> Callee {
        let fits = |group: &&u32| self.arities[**group as usize].contains(&(n_args, n_args));
        match self.function_names.get(&*library::behind(name)).filter(fits) {
            Some(behind) => Callee::User(*behind),
            None if library::defines(name, n_args) => Callee::User(group),
            None => index.filter(|_| builtin::takes(name, n_args)).map_or(Callee::User(group), Callee::Builtin),
        }
    }

    /// Whether it is a constructor of an enum, or its inverse, or may turn out to be one when the data are there.
    fn makes_a_constant(&self, name: &str) -> bool {
        self.constructors.contains(name.strip_suffix(INVERSE).unwrap_or(name)) || name.ends_with(INVERSE) && self.open
    }

    fn unknown_call(&self, name: &str, span: Span) -> Outcome<()> {
        if library::is_of_minizinc(name) {
            return not_yet(span, name);
        }
        let mut known: Vec<&str> = library::names();
        known.extend(self.function_names.keys().map(|n| &**n));
        known.sort_unstable();
        let message = format!("no function or predicate `{name}` is known");
        match builtin::nearest(name, known.into_iter()) {
            Some(other) => fault_with(span, message, format!("did you mean `{other}`?")),
            None => fault(span, message),
        }
    }
}

/// An annotation that is told what it stands behind may state constraints about it, and those would be lost.
fn refuse_looking(params: &[Declaration]) -> Outcome<()> {
    let is_it = |note: &Expr| matches!(&note.kind, Kind::Name(name, _) if &**name == "annotated_expression");
    match params.iter().find(|param| param.annotations.iter().any(is_it)) {
        Some(param) => unsupported(param.span, "annotations that look at what they stand behind"),
        None => Ok(()),
    }
}
