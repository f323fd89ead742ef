//! Constraints that stay whole, under the names by which our library of MiniZinc's passes them on.

use super::word::{Word, integer, integers};
use super::write::Writer;
use crate::model::global::{Automaton, Circuit, Diffn, Disjunctive, Lex, Overlap, Regular};
use crate::model::{Atom, Cmp, Constraint, Global, Operand, Var};

/// What a solver must be told of each name.
pub(super) const PREDICATES: &[(&str, &str)] = &[
    ("fzn_cumulative", "array[int] of var int: s, array[int] of var int: d, array[int] of var int: r, var int: b"),
    ("fzn_disjunctive", "array[int] of var int: s, array[int] of var int: d"),
    ("fzn_disjunctive_strict", "array[int] of var int: s, array[int] of var int: d"),
    ("quandary_circuit", "int: first, array[int] of var int: x"),
    ("quandary_subcircuit", "int: first, array[int] of var int: x"),
    ("quandary_regular", "array[int] of var int: x, int: q, int: s, array[int] of int: d, int: q0, set of int: f"),
    ("fzn_global_cardinality", "array[int] of var int: x, array[int] of int: cover, array[int] of var int: counts"),
    (
        "fzn_global_cardinality_closed",
        "array[int] of var int: x, array[int] of int: cover, array[int] of var int: counts",
    ),
    ("quandary_inverse", "int: first, array[int] of var int: f, int: start, array[int] of var int: g"),
    ("fzn_lex_less_int", "array[int] of var int: x, array[int] of var int: y"),
    ("fzn_lex_lesseq_int", "array[int] of var int: x, array[int] of var int: y"),
    (
        "quandary_bin_packing_load",
        "int: first, array[int] of var int: l, array[int] of var int: bin, array[int] of int: w",
    ),
    ("fzn_nvalue", "var int: n, array[int] of var int: x"),
    (
        "fzn_diffn",
        "array[int] of var int: x, array[int] of var int: y, array[int] of var int: dx, array[int] of var int: dy",
    ),
    (
        "fzn_diffn_nonstrict",
        "array[int] of var int: x, array[int] of var int: y, array[int] of var int: dx, array[int] of var int: dy",
    ),
    ("quandary_diffn_k", "int: k, array[int] of var int: x, array[int] of var int: dx"),
    ("quandary_diffn_nonstrict_k", "int: k, array[int] of var int: x, array[int] of var int: dx"),
    ("quandary_overlap_le", "array[int] of var bool: x, array[int] of var bool: y, int: n"),
    ("quandary_overlap_ge", "array[int] of var bool: x, array[int] of var bool: y, int: n"),
    ("quandary_overlap_eq", "array[int] of var bool: x, array[int] of var bool: y, int: n"),
    ("quandary_overlap_ne", "array[int] of var bool: x, array[int] of var bool: y, int: n"),
];

/// Whether there is a name for it: words are spelt with letters from 1.
pub(super) fn has_name(global: &Global) -> bool {
    match global {
        Global::Regular(it) => it.automaton.first == 1 && it.automaton.steps.len() == n_steps(&it.automaton),
        _ => true,
    }
}

/// The whole constraint that a constraint is.
fn whole_of(constraint: &Constraint) -> Option<&Global> {
    if let Constraint::Global(global) = constraint { Some(global) } else { None }
}

fn n_steps(automaton: &Automaton) -> usize {
    automaton.n_states * automaton.n_letters
}

impl Writer<'_> {
    /// The declarations of the names that are used.
    pub(super) fn predicates(&self) -> String {
        let is_used = |global: &Global, name: &str| name.contains(global.kind());
        let globals = || self.model.constraints.iter().filter_map(|posted| whole_of(&posted.constraint));
        let used = PREDICATES.iter().filter(|(name, _)| globals().any(|global| is_used(global, name)));
        used.map(|(name, params)| format!("predicate {name}({params});\n")).collect()
    }

    /// The constraint under its name.
    pub(super) fn whole(&mut self, global: &Global) {
        match global {
            Global::Cumulative(it) => {
                let column = |writer: &mut Self, of: fn(&crate::model::global::Task) -> Operand| {
                    writer.numbers_of(it.tasks.iter().map(of))
                };
                let args = [column(self, |t| t.start), column(self, |t| t.duration), column(self, |t| t.demand)];
                let capacity = self.number(it.capacity);
                self.say("fzn_cumulative", &[&args[0], &args[1], &args[2], &capacity]);
            }
            Global::Disjunctive(it) => self.whole_disjunctive(it),
            Global::Circuit(it) => self.whole_circuit(it),
            Global::Regular(it) => self.whole_regular(it),
            Global::Cardinality(it) => {
                let name = if it.closed { "fzn_global_cardinality_closed" } else { "fzn_global_cardinality" };
                let (vars, cover) = (self.vars(&it.vars), integers(it.counts.iter().map(|(value, _)| *value)));
                let counts = self.numbers_of(it.counts.iter().map(|(_, count)| *count));
                self.say(name, &[&vars, &cover, &counts]);
            }
            Global::Inverse(it) => {
                let (f, g) = (self.vars(&it.f), self.vars(&it.g));
                self.say("quandary_inverse", &[&integer(it.first_f), &f, &integer(it.first_g), &g]);
            }
            Global::Lex(it) => self.whole_lex(it),
            Global::BinPacking(it) => {
                let (loads, bins) = (self.numbers_of(it.loads.iter().copied()), it.items.iter().map(|(_, bin)| *bin));
                let bins = self.vars(&bins.collect::<Vec<Var>>());
                let weights = integers(it.items.iter().map(|(weight, _)| *weight));
                self.say("quandary_bin_packing_load", &[&integer(it.first), &loads, &bins, &weights]);
            }
            Global::NValue(it) => {
                let (n, of) = (self.number(it.n), self.vars(&it.of));
                self.say("fzn_nvalue", &[&n, &of]);
            }
            Global::Diffn(it) => self.whole_diffn(it),
            Global::Overlap(it) => self.whole_overlap(it),
        }
    }

    fn whole_disjunctive(&mut self, it: &Disjunctive) {
        let name = if it.strict { "fzn_disjunctive_strict" } else { "fzn_disjunctive" };
        let starts = self.numbers_of(it.tasks.iter().map(|(start, _)| *start));
        let durations = self.numbers_of(it.tasks.iter().map(|(_, duration)| *duration));
        self.say(name, &[&starts, &durations]);
    }

    fn whole_diffn(&mut self, it: &Diffn) {
        if it.n_dimensions == 2 {
            let name = if it.strict { "fzn_diffn" } else { "fzn_diffn_nonstrict" };
            let [x, y] = [0, 1].map(|k| self.numbers_of(it.boxes().map(|sides| sides[k].0)));
            let [dx, dy] = [0, 1].map(|k| self.numbers_of(it.boxes().map(|sides| sides[k].1)));
            return self.say(name, &[&x, &y, &dx, &dy]);
        }
        let name = if it.strict { "quandary_diffn_k" } else { "quandary_diffn_nonstrict_k" };
        let at = self.numbers_of(it.sides.iter().map(|(at, _)| *at));
        let lengths = self.numbers_of(it.sides.iter().map(|(_, length)| *length));
        self.say(name, &[&Word::Number(it.n_dimensions as i128), &at, &lengths]);
    }

    fn whole_overlap(&mut self, it: &Overlap) {
        let name = match it.cmp {
            Cmp::Le => "quandary_overlap_le",
            Cmp::Ge => "quandary_overlap_ge",
            Cmp::Eq => "quandary_overlap_eq",
            Cmp::Ne => "quandary_overlap_ne",
        };
        let (x, y): (Vec<Atom>, Vec<Atom>) = it.pairs.iter().copied().unzip();
        let (x, y) = (self.truths(&x), self.truths(&y));
        self.say(name, &[&x, &y, &integer(it.bound)]);
    }

    fn whole_circuit(&mut self, it: &Circuit) {
        let name = if it.sub { "quandary_subcircuit" } else { "quandary_circuit" };
        let next = self.vars(&it.next);
        self.say(name, &[&integer(it.first), &next]);
    }

    fn whole_regular(&mut self, Regular { word, automaton }: &Regular) {
        let (word, steps) = (self.vars(word), integers(automaton.steps.iter().copied()));
        let size = |n: usize| Word::Number(n as i128);
        let accepting: Vec<String> = automaton.accepting.iter().map(|state| state.to_string()).collect();
        let accepting = format!("{{{}}}", accepting.join(","));
        let (states, letters, start) = (size(automaton.n_states), size(automaton.n_letters), automaton.start);
        self.say(
            "quandary_regular",
            &[&word, &states, &letters, &steps, &Word::Number(start as i128), &accepting.as_str()],
        );
    }

    fn whole_lex(&mut self, it: &Lex) {
        let name = if it.strict { "fzn_lex_less_int" } else { "fzn_lex_lesseq_int" };
        let (left, right) = (self.numbers_of(it.left.iter().copied()), self.numbers_of(it.right.iter().copied()));
        self.say(name, &[&left, &right]);
    }

    fn vars(&mut self, vars: &[Var]) -> Vec<Word> {
        self.numbers_of(vars.iter().map(|var| Operand::Var(*var)))
    }
}
