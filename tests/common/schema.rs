//! A checker of the part of JSON Schema that `docs/schema` uses. A word it does not know is an error of the schema.

use serde_json::Value;

/// What is wrong with a document, one line each; nothing if it fits the schema file.
pub fn faults(schema: &str, document: &Value) -> Vec<String> {
    let path = super::root().join("docs/schema").join(format!("{schema}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let root: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut checker = Checker { root: &root, faults: Vec::new() };
    checker.check(&root, document, schema);
    checker.faults
}

/// Panics unless the document fits.
pub fn fits(schema: &str, document: &Value) {
    let faults = faults(schema, document);
    assert!(faults.is_empty(), "{document}\n{}", faults.join("\n"));
}

struct Checker<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        for (word, wanted) in schema.as_object().expect("a schema is an object") {
            if !self.holds(schema, word, wanted, value, at) {
                self.faults.push(format!("{at}: {word} {wanted} does not hold for {value}"));
            }
        }
    }

    fn holds(&mut self, schema: &Value, word: &str, wanted: &Value, value: &Value, at: &str) -> bool {
        let number = |v: &Value| v.as_f64();
        match word {
            "$schema" | "title" | "description" | "$defs" => true,
            "type" => {
                wanted.as_array().map_or_else(|| is_of(wanted, value), |types| types.iter().any(|t| is_of(t, value)))
            }
            "const" => wanted == value,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "minimum" => number(value).is_none_or(|v| v >= number(wanted).expect("a number")),
            "maximum" => number(value).is_none_or(|v| v <= number(wanted).expect("a number")),
            "minLength" => value.as_str().is_none_or(|s| s.chars().count() as f64 >= number(wanted).expect("a number")),
            "pattern" => value.as_str().is_none_or(|text| matches(wanted.as_str().expect("a pattern"), text)),
            "required" => value.as_object().is_none_or(|o| {
                wanted.as_array().expect("a list").iter().all(|name| o.contains_key(name.as_str().expect("a name")))
            }),
            "properties" => self.properties(wanted, value, at),
            "additionalProperties" => self.additional(schema, wanted, value, at),
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(wanted, item, &format!("{at}[{i}]"));
                }
                true
            }
            "$ref" => {
                let name = wanted.as_str().and_then(|r| r.strip_prefix("#/$defs/")).expect("a local definition");
                let definition = self.root["$defs"][name].clone();
                self.check(&definition, value, at);
                true
            }
            unknown => panic!("{at}: the checker does not know `{unknown}`"),
        }
    }

    fn properties(&mut self, wanted: &Value, value: &Value, at: &str) -> bool {
        for (name, schema) in wanted.as_object().expect("properties are an object") {
            if let Some(value) = value.get(name) {
                self.check(schema, value, &format!("{at}.{name}"));
            }
        }
        true
    }

    fn additional(&mut self, schema: &Value, wanted: &Value, value: &Value, at: &str) -> bool {
        let declared = |name: &String| schema.get("properties").is_some_and(|p| p.get(name).is_some());
        let mut extra = value.as_object().into_iter().flatten().filter(|(name, _)| !declared(name));
        match wanted {
            Value::Bool(allowed) => *allowed || extra.next().is_none(),
            schema => {
                extra.for_each(|(name, value)| self.check(schema, value, &format!("{at}.{name}")));
                true
            }
        }
    }
}

fn is_of(wanted: &Value, value: &Value) -> bool {
    match wanted.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type `{other}`"),
    }
}

/// The three patterns that are used.
fn matches(pattern: &str, text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match pattern {
        "^[0-9]+$" => is_number(text),
        "^[0-9a-f]{64}$" => text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)),
        "^.+:[0-9]+:[0-9]+$" => {
            let parts: Vec<&str> = text.rsplitn(3, ':').collect();
            parts.len() == 3 && is_number(parts[0]) && is_number(parts[1]) && !parts[2].is_empty()
        }
        other => panic!("the checker does not know the pattern {other}"),
    }
}
