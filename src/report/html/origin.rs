//! Where the report comes from: the exact command, the machine, the program, the files beside it.

use super::Part;
use super::markup::{code, escape};
use crate::report::comparison::Digest;

/// Command and environment.
pub fn part(digest: &Digest) -> Part {
    let engines: String = digest
        .engines
        .iter()
        .zip(&digest.labels)
        .enumerate()
        .map(|(i, (e, label))| format!("<dt>[{}] {}</dt><dd>{}</dd>\n", i + 1, escape(label), code(&e.engine)))
        .collect();
    let places: String = digest.of.places.iter().map(|place| list(place)).collect();
    let body = format!(
        "<pre tabindex=\"0\"><code>{}</code></pre>\n<h3>Where the runs were made</h3>\n{}\
         <h3>Engines in full</h3>\n<dl class=\"pairs-list\">\n{engines}</dl>\n\
         <p>The runs are in {} (one line each, as they ended) and {}; this report is also {}, {} and {}.</p>\n",
        escape(&digest.of.command),
        if places.is_empty() { "<p>Unknown.</p>\n".to_string() } else { places },
        code("runs.jsonl"),
        code("runs.csv"),
        code("report.md"),
        code("report.txt"),
        code("report.json"),
    );
    Part { name: "origin".into(), heading: "Command and environment".into(), body }
}

fn list(place: &[(String, String)]) -> String {
    let items: String =
        place.iter().map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(value))).collect();
    format!("<dl class=\"pairs-list\">\n{items}</dl>\n")
}
