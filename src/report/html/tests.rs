//! Tests of the page: whole, escaped, and without a way out.

use crate::compare::{Run, State};
use crate::report::comparison::{Digest, Picture};
use crate::report::{Comparison, comparison_files};

fn run(instance: &str, engine: &str, state: State, seconds: f64) -> Run {
    let fields = serde_json::json!({
        "instance": instance, "puzzle": "cops", "size": 4, "engine": engine, "is_variant": false, "state": state,
        "verdict": (state == State::Ok).then_some("satisfiable"), "value": null, "message": null, "seconds": seconds,
        "wall_seconds": seconds, "flatten_seconds": 0.1, "encode_seconds": 0.2, "solve_seconds": 0.3,
        "judge_seconds": 0.0, "nodes": 5, "backtracks": 2, "variables": 30, "clauses": 70, "literals": 200,
        "peak_bytes": 1000,
    });
    serde_json::from_value(fields).expect("a run")
}

fn page(runs: &[Run]) -> String {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"1\"/></svg>".to_string();
    let pictures = vec![Picture { instance: EVIL.into(), caption: EVIL.into(), svg }];
    let of = Comparison {
        runs,
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
    let mut runs: Vec<Run> = states.map(|s| run("other", s.word(), *s, 2.0)).collect();
    runs.extend([run(EVIL, "a", State::Ok, 0.5), run(EVIL, "b", State::Ok, 0.001), run(EVIL, EVIL, State::Ok, 1.0)]);
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
    for runs in [vec![], vec![run("a", "x", State::Timeout, 2.0)]] {
        let html = page(&runs);
        assert!(html.contains("All engines agree") && html.ends_with("</html>\n"));
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    }
}
