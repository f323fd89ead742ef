//! The value of a game as two strategies: one by which player 1 gets it, one by which player 2 lets her have no more.
//!
//! A strategy is the list of its choices in the order in which a walk through all games asks for them (`referee`), so
//! it needs no positions. Made by the search; checked by the rules alone.
//!
//! ```text
//! quandary certificate: the value of a game, version 1
//! value: 1
//! player 1: 2
//! 5 1 2 3          stone 5, turned once, on row 2 and column 3
//! 3 0 2 4
//! player 2: 0
//! ```

use super::alphabeta::Solver;
use super::game::{Action, Game, Move};
use super::instance::Instance;
use super::line::{Line, Played};
use super::referee::{Failure, Follower, MOST_TURNS, walk};
use crate::puzzles::{Account, Accounted, Verified, typed};
use crate::search::Budget;
use std::str::Lines;

/// What is kept for the value of a game.
pub const ACCOUNT: Account = Account {
    make: |instance, budget| typed::account(make, instance, budget),
    verify: |bytes, instance, solution, budget| typed::accounted(verify, bytes, instance, solution, budget),
};

const MAGIC: &str = "quandary certificate: the value of a game, version 1";

/// Best play and both strategies.
pub fn make(instance: &Instance, budget: &Budget) -> Accounted<Line> {
    if instance.max_turns() > MOST_TURNS {
        return Accounted::TooLarge(format!("a game may have more than {MOST_TURNS} turns, too many to walk through"));
    }
    let mut thinker = Thinker { game: Game::new(instance), score: 0, solver: None, told: String::new(), n_told: 0 };
    let mut solver = Solver::new(&thinker.game, budget);
    let best = match solver.best(&thinker.game) {
        Ok(best) => best,
        Err(stop) => return Accounted::Stopped(stop),
    };
    let mut replayed = Game::new(instance);
    let mut line = Vec::new();
    for action in best.line {
        line.push(Played::of(&replayed, action));
        replayed.act_unchecked(action);
    }
    thinker.solver = Some(solver);
    let mut text = format!("{MAGIC}\nvalue: {}\n", best.score);
    for (player, score) in [(0, best.score), (1, -best.score)] {
        thinker.score = score;
        match walk(instance, player, score, &mut thinker, budget) {
            Ok(_) => text += &format!("player {}: {}\n{}", player + 1, thinker.n_told, thinker.told),
            Err(Failure::Spent(stop)) => return Accounted::Stopped(stop),
            Err(Failure::Wrong(why)) => return Accounted::TooLarge(format!("the search plays badly: {why}")),
        }
        (thinker.told, thinker.n_told) = (String::new(), 0);
    }
    Accounted::Kept(text, Some(Line { score: best.score, line }))
}

/// A search that is asked for moves which keep a score, and notes them.
struct Thinker {
    game: Game,
    score: i64,
    solver: Option<Solver>,
    told: String,
    n_told: usize,
}

impl Follower for Thinker {
    fn choose(&mut self, _choice: &[Played]) -> Result<Played, Failure> {
        let Some(solver) = &mut self.solver else { return Err(Failure::Wrong("nobody thinks".to_string())) };
        let action = solver.best_action(&self.game, self.score).map_err(Failure::Spent)?;
        let lays = action.and_then(|action| action.lays);
        let Some((action, Move { stone, turn, at })) = action.zip(lays) else {
            return Err(Failure::Wrong("a choice of moves, and none is found".to_string()));
        };
        self.told += &format!("{stone} {turn} {} {}\n", at.0, at.1);
        self.n_told += 1;
        Ok(Played::of(&self.game, action))
    }

    fn done(&mut self, played: &Played) {
        self.game.act_unchecked(Action { draws: played.drawn.is_some(), lays: played.lays });
    }

    fn undone(&mut self) {
        self.game.undo();
    }
}

/// Checks the text: that the value of the game is the score of this line of play.
pub fn verify(bytes: &[u8], instance: &Instance, solution: Option<&Line>, budget: &Budget) -> Verified {
    let checked = std::str::from_utf8(bytes).map_err(|_| Failure::Wrong("it is no text".to_string()));
    match checked.and_then(|text| value(text, instance, budget)) {
        Ok((value, words)) if solution.is_some_and(|line| line.score == value) => Verified::Holds(words),
        Ok((value, _)) => Verified::Fails(format!("the value is {value}, which is not the score of the solution")),
        Err(Failure::Wrong(why)) => Verified::Fails(why),
        Err(Failure::Spent(stop)) => Verified::Stopped(stop),
    }
}

/// The value that both strategies show, and how.
fn value(text: &str, instance: &Instance, budget: &Budget) -> Result<(i64, String), Failure> {
    let mut lines = text.lines();
    if lines.next() != Some(MAGIC) {
        return Err(Failure::Wrong(format!("expected `{MAGIC}` on the first line")));
    }
    let value: i64 = field(&mut lines, "value")?;
    let against = value.checked_neg().ok_or_else(|| Failure::Wrong("there is no such value".to_string()))?;
    let mut n_positions = [0; 2];
    for (player, score) in [(0, value), (1, against)] {
        let n_left = field(&mut lines, &format!("player {}", player + 1))?;
        let mut reader = Reader { lines: &mut lines, n_left };
        n_positions[player] = walk(instance, player, score, &mut reader, budget)?;
        if reader.n_left != 0 {
            return Err(Failure::Wrong(format!(
                "{} choices of player {} are never asked for",
                reader.n_left,
                player + 1
            )));
        }
    }
    if lines.next().is_some() {
        return Err(Failure::Wrong("there is more behind the strategies".to_string()));
    }
    let [gets, holds] = n_positions;
    Ok((
        value,
        format!(
            "player 1 gets {value} whatever player 2 does, and no more if player 2 does as in the certificate: \
        all games by its two strategies end so ({gets} and {holds} positions)"
        ),
    ))
}

fn field<T: std::str::FromStr>(lines: &mut Lines, name: &str) -> Result<T, Failure> {
    let value = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(": ")?.parse().ok());
    value.ok_or_else(|| Failure::Wrong(format!("expected a line `{name}: ...` with a number")))
}

/// A strategy as it stands in the text.
struct Reader<'a, 'b> {
    lines: &'a mut Lines<'b>,
    n_left: usize,
}

impl Follower for Reader<'_, '_> {
    fn choose(&mut self, choice: &[Played]) -> Result<Played, Failure> {
        let wrong = || Failure::Wrong("a choice is missing, or is none of those there are".to_string());
        self.n_left = self.n_left.checked_sub(1).ok_or_else(wrong)?;
        let line = self.lines.next().ok_or_else(wrong)?;
        let numbers: Option<Vec<usize>> = line.split(' ').map(|word| word.parse().ok()).collect();
        let Some([stone, turn, row, col]) = numbers.as_deref() else { return Err(wrong()) };
        let lays = Some(Move { stone: *stone, turn: *turn, at: (*row, *col) });
        choice.iter().find(|played| played.lays == lays).copied().ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::random;
    use super::super::instance::read;
    use super::*;

    fn kept(instance: &Instance) -> (String, Line) {
        match make(instance, &Budget::unlimited()) {
            Accounted::Kept(text, Some(line)) => (text, line),
            _ => panic!("a small game"),
        }
    }

    fn holds(text: &str, instance: &Instance, line: &Line) -> bool {
        matches!(verify(text.as_bytes(), instance, Some(line), &Budget::unlimited()), Verified::Holds(_))
    }

    #[test]
    fn strategies_of_random_games_hold_and_other_values_do_not() {
        for seed in 0..90u64 {
            let n_stones = 3 + (seed % 4) as usize;
            let side = 2 + (seed % 3) as usize;
            let instance = random(side, side, n_stones, (n_stones - 1) / 2, 3 + (seed % 4) as usize, seed);
            let (text, line) = kept(&instance);
            assert!(holds(&text, &instance, &line), "seed {seed}");
            for other in [line.score - 1, line.score + 1] {
                let forged = text.replace(&format!("value: {}\n", line.score), &format!("value: {other}\n"));
                assert!(!holds(&forged, &instance, &Line { score: other, ..line.clone() }), "seed {seed}");
            }
        }
    }

    #[test]
    fn a_changed_strategy_is_noticed_or_is_one() {
        let instance = read("f", include_str!("../../../instances/omino/ao1.txt")).expect("good").remove(0);
        let (text, line) = kept(&instance);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 4, "{text}");
        for gone in 0..lines.len() {
            let kept: Vec<&str> = lines.iter().enumerate().filter(|(n, _)| *n != gone).map(|(_, line)| *line).collect();
            assert!(!holds(&(kept.join("\n") + "\n"), &instance, &line), "without line {gone}");
        }
        assert!(!holds(&(text.clone() + "0 0 0 0\n"), &instance, &line));
        assert!(!holds("", &instance, &line) && !holds("value: 1", &instance, &line));
        let huge = text.replace("player 1: ", "player 1: 99999999999999999999");
        assert!(!holds(&huge, &instance, &line));
    }
}
