//! A model's solutions by the judge of the file, assignment by assignment, against those that engines list.

use super::grammar::{Candidate, Drawn, Goal};
use quandary::engine::Engine;
use quandary::front::judge::{Claim, Judge, Judged};
use quandary::front::{self, Data, Program, Source};
use quandary::search::Budget;
use quandary::solve::{Named, Problem, Run, SolveError, solve};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::process::Command;

/// What a comparison came to.
#[derive(Debug)]
pub enum Compared {
    /// All agree on so many solutions.
    Same(usize),
    /// The front end does not take the model.
    Refused(String),
    /// The judge cannot tell.
    Unjudged(String),
    /// They differ: who, and how.
    Different(String),
}

/// Solutions as lists of values, in the order of the variables.
pub type Solutions = BTreeSet<String>;

/// Who else is asked for a model's solutions.
pub struct Others<'a> {
    /// Our own engines.
    pub engines: &'a [&'a str],
    /// The real MiniZinc, too.
    pub minizinc: bool,
    /// A mistake that is made on the way to the engines: this word becomes that one.
    pub mistake: Option<(&'a str, &'a str)>,
}

/// Compares the judge's solutions with those of others.
pub fn compare(drawn: &Drawn, others: &Others<'_>) -> Compared {
    // Threads with a stack that is deep enough cost more than these models do.
    front::deep(|| compared(drawn, others)).expect("a thread starts")
}

fn compared(drawn: &Drawn, others: &Others<'_>) -> Compared {
    let parsed = |text: &str| Program::parse(&[Source::new("drawn.mzn", text)]);
    let program = match parsed(&drawn.text) {
        Ok(program) => program,
        Err(error) => return Compared::Refused(error.message),
    };
    if let Err(error) = program.instantiate(&Data::new()) {
        return Compared::Refused(error.message);
    }
    let expected = match by_judge(&program, drawn) {
        Ok(expected) => expected,
        Err(why) => return Compared::Unjudged(why),
    };
    let program = match others.mistake.map(|(right, wrong)| parsed(&drawn.text.replace(right, wrong))) {
        Some(Err(error)) => return Compared::Refused(error.message),
        Some(Ok(mistaken)) => mistaken,
        None => program,
    };
    if others.minizinc {
        if let Some((_, why)) = QUIRKS.iter().find(|(word, _)| drawn.text.contains(word)) {
            return Compared::Refused(format!("minizinc: {why}"));
        }
        match by_minizinc(drawn) {
            // The real one shows the way to one best solution.
            Ok(_) if drawn.goal.is_some() => {}
            Ok(found) if found == expected => {}
            Ok(found) => return Compared::Different(difference("minizinc", &found, &expected)),
            Err(why) => return Compared::Refused(format!("minizinc: {why}")),
        }
    }
    for engine in others.engines {
        match by_engine(&program, drawn, engine) {
            Ok(found) if found == expected => {}
            Ok(found) => return Compared::Different(difference(engine, &found, &expected)),
            Err(SolveError::Model(error)) => return Compared::Refused(error.message),
            Err(error) => return Compared::Different(format!("{engine}: {error}")),
        }
    }
    Compared::Same(expected.len())
}

/// What one has and the other has not.
pub fn difference(who: &str, found: &Solutions, expected: &Solutions) -> String {
    let some = |set: Vec<&String>| set.into_iter().take(3).cloned().collect::<Vec<_>>().join(" ");
    let extra = some(found.difference(expected).collect());
    let missing = some(expected.difference(found).collect());
    format!(
        "{who} has {} solutions, the judge {}; only {who}: {extra}; only the judge: {missing}",
        found.len(),
        expected.len()
    )
}

/// Every assignment that the judge lets pass; where something is to be best, those where it is.
pub fn by_judge(program: &Program, drawn: &Drawn) -> Result<Solutions, String> {
    let judge = Judge::new(program, &Data::new());
    let (mut found, mut best) = (Solutions::new(), None);
    let mut at = vec![0; drawn.vars.len()];
    loop {
        let chosen: Vec<&Candidate> = drawn.vars.iter().zip(&at).map(|((_, all), at)| &all[*at]).collect();
        let named = drawn.vars.iter().zip(&chosen).map(|((name, _), one)| (name.as_str().into(), one.value.clone()));
        let claim = Claim { values: named.collect(), ..Claim::default() };
        if let Some(rank) = rank(&judge, &claim, drawn)? {
            if best.is_some_and(|best: i64| best < rank) {
                found.clear();
            }
            if best.is_none_or(|best| best <= rank) {
                best = Some(rank);
                found.insert(line(chosen.iter().map(|one| one.json.clone())));
            }
        }
        let Some(next) = (0..at.len()).rev().find(|i| at[*i] + 1 < drawn.vars[*i].1.len()) else { return Ok(found) };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
}

/// How good a claim is, if it holds.
fn rank(judge: &Judge, claim: &Claim, drawn: &Drawn) -> Result<Option<i64>, String> {
    const STEPS: u64 = 1_000_000;
    match (judge.judge(claim, STEPS, &Budget::unlimited()), drawn.goal) {
        (Judged::Unjudged(why), _) => Err(why),
        (Judged::Broken(_), _) => Ok(None),
        (Judged::Holds, None) => Ok(Some(0)),
        (Judged::Holds, Some(Goal::Least)) => Ok(judge.objective(claim, STEPS)?.map(|value| -value)),
        (Judged::Holds, Some(Goal::Greatest)) => judge.objective(claim, STEPS),
    }
}

fn line(values: impl Iterator<Item = Json>) -> String {
    Json::Array(values.collect()).to_string()
}

/// Everything that an engine finds.
pub fn by_engine(program: &Program, drawn: &Drawn, engine: &str) -> Result<Solutions, SolveError> {
    let problem = Problem::of_program(program.clone(), Data::new(), Named::default());
    let engine: Engine = engine.parse().expect("an engine");
    let run = Run { engine, limit: None, ..Run::default() };
    let mut found = Solutions::new();
    let outcome = solve(&problem, &run, &mut |answer| {
        let shown = answer.shown();
        found.insert(line(drawn.vars.iter().map(|(name, _)| plain(&shown[name]))));
        ControlFlow::Continue(())
    })?;
    assert!(outcome.complete, "a run without limits ends by itself");
    Ok(found)
}

/// A value as candidates are written: constants by their bare names, sets with all their members.
fn plain(value: &Json) -> Json {
    match value {
        Json::Object(fields) if fields.contains_key("set") => {
            let members = fields["set"].as_array().cloned().unwrap_or_default();
            json!({"set": members.iter().flat_map(range).collect::<Vec<i64>>()})
        }
        Json::Object(fields) if fields.contains_key("c") => {
            let inner = plain(&fields["e"]);
            let inner = inner.as_str().map_or_else(|| inner.to_string(), str::to_string);
            json!(format!("{}({inner})", fields["c"].as_str().unwrap_or("")))
        }
        Json::Object(fields) if fields.len() == 1 && fields.contains_key("e") => fields["e"].clone(),
        Json::Array(cells) => cells.iter().map(plain).collect(),
        other => other.clone(),
    }
}

/// `[1, 3]` or `2` in a set.
fn range(member: &Json) -> Vec<i64> {
    match member.as_array().map(Vec::as_slice) {
        Some([lo, hi]) => (lo.as_i64().unwrap_or(0)..=hi.as_i64().unwrap_or(-1)).collect(),
        _ => member.as_i64().into_iter().collect(),
    }
}

/// What MiniZinc 2.6 with Gecode is known to do otherwise, by a word that shows it.
const QUIRKS: &[(&str, &str)] = &[
    ("cumulative(", "room is asked for even where a task takes no time"),
    ("sliding_sum(", "sums may be anything where the constraint need not hold"),
    ("symmetric_all_different(", "values outside are not refused where the constraint need not hold"),
    ("length(", "what is undefined in a cell is not looked at"),
    ("deopt(", "what is absent is demanded to be there, or not"),
    ("not let", "a false constraint of the `let` is not the end of it only"),
    ("var {-2, 0, 3}: y", "only the bounds of a parameter's domain are kept"),
    ("predicate f", "what is undefined in an argument that the body does not use is lost, or demanded"),
];

/// Everything that the real MiniZinc finds.
pub fn by_minizinc(drawn: &Drawn) -> Result<Solutions, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("drawn.mzn");
    std::fs::write(&file, with_includes(&drawn.text)).map_err(|e| e.to_string())?;
    let args = ["-a", "--solver", "gecode", "--output-mode", "json"];
    let ran = Command::new("minizinc").args(args).arg(&file).output().map_err(|e| e.to_string())?;
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    if !ran.status.success() || out.contains("=====ERROR") {
        let said = err.lines().find(|line| line.contains("rror")).unwrap_or("an error");
        return Err(said.trim().to_string());
    }
    let mut found = Solutions::new();
    for text in out.split("----------").filter(|text| text.contains('{')) {
        let shown: Json = serde_json::from_str(text.trim()).map_err(|e| format!("{e}: {text}"))?;
        found.insert(line(drawn.vars.iter().map(|(name, _)| plain(&shown[name]))));
    }
    Ok(found)
}

/// The files of the library that are needed, one by one: some installations cannot include all at once.
const FILES: &[&str] = &[
    "all_equal",
    "alldifferent",
    "alldifferent_except_0",
    "among",
    "arg_max",
    "arg_min",
    "at_least",
    "at_most",
    "bin_packing",
    "bin_packing_capa",
    "bin_packing_load",
    "circuit",
    "count",
    "count_eq",
    "count_geq",
    "count_gt",
    "count_leq",
    "count_lt",
    "count_neq",
    "cumulative",
    "decreasing",
    "diffn",
    "disjunctive",
    "element",
    "exactly",
    "global_cardinality",
    "global_cardinality_closed",
    "global_cardinality_low_up",
    "increasing",
    "inverse",
    "knapsack",
    "lex_greater",
    "lex_greatereq",
    "lex_less",
    "lex_lesseq",
    "maximum",
    "member",
    "minimum",
    "nvalue",
    "regular",
    "sliding_sum",
    "strictly_decreasing",
    "strictly_increasing",
    "subcircuit",
    "symmetric_all_different",
    "table",
    "value_precede",
];

fn with_includes(text: &str) -> String {
    let needed = FILES.iter().filter(|name| text.contains(&format!("{name}(")));
    let includes: String = needed.map(|name| format!("include \"{name}.mzn\";\n")).collect();
    includes + text
}
