//! Tests of the page: whole, escaped, and without a way out.

use crate::compare::{State, Trial};
use crate::report::comparison::samples::run;
use crate::report::comparison::{Digest, Picture};
use crate::report::{Comparison, comparison_files};

fn page(runs: &[Trial]) -> String {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"1\"/></svg>".to_string();
    let pictures = vec![Picture { instance: EVIL.into(), caption: EVIL.into(), svg }];
    let of = Comparison {
        runs,
        all: runs,
        limit: 2.0,
        baseline: None,
        command: format!("quandary compare {EVIL}"),
        n_planned: runs.len(),
        pictures,
        places: vec![vec![("os".into(), EVIL.into())]],
    };
    assert!(comparison_files(&of).iter().any(|(name, _)| name == "report.html"));
    super::comparison(&Digest::new(&of))
}

const EVIL: &str = "<img src=x onerror=alert(1)>\"'&";

#[test]
fn every_part_is_there_and_users_words_are_escaped() {
    let states = State::ALL.iter().filter(|s| **s != State::Ok);
    let mut runs: Vec<Trial> = states.map(|s| run("cops", "other", s.word(), *s, 2.0)).collect();
    runs.extend([
        run("cops", EVIL, "a", State::Ok, 0.5),
        run("cops", EVIL, "b", State::Ok, 0.001),
        run("cops", EVIL, EVIL, State::Ok, 1.0),
    ]);
    let html = page(&runs);
    for name in ["summary", "engines", "cactus", "pairs", "heat", "growth", "phases", "sizes", "instances", "origin"] {
        assert!(html.contains(&format!("<section id=\"{name}\"")), "{name} is missing");
        assert!(html.contains(&format!("href=\"#{name}\"")), "{name} is not in the contents");
    }
    for state in State::ALL {
        assert!(*state == State::Ok || html.contains(&format!(">{}</td>", state.word())), "{state:?}");
    }
    assert!(html.contains("role=\"alert\""), "a rejected answer is on top");
    assert!(!html.contains("<img src=x"), "users' words are no markup");
    assert!(!html.contains("http://") && !html.contains("https://"), "nothing is elsewhere");
    assert_eq!(html.matches("src=\"").count(), html.matches("src=\"data:").count());
}

#[test]
fn a_comparison_of_nothing_is_still_a_page() {
    for runs in [vec![], vec![run("cops", "a", "x", State::Timeout, 2.0)]] {
        let html = page(&runs);
        assert!(html.contains("All engines agree") && html.ends_with("</html>\n"));
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    }
}
