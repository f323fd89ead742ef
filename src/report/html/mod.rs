//! A comparison as one page: nothing is loaded from anywhere, so it works from disk and can be sent around.
//!
//! The same log gives the same page, but for the command that asked for it. Everything is there without a script; the
//! script sorts tables, filters instances and switches between pairs. The page
//! forbids itself all requests by its content security policy. Names of instances and engines are users' words, and are
//! escaped wherever they stand.

mod heat;
mod instances;
mod markup;
mod origin;
mod pairs;
mod tiles;

use super::Section;
use super::comparison::Digest;
use super::head::head;
pub(super) use crate::look::escape;
pub(super) use markup::breakable;
use markup::{code, prose};

/// The page.
pub(super) fn comparison(digest: &Digest) -> String {
    let mut parts: Vec<Part> = Vec::new();
    for section in digest.sections() {
        match section.name.as_str() {
            // It stands above all parts.
            "agreement" => (),
            "summary" => parts.push(tiles::part(digest, &section)),
            "instances" => parts.extend([heat::part(digest), instances::part(digest)]),
            "cactus" => parts.extend(std::iter::once(generic(&section)).chain(pairs::part(digest))),
            _ => parts.push(generic(&section)),
        }
    }
    parts.push(origin::part(digest));
    page(&digest.title(), &banner(digest), &parts)
}

/// A part of the page, with an entry in its contents.
struct Part {
    /// Its anchor.
    name: String,
    heading: String,
    /// Markup.
    body: String,
}

/// Words, plot and table of a section.
fn generic(section: &Section) -> Part {
    let plot = section.plot.as_ref().map_or(String::new(), |plot| markup::figure(plot, ""));
    let table = section.table.as_ref().map_or(String::new(), |table| table.html(&section.heading));
    let body = format!("{}{plot}{table}", prose(&section.text));
    Part { name: section.name.clone(), heading: section.heading.clone(), body }
}

/// Whether all agree, before anything else.
fn banner(digest: &Digest) -> String {
    let missing = match digest.of.n_planned.saturating_sub(digest.of.all.len()) {
        0 => String::new(),
        n => format!("<p class=\"banner warn\">{n} of {} runs were not done.</p>\n", digest.of.n_planned),
    };
    if digest.wrong.is_empty() {
        let text = "All engines agree, and the judges accept every answer.";
        return format!("<p class=\"banner good\"><b aria-hidden=\"true\">✓</b> {text}</p>\n{missing}");
    }
    let items: String = digest.wrong.iter().map(|w| format!("<li>{}</li>\n", escape(w))).collect();
    let n = digest.wrong.len();
    format!(
        "<div class=\"banner bad\" role=\"alert\"><b><span aria-hidden=\"true\">✗</span> Disagreement in {n} cases</b>\n\
         <ul>\n{items}</ul></div>\n{missing}"
    )
}

/// The document around the parts.
fn page(title: &str, top: &str, parts: &[Part]) -> String {
    let entry = |p: &Part| format!("<li><a href=\"#{}\">{}</a></li>\n", escape(&p.name), escape(&p.heading));
    let section = |p: &Part| {
        let (name, heading) = (escape(&p.name), escape(&p.heading));
        format!(
            "<section id=\"{name}\" aria-labelledby=\"{name}-h\">\n<h2 id=\"{name}-h\">{heading}</h2>\n{}</section>\n",
            p.body
        )
    };
    format!(
        "{head}<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to the report</a>\n\
         <header>\n<p class=\"brand\">{brand} compare</p>\n<h1>{title}</h1>\n{top}</header>\n\
         <nav aria-label=\"Contents\">\n<ul>\n{entries}</ul>\n</nav>\n<main id=\"main\">\n{sections}</main>\n\
         <script>\n{script}</script>\n</body>\n</html>\n",
        title = escape(title),
        brand = code("quandary"),
        head = head(title, include_str!("style.css")),
        entries = parts.iter().map(entry).collect::<String>(),
        sections = parts.iter().map(section).collect::<String>(),
        script = include_str!("page.js"),
    )
}

#[cfg(test)]
mod tests;
