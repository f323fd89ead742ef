//! Integer and enum expressions.

use super::{Dice, INTEGERS, Kind};

impl Dice {
    /// An integer expression, not deeper than this.
    pub(super) fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.int_leaf();
        }
        let d = depth - 1;
        self.inside(|dice| match dice.below(31) {
            0..=2 => dice.binary(d, &["+", "-"]),
            3 => dice.binary(d, &["*"]),
            4..=6 => dice.binary(d, &["div", "mod"]),
            7 => format!("pow({}, {})", dice.int(d.min(1)), dice.below(3)),
            8 => format!("(-{})", dice.int(d)),
            9 => format!("abs({})", dice.int(d)),
            10 => format!("{}({}, {})", dice.pick(&["min", "max"]), dice.int(d), dice.int(d)),
            11 => format!("bool2int({})", dice.truth(d)),
            12 => format!("{}({})", dice.pick(&["sum", "min", "max", "length"]), dice.list(d)),
            13 => dice.summed(d),
            14 if dice.one_in(2) => {
                let (first, second) = (dice.truth(d), dice.truth(d));
                format!(
                    "if {first} then {} elseif {second} then {} else {} endif",
                    dice.int(d),
                    dice.int(d),
                    dice.int(d)
                )
            }
            14 | 15 => format!("if {} then {} else {} endif", dice.truth(d), dice.int(d), dice.int(d)),
            16 | 17 => dice.let_int(d),
            18 | 19 => dice.called(d, Kind::Int).unwrap_or_else(|| dice.int_leaf()),
            20 | 25 => dice.row(INTEGERS, d),
            26 => format!("{}.1", dice.pair(d)),
            27 => format!("{}.f", dice.record(d)),
            28 if dice.has_pick => format!("pick({}, {}, {})", dice.truth(d), dice.int(d), dice.int(d)),
            28 | 29 if dice.has_repeat => format!("repeat({}, {})", dice.below(4), dice.int(d)),
            29 => format!("({} default {})", dice.option(d), dice.int(d)),
            21 => format!("({} default {})", dice.int(d), dice.int(d)),
            22 => dice.of_option(d),
            23 => dice.element(d),
            24 => format!("(({}) + {})", dice.truth(d), dice.int(d)),
            _ => dice.int_leaf(),
        })
    }

    fn binary(&mut self, depth: usize, signs: &[&str]) -> String {
        let (left, sign, right) = (self.int(depth), self.pick(signs), self.int(depth));
        // Without parentheses it means something else, but something.
        if self.one_in(4) { format!("{left} {sign} {right}") } else { format!("({left} {sign} {right})") }
    }

    fn int_leaf(&mut self) -> String {
        match self.below(7) {
            0 => self.literal(),
            5 => match self.named(&[Kind::Option]) {
                Some(option) if self.one_in(2) => format!("deopt({option})"),
                Some(option) => format!("({option} default {})", self.literal()),
                None => self.literal(),
            },
            6 => self.named(&[Kind::Pair]).map_or_else(|| self.literal(), |pair| format!("{pair}.1")),
            1 => self.element(0),
            _ => self.named(&[Kind::Int, Kind::Par]).unwrap_or_else(|| self.literal()),
        }
    }

    fn literal(&mut self) -> String {
        let n = self.below(6) as i64 - 2;
        if n < 0 { format!("({n})") } else { n.to_string() }
    }

    /// Arithmetic with something that may be absent.
    fn of_option(&mut self, depth: usize) -> String {
        let Some(option) = self.named(&[Kind::Option]) else { return self.int_leaf() };
        match self.below(4) {
            0 => format!("({option} + {})", self.int(depth)),
            1 => format!("({} * {option})", self.int(depth)),
            2 => format!("({} - {option})", self.int(depth)),
            _ => format!("sum([{option}, {}])", self.int(depth)),
        }
    }

    /// A cell of an array, with an index that may be outside.
    fn element(&mut self, depth: usize) -> String {
        if self.has_enum
            && self.one_in(3)
            && let Some(array) = self.named(&[Kind::ByEnum])
        {
            return format!("{array}[{}]", self.constant(depth));
        }
        if let Some(grid) = self.named(&[Kind::Grid]).filter(|_| depth > 0) {
            return format!("{grid}[{}, {}]", self.int(depth - 1), self.int(depth - 1));
        }
        match self.named(&[Kind::List, Kind::Based]) {
            Some(array) if self.one_in(3) => format!("{array}[{}]", self.int(depth.min(1))),
            Some(array) => format!("{array}[{}]", self.named(&[Kind::Int]).unwrap_or_else(|| "1".to_string())),
            None if depth > 0 => format!("{}[{}]", self.bracketed(depth - 1), self.int(depth - 1)),
            None => self.literal(),
        }
    }

    /// A sum over a comprehension, with or without a condition.
    fn summed(&mut self, depth: usize) -> String {
        let (head, names) = self.generators(depth);
        let body = self.with(&names, |dice| dice.int(depth));
        format!("{}({head})({body})", self.pick(&["sum", "sum", "min", "max"]))
    }

    /// `i in 1..2 where ...`, and the names that are bound.
    pub(super) fn generators(&mut self, depth: usize) -> (String, Vec<(String, Kind)>) {
        let name = self.fresh("i");
        if self.one_in(6) {
            let second = self.fresh("j");
            let names = vec![(name.clone(), Kind::Par), (second.clone(), Kind::Par)];
            let over = self.pick(&["0..1", "1..2"]);
            return match self.one_in(2) {
                true => (format!("{name}, {second} in {over} where {name} < {second}"), names),
                false => (format!("{name} in {over}, {second} in {name}..2"), names),
            };
        }
        if self.one_in(8) {
            let names = vec![(name.clone(), Kind::Int)];
            return (format!("{name} = {}", self.int(depth.min(1))), names);
        }
        let (over, kind) = match self.below(8) {
            0 if self.has_enum => ("E".to_string(), Kind::Enum),
            1 => (self.named(&[Kind::List, Kind::Based]).unwrap_or_else(|| "1..2".to_string()), Kind::Int),
            2 => (self.named(&[Kind::Set, Kind::VarSet]).unwrap_or_else(|| self.known_set()), Kind::Par),
            _ => (self.pick(&["1..2", "0..2", "{0, 3}"]).to_string(), Kind::Par),
        };
        let names = vec![(name.clone(), kind)];
        let condition = match self.one_in(3) {
            true => format!(" where {}", self.with(&names, |dice| dice.truth(depth.min(1)))),
            false => String::new(),
        };
        (format!("{name} in {over}{condition}"), names)
    }

    fn let_int(&mut self, depth: usize) -> String {
        let (items, names) = self.let_items(depth);
        let body = self.with(&names, |dice| dice.int(depth));
        format!("let {{ {items} }} in {body}")
    }

    /// An expression of the enum.
    pub(super) fn constant(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            let known = self.pick(&["A", "B", "C"]).to_string();
            return self.named(&[Kind::Enum]).filter(|_| !self.one_in(4)).unwrap_or(known);
        }
        let d = depth - 1;
        self.inside(|dice| match dice.below(5) {
            4 if dice.has_pick => format!("pick({}, {}, {})", dice.truth(d), dice.constant(d), dice.constant(d)),
            0 => format!("if {} then {} else {} endif", dice.truth(d), dice.constant(d), dice.constant(d)),
            1 => format!("to_enum(E, {})", dice.int(d)),
            2 => format!("enum_next(E, {})", dice.constant(d)),
            _ => format!("[{}, {}][{}]", dice.constant(d), dice.constant(d), dice.int(d)),
        })
    }
}
