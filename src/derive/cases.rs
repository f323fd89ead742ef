//! Clauses that follow only when it is known of some literals which of the two they are: each case on its own.

use super::inequality::Inequality;
use super::log::Line;
use super::sink::Deriver;
use crate::cnf::Lit;
use crate::model::{Rel, Var};

/// So many literals are split on.
const MOST_CASES: usize = 6;

impl Deriver {
    /// A value that is excluded leaves those above and those below: each on its own.
    pub(super) fn by_cases(&mut self, clause: &[Lit], resolved: &[Lit], lines: &[&Line]) {
        let words = &self.stated.vocabulary;
        let above = |lit: &Lit| {
            let atom = words.atom(lit.var()).filter(|atom| atom.rel == Rel::Eq && lit.is_positive())?;
            Some(words.lit(atom.var.more_than(atom.value)))
        };
        let mut splits: Vec<Lit> = resolved.iter().filter_map(above).collect();
        splits.extend(self.free_bounds(resolved));
        splits.truncate(MOST_CASES);
        for n in 1..=splits.len() {
            let mut lemmas = Vec::new();
            if self.split(resolved, lines, &splits[..n], &mut Vec::new(), &mut lemmas) {
                for lemma in lemmas {
                    let all: Vec<Lit> = clause.iter().copied().chain(lemma).collect();
                    self.log.rup(&Inequality::clause(&all), &self.stated.vocabulary);
                }
                return;
            }
        }
    }

    /// The inner bounds of the variables that the lines of the constraint speak of.
    fn free_bounds(&self, resolved: &[Lit]) -> Vec<Lit> {
        let vars: Vec<Var> = resolved.iter().filter_map(|lit| self.owner(lit.var())).collect();
        let own = self.own_lines(&vars);
        let vars = own.into_iter().flat_map(|index| self.stated.lines[index].whole.terms.keys().copied());
        let mut vars: Vec<u32> = vars.filter(|var| resolved.iter().all(|lit| lit.var() != *var)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter().map(|var| Lit::new(var as i32)).collect()
    }

    /// Whether every case contradicts the lines; collects what to write, leaves first.
    fn split(
        &self,
        resolved: &[Lit],
        lines: &[&Line],
        splits: &[Lit],
        chosen: &mut Vec<Lit>,
        lemmas: &mut Vec<Vec<Lit>>,
    ) -> bool {
        let all: Vec<Lit> = resolved.iter().chain(chosen.iter()).copied().collect();
        let done = self.is_enough(&all, lines);
        let Some((first, rest)) = splits.split_first().filter(|_| !done) else {
            lemmas.extend(done.then(|| chosen.clone()).filter(|chosen| !chosen.is_empty()));
            return done;
        };
        for case in [*first, !*first] {
            chosen.push(case);
            let is_done = self.split(resolved, lines, rest, chosen, lemmas);
            chosen.pop();
            if !is_done {
                return false;
            }
        }
        lemmas.extend(Some(chosen.clone()).filter(|chosen| !chosen.is_empty()));
        true
    }
}
