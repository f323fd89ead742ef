//! Items: variables, parameters, functions, constraints.

use super::{Candidate, Dice, Drawn, Function, Kind};
use quandary::front::Value;
use quandary::model::Domain;
use serde_json::json;

/// Domains as they are written, with their members.
const DOMAINS: &[(&str, &[i64])] = &[
    ("0..2", &[0, 1, 2]),
    ("-1..1", &[-1, 0, 1]),
    ("1..3", &[1, 2, 3]),
    ("{-2, 0, 3}", &[-2, 0, 3]),
    ("0..1", &[0, 1]),
    ("-1..2", &[-1, 0, 1, 2]),
];

/// A model has at most so many assignments.
const MOST: usize = 500;

impl Dice {
    pub(super) fn model(mut self) -> Drawn {
        if self.one_in(3) {
            self.has_enum = true;
            self.text.push_str("enum E = {A, B, C};\n");
        }
        if self.has_enum && self.one_in(2) {
            self.has_made = true;
            self.text.push_str("enum F = M(E) ++ {N} ++ O(0..1);\n");
        }
        for _ in 0..2 + self.below(3) {
            self.variable();
        }
        for _ in 0..self.below(3) {
            self.parameter();
        }
        for _ in 0..self.below(3) {
            self.function();
        }
        if self.one_in(3) {
            self.defined();
        }
        for _ in 0..1 + self.below(3) / 2 {
            self.root = true;
            let depth = 2 + self.below(3);
            let body = self.truth(depth);
            self.text.push_str(&format!("constraint {body};\n"));
        }
        self.text.push_str("solve satisfy;\n");
        Drawn { text: self.text, vars: self.vars }
    }

    fn variable(&mut self) {
        match self.below(17) {
            12 | 13 => self.set_variable(),
            14 => self.option_variable(),
            15 if self.has_made => {
                let all = ["M(A)", "M(B)", "M(C)", "N", "O(0)", "O(1)"].map(of_name).to_vec();
                self.plain("var F", Kind::Made, "m", all);
            }
            16 => self.pair_variable(),
            0..=3 => self.int_variable(),
            4 | 5 => self.plain("var bool", Kind::Bool, "b", [false, true].map(of_bool).to_vec()),
            6 | 7 if self.has_enum => {
                let all = ["A", "B", "C"].map(of_name).to_vec();
                self.plain("var E", Kind::Enum, "e", all);
            }
            8 => self.array("1..2", 2, 0, Kind::List),
            9 => self.array("0..1", 2, 0, Kind::Based),
            10 if self.has_enum => self.array("E", 3, 4, Kind::ByEnum),
            11 => self.bool_array(),
            _ => self.int_variable(),
        }
    }

    fn int_variable(&mut self) {
        let (written, members) = self.pick(DOMAINS);
        let all = members.iter().map(|n| of_int(*n)).collect();
        self.plain(&format!("var {written}"), Kind::Int, "x", all);
    }

    fn set_variable(&mut self) {
        let (written, members) = DOMAINS[self.below(4)];
        let subset =
            |bits: usize| of_set(members.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, n)| *n));
        self.plain(&format!("var set of {written}"), Kind::VarSet, "v", (0..8).map(subset).collect());
    }

    fn option_variable(&mut self) {
        let (written, members) = self.pick(DOMAINS);
        let absent = Candidate { value: Value::Absent, json: serde_json::Value::Null };
        let all = members.iter().map(|n| of_int(*n)).chain([absent]).collect();
        self.plain(&format!("var opt {written}"), Kind::Option, "o", all);
    }

    fn pair_variable(&mut self) {
        let (written, members) = self.pick(DOMAINS);
        let pair = |n: &i64, b: bool| Candidate {
            value: Value::Tuple(vec![Value::from(*n), Value::from(b)].into()),
            json: json!([n, b]),
        };
        let all = members.iter().flat_map(|n| [pair(n, false), pair(n, true)]).collect();
        self.plain(&format!("tuple(var {written}, var bool)"), Kind::Pair, "t", all);
    }

    fn plain(&mut self, ty: &str, kind: Kind, letter: &str, all: Vec<Candidate>) {
        if self.size * all.len() > MOST {
            return;
        }
        self.size *= all.len();
        let name = self.fresh(letter);
        self.text.push_str(&format!("{ty}: {name};\n"));
        self.scope.push((name.clone(), kind));
        self.vars.push((name, all));
    }

    fn array(&mut self, index: &str, n: usize, from: usize, kind: Kind) {
        let domains = &DOMAINS[from.min(DOMAINS.len() - 2)..];
        let (written, members) = domains[self.below(domains.len())];
        let ty = format!("array[{index}] of var {written}");
        self.plain(&ty, kind, "a", lists(&members.iter().map(|m| of_int(*m)).collect::<Vec<_>>(), n));
    }

    fn bool_array(&mut self) {
        self.plain("array[1..2] of var bool", Kind::Bools, "c", lists(&[false, true].map(of_bool), 2));
    }

    fn parameter(&mut self) {
        let (name, kind, written) = match self.below(5) {
            0 => ("n", Kind::Par, format!("int: @ = {}", self.below(5) as i64 - 1)),
            1 => ("s", Kind::Set, format!("set of int: @ = {}", self.known_set())),
            2 => {
                let cells: Vec<String> = (0..3).map(|_| (self.below(6) as i64 - 2).to_string()).collect();
                ("p", Kind::List, format!("array[1..3] of int: @ = [{}]", cells.join(", ")))
            }
            3 => {
                let cells: Vec<String> = (0..4).map(|_| (self.below(5) as i64 - 1).to_string()).collect();
                ("g", Kind::Grid, format!("array[1..2, 0..1] of int: @ = array2d(1..2, 0..1, [{}])", cells.join(", ")))
            }
            _ => {
                let cells: Vec<&str> = (0..3).map(|_| self.pick(&["true", "false"])).collect();
                ("q", Kind::Bools, format!("array[1..3] of bool: @ = [{}]", cells.join(", ")))
            }
        };
        let name = self.fresh(name);
        self.text.push_str(&format!("{};\n", written.replace('@', &name)));
        self.scope.push((name, kind));
    }

    pub(super) fn known_set(&mut self) -> String {
        self.pick(&["{}", "0..2", "{-1, 2}", "1..3", "{0, 1, 3}", "-2..-1", "{1}"]).to_string()
    }

    /// A function or a predicate; its parameters may have domains, and so may its result.
    fn function(&mut self) {
        let is_predicate = self.one_in(2);
        let n = 1 + self.below(2);
        let mut params = Vec::new();
        let mut written = Vec::new();
        for _ in 0..n {
            let name = self.fresh("y");
            let (kind, ty) = match self.below(8) {
                0 => (Kind::Bool, "var bool".to_string()),
                1..=3 => (Kind::Int, format!("var {}", self.pick(DOMAINS).0)),
                4 if self.has_enum => (Kind::Enum, "var E".to_string()),
                5 => (Kind::List, "array[int] of var int".to_string()),
                _ => (Kind::Int, "var int".to_string()),
            };
            written.push(format!("{ty}: {name}"));
            params.push((name, kind));
        }
        let kinds: Vec<Kind> = params.iter().map(|(_, kind)| *kind).collect();
        // Another one of the same name, for other types.
        let overloaded: Vec<String> = self
            .functions
            .iter()
            .filter(|f| f.params.len() == n && f.is_predicate == is_predicate && f.params != kinds)
            .map(|f| f.name.clone())
            .collect();
        let name = match overloaded.first() {
            Some(name) if self.one_in(2) && !self.ambiguous(name, &kinds) => name.clone(),
            _ => self.fresh("f"),
        };
        let globals = std::mem::replace(&mut self.scope, params);
        let depth = 1 + self.below(2);
        let body = self.inside(|dice| if is_predicate { dice.truth(depth) } else { dice.int(depth) });
        self.scope = globals;
        let result = if self.one_in(3) { format!("var {}", self.pick(DOMAINS).0) } else { "var int".to_string() };
        let head = if is_predicate { format!("predicate {name}") } else { format!("function {result}: {name}") };
        self.text.push_str(&format!("{head}({}) = {body};\n", written.join(", ")));
        self.functions.push(Function { name, params: kinds, is_predicate });
    }

    /// Two functions of one name must differ in something that a call shows: a Boolean is an integer, too, and so is a constant.
    fn ambiguous(&self, name: &str, kinds: &[Kind]) -> bool {
        let apart = |a: &Kind, b: &Kind| (*a == Kind::List) != (*b == Kind::List);
        self.functions.iter().any(|f| f.name == name && !f.params.iter().zip(kinds).any(|(a, b)| apart(a, b)))
    }

    /// A variable with a definition, which may be undefined or outside its domain.
    fn defined(&mut self) {
        let name = self.fresh("d");
        let kind = match self.below(3) {
            0 => {
                let body = self.inside(|dice| dice.truth(2));
                self.text.push_str(&format!("var bool: {name} = {body};\n"));
                Kind::Bool
            }
            _ => {
                let ty = if self.one_in(2) { "int" } else { self.pick(DOMAINS).0 };
                let body = self.inside(|dice| dice.int(2));
                self.text.push_str(&format!("var {ty}: {name} = {body};\n"));
                Kind::Int
            }
        };
        self.scope.push((name, kind));
    }
}

fn of_int(n: i64) -> Candidate {
    Candidate { value: Value::from(n), json: json!(n) }
}

fn of_bool(b: bool) -> Candidate {
    Candidate { value: Value::from(b), json: json!(b) }
}

fn of_name(name: &str) -> Candidate {
    Candidate { value: Value::from(name), json: json!(name) }
}

/// Every list of so many of them.
fn lists(cells: &[Candidate], n: usize) -> Vec<Candidate> {
    let mut all: Vec<Vec<&Candidate>> = vec![Vec::new()];
    for _ in 0..n {
        all = all.iter().flat_map(|list| cells.iter().map(move |cell| [&list[..], &[cell]].concat())).collect();
    }
    let made = |list: &Vec<&Candidate>| Candidate {
        value: Value::list(list.iter().map(|cell| cell.value.clone())),
        json: list.iter().map(|cell| cell.json.clone()).collect(),
    };
    all.iter().map(made).collect()
}

fn of_set(members: impl Iterator<Item = i64>) -> Candidate {
    let members: Vec<i64> = members.collect();
    Candidate { value: Value::set(Domain::from_values(members.iter().copied())), json: json!({"set": members}) }
}
