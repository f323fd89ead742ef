//! A program: the items of all sources, sorted by kind, with every name resolved.

use super::diagnostic::{Diagnostic, Halt, Outcome, fault, fault_with, not_yet};
use super::source::{Source, SourceMap, Span};
use super::syntax::{Base, Declaration, EnumDecl, EnumPart, Expr, Function, Goal, Item, Kind, Slot, Type};
use super::{builtin, circular, library, parser, resolve};
use crate::search::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A parsed model, ready to be instantiated with data as often as one likes.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) parts: Arc<Parts>,
}

/// Finds the text of an included file: by the name it is included by, and the name of the text that includes it. What lies beside
/// that text is called so ([`beside`]), anything else as it is included.
pub type Finder<'a> = &'a (dyn Fn(&str, &str) -> Option<Source> + Sync);

/// The name of a file that is named in a text: its path from where the path of the text begins, without detours.
pub fn beside(text: &str, name: &str) -> String {
    let folder = text.rfind('/').filter(|_| !name.starts_with('/')).map_or("", |end| &text[..=end]);
    let root = if name.starts_with('/') || folder.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split('/')).filter(|part| !matches!(*part, "" | ".")) {
        match parts.last() {
            Some(last) if part == ".." && *last != ".." => drop(parts.pop()),
            None if part == ".." && !root.is_empty() => {}
            _ => parts.push(part),
        }
    }
    root.to_string() + &parts.join("/")
}

/// A constraint with its annotations.
pub(crate) type Stated = (Vec<Expr>, Expr);

/// What a program consists of.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub sources: SourceMap,
    pub globals: Vec<Global>,
    pub names: FxHashMap<Arc<str>, u32>,
    /// Those that get their value by an item of its own.
    pub assigned: FxHashSet<Arc<str>>,
    pub enums: Vec<EnumDecl>,
    /// Types with a name of their own.
    pub aliases: FxHashMap<Arc<str>, Type>,
    pub functions: Vec<Vec<Function>>,
    pub function_names: FxHashMap<Arc<str>, u32>,
    pub constraints: Vec<Stated>,
    /// What is shown, each with its section.
    pub outputs: Vec<(Option<Arc<str>>, Expr)>,
    pub solve: Option<(Vec<Expr>, Goal, Span)>,
    /// Local slots that the expressions outside functions need.
    pub n_slots: u32,
}

/// A name of the whole program.
#[derive(Debug)]
pub(crate) struct Global {
    pub name: Arc<str>,
    pub span: Span,
    pub definition: Definition,
}

impl Global {
    /// `:: output_only`: it may speak of the solution, and nothing else may speak of it.
    pub fn is_for_output(&self) -> bool {
        matches!(&self.definition, Definition::Declared(decl) if decl.is_noted("output_only"))
    }
}

/// What a global name stands for.
#[derive(Debug)]
pub(crate) enum Definition {
    Declared(Box<Declaration>),
    Enum(u32),
    /// A constant of an enum, of the model or of the data.
    Constant,
}

impl Program {
    /// Parse a model from its sources: the model files in order. Globals of the standard library need no source.
    pub fn parse(sources: &[Source]) -> Result<Program, Diagnostic> {
        Program::parse_with(sources, &|_, _| None)
    }

    /// Like [`Program::parse`], asking `find` for the text of an included file that is not part of the library.
    pub fn parse_with(sources: &[Source], find: Finder<'_>) -> Result<Program, Diagnostic> {
        Ok(Program::parse_within(sources, find, &Budget::unlimited())?)
    }

    /// Like [`Program::parse_with`], within a budget.
    pub fn parse_within(sources: &[Source], find: Finder<'_>, budget: &Budget) -> Result<Program, Halt> {
        let mut map = SourceMap::default();
        match super::deep(|| assemble(sources, find, &mut map, budget))? {
            Ok(parts) => Ok(Program { parts: Arc::new(Parts { sources: map, ..parts }) }),
            Err(fault) => Err(fault.halt(&map)),
        }
    }

    /// The program with some sections of its output only: of the names in `only`, if there are any, and none of those in `not`.
    pub fn showing(mut self, only: &[String], not: &[String]) -> Program {
        let named = |section: &Option<Arc<str>>, names: &[String]| {
            section.as_ref().is_some_and(|section| names.iter().any(|name| **name == **section))
        };
        if let Some(parts) = Arc::get_mut(&mut self.parts) {
            let said = !parts.outputs.is_empty();
            parts.outputs.retain(|(section, _)| (only.is_empty() || named(section, only)) && !named(section, not));
            // Nothing is shown then, and not what a model without output shows.
            if said && parts.outputs.is_empty() {
                parts.outputs.push((None, Expr { kind: Kind::Str("".into()), span: Span::NOWHERE }));
            }
        }
        self
    }

    /// The names of the parameters that need a value from the data.
    pub fn parameters(&self) -> Vec<String> {
        self.open().map(|global| global.name.to_string()).collect()
    }

    /// The names of the variables that are marked `:: output`.
    pub fn marked(&self) -> Vec<&str> {
        let is_marked =
            |global: &&Global| matches!(&global.definition, Definition::Declared(decl) if decl.is_noted("output"));
        self.parts.globals.iter().filter(is_marked).map(|global| &*global.name).collect()
    }

    /// The parameters and enums that need a value from the data.
    pub(super) fn open(&self) -> impl Iterator<Item = &Global> {
        let missing = |global: &&Global| match &global.definition {
            Definition::Declared(decl) => !decl.ty.var && decl.value.is_none(),
            Definition::Enum(id) => self.parts.enums[*id as usize].value.is_none(),
            Definition::Constant => false,
        };
        self.parts.globals.iter().filter(missing)
    }
}

fn assemble(sources: &[Source], find: Finder<'_>, map: &mut SourceMap, budget: &Budget) -> Outcome<Parts> {
    let included = sources.iter().map(|source| beside("", &source.name)).collect();
    let mut reader = Reader { find, map, included, open: String::new(), items: Vec::new(), budget };
    for source in sources {
        reader.read(source)?;
    }
    let Reader { items, map, .. } = reader;
    let mut parts = Parts::default();
    let mut assigned = Vec::new();
    for items in items {
        let n_constraints = items.iter().filter(|item| matches!(item, Item::Constraint(..))).count();
        parts.constraints.reserve_exact(n_constraints);
        items.into_iter().try_for_each(|item| parts.take(item, &mut assigned))?;
    }
    parts.declare_constants()?;
    for (name, value, span) in assigned {
        parts.assign(&name, value, span)?;
    }
    parts.add_library(library::functions(map.texts()));
    resolve::resolve(&mut parts, budget)?;
    circular::refuse(&parts)?;
    Ok(parts)
}

/// Reads sources and what they include.
struct Reader<'a> {
    find: Finder<'a>,
    map: &'a mut SourceMap,
    /// The paths of what was read or is about to be.
    included: FxHashSet<String>,
    /// The name of the source that is being read.
    open: String,
    /// What was read, in order: cut where something was included.
    items: Vec<Vec<Item>>,
    budget: &'a Budget,
}

impl Reader<'_> {
    fn read(&mut self, source: &Source) -> Outcome<()> {
        let file = self.map.add(source);
        let outer = std::mem::replace(&mut self.open, source.name.clone());
        let mut items = parser::parse(&source.text, file, self.budget)?;
        while let Some(at) = items.iter().position(|item| matches!(item, Item::Include(..))) {
            let behind = items.split_off(at + 1);
            let include = items.pop();
            self.items.push(std::mem::replace(&mut items, behind));
            if let Some(Item::Include(name, span)) = include {
                self.include(&name, span)?;
            }
        }
        self.items.push(items);
        self.open = outer;
        Ok(())
    }

    /// A file beside the text that includes it; else one of the library, or one that somebody else finds. A name without folders is
    /// the library's first.
    fn include(&mut self, name: &str, span: Span) -> Outcome<()> {
        const MAX_INCLUDES: usize = 1000;
        let (near, far) = (beside(&self.open, name), beside("", name));
        if near == beside("", &self.open) {
            return fault(span, format!("`{name}` includes itself"));
        }
        let is_known = library::is_library(name);
        if is_known && !name.contains('/') || self.included.contains(&near) {
            return Ok(());
        }
        if self.included.len() > MAX_INCLUDES {
            return fault(span, "too many included files");
        }
        match (self.find)(name, &self.open) {
            Some(found) if !self.included.insert(found.name.clone()) => Ok(()),
            Some(found) => self.read(&found),
            None if is_known || self.included.contains(&far) => Ok(()),
            None if library::is_file_of_minizinc(name) => not_yet(span, name),
            None => fault_with(
                span,
                format!("cannot find `{name}`"),
                "known are the single globals, e.g. \"alldifferent.mzn\"",
            ),
        }
    }
}

/// What a model may say of the versions of MiniZinc that it is written for.
const VERSIONS: [&str; 2] = ["mzn_min_version_required", "mzn_max_version_required"];

/// Whether this is a version that the model is written for: ours is what `mzn_compiler_version()` says.
fn fits_version(name: &str, version: i64, span: Span) -> Outcome<()> {
    const OURS: i64 = 30_000;
    match name == VERSIONS[0] && version > OURS || name == VERSIONS[1] && version < OURS {
        true => {
            fault(span, format!("the model is not for this version: {name} is {version}, and this is {OURS} (2.10)"))
        }
        false => Ok(()),
    }
}

impl Parts {
    fn take(&mut self, item: Item, assigned: &mut Vec<(Arc<str>, Expr, Span)>) -> Outcome<()> {
        match item {
            Item::Include(..) => {}
            Item::Declare(decl) => self.declare(decl.name.clone(), decl.span, Definition::Declared(decl))?,
            Item::Assign(name, value, span) => assigned.push((name, value, span)),
            Item::Constraint(notes, body) => self.constraints.push((notes, body)),
            Item::Solve(goal) if self.solve.is_some() => return fault(goal.2, "a second `solve` item"),
            Item::Solve(goal) => self.solve = Some(*goal),
            Item::Output(section, expr) => self.outputs.push((section, expr)),
            Item::Function(function) => self.add_function(*function)?,
            Item::Enum(decl) => {
                let id = self.enums.len() as u32;
                self.declare(decl.name.clone(), decl.span, Definition::Enum(id))?;
                self.enums.push(*decl);
            }
            Item::Alias(name, _, span) if self.aliases.contains_key(&name) => {
                return fault(span, format!("the type `{name}` is declared twice"));
            }
            Item::Alias(name, ty, _) => {
                self.aliases.insert(name, *ty);
            }
        }
        Ok(())
    }

    fn declare(&mut self, name: Arc<str>, span: Span, definition: Definition) -> Outcome<()> {
        let slot = self.globals.len() as u32;
        if self.names.insert(name.clone(), slot).is_some() {
            return fault(span, format!("`{name}` is declared twice"));
        }
        self.globals.push(Global { name, span, definition });
        Ok(())
    }

    /// The constants of the enums whose names the model itself gives.
    fn declare_constants(&mut self) -> Outcome<()> {
        for id in 0..self.enums.len() {
            let parts = self.enums[id].value.clone();
            self.declare_parts(&parts.unwrap_or_default())?;
        }
        Ok(())
    }

    fn declare_parts(&mut self, parts: &[EnumPart]) -> Outcome<()> {
        for part in parts {
            let EnumPart::Names(names) = part else { continue };
            for (name, span) in names {
                self.declare(name.clone(), *span, Definition::Constant)?;
            }
        }
        Ok(())
    }

    /// `name = value;` in the model.
    fn assign(&mut self, name: &str, value: Expr, span: Span) -> Outcome<()> {
        self.declare_annotation(name)?;
        if let (true, Kind::Int(version)) = (VERSIONS.contains(&name) && !self.names.contains_key(name), &value.kind) {
            return fits_version(name, *version, span);
        }
        let Some(slot) = self.names.get(name).copied() else {
            return fault(span, format!("`{name}` is not declared"));
        };
        match &mut self.globals[slot as usize].definition {
            Definition::Declared(decl) if decl.value.is_none() => {
                decl.value = Some(value);
                self.assigned.insert(decl.name.clone());
            }
            Definition::Declared(_) => return fault(span, format!("`{name}` has two values")),
            Definition::Enum(id) => {
                let id = *id as usize;
                if self.enums[id].value.is_some() {
                    return fault(span, format!("the enum `{name}` has constants already"));
                }
                let parts = resolve::enum_parts(&value)?;
                self.declare_parts(&parts)?;
                self.enums[id].value = Some(parts);
            }
            Definition::Constant => return fault(span, format!("`{name}` is an enum constant")),
        }
        Ok(())
    }

    /// `annotation name;` that gets a value is what `ann: name;` would be.
    fn declare_annotation(&mut self, name: &str) -> Outcome<()> {
        let Some(group) = self.function_names.get(name) else { return Ok(()) };
        let functions = &mut self.functions[*group as usize];
        let is_bare = |f: &Function| matches!(f.result.base, Base::Ann) && f.params.is_empty() && f.body.is_none();
        let Some(at) = functions.iter().position(is_bare) else { return Ok(()) };
        let Function { name, result, span, .. } = functions.remove(at);
        let (slot, annotations) = (Slot::Unresolved, Vec::new());
        let decl = Declaration { ty: result, name: name.clone(), slot, annotations, value: None, span };
        self.declare(name, span, Definition::Declared(Box::new(decl)))
    }

    fn add_function(&mut self, function: Function) -> Outcome<()> {
        let next = self.functions.len() as u32;
        let group = *self.function_names.entry(function.name.clone()).or_insert(next);
        if group == next {
            self.functions.push(Vec::new());
        }
        self.functions[group as usize].push(function);
        Ok(())
    }

    /// Library functions step back behind functions of the user with the same name and number of parameters, unless
    /// the user's has no body: FlatZinc declares what its solver knows. They stay there for the library itself.
    fn add_library(&mut self, functions: Vec<Function>) {
        let key = |f: &Function| (f.name.clone(), f.params.len());
        let known: FxHashSet<(Arc<str>, usize)> = functions.iter().map(key).collect();
        let is_ours =
            |f: &Function| f.body.is_none() && (known.contains(&key(f)) || builtin::takes(&f.name, f.params.len()));
        self.functions.iter_mut().for_each(|group| group.retain(|f| !is_ours(f)));
        let own: FxHashSet<(Arc<str>, usize)> = self.functions.iter().flatten().map(key).collect();
        for mut function in functions {
            if own.contains(&key(&function)) {
                function.name = library::behind(&function.name).into();
            }
            self.add_function(function).expect("adding to a group cannot fail");
        }
    }
}
