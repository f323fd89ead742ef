//! Arrays of integers.

use super::{Dice, Kind, LISTS};

impl Dice {
    /// An array of integers of one dimension.
    pub(super) fn list(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(14) {
            0..=2 => self.named(&[Kind::List, Kind::Based]).unwrap_or_else(|| self.bracketed(d)),
            3 => self.collected(d, false),
            4 if depth > 0 => format!("({} ++ {})", self.list(d), self.list(d)),
            5 | 11 if depth > 0 => self.row(LISTS, d),
            12 if depth > 0 => {
                let name = self.fresh("i");
                let body = self.with(&[(name.clone(), Kind::Par)], |dice| dice.int(d));
                format!("[{name}: {body} | {name} in {}]", self.pick(&["0..1", "1..3", "2..3"]))
            }
            6 if depth > 0 => format!("if {} then {} else {} endif", self.truth(d), self.two(d), self.two(d)),
            7 => match self.named(&[Kind::List]) {
                Some(array) if self.one_in(3) => format!("{array}[..{}]", self.below(2) + 1),
                Some(array) => format!("{array}[{}..2]", self.below(2) + 1),
                None => self.bracketed(d),
            },
            8 => match self.named(&[Kind::Grid]) {
                Some(grid) => format!("{}({grid}, {})", self.pick(&["row", "col"]), 1),
                None => self.bracketed(d),
            },
            _ => self.bracketed(d),
        }
    }

    pub(super) fn bracketed(&mut self, depth: usize) -> String {
        let n = 1 + self.below(3);
        let cells: Vec<String> = (0..n).map(|_| self.int(depth)).collect();
        format!("[{}]", cells.join(", "))
    }

    fn two(&mut self, depth: usize) -> String {
        format!("[{}, {}]", self.int(depth), self.int(depth))
    }

    /// A comprehension over a known set.
    fn collected(&mut self, depth: usize, truths: bool) -> String {
        let name = self.fresh("i");
        let over = self.pick(&["1..2", "0..2", "{0, 3}"]);
        let names = [(name.clone(), Kind::Par)];
        let body = self.with(&names, |dice| if truths { dice.truth(depth) } else { dice.int(depth) });
        let condition = if self.one_in(3) { format!(" where {name} > {}", self.below(3)) } else { String::new() };
        format!("[{body} | {name} in {over}{condition}]")
    }

    /// An array of Booleans.
    pub(super) fn truths(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(4) {
            0 | 1 => self.named(&[Kind::Bools]).unwrap_or_else(|| self.collected(d, true)),
            2 => self.collected(d, true),
            _ => {
                let n = 1 + self.below(3);
                let cells: Vec<String> = (0..n).map(|_| self.truth(d)).collect();
                format!("[{}]", cells.join(", "))
            }
        }
    }
}
