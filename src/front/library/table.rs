//! The table of `docs/language.md`: every function of MiniZinc's library, in or out.
//!
//! `UPDATE_DOCS=1 cargo test --lib front::library` writes it.

use super::{builtin, defines, entries, is_library, names};
use std::collections::BTreeMap;

/// Whether a function with so many arguments is known.
fn takes(name: &str, n_args: usize) -> bool {
    builtin::takes(name, n_args) || defines(name, n_args)
}

/// The rows of the table.
fn rows() -> String {
    let mut groups: BTreeMap<&str, (Vec<String>, Vec<String>)> = BTreeMap::new();
    for (group, _, name, n_args) in entries().filter(|(_, kind, ..)| *kind == "function") {
        let numbers: Vec<usize> = n_args.split(',').map(|n| n.parse().expect("a number of arguments")).collect();
        let (known, missing): (Vec<usize>, Vec<usize>) = numbers.iter().partition(|n| takes(name, **n));
        let shown = |numbers: &[usize]| {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            format!("{name}/{}", numbers.join("/"))
        };
        let row = groups.entry(group).or_default();
        match (known.is_empty(), missing.is_empty()) {
            (_, true) => row.0.push(name.to_string()),
            (true, false) => row.1.push(name.to_string()),
            (false, false) => {
                row.0.push(shown(&known));
                row.1.push(shown(&missing));
            }
        }
    }
    let row = |(group, (known, missing)): (&str, (Vec<String>, Vec<String>))| {
        format!("| {group} | {} | {} |\n", known.join(", "), missing.join(", "))
    };
    groups.into_iter().map(row).collect()
}

#[test]
fn names_are_found_without_parsing() {
    let library = super::library();
    for (at, (file, text)) in super::FILES.iter().enumerate() {
        let whole = crate::front::parser::parse(text, super::FIRST + at as u32, &crate::search::Budget::unlimited());
        let whole = format!("{:?}", whole.expect("the library is well-formed"));
        let items = library.items.iter().filter(|item| item.file == at).map(|item| item.function().clone());
        let items: Vec<_> = items.map(|function| crate::front::syntax::Item::Function(Box::new(function))).collect();
        assert_eq!(format!("{items:?}"), whole, "{file}");
    }
    for (name, items) in &library.homes {
        assert!(items.iter().all(|at| &*library.items[*at].function().name == *name), "{name}");
    }
}

#[test]
fn the_documented_table_is_what_is_there() {
    const START: &str = "| group | in | out |\n|---|---|---|\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md");
    let text = std::fs::read_to_string(path).expect("the document is there");
    let (before, rest) = text.split_once(START).expect("the table has a head");
    let (found, after) = rest.split_at(rest.find("\n\n").map_or(rest.len(), |at| at + 1));
    let expected = rows();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, format!("{before}{START}{expected}{after}")).expect("the document can be written");
    } else {
        assert_eq!(found, expected, "UPDATE_DOCS=1 cargo test --lib front::library");
    }
}

#[test]
fn every_part_of_the_library_is_found() {
    for name in ["sort", "mdd", "alldifferent", "globals", "count_fn", "nvalue_fn", "experimental/../lex2"] {
        assert!(is_library(&format!("{name}.mzn")), "{name}");
    }
    assert!(!is_library("piecewise.mzn"));
    assert!(names().is_sorted() && names().contains(&"dreachable") && names().contains(&"regular"));
    let files = entries().filter(|(group, ..)| *group == "file").count();
    assert!(files > 150, "{files} files");
}
