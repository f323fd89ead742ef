//! The table of `docs/evidence.md`: which rows have derivations. `UPDATE_DOCS=1 cargo test --lib derive::` writes it anew.

use crate::encode::{Encoding, at_most_one, count, linear};
use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- derivations:begin -->\n";
const END: &str = "<!-- derivations:end -->";

/// Rows of domains and of constraints that stay whole always have one.
fn is_certified(kind: &str, name: &str) -> bool {
    let at_most_ones = at_most_one::TABLE.iter().map(|row| (row.name, row.certified));
    let counts = count::TABLE.iter().map(|row| (row.name, row.certified));
    let linears = linear::TABLE.iter().map(|row| (row.name, row.certified));
    let mut all = at_most_ones.chain(counts).chain(linears);
    let is_basic = ["at-most-one", "count", "linear"].contains(&kind);
    !is_basic || all.any(|(row, certified)| row == name && certified)
}

fn table() -> String {
    let mut text = String::from("| what | derived | not certified |\n|---|---|---|\n");
    let rows = Encoding::all_rows();
    for group in rows.chunk_by(|a, b| a.kind == b.kind) {
        let names = |certified: bool| {
            let some = group.iter().filter(|row| is_certified(row.kind, row.name) == certified);
            some.map(|row| format!("`{}`", row.name)).collect::<Vec<_>>().join(", ")
        };
        text.push_str(&format!("| {} | {} | {} |\n", group[0].kind, names(true), names(false)));
    }
    text
}

#[test]
fn the_table_of_rows_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/evidence.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the table begins");
    let (shown, after) = rest.split_once(END).expect("the table ends");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{}{END}{after}", table())).expect("the page can be written");
        return;
    }
    assert!(shown == table(), "docs/evidence.md is out of date; run UPDATE_DOCS=1 cargo test --lib derive::");
}
