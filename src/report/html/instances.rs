//! Every instance with its picture, its answer, and who answered first.

use super::Part;
use super::markup::{escape, picture, time};
use crate::compare::{Run, State};
use crate::report::comparison::Digest;
use itertools::Itertools;
use std::collections::BTreeMap;

/// The columns; those of numbers are to the right.
const HEADS: &[(&str, &str)] = &[
    ("instance", ""),
    ("puzzle", ""),
    ("size", " class=\"n\""),
    ("answer", ""),
    ("answered", " class=\"n\""),
    ("fastest engine", ""),
    ("fastest", " class=\"n\""),
    ("slowest", " class=\"n\""),
    ("clauses", " class=\"n\""),
];

/// The table of instances.
pub fn part(digest: &Digest) -> Part {
    let runs = digest.of.runs.iter().into_group_map_by(|r| r.instance.as_str());
    let pictures: BTreeMap<&str, String> =
        digest.of.pictures.iter().map(|p| (p.instance.as_str(), picture(&p.svg, &p.caption))).collect();
    let labels: BTreeMap<&str, &str> =
        digest.engines.iter().zip(&digest.labels).map(|(e, l)| (e.engine.as_str(), l.as_str())).collect();
    let image = |instance: &str| match pictures.get(instance) {
        Some(image) => format!("<td><details class=\"zoom\"><summary>{image}</summary></details></td>"),
        None if pictures.is_empty() => String::new(),
        None => "<td></td>".to_string(),
    };
    let rows: String = digest.instances.iter().map(|i| row(i, &runs[i], &image(i), &labels)).collect();
    let heads: String = HEADS.iter().map(|(h, class)| format!("<th scope=\"col\"{class}>{h}</th>")).collect();
    let image = if pictures.is_empty() { "" } else { "<th scope=\"col\" data-plain>picture</th>" };
    let body = format!(
        "{}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Instances\">\n\
         <table class=\"sortable instances\">\n<thead><tr>{image}{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        words(digest)
    );
    Part { name: "instances".into(), heading: "Instances".into(), body }
}

fn words(digest: &Digest) -> String {
    let (n_pictures, n) = (digest.of.pictures.len(), digest.instances.len());
    let pictures = match n_pictures {
        0 => String::new(),
        _ if n_pictures < n => format!(" Pictures of {n_pictures} of {n}, with a solution where there is one."),
        _ => " Pictures show a solution where there is one; choose one to enlarge it.".to_string(),
    };
    format!(
        "<p>Answers, and the range of times of those who answered.{pictures}</p>\n\
         <p class=\"filter\" hidden><label>Show instances with <input type=\"search\" spellcheck=\"false\"></label> \
         <span role=\"status\"></span></p>\n"
    )
}

fn row(instance: &str, runs: &[&Run], image: &str, labels: &BTreeMap<&str, &str>) -> String {
    let ok = runs.iter().filter(|r| r.is_ok()).sorted_by(|a, b| a.seconds.total_cmp(&b.seconds)).collect_vec();
    let answer = runs.iter().find(|r| r.is_ok() && !r.is_variant).map_or("?".to_string(), |r| r.shown());
    let n_taken = runs.iter().filter(|r| r.state != State::NotApplicable).count();
    let shown = |run: Option<&&&Run>| run.map_or(("-".to_string(), f64::MAX), |r| (time(r.seconds), r.seconds));
    let (fastest, slowest) = (shown(ok.first()), shown(ok.last()));
    let clauses = runs.iter().map(|r| r.clauses).filter(|c| *c > 0).minmax().into_option();
    let number = |shown: String, key: f64| format!("<td class=\"n\" data-key=\"{key}\">{}</td>", escape(&shown));
    let text = |shown: &str| format!("<td>{}</td>", escape(shown));
    let cells = [
        text(&runs[0].puzzle),
        number(runs[0].size.map_or(String::new(), |s| s.to_string()), runs[0].size.map_or(-1.0, |s| s as f64)),
        text(&answer),
        number(format!("{}/{n_taken}", ok.len()), ok.len() as f64),
        text(ok.first().and_then(|r| labels.get(r.engine.as_str())).unwrap_or(&"-")),
        number(fastest.0, fastest.1),
        number(slowest.0, slowest.1),
        number(clauses.map_or("-".into(), between), clauses.map_or(-1.0, |c| c.1 as f64)),
    ];
    format!("<tr>{image}<th scope=\"row\">{}</th>{}</tr>\n", escape(instance), cells.concat())
}

fn between((low, high): (u64, u64)) -> String {
    if low == high { low.to_string() } else { format!("{low}..{high}") }
}
