//! A game at a table: people type, machines think, and everything is said in words. Reads and writes nothing itself.

use super::alphabeta::Solver;
use super::game::{Action, Game, Move};
use super::instance::Instance;
use super::line::Played;
use super::row::drawing;
use crate::search::Budget;
use std::fmt::Write;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Someone who types.
    Person,
    /// Best play.
    Machine,
    /// Always the first good move: the one that touches most stones.
    Greedy,
}

/// The names of players.
pub const PLAYERS: &[(&str, Player)] =
    &[("person", Player::Person), ("machine", Player::Machine), ("greedy", Player::Greedy)];

/// A game on its way.
pub struct Session {
    game: Game,
    players: [Player; 2],
    seconds: f64,
    budget: Budget,
    colour: bool,
}

/// What may be typed.
pub const HELP: &str = "STONE TURNS ROW COL lays a stone; moves, good, hint, undo, show, help, quit\n";

impl Session {
    /// A game at its start; a machine may think so many seconds about a turn.
    pub fn new(instance: &Instance, players: [Player; 2], seconds: f64, budget: &Budget, colour: bool) -> Session {
        Session { game: Game::new(instance), players, seconds, budget: budget.clone(), colour }
    }

    /// The board, and all turns until a person has to choose.
    pub fn start(&mut self) -> String {
        let board = drawing(&self.game, self.colour);
        board + &self.advance()
    }

    /// Whether nothing is left to be done.
    pub fn is_over(&self) -> bool {
        self.game.is_over() || self.budget.spent().is_some()
    }

    /// What a person typed, answered.
    pub fn say(&mut self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [] => String::new(),
            ["help"] => HELP.to_string(),
            ["show"] => drawing(&self.game, self.colour),
            ["moves"] => self.listed(&self.game.actions()),
            ["good"] => self.listed(&self.game.good_actions()),
            ["hint"] => self.hint(),
            ["undo"] => self.undo(),
            _ => self.typed(&words),
        }
    }

    fn listed(&self, actions: &[Action]) -> String {
        actions.iter().map(|action| format!("{}\n", Played::of(&self.game, *action).words())).collect()
    }

    fn hint(&mut self) -> String {
        match self.thought() {
            Some((score, action)) => format!("{}, for a score of {score}\n", Played::of(&self.game, action).words()),
            None => "no hint in the time given\n".to_string(),
        }
    }

    /// Back to the last turn in which a person had a choice.
    fn undo(&mut self) -> String {
        if self.game.n_done() == 0 {
            return "nothing was done yet\n".to_string();
        }
        while self.game.undo() {
            let has_choice = self.game.actions().iter().any(|action| action.lays.is_some());
            if self.players[self.game.mover] == Player::Person && has_choice {
                break;
            }
        }
        drawing(&self.game, self.colour) + &self.advance()
    }

    fn typed(&mut self, words: &[&str]) -> String {
        let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let Some([stone, turn, row, col]) = numbers.as_deref() else {
            return format!("`{}` is not understood: {HELP}", words.join(" "));
        };
        let lays = Some(Move { stone: *stone, turn: *turn, at: (*row, *col) });
        let draws = !self.game.can_lay(self.game.mover);
        match self.act(Action { draws, lays }) {
            Err(why) => format!("{why}\n"),
            Ok(said) => said + &drawing(&self.game, self.colour) + &self.advance(),
        }
    }

    fn act(&mut self, action: Action) -> Result<String, String> {
        let played = Played::of(&self.game, action);
        self.game.act(action)?;
        Ok(format!("player {}: {}\n", played.player, played.words()))
    }

    /// Machines play, and people who have no choice pass, until someone has to type or the game is over.
    fn advance(&mut self) -> String {
        let mut said = String::new();
        while !self.game.is_over() {
            let actions = self.game.actions();
            let action = match self.players[self.game.mover] {
                _ if self.budget.spent().is_some() => return said,
                Player::Person if actions[0].lays.is_some() => return said + &self.prompt(actions[0].draws),
                Player::Person => actions[0],
                Player::Greedy => self.game.good_actions()[0],
                Player::Machine => self.thought().map_or_else(|| self.game.good_actions()[0], |(_, action)| action),
            };
            said += &self.act(action).expect("these actions are allowed");
            said += &drawing(&self.game, self.colour);
        }
        let (first, second) = (self.game.score(0), self.game.score(1));
        let _ = writeln!(said, "the game is over: player 1 scores {first}, player 2 scores {second}");
        said
    }

    fn prompt(&self, draws: bool) -> String {
        let drawn = if draws { format!(", who draws stone {} and must lay it", self.game.pot) } else { String::new() };
        format!("it is the turn of player {}{drawn}\n", self.game.mover + 1)
    }

    /// The best action and its score, if there is time to find it.
    fn thought(&mut self) -> Option<(i64, Action)> {
        let mut solver = Solver::new(&self.game, &self.budget.at_most(self.seconds));
        let score = solver.score(&self.game).ok()?;
        let action = solver.best_action(&self.game, score).ok()??;
        Some((score, action))
    }
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    fn session(players: [Player; 2]) -> Session {
        let instance = read("f", include_str!("../../../instances/omino/ao1.txt")).expect("good").remove(0);
        Session::new(&instance, players, 60.0, &Budget::unlimited(), false)
    }

    #[test]
    fn machines_play_to_the_end() {
        let check = |players: [Player; 2], end: &str| {
            let mut session = session(players);
            assert!(session.start().ends_with(end), "{players:?}");
            assert!(session.is_over());
        };
        check([Player::Machine, Player::Machine], "player 1 scores 1, player 2 scores -1\n");
        check([Player::Greedy, Player::Machine], "player 1 scores 1, player 2 scores -1\n");
    }

    #[test]
    fn people_are_answered() {
        let mut session = session([Player::Person, Player::Person]);
        let start = session.start();
        assert!(start.ends_with("it is the turn of player 1\n"), "{start}");
        assert_eq!(session.say("undo"), "nothing was done yet\n");
        assert!(session.say("fly").starts_with("`fly` is not understood"));
        assert_eq!(session.say("2 0 3 4"), "stone 2 is not in the hand\n");
        assert_eq!(session.say("1 0 0 0"), "no stone touches (0, 0)\n");
        assert_eq!(session.say("1 0 3 3"), "a stone lies on (3, 3) already\n");
        assert_eq!(session.say("1 0 9 3"), "there is no square (9, 3)\n");
        assert_eq!(session.say("help"), HELP);
        assert!(session.say("hint").contains("for a score of 1"));
        let moves = session.say("moves");
        assert!(moves.lines().count() > session.say("good").lines().count() || moves == session.say("good"));
        let first = moves.lines().next().expect("there is one").replace(['/', ','], " ").replace(" on ", " ");
        assert!(session.say(&first).starts_with("player 1: "));
        let back = session.say("undo");
        assert_eq!(back, start);
    }
}
