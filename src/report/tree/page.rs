//! Search trees as one page: nothing is loaded from anywhere, so it works from disk and can be sent around.
//!
//! The trees are data inside the page, and a script draws what is in view. The page forbids itself all requests by its
//! content security policy. Without a script the table of figures is there.

use super::{Trees, Watched};
use crate::look::escape;
use crate::report::head::head;
use crate::trace::Outcome;
use serde_json::{Value, json};

/// The page.
pub(super) fn write(trees: &Trees) -> String {
    let cards: String = trees.all.iter().enumerate().map(card).collect();
    let n_columns = trees.all.len().clamp(1, 2);
    format!(
        "{head}<body>\n\
         <header>\n<p class=\"brand\"><code>quandary</code> tree</p>\n<h1>{title}</h1>\n<ul class=\"legend\">{legend}</ul>\n\
         <div class=\"tools\">{tools}</div>\n</header>\n\
         <div class=\"work\">\n<main class=\"trees n{n_columns}\">\n{cards}</main>\n\
         <aside aria-label=\"The node\">\n<div id=\"node\" aria-live=\"polite\"><p class=\"dim\">Choose a node: click it, or \
         move with the arrow keys.</p></div>\n<div id=\"board\"></div>\n<div id=\"domains\"></div>\n</aside>\n</div>\n\
         {help}<noscript>{table}</noscript>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{script}</script>\n</body>\n</html>\n",
        title = escape(&trees.title),
        head = head(&format!("{}: search trees", trees.title), include_str!("page.css")),
        legend = Outcome::ALL.into_iter().map(legend).collect::<String>(),
        tools = TOOLS.iter().map(tool).collect::<String>(),
        help = include_str!("help.html"),
        table = trees.table().html("figures"),
        data = data(trees).to_string().replace('<', "\\u003c"),
        script = include_str!("page.js"),
    )
}

/// The buttons: what they do, what they show, what they are called.
const TOOLS: [(&str, &str, &str); 6] = [
    ("in", "+", "Zoom in (+)"),
    ("out", "\u{2212}", "Zoom out (-)"),
    ("fit", "Fit", "Show all (0)"),
    ("fold", "Fold failures", "Fold everything that failed (c)"),
    ("theme", "\u{25d0}", "Light or dark (t)"),
    ("help", "?", "Keys (?)"),
];

fn tool((id, sign, name): &(&str, &str, &str)) -> String {
    format!("<button type=\"button\" id=\"do-{id}\" title=\"{name}\" aria-label=\"{name}\">{sign}</button>")
}

fn legend(outcome: Outcome) -> String {
    let (word, meaning) = (outcome.word(), outcome.meaning());
    format!(
        "<li data-outcome=\"{word}\"><canvas width=\"40\" height=\"40\" aria-hidden=\"true\"></canvas>{meaning}</li>"
    )
}

fn card((number, one): (usize, &Watched)) -> String {
    let (engine, figures) = (escape(&one.engine), escape(&one.figures()));
    format!(
        "<section class=\"card\">\n<h2><code>{engine}</code></h2>\n<p class=\"dim\">{figures}</p>\n\
         <canvas class=\"tree\" data-tree=\"{number}\" tabindex=\"0\" role=\"application\" \
         aria-label=\"Search tree of {engine}: {figures}. Arrow keys move, Enter folds.\"></canvas>\n</section>\n"
    )
}

/// What the script reads.
fn data(trees: &Trees) -> Value {
    let one = |one: &Watched| {
        let mut tree = one.tree.json();
        tree["boards"] = one.boards.as_ref().map_or(Value::Null, |boards| boards.json());
        tree
    };
    json!({"trees": trees.all.iter().map(one).collect::<Vec<_>>()})
}
