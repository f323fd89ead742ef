//! Whether a value of an answer (JSON) is the one that is expected (YAML).

use crate::yaml::{Content, Node};
use serde_json::Value as Json;

/// Whether they are the same value.
pub fn matches(expected: &Node, got: &Json) -> bool {
    let tag = expected.tag.rsplit(['!', ':', '.']).next().unwrap_or("");
    match tag {
        "Range" => members(got).is_some_and(|got| range(expected).is_some_and(|wanted| same_members(&wanted, &got))),
        "set" => members(got).is_some_and(|got| same_members(&keys(expected), &got)),
        "Approx" => number(expected).is_some_and(|n| got.as_f64().is_some_and(|g| (g - n).abs() <= 1e-6)),
        "Trim" => got.as_str().is_some_and(|got| expected.text().is_some_and(|text| text.trim() == got.trim())),
        "Unordered" => got.as_array().is_some_and(|got| unordered(expected.items(), got)),
        "ConstrEnum" => constructed(expected, got),
        "AnonEnum" => anonymous(expected, got),
        _ => untagged(expected, got),
    }
}

/// Whether they are the same output text. The program ends the last line where the model did not.
pub fn same_text(expected: &Node, got: &Json) -> bool {
    let trim = expected.tag == "!Trim";
    let line = |text: &str| if trim { text.trim().to_string() } else { text.trim_end_matches('\n').to_string() };
    matches!((expected.text(), got.as_str()), (Some(wanted), Some(got)) if line(wanted) == line(got))
}

fn untagged(expected: &Node, got: &Json) -> bool {
    match &expected.content {
        Content::Quoted(text) => name(got) == Some(text),
        Content::Plain(text) => plain(expected, text, got),
        Content::List(items) => got.as_array().is_some_and(|got| {
            got.len() == items.len() && items.iter().zip(got).all(|(wanted, got)| matches(wanted, got))
        }),
        Content::Map(pairs) => got.as_object().is_some_and(|got| {
            let field = |name: &Node| name.text().and_then(|name| got.get(name));
            pairs.len() == got.len()
                && pairs.iter().all(|(name, wanted)| field(name).is_some_and(|g| matches(wanted, g)))
        }),
    }
}

fn plain(expected: &Node, text: &str, got: &Json) -> bool {
    match got {
        Json::Null => expected.is_null(),
        Json::Bool(got) => truth(text) == Some(*got) || text == if *got { "1" } else { "0" },
        Json::Number(got) => match (got.as_i64(), text.parse::<i64>()) {
            (Some(got), Ok(wanted)) => got == wanted,
            _ => number(expected).is_some_and(|n| got.as_f64().is_some_and(|g| close(n, g))),
        },
        Json::String(_) | Json::Object(_) => name(got) == Some(text),
        Json::Array(_) => false,
    }
}

/// A string, or the name of a member of an enum.
fn name(got: &Json) -> Option<&str> {
    match got {
        Json::String(text) => Some(text),
        Json::Object(fields) if fields.len() == 1 => fields.get("e")?.as_str(),
        _ => None,
    }
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

fn number(node: &Node) -> Option<f64> {
    node.text()?.replace('_', "").parse().ok()
}

fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The members of a set, ranges told apart by their ends.
fn members(got: &Json) -> Option<Vec<Node>> {
    let mut members = Vec::new();
    for member in got.get("set")?.as_array()? {
        match member.as_array().map(Vec::as_slice) {
            Some([lo, hi]) if lo.is_f64() && lo == hi => members.push(plain_node(lo.to_string())),
            Some([lo, hi]) => members.extend(between(lo.as_i64()?, hi.as_i64()?)?),
            _ => members.push(plain_node(name(member).map_or_else(|| member.to_string(), str::to_string))),
        }
    }
    Some(members)
}

fn range(expected: &Node) -> Option<Vec<Node>> {
    let (lo, hi) = expected.text()?.split_once("..")?;
    between(lo.trim().parse().ok()?, hi.trim().parse().ok()?)
}

/// More than this is not listed.
const MOST: i64 = 1_000_000;

fn between(lo: i64, hi: i64) -> Option<Vec<Node>> {
    (hi.saturating_sub(lo) < MOST).then(|| (lo..=hi).map(|at| plain_node(at.to_string())).collect())
}

fn plain_node(text: String) -> Node {
    Node { tag: String::new(), content: Content::Plain(text) }
}

fn keys(expected: &Node) -> Vec<Node> {
    match &expected.content {
        Content::Map(pairs) => pairs.iter().map(|(key, _)| key.clone()).collect(),
        Content::List(items) => items.clone(),
        Content::Plain(_) | Content::Quoted(_) => Vec::new(),
    }
}

fn same_members(wanted: &[Node], got: &[Node]) -> bool {
    let spelt = |nodes: &[Node]| {
        let mut words: Vec<String> = nodes.iter().map(key).collect();
        words.sort();
        words.dedup();
        words
    };
    spelt(wanted) == spelt(got)
}

/// One spelling for each value.
fn key(node: &Node) -> String {
    let word = text(node);
    match (word.parse::<f64>(), truth(&word)) {
        (Ok(number), _) => number.to_string(),
        (_, Some(truth)) => truth.to_string(),
        _ => word,
    }
}

fn unordered(wanted: &[Node], got: &[Json]) -> bool {
    let mut left: Vec<&Node> = wanted.iter().collect();
    for value in got {
        let Some(at) = left.iter().position(|wanted| matches(wanted, value)) else { return false };
        left.swap_remove(at);
    }
    left.is_empty()
}

/// `{"c": "F", "e": argument}`.
fn constructed(expected: &Node, got: &Json) -> bool {
    let same_name = expected.get("constructor").and_then(Node::text) == got.get("c").and_then(Json::as_str);
    let pair = (expected.get("argument"), got.get("e").or(got.get("i")));
    same_name && matches!(pair, (Some(wanted), Some(got)) if matches(wanted, got))
}

/// `{"e": "Foo", "i": 3}`.
fn anonymous(expected: &Node, got: &Json) -> bool {
    let same_name = expected.get("enumName").and_then(Node::text) == got.get("e").and_then(Json::as_str);
    same_name && matches!((expected.get("value"), got.get("i")), (Some(wanted), Some(got)) if matches(wanted, got))
}

/// An expected value, shown to a person.
pub fn text(node: &Node) -> String {
    let listed = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(", ");
    match &node.content {
        Content::Plain(text) | Content::Quoted(text) => text.clone(),
        Content::List(items) => format!("[{}]", listed(&mut items.iter().map(text))),
        Content::Map(pairs) if node.tag.ends_with("set") => {
            format!("{{{}}}", listed(&mut pairs.iter().map(|(k, _)| text(k))))
        }
        Content::Map(pairs) => {
            format!("({})", listed(&mut pairs.iter().map(|(k, v)| format!("{}: {}", text(k), text(v)))))
        }
    }
}
