//! Subset reasoning: a sum that contains an exact sum is replaced by the difference.
//!
//! Each step removes terms, so it ends; a step costs the occurrences of one variable. The board-wide count of a
//! Minesweeper board loses every clue that lies in it this way.

use super::kernel::Sum;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A sum whose removed terms have coefficient 0 until the end.
struct Shrinking {
    sum: Sum,
    n_terms: usize,
}

impl Shrinking {
    fn position(&self, var: u32) -> Option<usize> {
        self.sum.terms.binary_search_by_key(&var, |(v, _)| *v).ok()
    }

    fn contains(&self, terms: &[(u32, i64)]) -> bool {
        self.n_terms >= terms.len()
            && terms.iter().all(|(v, c)| self.position(*v).is_some_and(|i| self.sum.terms[i].1 == *c))
    }

    fn subtract(&mut self, terms: &[(u32, i64)], value: i64) {
        for (v, _) in terms {
            let at = self.position(*v).expect("the sum contains the terms");
            self.sum.terms[at].1 = 0;
        }
        self.n_terms -= terms.len();
        self.sum.lo -= value;
        self.sum.hi -= value;
    }

    fn live(&self) -> Vec<(u32, i64)> {
        self.sum.terms.iter().filter(|(_, c)| *c != 0).copied().collect()
    }
}

/// The same solutions with shorter sums; `None` if there are none.
pub(super) fn substitute(sums: Vec<Sum>, n_vars: usize) -> Option<Vec<Sum>> {
    let mut occurs: Vec<Vec<u32>> = vec![Vec::new(); n_vars];
    for (s, sum) in sums.iter().enumerate() {
        sum.terms.iter().for_each(|(v, _)| occurs[*v as usize].push(s as u32));
    }
    let shrinking = |sum: Sum| Shrinking { n_terms: sum.terms.len(), sum };
    let mut sums: Vec<Shrinking> = sums.into_iter().map(shrinking).collect();
    let is_exact = |s: &Shrinking| s.sum.lo == s.sum.hi && s.n_terms > 0;
    let mut exact: Vec<u32> = (0..sums.len() as u32).filter(|s| is_exact(&sums[*s as usize])).collect();
    exact.sort_by_key(|s| sums[*s as usize].n_terms);
    let mut waiting: VecDeque<u32> = exact.into();
    while let Some(a) = waiting.pop_front() {
        let (terms, value) = (sums[a as usize].live(), sums[a as usize].sum.lo);
        let Some((rarest, _)) = terms.iter().min_by_key(|(v, _)| occurs[*v as usize].len()) else { continue };
        for b in &occurs[*rarest as usize] {
            let b_sum = &mut sums[*b as usize];
            if *b != a && b_sum.contains(&terms) {
                b_sum.subtract(&terms, value);
                if is_exact(b_sum) {
                    waiting.push_back(*b);
                }
            }
        }
    }
    merged(sums)
}

/// Drops the empty sums and makes one of those with the same terms.
fn merged(sums: Vec<Shrinking>) -> Option<Vec<Sum>> {
    let mut out: Vec<Sum> = Vec::new();
    let mut seen: FxHashMap<Vec<(u32, i64)>, usize> = FxHashMap::default();
    for shrunk in sums {
        let (terms, lo, hi) = (shrunk.live(), shrunk.sum.lo, shrunk.sum.hi);
        if terms.is_empty() && (lo > 0 || hi < 0) {
            return None;
        }
        if terms.is_empty() {
            continue;
        }
        match seen.get(&terms) {
            Some(first) => {
                let sum = &mut out[*first];
                (sum.lo, sum.hi) = (sum.lo.max(lo), sum.hi.min(hi));
            }
            None => {
                seen.insert(terms.clone(), out.len());
                out.push(Sum { terms, lo, hi });
            }
        }
    }
    out.iter().all(|s| s.lo <= s.hi).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::super::kernel::Sum;
    use super::substitute;

    fn sum(vars: &[u32], lo: i64, hi: i64) -> Sum {
        Sum { terms: vars.iter().map(|v| (*v, 1)).collect(), lo, hi }
    }

    #[test]
    fn subsets_are_subtracted() {
        let cases: &[(&[Sum], Option<&[Sum]>)] = &[
            (&[sum(&[0, 1], 1, 1), sum(&[0, 1, 2], 2, 2)], Some(&[sum(&[0, 1], 1, 1), sum(&[2], 1, 1)])),
            (&[sum(&[0, 1, 2], 0, 2), sum(&[0, 1], 1, 1)], Some(&[sum(&[2], -1, 1), sum(&[0, 1], 1, 1)])),
            (&[sum(&[0, 1], 1, 1), sum(&[0, 1], 2, 2)], None),
            (&[sum(&[0, 1], 0, 1), sum(&[0, 1], 1, 2)], Some(&[sum(&[0, 1], 1, 1)])),
            (&[sum(&[0, 1], 0, 1), sum(&[1, 2], 1, 2)], Some(&[sum(&[0, 1], 0, 1), sum(&[1, 2], 1, 2)])),
        ];
        for (input, expected) in cases {
            assert_eq!(substitute(input.to_vec(), 3).as_deref(), *expected);
        }
    }
}
