//! The page of search trees in a real browser: it draws, keys move and fold, large trees are drawn in part, and no request
//! leaves it.

#[path = "common/browser.rs"]
mod browser;
mod common;

use browser::open;
use common::{has_tool, path, quandary};
use tempfile::TempDir;

/// The page of a problem.
fn page(args: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("tree.html").to_string_lossy().into_owned();
    let ran = quandary(&[&["tree"], args, &["-o", &file]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    dir
}

/// The page after a script of ours; what it found is in `<body data-...>`.
fn after(dir: &TempDir, script: &str) -> browser::Seen {
    let text = std::fs::read_to_string(dir.path().join("tree.html")).expect("the page");
    let helpers = "const canvas = (n) => document.querySelectorAll('canvas.tree')[n]; \
        const press = (n, ...keys) => keys.forEach((key) => canvas(n).dispatchEvent(new KeyboardEvent('keydown', \
        { key, bubbles: true, cancelable: true }))); const say = (name, value) => { document.body.dataset[name] = value; };";
    let file = dir.path().join("scripted.html");
    // The browser's time is not real here, and frames are: drawing goes by its time, so that nothing is looked at before it is drawn.
    let frames = "<script>window.requestAnimationFrame = (draw) => setTimeout(draw, 0);</script>";
    let scripted = text.replacen("<script", &format!("{frames}<script"), 1);
    let scripted = scripted.replace("</body>", &format!("<script>{helpers}\n{script}</script></body>"));
    std::fs::write(&file, scripted).expect("ours");
    open(&file)
}

/// What the script said under a name.
fn said<'a>(document: &'a str, name: &str) -> &'a str {
    let found = document.split(&format!("data-{name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    found.unwrap_or_else(|| panic!("nothing is said of {name}"))
}

#[test]
fn keys_move_fold_and_zoom_and_nothing_is_asked_for() {
    if !has_tool("chromium") {
        return;
    }
    let board = path("instances/minesweeper/case2.txt");
    let dir = page(&[&board]);
    let seen = after(
        &dir,
        "canvas(1).focus(); press(1, 'Home'); say('start', canvas(1).dataset.selected);
         press(1, 'ArrowDown', 'ArrowDown'); say('down', canvas(1).dataset.selected);
         press(1, 'ArrowUp'); say('up', canvas(1).dataset.selected);
         press(1, 's'); say('solution', document.getElementById('node').textContent);
         say('board', document.querySelectorAll('#board svg').length);
         say('all', canvas(1).dataset.shown); press(1, 'Home', 'Enter'); say('folded', canvas(1).dataset.shown);
         press(1, 'Enter'); say('unfolded', canvas(1).dataset.shown);
         press(1, 'c'); say('failures', canvas(1).dataset.shown);
         press(1, 't'); say('themes', document.documentElement.dataset.theme);
         say('rows', document.querySelectorAll('#domains tr').length);",
    );
    let document = &seen.document;
    assert_eq!(document.matches("<canvas class=\"tree\"").count(), 4, "four engines side by side");
    assert_eq!((said(document, "start"), said(document, "down"), said(document, "up")), ("0", "2", "1"));
    assert!(said(document, "solution").contains("solution"), "{}", said(document, "solution"));
    assert_eq!(said(document, "board"), "1", "the board at the node");
    let shown = |name: &str| said(document, name).parse::<usize>().expect("a number");
    assert_eq!((shown("all"), shown("folded"), shown("unfolded")), (61, 1, 61), "60 nodes and the start");
    assert!(shown("failures") < 61 && shown("failures") > 30, "only failures are folded");
    assert!(["light", "dark"].contains(&said(document, "themes")));
    assert!(shown("rows") > 10, "the domains at the node");
    assert_eq!(seen.requests, Vec::<String>::new());
}

#[test]
fn of_ten_thousand_nodes_only_those_in_view_are_drawn() {
    if !has_tool("chromium") {
        return;
    }
    let board = path("instances/minesweeper/case3_size8.txt");
    let dir = page(&[&board, "-e", "csp:mrv+fc"]);
    let size = std::fs::metadata(dir.path().join("tree.html")).expect("the page").len();
    assert!(size < 4 << 20, "{size} bytes: domains and boards are kept as differences");
    let seen = after(
        &dir,
        "setTimeout(() => { say('whole', canvas(0).dataset.drawn); press(0, 'Home', 'n', 'n', 'n', '+', '+', '+', '+', '+', '+', '+', '+');
           setTimeout(() => say('part', canvas(0).dataset.drawn), 300); }, 300); say('all', canvas(0).dataset.shown);",
    );
    let number = |name: &str| said(&seen.document, name).parse::<usize>().expect("a number");
    assert_eq!(number("all"), 10_001);
    assert_eq!(number("whole"), 10_001, "all are in view at first");
    assert!(number("part") < 2_000, "{} of them are drawn when one looks closely", number("part"));
    assert_eq!(seen.requests, Vec::<String>::new());
}

#[test]
fn names_are_only_text() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let model = dir.path().join("<b>&model.mzn").to_string_lossy().into_owned();
    let text =
        "var 1..3: x; var 1..3: y;\nconstraint x < y :: \"</script><script>alert(1)</script>\";\nsolve satisfy;\n";
    std::fs::write(&model, text).expect("ours");
    let out = ["tree.html", "tree.svg"].map(|name| dir.path().join(name).to_string_lossy().into_owned());
    let ran = quandary(&["tree", &model, "-e", "csp:input+fc", "-o", &out[0], "-o", &out[1]]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for file in out {
        let page = std::fs::read_to_string(&file).expect("a page");
        assert!(!page.contains("<script>alert") && !page.contains("<b>&model"), "{file}");
        assert!(page.contains("&lt;b&gt;&amp;model"), "{file}");
    }
}
