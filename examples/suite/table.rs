//! What came of a suite: a table by folder, what is left by reason, and every case that did not pass.

use crate::header::Case;
use crate::reason;
use crate::verdict::{End, Verdict};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The whole report.
pub fn text(ended: &[(&Case, &Verdict)]) -> String {
    format!("{}\n{}\n{}", by_folder(ended), by_reason(ended), left(ended))
}

fn by_folder(ended: &[(&Case, &Verdict)]) -> String {
    let mut rows: BTreeMap<&str, BTreeMap<End, usize>> = BTreeMap::new();
    let mut total: BTreeMap<End, usize> = BTreeMap::new();
    for (case, verdict) in ended {
        *rows.entry(&case.folder).or_default().entry(verdict.end).or_default() += 1;
        *total.entry(verdict.end).or_default() += 1;
    }
    let mut out = format!("{:<44}{}\n", "folder", End::ALL.map(|end| format!("{:>10}", end.word())).concat());
    for (folder, row) in rows.iter().map(|(folder, row)| (*folder, row)).chain([("all", &total)]) {
        let cells = End::ALL.map(|end| format!("{:>10}", row.get(&end).unwrap_or(&0)));
        out.push_str(&format!("{folder:<44}{}\n", cells.concat()));
    }
    out
}

/// The most names of a reason that are shown.
const NAMES: usize = 12;

fn by_reason(ended: &[(&Case, &Verdict)]) -> String {
    let mut reasons: BTreeMap<(End, String), Vec<(&Case, &Verdict)>> = BTreeMap::new();
    for (case, verdict) in ended.iter().filter(|(_, verdict)| verdict.end != End::Passed) {
        reasons.entry((verdict.end, reason::blank(&verdict.why))).or_default().push((case, verdict));
    }
    let mut rows: Vec<_> = reasons.into_iter().collect();
    rows.sort_by_key(|((end, _), cases)| (*end, usize::MAX - cases.len()));
    let mut out = String::from("what is left, by reason\n");
    for ((end, why), cases) in rows {
        let names: BTreeSet<&str> = cases.iter().filter_map(|(_, verdict)| reason::name(&verdict.why)).collect();
        let shown: Vec<&str> = names.into_iter().take(NAMES).collect();
        let example = &cases[0].0.name;
        let _ = writeln!(out, "{:>5}  {:<10} {why}   [{}]   e.g. {example}", cases.len(), end.word(), shown.join(" "));
    }
    out
}

fn left(ended: &[(&Case, &Verdict)]) -> String {
    let mut rows: Vec<_> = ended.iter().filter(|(_, v)| !matches!(v.end, End::Passed | End::OutOfScope)).collect();
    rows.sort_by(|(a, x), (b, y)| (x.end, &x.why, &a.name).cmp(&(y.end, &y.why, &b.name)));
    let mut out = String::from("every case that is left\n");
    for (case, verdict) in rows {
        let why: String = verdict.why.chars().take(300).collect();
        let _ = writeln!(out, "{:<10} {} {why}", verdict.end.word(), case.name);
    }
    out
}

/// Every case as JSON.
pub fn json(ended: &[(&Case, &Verdict)]) -> String {
    let rows = ended.iter().map(|(case, v)| json!({"case": case.name, "end": v.end.word(), "why": v.why}));
    format!("{:#}\n", json!(rows.collect::<Vec<_>>()))
}
