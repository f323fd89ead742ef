//! The page's other panes in a real browser: models, comparisons, games; what is cancelled ends, what is left comes back.

mod common;
#[path = "common/page.rs"]
mod page;

use common::{has_tool, quandary};
use page::devtools::Browser;
use page::opened;
use page::served::{Served, is_alive, wait_for};
use std::path::PathBuf;
use std::time::Instant;

/// Writes a text over what stands in an editor.
fn write_over(browser: &mut Browser, editor: &str, text: &str) {
    browser.click(editor);
    browser.key_with("a", 2);
    browser.eval(&format!("{editor}.select()"));
    browser.write(text);
}

/// The file that a download became. The browser takes the name with an empty file first, and then puts the whole one there.
fn downloaded(browser: &Browser, name: &str) -> PathBuf {
    let file = browser.downloads().join(name);
    wait_for(name, || file.metadata().is_ok_and(|about| about.len() > 0));
    file
}

const MODEL: &str = "document.querySelectorAll('textarea')[0]";
const DATA: &str = "document.querySelectorAll('textarea')[1]";

#[test]
fn a_model_is_mended_solved_and_its_formula_decoded() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.press("Model");
    browser.wait(MODEL);
    write_over(&mut browser, DATA, " ");
    write_over(&mut browser, MODEL, "var 1..9: x;\nvar 1..9: y;\nconstraint x + z = 9;\nsolve satisfy;\n");
    browser.press("Solve");
    browser.wait("document.querySelector('.answer .bad')");
    assert_eq!(browser.text("text('.place')"), "model.mzn:3:16");
    assert_eq!(browser.text("document.activeElement.getAttribute('aria-invalid')"), "true");
    let at = browser.eval("document.activeElement.selectionStart");
    assert_eq!(at.as_u64(), Some("var 1..9: x;\nvar 1..9: y;\nconstraint x + ".len() as u64), "the place is marked");
    write_over(
        &mut browser,
        MODEL,
        "var 1..9: x;\nvar 1..9: y;\nconstraint :: \"sum\" x + y = 17;\nconstraint x < y;\nsolve satisfy;\n",
    );
    browser.press("Solve");
    browser.wait("text('.verdict').startsWith('There is a solution')");
    let shown = browser.text("text('.detail pre')");
    assert!(shown.contains("x = 8") && shown.contains("y = 9"), "{shown}");
    browser.press("The formula");
    browser.wait("text('.verdict').startsWith('The formula')");
    browser.press("sum");
    browser.wait("/clauses:/.test(text('.detail pre'))");
    browser.press("DIMACS");
    let [cnf, map] = ["formula.cnf", "formula.map.json"].map(|name| downloaded(&browser, name));
    let path = |of: &std::path::Path| of.to_string_lossy().into_owned();
    let answer = quandary(&["solve", "--competition", &path(&cnf)]);
    let file = browser.downloads().join("answer.txt");
    std::fs::write(&file, &answer.out).expect("ours");
    let decoded = quandary(&["decode", &path(&map), &path(&file), "--cnf", &path(&cnf)]);
    assert!(decoded.out.contains("x = 8") && decoded.out.contains("y = 9"), "{}{}", decoded.out, decoded.err);
    write_over(
        &mut browser,
        MODEL,
        "var 1..9: x;\nvar 1..9: y;\nconstraint x < y;\nconstraint y < x;\nsolve satisfy;\n",
    );
    for old in [&cnf, &map, &file] {
        std::fs::remove_file(old).expect("ours");
    }
    browser.press("proof");
    browser.wait("text('.verdict').includes('the proof is checked')");
    let names = ["manifest.json", "formula.cnf", "proof.lrat", "model.opb", "encoding.pbp", "formula.opb"];
    let bundle = tempfile::tempdir().expect("a temporary folder");
    for name in names {
        std::fs::copy(downloaded(&browser, name), bundle.path().join(name)).expect("ours");
    }
    let checked = quandary(&["check", &path(bundle.path())]);
    assert!(checked.code == 10 && checked.out.starts_with("valid: unsatisfiable"), "{}{}", checked.out, checked.err);
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn what_is_cancelled_ends_and_says_so() {
    let Some((server, mut browser)) = opened() else { return };
    browser.click("[...document.querySelectorAll('section[aria-label=\"Queens\"] .card')].find((card) => card.textContent.includes('other'))");
    browser.wait("cell(0)");
    wait_for("quiet", || server.children().is_empty());
    browser.press("Count");
    wait_for("the child", || !server.children().is_empty());
    let children = server.children();
    browser.wait("seen(button('Cancel'))");
    let begun = Instant::now();
    browser.press("Cancel");
    wait_for("the end of the child", || !children.iter().any(|id| is_alive(*id)));
    let ended = begun.elapsed();
    browser.wait("text('.answer').startsWith('Cancelled') && !seen(button('Cancel'))");
    println!("cancelled: the child was gone after {} ms", ended.as_millis());
    browser.press("Count");
    browser.wait("seen(button('Cancel'))");
    wait_for("the child", || !server.children().is_empty());
    let children = server.children();
    browser.press("Gallery");
    wait_for("the end of the child", || !children.iter().any(|id| is_alive(*id)));
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn a_board_outlives_reloading_going_back_and_being_sent() {
    let Some((server, mut browser)) = opened() else { return };
    browser.click("document.querySelector('section[aria-label=\"Light Up\"] .card')");
    browser.wait("cell(0)");
    let first = browser.text("asText()");
    browser.click("cell(0)");
    browser.wait(&format!("asText() !== {first:?}"));
    let edited = browser.text("asText()");
    let link = browser.text("location.href");
    assert!(!link.contains(&server.token), "a link that is sent holds no secret");
    browser.ask("Page.reload", &serde_json::json!({}));
    browser.wait(&format!("document.querySelector('textarea') && asText() === {edited:?}"));
    browser.press("Model");
    browser.wait(MODEL);
    browser.eval("history.back()");
    browser.wait(&format!("document.querySelector('.stage') && asText() === {edited:?}"));
    // Another reader's browser: it knows the server's link, and is then sent the board's.
    let mut other = Browser::start();
    other.open(&server.link);
    other.wait("document.querySelector('.card')");
    other.open("about:blank");
    other.open(&link);
    other.wait(&format!("document.querySelector('.stage') && asText() === {edited:?}"));
    // One who knows only the board's link is asked for the server's.
    let mut stranger = Browser::start();
    stranger.open(&link);
    stranger.wait("text('main').includes('needs the link that quandary serve printed')");
}

#[test]
fn undo_and_redo_by_keys() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.click("document.querySelector('section[aria-label=\"Queens\"] .card')");
    browser.wait("cell(0)");
    let first = browser.text("asText()");
    browser.click("cell(0)");
    browser.wait(&format!("asText() !== {first:?}"));
    let edited = browser.text("asText()");
    browser.eval("cell(0).focus()");
    browser.key_with("z", 2);
    browser.wait(&format!("asText() === {first:?}"));
    browser.key_with("y", 2);
    browser.wait(&format!("asText() === {edited:?}"));
}

#[test]
fn boards_can_be_made_and_chances_steps_and_trees_seen() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.click("document.querySelector('section[aria-label=\"Minesweeper\"] summary')");
    browser.click("[...document.querySelectorAll('section[aria-label=\"Minesweeper\"] .maker button')].at(-1)");
    browser.wait("cell(0)");
    browser.press("Chances");
    browser.wait("text('.detail').includes('the chance of a mine')");
    browser.press("What is forced");
    browser.wait("/cells are safe and/.test(text('.verdict'))");
    browser.press("Step by step");
    browser.wait("/steps; the hardest/.test(text('.verdict'))");
    browser.wait("document.querySelector('.cells .fact') && document.querySelector('.cells .reason')");
    browser.press("Count");
    browser.wait("/solution/.test(text('.verdict'))");
    browser.press("Search tree");
    browser.wait("document.querySelector('iframe.frame')");
    browser.press("All solutions");
    browser.wait("/solutions?,/.test(text('.verdict'))");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn engines_are_compared_and_the_report_is_shown() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.press("Compare");
    browser.wait("document.querySelector('.compare fieldset')");
    browser.click("document.querySelector('.actions button')");
    browser.wait("/4 runs; the engines agree/.test(text('.verdict'))");
    assert_eq!(browser.eval("document.querySelectorAll('.compare tbody tr').length"), 4);
    browser.wait("document.querySelector('iframe.frame')");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn reports_made_before_are_opened() {
    if !has_tool("chromium") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("first").to_string_lossy().into_owned();
    let ran = quandary(&["compare", "instances/minesweeper/simple4.txt", "--engines", "sat,csp", "--out", &out]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let server = Served::start(&["--report", &out]);
    let mut browser = Browser::start();
    browser.open(&server.link);
    browser.wait("document.querySelector('.card')");
    browser.press("Compare");
    browser.press("first");
    browser.wait("text('.verdict') === 'The report first.' && document.querySelector('iframe.frame')");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

/// Follows hints to the end: the sentence names the cell last.
#[test]
fn minesweeper_is_won_by_following_the_hints() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.press("Play");
    browser.wait("cell(80)");
    for _ in 0..81 {
        browser.press("Hint");
        browser.wait("/: .* is (safe|a mine)|Won/.test(text('.verdict'))");
        let said = browser.text("text('.verdict')");
        let number = |text: &str| text.parse::<usize>().ok();
        let fact = said.rsplit_once(" is ").and_then(|(before, _)| before.rsplit(' ').next()?.split_once(','));
        let Some((row, col)) = fact.and_then(|(row, col)| Some((number(row)?, number(col)?))) else { break };
        let before = browser.text("text('.cells')");
        browser.eval(&format!("cell({}).focus()", 9 * row + col));
        browser.key(if said.contains("is a mine") { "f" } else { "Enter" });
        browser.wait(&format!("!text('.verdict').includes({:?}) || text('.cells') !== {before:?}", said));
        if browser.text("text('.verdict')").starts_with("Won") {
            assert_eq!(browser.problems(), Vec::<String>::new());
            return;
        }
    }
    panic!("the hints end before the game: {}", browser.text("text('.answer')"));
}

#[test]
fn ricochet_says_how_many_moves_are_needed_and_omino_answers() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.press("Play");
    browser.press("Ricochet");
    browser.wait("/It needs 3/.test(text('.verdict'))");
    for _ in 0..3 {
        browser.press("Hint");
        browser.wait("/begin with/.test(text('.verdict'))");
        let said = browser.text("text('.verdict')");
        let word = |n: usize| said.trim_end_matches('.').rsplit(' ').nth(n).expect("a word").to_string();
        let key = match word(0).as_str() {
            "north" => "ArrowUp",
            "east" => "ArrowRight",
            "south" => "ArrowDown",
            _ => "ArrowLeft",
        };
        browser.eval("cell(0).focus()");
        browser.key(&word(1)[..1]);
        browser.key(key);
        browser.wait("!/begin with/.test(text('.verdict'))");
    }
    browser.wait("text('.verdict') === 'Solved in 3, and fewer are not enough.'");
    browser.press("Omino");
    browser.wait("document.querySelector('.names button')");
    // Two stones fit on the first square that is marked: one is chosen.
    browser.click("document.querySelector('.cells .can')");
    browser.wait("document.querySelectorAll('.names button').length === 2");
    browser.press("stone 1 on 3,2");
    browser.wait("/The machine laid/.test(text('.verdict'))");
    assert_eq!(browser.problems(), Vec::<String>::new());
}
