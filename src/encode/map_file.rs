//! The side file of an exported formula: all that leads from an answer back to the model, as one JSON document.
//!
//! `docs/dimacs.md` explains it, `docs/schema/map.json` is its schema. It holds how the variables are coded and which
//! clauses come from which rule, so an answer is read without the encoders that wrote the formula; `context` belongs to
//! the caller and is kept as it is. Two digests: `cnf_sha256` of the formula's file, and `map_sha256` of the document
//! itself without that field, written compactly: a map that was changed since is not believed.

use super::{Coding, Origins, VarMap};
use crate::cnf::dimacs::sha256;
use crate::model::Model;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const FORMAT: &str = "quandary-map";
const VERSION: u64 = 2;
const DIGEST: &str = "map_sha256";

/// What leads from an answer back to the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapFile {
    format: String,
    version: u64,
    /// The digest of the formula's file.
    pub cnf_sha256: String,
    /// The digest of its clauses, by which collections of formulas know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gbdhash: Option<String>,
    /// What the formula was made from, in the caller's words.
    pub context: Value,
    /// The number of variables of the formula.
    pub variables: u32,
    /// The number of clauses.
    pub clauses: u64,
    /// How the variables of the model are told by those of the formula.
    pub coding: Coding,
    /// Which clauses say what literals mean: domains, and definitions that several rules may share.
    pub domains: Vec<Run>,
    /// Which clauses come from which rule.
    pub rules: Vec<Rule>,
}

/// The first and the last of some clauses, counted from 1 as they come in the file.
pub type Run = (u64, u64);

/// The clauses of one rule: of all constraints with its label, or of one constraint without a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The name of the rule, if it has one.
    pub label: Option<String>,
    /// Where it was written, as file, line and column, if that is known.
    pub place: Option<String>,
    /// Its clauses, in order; none if the rule needed none.
    pub clauses: Vec<Run>,
}

impl MapFile {
    /// The map of a model's formula, whose file has this digest.
    pub fn new(model: &Model, map: &VarMap, variables: u32, cnf_sha256: String, context: Value) -> MapFile {
        let (domains, rules) = rules(model, map.origins());
        MapFile {
            format: FORMAT.to_string(),
            version: VERSION,
            cnf_sha256,
            gbdhash: None,
            context,
            variables,
            clauses: map.origins().n_clauses(),
            coding: Coding::of(map),
            domains,
            rules,
        }
    }

    /// The document, with a line feed at its end; one group of variables and one rule to a line.
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).expect("a map is plain data");
        let digest = sha256(value.to_string().as_bytes());
        value[DIGEST] = digest.into();
        let fields = value.as_object().expect("a map is an object").iter();
        let lines: Vec<String> = fields.map(|(key, value)| format!("  \"{key}\": {}", shown(key, value))).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// Reads the document; the error says which part is wrong.
    pub fn from_json(bytes: &[u8]) -> Result<MapFile, String> {
        let mut value: Value = serde_json::from_slice(bytes).map_err(|e| format!("not a JSON document: {e}"))?;
        let object = value.as_object_mut().ok_or("expected a JSON object")?;
        match (object.get("format").and_then(Value::as_str), object.get("version").and_then(Value::as_u64)) {
            (Some(FORMAT), Some(VERSION)) => (),
            (Some(FORMAT), Some(version)) => {
                let again = "export the formula again";
                return Err(format!("version {version} of a map; this program reads version {VERSION}: {again}"));
            }
            (Some(FORMAT), None) => return Err("`version` is not a number: not a map written by `export`".to_string()),
            _ => return Err(format!("`format` is not \"{FORMAT}\": not a map written by `export`")),
        }
        let digest = object.shift_remove(DIGEST).ok_or_else(|| format!("`{DIGEST}` is missing"))?;
        if digest.as_str() != Some(&sha256(value.to_string().as_bytes())) {
            return Err("the map was changed since it was written, or is of another formula: export it again".into());
        }
        let map: MapFile = serde_json::from_value(value).map_err(|e| format!("not a map written by `export`: {e}"))?;
        map.fault().map_or(Ok(map), Err)
    }

    /// What cannot be in a map.
    fn fault(&self) -> Option<String> {
        if self.variables > i32::MAX as u32 {
            return Some("`variables` is out of range".to_string());
        }
        let runs = || self.domains.iter().chain(self.rules.iter().flat_map(|rule| &rule.clauses));
        let outside = runs().find(|(from, to)| *from == 0 || from > to || *to > self.clauses);
        let outside = outside.map(|(from, to)| format!("clauses {from} to {to} are not among the {}", self.clauses));
        outside.or_else(|| self.coding.fault(self.variables).map(|why| format!("`coding`: {why}")))
    }
}

/// Lists of objects have a line for each.
fn shown(key: &str, value: &Value) -> String {
    match value {
        Value::Array(list) if !list.is_empty() && ["coding", "rules"].contains(&key) => {
            let lines: Vec<String> = list.iter().map(|entry| format!("    {entry}")).collect();
            format!("[\n{}\n  ]", lines.join(",\n"))
        }
        other => other.to_string(),
    }
}

/// The clauses of no constraint, and those of each rule in order of its first constraint.
fn rules(model: &Model, origins: &Origins) -> (Vec<Run>, Vec<Rule>) {
    let mut domains = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    let mut of_label: Vec<Option<usize>> = vec![None; model.labels.len()];
    let mut of_constraint = Vec::with_capacity(model.constraints.len());
    for posted in &model.constraints {
        let known = posted.label.and_then(|label| of_label[label as usize]);
        let rule = known.unwrap_or(rules.len());
        if known.is_none() {
            rules.push(Rule { label: model.label(posted).map(str::to_string), place: None, clauses: Vec::new() });
        }
        posted.label.into_iter().for_each(|label| of_label[label as usize] = Some(rule));
        of_constraint.push(rule);
    }
    for (constraint, run) in origins.runs() {
        let runs = constraint.map_or(&mut domains, |c| &mut rules[of_constraint[c as usize]].clauses);
        match runs.last_mut() {
            Some((_, last)) if *last == run.start => *last = run.end,
            _ => runs.push((run.start + 1, run.end)),
        }
    }
    (domains, rules)
}

#[cfg(test)]
mod tests {
    use super::{MapFile, Rule};
    use crate::cnf::Cnf;
    use crate::encode::{Encoding, encode};
    use crate::model::{Constraint, Model};
    use crate::search::Budget;
    use serde_json::json;

    fn example() -> MapFile {
        let mut model = Model::new();
        let x = model.ints("say \"x\"", 3, 0..=3);
        model.rule("order").post((x[0] - x[1]).le(0));
        model.post(Constraint::AllDifferent(x.clone()));
        model.rule("sum").post((x[0] + x[2]).ge(1)).post((x[1] + x[2]).ge(1));
        let mut cnf = Cnf::new();
        let map = encode(&model, &Encoding::default(), &Budget::unlimited(), &mut cnf).expect("it is small");
        assert_eq!(map.origins().n_clauses(), cnf.n_clauses() as u64);
        MapFile::new(&model, &map, cnf.n_vars(), "abc".into(), json!({"puzzle": "queens", "instance": "4\n"}))
    }

    #[test]
    fn maps_come_back() {
        let text = example().to_json();
        assert_eq!(MapFile::from_json(text.as_bytes()), Ok(example()));
        let compact = serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON").to_string();
        assert_eq!(MapFile::from_json(compact.as_bytes()), Ok(example()), "blanks do not matter");
    }

    #[test]
    fn every_clause_belongs_to_one_rule_or_the_domains() {
        let map = example();
        let labels: Vec<Option<&str>> = map.rules.iter().map(|rule| rule.label.as_deref()).collect();
        assert_eq!(labels, [Some("order"), None, Some("sum")]);
        let runs = |rules: &[Rule]| rules.iter().flat_map(|rule| rule.clauses.clone()).collect::<Vec<_>>();
        let mut all = [map.domains.clone(), runs(&map.rules)].concat();
        all.sort_unstable();
        assert_eq!((all[0].0, all[all.len() - 1].1), (1, map.clauses));
        assert!(all.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0), "{all:?}");
    }

    #[test]
    fn every_prefix_and_every_change_is_an_error() {
        let text = example().to_json();
        for end in 0..text.len() - 2 {
            assert!(MapFile::from_json(&text.as_bytes()[..end]).is_err(), "{end}");
        }
        for key in ["format", "version", "map_sha256"] {
            let error = MapFile::from_json(text.replace(&format!("\"{key}\""), "\"else\"").as_bytes()).expect_err(key);
            assert!(error.contains(key), "{error}");
        }
        for (from, to) in [("queens", "omino"), ("\"order\"", "\"odd\""), ("\"first\":1", "\"first\":2")] {
            let error = MapFile::from_json(text.replacen(from, to, 1).as_bytes()).expect_err(to);
            assert!(error.contains("was changed"), "{error}");
        }
        let older = MapFile::from_json(text.replace("\"version\": 2", "\"version\": 1").as_bytes());
        assert!(older.expect_err("not ours").contains("version 1"));
    }

    /// Whoever can make digests can make maps that are wrong inside.
    #[test]
    fn what_cannot_be_is_refused() {
        let check = |wrong: &dyn Fn(&mut MapFile), part: &str| {
            let mut map = example();
            wrong(&mut map);
            let error = MapFile::from_json(map.to_json().as_bytes()).expect_err(part);
            assert!(error.contains(part), "{error}");
        };
        check(&|map| map.variables = 8, "coding");
        check(&|map| map.variables = u32::MAX, "out of range");
        check(&|map| map.clauses -= 1, "are not among");
        check(&|map| map.domains[0].0 = 0, "are not among");
        check(&|map| map.rules[0].clauses[0] = (3, 2), "are not among");
    }
}
