//! Every instance with its picture, its answer, and who answered first.

use super::Part;
use super::markup::{breakable, escape, picture, time};
use crate::compare::{State, Trial};
use crate::report::comparison::Digest;
use itertools::Itertools;
use std::collections::BTreeMap;

/// What the table knows of an instance.
struct Case<'a> {
    instance: &'a str,
    runs: Vec<&'a Trial>,
    /// The runs that answered, the fastest first.
    answered: Vec<&'a Trial>,
    /// What plots call the fastest engine.
    fastest: &'a str,
}

/// A column: its head, and for each instance what is shown (markup) and, for numbers, what it is sorted by.
struct Column {
    head: &'static str,
    cell: fn(&Case) -> (String, Option<f64>),
}

const COLUMNS: &[Column] = &[
    Column { head: "puzzle", cell: |c| (escape(&c.runs[0].puzzle), None) },
    Column { head: "size", cell: |c| number(c.runs[0].size.map(|s| s as f64), |s| s.to_string()) },
    Column { head: "answer", cell: |c| (escape(&answer(c)), None) },
    Column {
        head: "answered",
        cell: |c| (format!("{}/{}", c.answered.len(), n_taken(c)), Some(c.answered.len() as f64)),
    },
    Column { head: "fastest engine", cell: |c| (breakable(c.fastest), None) },
    Column { head: "fastest", cell: |c| number(c.answered.first().map(|r| r.seconds), time) },
    Column { head: "slowest", cell: |c| number(c.answered.last().map(|r| r.seconds), time) },
    Column { head: "clauses", cell: clauses },
];

fn number(value: Option<f64>, shown: fn(f64) -> String) -> (String, Option<f64>) {
    value.map_or((String::new(), Some(f64::MAX)), |v| (shown(v), Some(v)))
}

fn answer(case: &Case) -> String {
    case.runs.iter().find(|r| r.is_ok() && !r.is_variant).map_or("?".to_string(), |r| r.shown())
}

fn n_taken(case: &Case) -> usize {
    case.runs.iter().filter(|r| r.state != State::NotApplicable).count()
}

/// The range of sizes of the formulas.
fn clauses(case: &Case) -> (String, Option<f64>) {
    match case.runs.iter().map(|r| r.clauses).filter(|c| *c > 0).minmax().into_option() {
        None => number(None, time),
        Some((low, high)) if low == high => (low.to_string(), Some(high as f64)),
        Some((low, high)) => (format!("{low}..<wbr>{high}"), Some(high as f64)),
    }
}

/// The table of instances. Columns that say the same of all are left out.
pub fn part(digest: &Digest) -> Part {
    let cases = cases(digest);
    let pictures: BTreeMap<&str, String> =
        digest.of.pictures.iter().map(|p| (p.instance.as_str(), picture(&p.svg, &p.caption))).collect();
    let is_telling = |c: &&Column| cases.iter().map(|case| (c.cell)(case).0).unique().count() > 1 || c.head == "answer";
    let columns: Vec<&Column> = COLUMNS.iter().filter(is_telling).collect();
    let is_number = |c: &Column| cases.first().is_some_and(|case| (c.cell)(case).1.is_some());
    let class = |c: &Column| if is_number(c) { " class=\"n\"" } else { "" };
    let heads: String = columns.iter().map(|c| format!("<th scope=\"col\"{}>{}</th>", class(c), c.head)).collect();
    let image = |instance: &str| match pictures.get(instance) {
        Some(image) => format!("<td><details class=\"zoom\"><summary>{image}</summary></details></td>"),
        None if pictures.is_empty() => String::new(),
        None => "<td></td>".to_string(),
    };
    let rows: String = cases.iter().map(|case| row(case, &columns, &image(case.instance))).collect();
    let first = if pictures.is_empty() { "" } else { "<th scope=\"col\" data-plain>picture</th>" };
    let body = format!(
        "{}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Instances\">\n\
         <table class=\"sortable instances\">\n<thead><tr>{first}<th scope=\"col\">instance</th>{heads}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        words(digest)
    );
    Part { name: "instances".into(), heading: "Instances".into(), body }
}

fn cases<'a>(digest: &'a Digest) -> Vec<Case<'a>> {
    let mut runs = digest.of.runs.iter().into_group_map_by(|r| r.instance.as_str());
    let labels: BTreeMap<&str, &str> =
        digest.engines.iter().zip(&digest.labels).map(|(e, l)| (e.engine.as_str(), l.as_str())).collect();
    let case = |instance: &&'a str| {
        let runs = runs.remove(instance).unwrap_or_default();
        let ok = runs.iter().copied().filter(|r| r.is_ok());
        let answered = ok.sorted_by(|a, b| a.seconds.total_cmp(&b.seconds)).collect_vec();
        let fastest = answered.first().and_then(|r| labels.get(r.engine.as_str()).copied()).unwrap_or("-");
        Case { instance, runs, answered, fastest }
    };
    digest.instances.iter().map(case).collect()
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

fn row(case: &Case, columns: &[&Column], image: &str) -> String {
    let cell = |c: &&Column| match (c.cell)(case) {
        (shown, Some(key)) => format!("<td class=\"n\" data-key=\"{key:e}\">{shown}</td>"),
        (shown, None) => format!("<td>{shown}</td>"),
    };
    let cells: String = columns.iter().map(cell).collect();
    format!("<tr>{image}<th scope=\"row\">{}</th>{cells}</tr>\n", breakable(case.instance))
}
