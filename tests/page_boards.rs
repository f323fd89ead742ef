//! Boards on the page in a real browser: every text format is taken, a bad one is told where it is bad, boards are changed by finger
//! and by dragging, a large one fits the screen, and the games begin from any of them.

mod common;
#[path = "common/page.rs"]
mod page;

use common::{path, quandary};
use page::devtools::Browser;
use page::opened;
use quandary::puzzles;

/// Opens the pane of a puzzle.
fn go(browser: &mut Browser, route: &str) {
    browser.eval(&format!("location.hash = {route:?}; dispatchEvent(new PopStateEvent('popstate'))"));
    browser.wait("document.querySelector('.stage') && seen(document.querySelector('.panel'))");
}

/// Pastes a text in place of the board.
fn paste(browser: &mut Browser, text: &str) {
    browser.eval(&format!(
        "(() => {{ const area = document.querySelector('textarea'); area.closest('details').open = true; area.value = {text:?}; \
         area.dispatchEvent(new Event('change')); }})()"
    ));
}

fn shipped(name: &str) -> String {
    std::fs::read_to_string(path(&format!("instances/{name}.txt"))).expect("a board")
}

/// What is drawn: the program's drawing of this very text, and nothing said against it.
const DRAWN: &str = "text('.problem') === '' && !document.querySelector('.stale') && text('.caption') !== before";

#[test]
fn every_format_of_every_puzzle_can_be_pasted() {
    let Some((_server, mut browser)) = opened() else { return };
    let mut n_pasted = 0;
    for row in puzzles::TABLE {
        for format in row.formats.iter().filter(|format| format.is_read) {
            let made = quandary(&["generate", row.name, "--seed", "3", "--format", format.name]);
            assert_eq!(made.code, 0, "{} {}: {}", row.name, format.name, made.err);
            go(&mut browser, &format!("#/board/{}", row.name));
            browser.wait("text('.caption') !== ''");
            // A bad board first, so that what is seen afterwards is seen because of the paste.
            paste(&mut browser, "nonsense");
            browser.wait("text('.problem') !== '' && document.querySelector('.stale')");
            browser.eval("window.before = ''");
            paste(&mut browser, &made.out);
            browser.wait(DRAWN);
            n_pasted += 1;
        }
    }
    assert!(n_pasted > 14, "{n_pasted}");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn a_bad_board_is_told_where_it_is_bad() {
    let Some((_server, mut browser)) = opened() else { return };
    go(&mut browser, "#/board/minesweeper");
    browser.wait("cell(0)");
    paste(&mut browser, "3 3 1\n1 2 3\n4 5");
    browser.wait("text('.problem').includes('expected 3 x 3 = 9 cells, found 5')");
    assert!(browser.text("text('.problem')").contains("board.txt:3:4"), "{}", browser.text("text('.problem')"));
    browser.press("Solve");
    browser.wait("text('.answer .bad').includes('found 5')");
    browser.press("Undo");
    browser.wait("text('.problem') === '' && !document.querySelector('.stale')");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

/// Boards of the game's own pieces are changed and played like any other.
#[test]
fn a_board_of_pieces_is_edited_and_played() {
    let Some((_server, mut browser)) = opened() else { return };
    go(&mut browser, "#/board/ricochet");
    paste(&mut browser, &shipped("ricochet/classic-11"));
    browser.wait("cell(255)");
    browser.click_at("cell(17)", (0.95, 0.5));
    browser.wait("asText().startsWith('# puzzle: ricochet\\n+---') && text('.problem') === ''");
    go(&mut browser, "#/play/ricochet");
    browser.wait("cell(8)");
    browser.eval("(() => { const game = document.querySelector('.panel select'); game.value = 'classic-11'; game.dispatchEvent(new Event('change')); })()");
    browser.wait("cell(255) && /It needs \\d+/.test(text('.verdict'))");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn a_graph_of_ones_own_keeps_its_edges_and_gets_others() {
    let Some((_server, mut browser)) = opened() else { return };
    go(&mut browser, "#/board/cops");
    paste(&mut browser, &shipped("cops/triangle-tail"));
    browser.wait("cell(4) && !cell(5)");
    browser.click("cell(0)");
    browser.wait("asText().includes('edges: 0-1 1-2 2-0 2-3 3-4') && asText().includes('start: 4 4 0')");
    browser.ask("Emulation.setTouchEmulationEnabled", &serde_json::json!({"enabled": true}));
    browser.touch("cell(0)", "cell(3)");
    browser.wait("asText().includes('start: 4 4 3')");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn fingers_tap_and_drag() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.ask("Emulation.setTouchEmulationEnabled", &serde_json::json!({"enabled": true}));
    go(&mut browser, "#/board/queens");
    browser.wait("cell(63)");
    browser.touch("cell(0)", "cell(0)");
    browser.wait("asText().includes('1 1 0 0 0 0 0 0')");
    browser.touch("cell(0)", "cell(7)");
    browser.wait("asText().includes('0 1 0 0 0 0 0 1')");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn a_board_of_sixteen_by_thirty_fits_the_screen() {
    let Some((_server, mut browser)) = opened() else { return };
    browser.size(1280, 800);
    go(&mut browser, "#/board/minesweeper");
    paste(&mut browser, &shipped("minesweeper/expert-game"));
    browser.wait("cell(479)");
    browser.eval("document.querySelector('.edit details').open = false");
    let sizes = browser.eval("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]");
    assert_eq!(sizes, serde_json::json!([800, 1280]), "nothing is out of sight");
}
