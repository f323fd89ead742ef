//! Models around one or two constraints that stay whole, in every context: stated, denied, implied, equal to a Boolean.
//!
//! | `@a` | the array of variables | `@m` | as long, of variables and numbers | `@v` | a variable or a number |
//! | `@c` | as long, of 0 to 2 | `@d` | as long, of 1 and 2 | `@p` | one of 0 to 3 |

use super::item::DOMAINS;
use super::{Dice, Drawn, Kind};

/// The constraints, for three variables and for four.
const ROWS: &[&str] = &[
    "cumulative(@a, @d, @d, @p)",
    "cumulative(@a, @d, @m, 2)",
    "cumulative(@a, @m, @d, 2)",
    "cumulative(@c, @a, @d, @v)",
    "cumulative(@c, @d, @a, @v)",
    "cumulative(@m, @c, @c, @v)",
    "disjunctive(@a, @d)",
    "disjunctive(@a, @c)",
    "disjunctive(@c, @a)",
    "disjunctive(@m, @a)",
    "disjunctive_strict(@a, @c)",
    "circuit(@a)",
    "circuit(@m)",
    "circuit(array1d(0..@z, @a))",
    "subcircuit(@a)",
    "subcircuit(@m)",
    "subcircuit(array1d(2..@y, @a))",
    "regular(@a, 2, 3, [| 1, 2, 0 | 2, 1, 1 |], 1, {2})",
    "regular(@m, 3, 2, [| 2, 3 | 0, 3 | 1, 0 |], 1, {1, 3})",
    "global_cardinality(@a, [0, 1], [@v, @v])",
    "global_cardinality(@a, [2, 1, -1], [@v, 1, @v])",
    "global_cardinality_closed(@a, [0, 1], [@v, @v])",
    "global_cardinality(@m, [1, 2], [0, 1], [1, 2])",
    "global_cardinality_closed(@a, [0, 1, 2], [0, 0, @p], [2, 2, 2])",
    "inverse(@a, @m)",
    "inverse(@m, @a)",
    "inverse(array1d(0..@z, @a), @m)",
    "lex_less(@a, @m)",
    "lex_lesseq(@m, @a)",
    "lex_greater(@a, @c)",
    "lex_greatereq(@c, @a)",
    "bin_packing_load([@v, @v], @a, @d)",
    "bin_packing_load([@v, 1, @v], @m, @c)",
    "bin_packing_capa([2, @p], @a, @d)",
    "bin_packing(@p, @a, @c)",
    "nvalue(@v, @a)",
    "diffn(@a, @m, @d, @c)",
    "diffn(@c, @a, @a, @d)",
    "diffn_nonstrict(@a, @c, @c, @m)",
    "diffn_k(array2d(1..@n, 1..1, @a), array2d(1..@n, 1..1, @c))",
    "diffn_nonstrict_k(array2d(1..1, 1..@n, @a), array2d(1..1, 1..@n, @c))",
    "card({i | i in 1..@n where @a[i] > 0} intersect {i | i in 1..@n where @a[i] < 2}) <= @p",
    "nvalue(@p, @m)",
    "nvalue(@a) < @v",
    "alldifferent(@m)",
    "alldifferent_except_0(@a)",
    "count(@a, @v, @v)",
    "increasing(@m)",
    "table(@a, array2d(1..2, 1..@n, @c ++ @d))",
    "value_precede_chain([2, 0, 1], @a)",
    "sum(i in 1..@n)(@c[i] * @a[i]) <= @v",
    "element(@v, @a, @v)",
    "@a[@v] = @m[@v]",
];

impl Dice {
    pub(super) fn whole_model(mut self) -> Drawn {
        let n = 3 + usize::from(self.one_in(3));
        let (written, members) = self.pick(DOMAINS);
        let members = if n == 4 { &members[..members.len().min(3)] } else { members };
        let written =
            if members.len() == 3 && n == 4 { format!("{{{}}}", listed(members)) } else { written.to_string() };
        self.list_variable(&format!("array[1..{n}] of var {written}"), members, n);
        let array = self.scope[0].0.clone();
        self.truth_variable();
        self.int_variable();
        for _ in 0..1 + self.below(2) {
            let stated = self.stated(&array, n);
            self.text.push_str(&format!("constraint {stated};\n"));
        }
        let goal = self.goal_of(3);
        Drawn { text: self.text, vars: self.vars, goal }
    }

    fn stated(&mut self, array: &str, n: usize) -> String {
        let whole = self.filled(array, n);
        let truth = self.named(&[Kind::Bool]).unwrap_or_else(|| "true".to_string());
        match self.below(10) {
            0 => format!("not ({whole})"),
            1 => format!("{truth} <-> ({whole})"),
            2 => format!("{truth} -> ({whole})"),
            3 => format!("({whole}) -> {truth}"),
            4 => format!("({whole}) \\/ ({})", self.filled(array, n)),
            5 => format!("({whole}) xor {truth}"),
            _ => whole,
        }
    }

    fn filled(&mut self, array: &str, n: usize) -> String {
        let row = self.pick(ROWS);
        let mut parts = row.split('@');
        let mut out = parts.next().unwrap_or("").to_string();
        for part in parts {
            let (letter, rest) = part.split_at(1);
            out.push_str(&match letter {
                "a" => array.to_string(),
                "m" => self.listed(n, |dice| if dice.one_in(2) { dice.one_of(array, n) } else { dice.int_or_number() }),
                "v" => {
                    if self.one_in(4) {
                        self.one_of(array, n)
                    } else {
                        self.int_or_number()
                    }
                }
                "c" => self.listed(n, |dice| dice.below(3).to_string()),
                "d" => self.listed(n, |dice| (1 + dice.below(2)).to_string()),
                "p" => self.below(4).to_string(),
                "n" => n.to_string(),
                "z" => (n - 1).to_string(),
                "y" => (n + 1).to_string(),
                other => unreachable!("no such letter: {other}"),
            });
            out.push_str(rest);
        }
        out
    }

    fn listed(&mut self, n: usize, mut one: impl FnMut(&mut Dice) -> String) -> String {
        let cells: Vec<String> = (0..n).map(|_| one(self)).collect();
        format!("[{}]", cells.join(", "))
    }

    fn one_of(&mut self, array: &str, n: usize) -> String {
        format!("{array}[{}]", 1 + self.below(n))
    }

    fn int_or_number(&mut self) -> String {
        let number = (self.below(5) as i64 - 1).to_string();
        self.named(&[Kind::Int]).filter(|_| self.one_in(2)).unwrap_or(number)
    }
}

fn listed(members: &[i64]) -> String {
    members.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}
