//! Explanations against a judge of their own: a small backtracker over the cells of some clues, which shares no code with
//! the model, the encoders or the solvers.

use quandary::explain::{Asking, Question, Told, Verdict, steps};
use quandary::puzzles::place;
use quandary::puzzles::{find, minesweeper};
use quandary::search::Budget;
use quandary::solve::Problem;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

type Pos = (usize, usize);

/// A board as the judge sees it.
struct Board {
    cells: Vec<Vec<Option<u8>>>,
    mines: usize,
}

impl Board {
    fn read(text: &str) -> Board {
        let read = minesweeper::read("board", text).expect("a board").remove(0).board;
        let cells = read
            .cells
            .rows()
            .map(|row| row.iter().map(|c| if let minesweeper::Cell::Clue(n) = c { Some(*n) } else { None }).collect());
        Board { cells: cells.collect(), mines: read.mines }
    }

    fn unknown(&self) -> Vec<Pos> {
        let all = (0..self.cells.len()).flat_map(|r| (0..self.cells[0].len()).map(move |c| (r, c)));
        all.filter(|(r, c)| self.cells[*r][*c].is_none()).collect()
    }

    fn clues(&self) -> Vec<Pos> {
        let all = (0..self.cells.len()).flat_map(|r| (0..self.cells[0].len()).map(move |c| (r, c)));
        all.filter(|(r, c)| self.cells[*r][*c].is_some()).collect()
    }

    fn around(&self, (r, c): Pos) -> Vec<Pos> {
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        self.unknown().into_iter().filter(|(i, j)| near(*i, r) && near(*j, c)).collect()
    }

    /// Whether these clues, perhaps with the number of mines, allow the cell to be mined or not.
    fn allows(&self, clues: &[Pos], with_total: bool, fixed: &[(Pos, bool)]) -> bool {
        let mut cells: Vec<Pos> = Vec::new();
        for clue in clues {
            cells.extend(self.around(*clue).iter().filter(|at| !cells.contains(at)).copied().collect::<Vec<_>>());
        }
        for (at, _) in fixed {
            cells.extend(Some(*at).filter(|at| !cells.contains(at)));
        }
        let n_others = self.unknown().len() - cells.len();
        let counts: Vec<(i64, BTreeSet<usize>)> = clues
            .iter()
            .map(|clue| {
                let around = self.around(*clue);
                let places = (0..cells.len()).filter(|i| around.contains(&cells[*i])).collect();
                (i64::from(self.cells[clue.0][clue.1].expect("a clue")), places)
            })
            .collect();
        let total = with_total.then_some((self.mines, n_others));
        self.look(&cells, &counts, total, fixed, &mut Vec::new())
    }

    fn look(
        &self,
        cells: &[Pos],
        counts: &[(i64, BTreeSet<usize>)],
        total: Option<(usize, usize)>,
        fixed: &[(Pos, bool)],
        chosen: &mut Vec<bool>,
    ) -> bool {
        let n = chosen.len();
        for (clue, places) in counts {
            let known = places.iter().filter(|i| **i < n && chosen[**i]).count() as i64;
            let open = places.iter().filter(|i| **i >= n).count() as i64;
            if known > *clue || known + open < *clue {
                return false;
            }
        }
        let n_mines = chosen.iter().filter(|mine| **mine).count();
        if let Some((mines, others)) = total
            && (n_mines > mines || n_mines + (cells.len() - n) + others < mines)
        {
            return false;
        }
        if n == cells.len() {
            return true;
        }
        [false, true].into_iter().any(|mine| {
            if fixed.iter().any(|(at, value)| *at == cells[n] && *value != mine) {
                return false;
            }
            chosen.push(mine);
            let found = self.look(cells, counts, total, fixed, chosen);
            chosen.pop();
            found
        })
    }
}

/// All subsets of so many members.
fn subsets<T: Copy>(of: &[T], n: usize) -> Vec<Vec<T>> {
    match (n, of.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (n, Some((first, rest))) => {
            let mut with = subsets(rest, n - 1);
            with.iter_mut().for_each(|set| set.push(*first));
            with.extend(subsets(rest, n));
            with
        }
    }
}

struct Set {
    clues: Vec<Pos>,
    total: bool,
}

fn set(rules: &[Told]) -> Set {
    let clues = rules.iter().filter(|rule| rule.name != "total");
    let clues: Vec<Pos> = clues
        .map(|rule| {
            let at = rule.cells[0];
            assert_eq!(rule.name, format!("clue at {},{}", at.0, at.1));
            at
        })
        .collect();
    Set { total: rules.len() > clues.len(), clues }
}

/// The set suffices, no proper subset does, and if it is small no smaller set of all rules does.
fn judge(board: &Board, found: &quandary::explain::Explained, fixed: &[(Pos, bool)], name: &str) {
    assert!(found.is_minimal, "{name}");
    judge_rules(board, &found.rules, found.is_smallest, fixed, name);
}

fn judge_rules(board: &Board, rules: &[Told], is_smallest: bool, fixed: &[(Pos, bool)], name: &str) {
    let Set { clues, total } = set(rules);
    assert!(!board.allows(&clues, total, fixed), "{name}: {clues:?} {total} do not suffice");
    for i in 0..clues.len() {
        let fewer: Vec<Pos> = clues.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, at)| *at).collect();
        assert!(board.allows(&fewer, total, fixed), "{name}: {clues:?} is not minimal");
    }
    assert!(!total || board.allows(&clues, false, fixed), "{name}: the total is not needed");
    let n = rules.len();
    if is_smallest && (2..=4).contains(&n) {
        let all = board.clues();
        let n_sets = all.len().pow(n as u32 - 1);
        if n_sets < 3_000_000 {
            for smaller in subsets(&all, n - 1) {
                assert!(board.allows(&smaller, false, fixed), "{name}: {smaller:?} is smaller than {clues:?}");
            }
            for smaller in subsets(&all, n - 2) {
                assert!(board.allows(&smaller, true, fixed), "{name}: {smaller:?} and the total are smaller");
            }
        }
    }
}

fn problem(text: &str) -> Problem {
    let row = find("minesweeper").expect("a puzzle");
    Problem::of_puzzle(row, (row.read)("board", text).expect("a board").remove(0))
}

/// Asks about every unknown cell of a board and judges every answer; how many are forced.
fn every_cell(text: &str, name: &str) -> usize {
    let (board, problem) = (Board::read(text), problem(text));
    let budget = Budget::unlimited();
    let mut asking = Asking::new(&problem, &budget).expect("a model");
    let first = asking.contradiction(&budget).expect("an answer");
    if first.verdict == Verdict::Unsatisfiable {
        judge(&board, &first, &[], name);
        return 0;
    }
    let mut n_forced = 0;
    for at in board.unknown() {
        let text = format!("{},{}", at.0, at.1);
        let statement = asking.statement.clone();
        let question = Question::parse(&text, &statement.model, "mine", &|_| None).expect("a cell");
        let found = asking.why(question, &budget).expect("an answer");
        match found.verdict {
            Verdict::Forced => {
                n_forced += 1;
                let mined = found.atom.expect("what is forced").value == 1;
                assert_eq!(found.shown, Some(format!("mine[{text}]={}", i64::from(mined))));
                judge(&board, &found, &[(at, !mined)], &format!("{name} {text}"));
            }
            Verdict::Open => {
                let mines = |found: &Option<quandary::solve::Accepted>| -> Vec<Pos> {
                    let shown = found.as_ref().expect("a solution").shown();
                    serde_json::from_value(shown["mines"].clone()).expect("positions")
                };
                assert_ne!(mines(&found.counterexample).contains(&at), mines(&found.other).contains(&at), "{name}");
            }
            Verdict::Unsatisfiable | Verdict::Satisfiable => panic!("{name} {text}: {}", found.verdict.word()),
        }
    }
    n_forced
}

fn shipped(name: &str) -> String {
    std::fs::read_to_string(format!("instances/minesweeper/{name}.txt")).expect("a shipped board")
}

#[test]
fn shipped_boards_are_explained() {
    for (name, n_forced) in [("simple4", None), ("contradictory-clues", Some(0)), ("contradictory-chain", Some(0))] {
        let n = every_cell(&shipped(name), name);
        assert!(n_forced.is_none_or(|expected| expected == n), "{name}: {n}");
    }
    assert_eq!(every_cell(&shipped("one-mine-short"), "one-mine-short"), 0);
    assert!(every_cell(&shipped("beginner-game"), "beginner-game") > 0);
}

#[test]
fn generated_boards_are_explained() {
    let row = find("minesweeper").expect("a puzzle");
    let mut n_forced = 0;
    for seed in 1..=12 {
        let options = [("rows", "6"), ("mines", "7"), ("reveals", "2"), ("seed", &seed.to_string())];
        let options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let text = (row.generate)(&options).expect("a board").write("picture").expect("a picture");
        n_forced += every_cell(&text, &format!("seed {seed}"));
    }
    assert!(n_forced > 50, "{n_forced}");
}

#[test]
fn contradictory_boards_are_explained() {
    let row = find("minesweeper").expect("a puzzle");
    let mut n_contradictory = 0;
    for seed in 1..=12 {
        let options = [("rows", "6"), ("seed", &seed.to_string())];
        let options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let text = (row.generate)(&options).expect("a board").write("picture").expect("a picture");
        // One clue is raised as far as it goes.
        let at = text.char_indices().filter(|(i, c)| c.is_ascii_digit() && *i > 12).nth(seed % 5).expect("a clue").0;
        let spoilt = format!("{}8{}", &text[..at], &text[at + 1..]);
        if let Ok(read) = minesweeper::read("board", &spoilt)
            && !read.is_empty()
        {
            let (board, problem) = (Board::read(&spoilt), problem(&spoilt));
            let budget = Budget::unlimited();
            let mut asking = Asking::new(&problem, &budget).expect("a model");
            let found = asking.contradiction(&budget).expect("an answer");
            if found.verdict == Verdict::Unsatisfiable {
                n_contradictory += 1;
                judge(&board, &found, &[], &format!("seed {seed}"));
                let mut others = asking.contradictions(4, &budget).expect("others");
                others.remove(0);
                others.iter().for_each(|other| judge(&board, other, &[], &format!("seed {seed}, another")));
                let names = |found: &quandary::explain::Explained| {
                    found.rules.iter().map(|rule| rule.name.clone()).collect::<Vec<_>>()
                };
                let all: BTreeSet<Vec<String>> = others.iter().chain([&found]).map(names).collect();
                assert_eq!(all.len(), others.len() + 1, "seed {seed}: all are different");
            }
        }
    }
    assert!(n_contradictory >= 6, "{n_contradictory}");
}

#[test]
fn an_expert_board_is_explained() {
    let text = shipped("expert-game");
    let (board, problem) = (Board::read(&text), problem(&text));
    let budget = Budget::unlimited();
    let mut asking = Asking::new(&problem, &budget).expect("a model");
    let facts = asking.facts(&budget).expect("an answer").expect("solutions");
    let mut n = 0;
    for fact in facts {
        let found = asking.forced(fact, &budget).expect("a reason");
        if found.rules.is_empty() {
            continue;
        }
        n += 1;
        let at = place::cell(asking.statement.model.name(fact.var)).expect("a cell");
        judge(&board, &found, &[(at, fact.value == 0)], &format!("{at:?}"));
        assert!(found.is_smallest, "{at:?}");
    }
    assert!(n > 40, "{n}");
}

#[test]
fn steps_use_what_was_found_and_no_more() {
    for name in ["beginner-game", "case1", "simple4", "case2"] {
        let text = shipped(name);
        let (board, problem) = (Board::read(&text), problem(&text));
        let budget = Budget::unlimited();
        let mut asking = Asking::new(&problem, &budget).expect("a model");
        let facts = asking.facts(&budget).expect("an answer").expect("solutions");
        let mut known: Vec<(Pos, bool)> = Vec::new();
        let unknown = board.unknown();
        steps(&mut asking, &facts, &budget, &mut |asking, step| {
            let at = place::cell(asking.statement.model.name(step.fact.var)).expect("a cell");
            let mined = step.fact.value == 1;
            let fixed: Vec<(Pos, bool)> = known.iter().copied().chain([(at, !mined)]).collect();
            judge_rules(&board, &step.rules, step.is_smallest, &fixed, &format!("{name} {at:?}"));
            assert_eq!(step.difficulty, step.rules.len());
            // Nothing that is still open has an easier reason: no clue alone forces another cell where this takes two.
            if step.difficulty > 1 {
                let is_open = |cell: &Pos| !known.iter().any(|(other, _)| other == cell);
                for cell in unknown.iter().copied().filter(is_open) {
                    for mine in [false, true] {
                        let fixed: Vec<(Pos, bool)> = known.iter().copied().chain([(cell, mine)]).collect();
                        let alone = |clue: &Pos| board.allows(&[*clue], false, &fixed);
                        assert!(board.clues().iter().all(alone), "{name}: {cell:?} was easier than {at:?}");
                    }
                }
            }
            known.push((at, mined));
            ControlFlow::Continue(())
        })
        .expect("steps");
        let is_unknown = |fact: &quandary::model::Atom| {
            place::cell(asking.statement.model.name(fact.var)).is_some_and(|at| unknown.contains(&at))
        };
        assert_eq!(known.len(), facts.iter().filter(|fact| is_unknown(fact)).count(), "{name}: every fact is found");
    }
}
