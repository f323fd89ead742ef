//! The part of the library that is written in the language itself, and what MiniZinc's has.
//!
//! A program gets copies of the functions it names, directly or through other functions, and of those that data may call. Each is
//! parsed when it is first needed, so that a small model pays for what it uses. Their places are in sources of their own.

#[cfg(test)]
mod table;

use super::builtin;
use super::parser;
use super::source::{Source, Span};
use super::syntax::{Function, Item};
use crate::search::Budget;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The files. An item begins with a line that begins with `predicate` or `function`.
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

/// What data may call, whatever the model names.
const OF_DATA: &[&str] = &["row", "col"];

struct Library {
    sources: Vec<Source>,
    items: Vec<Entry>,
    /// The items that define a name.
    homes: FxHashMap<&'static str, Vec<usize>>,
}

/// An item of the library.
struct Entry {
    file: usize,
    /// Its place in the text of its file, without comments around it.
    start: usize,
    end: usize,
    /// What it is, when it is first needed.
    function: OnceLock<Function>,
}

impl Entry {
    fn text(&self) -> &'static str {
        &FILES[self.file].1[self.start..self.end]
    }

    fn function(&self) -> &Function {
        self.function.get_or_init(|| {
            let before_end = &FILES[self.file].1[..self.end];
            let items = parser::parse_from(before_end, self.start, FIRST + self.file as u32, &Budget::unlimited());
            match items.expect("the library is well-formed").pop() {
                Some(Item::Function(function)) => *function,
                _ => unreachable!("the library consists of functions"),
            }
        })
    }
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library { sources: Vec::new(), items: Vec::new(), homes: FxHashMap::default() };
        for (file, (name, text)) in FILES.iter().enumerate() {
            library.read(file, text);
            library.sources.push(Source::new(*name, *text));
        }
        library
    })
}

impl Library {
    /// Finds where items begin and end, and the names they define: what is before the first bracket.
    fn read(&mut self, file: usize, text: &'static str) {
        let (mut start, mut open) = (0, false);
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            if line.starts_with("predicate ") || line.starts_with("function ") {
                let name = line.split('(').next().and_then(|head| head.rsplit(' ').next()).unwrap_or(line);
                self.homes.entry(name).or_default().push(self.items.len());
                self.items.push(Entry { file, start, end, function: OnceLock::new() });
                open = true;
            } else if line.trim_start().is_empty() || line.starts_with('%') {
                open = false;
            } else if let Some(item) = self.items.last_mut().filter(|_| open) {
                item.end = end;
            }
            start = end;
        }
    }
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
    let library = library();
    let items = library.homes.get(name).into_iter().flatten();
    items.map(|at| library.items[*at].function()).any(|f| f.params.len() == n_params)
}

/// The functions that a program with these texts may call.
pub(crate) fn functions<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Function> {
    let items = &library().items;
    let (mut wanted, mut open) = (vec![false; items.len()], Vec::new());
    texts.chain(OF_DATA.iter().copied()).for_each(|text| homes(text, &mut wanted, &mut open));
    while let Some(at) = open.pop() {
        homes(items[at].text(), &mut wanted, &mut open);
    }
    let is_wanted = |at: &usize| wanted[*at];
    (0..items.len()).filter(is_wanted).map(|at| items[at].function().clone()).collect()
}

/// The items of the functions that a text names.
fn homes(text: &str, wanted: &mut [bool], open: &mut Vec<usize>) {
    let homes = &library().homes;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let new = homes.get(word).into_iter().flatten();
        open.extend(new.filter(|at| !std::mem::replace(&mut wanted[**at], true)));
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
