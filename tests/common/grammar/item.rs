//! Items: variables, parameters, functions, constraints.

use super::{Candidate, Dice, Drawn, Goal, Kind};
use quandary::front::Value;
use quandary::model::Domain;
use serde_json::json;

/// Domains as they are written, with their members.
pub(super) const DOMAINS: &[(&str, &[i64])] = &[
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
            self.made_variable();
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
        let goal = self.goal_of(6);
        Drawn { text: self.text, vars: self.vars, goal }
    }

    /// A goal in one of so many models.
    pub(super) fn goal_of(&mut self, n: usize) -> Option<Goal> {
        if !self.one_in(n) {
            self.text.push_str("solve satisfy;\n");
            return None;
        }
        let (goal, word) = self.pick(&[(Goal::Least, "minimize"), (Goal::Greatest, "maximize")]);
        let body = self.inside(|dice| dice.int(2));
        self.text.push_str(&format!("solve {word} {body};\n"));
        Some(goal)
    }

    fn variable(&mut self) {
        match self.below(22) {
            12 | 13 => self.set_variable(),
            14 => self.option_variable(),
            15 if self.has_made => self.made_variable(),
            16 => self.pair_variable(),
            17 => self.record_variable(),
            18 => self.plain("array[1..2] of var set of 0..1", Kind::Sets, "u", lists(&subsets(&[0, 1]), 2)),
            19 => {
                let all = [of_int(0), of_int(1), absent()];
                self.plain("array[1..2] of var opt 0..1", Kind::Options, "w", lists(&all, 2));
            }
            20 => self.bound_array(),
            0..=3 => self.int_variable(),
            4 | 5 => self.truth_variable(),
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

    fn made_variable(&mut self) {
        let all = ["M(A)", "M(B)", "M(C)", "N", "O(0)", "O(1)"].map(of_name).to_vec();
        self.plain("var F", Kind::Made, "m", all);
    }

    pub(super) fn truth_variable(&mut self) {
        self.plain("var bool", Kind::Bool, "b", [false, true].map(of_bool).to_vec());
    }

    /// An array of so many integers of a domain.
    pub(super) fn list_variable(&mut self, ty: &str, members: &[i64], n: usize) {
        self.plain(ty, Kind::List, "a", lists(&members.iter().map(|m| of_int(*m)).collect::<Vec<_>>(), n));
    }

    pub(super) fn int_variable(&mut self) {
        let (written, members) = self.pick(DOMAINS);
        let all = members.iter().map(|n| of_int(*n)).collect();
        self.plain(&format!("var {written}"), Kind::Int, "x", all);
    }

    fn set_variable(&mut self) {
        let (written, members) = DOMAINS[self.below(4)];
        let (card, all) = match self.one_in(4) {
            true => ("(0..1)", subsets(members).into_iter().filter(|one| n_members(one) <= 1).collect()),
            false => ("", subsets(members)),
        };
        self.plain(&format!("var set{card} of {written}"), Kind::VarSet, "v", all);
    }

    fn option_variable(&mut self) {
        let (written, members) = self.pick(DOMAINS);
        let all = members.iter().map(|n| of_int(*n)).chain([absent()]).collect();
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

    fn record_variable(&mut self) {
        let (written, members) = self.pick(DOMAINS);
        let record = |n: &i64, b: bool| Candidate {
            value: Value::Record(vec![("f".into(), Value::from(*n)), ("g".into(), Value::from(b))].into()),
            json: json!({"f": n, "g": b}),
        };
        let all = members.iter().flat_map(|n| [record(n, false), record(n, true)]).collect();
        self.plain(&format!("record(var {written}: f, var bool: g)"), Kind::Record, "r", all);
    }

    /// An array whose cells have domains of their own.
    fn bound_array(&mut self) {
        let first = [0, 1].map(of_int);
        let all = first.iter().flat_map(|a| [0, 1, 2].map(|b| list_of(&[a, &of_int(b)]))).collect();
        self.plain("array[i in 1..2] of var 0..i", Kind::List, "a", all);
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
        let (name, kind, written) = match self.below(6) {
            5 => ("h", Kind::Pairs, "array[1..2] of tuple(int, bool): @ = [(1, true), (-1, false)]".to_string()),
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

    /// A variable with a definition, which may be undefined or outside its domain.
    fn defined(&mut self) {
        let name = self.fresh("d");
        let bound = self.pick(DOMAINS).0;
        let (ty, kind) = self.pick(&[
            ("var bool", Kind::Bool),
            ("var int", Kind::Int),
            ("var @", Kind::Int),
            ("any", Kind::Int),
            ("var set of -4..5", Kind::VarSet),
            ("var opt @", Kind::Option),
            ("tuple(var @, var bool)", Kind::Pair),
            ("record(var int: f, var bool: g)", Kind::Record),
        ]);
        let body = self.inside(|dice| dice.of_kind(kind, 2));
        self.text.push_str(&format!("{}: {name} = {body};\n", ty.replace('@', bound)));
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

fn absent() -> Candidate {
    Candidate { value: Value::Absent, json: serde_json::Value::Null }
}

/// Every list of so many of them.
fn lists(cells: &[Candidate], n: usize) -> Vec<Candidate> {
    let mut all: Vec<Vec<&Candidate>> = vec![Vec::new()];
    for _ in 0..n {
        all = all.iter().flat_map(|list| cells.iter().map(move |cell| [&list[..], &[cell]].concat())).collect();
    }
    all.iter().map(|list| list_of(list)).collect()
}

fn list_of(cells: &[&Candidate]) -> Candidate {
    Candidate {
        value: Value::list(cells.iter().map(|cell| cell.value.clone())),
        json: cells.iter().map(|cell| cell.json.clone()).collect(),
    }
}

fn subsets(members: &[i64]) -> Vec<Candidate> {
    let subset = |bits: usize| of_set(members.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, n)| *n));
    (0..1 << members.len()).map(subset).collect()
}

fn n_members(set: &Candidate) -> usize {
    set.json["set"].as_array().map_or(0, Vec::len)
}

fn of_set(members: impl Iterator<Item = i64>) -> Candidate {
    let members: Vec<i64> = members.collect();
    Candidate { value: Value::set(Domain::from_values(members.iter().copied())), json: json!({"set": members}) }
}
