//! The side file of an exported formula: names, sizes and what it was made from, as one JSON document.
//!
//! ```json
//! {"format": "quandary-map", "version": 1, "cnf_sha256": "...", "context": {...}, "variables": 2, "clauses": 3,
//!  "names": {"1": "mine[0,0]", "2": "mine[0,1]"}}
//! ```
//!
//! The digest ties it to one formula, byte for byte. The context belongs to the caller and is kept as it is.

use crate::cnf::{Cnf, Lit, Names};
use serde_json::{Map as Object, Value, json};

const FORMAT: &str = "quandary-map";
const VERSION: u64 = 1;

/// What leads from an answer back to the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The digest of the formula's file.
    pub cnf_sha256: String,
    /// What the formula was made from, in the caller's words.
    pub context: Value,
    /// The number of variables.
    pub n_vars: u32,
    /// The number of clauses.
    pub n_clauses: u64,
    /// The names of the variables.
    pub names: Names,
}

impl Map {
    /// The map of a formula whose file has this digest.
    pub fn new(cnf: &Cnf, names: &Names, cnf_sha256: String, context: Value) -> Map {
        let n_clauses = cnf.n_clauses() as u64;
        Map { cnf_sha256, context, n_vars: cnf.n_vars(), n_clauses, names: names.clone() }
    }

    /// The document, with a line feed at its end. The names are in the order of the variables, one to a line.
    pub fn to_json(&self) -> String {
        let text = |value: &Value| serde_json::to_string(value).expect("a JSON value is always written");
        let names: Vec<String> =
            self.names.iter().map(|(var, name)| format!("\n    \"{var}\": {}", text(&json!(name)))).collect();
        let fields = [
            ("format", text(&json!(FORMAT))),
            ("version", VERSION.to_string()),
            ("cnf_sha256", text(&json!(self.cnf_sha256))),
            ("context", text(&self.context)),
            ("variables", self.n_vars.to_string()),
            ("clauses", self.n_clauses.to_string()),
            ("names", format!("{{{}\n  }}", names.join(","))),
        ];
        let lines: Vec<String> = fields.iter().map(|(key, value)| format!("  \"{key}\": {value}")).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// Reads the document; the error says which part is wrong.
    pub fn from_json(bytes: &[u8]) -> Result<Map, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|e| format!("not a JSON document: {e}"))?;
        let object = value.as_object().ok_or("expected a JSON object")?;
        match (field(object, "format")?.as_str(), number(object, "version")?) {
            (Some(FORMAT), VERSION) => (),
            (Some(FORMAT), version) => {
                return Err(format!("version {version} of a map; this program reads version {VERSION}"));
            }
            _ => return Err(format!("`format` is not \"{FORMAT}\": not a map written by `export`")),
        }
        let n_vars = number(object, "variables")?;
        let n_vars = u32::try_from(n_vars).ok().filter(|n| *n <= i32::MAX as u32);
        let n_vars = n_vars.ok_or("`variables` is out of range")?;
        let cnf_sha256 = field(object, "cnf_sha256")?.as_str().ok_or("`cnf_sha256` is not a string")?.to_string();
        let context = object.get("context").cloned().unwrap_or(Value::Null);
        let names = read_names(field(object, "names")?, n_vars)?;
        Ok(Map { cnf_sha256, context, n_vars, n_clauses: number(object, "clauses")?, names })
    }
}

fn field<'a>(object: &'a Object<String, Value>, key: &str) -> Result<&'a Value, String> {
    object.get(key).ok_or_else(|| format!("`{key}` is missing: not a map written by `export`"))
}

fn number(object: &Object<String, Value>, key: &str) -> Result<u64, String> {
    field(object, key)?.as_u64().ok_or_else(|| format!("`{key}` is not a count"))
}

fn read_names(value: &Value, n_vars: u32) -> Result<Names, String> {
    let mut names = Names::new();
    for (var, name) in value.as_object().ok_or("`names` is not an object")? {
        let number = var.parse::<u32>().ok().filter(|n| (1..=n_vars).contains(n));
        let number = number.ok_or_else(|| format!("`names` has {var:?}, which is none of the {n_vars} variables"))?;
        let name = name.as_str().ok_or_else(|| format!("the name of variable {var} is not a string"))?;
        names.insert(Lit::new(number as i32), name);
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::Map;
    use crate::cnf::{Cnf, Lit, Names};
    use serde_json::json;

    fn example() -> Map {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(12);
        let mut names = Names::new();
        for var in [1, 2, 10, 12] {
            names.insert(Lit::new(var), &format!("say \"{var}\""));
        }
        Map::new(&cnf, &names, "abc".to_string(), json!({"puzzle": "queens", "instance": "4\n"}))
    }

    #[test]
    fn maps_come_back_and_keep_their_order() {
        let text = example().to_json();
        assert_eq!(Map::from_json(text.as_bytes()), Ok(example()));
        let places: Vec<_> = [1, 2, 10, 12].iter().map(|var| text.find(&format!("\"{var}\":"))).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{text}");
    }

    #[test]
    fn every_prefix_and_every_missing_part_is_an_error() {
        let text = example().to_json();
        for end in 0..text.len() - 2 {
            assert!(Map::from_json(&text.as_bytes()[..end]).is_err(), "{end}");
        }
        for key in ["format", "version", "cnf_sha256", "variables", "clauses", "names"] {
            let error = Map::from_json(text.replace(&format!("\"{key}\""), "\"else\"").as_bytes()).expect_err(key);
            assert!(error.contains(key), "{error}");
        }
        for (from, to) in
            [("\"version\": 1", "\"version\": 2"), ("\"variables\": 12", "\"variables\": 11"), ("\"12\":", "\"0\":")]
        {
            assert!(Map::from_json(text.replace(from, to).as_bytes()).is_err(), "{to}");
        }
    }
}
