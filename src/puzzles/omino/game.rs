//! The game itself: the board, both hands and the pot, what may be done, doing it and undoing it.
//!
//! A turn is one [`Action`]: lay a stone of the hand; or, when none of them fits, draw a stone and lay it if it fits, or draw
//! it and pass. The end is looked for at the start of a turn: the game is over when a hand is empty, or when the pot is empty
//! and the player to move can lay nothing, or the player before has just drawn the last stone and could not lay it.

use super::instance::Instance;
use crate::grid::{Direction, Grid, Pos};
use crate::puzzles::stones::{Stone, turned};
use serde::{Deserialize, Serialize};

/// A stone laid with so many turns on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Which stone.
    pub stone: usize,
    /// How often it is turned, counter-clockwise.
    pub turn: usize,
    /// Where it goes.
    pub at: Pos,
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Whether a stone is drawn first.
    pub draws: bool,
    /// The stone that is laid, if one is.
    pub lays: Option<Move>,
}

/// A game at some point. Player 0 is the source's player 1.
#[derive(Clone, Debug)]
pub struct Game {
    /// All stones.
    pub stones: Vec<Stone>,
    /// The stones on the board, as `(stone, turn)`.
    pub board: Grid<Option<(usize, usize)>>,
    /// The stones in both hands, in the order they came.
    pub hands: [Vec<usize>; 2],
    /// The next stone of the pot; as many as there are stones if it is empty.
    pub pot: usize,
    /// Who is to move, 0 or 1.
    pub mover: usize,
    /// What was done, with the place in the hand that a laid stone came from.
    done: Vec<(Action, usize)>,
}

impl Game {
    /// The game at its start.
    pub fn new(instance: &Instance) -> Game {
        let mut board = Grid::filled(instance.n_rows, instance.n_cols, None);
        board[instance.start] = Some((0, 0));
        let hands = [instance.hand(0).collect(), instance.hand(1).collect()];
        let (stones, pot) = (instance.stones.clone(), instance.pot());
        Game { stones, board, hands, pot, mover: 0, done: Vec::new() }
    }

    /// What an empty square asks of each side; `None` if no stone touches it.
    pub fn needs(&self, at: Pos) -> Option<[Option<i64>; 4]> {
        if self.board[at].is_some() {
            return None;
        }
        let side = |(i, direction): (usize, Direction)| {
            let (stone, turn) = self.board[self.board.step(at, direction)?]?;
            Some(self.stones[stone][(i + 2 + turn) % 4])
        };
        let [n, e, s, w] = Direction::STRAIGHT;
        let needs = [(0, n), (1, e), (2, s), (3, w)].map(side);
        needs.iter().any(Option::is_some).then_some(needs)
    }

    /// All squares that a stone can touch another on, with what they ask, row by row.
    pub fn frontier(&self) -> Vec<(Pos, [Option<i64>; 4])> {
        self.board.positions().filter_map(|at| Some((at, self.needs(at)?))).collect()
    }

    /// The ways to lay one of these stones, turns that look alike told apart.
    pub fn moves_of(&self, stones: &[usize]) -> Vec<Move> {
        let frontier = self.frontier();
        let mut moves = Vec::new();
        for &stone in stones {
            let sides: [Stone; 4] = std::array::from_fn(|turn| turned(&self.stones[stone], turn));
            for &(at, needs) in &frontier {
                let turns = (0..4).filter(|&turn| fits(&sides[turn], &needs));
                moves.extend(turns.map(|turn| Move { stone, turn, at }));
            }
        }
        moves
    }

    /// Whether a player can lay any stone of the hand.
    pub fn can_lay(&self, player: usize) -> bool {
        let frontier = self.frontier();
        let any = |stone: &usize| {
            let turns: [Stone; 4] = std::array::from_fn(|turn| turned(&self.stones[*stone], turn));
            frontier.iter().any(|(_, needs)| turns.iter().any(|sides| fits(sides, needs)))
        };
        self.hands[player].iter().any(any)
    }

    /// Whether the game is over, as seen at the start of a turn.
    pub fn is_over(&self) -> bool {
        let is_pot_empty = self.pot == self.stones.len();
        self.hands.iter().any(Vec::is_empty) || (is_pot_empty && (self.is_passed() || !self.can_lay(self.mover)))
    }

    /// Whether the player before drew a stone and could not lay it. With the last stone of the pot that ends the game.
    pub fn is_passed(&self) -> bool {
        self.done.last().is_some_and(|(action, _)| action.lays.is_none())
    }

    /// Everything the player to move may do; nothing when the game is over.
    pub fn actions(&self) -> Vec<Action> {
        if self.hands.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let lay = |draws: bool| move |m: Move| Action { draws, lays: Some(m) };
        let moves = self.moves_of(&self.hands[self.mover]);
        if self.pot == self.stones.len() && (self.is_passed() || moves.is_empty()) {
            return Vec::new();
        }
        if !moves.is_empty() {
            return moves.into_iter().map(lay(false)).collect();
        }
        match self.moves_of(&[self.pot]) {
            moves if moves.is_empty() => vec![Action { draws: true, lays: None }],
            moves => moves.into_iter().map(lay(true)).collect(),
        }
    }

    /// The good moves: those actions whose stone touches as many stones as that of any other.
    pub fn good_actions(&self) -> Vec<Action> {
        let actions = self.actions();
        let touched = |action: &Action| action.lays.map_or(0, |m| self.n_touched(m.at));
        let most = actions.iter().map(touched).max().unwrap_or(0);
        actions.into_iter().filter(|action| touched(action) == most).collect()
    }

    /// How many stones touch a square.
    pub fn n_touched(&self, at: Pos) -> usize {
        self.board.sides(at).filter(|&next| self.board[next].is_some()).count()
    }

    /// Does an action; says what is wrong with one that is not allowed, and changes nothing then.
    pub fn act(&mut self, action: Action) -> Result<(), String> {
        if self.actions().contains(&action) {
            self.act_unchecked(action);
            return Ok(());
        }
        Err(self.why_not(action))
    }

    /// Does an action that is known to be allowed.
    pub fn act_unchecked(&mut self, action: Action) {
        if action.draws {
            self.hands[self.mover].push(self.pot);
            self.pot += 1;
        }
        let mut place = 0;
        if let Some(Move { stone, turn, at }) = action.lays {
            let hand = &mut self.hands[self.mover];
            place = hand.iter().position(|s| *s == stone).expect("the stone is in the hand of the player to move");
            hand.remove(place);
            self.board[at] = Some((stone, turn));
        }
        self.done.push((action, place));
        self.mover = 1 - self.mover;
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((action, place)) = self.done.pop() else { return false };
        self.mover = 1 - self.mover;
        if let Some(Move { stone, at, .. }) = action.lays {
            self.hands[self.mover].insert(place, stone);
            self.board[at] = None;
        }
        if action.draws {
            self.hands[self.mover].pop();
            self.pot -= 1;
        }
        true
    }

    /// The score of a player if the game ended now: the other's stones minus their own.
    pub fn score(&self, player: usize) -> i64 {
        self.hands[1 - player].len() as i64 - self.hands[player].len() as i64
    }

    /// Who laid a stone, if one of the players did.
    pub fn owner(&self, stone: usize) -> Option<usize> {
        let laid = |(action, _): &(Action, usize)| action.lays.is_some_and(|m| m.stone == stone);
        self.done.iter().position(laid).map(|turn| turn % 2)
    }

    /// How many turns were taken.
    pub fn n_done(&self) -> usize {
        self.done.len()
    }

    fn why_not(&self, action: Action) -> String {
        let can_lay = self.can_lay(self.mover);
        let hand = &self.hands[self.mover];
        match action {
            _ if self.is_over() => "the game is over".to_string(),
            Action { draws: true, .. } if can_lay => "a stone is drawn only when none of the hand fits".to_string(),
            Action { draws: false, lays: None } => "a turn lays a stone or draws one".to_string(),
            Action { draws: false, .. } if !can_lay => "no stone of the hand fits: one must be drawn".to_string(),
            Action { draws: true, lays: None } => format!("the drawn stone {} fits and must be laid", self.pot),
            Action { draws: true, lays: Some(m) } if m.stone != self.pot => {
                format!("stone {} is drawn, not {}", self.pot, m.stone)
            }
            Action { draws: false, lays: Some(m) } if !hand.contains(&m.stone) => {
                format!("stone {} is not in the hand", m.stone)
            }
            Action { lays: Some(m), .. } => self.misfit(m),
        }
    }

    fn misfit(&self, m: Move) -> String {
        match self.board.get(m.at) {
            None => format!("there is no square {:?}", m.at),
            Some(Some(_)) => format!("a stone lies on {:?} already", m.at),
            Some(None) if m.turn > 3 => format!("{} turns, expected 0 to 3", m.turn),
            Some(None) if self.n_touched(m.at) == 0 => format!("no stone touches {:?}", m.at),
            Some(None) => format!("stone {} with {} turns does not fit on {:?}", m.stone, m.turn, m.at),
        }
    }
}

/// Whether sides agree with what is asked of them.
pub fn fits(sides: &Stone, needs: &[Option<i64>; 4]) -> bool {
    sides.iter().zip(needs).all(|(side, need)| need.is_none_or(|n| n == *side))
}
