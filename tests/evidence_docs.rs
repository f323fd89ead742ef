//! The table of what is certified, made by asking every engine every question; and the picture of what is trusted.
//!
//! `UPDATE_DOCS=1 cargo test --test evidence_docs` writes both anew.

mod common;

use common::{path, quandary};
use quandary::look::{Entry, Frame};
use std::fmt::Write;
use std::fs;

const BEGIN: &str = "<!-- what is certified: begin -->\n";
const END: &str = "<!-- what is certified: end -->";

/// The questions: the heading of the column, and the options of `certify`.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("unsatisfiable", &[]),
    ("best objective, or fewest steps", &[]),
    ("only solution, exactly N", &["--all"]),
    ("backbone", &["--backbone"]),
    ("number of solutions", &["--count"]),
];

/// Engines by kind, and what each question is asked about: nothing where the puzzle has no such question.
type Asked = (&'static str, [&'static [&'static str]; 5]);

const NONE: &[&str] = &["none.mzn"];
const BEST: &[&str] = &["best.mzn"];
const SOME: &[&str] = &["some.mzn"];
const MODELS: [&[&str]; 5] = [NONE, BEST, SOME, SOME, SOME];
const RICOCHET: [&[&str]; 5] = [
    &["ricochet", "instances/ricochet/unreachable.txt"],
    &["ricochet", "instances/ricochet/small.txt"],
    &["ricochet", "instances/ricochet/small.txt"],
    &["ricochet", "instances/ricochet/small.txt"],
    &["ricochet", "instances/ricochet/small.txt"],
];
const COPS: [&[&str]; 5] = [
    &["cops", "instances/cops/grid-4x4-lost.txt"],
    &["cops", "instances/cops/grid-3x3.txt"],
    &["cops", "instances/cops/grid-3x3.txt"],
    &["cops", "instances/cops/grid-3x3.txt"],
    &["cops", "instances/cops/grid-3x3.txt"],
];
const OMINO: [&[&str]; 5] = [
    &[],
    &["omino", "instances/omino/ao1.txt"],
    &["omino", "instances/omino/ao1.txt"],
    &["omino", "instances/omino/ao1.txt"],
    &["omino", "instances/omino/ao1.txt"],
];
const QUEENS: [&[&str]; 5] = [
    &["queens", "stuck.json"],
    &["queens", "fewest.json"],
    &["queens", "instances/queens/tt.txt"],
    &["queens", "instances/queens/tt.txt"],
    &["queens", "instances/queens/tt.txt"],
];
const MONKEY: [&[&str]; 5] = [
    &["monkey", "apart.json"],
    &[],
    &["monkey", "instances/monkey/square.txt"],
    &["monkey", "instances/monkey/square.txt"],
    &["monkey", "instances/monkey/square.txt"],
];

const ENGINES: &[Asked] = &[
    ("sat:whole", MODELS),
    ("sat", MODELS),
    ("sat:whole+direct+pairwise", MODELS),
    ("sat:whole+presolve1", MODELS),
    ("csp", MODELS),
    ("lcg", MODELS),
    ("auto", MODELS),
    ("search:fast", RICOCHET),
    ("search:naive", RICOCHET),
    ("search:graph1", RICOCHET),
    ("search:alphabeta", OMINO),
    ("search:antichain", COPS),
    ("search:memo", QUEENS),
    ("search:scan", MONKEY),
];

#[test]
fn the_table_is_true() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let small = [
        ("none.mzn", "var 1..2: x; var 1..2: y; var 1..2: z; constraint x != y /\\ y != z /\\ x != z; solve satisfy;"),
        ("best.mzn", "var 0..5: x; var 0..5: y; constraint x + y <= 7; solve maximize x * y;"),
        ("some.mzn", "var 1..3: x; var 1..3: y; constraint x < y; solve satisfy;"),
        ("stuck.json", "{\"size\": [2, 4], \"queens\": [[0, 0, 8], [1, 3, 4]], \"k\": 1}"),
        ("fewest.json", "{\"size\": [2, 4], \"queens\": [[0, 0, 8], [0, 3, 8], [1, 1, 2]]}"),
        ("apart.json", "{\"rows\": 1, \"cols\": 2, \"tiles\": [[1, 2, 3, 4], [5, 6, 7, 8]], \"rotations\": true}"),
    ];
    small.iter().for_each(|(name, text)| fs::write(at(name), text).expect("our folder"));
    let mut table = String::new();
    let mut reasons: Vec<String> = Vec::new();
    let heads: Vec<&str> = QUESTIONS.iter().map(|(head, _)| *head).collect();
    let _ = writeln!(table, "| engine | {} |\n|---|{}", heads.join(" | "), "---|".repeat(heads.len()));
    for (engine, asked) in ENGINES {
        let mut cells = Vec::new();
        for ((_, options), what) in QUESTIONS.iter().zip(asked) {
            let what: Vec<String> = what
                .iter()
                .map(|word| if folder.path().join(word).exists() { at(word) } else { word.to_string() })
                .collect();
            cells.push(cell(engine, &what, options, &at("bundle"), &mut reasons));
        }
        let _ = writeln!(table, "| `{engine}` | {} |", cells.join(" | "));
    }
    let _ = writeln!(table);
    table += &reasons.iter().enumerate().map(|(n, why)| format!("{}. {why}\n", n + 1)).collect::<String>();
    let doc = fs::read_to_string(path("docs/evidence.md")).expect("the document exists");
    let (before, rest) = doc.split_once(BEGIN).expect("the table has a beginning");
    let (shown, after) = rest.split_once(END).expect("the table has an end");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path("docs/evidence.md"), format!("{before}{BEGIN}{table}{END}{after}")).expect("it can be written");
        return;
    }
    assert_eq!(shown, table, "docs/evidence.md is out of date; run UPDATE_DOCS=1 cargo test --test evidence_docs");
}

/// What an engine keeps for an answer to a question; what is refused has a numbered reason.
fn cell(engine: &str, what: &[String], options: &[&str], place: &str, reasons: &mut Vec<String>) -> String {
    let _ = fs::remove_dir_all(place);
    let _ = fs::remove_file(place);
    if what.is_empty() {
        return numbered("the puzzle has no such answer", reasons);
    }
    let what: Vec<&str> = what.iter().map(String::as_str).collect();
    let given = ["--engine", engine, "--timeout", "60", "-o", place];
    let ran = quandary(&[&["certify"], &what[..], &given, options].concat());
    if ![10, 20, 30].contains(&ran.code) {
        assert_eq!(ran.code, 2, "{engine} {what:?} {options:?}: {}{}", ran.out, ran.err);
        let line = ran.err.lines().next().unwrap_or_default();
        return numbered(line.trim_start_matches("error: "), reasons);
    }
    if std::path::Path::new(place).is_file() {
        let is_solution = ran.code == 10;
        let checked = if is_solution { 10 } else { quandary(&["check", place]).code };
        assert_eq!(checked, 10, "{engine} {what:?}");
        return if is_solution { "a solution, not that it is best".to_string() } else { "certificate".to_string() };
    }
    assert_eq!(quandary(&["check", place]).code, 10, "{engine} {what:?} {options:?}");
    let has = |name: &str| std::path::Path::new(place).join(name).is_file();
    if has("proof.pbp") {
        return "VeriPB".to_string();
    }
    let is_search = engine.starts_with("search:");
    match (has("certificate.txt"), has("circuit.txt"), is_search) {
        (true, ..) => "certificate".to_string(),
        (_, true, true) => "circuit, of the model".to_string(),
        (_, true, false) => "circuit".to_string(),
        (false, false, true) => format!("{}, by `sat:whole`", lrat(place)),
        (false, false, false) => lrat(place).to_string(),
    }
}

/// Whether every formula of a bundle was derived from the model.
fn lrat(place: &str) -> &'static str {
    let text = fs::read_to_string(std::path::Path::new(place).join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let mut refutations = manifest["refutations"].as_array().expect("a list").iter();
    if refutations.all(|refutation| refutation["derivation"]["derived"] == true) { "LRAT, derived" } else { "LRAT" }
}

fn numbered(why: &str, reasons: &mut Vec<String>) -> String {
    let n = reasons.iter().position(|known| known == why).unwrap_or_else(|| {
        reasons.push(why.to_string());
        reasons.len() - 1
    });
    format!("none ({})", n + 1)
}

/// Rows of boxes, each joined to the next by a step that is trusted or checked.
#[test]
fn the_picture_is_drawn() {
    let drawn = picture();
    let place = path("docs/evidence.svg");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(place, drawn).expect("it can be written");
        return;
    }
    assert!(
        fs::read_to_string(place).is_ok_and(|kept| kept == drawn),
        "make docs/evidence.svg again with UPDATE_DOCS=1"
    );
}

const WIDTH: usize = 150;
const GAP: usize = 132;
const HEIGHT: usize = 56;
const ROW: usize = 92;

/// A chain: boxes of two lines each, and between them the words of a step and whether it is checked.
type Chain = (&'static [(&'static str, &'static str)], &'static [(&'static str, bool)]);

const CHAINS: &[Chain] = &[
    (
        &[
            ("your file", "model and data"),
            ("model.opb", "inequalities"),
            ("formula.cnf", "clauses"),
            ("no solution", "or none better"),
        ],
        &[("read and stated", false), ("encoding.pbp", true), ("proof.lrat", true)],
    ),
    (
        &[
            ("your file", "an instance"),
            ("the game", "its states and moves"),
            ("certificate", "strategies, levels"),
            ("the value", "fewest, lost, never"),
        ],
        &[("reader and rules", false), ("all moves", true), ("end as said", true)],
    ),
    (
        &[("your file", "model or instance"), ("the judges", "model, rules, file"), ("a solution", "its values")],
        &[("read", false), ("judged", true)],
    ),
];

fn picture() -> String {
    let style = ".%-box{fill:$floor;stroke:$rim;stroke-width:1.5}.%-word{fill:$ink;font-weight:600;text-anchor:middle}\
        .%-small{fill:$dim;font-size:12px;text-anchor:middle}.%-sure{fill:none;stroke:$found;stroke-width:2.5}\
        .%-sure-head{fill:$found}.%-trust{fill:none;stroke:$yes;stroke-width:2.5;stroke-dasharray:5 4}.%-trust-head{fill:$yes}";
    let sign = |class: &str| format!("<path class=\"ev-{class}\" d=\"M0 10h20\"/>");
    let frame = Frame {
        prefix: "ev",
        name: "Evidence",
        facts: "what is checked, and what you have to trust".to_string(),
        words: "Three chains. From your file by the front end to the model in inequalities, which is trusted, by a derivation \
                to the formula and by a proof to: no solution, which are both checked. From an instance by its reader and the rules, \
                which are trusted, to the game, in which a certificate is checked. And from your file to judges, who check a solution."
            .to_string(),
        style: style.to_string(),
        room: (4 * WIDTH + 3 * GAP, CHAINS.len() * ROW - (ROW - HEIGHT) + 8),
        legend: vec![
            Entry::new(sign("sure"), "checked here, and by programs of others where it is a proof"),
            Entry::new(sign("trust"), "trusted: tested, not proved"),
        ],
        ..Frame::default()
    };
    frame.text(|out| CHAINS.iter().enumerate().try_for_each(|(row, chain)| drawn(out, row * ROW + 4, chain)))
}

fn drawn(out: &mut dyn Write, y: usize, (boxes, steps): &Chain) -> std::fmt::Result {
    let middle = y + HEIGHT / 2;
    for (n, (word, small)) in boxes.iter().enumerate() {
        let x = n * (WIDTH + GAP);
        writeln!(out, "<rect class=\"ev-box\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\"/>")?;
        let centre = x + WIDTH / 2;
        writeln!(out, "<text class=\"ev-word\" x=\"{centre}\" y=\"{}\">{word}</text>", y + 24)?;
        writeln!(out, "<text class=\"ev-small\" x=\"{centre}\" y=\"{}\">{small}</text>", y + 42)?;
    }
    for (n, (word, is_sure)) in steps.iter().enumerate() {
        let (from, class) = (n * (WIDTH + GAP) + WIDTH + 6, if *is_sure { "sure" } else { "trust" });
        let to = (n + 1) * (WIDTH + GAP) - 6;
        writeln!(out, "<path class=\"ev-{class}\" d=\"M{from} {middle}H{}\"/>", to - 8)?;
        writeln!(out, "<path class=\"ev-{class}-head\" d=\"M{to} {middle}l-12 -6v12z\"/>")?;
        let sign = if *is_sure { "checked" } else { "trusted" };
        writeln!(out, "<text class=\"ev-small\" x=\"{}\" y=\"{}\">{word}</text>", (from + to) / 2, middle - 12)?;
        writeln!(out, "<text class=\"ev-small\" x=\"{}\" y=\"{}\">{sign}</text>", (from + to) / 2, middle + 20)?;
    }
    Ok(())
}
