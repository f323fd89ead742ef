//! Boolean expressions, globals among them.

use super::{Dice, GLOBALS, Kind};

impl Dice {
    /// A Boolean expression, not deeper than this.
    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.truth_leaf();
        }
        let d = depth - 1;
        match self.below(28) {
            0..=3 => self.comparison(d),
            4 | 5 => self.logic(d),
            6 => format!("({} /\\ {})", self.truth(d), self.truth(d)),
            8 if self.one_in(4) => self.inside(|dice| format!("({} = {})", dice.list(d), dice.list(d))),
            7 => format!("(not {})", self.inside(|dice| dice.truth(d))),
            8 => self.inside(|dice| dice.of_set(d)),
            9 | 10 => self.quantified(d),
            11..=13 => self.row(GLOBALS, d),
            24 => self.inside(|dice| format!("{}.2", dice.pair(d))),
            25 => self.inside(|dice| format!("{}.g", dice.record(d))),
            26 => self.inside(|dice| dice.of_compound(d)),
            27 if self.has_pick => {
                self.inside(|dice| format!("pick({}, {}, {})", dice.truth(d), dice.truth(d), dice.truth(d)))
            }
            14 => {
                self.inside(|dice| format!("if {} then {} else {} endif", dice.truth(d), dice.truth(d), dice.truth(d)))
            }
            15 => self.inside(|dice| format!("if {} then {} endif", dice.truth(d), dice.truth(d))),
            16 | 17 => self.let_truth(d),
            18 | 19 => self.called(d, Kind::Bool).unwrap_or_else(|| self.truth_leaf()),
            20 => self.inside(|dice| format!("({} default {})", dice.truth(d), dice.truth(d))),
            21 => self
                .inside(|dice| format!("{}({})", dice.pick(&["xorall", "iffall", "forall", "exists"]), dice.truths(d))),
            22 if self.has_enum => self.of_enum(d),
            23 => self.inside(|dice| dice.of_more(d)),
            _ => self.truth_leaf(),
        }
    }

    fn truth_leaf(&mut self) -> String {
        match self.below(5) {
            0 => self.inside(|dice| dice.comparison(0)),
            1 => match self.named(&[Kind::Bools]) {
                Some(array) => format!("{array}[{}]", self.inside(|dice| dice.int(0))),
                None => self.pick(&["true", "true", "true", "false"]).to_string(),
            },
            2 if self.has_enum => self.of_enum(0),
            3 => match self.named(&[Kind::Pair]) {
                Some(pair) => format!("{pair}.2"),
                None => self.inside(|dice| dice.comparison(0)),
            },
            _ => match self.named(&[Kind::Bool]) {
                Some(name) => name,
                None => self.inside(|dice| dice.comparison(0)),
            },
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let sign = self.pick(&["=", "!=", "<", "<=", ">", ">="]);
        self.inside(|dice| format!("({} {sign} {})", dice.int(depth), dice.int(depth)))
    }

    /// Sets, options, tuples and made constants.
    fn of_more(&mut self, depth: usize) -> String {
        let kinds = [Kind::VarSet, Kind::Option, Kind::Pair, Kind::Made];
        let all: Vec<(String, Kind)> = self.scope.iter().filter(|(_, kind)| kinds.contains(kind)).cloned().collect();
        if all.is_empty() {
            return self.comparison(depth);
        }
        let (name, kind) = all[self.below(all.len())].clone();
        match kind {
            Kind::Option => self.optional(&name, depth),
            Kind::Pair => format!("({name} {} ({}, {}))", self.pick(&["=", "!="]), self.int(depth), self.truth(depth)),
            Kind::Made => self.made(&name, depth),
            _ => {
                let sign = self.pick(&["subset", "superset", "=", "!=", "<", "<=", ">", ">="]);
                format!("({name} {sign} {})", self.set(depth))
            }
        }
    }

    /// Comparisons of tuples, records and options.
    fn of_compound(&mut self, depth: usize) -> String {
        let sign = self.pick(&["=", "!="]);
        match self.below(4) {
            0 => format!("({} {sign} {})", self.pair(depth), self.pair(depth)),
            1 => format!("({} {sign} {})", self.record(depth), self.record(depth)),
            2 => format!("({} {sign} {})", self.option(depth), self.option(depth)),
            _ => format!("{}({})", self.pick(&["occurs", "absent"]), self.option(depth)),
        }
    }

    fn optional(&mut self, name: &str, depth: usize) -> String {
        match self.below(5) {
            0 => format!("occurs({name})"),
            1 => format!("absent({name})"),
            2 => format!("({name} in {})", self.set(depth)),
            _ => format!("({name} {} {})", self.pick(&["=", "!=", "<", "<=", ">"]), self.int(depth)),
        }
    }

    fn made(&mut self, name: &str, depth: usize) -> String {
        match self.below(4) {
            0 => format!("(M^-1({name}) = {})", self.constant(depth)),
            1 => format!("(O^-1({name}) {} {})", self.pick(&["=", "<"]), self.int(depth)),
            2 => format!("({name} {} M({}))", self.pick(&["=", "!=", "<", ">="]), self.constant(depth)),
            _ => format!("({name} {} O({}))", self.pick(&["=", "!=", "<", ">="]), self.int(depth)),
        }
    }

    fn of_enum(&mut self, depth: usize) -> String {
        self.inside(|dice| match dice.below(4) {
            0 => format!("({} in {{A, C}})", dice.constant(depth)),
            _ => {
                let sign = dice.pick(&["=", "!=", "<", "<="]);
                format!("({} {sign} {})", dice.constant(depth), dice.constant(depth))
            }
        })
    }

    fn logic(&mut self, depth: usize) -> String {
        let sign = self.pick(&["\\/", "->", "<-", "<->", "xor", "\\/"]);
        let bare = self.one_in(4);
        let both = self.inside(|dice| format!("{} {sign} {}", dice.truth(depth), dice.truth(depth)));
        if bare { both } else { format!("({both})") }
    }

    fn quantified(&mut self, depth: usize) -> String {
        let all = self.one_in(2);
        let root = self.root && all;
        let (head, names) = self.inside(|dice| dice.generators(depth));
        let outer = std::mem::replace(&mut self.root, root);
        // A condition on variables makes the body one that need not hold.
        self.root &= !head.contains("where");
        let body = self.with(&names, |dice| dice.truth(depth));
        self.root = outer;
        format!("{}({head})({body})", if all { "forall" } else { "exists" })
    }

    fn let_truth(&mut self, depth: usize) -> String {
        let (items, names) = self.let_items(depth);
        let body = self.with(&names, |dice| dice.truth(depth));
        format!("let {{ {items} }} in {body}")
    }
}
