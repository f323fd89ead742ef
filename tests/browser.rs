//! The report of a comparison in a real browser: plots, tables and pictures are there, the script works, and no request
//! leaves the page.

#[path = "common/browser.rs"]
mod browser;
mod common;

use browser::open;
use common::{has_tool, quandary};
use tempfile::TempDir;

/// A small comparison: two puzzles, a family, three engines.
fn report() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    write(&dir.path().to_string_lossy());
    dir
}

/// Writes the report; runs that the folder has are not done again.
fn write(out: &str) {
    let family = ["--family", "minesweeper", "--sizes", "4..6", "--per-size", "2"];
    let engines = ["--engines", "sat,sat:whole,csp:mrv+fc", "-t", "5"];
    let what = ["compare", "instances/queens/t0.txt", "--resume", "--out", out];
    let ran = quandary(&[&what[..], &engines[..], &family[..]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn the_same_log_gives_the_same_page() {
    let dir = report();
    let page = || std::fs::read_to_string(dir.path().join("report.html")).expect("the report");
    let first = page();
    write(&dir.path().to_string_lossy());
    assert!(page() == first, "nothing was run again, so nothing may differ");
}

#[test]
fn the_report_shows_everything_and_asks_for_nothing() {
    if !has_tool("chromium") {
        return;
    }
    let dir = report();
    let seen = open(&dir.path().join("report.html"));
    let page = &seen.document;
    for name in
        ["summary", "engines", "cactus", "pairs", "growth", "nodes", "phases", "sizes", "heat", "instances", "origin"]
    {
        assert!(page.contains(&format!("<section id=\"{name}\"")), "{name} is missing");
    }
    // Cactus, three pairs, growth, nodes, phases and sizes.
    assert_eq!(page.matches("<svg class=\"plot\"").count(), 8);
    assert_eq!(page.matches("src=\"data:image/svg+xml,").count(), 7, "a picture of each instance");
    assert!(page.matches("<tr>").count() > 7 + 7 + 3, "tables have rows");
    assert!(page.contains("<button type=\"button\">engine</button>"), "the script ran");
    assert_eq!(page.matches("<figure data-pair=").count(), 3);
    assert_eq!(page.split("<figure data-pair=").skip(1).filter(|f| !f[..40].contains("hidden")).count(), 1);
    assert_eq!(seen.requests, Vec::<String>::new());
}

#[test]
fn tables_can_be_sorted() {
    if !has_tool("chromium") {
        return;
    }
    let dir = report();
    let text = std::fs::read_to_string(dir.path().join("report.html")).expect("the report");
    let click = "<script>for (const b of document.querySelectorAll('.instances th button')) \
                 if (b.textContent === 'instance') { b.click(); b.click(); }</script>";
    let page = dir.path().join("clicked.html");
    std::fs::write(&page, text.replace("</body>", &format!("{click}</body>"))).expect("ours");
    let document = open(&page).document;
    let table = document.split("<table class=\"sortable instances\">").nth(1).expect("the table of instances");
    let names: Vec<String> = table
        .split("<th scope=\"row\">")
        .skip(1)
        .filter_map(|cell| cell.split("</th>").next())
        .take(7)
        .map(|n| n.replace("<wbr>", ""))
        .collect();
    let mut sorted = names.clone();
    sorted.sort_by(|a, b| b.cmp(a));
    assert_eq!(names, sorted);
    assert!(table.contains("aria-sort=\"descending\""));
}

#[test]
fn a_request_would_be_seen() {
    if !has_tool("chromium") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let page = dir.path().join("page.html");
    std::fs::write(&page, "<!DOCTYPE html><img src=\"http://elsewhere.example/x.png\">").expect("ours");
    assert!(open(&page).requests.iter().any(|url| url.contains("elsewhere.example")));
}
