//! The part of the library that is written in the language itself, and what MiniZinc's has.
//!
//! The texts are parsed once per process; a program gets copies of the functions in the files whose functions it names, directly or
//! through other files, and of the prelude always (data may call it). Their places are in sources of their own.

#[cfg(test)]
mod table;

use super::builtin;
use super::parser;
use super::source::{Source, Span};
use super::syntax::{Function, Item};
use crate::search::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// The files; the first one is always there.
const FILES: &[(&str, &str)] = &[
    ("prelude.mzn", include_str!("../prelude.mzn")),
    ("flatzinc.mzn", include_str!("../flatzinc.mzn")),
    ("library/counting.mzn", include_str!("counting.mzn")),
    ("library/order.mzn", include_str!("order.mzn")),
    ("library/packing.mzn", include_str!("packing.mzn")),
    ("library/graph.mzn", include_str!("graph.mzn")),
    ("library/automata.mzn", include_str!("automata.mzn")),
    ("library/arrays.mzn", include_str!("arrays.mzn")),
    ("library/sets.mzn", include_str!("sets.mzn")),
    ("library/options.mzn", include_str!("options.mzn")),
];

/// What MiniZinc 2.10's library has: group, kind, name, numbers of arguments.
const MINIZINC: &str = include_str!("minizinc.txt");

/// The number of the first file among the sources; those of a program are counted from 0.
const FIRST: u32 = u32::MAX - 1000;

struct Library {
    sources: Vec<Source>,
    /// By file, when it is first needed.
    functions: Vec<OnceLock<Vec<Function>>>,
    /// The files with functions of a name.
    homes: FxHashMap<&'static str, Vec<usize>>,
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library { sources: Vec::new(), functions: Vec::new(), homes: FxHashMap::default() };
        for (at, (name, text)) in FILES.iter().enumerate() {
            for name in defined(text) {
                let homes = library.homes.entry(name).or_default();
                if homes.last() != Some(&at) {
                    homes.push(at);
                }
            }
            library.functions.push(OnceLock::new());
            library.sources.push(Source::new(*name, *text));
        }
        library
    })
}

/// The names that a text of the library defines: those before the first bracket of a line that begins with such a word.
fn defined(text: &'static str) -> impl Iterator<Item = &'static str> {
    let items = text.lines().filter(|line| line.starts_with("predicate ") || line.starts_with("function "));
    items.filter_map(|line| line.split('(').next()?.rsplit(' ').next())
}

/// The functions of a file.
fn of_file(at: usize) -> &'static [Function] {
    library().functions[at].get_or_init(|| {
        let items =
            parser::parse(FILES[at].1, FIRST + at as u32, &Budget::unlimited()).expect("the library is well-formed");
        items.into_iter().filter_map(|item| if let Item::Function(f) = item { Some(f) } else { None }).collect()
    })
}

/// The source of a place in the library.
pub(crate) fn source(file: u32) -> Option<&'static Source> {
    library().sources.get(file.checked_sub(FIRST)? as usize)
}

/// Whether a place is in the library.
pub(crate) fn is_place(span: Span) -> bool {
    (FIRST..FIRST + FILES.len() as u32).contains(&span.file)
}

/// The name by which the library calls a function of its own when the model has one of the same name: no model can write it.
pub(crate) fn behind(name: &str) -> String {
    format!("{name} ")
}

/// Whether a function with so many parameters is written in the language itself.
pub(crate) fn defines(name: &str, n_params: usize) -> bool {
    let files = library().homes.get(name).into_iter().flatten();
    files.flat_map(|at| of_file(*at)).any(|f| &*f.name == name && f.params.len() == n_params)
}

/// The functions that a program with these texts may call.
pub(crate) fn functions<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Function> {
    let mut wanted: FxHashSet<usize> = FxHashSet::from_iter([0]);
    let mut open = vec![0];
    texts.for_each(|text| homes(text, &mut wanted, &mut open));
    while let Some(at) = open.pop() {
        homes(FILES[at].1, &mut wanted, &mut open);
    }
    (0..FILES.len()).filter(|at| wanted.contains(at)).flat_map(|at| of_file(at).iter().cloned()).collect()
}

/// The files of the functions that a text names.
fn homes(text: &str, wanted: &mut FxHashSet<usize>, open: &mut Vec<usize>) {
    let homes = &library().homes;
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let new = homes.get(word).into_iter().flatten().filter(|home| wanted.insert(**home));
        open.extend(new);
    }
}

/// The names of all functions, in order.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = library().homes.keys().copied().chain(builtin::names()).collect();
    names.sort_unstable();
    names
}

/// Whether a function of this name is known.
fn is_known(name: &str) -> bool {
    library().homes.contains_key(name) || builtin::find(name).is_some()
}

/// Files whose names are not those of functions.
const OTHER_FILES: &[&str] =
    &["experimental", "globals", "nosets", "quandary", "regular_regexp", "solver_redefinitions", "stdlib"];

/// Whether an included file is part of the library: its contents are always there.
pub(crate) fn is_library(file: &str) -> bool {
    let stem = file.strip_suffix(".mzn").unwrap_or(file);
    let stem = stem.rsplit('/').next().unwrap_or(stem);
    OTHER_FILES.contains(&stem)
        || is_known(["_fn", "_opt"].iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem))
}

/// Whether MiniZinc has a function of this name.
pub(crate) fn is_of_minizinc(name: &str) -> bool {
    entries().any(|(group, _, known, _)| group != "file" && known == name)
}

/// Whether an included file is one of MiniZinc's library.
pub(crate) fn is_file_of_minizinc(file: &str) -> bool {
    let stem = file.strip_suffix(".mzn").unwrap_or(file);
    entries().any(|(group, _, known, _)| group == "file" && known == stem)
}

/// Group, kind, name and numbers of arguments.
fn entries() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
    MINIZINC.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?, words.next()?, words.next()?))
    })
}
