//! Explanations as text and as JSON.

use crate::explain::{Asking, Broken, Explained, Step, Told, Verdict, shown_atom};
use crate::grid::Pos;
use crate::puzzles::{Fact, Instance, Ringed, Show, place};
use crate::solve::{Accepted, Problem};
use serde::Deserialize;
use serde_json::{Value, json};

/// One explanation as a JSON object.
pub fn explained_json(asking: &Asking, found: &Explained) -> Value {
    let problem = asking.problem;
    let mut object = json!({
        "id": problem.id,
        "puzzle": problem.kind(),
        "status": found.verdict.word(),
        "atom": found.shown,
        "rules": rules_json(&found.rules),
        "minimal": found.is_minimal,
        "smallest": found.is_smallest,
        "verified": true,
        "counterexample": found.counterexample.as_ref().map(Accepted::shown),
    });
    if let Some(other) = &found.other {
        object["other"] = other.shown();
    }
    if let Some(sentence) = sentence(asking, found).filter(|_| found.verdict == Verdict::Forced) {
        object["sentence"] = sentence.into();
    }
    if let Some(horizon) = asking.horizon {
        object["horizon"] = horizon.into();
    }
    object
}

/// Rules as JSON objects.
pub fn rules_json(rules: &[Told]) -> Vec<Value> {
    let one = |rule: &Told| json!({"rule": rule.name, "place": rule.place, "text": rule.text, "cells": rule.cells});
    rules.iter().map(one).collect()
}

/// One explanation for the terminal.
pub fn explained_text(asking: &Asking, found: &Explained, colour: bool) -> String {
    let problem = asking.problem;
    let mut out = headline(asking, found) + "\n";
    out += &rules_text(&found.rules);
    // The declarations take part, too; a few say more than a long list.
    if (1..=4).contains(&found.domains.len()) {
        out += &format!("  where {}\n", found.domains.join(", "));
    }
    match found.verdict {
        Verdict::Forced => {
            out += &sentence(asking, found).map_or_else(String::new, |sentence| format!("{sentence}\n"));
            out += &board(asking, found, colour);
        }
        Verdict::Unsatisfiable => out += &board(asking, found, colour),
        Verdict::Open | Verdict::Satisfiable => {
            out += &solution(problem, found.counterexample.as_ref(), colour);
            if let Some(other) = &found.other {
                out += "the other:\n";
                out += &solution(problem, Some(other), colour);
            }
        }
    }
    out
}

fn headline(asking: &Asking, found: &Explained) -> String {
    let atom = found.shown.as_deref().unwrap_or_default();
    let how = match (found.is_smallest, found.is_minimal) {
        (true, _) => "smallest",
        (false, true) => "minimal; perhaps there are fewer",
        (false, false) => "time ran out; perhaps not all are needed",
    };
    let steps = asking.horizon.map_or_else(String::new, |n| {
        format!(" with {n} {}", asking.problem.instance().map_or("steps", |instance| instance.horizon_word()))
    });
    let n = match found.rules.len() {
        1 => "1 rule".to_string(),
        n => format!("{n} rules"),
    };
    match found.verdict {
        Verdict::Unsatisfiable if found.rules.len() == 1 => format!("unsatisfiable{steps}: 1 rule cannot hold ({how})"),
        Verdict::Unsatisfiable => format!("unsatisfiable{steps}: {n} cannot hold together ({how})"),
        Verdict::Forced if found.rules.is_empty() => format!("{atom} is forced without a rule"),
        Verdict::Forced => format!("{atom} is forced by {n} ({how})"),
        Verdict::Open if found.other.is_some() => format!("{atom} is not forced; two solutions differ there:"),
        Verdict::Open => format!("{atom} is not forced; a solution in which it is otherwise:"),
        Verdict::Satisfiable => format!("satisfiable{steps}: there is nothing to explain; a solution:"),
    }
}

/// Rules line by line; below those with the same words, where these are.
pub fn rules_text(rules: &[Told]) -> String {
    let mut out = String::new();
    for same in rules.chunk_by(|a, b| (&a.place, &a.text) == (&b.place, &b.text)) {
        for rule in same {
            let at = rule.at.as_ref().map_or_else(String::new, |at| format!(" ({at})"));
            out += &format!("  {}{at}\n", rule.name);
        }
        let words = match (same[0].place.as_str(), same[0].text.as_str()) {
            ("", text) => text.to_string(),
            (place, text) if place == same[0].name => text.to_string(),
            (place, text) => format!("{place}: {text}"),
        };
        if !words.is_empty() {
            out += &format!("    {words}\n");
        }
    }
    out
}

fn sentence(asking: &Asking, found: &Explained) -> Option<String> {
    let rules: Vec<&str> = found.rules.iter().map(|rule| rule.name.as_str()).collect();
    let atom = found.atom?;
    let fact = Fact { name: asking.statement.model.name(atom.var), value: atom.value, rules: &rules };
    asking.problem.instance()?.sentence(&fact)
}

/// One step as a JSON object; `smallest` is only in it where that is not known.
pub fn step_json(asking: &Asking, number: usize, step: &Step) -> Value {
    let mut object = json!({
        "step": number,
        "fact": asking.statement.model.name(step.fact.var),
        "value": step.fact.value,
        "rules": rules_json(&step.rules),
        "sentence": step_sentence(asking, step),
        "difficulty": step.difficulty,
    });
    if !step.is_smallest {
        object["smallest"] = json!(false);
    }
    object
}

/// One step for the terminal.
pub fn step_text(asking: &Asking, number: usize, step: &Step) -> String {
    let atom = shown_atom(&asking.statement.model, step.fact);
    let how = if step.is_smallest { "" } else { ", minimal" };
    format!("{number:>3}  {atom}  ({}{how})  {}\n", step.difficulty, step_sentence(asking, step))
}

/// A step as a sentence: in the words of the puzzle's people, or else with the names of the rules.
fn step_sentence(asking: &Asking, step: &Step) -> String {
    let rules: Vec<&str> = step.rules.iter().map(|rule| rule.name.as_str()).collect();
    let name = asking.statement.model.name(step.fact.var);
    let own = Fact { name, value: step.fact.value, rules: &rules };
    let by_puzzle = asking.problem.instance().and_then(|instance| instance.sentence(&own));
    by_puzzle.unwrap_or_else(|| {
        let names = match rules.as_slice() {
            [] => "what is known".to_string(),
            [one] => one.to_string(),
            [many @ .., last] => format!("{} and {last}", many.join(", ")),
        };
        let verb = if rules.len() == 1 { "leaves" } else { "leave" };
        format!("{names} {verb} {name} no value but {}", step.fact.value)
    })
}

/// The cells of some rules, each once.
fn cells_of(rules: &[Told]) -> Vec<Pos> {
    let mut cells: Vec<Pos> = rules.iter().flat_map(|rule| rule.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The rules that a claim breaks, line by line.
pub fn broken_text(broken: &Broken) -> String {
    let head = match (broken.rules.len(), broken.is_each) {
        (0, _) => return String::new(),
        (1, true) => "it breaks 1 rule:".to_string(),
        (n, true) => format!("it breaks {n} rules:"),
        (_, false) => "it cannot hold together with:".to_string(),
    };
    format!("{head}\n{}", rules_text(&broken.rules))
}

/// A claimed solution of a board with the cells of the rules that it breaks ringed; nothing for a puzzle
/// whose drawing for the terminal has no rings.
pub fn broken_board(instance: &dyn Instance, claimed: &Value, broken: &Broken, colour: bool) -> Option<String> {
    let cells = cells_of(&broken.rules);
    let lists = claimed.as_object()?.values().find_map(|list| Vec::<Pos>::deserialize(list).ok())?;
    let ringed = Ringed { fact: None, claimed: lists, cells };
    let is_ringed = !ringed.cells.is_empty() && instance.places_in_words(&ringed.cells).is_none();
    is_ringed.then(|| instance.draw(Show::Reason(&ringed), colour))
}

/// What a drawing rings: the cells of the rules and the cell in question.
pub fn ringed(asking: &Asking, found: &Explained) -> Ringed {
    let cells = cells_of(&found.rules);
    let fact = found.atom.and_then(|atom| Some((place::cell(asking.statement.model.name(atom.var))?, atom.value)));
    Ringed { cells, fact: fact.filter(|_| found.verdict == Verdict::Forced), claimed: Vec::new() }
}

fn board(asking: &Asking, found: &Explained, colour: bool) -> String {
    let drawn = |instance: &dyn Instance| instance.draw(Show::Reason(&ringed(asking, found)), colour);
    asking.problem.instance().map_or_else(String::new, drawn)
}

fn solution(problem: &Problem, found: Option<&Accepted>, colour: bool) -> String {
    let Some(found) = found else { return String::new() };
    match (problem.instance(), &found.solution, &found.stated) {
        (Some(instance), Some(solution), _) => instance.draw(Show::Solution(solution), colour),
        (_, _, Some((statement, assignment))) => statement.render_values(assignment),
        _ => String::new(),
    }
}
