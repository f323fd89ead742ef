//! Engines two at a time: one plot for each pair of the best engines. The script shows one pair at a time and lets the
//! reader choose; without it the first few are there and the others unfold.

use super::Part;
use super::markup::{escape, figure};
use crate::report::comparison::{Digest, pair, pairs};
use itertools::Itertools;

/// So many are shown at once.
const OPEN: usize = 2;

/// The pairs, if there are two engines.
pub fn part(digest: &Digest) -> Option<Part> {
    let pairs = pairs(digest);
    if pairs.is_empty() {
        return None;
    }
    let figures: Vec<String> = pairs.iter().map(|p| figure(&pair(digest, *p), &attributes(*p))).collect();
    let (first, rest) = figures.split_at(OPEN.min(figures.len()));
    let more = match rest.len() {
        0 => String::new(),
        n => format!(
            "<details>\n<summary>{n} more pairs</summary>\n<div class=\"pairs\">\n{}</div>\n</details>\n",
            rest.concat()
        ),
    };
    let words = "Each point is an instance. Below the diagonal the engine of the vertical axis is faster. Thin lines are \
                 the limit: a run without an answer stands on them.";
    let body = format!(
        "<p>{words}</p>\n<div id=\"pairing\">\n{}<div class=\"pairs\">\n{}</div>\n{more}</div>\n",
        chooser(digest, &pairs),
        first.concat()
    );
    Some(Part { name: "pairs".into(), heading: "Engine against engine".into(), body })
}

fn attributes((a, b): (usize, usize)) -> String {
    format!(" data-pair=\"{} {}\"", a.min(b), a.max(b))
}

/// Two lists of engines, hidden until the script says they work.
fn chooser(digest: &Digest, pairs: &[(usize, usize)]) -> String {
    let engines: Vec<usize> = pairs.iter().flat_map(|(a, b)| [*a, *b]).unique().collect();
    let list = |chosen: usize| -> String {
        let option = |i: &usize| {
            let selected = if *i == chosen { " selected" } else { "" };
            format!("<option value=\"{i}\"{selected}>{}</option>", escape(&digest.labels[*i]))
        };
        engines.iter().map(option).collect()
    };
    format!(
        "<p class=\"chooser\" hidden><label>Compare <select>{}</select></label> <label>with <select>{}</select></label> \
         <span role=\"status\"></span></p>\n",
        list(pairs[0].0),
        list(pairs[0].1)
    )
}
