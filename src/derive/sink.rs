//! A sink that derives every clause it takes from the statement of the model, by what the encoders note.
//!
//! A clause over a variable that nobody defined is a gate's: it is introduced by making that variable true or false. Every other
//! clause follows by unit propagation, after a sum of the definitions of its literals and of what the model says, where such a
//! sum is needed; which one, is tried out here on the lines at hand. The checker has the last word.

use super::inequality::Inequality;
use super::known::{Bits, Known};
use super::log::{Line, Log};
use super::network::Sorted;
use super::statement::{Stated, Statement};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Cnf, Lit, Note};
use crate::model::Var;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What a literal was defined as.
pub(super) struct Definition {
    pub lit: Lit,
    /// If the literal is true.
    pub when: Line,
    /// If it is not.
    pub unless: Line,
}

/// A formula, and its derivation so far.
pub struct Deriver {
    /// The formula.
    pub cnf: Cnf,
    /// Whether nothing more is written once something has no derivation.
    pub breaks_off: bool,
    pub(super) stated: Statement,
    pub(super) log: Log,
    /// The literal of the statement that a variable of the formula is.
    pub(super) alias: FxHashMap<u32, Lit>,
    pub(super) defined: FxHashMap<u32, Definition>,
    pub(super) bits: Bits,
    /// The equations of bits: the number of the first line, and the sum that is 0.
    pub(super) bit_sums: FxHashMap<u32, (u64, Inequality)>,
    /// What a variable is by its bits.
    pub(super) in_bits: FxHashMap<Var, Vec<Line>>,
    /// Variables of gates, and which of them are in a clause already.
    pub(super) open: FxHashSet<u32>,
    pub(super) touched: FxHashSet<u32>,
    pub(super) at: Option<usize>,
    /// Of a constraint of many lines, those that speak of a variable.
    near: FxHashMap<Var, Vec<usize>>,
    /// What follows for the constraint at hand beyond its own lines.
    pub(super) extra: Vec<Line>,
    /// The lines of the constraint at hand by the shape of their sums.
    pub(super) shapes: FxHashMap<Vec<(u32, i128)>, Vec<Line>>,
    pub(super) goals: Vec<Line>,
    pub(super) adders: Vec<(i128, Line, Line)>,
    pub(super) next: Option<(bool, Inequality)>,
    /// Of the constraint at hand: what is known of sorted lists, and the sums that make clauses of comparators follow.
    pub(super) sorted: Sorted,
    /// What the next clause is weakened by.
    pub(super) unless: Vec<Lit>,
    /// How many variables of expansions the encoder has asked for.
    pub(super) n_expanded: usize,
    /// The numbers that the statement has for variables of expansions.
    pub(super) renamed: FxHashMap<Var, Var>,
    /// The numbers of the clauses.
    pub(super) kept: Vec<u64>,
}

/// So many lines of a constraint are looked at for each clause.
const FEW: usize = 12;

/// Of so many lines those are looked for that matter.
const MANY: usize = 400;

/// And so many of them are looked at.
const MOST_LINES: usize = 60;

impl Deriver {
    /// A derivation from a statement.
    pub fn new(stated: Statement) -> Deriver {
        let log = Log::new(stated.lines.len());
        Deriver {
            cnf: Cnf::new(),
            breaks_off: false,
            stated,
            log,
            alias: Default::default(),
            defined: Default::default(),
            bits: Default::default(),
            bit_sums: Default::default(),
            in_bits: Default::default(),
            open: Default::default(),
            touched: Default::default(),
            at: None,
            near: Default::default(),
            extra: Vec::new(),
            shapes: Default::default(),
            goals: Vec::new(),
            adders: Vec::new(),
            next: None,
            sorted: Sorted::default(),
            unless: Vec::new(),
            n_expanded: 0,
            renamed: Default::default(),
            kept: Vec::new(),
        }
    }

    /// The literal of the statement, if it is one of its words; else the literal itself.
    pub(super) fn resolved(&self, lit: Lit) -> Lit {
        match self.alias.get(&lit.var()) {
            Some(known) if lit.is_positive() => *known,
            Some(known) => !*known,
            None => lit,
        }
    }

    /// A line of the statement.
    pub(super) fn line(&self, index: usize) -> Line {
        Line { id: index as u64 + 1, says: self.stated.lines[index].clone() }
    }

    /// Writes that a clause follows; where a sum is needed for that, the sum before it.
    pub(super) fn follows(&mut self, clause: &[Lit]) -> u64 {
        let resolved: Vec<Lit> = clause.iter().map(|lit| self.resolved(*lit)).filter(|lit| *lit != FALSE).collect();
        if !resolved.contains(&TRUE) && !self.compared(clause) {
            self.prepare(clause, &resolved);
        }
        let says = Inequality::clause(clause);
        self.log.rup(&says, &self.stated.vocabulary)
    }

    /// Writes the sums that make a clause follow, if any are found that do.
    fn prepare(&mut self, clause: &[Lit], resolved: &[Lit]) {
        let definitions: Vec<(bool, Line)> = clause.iter().filter_map(|lit| self.denied(*lit)).collect();
        let known = self.at_hand(resolved);
        let all: Vec<&Line> = definitions.iter().map(|(_, line)| line).chain(&known).collect();
        if self.is_enough(resolved, &all) {
            return;
        }
        let every: Vec<(i128, &Line)> = definitions.iter().map(|(_, line)| (1, line)).collect();
        if every.len() > 1 && self.is_enough_with(resolved, &all, std::slice::from_ref(&every)) {
            return;
        }
        for line in &known {
            let sum: Vec<(i128, &Line)> = every.iter().copied().chain([(1, line)]).collect();
            if self.is_enough_with(resolved, &all, &[sum]) {
                return;
            }
        }
        let side = |is_when: bool, line| -> Vec<(i128, &Line)> {
            let some = definitions.iter().filter(|(when, _)| *when == is_when).map(|(_, line)| (1, line));
            some.chain([(1, line)]).collect()
        };
        let sides: Vec<Vec<(i128, &Line)>> =
            known.iter().flat_map(|line| [side(true, line), side(false, line)]).filter(|sum| sum.len() > 1).collect();
        if self.is_enough_with(resolved, &all, &sides) {
            return;
        }
        if !self.by_divisor(resolved, &known) {
            self.by_cases(clause, resolved, &all);
        }
    }

    /// A sum of even numbers is not odd: both sides of an equation, divided.
    fn by_divisor(&mut self, resolved: &[Lit], known: &[Line]) -> bool {
        for pair in known.windows(2) {
            let divisor = pair[0].says.bare.terms.values().fold(0, |d, w| num_integer::gcd(d, *w));
            if divisor > 1 {
                let halves: Vec<Line> = pair.iter().map(|line| self.log.sum(&[(1, line)], divisor)).collect();
                let whole = [(1, &halves[0]), (1, &halves[1])];
                if self.is_enough_with(resolved, &[], &[whole.to_vec()]) {
                    return true;
                }
            }
        }
        false
    }

    /// What the falsity of a literal says by its definition, and whether that is the definition of a true one.
    fn denied(&self, lit: Lit) -> Option<(bool, Line)> {
        let definition = self.defined.get(&lit.var())?;
        let is_when = definition.lit != lit;
        let line = if is_when { &definition.when } else { &definition.unless };
        (line.id != 0).then(|| (is_when, line.clone()))
    }

    /// The lines that a clause may come from.
    fn at_hand(&self, resolved: &[Lit]) -> Vec<Line> {
        let mut lines: Vec<Line> = self.goals.iter().take(FEW).cloned().collect();
        let mut vars: Vec<Var> = resolved.iter().filter_map(|lit| self.owner(lit.var())).collect();
        vars.sort_unstable();
        vars.dedup();
        lines.extend(self.own_lines(&vars).into_iter().map(|index| self.line(index)));
        lines.extend(self.extra.iter().take(FEW).cloned());
        lines.extend(vars.iter().filter_map(|var| self.in_bits.get(var)).flatten().cloned());
        lines
    }

    /// The variable of the model that a variable speaks of.
    pub(super) fn owner(&self, var: u32) -> Option<Var> {
        let atom = self.stated.vocabulary.atom(var).map(|atom| atom.var);
        atom.or_else(|| self.bits.get(&var).map(|(var, _)| *var))
    }

    /// The lines of the constraint at hand that speak of one of the variables and of no variable that is far away.
    pub(super) fn own_lines(&self, vars: &[Var]) -> Vec<usize> {
        let own = self.at.map_or(0..0, |at| self.stated.of[at].clone());
        if own.len() <= FEW {
            return own.collect();
        }
        if own.len() > MANY {
            return Vec::new();
        }
        let mut all: Vec<usize> = vars.iter().filter_map(|var| self.near.get(var)).flatten().copied().collect();
        all.sort_unstable();
        // Those that speak of most of the variables come first.
        let mut groups: Vec<(usize, usize)> =
            all.chunk_by(|a, b| a == b).map(|group| (group.len(), group[0])).collect();
        groups.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        groups.truncate(MOST_LINES);
        groups.into_iter().map(|(_, line)| line).collect()
    }

    /// The constraint at hand, if any: its lines by the variables that they speak of.
    pub(super) fn turn_to(&mut self, index: Option<usize>) {
        self.at = index;
        self.near.clear();
        let own = index.map_or(0..0, |at| self.stated.of[at].clone());
        if own.len() <= FEW || own.len() > MANY {
            return;
        }
        for line in own {
            let owners = self.stated.lines[line].whole.terms.keys().filter_map(|var| self.owner(*var));
            for owner in owners.collect::<FxHashSet<Var>>() {
                self.near.entry(owner).or_default().push(line);
            }
        }
    }

    pub(super) fn is_enough(&self, resolved: &[Lit], lines: &[&Line]) -> bool {
        let says: Vec<&Inequality> = lines.iter().map(|line| &line.says.whole).collect();
        Known::none_of(resolved, &self.stated.vocabulary, &self.bits).contradicts(&says)
    }

    /// Whether these sums make the difference; then they are written.
    fn is_enough_with(&mut self, resolved: &[Lit], lines: &[&Line], sums: &[Vec<(i128, &Line)>]) -> bool {
        let added: Vec<Inequality> = sums
            .iter()
            .map(|parts| {
                let mut sum = Inequality::default();
                parts.iter().for_each(|(factor, line)| sum.add(*factor, &line.says.whole));
                sum
            })
            .collect();
        let says: Vec<&Inequality> = lines.iter().map(|line| &line.says.whole).chain(&added).collect();
        let is_enough = Known::none_of(resolved, &self.stated.vocabulary, &self.bits).contradicts(&says);
        if is_enough {
            sums.iter().for_each(|parts| drop(self.log.sum(parts, 1)));
        }
        is_enough
    }

    /// Defines a literal of which nothing is known by an inequality.
    pub(super) fn define(&mut self, lit: Lit, says: Inequality) {
        if matches!(lit, TRUE | FALSE) {
            return;
        }
        self.open.remove(&lit.var());
        let (when, unless) = (says.clone().unless(&[!lit]), says.opposite().unless(&[lit]));
        let when = self.introduce(when, says.clone(), !lit);
        let unless = self.introduce(unless, says.opposite(), lit);
        self.defined.insert(lit.var(), Definition { lit, when, unless });
    }

    fn introduce(&mut self, whole: Inequality, bare: Inequality, by: Lit) -> Line {
        let id = match whole.is_trivial() {
            true => 0,
            false => self.log.red(&whole, by, &self.stated.vocabulary),
        };
        Line { id, says: Arc::new(Stated { whole, bare }) }
    }

    /// A literal of the formula is one of the statement.
    pub(super) fn is_word(&mut self, lit: Lit, word: Lit) {
        if matches!(lit, TRUE | FALSE) || self.alias.contains_key(&lit.var()) {
            return;
        }
        let clauses = [vec![!lit, word], vec![lit, !word]];
        if self.open.contains(&lit.var()) && !self.touched.contains(&lit.var()) {
            for (clause, by) in clauses.iter().zip([!lit, lit]) {
                self.log.red(&Inequality::clause(clause), by, &self.stated.vocabulary);
            }
        } else {
            clauses.iter().for_each(|clause| {
                self.follows(clause);
            });
        }
        self.open.remove(&lit.var());
        if !matches!(word, TRUE | FALSE) {
            self.alias.insert(lit.var(), if lit.is_positive() { word } else { !word });
        }
    }

    /// A clause of a gate: it holds without the conditions it is weakened by.
    fn gate(&mut self, clause: &[Lit], by: Lit) -> u64 {
        let unless = std::mem::take(&mut self.unless);
        let bare: Vec<Lit> = clause.iter().filter(|lit| !unless.contains(lit)).copied().collect();
        let id = self.log.red(&Inequality::clause(&bare), by, &self.stated.vocabulary);
        if bare.len() == clause.len() {
            return id;
        }
        self.log.rup(&Inequality::clause(clause), &self.stated.vocabulary)
    }

    /// A clause of the formula.
    fn derived(&mut self, clause: &[Lit]) -> u64 {
        let gate = clause.iter().filter(|lit| self.open.contains(&lit.var())).max_by_key(|lit| lit.var()).copied();
        match gate {
            Some(by) => {
                self.touched.extend(clause.iter().map(|lit| lit.var()));
                self.gate(clause, by)
            }
            None => self.follows(clause),
        }
    }
}

impl ClauseSink for Deriver {
    fn fresh(&mut self) -> Lit {
        let lit = self.cnf.fresh();
        self.open.insert(lit.var());
        if let Some((is_positive, says)) = self.next.take() {
            self.define(if is_positive { lit } else { !lit }, says);
        }
        lit
    }

    fn clause(&mut self, lits: &[Lit]) {
        let id = self.derived(lits);
        self.kept.push(id);
        self.cnf.clause(lits);
    }

    fn is_full(&self) -> bool {
        self.breaks_off && !self.stated.missing.is_empty() || self.log.len() > super::MOST_BYTES
    }

    fn takes_notes(&self) -> bool {
        true
    }

    fn note(&mut self, note: Note<'_>) {
        super::notes::take(self, note);
    }
}
