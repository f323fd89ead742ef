//! The page in a real browser: every puzzle is edited, solved, asked about and watched, once by mouse and once by keys alone.

mod common;
#[path = "common/devtools.rs"]
mod devtools;
#[path = "common/served.rs"]
mod served;

use common::has_tool;
use devtools::Browser;
use served::Served;

/// How one puzzle is tried, on the first board of the gallery.
struct Trial {
    title: &'static str,
    /// What is edited.
    edit: Edit,
    /// What is said of the board as it came.
    verdict: &'static str,
    /// A cell to ask about, if cells can be asked about.
    why: Option<usize>,
    /// Whether the solution can be watched.
    is_watched: bool,
}

/// A change of a board.
enum Edit {
    /// In a cell, by a click or by a key; true if Shift is held with the key.
    Cell(usize, &'static str, bool),
    /// The first side of the first tile, one more.
    Side,
}

const TRIALS: &[Trial] = &[
    trial("Minesweeper", Edit::Cell(40, "1", false), "There is a solution", Some(0), false),
    trial("Cops", Edit::Cell(1, "Enter", false), "It needs", None, true),
    trial("Queens", Edit::Cell(0, "8", false), "There is a solution", None, true),
    trial("Ricochet", Edit::Cell(4, "ArrowDown", true), "It needs", None, true),
    trial("Omino", Edit::Cell(0, "Enter", false), "With best play", None, true),
    trial("Monkey", Edit::Side, "There is a solution", None, false),
    trial("Light Up", Edit::Cell(0, "#", false), "There is a solution", Some(0), false),
];

const fn trial(title: &'static str, edit: Edit, verdict: &'static str, why: Option<usize>, is_watched: bool) -> Trial {
    Trial { title, edit, verdict, why, is_watched }
}

/// A hand: how things are pressed.
struct Hand {
    browser: Browser,
    has_mouse: bool,
}

impl Hand {
    fn press(&mut self, words: &str) {
        match self.has_mouse {
            true => self.browser.press(words),
            false => self.browser.tab_and_press(words),
        }
    }

    /// Opens the first board of a puzzle.
    fn choose(&mut self, title: &str) {
        let card = format!("document.querySelector('section[aria-label=\"{title}\"] .card')");
        self.browser.wait(&format!("seen({card})"));
        match self.has_mouse {
            true => self.browser.click(&card),
            false => {
                self.browser.tab_to(&format!("at === {card}"));
                self.browser.key("Enter");
            }
        }
        self.browser.wait("document.querySelector('.stage') && document.querySelector('textarea')");
    }

    /// Goes to a cell, by the arrows if there is no mouse, and presses it or types.
    fn act(&mut self, cell: usize, key: &str, has_shift: bool) {
        self.browser.wait(&format!("cell({cell})"));
        if self.has_mouse && has_shift {
            // A wall is at the edge of a field.
            return self.browser.click_at(&format!("cell({cell})"), (0.5, 0.9));
        } else if self.has_mouse {
            return self.browser.click(&format!("cell({cell})"));
        }
        self.browser.tab_to("at.closest('.cells')");
        self.browser.key("Home");
        for _ in 0..200 {
            let at =
                self.browser.eval("[...document.querySelectorAll('.cells button')].indexOf(document.activeElement)");
            match at.as_u64().expect("a cell is focused") as usize {
                at if at == cell => break,
                at if at < cell => self.browser.key("ArrowRight"),
                _ => self.browser.key("ArrowLeft"),
            }
        }
        self.browser.key_with(key, if has_shift { 8 } else { 0 });
    }

    fn edit(&mut self, edit: &Edit) {
        match edit {
            Edit::Cell(cell, key, has_shift) => self.act(*cell, key, *has_shift),
            Edit::Side => {
                match self.has_mouse {
                    true => self.browser.click("document.querySelector('.tile input')"),
                    false => self.browser.tab_to("at === document.querySelector('.tile input')"),
                }
                self.browser.key("ArrowUp");
                self.browser.key("Tab");
            }
        }
    }

    /// What is said in the end.
    fn verdict(&mut self) -> String {
        self.browser.wait("document.querySelector('.answer .verdict') && button('Cancel') === undefined");
        self.browser.text("text('.answer .verdict')")
    }

    fn play(&mut self, trial: &Trial) {
        let title = trial.title;
        self.choose(title);
        let before = self.browser.text("asText()");
        self.edit(&trial.edit);
        self.browser.wait(&format!("asText() !== {before:?}"));
        self.press("Solve");
        let edited = self.verdict();
        assert!(!edited.is_empty(), "{title}");
        self.press("Undo");
        self.browser.wait(&format!("asText() === {before:?}"));
        self.press("Solve");
        let verdict = self.verdict();
        assert!(verdict.starts_with(trial.verdict), "{title}: {verdict}");
        assert!(self.browser.text("text('.answer')").contains("Judged by the model and by the rules"), "{title}");
        if trial.is_watched {
            self.watch(title);
        }
        match trial.why {
            Some(cell) => self.ask(title, cell),
            None => self.press("Why not"),
        }
        let why = self.verdict();
        let expected = match trial.verdict {
            "It needs" => ["Not with", "hese rules cannot hold together"],
            _ if trial.why.is_some() => ["0,", "0"],
            _ => ["Nothing clashes", "there is a solution"],
        };
        assert!(expected.iter().all(|words| why.contains(words)), "{title}: {why}");
        assert_eq!(self.browser.problems(), Vec::<String>::new(), "{title}");
        self.press("Gallery");
    }

    /// The slider moves, and says where it is.
    fn watch(&mut self, title: &str) {
        self.browser.wait("text('.step') !== ''");
        let last = self.browser.text("text('.step')");
        self.press("first");
        self.browser.wait("text('.step') === 'the beginning'");
        self.press("on");
        self.browser.wait("text('.step') !== 'the beginning'");
        assert_ne!(last, "", "{title}");
        match self.has_mouse {
            true => self.press("last"),
            false => {
                self.browser.tab_to("at.type === 'range'");
                self.browser.key("End");
            }
        }
        self.browser.wait(&format!("text('.step') === {last:?}"));
    }

    fn ask(&mut self, title: &str, cell: usize) {
        self.press("Why?");
        self.act(cell, "Enter", false);
        self.browser.wait("document.querySelector('.rules')");
        assert!(self.browser.text("asText()").len() > 4, "{title}: asking is not editing");
    }
}

/// Every puzzle by one kind of hand.
fn play_all(has_mouse: bool) {
    if !has_tool("chromium") {
        return;
    }
    let server = Served::start(&[]);
    let mut browser = Browser::start();
    browser.open(&server.link);
    let mut hand = Hand { browser, has_mouse };
    for trial in TRIALS {
        hand.play(trial);
    }
    let own = format!("http://127.0.0.1:{}/", server.port);
    let foreign = |url: &String| !url.starts_with(&own) && !url.starts_with("blob:") && !url.starts_with("data:");
    let requests = hand.browser.requests();
    assert_eq!(requests.iter().find(|url| foreign(url)), None, "no request leaves the server");
    assert!(requests.len() > 20, "they are seen");
}

#[test]
fn every_puzzle_by_mouse() {
    play_all(true);
}

#[test]
fn every_puzzle_by_keyboard_alone() {
    play_all(false);
}
