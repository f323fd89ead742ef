//! Options, tuples, records, and what `let` declares.

use super::{Dice, Kind};

impl Dice {
    /// An integer that may be absent.
    pub(super) fn option(&mut self, depth: usize) -> String {
        if let Some(option) = self.named(&[Kind::Option]).filter(|_| self.one_in(2)) {
            return option;
        }
        if depth == 0 {
            return self.pick(&["<>", "1", "0"]).to_string();
        }
        let d = depth - 1;
        self.inside(|dice| match dice.below(4) {
            0 => format!("if {} then {} else <> endif", dice.truth(d), dice.int(d)),
            1 => format!("if {} then {} else {} endif", dice.truth(d), dice.option(d), dice.option(d)),
            2 => match dice.named(&[Kind::Options]) {
                Some(options) => format!("{options}[{}]", dice.int(d)),
                None => dice.int(d),
            },
            _ => dice.int(d),
        })
    }

    pub(super) fn two_options(&mut self, depth: usize) -> String {
        match self.named(&[Kind::Options]) {
            Some(options) if self.one_in(2) => options,
            _ => format!("[{}, {}]", self.option(depth), self.option(depth)),
        }
    }

    /// `(integer, Boolean)`.
    pub(super) fn pair(&mut self, depth: usize) -> String {
        if let Some(pair) = self.named(&[Kind::Pair]).filter(|_| self.one_in(2)) {
            return pair;
        }
        let d = depth.saturating_sub(1);
        self.inside(|dice| match dice.below(5) {
            0 if depth > 0 => format!("if {} then {} else {} endif", dice.truth(d), dice.pair(d), dice.pair(d)),
            1 if depth > 0 => format!("[{}, {}][{}]", dice.pair(d), dice.pair(d), dice.int(d)),
            2 => dice.called(d, Kind::Pair).unwrap_or_else(|| dice.two_parts(d)),
            3 => match dice.named(&[Kind::Pairs]) {
                Some(pairs) => format!("{pairs}[{}]", dice.int(d)),
                None => dice.two_parts(d),
            },
            _ => dice.two_parts(d),
        })
    }

    fn two_parts(&mut self, depth: usize) -> String {
        format!("({}, {})", self.int(depth), self.truth(depth))
    }

    /// `(f: integer, g: Boolean)`.
    pub(super) fn record(&mut self, depth: usize) -> String {
        if let Some(record) = self.named(&[Kind::Record]).filter(|_| self.one_in(2)) {
            return record;
        }
        let d = depth.saturating_sub(1);
        self.inside(|dice| match dice.below(4) {
            0 if depth > 0 => format!("if {} then {} else {} endif", dice.truth(d), dice.record(d), dice.record(d)),
            1 => format!("(g: {}, f: {})", dice.truth(d), dice.int(d)),
            _ => format!("(f: {}, g: {})", dice.int(d), dice.truth(d)),
        })
    }

    /// Defined locals, with a constraint perhaps; where it must hold, a free local variable.
    pub(super) fn let_items(&mut self, depth: usize) -> (String, Vec<(String, Kind)>) {
        let mut items = Vec::new();
        let mut names = Vec::new();
        for _ in 0..1 + self.below(3) / 2 {
            let (item, name) = self.with(&names.clone(), |dice| dice.local(depth));
            items.push(item);
            names.push(name);
        }
        if self.one_in(2) {
            let condition = self.with(&names, |dice| dice.inside(|dice| dice.truth(depth.min(2))));
            items.push(format!("constraint {condition}"));
        }
        (items.join("; "), names)
    }

    fn local(&mut self, depth: usize) -> (String, (String, Kind)) {
        let name = self.fresh("z");
        if self.root && self.one_in(2) {
            let (ty, kind) = self.pick(&[
                ("var 0..2", Kind::Int),
                ("var -1..1", Kind::Int),
                ("var {0, 3}", Kind::Int),
                ("array[1..2] of var 0..1", Kind::List),
                ("array[1..2] of var -1..1", Kind::List),
                ("var bool", Kind::Bool),
                ("var set of 0..1", Kind::VarSet),
                ("var opt 0..1", Kind::Option),
                ("tuple(var 0..1, var bool)", Kind::Pair),
            ]);
            return (format!("{ty}: {name}"), (name, kind));
        }
        let (ty, kind) = self.pick(&[
            ("var int", Kind::Int),
            ("var int", Kind::Int),
            ("var 0..2", Kind::Int),
            ("var -1..2", Kind::Int),
            ("any", Kind::Int),
            ("var bool", Kind::Bool),
            ("array[1..2] of var int", Kind::List),
            ("array[int] of var 0..3", Kind::List),
            ("var set of 0..3", Kind::VarSet),
            ("var opt 0..2", Kind::Option),
            ("tuple(var int, var bool)", Kind::Pair),
            ("any", Kind::Pair),
            ("record(var 0..2: f, var bool: g)", Kind::Record),
        ]);
        let value = self.inside(|dice| dice.of_kind(kind, depth));
        (format!("{ty}: {name} = {value}"), (name, kind))
    }

    /// An expression of a kind.
    pub(super) fn of_kind(&mut self, kind: Kind, depth: usize) -> String {
        match kind {
            Kind::Int => self.int(depth),
            Kind::Bool => self.truth(depth),
            Kind::Enum => self.constant(depth),
            Kind::Par => self.below(4).to_string(),
            Kind::Set => self.known_set(),
            Kind::VarSet => self.set(depth),
            Kind::Option => self.option(depth),
            Kind::Pair => self.pair(depth),
            Kind::Record => self.record(depth),
            Kind::Sets => self.two_sets(depth),
            Kind::Options => self.two_options(depth),
            Kind::List => format!("[{}, {}]", self.int(depth), self.int(depth)),
            Kind::Made | Kind::Pairs | Kind::Based | Kind::ByEnum | Kind::Bools | Kind::Grid => {
                unreachable!("nothing of this kind is asked for")
            }
        }
    }
}
