//! Sets of integers, and arrays of them.

use super::{Dice, Kind, SETS};

impl Dice {
    /// A set of integers.
    pub(super) fn set(&mut self, depth: usize) -> String {
        if self.one_in(2)
            && let Some(set) = self.named(&[Kind::VarSet])
        {
            return set;
        }
        if depth == 0 || self.one_in(2) {
            return self.named(&[Kind::Set]).unwrap_or_else(|| self.known_set());
        }
        let d = depth - 1;
        self.inside(|dice| match dice.below(10) {
            0 => {
                let (name, over) = (dice.fresh("i"), dice.known_set());
                format!("{{ {name} * 2 - 1 | {name} in {over} where {name} != {} }}", dice.below(3))
            }
            1 | 2 => format!("if {} then {} else {} endif", dice.truth(d), dice.set(d), dice.set(d)),
            3 => match dice.named(&[Kind::Sets]) {
                Some(sets) => format!("{sets}[{}]", dice.int(d)),
                None => format!("[{}, {}][{}]", dice.known_set(), dice.known_set(), dice.int(d)),
            },
            4 => dice.row(SETS, d),
            5 => {
                let name = dice.fresh("i");
                let names = [(name.clone(), Kind::Par)];
                format!("{{ {name} | {name} in 0..2 where {} }}", dice.with(&names, |dice| dice.truth(d)))
            }
            6 => format!("{{{}, {}}}", dice.int(d), dice.int(0)),
            7 if dice.has_pick => format!("({} union {})", dice.set(d), dice.set(d)),
            _ => {
                let sign = dice.pick(&["union", "intersect", "diff", "symdiff"]);
                format!("({} {sign} {})", dice.set(d), dice.set(d))
            }
        })
    }

    pub(super) fn two_sets(&mut self, depth: usize) -> String {
        match self.named(&[Kind::Sets]) {
            Some(sets) if self.one_in(2) => sets,
            _ => format!("[{}, {}]", self.set(depth), self.set(depth)),
        }
    }

    pub(super) fn known_set(&mut self) -> String {
        self.pick(&["{}", "0..2", "{-1, 2}", "1..3", "{0, 1, 3}", "-2..-1", "{1}", "0..<2", "0<..2"]).to_string()
    }

    /// A Boolean expression about sets.
    pub(super) fn of_set(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => {
                let sign = self.pick(&["subset", "superset", "=", "!=", "<", "<="]);
                format!("({} {sign} {})", self.set(depth), self.set(depth))
            }
            1 => format!("({} in {})", self.int(depth), self.pick(&["1..", "..1", "(1..)", "-1<..<2"])),
            2 => format!("({} in {}..{})", self.int(depth), self.int(depth.min(1)), self.int(depth.min(1))),
            _ => format!("({} in {})", self.int(depth), self.set(depth)),
        }
    }
}
