//! How the page looks: nothing that the rules of accessibility forbid, in light and dark; on a phone; small scripts; the
//! pictures of its guide.

mod common;
#[path = "common/devtools.rs"]
mod devtools;
#[path = "common/served.rs"]
mod served;

use common::{has_tool, path};
use devtools::Browser;
use served::Served;
use std::path::Path;

/// A pane as a reader would see it: its name, the way there, and what must be there before one looks.
struct View {
    name: &'static str,
    route: &'static str,
    presses: &'static [&'static str],
    ready: &'static str,
}

/// Boards and a model in the address, as a link holds them: a chain of clues that contradict each other, five cells of nine, a name that is not declared.
const CHAIN: &str = "#/board/minesweeper/MyAxNCAxNAotMSAtMSAtMSAtMSAtMSAtMSAtMSAtMSAtMSAtMSAtMSAtMSAtMSAtMQoyIDMgMyAzIDMgMyAzIDMgMyAzIDMgMyAzIDEKLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEgLTEK";
const BAD_BOARD: &str = "#/board/minesweeper/MyAzIDEKMSAyIDMKNCA1Cg";
const BAD_MODEL: &str =
    "#/model/eyJtem4iOiAidmFyIDEuLjk6IHg7XG5jb25zdHJhaW50IHggKyB6ID0gOTtcbnNvbHZlIHNhdGlzZnk7XG4iLCAiZHpuIjogIiJ9";

const VIEWS: &[View] = &[
    view(
        "gallery",
        "#/gallery",
        &[],
        "[...document.querySelectorAll('.thumb')].filter((one) => one.getBoundingClientRect().top < innerHeight).every((one) => one.shadowRoot.querySelector('svg'))",
    ),
    view("minesweeper", "#/board/minesweeper", &["Chances"], "text('.detail').includes('chance of a mine')"),
    view("steps", "#/board/minesweeper", &["Step by step"], "document.querySelector('.cells .reason')"),
    view("contradiction", CHAIN, &["Why not?"], "document.querySelector('.rules li')"),
    view(
        "bad-board",
        BAD_BOARD,
        &["Solve"],
        "document.querySelector('.stale') && document.querySelector('.answer .bad')",
    ),
    view("leaf", "#/board/minesweeper", &["All solutions"], "text('.step').startsWith('solution 1 of')"),
    view("cops", "#/board/cops", &["Solve"], "text('.step') !== ''"),
    view("queens", "#/board/queens", &["Solve"], "text('.step') !== ''"),
    view("ricochet", "#/board/ricochet", &["Solve"], "text('.step') !== ''"),
    view("omino", "#/board/omino", &["Solve"], "text('.step') !== ''"),
    view("monkey", "#/board/monkey", &["Solve"], "text('.verdict') !== ''"),
    view("lightup", "#/board/lightup", &["Solve"], "text('.verdict') !== ''"),
    view("tree", "#/board/lightup", &["Search tree"], "document.querySelector('iframe.frame')"),
    view("play", "#/play/minesweeper", &["Hint"], "document.querySelector('.cells .reason')"),
    view("play-ricochet", "#/play/ricochet", &[], "text('.verdict').includes('It needs')"),
    view("play-omino", "#/play/omino", &[], "document.querySelector('.names button')"),
    view("model", "#/model/=sudoku", &["Solve"], "text('.verdict') !== ''"),
    view("bad-model", BAD_MODEL, &["Solve"], "document.querySelector('.mark:not([hidden]) u')"),
    view("formula", "#/model/=sudoku", &["The formula", "row 1"], "document.querySelector('.names button')"),
    view("compare", "#/compare", &["Compare engines"], "document.querySelector('.compare tbody')"),
];

const fn view(name: &'static str, route: &'static str, presses: &'static [&'static str], ready: &'static str) -> View {
    View { name, route, presses, ready }
}

/// The pictures of the guide, with the theme they are shown in.
const GUIDE: &[(&str, &str)] = &[
    ("gallery", "light"),
    ("minesweeper", "light"),
    ("ricochet", "dark"),
    ("play", "light"),
    ("formula", "dark"),
    ("compare", "light"),
];

impl View {
    /// Goes there.
    fn open(&self, browser: &mut Browser, server: &Served) {
        // The board of before is kept; here each view has its own.
        browser.eval("(() => { try { sessionStorage.clear(); } catch {} })()");
        browser.open("about:blank");
        browser.open(&format!("http://127.0.0.1:{}/#{}{}", server.port, server.token, &self.route[1..]));
        browser.wait("document.querySelector('main h1, main section')");
        // What lies below a board moves when it comes.
        browser.wait("!document.querySelector('.stage') || text('.caption') !== '' || text('.problem') !== ''");
        for words in self.presses {
            browser.press(words);
        }
        browser.wait(self.ready);
        browser.wait("!seen(button('Cancel'))");
    }
}

/// What a checker of accessibility finds, in its own words.
fn violations(browser: &mut Browser, checker: &str) -> String {
    browser.eval(&format!("{checker}; 0"));
    browser.text(
        "axe.run().then((found) => found.violations.map((one) => `${one.id}: ${one.nodes.length} times, first ${one.nodes[0].html.slice(0, 120)}: \
         ${one.nodes[0].failureSummary}`).join('\\n'))",
    )
}

#[test]
fn nothing_shuts_readers_out() {
    let file = std::env::var_os("QUANDARY_AXE").filter(|file| Path::new(file).is_file());
    let is_required = std::env::var_os("QUANDARY_REQUIRE_TOOLS").is_some();
    assert!(file.is_some() || !is_required, "QUANDARY_AXE is the file of axe-core");
    let (Some(file), true) = (file, has_tool("chromium")) else { return };
    let checker = std::fs::read_to_string(file).expect("a script");
    let server = Served::start(&[]);
    let mut browser = Browser::start();
    let mut n_looked = 0;
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        for view in VIEWS {
            view.open(&mut browser, &server);
            assert_eq!(violations(&mut browser, &checker), "", "{} in {scheme}", view.name);
            n_looked += 1;
        }
    }
    assert_eq!(n_looked, 2 * VIEWS.len());
    assert_eq!(browser.problems(), Vec::<String>::new());
    // A page with a fault is found out.
    browser.eval("document.querySelector('main').append(document.createElement('button'))");
    assert!(violations(&mut browser, &checker).contains("button-name"));
}

#[test]
fn a_phone_shows_all_of_it() {
    if !has_tool("chromium") {
        return;
    }
    let server = Served::start(&[]);
    let mut browser = Browser::start();
    browser.size(360, 740);
    for view in VIEWS {
        view.open(&mut browser, &server);
        let width = browser.eval("document.documentElement.scrollWidth");
        assert_eq!(width, 360, "{} is as wide as the window", view.name);
    }
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
fn the_page_is_small_and_soon_there() {
    if !has_tool("chromium") {
        return;
    }
    let server = Served::start(&[]);
    let mut browser = Browser::start();
    browser.open(&server.link);
    browser.wait("document.querySelector('.card')");
    browser.wait("performance.getEntriesByName('first-contentful-paint').length");
    let painted = browser.eval("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    let asked = browser.requests();
    let scripts: Vec<&str> =
        asked.iter().filter_map(|url| url.split("/assets/").nth(1)).filter(|name| name.ends_with(".js")).collect();
    assert!(scripts.len() > 20, "{scripts:?}");
    let size: usize = scripts.iter().map(|name| server.get(&format!("/assets/{name}")).body.len()).sum();
    assert!(size <= 150_000, "{size} bytes of scripts");
    println!("{} scripts, {size} bytes; first paint after {} ms", scripts.len(), painted);
}

#[test]
fn the_guide_has_its_pictures() {
    if !has_tool("chromium") {
        return;
    }
    let server = Served::start(&[]);
    let mut browser = Browser::start();
    let folder = path("docs/page");
    let folder = Path::new(&folder);
    let guide = std::fs::read_to_string(path("docs/page.md")).expect("the guide");
    for (name, scheme) in GUIDE {
        let view = VIEWS.iter().find(|view| view.name == *name).expect("a view");
        browser.scheme(scheme);
        view.open(&mut browser, &server);
        browser.eval(
            "text('.frame, .detail pre') && document.querySelector('.detail').scrollIntoView({ block: 'center' })",
        );
        let shot = browser.shot();
        let file = folder.join(format!("{name}.png"));
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::create_dir_all(folder).expect("a folder");
            std::fs::write(&file, &shot).expect("ours");
        }
        let kept = std::fs::read(&file).unwrap_or_default();
        // Letters differ from machine to machine; the format and the size, which stand in the first bytes, do not.
        assert_eq!(kept.get(..24), shot.get(..24), "{name}: make it again with UPDATE_DOCS=1");
        assert!(guide.contains(&format!("page/{name}.png")), "the guide shows {name}");
    }
}
