//! Boolean expressions, globals among them.

use super::{Dice, Kind};

impl Dice {
    /// A Boolean expression, not deeper than this.
    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.truth_leaf();
        }
        let d = depth - 1;
        match self.below(24) {
            0..=3 => self.comparison(d),
            4 | 5 => self.logic(d),
            6 => format!("({} /\\ {})", self.truth(d), self.truth(d)),
            7 => format!("(not {})", self.inside(|dice| dice.truth(d))),
            8 => self.inside(|dice| dice.of_set(d)),
            9 | 10 => self.quantified(d),
            11..=13 => self.global(d),
            14 => {
                self.inside(|dice| format!("if {} then {} else {} endif", dice.truth(d), dice.truth(d), dice.truth(d)))
            }
            15 => self.inside(|dice| format!("if {} then {} endif", dice.truth(d), dice.truth(d))),
            16 | 17 => self.let_truth(d),
            18 | 19 => self.called(d, true).unwrap_or_else(|| self.truth_leaf()),
            20 => self.inside(|dice| format!("({} default {})", dice.truth(d), dice.truth(d))),
            21 => self
                .inside(|dice| format!("{}({})", dice.pick(&["xorall", "iffall", "forall", "exists"]), dice.truths(d))),
            22 if self.has_enum => self.of_enum(d),
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

    fn of_set(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => {
                let sign = self.pick(&["subset", "superset", "=", "!=", "<", "<="]);
                format!("({} {sign} {})", self.set(depth), self.set(depth))
            }
            _ => format!("({} in {})", self.int(depth), self.set(depth)),
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
        self.inside(|dice| format!("({} {sign} {})", dice.truth(depth), dice.truth(depth)))
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

    fn global(&mut self, depth: usize) -> String {
        self.inside(|dice| match dice.below(16) {
            0 => format!("alldifferent({})", dice.list(depth)),
            1 => format!("all_equal({})", dice.list(depth)),
            2 => format!("{}({})", dice.pick(&["increasing", "strictly_decreasing"]), dice.list(depth)),
            3 => format!("count({}, {}, {})", dice.list(depth), dice.int(depth), dice.int(depth)),
            4 => format!("{}({}, {})", dice.pick(&["lex_less", "lex_lesseq"]), dice.list(depth), dice.list(depth)),
            5 => format!("among({}, {}, {})", dice.int(depth), dice.list(depth), dice.known_set()),
            6 => format!("nvalue({}, {})", dice.int(depth), dice.list(depth)),
            7 => format!("member({}, {})", dice.list(depth), dice.int(depth)),
            8 => format!("{}({}, {})", dice.pick(&["maximum", "minimum"]), dice.int(depth), dice.list(depth)),
            9 => format!(
                "{}({}, {}, {})",
                dice.pick(&["at_most", "at_least", "exactly"]),
                dice.below(3),
                dice.list(depth),
                dice.below(3)
            ),
            10 => format!("alldifferent_except_0({})", dice.list(depth)),
            11 => format!("table([{}, {}], [| 0, 1 | 1, 1 | 2, 0 |])", dice.int(depth), dice.int(depth)),
            12 => format!("circuit([{}, {}, {}])", dice.int(depth), dice.int(depth), dice.int(depth)),
            13 => dice.scheduled(depth),
            14 => format!("value_precede(1, 2, {})", dice.list(depth)),
            _ => {
                format!("global_cardinality({}, [0, 1], [{}, {}])", dice.list(depth), dice.int(depth), dice.int(depth))
            }
        })
    }

    fn scheduled(&mut self, depth: usize) -> String {
        let two = |dice: &mut Dice| format!("[{}, {}]", dice.int(depth), dice.int(depth));
        match self.below(5) {
            0 => format!("disjunctive({}, {})", two(self), two(self)),
            1 => format!("inverse({}, {})", two(self), two(self)),
            2 => format!("subcircuit([{}, {}, {}])", self.int(depth), self.int(depth), self.int(depth)),
            3 => format!("element({}, {}, {})", self.int(depth), self.list(depth), self.int(depth)),
            _ => format!("cumulative({}, {}, [1, 2], {})", two(self), two(self), self.int(depth)),
        }
    }
}
